// SPDX-License-Identifier: GPL-3.0-or-later
/* How one packet ended, by what the trace saw of it and where memory has it. */
#include "analysis/lives/outcome.h"

#include <stdio.h>
#include <string.h>

#include "analysis/lives/queued_packets.h"
#include "analysis/lives/same_packet.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"

void pk_say(struct pk_packet *packet, enum pk_outcome outcome, const char *detail)
{
	packet->outcome = outcome;
	pk_packet_explain(packet, "%s", detail);
}

/* DETAIL, and the function of its protocol's that does ACT. */
static void say_done_by(struct pk_packet *packet, enum pk_outcome outcome, const char *detail,
			enum pk_stage_act act)
{
	const struct pk_stage *stage = pk_protocol_of(&packet->header)->stages;

	while (stage->name && stage->act != act)
		stage++;
	packet->outcome = outcome;
	pk_packet_explain(packet, "%s %s", detail, stage->name ? stage->name : "its protocol");
}

static const struct pk_protocol *datagrams_of(const struct pk_packet *packet)
{
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);

	return protocol->datagrams ? protocol : NULL;
}

static const struct pk_stage *stage_at(struct pk_engine *engine, uint64_t place)
{
	return place ? pk_plans_stage_at(engine->ctx, engine->plans, place) : NULL;
}

/* The function at PLACE throws away what nobody has read. */
static bool is_closing(struct pk_engine *engine, uint64_t place)
{
	const struct pk_stage *stage = stage_at(engine, place);

	return stage && stage->act == PK_ACT_CLOSE;
}

/* The function at which PACKET was dropped has MARK. */
static bool is_freed_by(struct pk_engine *engine, const struct pk_packet *packet,
			enum pk_stage_mark mark)
{
	const struct pk_stage *stage =
		packet->drop ? stage_at(engine, packet->drop->location) : NULL;

	return stage && stage->marks & mark;
}

/* kfree_skb had a reason that says more than that it was called. */
static bool has_reason(const struct pk_packet *packet)
{
	const char *reason = packet->drop ? packet->drop->reason_name : "";

	return reason[0] && strcmp(reason, "NOT_SPECIFIED") && strcmp(reason, "QUEUE_PURGE") &&
	       strcmp(reason, "CONSUMED") && strcmp(reason, "NOT_DROPPED_YET");
}

/* The sending function of PACKET's last device, which no hardware stands behind, let go of it itself, or another there, for a
 * reason. (A card's driver may free what it has copied.) */
static bool is_freed_by_device(struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_queued_packets *memory = engine->memory;
	bool found = false;
	struct pk_symbol at;

	if (!packet->drop || !packet->drop->location ||
	    pk_symbol_at(engine->ctx, packet->drop->location, &at) != PK_OK)
		return false;
	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];
		uint64_t xmit;

		if (strcmp(device->name, packet->dev) != 0)
			continue;
		if (pk_net_device_software(engine->ctx, device->addr, &xmit) != PK_OK ||
		    (xmit != at.addr && !has_reason(packet)))
			return false;
		found = true;
	}
	return found;
}

/* It was cut into segments, and where no calls are recorded, nothing tells which they are. */
static bool was_cut(struct pk_engine *engine, const struct pk_packet *packet)
{
	return !packet->work->cut && !packet->work->is_segment &&
	       is_freed_by(engine, packet, PK_CUTS);
}

static void say_cut(struct pk_packet *packet)
{
	pk_say(packet, PK_OUT_UNKNOWN,
	       "cut for a queue to user space: its segments are packets of their own");
}

/* Whoever frees a packet that he has told the sender of, has not taken it; but for a redirect, which is advice. */
static bool is_refused_by_error(const struct pk_packet *packet)
{
	const struct pk_edge *answer = pk_edge_of(packet, PK_EDGE_ANSWERED_BY);

	return answer && answer->to && answer->to->dir == PK_TX && packet->icmp_error &&
	       strcmp(packet->icmp_error, "redirect") != 0;
}

/* kfree_skb is no verdict: the kernel frees much through it that did its work. A drop needs a
 * reason, or data that nobody read, or an answer that refuses. */
