/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_HEADER_H
#define PK_DECODE_SKB_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/tuple.h"

/** A TCP segment's headers, read from wire bytes. */
struct pk_tcp_header {
	struct pk_tuple tuple;
	uint32_t seq, ack;
	uint16_t flags; /* TH_* */
	uint32_t ip_len; /* bytes from the IP header on, by the header; 0: it does not say (GSO) */
	uint32_t headers_len; /* IP, its options or extension headers, TCP and its options */
	uint32_t tcp_offset; /* of the TCP header from the IP header */
};

/**
 * Parse LEN bytes from an IP header on. Pure: knows neither target nor kernel.
 *
 * True only if everything that a TCP/IP header can be held to holds: version, header lengths inside
 * LEN and inside the datagram, protocol TCP, no fragment but the first, both ports set. Random memory
 * passes about once in a million times; a caller with a second source should still compare.
 */
bool pk_tcp_header_parse(const uint8_t *bytes, size_t len, struct pk_tcp_header *ret_header);

#endif
