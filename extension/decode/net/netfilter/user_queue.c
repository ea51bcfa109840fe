// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Queues to user space (net/netfilter/nfnetlink_queue.c): a namespace has a table of struct nfqnl_instance, one for each
 * number that a program has bound. Packets wait on queue_list as struct nf_queue_entry, which remembers the hook that gave
 * them away.
 */
#include "decode/net/netfilter/netfilter.h"

#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"

#define MAX_BUCKETS 4096
#define NF_INET_LOCAL_OUT 3 /* hooks of a bridge have the same numbers */
#define NF_INET_POST_ROUTING 4

#define NFQA_CFG_F_FAIL_OPEN 1

static enum pk_status read_queue(struct pk_ctx *ctx, uint64_t addr, struct pk_user_queue *queue)
{
	struct pk_figure flags = pk_figure_member(ctx, addr, PK_R_nfqnl_flags);
	uint64_t number, port;
	enum pk_status status = pk_member_uints(
		ctx, addr, PK_WANTED({PK_R_nfqnl_number, &number}, {PK_R_nfqnl_port, &port}));

	if (status != PK_OK)
		return status;
	*queue = (struct pk_user_queue){
		.addr = addr,
		.number = (uint16_t)number,
		.port = (uint32_t)port,
		.waiting = pk_figure_member(ctx, addr, PK_R_nfqnl_total),
		.limit = pk_figure_member(ctx, addr, PK_R_nfqnl_maxlen),
		.dropped = pk_figure_member(ctx, addr, PK_R_nfqnl_dropped),
		.unsent = pk_figure_member(ctx, addr, PK_R_nfqnl_user_dropped),
		.fails_open = flags.status == PK_OK && flags.value & NFQA_CFG_F_FAIL_OPEN,
	};
	return PK_OK;
}

enum pk_status pk_user_queues_walk(struct pk_ctx *ctx, pk_user_queue_fn fn, void *arg)
{
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_reader nets = {.ctx = ctx};
	uint64_t table, link, size, nr;

	if (!pk_has(ctx, PK_R_nfnl_queue_net_id))
		return pk_fail(ctx, PK_ABSENT, "nfnetlink_queue is not loaded");
	table = pk_offset(&nets, PK_R_nfnl_queue_net_table);
	link = pk_offset(&nets, PK_R_nfqnl_link);
	size = pk_value(&nets, PK_R_nfnl_queue_net_size);
	nr = (size - table) / word;
	if (size < table || nr > MAX_BUCKETS)
		pk_try(&nets, pk_fail(ctx, PK_CORRUPT, "queues to user space in %llu buckets",
				      (unsigned long long)nr));
	pk_netns_for_each (net, &nets) {
		struct pk_figure own = pk_netns_own(ctx, net.addr, PK_R_nfnl_queue_net_id);
		struct pk_reader r = {.ctx = ctx, .status = own.status};
		struct pk_user_queue queue;

		for (uint64_t i = 0; pk_ok(&r) && own.value && i < nr; i++)
			pk_hlist_for_each (node, &r, own.value + table + i * word) {
				if (read_queue(ctx, node - link, &queue) != PK_OK) {
					pk_warn(ctx, "a queue to user space: %s", pk_error(ctx));
					continue;
				}
				queue.inum = net.inum;
				if (!fn(&queue, arg))
					return PK_OK;
			}
		if (!pk_ok(&r))
			pk_warn(ctx, "queues to user space: %s", pk_error(ctx));
	}
	return nets.status;
}

/* --- what waits in one ----------------------------------------------------------------------------------- */

static enum pk_direction direction_of(struct pk_ctx *ctx, uint64_t skb, uint64_t hook)
{
	if (hook == NF_INET_POST_ROUTING)
		return pk_skb_came_in(ctx, skb) ? PK_RX : PK_TX;
	return hook == NF_INET_LOCAL_OUT ? PK_TX : PK_RX;
}

void pk_user_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_user_queue *queue,
			     pk_user_queued_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t list = pk_member_at(&r, queue->addr, PK_R_nfqnl_list), skb, hook;
	uint64_t link = pk_offset(&r, PK_R_nf_queue_entry_list);

	pk_list_for_each (node, &r, list)
		if (pk_member_uints(ctx, node - link,
				    PK_WANTED({PK_R_nf_queue_entry_skb, &skb},
					      {PK_R_nf_queue_entry_hook, &hook})) != PK_OK)
			pk_warn(ctx, "a packet in a queue to user space: %s", pk_error(ctx));
		else if (!fn(skb, direction_of(ctx, skb, hook), arg))
			break;
	if (!pk_ok(&r))
		pk_warn(ctx, "queue %u to user space: %s", queue->number, pk_error(ctx));
}

enum pk_status pk_user_queue_devices_walk(struct pk_ctx *ctx, const struct pk_user_queue *queue,
					  pk_user_queued_device_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t list = pk_member_at(&r, queue->addr, PK_R_nfqnl_list);
	uint64_t link = pk_offset(&r, PK_R_nf_queue_entry_list);

	pk_list_for_each (node, &r, list) {
		uint64_t in = pk_member(&r, node - link, PK_R_nf_queue_entry_in);
		uint64_t out = pk_member(&r, node - link, PK_R_nf_queue_entry_out);

		if (in)
			fn(in, node - link, arg);
		if (out)
			fn(out, node - link, arg);
	}
	return r.status;
}
