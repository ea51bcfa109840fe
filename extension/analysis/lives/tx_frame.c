// SPDX-License-Identifier: GPL-3.0-or-later
/* What comes to a device's queue and to its driver: the frames of the wire. */
#include "analysis/lives/tx.h"
#include "core/kit.h"

#include <string.h>

#define ETH_P_IP 0x0800
#define ETH_P_ARP 0x0806
#define ETH_P_IPV6 0x86dd

/* The driver that this task is in was given the skb and has not answered: what reaches a device queue now
 * comes from there, that is from a device stacked on another. */
static bool driver_has(const struct pk_engine *engine, const struct pk_object *object)
{
	const struct pk_sending *sending = pk_tx_sending_of(engine->thread, object->addr);

	return object->tx && engine->seen.tx_done && sending && sending->packet == object->tx;
}

/* Where no end is told, and HEADER is the received one: a retransmission by a namespace of this machine has the same, and may have
 * the same address, but IPv4 gives it another number. */
static bool is_sent_on(const struct pk_engine *engine, const struct pk_object *object,
		       const struct pk_header *header)
{
	return engine->set->silent && object->rx && header->ip_id_known && header->ip_id &&
	       object->rx->header.ip_id_known;
}

/* Where frees are not traced, or were lost, an address that reaches a device queue is a new life, unless the
 * task is just now handling that very packet: a device stacked on another, or forwarding. */
static bool lives_on(struct pk_engine *engine, const struct pk_object *object,
		     const struct pk_header *header)
{
	struct pk_packet *current;

	if (!object->tx && !object->rx)
		return true;
	if (!pk_object_goes_on(engine, object, header))
		return false;
	if (engine->plans->any_free || is_sent_on(engine, object, header) ||
	    (object->tx && !object->tx->work->wire_seen) || driver_has(engine, object))
		return true;
	current = pk_current_packet(engine);
	/* TCP may have freed what it is handling, and send an answer from the same address. */
	return current && (current == object->tx ||
			   (current == object->rx && !pk_frame_with(engine, PK_ACT_RX_OWN)));
}

static struct pk_object *wire_object(struct pk_engine *engine, const struct pk_event_facts *facts,
				     bool queue)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	bool same;

	if (!object)
		return NULL;
	if (!object->alive)
		return pk_object_birth(engine, facts->skb);
	/* A driver may get what no queue saw: the segments of a large one. */
	same = queue || !pk_tx_sent_as(object) ? lives_on(engine, object, &facts->header)
					       : pk_object_goes_on(engine, object, &facts->header);
	return same ? object : pk_object_next(engine, object);
}

/* A driver took it, and the same skb comes to another device's queue: a worker of that device sends it on (WireGuard). */
static void sent_on_later(struct pk_engine *engine, struct pk_packet *packet,
			  const struct pk_object *object, const struct pk_event_facts *facts)
{
	struct pk_trail *trail = &packet->trail;

	if (!pk_end_told(engine, object) || object->tx != packet || !packet->dev[0] ||
	    !facts->dev[0] || !strcmp(packet->dev, facts->dev))
		return;
	for (uint32_t i = trail->nr_frames; i-- > 0;) {
		if (trail->frames[i].skb != object->addr)
			continue;
		if (trail->frames[i].sent)
			pk_tx_not_given(packet, &trail->frames[i]);
		return;
	}
}

/* A device above has taken PACKET, which waits in OBJECT's skb for this one since. */
static bool had_answer_above(const struct pk_packet *packet, const struct pk_object *object)
{
	const struct pk_below *below = packet->work->tx.below;

	return below && below->inner == packet && below->answered && below->skb == object->addr;
}

/* INNER's frame was given to a device above, and this one gets what that made of it: a frame of LINK's, in the same skb or in
 * a copy. NULL: it is of nothing that is known. */
