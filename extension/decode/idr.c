// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/tables.h"

#include <inttypes.h>

/*
 * idr.idr_rt -> entry. An entry is a pointer to a node (tagged: xarray ...10, radix tree ...01) or
 * what was stored. A node has slots[64] and a shift that falls by 6 on each level: the depth is
 * bounded by it, and so is a circle.
 */
#define MAX_DEPTH 11 /* 64 bits of id, 6 a level */
#define MAX_NODES (1u << 16)
#define MAX_ENTRIES (1u << 16) /* delivered: a damaged tree may hold one many times */

struct idr_walk {
	struct pk_ctx *ctx;
	uint64_t tag; /* low two bits of a node's entry */
	pk_idr_fn fn;
	void *arg;
	uint32_t nr_nodes, nr_entries;
	bool stopped;
};

static void walk(struct idr_walk *idr, uint64_t entry, unsigned depth)
{
	struct pk_ctx *ctx = idr->ctx;
	const struct pk_member *slots = &pk_layout_get(ctx, PK_R_probe_xa_node_slots)->member;
	size_t word = ctx->target->facts.word_size;
	uint64_t node = entry & ~3ull, slot;

	if (!entry || idr->stopped)
		return;
	if ((entry & 3) != idr->tag) {
		/* Other tags are the tree's own (retry, zero entry): nobody's pointer. */
		if (entry & 3)
			return;
		if (idr->nr_entries++ == MAX_ENTRIES)
			pk_warn(ctx, "an idr of more than %u entries: the rest is left out",
				MAX_ENTRIES);
		idr->stopped = idr->nr_entries > MAX_ENTRIES || !idr->fn(entry, idr->arg);
		return;
	}
	/* Small "node pointers" are the tree's internal values. */
	if (node < 4096)
		return;
	if (depth == MAX_DEPTH || idr->nr_nodes++ == MAX_NODES) {
		pk_warn(ctx, "idr node %" PRIx64 ": deeper than any id, or more than %u nodes",
			node, MAX_NODES);
		idr->stopped = true;
		return;
	}
	for (uint64_t i = 0; i < slots->elements && i < 64 && !idr->stopped; i++) {
		if (pk_read_ptr(ctx, node + slots->offset + i * word, &slot) != PK_OK) {
			pk_warn(ctx, "idr node %" PRIx64 ": %s", node, pk_error(ctx));
			return;
		}
		walk(idr, slot, depth + 1);
	}
}

/* ROOT: the row of the word that leads to the first entry; its first name is an xarray's. */
static enum pk_status walk_root(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id root,
				pk_idr_fn fn, void *arg)
{
	struct idr_walk state = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t entry;
	enum pk_status status = pk_member_uint(ctx, addr, root, &entry);

	if (status == PK_OK && !pk_has(ctx, PK_R_probe_xa_node_slots))
		return pk_fail(ctx, PK_ABSENT, "neither xa_node nor radix_tree_node has slots");
	if (status != PK_OK)
		return status;
	state.tag = pk_layout_get(ctx, root)->candidate == 0 ? 2 : 1;
	walk(&state, entry, 0);
	return PK_OK;
}

enum pk_status pk_idr_walk(struct pk_ctx *ctx, uint64_t idr, pk_idr_fn fn, void *arg)
{
	return walk_root(ctx, idr, PK_R_probe_idr_root, fn, arg);
}

enum pk_status pk_radix_walk(struct pk_ctx *ctx, uint64_t tree, pk_idr_fn fn, void *arg)
{
	return walk_root(ctx, tree, PK_R_radix_root, fn, arg);
}
