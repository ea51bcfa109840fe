// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/route/route.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"

#define MAX_SHIFT 20

static const enum pk_row_id tables[PK_NR_NEIGHBOUR_FAMILIES] = {
	[PK_NEIGHBOUR_ARP] = PK_R_arp_tbl,
	[PK_NEIGHBOUR_ND] = PK_R_nd_tbl,
};

struct walk {
	struct pk_ctx *ctx;
	uint64_t link, queue;
	bool chained; /* LINK is a pointer to the next neighbour, not a hlist_node */
	uint64_t neighbour;
	struct pk_neighbour entry; /* what is the same in one table */
	pk_neighbour_fn each; /* NULL: the skbs that wait */
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

static void read_device(struct walk *walk, struct pk_neighbour *entry)
{
	uint64_t dev, len;

	if (!pk_has(walk->ctx, PK_R_neigh_dev) ||
	    pk_member_uint(walk->ctx, entry->addr, PK_R_neigh_dev, &dev) != PK_OK)
		return;
	pk_net_device_name(walk->ctx, dev, entry->dev);
	if (pk_member_uint(walk->ctx, dev, PK_R_netdev_net, &entry->net) != PK_OK)
		entry->net = 0;
	if (pk_member_uint(walk->ctx, dev, PK_R_netdev_addr_len, &len) == PK_OK &&
	    len <= sizeof(entry->ha))
		entry->ha_len = (uint32_t)len;
}

static void read_bytes(struct walk *walk, uint64_t base, enum pk_row_id row, void *bytes,
		       uint32_t *len)
{
	uint64_t offset;

	if (*len && (pk_row_offset(walk->ctx, row, &offset) != PK_OK ||
		     pk_read(walk->ctx, base + offset, bytes, *len) != PK_OK))
		*len = 0;
}

static bool visit_entry(struct walk *walk)
{
	const uint64_t addr = walk->neighbour;
	struct pk_neighbour entry = walk->entry;
	struct pk_ctx *ctx = walk->ctx;

	entry.addr = addr;
	read_device(walk, &entry);
	read_bytes(walk, addr, PK_R_neigh_key, entry.key, &entry.key_len);
	read_bytes(walk, addr, PK_R_neigh_ha, entry.ha, &entry.ha_len);
	entry.state = pk_figure_member(ctx, addr, PK_R_neigh_state);
	entry.probes = pk_figure_member(ctx, addr, PK_R_neigh_probes);
	entry.queued = pk_figure_member(ctx, addr, PK_R_neigh_queued);
	entry.queued_bytes = pk_figure_member(ctx, addr, PK_R_neigh_queued_bytes);
	walk->stopped = !walk->each(&entry, walk->arg);
	return !walk->stopped;
}

static bool visit_neighbour(struct walk *walk, uint64_t node)
{
	uint64_t dev, first, head;
	char what[64];

	walk->neighbour = node - walk->link;
	if (walk->each)
		return visit_entry(walk);
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

/* The pointer lies anywhere in a neighbour: its struct may be in random order. */
static enum pk_status chain_walk(struct walk *walk, uint64_t bucket)
{
	struct pk_cycle cycle = {0};
	uint64_t neighbour;
	enum pk_status status = pk_read_ptr(walk->ctx, bucket, &neighbour);

	while (status == PK_OK && neighbour && !pk_cycle_closed(&cycle, neighbour) &&
	       visit_neighbour(walk, neighbour + walk->link))
		status = pk_read_ptr(walk->ctx, neighbour + walk->link, &neighbour);
	if (status == PK_OK && neighbour && !walk->stopped)
		status = pk_fail(walk->ctx, PK_CORRUPT, "the chain loops at %llx",
				 (unsigned long long)neighbour);
	return status;
}

static enum pk_status table_walk(struct walk *walk, uint64_t table)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t hash = pk_member(&r, table, PK_R_neigh_table_nht);
	uint64_t buckets = pk_member(&r, hash, PK_R_neigh_hash_buckets);
	uint64_t shift = pk_member(&r, hash, PK_R_neigh_hash_shift);

	if (shift > MAX_SHIFT)
		pk_try(&r, pk_fail(walk->ctx, PK_CORRUPT, "neighbours in 2^%llu buckets",
				   (unsigned long long)shift));
	for (uint64_t i = 0; pk_ok(&r) && i < 1ull << shift && !walk->stopped; i++)
		if (walk->chained)
			pk_try(&r, chain_walk(walk, buckets + i * word));
		else
			pk_hlist_for_each (node, &r, buckets + i * word)
				if (!visit_neighbour(walk, node))
					break;
	return r.status;
}

static enum pk_status tables_walk(struct walk *walk)
{
	struct pk_ctx *ctx = walk->ctx;
	enum pk_status status = pk_row_offset(ctx, PK_R_neigh_next, &walk->link);
	enum pk_status last = PK_ABSENT;

	walk->chained = status == PK_OK && pk_layout_get(ctx, PK_R_neigh_next)->member.size ==
						   ctx->target->facts.word_size;
	for (int i = 0; status == PK_OK && i < PK_NR_NEIGHBOUR_FAMILIES && !walk->stopped; i++) {
		uint64_t table, len;

		if (!pk_has(ctx, tables[i]) || pk_row_value(ctx, tables[i], &table) != PK_OK)
			continue;
		walk->entry = (struct pk_neighbour){.family = i};
		if (walk->each &&
		    pk_member_uint(ctx, table, PK_R_neigh_table_key_len, &len) == PK_OK &&
		    len <= sizeof(walk->entry.key))
			walk->entry.key_len = (uint32_t)len;
		last = table_walk(walk, table);
		if (last != PK_OK)
			pk_warn(ctx, "neighbours: %s", pk_error(ctx));
	}
	return status == PK_OK ? last : status;
}

enum pk_status pk_neighbours_walk(struct pk_ctx *ctx, pk_neighbour_skb_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = pk_row_offset(ctx, PK_R_neigh_arp_queue, &walk.queue);

	return status == PK_OK ? tables_walk(&walk) : status;
}

enum pk_status pk_neighbours_list(struct pk_ctx *ctx, pk_neighbour_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .each = fn, .arg = arg};

	return tables_walk(&walk);
}

struct pk_neighbour_table pk_neighbour_table_read(struct pk_ctx *ctx,
						  enum pk_neighbour_family family)
{
	struct pk_neighbour_table table = {{PK_ABSENT, 0}, {PK_ABSENT, 0}, {PK_ABSENT, 0}};
	uint64_t addr;
	enum pk_status status = pk_row_value(ctx, tables[family], &addr);

	table.entries.status = table.limit.status = table.limited.status = status;
	if (status != PK_OK)
		return table;
	table.entries = pk_figure_member(ctx, addr, PK_R_neigh_table_entries);
	table.limited = pk_has(ctx, PK_R_neigh_table_gc_entries)
				? pk_figure_member(ctx, addr, PK_R_neigh_table_gc_entries)
				: table.entries;
	table.limit = pk_figure_member(ctx, addr, PK_R_neigh_table_thresh3);
	return table;
}
