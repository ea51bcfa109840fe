// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a sent packet meets on its way down.
 *
 * One tx packet is one skb that its protocol hands down. It begins with __tcp_transmit_skb (or a function
 * that builds a reset, a SYN-ACK, a TIME_WAIT ACK), mostly as a queued original of which a clone goes
 * on the wire; net_dev_queue names that clone, and each net_dev_start_xmit is one frame of the
 * wire: the clone itself, or, after segmentation, a child at a fresh address.
 *
 * A packet may wait between any two of these (for ARP, in a qdisc, for another CPU), so joins go by
 * pointer first (clone, fclone neighbour, copy), then by nesting, then by sequence number.
 */
#include "analysis/lives/tx.h"

#include <string.h>

/* A header seen on the way down, after NAT, before segmentation (ip_finish_output2). */
static void tx_ip(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet;

	if (!object)
		return;
	if (!object->alive)
		object = pk_object_birth(engine, facts->skb);
	if (facts->plan->has_header && !facts->header.tuple_known)
		return; /* another protocol */
	if (object)
		pk_tx_carry_on(engine, object, facts);
	if (!object || (!facts->header.tuple_known && !object->tx && !pk_tx_current(engine)))
		return;
	if (!facts->header.tuple_known && !object->tx)
		return; /* a pointer alone: net_dev_queue will say as much */
	packet = pk_tx_sender_of(engine, object, &facts->header);
	if (!packet)
		return;
	pk_tx_header_read(packet, &facts->header);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
}

/* PACKET was cut, and this is a segment of it; PACKET's own skb may be one, too. */
static bool is_cut_off(struct pk_engine *engine, const struct pk_packet *packet,
		       const struct pk_object *object)
{
	const struct pk_object *own = packet ? pk_object_get(engine, packet->skb, false) : NULL;

	return own && own != object && object->copy_of && !object->tx && !object->rx &&
	       (object->copy_of == packet->skb || object->copy_of == own->copy_of);
}

static void add_segment(struct pk_engine *engine, struct pk_packet *packet,
			const struct pk_event_facts *facts)
{
	struct pk_wire_frame *wire = pk_wire_frame_add(engine, packet);

	pk_edge_add(packet, PK_EDGE_GSO, PK_ID_EXACT, facts->skb, NULL);
	if (!wire)
		return;
	wire->skb = facts->skb;
	wire->header = facts->header;
	wire->sent = true;
}

/* No frame around says whose STAGE's call is: it is PACKET's. */
static void call_of_nobody(struct pk_engine *engine, const struct pk_stage *stage,
			   struct pk_packet *packet)
{
	struct pk_frame *top = pk_frame_probed(engine, stage);

	if (top && !top->packet)
		pk_frame_bind(engine, top, packet, PK_ID_EXACT);
	else if (!top)
		pk_frame_expect(engine, stage, packet);
}

/* A header before it is made another packet's: of all of it, or of a segment. */
static void transform_told(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet = pk_tx_current(engine);

	if (object && !object->alive)
		object = pk_object_birth(engine, facts->skb);
	if (!object || facts->plan->is_return)
		return;
	if (is_cut_off(engine, packet, object)) {
		object->tx = packet;
		add_segment(engine, packet, facts);
	} else {
		bool called = packet != NULL;

		packet = pk_tx_sender_of(engine, object, &facts->header);
		if (!packet)
			return;
		pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
		if (!called)
			call_of_nobody(engine, facts->stage, packet);
	}
	packet->work->tx.transformed = facts->skb;
	pk_tx_header_read(packet, &facts->header);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
}

/* On its way down, before a device's queue: what goes on are segments or copies. */
static void used_up(struct pk_engine *engine, struct pk_packet *packet,
		    const struct pk_object *object)
{
	packet->work->replaced |= packet->skb == object->addr && !packet->work->wire_seen &&
				  !packet->work->dropped && packet == pk_tx_current(engine);
}

