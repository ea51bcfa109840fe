// SPDX-License-Identifier: GPL-3.0-or-later
/* How a received packet begins: frames of the wire, GRO, the devices that it passes, the sent half of a loop. */
#include "analysis/lives/namespaces.h"
#include "analysis/lives/rx.h"

#include <string.h>

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

/* A device above unwrapped it here, and queued it for this CPU. Another skb at this address would have come in below on this CPU,
 * too, and its events would tell. */
static bool came_through_cells(struct pk_engine *engine, const struct pk_object *object,
			       const struct pk_event_facts *facts)
{
	return object->rx && object->rx->work->queue_seen && devices_differ(object->rx, facts) &&
	       pk_nothing_lost_here(engine, object) && pk_has_cells(engine, facts->dev);
}

/* Frees are told, and that of OBJECT's skb is not among events that were lost, or cannot have been. */
static bool is_same_skb(struct pk_engine *engine, const struct pk_object *object,
			const struct pk_event_facts *facts)
{
	return engine->plans->any_free && (pk_object_goes_on(engine, object, &facts->header) ||
					   came_through_cells(engine, object, facts));
}

/* What came in on another device, was not taken by its protocol and not freed since comes out of a tunnel: with its outer
 * headers it may have been another protocol's. On the same device it is a new one, whose free was missed, unless it was
 * seen to be handed to the receive path again (IPsec, where GRO is on). */
