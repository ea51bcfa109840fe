// SPDX-License-Identifier: GPL-3.0-or-later
/* How one packet ended, by what the trace saw of it and where memory has it: tables of ends, tried in order. */
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

/* A packet whose end is looked for, and what memory says of one that was sent. */
struct ending {
	struct pk_engine *engine;
	struct pk_packet *packet;
	struct pk_place
		*device; /* of it or of one of its segments, in a device's queue; NULL: in none */
	unsigned nr_queued; /* segments of it that wait there */
	bool sent; /* it is in a driver's ring, and the device is done with it */
	bool may_pass; /* received: nothing tells that it is for this machine */
	struct pk_end end; /* as its socket's numbers say */
};

static const struct pk_protocol *datagrams_of(const struct pk_packet *packet)
{
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);

	return protocol->datagrams ? protocol : NULL;
}

/* The function at PLACE throws away what nobody has read. */
static bool is_closing(struct pk_engine *engine, uint64_t place)
{
	const struct pk_stage *stage = pk_stage_at(engine, place);

	return stage && stage->act == PK_ACT_CLOSE;
}

/* It was cut into segments, and where no calls are recorded, nothing tells which they are. */
static bool was_cut(const struct ending *at)
{
	return !at->packet->work->cut && !at->packet->work->is_segment &&
	       pk_is_freed_by(at->engine, at->packet, PK_CUTS);
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
static bool is_drop(const struct ending *at)
{
	struct pk_engine *engine = at->engine;
	const struct pk_packet *packet = at->packet;
	const struct pk_protocol *datagrams = datagrams_of(packet);
	bool reasoned = pk_has_drop_reason(packet);

	if (packet->work->delivered || pk_is_freed_by(engine, packet, PK_HANDS_ON))
		return false;
	/* No socket has seen it. */
	if (packet->header.fragment && !packet->work->taken)
		return true;
	/* Copies of it may have gone to sockets that look at all packets. */
	if (datagrams && !datagrams->frees_are_drops)
		return (reasoned && strcmp(packet->drop->reason_name, "NO_SOCKET")) ||
		       pk_is_freed_by(engine, packet, PK_DISCARDS) || is_refused_by_error(packet);
	if (reasoned || packet->work->refused || packet->work->backlog_full ||
	    pk_is_freed_by(engine, packet, PK_DISCARDS))
		return true;
	if (packet->work->timewait)
		return false;
	if (datagrams)
		return true;
	return packet->work->is_segment ||
	       (packet->header.len_known && packet->header.payload_len > 0);
}

static void say_dropped(const struct ending *at)
{
	struct pk_engine *engine = at->engine;
	struct pk_packet *packet = at->packet;
	const struct pk_drop *drop = packet->drop;
	char place[PK_SYMBOL_NAME_MAX + 64];

	if (drop && drop->location)
		pk_symbolize(engine->ctx, drop->location, place, sizeof(place));
	else
		snprintf(place, sizeof(place), "%s", "a place not recorded");
	packet->work->by_drop = true;
	pk_packet_explain(packet, "%s%s%s at %.100s%s%s",
			  packet->work->lost_inside ? "inside what carries it: " : "",
			  drop && datagrams_of(packet) && is_closing(engine, drop->location)
				  ? "unread when its socket was closed: "
				  : "",
			  drop && drop->reason_name[0] ? drop->reason_name : "no reason recorded",
			  place, packet->work->refused ? ", answered with " : "",
			  packet->work->refused ? pk_protocol_of(&packet->header)->refusal : "");
}

static void say_consumed(const struct ending *at)
{
	const struct pk_header *header = &at->packet->header;
	const struct pk_packet_work *work = at->packet->work;
	const char *what = work->purged	       ? "purged at close"
			   : header->len_known ? "no payload"
					       : "left nothing to queue";

	if (work->timewait)
		what = "taken by TIME_WAIT";
	else if (header->flags_known)
		what = pk_protocol_of(header)->consumed(header->flags, work->purged);
	else if (work->handshake)
		what = "handshake";
	pk_packet_explain(at->packet, "%s", what);
}

#define NEAR_PACKETS 4096 /* on either side: what brings the same data once more is among these */

static uint32_t place_in_time(const struct pk_packet_set *set, uint64_t ns)
{
	return pk_first(set->nr, at, set->packets[at]->first_ns < ns);
}

static bool brings_the_same(const struct pk_packet *other, const struct pk_packet *packet)
{
	const struct pk_header *a = &other->header, *b = &packet->header;

	return other != packet && other->dir == packet->dir &&
	       other->connection == packet->connection && a->seq_known && a->len_known &&
	       a->tuple_known && a->protocol == b->protocol && pk_header_numbers(a) &&
	       pk_tuple_equal(&a->tuple, &b->tuple) &&
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

static bool was_sent_again(const struct ending *at)
{
	return came_more_than_once(at->engine->set, at->packet);
}

/* Data whose skb is gone: the socket's counters say whether a reader had it. Where its drop may be lost, another packet may have
 * brought what was read. */
static bool by_socket(const struct ending *at)
{
	const struct pk_engine *engine = at->engine;
	struct pk_packet *packet = at->packet;
	const struct pk_sock *sock = pk_queued_sock(engine->memory, packet);
	struct pk_end end = pk_end_received(sock, &packet->header);

	if (end.outcome == PK_OUT_UNKNOWN || ((packet->events_lost || engine->set->silent) &&
					      came_more_than_once(engine->set, packet)))
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

static bool is_queued(const struct ending *at)
{
	struct pk_engine *engine = at->engine;
	struct pk_packet *packet = at->packet;
	struct pk_place *place = pk_queued_place(engine->memory, packet->skb);

	if (!place || place->dir != PK_RX || !place_of(engine, packet, place))
		return false;
	place->joined = true;
	if (!packet->sk && place->sock)
		packet->sk = place->sock->addr;
	pk_say(packet, place->outcome, place->text);
	if (place->sock && place->queue == PK_QUEUE_RECEIVE && packet->work->delivered)
		pk_say(packet, PK_OUT_QUEUED,
		       "read in part or peeked at, waits in the receive queue");
	return true;
}

/* A listener whose accept queue is full takes neither a SYN nor the end of a handshake, and frees both without a
 * word: the SYN is never answered, the connection stays a request. (Of an earlier moment, when the queue was
 * not full, both are told by the answer and by the connection.) */
static bool listener_is_full(const struct ending *at)
{
	struct pk_engine *engine = at->engine;
	struct pk_packet *packet = at->packet;
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

/* A reader's free may have no event of its own (6.18 and later: skb_consume_udp() frees at once what it could free later);
 * whoever throws a datagram away calls kfree_skb, which has one. */
static bool was_read(const struct ending *at)
{
	struct pk_engine *engine = at->engine;
	const struct pk_packet *packet = at->packet;
	const struct pk_packet_work *work = packet->work;

	return work->was_read || pk_is_freed_by(engine, packet, PK_HANDS_ON) ||
	       (work->freed_by_task && work->taken && !work->dropped && engine->seen.drop &&
		pk_protocol_of(&packet->header)->read_ends_in_consume && !packet->events_lost);
}

/* The protocol had it, gave it to nobody, and it still is in memory. */
static bool is_kept(const struct ending *at)
{
	const struct pk_packet *packet = at->packet;
	struct pk_slab_object slab;

	return pk_protocol_of(&packet->header)->keeps &&
	       pk_holds(at->engine, packet, packet->skb, NULL) &&
	       pk_slab_lookup(at->engine->ctx, packet->skb, &slab) == PK_OK &&
	       (slab.kind == PK_OBJECT_SKB || slab.kind == PK_OBJECT_SKB_FCLONE) &&
	       slab.state == PK_SLAB_ALLOCATED;
}

/* Data that was taken would have kept it: it was there already, or there was no room. */
static bool nothing_was_kept(const struct ending *at)
{
	const struct pk_packet *packet = at->packet;
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);

	return protocol->keeps && packet->work->freed_on_receipt && protocol->is_data &&
	       protocol->is_data(&packet->header);
}

static bool is_handed_on(const struct ending *at)
{
	return pk_is_freed_by(at->engine, at->packet, PK_HANDS_ON);
}

static bool has_no_request(const struct ending *at)
{
	return !pk_queued_is_request(at->engine->memory, at->packet);
}

static void say_copied(const struct ending *at)
{
	pk_packet_explain_number(at->packet, "skb_copy_datagram_iovec len ",
				 at->packet->work->rx.delivered_len);
}

static void say_refused(const struct ending *at)
{
	pk_packet_explain(at->packet, "refused: answered with %s",
			  pk_protocol_of(&at->packet->header)->refusal);
}

static void say_probe(const struct ending *at)
{
	pk_packet_explain_number(at->packet, "a keepalive or window probe, answered by ack ",
				 at->packet->work->rx.probe_ack);
}

static void say_keeper(const struct ending *at)
{
	pk_packet_explain(at->packet, "%s keeps it: its data was not read",
			  pk_protocol_of(&at->packet->header)->title);
}

static void say_last_keeper(const struct ending *at)
{
	pk_packet_explain(at->packet, "%s kept it in a queue; no reader of it was recorded",
			  pk_protocol_of(&at->packet->header)->title);
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

/* In a device's queue, on its way. */
static bool is_on_its_way(const struct ending *at)
{
	struct pk_packet *packet = at->packet;
	struct pk_place *place = at->device;

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
	else if (at->nr_queued && at->nr_queued < packet->trail.nr_frames)
		pk_packet_explain(packet, "%.100s: %u of %u segment(s)", place->text, at->nr_queued,
				  packet->trail.nr_frames);
	return true;
}

/* The original on its socket's queue. */
static struct pk_place *original_place(struct pk_engine *engine, const struct pk_packet *packet)
{
	struct pk_place *place = pk_queued_place(engine->memory, packet->orig_skb);

	return place && place->sock && place->dir == PK_TX ? place_of(engine, packet, place) : NULL;
}

static bool original_is_queued(const struct ending *at)
{
	struct pk_packet *packet = at->packet;
	const struct pk_place *place = original_place(at->engine, packet);

	if (!place)
		return false;
	packet->sk = packet->sk ? packet->sk : place->sock->addr;
	pk_say(packet, place->outcome, place->text);
	return true;
}

/* An ACK of the trace has said which it is already. */
static bool is_acked_by_packet(const struct ending *at)
{
	if (at->packet->detail)
		at->packet->outcome = PK_OUT_ACKED;
	return at->packet->detail;
}

static void say_by_socket(const struct ending *at)
{
	pk_say(at->packet, at->end.outcome, at->end.detail);
}

static void say_ring(const struct ending *at)
{
	pk_packet_explain(at->packet, "%s", at->device->text);
}

static bool is_refused_by_device(const struct ending *at)
{
	return pk_is_refused_by_device(at->engine, at->packet);
}

/* The facts of end_facts.def, a bit each. */
enum {
#define FACT(name, holds) BIT_##name,
#include "analysis/lives/end_facts.def"
#undef FACT
};

enum {
#define FACT(name, holds) name = 1ull << BIT_##name,
#include "analysis/lives/end_facts.def"
#undef FACT
};

static uint64_t facts_of(const struct ending *at)
{
	const struct pk_engine *engine = at->engine;
	const struct pk_packet *packet = at->packet;
	const struct pk_packet_work *work = packet->work;

	return 0
#define FACT(name, holds) | ((holds) ? name : 0)
#include "analysis/lives/end_facts.def"
#undef FACT
		;
}

/** An end: of a packet with all of WHEN, none of UNLESS, and IF_SO. */
struct end_row {
	uint64_t when, unless;
	bool (*if_so)(const struct ending *at);
	enum pk_outcome end;
	/* the evidence; with BY, of the function of its protocol that does that. NULL, and no SAY: IF_SO has said all */
	const char *evidence;
	enum pk_stage_act by;
	void (*say)(const struct ending *at);
};

#define END(e, text) .end = PK_OUT_##e, .evidence = (text)
#define END_BY(e, text, act) END(e, text), .by = PK_ACT_##act
#define END_AS(e, fn) .end = PK_OUT_##e, .say = (fn)

/* Where the trace tells of no end but drops. */
#define NEXT_DROPPED                                                                               \
	"what had its address then was dropped: this packet, or the next one there (consume_skb "  \
	"and pk_free are not armed)"
#define NOT_ARMED "what tells is not armed: skb_copy_datagram_iovec, consume_skb, pk_free"

/* Received, of a protocol whose packets are messages. What is in no queue. */
static const struct end_row datagram_ends[] = {
	{.if_so = is_queued},
	{.if_so = was_cut,
	 END(UNKNOWN, "cut for a queue to user space: its segments are packets of their own")},
	{COPIED, END(FORWARDED, "sent on")},
	{DELIVERED, END_AS(DELIVERED, say_copied)},
	{.if_so = was_read, END(DELIVERED, "its reader gave it back")},
	{CARRIES, END(CONSUMED, "what it carried came out of the tunnel")},
	{DROPPED, .if_so = is_drop, END_AS(DROPPED, say_dropped)},
	{MAY_BE_DROPPED, END(UNKNOWN, NEXT_DROPPED)},
	/* Of what another fragment overlapped, 6.12 says that it was consumed. */
	{PRUNED, TAKEN, END(DROPPED, "a fragment, thrown away with the rest of its datagram")},
	{REFUSED, END_AS(DROPPED, say_refused)},
	{TAKEN | CONSUMED, .if_so = nothing_was_kept,
	 END_BY(DROPPED, "nothing of it was kept: freed by", RX_OWN)},
	{COPY_BY_OWN | FREED, END(CONSUMED, "a ping socket was given a copy")},
	{CONSUMED | TAKEN, END_BY(CONSUMED, "taken by", RX_OWN)},
	{TAKEN, FREED | LOST, is_kept, END_AS(QUEUED, say_keeper)},
	{UNWRAPPED, DROPPED, END(CONSUMED, "what it carried came out of the tunnel")},
	{COPY_QUEUED, END(CONSUMED, "a raw socket was given a copy")},
	{HANDLED | FREED, END_BY(CONSUMED, "handled by", RX_OWN)},
	{DROPPED, END(UNKNOWN, "freed by kfree_skb, and whether a socket has a copy is not known")},
	{FREED, END(UNKNOWN, "freed with no reader and no drop recorded")},
	{SILENT, END(UNKNOWN, NOT_ARMED)},
	{END(UNKNOWN, "no reader, queue or free of it was recorded")},
};

/* Received, of a stream. */
static const struct end_row stream_ends[] = {
	{.if_so = is_queued},
	{.if_so = was_cut,
	 END(UNKNOWN, "cut for a queue to user space: its segments are packets of their own")},
	{COPIED, END(FORWARDED, "sent on")},
	{PROBE_ANSWERED | DROPPED, END_AS(CONSUMED, say_probe)},
	{PROBE_ANSWERED | REJECTED, END_AS(CONSUMED, say_probe)},
	{DROPPED, .if_so = is_drop, END_AS(DROPPED, say_dropped)},
	{MAY_PASS,
	 END(UNKNOWN, "what tells whether it stayed here is not armed: pk_rcv4, pk_rcv6, pk_free")},
	{REJECTED, RESET_TAKEN, END_BY(DROPPED, "not acceptable: freed by", RX_VALIDATE)},
	{PRUNED, END(DROPPED, "pruned from the out-of-order queue")},
	/* What it puts behind queued data, it frees through kfree_skb_partial(), which is traced. */
	{UNKEPT | TELLS_COALESCED | HAS_DATA, DELIVERED,
	 END_BY(DROPPED, "nothing of it was kept: freed by", RX_DATA)},
	{REFUSED | BEGINS, END_AS(DROPPED, say_refused)},
	{.if_so = listener_is_full},
	/* Where every packet that is sent shows its header, and the frames what was called: the protocol was done with a
	 * SYN, answered nothing and keeps no request of it. No kernel says so in an event. */
	{BEGINS | TELLS_HEADERS | HANDSHAKE | FREED, ANSWERED | LOST, has_no_request,
	 END(DROPPED, "never answered: its listener did not take it")},
	{MAY_BE_DROPPED, HAS_DATA, END(UNKNOWN, NEXT_DROPPED)},
	{HAS_LEN, HAS_DATA, END_AS(CONSUMED, say_consumed)},
	{DELIVERED, END_AS(DELIVERED, say_copied)},
	{READ_IN_KERNEL, END(DELIVERED, "taken off the queue by a reader in the kernel")},
	{.if_so = is_handed_on, END(DELIVERED, "taken off the queue by a reader in the kernel")},
	{TIMEWAIT, END_AS(CONSUMED, say_consumed)},
	{CLOSED_UNREAD | HAS_LEN, END(DROPPED, "unread when its socket was closed")},
	{.if_so = by_socket},
	{MAY_BE_DROPPED, END(UNKNOWN, NEXT_DROPPED)},
	{COALESCED, END(MERGED, "into the skb before it in the receive queue")},
	{DROPPED, HAS_LEN, END_AS(CONSUMED, say_consumed)},
	{HANDSHAKE, HAS_LEN | RX_QUEUED, END_AS(CONSUMED, say_consumed)},
	{NOTHING_KEPT, HAS_LEN | RX_QUEUED, END_AS(CONSUMED, say_consumed)},
	/* Nothing tells how it ended: what is missing. */
	{RX_QUEUED, END(UNKNOWN, "entered the receive queue; no reader of it was recorded")},
	{KEPT, END_AS(UNKNOWN, say_last_keeper)},
	{BACKLOGGED, END(UNKNOWN, "went to the backlog; what came then was not recorded")},
	{0, HAS_LEN, END(UNKNOWN, "whether it carried data was not recorded")},
	{FREED,
	 END(UNKNOWN, "freed with no reader and no drop recorded: its bytes went into another "
		      "skb, or the socket was closed unread")},
	{SILENT, END(UNKNOWN, NOT_ARMED)},
	{END(UNKNOWN, "no reader, queue or free of it was recorded")},
};

static const struct end_row sent_ends[] = {
	{.if_so = was_cut,
	 END(UNKNOWN, "cut for a queue to user space: its segments are packets of their own")},
	{DROPPED, XMIT_OK | COMPLETED, END_AS(DROPPED, say_dropped)},
	{LOST_INSIDE, END_AS(DROPPED, say_dropped)},
	{0, LOOPED, is_refused_by_device, END_AS(DROPPED, say_dropped)},
	{MAY_BE_DROPPED, ON_WIRE, END(UNKNOWN, NEXT_DROPPED)},
	/* What was acknowledged may be what was sent next. */
	{MAY_BE_DROPPED, LOOPED, was_sent_again, END(UNKNOWN, NEXT_DROPPED)},
	{ACKED, .if_so = is_acked_by_packet},
	{ACKED, END_BY(ACKED, "its original was freed by", ACK)},
	/* the receiving half's place, and that may be over */
	{SOCK_SAYS_ACKED | LOOPS_NOW, END_AS(ACKED, say_by_socket)},
	{.if_so = is_on_its_way},
	{BEGUN_BEFORE, ON_WIRE, END(UNKNOWN, "another CPU's trace begins later")},
	/* Devices' queues are traced, and none saw it. What a neighbour's queue still has in memory was said before. */
	{TELLS_QUEUES | FREED, ON_WIRE, END(UNKNOWN, "freed before it came to a device's queue")},
	{TELLS_QUEUES | NEIGH_LEFT, ON_WIRE,
	 END(UNKNOWN,
	     "waited for ARP or ND; which of those that left then it is was not recorded")},
	{TELLS_QUEUES | NEIGH_WAIT, ON_WIRE,
	 END(NEIGH_QUEUED, "no device queue saw it: waits for ARP or ND")},
	{TELLS_QUEUES, ON_WIRE,
	 END(UNKNOWN, "no device's queue saw it, and no neighbour's was recorded")},
	{UNTAKEN | TELLS_DRIVERS, USED_UP | LOOPED | MAY_BE_LOST,
	 END(QDISC_QUEUED, "queued, no driver took it")},
	{.if_so = original_is_queued},
	{SOCK_TELLS, END_AS(UNKNOWN, say_by_socket)},
	{PURGED, END(UNACKED, "reset or closed before its ACK: purged")},
	{ENCLOSED, END(SENT, "went on inside another packet")},
	{LOOPED, END(LOOPED, "the same skb came in again")},
	{0, ON_WIRE, END(UNKNOWN, "no event of a device's queue or driver was recorded")},
	/* A device's queue had it, and what a driver got then is not known. */
	{UNTAKEN | USED_UP,
	 END(UNKNOWN, "given to a device's queue and used up; no driver was seen to get it, or "
		      "segments of it")},
	{UNTAKEN | TELLS_DRIVERS,
	 END(UNKNOWN, "given to a device's queue; what came then may be among events that "
		      "were lost")},
	{UNTAKEN, END(UNKNOWN, "given to a device's queue, no event of a driver was recorded")},
	{IN_RING, END_AS(SENT, say_ring)},
	{MAY_BE_DROPPED, XMIT_OK | LOOPED, END(UNKNOWN, NEXT_DROPPED)},
	/* A driver was given it: what became of it there. */
	{DRIVER_DROPPED, XMIT_OK, END(DROPPED, "net_dev_xmit: the driver dropped it")},
	{TELLS_ANSWERS, XMIT_OK | COMPLETED | MAY_BE_LOST,
	 END(DRIVER_QUEUED, "the driver has not answered")},
	{XMIT_OK, END(SENT, "net_dev_xmit rc 0")},
	{COMPLETED, END(SENT, "freed after a driver was given it")},
	{END(SENT, "handed to the driver")},
};

/* The function of PACKET's protocol that does ACT. */
static const char *name_of(const struct pk_packet *packet, enum pk_stage_act act)
{
	const struct pk_stage *stage = pk_protocol_of(&packet->header)->stages;

	while (stage->name && stage->act != act)
		stage++;
	return stage->name ? stage->name : "its protocol";
}

/* Tells the first end from ROW on that fits; the last row always does. */
static void settle(const struct ending *at, const struct end_row *row)
{
	uint64_t facts = facts_of(at);

	while ((facts & row->when) != row->when || facts & row->unless ||
	       (row->if_so && !row->if_so(at)))
		row++;
	if (!row->evidence && !row->say)
		return;
	at->packet->outcome = row->end;
	if (row->say)
		row->say(at);
	else if (row->by)
		pk_packet_explain(at->packet, "%s %s", row->evidence, name_of(at->packet, row->by));
	else
		pk_packet_explain(at->packet, "%s", row->evidence);
}

/* What is forwarded, with other addresses perhaps, is sent at the address at which it came in; where no end is told that is no
 * proof. What its protocol had, a socket has, or the loopback brought, stays here. */
static bool may_pass_on(const struct pk_engine *engine, const struct pk_packet *packet)
{
	return engine->set->silent && !packet->work->taken && strcmp(packet->dev, "lo") != 0 &&
	       !(packet->netns && pk_queued_sock(engine->memory, packet));
}

void pk_settle_end(struct pk_engine *engine, struct pk_packet *packet)
{
	struct ending at = {.engine = engine, .packet = packet};
	const struct end_row *rows = datagrams_of(packet) ? datagram_ends : stream_ends;

	if (packet->dir == PK_TX) {
		struct pk_place *original = original_place(engine, packet);

		if (original)
			original->joined = true;
		at.device = device_place(engine, packet, &at.nr_queued);
		at.sent = at.device && at.device->outcome == PK_OUT_SENT;
		if (!pk_is_mirrored(packet))
			at.end = pk_end_sent(pk_queued_sock(engine->memory, packet),
					     &packet->header);
		rows = sent_ends;
	} else {
		at.may_pass = may_pass_on(engine, packet);
	}
	if (packet->outcome != PK_OUT_IN_FLIGHT)
		settle(&at, rows);
}