static struct pk_packet *sealed_from(struct pk_engine *engine, const struct pk_object *object,
				     const struct pk_event_facts *facts)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_sending *top =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;
	struct pk_packet *packet = object->tx;

	if (packet && (packet->work->driven || had_answer_above(packet, object)) &&
	    packet->way[0] && facts->dev[0] && strcmp(packet->way, facts->dev) != 0 &&
	    (pk_end_told(engine, object) || driver_has(engine, object)))
		return packet;
	return top && top->driven && top->packet && object->copy_of == top->skb ? top->packet
										: NULL;
}

/* On a device below another, what is queued may be a frame that carries what the one above was given. */
static void queued_below(struct pk_engine *engine, struct pk_packet *packet,
			 const struct pk_object *object, const struct pk_event_facts *facts)
{
	struct pk_packet *inner = sealed_from(engine, object, facts);

	if (inner && pk_link_any_known(engine->ctx) &&
	    (!packet->work->tx.below || strcmp(packet->dev, facts->dev) != 0))
		pk_note_below(engine, packet, inner, object->addr);
}

void pk_tx_queued(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = wire_object(engine, facts, true);
	struct pk_packet *packet;

	if (object)
		pk_tx_carry_on(engine, object, facts);
	packet = object ? pk_tx_sender_of(engine, object, &facts->header) : NULL;
	pk_see(engine, &engine->seen.tx_queue);
	if (!packet)
		return;
	sent_on_later(engine, packet, object, facts);
	queued_below(engine, packet, object, facts);
	packet->work->once_probe = 0; /* what starts next is this */
	packet->work->tx.queued_at = object->serial;
	packet->work->queue_seen = true;
	packet->work->wire_seen = true;
	packet->work->framed |= engine->thread->nr_frames > 0;
	if (strcmp(packet->dev, facts->dev))
		packet->work->tx.len_above = packet->work->tx.queue_len;
	packet->work->tx.queue_len = pk_tx_length_of(engine, facts);
	if (!facts->plan->is_probe)
		packet->work->tx.nr_queued =
			strcmp(packet->dev, facts->dev) ? 1 : packet->work->tx.nr_queued + 1;
	if (!engine->seen.tx_start)
		pk_tx_sending_begin(engine, facts, packet, false);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
}

/* The driver took this skb for good already: so it is a new one, whose beginning was not recorded (frees
 * are not traced, or happened on a CPU whose trace begins later). */
static bool was_sent(const struct pk_object *object)
{
	return pk_tx_sent_as(object) && !object->is_original && pk_tx_driver_took(object);
}

/* A qdisc (netem) has copied PACKET, which was queued once: the driver was given all of it before, on this device and at
 * another address. */
static bool is_doubled(struct pk_engine *engine, const struct pk_packet *packet,
		       const struct pk_event_facts *facts)
{
	const struct pk_trail *trail = &packet->trail;
	uint64_t whole = packet->work->tx.queue_len;

	if (packet->work->tx.nr_queued != 1 || !whole || pk_tx_length_of(engine, facts) != whole ||
	    !facts->dev[0] || strcmp(packet->dev, facts->dev))
		return false;
	return pk_any(trail->nr_frames, i,
		      trail->frames[i].skb != facts->skb && trail->frames[i].len == whole);
}

/* What was sent of PACKET at another address than its own is no segment of it: it is a copy. */
static void call_copies_so(struct pk_packet *packet)
{
	for (uint32_t i = 0; i < packet->trail.nr_edges; i++)
		if (packet->trail.edges[i].kind == PK_EDGE_GSO) {
			packet->trail.edges[i].kind = PK_EDGE_COPY;
			packet->edge_kinds |= 1u << PK_EDGE_COPY;
		}
}

/* The copy of PACKET at OBJECT's address, or what PACKET's own was copied from. */
static struct pk_packet *doubled(struct pk_engine *engine, struct pk_packet *packet,
				 struct pk_object *object)
{
	struct pk_packet *copy = pk_tx_new(engine);

