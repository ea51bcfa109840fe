// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What holds a socket back that is of no protocol of the wire.
 *
 * A packet socket's ring is blocks of frames: pg_vec[i].buffer. Up to TPACKET_V2 each frame begins with its status, 0 where it is
 * the kernel's, and the kernel fills the one at `head` next. From TPACKET_V3 on it is blocks that change hands, and the
 * kernel notes that it has none.
 */
#include "decode/net/sock/sock.h"

#include "decode/figure.h"
#include "decode/net/skb/skb.h"

#define FLAG_DEAD 1u /* SOCK_DEAD: first of enum sock_flags */
#define CONGESTED 1u /* NETLINK_S_CONGESTED */
#define TPACKET_V2 1
#define TPACKET_V3 2
#define MAX_BLOCKS (1u << 20)

static struct pk_figure none(void)
{
	return pk_figure_none(PK_ABSENT);
}

/* BIT of the word of row ID. */
static struct pk_figure flag_read(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
				  uint64_t bit)
{
	struct pk_figure figure = pk_figure_member(ctx, base, id);

	figure.value = (figure.value & bit) != 0;
	return figure;
}

static struct pk_figure queued_read(struct pk_ctx *ctx, uint64_t sk)
{
	uint64_t queue;
	enum pk_status status = pk_row_offset(ctx, PK_R_sk_receive_queue, &queue);

	return status == PK_OK && sk ? pk_figure_member(ctx, sk + queue, PK_R_skb_queue_qlen)
				     : pk_figure_none(status == PK_OK ? PK_ABSENT : status);
}

static struct pk_figure newest_read(struct pk_ctx *ctx, uint64_t sk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t skb;
	uint64_t queue = pk_offset(&r, PK_R_sk_receive_queue);

	pk_try(&r, pk_skb_head_last(ctx, sk + queue, &skb));
	return pk_ok(&r) ? pk_figure_member(ctx, skb, PK_R_skb_truesize) : pk_figure_none(r.status);
}

/* packet_lookup_frame() */
static struct pk_figure frame_is_taken(struct pk_ctx *ctx, uint64_t sk, uint64_t blocks,
				       bool is_long)
{
	struct pk_figure head = pk_figure_member(ctx, sk, PK_R_packet_ring_head);
	struct pk_figure size = pk_figure_member(ctx, sk, PK_R_packet_ring_frame_size);
	struct pk_figure per_block = pk_figure_member(ctx, sk, PK_R_packet_ring_per_block);
	struct pk_figure nr = pk_figure_member(ctx, sk, PK_R_packet_ring_blocks);
	struct pk_figure block;
	uint64_t step, index;

	if (head.status != PK_OK || size.status != PK_OK || per_block.status != PK_OK ||
	    nr.status != PK_OK || pk_row_value(ctx, PK_R_packet_block_size, &step) != PK_OK)
		return none();
	index = per_block.value ? head.value / per_block.value : nr.value;
	if (index >= nr.value || nr.value > MAX_BLOCKS)
		return pk_figure_none(PK_CORRUPT);
	block = pk_figure_member(ctx, blocks + index * step, PK_R_packet_block_buffer);
	if (block.status == PK_OK)
		block = pk_figure_at(ctx, block.value + head.value % per_block.value * size.value,
				     is_long ? ctx->target->facts.word_size : 4);
	block.value = block.value != 0;
	return block;
}

static struct pk_figure ring_full_read(struct pk_ctx *ctx, uint64_t sk)
{
	struct pk_figure version = pk_figure_member(ctx, sk, PK_R_packet_version);
	struct pk_figure blocks = pk_figure_member(ctx, sk, PK_R_packet_ring);

	if (version.status != PK_OK || blocks.status != PK_OK)
		return pk_figure_none(version.status == PK_OK ? blocks.status : version.status);
	if (!blocks.value || version.value > TPACKET_V3)
		return none();
	return version.value == TPACKET_V3
		       ? flag_read(ctx, sk, PK_R_packet_ring_frozen, UINT64_MAX)
		       : frame_is_taken(ctx, sk, blocks.value, version.value < TPACKET_V2);
}

static void read_peer(struct pk_ctx *ctx, const struct pk_local_sock *sock,
		      struct pk_local_state *state)
{
	state->most = pk_figure_member(ctx, sock->addr, PK_R_sk_max_ack_backlog);
	if (!sock->peer)
		return;
	state->peer_closed = flag_read(ctx, sock->peer, PK_R_skc_flags, FLAG_DEAD);
	state->peer_queued = queued_read(ctx, sock->peer);
	state->peer_most = pk_figure_member(ctx, sock->peer, PK_R_sk_max_ack_backlog);
	state->mutual = pk_member_or_zero(ctx, sock->peer, PK_R_unix_peer) == sock->addr;
}

void pk_local_state_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			 struct pk_local_state *ret_state)
{
	struct pk_local_state *state = ret_state;

	*state = (struct pk_local_state){.most = none(),
					 .congested = none(),
					 .ring_full = none(),
					 .peer_closed = none(),
					 .peer_queued = none(),
					 .peer_most = none()};
	pk_sock_memory_read(ctx, sock->addr, &state->info);
	state->queued = queued_read(ctx, sock->addr);
	state->newest = newest_read(ctx, sock->addr);
	state->error = pk_figure_member(ctx, sock->addr, PK_R_sk_err);
	if (sock->family == PK_LOCAL_UNIX)
		read_peer(ctx, sock, state);
	else if (sock->family == PK_LOCAL_NETLINK)
		state->congested = flag_read(ctx, sock->addr, PK_R_netlink_state, CONGESTED);
	else if (sock->family == PK_LOCAL_PACKET)
		state->ring_full = ring_full_read(ctx, sock->addr);
}
