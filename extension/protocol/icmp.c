// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ICMP, and ICMPv6 with its neighbour discovery: one header, numbers of their own.
 *
 *	0	type	code	checksum
 *	4	id		number			of a query and its answer; of errors something else
 */
#include "core/kit.h"
#include "protocol/protocol.h"
#include "protocol/stage_rows.h"

#include <stdio.h>

#define HEADER_SIZE 8

/* header.flags has both. */
static unsigned flags_of(unsigned type, unsigned code)
{
	return type << 8 | code;
}

unsigned pk_icmp_type(const struct pk_header *header)
{
	return header->flags >> 8;
}

unsigned pk_icmp_code(const struct pk_header *header)
{
	return header->flags & 0xff;
}

struct type {
	unsigned type;
	const char *name; /* of at most six letters: the column's */
	bool query; /* it has an id and a number */
};

static const struct type types4[] = {
	{0, "reply", true},    {3, "unreac", false}, {5, "redir", false}, {8, "echo", true},
	{11, "exceed", false}, {12, "param", false}, {13, "stamp", true}, {14, "stampr", true},
};

static const struct type types6[] = {
	{1, "unreac", false}, {2, "toobig", false}, {3, "exceed", false},  {4, "param", false},
	{128, "echo", true},  {129, "reply", true}, {133, "rs", false},	   {134, "ra", false},
	{135, "ns", false},   {136, "na", false},   {137, "redir", false}, {143, "mld2", false},
};

static const struct type *type_of(const struct type *types, size_t nr, unsigned type)
{
	return pk_find(types, nr, it->type == type);
}

static bool parse(const struct pk_header_bytes *bytes, const struct pk_protocol *protocol,
		  const struct type *types, size_t nr, struct pk_header *header, uint32_t *ret_len)
{
	const struct type *type;

	if (!pk_bytes_known(bytes, 0, 2))
		return false;
	type = type_of(types, nr, pk_bytes_be(bytes, 0, 1));
	header->tuple.sport = header->tuple.dport = 0;
	header->flags = (uint16_t)flags_of(pk_bytes_be(bytes, 0, 1), pk_bytes_be(bytes, 1, 1));
	header->flags_known = true;
	header->checksum_known = pk_bytes_known(bytes, 2, 2);
	header->checksum = header->checksum_known ? (uint16_t)pk_bytes_be(bytes, 2, 2) : 0;
	header->query_known = type && type->query && pk_bytes_known(bytes, 4, 4);
	header->query = header->query_known ? (uint16_t)pk_bytes_be(bytes, 4, 2) : 0;
	header->query_seq = header->query_known ? (uint16_t)pk_bytes_be(bytes, 6, 2) : 0;
	header->protocol = protocol->number;
	*ret_len = HEADER_SIZE;
	return true;
}

static bool parse4(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	return parse(bytes, &pk_icmp, types4, PK_ARRAY_SIZE(types4), header, ret_len);
}

static bool parse6(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	return parse(bytes, &pk_icmp6, types6, PK_ARRAY_SIZE(types6), header, ret_len);
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	if (header->flags_known)
		pk_bytes_put(bytes, known, 0, header->flags, 2);
	if (header->checksum_known)
		pk_bytes_put(bytes, known, 2, header->checksum, 2);
	if (header->query_known) {
		pk_bytes_put(bytes, known, 4, header->query, 2);
		pk_bytes_put(bytes, known, 6, header->query_seq, 2);
	}
}

/* "echo", "unreac", "9/0" */
static const char *text(const struct type *type, unsigned flags, char *buf, unsigned size)
{
	if (type)
		snprintf(buf, size, "%s", type->name);
	else
		snprintf(buf, size, "%u/%u", flags >> 8, flags & 0xff);
	return buf;
}

static const char *text4(unsigned flags, char *buf, unsigned size)
{
	return text(type_of(types4, PK_ARRAY_SIZE(types4), flags >> 8), flags, buf, size);
}

static const char *text6(unsigned flags, char *buf, unsigned size)
{
	return text(type_of(types6, PK_ARRAY_SIZE(types6), flags >> 8), flags, buf, size);
}

struct error {
	unsigned type, code;
	const char *text;
};

#define ANY 256