static void tx_freed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->tx : NULL;

	if (!packet)
		return;
	if (!object->is_original)
		pk_tx_completed(engine, object, packet);
	if (object->is_original) {
		struct pk_packet *current = pk_current_packet(engine);

		if (pk_inside(engine, PK_ACT_ACK)) {
			packet->work->acked = true;
			if (current && current->dir == PK_RX)
				pk_edge_add(packet, PK_EDGE_ACKED_BY, PK_ID_NESTED, current->skb,
					    current);
		} else if (pk_inside(engine, PK_ACT_PURGE)) {
			packet->work->purged = true;
		}
	} else if (packet->skb == object->addr) {
		packet->work->freed = true;
		used_up(engine, packet, object);
	}
}

/* Where PACKET was queued last, no driver has got it, and no event that would tell so is missing: what was given away of it
 * before is a device's above. */
static bool waits_for_driver(const struct pk_engine *engine, const struct pk_packet *packet)
{
	bool started = packet->work->once_probe || !engine->seen.tx_start;

	return packet->work->queue_seen && engine->gaps.newest <= packet->work->tx.queued_at &&
	       !engine->event.others_silent && !(packet->trail.nr_frames && started);
}

/* Taken by no driver, and used up: it was cut into segments. Where it was queued, the driver gets them next. */
static void tx_consumed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object ? object->tx : NULL;
	struct pk_wire_frame *above;

	if (packet && object->alive)
		pk_tx_fragmented(engine, object, facts);
	if (!packet || object->is_original ||
	    (object->alive && pk_tx_completed(engine, object, packet)))
		return;
	above = pk_tx_last_wire_frame(packet, object->addr);
	if (packet->skb == object->addr && (!packet->work->is_other || packet->work->carries) &&
	    waits_for_driver(engine, packet) && (above || !packet->trail.nr_frames)) {
		if (above)
			pk_tx_not_given(packet, above);
		pk_tx_note_cut(&engine->cut[engine->event.cpu], packet);
	}
	packet->work->tx.used_up |= packet->skb == object->addr;
	used_up(engine, packet, object);
}

/* A firewall, or fragmentation that is not allowed, ends it between TCP and the device's queue: what kfree_skb
 * gets there has an address that nothing has named yet, the clone's or a segment's. Not while the packet is put
 * into a neighbour's queue: a full one drops its oldest, which is another. */
static struct pk_packet *dropped_on_the_way(struct pk_engine *engine,
					    const struct pk_object *object)
{
	struct pk_packet *packet = pk_tx_current(engine);

	if (!packet || packet->work->wire_seen || pk_inside(engine, PK_ACT_NEIGH_WAIT))
		return NULL;
	/* Where its end may be missing, what is known of the address may be an earlier life's. */
	if (object && object->alive && pk_end_told(engine, object) &&
	    (object->rx || object->is_original || (object->tx && object->tx != packet)))
		return NULL;
	return packet;
}

/* A segment of PACKET's, where the device that was given it lets go of it, or of what its driver has cut that into: all of it,
 * unless a device below gets another part. */
static void frame_dropped(struct pk_engine *engine, struct pk_packet *packet,
			  const struct pk_object *object, const struct pk_event_facts *facts)
{
	struct pk_wire_frame *wire = packet ? pk_tx_open_wire_frame(packet, facts->skb) : NULL;

	if (packet && !wire && object && object->made_in_driver && object->tx == packet)
		wire = pk_tx_last_wire_frame(packet, object->copy_of);
	if (!wire)
		return;
	wire->dropped = true;
	if (packet->skb != facts->skb)
		pk_drop_keep(engine, packet, facts);
}

static void tx_dropped(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = dropped_on_the_way(engine, object);

	if (!packet && (!object || object->rx || object->is_original))
		return;
	packet = packet ? packet : object->tx;
	/* Some drivers let go so of what they have sent. */
	if (packet && engine->set->silent && packet->work->driven) {
		frame_dropped(engine, packet, object, facts);
		pk_drop_keep(engine, packet, facts);
		packet->work->may_be_dropped = true;
		return;
	}
	if (packet && object && object->alive && object->tx == packet &&
	    pk_tx_completed(engine, object, packet))
		return;
	/* nft's queue lets go so of what it has cut. */
	if (packet && packet->work->cut && facts->skb == packet->skb) {
		packet->work->replaced = true;
		return;
	}
	if (packet && packet->skb == facts->skb && pk_is_freed_later(engine, facts))
		packet->work->freed = true;
	frame_dropped(engine, packet, object, facts);
	if (packet && !packet->work->xmit_ok && !packet->work->dropped &&
	    (!packet->work->freed || (object && pk_tx_takes_place(packet, object))))
		pk_drop_note(engine, packet, facts);
}

