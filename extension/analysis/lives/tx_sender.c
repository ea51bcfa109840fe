// SPDX-License-Identifier: GPL-3.0-or-later
/* Whose packet an skb is that comes to a device's queue or driver: a clone, a copy, one that waited, one that is forwarded. */
#include "analysis/lives/namespaces.h"
#include "analysis/lives/tx.h"

#include <string.h>

void pk_tx_header_read(struct pk_packet *packet, const struct pk_header *header)
{
	packet->work->is_own |= pk_header_proven(header);
	packet->work->is_other &= !packet->work->carries || !header->tuple_known;
}

bool pk_tx_driver_took(const struct pk_object *object)
{
	const struct pk_trail *trail = &object->tx->trail;

	for (uint32_t i = trail->nr_frames; i-- > 0;)
		if (trail->frames[i].skb == object->addr)
			return trail->frames[i].sent;
	return false;
}

struct pk_packet *pk_tx_sent_as(const struct pk_object *object)
{
	bool came_in = object->tx && object->tx->work->looped && object->rx &&
		       object->rx->work->queue_seen &&
		       object->rx->work->serial > object->tx->work->serial;

	if (came_in || (object->tx && object->tx->work->requeued && pk_tx_driver_took(object)))
		return NULL;
	return object->tx;
}

/* TCP fast open queues a clone of the SYN for the reader; its other clones are packet taps'. */
static bool data_of_syn(struct pk_engine *engine, const struct pk_object *old)
{
	return old && old->rx && old->alive && pk_current_packet(engine) == old->rx &&
	       pk_inside(engine, PK_ACT_RX_HANDSHAKE);
}

static bool are_fragments(const struct pk_packet *one, const struct pk_packet *other)
{
	const struct pk_trail *a = &one->trail, *b = &other->trail;

	return one != other && a->nr_frames == 1 && b->nr_frames == 1 &&
	       a->frames[0].header.fragment && b->frames[0].header.fragment &&
	       pk_headers_same_datagram(&a->frames[0].header, &b->frames[0].header);
}

/* Reassembly frees what the skb that came last has, and gives it the first fragment instead (skb_morph()): it lives on, as
 * the datagram. FACTS: of that copy. */
static bool becomes_datagram(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_object *first = pk_object_get(engine, facts->skb2, false);
	struct pk_object *last = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = last ? last->rx : NULL;

	if (!packet || !first || !first->rx || !are_fragments(packet, first->rx))
		return false;
	last = pk_object_birth(engine, facts->skb);
	if (!last)
		return true;
	last->rx = packet;
	packet->work->birth_serial = (uint32_t)last->ends;
	packet->work->freed = packet->work->freed_on_receipt = packet->work->freed_by_task = false;
	packet->work->reassembled = true;
	return true;
}

/* The current task is cutting a large skb into segments. */
static bool is_cutting(const struct pk_engine *engine)
{
	const struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0 && !thread->frames[i].loose;)
		if (pk_stage_is(thread->frames[i].stage, "gso"))
			return true;
	return false;
}

/* PACKET is cut before a device has it: nft's queue to user space takes segments only, and so does a path of a smaller MTU. */
static bool is_cut_early(struct pk_engine *engine, struct pk_packet *packet,
			 const struct pk_object *object)
{
	if (packet != pk_tx_current(engine) || !object->is_segment)
		return false;
	packet->work->cut = true;
	return true;
}

/* What a tunnel sends is cut in the call that sends it: OLD's skb is that packet's by now. */
static void carried_is_cut(struct pk_engine *engine, struct pk_object *old)
{
	struct pk_packet *outer = pk_tx_current(engine);
	const struct pk_edge *edge = outer ? pk_edge_of(outer, PK_EDGE_CARRIES) : NULL;

	if (edge && outer->work->carries && !outer->skb && old && old->alive && !old->is_original &&
	    old->tx && old->tx == edge->to && is_cutting(engine))
		pk_tx_attach_wire(engine, outer, old, pk_nesting(engine));
}

