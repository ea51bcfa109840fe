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
#include "analysis/events/engine.h"

#include <string.h>

#define ETH_P_IP 0x0800
#define ETH_P_ARP 0x0806
#define ETH_P_IPV6 0x86dd

/* net_dev_xmit's rc: the driver is busy and will be asked again; it dropped the skb (dev_xmit_complete()). */
#define NETDEV_TX_BUSY 0x10
#define NET_XMIT_DROP 1

static struct pk_packet *tx_new(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_packet_new(engine, PK_TX);

	if (packet)
		packet->left_complete = true;
	return packet;
}

/* The sending packet that the current task is in the middle of, if it still wants what it lacks. */
static struct pk_packet *current_tx(struct pk_engine *engine)
{
	struct pk_packet *packet = pk_current_packet(engine);

	return packet && packet->dir == PK_TX ? packet : NULL;
}

/* By STAGE's function. */
static struct pk_packet *tx_begin(struct pk_engine *engine, const struct pk_stage *stage)
{
	struct pk_packet *packet = tx_new(engine);

	if (packet)
		pk_packet_is_of(packet, stage);
	return packet;
}

/* tcp_send_reset, the event, comes only where there is a socket on some kernels: the function's frame inside that
 * of the packet that provoked it says the same. */
static void note_reset(struct pk_engine *engine, const struct pk_frame *frame)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (packet && packet->dir == PK_RX && frame->stage->marks & PK_REFUSES)
		packet->work->refused = true;
}

