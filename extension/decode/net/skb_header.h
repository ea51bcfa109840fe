/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_HEADER_H
#define PK_DECODE_SKB_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/header.h"

/** IP's header and that of a protocol behind it, read from wire bytes. */
struct pk_wire_header {
	struct pk_header
		header; /* all but the payload's length, unless the protocol's header has it */
	uint32_t ip_len; /* bytes from the IP header on, by the header; 0: it does not say (GSO) */
	uint32_t
		headers_len; /* IP, its options or extension headers, the protocol's with its options */
	uint32_t offset; /* of the protocol's header from IP's */
};

/**
 * Parse LEN bytes from an IP header on. Pure: of CTX it asks only which protocols are known (NULL: all).
 *
 * True only if everything that such headers can be held to holds: version, header lengths inside
 * LEN and inside the datagram, a protocol of the list (protocol.h) whose header it can be, no fragment but the first.
 * Random memory passes for TCP about once in a million times; a caller with a second source should still compare.
 */
struct pk_ctx;
bool pk_wire_header_parse(const struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
			  struct pk_wire_header *ret_header);

#endif
