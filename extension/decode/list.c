// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/list.h"

#include <inttypes.h>

/* Brent: a mark stays behind and is moved up at each power of two; a cycle comes back to it. */
static enum pk_status walk(struct pk_ctx *ctx, uint64_t node, uint64_t end, pk_list_fn fn,
			   void *arg)
{
	uint64_t mark = 0;
	uint32_t nr, power = 1;

	for (nr = 0; node != end; nr++) {
		enum pk_status status;
		uint64_t next;

		if (node == mark)
			return pk_fail(ctx, PK_CORRUPT,
				       "the list runs in a circle through %" PRIx64, node);
		if (!node)
			return pk_fail(ctx, PK_CORRUPT, "the list ends in NULL after %u nodes", nr);
		if (nr == PK_LIST_MAX)
			return pk_fail(ctx, PK_CORRUPT, "the list has more than %u nodes", nr);
		if (nr == power) {
			mark = node;
			power *= 2;
		}
		/* Before FN, so that a node which is not memory is never delivered. */
		status = pk_read_ptr(ctx, node, &next);
		if (status != PK_OK)
			return pk_wrap(ctx, status, "list node %u", nr);
		if (!fn(node, arg))
			return PK_OK;
		node = next;
	}
	return PK_OK;
}

enum pk_status pk_list_walk(struct pk_ctx *ctx, uint64_t head, pk_list_fn fn, void *arg)
{
	uint64_t first;
	enum pk_status status = pk_read_ptr(ctx, head, &first);

	if (status != PK_OK)
		return pk_wrap(ctx, status, "list head");
	return walk(ctx, first, head, fn, arg);
}

enum pk_status pk_hlist_walk(struct pk_ctx *ctx, uint64_t head, pk_list_fn fn, void *arg)
{
	uint64_t first;
	enum pk_status status = pk_read_ptr(ctx, head, &first);

	if (status != PK_OK)
		return pk_wrap(ctx, status, "list head");
	return walk(ctx, first, 0, fn, arg);
}

enum pk_status pk_hlist_walk_from(struct pk_ctx *ctx, uint64_t first, pk_list_fn fn, void *arg)
{
	return walk(ctx, first, 0, fn, arg);
}