static bool is_drop(struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_protocol *datagrams = datagrams_of(packet);
	bool reasoned = has_reason(packet);

	if (packet->work->delivered || is_freed_by(engine, packet, PK_HANDS_ON))
		return false;
	/* No socket has seen it. */
	if (packet->header.fragment && !packet->work->taken)
		return true;
	/* Copies of it may have gone to sockets that look at all packets. */
	if (datagrams && !datagrams->frees_are_drops)
		return (reasoned && strcmp(packet->drop->reason_name, "NO_SOCKET")) ||
		       is_freed_by(engine, packet, PK_DISCARDS) || is_refused_by_error(packet);
	if (reasoned || packet->work->refused || packet->work->backlog_full)
		return true;
	if (packet->work->timewait)
		return false;
	if (datagrams)
		return true;
	return packet->work->is_segment ||
	       (packet->header.len_known && packet->header.payload_len > 0);
}

static void say_dropped(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_drop *drop = packet->drop;
	char place[PK_SYMBOL_NAME_MAX + 64];

	if (drop && drop->location)
		pk_symbolize(engine->ctx, drop->location, place, sizeof(place));
	else
		snprintf(place, sizeof(place), "%s", "a place not recorded");
	packet->outcome = PK_OUT_DROPPED;
	packet->work->by_drop = true;
	pk_packet_explain(packet, "%s%s at %.100s%s%s",
			  drop && datagrams_of(packet) && is_closing(engine, drop->location)
				  ? "unread when its socket was closed: "
				  : "",
			  drop && drop->reason_name[0] ? drop->reason_name : "no reason recorded",
			  place, packet->work->refused ? ", answered with " : "",
			  packet->work->refused ? pk_protocol_of(&packet->header)->refusal : "");
}

static void consumed(struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	if (packet->work->timewait)
		pk_say(packet, PK_OUT_CONSUMED, "taken by TIME_WAIT");
	else if (!header->flags_known && packet->work->handshake)
		pk_say(packet, PK_OUT_CONSUMED, "handshake");
	else if (!header->flags_known)
		pk_say(packet, PK_OUT_CONSUMED,
		       packet->work->purged ? "purged at close"
		       : header->len_known  ? "no payload"
					    : "left nothing to queue");
	else
		pk_say(packet, PK_OUT_CONSUMED,
		       pk_protocol_of(header)->consumed(header->flags, packet->work->purged));
}

#define NEAR_PACKETS 4096 /* on either side: what brings the same data once more is among these */

