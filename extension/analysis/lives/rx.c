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
#include "analysis/lives/rx.h"
#include "core/kit.h"

#include <string.h>

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
	return pk_any(PK_ARRAY_SIZE(acts), i, facts->stage->act == acts[i]);
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

/* The packet that the probed function is called with, or was. NULL: no memory. */
static struct pk_packet *packet_probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, true);

	if (!object)
		return NULL;
	/* What was given back is not handed on: where another CPU's events are not there, this is the next packet at
	 * this address, whose beginning nothing told of. */
	if (!object->alive && !facts->plan->is_return)
		object = pk_object_birth(engine, facts->skb);
	else if (comes_again(engine, object, facts))
		object = pk_object_next(engine, object);
	if (!object)
		return NULL;
	if (came_in_unseen(object, facts))
		object->rx = NULL;
	if (object->rx && engine->plans->any_free && pk_rx_takes_inner(object->rx, facts->stage))
		pk_rx_come_out(engine, object, object->rx, PK_ID_DERIVED);
	return pk_rx_of(engine, object);
}

/* A probe on a function that has the packet as argument. Up to 5.10 the probe's event precedes the
 * function's frame, later it lies inside: so the frame is the open one, else the next. */
static void probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_stage *stage = facts->stage;
	struct pk_frame *top = pk_frame_probed(engine, stage);
	struct pk_packet *packet = packet_probed(engine, facts);

	if (!packet)
		return;
	if (!packet->work->once_probe && gets_once(facts)) {
		packet->work->once_probe = facts->plan->number;
		packet->work->once_stage = number_of_stage(facts);
	}
	if (is_own_stage(stage))
		pk_rx_taken_by(packet, stage);
	packet->work->is_own |= pk_header_proven(&facts->header);
	if (facts->sk && stage->act == PK_ACT_RX_DO)
		pk_sock_names(engine, packet, facts);
	if (stage->act == PK_ACT_RX_OWN)
		packet->work->rx.netdev = facts->netdev;
	pk_packet_touch(engine, packet, facts);
	pk_header_take(packet, &facts->header, PK_TUPLE_EVENT);
	take_cb(engine, packet, facts);
	pk_rx_pass_remove(engine, facts->skb);
	if (facts->plan->is_return)
		return;
	if (top) {
		pk_frame_bind(engine, pk_rx_own_frame(engine, top), packet, PK_ID_EXACT);
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
		pk_rx_note_losses(engine, packet);
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
		pk_rx_pass_remove(engine, facts->skb);
	}
}

/* kfree_skb's reason and place; whether that is a drop is judged when the packet is settled. */
static void drop_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);
	struct pk_packet *packet = object ? object->rx : NULL;

	pk_rx_pass_remove(engine, facts->skb);
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
	if (!engine->plans->any_free && pk_current_packet(engine) != packet &&
	    !(engine->set->silent && pk_drop_is_proven(packet, facts)))
		return;
	packet->work->purged = !engine->set->silent && pk_current_packet(engine) != packet;
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

	pk_rx_pass_remove(engine, facts->skb);
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
	const struct pk_pass *pass = pk_rx_pass_of(engine);

	if (engine->thread->nr_frames || pass->nr != 1 || pass->taken ||
	    pk_context_now(engine) != PK_CTX_SOFTIRQ)
		return NULL;
	return pk_rx_pass_first(engine);
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
	pk_rx_taken_by(packet, facts->stage);
	pk_rx_pass_remove(engine, packet->skb);
	pk_rx_pass_of(engine)->taken = true;
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
static void other_probed(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object = pk_object_get(engine, facts->skb, false);

	if (object && object->alive && object->rx && !object->rx->work->taken)
		object->rx->work->is_other = true;
	pk_rx_pass_remove(engine, facts->skb);
	pk_rx_pass_of(engine)->taken = true;
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
	if (pk_rx_carries_in_place(packet) && !packet->work->freed)
		packet = pk_rx_wait_outside(engine, object, packet, PK_ID_EXACT);
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
		probed(engine, facts);
		pk_rx_note_fragment(engine, object->rx, facts);
		object->rx->work->rx_queued |= facts->stage->act == PK_ACT_RX_QUEUE;
	}
}

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

/* Its protocol takes it, or its socket. */
static void taken(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object;

	if (facts->stage->act == PK_ACT_RX_OWN)
		pk_see(engine, &engine->seen.rx_named);
	if (facts->plan->is_return && !is_of_entry(engine, facts))
		return;
	probed(engine, facts);
	object = pk_object_get(engine, facts->skb, false);
	if (object && object->rx)
		object->rx->work->timewait |= facts->stage->act == PK_ACT_RX_TW;
}

static void pass_ended(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	(void)facts;
	if (!pk_rx_pass_is_framed(engine))
		pk_rx_pass_of(engine)->nr = 0;
}

typedef void on_event(struct pk_engine *engine, const struct pk_event_facts *facts);

/* What an event says of what is being received. */
static on_event *const of_current[PK_NR_ACTS] = {
	[PK_ACT_EV_STATE] = nested_tuple,  [PK_ACT_EV_PROBE] = nested_tuple,
	[PK_ACT_SOCK_END] = nested_tuple,  [PK_ACT_EV_RESET_SENT] = reset_sent,
	[PK_ACT_EV_PASS_END] = pass_ended,
};

/* ... of the skb that it names. */
static on_event *const of_skb[PK_NR_ACTS] = {
	[PK_ACT_EV_FRAME] = pk_rx_wire_frame_arrived,
	[PK_ACT_GRO_HEADER] = pk_rx_gro_header,
	[PK_ACT_GRO_MERGE] = pk_rx_gro_merge,
	[PK_ACT_EV_RX] = pk_rx_received,
	[PK_ACT_EV_RX_QUEUED] = queued_on_cpu,
	[PK_ACT_RX_OWN] = taken,
	[PK_ACT_RX_DO] = taken,
	[PK_ACT_RX_TW] = taken,
	[PK_ACT_RX_INNER] = inner_told,
	[PK_ACT_RX_OTHER] = other_probed,
	[PK_ACT_EV_COPY] = copied,
	[PK_ACT_EV_DROP] = drop_event,
	[PK_ACT_EV_CONSUME] = consumed,
	[PK_ACT_FREE] = freed,
};

static void rx_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	enum pk_stage_act act = facts->stage ? facts->stage->act : PK_ACT_NONE;

	if (of_current[act])
		of_current[act](engine, facts);
	if (facts->skb)
		(of_skb[act] ? of_skb[act] : other_function)(engine, facts);
}

const struct pk_side pk_side_rx = {
	.other = PK_SIDE_TX,
	.enter = pk_rx_enter,
	.leave = pk_rx_leave,
	.event = rx_event,
};
