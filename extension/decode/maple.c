// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A B-tree (6.1 and later). Pivots are the last index of each slot, the node's own limit or 0 ends them:
 *
 *	struct maple_range_64	pivot[15] slot[16]		leaves (slots: what is kept), inner nodes
 *	struct maple_arange_64	pivot[9] slot[10] gap[10]	inner nodes
 *
 * What leads to a node has its type in bits 3 to 6, the node is aligned to 256 bytes.
 */
#include "decode/tables.h"

#include <inttypes.h>

#define MAX_DEPTH 16 /* 10 slots a node: more than 64 bits of index have use for */
#define MAX_NODES (1u << 16)

struct tree {
	struct pk_ctx *ctx;
	pk_maple_fn fn;
	void *arg;
	uint32_t nr_nodes;
};

static bool is_type(struct pk_ctx *ctx, enum pk_row_id row, uint64_t type)
{
	return pk_has(ctx, row) && pk_layout_get(ctx, row)->value == type;
}

static enum pk_status walk_node(struct tree *tree, uint64_t entry, uint64_t max, unsigned depth);

/* A slot: an entry in a leaf, else a node. Entries with a mark are the tree's own. */
static enum pk_status walk_slot(struct tree *tree, uint64_t slot, bool leaf, uint64_t last,
				unsigned depth)
{
	if (!slot)
		return PK_OK;
	if (leaf)
		return slot & 3 ? PK_OK : tree->fn(slot, tree->arg);
	return walk_node(tree, slot, last, depth + 1);
}

static enum pk_status walk_node(struct tree *tree, uint64_t entry, uint64_t max, unsigned depth)
{
	struct pk_ctx *ctx = tree->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t word = ctx->target->facts.word_size, node = entry & ~255ull,
		 type = entry >> 3 & 15;
	bool wide = is_type(ctx, PK_R_maple_arange_64, type);
	bool leaf = is_type(ctx, PK_R_maple_leaf_64, type);
	const struct pk_member *pivots =
		&pk_layout_get(ctx, wide ? PK_R_maple_arange_pivot : PK_R_maple_range_pivot)
			 ->member;
	const struct pk_member *slots =
		&pk_layout_get(ctx, wide ? PK_R_maple_arange_slot : PK_R_maple_range_slot)->member;

	if (!wide && !leaf && !is_type(ctx, PK_R_maple_range_64, type))
		return pk_fail(ctx, PK_UNSUPPORTED, "a maple node of type %" PRIu64, type);
	if (depth == MAX_DEPTH || tree->nr_nodes++ == MAX_NODES)
		return pk_fail(ctx, PK_CORRUPT, "a maple tree without an end");
	for (uint64_t i = 0; i < slots->elements && pk_ok(&r); i++) {
		uint64_t last = max, slot = 0;

		if (i < pivots->elements)
			last = pk_number(&r, node + pivots->offset + i * word, word);
		if (pk_ok(&r) && i && !last)
			last = max;
		slot = pk_pointer(&r, node + slots->offset + i * word);
		pk_try(&r, walk_slot(tree, slot, leaf, last, depth));
		if (last >= max)
			break;
	}
	return r.status;
}

enum pk_status pk_maple_walk(struct pk_ctx *ctx, uint64_t root, pk_maple_fn fn, void *arg)
{
	struct tree tree = {.ctx = ctx, .fn = fn, .arg = arg};

	if (!root)
		return PK_OK;
	if (!pk_has(ctx, PK_R_maple_range_pivot) || !pk_has(ctx, PK_R_maple_range_slot) ||
	    !pk_has(ctx, PK_R_maple_arange_pivot) || !pk_has(ctx, PK_R_maple_arange_slot))
		return pk_fail(ctx, PK_UNSUPPORTED, "a maple tree of an unknown layout");
	if ((root & 3) != 2 || root < 4096)
		return pk_fail(ctx, PK_CORRUPT, "a maple tree of one entry, %" PRIx64, root);
	return walk_node(&tree, root, ctx->target->facts.word_size == 8 ? UINT64_MAX : UINT32_MAX,
			 0);
}