static uint32_t place_in_time(const struct pk_packet_set *set, uint64_t ns)
{
	uint32_t low = 0, high = set->nr;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (set->packets[middle]->first_ns < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool brings_the_same(const struct pk_packet *other, const struct pk_packet *packet)
{
	const struct pk_header *a = &other->header, *b = &packet->header;

	return other != packet && other->dir == PK_RX && other->connection == packet->connection &&
	       a->seq_known && a->len_known && a->tuple_known && a->protocol == b->protocol &&
	       pk_header_numbers(a) && pk_tuple_equal(&a->tuple, &b->tuple) &&
	       pk_protocol_of(b)->overlap(a->seq, pk_header_numbers(a), b->seq,
					  pk_header_numbers(b));
}

static bool came_more_than_once(const struct pk_packet_set *set, const struct pk_packet *packet)
{
	uint32_t at = place_in_time(set, packet->first_ns);

	for (uint32_t i = at > NEAR_PACKETS ? at - NEAR_PACKETS : 0;
	     i < set->nr && i < at + NEAR_PACKETS; i++)
		if (brings_the_same(set->packets[i], packet))
			return true;
	return false;
}

/* Data whose skb is gone: the socket's counters say whether a reader had it. Where its drop may be lost, another packet may have
 * brought what was read. */
static bool by_socket(const struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_sock *sock = pk_queued_sock(engine->memory, packet);
	struct pk_end end = pk_end_received(sock, &packet->header);

	if (end.outcome == PK_OUT_UNKNOWN ||
	    (packet->events_lost && came_more_than_once(engine->set, packet)))
		return false;
	pk_say(packet, end.outcome, end.detail);
	return true;
}

/* OBJECT's life is PACKET's; or the one before was, and nothing told that it ended. */
static bool is_of(const struct pk_object *object, const struct pk_packet *packet)
{
	if (packet->dir == PK_RX)
		return (object->rx ? object->rx : object->maybe_rx) == packet;
	return (object->tx ? object->tx : object->maybe_tx) == packet;
}

bool pk_holds(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb,
	      const struct pk_sock *sock)
{
	const struct pk_object *object = pk_object_get(engine, skb, false);

	return object && object->alive && is_of(object, packet) &&
	       pk_still_is(engine->ctx, engine->set, packet, skb, sock);
}

/* The same of PLACE; NULL where PLACE is, or where it does not hold PACKET. */
static struct pk_place *place_of(struct pk_engine *engine, const struct pk_packet *packet,
				 struct pk_place *place)
{
	return place && pk_holds(engine, packet, place->skb, place->sock) ? place : NULL;
}

static bool rx_in_queue(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_place *place = pk_queued_place(engine->memory, packet->skb);

	if (!place || place->dir != PK_RX || !place_of(engine, packet, place))
		return false;
	place->joined = true;
	if (!packet->sk && place->sock)
		packet->sk = place->sock->addr;
	pk_say(packet, place->outcome, place->text);
	if (place->sock && place->queue == PK_QUEUE_RECEIVE && packet->work->delivered)
		pk_say(packet, PK_OUT_QUEUED,
		       "read in part or peeked at, stands in the receive queue");
	return true;
}

/* A listener whose accept queue is full takes neither a SYN nor the end of a handshake, and frees both without a
 * word: the SYN is never answered, the connection stays a request. (Of an earlier moment, when the queue was
 * not full, both are told by the answer and by the connection.) */
static bool listener_is_full(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	const struct pk_sock *listener;

	if (!header->flags_known || pk_header_says(header, PK_SAYS_ABORT))
		return false;
	if (pk_begins_connection(&packet->header) ? packet->work->answered || packet->events_lost
						  : !pk_queued_is_request(engine->memory, packet))
		return false;
	listener = pk_queued_full_listener(engine->memory, packet);
	if (!listener)
		return false;
	packet->outcome = PK_OUT_DROPPED;
	pk_packet_explain(packet,
			  "%s: the accept queue of listener %llx is full (%u, %llu may wait)",
			  pk_header_says(header, PK_SAYS_SETUP) ? "never answered"
								: "its connection stays a request",
			  (unsigned long long)listener->addr, listener->rx_queue,
			  (unsigned long long)listener->max_backlog.value);
	return true;
}

/* Where every packet that is sent shows its header, and the frames what was called: the protocol was done with a SYN,
 * answered nothing and keeps no request of it. No kernel says so in an event. */
static bool never_answered(const struct pk_engine *engine, struct pk_packet *packet)
{
	if (!pk_begins_connection(&packet->header) || !engine->seen.tx_headers ||
	    !packet->work->handshake || !packet->work->freed || packet->work->answered ||
	    packet->events_lost || pk_queued_is_request(engine->memory, packet))
		return false;
	pk_say(packet, PK_OUT_DROPPED, "never answered: its listener did not take it");
	return true;
}

/* Nothing tells how it ended: what is missing. */
static void say_rx_unknown(struct pk_packet *packet)
{
	const struct pk_packet_work *work = packet->work;
	const char *why = "no reader, queue or free of it was recorded", *who = "";

	if (work->rx_queued) {
		why = "entered the receive queue; no reader of it was recorded";
	} else if (work->kept) {
		who = pk_protocol_of(&packet->header)->title;
		why = " kept it in a queue; no reader of it was recorded";
	} else if (work->backlogged)
		why = "went to the backlog; what came then was not recorded";
	else if (!packet->header.len_known)
		why = "whether it carried data was not recorded";
	else if (work->freed)
		why = "freed with no reader and no drop recorded: its bytes went into another "
		      "skb, or the socket was closed unread";
	packet->outcome = PK_OUT_UNKNOWN;
	pk_packet_explain(packet, "%s%s", who, why);
}

/* A reader's free may have no event of its own (6.18 and later: skb_consume_udp() frees at once what it could free later);
 * whoever throws a datagram away calls kfree_skb, which has one. */
static bool was_read(struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_packet_work *work = packet->work;

	return work->was_read || is_freed_by(engine, packet, PK_HANDS_ON) ||
	       (work->freed_by_task && work->taken && !work->dropped && engine->seen.drop &&
		pk_protocol_of(&packet->header)->read_ends_in_consume && !packet->events_lost);
}

/* The protocol had it, gave it to nobody, and it still is in memory. */
static bool is_kept(struct pk_engine *engine, const struct pk_packet *packet)
{
	struct pk_slab_object slab;

	return pk_protocol_of(&packet->header)->keeps && packet->work->taken &&
	       !packet->work->freed && !packet->events_lost &&
	       pk_holds(engine, packet, packet->skb, NULL) &&
	       pk_slab_lookup(engine->ctx, packet->skb, &slab) == PK_OK &&
	       (slab.kind == PK_OBJECT_SKB || slab.kind == PK_OBJECT_SKB_FCLONE) &&
	       slab.state == PK_SLAB_ALLOCATED;
}

/* Data that was taken would have kept it: it was there already, or there was no room. */
static bool nothing_was_kept(const struct pk_packet *packet)
{
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);

	return protocol->keeps && packet->work->taken && packet->work->consumed &&
	       packet->work->freed_on_receipt && protocol->is_data &&
	       protocol->is_data(&packet->header);
}

/* What is in no queue. */
static void settle_datagram(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_packet_work *work = packet->work;

	if (work->copied) {
		pk_say(packet, PK_OUT_FORWARDED, "sent on");
	} else if (work->delivered) {
		packet->outcome = PK_OUT_DELIVERED;
		pk_packet_explain_number(packet, "skb_copy_datagram_iovec len ",
					 work->rx.delivered_len);
	} else if (was_read(engine, packet)) {
		pk_say(packet, PK_OUT_DELIVERED, "its reader gave it back");
	} else if (pk_has_edge(packet, PK_EDGE_CARRIES)) {
		pk_say(packet, PK_OUT_CONSUMED, "what it carried came out of the tunnel");
	} else if (work->dropped && is_drop(engine, packet)) {
		say_dropped(engine, packet);
	} else if (work->pruned && !work->taken) {
		/* Of what another fragment overlapped, 6.12 says that it was consumed. */
		pk_say(packet, PK_OUT_DROPPED,
		       "a fragment, thrown away with the rest of its datagram");
	} else if (work->refused) {
		packet->outcome = PK_OUT_DROPPED;
		pk_packet_explain(packet, "refused: answered with %s",
				  pk_protocol_of(&packet->header)->refusal);
	} else if (nothing_was_kept(packet)) {
		say_done_by(packet, PK_OUT_DROPPED, "nothing of it was kept: freed by",
			    PK_ACT_RX_OWN);
	} else if (work->copy_by_own && work->freed) {
		pk_say(packet, PK_OUT_CONSUMED, "a ping socket was given a copy");
	} else if (work->consumed && work->taken) {
		say_done_by(packet, PK_OUT_CONSUMED, "taken by", PK_ACT_RX_OWN);
	} else if (is_kept(engine, packet)) {
		packet->outcome = PK_OUT_QUEUED;
		pk_packet_explain(packet, "%s keeps it: its data was not read",
				  pk_protocol_of(&packet->header)->title);
	} else if (work->unwrapped && !work->dropped) {
		pk_say(packet, PK_OUT_CONSUMED, "what it carried came out of the tunnel");
	} else if (work->copy_queued) {
		pk_say(packet, PK_OUT_CONSUMED, "a raw socket was given a copy");
	} else if (work->handled && work->freed) {
		say_done_by(packet, PK_OUT_CONSUMED, "handled by", PK_ACT_RX_OWN);
	} else if (work->dropped) {
		pk_say(packet, PK_OUT_UNKNOWN,
		       "freed by kfree_skb, and whether a socket has a copy is not known");
	} else {
		pk_say(packet, PK_OUT_UNKNOWN,
		       work->freed ? "freed with no reader and no drop recorded"
				   : "no reader, queue or free of it was recorded");
	}
}

void pk_settle_rx(struct pk_engine *engine, struct pk_packet *packet)
{
	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return;
	if (rx_in_queue(engine, packet))
		return;
	if (was_cut(engine, packet)) {
		say_cut(packet);
	} else if (datagrams_of(packet)) {
		settle_datagram(engine, packet);
	} else if (packet->work->copied) {
		pk_say(packet, PK_OUT_FORWARDED, "sent on");
	} else if (packet->work->probe_answered &&
		   (packet->work->dropped || packet->work->rejected)) {
		packet->outcome = PK_OUT_CONSUMED;
		pk_packet_explain_number(packet, "a keepalive or window probe, answered by ack ",
					 packet->work->rx.probe_ack);
	} else if (packet->work->dropped && is_drop(engine, packet)) {
		say_dropped(engine, packet);
	} else if (packet->work->rejected && !packet->work->reset_taken) {
		say_done_by(packet, PK_OUT_DROPPED, "not acceptable: freed by", PK_ACT_RX_VALIDATE);
	} else if (packet->work->pruned) {
		pk_say(packet, PK_OUT_DROPPED, "pruned from the out-of-order queue");
	} else if (packet->work->unkept && engine->seen.coalesce && !packet->work->delivered &&
		   packet->header.len_known && packet->header.payload_len) {
		/* What it puts behind queued data, it frees through kfree_skb_partial(), which is traced. */
		say_done_by(packet, PK_OUT_DROPPED, "nothing of it was kept: freed by",
			    PK_ACT_RX_DATA);
	} else if (packet->work->refused && pk_begins_connection(&packet->header)) {
		packet->outcome = PK_OUT_DROPPED;
		pk_packet_explain(packet, "refused: answered with %s",
				  pk_protocol_of(&packet->header)->refusal);
	} else if (listener_is_full(engine, packet) || never_answered(engine, packet)) {
		return;
	} else if (packet->header.len_known && !packet->header.payload_len) {
		consumed(packet);
	} else if (packet->work->delivered) {
		packet->outcome = PK_OUT_DELIVERED;
		pk_packet_explain_number(packet, "skb_copy_datagram_iovec len ",
					 packet->work->rx.delivered_len);
	} else if (packet->work->read_in_kernel || is_freed_by(engine, packet, PK_HANDS_ON)) {
		pk_say(packet, PK_OUT_DELIVERED, "taken off the queue by a reader in the kernel");
	} else if (packet->work->timewait) {
		consumed(packet);
	} else if (packet->work->closed_unread && packet->header.len_known) {
		pk_say(packet, PK_OUT_DROPPED, "unread when its socket was closed");
	} else if (by_socket(engine, packet)) {
		return;
	} else if (packet->work->coalesced) {
		pk_say(packet, PK_OUT_MERGED, "into the skb before it in the receive queue");
	} else if (packet->work->dropped && !packet->header.len_known) {
		consumed(packet);
	} else if (!packet->header.len_known && !packet->work->rx_queued &&
		   (packet->work->handshake || packet->work->nothing_kept)) {
		consumed(packet);
	} else {
		say_rx_unknown(packet);
	}
}

/* Where SKB, the clone or a segment of it, stands on its way; NULL: nowhere. */
static struct pk_place *way_place(struct pk_engine *engine, const struct pk_packet *packet,
				  uint64_t skb)
{
	struct pk_place *place = pk_queued_place(engine->memory, skb);

	return place && !place->sock ? place_of(engine, packet, place) : NULL;
}

/* The clone's place, or that of a segment which was cut from it: of several one that is not sent yet. */
static struct pk_place *device_place(struct pk_engine *engine, const struct pk_packet *packet,
				     unsigned *ret_nr)
{
	struct pk_place *found = way_place(engine, packet, packet->skb);
	const struct pk_trail *trail = &packet->trail;

	*ret_nr = 0;
	if (!engine->memory->nr)
		return NULL;
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		struct pk_place *place = trail->frames[i].skb != packet->skb
						 ? way_place(engine, packet, trail->frames[i].skb)
						 : NULL;

		if (!place)
			continue;
		place->joined = true;
		*ret_nr += place->outcome != PK_OUT_SENT;
		if (!found || found->outcome == PK_OUT_SENT)
			found = place;
	}
	return !found && packet->work->tx.nr_cut ? engine->memory->list[packet->work->tx.cut_place]
						 : found;
}

