// SPDX-License-Identifier: GPL-3.0-or-later
/* How a sent packet begins: by a function of its protocol or a tunnel's, or a probe on __tcp_transmit_skb(). */
#include "analysis/lives/tx.h"

#include <string.h>

struct pk_packet *pk_tx_new(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_packet_new(engine, PK_TX);

	if (packet)
		packet->left_complete = true;
	return packet;
}

struct pk_packet *pk_tx_current(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);

	return packet && packet->dir == PK_TX ? packet : NULL;
}

struct pk_packet *pk_tx_begin(struct pk_engine *engine, const struct pk_stage *stage)
{
	struct pk_packet *packet = pk_tx_new(engine);

	if (packet)
		pk_packet_is_of(packet, stage);
	return packet;
}

/* What is being received is answered. tcp_send_reset, the event, comes only where there is a socket on some kernels: the function's
 * frame says the same. The answer to a SYN may reach no device: it waits for its next hop's address. */
static void note_answered(struct pk_engine *engine, const struct pk_frame *frame)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (!packet || packet->dir != PK_RX)
		return;
	packet->work->refused |= !!(frame->stage->marks & PK_REFUSES);
	packet->work->answered |= !!(frame->stage->marks & PK_ANSWERS);
}

/* An error that is sent while PROVOKER is handled is about that. What called it may lie before the window. */
static void note_provoker(struct pk_engine *engine, const struct pk_frame *frame,
			  struct pk_packet *packet, struct pk_packet *provoker)
{
	if (!(frame->stage->marks & PK_ERRORS))
		return;
	if (provoker)
		pk_edge_add(packet, PK_EDGE_ERROR_FOR, PK_ID_NESTED, provoker->skb, provoker);
	else if (pk_near_start(engine))
		packet->left_complete = false;
}

const struct pk_stage *pk_tx_tunnel_around(const struct pk_engine *engine,
					   const struct pk_packet *inner)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_header *header = &inner->header;

	for (uint32_t i = thread->nr_frames; i-- > 0 && !thread->frames[i].loose;) {
		const struct pk_stage *stage = thread->frames[i].stage;

		if (!stage || stage->act != PK_ACT_NONE || strcmp(stage->stage, "tunnel") != 0)
			continue;
		if (!(stage->marks & PK_ONLY_V6))
			return stage;
		if (!header->tuple_known)
			return NULL;
		/* A device of SIT's sends IPv4 as one of IPIP's does. */
		return header->tuple.family == 6
			       ? stage
			       : pk_stage_of_function(engine->ctx, "ipip_tunnel_xmit");
	}
	return NULL;
}

/* The driver that sends is one of a tunnel whose header has a number. */
static bool is_numbered(const struct pk_engine *engine)
{
	const struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0 && !thread->frames[i].loose;) {
		const struct pk_stage *stage = thread->frames[i].stage;

		if (stage && stage->marks & PK_NUMBERED)
			return true;
		if (stage &&
		    (!strcmp(stage->stage, "qdisc") || !strcmp(stage->name, "dev_hard_start_xmit")))
			return false; /* of a device around it */
	}
	return false;
}

struct pk_packet *pk_tx_carrier(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_tx_new(engine);

	if (packet)
		packet->work->control = packet->work->carries = true;
	return packet;
}

/* The driver that this task is in is a tunnel's: it sends what it was given inside another packet, mostly in the
 * same skb, which is the other packet's from the next event on (pk_tx_carry_on()). */
static void enter_tunnel(struct pk_engine *engine)
{
	struct pk_frame *frame = pk_frame_top(engine);
	const struct pk_thread *thread = engine->thread;
	const struct pk_sending *top =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;
	struct pk_packet *inner = top && top->driven && engine->seen.tx_done ? top->packet : NULL;
	const struct pk_stage *tunnel = inner ? pk_tx_tunnel_around(engine, inner) : NULL;
	struct pk_packet *outer = inner && !frame->packet ? pk_tx_carrier(engine) : NULL;

	if (!outer)
		return;
	if (tunnel)
		pk_packet_is_of(outer, tunnel);
	else
		outer->work->is_other = true; /* whatever carries it */
	outer->work->numbered = is_numbered(engine);
	pk_carry(inner, outer, pk_nesting(engine));
	pk_frame_bind(engine, frame, outer, PK_ID_NESTED);
}

