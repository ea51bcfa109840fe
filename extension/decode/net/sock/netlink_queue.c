// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sock.sk_receive_queue -> sk_buff.data -> nlmsghdr, nlmsghdr, ... A dump's answer has many messages in one skb;
 * each is padded to four bytes. Their layout is user space's: no kernel can change it.
 */
#include "decode/net/sock/sock.h"

#include <string.h>

#include "decode/net/skb/skb.h"
#include "protocol/sockets.h"

#define HEADER 16 /* bytes of struct nlmsghdr */

struct walk {
	struct pk_ctx *ctx;
	struct pk_netlink_messages *messages;
};

/* The message at ADDR, of which LEFT bytes are in the skb. False: no message is there. */
static bool message_read(struct walk *walk, uint64_t addr, uint32_t left,
			 struct pk_netlink_message *ret_message)
{
	struct pk_ctx *ctx = walk->ctx;
	uint8_t bytes[HEADER];
	enum pk_status status = left < HEADER ? PK_CORRUPT : pk_read(ctx, addr, bytes, HEADER);

	if (status != PK_OK) {
		walk->messages->status = status;
		return false;
	}
	*ret_message = (struct pk_netlink_message){
		.len = (uint32_t)pk_uint(ctx, bytes, 4),
		.type = (uint16_t)pk_uint(ctx, bytes + 4, 2),
		.flags = (uint16_t)pk_uint(ctx, bytes + 6, 2),
		.seq = (uint32_t)pk_uint(ctx, bytes + 8, 4),
		.pid = (uint32_t)pk_uint(ctx, bytes + 12, 4),
	};
	if (ret_message->len >= HEADER && ret_message->len <= left)
		return true;
	walk->messages->status = PK_CORRUPT;
	return false;
}

static bool add_messages(uint64_t addr, void *arg)
{
	struct walk *walk = arg;
	struct pk_netlink_messages *messages = walk->messages;
	struct pk_skb skb;
	uint32_t left;

	messages->status = pk_skb_read(walk->ctx, addr, &skb);
	if (messages->status != PK_OK)
		return false;
	left = skb.len > skb.data_len ? skb.len - skb.data_len : 0;
	for (uint32_t at = 0, step; left; at += step, left -= step) {
		struct pk_netlink_message message;

		if (messages->nr == PK_MESSAGES_MAX) {
			messages->cut = true;
			return false;
		}
		if (!message_read(walk, skb.data + at, left, &message))
			return false;
		messages->list[messages->nr++] = message;
		step = (message.len + 3) & ~3u;
		step = step < left ? step : left;
	}
	return true;
}

void pk_netlink_messages_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			      struct pk_netlink_messages *ret_messages)
{
	struct walk walk = {ctx, ret_messages};
	uint64_t queue;

	memset(ret_messages, 0, sizeof(*ret_messages));
	if (sock->family != PK_LOCAL_NETLINK || !pk_netlink_has_headers(sock->protocol))
		return;
	ret_messages->status = pk_row_offset(ctx, PK_R_sk_receive_queue, &queue);
	if (ret_messages->status == PK_OK)
		pk_skb_head_walk(ctx, "receive queue", sock->addr + queue, add_messages, &walk);
}
