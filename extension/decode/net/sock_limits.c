// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/sock_limits.h"

#include "decode/figure.h"

#define MSEC_PER_SEC 1000

/* icsk_ack.lrcvtime is the low half of jiffies. */
static struct pk_figure idle_read(struct pk_ctx *ctx, uint64_t sock)
{
	struct pk_figure then = pk_figure_member(ctx, sock, PK_R_icsk_lrcvtime), now;
	uint64_t hz;
	enum pk_status status = pk_hz_read(ctx, &hz);

	if (then.status != PK_OK)
		return then;
	now = pk_figure_symbol(ctx, PK_R_jiffies_symbol, ctx->target->facts.word_size);
	if (now.status == PK_OK)
		now.status = status;
	if (now.status != PK_OK)
		return now;
	if (!then.value)
		return pk_figure_none(PK_ABSENT);
	now.value = (uint64_t)(uint32_t)(now.value - then.value) * MSEC_PER_SEC / hz;
	return now;
}

/* tcp_receive_window() */
static struct pk_figure window_read(struct pk_ctx *ctx, const struct pk_sock *sock)
{
	struct pk_figure window = pk_figure_member(ctx, sock->addr, PK_R_tcp_rcv_wnd);
	struct pk_figure from = pk_figure_member(ctx, sock->addr, PK_R_tcp_rcv_wup);
	int32_t left = (int32_t)((uint32_t)from.value + (uint32_t)window.value - sock->rcv_nxt);

	if (window.status == PK_OK)
		window.status = from.status;
	window.value = left > 0 ? (uint32_t)left : 0;
	return window;
}

void pk_sock_limits_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			 struct pk_sock_limits *ret_limits)
{
	const uint64_t addr = sock->addr;

	*ret_limits = (struct pk_sock_limits){
		.ack_backlog = pk_figure_member(ctx, addr, PK_R_sk_ack_backlog),
		.max_ack_backlog = pk_figure_member(ctx, addr, PK_R_sk_max_ack_backlog),
		.syn_qlen = pk_figure_member(ctx, addr, PK_R_icsk_syn_qlen),
		.pending = pk_figure_member(ctx, addr, PK_R_icsk_pending),
		.retransmits = pk_figure_member(ctx, addr, PK_R_icsk_retransmits),
		.backoff = pk_figure_member(ctx, addr, PK_R_icsk_backoff),
		.retries1 = pk_figure_member(ctx, sock->net, PK_R_net_tcp_retries1),
		.snd_wnd = pk_figure_member(ctx, addr, PK_R_tcp_snd_wnd),
		.rcv_wnd = window_read(ctx, sock),
		.idle_ms = idle_read(ctx, addr),
	};
}