void pk_tx_attach_wire(struct pk_engine *engine, struct pk_packet *packet, struct pk_object *object,
		       enum pk_identity how)
{
	packet->skb = object->addr;
	packet->pointer = how;
	packet->work->birth_serial = (uint32_t)object->ends;
	object->tx = packet;
	if (!packet->orig_skb || packet->orig_skb == object->addr)
		return;
	pk_edge_add(packet,
		    engine->skb_size && object->addr == packet->orig_skb + engine->skb_size
			    ? PK_EDGE_FCLONE
			    : PK_EDGE_CLONE,
		    how, packet->orig_skb, NULL);
}

struct pk_packet *pk_tx_enclose(struct pk_engine *engine, struct pk_packet *inner,
				struct pk_object *object, enum pk_identity how)
{
	struct pk_packet *outer = pk_tx_carrier(engine);

	if (!outer)
		return NULL;
	inner->work->enclosed = inner->work->wire_seen = true;
	if (object)
		pk_tx_attach_wire(engine, outer, object, PK_ID_EXACT);
	pk_carry(inner, outer, how);
	return outer;
}

/* What the skb of STAGE's call is made from here on is a packet of its own; the call around it, from which on it is on its
 * way, goes on with that. The skb is known where a probe told of it (transform_told()), else by the first that is heard of
 * it (pk_tx_carry_on()). */
static void enter_transformed(struct pk_engine *engine)
{
	struct pk_frame *frame = pk_frame_top(engine);
	struct pk_frame *call = pk_frame_with(engine, PK_ACT_TX_TRANSFORM);
	struct pk_packet *inner = frame->packet ? NULL : pk_tx_current(engine);
	struct pk_object *object =
		inner ? pk_object_get(engine, inner->work->tx.transformed, false) : NULL;
	struct pk_packet *outer;

	if (!inner)
		return;
	if (object && (!object->alive || object->tx != inner))
		object = NULL;
	outer = pk_tx_enclose(engine, inner, object, pk_nesting(engine));
	if (!outer)
		return;
	pk_packet_is_of(outer, frame->stage);
	if (!call || call->call.context != pk_context_now(engine))
		call = frame;
	pk_frame_bind(engine, call, outer, pk_nesting(engine));
}

/* What TCP retransmits now: by the frame around, in this context. */
static bool retransmits(struct pk_engine *engine)
{
	const struct pk_frame *frame = pk_frame_with(engine, PK_ACT_RETRANSMIT);

	return frame && frame->call.context == pk_context_now(engine);
}

/* A raw socket may send anything: what STAGE's protocol counts inside that call is what the call sends, and its own. */
static void enter_counted(struct pk_engine *engine)
{
	struct pk_frame *call =
		pk_inside(engine, PK_ACT_TX_OTHER) ? pk_frame_with(engine, PK_ACT_TX_OTHER) : NULL;
	struct pk_packet *packet;

	if (!call || call->packet || call->call.context != pk_context_now(engine))
		return;
	packet = pk_tx_begin(engine, pk_frame_top(engine)->stage);
	if (!packet)
		return;
	packet->work->control = true;
	pk_frame_bind(engine, call, packet, pk_nesting(engine));
}

static void enter_waiting(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_tx_current(engine);

	if (!packet)
		return;
	packet->work->neigh_wait = true;
	packet->work->tx.waits_since = engine->gaps.serial;
}

static void enter_sending(struct pk_engine *engine)
{
	struct pk_packet *packet, *outer = pk_tx_current(engine);
	struct pk_frame *frame = pk_frame_top(engine);
	bool control = frame->stage->act == PK_ACT_TX_CONTROL;

	if (control)
		note_answered(engine, frame);
	if (frame->packet || (control && !(frame->stage->marks & PK_ERRORS) && outer &&
			      outer->work->control && !outer->work->wire_seen))
		return; /* one control function called another */
	packet = pk_tx_begin(engine, frame->stage);
	if (!packet)
		return;
	packet->work->control = control;
	packet->retransmit = !control && retransmits(engine);
	note_provoker(engine, frame, packet, pk_current_packet(engine));
	pk_frame_bind(engine, frame, packet, PK_ID_NESTED);
}

