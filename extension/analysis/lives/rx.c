// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a received packet meets on its way up.
 *
 * One rx packet is one skb above GRO: it is made at its first event and counts once
 * netif_receive_skb (or a protocol's function with it as argument) has seen it. Below, each frame of the
 * wire is an skb of its own that GRO either keeps or merges into another.
 *
 * A pass of a list (__netif_receive_skb_list_core) takes several skbs through each layer in turn, so
 * that the frames of one skb do not nest in one another. Their order stays, though: the n-th skb
 * of a pass is the n-th to reach its protocol. That join is `nested`; a probe that carries the skb
 * makes it `exact`.
 */
#include "analysis/events/engine.h"
#include "analysis/lives/namespaces.h"
#include "analysis/lives/queued_packets.h"
#include "core/kit.h"

#include <string.h>

#include "decode/net/skb/skb.h"
#include "protocol/macsec.h"

static struct pk_packet *rx_of(struct pk_engine *engine, struct pk_object *object)
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

/* Passes. */

static struct pk_pass *pass_of(struct pk_engine *engine)
{
	return &engine->passes[engine->event.cpu];
}

/* Graph filters may hide the functions that a pass begins and ends with: then it ends where the next
 * skb comes in after a protocol took one, or ALONE. */
static bool pass_is_framed(struct pk_engine *engine)
{
	return pk_frame_with(engine, PK_ACT_RX_PASS) || pk_frame_with(engine, PK_ACT_RX_L2) ||
	       pk_frame_with(engine, PK_ACT_RX_CORE);
}

static void pass_add(struct pk_engine *engine, uint64_t skb, bool alone)
{
	struct pk_pass *pass = pass_of(engine);

	if ((alone || pass->taken) && !pass_is_framed(engine)) {
		pass->nr = 0;
		pass->taken = false;
	}
	if (pass->nr < PK_PASS_ROOM)
		pass->skb[pass->nr++] = skb;
}

static void pass_remove(struct pk_engine *engine, uint64_t skb)
{
	struct pk_pass *pass = pass_of(engine);

	for (uint32_t i = 0; i < pass->nr; i++)
		if (pass->skb[i] == skb) {
			memmove(&pass->skb[i], &pass->skb[i + 1],
				(pass->nr - i - 1) * sizeof(pass->skb[0]));
			pass->nr--;
			return;
		}
}

/* A worker goes on with what waits for it on this CPU, one after the other. */
static void pass_wait(struct pk_engine *engine, uint64_t skb)
{
	struct pk_pass *pass = pass_of(engine);

	if (pass->nr_later < PK_PASS_ROOM)
		pass->later[pass->nr_later++] = skb;
}

static void pass_resume(struct pk_engine *engine)
{
	struct pk_pass *pass = pass_of(engine);

	memcpy(pass->skb, pass->later, pass->nr_later * sizeof(pass->later[0]));
	pass->nr = pass->nr_later;
	pass->nr_later = 0;
}

/* Without those that were sent on, or taken by another protocol. */
static struct pk_packet *pass_first(struct pk_engine *engine)
{
	struct pk_pass *pass = pass_of(engine);

	while (pass->nr) {
		struct pk_object *object = pk_object_get(engine, pass->skb[0], false);

		if (object && object->rx && !object->rx->work->copied &&
		    !object->rx->work->is_other)
			return object->rx;
		pass_remove(engine, pass->skb[0]);
	}
	return NULL;
}

/* Frames. */

/* The packet that a protocol's receive function was called with, where no probe says it. */
static struct pk_packet *received_packet(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (packet && packet->dir == PK_RX && packet->work->queue_seen)
		return packet;
	return pass_first(engine);
}

/* The outermost frame that handles this skb alone: IP's delivery above the protocol's function. */
static struct pk_frame *own_frame(struct pk_engine *engine, struct pk_frame *frame)
{
	while (frame > engine->thread->frames && frame[-1].stage && !frame[-1].implied &&
	       frame[-1].stage->act == PK_ACT_RX_DELIVER && frame->stage &&
	       (frame->stage->act == PK_ACT_RX_OWN || frame->stage->act == PK_ACT_RX_DELIVER))
		frame--;
	return frame;
}

/* Where no event says what comes in, each call is a packet of which nothing else is known. */
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

/* By STAGE's protocol. What it was until then (what was sent and came in again here, or GRO's header) was another's: that
 * of the tunnel that it came out of, or of what it carries. */
static void taken_by(struct pk_packet *packet, const struct pk_stage *stage)
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

/* It is of IPsec, which gives what it carried the same skb on the same device. (Its own function may not be recorded, where
 * calls nest deep.) */
static bool carries_in_place(const struct pk_packet *packet)
{
	return packet->header.protocol && pk_protocol_of(&packet->header)->in_place;
}

/* What OUTER carried is a packet of its own from here on, which did not come in once more: it is where OUTER was. */
static struct pk_packet *come_out(struct pk_engine *engine, struct pk_object *object,
				  struct pk_packet *outer, enum pk_identity how)
{
	struct pk_packet *inner;

	object->rx = object->tx = NULL;
	inner = rx_of(engine, object);
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

/* A worker of this CPU will hand it to its protocol. */
static struct pk_packet *wait_outside(struct pk_engine *engine, struct pk_object *object,
				      struct pk_packet *outer, enum pk_identity how)
{
	pass_wait(engine, object->addr);
	return come_out(engine, object, outer, how);
}

/* PROTOCOL takes what carries OUTER's, not what came out of that: it has not had it yet. */
static bool takes_carrier(const struct pk_packet *outer, const struct pk_protocol *protocol)
{
	return protocol->carries == pk_protocol_of(&outer->header) && !outer->work->taken &&
	       (outer->header.below || !outer->header.tuple_known);
}

/* STAGE's protocol takes an skb that IPsec had: what is in it is not OUTER any more. */
static bool takes_inner(const struct pk_packet *outer, const struct pk_stage *stage)
{
	const struct pk_protocol *protocol = pk_stage_protocol(stage);

	return stage->act == PK_ACT_RX_OWN && protocol && carries_in_place(outer) &&
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
static void enter_inner(struct pk_engine *engine, struct pk_frame *frame)
{
	struct pk_packet *packet = pk_current_packet(engine);
	struct pk_object *object = packet ? pk_object_get(engine, packet->skb, false) : NULL;

	if (!object || !object->alive || packet->dir != PK_RX || frame->packet)
		return;
	if (object->rx == packet && carries_in_place(packet) && !packet->work->freed)
		packet = wait_outside(engine, object, packet, pk_nesting(engine));
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
		       ? come_out(engine, object, outer, pk_nesting(engine))
		       : NULL;
}

/* The protocol's receive function. */
static void enter_own(struct pk_engine *engine, struct pk_frame *frame)
{
	const struct pk_stage *stage = frame->stage;
	struct pk_packet *packet = frame->packet;

	if (!packet) {
		packet = received_packet(engine);
		if (packet && takes_inner(packet, stage))
			packet = inside_of(engine, packet);
		if (!packet)
			packet = unnamed(engine);
		if (!packet)
			return;
		frame = own_frame(engine, frame);
		if (!frame->packet)
			pk_frame_bind(engine, frame, packet, pk_nesting(engine));
	}
	pass_remove(engine, packet->skb);
	pass_of(engine)->taken = true;
	taken_by(packet, stage);
	pk_packet_touch(engine, packet, NULL);
}

/* IP hands up one skb: the next of the pass, whose place is kept until its protocol takes it. */
static void enter_delivery(struct pk_engine *engine, struct pk_frame *frame)
{
	struct pk_packet *packet = pk_current_packet(engine) ? NULL : pass_first(engine);

	if (packet)
		pk_frame_bind(engine, frame, packet, PK_ID_NESTED);
}

static void enter_other(struct pk_engine *engine)
{
	struct pk_packet *packet = received_packet(engine);

	if (!packet)
		return;
	packet->work->is_other = true;
	pass_remove(engine, packet->skb);
	pass_of(engine)->taken = true;
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
static void enter_schedule(struct pk_engine *engine, struct pk_frame *frame)
{
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

/* A protocol's own receive functions free what they were given, unless they queued it: a FRAME of __kfree_skb
 * right below one of them is the end of a packet that left nothing behind. */
static bool keeps_nothing(struct pk_engine *engine, const struct pk_frame *frame)
{
	const struct pk_stage *caller = frame > engine->thread->frames ? frame[-1].stage : NULL;

	return caller && caller->marks & PK_FREES;
}

/* What of other packets came in before it may be lost. */
static void note_losses(const struct pk_engine *engine, struct pk_packet *packet)
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
	note_losses(engine, packet);
	packet->work->freed = true;
}

/* MACsec's function gets all that its device receives, and hands on what it has decrypted alone (clones of the rest it puts
 * into the backlog): FRAME is the call that does. */
static void note_macsec(struct pk_engine *engine, const struct pk_frame *frame,
			struct pk_packet *packet)
{
	const struct pk_stage *caller = frame > engine->thread->frames ? frame[-1].stage : NULL;

	if (caller && caller->act == PK_ACT_RX_MACSEC && !packet->header.protocol &&
	    pk_protocol_is_known(engine->ctx, &pk_macsec)) {
		packet->header.protocol = pk_macsec.number;
		packet->work->is_own = true;
	}
}

/* What a call says of the packet that it is for. */
static void mark_entered(struct pk_engine *engine, const struct pk_frame *frame,
			 struct pk_packet *packet)
{
	switch (frame->stage->act) {
	case PK_ACT_GRO_HEADER:
		packet->work->is_own_gro = !pk_stage_protocol(frame->stage) ||
					   !pk_stage_protocol(frame->stage)->datagrams;
		break;
	case PK_ACT_BACKLOG_ADD:
		packet->work->backlogged = packet->work->through_backlog = true;
		note_losses(engine, packet);
		break;
	case PK_ACT_RX_DO:
		packet->work->backlogged &= engine->event.pid == 0;
		break;
	case PK_ACT_COALESCE:
		mark_coalesced(engine, packet);
		break;
	case PK_ACT_RX_TW:
		packet->work->timewait = true;
		break;
	case PK_ACT_RX_QUEUE:
		packet->work->rx_queued = true;
		break;
	case PK_ACT_RX_HANDSHAKE:
		packet->work->handshake = true;
		break;
	case PK_ACT_RX_RESET:
		packet->work->reset_taken = true;
		break;
	case PK_ACT_RX_AGAIN:
		packet->work->requeued = packet->work->unwrapped = true;
		note_macsec(engine, frame, packet);
		break;
	case PK_ACT_RX_VLAN:
		pk_packet_step_up(packet, PK_UP_VLAN);
		break;
	case PK_ACT_RX_MASTER:
		pk_packet_step_up(packet, PK_UP_MASTER);
		break;
	case PK_ACT_RX_BRIDGE:
		pk_packet_step_up(packet, PK_UP_BRIDGE);
		break;
	case PK_ACT_FREE_CALL:
		packet->work->nothing_kept |= keeps_nothing(engine, frame);
		/* Before there were reasons, no event told of it. */
		if (frame > engine->thread->frames && frame[-1].stage) {
			packet->work->rejected |= frame[-1].stage->act == PK_ACT_RX_VALIDATE;
			packet->work->unkept |= frame[-1].stage->act == PK_ACT_RX_DATA;
		}
		break;
	default:
		break;
	}
}

static void rx_enter(struct pk_engine *engine, struct pk_frame *frame)
{
	struct pk_packet *packet;

	switch (frame->stage->act) {
	case PK_ACT_NAPI_SCHEDULE:
		enter_schedule(engine, frame);
		return;
	case PK_ACT_NAPI_RUN:
		enter_napi(engine);
		return;
	case PK_ACT_RX_PASS:
		pass_of(engine)->nr = 0;
		return;
	case PK_ACT_RX_DELIVER:
		enter_delivery(engine, frame);
		return;
	case PK_ACT_RX_OWN:
		enter_own(engine, frame);
		return;
	case PK_ACT_RX_OTHER:
		enter_other(engine);
		return;
	case PK_ACT_GRO_MERGE:
		enter_merge(engine);
		return;
	case PK_ACT_RX_INNER:
		enter_inner(engine, frame);
		return;
	case PK_ACT_RX_INNER_RUN:
		pass_resume(engine);
		return;
	case PK_ACT_RX_WRAPPED:
		enter_wrapped(engine);
		return;
	default:
		packet = pk_current_packet(engine);
		if (packet && packet->dir == PK_RX)
			mark_entered(engine, frame, packet);
	}
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

static void rx_leave(struct pk_engine *engine, struct pk_frame *frame)
{
	/* Without a protocol that took it: a fragment, or what a firewall has. The next call is for the next skb. */
	if (frame->stage->act == PK_ACT_RX_DELIVER && frame->packet && frame->packet->dir == PK_RX)
		pass_remove(engine, frame->packet->skb);
	if (frame->stage->act == PK_ACT_RX_PASS)
		pass_of(engine)->nr = 0;
	/* It came alone: whatever took it, nobody else will. */
	if (frame->stage->act == PK_ACT_RX_L2 && frame->packet)
		pass_remove(engine, frame->packet->skb);
	if (frame->stage->act == PK_ACT_NAPI_RUN)
		engine->announced[engine->event.cpu].running = false;
	if (frame->stage->act == PK_ACT_GRO)
		leave_gro(engine, frame);
	if (frame->stage->act == PK_ACT_RX_DATA)
		leave_data_queue(engine);
}

/* Events. */

/* The frame whose whole span is the packet's: of the nearest netif_receive_skb family member that
 * takes a single skb, else the function that the event fired in. */
static struct pk_frame *l2_frame(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_thread *thread = engine->thread;
	struct pk_frame *own = NULL;

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		struct pk_frame *frame = &thread->frames[i];

		if (frame->implied && !frame->loose)
			continue;
		if (i + 1 == thread->nr_frames && !frame->stage &&
		    pk_is_tracepoint_call(engine->ctx, frame->call.func))
			continue;
		if (!frame->stage || frame->loose || frame->stage->act == PK_ACT_RX_PASS ||
		    (frame->packet && frame->packet != packet))
			break;
		if (frame->stage->act == PK_ACT_RX_CORE && !own)
			own = frame;
		if (frame->stage->act != PK_ACT_RX_L2)
			continue;
		own = frame;
	}
	return own;
}

/* Near the window's beginning the interrupt may lie before it: then an earlier window may know more. */
static void note_interrupt(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_announced *announced = &engine->announced[engine->event.cpu];

	if (announced->running && !announced->shared) {
		announced->shared = pk_packet_pool_alloc(packet->pool, sizeof(*announced->shared));
		if (announced->shared)
			*announced->shared = announced->irq;
	}
	packet->trail.irq = announced->running ? announced->shared : NULL;
	if (!announced->running && pk_near_start(engine))
		packet->left_complete = false;
}

static bool devices_differ(const struct pk_packet *packet, const struct pk_event_facts *facts)
{
	return packet->dev[0] && facts->dev[0] && strcmp(packet->dev, facts->dev);
}

/* What came in on another device, was not taken by its protocol and not freed since comes out of a tunnel: with its outer
 * headers it may have been another protocol's. On the same device it is a new one, whose free was missed, unless it was
 * seen to be handed to the receive path again (IPsec, where GRO is on). */
static bool out_of_tunnel(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->rx : NULL;

	if (!packet || !pk_end_told(engine, object) || !packet->work->queue_seen ||
	    packet->work->freed || packet->work->taken || packet->skb != facts->skb ||
	    !(packet->work->requeued || devices_differ(packet, facts)))
		return false;
	packet->work->is_other = false;
	packet->work->queue_seen = false;
	return true;
}

/* The event's type in Ethernet's header: another protocol's frame than IP's? NULL: no. */
static const struct pk_protocol *link_of(struct pk_engine *engine,
					 const struct pk_event_facts *facts)
{
	return pk_link_known_by_type(engine->ctx, pk_facts_word(engine->ctx, facts->plan,
								&engine->event, PK_W_PROTOCOL, 0));
}

/* OUTER is a frame that carries another, and what comes in now on another device has a type or a header of IP's. */
static bool link_carried(struct pk_engine *engine, const struct pk_packet *outer,
			 const struct pk_event_facts *facts)
{
	return pk_protocol_is_link(pk_protocol_of(&outer->header)) &&
	       devices_differ(outer, facts) &&
	       (pk_header_proven(&facts->header) ||
		(facts->plan->word[PK_W_PROTOCOL] && !link_of(engine, facts)));
}

static void note_link(struct pk_engine *engine, struct pk_packet *packet,
		      const struct pk_event_facts *facts)
{
	const struct pk_protocol *link = link_of(engine, facts);

	if (!link)
		return;
	packet->header.protocol = link->number;
	packet->work->is_own = true;
}

/* Every device called NAME receives only what came out of a tunnel. */
static bool is_tunnel(struct pk_engine *engine, const char *name)
{
	const struct pk_queued_packets *memory = engine->memory;
	uint64_t key = pk_hash_bytes(PK_HASH_BEGIN, name, strlen(name));
	uintptr_t known = (uintptr_t)pk_hash_get(&engine->tunnels, key);
	bool tunnel = false;

	if (known)
		return known == PK_ANSWER_YES;
	for (size_t i = 0; i < memory->nr_devices; i++) {
		if (strcmp(memory->devices[i].name, name) != 0)
			continue;
		tunnel = pk_device_is_tunnel(engine->ctx, &memory->devices[i]);
		if (!tunnel)
			break;
	}
	known = tunnel ? PK_ANSWER_YES : PK_ANSWER_NO;
	if (!pk_hash_put(&engine->tunnels, key, (void *)known))
		engine->out_of_memory = true;
	return tunnel;
}

/* RECEIVED was sent as a packet that carries another. What went through a tunnel to a device below, and is one packet still, is
 * what a tunnel carries: nothing read the header around it. */
static bool sent_outside(struct pk_engine *engine, const struct pk_packet *received)
{
	const struct pk_edge *edge = pk_edge_of(received, PK_EDGE_LOOPBACK);
	const char *rest;
	char name[PK_WAY_MAX];

	if (!edge || !edge->to || !pk_header_proven(&edge->to->header))
		return false;
	for (rest = edge->to->way; *(rest = pk_way_next(rest, name));)
		if (is_tunnel(engine, name))
			return false;
	return true;
}

/* OUTER's headers were read below, or when it was sent, and it comes in now on a tunnel's device. (No function tells that its
 * protocol had it.) */
static bool left_tunnel(struct pk_engine *engine, const struct pk_packet *outer,
			const struct pk_event_facts *facts)
{
	return devices_differ(outer, facts) && is_tunnel(engine, facts->dev) &&
	       (pk_header_proven(&outer->header) || sent_outside(engine, outer));
}

/* What another protocol took, and nobody freed, comes in once more on a device of its own: it comes out of a tunnel, and
 * is a packet of its own from here on. The outer one; NULL: it does not. */
static struct pk_packet *out_of_carrier(struct pk_engine *engine,
					const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *outer = object && object->alive ? object->rx : NULL;

	if (!outer || !pk_protocols_several(engine->ctx) || !pk_end_told(engine, object) ||
	    outer->work->freed || outer->skb != facts->skb ||
	    !((outer->work->taken && devices_differ(outer, facts)) ||
	      left_tunnel(engine, outer, facts) || link_carried(engine, outer, facts) ||
	      (carries_in_place(outer) && outer->work->requeued)))
		return NULL;
	object->rx = object->tx = NULL;
	return outer;
}

/* Which VLAN's it is, where the card took the tag off. */
static void note_vlan(struct pk_engine *engine, struct pk_packet *packet,
		      const struct pk_event_facts *facts)
{
	if (!facts->plan->word[PK_W_VLAN_TCI] ||
	    !pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_VLAN_TAGGED, 0))
		return;
	packet->work->rx.vlan =
		pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_VLAN_TCI, 0) & 0xfff;
	packet->work->rx.vlan_known = true;
}

static void wire_frame_arrived(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *outer = out_of_carrier(engine, facts);
	struct pk_object *object = outer || out_of_tunnel(engine, facts)
					   ? pk_object_get(engine, facts->skb, false)
					   : pk_object_birth(engine, facts->skb);
	struct pk_frame *frame = pk_frame_with(engine, PK_ACT_GRO);
	struct pk_packet *packet = object ? rx_of(engine, object) : NULL;
	struct pk_wire_frame *wire;

	pk_see(engine, &engine->seen.wire_rx);
	if (!packet)
		return;
	if (outer)
		pk_carry(packet, outer, PK_ID_EXACT);
	note_interrupt(engine, packet);
	note_vlan(engine, packet, facts);
	note_link(engine, packet, facts);
	pk_packet_touch(engine, packet, facts);
	if (frame && !frame->packet)
		pk_frame_bind(engine, frame, packet, PK_ID_EXACT);
	else
		pk_piece_point(engine, packet);
	wire = pk_wire_frame_add(engine, packet);
	if (wire) {
		wire->skb = facts->skb;
		wire->len = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event,
						    PK_W_LEN, 0);
		wire->header = facts->header;
		pk_wire_frame_segs(engine, wire, facts);
	}
}

static void gro_header(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	uint64_t skb = facts->header_of_second ? facts->skb2 : facts->skb;
	struct pk_object *object = pk_object_get(engine, skb, true);
	struct pk_packet *packet = object ? rx_of(engine, object) : NULL;
	struct pk_wire_frame *wire = NULL;
	struct pk_trail *trail;

	if (!packet)
		return;
	trail = &packet->trail;
	pk_packet_is_of(packet, facts->stage);
	pk_packet_touch(engine, packet, facts);
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		if (trail->frames[i].skb == skb && !trail->frames[i].header.tuple_known)
			wire = &trail->frames[i];
	if (!wire && !trail->nr_frames)
		wire = pk_wire_frame_add(engine, packet);
	if (wire && facts->header.tuple_known) {
		wire->skb = skb;
		wire->header = facts->header;
	}
}

static void gro_merge(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *from = pk_object_get(engine, facts->skb2, false);
	struct pk_object *into = from && from->rx ? pk_object_get(engine, facts->skb, true) : NULL;

	pk_see(engine, &engine->seen.merge);
	if (!from)
		return;
	if (into && !into->rx && rx_of(engine, into))
		into->rx->work->headless = true;
	if (into && into->rx) {
		pk_edge_add(into->rx, PK_EDGE_GRO, PK_ID_EXACT, facts->skb2, NULL);
		pk_packet_absorb(engine, into->rx, from->rx);
		from->rx = into->rx; /* a probe of the same call may still tell its header */
	}
	/* The merged skb may go back to NAPI's cache with no further word. */
	pk_object_end(from);
}

/* Where no free is told: the skb that came in is the next one at this address. The same one comes in again on
 * another device only (VLAN, bridge). */
static bool received_anew(const struct pk_engine *engine, const struct pk_object *object,
			  const struct pk_event_facts *facts)
{
	const struct pk_packet *packet = object->rx;

	if (!packet || pk_end_told(engine, object) || !packet->work->queue_seen)
		return false;
	if (pk_headers_differ(&packet->header, &facts->header))
		return true;
	return packet->work->rx.receive_probe == facts->plan->number &&
	       !pk_headers_agree(&packet->header, &facts->header) && !devices_differ(packet, facts);
}

/* What this CPU put into its own input queue then, it alone takes out: its events since would tell. */
static bool is_told_here(const struct pk_engine *engine, const struct pk_object *object)
{
	return pk_nothing_lost(engine, object) || pk_nothing_lost_here(engine, object);
}

/*
 * What was sent at this address is what comes in there. Where frees are told, the address has not been given back
 * since. Else it may have been, and the packets are two, unless: both have the same header; or no event of it can be
 * missing, and the driver that had it handed it to the receiving side (netif_rx), or the loopback device had it, which
 * gives all that it gets.
 */
static bool comes_back(const struct pk_engine *engine, const struct pk_object *object,
		       const struct pk_event_facts *facts)
{
	const struct pk_packet *sent = object->tx;

	if (pk_headers_differ(&sent->header, &facts->header))
		return false;
	if (pk_end_told(engine, object) || pk_headers_agree(&sent->header, &facts->header))
		return true;
	return is_told_here(engine, object) &&
	       (sent->work->requeued ||
		(!sent->work->looped && !strcmp(sent->dev, "lo") && !strcmp(facts->dev, "lo")));
}

/* A fragment is a frame of the datagram that it becomes part of, whatever its skb carries then. */
static void note_fragment(struct pk_engine *engine, struct pk_packet *packet,
			  const struct pk_event_facts *facts)
{
	struct pk_trail *trail = &packet->trail;
	struct pk_wire_frame *wire = NULL;

	if (!facts->header.fragment)
		return;
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		if (trail->frames[i].skb == facts->skb)
			wire = &trail->frames[i];
	if (!wire)
		wire = pk_wire_frame_add(engine, packet);
	if (!wire || wire->header.tuple_known)
		return;
	wire->skb = facts->skb;
	wire->header = facts->header;
	if (!wire->len)
		wire->len = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event,
						    PK_W_LEN, 0);
}

