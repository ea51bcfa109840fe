// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/list.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/kit.h"

static bool meet(struct pk_list_iter *iter, uint64_t node)
{
	for (uint32_t i = 0; i < iter->nr && i < PK_LIST_FEW; i++)
		if (iter->few[i] == node)
			return false;
	if (iter->nr < PK_LIST_FEW)
		iter->few[iter->nr] = node;
	else if (!pk_address_set_add(&iter->more, node, PK_LIST_MAX))
		return false;
	iter->nr++;
	return true;
}

struct pk_list_iter pk_hlist_begin(struct pk_reader *r, uint64_t first)
{
	return (struct pk_list_iter){.r = r, .node = first};
}

struct pk_list_iter pk_list_begin(struct pk_reader *r, uint64_t head, bool circular)
{
	struct pk_list_iter iter = {.r = r, .circular = circular};

	if (r->status == PK_OK && !pk_try(r, pk_read_ptr(r->ctx, head, &iter.node)))
		pk_wrap(r->ctx, r->status, "list head");
	iter.head = circular ? head : 0;
	return iter;
}

/* Is ITER's node one to be delivered? *RET_NEXT: what follows it. It is read before, so that a node which is not memory
 * is never delivered. */
static enum pk_status look(struct pk_list_iter *iter, uint64_t *ret_next)
{
	struct pk_ctx *ctx = iter->r->ctx;
	enum pk_status status;

	if (!iter->node)
		return pk_fail(ctx, PK_CORRUPT, "the list ends in NULL after %u nodes", iter->nr);
	if (iter->nr == PK_LIST_MAX)
		return pk_fail(ctx, PK_CORRUPT, "the list has more than %u nodes", iter->nr);
	if (!meet(iter, iter->node))
		return pk_fail(ctx, PK_CORRUPT, "the list loops at %" PRIx64, iter->node);
	status = pk_read_ptr(ctx, iter->node, ret_next);
	return pk_wrap(ctx, status, "list node %u", iter->nr - 1);
}

/* What lies behind the break, from the list's end backwards to what is known or does not agree with its
 * neighbour. */
static void from_the_end(struct pk_list_iter *iter)
{
	struct pk_ctx *ctx = iter->r->ctx;
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t node, behind = iter->head, next;
	uint32_t room = 0;

	while (pk_read_ptr(ctx, behind + word, &node) == PK_OK && node && node != iter->head &&
	       pk_read_ptr(ctx, node, &next) == PK_OK && next == behind && meet(iter, node)) {
		if (!pk_grow(iter->behind, iter->nr_behind, room))
			break;
		iter->behind[iter->nr_behind++] = behind = node;
	}
}

uint64_t pk_list_next(struct pk_list_iter *iter)
{
	struct pk_reader *r = iter->r;
	uint64_t node = iter->node;

	if (r->status != PK_OK)
		return 0;
	if (iter->broken.status == PK_OK) {
		if (node == iter->head)
			return 0;
		if (look(iter, &iter->node) == PK_OK)
			return node;
		iter->broken = r->ctx->error;
		if (iter->circular)
			from_the_end(iter);
	}
	return iter->nr_behind ? iter->behind[--iter->nr_behind] : 0;
}

void pk_list_end(struct pk_list_iter *iter)
{
	if (iter->broken.status != PK_OK) {
		iter->r->ctx->error = iter->broken;
		iter->r->status = iter->broken.status;
	}
	pk_address_set_deinit(&iter->more);
	free(iter->behind);
}
