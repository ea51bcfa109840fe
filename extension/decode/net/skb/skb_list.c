// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/skb/skb.h"

#include "decode/list.h"

#define MAX_SKBS (1u << 20)

void pk_skb_list_walk(struct pk_ctx *ctx, const char *what, uint64_t node, uint64_t end,
		      pk_skb_list_fn fn, void *arg)
{
	struct pk_address_set seen = {0};
	uint64_t link;

	if (pk_row_offset(ctx, PK_R_skb_next, &link) != PK_OK)
		return;
	while (node && node != end) {
		if (!pk_address_set_add(&seen, node, MAX_SKBS)) {
			pk_warn(ctx, "%s loops at %llx after %zu skbs", what,
				(unsigned long long)node, seen.nr);
			break;
		}
		if (!fn(node - link, arg))
			break;
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "%s breaks off after %zu skbs: %s", what, seen.nr,
				pk_error(ctx));
			break;
		}
	}
	pk_address_set_deinit(&seen);
}

void pk_skb_head_walk(struct pk_ctx *ctx, const char *what, uint64_t head, pk_skb_list_fn fn,
		      void *arg)
{
	uint64_t node;

	if (pk_read_ptr(ctx, head, &node) != PK_OK)
		pk_warn(ctx, "%s: %s", what, pk_error(ctx));
	else
		pk_skb_list_walk(ctx, what, node, head, fn, arg);
}

/* A head begins as an skb does: with next and prev. */
enum pk_status pk_skb_head_last(struct pk_ctx *ctx, uint64_t head, uint64_t *ret_skb)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t next = pk_offset(&r, PK_R_skb_next);
	uint64_t prev = pk_offset(&r, PK_R_skb_prev);
	uint64_t last = pk_pointer(&r, head + prev);
	uint64_t back = pk_pointer(&r, last + next);

	if (!pk_ok(&r))
		return r.status;
	if (back != head)
		return pk_fail(ctx, PK_CORRUPT, "the last skb of list %llx leads to %llx",
			       (unsigned long long)head, (unsigned long long)back);
	*ret_skb = last == head ? 0 : last;
	return PK_OK;
}

void pk_rb_walk(struct pk_ctx *ctx, const char *what, uint64_t node, pk_rbtree_fn fn, void *arg)
{
	struct pk_address_set seen = {0};
	uint64_t at;

	if (pk_rb_nodes_walk(ctx, node, &seen, MAX_SKBS, fn, arg, &at) != PK_OK)
		pk_warn(ctx, "%s is damaged at %llx after %zu nodes", what, (unsigned long long)at,
			seen.nr);
	pk_address_set_deinit(&seen);
}

struct tree {
	uint64_t link;
	pk_skb_list_fn fn;
	void *arg;
};

static bool visit_node(uint64_t node, void *arg)
{
	struct tree *tree = arg;

	return tree->fn(node - tree->link, tree->arg);
}

void pk_skb_tree_walk(struct pk_ctx *ctx, const char *what, uint64_t root, pk_skb_list_fn fn,
		      void *arg)
{
	struct tree tree = {.fn = fn, .arg = arg};
	uint64_t node;

	if (pk_row_offset(ctx, PK_R_skb_rbnode, &tree.link) != PK_OK)
		return;
	if (pk_read_ptr(ctx, root, &node) != PK_OK)
		pk_warn(ctx, "%s: %s", what, pk_error(ctx));
	else
		pk_rb_walk(ctx, what, node, visit_node, &tree);
}

void pk_ptr_ring_walk(struct pk_ctx *ctx, const char *what, uint64_t ring,
		      bool (*fn)(uint64_t value, void *arg), void *arg)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t at, size, queue, value;

	if (pk_member_uint(ctx, ring, PK_R_ring_consumer, &at) != PK_OK ||
	    pk_member_uint(ctx, ring, PK_R_ring_size, &size) != PK_OK ||
	    pk_member_uint(ctx, ring, PK_R_ring_queue, &queue) != PK_OK || size > MAX_SKBS ||
	    (size && at >= size)) {
		pk_warn(ctx, "%s: its ring cannot be read", what);
		return;
	}
	for (uint64_t i = 0; i < size; i++, at = at + 1 < size ? at + 1 : 0) {
		if (pk_read_ptr(ctx, queue + at * word, &value) != PK_OK) {
			pk_warn(ctx, "%s: %s", what, pk_error(ctx));
			return;
		}
		if (!value || !fn(value, arg))
			return;
	}
}