	if (!copy)
		return NULL;
	call_copies_so(packet);
	copy->left_complete = packet->left_complete;
	copy->work->is_own = packet->work->is_own;
	copy->work->queue_seen = true;
	copy->work->tx.queue_len = packet->work->tx.queue_len;
	copy->work->tx.nr_queued = 1;
	pk_edge_add(copy, PK_EDGE_COPY, PK_ID_DERIVED, packet->skb, packet);
	if (pk_has_edge(packet, PK_EDGE_CARRIES)) { /* the copy does, too */
		const struct pk_edge *inner = pk_edge_of(packet, PK_EDGE_CARRIES);

		pk_edge_add(copy, PK_EDGE_CARRIES, PK_ID_DERIVED, inner->to_skb, inner->to);
	}
	pk_tx_attach_wire(engine, copy, object, PK_ID_EXACT);
	return copy;
}

/* Ethernet's types of frames in which the driver of a device above has put what it was given, in the same skb: what is behind
 * its header, only that device tells. */
static bool is_wrapped(uint64_t type)
{
	static const uint16_t types[] = {
		0x8100, /* 802.1Q, for a device that cannot write the tag itself */
		0x88a8, /* 802.1ad */
		0x8864, /* PPPoE, of a session */
	};

	return pk_any(PK_ARRAY_SIZE(types), i, types[i] == type);
}

/* The frame in SKB is of no protocol that is known: PACKET is not either, unless a device above has made the frame of it. */
static void not_own(struct pk_packet *packet, uint64_t skb)
{
	packet->work->is_other |= packet->skb == skb && !packet->orig_skb &&
				  !packet->work->control && !pk_header_proven(&packet->header);
}

/*
 * Where no free is traced, or it may be missing: what the driver gets at this address is the next skb there. The same one
 * comes once more only right after: on another device (one stacked on another), or with the same header. A tracepoint and
 * the probes on it tell of one start in turn.
 */
static bool started_anew(const struct pk_engine *engine, const struct pk_object *object,
			 const struct pk_event_facts *facts)
{
	const uint64_t soon_ns = 5 * 1000 * 1000; /* TCP repeats no packet so fast */
	const struct pk_packet *packet = pk_tx_sent_as(object);
	bool next = !pk_gave_last(engine, object->addr);
	const struct pk_wire_frame *wire = NULL;
	const struct pk_trail *trail;

	if (!packet || pk_end_told(engine, object))
		return false;
	trail = &packet->trail;
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		wire = trail->frames[i].skb == object->addr ? &trail->frames[i] : wire;
	if (!wire)
		return false;
	if (pk_headers_differ(&wire->header, &facts->header))
		return true;
	if (!next && packet->work->once_probe != facts->plan->number)
		return false;
	if (pk_headers_agree(&wire->header, &facts->header))
		return engine->event.ts - packet->last_ns > soon_ns;
	return !packet->dev[0] || !facts->dev[0] || !strcmp(packet->dev, facts->dev) ||
	       (next && engine->event.ts - packet->last_ns > soon_ns);
}

/* What was received and is forwarded as PACKET now, if HEADER is of that datagram: NAT has changed neither what is behind its
 * header nor, where that was not read, its source. */
static struct pk_packet *came_as(const struct pk_packet *packet, const struct pk_header *header)
{
	struct pk_packet *came = pk_has_edge(packet, PK_EDGE_LOOPBACK)
					 ? pk_edge_of(packet, PK_EDGE_LOOPBACK)->to
					 : NULL;
	const struct pk_header *its = came ? &came->header : NULL;
	const struct pk_tuple *from = &header->tuple;
	bool same;

	if (!its || came->dir != PK_RX || !its->tuple_known || its->protocol != header->below)
		return NULL;
	if (its->spi_may_be && header->spi_known)
		same = its->spi == header->spi && its->esp_number == header->esp_number;
	else
		same = its->tuple.family == from->family && its->tuple.sport == from->sport &&
		       !memcmp(its->tuple.saddr, from->saddr, sizeof(from->saddr));
	return same ? came : NULL;
}

