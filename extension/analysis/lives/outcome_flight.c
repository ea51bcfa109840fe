// SPDX-License-Identifier: GPL-3.0-or-later
/* What was still being handled when the trace ended. */
#include "analysis/lives/outcome.h"

#include <string.h>

#include "decode/task/task.h"

/* From a function's call to the event of its entry, with what may interrupt it there. */
#define ENTRY_REACH_NS (1000ull * 1000)

struct shadow_search {
	uint64_t func;
	/* it was called no later; UINT64_MAX: the trace has another clock than the shadow stack */
	uint64_t until;
	bool found;
};

static bool shadow_has(const struct pk_open_frame *frame, void *arg)
{
	struct shadow_search *search = arg;

	search->found |= frame->func == search->func && frame->calltime <= search->until;
	return !search->found;
}

/* Does the dead task's own shadow stack still hold the frame? PK_ABSENT: there is none to ask. */
static enum pk_status still_open(struct pk_engine *engine, const struct pk_thread *thread,
				 uint64_t func)
{
	struct pk_reader r = {.ctx = engine->ctx};
	struct pk_task task;
	bool found;
	struct shadow_search shadow = {.func = func, .until = UINT64_MAX};
	enum pk_status status;

	if (thread->key < 0)
		found = pk_cpu_task(engine->ctx, (int)(-1 - thread->key), &task) == PK_OK &&
			task.pid == 0;
	else
		found = pk_cpu_task(engine->ctx, thread->record.cpu, &task) == PK_OK &&
			task.pid == thread->key;
	if (!found && thread->key >= 0)
		pk_task_for_each (each, &r)
			if (each.pid == thread->key) {
				found = true;
				task = each;
				break;
			}
	if (!found)
		return pk_none(engine->ctx, PK_CORRUPT);
	if (engine->instance && !strcmp(engine->instance->clock, "local"))
		shadow.until = thread->record.ts + ENTRY_REACH_NS;
	status = pk_shadow_stack_walk(engine->ctx, &task, shadow_has, &shadow);
	if (status != PK_OK)
		return pk_none(engine->ctx, PK_ABSENT);
	return shadow.found ? PK_OK : pk_none(engine->ctx, PK_CORRUPT);
}

/* Behind the trace's end the task may have called the same function for another packet. */
static bool is_gone(struct pk_engine *engine, const struct pk_packet *packet)
{
	return !engine->set->ran_until_panic && packet->skb && !packet->work->freed &&
	       pk_same_packet(engine->ctx, packet, packet->skb, NULL) == PK_MATCH_NO;
}

static void flight(struct pk_engine *engine, const struct pk_thread *thread, uint32_t at)
{
	const struct pk_frame *frame = &thread->frames[at];
	struct pk_packet *packet = frame->packet;
	const struct pk_frame *inner = frame;
	struct pk_symbol symbol = {.name = "?"};
	enum pk_status status;

	if (packet->work->is_other || !packet->work->is_own)
		return;
	for (uint32_t i = at + 1; i < thread->nr_frames; i++) {
		if (thread->frames[i].packet && thread->frames[i].packet != packet)
			break;
		if (thread->frames[i].stage)
			inner = &thread->frames[i];
	}
	pk_symbol_at(engine->ctx, inner->call.func, &symbol);
	status = still_open(engine, thread, frame->call.func);
	if ((status == PK_OK && !is_gone(engine, packet)) ||
	    (status == PK_ABSENT && engine->set->ran_until_panic)) {
		packet->outcome = PK_OUT_IN_FLIGHT;
		pk_packet_explain(packet, "in %.60s%s", symbol.name,
				  status == PK_OK ? ", still on the task's shadow stack" : "");
	} else {
		pk_packet_explain(packet, "the trace stopped here, in %.60s", symbol.name);
	}
}

/* What is still open lasted up to the panic; what the task did after that is the panic's. */
static void end_open_piece(const struct pk_engine *engine, const struct pk_thread *thread,
			   const struct pk_frame *frame)
{
	const struct pk_packet_set *set = engine->set;
	struct pk_piece *piece = pk_frame_piece(frame);

	if (!piece)
		return;
	piece->end = thread->record.ts;
	if (set->panic_known && set->panic_ns > piece->start && set->panic_ns < piece->end)
		piece->end = set->panic_ns;
}

void pk_settle_flights(struct pk_engine *engine)
{
	size_t at = 0;
	const struct pk_thread *thread;

	while ((thread = pk_hash_next(&engine->threads, &at)))
		for (uint32_t i = thread->nr_frames; i-- > 0;) {
			/* Of the function tracer nobody knows which call is still open. */
			if (!thread->frames[i].packet || thread->frames[i].by_entry)
				continue;
			end_open_piece(engine, thread, &thread->frames[i]);
			if (thread->frames[i].packet->outcome != PK_OUT_IN_FLIGHT)
				flight(engine, thread, i);
		}
}