static bool out_of_tunnel(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->rx : NULL;

	if (!packet || !is_same_skb(engine, object, facts) || !packet->work->queue_seen ||
	    packet->work->freed || packet->work->taken || packet->skb != facts->skb ||
	    !(packet->work->requeued || devices_differ(packet, facts)))
		return false;
	packet->work->is_other = false;
	packet->work->queue_seen = false;
	object->tx = NULL; /* no driver has it any more */
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

/* It comes in now on a tunnel's device, which gives on nothing that it has not unwrapped. (No function tells that a protocol had
 * OUTER.) */
static bool left_tunnel(struct pk_engine *engine, const struct pk_packet *outer,
			const struct pk_event_facts *facts)
{
	return devices_differ(outer, facts) && pk_is_tunnel(engine, facts->dev);
}

/* What another protocol took, and nobody freed, comes in once more on a device of its own: it comes out of a tunnel, and
 * is a packet of its own from here on. The outer one; NULL: it does not. */
static struct pk_packet *out_of_carrier(struct pk_engine *engine,
					const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *outer = object && object->alive ? object->rx : NULL;

	if (!outer || !pk_protocols_several(engine->ctx) || !is_same_skb(engine, object, facts) ||
	    outer->work->freed || outer->skb != facts->skb ||
	    !((outer->work->taken && devices_differ(outer, facts)) ||
	      left_tunnel(engine, outer, facts) || link_carried(engine, outer, facts) ||
	      (pk_rx_carries_in_place(outer) && outer->work->requeued)))
		return NULL;
	outer->work->is_other |= !outer->work->is_own; /* whatever carried it */
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

void pk_rx_wire_frame_arrived(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *outer = out_of_carrier(engine, facts);
	struct pk_object *object = outer || out_of_tunnel(engine, facts)
					   ? pk_object_get(engine, facts->skb, false)
					   : pk_object_birth(engine, facts->skb);
	struct pk_frame *frame = pk_frame_with(engine, PK_ACT_GRO);
	struct pk_packet *packet = object ? pk_rx_of(engine, object) : NULL;
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
	/* What comes out of a tunnel is the frame that came in below. */
	wire = pk_find(packet->trail.frames, packet->trail.nr_frames, it->skb == facts->skb);
	if (!wire)
		wire = pk_wire_frame_add(engine, packet);
	if (wire) {
		wire->skb = facts->skb;
		wire->len = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event,
						    PK_W_LEN, 0);
		wire->header = facts->header;
		pk_wire_frame_segs(engine, wire, facts);
	}
}

void pk_rx_gro_header(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	uint64_t skb = facts->header_of_second ? facts->skb2 : facts->skb;
	struct pk_object *object = pk_object_get(engine, skb, true);
	struct pk_packet *packet = object ? pk_rx_of(engine, object) : NULL;
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

void pk_rx_gro_merge(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *from, *into;

	if (facts->header.tuple_known)
		pk_rx_gro_header(engine, facts);
	if (!facts->skb2)
		return;
	from = pk_object_get(engine, facts->skb2, false);
	into = from && from->rx ? pk_object_get(engine, facts->skb, true) : NULL;
	pk_see(engine, &engine->seen.merge);
	if (!from)
		return;
	if (into && !into->rx && pk_rx_of(engine, into))
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
	if (engine->set->silent && packet->work->rx.receive_probe == facts->plan->number &&
	    !devices_differ(packet, facts))
		return true; /* an ACK, and then data of the same number */
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
	if (pk_end_told(engine, object) || pk_headers_prove(engine, &sent->header, &facts->header))
		return true;
	return is_told_here(engine, object) &&
	       (sent->work->requeued ||
		(!sent->work->looped && !strcmp(sent->dev, "lo") && !strcmp(facts->dev, "lo")));
}

void pk_rx_note_fragment(struct pk_engine *engine, struct pk_packet *packet,
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
	return pk_any(trail->nr_frames, i,
		      trail->frames[i].skb && trail->frames[i].skb == packet->skb);
}

/* Another protocol's header where IPsec had the skb, and nothing told that this would come in once more: what it carried, or
 * the next packet there, and which of both is not known. */
static bool follows_unseen(const struct pk_packet *packet, const struct pk_event_facts *facts)
{
	return packet && packet->work->queue_seen && pk_rx_carries_in_place(packet) &&
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

/* It came out of OUTER, or is what SENT was (NULL: it did not, nothing was). */
static void note_origin(struct pk_packet *packet, struct pk_packet *outer, struct pk_packet *sent,
			const struct pk_object *object, const struct pk_event_facts *facts)
{
	if (outer)
		pk_carry(packet, outer, PK_ID_EXACT);
	if (sent) {
		looped_back(packet, sent, object, facts);
	} else if (object->copy_of) {
		packet->work->rx.clone_of = object->copy_of;
		packet->work->rx.clone_life = (uint32_t)object->copy_life;
	}
}

void pk_rx_received(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet, *sent, *outer = out_of_carrier(engine, facts);
	struct pk_frame *frame;
	bool alone;

	pk_see(engine, &engine->seen.rx_named);
	if (!object)
		return;
	object = life_of(engine, object, facts, outer != NULL, &sent);
	if (!sent)
		sent = pk_tx_of_clone(engine, object, &facts->header);
	packet = pk_rx_of(engine, object);
	if (!packet)
		return;
	note_origin(packet, outer, sent, object, facts);
	pk_packet_touch(engine, packet, facts);
	if (!packet->work->rx.receive_probe)
		packet->work->rx.receive_probe = facts->plan->number;
	packet->work->is_own |= pk_header_proven(&facts->header) || facts->header.sectag.known;
	check_frames(packet, &facts->header);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	alone = sent || (engine->seen.wire_rx && !packet->trail.nr_frames);
	pk_rx_note_fragment(engine, packet, facts);
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
		pk_rx_pass_remove(engine, facts->skb);
	packet->work->queue_seen = true;
	packet->work->framed |= engine->thread->nr_frames > 0;
	/* Only what went through GRO comes in lists: not what loopback or a veth pair hands over. */
	pk_rx_pass_add(engine, facts->skb, alone);
	frame = l2_frame(engine, packet);
	if (frame && !frame->packet)
		pk_frame_bind(engine, frame, packet, PK_ID_EXACT);
	else
		pk_piece_point(engine, packet);
}
