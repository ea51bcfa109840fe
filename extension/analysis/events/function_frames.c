// SPDX-License-Identifier: GPL-3.0-or-later
/* The function tracer's entries as the engine's frames: begins are known, ends are not. */
#include "analysis/events/engine.h"

#include <stdlib.h>
#include <string.h>

static bool is_filtered(struct pk_engine *engine)
{
	if (!engine->filter_asked) {
		engine->filter_asked = true;
		engine->filtered =
			!engine->instance || pk_functions_filtered(engine->ctx, engine->instance);
	}
	return engine->filtered;
}

/* All open frames that are sure to be around the newest call last at least up to it. */
static void prolong(struct pk_engine *engine)
{
	struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0 && thread->frames[i].by_entry;) {
		struct pk_frame *frame = &thread->frames[i];
		struct pk_piece *piece = frame->packet ? pk_frame_piece(frame) : NULL;

		if (piece) {
			piece->end = engine->event.ts;
			if (frame->packet->last_ns < engine->event.ts)
				frame->packet->last_ns = engine->event.ts;
		}
		if (frame->loose)
			break;
	}
}

struct entering {
	struct pk_engine *engine;
	const struct pk_function_call *call; /* NULL: a stack trace alone */
};

static void tree_changed(void *arg, const struct pk_tree_frame *frame, uint32_t depth, bool left)
{
	const struct entering *entering = arg;
	struct pk_engine *engine = entering->engine;

	if (left) {
		pk_frame_exit(engine, frame->func, depth);
		return;
	}
	if (!frame->implied && entering->call)
		pk_call_args(engine, frame->func, entering->call->args, entering->call->nr_args);
	pk_frame_enter(engine, &(struct pk_entered){
				       .call = {frame->func, depth, frame->context},
				       .by_entry = true,
				       .implied = frame->implied,
				       .loose = frame->loose,
			       });
}

static struct pk_function_tree *tree_of(struct pk_engine *engine)
{
	struct pk_thread *thread = engine->thread;

	if (!thread->tree)
		thread->tree = calloc(1, sizeof(*thread->tree));
	if (!thread->tree)
		engine->out_of_memory = true;
	return thread->tree;
}

/* CHAIN: callers by a stack trace, NR_CHAIN 0 if there is none. */
static void enter(struct pk_engine *engine, const struct pk_event *event,
		  const struct pk_function_call *call, const uint64_t *chain, uint32_t nr_chain)
{
	struct pk_text_place place = pk_text_place(engine->ctx, &engine->places, call->ip, false);
	struct pk_function_entry entry = {
		.func = place.func ? place.func : call->ip,
		.parent = pk_text_place(engine->ctx, &engine->places, call->parent_ip, true),
		.context = pk_event_context(&engine->flags, event),
		.filtered = is_filtered(engine),
		.chain = chain,
		.nr_chain = nr_chain,
	};
	struct entering entering = {engine, call};
	struct pk_function_tree *tree;

	engine->event = *event;
	if (event->lost_before)
		pk_engine_gap(engine, event);
	if (!pk_engine_at(engine))
		return;
	tree = tree_of(engine);
	if (!tree)
		return;
	pk_function_tree_enter(tree, &entry, tree_changed, &entering);
	prolong(engine);
}

static void release(struct pk_engine *engine, struct pk_held_call *held, const uint64_t *chain,
		    uint32_t nr_chain)
{
	uint64_t serial = engine->gaps.serial;

	held->held = false;
	if (held->call.nr_args)
		held->call.args = held->args;
	engine->gaps.serial = held->serial;
	enter(engine, &held->event, &held->call, chain, nr_chain);
	engine->gaps.serial = serial;
}

static void hold(struct pk_engine *engine, struct pk_held_call *held, const struct pk_event *event,
		 const struct pk_function_call *call)
{
	uint64_t bytes = call->nr_args * (uint64_t)engine->ctx->target->facts.word_size;

	held->held = true;
	held->serial = engine->gaps.serial;
	held->event = *event;
	held->event.data = NULL;
	held->call = *call;
	if (call->nr_args && bytes <= sizeof(held->args))
		memcpy(held->args, call->args, bytes);
	else
		held->call.nr_args = 0;
}

/* The stack trace of a tracepoint's event: what it shows open is open, the rest is not. */
static void align(struct pk_engine *engine, const struct pk_event *event, const uint64_t *chain,
		  uint32_t nr_chain)
{
	struct entering entering = {.engine = engine};

	engine->event = *event;
	if (!pk_engine_at(engine) || !engine->thread->tree)
		return;
	pk_function_tree_align(engine->thread->tree, chain, nr_chain,
			       pk_event_context(&engine->flags, event), tree_changed, &entering);
	for (uint32_t i = 0; i < engine->thread->nr_frames; i++)
		engine->thread->frames[i].loose = false;
}

/* A packet's event had a stack trace behind it: that is the path to it. */
static void keep_callers(struct pk_packet *packet, const struct pk_event *event,
			 const uint64_t *chain, uint32_t nr_chain)
{
	struct pk_trail *trail = &packet->trail;
	struct pk_step *step = trail->nr_steps ? &trail->steps[trail->nr_steps - 1] : NULL;

	if (!step || step->cpu != event->cpu || step->pid != event->pid)
		return;
	if (!step->callers)
		step->callers = pk_packet_pool_alloc(packet->pool,
						     PK_STEP_CALLERS * sizeof(*step->callers));
	for (uint32_t i = 0; step->callers && i < nr_chain && i < PK_STEP_CALLERS; i++)
		step->callers[i] = chain[i];
}

bool pk_function_tracer_take(struct pk_engine *engine, const struct pk_event *event)
{
	struct pk_held_call *held = &engine->held_calls[event->cpu];
	uint64_t chain[PK_CHAIN_ROOM];
	struct pk_function_call call;
	uint32_t nr_chain = pk_stack_chain(engine->ctx, &engine->places, event, chain);
	bool of_held =
		nr_chain && held->held && held->event.pid == event->pid && !event->lost_before;
	bool of_call = held->just_called && !event->lost_before;
	struct pk_packet *stepped = held->stepped;

	held->just_called = false;
	held->stepped = NULL;
	if (stepped && nr_chain && !event->lost_before)
		keep_callers(stepped, event, chain, nr_chain);
	if (held->held)
		release(engine, held, chain, of_held ? nr_chain : 0);
	if (nr_chain && !event->lost_before) {
		engine->stacks_follow |= of_call;
		if (!of_call)
			align(engine, event, chain, nr_chain);
		return true;
	}
	if (pk_function_call(engine->ctx, event, &call) != PK_OK)
		return false;
	held->just_called = true;
	if (engine->stacks_follow)
		hold(engine, held, event, &call);
	else
		enter(engine, event, &call, NULL, 0);
	return true;
}

void pk_engine_end(struct pk_engine *engine)
{
	for (uint32_t cpu = 0; cpu < engine->nr_cpus; cpu++)
		if (engine->held_calls[cpu].held)
			release(engine, &engine->held_calls[cpu], NULL, 0);
}