/* In a device's queue, on its way: at PLACE, where NR of its segments wait. */
static bool tx_on_its_way(struct pk_packet *packet, struct pk_place *place, unsigned nr)
{
	if (!place)
		return false;
	if (place->dir == PK_RX) { /* loopback: the other half is a packet of its own */
		pk_say(packet, PK_OUT_LOOPED, place->text);
		return true;
	}
	place->joined = true;
	if (place->outcome == PK_OUT_SENT || place->outcome == PK_OUT_UNKNOWN)
		return false; /* what came then is for its protocol to say */
	pk_say(packet, place->outcome, place->text);
	if (packet->work->tx.nr_cut)
		pk_packet_explain(packet, "%.100s, cut into %u segment(s)", place->text,
				  packet->work->tx.nr_cut);
	else if (nr && nr < packet->trail.nr_frames)
		pk_packet_explain(packet, "%.100s: %u of %u segment(s)", place->text, nr,
				  packet->trail.nr_frames);
	return true;
}

/* The original on its socket's queue. */
static struct pk_place *original_place(struct pk_engine *engine, const struct pk_packet *packet)
{
	struct pk_place *place = pk_queued_place(engine->memory, packet->orig_skb);

	return place && place->sock && place->dir == PK_TX ? place_of(engine, packet, place) : NULL;
}