void pk_tx_copy_header(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *old = pk_object_get(engine, facts->skb2, false);
	struct pk_packet *packet, *current = pk_tx_current(engine);
	const struct pk_sending *sending;
	struct pk_object *object =
		becomes_datagram(engine, facts) ? NULL : pk_object_birth(engine, facts->skb);

	if (!object)
		return;
	carried_is_cut(engine, old);
	packet = old ? pk_tx_sent_as(old) : NULL;
	object->copy_of = facts->skb2;
	object->copy_life = old ? old->ends : 0;
	object->is_segment = is_cutting(engine);
	sending = pk_tx_sending_of(engine->thread, facts->skb2);
	object->made_in_driver = sending && sending->packet == packet;
	if (data_of_syn(engine, old)) {
		object->rx = old->rx;
		pk_edge_add(old->rx, PK_EDGE_COPY, PK_ID_EXACT, facts->skb, NULL);
		return;
	}
	if (pk_copy_received(engine, old, object))
		return;
	if (!packet || (!packet->work->is_own && !packet->work->carries))
		return;
	if (old->is_original) {
		/* Only __tcp_transmit_skb clones an original for the wire. Without frames the
		 * first clone after it is the one. */
		if (!packet->skb && (!current || current == packet))
			pk_tx_attach_wire(engine, packet, object, PK_ID_EXACT);
		return;
	}
	/* A segment, once the driver takes it; a packet tap's copy never is. */
	if (old->alive && packet->skb == old->addr &&
	    (packet->work->wire_seen || is_cut_early(engine, packet, object)))
		object->tx = packet;
}

/* A packet whose wire clone lies next to its original and was not seen yet. Where HEADER is known, it is its. */
static struct pk_packet *fclone_neighbour(struct pk_engine *engine, uint64_t skb,
					  const struct pk_header *header)
{
	struct pk_object *original;

	if (!engine->skb_size || skb < engine->skb_size)
		return NULL;
	original = pk_object_get(engine, skb - engine->skb_size, false);
	if (!original || !original->alive || !original->is_original || !original->tx ||
	    original->tx->skb || !pk_object_goes_on(engine, original, header) ||
	    pk_headers_differ(&original->tx->header, header))
		return NULL;
	return original->tx;
}

/* What a tunnel's driver took, and a worker of its own sends later: the skb that it was given, or a segment of that. */
static void carry_later(struct pk_engine *engine, struct pk_object *object)
{
	struct pk_frame *frame = pk_frame_with(engine, PK_ACT_TX_TUNNEL);
	struct pk_packet *inner = object->tx, *outer;
	const struct pk_stage *tunnel;

	if (!frame || frame->packet || frame->call.context != pk_context_now(engine) ||
	    !inner->work->driven || !engine->seen.tx_done || object->is_original)
		return;
	tunnel = pk_tx_tunnel_around(engine, inner);
	outer = tunnel ? pk_tx_carrier(engine) : NULL;
	if (!outer)
		return;
	pk_packet_is_of(outer, tunnel);
	pk_carry(inner, outer, PK_ID_EXACT);
	pk_tx_attach_wire(engine, outer, object, PK_ID_EXACT);
	pk_frame_bind(engine, frame, outer, pk_nesting(engine));
}

/* What carries INNER, if it was made in INNER's skb and was heard of no more: it waits for a neighbour's answer, and FACTS is
 * of another device than INNER's. */
static struct pk_packet *waiting_outer(const struct pk_packet *inner,
				       const struct pk_event_facts *facts)
{
	const struct pk_edge *edge = pk_edge_of(inner, PK_EDGE_ENCAPSULATED_IN);

	return edge && edge->to && edge->to->work->carries && !edge->to->skb && facts->dev[0] &&
			       inner->dev[0] && strcmp(inner->dev, facts->dev) != 0
		       ? edge->to
		       : NULL;
}

/* INNER's last device has what is in OBJECT's skb: its driver is at it in this task, or gave it on to wait for a neighbour, or to a
 * worker of its own (WireGuard), or what it has cut that into. */
static bool last_device_has(struct pk_engine *engine, const struct pk_packet *inner,
			    const struct pk_object *object)
{
	const struct pk_sending *sending = pk_tx_sending_of(engine->thread, object->addr);

	if (sending)
		return sending->packet == inner;
	return pk_end_told(engine, object) &&
	       (pk_tx_driver_took(object) ||
		(object->made_in_driver && object->copy_of == inner->skb));
}

