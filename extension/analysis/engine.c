// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "decode/net/skb.h"

/* Objects. */

struct pk_object *pk_object_get(struct pk_engine *engine, uint64_t addr, bool create)
{
	struct pk_object *object;

	if (!addr)
		return NULL;
	object = pk_hash_get(&engine->objects, addr);
	if (object || !create)
		return object;
	object = calloc(1, sizeof(*object));
	if (!object || !pk_hash_put(&engine->objects, addr, object)) {
		free(object);
		engine->out_of_memory = true;
		return NULL;
	}
	object->addr = addr;
	object->alive = true;
	return object;
}

void pk_object_end(struct pk_engine *engine, struct pk_object *object)
{
	(void)engine;
	if (!object || !object->alive)
		return;
	object->alive = false;
	object->ends++;
}

struct pk_object *pk_object_birth(struct pk_engine *engine, uint64_t addr)
{
	struct pk_object *object = pk_object_get(engine, addr, true);
	struct pk_packet *before;
	int64_t ends;

	if (!object)
		return NULL;
	/* An end that no event told of: the address could not begin again otherwise. */
	if (object->alive && (object->rx || object->tx || object->birth_seen))
		pk_object_end(engine, object);
	ends = object->ends;
	before = object->answered || object->is_original || !object->tx ? object->before
									: object->tx;
	memset(object, 0, sizeof(*object));
	object->addr = addr;
	object->ends = ends;
	object->before = before;
	object->alive = true;
	object->birth_seen = true;
	return object;
}

/* Packets. */

struct pk_packet *pk_packet_new(struct pk_engine *engine, enum pk_direction dir)
{
	struct pk_packet_set *set = engine->set;
	struct pk_packet *packet;

	if (set->nr == set->room) {
		uint32_t room = set->room ? set->room * 2 : 256;
		struct pk_packet **bigger = realloc(set->packets, room * sizeof(*bigger));

		if (!bigger) {
			engine->out_of_memory = true;
			return NULL;
		}
		set->packets = bigger;
		set->room = room;
	}
	packet = pk_packet_set_make(set);
	if (!packet) {
		engine->out_of_memory = true;
		return NULL;
	}
	packet->dir = dir;
	packet->pos = engine->event.pos;
	packet->first_ns = packet->last_ns = engine->event.ts;
	packet->work.serial = set->nr; /* the clock may stand still */
	set->packets[set->nr++] = packet;
	return packet;
}

/* A device that is stacked on another has its driver's answer last: where no other event tells of devices, the outer
 * ones come after those below; where some do, the answer has none that is new. */
static void pass_device(const struct pk_engine *engine, struct pk_packet *packet,
			const struct pk_facts_of *facts)
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

void pk_packet_step_up(struct pk_packet *packet, enum pk_up up)
{
	if (packet->work.rx.nr_ups < PK_UPS_MAX)
		packet->work.rx.ups |= (uint32_t)up << (packet->work.rx.nr_ups * PK_UP_BITS);
	if (packet->work.rx.nr_ups <= PK_UPS_MAX)
		packet->work.rx.nr_ups++;
}

void pk_packet_touch(struct pk_engine *engine, struct pk_packet *packet,
		     const struct pk_facts_of *facts)
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
	if (facts->sk && !packet->sk && facts->stage && facts->stage->act != PK_ACT_EV_DROP)
		packet->sk = facts->sk;
}

struct pk_header pk_header_of_cb(const struct pk_facts_of *facts)
{
	struct pk_header header = {.seq_known = true, .len_known = true, .seq = facts->cb_seq};
	uint32_t ends = (facts->cb_flags & 0x01) + (facts->cb_flags >> 1 & 1);

	header.payload_len = facts->cb_end_seq - facts->cb_seq;
	if (header.payload_len >= ends)
		header.payload_len -= ends;
	header.flags_known = facts->plan->word[PK_W_CB_FLAGS];
	header.flags = facts->cb_flags & 0xff;
	return header;
}

void pk_header_take(struct pk_packet *packet, const struct pk_header *header,
		    enum pk_tuple_source source)
{
	struct pk_header *mine = &packet->header;