static bool tx_in_queue(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_place *place = original_place(engine, packet);

	if (!place)
		return false;
	packet->sk = packet->sk ? packet->sk : place->sock->addr;
	pk_say(packet, place->outcome, place->text);
	return true;
}

/* The detail may already name the ACK. */
static void say_acked(struct pk_packet *packet)
{
	if (packet->detail)
		packet->outcome = PK_OUT_ACKED;
	else
		say_done_by(packet, PK_OUT_ACKED, "its original was freed by", PK_ACT_ACK);
}

/* Devices' queues are traced, and none saw it. What a neighbour's queue still has in memory was said before. */
static void say_never_queued(struct pk_packet *packet)
{
	if (packet->work->freed)
		pk_say(packet, PK_OUT_UNKNOWN, "freed before it came to a device's queue");
	else if (packet->work->neigh_left)
		pk_say(packet, PK_OUT_UNKNOWN,
		       "waited for ARP or ND; which of those that left then it is was not "
		       "recorded");
	else if (packet->work->neigh_wait)
		pk_say(packet, PK_OUT_NEIGH_QUEUED, "no device queue saw it: waits for ARP or ND");
	else
		pk_say(packet, PK_OUT_UNKNOWN,
		       "no device's queue saw it, and no neighbour's was recorded");
}