/* The answer to a SYN, which may reach no device: it waits for its next hop's address. */
static void note_answer(struct pk_engine *engine, const struct pk_frame *frame)
{
	struct pk_packet *packet = pk_current_packet(engine);

	if (packet && packet->dir == PK_RX && frame->stage->marks & PK_ANSWERS)
		packet->work->answered = true;
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

/* Which protocol carries INNER: its tunnel's own function around here says. NULL: none does. */
static const struct pk_stage *tunnel_around(const struct pk_engine *engine,
					    const struct pk_packet *inner)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_header *header = &inner->header;

	for (uint32_t i = thread->nr_frames; i-- > 0 && !thread->frames[i].loose;) {
		const struct pk_stage *stage = thread->frames[i].stage;

		if (!stage || stage->act != PK_ACT_NONE || strcmp(stage->stage, "tunnel") != 0)
			continue;
		if (stage->marks & PK_ONLY_V6 &&
		    !(header->tuple_known && header->tuple.family == 6))
			return NULL;
		return stage;
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

/* A packet that carries another. */
static struct pk_packet *tx_carrier(struct pk_engine *engine)
{
	struct pk_packet *packet = tx_new(engine);

	if (packet)
		packet->work->control = packet->work->carries = true;
	return packet;
}

/* The driver that this task is in is a tunnel's: it sends what it was given inside another packet, mostly in the
 * same skb, which is the other packet's from the next event on (carry_on()). */
static void enter_tunnel(struct pk_engine *engine, struct pk_frame *frame)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_sending *top =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;
	struct pk_packet *inner = top && top->driven && engine->seen.tx_done ? top->packet : NULL;
	const struct pk_stage *tunnel = inner ? tunnel_around(engine, inner) : NULL;
	struct pk_packet *outer = inner && !frame->packet ? tx_carrier(engine) : NULL;

	if (!outer)
		return;
	if (tunnel)
		pk_packet_is_of(outer, tunnel);
	outer->work->numbered = is_numbered(engine);
	pk_carry(inner, outer, pk_nesting(engine));
	pk_frame_bind(engine, frame, outer, PK_ID_NESTED);
}

/* The wire clone is known: tie it to its packet. */
static void attach_wire(struct pk_engine *engine, struct pk_packet *packet,
			struct pk_object *object, enum pk_identity how)
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

/* INNER is made another packet, in place: the skb of OBJECT; NULL: which one is not known yet. */
static struct pk_packet *enclose(struct pk_engine *engine, struct pk_packet *inner,
				 struct pk_object *object, enum pk_identity how)
{
	struct pk_packet *outer = tx_carrier(engine);

	if (!outer)
		return NULL;
	inner->work->enclosed = inner->work->wire_seen = true;
	if (object)
		attach_wire(engine, outer, object, PK_ID_EXACT);
	pk_carry(inner, outer, how);
	return outer;
}

/* What the skb of STAGE's call is made from here on is a packet of its own; the call around it, from which on it is on its
 * way, goes on with that. The skb is known where a probe told of it (transform_told()), else by the first that is heard of
 * it (carry_on()). */
static void enter_transformed(struct pk_engine *engine, struct pk_frame *frame)
{
	struct pk_frame *call = pk_frame_with(engine, PK_ACT_TX_TRANSFORM);
	struct pk_packet *inner = frame->packet ? NULL : current_tx(engine);
	struct pk_object *object =
		inner ? pk_object_get(engine, inner->work->tx.transformed, false) : NULL;
	struct pk_packet *outer;

	if (!inner)
		return;
	if (object && (!object->alive || object->tx != inner))
		object = NULL;
	outer = enclose(engine, inner, object, pk_nesting(engine));
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
static void enter_counted(struct pk_engine *engine, const struct pk_stage *stage)
{
	struct pk_frame *call =
		pk_inside(engine, PK_ACT_TX_OTHER) ? pk_frame_with(engine, PK_ACT_TX_OTHER) : NULL;
	struct pk_packet *packet;

	if (!call || call->packet || call->call.context != pk_context_now(engine))
		return;
	packet = tx_begin(engine, stage);
	if (!packet)
		return;
	packet->work->control = true;
	pk_frame_bind(engine, call, packet, pk_nesting(engine));
}

static void tx_enter(struct pk_engine *engine, struct pk_frame *frame)
{
	enum pk_stage_act act = frame->stage->act;
	struct pk_packet *packet, *outer, *provoker;

	if (act == PK_ACT_TX_CONTROL) {
		note_reset(engine, frame);
		note_answer(engine, frame);
	}
	if (act == PK_ACT_TX_TUNNEL) {
		enter_tunnel(engine, frame);
		return;
	}
	if (act == PK_ACT_TX_TRANSFORMED) {
		enter_transformed(engine, frame);
		return;
	}
	if (act == PK_ACT_TX_COUNTED) {
		enter_counted(engine, frame->stage);
		return;
	}
	if (act == PK_ACT_NEIGH_WAIT) {
		packet = current_tx(engine);
		if (!packet)
			return;
		packet->work->neigh_wait = true;
		packet->work->tx.waits_since = engine->gaps.serial;
		return;
	}
	if (frame->packet || (act != PK_ACT_TX_OWN && act != PK_ACT_TX_CONTROL))
		return;
	provoker = pk_current_packet(engine);
	outer = current_tx(engine);
	if (act == PK_ACT_TX_CONTROL && !(frame->stage->marks & PK_ERRORS) && outer &&
	    outer->work->control && !outer->work->wire_seen)
		return; /* one control function called another */
	packet = tx_begin(engine, frame->stage);
	if (!packet)
		return;
	packet->work->control = act == PK_ACT_TX_CONTROL;
	packet->retransmit = act == PK_ACT_TX_OWN && retransmits(engine);
	note_provoker(engine, frame, packet, provoker);
	pk_frame_bind(engine, frame, packet, PK_ID_NESTED);
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

/* IP refused PACKET (a firewall, an MTU), so it is unsent to TCP, which tries once more in its turn: no retransmit,
 * where the functions around say that it is none. */
static bool tried_anew(struct pk_engine *engine, const struct pk_packet *packet,
		       const struct pk_frame *top)
{
	return packet->work->dropped && !packet->work->wire_seen && called_by_known(engine, top) &&
	       !retransmits(engine);
}

/* __tcp_transmit_skb(sk, skb, clone_it): the probe names the original and the socket. */
static void transmit_probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_frame *top = pk_frame_probed(engine, facts->stage);
	struct pk_object *object = pk_object_get(engine, facts->skb, true);
	struct pk_packet *packet = NULL;
	bool met, open = top && top->packet && !top->packet->orig_skb;

	if (!object)
		return;
	met = !object->alive || object->rx || object->tx || object->birth_seen;
	if (!object->alive || object->rx ||
	    (object->tx && object->is_original && !sent_once_more(engine, object->tx, facts)))
		object = pk_object_birth(engine, facts->skb);
	packet = open ? top->packet : tx_begin(engine, facts->stage);
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

/* A driver took it for good. */
static bool driver_took(const struct pk_object *object)
{
	const struct pk_trail *trail = &object->tx->trail;

	for (uint32_t i = trail->nr_frames; i-- > 0;)
		if (trail->frames[i].skb == object->addr)
			return trail->frames[i].sent;
	return false;
}

/* The packet that this skb was already sent as, unless it came in again since (loopback, veth) and is
 * sent on: that is another one. Its driver's netif_rx tells of that where no event says that it came in. */
static struct pk_packet *sent_as(const struct pk_object *object)
{
	bool came_in = object->tx && object->tx->work->looped && object->rx &&
		       object->rx->work->queue_seen &&
		       object->rx->work->serial > object->tx->work->serial;

	if (came_in || (object->tx && object->tx->work->requeued && driver_took(object)))
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
	if (packet != current_tx(engine) || !object->is_segment)
		return false;
	packet->work->cut = true;
	return true;
}

/* __copy_skb_header(new, old): a clone for the wire, a segment, or somebody's own copy. */
static void copy_header(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *old = pk_object_get(engine, facts->skb2, false);
	struct pk_packet *packet = old ? sent_as(old) : NULL, *current = current_tx(engine);
	struct pk_object *object =
		becomes_datagram(engine, facts) ? NULL : pk_object_birth(engine, facts->skb);

	if (!object)
		return;
	object->copy_of = facts->skb2;
	object->copy_life = old ? old->ends : 0;
	object->is_segment = is_cutting(engine);
	if (data_of_syn(engine, old)) {
		object->rx = old->rx;
		pk_edge_add(old->rx, PK_EDGE_COPY, PK_ID_EXACT, facts->skb, NULL);
		return;
	}
	if (pk_copy_received(engine, old, object))
		return;
	if (!packet || !packet->work->is_own)
		return;
	if (old->is_original) {
		/* Only __tcp_transmit_skb clones an original for the wire. Without frames the
		 * first clone after it is the one. */
		if (!packet->skb && (!current || current == packet))
			attach_wire(engine, packet, object, PK_ID_EXACT);
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
	tunnel = tunnel_around(engine, inner);
	outer = tunnel ? tx_carrier(engine) : NULL;
	if (!outer)
		return;
	pk_packet_is_of(outer, tunnel);
	pk_carry(inner, outer, PK_ID_EXACT);
	attach_wire(engine, outer, object, PK_ID_EXACT);
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

/* The first that is heard of an skb inside a tunnel's sending function, or after it: it is the outer packet's. */
static void carry_on(struct pk_engine *engine, struct pk_object *object,
		     const struct pk_event_facts *facts)
{
	struct pk_packet *outer = current_tx(engine);

	if (!object->alive)
		return;
	if (outer && outer->work->carries && !outer->skb)
		attach_wire(engine, outer, object, pk_nesting(engine));
	else if (object->tx && object->tx->skb == object->addr && !object->is_original &&
		 (outer = waiting_outer(object->tx, facts)))
		attach_wire(engine, outer, object, PK_ID_DERIVED);
	else if (object->tx && object->tx->work->tx.transformed == object->addr)
		enclose(engine, object->tx, object, PK_ID_EXACT);
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
		attach_wire(engine, packet, object, PK_ID_DERIVED);
	return packet;
}

static bool may_have_waited(const struct pk_packet *packet, const struct pk_header *header)
{
	return packet->dir == PK_TX && packet->work->is_own && packet->work->neigh_wait &&
	       !packet->skb && !pk_headers_differ(&packet->header, header) &&
	       (!header->protocol || pk_protocol_of(header) == pk_protocol_of(&packet->header));
}

/* PACKET may have been let out by another answer, of which the event is lost. */
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
	struct pk_packet *packet = tx_new(engine);

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
	struct pk_packet *packet = tx_new(engine), *source = copied_from(engine, object);

	if (packet && source) {
		packet->work->tx.source = source;
		pk_edge_add(packet, PK_EDGE_CLONE, PK_ID_EXACT, object->copy_of, source);
	}
	return packet;
}

/* Cut off PACKET's skb, or copied from it, before that was used up on its way to a device's queue: a segment of
 * ip_finish_output_gso(), or the copy of skb_expand_head(). */
static bool takes_place(const struct pk_packet *packet, const struct pk_object *object)
{
	return packet->work->replaced && object->copy_of == packet->skb && !object->rx &&
	       (!object->tx || object->tx == packet);
}

/* Where not every function is traced, a call by its entry alone may be over, and nobody knows what lies above it. What
 * reaches a device's queue then may be its packet or another: it is told of once, by its pointer. */
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

/* Whose packet is the skb that reaches a device queue or driver. */
static struct pk_packet *sender_of(struct pk_engine *engine, struct pk_object *object,
				   const struct pk_header *header)
{
	struct pk_packet *packet = sent_as(object);

	if (packet && !object->is_original)
		return packet;
	if (packet && !packet->skb && !packet->work->clone_needed) {
		/* Nobody said whether it would be cloned: it was not. */
		object->is_original = false;
		attach_wire(engine, packet, object, PK_ID_EXACT);
		return packet;
	}
	packet = current_tx(engine);
	if (packet && !packet->skb) {
		attach_wire(engine, packet, object, pk_nesting(engine));
		return packet;
	}
	if (packet && takes_place(packet, object)) {
		object->tx = packet;
		return packet;
	}
	packet = fclone_neighbour(engine, object->addr, header);
	if (packet) {
		attach_wire(engine, packet, object, PK_ID_DERIVED);
		return packet;
	}
	/* A first transmission's clone is the original's neighbour; a retransmit's need not be. Without
	 * frames, it is what this task queues next. */
	packet = pk_expected_packet(engine);
	if (packet && packet->dir == PK_TX && packet->retransmit && !packet->skb) {
		attach_wire(engine, packet, object, PK_ID_NESTED);
		return packet;
	}
	packet = waited_for_neighbour(engine, header);
	if (packet) {
		packet->work->neigh_wait = false;
		attach_wire(engine, packet, object, PK_ID_GUESS);
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
	attach_wire(engine, packet, object, PK_ID_EXACT);
	return packet;
}

/* The current task gives the skb, PACKET's (NULL: another protocol's), to a driver, or to a device's queue. Probes on
 * the same place tell of it once more. */
static void sending_begin(struct pk_engine *engine, const struct pk_event_facts *facts,
			  struct pk_packet *packet, bool driven)
{
	struct pk_thread *thread = engine->thread;
	struct pk_sending *top =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;

	if (packet)
		packet->work->driven |= driven;
	if (top && top->skb == facts->skb && top->packet == packet &&
	    (!top->driven || top->plan != facts->plan)) {
		if (!top->driven)
			top->plan = facts->plan;
		top->driven |= driven;
		return;
	}
	if (thread->nr_sending == PK_SENDING_ROOM)
		memmove(thread->sending, thread->sending + 1,
			--thread->nr_sending * sizeof(thread->sending[0]));
	thread->sending[thread->nr_sending++] =
		(struct pk_sending){facts->skb, packet, facts->plan, driven};
}

/* What THREAD is giving to a driver at this address; NULL: nothing. */
static struct pk_sending *sending_of(struct pk_thread *thread, uint64_t skb)
{
	for (uint32_t i = thread->nr_sending; i-- > 0;)
		if (thread->sending[i].skb == skb && thread->sending[i].driven)
			return &thread->sending[i];
	return NULL;
}

/* The driver that this task is in was given the skb and has not answered: what reaches a device queue now
 * comes from there, that is from a device stacked on another. */
static bool driver_has(const struct pk_engine *engine, const struct pk_object *object)
{
	const struct pk_sending *sending = sending_of(engine->thread, object->addr);

	return object->tx && engine->seen.tx_done && sending && sending->packet == object->tx;
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
	if (engine->plans->any_free || (object->tx && !object->tx->work->wire_seen) ||
	    driver_has(engine, object))
		return true;
	current = pk_current_packet(engine);
	/* TCP may have freed what it is handling, and send an answer from the same address. */
	return current && (current == object->tx ||
			   (current == object->rx && !pk_frame_with(engine, PK_ACT_RX_OWN)));
}

static uint32_t length_of(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	return (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LEN, 0);
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
	same = queue || !sent_as(object) ? lives_on(engine, object, &facts->header)
					 : pk_object_goes_on(engine, object, &facts->header);
	return same ? object : pk_object_next(engine, object);
}

/* It will be tried again and counted then; or it was another packet's. */
static void not_given(struct pk_packet *packet, struct pk_wire_frame *wire)
{
	struct pk_trail *trail = &packet->trail;

	packet->work->driven = false;
	if (wire)
		memmove(wire, wire + 1,
			(size_t)(trail->frames + --trail->nr_frames - wire) * sizeof(*wire));
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
			not_given(packet, &trail->frames[i]);
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

static void tx_queued(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = wire_object(engine, facts, true);
	struct pk_packet *packet;

	if (object)
		carry_on(engine, object, facts);
	packet = object ? sender_of(engine, object, &facts->header) : NULL;
	pk_see(engine, &engine->seen.tx_queue);
	if (!packet)
		return;
	sent_on_later(engine, packet, object, facts);
	queued_below(engine, packet, object, facts);
	packet->work->once_probe = 0; /* what starts next is this */
	packet->work->queue_seen = true;
	packet->work->wire_seen = true;
	packet->work->framed |= engine->thread->nr_frames > 0;
	if (strcmp(packet->dev, facts->dev))
		packet->work->tx.len_above = packet->work->tx.queue_len;
	packet->work->tx.queue_len = length_of(engine, facts);
	if (!facts->plan->is_probe)
		packet->work->tx.nr_queued =
			strcmp(packet->dev, facts->dev) ? 1 : packet->work->tx.nr_queued + 1;
	if (!engine->seen.tx_start)
		sending_begin(engine, facts, packet, false);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
}

static bool header_in_packet(const struct pk_packet *packet, const struct pk_header *header)
{
	const struct pk_header *mine = &packet->header;

	return header->tuple_known && mine->tuple_known && mine->seq_known && mine->len_known &&
	       pk_tuple_equal(&mine->tuple, &header->tuple) && pk_header_holds(mine, header->seq);
}

/* All that was queued has reached the driver: as itself, or as segments; all are of one length but the last. */
static bool all_sent(const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	uint64_t sent = 0, whole = packet->work->tx.queue_len, headers;
	const struct pk_trail *trail = &packet->trail;
	bool shorter = false;

	/* IP's and the protocol's: each segment has those of the whole */
	headers = 20 + pk_protocol_of(header)->header_min;
	if (header->len_known && whole > header->payload_len + headers)
		headers = whole - header->payload_len;
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		if (trail->frames[i].skb == packet->skb)
			return true;
		shorter |= trail->frames[i].len < trail->frames[0].len;
		sent += trail->frames[i].len;
	}
	return trail->nr_frames && sent >= whole &&
	       (shorter || sent >= whole + (trail->nr_frames - 1) * headers);
}

/* Whether what the driver gets can be (a segment of) PACKET, as far as both are known. */
static bool header_fits(const struct pk_packet *packet, const struct pk_event_facts *facts)
{
	const struct pk_header *mine = &packet->header, *header = &facts->header;

	if (header->tuple_known && mine->tuple_known &&
	    !pk_tuple_equal(&mine->tuple, &header->tuple))
		return false;
	return !header->seq_known || !mine->seq_known || header->seq == mine->seq ||
	       (mine->len_known && pk_header_holds(mine, header->seq));
}

/* Queued on the same device and not sent: a qdisc may give this task the packets of another. One that was queued
 * while a CPU's events are missing may have been sent there. */
static struct pk_packet *oldest_queued(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet_set *set = engine->set;
	struct pk_packet *oldest = NULL;

	for (uint32_t i = set->nr, looked = 0; i-- > 0 && looked < 256; looked++) {
		struct pk_packet *packet = set->packets[i];

		if (packet->dir == PK_TX && packet->work->is_own && packet->work->queue_seen &&
		    !packet->work->freed && !packet->work->dropped && !all_sent(packet) &&
		    packet->last_ns >= set->complete_since && !strcmp(packet->dev, facts->dev) &&
		    header_fits(packet, facts))
			oldest = packet;
	}
	return oldest;
}

/* Segmentation has used up their skbs on CPU, and the driver lacks segments of them: the first. */
static struct pk_packet *first_cut(const struct pk_engine *engine,
				   const struct pk_event_facts *facts, uint32_t cpu)
{
	const struct pk_cut *cut = &engine->cut[cpu];

	for (uint32_t i = 0; i < cut->nr; i++) {
		struct pk_packet *packet = cut->packets[i];

		if (!packet->work->dropped && !all_sent(packet) && header_fits(packet, facts) &&
		    (!facts->dev[0] || !strcmp(packet->dev, facts->dev)))
			return packet;
	}
	return NULL;
}

/* A driver that was busy then gets them from whatever CPU runs the queue next. */
static struct pk_packet *cut_elsewhere(const struct pk_engine *engine,
				       const struct pk_event_facts *facts)
{
	struct pk_packet *first = NULL;

	for (uint32_t cpu = 0; cpu < engine->nr_cpus; cpu++) {
		struct pk_packet *packet = first_cut(engine, facts, cpu);

		if (packet && (!first || packet->first_ns < first->first_ns))
			first = packet;
	}
	return first;
}

/* A queue may give out several at once, which are all cut before the driver gets the first segment. */
static void note_cut(struct pk_cut *cut, struct pk_packet *packet)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < cut->nr; i++)
		if (!all_sent(cut->packets[i]) && cut->packets[i] != packet)
			cut->packets[kept++] = cut->packets[i];
	if (kept == PK_CUT_ROOM)
		memmove(cut->packets, cut->packets + 1, --kept * sizeof(cut->packets[0]));
	cut->packets[kept++] = packet;
	cut->nr = kept;
}

/* The newest one that what the driver gets lies in, by its header; NULL: none. */
static struct pk_packet *parent_by_header(const struct pk_engine *engine,
					  const struct pk_header *header)
{
	const struct pk_packet_set *set = engine->set;

	for (uint32_t i = set->nr, looked = 0; i-- > 0 && looked < 64; looked++)
		if (set->packets[i]->dir == PK_TX && set->packets[i]->work->queue_seen &&
		    header_in_packet(set->packets[i], header))
			return set->packets[i];
	return NULL;
}

/* What was queued while nothing was recorded may be given to a driver later, by any task that runs the queue. Where probes
 * tell what a segment was copied from, what nothing is known of is that. */
static bool may_be_unseen(const struct pk_engine *engine)
{
	return engine->seen.cut_told &&
	       (engine->gaps.newest || engine->event.others_silent || pk_near_start(engine));
}

/* Where frees are told, what is cut is seen to be used up before a driver gets a segment of it. */
static bool may_be_cut(const struct pk_engine *engine, const struct pk_packet *packet)
{
	return !engine->plans->any_free || packet->work->freed;
}

/* A segment at a fresh address: of what this CPU has cut, else of the packet that the task is sending now, else of the
 * newest one that its sequence number lies in, else of the one that has waited longest. */
static struct pk_packet *parent_of_segment(struct pk_engine *engine, struct pk_object *object,
					   const struct pk_event_facts *facts)
{
	struct pk_packet *packet = current_tx(engine),
			 *cut = first_cut(engine, facts, (uint32_t)engine->event.cpu);
	uint32_t len = length_of(engine, facts);

	if (sent_as(object))
		return object->tx;
	if (may_be_unseen(engine))
		return parent_by_header(engine, &facts->header);
	if (cut)
		return cut;
	if (packet && packet->work->queue_seen && may_be_cut(engine, packet) && !all_sent(packet) &&
	    header_fits(packet, facts) &&
	    (!packet->work->tx.queue_len || len <= packet->work->tx.queue_len))
		return packet;
	packet = parent_by_header(engine, &facts->header);
	if (packet)
		return packet;
	cut = cut_elsewhere(engine, facts);
	if (cut || engine->plans->any_free || !pk_frame_with(engine, PK_ACT_QDISC_RUN))
		return cut;
	return oldest_queued(engine, facts);
}

/* How sure it is that a segment is PACKET's, before the driver gets it: by the order of a queue it is a guess. */
static enum pk_identity segment_how(struct pk_engine *engine, const struct pk_packet *packet,
				    const struct pk_event_facts *facts)
{
	if (current_tx(engine) == packet)
		return PK_ID_NESTED;
	return header_in_packet(packet, &facts->header) ||
			       first_cut(engine, facts, (uint32_t)engine->event.cpu) == packet
		       ? PK_ID_DERIVED
		       : PK_ID_GUESS;
}

static struct pk_wire_frame *last_wire_frame(struct pk_packet *packet, uint64_t skb)
{
	struct pk_trail *trail = &packet->trail;

	for (uint32_t i = trail->nr_frames; i-- > 0;)
		if (trail->frames[i].skb == skb)
			return &trail->frames[i];
	return NULL;
}

static struct pk_wire_frame *open_wire_frame(struct pk_packet *packet, uint64_t skb)
{
	struct pk_wire_frame *wire = last_wire_frame(packet, skb);

	return wire && !wire->sent ? wire : NULL;
}

/* The driver took this skb for good already: so it is a new one, whose beginning was not recorded (frees
 * are not traced, or happened on a CPU whose trace begins later). */
static bool was_sent(const struct pk_object *object)
{
	return sent_as(object) && !object->is_original && driver_took(object);
}

/* A qdisc (netem) has copied PACKET, which was queued once: the driver was given all of it before, on this device and at
 * another address. */
static bool is_doubled(struct pk_engine *engine, const struct pk_packet *packet,
		       const struct pk_event_facts *facts)
{
	const struct pk_trail *trail = &packet->trail;
	uint64_t whole = packet->work->tx.queue_len;

	if (packet->work->tx.nr_queued != 1 || !whole || length_of(engine, facts) != whole ||
	    !facts->dev[0] || strcmp(packet->dev, facts->dev))
		return false;
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		if (trail->frames[i].skb != facts->skb && trail->frames[i].len == whole)
			return true;
	return false;
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
	struct pk_packet *copy = tx_new(engine);

	if (!copy)
		return NULL;
	call_copies_so(packet);
	copy->left_complete = packet->left_complete;
	copy->work->is_own = packet->work->is_own;
	copy->work->queue_seen = true;
	copy->work->tx.queue_len = packet->work->tx.queue_len;
	copy->work->tx.nr_queued = 1;
	pk_edge_add(copy, PK_EDGE_COPY, PK_ID_DERIVED, packet->skb, packet);
	attach_wire(engine, copy, object, PK_ID_EXACT);
	return copy;
}

static void not_own(struct pk_packet *packet, uint64_t skb)
{
	packet->work->is_other = packet->skb == skb && !packet->orig_skb && !packet->work->control;
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
	const struct pk_packet *packet = sent_as(object);
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
	const struct pk_sending *sending = sending_of(engine->thread, object->addr);

	return sending && sending->packet == inner &&
	       was_read_above(inner, open_wire_frame(inner, object->addr), facts);
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
	struct pk_packet *outer = enclose(engine, inner, object, PK_ID_EXACT);
	struct pk_wire_frame *wire = open_wire_frame(inner, object->addr);
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
		not_given(inner, wire);
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
	struct pk_packet *outer = same || !object->tx ? tx_carrier(engine) : object->tx;

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
		attach_wire(engine, outer, object, PK_ID_EXACT);
	pk_carry(inner, outer, PK_ID_EXACT);
	return outer;
}

/* OTHER has a header of its own, and no event tells that a device above had it: the frame in its skb is another packet. That
 * it carries OTHER is not proven. NULL: no memory. */
static struct pk_packet *told_apart(struct pk_engine *engine, struct pk_packet *other,
				    struct pk_object *object)
{
	struct pk_packet *packet = tx_new(engine);

	other->work->enclosed = true;
	other->work->queue_seen = false;
	if (!packet)
		return NULL;
	if (pk_near_start(engine))
		packet->left_complete = false;
	packet->work->queue_seen = true;
	attach_wire(engine, packet, object, PK_ID_EXACT);
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
				 : sender_of(engine, object, &facts->header);
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
					     ? last_wire_frame(packet, facts->skb)
					     : open_wire_frame(packet, facts->skb);

	if (!wire)
		wire = pk_wire_frame_add(engine, packet);
	if (!wire)
		return;
	wire->skb = facts->skb;
	pk_wire_frame_segs(engine, wire, facts);
	if (facts->plan->word[PK_W_LEN])
		wire->len = length_of(engine, facts);
	if (facts->header.tuple_known) {
		bool had_more = wire->header.flags_known && !facts->header.flags_known &&
				pk_headers_agree(&wire->header, &facts->header);

		wire->header = had_more ? wire->header : facts->header;
		packet->work->is_own |= pk_header_proven(&facts->header);
		packet->work->is_other &= !packet->work->carries; /* split_off() */
		if (packet->skb == facts->skb || !packet->header.tuple_known)
			pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	} else if (facts->header.sectag.known) {
		pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	}
}

/* net_dev_start_xmit, and probes on it that read the header: one occurrence, several events. */
static void tx_started(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = wire_object(engine, facts, false);
	struct pk_packet *packet;
	uint64_t protocol =
		pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_PROTOCOL, ETH_P_IP);
	const struct pk_protocol *link;

	pk_see(engine, &engine->seen.tx_start);

	if (object)
		carry_on(engine, object, facts);
	if (object &&
	    ((was_sent(object) && !facts->plan->is_probe) || started_anew(engine, object, facts)))
		object = pk_object_birth(engine, facts->skb);
	if (!object)
		return;
	object->is_arp = protocol == ETH_P_ARP;
	link = pk_link_known_by_type(engine->ctx, protocol);
	packet = link ? link_frame(engine, object, link, facts)
		      : parent_of_segment(engine, object, facts);
	/* A device that cannot write a VLAN's tag is given a frame with it: what is behind it, only a device above tells. */
	if (!link && protocol != ETH_P_IP && protocol != ETH_P_IPV6 &&
	    !(pk_is_vlan_type(protocol) && object->tx)) {
		if (object->tx)
			not_own(object->tx, facts->skb);
		sending_begin(engine, facts, object->tx, true);
		return;
	}
	if (!packet)
		packet = sender_of(engine, object, &facts->header);
	else if (is_doubled(engine, packet, facts))
		packet = doubled(engine, packet, object);
	if (packet)
		unveil(packet, &facts->header);
	if (packet && made_another(engine, packet, object, facts))
		packet = split_off(engine, packet, object, facts);
	sending_begin(engine, facts, packet, true);
	if (!packet)
		return;
	if (packet->skb && packet->skb != facts->skb && object->copy_of == packet->skb) {
		pk_see(engine, &engine->seen.cut_told);
		pk_edge_add(packet, PK_EDGE_GSO, PK_ID_EXACT, facts->skb, NULL);
	} else if (!object->tx && packet->skb && packet->skb != facts->skb) {
		pk_edge_add(packet, PK_EDGE_GSO, segment_how(engine, packet, facts), facts->skb,
			    NULL);
	}
	object->tx = packet;
	packet->work->wire_seen = true;
	packet->work->framed |= engine->thread->nr_frames > 0;
	if (!packet->work->once_probe)
		packet->work->once_probe = facts->plan->number;
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
	frame_started(engine, packet, facts);
}

/* A probe on the driver's own function, whatever its name: the frame is the one that the driver was just given. */
static void driver_probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet =
		object && object->alive && !object->is_original ? object->tx : NULL;
	struct pk_wire_frame *wire = packet ? open_wire_frame(packet, facts->skb) : NULL;
	bool is_entry = facts->stage && facts->plan->is_probe && !facts->plan->is_return;

	if (packet && is_entry && !engine->seen.tx_start && !strcmp(facts->stage->stage, "driver"))
		sending_begin(engine, facts, packet, true);
	if (!wire || wire->header.tuple_known || !facts->header.tuple_known)
		return;
	wire->header = facts->header;
	packet->work->is_own |= pk_header_proven(&facts->header);
	pk_packet_touch(engine, packet, facts);
	if (packet->skb == facts->skb || !packet->header.tuple_known)
		pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
}

/* A task is giving PACKET's skb to a driver now. */
static bool is_being_sent(struct pk_engine *engine, uint64_t skb, const struct pk_packet *packet)
{
	size_t at = 0;
	struct pk_thread *thread;

	while ((thread = pk_hash_next(&engine->threads, &at))) {
		const struct pk_sending *sending = sending_of(thread, skb);

		if (sending && sending->packet == packet)
			return true;
	}
	return false;
}

/* An answer comes as soon as the driver returns: to the task that gave it the skb, before the task turns to another one. Of
 * two that it sent at one address, one inside the other, the inner is answered first. */
static bool may_be_answered_late(const struct pk_engine *engine, const struct pk_object *object)
{
	return !object->answered && object->sender == engine->thread->key &&
	       engine->thread->named == object->addr;
}

/* Whose the skb was that a driver has answered for, where nothing told that this task gave it to one: that of the life at
 * the address if this task sent it; else that of the life before, if this task sent that and no answer may be lost; not one
 * that another task is giving to a driver. */
static struct pk_packet *answered_by_address(struct pk_engine *engine,
					     const struct pk_object *object)
{
	static const struct pk_header unknown = {0};
	int64_t task = engine->thread->key;

	if (!object)
		return NULL;
	if (object->before && (object->sender != task || object->answered))
		return object->before_sure && pk_nothing_lost(engine, object) &&
				       object->before_sender == task && object->sender != task
			       ? object->before
			       : NULL;
	if (!object->alive && !may_be_answered_late(engine, object))
		return NULL;
	if (!pk_object_goes_on(engine, object, &unknown))
		return NULL;
	return object->is_original || is_being_sent(engine, object->addr, object->tx) ? NULL
										      : object->tx;
}

/* A device's queue may give what this task gave it to another task, which has had the answer then. */
static bool waits_for_answer(const struct pk_sending *sending, uint64_t skb)
{
	return sending->skb == skb && (sending->driven || !sending->packet->work->xmit_ok);
}

/* Whose skb a driver has answered for: what this task gave it, which is no more at its address perhaps. */
static struct pk_packet *answered(struct pk_engine *engine, uint64_t skb)
{
	struct pk_thread *thread = engine->thread;
	struct pk_object *object = pk_object_get(engine, skb, false);
	struct pk_packet *packet = NULL;
	uint32_t at = thread->nr_sending;

	while (at-- > 0 && !waits_for_answer(&thread->sending[at], skb))
		;
	if (at != UINT32_MAX) {
		packet = thread->sending[at].packet;
		thread->nr_sending = at;
	} else {
		packet = answered_by_address(engine, object);
	}
	if (object && object->tx == packet)
		object->answered = true;
	else if (object && object->before == packet)
		object->before = NULL;
	return packet;
}

/* It is a stacked device that has answered, and the packet came to one below since: into its queue, for no event says that
 * its driver was given it. */
static bool waits_below(const struct pk_packet *packet, const struct pk_wire_frame *wire,
			const struct pk_event_facts *facts)
{
	return wire && facts->dev[0] && packet->dev[0] && strcmp(packet->dev, facts->dev) != 0;
}

/* If what waits there turns out to be another packet, this one was given to the device. */
static void note_answer_above(struct pk_packet *packet, const struct pk_wire_frame *wire)
{
	struct pk_below *below = packet->work->tx.below;

	if (!below || below->inner != packet)
		return;
	below->answered = true;
	below->frame = *wire;
}

static void tx_done(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *packet = answered(engine, facts->skb);
	uint32_t rc = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_RC, 0);
	struct pk_wire_frame *wire;

	pk_see(engine, &engine->seen.tx_done);
	if (!packet)
		return;
	wire = open_wire_frame(packet, facts->skb);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
	if (rc == NETDEV_TX_BUSY) {
		not_given(packet, wire);
	} else if (rc == NET_XMIT_DROP || (int32_t)rc < 0) {
		packet->work->driver_dropped = true;
	} else if (waits_below(packet, wire, facts)) {
		note_answer_above(packet, wire);
		not_given(packet, wire);
	} else {
		packet->work->xmit_ok = true;
		if (wire)
			wire->sent = true;
	}
}

