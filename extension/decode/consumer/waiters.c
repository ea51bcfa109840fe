// SPDX-License-Identifier: GPL-3.0-or-later
/* Tasks that wait: for a call, in a completion or a wait queue; or until they can make one. */
#include <stdlib.h>

#include "arch/arch.h"
#include "decode/consumer/consumer_private.h"
#include "decode/list.h"

#define QUEUED_MAX 65536 /* entries of all wait queues */

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

/* Of those whose entry is a task, by the function that wakes it. */
static bool wakes_task(const char *func)
{
	static const char *const names[] = {"autoremove_wake_function", "default_wake_function",
					    "woken_wake_function", NULL};

	return pk_arch_names(names, func);
}

static bool visit_wait(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->all->ctx;
	uint64_t func, task;
	struct pk_symbol symbol;

	if (walk->all->nr_queued++ >= QUEUED_MAX) {
		walk->status = pk_fail(ctx, PK_LIMIT, "more than %u tasks wait", QUEUED_MAX);
		return false;
	}
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

/* What a completion has: until 4.12 the queue's list had the name that a simple queue's list has since. */
static bool is_simple_queue(struct pk_ctx *ctx)
{
	return !pk_has(ctx, PK_R_completion_wait_head) &&
	       !(pk_has(ctx, PK_R_wait_queue_head_list) &&
		 pk_layout_get(ctx, PK_R_wait_queue_head_list)->candidate);
}

enum pk_status pk_consumer_completion_waiters(struct pk_consumer_walk *all,
					      struct pk_consumer_call *call, uint64_t completion)
{
	struct walk walk = {.all = all, .call = call};
	bool simple = is_simple_queue(all->ctx);
	uint64_t queue;
	enum pk_status status = pk_row_offset(
		all->ctx, simple ? PK_R_completion_tasks : PK_R_completion_wait, &queue);

	if (status == PK_OK && !simple)
		return pk_consumer_queue_waiters(all, call, completion + queue);
	if (status == PK_OK)
		status = pk_row_offset(all->ctx, PK_R_swait_link, &walk.link);
	if (status == PK_OK)
		status = pk_list_walk(all->ctx, completion + queue, visit_swait, &walk);
	return status == PK_OK ? walk.status : status;
}

/* The transport's own calls are the last before WAIT. */
static bool waits_for_call(const struct pk_consumers *consumers,
			   const struct pk_consumer_call *wait, uint64_t task)
{
	for (const struct pk_consumer_call *call = wait; call > consumers->calls; call--) {
		if (call[-1].transport != wait->transport)
			return false;
		for (size_t i = 0; !call[-1].waits_for && i < call[-1].nr_waiters; i++)
			if (call[-1].waiters[i].task == task)
				return true;
	}
	return false;
}

static void drop_known(const struct pk_consumers *consumers, struct pk_consumer_call *wait)
{
	size_t kept = 0;

	for (size_t i = 0; i < wait->nr_waiters; i++)
		if (!waits_for_call(consumers, wait, wait->waiters[i].task))
			wait->waiters[kept++] = wait->waiters[i];
	wait->nr_waiters = kept;
}

void pk_consumer_wait_read(struct pk_consumer_walk *all, uint64_t transport, uint64_t queue,
			   const char *waits_for)
{
	struct pk_consumers *consumers = all->consumers;
	struct pk_consumer_call *call = pk_consumer_call_add(all, queue);

	if (!call) {
		pk_consumer_note(all, all->ctx->error.status, "wait queue", queue);
		return;
	}
	call->waits_for = waits_for;
	call->transport = transport;
	call->age_ms = pk_figure_none(PK_ABSENT);
	call->waiters_status = pk_consumer_queue_waiters(all, call, queue);
	if (call->waiters_status != PK_OK)
		pk_consumer_note(all, call->waiters_status, "wait queue", queue);
	drop_known(consumers, call);
	if (call->waiters_status != PK_OK || call->nr_waiters)
		return;
	free(call->waiters);
	consumers->nr_calls--;
}
