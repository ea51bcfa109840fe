// SPDX-License-Identifier: GPL-3.0-or-later
/* Calls begin, end and are lost: what that does to the frames of a task, and to the packets in them. */
#include "analysis/events/engine.h"
#include "core/kit.h"

#include <stdlib.h>
#include <string.h>

static const struct pk_side *const sides[] = {&pk_side_rx, &pk_side_tx};
#define NR_SIDES PK_ARRAY_SIZE(sides)

static void frame_close(struct pk_engine *engine, struct pk_frame *frame, bool exit_seen)
{
	struct pk_piece *piece = frame->packet && !frame->by_entry ? pk_frame_piece(frame) : NULL;

	if (piece) {
		piece->end = engine->event.ts;
		piece->open = false;
		frame->packet->last_ns = engine->event.ts;
	}
	if (exit_seen && (frame->wanted || frame->wanted_below) && !frame->packet &&
	    frame > engine->thread->frames && frame[-1].call.context == frame->call.context &&
	    !frame->loose)
		frame[-1].wanted_below = true;
	if (frame->announces) {
		engine->announced[engine->event.cpu].irq.end = engine->event.ts;
		engine->announced[engine->event.cpu].shared = NULL;
	}
	for (unsigned i = 0; exit_seen && frame->stage && i < NR_SIDES; i++)
		if (frame->stage->side != sides[i]->other && sides[i]->leave)
			sides[i]->leave(engine, frame);
}

/* Where the log does not tell when the machine died, or in another clock. IBT moves the address that is recorded. */
static void note_panic(struct pk_engine *engine, uint64_t func)
{
	if (func - engine->panic_low > engine->panic_high - engine->panic_low)
		return; /* nearly all */
	for (unsigned i = 0; i < PK_ARRAY_SIZE(engine->panic_calls); i++)
		if (engine->panic_calls[i] && func - engine->panic_calls[i] < PK_ENTRY_REACH &&
		    !engine->set->panic_call_ns)
			engine->set->panic_call_ns = engine->event.ts;
}

/* What a function of MARKS tells of what is being received when it is called. */
static void note_received(struct pk_engine *engine, unsigned marks)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (!packet || packet->dir != PK_RX)
		return;
	packet->work->handled |= !!(marks & PK_HANDLES);
	packet->work->numbered |= !!(marks & PK_NUMBERED);
	if (!(marks & PK_TELLS_READER) || !pk_inside(engine, PK_ACT_RX_RAW))
		return;
	packet->work->copy_queued = true;
	packet->work->copy_by_own |= pk_inside(engine, PK_ACT_RX_OWN);
}

/* Function entries tell of no end, so calls that are over pile up: let the outermost half go. */
static void forget_outermost(struct pk_engine *engine, struct pk_thread *thread)
{
	const uint32_t half = PK_MAX_DEPTH / 2;

	for (uint32_t i = half; i-- > 0;)
		frame_close(engine, &thread->frames[i], false);
	pk_calls_drop_half(thread->frames, sizeof(*thread->frames), &thread->nr_frames,
			   &thread->nr_doubtful);
	thread->nr_hooking = 0;
	for (unsigned i = 0; i < PK_ARRAY_SIZE(thread->pending); i++) {
		if (thread->pending[i].nr_frames < half)
			thread->pending[i].packet = NULL;
		else
			thread->pending[i].nr_frames -= half;
	}
}

/* Calls that ENTERED proves to be over end. False: there is no room for it. */
static bool make_room(struct pk_engine *engine, struct pk_thread *thread,
		      const struct pk_entered *entered)
{
	if (!thread->frames)
		thread->frames = malloc(PK_MAX_DEPTH * sizeof(*thread->frames));
	if (!thread->frames) {
		engine->out_of_memory = true;
		return false;
	}
	while (thread->nr_frames && pk_call_is_over(&pk_frame_top(engine)->call, &entered->call)) {
		frame_close(engine, pk_frame_top(engine), false);
		thread->nr_frames--;
	}
	if (thread->nr_frames == PK_MAX_DEPTH && entered->by_entry)
		forget_outermost(engine, thread);
	if (thread->nr_doubtful > thread->nr_frames)
		thread->nr_doubtful = thread->nr_frames;
	return thread->nr_frames < PK_MAX_DEPTH;
}

