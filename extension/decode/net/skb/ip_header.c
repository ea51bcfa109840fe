// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/skb/skb.h"

#include <string.h>

#define MAX_EXTENSIONS 8
#define PROTO_TCP 6
#define PROTO_UDP 17
#define PROTO_DCCP 33
#define PROTO_SCTP 132
#define PROTO_UDPLITE 136
#define EXT_FRAGMENT 44
#define EXT_AUTHENTICATION 51

static uint16_t be16(const uint8_t *bytes)
{
	return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

static bool has_ports(uint8_t protocol)
{
	return protocol == PROTO_TCP || protocol == PROTO_UDP || protocol == PROTO_DCCP ||
	       protocol == PROTO_SCTP || protocol == PROTO_UDPLITE;
}

/* Offset of what is behind the header; 0: it is none. */
static size_t ipv4_parse(const uint8_t *bytes, size_t len, struct pk_ip_header *header)
{
	size_t ihl = len ? 4 * (size_t)(bytes[0] & 15) : 0;

	if (len < 20 || ihl < 20 || ihl > len)
		return 0;
	header->protocol = bytes[9];
	header->hops = bytes[8];
	header->fragment = be16(bytes + 6) & 0x1fff;
	header->ip_len = be16(bytes + 2);
	header->tuple.family = 4;
	memcpy(header->tuple.saddr, bytes + 12, 4);
	memcpy(header->tuple.daddr, bytes + 16, 4);
	return header->ip_len && header->ip_len < ihl ? 0 : ihl;
}

static bool is_extension(uint8_t next)
{
	return next == 0 || next == 43 || next == 60 || next == EXT_FRAGMENT ||
	       next == EXT_AUTHENTICATION;
}

/* Those that cannot be followed leave the protocol of the last that could. */
static size_t ipv6_parse(const uint8_t *bytes, size_t len, struct pk_ip_header *header)
{
	size_t offset = 40;

	if (len < 40)
		return 0;
	header->protocol = bytes[6];
	header->hops = bytes[7];
	header->ip_len = be16(bytes + 4) ? be16(bytes + 4) + 40u : 0;
	header->tuple.family = 6;
	memcpy(header->tuple.saddr, bytes + 8, 16);
	memcpy(header->tuple.daddr, bytes + 24, 16);
	for (int i = 0; i < MAX_EXTENSIONS && is_extension(header->protocol) && offset + 8 <= len;
	     i++) {
		uint8_t kind = header->protocol;

		header->protocol = bytes[offset];
		if (kind == EXT_FRAGMENT) {
			header->fragment |= be16(bytes + offset + 2) >> 3 != 0;
			offset += 8;
		} else if (kind == EXT_AUTHENTICATION) {
			offset += 4 * ((size_t)bytes[offset + 1] + 2);
		} else {
			offset += 8 * ((size_t)bytes[offset + 1] + 1);
		}
	}
	return offset;
}

void pk_ip_header_parse(const uint8_t *bytes, size_t len, struct pk_ip_header *ret_header)
{
	struct pk_ip_header header = {0};
	unsigned version = len ? bytes[0] >> 4 : 0;
	size_t offset = version == 4   ? ipv4_parse(bytes, len, &header)
			: version == 6 ? ipv6_parse(bytes, len, &header)
				       : 0;

	if (!offset)
		return;
	header.valid = true;
	header.header_len = (uint32_t)offset;
	if (has_ports(header.protocol) && !header.fragment && offset + 4 <= len) {
		header.tuple.sport = be16(bytes + offset);
		header.tuple.dport = be16(bytes + offset + 2);
	}
	*ret_header = header;
}
