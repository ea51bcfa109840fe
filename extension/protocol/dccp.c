// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * DCCP (RFC 4340), which the kernel had up to 6.15:
 *
 *	0	source port	destination port
 *	4	data offset (words)	CCVal, CsCov	checksum
 *	8	reserved, type (4 bits), X	sequence number: 24 bits; with X 48, behind a reserved byte
 */
#include "core/kit.h"
#include "protocol/protocol.h"
#include "protocol/sockets.h"

#include <stdio.h>

#define HEADER_MIN 12
#define HEADER_MAX 16
#define AT_OFFSET 4
#define AT_TYPE 8

static bool parse(const struct pk_header_bytes *bytes, struct pk_header *header, uint32_t *ret_len)
{
	uint32_t len =
		pk_bytes_known(bytes, AT_OFFSET, 1) ? 4 * pk_bytes_be(bytes, AT_OFFSET, 1) : 0;

	/* No port is 0. */
	if (!pk_bytes_known(bytes, 0, 4) || !pk_bytes_be(bytes, 0, 2) || !pk_bytes_be(bytes, 2, 2))
		return false;
	if (pk_bytes_known(bytes, AT_OFFSET, 1) && len < HEADER_MIN)
		return false;
	pk_ports_parse(bytes, header);
	header->flags_known = pk_bytes_known(bytes, AT_TYPE, 1);
	header->flags = header->flags_known ? (uint16_t)pk_bytes_be(bytes, AT_TYPE, 1) : 0;
	header->protocol = pk_dccp.number;
	*ret_len = len;
	return true;
}

static void build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	pk_ports_build(header, bytes, known);
	if (!known)
		pk_bytes_put(bytes, known, AT_OFFSET, HEADER_MIN / 4, 1);
	if (header->flags_known)
		pk_bytes_put(bytes, known, AT_TYPE, header->flags, 1);
}

/* enum dccp_pkt_type; at most six letters, as the column has */
static const char *text(unsigned flags, char *buf, unsigned size)
{
	static const char *const types[] = {"req",    "resp",  "data",	"ack",	"datack",
					    "clsreq", "close", "reset", "sync", "synack"};
	unsigned type = flags >> 1 & 15;

	if (type < PK_ARRAY_SIZE(types))
		snprintf(buf, size, "%s", types[type]);
	else
		snprintf(buf, size, "%u", type);
	return buf;
}

static const struct pk_sock_cache caches[] = {{0}};

/* enum dccp_state: numbers of TCP's states, and one more. */
static const struct pk_sock_state states[] = {
	[1] = {"OPEN", PK_SOCK_FULL, 0},
	[2] = {"REQUESTING", PK_SOCK_FULL, 0},
	[3] = {"RESPOND", PK_SOCK_FULL, 0},
	[4] = {"PARTOPEN", PK_SOCK_FULL, 0},
	[5] = {"ACTIVE_CLOSEREQ", PK_SOCK_FULL, 0},
	[6] = {"TIME_WAIT", PK_SOCK_TIMEWAIT, 0},
	[7] = {"CLOSED", PK_SOCK_FULL, 0},
	[8] = {"PASSIVE_CLOSE", PK_SOCK_FULL, 0},
	[10] = {"LISTEN", PK_SOCK_LISTEN, 0},
	[11] = {"CLOSING", PK_SOCK_FULL, 0},
	[12] = {"NEW_SYN_RECV", PK_SOCK_REQUEST, 3},
	/* TCP_MAX_STATES, which became 14 in 6.8 ("tcp: Dump bound-only sockets in inet_diag.") */
	[13] = {"PASSIVE_CLOSEREQ", PK_SOCK_FULL, 0},
	[14] = {"PASSIVE_CLOSEREQ", PK_SOCK_FULL, 0},
};

/* Bytes of memory; a socket that lives holds one byte of its own write memory. */
static const struct pk_sock_number numbers[] = {
	{PK_R_sk_rmem_alloc, true, 4, 0, offsetof(struct pk_sock, rx_queue)},
	{PK_R_sk_wmem_alloc, true, 4, 0, offsetof(struct pk_sock, tx_queue)},
};

static void count(struct pk_sock *sock)
{
	sock->tx_queue -= sock->tx_queue > 0;
}

static const struct pk_sock_queue_rows queues[PK_NR_SOCK_QUEUES] = {
	[PK_QUEUE_RECEIVE] = {"waits in the receive queue",
			      PK_OUT_QUEUED,
			      PK_RX,
			      1,
			      {{PK_SHAPE_LIST, PK_R_sk_receive_queue, PK_NR_ROWS}}},
	[PK_QUEUE_WRITE] = {"waits in the write queue",
			    PK_OUT_UNSENT,
			    PK_TX,
			    1,
			    {{PK_SHAPE_LIST, PK_R_sk_write_queue, PK_NR_ROWS}}},
	[PK_QUEUE_BACKLOG] = {"waits in the socket's backlog",
			      PK_OUT_BACKLOGGED,
			      PK_RX,
			      1,
			      {{PK_SHAPE_CHAIN, PK_R_sk_backlog_head, PK_NR_ROWS}}},
};

static const struct pk_protocol_sockets sockets = {
	.caches = caches,
	.states = states,
	.nr_states = PK_ARRAY_SIZE(states),
	.numbers = numbers,
	.nr_numbers = PK_ARRAY_SIZE(numbers),
	.count = count,
	.queues = queues,
	.table = PK_R_dccp_hashinfo,
	.net_step = PK_NR_ROWS,
	.net_table = PK_NR_ROWS,
	.arrays = pk_inet_sock_arrays,
	.nr_arrays = PK_INET_SOCK_ARRAYS,
};

/* Its packets are named where a header was read; no function of its own is followed. */
static const struct pk_stage stages[] = {{0}};

const struct pk_protocol pk_dccp = {
	.name = "dccp",
	.title = "DCCP",
	.prefix = "dccp_",
	.datagrams = true,
	.number = 33,
	.stages = stages,
	.header_min = HEADER_MIN,
	.header_max = HEADER_MAX,
	.parse = parse,
	.build = build,
	.not_built = "numbers and checksums (0)",
	.flags_text = text,
	.refusal = "RESET",
	.sockets = &sockets,
};
