// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Rules about TCP sockets. Peers that vanish or are slow are nothing special to a server with many of them: what holds
 * connections back makes one finding a rule, with their number and the worst of them.
 */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/kit.h"
#include "decode/net/sock/sock.h"
#include "protocol/sockets.h"

#define STATE_ESTABLISHED 1
#define STATE_SYN_SENT 2
#define STATE_SYN_RECV 3
#define RTO_MAX_MS 120000 /* TCP_RTO_MAX: no peer waits longer before it asks again */

static const char *local_text(const struct pk_sock *sock, char buf[64])
{
	return pk_endpoint_text(sock->tuple.family, sock->tuple.saddr, sock->tuple.sport, buf, 64);
}

static const char *peer_text(const struct pk_sock *sock, char buf[64])
{
	return pk_endpoint_text(sock->tuple.family, sock->tuple.daddr, sock->tuple.dport, buf, 64);
}

static void show_sock(struct pk_finding *finding, const struct pk_sock *sock)
{
	pk_finding_shows_addr(finding, "sk", sock->addr);
	if (sock->netns)
		pk_finding_shows_uint(finding, "netns", sock->netns);
}

/* The command that shows this one. */
static const char *more_of(const struct pk_sock *sock, char more[64])
{
	snprintf(more, 64, "flows -o -k %llx", (unsigned long long)sock->addr);
	return more;
}

/* Those that are missing cannot be judged, the others can. */
static void count_missing(struct pk_judge *judge)
{
	if (judge->scene->memory->socks_missing)
		pk_judge_unknown(judge, "some sockets, as the warnings say", PK_OK);
}

/* --- listeners ----------------------------------------------------------------------------------------- */

/* sk_acceptq_is_full(): one more than the backlog may wait. */
static void accept_queue(struct pk_judge *judge, const struct pk_sock *sock,
			 const struct pk_sock_limits *limits)
{
	struct pk_finding *finding;
	char local[64], more[64];

	if (!pk_judge_knows(judge, "sk_ack_backlog", &limits->ack_backlog) ||
	    !pk_judge_knows(judge, "sk_max_ack_backlog", &limits->max_ack_backlog))
		return;
	if (limits->ack_backlog.value <= limits->max_ack_backlog.value) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(judge, more_of(sock, more),
				 "the accept queue of %s is full: %llu connection(s) wait(-s), the "
				 "backlog is %llu; more are dropped",
				 local_text(sock, local),
				 (unsigned long long)limits->ack_backlog.value,
				 (unsigned long long)limits->max_ack_backlog.value);
	pk_finding_shows_uint(finding, "sk_ack_backlog", limits->ack_backlog.value);
	pk_finding_shows_uint(finding, "sk_max_ack_backlog", limits->max_ack_backlog.value);
	show_sock(finding, sock);
}

/* inet_csk_reqsk_queue_is_full(): with as many as the backlog; since a change that stable kernels have too, with one more.
 * Memory does not tell which kernel this is: with as many it is likely. */
static void syn_queue(struct pk_judge *judge, const struct pk_sock *sock,
		      const struct pk_sock_limits *limits)
{
	struct pk_finding *finding;
	char local[64], more[64];
	bool over;

	if (!pk_judge_knows(judge, "icsk_accept_queue.qlen", &limits->syn_qlen) ||
	    !pk_judge_knows(judge, "sk_max_ack_backlog", &limits->max_ack_backlog))
		return;
	/* A backlog of 0 is full of nothing. */
	if (!limits->syn_qlen.value || limits->syn_qlen.value < limits->max_ack_backlog.value) {
		pk_judge_clear(judge);
		return;
	}
	over = limits->syn_qlen.value > limits->max_ack_backlog.value;
	finding =
		pk_judge_found(judge, more_of(sock, more),
			       "the SYN queue of %s is full: %llu request(s), the backlog is %llu; "
			       "SYNs get cookies, or are dropped",
			       local_text(sock, local), (unsigned long long)limits->syn_qlen.value,
			       (unsigned long long)limits->max_ack_backlog.value);
	if (finding && !over)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "icsk_accept_queue.qlen", limits->syn_qlen.value);
	pk_finding_shows_uint(finding, "sk_max_ack_backlog", limits->max_ack_backlog.value);
	show_sock(finding, sock);
}