	/* What no more than lay where a header would gives way to one. */
	if (mine->unproven && header->tuple_known && !header->unproven)
		memset(mine, 0, sizeof(*mine));
	/* What another packet or a socket lent it (NAT may have changed that) gives way to its own. */
	if (source == PK_TUPLE_EVENT && header->tuple_known && mine->tuple_known &&
	    (packet->tuple_from == PK_TUPLE_EDGE || packet->tuple_from == PK_TUPLE_NESTED))
		memset(mine, 0, sizeof(*mine));
	if (header->ports_known && !mine->ports_known && (!mine->tuple_known || mine->unproven)) {
		mine->ports_known = true;
		mine->tuple.sport = header->tuple.sport;
		mine->tuple.dport = header->tuple.dport;
	}
	if (header->tuple_known && !mine->tuple_known) {
		mine->tuple = header->tuple;
		mine->tuple_known = true;
		mine->unproven = header->unproven;
		packet->tuple_from = source;
	}
	if (header->seq_known && !mine->seq_known) {
		mine->seq = header->seq;
		mine->seq_known = true;
	}
	if (header->ack_known && !mine->ack_known) {
		mine->ack = header->ack;
		mine->ack_known = true;
	}
	if (header->flags_known && !mine->flags_known) {
		mine->flags = header->flags;
		mine->flags_known = true;
	} else if (header->flags_known && header->seq_known && mine->seq_known &&
		   header->seq == mine->seq) {
		/* __tcp_transmit_skb() pushes what will be more than one segment, after its entry. */
		mine->flags |= header->flags & TH_PUSH;
	}
	if (header->len_known && !mine->len_known) {
		mine->payload_len = header->payload_len;
		mine->len_known = true;
	}
}

bool pk_headers_differ(const struct pk_header *a, const struct pk_header *b)
{
	return (a->tuple_known && b->tuple_known && !pk_tuple_equal(&a->tuple, &b->tuple)) ||
	       (a->seq_known && b->seq_known && a->seq != b->seq);
}

bool pk_headers_agree(const struct pk_header *a, const struct pk_header *b)
{
	return a->tuple_known && b->tuple_known && a->seq_known && b->seq_known &&
	       !pk_headers_differ(a, b);
}

/* A growing array's next place, zeroed: NULL when memory ran out. ARRAY is the address of the
 * caller's pointer, of whatever type. */
static void *array_add(struct pk_engine *engine, void *array, uint32_t *nr, uint32_t *room,
		       size_t size)
{
	char *items;

	memcpy(&items, array, sizeof(items));
	if (*nr == *room) {
		/* most packets have one, two or three of a thing, and there are many packets */
		uint32_t bigger_room = *room + *room / 2 + 1;
		char *bigger = realloc(items, bigger_room * size);

		if (!bigger) {
			engine->out_of_memory = true;
			return NULL;
		}
		items = bigger;
		memcpy(array, &items, sizeof(items));
		*room = bigger_room;
	}
	memset(items + *nr * size, 0, size);
	return items + (*nr)++ * size;
}

struct pk_wire_frame *pk_frame_add(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;
	struct pk_wire_frame *frame = array_add(engine, &trail->frames, &trail->nr_frames,
						&trail->room_frames, sizeof(*trail->frames));

	if (frame)
		frame->ts = engine->event.ts;
	return frame;
}

void pk_frame_segs(struct pk_engine *engine, struct pk_wire_frame *frame,
		   const struct pk_facts_of *facts)
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

