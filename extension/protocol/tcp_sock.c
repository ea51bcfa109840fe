// SPDX-License-Identifier: GPL-3.0-or-later
/* TCP's sockets. One struct inet_hashinfo for all network namespaces; since 6.1 a namespace may have its own. */
#include "protocol/tcp.h"

#include "core/kit.h"
#include "protocol/sockets.h"

static const struct pk_sock_cache caches[] = {
	{"TCP", PK_OBJECT_SOCK},
	{"TCPv6", PK_OBJECT_SOCK},
	{"MPTCP", PK_OBJECT_SOCK},
	{"MPTCPv6", PK_OBJECT_SOCK},
	{"request_sock_TCP", PK_OBJECT_REQUEST_SOCK},
	{"request_sock_TCPv6", PK_OBJECT_REQUEST_SOCK},
	{"tw_sock_TCP", PK_OBJECT_TW_SOCK},
	{"tw_sock_TCPv6", PK_OBJECT_TW_SOCK},
	{0},
};

/* include/net/tcp_states.h; the numbers are part of the interface to user space. */
enum { SYN_SENT = 2, SYN_RECV = 3, LISTEN = 10 };

static const struct pk_sock_state states[] = {
	[1] = {"ESTABLISHED", PK_SOCK_FULL, 0},	    [SYN_SENT] = {"SYN_SENT", PK_SOCK_FULL, 0},
	[SYN_RECV] = {"SYN_RECV", PK_SOCK_FULL, 0}, [4] = {"FIN_WAIT1", PK_SOCK_FULL, 0},
	[5] = {"FIN_WAIT2", PK_SOCK_FULL, 0},	    [6] = {"TIME_WAIT", PK_SOCK_TIMEWAIT, 0},
	[7] = {"CLOSE", PK_SOCK_FULL, 0},	    [8] = {"CLOSE_WAIT", PK_SOCK_FULL, 0},
	[9] = {"LAST_ACK", PK_SOCK_FULL, 0},	    [LISTEN] = {"LISTEN", PK_SOCK_LISTEN, 0},
	[11] = {"CLOSING", PK_SOCK_FULL, 0},	    [12] = {"NEW_SYN_RECV", PK_SOCK_REQUEST, 3},
	[13] = {"BOUND_INACTIVE", PK_SOCK_FULL, 0},
};

static const struct pk_sock_number numbers[] = {
	{PK_R_tcp_rcv_nxt, true, 4, 0, offsetof(struct pk_sock, rcv_nxt)},
	{PK_R_tcp_copied_seq, true, 4, 0, offsetof(struct pk_sock, copied_seq)},
	{PK_R_tcp_snd_una, true, 4, 0, offsetof(struct pk_sock, snd_una)},
	{PK_R_tcp_snd_nxt, true, 4, 0, offsetof(struct pk_sock, snd_nxt)},
	{PK_R_tcp_write_seq, true, 4, 0, offsetof(struct pk_sock, write_seq)},
	{PK_R_tcp_bytes_acked, false, 8, 0, offsetof(struct pk_sock, bytes_acked)},
	{PK_R_icsk_retransmits, false, 4, 0, offsetof(struct pk_sock, retransmits)},
};

/* tcp_v4_connect(), inet_csk_listen_start(), and inet_csk_clone_lock() of a listener's child. */
bool pk_tcp_life_begins(uint64_t from, uint64_t to)
{
	return to == SYN_SENT || to == LISTEN || (from == LISTEN && to == SYN_RECV);
}

bool pk_tcp_listens(uint64_t state)
{
	return state == LISTEN;
}

/* get_tcp4_sock(): what was received and not yet read, what was written and not yet acknowledged. Of the bytes that were
 * acknowledged, the SYN counts as one, and no more count than numbers can be told apart in; a probe of the peer's window
 * has the number before. */
static void count(struct pk_sock *sock)
{
	uint64_t acked = sock->bytes_acked < 1u << 31 ? sock->bytes_acked : 1u << 31;

	sock->first_seq = sock->snd_una - (uint32_t)acked - 1;
	sock->tx_queue = sock->write_seq - sock->snd_una;
	if ((int32_t)(sock->rcv_nxt - sock->copied_seq) > 0)
		sock->rx_queue = sock->rcv_nxt - sock->copied_seq;
}