/* PACKET may be the very datagram that HEADER is of, and nobody knew what it carries. */
static void unveil(struct pk_packet *packet, const struct pk_header *header)
{
	struct pk_header *mine = &packet->header;
	struct pk_packet *came;

	if (!header->below || mine->protocol != header->below || !header->tuple_known)
		return;
	came = came_as(packet, header);
	if (mine->tuple_known ? pk_tuple_equal(&mine->tuple, &header->tuple) : came != NULL)
		pk_header_wrap(mine);
	if (came && came->header.spi_may_be)
		pk_header_wrap(&came->header);
}

/* A device above was given INNER, whose header was read there in its frame (VTI). */
static bool was_read_above(const struct pk_packet *inner, const struct pk_wire_frame *frame,
			   const struct pk_event_facts *facts)
{
	return frame && frame->header.tuple_known &&
	       frame->header.protocol == inner->header.protocol && strchr(inner->way, ' ') &&
	       (!facts->dev[0] || !strcmp(inner->dev, facts->dev));
}

/* The device above was given INNER, and is at it. */
static bool is_at_it_above(struct pk_engine *engine, struct pk_packet *inner,
			   const struct pk_object *object, const struct pk_event_facts *facts)
{
	const struct pk_sending *sending = pk_tx_sending_of(engine->thread, object->addr);

	return sending && sending->packet == inner &&
	       was_read_above(inner, pk_tx_open_wire_frame(inner, object->addr), facts);
}

/* The event says that the frame is of the other version of IP than PACKET. */
static bool is_other_version(struct pk_engine *engine, const struct pk_packet *packet,
			     const struct pk_event_facts *facts)
{
	uint64_t type = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_PROTOCOL, 0);
	unsigned version = type == ETH_P_IP ? 4 : type == ETH_P_IPV6 ? 6 : 0;

	return version && packet->header.tuple_known && packet->header.tuple.family != version;
}

/* The header in FACTS is of another packet than PACKET was: IPsec made it in place, or a tunnel's device above, which is at it,
 * and no call told of it. (A graph has 50 calls in each other, and no more.) */
static bool made_another(struct pk_engine *engine, struct pk_packet *packet,
			 const struct pk_object *object, const struct pk_event_facts *facts)
{
	const struct pk_header *header = &facts->header;
	const struct pk_protocol *protocol = pk_protocol_of(header);

	if (!header->tuple_known)
		return is_other_version(engine, packet, facts) &&
		       is_at_it_above(engine, packet, object, facts);
	if (!packet->header.protocol || packet->header.protocol == header->protocol)
		return false;
	return protocol->in_place ||
	       ((protocol->wrapped_in || protocol->carries) && pk_header_proven(header) &&
		is_at_it_above(engine, packet, object, facts));
}

/* What the devices were given of INNER's is that packet's, or what the last of them was. Returns it; NULL: no memory. */
static struct pk_packet *split_off(struct pk_engine *engine, struct pk_packet *inner,
				   struct pk_object *object, const struct pk_event_facts *facts)
{
	struct pk_packet *outer = pk_tx_enclose(engine, inner, object, PK_ID_EXACT);
	struct pk_wire_frame *wire = pk_tx_open_wire_frame(inner, object->addr);
	bool is_above = was_read_above(inner, wire, facts);
	struct pk_thread *thread = engine->thread;

	if (!outer)
		return NULL;
	outer->work->queue_seen = inner->work->queue_seen;
	outer->work->driven = inner->work->driven;
	outer->work->tx.queue_len = inner->work->tx.queue_len;
	outer->work->is_other = !facts->header.tuple_known; /* whatever carries it */
	if (is_above) {
		pk_packet_set_dev(outer, inner->dev);
		pk_was_given(inner, inner->dev);
		wire->len = (uint32_t)inner->work->tx.queue_len;
	} else {
		inner->work->queue_seen = false;
		pk_tx_not_given(inner, wire);
		pk_packet_set_dev(outer, inner->way);
		pk_packet_set_dev(inner, "");
	}
	for (uint32_t i = thread->nr_sending; i-- > 0;) {
		struct pk_sending *sending = &thread->sending[i];

		if (sending->skb != object->addr || sending->packet != inner)
			continue;
		if (is_above && sending->plan == facts->plan) /* this event's is yet to come */
			break;
		sending->packet = outer;
		if (is_above)
			break;
	}
	return outer;
}