void pk_edge_add(struct pk_engine *engine, struct pk_packet *packet, enum pk_edge_kind kind,
		 enum pk_identity how, uint64_t to_skb, struct pk_packet *to)
{
	struct pk_trail *trail = &packet->trail;
	struct pk_edge *edge;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		edge = &trail->edges[i];
		if (edge->kind != kind || edge->to != to || (!to && edge->to_skb != to_skb))
			continue;
		/* Known in two ways: the surer one stands. */
		if (how > edge->how)
			edge->how = how;
		if (!edge->to_skb)
			edge->to_skb = to_skb;
		return;
	}
	edge = array_add(engine, &trail->edges, &trail->nr_edges, &trail->room_edges,
			 sizeof(*trail->edges));
	if (edge)
		*edge = (struct pk_edge){kind, how, to_skb, to};
	packet->edge_kinds |= 1u << kind;
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
	step = array_add(engine, &trail->steps, &trail->nr_steps, &trail->room_steps,
			 sizeof(*trail->steps));
	if (!step)
		return;
	*step = (struct pk_step){.ts = engine->event.ts,
				 .cpu = engine->event.cpu,
				 .pid = engine->event.pid,
				 .name = stage->name,
				 .stage = stage->stage};
	engine->held_calls[engine->event.cpu].stepped = packet;
}

static struct pk_piece *piece_add(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;

	return array_add(engine, &trail->pieces, &trail->nr_pieces, &trail->room_pieces,
			 sizeof(*trail->pieces));
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
	for (uint32_t i = 0; i < its->nr_frames; i++) {
		struct pk_wire_frame *frame = pk_frame_add(engine, to);

		if (frame)
			*frame = its->frames[i];
	}
	for (uint32_t i = 0; i < its->nr_pieces; i++) {
		struct pk_piece *piece = piece_add(engine, to);

		if (piece)
			*piece = its->pieces[i];
	}
	for (uint32_t i = 0; i < its->nr_steps && mine->nr_steps < PK_MAX_STEPS; i++) {
		struct pk_step *step = array_add(engine, &mine->steps, &mine->nr_steps,
						 &mine->room_steps, sizeof(*mine->steps));

		if (step)
			*step = its->steps[i];
	}
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
	from->work.is_other = true; /* out of the set when it is settled */
	from->work.is_tcp = false;
	to->last_ns = engine->event.ts;
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

/* Tasks and frames. */

static struct pk_thread *thread_of(struct pk_engine *engine, const struct pk_event *event)
{
	int64_t key = event->pid ? event->pid : -1 - event->cpu;
	struct pk_thread *thread = pk_hash_get(&engine->threads, (uint64_t)key);

	if (!thread) {
		thread = calloc(1, sizeof(*thread));
		if (!thread || !pk_hash_put(&engine->threads, (uint64_t)key, thread)) {
			free(thread);
			engine->out_of_memory = true;
			return NULL;
		}
		thread->key = key;
	}
	thread->cpu = event->cpu;
	thread->last_ns = event->ts;
	return thread;
}

enum pk_context pk_context_of(const struct pk_engine *engine, const struct pk_event *event)
{
	if (event->flags & engine->nmi_flag)
		return PK_CTX_NMI;
	if (event->flags & engine->hardirq_flag)
		return PK_CTX_HARDIRQ;
	if (event->flags & engine->softirq_flag)
		return PK_CTX_SOFTIRQ;
	return PK_CTX_PROCESS;
}

/* What interrupted a packet's frames is not that packet's, nor is what they do for a whole list. */
struct pk_packet *pk_current_packet(struct pk_engine *engine)
{
	struct pk_thread *thread = engine->thread;
	enum pk_context context = pk_context_of(engine, &engine->event);

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		struct pk_frame *frame = &thread->frames[i];

		if (frame->packet)
			return frame->context == context ? frame->packet : NULL;
		if (frame->loose || (frame->stage && (frame->stage->act == PK_ACT_TX_OTHER ||
						      frame->stage->act == PK_ACT_RX_PASS)))
			return NULL;
	}
	return NULL;
}

struct pk_frame *pk_frame_with(struct pk_engine *engine, enum pk_stage_act act)
{
	struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		if (thread->frames[i].stage && thread->frames[i].stage->act == act)
			return &thread->frames[i];
		if (thread->frames[i].loose)
			return NULL;
	}
	return NULL;
}

/* Within the current packet's own frames only: what lies further out belongs to somebody else. */
bool pk_inside(struct pk_engine *engine, enum pk_stage_act act)
{
	struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		if (thread->frames[i].stage && thread->frames[i].stage->act == act)
			return true;
		if (thread->frames[i].packet || thread->frames[i].loose)
			return false;
	}
	return false;
}