/* tcp_receive_window() */
static uint32_t window_left(const struct pk_sock *sock, uint32_t from, uint32_t window)
{
	int32_t left = (int32_t)(from + window - sock->rcv_nxt);

	return left > 0 ? (uint32_t)left : 0;
}

static uint32_t unsent(const struct pk_sock *sock)
{
	return sock->write_seq - sock->snd_nxt;
}

static const struct pk_sock_limit_rows limits = {
	.requests_name = "SYN queue",
	.requests = PK_R_icsk_syn_qlen,
	.requests_flooded = PK_R_icsk_syn_flooded,
	.timer = PK_R_icsk_pending,
	.retransmits = PK_R_icsk_retransmits,
	.total_retrans = PK_R_tcp_total_retrans,
	.backoff = PK_R_icsk_backoff,
	.net_retries = PK_R_net_tcp_retries1,
	.sent_window = PK_R_tcp_snd_wnd,
	.window = PK_R_tcp_rcv_wnd,
	.window_from = PK_R_tcp_rcv_wup,
	.received_at = PK_R_icsk_lrcvtime,
	.packets_out = PK_R_tcp_packets_out,
	.sacked_out = PK_R_tcp_sacked_out,
	.lost_out = PK_R_tcp_lost_out,
	.retrans_out = PK_R_tcp_retrans_out,
	.cwnd = PK_R_tcp_snd_cwnd,
	.mss = PK_R_tcp_mss_cache,
	.nonagle = PK_R_tcp_nonagle,
	.armed = PK_R_icsk_timer_armed,
	.repair = PK_R_tcp_repair,
	.fastopen = PK_R_tcp_fastopen_rsk,
	.begins = PK_R_tcp_cb_seq,
	.ends = PK_R_tcp_cb_end_seq,
	.marks = PK_R_tcp_cb_sacked,
	.acked = 0x01, /* TCPCB_SACKED_ACKED */
	.sent_again = 0x82, /* TCPCB_RETRANS */
	.window_left = window_left,
	.unsent = unsent,
};

/* icsk_pending, as inet_sk_diag_fill() takes it (include/net/inet_connection_sock.h) */
static enum pk_sock_timer timer_of(uint64_t pending)
{
	switch (pending) {
	case PK_ICSK_RETRANS:
	case PK_ICSK_LOSS_PROBE:
	case PK_ICSK_REO_TIMEOUT:
		return PK_TIMER_ON;
	case PK_ICSK_PROBE0:
		return PK_TIMER_PERSIST;
	}
	return PK_TIMER_NONE;
}

static const struct pk_sock_timer_rows timers = {
	.pending = PK_R_icsk_pending,
	.expires = PK_R_icsk_timeout,
	.keepalive = PK_R_sk_keepalive_pending,
	.keepalive_expires = PK_R_sk_keepalive_expires,
	.of = timer_of,
	.retransmits = PK_R_icsk_retransmits,
	.probes = PK_R_icsk_probes_out,
};

/* Up to 4.14 the write queue holds what was sent too. The error queue has copies of headers, and no packets of its own. */
static const struct pk_sock_queue_rows queues[PK_NR_SOCK_QUEUES] = {
	[PK_QUEUE_RECEIVE] = {"waits in the receive queue",
			      PK_OUT_QUEUED,
			      PK_RX,
			      1,
			      {{PK_SHAPE_LIST, PK_R_sk_receive_queue, PK_NR_ROWS}}},
	[PK_QUEUE_WRITE] = {"waits in the write queue",
			    PK_OUT_UNSENT,
			    PK_TX,
			    2,
			    {{PK_SHAPE_LIST, PK_R_sk_write_queue, PK_R_sk_rtx_queue},
			     {PK_SHAPE_BEHIND, PK_R_sk_write_queue, PK_NR_ROWS}}},
	[PK_QUEUE_RTX] = {"its original waits in the retransmit queue",
			  PK_OUT_UNACKED,
			  PK_TX,
			  2,
			  {{PK_SHAPE_TREE, PK_R_sk_rtx_queue, PK_R_sk_rtx_queue},
			   {PK_SHAPE_BEFORE, PK_R_sk_write_queue, PK_NR_ROWS}}},
	[PK_QUEUE_OFO] = {"waits in the out-of-order queue",
			  PK_OUT_OFO_QUEUED,
			  PK_RX,
			  2,
			  {{PK_SHAPE_LIST, PK_R_tcp_ofo_queue, PK_R_tcp_ofo_list},
			   {PK_SHAPE_TREE, PK_R_tcp_ofo_queue, PK_NR_ROWS}}},
	[PK_QUEUE_BACKLOG] = {"waits in the socket's backlog",
			      PK_OUT_BACKLOGGED,
			      PK_RX,
			      1,
			      {{PK_SHAPE_CHAIN, PK_R_sk_backlog_head, PK_NR_ROWS}}},
	[PK_QUEUE_ERROR] = {NULL,
			    PK_OUT_UNKNOWN,
			    PK_RX,
			    1,
			    {{PK_SHAPE_LIST, PK_R_sk_error_queue, PK_NR_ROWS}}},
};

