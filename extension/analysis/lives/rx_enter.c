// SPDX-License-Identifier: GPL-3.0-or-later
/* What the functions on the way up say, by their frames: passes of lists, tunnels, protocols. */
#include "analysis/lives/rx.h"

#include <string.h>

#include "protocol/ipsec.h"

/* --- the pass of a list: several skbs that go up through each layer in turn, in their order ---------------- */

struct pk_packet *pk_rx_of(struct pk_engine *engine, struct pk_object *object)
{
	if (!object->rx) {
		object->rx = pk_packet_new(engine, PK_RX);
		if (object->rx) {
			object->rx->skb = object->addr;
			object->rx->work->birth_serial = (uint32_t)object->ends;
			/* a sending half that is cut itself may yet turn out to be told of */
			object->rx->left_complete =
				object->birth_seen || (object->tx && object->tx->left_complete);
		}
	}
	return object->rx;
}

struct pk_pass *pk_rx_pass_of(struct pk_engine *engine)
{
	return &engine->passes[engine->event.cpu];
}

bool pk_rx_pass_is_framed(struct pk_engine *engine)
{
	return pk_frame_with(engine, PK_ACT_RX_PASS) || pk_frame_with(engine, PK_ACT_RX_L2) ||
	       pk_frame_with(engine, PK_ACT_RX_CORE);
}

void pk_rx_pass_add(struct pk_engine *engine, uint64_t skb, bool alone)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	if ((alone || pass->taken) && !pk_rx_pass_is_framed(engine)) {
		pass->nr = 0;
		pass->taken = false;
	}
	if (pass->nr < PK_PASS_ROOM)
		pass->skb[pass->nr++] = skb;
}

void pk_rx_pass_remove(struct pk_engine *engine, uint64_t skb)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	for (uint32_t i = 0; i < pass->nr; i++)
		if (pass->skb[i] == skb) {
			memmove(&pass->skb[i], &pass->skb[i + 1],
				(pass->nr - i - 1) * sizeof(pass->skb[0]));
			pass->nr--;
			return;
		}
}

void pk_rx_pass_wait(struct pk_engine *engine, uint64_t skb)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	if (pass->nr_later < PK_PASS_ROOM)
		pass->later[pass->nr_later++] = skb;
}

void pk_rx_pass_resume(struct pk_engine *engine)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	memcpy(pass->skb, pass->later, pass->nr_later * sizeof(pass->later[0]));
	pass->nr = pass->nr_later;
	pass->nr_later = 0;
}

struct pk_packet *pk_rx_pass_first(struct pk_engine *engine)
{
	struct pk_pass *pass = pk_rx_pass_of(engine);

	while (pass->nr) {
		struct pk_object *object = pk_object_get(engine, pass->skb[0], false);

		if (object && object->rx && !object->rx->work->copied &&
		    !object->rx->work->is_other)
			return object->rx;
		pk_rx_pass_remove(engine, pass->skb[0]);
	}
	return NULL;
}

/* --- calls ------------------------------------------------------------------------------------------------ */

/* The packet that a protocol's receive function was called with, where no probe says it. */
static struct pk_packet *received_packet(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (packet && packet->dir == PK_RX && packet->work->queue_seen)
		return packet;
	return pk_rx_pass_first(engine);
}

struct pk_frame *pk_rx_own_frame(struct pk_engine *engine, struct pk_frame *frame)
{
	while (frame > engine->thread->frames && frame[-1].stage && !frame[-1].implied &&
	       frame[-1].stage->act == PK_ACT_RX_DELIVER && frame->stage &&
	       (frame->stage->act == PK_ACT_RX_OWN || frame->stage->act == PK_ACT_RX_DELIVER))
		frame--;
	return frame;
}

/* Where no event says what comes in, each call is a packet, and nothing else is known of it. */
static struct pk_packet *unnamed(struct pk_engine *engine)
{
	struct pk_packet *packet = NULL;

	pk_see(engine, &engine->seen.rx_unnamed);
	if (engine->rx_by_frames)
		packet = pk_packet_new(engine, PK_RX);
	if (packet)
		packet->left_complete = !pk_near_start(engine);
	return packet;
}

void pk_rx_taken_by(struct pk_packet *packet, const struct pk_stage *stage)
{
	const struct pk_protocol *protocol = pk_stage_protocol(stage);
	struct pk_trail *trail = &packet->trail;

	if (protocol && !packet->work->taken && packet->header.protocol &&
	    packet->header.protocol != protocol->number &&
	    packet->header.below != protocol->number) {
		packet->header = (struct pk_header){0};
		for (uint32_t i = 0; i < trail->nr_frames; i++)
			trail->frames[i].header = (struct pk_header){0};
	}
	pk_packet_is_of(packet, stage);
	packet->work->taken = true;
	packet->work->is_other = false; /* another had it, and handed on what it carried */
}

