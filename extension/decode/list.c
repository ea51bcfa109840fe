// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/address_set.h"

#define FEW 16 /* most lists of attachments are no longer: they need no memory */

/* One walk: the nodes that were met, so that none is delivered twice and a circle ends. */
struct walk {
	struct pk_ctx *ctx;
	pk_list_fn fn;
	void *arg;
	uint64_t few[FEW];
	uint32_t nr;
	struct pk_address_set more;
	bool stopped; /* by FN */
};

static bool meet(struct walk *walk, uint64_t node)
{
	for (uint32_t i = 0; i < walk->nr && i < FEW; i++)
		if (walk->few[i] == node)
			return false;
	if (walk->nr < FEW)
		walk->few[walk->nr] = node;
	else if (!pk_address_set_add(&walk->more, node, PK_LIST_MAX))
		return false;
	walk->nr++;
	return true;
}

static enum pk_status forwards(struct walk *walk, uint64_t node, uint64_t end)
{
	struct pk_ctx *ctx = walk->ctx;

	for (uint32_t nr = 0; node != end; nr++) {
		enum pk_status status;
		uint64_t next;

		if (!node)
			return pk_fail(ctx, PK_CORRUPT, "the list ends in NULL after %u nodes", nr);
		if (nr == PK_LIST_MAX)
			return pk_fail(ctx, PK_CORRUPT, "the list has more than %u nodes", nr);
		if (!meet(walk, node))
			return pk_fail(ctx, PK_CORRUPT, "the list loops at %" PRIx64, node);
		/* Before FN, so that a node which is not memory is never delivered. */
		status = pk_read_ptr(ctx, node, &next);
		if (status != PK_OK)
			return pk_wrap(ctx, status, "list node %u", nr);
		walk->stopped = !walk->fn(node, walk->arg);
		if (walk->stopped)
			return PK_OK;
		node = next;
	}
	return PK_OK;
}

/* What lies behind the break, from the list's end backwards to what is known or does not agree with its
 * neighbour, delivered in the list's order. */
static void from_the_end(struct walk *walk, uint64_t head)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t node, behind = head, next, *nodes = NULL;
	uint32_t nr = 0, room = 0;

	while (pk_read_ptr(walk->ctx, behind + word, &node) == PK_OK && node && node != head &&
	       pk_read_ptr(walk->ctx, node, &next) == PK_OK && next == behind && meet(walk, node)) {
		if (!pk_grow(nodes, nr, room))
			break;
		nodes[nr++] = behind = node;
	}
	while (nr && walk->fn(nodes[nr - 1], walk->arg))
		nr--;
	free(nodes);
}

enum pk_status pk_list_walk(struct pk_ctx *ctx, uint64_t head, pk_list_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t first;
	enum pk_status status = pk_read_ptr(ctx, head, &first);

	if (status != PK_OK)
		return pk_wrap(ctx, status, "list head");
	status = forwards(&walk, first, head);
	if (status != PK_OK) {
		struct pk_error error = ctx->error;

		from_the_end(&walk, head);
		ctx->error = error;
	}
	pk_address_set_deinit(&walk.more);
	return status;
}

enum pk_status pk_hlist_walk_from(struct pk_ctx *ctx, uint64_t first, pk_list_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = forwards(&walk, first, 0);

	pk_address_set_deinit(&walk.more);
	return status;
}

enum pk_status pk_hlist_walk(struct pk_ctx *ctx, uint64_t head, pk_list_fn fn, void *arg)
{
	uint64_t first;
	enum pk_status status = pk_read_ptr(ctx, head, &first);

	if (status != PK_OK)
		return pk_wrap(ctx, status, "list head");
	return pk_hlist_walk_from(ctx, first, fn, arg);
}