/* tcp_conntrack_names[] of nf_conntrack_proto_tcp.c, by enum tcp_conntrack, which programs know. */
static const char *const tracked[] = {"NONE",	  "SYN_SENT",	"SYN_RECV", "ESTABLISHED",
				      "FIN_WAIT", "CLOSE_WAIT", "LAST_ACK", "TIME_WAIT",
				      "CLOSE",	  "SYN_SENT2",	NULL};

const struct pk_protocol_sockets pk_tcp_sockets = {
	.caches = caches,
	.states = states,
	.nr_states = PK_ARRAY_SIZE(states),
	.numbers = numbers,
	.nr_numbers = PK_ARRAY_SIZE(numbers),
	.count = count,
	.limits = &limits,
	.words = pk_tcp_words,
	.timers = &timers,
	.proto = PK_R_tcp_prot,
	.memory_sysctl = "tcp_mem",
	.memory_pressure = true,
	.reasons = pk_tcp_reasons,
	.queues = queues,
	.table = PK_R_tcp_hashinfo,
	.net_step = PK_R_net_tcp_death_row,
	.net_table = PK_R_death_row_hashinfo,
	.arrays = pk_inet_sock_arrays,
	.nr_arrays = PK_INET_SOCK_ARRAYS,
	.chains = pk_inet_sock_chains,
	.nr_chains = PK_INET_SOCK_CHAINS,
	.tracked = tracked,
	.tracked_state = PK_R_ct_tcp_state,
};

bool pk_tcp_ends_fit(const struct pk_sock *a, const struct pk_sock *b)
{
	return pk_tcp_reached(a->snd_nxt, b->rcv_nxt) && pk_tcp_reached(b->rcv_nxt, a->snd_una) &&
	       pk_tcp_reached(b->snd_nxt, a->rcv_nxt) && pk_tcp_reached(a->rcv_nxt, b->snd_una);
}

struct pk_end pk_tcp_received(const struct pk_sock *sock, const struct pk_header *header,
			      uint32_t end)
{
	if (header->flags & PK_TCP_FIN)
		end--; /* no reader copies it */
	if (pk_tcp_reached(sock->copied_seq, end))
		return (struct pk_end){PK_OUT_DELIVERED, "the socket's copied_seq has passed it"};
	if (pk_tcp_reached(sock->rcv_nxt, end))
		return (struct pk_end){PK_OUT_QUEUED, "received, copied_seq is before its end"};
	return (struct pk_end){0};
}

struct pk_end pk_tcp_sent(const struct pk_sock *sock, const struct pk_header *header, uint32_t end)
{
	if (end == header->seq)
		return (struct pk_end){0};
	if (pk_tcp_reached(sock->snd_una, end))
		return (struct pk_end){PK_OUT_ACKED, "the socket's snd_una has passed it"};
	if (pk_tcp_reached(sock->snd_nxt, end))
		return (struct pk_end){PK_OUT_UNACKED, "the socket's snd_una is before its end"};
	return (struct pk_end){0};
}

bool pk_tcp_may_have_sent(const struct pk_sock *sock, const struct pk_header *header)
{
	return header->seq - sock->first_seq <= sock->write_seq - sock->first_seq;
}