/* INNER's last device is a tunnel's, and has what is in OBJECT's skb. */
static bool tunnel_has(struct pk_engine *engine, const struct pk_packet *inner,
		       const struct pk_object *object)
{
	return inner->dev[0] && engine->seen.tx_done && last_device_has(engine, inner, object) &&
	       pk_is_tunnel(engine, inner->dev);
}

/* What FACTS tells of OBJECT's skb is a packet that carries what a tunnel's device has of it. An event that names no device is of
 * IP's output, which a tunnel calls with what it has wrapped. */
static bool is_wrapped_by_tunnel(struct pk_engine *engine, const struct pk_object *object,
				 const struct pk_event_facts *facts)
{
	const struct pk_packet *inner = pk_tx_sent_as(object);
	bool elsewhere;

	if (!inner || object->is_original)
		return false;
	elsewhere = facts->dev[0] ? strcmp(inner->dev, facts->dev) != 0
				  : facts->stage && facts->stage->act == PK_ACT_TX_IP;
	return elsewhere && tunnel_has(engine, inner, object);
}

static bool is_of_this_call(struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_piece *piece = packet->trail.nr_pieces ? packet->trail.pieces : NULL;

	return packet->dir == PK_TX && piece && piece->cpu == engine->event.cpu &&
	       piece->pid == engine->event.pid && piece->context == pk_context_now(engine);
}

/* What this task sent last, below what carries it, are the fragments of this datagram, to the last one. Nobody knows what is in it.
 * NULL: it sent no such. */
static struct pk_packet *fragmented_last(struct pk_engine *engine)
{
	const struct pk_packet_set *set = engine->set;
	const struct pk_header *last = NULL;

	for (uint32_t i = set->nr, looked = 0; i-- > 0 && looked < 256; looked++) {
		struct pk_packet *packet = set->packets[i];
		const struct pk_header *header =
			packet->trail.nr_frames == 1 ? &packet->trail.frames[0].header : NULL;

		if (!is_of_this_call(engine, packet) || packet->work->carries)
			continue;
		if (!header || !header->fragment || (!last && header->frag_more) ||
		    (last && !pk_headers_same_datagram(last, header)))
			return NULL;
		last = last ? last : header;
		if (!header->frag_at)
			return packet;
	}
	return NULL;
}

/* What a tunnel wrapped in OBJECT's skb, which nothing names any more: of the packet that this call sends, a segment; without
 * calls, what its device had. NULL: nothing. */
static struct pk_packet *wrapped_in(struct pk_engine *engine, struct pk_object *object)
{
	struct pk_packet *sent = pk_tx_sent_as(object), *call = pk_tx_current(engine);
	const struct pk_edge *edge = sent ? pk_edge_of(sent, PK_EDGE_CARRIES) : NULL;

	if (!sent || object->is_original)
		return NULL;
	if (call)
		return sent == call && edge && object->copy_of == sent->skb ? edge->to : NULL;
	return tunnel_has(engine, sent, object) ? sent : NULL;
}

void pk_tx_fragmented(struct pk_engine *engine, struct pk_object *object,
		      const struct pk_event_facts *facts)
{
	struct pk_packet *inner = wrapped_in(engine, object), *outer;

	if (!inner || (!pk_is_freed_in(engine, facts, "ip_do_fragment") &&
		       !pk_is_freed_in(engine, facts, "ip6_fragment")))
		return;
	outer = fragmented_last(engine);
	if (!outer)
		return;
	outer->work->control = outer->work->carries = inner->work->enclosed = true;
	pk_carry(inner, outer, PK_ID_DERIVED);
}

/* In the call that sends PACKET, which carries another, the kernel may send one of its own: an ICMP error, as it does not fit. */
static bool is_sent_between(struct pk_engine *engine, const struct pk_packet *packet,
			    const struct pk_header *header)
{
	const struct pk_frame *tunnel;

	if (!packet->work->carries)
		return false;
	if (packet->header.protocol && header->tuple_known &&
	    header->protocol != packet->header.protocol)
		return true;
	tunnel = pk_frame_with(engine, PK_ACT_TX_TUNNEL);
	return tunnel && pk_frame_with(engine, PK_ACT_TX_APPENDED) > tunnel;
}

