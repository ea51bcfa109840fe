// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's reference tracker (lib/ref_tracker.c, 5.17 and later; NET_DEV_REFCNT_TRACKER, NET_NS_REFCNT_TRACKER): each
 * reference to a device or namespace has an object on a list, with the stack of who took it. Once put it waits, with the stack of
 * who did, on a second list, so that it is seen if it is put again. Both counters of what has no object begin at 1.
 */
#include "decode/net/device/device.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/slab.h"

#define MAX_STACKS 256
#define REFCOUNT_BROKEN (1u << 31) /* refcount_t: it went below 0, and was saturated */

static struct pk_ref_stack *stack_of(struct pk_ref_stacks *stacks, uint32_t handle)
{
	for (size_t i = 0; i < stacks->nr; i++)
		if (stacks->list[i].handle == handle)
			return &stacks->list[i];
	if (stacks->nr == MAX_STACKS || !pk_grow(stacks->list, stacks->nr, stacks->room))
		return NULL;
	stacks->list[stacks->nr] = (struct pk_ref_stack){.handle = handle};
	return &stacks->list[stacks->nr++];
}

/* Those that look alike stand together. */
static int by_number(const void *a, const void *b)
{
	const struct pk_ref_stack *x = a, *y = b;
	int order = (x->nr < y->nr) - (x->nr > y->nr);

	for (unsigned i = 0; !order && i < x->stack.nr && i < y->stack.nr; i++)
		order = strcmp(x->stack.funcs[i], y->stack.funcs[i]);
	return order ? order : (x->handle > y->handle) - (x->handle < y->handle);
}

static void stacks_read(struct pk_ctx *ctx, uint64_t head, enum pk_row_id handle_row,
			struct pk_ref_stacks *stacks)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t link = pk_offset(&r, PK_R_ref_tracker_head);

	pk_list_for_each (node, &r, head) {
		uint32_t handle = (uint32_t)pk_member(&r, node - link, handle_row);
		struct pk_ref_stack *stack = pk_ok(&r) ? stack_of(stacks, handle) : NULL;

		stacks->total += pk_ok(&r);
		if (stack && !stack->nr++)
			stack->example = node - link;
	}
	stacks->status = r.status;
	for (size_t i = 0; i < stacks->nr; i++) {
		struct pk_ref_stack *stack = &stacks->list[i];

		stack->status = pk_depot_stack_read(
			ctx, pk_member_at(&r, stack->example, handle_row), &stack->stack);
	}
	if (stacks->nr)
		qsort(stacks->list, stacks->nr, sizeof(*stacks->list), by_number);
}

void pk_ref_tracker_read(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id dir,
			 struct pk_ref_tracker *ret_tracker)
{
	static const enum pk_row_id counters[] = {PK_R_ref_dir_untracked, PK_R_ref_dir_no_tracker};
	struct pk_ref_tracker *tracker = ret_tracker;
	struct pk_reader r = {.ctx = ctx};
	uint64_t at;

	*tracker = (struct pk_ref_tracker){.status = PK_ABSENT};
	if (!pk_has(ctx, dir) || !pk_has(ctx, PK_R_ref_tracker_stack))
		return;
	at = pk_member_at(&r, addr, dir);
	for (size_t i = 0; i < PK_ARRAY_SIZE(counters); i++) {
		uint64_t count = pk_member_or(&r, at, counters[i], 1);

		tracker->broken |= !count || count & REFCOUNT_BROKEN;
		tracker->not_tracked += count - 1;
	}
	if (tracker->broken)
		tracker->not_tracked = 0;
	stacks_read(ctx, pk_member_at(&r, at, PK_R_ref_dir_list), PK_R_ref_tracker_stack,
		    &tracker->taken);
	stacks_read(ctx, pk_member_at(&r, at, PK_R_ref_dir_quarantine), PK_R_ref_tracker_free_stack,
		    &tracker->put);
	/* A kernel that tracks namespaces alone has the lists of devices, too. */
	if (!pk_ok(&r) || tracker->taken.total || tracker->put.total || tracker->not_tracked ||
	    tracker->broken || tracker->taken.status != PK_OK)
		tracker->status = r.status;
}

void pk_ref_tracker_deinit(struct pk_ref_tracker *tracker)
{
	free(tracker->taken.list);
	free(tracker->put.list);
}