/* SENT was cut, and the first of its segments has come in: this is another one. */
static bool is_further_segment(const struct pk_packet *packet, const struct pk_packet *sent)
{
	const struct pk_trail *trail = &sent->trail;

	if (!sent->work->looped || pk_has_edge(packet, PK_EDGE_LOOPBACK))
		return false;
	if (packet->work->is_piece)
		return true;
	if (!pk_protocol_of(&sent->header)->datagrams)
		return false;
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		if (trail->frames[i].skb && trail->frames[i].skb == packet->skb)
			return true;
	return false;
}

/* Another protocol's header where IPsec had the skb, and nothing told that this would come in once more: what it carried, or
 * the next packet there, and which of both is not known. */
static bool follows_unseen(const struct pk_packet *packet, const struct pk_event_facts *facts)
{
	return packet && packet->work->queue_seen && carries_in_place(packet) &&
	       facts->header.tuple_known && facts->header.protocol != packet->header.protocol &&
	       !pk_header_is_carried(&packet->header, &facts->header);
}

/* Which life of OBJECT's address it is that comes in. CAME_OUT: of another packet, at this address. *RET_SENT: what was sent there
 * and comes in now; NULL: nothing. */
static struct pk_object *life_of(struct pk_engine *engine, struct pk_object *object,
				 const struct pk_event_facts *facts, bool came_out,
				 struct pk_packet **ret_sent)
{
	struct pk_packet *sent;
	bool newer, another;

