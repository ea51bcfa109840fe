// SPDX-License-Identifier: GPL-3.0-or-later
/* Tasks that wait: for a call, in a completion or a wait queue; or until they can make one. */
#include <stdlib.h>

#include "arch/arch.h"
#include "decode/consumer/consumer_private.h"
#include "decode/list.h"

#define QUEUED_MAX 65536 /* entries of all wait queues */

/* Of those whose entry is a task, by the function that wakes it. */
static bool wakes_task(const char *func)
{
	static const char *const names[] = {"autoremove_wake_function", "default_wake_function",
					    "woken_wake_function", NULL};

	return pk_arch_names(names, func);
}

enum pk_status pk_consumer_queue_waiters(struct pk_consumer_walk *all,
					 struct pk_consumer_call *call, uint64_t queue)
{
	struct pk_reader r = {.ctx = all->ctx};
	uint64_t entries = pk_member_at(&r, queue, PK_R_wait_queue_head_list);
	uint64_t link = pk_offset(&r, PK_R_wait_entry_link), func, task;
	struct pk_symbol symbol;

	pk_list_for_each (node, &r, entries) {
		if (all->nr_queued++ >= QUEUED_MAX)
			return pk_fail(r.ctx, PK_LIMIT, "more than %u tasks wait", QUEUED_MAX);
		func = pk_member(&r, node - link, PK_R_wait_entry_func);
		task = pk_member(&r, node - link, PK_R_wait_entry_private);
		if (pk_try(&r, pk_symbol_at(r.ctx, func, &symbol)) && symbol.addr == func &&
		    wakes_task(symbol.name))
			pk_try(&r, pk_consumer_waiter_add(all, call, task));
	}
	return r.status;
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
	struct pk_reader r = {.ctx = all->ctx};
	bool simple = is_simple_queue(all->ctx);
	uint64_t queue =
		pk_member_at(&r, completion, simple ? PK_R_completion_tasks : PK_R_completion_wait);
	uint64_t link, task;

	if (pk_ok(&r) && !simple)
		return pk_consumer_queue_waiters(all, call, queue);
	link = pk_offset(&r, PK_R_swait_link);
	pk_list_for_each (node, &r, queue) {
		task = pk_member(&r, node - link, PK_R_swait_task);
		pk_try(&r, pk_consumer_waiter_add(all, call, task));
	}
	return r.status;
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

void pk_consumer_wait_read(struct pk_consumer_walk *all, uint64_t transport, uint64_t queue,
			   const char *waits_for)
{
	struct pk_consumers *consumers = all->consumers;
	struct pk_consumer_call *call = pk_consumer_call_add(all, queue);
	size_t kept = 0;

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
	for (size_t i = 0; i < call->nr_waiters; i++)
		if (!waits_for_call(consumers, call, call->waiters[i].task))
			call->waiters[kept++] = call->waiters[i];
	call->nr_waiters = kept;
	if (call->waiters_status != PK_OK || call->nr_waiters)
		return;
	free(call->waiters);
	consumers->nr_calls--;
}