/* Freed by others than the driver function that it is being given to: the device is done with it. */
static bool tx_completed(struct pk_engine *engine, const struct pk_object *object,
			 struct pk_packet *packet)
{
	struct pk_wire_frame *wire = open_wire_frame(packet, object->addr);
	bool given = wire || (packet->work->driven && packet->skb == object->addr &&
			      !packet->trail.nr_frames);

	if (!given || packet->work->looped || packet->work->dropped ||
	    sending_of(engine->thread, object->addr))
		return false;
	if (wire)
		wire->sent = true;
	packet->work->completed = true;
	return true;
}

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
		carry_on(engine, object, facts);
	if (!object || (!facts->header.tuple_known && !object->tx && !current_tx(engine)))
		return;
	if (!facts->header.tuple_known && !object->tx)
		return; /* a pointer alone: net_dev_queue will say as much */
	packet = sender_of(engine, object, &facts->header);
	if (!packet)
		return;
	packet->work->is_own |= pk_header_proven(&facts->header);
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
	struct pk_packet *packet = current_tx(engine);

	if (object && !object->alive)
		object = pk_object_birth(engine, facts->skb);
	if (!object || facts->plan->is_return)
		return;
	if (is_cut_off(engine, packet, object)) {
		object->tx = packet;
		add_segment(engine, packet, facts);
	} else {
		bool called = packet != NULL;

		packet = sender_of(engine, object, &facts->header);
		if (!packet)
			return;
		pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
		if (!called)
			call_of_nobody(engine, facts->stage, packet);
	}
	packet->work->tx.transformed = facts->skb;
	packet->work->is_own |= pk_header_proven(&facts->header);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
}

