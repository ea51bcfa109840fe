// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/sock/sock.h"

#include "core/reader.h"
#include "decode/figure.h"
#include "protocol/protocol.h"

#define MSEC_PER_SEC 1000

/* When data came last is the low half of jiffies. */
static struct pk_figure idle_read(struct pk_ctx *ctx, const struct pk_sock_limit_rows *rows,
				  uint64_t sock)
{
	struct pk_figure then = pk_figure_member(ctx, sock, rows->received_at), now;
	uint64_t hz;

	if (then.status != PK_OK)
		return then;
	now = pk_jiffies_read(ctx, &hz);
	if (now.status != PK_OK)
		return now;
	if (!then.value)
		return pk_figure_none(PK_ABSENT);
	now.value = (uint64_t)(uint32_t)(now.value - then.value) * MSEC_PER_SEC / hz;
	return now;
}

static struct pk_figure window_read(struct pk_ctx *ctx, const struct pk_sock_limit_rows *rows,
				    const struct pk_sock *sock)
{
	struct pk_figure window = pk_figure_member(ctx, sock->addr, rows->window);
	struct pk_figure from = pk_figure_member(ctx, sock->addr, rows->window_from);

	if (window.status == PK_OK)
		window.status = from.status;
	window.value = rows->window_left(sock, (uint32_t)from.value, (uint32_t)window.value);
	return window;
}

static struct pk_figure newest_read(struct pk_ctx *ctx, const struct pk_sock *sock)
{
	uint64_t skb;
	enum pk_status status = pk_sock_received_last(ctx, sock, &skb);

	return status == PK_OK ? pk_figure_member(ctx, skb, PK_R_skb_truesize)
			       : pk_figure_none(status);
}

/* What the peer has, and lacks, of what was sent. */
struct segments {
	struct pk_reader r;
	const struct pk_sock_limit_rows *rows;
	uint64_t cb, most; /* the control block's offset; bytes of a segment */
	uint32_t nr_lost, nr_passed, nr_sent_again, least_lost, most_passed;
};

static bool look_at_segment(uint64_t skb, enum pk_sock_queue queue, void *arg)
{
	struct segments *segments = arg;
	const struct pk_sock_limit_rows *rows = segments->rows;
	struct pk_reader *r = &segments->r;
	uint64_t cb = skb + segments->cb, marks = pk_member(r, cb, rows->marks);
	uint32_t bytes = (uint32_t)(pk_member(r, cb, rows->ends) - pk_member(r, cb, rows->begins));

	(void)queue;
	/* What has not been cut yet: its segments are full ones. */
	if (bytes > segments->most)
		bytes = (uint32_t)segments->most;
	if (marks & rows->acked) {
		segments->nr_passed++;
		if (bytes > segments->most_passed)
			segments->most_passed = bytes;
	} else {
		segments->nr_sent_again += !!(marks & rows->sent_again);
		if (!segments->nr_lost++ || bytes < segments->least_lost)
			segments->least_lost = bytes;
	}
	return pk_ok(r);
}

/* Asked only if segments behind others are acknowledged, and those are sent again in vain. */
static void large_lost_read(struct pk_ctx *ctx, const struct pk_sock_limit_rows *rows,
			    const struct pk_sock *sock, struct pk_sock_limits *limits)
{
	struct segments segments = {.r = {.ctx = ctx}, .rows = rows, .most = limits->mss.value};

	limits->large_lost = (struct pk_figure){.status = PK_OK};
	if (!limits->retransmits.value)
		return;
	limits->large_lost.status = limits->sacked_out.status;
	if (limits->large_lost.status != PK_OK || !limits->sacked_out.value)
		return;
	segments.cb = pk_offset(&segments.r, PK_R_skb_cb);
	pk_try(&segments.r, limits->mss.status);
	pk_try(&segments.r,
	       pk_sock_queue_walk(ctx, sock, PK_QUEUE_RTX, look_at_segment, &segments));
	limits->large_lost.status = segments.r.status;
	limits->large_lost.value = segments.nr_passed && segments.nr_sent_again &&
				   segments.most_passed < segments.least_lost;
	limits->nr_lost = segments.nr_lost;
	limits->lost_bytes = segments.least_lost;
	limits->passed_bytes = segments.most_passed;
}

