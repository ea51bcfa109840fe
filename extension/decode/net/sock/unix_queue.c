// SPDX-License-Identifier: GPL-3.0-or-later
/* What waits in a unix socket: sock.sk_receive_queue -> sk_buff, whose sock is the sender's and keeps its send buffer. */
#include "decode/net/sock/sock.h"

#include <string.h>

#include "decode/figure.h"
#include "decode/net/skb/skb.h"
#include "protocol/sockets.h"

struct walk {
	struct pk_ctx *ctx;
	const struct pk_local_sock *sock;
	struct pk_unix_packets *packets;
};

/* struct unix_skb_parms in its control block: who sent it, if somebody wants to know. */
static void read_sender(struct pk_ctx *ctx, uint64_t skb, struct pk_unix_packet *packet)
{
	uint64_t cb;
	struct pk_figure pid = pk_figure_none(PK_ABSENT);

	packet->sender = pk_member_or_zero(ctx, skb, PK_R_skb_sk);
	packet->pid = packet->uid = pk_figure_none(PK_ABSENT);
	if (pk_row_offset(ctx, PK_R_skb_cb, &cb) != PK_OK)
		return;
	pid = pk_figure_member(ctx, skb + cb, PK_R_unix_skb_pid);
	if (pid.status != PK_OK || !pid.value)
		return;
	packet->pid = pk_figure_member(ctx, pid.value, PK_R_pid_number);
	packet->uid = pk_figure_member(ctx, skb + cb, PK_R_unix_skb_uid);
}

/* unix_skb_len(): a stream's reader may take a part. */
struct pk_figure pk_unix_skb_len(struct pk_ctx *ctx, const struct pk_local_sock *sock, uint64_t skb)
{
	struct pk_figure len = pk_figure_member(ctx, skb, PK_R_skb_len);
	uint64_t cb, consumed = 0;

	if (pk_local_is_stream(sock) && pk_row_offset(ctx, PK_R_skb_cb, &cb) == PK_OK)
		consumed = pk_member_or_zero(ctx, skb + cb, PK_R_unix_skb_consumed);
	if (len.status == PK_OK && consumed > len.value)
		len.status = PK_CORRUPT;
	len.value -= consumed;
	return len;
}

static bool add_packet(uint64_t skb, void *arg)
{
	struct walk *walk = arg;
	struct pk_unix_packets *packets = walk->packets;
	struct pk_unix_packet *packet = &packets->list[packets->nr];
	struct pk_figure len;

	if (packets->nr == PK_MESSAGES_MAX) {
		packets->cut = true;
		return false;
	}
	len = pk_unix_skb_len(walk->ctx, walk->sock, skb);
	packets->status = len.status;
	if (len.status != PK_OK)
		return false;
	packets->nr++;
	packet->skb = skb;
	packet->len = (uint32_t)len.value;
	read_sender(walk->ctx, skb, packet);
	return true;
}

void pk_unix_packets_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			  struct pk_unix_packets *ret_packets)
{
	struct walk walk = {ctx, sock, ret_packets};
	uint64_t queue;

	memset(ret_packets, 0, sizeof(*ret_packets));
	if (sock->family != PK_LOCAL_UNIX || pk_local_is_listener(sock))
		return;
	ret_packets->status = pk_row_offset(ctx, PK_R_sk_receive_queue, &queue);
	if (ret_packets->status == PK_OK)
		pk_skb_head_walk(ctx, "receive queue", sock->addr + queue, add_packet, &walk);
}