/* What goes on in OBJECT's skb is not INNER any more: that went no further than the device above. */
static struct pk_packet *seal(struct pk_engine *engine, struct pk_packet *inner,
			      struct pk_object *object, const struct pk_event_facts *facts)
{
	bool same = object->tx == inner;
	struct pk_packet *outer = same || !object->tx ? pk_tx_carrier(engine) : object->tx;

	if (!outer)
		return NULL;
	if (same) {
		outer->left_complete = inner->left_complete;
		outer->work->queue_seen = true;
		outer->work->tx.queue_len = inner->work->tx.queue_len;
		outer->work->tx.nr_queued = 1;
		pk_was_given(inner, facts->dev);
	}
	if (object->tx != outer)
		pk_tx_attach_wire(engine, outer, object, PK_ID_EXACT);
	pk_carry(inner, outer, PK_ID_EXACT);
	return outer;
}

/* OTHER has a header of its own, and no event tells that a device above had it: the frame in its skb is another packet. That
 * it carries OTHER is not proven. NULL: no memory. */
static struct pk_packet *told_apart(struct pk_engine *engine, struct pk_packet *other,
				    struct pk_object *object)
{
	struct pk_packet *packet = pk_tx_new(engine);

	other->work->enclosed = true;
	other->work->queue_seen = false;
	if (!packet)
		return NULL;
	if (pk_near_start(engine))
		packet->left_complete = false;
	packet->work->queue_seen = true;
	pk_tx_attach_wire(engine, packet, object, PK_ID_EXACT);
	return packet;
}

/* The packet that a frame of LINK's is, as its type in the event says. */
static struct pk_packet *link_frame(struct pk_engine *engine, struct pk_object *object,
				    const struct pk_protocol *link,
				    const struct pk_event_facts *facts)
{
	struct pk_packet *packet = object->tx, *inner;

	if (!packet || packet->header.protocol != link->number) {
		inner = sealed_from(engine, object, facts);
		packet = inner && inner->header.protocol != link->number
				 ? seal(engine, inner, object, facts)
				 : pk_tx_sender_of(engine, object, &facts->header);
	}
	if (packet && packet->header.protocol && packet->header.protocol != link->number)
		packet = told_apart(engine, packet, object);
	if (!packet)
		return NULL;
	packet->header.protocol = link->number;
	packet->work->is_own = true;
	return packet;
}

/* Another event of this start was there before. By another CPU's clock, the device may be done with the frame by now. */
static bool is_told_again(const struct pk_engine *engine, const struct pk_packet *packet,
			  const struct pk_event_facts *facts)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_sending *top =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;

	return top && top->driven && top->skb == facts->skb && top->packet == packet &&
	       top->plan != facts->plan;
}

/* The frame of PACKET that the driver is given. */
static void frame_started(struct pk_engine *engine, struct pk_packet *packet,
			  const struct pk_event_facts *facts)
{
	struct pk_wire_frame *wire = is_told_again(engine, packet, facts)
					     ? pk_tx_last_wire_frame(packet, facts->skb)
					     : pk_tx_open_wire_frame(packet, facts->skb);

	if (!wire) {
		wire = pk_wire_frame_add(engine, packet);
		pk_tx_count_segment(engine, packet, facts);
	}
	if (!wire)
		return;
	wire->skb = facts->skb;
	pk_wire_frame_segs(engine, wire, facts);
	if (facts->plan->word[PK_W_LEN])
		wire->len = pk_tx_length_of(engine, facts);
	if (facts->header.tuple_known) {
		bool had_more = wire->header.flags_known && !facts->header.flags_known &&
				pk_headers_agree(&wire->header, &facts->header);

		wire->header = had_more ? wire->header : facts->header;
		pk_tx_header_read(packet, &facts->header);
		if (packet->skb == facts->skb || !packet->header.tuple_known)
			pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	} else if (facts->header.sectag.known) {
		pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	}
}

