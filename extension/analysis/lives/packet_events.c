// SPDX-License-Identifier: GPL-3.0-or-later
/* What any event says of its packet, whichever way that goes. */
#include "analysis/events/engine.h"
#include "decode/trace/clock.h"

#include <stdlib.h>
#include <string.h>

struct pk_packet *pk_packet_new(struct pk_engine *engine, enum pk_direction dir)
{
	struct pk_packet *packet = pk_packet_set_add(engine->set);

	if (!packet) {
		engine->out_of_memory = true;
		return NULL;
	}
	packet->dir = dir;
	packet->pos = engine->event.pos;
	packet->first_ns = packet->last_ns = engine->event.ts;
	packet->work->serial = engine->set->nr - 1; /* the clock may stand still */
	if (dir == PK_RX)
		packet->work->rx.begun_serial = engine->gaps.serial;
	return packet;
}

void pk_packet_is_of(struct pk_packet *packet, const struct pk_stage *stage)
{
	const struct pk_protocol *protocol = pk_stage_protocol(stage);

	packet->work->is_own = true;
	if (protocol && !packet->header.protocol)
		packet->header.protocol = protocol->number;
}

void pk_packet_step_up(struct pk_packet *packet, enum pk_up up)
{
	if (packet->work->rx.nr_ups < PK_UPS_MAX)
		packet->work->rx.ups |= (uint32_t)up << (packet->work->rx.nr_ups * PK_UP_BITS);
	if (packet->work->rx.nr_ups <= PK_UPS_MAX)
		packet->work->rx.nr_ups++;
}

/* A device that is stacked on another has its driver's answer last: where no other event tells of devices, the outer
 * ones come after those below; where some do, the answer has none that is new. */
static void pass_device(const struct pk_engine *engine, struct pk_packet *packet,
			const struct pk_event_facts *facts)
{
	bool answer = facts->stage && facts->stage->act == PK_ACT_EV_TX_DONE;
	const char *way = packet->way;

	if (!facts->dev[0] ||
	    (answer && way[0] && (engine->seen.tx_queue || engine->seen.tx_start)))
		return;
	pk_packet_pass_dev(packet, facts->dev, answer);
	if (way[0] && packet->way != way && packet->dir == PK_RX)
		pk_packet_step_up(packet, PK_UP_DEVICE);
}

void pk_packet_step(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_stage *stage = engine->event_stage;
	struct pk_trail *trail = &packet->trail;
	struct pk_step *step;

	if (!stage || pk_current_packet(engine) == packet)
		return;
	step = trail->nr_steps ? &trail->steps[trail->nr_steps - 1] : NULL;
	/* A tracepoint and the probe on it tell of one thing. */
	if (trail->nr_steps == PK_MAX_STEPS || (step && !strcmp(step->name, stage->name)))
		return;
	step = pk_trail_add_step(packet);
	if (!step)
		return;
	*step = (struct pk_step){.ts = engine->event.ts,
				 .cpu = engine->event.cpu,
				 .pid = engine->event.pid,
				 .name = stage->name,
				 .stage = stage->stage};
	engine->held_calls[engine->event.cpu].stepped = packet;
}

void pk_carry(struct pk_packet *inner, struct pk_packet *outer, enum pk_identity how)
{
	pk_edge_add(inner, PK_EDGE_ENCAPSULATED_IN, how, outer->skb, outer);
	pk_edge_add(outer, PK_EDGE_CARRIES, how, inner->skb, inner);
}

static void note_quoted(struct pk_packet *packet, const struct pk_header *quoted)
{
	struct pk_header *copy;

	if (!quoted->protocol || packet->quoted)
		return;
	copy = pk_packet_pool_alloc(packet->pool, sizeof(*copy));
	if (copy)
		*copy = *quoted;
	packet->quoted = copy;
}

void pk_packet_touch(struct pk_engine *engine, struct pk_packet *packet,
		     const struct pk_event_facts *facts)
{
	int cpu = engine->event.cpu;

	if (cpu >= 0 && (uint32_t)cpu < engine->nr_cpus && engine->gap_ns[cpu] > packet->last_ns)
		packet->events_lost = true;
	packet->last_ns = engine->event.ts;
	if (engine->wanted && engine->event_stage && !strchr(engine->event_stage->name, '/'))
		packet->through |= pk_function_set_has_name(engine->ctx, engine->wanted,
							    engine->event_stage->name);
	pk_packet_step(engine, packet);
	if (!facts)
		return;
	if (facts->mark_known && !packet->mark_known) {
		packet->mark_known = true;
		packet->mark = facts->mark;
	}
	pass_device(engine, packet, facts);
	note_quoted(packet, &facts->quoted);
	if (facts->sk && !packet->sk && facts->stage && facts->stage->act != PK_ACT_EV_DROP)
		pk_sock_names(engine, packet, facts);
}