void pk_tx_carry_on(struct pk_engine *engine, struct pk_object *object,
		    const struct pk_event_facts *facts)
{
	struct pk_packet *outer = pk_tx_current(engine);

	if (!object->alive)
		return;
	if (outer && outer->work->carries && !outer->skb &&
	    !is_sent_between(engine, outer, &facts->header))
		pk_tx_attach_wire(engine, outer, object, pk_nesting(engine));
	else if (object->tx && object->tx->skb == object->addr && !object->is_original &&
		 (outer = waiting_outer(object->tx, facts)))
		pk_tx_attach_wire(engine, outer, object, PK_ID_DERIVED);
	else if (object->tx && object->tx->work->tx.transformed == object->addr)
		pk_tx_enclose(engine, object->tx, object, PK_ID_EXACT);
	else if (is_wrapped_by_tunnel(engine, object, facts) &&
		 (outer = pk_tx_enclose(engine, object->tx, object, PK_ID_EXACT)))
		outer->work->is_other = true; /* until its header is read */
	else if (object->tx)
		carry_later(engine, object);
}

/* What comes in by loopback or a veth pair, and whose way there no event told of. */
struct pk_packet *pk_tx_of_clone(struct pk_engine *engine, struct pk_object *object,
				 const struct pk_header *header)
{
	struct pk_packet *packet =
		object->tx ? NULL : fclone_neighbour(engine, object->addr, header);

	if (packet)
		pk_tx_attach_wire(engine, packet, object, PK_ID_DERIVED);
	return packet;
}

static bool may_have_waited(const struct pk_packet *packet, const struct pk_header *header)
{
	return packet->dir == PK_TX && packet->work->is_own && packet->work->neigh_wait &&
	       !packet->skb && !pk_headers_differ(&packet->header, header) &&
	       (!header->protocol || pk_protocol_of(header) == pk_protocol_of(&packet->header));
}

/* Another answer, whose event is lost, may have let PACKET out. */
static bool may_have_left(const struct pk_engine *engine, const struct pk_packet *packet)
{
	return engine->gaps.newest > packet->work->tx.waits_since || engine->event.others_silent;
}

/* They wait for one neighbour, for all that is known. */
static bool wait_alike(const struct pk_packet *a, const struct pk_packet *b)
{
	return pk_protocol_of(&a->header) == pk_protocol_of(&b->header) &&
	       a->header.tuple_known == b->header.tuple_known;
}

/* Let out by the neighbour's answer: the packet that has waited longest is the first of the queue. Where several wait, and
 * nothing says which of them this one is, it may be any, and any may have left. */
static struct pk_packet *waited_for_neighbour(struct pk_engine *engine,
					      const struct pk_header *header)
{
	struct pk_packet_set *set = engine->set;
	struct pk_packet *first = NULL;
	bool unsure = false;

	if (!pk_frame_with(engine, PK_ACT_NEIGH_UPDATE))
		return NULL;
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];

		if (!may_have_waited(packet, header))
			continue;
		first = first ? first : packet;
		unsure |= !wait_alike(first, packet) || may_have_left(engine, packet);
	}
	for (uint32_t i = 0; unsure && i < set->nr; i++)
		if (may_have_waited(set->packets[i], header))
			set->packets[i]->work->neigh_left = true;
	return unsure ? NULL : first;
}

/* Received and sent on: a router's packet. NAT, or a program of tc's, may have given it other addresses since. */
static struct pk_packet *forwarded(struct pk_engine *engine, struct pk_object *object)
{
	struct pk_packet *came = object->rx->work->is_copy ? object->rx->work->whole : object->rx;
	struct pk_packet *packet = pk_tx_new(engine);

	if (!packet)
		return NULL;
	packet->work->is_own = came->work->is_own;
	packet->header.protocol = came->header.protocol;
	object->rx->work->copied = came->work->copied = true;
	pk_edge_add(packet, PK_EDGE_LOOPBACK, PK_ID_EXACT, object->addr, came);
	if (came->dev[0])
		pk_packet_set_dev(packet, came->way);
	return packet;
}