	if (!object->alive)
		object = pk_object_birth(engine, facts->skb);
	sent = object->tx;
	newer = sent && (!object->rx || sent->work->serial > object->rx->work->serial);
	if (newer)
		another = !comes_back(engine, object, facts);
	else /* Where frees are not told, its protocol had it, and gives nothing back. */
		another = received_anew(engine, object, facts) ||
			  (!came_out && follows_unseen(object->rx, facts)) ||
			  (object->rx && object->rx->work->taken && !pk_end_told(engine, object)) ||
			  (object->rx && !pk_object_goes_on(engine, object, &facts->header));
	*ret_sent = another ? NULL : sent;
	if (another)
		return pk_object_next(engine, object);
	if (newer)
		object->rx = NULL;
	return object;
}

/* PACKET is what SENT was: loopback, a veth pair, or a device that sends back what it is given. */
static void looped_back(struct pk_packet *packet, struct pk_packet *sent,
			const struct pk_object *object, const struct pk_event_facts *facts)
{
	packet->work->is_piece |= object->is_segment && sent->skb != object->addr;
	if (!sent->work->looped) {
		sent->work->looped = true;
		pk_edge_add(sent, PK_EDGE_LOOPBACK, PK_ID_EXACT, facts->skb, packet);
		pk_edge_add(packet, PK_EDGE_LOOPBACK, PK_ID_EXACT, facts->skb, sent);
		packet->work->is_own |= sent->work->is_own;
		if (!packet->header.protocol)
			packet->header.protocol = sent->header.protocol;
	}
	if (!facts->header.tuple_known && is_further_segment(packet, sent)) {
		pk_edge_add(packet, PK_EDGE_LOOPBACK, PK_ID_EXACT, facts->skb, sent);
		packet->work->is_own |= sent->work->is_own;
		packet->header.protocol = sent->header.protocol;
	}
	/* Its driver sent it while a packet waited for the answer, and the functions of ARP are not recorded. */
	if (object->is_arp)
		packet->work->is_other = true;
}