bool pk_rx_carries_in_place(const struct pk_packet *packet)
{
	return packet->header.protocol && pk_protocol_of(&packet->header)->in_place;
}

struct pk_packet *pk_rx_come_out(struct pk_engine *engine, struct pk_object *object,
				 struct pk_packet *outer, enum pk_identity how)
{
	struct pk_packet *inner;

	object->rx = object->tx = NULL;
	inner = pk_rx_of(engine, object);
	if (!inner)
		return NULL;
	inner->left_complete = outer->left_complete;
	inner->work->queue_seen = true;
	inner->work->framed = engine->thread->nr_frames > 0;
	pk_carry(inner, outer, how);
	pk_packet_set_dev(inner, outer->way);
	pk_packet_touch(engine, inner, NULL);
	return inner;
}

struct pk_packet *pk_rx_wait_outside(struct pk_engine *engine, struct pk_object *object,
				     struct pk_packet *outer, enum pk_identity how)
{
	pk_rx_pass_wait(engine, object->addr);
	return pk_rx_come_out(engine, object, outer, how);
}

/* PROTOCOL takes what carries OUTER's, not what came out of that: it has not had it yet. */
static bool takes_carrier(const struct pk_packet *outer, const struct pk_protocol *protocol)
{
	return protocol->carries == pk_protocol_of(&outer->header) && !outer->work->taken &&
	       (outer->header.below || !outer->header.tuple_known);
}

bool pk_rx_takes_inner(const struct pk_packet *outer, const struct pk_stage *stage)
{
	const struct pk_protocol *protocol = pk_stage_protocol(stage);

	return stage->act == PK_ACT_RX_OWN && protocol && pk_rx_carries_in_place(outer) &&
	       protocol->number != outer->header.protocol && !takes_carrier(outer, protocol);
}

/* UDP had it, and IPsec's function that takes what is in ESP is called with it: UDP carries ESP. */
static void enter_wrapped(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (packet && packet->dir == PK_RX && packet->work->taken && !packet->header.below)
		pk_header_wrap(&packet->header);
}

/* Hands what came out of IPsec to a worker of this CPU. */
static void enter_inner(struct pk_engine *engine)
{
	struct pk_frame *frame = pk_frame_top(engine);
	struct pk_packet *packet = pk_current_packet(engine);
	struct pk_object *object = packet ? pk_object_get(engine, packet->skb, false) : NULL;

	if (!object || !object->alive || packet->dir != PK_RX || frame->packet)
		return;
	if (object->rx == packet && pk_rx_carries_in_place(packet) && !packet->work->freed)
		packet = pk_rx_wait_outside(engine, object, packet, pk_nesting(engine));
	else if (object->rx != packet)
		packet = object->rx; /* a probe told of it before */
	if (packet)
		pk_frame_bind(engine, frame, packet, pk_nesting(engine));
}

/* The same where no call told of it: the protocol's function is called inside IPsec's. */
static struct pk_packet *inside_of(struct pk_engine *engine, struct pk_packet *outer)
{
	struct pk_object *object = pk_object_get(engine, outer->skb, false);

	return object && object->alive && object->rx == outer
		       ? pk_rx_come_out(engine, object, outer, pk_nesting(engine))
		       : NULL;
}

/* The protocol's receive function. */
static void enter_own(struct pk_engine *engine)
{
	struct pk_frame *frame = pk_frame_top(engine);
	const struct pk_stage *stage = frame->stage;
	struct pk_packet *packet = frame->packet;

	if (!packet) {
		packet = received_packet(engine);
		if (packet && pk_rx_takes_inner(packet, stage))
			packet = inside_of(engine, packet);
		if (!packet)
			packet = unnamed(engine);
		if (!packet)
			return;
		frame = pk_rx_own_frame(engine, frame);
		if (!frame->packet)
			pk_frame_bind(engine, frame, packet, pk_nesting(engine));
	}
	pk_rx_pass_remove(engine, packet->skb);
	pk_rx_pass_of(engine)->taken = true;
	pk_rx_taken_by(packet, stage);
	pk_packet_touch(engine, packet, NULL);
}