/* The event's sending is that of PACKET: of its socket, and nothing is missing between the two. */
static bool tells_of(struct pk_engine *engine, const struct pk_packet *packet,
		     const struct pk_event_facts *facts)
{
	return !pk_sock_is_another(engine, packet, facts->sk) &&
	       packet->last_ns >= engine->gap_ns[engine->event.cpu];
}

/* The event comes inside __tcp_retransmit_skb, after the transmission. It has the socket's addresses: those of
 * a packet that reached no driver, and none that NAT gave it. */
static void retransmitted(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_header header = {.tuple_known = true, .tuple = facts->sock};

	pk_see(engine, &engine->seen.retransmit);
	/* Since "tcp: trace retransmit failures in tcp_retransmit_skb" what TCP could not send is told of, too. */
	if (pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_ERR, 0) || !object ||
	    !object->tx || !tells_of(engine, object->tx, facts))
		return;
	object->tx->retransmit = true;
	object->tx->work->first_unknown = false;
	if (facts->sock.family)
		pk_header_take(object->tx, &header,
			       object->tx->orig_skb == facts->skb ? PK_TUPLE_EVENT : PK_TUPLE_EDGE);
}

/* The packet of the call that a probe on a function of PK_ACT_TX_CONTROL tells of; NULL: another's, which called it. The
 * event may precede the function's frame. */
static struct pk_packet *packet_of_call(struct pk_engine *engine, const struct pk_stage *stage)
{
	struct pk_frame *frame = pk_frame_probed(engine, stage);
	struct pk_packet *outer = pk_tx_current(engine), *packet;

	if (frame)
		return frame->packet;
	if (outer && outer->work->control && !outer->work->wire_seen)
		return NULL;
	packet = pk_tx_begin(engine, stage);
	if (!packet)
		return NULL;
	packet->work->control = true;
	pk_frame_expect(engine, stage, packet);
	return packet;
}

/* Whose socket the call is for; of one that writes, how much. */
static void call_told(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_protocol *protocol = pk_stage_protocol(facts->stage);
	uint64_t len = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LEN, 0);
	struct pk_packet *packet;

	if (!facts->sk || !facts->plan->is_probe || facts->plan->is_return || !protocol ||
	    !protocol->datagrams)
		return;
	packet = packet_of_call(engine, facts->stage);
	if (!packet || packet->dir != PK_TX || !packet->work->control || packet->sk)
		return;
	pk_sock_names(engine, packet, facts);
	packet->work->tx.call_told = true;
	packet->work->tx.written_known = facts->plan->word[PK_W_LEN] && len <= UINT16_MAX;
	packet->work->tx.written = (uint32_t)len;
}

static void tx_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	static void (*const events[PK_NR_ACTS])(struct pk_engine * engine,
						const struct pk_event_facts *facts) = {
		[PK_ACT_TX_OWN] = pk_tx_transmit_probed,
		[PK_ACT_TX_IP] = tx_ip,
		[PK_ACT_TX_TRANSFORM] = transform_told,
		[PK_ACT_COPY_HEADER] = pk_tx_copy_header,
		[PK_ACT_EV_RETRANSMIT] = retransmitted,
		[PK_ACT_EV_TX_QUEUE] = pk_tx_queued,
		[PK_ACT_EV_TX_START] = pk_tx_started,
		[PK_ACT_EV_TX_DONE] = pk_tx_done,
		[PK_ACT_EV_DROP] = tx_dropped,
		[PK_ACT_EV_CONSUME] = tx_consumed,
		[PK_ACT_FREE] = tx_freed,
	};
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	if (act == PK_ACT_TX_CONTROL)
		call_told(engine, facts);
	if (facts->skb)
		(events[act] ? events[act] : pk_tx_driver_probed)(engine, facts);
}

const struct pk_side pk_side_tx = {
	.other = PK_SIDE_RX,
	.enter = pk_tx_enter,
	.event = tx_event,
};