/* What came after its last event may be among those that were lost: that there is none says nothing. */
static bool may_be_lost(const struct pk_engine *engine, const struct pk_packet *packet)
{
	return packet->events_lost || packet->last_ns < engine->set->complete_since;
}

/* A driver was given it: what became of it there. */
static void say_driven(struct pk_engine *engine, struct pk_packet *packet)
{
	if (packet->work->driver_dropped && !packet->work->xmit_ok)
		pk_say(packet, PK_OUT_DROPPED, "net_dev_xmit: the driver dropped it");
	else if (engine->seen.tx_done && !packet->work->xmit_ok && !packet->work->completed &&
		 !may_be_lost(engine, packet))
		pk_say(packet, PK_OUT_DRIVER_QUEUED, "the driver has not answered");
	else
		pk_say(packet, PK_OUT_SENT,
		       packet->work->xmit_ok	 ? "net_dev_xmit rc 0"
		       : packet->work->completed ? "freed after a driver was given it"
						 : "handed to the driver");
}

static bool each_frame_dropped(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_frames; i++)
		if (!trail->frames[i].dropped)
			return false;
	return trail->nr_frames > 0;
}

/* Before a driver took it; or by a tunnel's that says it did. What came in again may be dropped there. */
static bool was_refused_down(struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_packet_work *work = packet->work;

	if (work->dropped && !work->xmit_ok && !work->completed)
		return true;
	return !work->looped && (work->dropped || each_frame_dropped(packet)) &&
	       (is_freed_by(engine, packet, PK_DISCARDS) || is_freed_by_device(engine, packet));
}