/* Frames below those of functions that are not on the path: the probe's handlers among them. */
static uint32_t frames_on_path(const struct pk_thread *thread)
{
	uint32_t nr = thread->nr_frames;

	while (nr && !thread->frames[nr - 1].stage)
		nr--;
	return nr;
}

struct pk_frame *pk_frame_probed(struct pk_engine *engine, const struct pk_stage *stage)
{
	struct pk_thread *thread = engine->thread;
	uint32_t nr = frames_on_path(thread);

	return nr && thread->frames[nr - 1].stage == stage ? &thread->frames[nr - 1] : NULL;
}

void pk_frame_expect(struct pk_engine *engine, const struct pk_stage *stage,
		     struct pk_packet *packet)
{
	/* The handlers' frames end before the function's begins: only what lies below must stay. */
	engine->thread->pending[pk_context_of(engine, &engine->event)] =
		(struct pk_pending){stage, packet, frames_on_path(engine->thread)};
}

struct pk_packet *pk_expected_packet(struct pk_engine *engine)
{
	return engine->thread->pending[pk_context_of(engine, &engine->event)].packet;
}

static void note_under(const struct pk_engine *engine, const struct pk_frame *frame,
		       struct pk_piece *piece)
{
	unsigned nr = 0;

	while (frame-- > engine->thread->frames && nr < PK_PIECE_UNDER && !frame->packet)
		if (frame->stage)
			piece->under[nr++] = frame->func;
}

/* A function that the filter asks for is FRAME's, or around it, or was called from it. */
static bool lies_in_wanted(const struct pk_engine *engine, const struct pk_frame *frame)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_frame *around = frame;

	for (const struct pk_frame *in = frame; in < thread->frames + thread->nr_frames; in++)
		if (in->context == frame->context && (in->wanted || in->wanted_below))
			return true;
	while (around-- > thread->frames && !around->packet && around->context == frame->context &&
	       !around[1].loose)
		if (around->wanted)
			return true;
	return false;
}

struct pk_piece *pk_frame_piece(const struct pk_frame *frame)
{
	struct pk_trail *trail = &frame->packet->trail;

	return frame->piece < trail->nr_pieces ? &trail->pieces[frame->piece] : NULL;
}

void pk_frame_bind(struct pk_engine *engine, struct pk_frame *frame, struct pk_packet *packet,
		   enum pk_identity how)
{
	struct pk_piece *piece = frame->packet ? pk_frame_piece(frame) : NULL;

	if (frame->packet == packet) {
		if (piece && how > piece->how)
			piece->how = how;
		return;
	}
	if (piece)
		piece->how = PK_ID_NONE; /* was not its after all */
	piece = piece_add(engine, packet);
	if (!piece)
		return;
	frame->packet = packet;
	frame->piece = packet->trail.nr_pieces - 1;
	*piece = (struct pk_piece){
		.func = frame->func,
		.depth = frame->depth,
		.cpu = engine->event.cpu,
		.pid = engine->event.pid,
		.context = frame->context,
		.start = frame->start,
		.end = engine->event.ts,
		.open = !frame->by_entry,
		.by_entry = frame->by_entry,
		.entry_seen = true,
		.how = how,
		.pos = frame->pos,
	};
	note_under(engine, frame, piece);
	packet->through |= lies_in_wanted(engine, frame);
	if (frame->start < packet->first_ns)
		packet->first_ns = frame->start;
}

void pk_piece_point(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_event *event = &engine->event;
	enum pk_context context = pk_context_of(engine, event);
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
	piece = piece_add(engine, packet);
	if (piece)
		*piece = (struct pk_piece){
			.cpu = event->cpu,
			.pid = event->pid,
			.context = context,
			.start = event->ts,
			.end = event->ts,
			.entry_seen = true,
			.how = PK_ID_EXACT,
			.pos = event->pos,
		};
}

/* Where it was decided: the event's location, or, where the graph tracer had put return_to_handler in
 * place of that, the function that called kfree_skb. */