bool pk_on_receipt(struct pk_engine *engine, const struct pk_packet *received)
{
	const struct pk_packet *packet = received->work->is_copy ? received->work->whole : received;
	const struct pk_trail *trail = &packet->trail;
	const struct pk_piece *last =
		trail->nr_pieces ? &trail->pieces[trail->nr_pieces - 1] : NULL;

	/* A worker hands on what came out of IPsec. */
	if (pk_frame_with(engine, PK_ACT_RX_INNER_RUN) && pk_current_packet(engine) == packet)
		return true;
	if (!last || last->context != PK_CTX_SOFTIRQ ||
	    !(engine->event.flags & engine->flags.softirq) || last->cpu != engine->event.cpu ||
	    last->pid != engine->event.pid)
		return false;
	return !last->func || pk_current_packet(engine) == packet;
}

bool pk_time_near_start(const struct pk_engine *engine, uint64_t ts)
{
	const uint64_t near_ns = 50 * 1000 * 1000;

	return !engine->set->whole && ts < engine->set->since + near_ns;
}

bool pk_near_start(const struct pk_engine *engine)
{
	return pk_time_near_start(engine, engine->event.ts);
}

struct pk_wire_frame *pk_wire_frame_add(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_wire_frame *frame = pk_trail_add_frame(packet);

	if (frame)
		frame->ts = engine->event.ts;
	return frame;
}

void pk_wire_frame_segs(struct pk_engine *engine, struct pk_wire_frame *frame,
			const struct pk_event_facts *facts)
{
	uint64_t segs = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_GSO_SEGS, 0);
	uint64_t size = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_GSO_SIZE, 0);

	if (!size && facts->plan->word[PK_W_GSO_SIZE])
		frame->segs = 1;
	else if (segs && segs <= UINT16_MAX)
		frame->segs = (uint32_t)segs;
	if (size <= UINT16_MAX)
		frame->gso_size = (uint32_t)(size ? size : frame->gso_size);
}

struct pk_piece pk_piece_now(const struct pk_engine *engine)
{
	const struct pk_event *event = &engine->event;

	return (struct pk_piece){
		.cpu = event->cpu,
		.pid = event->pid,
		.context = pk_context_now(engine),
		.start = event->ts,
		.end = event->ts,
		.entry_seen = true,
		.how = PK_ID_EXACT,
		.pos = event->pos,
	};
}

void pk_piece_point(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_event *event = &engine->event;
	enum pk_context context = pk_event_context(&engine->flags, event);
	struct pk_trail *trail = &packet->trail;
	struct pk_piece *piece;

	if (pk_current_packet(engine) == packet)
		return;
	for (uint32_t i = trail->nr_pieces; i-- > 0;) {
		piece = &trail->pieces[i];
		if (piece->func)
			break;
		if (piece->cpu == event->cpu && piece->pid == event->pid &&
		    piece->context == context) {
			piece->end = event->ts;
			return;
		}
	}
	piece = pk_trail_add_piece(packet);
	if (piece)
		*piece = pk_piece_now(engine);
}

static int by_step(const void *a, const void *b)
{
	const struct pk_step *x = a, *y = b;

	return x->ts < y->ts ? -1 : x->ts > y->ts;
}

void pk_trail_sort_steps(struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;

	if (trail->nr_steps)
		qsort(trail->steps, trail->nr_steps, sizeof(*trail->steps), by_step);
}

void pk_trail_take(struct pk_packet *to, const struct pk_packet *from)
{
	const struct pk_trail *its = &from->trail;

	for (uint32_t i = 0; i < its->nr_pieces; i++) {
		struct pk_piece *piece = pk_trail_add_piece(to);

		if (piece)
			*piece = its->pieces[i];
	}
	for (uint32_t i = 0; i < its->nr_steps && to->trail.nr_steps < PK_MAX_STEPS; i++) {
		struct pk_step *step = pk_trail_add_step(to);

		if (step)
			*step = its->steps[i];
	}
}