void pk_frame_enter(struct pk_engine *engine, const struct pk_entered *entered)
{
	struct pk_thread *thread = engine->thread;
	enum pk_context context = entered->call.context;
	const struct pk_stage *stage;
	struct pk_frame *frame;

	note_panic(engine, entered->call.func);
	if (!make_room(engine, thread, entered))
		return;
	stage = pk_plans_stage_at(engine->ctx, engine->plans, entered->call.func);
	if (stage && stage->marks & (PK_HANDLES | PK_TELLS_READER | PK_NUMBERED) &&
	    !entered->implied)
		note_received(engine, stage->marks);
	frame = &thread->frames[thread->nr_frames++];
	*frame = (struct pk_frame){
		.call = entered->call,
		.stage = stage,
		.start = engine->event.ts,
		.pos = engine->event.pos,
		.by_entry = entered->by_entry,
		.implied = entered->implied,
		.loose = entered->loose,
	};
	frame->wanted = engine->wanted &&
			pk_function_set_has(engine->ctx, engine->wanted, frame->call.func);
	if ((stage && stage->marks & PK_HOOKS) || (thread->nr_hooking && thread->nr_frames > 1))
		pk_frame_hook(engine, thread->nr_frames - 1);
	if (frame->wanted && pk_current_packet(engine))
		pk_current_packet(engine)->through = true;
	/* One that only its callee tells of may be in its second call, or its tenth: it counts nothing. */
	if (!frame->stage || frame->implied)
		return;
	engine->set->told[frame->stage->act] |= PK_TOLD_BY_CALL;
	if (frame->stage->act == PK_ACT_SOCK_END)
		pk_sock_ended_somewhere(engine);
	if (thread->pending[context].packet && thread->pending[context].stage == frame->stage) {
		pk_frame_bind(engine, frame, thread->pending[context].packet, PK_ID_EXACT);
		thread->pending[context].packet = NULL;
	}
	for (unsigned i = 0; i < NR_SIDES; i++)
		if (frame->stage->side != sides[i]->other)
			sides[i]->enter(engine, frame);
}

void pk_frame_exit(struct pk_engine *engine, uint64_t func, int64_t depth)
{
	struct pk_thread *thread = engine->thread;
	int64_t at = pk_calls_around(thread->frames, thread->nr_frames, sizeof(*thread->frames),
				     func, depth);

	while (at >= 0 && thread->nr_frames > at) {
		struct pk_frame *frame = &thread->frames[thread->nr_frames - 1];

		frame_close(engine, frame, thread->nr_frames - 1 == at);
		thread->nr_frames--;
	}
	for (int context = PK_CTX_PROCESS; at >= 0 && context <= PK_CTX_NMI; context++)
		if (thread->pending[context].nr_frames > thread->nr_frames)
			thread->pending[context].packet = NULL;
}

static void forget_calls(struct pk_engine *engine, struct pk_thread *thread)
{
	while (thread->nr_frames) {
		struct pk_frame *frame = &thread->frames[--thread->nr_frames];

		if (frame->packet) {
			struct pk_piece *piece = pk_frame_piece(frame);

			frame->packet->events_lost = true;
			if (piece && !frame->by_entry)
				piece->cut = true;
		}
		frame_close(engine, frame, false);
	}
	memset(thread->pending, 0, sizeof(thread->pending));
	memset(thread->breaths, 0, sizeof(thread->breaths));
	thread->nr_sending = thread->nr_hooking = thread->nr_doubtful = 0;
	if (thread->tree)
		thread->tree->nr = 0;
}