static bool lies_outside(const struct pk_header *frame, const struct pk_header *whole)
{
	return frame->seq_known && whole->seq_known && whole->len_known &&
	       frame->seq != whole->seq &&
	       !pk_protocol_of(whole)->overlap(whole->seq, pk_header_numbers(whole), frame->seq,
					       pk_header_numbers(frame));
}

/* GRO's probes may read a frame's header before the kernel has pulled it to where they look: then they have what lay there
 * before. WHOLE, of what came out of GRO, has every frame's bytes. */
static void check_frames(struct pk_packet *packet, const struct pk_header *whole)
{
	struct pk_trail *trail = &packet->trail;

	if (packet->header.tuple_known || !pk_header_proven(whole) ||
	    pk_protocol_of(whole)->datagrams)
		return;
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		struct pk_header *frame = &trail->frames[i].header;

		if (frame->tuple_known &&
		    (frame->protocol != whole->protocol ||
		     !pk_tuple_equal(&frame->tuple, &whole->tuple) || lies_outside(frame, whole)))
			*frame = (struct pk_header){0};
	}
}

/* netif_receive_skb and what is attached to it. The same skb may pass again on another device
 * (VLAN, bridge): it still is one packet, unless it was sent in between. */
static void received(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet, *sent, *outer = out_of_carrier(engine, facts);
	struct pk_frame *frame;
	bool alone;

	if (!object)
		return;
	object = life_of(engine, object, facts, outer != NULL, &sent);
	if (!sent)
		sent = pk_tx_of_clone(engine, object, &facts->header);
	packet = rx_of(engine, object);
	if (!packet)
		return;
	if (outer)
		pk_carry(packet, outer, PK_ID_EXACT);
	if (sent)
		looped_back(packet, sent, object, facts);
	if (!sent && object->copy_of) {
		packet->work->rx.clone_of = object->copy_of;
		packet->work->rx.clone_life = (uint32_t)object->copy_life;
	}
	pk_packet_touch(engine, packet, facts);
	if (!packet->work->rx.receive_probe)
		packet->work->rx.receive_probe = facts->plan->number;
	packet->work->is_own |= pk_header_proven(&facts->header) || facts->header.sectag.known;
	check_frames(packet, &facts->header);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	alone = sent || (engine->seen.wire_rx && !packet->trail.nr_frames);
	note_fragment(engine, packet, facts);
	/* What another protocol took and still has comes out of a tunnel. */
	if (packet->work->is_other && packet->work->queue_seen && !packet->work->freed &&
	    packet->work->requeued) {
		packet->work->is_other = false;
		packet->work->queue_seen = false;
	}
	/* The same skb on another device: out of a tunnel, up through a bridge. */
	if (packet->work->queue_seen && facts->plan->is_probe)
		return;
	if (packet->work->queue_seen)
		pass_remove(engine, facts->skb);
	packet->work->queue_seen = true;
	packet->work->framed |= engine->thread->nr_frames > 0;
	/* Only what went through GRO comes in lists: not what loopback or a veth pair hands over. */
	pass_add(engine, facts->skb, alone);
	frame = l2_frame(engine, packet);
	if (frame && !frame->packet)
		pk_frame_bind(engine, frame, packet, PK_ID_EXACT);
	else
		pk_piece_point(engine, packet);
}