/* IP hands up one skb: the next of the pass, whose place is kept until its protocol takes it. */
static void enter_delivery(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine) ? NULL : pk_rx_pass_first(engine);

	if (packet)
		pk_frame_bind(engine, pk_frame_top(engine), packet, PK_ID_NESTED);
}

static void enter_other(struct pk_engine *engine)
{
	struct pk_packet *packet = received_packet(engine);

	if (!packet)
		return;
	packet->work->is_other = true;
	pk_rx_pass_remove(engine, packet->skb);
	pk_rx_pass_of(engine)->taken = true;
}

/* A merge that no probe names: into the newest skb that GRO still holds on this CPU. With several
 * connections in one poll that may be another one's: a guess, good for counting. */
static void enter_merge(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);
	struct pk_object *into = pk_object_get(engine, engine->held[engine->event.cpu], false);

	if (engine->plans->any_merge || !packet || packet->dir != PK_RX || packet->work->queue_seen)
		return;
	if (!into || !into->rx || into->rx == packet || into->rx->work->queue_seen)
		return;
	pk_edge_add(into->rx, PK_EDGE_GRO, PK_ID_GUESS, packet->skb, NULL);
	pk_see(engine, &engine->seen.merge);
	pk_object_end(pk_object_get(engine, packet->skb, false));
	pk_packet_absorb(engine, into->rx, packet);
}

/* What napi_gro_receive did not merge and did not pass up is held: the next may be merged into it. */
static void leave_gro(struct pk_engine *engine, const struct pk_frame *frame)
{
	const struct pk_packet *packet = frame->packet;

	if (packet && packet->dir == PK_RX && packet->work->is_own_gro && !packet->work->queue_seen)
		engine->held[engine->event.cpu] = packet->skb;
}

/* An interrupt's outermost frame is what announced the frames that the next NAPI run takes in. */
static void enter_schedule(struct pk_engine *engine)
{
	struct pk_frame *frame = pk_frame_top(engine);
	struct pk_announced *announced = &engine->announced[engine->event.cpu];

	if (frame->call.context != PK_CTX_HARDIRQ)
		return;
	while (frame > engine->thread->frames && frame[-1].call.context == PK_CTX_HARDIRQ)
		frame--;
	frame->announces = true;
	announced->waiting = true;
	announced->shared = NULL;
	announced->irq = (struct pk_piece){
		.func = frame->call.func,
		.depth = frame->call.depth,
		.cpu = engine->event.cpu,
		.pid = engine->event.pid,
		.context = PK_CTX_HARDIRQ,
		.start = frame->start,
		.end = engine->event.ts,
		.entry_seen = true,
		.how = PK_ID_NESTED,
	};
}

static void enter_napi(struct pk_engine *engine)
{
	struct pk_announced *announced = &engine->announced[engine->event.cpu];

	announced->running = announced->waiting;
	announced->waiting = false;
}

void pk_rx_note_losses(const struct pk_engine *engine, struct pk_packet *packet)
{
	packet->work->rx.lost_before =
		engine->event.others_silent ? engine->gaps.serial : engine->gaps.newest;
}

static void mark_coalesced(struct pk_engine *engine, struct pk_packet *packet)
{
	pk_see(engine, &engine->seen.coalesce);
	/* Where frees are traced, they tell whose skb it is: what waited behind a hole goes inside the call for the
	 * packet that fills it. */
	if (engine->plans->any_free)
		return;
	packet->work->coalesced = true;
	packet->work->coalesced_in_backlog = pk_inside(engine, PK_ACT_BACKLOG_ADD);
	pk_rx_note_losses(engine, packet);
	packet->work->freed = true;
}

/* MACsec's function gets all that its device receives, and hands on what it has decrypted alone (clones of the rest it puts
 * into the backlog): CALLER is what hands PACKET on. */
static void note_macsec(struct pk_engine *engine, const struct pk_stage *caller,
			struct pk_packet *packet)
{
	if (caller && caller->act == PK_ACT_RX_MACSEC && !packet->header.protocol &&
	    pk_protocol_is_known(engine->ctx, &pk_macsec)) {
		packet->header.protocol = pk_macsec.number;
		packet->work->is_own = true;
	}
}

/* A protocol's own receive functions free what they were given, unless they queued it: __kfree_skb called by one of them is
 * the end of a packet that left nothing behind. Before drops had reasons, no event told of it. */
static void note_freed_by(const struct pk_stage *caller, struct pk_packet *packet)
{
	packet->work->nothing_kept |= caller && caller->marks & PK_FREES;
	packet->work->rejected |= caller && caller->act == PK_ACT_RX_VALIDATE;
	packet->work->unkept |= caller && caller->act == PK_ACT_RX_DATA;
}

