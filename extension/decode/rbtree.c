// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/tables.h"

struct pk_rbtree_iter pk_rbtree_begin(struct pk_reader *r, uint64_t root)
{
	return (struct pk_rbtree_iter){.r = r, .node = pk_pointer(r, root), .most = PK_RBTREE_MAX};
}

uint64_t pk_rbtree_next(struct pk_rbtree_iter *iter)
{
	struct pk_reader *r = iter->r;

	if (iter->delivered)
		iter->node = pk_member(r, iter->at, PK_R_rb_right);
	while (r->status == PK_OK && iter->node) {
		iter->at = iter->node;
		if (iter->depth == PK_RBTREE_DEPTH ||
		    !pk_address_set_add(iter->seen ? iter->seen : &iter->own, iter->at, iter->most))
			pk_try(r,
			       pk_fail(r->ctx, PK_CORRUPT, "the tree loops or is too large at %llx",
				       (unsigned long long)iter->at));
		else
			iter->stack[iter->depth++] = iter->at;
		iter->node = pk_member(r, iter->at, PK_R_rb_left);
	}
	iter->delivered = r->status == PK_OK && iter->depth;
	if (iter->delivered)
		iter->at = iter->stack[--iter->depth];
	return iter->delivered ? iter->at : 0;
}

void pk_rbtree_end(struct pk_rbtree_iter *iter)
{
	pk_address_set_deinit(&iter->own);
}

enum pk_status pk_rb_nodes_walk(struct pk_ctx *ctx, uint64_t node, struct pk_address_set *seen,
				size_t most, pk_rbtree_fn fn, void *arg, uint64_t *ret_at)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_rbtree_iter iter = {.r = &r, .node = node, .seen = seen, .most = most};

	do
		node = pk_rbtree_next(&iter);
	while (node && fn(node, arg));
	if (iter.at)
		*ret_at = iter.at;
	return r.status;
}
