// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/neighbour.h"

#include <stdio.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/net_device.h"
#include "decode/net/skb_list.h"

#define MAX_SHIFT 20

struct walk {
	struct pk_ctx *ctx;
	uint64_t link, queue;
	uint64_t neighbour;
	char dev[16];
	pk_neighbour_skb_fn fn;
	void *arg;
	bool stopped;
};

static bool visit_skb(uint64_t skb, void *arg)
{
	struct walk *walk = arg;

	walk->stopped = !walk->fn(skb, walk->neighbour, walk->dev, walk->arg);
	return !walk->stopped;
}

static bool visit_neighbour(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t dev, first, head;
	char what[64];

	walk->neighbour = node - walk->link;
	head = walk->neighbour + walk->queue;
	if (pk_read_ptr(walk->ctx, head, &first) != PK_OK || first == head)
		return true;
	walk->dev[0] = '\0';
	if (pk_has(walk->ctx, PK_R_neigh_dev) &&
	    pk_member_uint(walk->ctx, walk->neighbour, PK_R_neigh_dev, &dev) == PK_OK)
		pk_net_device_name(walk->ctx, dev, walk->dev);
	snprintf(what, sizeof(what), "arp_queue of neighbour %llx",
		 (unsigned long long)walk->neighbour);
	pk_skb_list_walk(walk->ctx, what, first, head, visit_skb, walk);
	return !walk->stopped;
}

static enum pk_status table_walk(struct walk *walk, uint64_t table)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t hash, buckets, shift;
	enum pk_status status = pk_member_uint(walk->ctx, table, PK_R_neigh_table_nht, &hash);

	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, hash, PK_R_neigh_hash_buckets, &buckets);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, hash, PK_R_neigh_hash_shift, &shift);
	if (status == PK_OK && shift > MAX_SHIFT)
		status = pk_fail(walk->ctx, PK_CORRUPT, "neighbours in 2^%llu buckets",
				 (unsigned long long)shift);
	for (uint64_t i = 0; status == PK_OK && i < 1ull << shift && !walk->stopped; i++)
		status = pk_hlist_walk(walk->ctx, buckets + i * word, visit_neighbour, walk);
	return status;
}

enum pk_status pk_neighbours_walk(struct pk_ctx *ctx, pk_neighbour_skb_fn fn, void *arg)
{
	static const enum pk_row_id tables[] = {PK_R_arp_tbl, PK_R_nd_tbl};
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = pk_row_offset(ctx, PK_R_neigh_next, &walk.link);
	enum pk_status last = PK_ABSENT;

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_neigh_arp_queue, &walk.queue);
	for (size_t i = 0; status == PK_OK && i < PK_ARRAY_SIZE(tables) && !walk.stopped; i++) {
		uint64_t table;

		if (!pk_has(ctx, tables[i]) || pk_row_value(ctx, tables[i], &table) != PK_OK)
			continue;
		last = table_walk(&walk, table);
		if (last != PK_OK)
			pk_warn(ctx, "neighbours: %s", ctx->error);
	}
	return status == PK_OK ? last : status;
}
