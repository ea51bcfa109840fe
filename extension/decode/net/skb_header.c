// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/skb_header.h"

#include <string.h>

#define IP_PROTO_TCP 6
#define MAX_EXTENSION_HEADERS 8

static uint32_t be16(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 8 | bytes[1];
}

static uint32_t be32(const uint8_t *bytes)
{
	return be16(bytes) << 16 | be16(bytes + 2);
}

static bool ipv4_parse(const uint8_t *bytes, size_t len, struct pk_tcp_header *header)
{
	size_t ihl = len ? 4 * (bytes[0] & 15) : 0;

	if (len < 20 || ihl < 20 || ihl > len || bytes[9] != IP_PROTO_TCP)
		return false;
	if (be16(bytes + 6) & 0x1fff) /* a later fragment has no TCP header */
		return false;
	header->tuple.family = 4;
	memcpy(header->tuple.saddr, bytes + 12, 4);
	memcpy(header->tuple.daddr, bytes + 16, 4);
	header->ip_len = be16(bytes + 2);
	header->tcp_offset = ihl;
	return true;
}

/* Hop-by-hop, routing, destination options count their length in 8 bytes beyond the first, the
 * authentication header in 4 bytes beyond two. */
static bool ipv6_parse(const uint8_t *bytes, size_t len, struct pk_tcp_header *header)
{
	size_t offset = 40;
	uint8_t next;

	if (len < 40)
		return false;
	next = bytes[6];
	for (int i = 0; next != IP_PROTO_TCP; i++) {
		if (i == MAX_EXTENSION_HEADERS || offset + 8 > len)
			return false;
		if (next != 0 && next != 43 && next != 60 && next != 51)
			return false;
		size_t size = next == 51 ? 4 * ((size_t)bytes[offset + 1] + 2)
					 : 8 * ((size_t)bytes[offset + 1] + 1);
		next = bytes[offset];
		offset += size;
	}
	header->tuple.family = 6;
	memcpy(header->tuple.saddr, bytes + 8, 16);
	memcpy(header->tuple.daddr, bytes + 24, 16);
	header->ip_len = be16(bytes + 4) ? be16(bytes + 4) + 40 : 0;
	header->tcp_offset = offset;
	return true;
}

bool pk_tcp_header_parse(const uint8_t *bytes, size_t len, struct pk_tcp_header *ret_header)
{
	struct pk_tcp_header header = {0};
	const uint8_t *tcp;
	size_t doff;

	if (!len)
		return false;
	if (bytes[0] >> 4 == 4 ? !ipv4_parse(bytes, len, &header)
			       : bytes[0] >> 4 != 6 || !ipv6_parse(bytes, len, &header))
		return false;
	if (header.tcp_offset > len || len - header.tcp_offset < 20)
		return false;
	tcp = bytes + header.tcp_offset;
	doff = 4 * (tcp[12] >> 4);
	header.headers_len = header.tcp_offset + doff;
	if (doff < 20 || (header.ip_len && header.headers_len > header.ip_len))
		return false;
	header.tuple.sport = be16(tcp);
	header.tuple.dport = be16(tcp + 2);
	if (!header.tuple.sport || !header.tuple.dport)
		return false;
	header.seq = be32(tcp + 4);
	header.ack = be32(tcp + 8);
	header.flags = tcp[13];
	*ret_header = header;
	return true;
}