/* Whose frame it is that the driver is given: LINK's (NULL: IP's), a segment, a copy, or what a device above made of it.
 * NULL: no memory. */
static struct pk_packet *packet_started(struct pk_engine *engine, struct pk_object *object,
					const struct pk_protocol *link,
					const struct pk_event_facts *facts)
{
	struct pk_packet *packet = link ? link_frame(engine, object, link, facts)
					: pk_tx_parent_of_segment(engine, object, facts);

	if (!packet)
		packet = pk_tx_sender_of(engine, object, &facts->header);
	else if (is_doubled(engine, packet, facts))
		packet = doubled(engine, packet, object);
	if (packet)
		unveil(packet, &facts->header);
	if (packet && made_another(engine, packet, object, facts))
		packet = split_off(engine, packet, object, facts);
	return packet;
}

static void note_segment(struct pk_engine *engine, struct pk_packet *packet,
			 const struct pk_object *object, const struct pk_event_facts *facts)
{
	bool told = object->copy_of == packet->skb;

	if (!packet->skb || packet->skb == facts->skb || (!told && object->tx))
		return;
	if (told)
		pk_see(engine, &engine->seen.cut_told);
	pk_edge_add(packet, PK_EDGE_GSO,
		    told ? PK_ID_EXACT : pk_tx_segment_how(engine, packet, facts), facts->skb,
		    NULL);
}

void pk_tx_started(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = wire_object(engine, facts, false);
	struct pk_packet *packet;
	uint64_t protocol =
		pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_PROTOCOL, ETH_P_IP);
	const struct pk_protocol *link = pk_link_known_by_type(engine->ctx, protocol);

	pk_see(engine, &engine->seen.tx_start);
	if (object)
		pk_tx_carry_on(engine, object, facts);
	if (object &&
	    ((was_sent(object) && !facts->plan->is_probe) || started_anew(engine, object, facts)))
		object = pk_object_birth(engine, facts->skb);
	if (!object)
		return;
	object->is_arp = protocol == ETH_P_ARP;
	if (!link && protocol != ETH_P_IP && protocol != ETH_P_IPV6 &&
	    !(is_wrapped(protocol) && object->tx)) {
		if (object->tx)
			not_own(object->tx, facts->skb);
		pk_tx_sending_begin(engine, facts, object->tx, true);
		return;
	}
	packet = packet_started(engine, object, link, facts);
	pk_tx_sending_begin(engine, facts, packet, true);
	if (!packet)
		return;
	note_segment(engine, packet, object, facts);
	object->tx = packet;
	packet->work->wire_seen = true;
	packet->work->framed |= engine->thread->nr_frames > 0;
	if (!packet->work->once_probe)
		packet->work->once_probe = facts->plan->number;
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
	frame_started(engine, packet, facts);
}

void pk_tx_driver_probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet =
		object && object->alive && !object->is_original ? object->tx : NULL;
	struct pk_wire_frame *wire = packet ? pk_tx_open_wire_frame(packet, facts->skb) : NULL;
	bool is_entry = facts->stage && facts->plan->is_probe && !facts->plan->is_return;

	if (packet && is_entry && !engine->seen.tx_start && !strcmp(facts->stage->stage, "driver"))
		pk_tx_sending_begin(engine, facts, packet, true);
	if (!wire || wire->header.tuple_known || !facts->header.tuple_known)
		return;
	wire->header = facts->header;
	pk_tx_header_read(packet, &facts->header);
	pk_packet_touch(engine, packet, facts);
	if (packet->skb == facts->skb || !packet->header.tuple_known)
		pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
}
