// SPDX-License-Identifier: GPL-3.0-or-later
/* Tasks that wait for a call: in a completion, or in a wait queue. */
#include <string.h>

#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/list.h"

struct walk {
	struct pk_consumer_walk *all;
	struct pk_consumer_call *call;
	uint64_t link;
	enum pk_status status;
};

static bool visit_swait(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t task;

	walk->status = pk_member_uint(walk->all->ctx, node - walk->link, PK_R_swait_task, &task);
	if (walk->status == PK_OK)
		walk->status = pk_consumer_waiter_add(walk->all, walk->call, task);
	return walk->status == PK_OK;
}

enum pk_status pk_consumer_completion_waiters(struct pk_consumer_walk *all,
					      struct pk_consumer_call *call, uint64_t completion)
{
	struct walk walk = {.all = all, .call = call};
	uint64_t tasks;
	enum pk_status status = pk_row_offsets(all->ctx, PK_WANTED({PK_R_completion_tasks, &tasks},
								   {PK_R_swait_link, &walk.link}));

	if (status == PK_OK)
		status = pk_list_walk(all->ctx, completion + tasks, visit_swait, &walk);
	return status == PK_OK ? walk.status : status;
}

/* Of those whose entry is a task, by the function that wakes it. */
static bool wakes_task(const char *func)
{
	static const char *const names[] = {"autoremove_wake_function", "default_wake_function",
					    "woken_wake_function"};

	for (size_t i = 0; i < PK_ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], func))
			return true;
	return false;
}

static bool visit_wait(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->all->ctx;
	uint64_t func, task;
	struct pk_symbol symbol;

	walk->status = pk_member_uints(
		ctx, node - walk->link,
		PK_WANTED({PK_R_wait_entry_func, &func}, {PK_R_wait_entry_private, &task}));
	if (walk->status == PK_OK)
		walk->status = pk_symbol_at(ctx, func, &symbol);
	if (walk->status == PK_OK && symbol.addr == func && wakes_task(symbol.name))
		walk->status = pk_consumer_waiter_add(walk->all, walk->call, task);
	return walk->status == PK_OK;
}

enum pk_status pk_consumer_queue_waiters(struct pk_consumer_walk *all,
					 struct pk_consumer_call *call, uint64_t queue)
{
	struct walk walk = {.all = all, .call = call};
	uint64_t entries;
	enum pk_status status =
		pk_row_offsets(all->ctx, PK_WANTED({PK_R_wait_queue_head_list, &entries},
						   {PK_R_wait_entry_link, &walk.link}));

	if (status == PK_OK)
		status = pk_list_walk(all->ctx, queue + entries, visit_wait, &walk);
	return status == PK_OK ? walk.status : status;
}
