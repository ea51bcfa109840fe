// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * UDP's sockets. One hash table for all network namespaces, and from 6.2 on possibly one of its own for each:
 *
 *	udp_table.hash[mask + 1]	by local port
 *	udp_table.hash2[mask + 1]	the same sockets, by port and address
 */
#include "protocol/udp.h"

#include "core/kit.h"

#define HEADER_SIZE 8

/* A pointer to one in an event is not looked for. */
static const struct pk_sock_cache caches[] = {{0}};

/* TCP's numbers: 1 is connected, 7 is not. */
static const struct pk_sock_state states[] = {
	[1] = {"ESTABLISHED", PK_SOCK_FULL, 0},
	[7] = {"UNCONN", PK_SOCK_FULL, 0},
};

/* udp4_format_sock(): bytes of memory, those of headers and buffers' ends among them. */
static const struct pk_sock_number numbers[] = {
	{PK_R_sk_rmem_alloc, true, 4, 0, offsetof(struct pk_sock, rx_queue)},
	{PK_R_sk_wmem_alloc, true, 4, 0, offsetof(struct pk_sock, tx_queue)},
	{PK_R_udp_forward_deficit, false, 4, PK_SOCK_NO_RX_QUEUE,
	 offsetof(struct pk_sock, read_bytes)},
	{PK_R_udp_pending, false, 4, 0, offsetof(struct pk_sock, corking)},
	{PK_R_udp_len, false, 4, 0, offsetof(struct pk_sock, corked)},
};

/* A socket that lives holds one byte of its own write memory. The length of a datagram that is collected has that of
 * its header, and is meaningless where none is (udp_sock.pending is the family then). */
static void count(struct pk_sock *sock)
{
	sock->corked = sock->corking && sock->corked > HEADER_SIZE ? sock->corked - HEADER_SIZE : 0;
	sock->rx_queue -= sock->read_bytes;
	sock->tx_queue -= sock->tx_queue > 0;
}

static const struct pk_sock_array arrays[] = {
	{"sockets", PK_R_udp_table_hash, PK_R_udp_table_mask, PK_R_udp_slot_size,
	 PK_R_udp_slot_head, PK_NR_ROWS, PK_NR_ROWS, false},
};

static const char *const address_lookups[] = {"udp4_lib_lookup2", "udp6_lib_lookup2", NULL};

static const struct pk_sock_chains chains[] = {
	{{"sockets by address", PK_R_udp_table_hash2, PK_R_udp_table_mask, PK_R_udp_slot2_size,
	  PK_R_udp_slot2_head, PK_NR_ROWS, PK_NR_ROWS, false},
	 PK_R_skc_portaddr_node,
	 address_lookups,
	 PK_KEEPS_NOTHING,
	 NULL},
};

/* What a corked socket collects in its write queue has no header, and is no packet yet. Readers take the whole receive
 * queue over into one of theirs. */
static const struct pk_sock_queue_rows queues[PK_NR_SOCK_QUEUES] = {
	[PK_QUEUE_RECEIVE] = {"waits in the receive queue",
			      PK_OUT_QUEUED,
			      PK_RX,
			      2,
			      {{PK_SHAPE_TWO_LISTS, PK_R_sk_receive_queue, PK_R_udp_reader_queue},
			       {PK_SHAPE_LIST, PK_R_sk_receive_queue, PK_NR_ROWS}}},
	[PK_QUEUE_WRITE] = {NULL,
			    PK_OUT_UNKNOWN,
			    PK_TX,
			    1,
			    {{PK_SHAPE_LIST, PK_R_sk_write_queue, PK_NR_ROWS}}},
	[PK_QUEUE_ERROR] = {NULL,
			    PK_OUT_UNKNOWN,
			    PK_RX,
			    1,
			    {{PK_SHAPE_LIST, PK_R_sk_error_queue, PK_NR_ROWS}}},
};

/* UDP_ENCAP_ESPINUDP: xfrm4_udp_encap_rcv() takes for ESP what is longer than its header and begins with no zeros. */
static const struct pk_sock_mark takes_carried = {PK_R_udp_encap_type, 2};

/* __udp_enqueue_schedule_skb(), and what was sent: skbs that no device, queue or neighbour has freed. */
static void reasons_of(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		       const struct pk_sock_info *info, struct pk_sock_reasons *reasons)
{
	uint32_t unread = sock->qlen[PK_QUEUE_RECEIVE];

	if (unread)
		pk_sock_reason_add(reasons, "not-read", "%u datagram%s to be read", unread,
				   unread == 1 ? " waits" : "s wait");
	pk_receive_buffer_reason(info, &limits->newest, false, "what comes is dropped", reasons);
	if (sock->corked)
		pk_sock_reason_add(reasons, "corked",
				   "corked: %u byte(s) wait(-s) for more to be written",
				   sock->corked);
	else if (sock->tx_queue)
		pk_sock_reason_add(reasons, "not-sent",
				   "what it sent is still on this host: %u byte(s) of memory",
				   sock->tx_queue);
	pk_send_buffer_reason(info, reasons);
	if (sock->owned)
		pk_sock_reason_add(reasons, "locked", "a process has it locked");
}

#define SOCKETS                                                                                    \
	.caches = caches, .states = states, .nr_states = PK_ARRAY_SIZE(states),                    \
	.numbers = numbers, .nr_numbers = PK_ARRAY_SIZE(numbers), .count = count,                  \
	.proto = PK_R_udp_prot, .memory_sysctl = "udp_mem", .reasons = reasons_of,                 \
	.queues = queues, .arrays = arrays, .nr_arrays = PK_ARRAY_SIZE(arrays)

const struct pk_protocol_sockets pk_udp_sockets = {
	SOCKETS,
	.chains = chains,
	.nr_chains = PK_ARRAY_SIZE(chains),
	.takes_carried = &takes_carried,
	.table = PK_R_udp_table,
	.net_step = PK_R_net_ipv4,
	.net_table = PK_R_net_udp_table,
};

/* UDP-Lite's have a table of the same form, and never one of a namespace. */
const struct pk_protocol_sockets pk_udplite_sockets = {
	SOCKETS,
	.table = PK_R_udplite_table,
	.net_step = PK_NR_ROWS,
	.net_table = PK_NR_ROWS,
};