/* Events were lost on this CPU: what its tasks had open may have ended, an order is no order. */
void pk_engine_gap(struct pk_engine *engine, const struct pk_event *event)
{
	size_t at = 0;
	struct pk_thread *thread;

	if (event->lost_before == PK_LOST_UNKNOWN)
		engine->set->lost_unknown = true;
	else
		engine->set->lost += event->lost_before;
	engine->gap_ns[event->cpu] = event->ts;
	if (event->ts > engine->set->complete_since)
		engine->set->complete_since = event->ts;
	engine->passes[event->cpu].nr = 0;
	for (uint32_t cpu = 0; cpu < engine->nr_cpus; cpu++)
		engine->cut[cpu].nr = 0; /* another CPU may have taken them out of the queue */
	engine->announced[event->cpu].waiting = engine->announced[event->cpu].running = false;
	while ((thread = pk_hash_next(&engine->threads, &at)))
		if (thread->record.cpu == event->cpu)
			forget_calls(engine, thread);
}

/* Where a probe tells of every end, only it ends a life; otherwise the two tracepoints do. */
static void end_object(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	pk_objects_named(engine, facts);
	if (act == PK_ACT_FREE ||
	    (!engine->plans->any_free && (act == PK_ACT_EV_DROP || act == PK_ACT_EV_CONSUME))) {
		struct pk_object *object = pk_object_get(engine, facts->skb, false);

		if (object && object->alive) {
			struct pk_packet *tx = object->tx;

			if (object->rx && object->rx->skb == object->addr)
				object->rx->freed_ns = engine->event.ts;
			if (tx && tx->skb == object->addr)
				tx->freed_ns = engine->event.ts;
			else if (tx && object->is_original)
				tx->orig_freed_ns = engine->event.ts;
		}
		pk_object_end(object);
	}
}

/* A life begins with it, whatever was there before; or it has come late (net_dev_xmit) and says whose it is itself. */
static bool is_apart(const struct pk_event_facts *facts)
{
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	return act == PK_ACT_TX_OWN || act == PK_ACT_COPY_HEADER || act == PK_ACT_EV_FRAME ||
	       act == PK_ACT_EV_TX_DONE;
}

/* The event goes on with BREATH: it comes soon, is of the same skb and its way, and not the one that it began with once more. */
static bool goes_on(const struct pk_engine *engine, const struct pk_breath *breath,
		    const struct pk_event_facts *facts)
{
	const struct pk_object *life = &breath->life;

	if (!life->addr || life->addr != facts->skb || !facts->plan || is_apart(facts) ||
	    engine->event.ts - breath->ts >= engine->gaps.quiet_ns)
		return false;
	if (facts->stage && ((facts->stage->side == PK_SIDE_RX && !life->rx) ||
			     (facts->stage->side == PK_SIDE_TX && !life->tx)))
		return false;
	return breath->probe != facts->plan->number ||
	       (facts->dev[0] && strcmp(breath->dev, facts->dev) != 0);
}

static bool is_changed(const struct pk_object *object, const struct pk_object *life)
{
	return object->ends != life->ends || object->alive != life->alive ||
	       object->rx != life->rx || object->tx != life->tx;
}

/* What the current task has of the event's skb is kept for its next event. */
static void breathe(const struct pk_engine *engine, struct pk_breath *breath,
		    const struct pk_object *object, const struct pk_event_facts *facts, bool on)
{
	if (!object || !object->alive || !facts->plan ||
	    (facts->stage && facts->stage->act == PK_ACT_EV_TX_DONE)) {
		breath->life.addr = 0;
		return;
	}
	breath->life = *object;
	breath->ts = engine->event.ts;
	breath->stage = facts->stage;
	if (on)
		return;
	breath->probe = facts->plan->number;
	memcpy(breath->dev, facts->dev, sizeof(breath->dev));
}

static void take_facts(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	pk_sock_event(engine, facts);
	if (!pk_objects_met(engine, facts)) {
		pk_sock_event_done(engine, facts);
		return;
	}
	engine->event_stage = facts->stage;
	if (pk_header_proven(&facts->header) && facts->stage) {
		if (facts->stage->side == PK_SIDE_RX)
			pk_see(engine, &engine->seen.rx_headers);
		if (facts->stage->side == PK_SIDE_TX)
			pk_see(engine, &engine->seen.tx_headers);
	}
	for (unsigned i = 0; i < NR_SIDES; i++)
		if (!facts->stage || facts->stage->side != sides[i]->other)
			sides[i]->event(engine, facts);
	if (engine->watch)
		pk_watch_event(engine, facts);
	end_object(engine, facts);
	pk_sock_event_done(engine, facts);
	engine->event_stage = NULL;
}