/* A protocol's own functions: those of the layers below and of the reader handle others' skbs too. */
static bool is_own_stage(const struct pk_stage *stage)
{
	const struct pk_protocol *protocol = pk_stage_protocol(stage);

	return protocol && (!strcmp(stage->stage, protocol->name) ||
			    !strcmp(stage->stage, "queue") || !strcmp(stage->stage, "backlog"));
}

/* An event of a function that a protocol calls once for each packet that it is given. */
static bool gets_once(const struct pk_event_facts *facts)
{
	static const enum pk_stage_act acts[] = {PK_ACT_RX_OWN,	     PK_ACT_NONE,
						 PK_ACT_RX_VALIDATE, PK_ACT_RX_DATA,
						 PK_ACT_RX_QUEUE,    PK_ACT_RX_OFO};

	if (!is_own_stage(facts->stage))
		return false;
	if (facts->plan->is_return)
		return facts->stage->act == PK_ACT_RX_OWN;
	for (unsigned i = 0; i < PK_ARRAY_SIZE(acts); i++)
		if (facts->stage->act == acts[i])
			return true;
	return false;
}

static uint16_t number_of_stage(const struct pk_event_facts *facts)
{
	return (uint16_t)pk_stage_number(facts->stage);
}

/* What may carry others in place was taken by its protocol, and one takes it again: what it carried, or the next skb at this
 * address, and no more is known of that. */