/* A device's queue had PACKET, and what a driver got then is not known. */
static const char *why_untaken(const struct pk_packet *packet, bool drivers_told)
{
	if (packet->work->tx.used_up)
		return "given to a device's queue and used up; no driver was seen to get it, or "
		       "segments of it";
	return drivers_told ? "given to a device's queue; what came then may be among events that "
			      "were lost"
			    : "given to a device's queue, no event of a driver was recorded";
}

void pk_settle_tx(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_sock *sock = pk_queued_sock(engine->memory, packet);
	struct pk_place *original = original_place(engine, packet);
	unsigned nr;
	struct pk_place *device = device_place(engine, packet, &nr);
	/* In a driver's ring, and the device is done with it. */
	bool sent = device && device->outcome == PK_OUT_SENT;
	struct pk_end end =
		pk_is_mirrored(packet) ? (struct pk_end){0} : pk_end_sent(sock, &packet->header);
	bool enclosed = packet->work->enclosed && !packet->work->queue_seen;
	bool on_wire = packet->work->wire_seen || packet->work->looped || sent;
	bool given = packet->work->has_frames || packet->work->driven || packet->work->xmit_ok;
	bool untaken = packet->work->queue_seen && !given && !sent;
	bool drivers_told = engine->seen.tx_start || engine->seen.tx_done;
	bool acked = end.outcome == PK_OUT_ACKED;

	if (original)
		original->joined = true;
	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return;
	if (was_cut(engine, packet))
		say_cut(packet);
	else if (was_refused_down(engine, packet))
		say_dropped(engine, packet);
	else if (packet->work->acked)
		say_acked(packet);
	else if (acked && device &&
		 device->dir == PK_RX) /* the receiving half's, and that may be over */
		pk_say(packet, end.outcome, end.detail);
	else if (tx_on_its_way(packet, device, nr))
		return;
	else if (!on_wire && packet->first_ns < engine->set->complete_since)
		pk_say(packet, PK_OUT_UNKNOWN, "another CPU's trace begins later");
	else if (!on_wire && engine->seen.tx_queue)
		say_never_queued(packet);
	else if (untaken && !packet->work->tx.used_up && !packet->work->looped && drivers_told &&
		 !may_be_lost(engine, packet))
		pk_say(packet, PK_OUT_QDISC_QUEUED, "queued, no driver took it");
	else if (tx_in_queue(engine, packet))
		return;
	else if (end.outcome != PK_OUT_UNKNOWN)
		pk_say(packet, end.outcome, end.detail);
	else if (packet->work->purged)
		pk_say(packet, PK_OUT_UNACKED, "reset or closed before its ACK: purged");
	else if (enclosed)
		pk_say(packet, PK_OUT_SENT, "went on inside another packet");
	else if (packet->work->looped)
		pk_say(packet, PK_OUT_LOOPED, "the same skb came in again");
	else if (!on_wire)
		pk_say(packet, PK_OUT_UNKNOWN,
		       "no event of a device's queue or driver was recorded");
	else if (untaken)
		pk_say(packet, PK_OUT_UNKNOWN, why_untaken(packet, drivers_told));
	else if (sent)
		pk_say(packet, PK_OUT_SENT, device->text);
	else
		say_driven(engine, packet);
}