/* On its way down, before a device's queue: what goes on are segments or copies. */
static void used_up(struct pk_engine *engine, struct pk_packet *packet,
		    const struct pk_object *object)
{
	packet->work->replaced |= packet->skb == object->addr && !packet->work->wire_seen &&
				  !packet->work->dropped && packet == current_tx(engine);
}

static void tx_freed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object && object->alive ? object->tx : NULL;

	if (!packet)
		return;
	if (!object->is_original)
		tx_completed(engine, object, packet);
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

/* Taken by no driver, and used up: it was cut into segments. Where it was queued, the driver gets them next. */
static void tx_consumed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object ? object->tx : NULL;

	if (!packet || object->is_original ||
	    (object->alive && tx_completed(engine, object, packet)))
		return;
	if (packet->skb == object->addr && packet->work->queue_seen && !packet->work->is_other &&
	    !packet->trail.nr_frames)
		note_cut(&engine->cut[engine->event.cpu], packet);
	used_up(engine, packet, object);
}

/* A firewall, or fragmentation that is not allowed, ends it between TCP and the device's queue: what kfree_skb
 * gets there has an address that nothing has named yet, the clone's or a segment's. Not while the packet is put
 * into a neighbour's queue: a full one drops its oldest, which is another. */
static struct pk_packet *dropped_on_the_way(struct pk_engine *engine,
					    const struct pk_object *object)
{
	struct pk_packet *packet = current_tx(engine);

	if (!packet || packet->work->wire_seen || pk_inside(engine, PK_ACT_NEIGH_WAIT))
		return NULL;
	/* Where its end may be missing, what is known of the address may be an earlier life's. */
	if (object && object->alive && pk_end_told(engine, object) &&
	    (object->rx || object->is_original || (object->tx && object->tx != packet)))
		return NULL;
	return packet;
}