static uint64_t drop_place(struct pk_engine *engine, const struct pk_facts_of *facts)
{
	uint64_t place = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LOCATION, 0);
	struct pk_thread *thread = engine->thread;

	if (!engine->return_to_handler || place != engine->return_to_handler)
		return place;
	for (uint32_t i = thread->nr_frames; i-- > 0;)
		if (!thread->frames[i].stage || strcmp(thread->frames[i].stage->stage, "free"))
			return thread->frames[i].func;
	return place;
}

void pk_drop_note(struct pk_engine *engine, struct pk_packet *packet,
		  const struct pk_facts_of *facts)
{
	struct pk_drop *drop = pk_packet_drop(packet);

	packet->work.dropped = true;
	if (drop)
		drop->location = drop_place(engine, facts);
	if (drop && facts->plan->word[PK_W_REASON]) {
		drop->reason = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event,
						       PK_W_REASON, 0);
		drop->reason_known = true;
	}
	/* TCP's receive function itself lets go of it behind tcp_add_backlog(): there was no room. */
	packet->work.backlog_full =
		packet->work.backlogged && pk_current_packet(engine) == packet &&
		pk_inside(engine, PK_ACT_RX_TCP) && !pk_inside(engine, PK_ACT_RX_DO);
	pk_packet_touch(engine, packet, NULL);
}

static void frame_close(struct pk_engine *engine, struct pk_frame *frame, bool exit_seen)
{
	struct pk_piece *piece = frame->packet && !frame->by_entry ? pk_frame_piece(frame) : NULL;

	if (piece) {
		piece->end = engine->event.ts;
		piece->open = false;
		frame->packet->last_ns = engine->event.ts;
	}
	if (exit_seen && (frame->wanted || frame->wanted_below) && !frame->packet &&
	    frame > engine->thread->frames && frame[-1].context == frame->context && !frame->loose)
		frame[-1].wanted_below = true;
	if (frame->announces) {
		engine->announced[engine->event.cpu].irq.end = engine->event.ts;
		engine->announced[engine->event.cpu].shared = NULL;
	}
	if (exit_seen && frame->stage && frame->stage->side != PK_SIDE_TX)
		pk_rx_leave(engine, frame);
}

/* Where the log does not tell when the machine died, or in another clock. IBT moves the address that is recorded. */
static void note_panic(struct pk_engine *engine, uint64_t func)
{
	for (unsigned i = 0; i < sizeof(engine->panic_calls) / sizeof(engine->panic_calls[0]); i++)
		if (engine->panic_calls[i] && func - engine->panic_calls[i] < 16 &&
		    !engine->set->panic_call_ns)
			engine->set->panic_call_ns = engine->event.ts;
}

/* A frame at the same depth stays when the newcomer interrupted it between its depth's release and
 * its exit record; otherwise its exit was not recorded. */
void pk_frame_enter(struct pk_engine *engine, const struct pk_frame *entered)
{
	struct pk_thread *thread = engine->thread;
	enum pk_context context = entered->context;
	struct pk_frame *frame;

	note_panic(engine, entered->func);
	if (!thread->frames) {
		thread->frames = calloc(PK_MAX_DEPTH, sizeof(*thread->frames));
		if (!thread->frames) {
			engine->out_of_memory = true;
			return;
		}
	}
	while (thread->nr_frames) {
		frame = &thread->frames[thread->nr_frames - 1];
		if (frame->depth < entered->depth ||
		    (frame->depth == entered->depth && context > frame->context))
			break;
		frame_close(engine, frame, false);
		thread->nr_frames--;
	}
	if (thread->nr_frames == PK_MAX_DEPTH)
		return;
	frame = &thread->frames[thread->nr_frames++];
	*frame = *entered;
	frame->stage = pk_plans_stage_at(engine->ctx, engine->plans, entered->func);
	frame->start = engine->event.ts;
	frame->pos = engine->event.pos;
	frame->wanted =
		engine->wanted && pk_function_set_has(engine->ctx, engine->wanted, frame->func);
	if (frame->wanted && pk_current_packet(engine))
		pk_current_packet(engine)->through = true;
	/* One that only its callee tells of may be in its second call, or its tenth: it counts nothing. */
	if (!frame->stage || frame->implied)
		return;
	if (thread->pending[context].packet && thread->pending[context].stage == frame->stage) {
		pk_frame_bind(engine, frame, thread->pending[context].packet, PK_ID_EXACT);
		thread->pending[context].packet = NULL;
	}
	if (frame->stage->side != PK_SIDE_TX)
		pk_rx_enter(engine, frame);
	if (frame->stage->side != PK_SIDE_RX)
		pk_tx_enter(engine, frame);
}