/* What carried FROM carries what that became part of. */
static void take_carrier(struct pk_packet *to, const struct pk_packet *from)
{
	const struct pk_edge *edge = pk_has_edge(from, PK_EDGE_ENCAPSULATED_IN)
					     ? pk_edge_of(from, PK_EDGE_ENCAPSULATED_IN)
					     : NULL;
	struct pk_packet *outer = edge ? edge->to : NULL;

	if (!outer)
		return;
	for (uint32_t i = 0; i < outer->trail.nr_edges; i++)
		if (outer->trail.edges[i].to == from)
			outer->trail.edges[i].to = to;
	pk_edge_add(to, PK_EDGE_ENCAPSULATED_IN, edge->how, outer->skb, outer);
}

void pk_packet_absorb(struct pk_engine *engine, struct pk_packet *to, struct pk_packet *from)
{
	struct pk_trail *mine = &to->trail, *its = &from->trail;
	struct pk_object *object;
	struct pk_thread *thread;
	size_t at = 0;

	if (to == from)
		return;
	to->through |= from->through;
	take_carrier(to, from);
	for (uint32_t i = 0; i < its->nr_frames; i++) {
		struct pk_wire_frame *frame = pk_trail_add_frame(to);

		if (frame)
			*frame = its->frames[i];
	}
	pk_trail_take(to, from);
	/* Open frames of the absorbed packet are now the other's. */
	while ((thread = pk_hash_next(&engine->threads, &at)))
		for (uint32_t i = 0; i < thread->nr_frames; i++) {
			struct pk_frame *frame = &thread->frames[i];

			if (frame->packet == from) {
				frame->packet = to;
				frame->piece += mine->nr_pieces - its->nr_pieces;
			}
		}
	object = pk_object_get(engine, from->skb, false);
	if (object && object->rx == from)
		object->rx = NULL;
	from->work->absorbed = true;
	from->work->is_other = true; /* out of the set when it is settled */
	from->work->is_own = false;
	to->last_ns = engine->event.ts;
}

bool pk_is_tracepoint_call(struct pk_ctx *ctx, uint64_t func)
{
	static const char prefix[] = "__traceiter_";
	struct pk_symbol symbol;

	return pk_symbol_at(ctx, func, &symbol) == PK_OK &&
	       !strncmp(symbol.name, prefix, strlen(prefix));
}

/* The event's location says nothing: the graph tracer had put return_to_handler in its place, or the compiler had
 * divided kfree_skb(), whose one part called the other (kfree_skb.part.0). */
static bool is_no_place(struct pk_engine *engine, uint64_t place)
{
	return (engine->return_to_handler && place == engine->return_to_handler) ||
	       pk_stage_is(pk_plans_stage_at(engine->ctx, engine->plans, place), "free");
}

/* Where it was decided: the event's location, or the function that called kfree_skb; 0: not known. */
static uint64_t drop_place(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	uint64_t place =
		pk_last_boot_function(engine->ctx, pk_facts_word(engine->ctx, facts->plan,
								 &engine->event, PK_W_LOCATION, 0));
	struct pk_thread *thread = engine->thread;

	if (!place || !is_no_place(engine, place))
		return place;
	for (uint32_t i = thread->nr_frames; i-- > 0;)
		if (!pk_stage_is(thread->frames[i].stage, "free") &&
		    !pk_is_tracepoint_call(engine->ctx, thread->frames[i].call.func))
			return thread->frames[i].call.func;
	return 0;
}

bool pk_is_freed_in(struct pk_engine *engine, const struct pk_event_facts *facts, const char *func)
{
	uint64_t place = drop_place(engine, facts);
	struct pk_symbol symbol;

	return place && pk_symbol_at(engine->ctx, place, &symbol) == PK_OK &&
	       !strcmp(symbol.name, func);
}

void pk_drop_keep(struct pk_engine *engine, struct pk_packet *packet,
		  const struct pk_event_facts *facts)
{
	struct pk_drop *drop = pk_packet_drop(packet);

	if (drop) {
		drop->location = drop_place(engine, facts);
		drop->hooks = pk_hook_calls_now(engine, packet->pool);
	}
	if (drop && facts->plan->word[PK_W_REASON]) {
		drop->reason = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event,
						       PK_W_REASON, 0);
		drop->reason_known = true;
	}
}

void pk_drop_note(struct pk_engine *engine, struct pk_packet *packet,
		  const struct pk_event_facts *facts)
{
	packet->work->dropped = true;
	pk_drop_keep(engine, packet, facts);
	/* The protocol's receive function itself lets go of it behind tcp_add_backlog(): there was no room. */
	packet->work->backlog_full =
		packet->work->backlogged && pk_current_packet(engine) == packet &&
		pk_inside(engine, PK_ACT_RX_OWN) && !pk_inside(engine, PK_ACT_RX_DO);
	pk_packet_touch(engine, packet, NULL);
}