static bool is_taken_again(const struct pk_packet *packet, const struct pk_event_facts *facts,
			   bool same)
{
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);

	return protocol->carries && packet->work->taken && facts->stage->act == PK_ACT_RX_OWN &&
	       !facts->plan->is_return && (same || pk_stage_protocol(facts->stage) != protocol);
}

/* Where no free is told, the same event once more is of the next skb at this address. */
static bool comes_again(struct pk_engine *engine, const struct pk_object *object,
			const struct pk_event_facts *facts)
{
	const struct pk_packet *packet = object->rx;
	bool same = packet && gets_once(facts) && packet->work->once_probe == facts->plan->number &&
		    packet->work->once_stage == number_of_stage(facts);

	return packet && packet->skb == facts->skb &&
	       ((same && !pk_end_told(engine, object)) || is_taken_again(packet, facts, same));
}

/* It still is as long as the one frame that came in was behind IP's header. */
static bool nothing_joined(struct pk_engine *engine, const struct pk_packet *packet,
			   const struct pk_event_facts *facts)
{
	const struct pk_trail *trail = &packet->trail;
	uint64_t len = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LEN, 0);

	return len && trail->nr_frames == 1 && trail->frames[0].skb == facts->skb &&
	       trail->frames[0].len == len + (facts->stage->marks & PK_ONLY_V4 ? 20 : 40);
}

/* tcp_v4_rcv() fills the control block before it hands the packet on. In the backlog others may be joined to it. */
static void take_cb(struct pk_engine *engine, struct pk_packet *packet,
		    const struct pk_event_facts *facts)
{
	struct pk_header header;

	if (!facts->cb_known || facts->plan->is_return || facts->stage->act != PK_ACT_RX_DO ||
	    ((packet->work->through_backlog || pk_context_now(engine) != PK_CTX_SOFTIRQ) &&
	     !nothing_joined(engine, packet, facts)))
		return;
	header = pk_header_of_cb(facts);
	pk_header_take(packet, &header, PK_TUPLE_EVENT);
}

/* Its protocol has taken PACKET and handed on what it carried, which is another protocol's. */
static bool has_handed_on(const struct pk_packet *packet, const struct pk_stage *stage)
{
	return packet->work->taken && packet->work->unwrapped && pk_stage_protocol(stage) &&
	       pk_stage_protocol(stage) != pk_protocol_of(&packet->header);
}

/* What was received and sent on since, or handed on by a tunnel, has come in once more if its protocol gets it: the event of
 * that is lost. */
static bool came_in_unseen(const struct pk_object *object, const struct pk_event_facts *facts)
{
	if (!object || !object->rx || facts->stage->act != PK_ACT_RX_OWN || facts->plan->is_return)
		return false;
	return (object->tx && object->tx->work->serial > object->rx->work->serial) ||
	       has_handed_on(object->rx, facts->stage);
}

/* A probe on a function that has the packet as argument. Up to 5.10 the probe's event precedes the
 * function's frame, later it lies inside: so the frame is the open one, else the next. */
static void probed(struct pk_engine *engine, const struct pk_event_facts *facts, bool binds)
{
	const struct pk_stage *stage = facts->stage;
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet;
	struct pk_frame *top = pk_frame_probed(engine, stage);

	if (!object)
		return;
	/* What was given back is not handed on: where another CPU's events are not there, this is the next packet at
	 * this address, whose beginning nothing told of. */
	if (!object->alive && !facts->plan->is_return)
		object = pk_object_birth(engine, facts->skb);
	else if (comes_again(engine, object, facts))
		object = pk_object_next(engine, object);
	if (came_in_unseen(object, facts))
		object->rx = NULL;
	packet = object ? object->rx : NULL;
	if (packet && engine->plans->any_free && takes_inner(packet, stage))
		come_out(engine, object, packet, PK_ID_DERIVED);
	packet = object ? rx_of(engine, object) : NULL;
	if (!packet)
		return;
	if (!packet->work->once_probe && gets_once(facts)) {
		packet->work->once_probe = facts->plan->number;
		packet->work->once_stage = number_of_stage(facts);
	}
	if (is_own_stage(stage))
		taken_by(packet, stage);
	packet->work->is_own |= pk_header_proven(&facts->header);
	if (facts->sk && stage->act == PK_ACT_RX_DO)
		pk_sock_names(engine, packet, facts);
	if (stage->act == PK_ACT_RX_OWN)
		packet->work->rx.netdev = facts->netdev;
	pk_packet_touch(engine, packet, facts);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	take_cb(engine, packet, facts);
	pass_remove(engine, facts->skb);
	if (!binds || facts->plan->is_return)
		return;
	if (top) {
		pk_frame_bind(engine, own_frame(engine, top), packet, PK_ID_EXACT);
		return;
	}
	pk_piece_point(engine, packet);
	pk_frame_expect(engine, stage, packet);
}

static void copied(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_frame *frame = pk_frame_with(engine, PK_ACT_COPY);
	struct pk_packet *packet =
		object && object->alive ? object->rx : NULL; /* else another life's */

	if (!packet)
		return;
	pk_packet_touch(engine, packet, NULL);
	pk_see(engine, &engine->seen.copy);
	packet->work->delivered = true;
	packet->work->rx.delivered_len +=
		pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LEN, 0);
	if (frame && !frame->packet)
		pk_frame_bind(engine, frame, packet, PK_ID_EXACT);
	else
		pk_piece_point(engine, packet);
}

/* PACKET's skb is freed by kfree_skb_partial(): its bytes went into another one's. Data that waited behind a hole goes so
 * while the packet that fills the hole is handled: *RET_FILLER; NULL: it goes while it is handled itself. */
static bool is_coalesced(struct pk_engine *engine, const struct pk_packet *packet,
			 struct pk_packet **ret_filler)
{
	const struct pk_thread *thread = engine->thread;
	enum pk_context context = pk_context_now(engine);
	bool inside = false;