/* What a call says of the packet that it is for. */
static void mark_entered(struct pk_engine *engine, const struct pk_frame *frame,
			 struct pk_packet *packet)
{
	static const enum pk_up ups[PK_NR_ACTS] = {
		[PK_ACT_RX_VLAN] = PK_UP_VLAN,
		[PK_ACT_RX_MASTER] = PK_UP_MASTER,
		[PK_ACT_RX_BRIDGE] = PK_UP_BRIDGE,
	};
	const struct pk_protocol *protocol = pk_stage_protocol(frame->stage);
	const struct pk_stage *caller = frame > engine->thread->frames ? frame[-1].stage : NULL;
	struct pk_packet_work *work = packet->work;
	enum pk_stage_act act = frame->stage->act;

	if (ups[act])
		pk_packet_step_up(packet, ups[act]);
	work->timewait |= act == PK_ACT_RX_TW;
	work->rx_queued |= act == PK_ACT_RX_QUEUE;
	work->handshake |= act == PK_ACT_RX_HANDSHAKE;
	work->reset_taken |= act == PK_ACT_RX_RESET;
	switch (act) {
	case PK_ACT_GRO_HEADER:
		work->is_own_gro = !protocol || !protocol->datagrams;
		break;
	case PK_ACT_BACKLOG_ADD:
		work->backlogged = work->through_backlog = true;
		pk_rx_note_losses(engine, packet);
		break;
	case PK_ACT_RX_DO:
		work->backlogged &= engine->event.pid == 0;
		break;
	case PK_ACT_COALESCE:
		mark_coalesced(engine, packet);
		break;
	case PK_ACT_RX_AGAIN:
		work->requeued = work->unwrapped = true;
		note_macsec(engine, caller, packet);
		break;
	case PK_ACT_FREE_CALL:
		note_freed_by(caller, packet);
		break;
	default:
		break;
	}
}

static void begin_pass(struct pk_engine *engine)
{
	pk_rx_pass_of(engine)->nr = 0;
}

void pk_rx_enter(struct pk_engine *engine, struct pk_frame *frame)
{
	static void (*const calls[PK_NR_ACTS])(struct pk_engine * engine) = {
		[PK_ACT_NAPI_SCHEDULE] = enter_schedule,
		[PK_ACT_NAPI_RUN] = enter_napi,
		[PK_ACT_RX_PASS] = begin_pass,
		[PK_ACT_RX_DELIVER] = enter_delivery,
		[PK_ACT_RX_OWN] = enter_own,
		[PK_ACT_RX_OTHER] = enter_other,
		[PK_ACT_GRO_MERGE] = enter_merge,
		[PK_ACT_RX_INNER] = enter_inner,
		[PK_ACT_RX_INNER_RUN] = pk_rx_pass_resume,
		[PK_ACT_RX_WRAPPED] = enter_wrapped,
	};
	struct pk_packet *packet = calls[frame->stage->act] ? NULL : pk_current_packet(engine);

	if (calls[frame->stage->act])
		calls[frame->stage->act](engine);
	else if (packet && packet->dir == PK_RX)
		mark_entered(engine, frame, packet);
}

/* What tcp_data_queue() was given and nobody freed stands in a queue now, in the out-of-order one if it did not enter the
 * other. */
static void leave_data_queue(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (packet && packet->dir == PK_RX)
		packet->work->kept =
			!packet->work->freed && !packet->work->unkept && !packet->work->dropped;
}

void pk_rx_leave(struct pk_engine *engine, struct pk_frame *frame)
{
	/* Without a protocol that took it: a fragment, or what a firewall has. The next call is for the next skb. */
	if (frame->stage->act == PK_ACT_RX_DELIVER && frame->packet && frame->packet->dir == PK_RX)
		pk_rx_pass_remove(engine, frame->packet->skb);
	if (frame->stage->act == PK_ACT_RX_PASS)
		pk_rx_pass_of(engine)->nr = 0;
	/* It came alone: whatever took it, nobody else will. */
	if (frame->stage->act == PK_ACT_RX_L2 && frame->packet)
		pk_rx_pass_remove(engine, frame->packet->skb);
	if (frame->stage->act == PK_ACT_NAPI_RUN)
		engine->announced[engine->event.cpu].running = false;
	if (frame->stage->act == PK_ACT_GRO)
		leave_gro(engine, frame);
	if (frame->stage->act == PK_ACT_RX_DATA)
		leave_data_queue(engine);
}
