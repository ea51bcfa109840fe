// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Why data waits in a TCP socket, by what tcp_write_xmit() asks before it sends, and by what it waits for behind that.
 * A number that is not known gives no reason.
 */
#include "protocol/tcp.h"

#define STATE_SYN_SENT 2
#define STATE_SYN_RECV 3

#define STATE_FIN_WAIT1 4
#define STATE_CLOSE_WAIT 8
#define STATE_LAST_ACK 9
#define STATE_CLOSING 11
#define STATE_ESTABLISHED 1

#define LL(x) ((unsigned long long)(x))

static bool known(const struct pk_figure *figure)
{
	return figure->status == PK_OK;
}

uint32_t pk_window_left(const struct pk_sock *sock, uint64_t window)
{
	int32_t left = (int32_t)(sock->snd_una + (uint32_t)window - sock->snd_nxt);

	return left > 0 ? (uint32_t)left : 0;
}

bool pk_window_is_open(const struct pk_sock *sock, const struct pk_sock_limits *limits)
{
	uint64_t wanted = limits->unsent < limits->mss.value ? limits->unsent : limits->mss.value;

	return pk_window_left(sock, limits->snd_wnd.value) >= wanted;
}

/* In these, what is not acknowledged will be sent again. */
static bool sends_again(const struct pk_sock *sock)
{
	static const uint32_t states = 1u << STATE_ESTABLISHED | 1u << STATE_SYN_SENT |
				       1u << STATE_FIN_WAIT1 | 1u << STATE_CLOSE_WAIT |
				       1u << STATE_LAST_ACK | 1u << STATE_CLOSING;

	return sock->kind == PK_SOCK_FULL && sock->state < 32 && states >> sock->state & 1;
}

struct pk_figure pk_sock_lacks_timer(const struct pk_sock *sock,
				     const struct pk_sock_limits *limits)
{
	const struct pk_figure *needed[] = {&limits->packets_out, &limits->pending, &limits->armed,
					    &limits->throttled, &limits->locked};
	const struct pk_figure *optional[] = {&limits->repair, &limits->fastopen};
	struct pk_figure lacks = {.status = PK_OK};
	bool unsent, at_work = sock->owned;

	if (!sends_again(sock) || !sock->tx_queue)
		return lacks;
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (!known(needed[i]))
			return *needed[i];
	for (size_t i = 0; i < sizeof(optional) / sizeof(optional[0]); i++) {
		if (!known(optional[i]) && optional[i]->status != PK_ABSENT)
			return *optional[i];
		at_work |= known(optional[i]) && optional[i]->value;
	}
	/* tcp_release_cb() and TSQ's tasklet do what waited for the lock. */
	at_work |= limits->locked.value || limits->throttled.value & ~(uint64_t)PK_TSQ_THROTTLED;
	unsent = limits->unsent && sock->state != STATE_SYN_SENT && !limits->throttled.value;
	lacks.value = !at_work && (limits->packets_out.value || unsent) &&
		      !(limits->pending.value && limits->armed.value);
	return lacks;
}

/* tcp_write_timeout() calls tcp_mtu_probing() from tcp_retries1 on. */
bool pk_sock_loses_large(const struct pk_sock_limits *limits)
{
	return known(&limits->large_lost) && limits->large_lost.value &&
	       known(&limits->retransmits) && known(&limits->retries1) &&
	       limits->retransmits.value >= limits->retries1.value;
}

/* tcp_snd_wnd_test(): a packet goes if all of it fits. A SYN goes before the peer has told of a window. */
static void peer_window(const struct pk_sock *sock, const struct pk_sock_limits *limits,
			const struct pk_sock_info *info, struct pk_sock_reasons *reasons)
{
	uint32_t left;

	if (sock->state == STATE_SYN_SENT || !known(&limits->snd_wnd) || !known(&limits->mss) ||
	    pk_window_is_open(sock, limits))
		return;
	left = pk_window_left(sock, limits->snd_wnd.value);
	if (info->timer_status == PK_OK && info->timer == PK_TIMER_PERSIST &&
	    known(&limits->backoff))
		pk_sock_reason_add(
			reasons, "window-closed",
			"the peer's window is closed (%u byte(s) left), %u byte(s) wait(-s); "
			"the probe timer backed off %llu times",
			left, limits->unsent, LL(limits->backoff.value));
	else
		pk_sock_reason_add(
			reasons, "window-full",
			"the peer's window has %u byte(s) left of %llu, %u byte(s) wait(-s)", left,
			LL(limits->snd_wnd.value), limits->unsent);
}

/* tcp_cwnd_test() */
static void congestion(const struct pk_sock_limits *limits, struct pk_sock_reasons *reasons)
{
	uint64_t out;

	if (!known(&limits->cwnd) || !known(&limits->packets_out) || !known(&limits->sacked_out) ||
	    !known(&limits->lost_out) || !known(&limits->retrans_out))
		return;
	out = limits->packets_out.value - limits->sacked_out.value - limits->lost_out.value +
	      limits->retrans_out.value;
	if (out >= limits->cwnd.value && out <= UINT32_MAX)
		pk_sock_reason_add(
			reasons, "cwnd-full",
			"the congestion window is full: %llu packet(s) under way of %llu", LL(out),
			LL(limits->cwnd.value));
}

