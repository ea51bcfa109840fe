// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Packets that carry others right behind IP's header, or behind GRE's. (VXLAN and Geneve are UDP.)
 *
 *	GRE	0	flags, version	protocol of what follows		then, where the flags say so:
 *		4	checksum, key, number					4 bytes each
 *	IPIP	an IPv4 header
 *	SIT	an IPv6 header
 */
#include "protocol/protocol.h"
#include "protocol/stage_rows.h"

enum { GRE_CHECKSUM = 0x8000, GRE_KEY = 0x2000, GRE_NUMBER = 0x1000, GRE_VERSION = 7 };

static bool parse_gre(const struct pk_header_bytes *bytes, struct pk_header *header,
		      uint32_t *ret_len)
{
	uint32_t flags;
	size_t key;

	if (!pk_bytes_known(bytes, 0, 2))
		return false;
	flags = pk_bytes_be(bytes, 0, 2);
	if (flags & GRE_VERSION)
		return false;
	header->tuple.sport = header->tuple.dport = 0;
	header->protocol = pk_gre.number;
	key = 4 + 4 * !!(flags & GRE_CHECKSUM);
	header->tunnel_id_known = flags & GRE_KEY && pk_bytes_known(bytes, key, 4);
	if (header->tunnel_id_known)
		header->tunnel_id = pk_bytes_be(bytes, key, 4);
	*ret_len =
		4 + 4 * (!!(flags & GRE_CHECKSUM) + !!(flags & GRE_KEY) + !!(flags & GRE_NUMBER));
	return true;
}

static bool parse_bare(const struct pk_header_bytes *bytes, unsigned version, uint8_t number,
		       struct pk_header *header, uint32_t *ret_len)
{
	if (!pk_bytes_known(bytes, 0, 1) || pk_bytes_be(bytes, 0, 1) >> 4 != version)
		return false;
	header->tuple.sport = header->tuple.dport = 0;
	header->protocol = number;
	*ret_len = 0;
	return true;
}

static bool parse_ipip(const struct pk_header_bytes *bytes, struct pk_header *header,
		       uint32_t *ret_len)
{
	return parse_bare(bytes, 4, pk_ipip.number, header, ret_len);
}

static bool parse_sit(const struct pk_header_bytes *bytes, struct pk_header *header,
		      uint32_t *ret_len)
{
	return parse_bare(bytes, 6, pk_sit.number, header, ret_len);
}

/* The version of the IP header that is carried is all that such a packet is known by. */
static void clear_bare(const struct pk_header *header, uint8_t *bytes, size_t len)
{
	(void)header;
	for (size_t i = 0; i < len; i++)
		bytes[i] = i ? 0 : bytes[i] & 0xf0;
}

/* Of GRE's header the key alone is kept: the rest is not built. */
static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	(void)header;
	(void)bytes;
	(void)known;
}

/* Whose outer packet TX_TUNNEL sends, the nearest function of "tunnel" around it says. */
static const struct pk_stage stages_gre[] = {
	M("gre_rcv", "gre", RX, RX_OWN, "skb", PK_AT_OWN),
	F("ip_tunnel_rcv", "tunnel", RX),
	M("ipgre_xmit", "tunnel", TX, NONE, NULL, PK_DISCARDS),
	M("gre_tap_xmit", "tunnel", TX, NONE, NULL, PK_DISCARDS),
	M("ip6gre_tunnel_xmit", "tunnel", TX, NONE, NULL, PK_DISCARDS),
	M("ip6gre_tap_xmit", "tunnel", TX, NONE, NULL, PK_DISCARDS),
	{0},
};

static const struct pk_stage stages_ipip[] = {
	M("tunnel4_rcv", "ipip", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V4),
	M("tunnel46_rcv", "ipip", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V6),
	F("ipip_rcv", "ipip", RX),
	M("ipip_tunnel_xmit", "tunnel", TX, NONE, NULL, PK_DISCARDS),
	A("iptunnel_xmit", "tunnel", TX, TX_TUNNEL, NULL),
	A("ip6_tnl_xmit", "tunnel", TX, TX_TUNNEL, NULL),
	{0},
};

/* Its device may send IPv4 in IPv4 as well. */
static const struct pk_stage stages_sit[] = {
	M("tunnel64_rcv", "sit", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V4),
	M("tunnel6_rcv", "sit", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V6),
	F("ipip6_rcv", "sit", RX),
	M("sit_tunnel_xmit", "tunnel", TX, NONE, NULL, PK_ONLY_V6 | PK_DISCARDS),
	{0},
};

const struct pk_protocol pk_gre = {
	.name = "gre",
	.title = "GRE",
	.wrapped_in = &pk_udp,
	.prefix = "gre_",
	.datagrams = true,
	.number = 47,
	.portless = true,
	.stages = stages_gre,
	.header_min = 4,
	.header_max = 16,
	.parse = parse_gre,
	.build = build,
};

const struct pk_protocol pk_ipip = {
	.name = "ipip",
	.title = "IPIP",
	.wrapped_in = &pk_udp,
	.prefix = "ipip_rcv",
	.datagrams = true,
	.number = 4,
	.portless = true,
	.stages = stages_ipip,
	.parse = parse_ipip,
	.build = build,
	.clear = clear_bare,
};

const struct pk_protocol pk_sit = {
	.name = "sit",
	.title = "SIT",
	.wrapped_in = &pk_udp,
	.prefix = "ipip6_rcv",
	.datagrams = true,
	.number = 41,
	.portless = true,
	.stages = stages_sit,
	.parse = parse_sit,
	.build = build,
	.clear = clear_bare,
};