static void listeners_each(struct pk_judge *judge,
			   void (*fn)(struct pk_judge *judge, const struct pk_sock *sock,
				      const struct pk_sock_limits *limits))
{
	const struct pk_queued_packets *memory = judge->scene->memory;
	struct pk_sock_limits limits;

	count_missing(judge);
	for (size_t i = 0; i < memory->nr_listeners; i++) {
		pk_sock_limits_read(judge->scene->ctx, &memory->listeners[i], &limits);
		fn(judge, &memory->listeners[i], &limits);
	}
}

void pk_judge_accept_queue(struct pk_judge *judge)
{
	listeners_each(judge, accept_queue);
}

void pk_judge_syn_queue(struct pk_judge *judge)
{
	listeners_each(judge, syn_queue);
}

/* --- connections --------------------------------------------------------------------------------------- */

#define SHOWN_OTHERS 32

/* Those in trouble, and the worst. */
struct worst {
	struct pk_judge *judge;
	uint64_t nr, value;
	const struct pk_sock *sock; /* NULL: none */
	struct pk_sock_limits limits;
	const struct pk_sock *all[SHOWN_OTHERS + 1]; /* the first of them */
};

static void found_one(struct worst *worst, const struct pk_sock *sock,
		      const struct pk_sock_limits *limits, uint64_t value)
{
	if (worst->nr < PK_ARRAY_SIZE(worst->all))
		worst->all[worst->nr] = sock;
	worst->nr++;
	/* Of equal ones the lowest address: the table has no order of its own. */
	if (worst->sock &&
	    (worst->value > value || (worst->value == value && worst->sock->addr < sock->addr)))
		return;
	worst->value = value;
	worst->sock = sock;
	worst->limits = *limits;
}

static void socks_each(struct worst *worst, bool (*is_candidate)(const struct pk_sock *sock),
		       void (*fn)(struct worst *worst, const struct pk_sock *sock,
				  const struct pk_sock_limits *limits))
{
	const struct pk_queued_packets *memory = worst->judge->scene->memory;
	const struct pk_sock *sock;
	struct pk_sock_limits limits;
	size_t at = 0;

	count_missing(worst->judge);
	while ((sock = pk_hash_next(&memory->socks, &at))) {
		if (sock->kind != PK_SOCK_FULL)
			continue;
		if (!is_candidate(sock)) {
			pk_judge_clear(worst->judge);
			continue;
		}
		pk_sock_limits_read(worst->judge->scene->ctx, sock, &limits);
		fn(worst, sock, &limits);
	}
}

/* "3 connections, the worst 10.0.0.2:80 > 10.0.0.1:999"; one is itself. */
static const char *worst_text(const struct worst *worst, char buf[176])
{
	char local[64], peer[64], nr[48] = "";

	if (worst->nr > 1)
		snprintf(nr, sizeof(nr), "%llu connections, the worst ",
			 (unsigned long long)worst->nr);
	snprintf(buf, 176, "%s%s > %s", nr, local_text(worst->sock, local),
		 peer_text(worst->sock, peer));
	return buf;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = (*(const struct pk_sock *const *)a)->addr,
		 y = (*(const struct pk_sock *const *)b)->addr;

	return x < y ? -1 : x > y;
}

/* All but the worst, which the sentence names. */
static void show_others(struct pk_finding *finding, struct worst *worst)
{
	size_t nr = worst->nr < PK_ARRAY_SIZE(worst->all) ? worst->nr : PK_ARRAY_SIZE(worst->all);
	char local[64], peer[64];

	if (!finding || nr < 2)
		return;
	qsort(worst->all, nr, sizeof(*worst->all), by_address);
	finding->others = calloc(nr, sizeof(*finding->others));
	for (size_t i = 0; finding->others && i < nr; i++) {
		struct pk_finding_other *other = &finding->others[finding->nr_others];

		if (worst->all[i] == worst->sock || finding->nr_others == SHOWN_OTHERS)
			continue;
		snprintf(other->name, sizeof(other->name), "%s > %s",
			 local_text(worst->all[i], local), peer_text(worst->all[i], peer));
		other->addr = worst->all[i]->addr;
		finding->nr_others++;
	}
}