/* The first that fits. */
static const struct error errors4[] = {
	{3, 0, "network unreachable"},
	{3, 1, "host unreachable"},
	{3, 2, "protocol unreachable"},
	{3, 3, "port unreachable"},
	{3, 4, "fragmentation needed"},
	{3, 5, "source route failed"},
	{3, 9, "network prohibited"},
	{3, 10, "host prohibited"},
	{3, 13, "administratively prohibited"},
	{3, ANY, "unreachable"},
	{4, ANY, "source quench"},
	{5, ANY, "redirect"},
	{11, 0, "time to live exceeded"},
	{11, 1, "reassembly time exceeded"},
	{12, ANY, "parameter problem"},
};

static const struct error errors6[] = {
	{1, 0, "no route"},
	{1, 1, "administratively prohibited"},
	{1, 3, "address unreachable"},
	{1, 4, "port unreachable"},
	{1, 5, "source address refused"},
	{1, 6, "route rejected"},
	{1, ANY, "unreachable"},
	{2, ANY, "packet too big"},
	{3, 0, "hop limit exceeded"},
	{3, 1, "reassembly time exceeded"},
	{4, ANY, "parameter problem"},
};

static const char *error(const struct error *errors, size_t nr, unsigned flags)
{
	for (size_t i = 0; i < nr; i++)
		if (errors[i].type == flags >> 8 &&
		    (errors[i].code == ANY || errors[i].code == (flags & 0xff)))
			return errors[i].text;
	return NULL;
}

static const char *error4(unsigned flags)
{
	return error(errors4, PK_ARRAY_SIZE(errors4), flags);
}

static const char *error6(unsigned flags)
{
	return error(errors6, PK_ARRAY_SIZE(errors6), flags);
}

static const struct pk_stage stages4[] = {
	M("icmp_rcv", "icmp", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V4),
	F("icmp_echo", "icmp", RX),
	F("icmp_unreach", "icmp", RX),
	F("icmp_socket_deliver", "icmp", RX),
	F("icmp_timestamp", "icmp", RX),
	F("icmp_redirect", "icmp", RX),
	A("ping_rcv", "ping", RX, RX_RAW, NULL),
	F("ping_queue_rcv_skb", "ping", RX),
	F("ping_recvmsg", "read", RX),
	A("ping_v4_sendmsg", "send", TX, TX_CONTROL, NULL),
	A("icmp_reply", "icmp", TX, TX_CONTROL, NULL),
	A("icmp_push_reply", "icmp", TX, TX_CONTROL, NULL),
	M("__icmp_send", "icmp", TX, TX_CONTROL, NULL, PK_ERRORS),
	/* by IP, of what a raw socket sends, too (__ip_make_skb(), raw_send_hdrinc()) */
	A("icmp_out_count", "icmp", TX, TX_COUNTED, NULL),
	{0},
};

/* Neighbours are asked by what stands for them in path_stages.c. */
static const struct pk_stage stages6[] = {
	M("icmpv6_rcv", "icmp6", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V6),
	M("icmpv6_notify", "icmp6", RX, NONE, NULL, PK_HANDLES),
	M("icmpv6_echo_reply", "icmp6", TX, TX_CONTROL, NULL, PK_HANDLES),
	A("icmpv6_push_pending_frames", "icmp6", TX, TX_CONTROL, NULL),
	M("icmp6_send", "icmp6", TX, TX_CONTROL, NULL, PK_ERRORS),
	A("ndisc_send_skb", "icmp6", TX, TX_CONTROL, NULL),
	A("ping_v6_sendmsg", "send", TX, TX_CONTROL, NULL),
	{0},
};

const struct pk_protocol pk_icmp = {
	.name = "icmp",
	.title = "ICMP",
	.prefix = "icmp_",
	.datagrams = true,
	.number = 1,
	.family = 4,
	.portless = true,
	.stages = stages4,
	.header_min = HEADER_SIZE,
	.header_max = HEADER_SIZE,
	.parse = parse4,
	.build = build,
	.flags_text = text4,
	.error = error4,
};

const struct pk_protocol pk_icmp6 = {
	.name = "icmp6",
	.title = "ICMPv6",
	.prefix = "icmpv6_",
	.datagrams = true,
	.number = 58,
	.family = 6,
	.portless = true,
	.stages = stages6,
	.header_min = HEADER_SIZE,
	.header_max = HEADER_SIZE,
	.parse = parse6,
	.build = build,
	.flags_text = text6,
	.error = error6,
};
