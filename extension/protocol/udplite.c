// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * UDP-Lite (RFC 3828), which the kernel had up to 7.0. UDP's functions send and queue it, so its header alone tells it apart:
 *
 *	0	source port	destination port
 *	4	coverage	checksum		coverage: bytes under the checksum, from the header on; 0: all
 */
#include "core/kit.h"
#include "protocol/stage_rows.h"
#include "protocol/udp.h"

#define HEADER_SIZE 8

static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	uint32_t coverage = pk_bytes_known(bytes, 4, 2) ? pk_bytes_be(bytes, 4, 2) : 0;

	if (!pk_bytes_known(bytes, 0, 4) || !pk_bytes_be(bytes, 2, 2) ||
	    (coverage && coverage < HEADER_SIZE))
		return false;
	pk_ports_parse(bytes, header);
	header->checksum_known = pk_bytes_known(bytes, 6, 2);
	header->checksum = header->checksum_known ? (uint16_t)pk_bytes_be(bytes, 6, 2) : 0;
	header->protocol = pk_udplite.number;
	*ret_len = HEADER_SIZE;
	return true;
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	pk_ports_build(header, bytes, known);
	if (header->checksum_known)
		pk_bytes_put(bytes, known, 6, header->checksum, 2);
}

static const struct pk_stage stages[] = {
	M("udplite_rcv", "udplite", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V4),
	M("udplitev6_rcv", "udplite", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V6),
	{0},
};

static const char *const asked[] = {"udplite_rcv", "udplitev6_rcv", NULL};

const struct pk_protocol pk_udplite = {
	.name = "udplite",
	.title = "UDP-Lite",
	.prefix = "udp_",
	.like = &pk_udp,
	.datagrams = true,
	.frees_are_drops = true,
	.read_ends_in_consume = true,
	.number = 136,
	.stages = stages,
	.asked = asked,
	.header_min = HEADER_SIZE,
	.header_max = HEADER_SIZE,
	.parse = parse,
	.build = build,
	.not_built = "coverage (0: all)",
	.sockets = &pk_udplite_sockets,
};