	*ret_filler = NULL;
	for (uint32_t i = thread->nr_frames; i-- > 0 && !*ret_filler;) {
		const struct pk_frame *frame = &thread->frames[i];

		if (frame->call.context != context || frame->loose)
			break;
		inside |= frame->stage && frame->stage->act == PK_ACT_COALESCE;
		if (frame->packet && frame->packet != packet)
			*ret_filler = frame->packet;
	}
	return inside && (*ret_filler || pk_current_packet(engine) == packet);
}

static void coalesced(struct pk_engine *engine, struct pk_packet *packet, struct pk_packet *filler)
{
	const struct pk_header *mine = &packet->header;

	packet->work->coalesced = true;
	packet->work->coalesced_in_backlog = !filler && pk_inside(engine, PK_ACT_BACKLOG_ADD);
	if (!filler || filler->dir != PK_RX ||
	    (mine->tuple_known && filler->header.tuple_known &&
	     !pk_tuple_equal(&mine->tuple, &filler->header.tuple)))
		return;
	filler->work->fills = true;
	pk_edge_add(packet, PK_EDGE_COALESCED, PK_ID_NESTED, filler->skb, filler);
}

/* The call by which readers free later may free at once. */
static bool given_back(struct pk_engine *engine, const struct pk_packet *packet)
{
	return pk_protocol_of(&packet->header)->read_ends_in_consume && packet->work->taken &&
	       !packet->work->dropped && !pk_on_receipt(engine, packet) &&
	       pk_inside(engine, PK_ACT_DEFER_FREE);
}

static void freed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->rx : NULL;

	if (packet) {
		struct pk_packet *filler;

		if (is_coalesced(engine, packet, &filler))
			coalesced(engine, packet, filler);
		packet->work->freed_on_receipt = pk_on_receipt(engine, packet);
		note_losses(engine, packet);
		packet->work->closed_unread =
			pk_context_now(engine) == PK_CTX_PROCESS && pk_inside(engine, PK_ACT_CLOSE);
		packet->work->pruned = pk_inside(engine, PK_ACT_RX_PRUNE);
		packet->work->read_in_kernel = pk_inside(engine, PK_ACT_RX_READ);
		packet->work->was_read |= given_back(engine, packet);
		packet->work->freed = true;
		packet->work->freed_by_task =
			!packet->work->freed_on_receipt && pk_context_now(engine) == PK_CTX_PROCESS;
		packet->last_ns = engine->event.ts;
		pk_packet_step(engine, packet);
		pass_remove(engine, facts->skb);
	}
}

/* kfree_skb's reason and place; whether that is a drop is judged when the packet is settled. */
static void drop_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object ? object->rx : NULL;

	pk_see(engine, &engine->seen.drop);
	if (!packet || packet->skb != facts->skb || packet->work->dropped || packet->work->freed)
		return;
	/* nft's queue lets go so of what it has cut. */
	if (packet->work->cut)
		return;
	if (pk_is_freed_later(engine, facts)) {
		packet->work->freed = true;
		return;
	}
	/* Where frees are not traced, the address may be somebody else's by now. */
	if (!engine->plans->any_free && pk_current_packet(engine) != packet)
		return;
	packet->work->purged = pk_current_packet(engine) != packet;
	pk_drop_note(engine, packet, facts);
}

/* Of PROTOCOL's functions the innermost is a reader's. (Below it, the backlog may be worked off.) */
static bool by_reader(const struct pk_engine *engine, const struct pk_protocol *protocol)
{
	const struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0 && !thread->frames[i].loose;) {
		const struct pk_stage *stage = thread->frames[i].stage;

		if (stage && pk_stage_protocol(stage) == protocol)
			return !strcmp(stage->stage, "read");
	}
	return false;
}

/* What is left of a datagram when the softirq that brought it is over stands in a queue. Readers give it back by consume_skb,
 * at once, without the call that the end of others is known by, or (6.18 and later) in some later softirq; whoever throws
 * it away calls kfree_skb. */
static void consumed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->rx : NULL;
	const struct pk_protocol *protocol = packet ? pk_protocol_of(&packet->header) : NULL;

	if (!packet || packet->skb != facts->skb || !protocol->datagrams)
		return;
	if (pk_on_receipt(engine, packet)) {
		packet->work->consumed = true;
		return;
	}
	if (protocol->keeps && packet->work->taken) {
		packet->work->was_read = by_reader(engine, protocol);
		packet->work->consumed = true;
		return;
	}
	if (!protocol->read_ends_in_consume || !packet->work->taken)
		return;
	packet->work->was_read = true;
	pk_packet_touch(engine, packet, NULL);
	pk_piece_point(engine, packet);
	pk_object_end(object);
}

/* Where no frames say what tcp_probe fired in: the one skb that this softirq took up, if it took up no other. */
static struct pk_packet *taken_alone(struct pk_engine *engine)
{
	const struct pk_pass *pass = pass_of(engine);

	if (engine->thread->nr_frames || pass->nr != 1 || pass->taken ||
	    pk_context_now(engine) != PK_CTX_SOFTIRQ)
		return NULL;
	return pass_first(engine);
}

/* Newer kernels' tcp_probe names the skb; for the others it is what was being received. */
static struct pk_packet *probed_packet(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = pk_current_packet(engine);

	if (facts->stage->act != PK_ACT_EV_PROBE || (packet && !facts->skb))
		return packet;
	packet = facts->skb ? (object && object->alive ? object->rx : NULL) : taken_alone(engine);
	if (!packet)
		return NULL;
	taken_by(packet, facts->stage);
	pass_remove(engine, packet->skb);
	pass_of(engine)->taken = true;
	return packet;
}

/* A socket's tuple, seen while the packet was handled: the packet came the other way. */
static void nested_tuple(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *packet = probed_packet(engine, facts);
	struct pk_header header = {.tuple_known = true};

	if (!packet || packet->dir != PK_RX || !packet->work->is_own || !facts->sock.family)
		return;
	header.tuple = pk_tuple_reversed(&facts->sock);
	if (facts->stage->act == PK_ACT_EV_PROBE) {
		if (facts->plan->word[PK_W_DATA_LEN]) {
			header.payload_len = (uint32_t)pk_facts_word(
				engine->ctx, facts->plan, &engine->event, PK_W_DATA_LEN, 0);
			header.len_known = true;
		}
		pk_header_take(packet, &header, facts->skb ? PK_TUPLE_EVENT : PK_TUPLE_NESTED);
		return;
	}
	if (facts->sk && !packet->sk)
		pk_sock_names(engine, packet, facts);
	pk_header_take(packet, &header, PK_TUPLE_NESTED);
}