void pk_frame_exit(struct pk_engine *engine, uint64_t func, int64_t depth)
{
	struct pk_thread *thread = engine->thread;
	uint32_t at = thread->nr_frames;

	while (at-- > 0) {
		if (thread->frames[at].depth == depth && thread->frames[at].func == func)
			break;
		if (thread->frames[at].depth < depth)
			return; /* it began before the trace */
	}
	if (at == UINT32_MAX)
		return;
	while (thread->nr_frames > at) {
		struct pk_frame *frame = &thread->frames[thread->nr_frames - 1];

		frame_close(engine, frame, thread->nr_frames - 1 == at);
		thread->nr_frames--;
	}
	for (int context = PK_CTX_PROCESS; context <= PK_CTX_NMI; context++)
		if (thread->pending[context].nr_frames > thread->nr_frames)
			thread->pending[context].packet = NULL;
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
	engine->cut[event->cpu].nr = 0;
	engine->announced[event->cpu].waiting = engine->announced[event->cpu].running = false;
	while ((thread = pk_hash_next(&engine->threads, &at))) {
		if (thread->cpu != event->cpu)
			continue;
		while (thread->nr_frames) {
			struct pk_frame *frame = &thread->frames[--thread->nr_frames];

			if (frame->packet)
				frame->packet->events_lost = true;
			frame_close(engine, frame, false);
		}
		memset(thread->pending, 0, sizeof(thread->pending));
		thread->nr_sending = 0;
		if (thread->tree)
			thread->tree->nr = 0;
	}
}

/* Where a probe tells of every end, only it ends a life; otherwise the two tracepoints do. */
static void end_object(struct pk_engine *engine, const struct pk_facts_of *facts)
{
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	if (act == PK_ACT_FREE ||
	    (!engine->plans->any_free && (act == PK_ACT_EV_DROP || act == PK_ACT_EV_CONSUME)))
		pk_object_end(engine, pk_object_get(engine, facts->skb, false));
}

static bool is_side(const struct pk_facts_of *facts, enum pk_stage_side side)
{
	return !facts->stage || facts->stage->side == side || facts->stage->side == PK_SIDE_BOTH;
}

static void take_facts(struct pk_engine *engine, const struct pk_facts_of *facts)
{
	engine->event_stage = facts->stage;
	if (pk_says_tcp(&facts->header) && facts->stage) {
		if (facts->stage->side == PK_SIDE_RX)
			pk_see(engine, &engine->seen.rx_headers);
		if (facts->stage->side == PK_SIDE_TX)
			pk_see(engine, &engine->seen.tx_headers);
	}
	if (is_side(facts, PK_SIDE_RX))
		pk_rx_event(engine, facts);
	if (is_side(facts, PK_SIDE_TX))
		pk_tx_event(engine, facts);
	end_object(engine, facts);
	engine->event_stage = NULL;
}

/* Arguments say what a probe on the function's entry would. */
void pk_call_args(struct pk_engine *engine, uint64_t func, const uint8_t *args, uint32_t nr_args)
{
	struct pk_facts_of facts;

	if (nr_args &&
	    pk_facts_of_call(engine->ctx, pk_plans_stage_at(engine->ctx, engine->plans, func), args,
			     nr_args, &facts))
		take_facts(engine, &facts);
}