/* Not sent, or not acknowledged. */
static bool has_to_send(const struct pk_sock *sock)
{
	return sock->tx_queue;
}

/* tcp_probe_timer() runs, and has probed as often as tcp_retries1 lets retransmits go before the path is doubted. It also
 * runs where this host cannot send, for want of a route: then the window is open. */
static void closed_window(struct worst *worst, const struct pk_sock *sock,
			  const struct pk_sock_limits *limits)
{
	struct pk_sock_limits sending = *limits;
	struct pk_judge *judge = worst->judge;

	if (!pk_judge_knows(judge, "icsk_pending", &limits->pending) ||
	    !pk_judge_knows(judge, "icsk_backoff", &limits->backoff) ||
	    !pk_judge_knows(judge, "tcp_retries1", &limits->retries1) ||
	    !pk_judge_knows(judge, "snd_wnd", &limits->snd_wnd))
		return;
	if (limits->pending.value != PK_ICSK_PROBE0 || !limits->backoff.value ||
	    limits->backoff.value < limits->retries1.value) {
		pk_judge_clear(judge);
		return;
	}
	if (!pk_window_left(sock, limits->snd_wnd.value)) {
		found_one(worst, sock, limits, limits->backoff.value);
		return;
	}
	pk_sock_sending_read(judge->scene->ctx, sock, &sending);
	if (!pk_judge_knows(judge, "mss_cache", &sending.mss))
		return;
	if (pk_window_is_open(sock, &sending))
		pk_judge_clear(judge);
	else
		found_one(worst, sock, limits, limits->backoff.value);
}

void pk_judge_zero_window(struct pk_judge *judge)
{
	struct worst worst = {.judge = judge};
	struct pk_finding *finding;
	char text[176], more[64];

	if (!pk_judge_stood_still(judge))
		return;
	socks_each(&worst, has_to_send, closed_window);
	if (!worst.sock)
		return;
	finding = pk_judge_found(judge, more_of(worst.sock, more),
				 "%s: the peer's window stays closed after %llu probe(s); %u bytes "
				 "wait to be sent",
				 worst_text(&worst, text), (unsigned long long)worst.value,
				 worst.limits.unsent);
	pk_finding_shows_uint(finding, "snd_wnd", worst.limits.snd_wnd.value);
	pk_finding_shows_uint(finding, "icsk_backoff", worst.limits.backoff.value);
	pk_finding_shows_uint(finding, "tcp_retries1", worst.limits.retries1.value);
	pk_finding_shows_uint(finding, "tx_queue", worst.sock->tx_queue);
	pk_finding_shows_uint(finding, "connections", worst.nr);
	show_sock(finding, worst.sock);
	show_others(finding, &worst);
}

/* A connect has a limit of its own. */
static bool has_sent(const struct pk_sock *sock)
{
	return sock->tx_queue && sock->state != STATE_SYN_SENT && sock->state != STATE_SYN_RECV;
}

/* What another rule says more of. */
static bool loses_large(const struct pk_judge *judge, const struct pk_sock *sock,
			const struct pk_sock_limits *limits, struct pk_sock_limits *ret_sending)
{
	*ret_sending = *limits;
	pk_sock_sending_read(judge->scene->ctx, sock, ret_sending);
	return pk_sock_loses_large(ret_sending);
}

/* tcp_write_timeout(): from tcp_retries1 on. False, and JUDGE has noted it: the path is in no doubt, or that is not known. */
static bool doubts_path(struct pk_judge *judge, const struct pk_sock_limits *limits)
{
	if (!pk_judge_knows(judge, "icsk_retransmits", &limits->retransmits) ||
	    !pk_judge_knows(judge, "tcp_retries1", &limits->retries1))
		return false;
	if (limits->retransmits.value && limits->retransmits.value >= limits->retries1.value)
		return true;
	pk_judge_clear(judge);
	return false;
}