/* A probe on another protocol's receive function. */
static void other_probed(struct pk_engine *engine, uint64_t skb)
{
	struct pk_object *object = pk_object_get(engine, skb, false);

	if (object && object->alive && object->rx && !object->rx->work->taken)
		object->rx->work->is_other = true;
	pass_remove(engine, skb);
	pass_of(engine)->taken = true;
}

static void queued_on_cpu(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);

	if (object && object->tx) {
		object->tx->work->requeued |=
			pk_gave_last(engine, facts->skb) || pk_current_packet(engine) == object->tx;
		pk_packet_touch(engine, object->tx, NULL);
	}
	if (object && object->alive && object->rx && pk_current_packet(engine) == object->rx)
		object->rx->work->requeued = true;
}

/* The kernel's own word for it (6.11 and later): close() found data in the receive queue that was not read. */
static bool closed_with_data(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_protocol *protocol = pk_stage_protocol(facts->stage);
	char name[64];

	return facts->plan->word[PK_W_REASON] && protocol && protocol->unread_reason &&
	       pk_enum_name(engine->ctx, "sk_rst_reason",
			    (int64_t)pk_facts_word(engine->ctx, facts->plan, &engine->event,
						   PK_W_REASON, 0),
			    name, sizeof(name)) == PK_OK &&
	       !strcmp(name, protocol->unread_reason);
}

/* The event comes when the reset is sent: it is the newest of that socket. */
static struct pk_packet *newest_reset(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet_set *set = engine->set;

	for (uint32_t i = set->nr, looked = 0; i-- > 0 && looked < 64; looked++) {
		struct pk_packet *packet = set->packets[i];
		const struct pk_header *header = &packet->header;

		if (packet->dir == PK_TX &&
		    (!header->flags_known || pk_header_says(header, PK_SAYS_ABORT)) &&
		    ((facts->sk && packet->sk == facts->sk) ||
		     (facts->sock.family && header->tuple_known &&
		      pk_tuple_equal(&header->tuple, &facts->sock))))
			return packet;
	}
	return NULL;
}

/* What the reset answers: the event may say so, and else it is what is being handled. */
static struct pk_packet *reset_by(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = facts->skb ? pk_object_get(engine, facts->skb, false) : NULL;

	if (object && object->alive && object->rx && object->rx->skb == facts->skb)
		return object->rx;
	return pk_current_packet(engine);
}

static void reset_sent(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *packet = reset_by(engine, facts);

	if (packet && packet->dir == PK_RX) {
		packet->work->refused = true;
	} else if (closed_with_data(engine, facts)) {
		packet = newest_reset(engine, facts);
		if (packet)
			packet->work->says_unread = true;
	}
}

/* A header that came out of IPsec, before a worker has it. */
static void inner_told(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->rx : NULL;

	if (!packet || facts->plan->is_return)
		return;
	if (carries_in_place(packet) && !packet->work->freed)
		packet = wait_outside(engine, object, packet, PK_ID_EXACT);
	if (!packet)
		return;
	packet->work->is_own |= pk_header_proven(&facts->header);
	pk_packet_touch(engine, packet, facts);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	pk_piece_point(engine, packet);
}

/* Any other probe on a receive function with an skb that is one of ours. */
static void other_function(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object;

	if (!facts->plan->is_probe || !facts->stage || facts->stage->side != PK_SIDE_RX ||
	    !facts->stage->args)
		return;
	object = pk_object_get(engine, facts->skb, false);
	if (object && object->rx) {
		probed(engine, facts, true);
		note_fragment(engine, object->rx, facts);
		object->rx->work->rx_queued |= facts->stage->act == PK_ACT_RX_QUEUE;
	}
}

/* An event with an skb. */
/* A return tells of what the function was given, and that may be over: freed, or sent from the same address. Only what
 * nothing else has told of begins with it. */
static bool is_of_entry(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_object *object = pk_object_get(engine, facts->skb, false);
	const struct pk_frame *top = pk_frame_probed(engine, facts->stage);

	if (!object || (!object->alive && !object->ends))
		return true;
	return object->alive && (object->rx || !object->tx) &&
	       (!top || !top->packet || top->packet == object->rx);
}

static void skb_event(struct pk_engine *engine, const struct pk_event_facts *facts,
		      enum pk_stage_act act)
{
	struct pk_object *object;

	switch (act) {
	case PK_ACT_EV_FRAME:
		wire_frame_arrived(engine, facts);
		break;
	case PK_ACT_GRO_HEADER:
		gro_header(engine, facts);
		break;
	case PK_ACT_GRO_MERGE:
		if (facts->header.tuple_known)
			gro_header(engine, facts);
		if (facts->skb2)
			gro_merge(engine, facts);
		break;
	case PK_ACT_EV_RX:
		received(engine, facts);
		break;
	case PK_ACT_EV_RX_QUEUED:
		queued_on_cpu(engine, facts);
		break;
	case PK_ACT_RX_OWN:
	case PK_ACT_RX_DO:
	case PK_ACT_RX_TW:
		if (facts->plan->is_return && !is_of_entry(engine, facts))
			break;
		probed(engine, facts, true);
		object = pk_object_get(engine, facts->skb, false);
		if (object && object->rx)
			object->rx->work->timewait |= act == PK_ACT_RX_TW;
		break;
	case PK_ACT_EV_COPY:
		copied(engine, facts);
		break;
	case PK_ACT_FREE:
		freed(engine, facts);
		break;
	case PK_ACT_EV_DROP:
		drop_event(engine, facts);
		pass_remove(engine, facts->skb);
		break;
	case PK_ACT_RX_INNER:
		inner_told(engine, facts);
		break;
	case PK_ACT_RX_OTHER:
		other_probed(engine, facts->skb);
		break;
	case PK_ACT_EV_CONSUME:
		consumed(engine, facts);
		pass_remove(engine, facts->skb);
		break;
	default:
		other_function(engine, facts);
		break;
	}
}

static void rx_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	if (act == PK_ACT_EV_STATE || act == PK_ACT_EV_PROBE || act == PK_ACT_SOCK_END)
		nested_tuple(engine, facts);
	if (act == PK_ACT_EV_RESET_SENT)
		reset_sent(engine, facts);
	if (act == PK_ACT_EV_PASS_END && !pass_is_framed(engine))
		pass_of(engine)->nr = 0;
	if (!facts->skb)
		return;
	if (act == PK_ACT_EV_RX || act == PK_ACT_RX_OWN)
		pk_see(engine, &engine->seen.rx_named);
	skb_event(engine, facts, act);
}

const struct pk_side pk_side_rx = {
	.other = PK_SIDE_TX,
	.enter = rx_enter,
	.leave = rx_leave,
	.event = rx_event,
};