/* Another task had the skb last: what it is to that one. */
static void keep_for_task(struct pk_engine *engine, const struct pk_object *object)
{
	struct pk_thread *thread;

	if (!object || object->task == engine->thread->key)
		return;
	thread = pk_hash_get(&engine->threads, (uint64_t)object->task);
	for (unsigned i = 0; thread && i < PK_ARRAY_SIZE(thread->breaths); i++)
		if (thread->breaths[i].life.addr == object->addr)
			thread->breaths[i].life = *object;
}

/* Others' events stand before this one that are not: it is of what BREATH has, and then OBJECT is theirs again. */
static void take_parted(struct pk_engine *engine, const struct pk_event_facts *facts,
			struct pk_object *object, struct pk_breath *breath)
{
	struct pk_object others = *object;

	*object = breath->life;
	object->serial = others.serial;
	take_facts(engine, facts);
	breathe(engine, breath, object, facts, true);
	others.serial = object->serial;
	*object = others;
}

void pk_take_facts(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_breath *breath = &engine->thread->breaths[pk_context_now(engine)];
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	bool on = goes_on(engine, breath, facts);

	if (facts->skb2)
		keep_for_task(engine, pk_object_get(engine, facts->skb2, false));
	if (on && object && object->task != engine->thread->key &&
	    is_changed(object, &breath->life)) {
		take_parted(engine, facts, object, breath);
		return;
	}
	keep_for_task(engine, object);
	take_facts(engine, facts);
	if (facts->skb)
		breathe(engine, breath, object ? object : pk_object_get(engine, facts->skb, false),
			facts, on);
}

/* Arguments say what a probe on the function's entry would. */
void pk_call_args(struct pk_engine *engine, uint64_t func, const uint8_t *args, uint32_t nr_args)
{
	struct pk_event_facts facts;

	if (nr_args &&
	    pk_facts_of_call(engine->ctx, pk_plans_stage_at(engine->ctx, engine->plans, func), args,
			     nr_args, &facts))
		pk_take_facts(engine, &facts);
}

/* Exits of function_graph tell when an interrupt's calls are over. */
static bool is_in_interrupt(const struct pk_thread *thread)
{
	const struct pk_frame *frame;

	if (!thread->nr_frames)
		return false;
	frame = &thread->frames[thread->nr_frames - 1];
	return !frame->by_entry && frame->call.context != PK_CTX_PROCESS;
}

static void judge_calls(struct pk_engine *engine, struct pk_thread *thread)
{
	enum pk_calls_state state = pk_task_calls(&engine->gaps, &thread->record, &engine->event,
						  is_in_interrupt(thread));

	if (state != PK_CALLS_KEPT)
		thread->stayed_since = engine->gaps.serial;
	switch (state) {
	case PK_CALLS_LOST:
		forget_calls(engine, thread);
		break;
	case PK_CALLS_DOUBTFUL:
		thread->nr_doubtful = thread->nr_frames;
		break;
	case PK_CALLS_KEPT:
		break;
	}
}

bool pk_engine_at(struct pk_engine *engine)
{
	const struct pk_event *event = &engine->event;
	int64_t key = pk_event_task(event);
	struct pk_thread *thread = engine->thread; /* mostly it is the last event's */

	if (!thread || thread->key != key)
		thread = pk_thread_keyed(engine, key);
	if (thread) {
		if (pk_task_has_gap(&engine->gaps, &thread->record, event))
			judge_calls(engine, thread);
		if (engine->gaps.cpus[event->cpu].task != thread->key)
			thread->alone_since = engine->gaps.serial;
		pk_task_seen(&engine->gaps, &thread->record, event, thread->key);
	}
	engine->thread = thread;
	engine->event_stage = NULL;
	return engine->thread;
}