/* A segment of PACKET's, where the device that was given it lets go of it. */
static void frame_dropped(struct pk_engine *engine, struct pk_packet *packet,
			  const struct pk_event_facts *facts)
{
	struct pk_wire_frame *wire = packet ? open_wire_frame(packet, facts->skb) : NULL;

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
	if (packet && object && object->alive && object->tx == packet &&
	    tx_completed(engine, object, packet))
		return;
	/* nft's queue lets go so of what it has cut. */
	if (packet && packet->work->cut && facts->skb == packet->skb) {
		packet->work->replaced = true;
		return;
	}
	if (packet && packet->skb == facts->skb && pk_is_freed_later(engine, facts))
		packet->work->freed = true;
	frame_dropped(engine, packet, facts);
	if (packet && !packet->work->xmit_ok && !packet->work->dropped &&
	    (!packet->work->freed || (object && takes_place(packet, object))))
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
	struct pk_packet *outer = current_tx(engine), *packet;

	if (frame)
		return frame->packet;
	if (outer && outer->work->control && !outer->work->wire_seen)
		return NULL;
	packet = tx_begin(engine, stage);
	if (!packet)
		return NULL;
	packet->work->control = true;
	pk_frame_expect(engine, stage, packet);
	return packet;
}

/* Whose socket the call is for; of one that writes, how much. */
static void call_told(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *packet = packet_of_call(engine, facts->stage);
	uint64_t len = pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LEN, 0);

	if (!packet || packet->dir != PK_TX || !packet->work->control || packet->sk)
		return;
	pk_sock_names(engine, packet, facts);
	packet->work->tx.call_told = true;
	packet->work->tx.written_known = facts->plan->word[PK_W_LEN] && len <= UINT16_MAX;
	packet->work->tx.written = (uint32_t)len;
}

