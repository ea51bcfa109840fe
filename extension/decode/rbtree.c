// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/rbtree.h"

#define MAX_DEPTH 64 /* a red-black tree of 2^22 nodes is at most 44 deep */

enum pk_status pk_rb_nodes_walk(struct pk_ctx *ctx, uint64_t node, struct pk_address_set *seen,
				size_t most, pk_rbtree_fn fn, void *arg, uint64_t *ret_at)
{
	uint64_t stack[MAX_DEPTH];
	unsigned depth = 0;
	enum pk_status status = PK_OK;

	while (status == PK_OK && (node || depth)) {
		while (status == PK_OK && node) {
			*ret_at = node;
			if (depth == MAX_DEPTH || !pk_address_set_add(seen, node, most))
				return pk_fail(ctx, PK_CORRUPT,
					       "the tree loops or is too large at %llx",
					       (unsigned long long)node);
			stack[depth++] = node;
			status = pk_member_uint(ctx, node, PK_R_rb_left, &node);
		}
		if (status != PK_OK)
			return status;
		node = *ret_at = stack[--depth];
		if (!fn(node, arg))
			return PK_OK;
		status = pk_member_uint(ctx, node, PK_R_rb_right, &node);
	}
	return status;
}

enum pk_status pk_rbtree_walk(struct pk_ctx *ctx, uint64_t root, pk_rbtree_fn fn, void *arg)
{
	struct pk_address_set seen = {0};
	uint64_t top, at;
	enum pk_status status = pk_read_ptr(ctx, root, &top);

	if (status == PK_OK)
		status = pk_rb_nodes_walk(ctx, top, &seen, PK_RBTREE_MAX, fn, arg, &at);
	pk_address_set_deinit(&seen);
	return status;
}
