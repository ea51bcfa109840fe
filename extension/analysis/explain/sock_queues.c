// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/socks.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"

#define MAX_LISTED 65536 /* skbs of one connection */

struct reading {
	struct pk_ctx *ctx;
	const struct pk_sock *sock;
	struct pk_sock_queues *queues;
	size_t room; /* of QUEUES->list */
};

/* Bytes of the stream that an skb stands for. Reading
 * and coalescing move data and len, never the sequence numbers. */
static uint64_t stream_bytes(const struct pk_sock *sock, const struct pk_skb *skb,
			     enum pk_sock_queue queue)
{
	struct pk_header shadow = pk_cb_header(sock, &skb->cb);

	if (queue == PK_QUEUE_ERROR || !skb->cb_valid || !shadow.len_known)
		return skb->len;
	return queue == PK_QUEUE_BACKLOG && skb->header_valid ? skb->header.payload_len
							      : shadow.payload_len;
}

static bool add(struct reading *reading, const struct pk_queued_skb *queued)
{
	struct pk_sock_queues *queues = reading->queues;

	if (queues->nr == reading->room && reading->room < MAX_LISTED) {
		size_t room = reading->room ? 2 * reading->room : 16;
		struct pk_queued_skb *grown = realloc(queues->list, room * sizeof(*grown));

		if (grown) {
			queues->list = grown;
			reading->room = room;
		}
	}
	if (queues->nr == reading->room)
		return false;
	queues->list[queues->nr++] = *queued;
	return true;
}

static bool collect(uint64_t addr, enum pk_sock_queue queue, void *arg)
{
	struct reading *reading = arg;
	struct pk_sock_queues *queues = reading->queues;
	struct pk_queued_skb queued = {.queue = queue, .addr = addr};

	queues->count[queue]++;
	queued.readable = pk_skb_read(reading->ctx, addr, &queued.skb) == PK_OK;
	if (queued.readable)
		queued.bytes = stream_bytes(reading->sock, &queued.skb, queue);
	else
		pk_warn(reading->ctx, "queued skb %llx: %s", (unsigned long long)addr,
			pk_error(reading->ctx));
	queues->bytes[queue] += queued.bytes;
	queues->cut |= !add(reading, &queued);
	return true;
}

void pk_sock_queues_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			 struct pk_sock_queues *ret_queues)
{
	struct reading reading = {.ctx = ctx, .sock = sock, .queues = ret_queues};

	memset(ret_queues, 0, sizeof(*ret_queues));
	if (sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN)
		for (int i = 0; i < PK_NR_SOCK_QUEUES; i++)
			ret_queues->status[i] = pk_sock_queue_walk(ctx, sock, i, collect, &reading);
}

void pk_sock_queues_deinit(struct pk_sock_queues *queues)
{
	free(queues->list);
}
