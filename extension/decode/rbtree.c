// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/rbtree.h"

#include "decode/address_set.h"

#define MAX_DEPTH 64 /* one of PK_RBTREE_MAX nodes is at most 40 deep */

struct walk {
	struct pk_ctx *ctx;
	pk_rbtree_fn fn;
	void *arg;
	struct pk_address_set met;
	bool stopped;
};

static enum pk_status descend(struct walk *walk, uint64_t node, unsigned depth)
{
	uint64_t left, right;
	enum pk_status status;

	if (!node || walk->stopped)
		return PK_OK;
	if (depth == MAX_DEPTH || !pk_address_set_add(&walk->met, node, PK_RBTREE_MAX))
		return pk_fail(walk->ctx, PK_CORRUPT, "the tree loops or is too large at %llx",
			       (unsigned long long)node);
	status = pk_member_uints(walk->ctx, node,
				 PK_WANTED({PK_R_rb_left, &left}, {PK_R_rb_right, &right}));
	if (status == PK_OK)
		status = descend(walk, left, depth + 1);
	if (status != PK_OK || walk->stopped)
		return status;
	walk->stopped = !walk->fn(node, walk->arg);
	return descend(walk, right, depth + 1);
}

enum pk_status pk_rbtree_walk(struct pk_ctx *ctx, uint64_t root, pk_rbtree_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t top;
	enum pk_status status = pk_read_ptr(ctx, root, &top);

	if (status == PK_OK)
		status = descend(&walk, top, 0);
	pk_address_set_deinit(&walk.met);
	return status;
}