static void no_answer(struct worst *worst, const struct pk_sock *sock,
		      const struct pk_sock_limits *limits)
{
	struct pk_judge *judge = worst->judge;
	struct pk_sock_limits sending;

	if (!doubts_path(judge, limits))
		return;
	if (loses_large(judge, sock, limits, &sending))
		pk_judge_clear(judge);
	else
		found_one(worst, sock, limits, limits->retransmits.value);
}

void pk_judge_unanswered(struct pk_judge *judge)
{
	struct worst worst = {.judge = judge};
	struct pk_finding *finding;
	char text[176], more[64];

	if (!pk_judge_stood_still(judge))
		return;
	socks_each(&worst, has_sent, no_answer);
	if (!worst.sock)
		return;
	finding = pk_judge_found(judge, more_of(worst.sock, more),
				 "%s: %llu retransmit(s) in a row got no answer; %u bytes are not "
				 "acknowledged",
				 worst_text(&worst, text), (unsigned long long)worst.value,
				 worst.sock->tx_queue);
	pk_finding_shows_uint(finding, "icsk_retransmits", worst.limits.retransmits.value);
	pk_finding_shows_uint(finding, "tcp_retries1", worst.limits.retries1.value);
	pk_finding_shows_uint(finding, "tx_queue", worst.sock->tx_queue);
	pk_finding_shows_uint(finding, "connections", worst.nr);
	show_sock(finding, worst.sock);
	show_others(finding, &worst);
}

static void large_lost(struct worst *worst, const struct pk_sock *sock,
		       const struct pk_sock_limits *limits)
{
	struct pk_judge *judge = worst->judge;
	struct pk_sock_limits sending;

	if (!doubts_path(judge, limits))
		return;
	if (loses_large(judge, sock, limits, &sending))
		found_one(worst, sock, &sending, limits->retransmits.value);
	else if (pk_judge_knows(judge, "the retransmit queue", &sending.large_lost))
		pk_judge_clear(judge);
}

/* tcp_mtu_probing() */
void pk_judge_large_lost(struct pk_judge *judge)
{
	struct worst worst = {.judge = judge};
	const struct pk_sock_limits *limits = &worst.limits;
	struct pk_finding *finding;
	char text[176], more[64];
	bool never;

	if (!pk_judge_stood_still(judge))
		return;
	socks_each(&worst, has_sent, large_lost);
	if (!worst.sock)
		return;
	never = worst.sock->bytes_acked && worst.sock->bytes_acked < limits->lost_bytes;
	finding = pk_judge_found(judge, more_of(worst.sock, more),
				 "%s: %llu retransmit(s) in a row of segments of %u bytes or more "
				 "got no answer, those of up to %u bytes behind them did%s",
				 worst_text(&worst, text), (unsigned long long)worst.value,
				 limits->lost_bytes, limits->passed_bytes,
				 never ? "; none as large was ever acknowledged" : "");
	pk_finding_shows_uint(finding, "icsk_retransmits", worst.value);
	pk_finding_shows_uint(finding, "tcp_retries1", limits->retries1.value);
	pk_finding_shows_uint(finding, "lost", limits->nr_lost);
	pk_finding_shows_uint(finding, "lost_bytes", limits->lost_bytes);
	pk_finding_shows_uint(finding, "passed_bytes", limits->passed_bytes);
	pk_finding_shows_uint(finding, "mss", limits->mss.value);
	pk_finding_shows_uint(finding, "sacked_out", limits->sacked_out.value);
	pk_finding_shows_uint(finding, "connections", worst.nr);
	show_sock(finding, worst.sock);
	show_others(finding, &worst);
}

/*
 * A CPU may be about to call the timer that is no longer in its wheel, and is still named as pending.
 * Who holds the socket may be about to send or to set a timer: of a locked one only "a timer runs" is certain.
 */