/* tcp_nagle_check(), and corks */
static void small_packet(const struct pk_sock_limits *limits, struct pk_sock_reasons *reasons)
{
	if (!known(&limits->nonagle) || !known(&limits->mss) || !known(&limits->packets_out) ||
	    limits->unsent >= limits->mss.value)
		return;
	if (limits->nonagle.value & PK_NAGLE_CORK)
		pk_sock_reason_add(reasons, "corked",
				   "corked: %u byte(s) wait(-s) for more to be written",
				   limits->unsent);
	else if (!limits->nonagle.value && limits->packets_out.value)
		pk_sock_reason_add(reasons, "nagle",
				   "%u byte(s) wait(-s) for the ACK of what was sent (Nagle)",
				   limits->unsent);
}

/* tcp_small_queue_check() */
static void own_queues(const struct pk_sock_limits *limits, struct pk_sock_reasons *reasons)
{
	if (known(&limits->throttled) && limits->throttled.value & PK_TSQ_THROTTLED)
		pk_sock_reason_add(reasons, "throttled",
				   "its packets fill the queues of this host's devices (TSQ)");
}

static void unanswered(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		       struct pk_sock_reasons *reasons)
{
	bool opening = sock->state == STATE_SYN_SENT || sock->state == STATE_SYN_RECV;

	if (known(&limits->retransmits) && limits->retransmits.value)
		pk_sock_reason_add(
			reasons, opening ? "no-answer" : "no-ack",
			opening ? "the peer does not answer: %llu retransmit(s) of the SYN"
				: "the peer does not acknowledge: %llu retransmit(s)",
			LL(limits->retransmits.value));
	else if (known(&limits->packets_out) && limits->packets_out.value)
		pk_sock_reason_add(reasons, "in-flight", "%llu packet%s for the ACK",
				   LL(limits->packets_out.value),
				   limits->packets_out.value == 1 ? " waits" : "s wait");
}

/* The path swallows full-size segments, and announces no smaller MTU. A single loss looks the same, and does not last. */
static void large_lost(const struct pk_sock_limits *limits, struct pk_sock_reasons *reasons)
{
	if (pk_sock_loses_large(limits))
		pk_sock_reason_add(reasons, "large-lost",
				   "%u segment(s) of %u byte(s) or more are lost again and again, "
				   "those of up to %u byte(s) behind them arrive",
				   limits->nr_lost, limits->lost_bytes, limits->passed_bytes);
}

/* A timer that should have fired: its CPU's softirqs did not run, or this one did not. */
static void overdue(const struct pk_sock_info *info, struct pk_sock_reasons *reasons)
{
	if (info->timer_status == PK_OK && info->timer != PK_TIMER_NONE && info->timer_ms < 0)
		pk_sock_reason_add(reasons, "timer-overdue",
				   "its timer should have fired %lld ms before the end",
				   (long long)-info->timer_ms);
}

static void no_timer(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		     struct pk_sock_reasons *reasons)
{
	struct pk_figure lacks = pk_sock_lacks_timer(sock, limits);

	if (known(&lacks) && lacks.value)
		pk_sock_reason_add(reasons, "no-timer",
				   "no timer runs that would send it: it waits for the peer alone");
}

static void listener(const struct pk_sock_limits *limits, struct pk_sock_reasons *reasons)
{
	if (known(&limits->ack_backlog) && known(&limits->max_ack_backlog) &&
	    limits->ack_backlog.value > limits->max_ack_backlog.value)
		pk_sock_reason_add(
			reasons, "accept-queue-full",
			"%llu connection(s) wait(-s) to be accepted, the backlog is %llu",
			LL(limits->ack_backlog.value), LL(limits->max_ack_backlog.value));
	/* inet_csk_reqsk_queue_is_full(); a backlog of 0 is full of nothing. */
	if (known(&limits->syn_qlen) && known(&limits->max_ack_backlog) && limits->syn_qlen.value &&
	    limits->syn_qlen.value >= limits->max_ack_backlog.value)
		pk_sock_reason_add(
			reasons, "syn-queue-full",
			"%llu request(s) wait(-s) for the end of their handshake, the backlog "
			"is %llu",
			LL(limits->syn_qlen.value), LL(limits->max_ack_backlog.value));
}

static void to_send(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		    const struct pk_sock_info *info, struct pk_sock_reasons *reasons)
{
	unanswered(sock, limits, reasons);
	large_lost(limits, reasons);
	if (limits->unsent) {
		peer_window(sock, limits, info, reasons);
		congestion(limits, reasons);
		small_packet(limits, reasons);
		own_queues(limits, reasons);
	}
	overdue(info, reasons);
	no_timer(sock, limits, reasons);
}

void pk_tcp_reasons(const struct pk_sock *sock, const struct pk_sock_limits *limits,
		    const struct pk_sock_info *info, struct pk_sock_reasons *reasons)
{
	if (sock->kind == PK_SOCK_LISTEN) {
		listener(limits, reasons);
		return;
	}
	if (sock->tx_queue)
		to_send(sock, limits, info, reasons);
	if (sock->rx_queue)
		pk_sock_reason_add(reasons, "not-read", "%u byte(s) wait(-s) to be read%s",
				   sock->rx_queue,
				   known(&limits->rcv_wnd) && !limits->rcv_wnd.value
					   ? ", and its own window is closed"
					   : "");
	if (sock->qlen[PK_QUEUE_OFO])
		pk_sock_reason_add(reasons, "hole",
				   "%u skb(s) wait(-s) for data that came before them",
				   sock->qlen[PK_QUEUE_OFO]);
	if (sock->owned)
		pk_sock_reason_add(reasons, "locked",
				   "a process has it locked: what comes goes to its backlog");
}