static void of_protocol(struct pk_ctx *ctx, const struct pk_sock_limit_rows *rows,
			const struct pk_sock *sock, struct pk_sock_limits *limits)
{
	const uint64_t addr = sock->addr;

	limits->syn_qlen = pk_figure_member(ctx, addr, rows->requests);
	limits->pending = pk_figure_member(ctx, addr, rows->timer);
	limits->retransmits = pk_figure_member(ctx, addr, rows->retransmits);
	limits->backoff = pk_figure_member(ctx, addr, rows->backoff);
	limits->retries1 = pk_figure_member(ctx, sock->net, rows->net_retries);
	limits->snd_wnd = pk_figure_member(ctx, addr, rows->sent_window);
	limits->rcv_wnd = window_read(ctx, rows, sock);
	limits->idle_ms = idle_read(ctx, rows, addr);
	limits->unsent = rows->unsent(sock);
}

void pk_sock_limits_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			 struct pk_sock_limits *ret_limits)
{
	const struct pk_sock_limit_rows *rows = pk_protocol_of_sock(sock)->sockets->limits;
	const struct pk_figure none = pk_figure_none(PK_ABSENT);

	*ret_limits = (struct pk_sock_limits){
		.ack_backlog = pk_figure_member(ctx, sock->addr, PK_R_sk_ack_backlog),
		.max_ack_backlog = pk_figure_member(ctx, sock->addr, PK_R_sk_max_ack_backlog),
		.syn_qlen = none,
		.pending = none,
		.retransmits = none,
		.backoff = none,
		.retries1 = none,
		.snd_wnd = none,
		.rcv_wnd = none,
		.idle_ms = none,
		.packets_out = none,
		.sacked_out = none,
		.lost_out = none,
		.retrans_out = none,
		.cwnd = none,
		.mss = none,
		.nonagle = none,
		.throttled = none,
		.armed = none,
		.locked = none,
		.repair = none,
		.fastopen = none,
		.newest = none,
		.large_lost = none,
	};
	if (pk_protocol_of_sock(sock)->datagrams)
		ret_limits->newest = newest_read(ctx, sock);
	if (rows)
		of_protocol(ctx, rows, sock, ret_limits);
}

void pk_sock_sending_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			  struct pk_sock_limits *limits)
{
	const struct pk_sock_limit_rows *rows = pk_protocol_of_sock(sock)->sockets->limits;
	const uint64_t addr = sock->addr;

	if (!rows)
		return;
	limits->packets_out = pk_figure_member(ctx, addr, rows->packets_out);
	limits->sacked_out = pk_figure_member(ctx, addr, rows->sacked_out);
	limits->lost_out = pk_figure_member(ctx, addr, rows->lost_out);
	limits->retrans_out = pk_figure_member(ctx, addr, rows->retrans_out);
	limits->cwnd = pk_figure_member(ctx, addr, rows->cwnd);
	limits->mss = pk_figure_member(ctx, addr, rows->mss);
	limits->nonagle = pk_figure_member(ctx, addr, rows->nonagle);
	limits->throttled = pk_figure_member(ctx, addr, PK_R_sk_tsq_flags);
	limits->armed = pk_figure_member(ctx, addr, rows->armed);
	limits->locked = pk_figure_spinlock(ctx, addr, PK_R_sk_slock);
	limits->repair = pk_figure_member(ctx, addr, rows->repair);
	limits->fastopen = pk_figure_member(ctx, addr, rows->fastopen);
	large_lost_read(ctx, rows, sock, limits);
}