static void lacks_timer(struct worst *worst, const struct pk_sock *sock,
			const struct pk_sock_limits *limits)
{
	struct pk_sock_limits sending = *limits;
	struct pk_judge *judge = worst->judge;
	struct pk_sock unlocked = *sock;
	struct pk_figure lacks;

	pk_sock_sending_read(judge->scene->ctx, sock, &sending);
	unlocked.owned = false;
	lacks = pk_sock_lacks_timer(&unlocked, &sending);
	if (!pk_judge_knows(judge, "a socket's timer", &lacks))
		return;
	if (!lacks.value)
		pk_judge_clear(judge);
	else if (sock->unread & PK_SOCK_NO_OWNED)
		pk_judge_unknown(judge, "sk_lock.owned", PK_OK);
	else if (sock->owned)
		pk_judge_unknown(judge, "a socket that a process has locked", PK_OK);
	else
		found_one(worst, sock, &sending, sock->tx_queue);
}

void pk_judge_no_timer(struct pk_judge *judge)
{
	struct worst worst = {.judge = judge};
	struct pk_finding *finding;
	char text[176], more[64];
	bool sent;

	socks_each(&worst, has_to_send, lacks_timer);
	if (!worst.sock)
		return;
	sent = worst.limits.packets_out.value;
	finding = pk_judge_found(judge, more_of(worst.sock, more),
				 "%s: %u byte(s) %s, and no timer runs that would send them%s",
				 worst_text(&worst, text), worst.sock->tx_queue,
				 sent ? "are not acknowledged" : "wait to be sent",
				 sent ? " again" : "");
	if (finding && worst.limits.pending.value)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "packets_out", worst.limits.packets_out.value);
	pk_finding_shows_uint(finding, "icsk_pending", worst.limits.pending.value);
	pk_finding_shows_addr(finding, "timer.entry.pprev", worst.limits.armed.value);
	pk_finding_shows_uint(finding, "unsent", worst.limits.unsent);
	pk_finding_shows_uint(finding, "tx_queue", worst.sock->tx_queue);
	pk_finding_shows_uint(finding, "connections", worst.nr);
	show_sock(finding, worst.sock);
	show_others(finding, &worst);
}

static bool has_unread(const struct pk_sock *sock)
{
	return sock->rx_queue && sock->state == STATE_ESTABLISHED;
}

/* tcp_receive_window() is 0: the peer may send nothing but probes. For how long, icsk_ack.lrcvtime says. */
static void window_closed(struct worst *worst, const struct pk_sock *sock,
			  const struct pk_sock_limits *limits)
{
	struct pk_judge *judge = worst->judge;

	if (limits->idle_ms.status == PK_ABSENT) {
		pk_judge_clear(judge);
		return;
	}
	if (!pk_judge_knows(judge, "rcv_wnd", &limits->rcv_wnd) ||
	    !pk_judge_knows(judge, "icsk_ack.lrcvtime", &limits->idle_ms))
		return;
	if (!limits->rcv_wnd.value && limits->idle_ms.value > RTO_MAX_MS)
		found_one(worst, sock, limits, limits->idle_ms.value);
	else
		pk_judge_clear(judge);
}

void pk_judge_unread(struct pk_judge *judge)
{
	struct worst worst = {.judge = judge};
	struct pk_finding *finding;
	char text[176], more[64];

	if (!pk_judge_stood_still(judge))
		return;
	socks_each(&worst, has_unread, window_closed);
	if (!worst.sock)
		return;
	finding =
		pk_judge_found(judge, more_of(worst.sock, more),
			       "%s: its program has %u byte(s) to read, and the receive window is "
			       "closed for %llu s",
			       worst_text(&worst, text), worst.sock->rx_queue,
			       (unsigned long long)worst.value / 1000);
	pk_finding_shows_uint(finding, "rx_queue", worst.sock->rx_queue);
	pk_finding_shows_uint(finding, "rcv_wnd", worst.limits.rcv_wnd.value);
	pk_finding_shows_uint(finding, "idle_ms", worst.limits.idle_ms.value);
	pk_finding_shows_uint(finding, "connections", worst.nr);
	show_sock(finding, worst.sock);
	show_others(finding, &worst);
}
