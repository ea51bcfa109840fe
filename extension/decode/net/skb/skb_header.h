/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_HEADER_H
#define PK_DECODE_SKB_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/header.h"

/** The headers of IP and of a protocol in it, parsed from wire bytes. */
struct pk_wire_header {
	/* without the payload's length, unless the protocol's header states it */
	struct pk_header header;
	uint32_t ip_len; /* bytes from the IP header on, as it states; 0: it does not (GSO) */
	/* bytes of IP's header with options or extension headers, plus the protocol's with
	 * options */
	uint32_t headers_len;
	uint32_t offset; /* bytes from IP's header to the protocol's */
};

/**
 * Parse LEN bytes that begin with an IP header. Pure: asks CTX only which protocols are known
 * (NULL: all).
 *
 * True only if everything that can be checked holds: version, header lengths within LEN and the
 * datagram, a listed protocol (protocol.h) with a possible header, and no fragment but the first.
 * Random memory passes for TCP about once in a million times, so a caller with a second source
 * should still compare.
 */
struct pk_ctx;
bool pk_wire_header_parse(const struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
			  struct pk_wire_header *ret_header);

#endif