/* OBJECT's skb is a copy of this packet's, which goes elsewhere or stays here (tc's mirror, a bridge's flood). NULL: of
 * none; of what a stacked device's driver has, a copy takes the place. */
static struct pk_packet *copied_from(struct pk_engine *engine, const struct pk_object *object)
{
	const struct pk_object *old =
		object->copy_of ? pk_object_get(engine, object->copy_of, false) : NULL;

	if (!old || !old->alive || old->is_original || old->ends != object->copy_life)
		return NULL;
	if (old->tx)
		return old->tx->skb == object->copy_of && !old->tx->work->driven ? old->tx : NULL;
	return old->rx && old->rx->work->is_copy ? old->rx->work->whole : old->rx;
}

static struct pk_packet *begun_here(struct pk_engine *engine, const struct pk_object *object)
{
	struct pk_packet *packet = pk_tx_new(engine), *source = copied_from(engine, object);

	if (packet && source) {
		packet->work->tx.source = source;
		pk_edge_add(packet, PK_EDGE_CLONE, PK_ID_EXACT, object->copy_of, source);
	}
	return packet;
}

bool pk_tx_takes_place(const struct pk_packet *packet, const struct pk_object *object)
{
	return packet->work->replaced && object->copy_of == packet->skb && !object->rx &&
	       (!object->tx || object->tx == packet);
}

/* Where not every function is traced, a call by its entry alone may be over, and nobody knows what lies above it. What
 * then reaches a device's queue may be that call's packet or another one: only its pointer tells. */
static void give_way(struct pk_engine *engine)
{
	const struct pk_thread *thread = engine->thread;
	bool loose = false;

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		const struct pk_frame *frame = &thread->frames[i];
		struct pk_packet *packet = frame->packet;

		loose |= frame->loose;
		if (!packet)
			continue;
		if (loose && frame->by_entry && frame->call.context == pk_context_now(engine) &&
		    packet->dir == PK_TX && !packet->skb && !packet->orig_skb)
			packet->work->absorbed = packet->work->is_other = true;
		return;
	}
}

struct pk_packet *pk_tx_sender_of(struct pk_engine *engine, struct pk_object *object,
				  const struct pk_header *header)
{
	struct pk_packet *packet = pk_tx_sent_as(object);

	if (packet && !object->is_original)
		return packet;
	if (packet && !packet->skb && !packet->work->clone_needed) {
		/* Nobody said whether it would be cloned: it was not. */
		object->is_original = false;
		pk_tx_attach_wire(engine, packet, object, PK_ID_EXACT);
		return packet;
	}
	packet = pk_tx_current(engine);
	if (packet && !packet->skb && !is_sent_between(engine, packet, header)) {
		pk_tx_attach_wire(engine, packet, object, pk_nesting(engine));
		return packet;
	}
	if (packet && pk_tx_takes_place(packet, object)) {
		object->tx = packet;
		return packet;
	}
	packet = fclone_neighbour(engine, object->addr, header);
	if (packet) {
		pk_tx_attach_wire(engine, packet, object, PK_ID_DERIVED);
		return packet;
	}
	/* A first transmission's clone is the original's neighbour; a retransmit's need not be. Without
	 * frames, it is what this task queues next. */
	packet = pk_expected_packet(engine);
	if (packet && packet->dir == PK_TX && packet->retransmit && !packet->skb) {
		pk_tx_attach_wire(engine, packet, object, PK_ID_NESTED);
		return packet;
	}
	packet = waited_for_neighbour(engine, header);
	if (packet) {
		packet->work->neigh_wait = false;
		pk_tx_attach_wire(engine, packet, object, PK_ID_GUESS);
		return packet;
	}
	if (object->rx && object->alive && object->rx->work->queue_seen)
		packet = forwarded(engine, object);
	else
		packet = begun_here(engine, object);
	if (!packet)
		return NULL;
	give_way(engine);
	/* What handed it down may lie before the window. */
	if (pk_near_start(engine))
		packet->left_complete = false;
	pk_tx_attach_wire(engine, packet, object, PK_ID_EXACT);
	return packet;
}