static void tx_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	if (act == PK_ACT_TX_CONTROL && facts->sk && facts->plan->is_probe &&
	    !facts->plan->is_return && pk_stage_protocol(facts->stage) &&
	    pk_stage_protocol(facts->stage)->datagrams)
		call_told(engine, facts);
	if (!facts->skb)
		return;
	switch (act) {
	case PK_ACT_TX_OWN:
		if (!facts->plan->is_return)
			transmit_probed(engine, facts);
		break;
	case PK_ACT_COPY_HEADER:
		copy_header(engine, facts);
		break;
	case PK_ACT_EV_TX_QUEUE:
		tx_queued(engine, facts);
		break;
	case PK_ACT_EV_TX_START:
		tx_started(engine, facts);
		break;
	case PK_ACT_EV_TX_DONE:
		tx_done(engine, facts);
		break;
	case PK_ACT_TX_IP:
		tx_ip(engine, facts);
		break;
	case PK_ACT_TX_TRANSFORM:
		transform_told(engine, facts);
		break;
	case PK_ACT_FREE:
		tx_freed(engine, facts);
		break;
	case PK_ACT_EV_DROP:
		tx_dropped(engine, facts);
		break;
	case PK_ACT_EV_CONSUME:
		tx_consumed(engine, facts);
		break;
	case PK_ACT_EV_RETRANSMIT:
		retransmitted(engine, facts);
		break;
	default:
		driver_probed(engine, facts);
		break;
	}
}

const struct pk_side pk_side_tx = {
	.other = PK_SIDE_RX,
	.enter = tx_enter,
	.event = tx_event,
};