static void graph_event(struct pk_engine *engine, const struct pk_graph_event *graph)
{
	if (!graph->is_entry) {
		pk_frame_exit(engine, graph->func, graph->depth);
		return;
	}
	pk_call_args(engine, graph->func, graph->args, graph->nr_args);
	pk_frame_enter(engine, &(struct pk_frame){
				       .func = graph->func,
				       .depth = graph->depth,
				       .context = pk_context_of(engine, &engine->event),
			       });
}

bool pk_engine_at(struct pk_engine *engine, const struct pk_event *event)
{
	engine->event = *event;
	engine->thread = thread_of(engine, event);
	engine->event_stage = NULL;
	return engine->thread;
}

void pk_engine_event(struct pk_engine *engine, const struct pk_event *event)
{
	struct pk_graph_event graph;
	struct pk_facts_of facts;

	if (event->cpu < 0 || (uint32_t)event->cpu >= engine->nr_cpus)
		return;
	engine->set->events++;
	if (event->ts > engine->set->newest_ns)
		engine->set->newest_ns = event->ts;
	if (pk_function_tracer_event(engine, event))
		return;
	engine->event = *event;
	if (event->lost_before)
		pk_engine_gap(engine, event);
	if (!pk_engine_at(engine, event))
		return;
	if (pk_graph_event(engine->ctx, event, &graph) == PK_OK)
		graph_event(engine, &graph);
	else if (pk_facts_read(engine->ctx, engine->plans, event, &facts) == PK_OK)
		take_facts(engine, &facts);
}

static void thread_free(void *thread)
{
	free(((struct pk_thread *)thread)->frames);
	free(((struct pk_thread *)thread)->tree);
	free(thread);
}

static void find_panic_calls(struct pk_engine *engine)
{
	static const char *const names[] = {"panic", "vpanic", "__crash_kexec"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (pk_symbol_find(engine->ctx, names[i], &engine->panic_calls[i]) != PK_OK)
			engine->panic_calls[i] = 0;
}

enum pk_status pk_engine_init(struct pk_engine *engine, struct pk_ctx *ctx, struct pk_plans *plans,
			      uint32_t nr_cpus, struct pk_packet_set *set)
{
	memset(engine, 0, sizeof(*engine));
	engine->ctx = ctx;
	engine->plans = plans;
	engine->set = set;
	engine->nr_cpus = nr_cpus;
	engine->passes = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->passes));
	engine->announced = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->announced));
	engine->held = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->held));
	engine->gap_ns = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->gap_ns));
	engine->cut = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->cut));
	engine->held_calls = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->held_calls));
	if (!engine->passes || !engine->gap_ns || !engine->held || !engine->announced ||
	    !engine->cut || !engine->held_calls) {
		pk_engine_deinit(engine);
		return pk_fail(ctx, PK_NOMEM, "passes of %u CPUs", nr_cpus);
	}
	if (pk_row_value(ctx, PK_R_trace_flag_softirq, &engine->softirq_flag) != PK_OK)
		engine->softirq_flag = 0;
	if (pk_row_value(ctx, PK_R_trace_flag_hardirq, &engine->hardirq_flag) != PK_OK)
		engine->hardirq_flag = 0;
	if (pk_row_value(ctx, PK_R_trace_flag_nmi, &engine->nmi_flag) != PK_OK)
		engine->nmi_flag = 0;
	if (pk_symbol_find(ctx, "return_to_handler", &engine->return_to_handler) != PK_OK)
		engine->return_to_handler = 0;
	if (pk_skb_size(ctx, &engine->skb_size) != PK_OK)
		engine->skb_size = 0;
	find_panic_calls(engine);
	return PK_OK;
}

void pk_engine_deinit(struct pk_engine *engine)
{
	pk_hash_deinit(&engine->objects, free);
	pk_hash_deinit(&engine->threads, thread_free);
	free(engine->passes);
	free(engine->gap_ns);
	free(engine->held);
	free(engine->announced);
	free(engine->cut);
	free(engine->held_calls);
	pk_text_places_deinit(&engine->places);
	engine->held_calls = NULL;
	engine->cut = NULL;
	engine->passes = NULL;
	engine->gap_ns = NULL;
	engine->held = NULL;
	engine->announced = NULL;
}
