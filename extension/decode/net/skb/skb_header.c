// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/skb/skb.h"

#include <string.h>

#include "core/bytes.h"
#include "protocol/protocol.h"

#define MAX_EXTENSION_HEADERS 8
#define FRAGMENT 44

static uint32_t be16(const uint8_t *bytes)
{
	return (uint32_t)pk_bytes_uint(bytes, 2, true);
}

static bool ipv4_parse(const uint8_t *bytes, size_t len, struct pk_wire_header *wire)
{
	size_t ihl = len ? 4 * (bytes[0] & 15) : 0;

	if (len < 20 || ihl < 20 || ihl > len)
		return false;
	pk_header_fragment_v4(be16(bytes + 4), be16(bytes + 6), &wire->header);
	wire->header.protocol = bytes[9];
	wire->header.tuple.family = 4;
	memcpy(wire->header.tuple.saddr, bytes + 12, 4);
	memcpy(wire->header.tuple.daddr, bytes + 16, 4);
	wire->ip_len = be16(bytes + 2);
	wire->offset = ihl;
	return true;
}

/* Hop-by-hop, routing, destination options count their length in 8 bytes beyond the first, the
 * authentication header in 4 bytes beyond two. */
static bool ipv6_parse(const struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
		       struct pk_wire_header *wire)
{
	size_t offset = 40, dest = 24;
	uint8_t next;

	if (len < 40)
		return false;
	next = bytes[6];
	for (int i = 0; !pk_protocol_known_by_number(ctx, next); i++) {
		if (i == MAX_EXTENSION_HEADERS || offset + 8 > len ||
		    pk_header_is_headless(&wire->header))
			return false;
		if (next != 0 && next != 43 && next != 60 && next != 51 && next != FRAGMENT)
			return false;
		size_t size = next == FRAGMENT ? 8
			      : next == 51     ? 4 * ((size_t)bytes[offset + 1] + 2)
					       : 8 * ((size_t)bytes[offset + 1] + 1);
		int routed = next == 43 ? pk_header_routed_to(bytes + offset) : 0;

		if (routed < 0 || (routed && offset + (size_t)routed + 16 > len))
			return false;
		dest = routed ? offset + (size_t)routed : dest;
		if (next == FRAGMENT)
			pk_header_fragment_v6((uint32_t)pk_bytes_uint(bytes + offset + 4, 4, true),
					      be16(bytes + offset + 2), &wire->header);
		next = bytes[offset];
		offset += size;
	}
	wire->header.protocol = next;
	wire->header.tuple.family = 6;
	memcpy(wire->header.tuple.saddr, bytes + 8, 16);
	memcpy(wire->header.tuple.daddr, bytes + dest, 16);
	wire->ip_len = be16(bytes + 4) ? be16(bytes + 4) + 40 : 0;
	wire->offset = offset;
	return true;
}

/* The protocol's header, which a later fragment lacks; the first one's own length is that of all. Streams are not told of in
 * fragments. RET_LEN: bytes of it. */
static bool parse_behind(const struct pk_protocol *protocol, const uint8_t *bytes, size_t len,
			 struct pk_wire_header *wire, uint32_t *ret_len)
{
	struct pk_header_bytes behind = {bytes + wire->offset, NULL, len - wire->offset};

	*ret_len = 0;
	if (!protocol->datagrams && wire->header.tuple.family == 6 && wire->header.ip_id_known)
		return false;
	if (pk_header_is_headless(&wire->header))
		return protocol->datagrams;
	if (len - wire->offset < protocol->header_min ||
	    !protocol->parse(&behind, &wire->header, ret_len))
		return false;
	wire->header.fragment &= protocol->datagrams;
	return true;
}

/* IP's own length says how long the payload of a fragment is. */
static void measure_fragment(struct pk_wire_header *wire)
{
	wire->header.frag_len = (uint16_t)(wire->ip_len - wire->offset);
	wire->header.payload_len = wire->ip_len - wire->headers_len;
	wire->header.len_known = true;
}

/* As a fragment, or by IP's length, the payload is shorter than the protocol's header says. */
static bool is_cut(const struct pk_wire_header *wire)
{
	return wire->ip_len && wire->header.len_known && !wire->header.frag_more &&
	       wire->header.payload_len > wire->ip_len - wire->headers_len;
}

bool pk_wire_header_parse(const struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
			  struct pk_wire_header *ret_header)
{
	struct pk_wire_header wire = {.header = {.tuple_known = true}};
	const struct pk_protocol *protocol;
	uint32_t own;

	if (!len)
		return false;
	if (bytes[0] >> 4 == 4 ? !ipv4_parse(bytes, len, &wire)
			       : bytes[0] >> 4 != 6 || !ipv6_parse(ctx, bytes, len, &wire))
		return false;
	protocol = pk_protocol_known_by_number(ctx, wire.header.protocol);
	if (!protocol || (protocol->family && protocol->family != wire.header.tuple.family) ||
	    wire.offset > len || !parse_behind(protocol, bytes, len, &wire, &own))
		return false;
	wire.headers_len = wire.offset + own;
	if ((wire.ip_len || wire.header.fragment) && wire.headers_len > wire.ip_len)
		return false;
	if (wire.header.fragment)
		measure_fragment(&wire);
	else if (is_cut(&wire))
		return false;
	*ret_header = wire;
	return true;
}