void pk_tx_enter(struct pk_engine *engine, struct pk_frame *frame)
{
	static void (*const calls[PK_NR_ACTS])(struct pk_engine * engine) = {
		[PK_ACT_TX_OWN] = enter_sending,     [PK_ACT_TX_CONTROL] = enter_sending,
		[PK_ACT_TX_TUNNEL] = enter_tunnel,   [PK_ACT_TX_TRANSFORMED] = enter_transformed,
		[PK_ACT_TX_COUNTED] = enter_counted, [PK_ACT_NEIGH_WAIT] = enter_waiting,
	};

	if (calls[frame->stage->act])
		calls[frame->stage->act](engine);
}

/* The header's shadow that __tcp_transmit_skb() finds in the control block. */
static struct pk_header header_to_send(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_header header = pk_header_of_cb(facts);

	header.ack_known = header.flags_known && pk_header_says(&header, PK_SAYS_ACK) &&
			   facts->plan->word[PK_W_NEXT_ACK];
	header.ack =
		(uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_NEXT_ACK, 0);
	return header;
}

/* Is what is sent now the original that PACKET was sent of, once more? Of its socket, with bytes of it (acknowledged ones
 * are cut off in front, others may be joined behind); the free of the one before may be missing in the trace. Where
 * nobody reads sequence numbers, TCP's own word for it is asked, and the frees if they are traced. */
static bool sent_once_more(struct pk_engine *engine, const struct pk_packet *packet,
			   const struct pk_event_facts *facts)
{
	const struct pk_header *mine = &packet->header;

	if (pk_sock_is_another(engine, packet, facts->sk))
		return false;
	if (facts->cb_known && mine->seq_known)
		return facts->cb.seq == mine->seq ||
		       (mine->len_known && pk_header_holds(mine, facts->cb.seq));
	return retransmits(engine) ||
	       (engine->plans->any_free && packet->last_ns >= engine->set->complete_since);
}

/* Around TOP (NULL: no frame of it yet) what called it is recorded: a retransmit would be seen there. */
static bool called_by_known(struct pk_engine *engine, const struct pk_frame *top)
{
	const struct pk_thread *thread = engine->thread;
	uint32_t nr = top ? (uint32_t)(top - thread->frames) : thread->nr_frames;

	return nr && thread->frames[nr - 1].call.context == pk_context_now(engine);
}

/* IP refused PACKET (a firewall, an MTU), as far as events tell, so it is unsent to TCP, which tries once more in its turn: no
 * retransmit, where the functions around say that it is none. */
static bool tried_anew(struct pk_engine *engine, const struct pk_packet *packet,
		       const struct pk_frame *top)
{
	return !packet->work->wire_seen && called_by_known(engine, top) && !retransmits(engine);
}

void pk_tx_transmit_probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_frame *top = pk_frame_probed(engine, facts->stage);
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet = NULL;
	bool met, open = top && top->packet && !top->packet->orig_skb;

	if (!object || facts->plan->is_return)
		return;
	met = !object->alive || object->rx || object->tx || object->birth_seen;
	if (!object->alive || object->rx ||
	    (object->tx && object->is_original && !sent_once_more(engine, object->tx, facts)))
		object = pk_object_birth(engine, facts->skb);
	packet = open ? top->packet : pk_tx_begin(engine, facts->stage);
	if (!packet || !object)
		return;
	if (!open) {
		pk_frame_expect(engine, facts->stage, packet);
	} else {
		pk_frame_bind(engine, top, packet, PK_ID_EXACT);
	}
	packet->orig_skb = facts->skb;
	packet->work->clone_needed = facts->clone_it && facts->plan->word[PK_W_CLONE];
	packet->work->birth_serial = (uint32_t)object->ends;
	packet->retransmit |= retransmits(engine);
	/* Nothing would say that it was sent before, but that: no event, and no frame around. */
	packet->work->first_unknown =
		!met && !engine->seen.retransmit && !called_by_known(engine, top);
	if (object->tx && object->is_original && object->tx != packet &&
	    !tried_anew(engine, object->tx, top)) {
		bool compared = facts->cb_known && object->tx->header.seq_known;

		packet->retransmit = true;
		pk_edge_add(packet, PK_EDGE_RETRANSMIT, compared ? PK_ID_EXACT : PK_ID_DERIVED,
			    facts->skb, object->tx);
	}
	object->tx = packet;
	object->is_original = facts->clone_it;
	if (!facts->clone_it)
		packet->skb = facts->skb;
	pk_packet_touch(engine, packet, facts);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	if (facts->cb_known) {
		struct pk_header header = header_to_send(engine, facts);

		pk_header_take(packet, &header, PK_TUPLE_EVENT);
	}
}
