// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How each packet ended, and how sure we are of who it was.
 *
 * The trace says what happened to a packet; the dead machine's memory says where it is now. Both
 * are asked: a packet that was queued and never read stands in a socket's queue; data that was
 * read has the socket's copied_seq behind it; data that was acknowledged has snd_una behind it.
 */
#include "analysis/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/memory.h"
#include "analysis/run.h"
#include "decode/skb.h"
#include "decode/slab.h"
#include "decode/task.h"

static void say(struct pk_packet *packet, enum pk_outcome outcome, const char *detail)
{
	packet->outcome = outcome;
	snprintf(packet->outcome_detail, sizeof(packet->outcome_detail), "%s", detail);
}

/* A device queue may send a frame twice (netem): the bytes are in the packet once. */
static bool frame_repeats(const struct pk_packet *packet, uint32_t index)
{
	const struct pk_header *header = &packet->frames[index].header;
	uint32_t looked = 0;

	for (uint32_t i = index; packet->dir == PK_TX && i-- > 0 && looked++ < 64;)
		if (packet->frames[i].header.seq == header->seq &&
		    packet->frames[i].header.payload_len == header->payload_len)
			return true;
	return false;
}

/* Headers: a merged or segmented packet is what its frames are together. */
static void join_frames(struct pk_packet *packet)
{
	struct pk_header *mine = &packet->header;
	uint64_t payload = 0;
	unsigned flags = 0;
	bool all = packet->nr_frames > 0;

	for (uint32_t i = 0; i < packet->nr_frames; i++) {
		const struct pk_header *header = &packet->frames[i].header;

		all &= header->tuple_known && header->len_known;
		payload += frame_repeats(packet, i) ? 0 : header->payload_len;
		flags |= header->flags;
	}
	if (packet->nr_frames && packet->frames[0].header.tuple_known)
		pk_header_take(packet, &packet->frames[0].header, PK_TUPLE_EVENT);
	if (all) {
		mine->flags |= flags;
		if (packet->nr_frames > 1) {
			mine->payload_len = (uint32_t)payload;
			mine->len_known = true;
		}
	}
	packet->segs = packet->nr_frames;
}

/* Memory as evidence for the newest life of an address only, while it is allocated. */
static void join_live_skb(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_slab_object slab;
	struct pk_header header = {0};
	struct pk_skb skb;

	if (!packet->skb || packet->generation != 0 || packet->work.freed ||
	    pk_slab_lookup(engine->ctx, packet->skb, &slab) != PK_OK ||
	    (slab.kind != PK_OBJECT_SKB && slab.kind != PK_OBJECT_SKB_FCLONE) ||
	    slab.state != PK_SLAB_ALLOCATED ||
	    pk_skb_read(engine->ctx, packet->skb, &skb) != PK_OK || !skb.users)
		return;
	if (!packet->mark_known) {
		packet->mark = skb.mark;
		packet->mark_known = true;
	}
	if (!packet->dev[0])
		memcpy(packet->dev, skb.dev_name, sizeof(packet->dev));
	if (!skb.header_valid)
		return;
	header.tuple = skb.tuple;
	header.seq = skb.seq;
	header.ack = skb.ack;
	header.flags = skb.flags;
	header.payload_len = skb.payload_len;
	header.tuple_known = header.seq_known = header.ack_known = header.flags_known =
		header.len_known = true;
	/* A live skb that contradicts what an event said of this packet is another one. */
	if (packet->header.tuple_known && !pk_tuple_equal(&packet->header.tuple, &skb.tuple))
		return;
	pk_header_take(packet, &header, PK_TUPLE_SKB);
}

static bool after_or_at(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) >= 0;
}

static bool end_seq(const struct pk_packet *packet, uint32_t *ret_end)
{
	const struct pk_header *header = &packet->header;

	if (!header->seq_known || !header->len_known || !header->flags_known)
		return false;
	*ret_end = header->seq + header->payload_len + !!(header->flags & TH_SYN) +
		   !!(header->flags & TH_FIN);
	return true;
}

static bool begins_connection(const struct pk_packet *packet)
{
	return packet->header.flags_known && (packet->header.flags & (TH_SYN | TH_ACK)) == TH_SYN;
}

/* kfree_skb is no verdict: the kernel frees much through it that did its work. A drop needs a
 * reason, or data that nobody read, or an answer that refuses. */
static bool is_drop(const struct pk_packet *packet)
{
	const char *reason = packet->drop_reason_name;
	bool reasoned = packet->drop_reason_known && reason[0] && strcmp(reason, "NOT_SPECIFIED") &&
			strcmp(reason, "QUEUE_PURGE") && strcmp(reason, "CONSUMED") &&
			strcmp(reason, "NOT_DROPPED_YET");

	if (packet->work.delivered)
		return false;
	if (reasoned || packet->work.refused || packet->work.backlog_full)
		return true;
	if (packet->work.timewait)
		return false;
	return packet->header.len_known && packet->header.payload_len > 0;
}

static void say_dropped(struct pk_engine *engine, struct pk_packet *packet)
{
	char place[PK_SYMBOL_NAME_MAX + 64];

	if (packet->drop_location)
		pk_symbolize(engine->ctx, packet->drop_location, place, sizeof(place));
	else
		snprintf(place, sizeof(place), "%s", "a place not recorded");
	packet->outcome = PK_OUT_DROPPED;
	snprintf(packet->outcome_detail, sizeof(packet->outcome_detail), "%s at %.100s%s",
		 packet->drop_reason_name[0] ? packet->drop_reason_name : "no reason recorded", place,
		 packet->work.refused ? ", answered with RST" : "");
}

static void consumed(struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	if (packet->work.timewait)
		say(packet, PK_OUT_CONSUMED, "taken by TIME_WAIT");
	else if (!header->flags_known && packet->work.handshake)
		say(packet, PK_OUT_CONSUMED, "handshake");
	else if (!header->flags_known)
		say(packet, PK_OUT_CONSUMED, packet->work.purged ? "purged at close"
					     : header->len_known ? "no payload"
								 : "left nothing to queue");
	else if (header->flags & TH_RST)
		say(packet, PK_OUT_CONSUMED, "reset");
	else if (header->flags & TH_SYN)
		say(packet, PK_OUT_CONSUMED, "handshake");
	else if (header->flags & TH_FIN)
		say(packet, PK_OUT_CONSUMED, packet->work.purged ? "FIN, purged at close" : "FIN");
	else
		say(packet, PK_OUT_CONSUMED, "pure ACK");
}

/* Data whose skb is gone: the socket's counters say whether a reader had it. */
static bool by_socket(const struct pk_memory *memory, struct pk_packet *packet)
{
	const struct pk_sock *sock = pk_memory_sock(memory, packet);
	uint32_t end;

	if (!sock || !end_seq(packet, &end))
		return false;
	if (packet->header.flags & TH_FIN)
		end--;
	if (after_or_at(sock->copied_seq, end))
		say(packet, PK_OUT_DELIVERED, "the socket's copied_seq has passed it");
	else if (after_or_at(sock->rcv_nxt, end))
		say(packet, PK_OUT_QUEUED, "received, copied_seq is before its end");
	else
		return false;
	return true;
}

/* Does memory still hold this very life of the skb? */
static bool rx_lives(const struct pk_packet *packet)
{
	return packet->generation == 0 && !packet->work.freed;
}

static bool tx_lives(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb)
{
	struct pk_object *object = pk_object_get(engine, skb, false);

	return object && object->tx == packet && object->alive;
}

static bool rx_in_queue(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_place *place = rx_lives(packet) ? pk_memory_place(engine->memory, packet->skb) : NULL;

	if (!place || place->dir != PK_RX)
		return false;
	place->joined = true;
	if (!packet->sk && place->sock)
		packet->sk = place->sock->addr;
	say(packet, place->outcome, place->text);
	if (place->sock && place->queue == PK_QUEUE_RECEIVE && packet->work.delivered)
		say(packet, PK_OUT_QUEUED, "read in part or peeked at, stands in the receive queue");
	return true;
}

/* A listener whose accept queue is full takes neither a SYN nor the end of a handshake, and frees both without a
 * word: the SYN is never answered, the connection stays a request. (Of an earlier moment, when the queue was
 * not full, both are told by the answer and by the connection.) */
static bool listener_is_full(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	const struct pk_sock *listener;

	if (!header->flags_known || header->flags & TH_RST)
		return false;
	if (begins_connection(packet) ? packet->work.answered : !pk_memory_is_request(engine->memory, packet))
		return false;
	listener = pk_memory_full_listener(engine->memory, packet);
	if (!listener)
		return false;
	packet->outcome = PK_OUT_DROPPED;
	snprintf(packet->outcome_detail, sizeof(packet->outcome_detail),
		 "%s: the accept queue of listener %llx is full (%u, %u may wait)",
		 header->flags & TH_SYN ? "never answered" : "its connection stays a request",
		 (unsigned long long)listener->addr, listener->rx_queue, listener->max_backlog);
	return true;
}

/* Where every packet that is sent shows its header, and the frames what was called: TCP was done with a SYN,
 * answered nothing and keeps no request of it. No kernel says so in an event. */
static bool never_answered(const struct pk_engine *engine, struct pk_packet *packet)
{
	if (!begins_connection(packet) || !engine->tx_headers || !packet->work.handshake ||
	    !packet->work.freed || packet->work.answered || packet->lost_before ||
	    pk_memory_is_request(engine->memory, packet))
		return false;
	say(packet, PK_OUT_DROPPED, "never answered: its listener did not take it");
	return true;
}

static void settle_rx(struct pk_engine *engine, struct pk_packet *packet)
{
	char text[sizeof(packet->outcome_detail)];

	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return;
	if (rx_in_queue(engine, packet))
		return;
	if (packet->work.copied) {
		say(packet, PK_OUT_FORWARDED, "sent on");
	} else if (packet->work.probe_answered && (packet->work.dropped || packet->work.rejected)) {
		snprintf(text, sizeof(text), "a keepalive or window probe, answered by ack %u", packet->header.seq + 1);
		say(packet, PK_OUT_CONSUMED, text);
	} else if (packet->work.dropped && is_drop(packet)) {
		say_dropped(engine, packet);
	} else if (packet->work.rejected && !packet->work.reset_taken) {
		say(packet, PK_OUT_DROPPED, "not acceptable: freed by tcp_validate_incoming");
	} else if (packet->work.pruned) {
		say(packet, PK_OUT_DROPPED, "pruned from the out-of-order queue");
	} else if (packet->work.unkept && engine->saw_coalesce && !packet->work.delivered &&
		   packet->header.len_known && packet->header.payload_len) {
		/* What it puts behind queued data, it frees through kfree_skb_partial(), which is traced. */
		say(packet, PK_OUT_DROPPED, "nothing of it was kept: freed by tcp_data_queue");
	} else if (listener_is_full(engine, packet) || never_answered(engine, packet)) {
		return;
	} else if (packet->header.len_known && !packet->header.payload_len) {
		consumed(packet);
	} else if (packet->work.delivered) {
		snprintf(text, sizeof(text), "skb_copy_datagram_iovec len %llu",
			 (unsigned long long)packet->work.delivered_len);
		say(packet, PK_OUT_DELIVERED, text);
	} else if (packet->work.timewait) {
		consumed(packet);
	} else if (packet->work.closed_unread && packet->header.len_known) {
		say(packet, PK_OUT_DROPPED, "unread when its socket was closed");
	} else if (by_socket(engine->memory, packet)) {
		return;
	} else if (packet->work.coalesced) {
		say(packet, PK_OUT_MERGED, "into the skb before it in the receive queue");
	} else if (packet->work.dropped && !packet->header.len_known) {
		consumed(packet);
	} else if (!packet->header.len_known && !packet->work.rx_queued &&
		   (packet->work.handshake || packet->work.nothing_kept)) {
		consumed(packet);
	} else if (packet->work.rx_queued) {
		say(packet, PK_OUT_UNKNOWN, "entered the receive queue; no reader of it was recorded");
	} else if (packet->work.backlogged) {
		say(packet, PK_OUT_UNKNOWN, "went to the backlog; what came then was not recorded");
	} else if (!packet->header.len_known) {
		say(packet, PK_OUT_UNKNOWN, "whether it carried data was not recorded");
	} else if (packet->work.freed) {
		say(packet, PK_OUT_UNKNOWN, "freed with no reader and no drop recorded: its bytes went into "
					    "another skb, or the socket was closed unread");
	} else {
		say(packet, PK_OUT_UNKNOWN, "no reader, queue or free of it was recorded");
	}
}

/* Of what was freed behind the trace's end nothing tells: the skb that has the address now may be another packet's,
 * and its header says so. */
static bool is_anothers(struct pk_engine *engine, const struct pk_packet *packet, uint64_t addr)
{
	const struct pk_header *mine = &packet->header;
	struct pk_skb skb;

	if (!mine->tuple_known || packet->tuple_from != PK_TUPLE_EVENT ||
	    pk_skb_read(engine->ctx, addr, &skb) != PK_OK || !skb.header_valid)
		return false;
	return !pk_tuple_equal(&mine->tuple, &skb.tuple) ||
	       (mine->seq_known && mine->len_known && skb.seq != mine->seq && skb.seq - mine->seq >= mine->payload_len);
}

/* Where SKB, the clone or a segment of it, stands on its way; NULL: nowhere. */
static struct pk_place *way_place(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb)
{
	struct pk_place *place = pk_memory_place(engine->memory, skb);

	return place && !place->sock && tx_lives(engine, packet, skb) && !is_anothers(engine, packet, skb) ? place
													   : NULL;
}

/* The clone's place, or that of a segment which was cut from it: of several one that is not sent yet. */
static struct pk_place *device_place(struct pk_engine *engine, const struct pk_packet *packet, unsigned *ret_nr)
{
	struct pk_place *found = way_place(engine, packet, packet->skb);

	*ret_nr = 0;
	for (uint32_t i = 0; i < packet->nr_frames; i++) {
		struct pk_place *place = packet->frames[i].skb != packet->skb
						 ? way_place(engine, packet, packet->frames[i].skb)
						 : NULL;

		if (!place)
			continue;
		place->joined = true;
		*ret_nr += place->outcome != PK_OUT_SENT;
		if (!found || found->outcome == PK_OUT_SENT)
			found = place;
	}
	return !found && packet->work.nr_cut ? engine->memory->list[packet->work.cut_place] : found;
}

static bool has_frame(const struct pk_packet *packet, uint64_t skb)
{
	for (uint32_t i = 0; i < packet->nr_frames; i++)
		if (packet->frames[i].skb == skb)
			return true;
	return false;
}

/* What a queueing discipline cut itself (cake, tbf) stands there as segments that no driver was given: copies of the
 * skb that was queued on that device. */
static void join_segments(struct pk_engine *engine)
{
	for (size_t i = 0; i < engine->memory->nr; i++) {
		struct pk_place *place = engine->memory->list[i];
		struct pk_object *object = place->dir == PK_TX && !place->sock ? pk_object_get(engine, place->skb, false)
									       : NULL;
		struct pk_packet *packet = object && object->alive && !object->is_original ? object->tx : NULL;

		if (!packet || packet->skb == place->skb || object->copy_of != packet->skb ||
		    strcmp(packet->dev, place->dev) || has_frame(packet, place->skb) ||
		    is_anothers(engine, packet, place->skb))
			continue;
		place->joined = true;
		if (!packet->work.nr_cut++)
			packet->work.cut_place = (uint32_t)i;
	}
}

/* In a device's queue, on its way: at PLACE, where NR of its segments wait. */
static bool tx_on_its_way(struct pk_packet *packet, struct pk_place *place, unsigned nr)
{
	if (!place)
		return false;
	if (place->dir == PK_RX) { /* loopback: the other half is a packet of its own */
		say(packet, PK_OUT_LOOPED, place->text);
		return true;
	}
	place->joined = true;
	if (place->outcome == PK_OUT_SENT || place->outcome == PK_OUT_UNKNOWN)
		return false; /* what came then is for TCP to say */
	say(packet, place->outcome, place->text);
	if (packet->work.nr_cut)
		snprintf(packet->outcome_detail, sizeof(packet->outcome_detail), "%.100s, cut into %u segments",
			 place->text, packet->work.nr_cut);
	else if (nr && nr < packet->nr_frames)
		snprintf(packet->outcome_detail, sizeof(packet->outcome_detail), "%.100s: %u of %u segments",
			 place->text, nr, packet->nr_frames);
	return true;
}

/* The original on its socket's queue. */
static struct pk_place *original_place(struct pk_engine *engine, const struct pk_packet *packet)
{
	struct pk_place *place = pk_memory_place(engine->memory, packet->orig_skb);

	return place && place->sock && place->dir == PK_TX && tx_lives(engine, packet, packet->orig_skb) ? place
													: NULL;
}

static bool tx_in_queue(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_place *place = original_place(engine, packet);

	if (!place)
		return false;
	packet->sk = packet->sk ? packet->sk : place->sock->addr;
	say(packet, place->outcome, place->text);
	return true;
}

/* The detail may already name the ACK. */
static void say_acked(struct pk_packet *packet)
{
	if (packet->outcome_detail[0])
		packet->outcome = PK_OUT_ACKED;
	else
		say(packet, PK_OUT_ACKED, "its original was freed by tcp_ack");
}

/* Devices' queues are traced, and none saw it. What a neighbour's queue still has in memory was said before. */
static void say_never_queued(struct pk_packet *packet)
{
	if (packet->work.freed)
		say(packet, PK_OUT_UNKNOWN, "freed before it came to a device's queue");
	else if (packet->work.neigh_wait)
		say(packet, PK_OUT_NEIGH_QUEUED, "no device queue saw it: waits for ARP or ND");
	else
		say(packet, PK_OUT_UNKNOWN, "no device's queue saw it, and no neighbour's was recorded");
}

static void settle_tx(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_sock *sock = pk_memory_sock(engine->memory, packet);
	struct pk_place *original = original_place(engine, packet);
	unsigned nr;
	struct pk_place *device = device_place(engine, packet, &nr);
	/* In a driver's ring, and the device is done with it. */
	bool sent = device && device->outcome == PK_OUT_SENT;
	uint32_t end = 0;
	bool consumes = end_seq(packet, &end) && end != packet->header.seq;
	bool on_wire = packet->work.wire_seen || packet->work.looped || sent;
	bool untaken = packet->work.queue_seen && !packet->nr_frames && !sent;
	bool drivers_told = engine->saw_tx_start || engine->saw_tx_done;
	bool acked = consumes && sock && after_or_at(sock->snd_una, end);

	if (original)
		original->joined = true;
	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return;
	if (packet->work.dropped && !packet->work.xmit_ok)
		say_dropped(engine, packet);
	else if (packet->work.acked)
		say_acked(packet);
	else if (acked && device && device->dir == PK_RX) /* the receiving half's, and that may be over */
		say(packet, PK_OUT_ACKED, "the socket's snd_una has passed it");
	else if (tx_on_its_way(packet, device, nr))
		return;
	else if (!on_wire && packet->first_ns < engine->set->complete_since)
		say(packet, PK_OUT_UNKNOWN, "another CPU's trace begins later");
	else if (!on_wire && engine->saw_tx_queue)
		say_never_queued(packet);
	else if (untaken && !packet->work.looped && drivers_told)
		say(packet, PK_OUT_QDISC_QUEUED, "queued, no driver took it");
	else if (tx_in_queue(engine, packet))
		return;
	else if (acked)
		say(packet, PK_OUT_ACKED, "the socket's snd_una has passed it");
	else if (consumes && sock && after_or_at(sock->snd_nxt, end))
		say(packet, PK_OUT_UNACKED, "the socket's snd_una is before its end");
	else if (packet->work.purged)
		say(packet, PK_OUT_UNACKED, "reset or closed before its ACK: purged");
	else if (packet->work.looped)
		say(packet, PK_OUT_LOOPED, "the same skb came in again");
	else if (!on_wire)
		say(packet, PK_OUT_UNKNOWN, "no event of a device's queue or driver was recorded");
	else if (untaken && !drivers_told)
		say(packet, PK_OUT_UNKNOWN, "given to a device's queue, no event of a driver was recorded");
	else if (sent)
		say(packet, PK_OUT_SENT, device->text);
	else if (engine->saw_tx_done && !packet->work.xmit_ok)
		say(packet, PK_OUT_DRIVER_QUEUED, "the driver has not answered");
	else
		say(packet, PK_OUT_SENT,
		    packet->work.xmit_ok ? "net_dev_xmit rc 0" : "handed to the driver");
}

/* A sent packet that no header was read of (it never reached a driver): its socket's other packets
 * say whose it was, if the nearest before and after agree; a socket's address may be reused. */
struct sock_tuples {
	struct pk_tuple local;	 /* of the last packet of that socket that has one */
	bool known;
	uint32_t waiting[32];	 /* indexes of packets after it that have none */
	unsigned nr;
	bool syn_known; /* the last connection's own SYN was seen, with this sequence number */
	uint32_t syn;
};

#define NAMES_NEAR (1u << 24) /* bytes: a window is smaller on all but the longest and fattest of paths */

static struct pk_tuple local_tuple(const struct pk_packet *packet)
{
	return packet->dir == PK_RX ? pk_tuple_reversed(&packet->header.tuple) : packet->header.tuple;
}

static void give_tuple(struct pk_packet *packet, const struct pk_tuple *local)
{
	struct pk_header header = {.tuple_known = true, .tuple = *local};

	if (packet->dir == PK_RX)
		header.tuple = pk_tuple_reversed(local);
	if (packet->header.ports_known && (packet->header.tuple.sport != header.tuple.sport ||
					   packet->header.tuple.dport != header.tuple.dport))
		return;
	pk_header_take(packet, &header, PK_TUPLE_EDGE);
}

/* A SYN that its socket sends is another connection's, unless it is the last one once more. */
static void note_syn(struct sock_tuples *sock, const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	if (packet->dir != PK_TX || !begins_connection(packet))
		return;
	if (!header->seq_known || !sock->syn_known || sock->syn != header->seq) {
		sock->known = false;
		sock->nr = 0;
	}
	sock->syn_known = header->seq_known;
	sock->syn = header->seq;
}

/* Where one side alone of a packet has a name, the next one's may be of another connection, of which
 * the freed socket was made. Their sequence numbers would be anywhere. */
static bool may_follow(const struct pk_packet *first, const struct pk_packet *next)
{
	bool same = first->dir == next->dir;
	const struct pk_header *one = &first->header, *other = &next->header;
	bool known = same ? other->seq_known
			  : other->ack_known && other->flags_known && (other->flags & TH_ACK);
	uint32_t apart = (same ? other->seq : other->ack) - one->seq;

	return !one->seq_known || !known || apart < NAMES_NEAR || -apart < NAMES_NEAR;
}

static void name_by_socket(struct pk_packet_set *set, struct sock_tuples *sock, uint32_t index)
{
	struct pk_packet *packet = set->packets[index];
	struct pk_tuple local;

	note_syn(sock, packet);
	if (!packet->header.tuple_known) {
		/* Received, it came to a listener, which has no tuple. */
		if (begins_connection(packet) && packet->dir == PK_RX)
			return;
		if (sock->nr < sizeof(sock->waiting) / sizeof(sock->waiting[0]))
			sock->waiting[sock->nr++] = index;
		return;
	}
	local = local_tuple(packet);
	for (unsigned i = 0; i < sock->nr; i++)
		if (sock->known ? pk_tuple_equal(&local, &sock->local)
				: may_follow(set->packets[sock->waiting[i]], packet))
			give_tuple(set->packets[sock->waiting[i]], &local);
	sock->nr = 0;
	sock->local = local;
	sock->known = true;
}

static void name_by_sockets(struct pk_packet_set *set, const struct pk_memory *memory)
{
	struct pk_hash socks = {0};
	struct sock_tuples *sock;
	size_t at = 0;

	for (uint32_t i = 0; i < set->nr; i++) {
		if (!set->packets[i]->sk)
			continue;
		sock = pk_hash_get(&socks, set->packets[i]->sk);
		if (!sock) {
			sock = calloc(1, sizeof(*sock));
			if (!sock || !pk_hash_put(&socks, set->packets[i]->sk, sock)) {
				free(sock);
				break;
			}
		}
		name_by_socket(set, sock, i);
	}
	/* The newest of a socket: what comes after is the live socket, if it still is that one. */
	while ((sock = pk_hash_next(&socks, &at))) {
		const struct pk_sock *live = sock->known ? pk_hash_get(&memory->tuples, pk_tuple_key(&sock->local))
							 : NULL;

		for (unsigned i = 0; live && i < sock->nr; i++)
			if (live->addr == set->packets[sock->waiting[i]]->sk)
				give_tuple(set->packets[sock->waiting[i]], &sock->local);
	}
	pk_hash_deinit(&socks, free);
}

/* Acknowledgements seen in the trace, per connection: outstanding sends in order. */
#define FLOW_SENT_MAX 4096 /* more than that are in no congestion window that a trace holds */

struct flow {
	struct pk_packet **sent; /* owned, grows */
	unsigned nr, room;
	bool read_known; /* by the walk backwards: data up to READ was copied to a reader */
	uint32_t read;
	const struct pk_packet *reset; /* by the walk backwards: it says that its socket was closed with unread data */
	bool unread_seen; /* and what came last of it was found */
	/* what later data may be coalesced into */
	struct pk_packet *tail, *backlog_tail;
	struct pk_packet *syn; /* received last, to be answered */
	struct pk_packet *bare; /* the newest received, if it is an ACK and no more: it may be a keepalive */
};

static void flow_free(void *flow)
{
	free(((struct flow *)flow)->sent);
	free(flow);
}

static struct flow *flow_of(struct pk_hash *flows, const struct pk_tuple *local)
{
	uint64_t key = pk_tuple_key(local);
	struct flow *flow = pk_hash_get(flows, key);

	if (!flow) {
		flow = calloc(1, sizeof(*flow));
		if (!flow || !pk_hash_put(flows, key, flow)) {
			free(flow);
			return NULL;
		}
	}
	return flow;
}

static void flow_sent(struct flow *flow, struct pk_packet *packet)
{
	uint32_t end;

	if (!end_seq(packet, &end) || end == packet->header.seq)
		return;
	if (flow->nr == flow->room && flow->room < FLOW_SENT_MAX) {
		unsigned room = flow->room ? 2 * flow->room : 16;
		struct pk_packet **bigger = realloc(flow->sent, room * sizeof(*bigger));

		if (bigger) {
			flow->sent = bigger;
			flow->room = room;
		}
	}
	if (!flow->room)
		return;
	if (flow->nr == flow->room)
		memmove(&flow->sent[0], &flow->sent[1], --flow->nr * sizeof(flow->sent[0]));
	flow->sent[flow->nr++] = packet;
}

static void flow_answered(struct flow *flow, const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	if (flow->syn && (!header->flags_known || !header->ack_known || header->flags & TH_SYN))
		flow->syn->work.answered = true;
}

static bool is_bare_ack(const struct pk_header *header)
{
	return header->flags_known && header->len_known && header->seq_known && !header->payload_len &&
	       (header->flags & (TH_SYN | TH_FIN | TH_RST | TH_ACK)) == TH_ACK;
}

/* A keepalive, and a probe of a window that is closed, carry the sequence number before the next: what TCP throws away,
 * and answers with the number that it wants. */
static void flow_probed(struct flow *flow, const struct pk_packet *answer)
{
	if (flow->bare && is_bare_ack(&answer->header) && answer->header.ack_known &&
	    answer->header.ack == flow->bare->header.seq + 1)
		flow->bare->work.probe_answered = true;
	flow->bare = NULL;
}

static void flow_acked(struct pk_engine *engine, struct flow *flow, struct pk_packet *ack)
{
	unsigned kept = 0;
	uint32_t end;

	if (!ack->header.ack_known || !(ack->header.flags & TH_ACK))
		return;
	for (unsigned i = 0; i < flow->nr; i++) {
		struct pk_packet *packet = flow->sent[i];

		if (!end_seq(packet, &end) || !after_or_at(ack->header.ack, end)) {
			flow->sent[kept++] = packet;
			continue;
		}
		if (packet->outcome == PK_OUT_IN_FLIGHT)
			continue;
		packet->work.acked = true;
		snprintf(packet->outcome_detail, sizeof(packet->outcome_detail),
			 "acknowledged by ack %u", ack->header.ack);
		pk_edge_add(engine, packet, PK_EDGE_ACKED_BY, PK_ID_DERIVED, ack->skb, ack);
	}
	flow->nr = kept;
}

/* Coalesced data shares the fate of the skb that holds it now: the one before it in the backlog (there
 * even a pure ACK takes in the data behind it), or in the receive queue. */
static void flow_received(struct pk_engine *engine, struct flow *flow, struct pk_packet *packet)
{
	struct pk_packet *into = packet->work.coalesced_in_backlog ? flow->backlog_tail : flow->tail;

	/* Where frames do not show it: data that was freed right where it came in, with neither a reader
	 * nor kfree_skb, has its bytes in another skb. (Before drops had reasons, tcp_drop() was silent.) */
	if (packet->work.freed_on_receipt && pk_has(engine->ctx, PK_R_drop_reason_max) &&
	    !packet->work.unkept && !packet->work.dropped && !packet->work.delivered &&
	    packet->header.len_known && packet->header.payload_len && !(packet->header.flags & TH_SYN))
		packet->work.coalesced = true;

	if (packet->work.coalesced) {
		if (into)
			pk_edge_add(engine, packet, PK_EDGE_COALESCED, PK_ID_DERIVED, into->skb, into);
		else
			packet->left_complete = false;
		return;
	}
	if (packet->work.backlogged)
		flow->backlog_tail = packet;
	if (packet->header.len_known && packet->header.payload_len)
		flow->tail = packet;
}

/* By the tuple as the local socket has it; NULL: out of memory. */
static struct flow *flow_of_packet(struct pk_hash *flows, const struct pk_packet *packet)
{
	struct pk_tuple local = packet->header.tuple;

	if (packet->dir == PK_RX)
		local = pk_tuple_reversed(&local);
	return flow_of(flows, &local);
}

static void walk_flows(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_hash flows = {0};

	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		struct flow *flow;

		if (!packet->header.tuple_known)
			continue;
		flow = flow_of_packet(&flows, packet);
		if (!flow)
			break;
		if (packet->dir == PK_TX) {
			flow_answered(flow, packet);
			flow_probed(flow, packet);
			flow_sent(flow, packet);
		} else {
			if (begins_connection(packet))
				flow->syn = packet;
			flow->bare = is_bare_ack(&packet->header) ? packet : NULL;
			flow_acked(engine, flow, packet);
			flow_received(engine, flow, packet);
		}
	}
	pk_hash_deinit(&flows, flow_free);
}

/* A stream is read in order: what entered the receive queue was read if bytes behind it were, though nobody saw its
 * own skb with a reader (the kernel collapses full queues into fewer skbs). */
static void settle_by_order(struct flow *flow, struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	uint32_t end = header->seq + header->payload_len;

	if (!header->seq_known || !header->len_known || !header->payload_len)
		return;
	if (packet->work.delivered && packet->outcome == PK_OUT_DELIVERED &&
	    (!flow->read_known || after_or_at(end, flow->read))) {
		flow->read_known = true;
		flow->read = end;
	} else if (packet->outcome == PK_OUT_UNKNOWN && packet->work.rx_queued && flow->read_known &&
		   after_or_at(flow->read, end)) {
		say(packet, PK_OUT_DELIVERED, "bytes behind it were read");
	}
}

/* Data of a socket that was closed while some was not read (so says its reset). The newest is, for the stream is read
 * in order; and what nobody was seen to read and did not end before, where readers are seen at all. */
static void settle_unread(const struct pk_engine *engine, struct flow *flow, struct pk_packet *packet)
{
	uint32_t end;

	if (!flow->reset || !packet->header.payload_len || !end_seq(packet, &end) || packet->work.delivered ||
	    (!packet->work.rx_queued && !packet->work.coalesced) || (flow->read_known && after_or_at(flow->read, end)))
		return;
	if (flow->unread_seen && (!engine->saw_copy || (packet->work.freed && !packet->work.coalesced &&
							packet->last_ns < flow->reset->first_ns)))
		return;
	flow->unread_seen = packet->work.closed_unread = true;
	if (packet->outcome == PK_OUT_UNKNOWN)
		say(packet, PK_OUT_DROPPED, "unread when its socket was closed: so says the reset that was sent");
}

static void walk_flows_back(const struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_hash flows = {0};

	for (uint32_t i = set->nr; i-- > 0;) {
		struct pk_packet *packet = set->packets[i];
		struct flow *flow;

		if (!packet->header.tuple_known)
			continue;
		flow = flow_of_packet(&flows, packet);
		if (!flow)
			break;
		if (packet->work.says_unread) {
			flow->reset = packet;
			flow->unread_seen = false;
		}
		if (packet->dir == PK_RX) {
			settle_by_order(flow, packet);
			settle_unread(engine, flow, packet);
		}
		/* What came before belongs to an earlier connection of this name. */
		if (packet->header.flags_known && packet->header.flags & TH_SYN) {
			flow->read_known = false;
			flow->reset = NULL;
		}
	}
	pk_hash_deinit(&flows, flow_free);
}

static const struct pk_packet *coalesced_into(const struct pk_packet *packet)
{
	for (uint32_t i = 0; i < packet->nr_edges; i++)
		if (packet->edges[i].kind == PK_EDGE_COALESCED)
			return packet->edges[i].to;
	return NULL;
}

/* Whether as much of INTO was copied to readers as it holds up to the end of PACKET's data. */
static bool was_read_up_to(const struct pk_packet *into, const struct pk_packet *packet)
{
	uint32_t end;

	return into->work.delivered && into->header.seq_known && end_seq(packet, &end) &&
	       into->work.delivered_len >= (uint32_t)(end - into->header.seq);
}

static void settle_coalesced(struct pk_packet *packet)
{
	const struct pk_packet *into = coalesced_into(packet);

	if (!into || (packet->outcome != PK_OUT_MERGED && packet->outcome != PK_OUT_UNKNOWN))
		return;
	/* The holder may have been coalesced in its turn. */
	for (int steps = 0; steps < 64 && coalesced_into(into); steps++)
		into = coalesced_into(into);
	/* A reader that only peeks copies too: what memory still holds was not taken. */
	if (packet->work.closed_unread && !was_read_up_to(into, packet))
		say(packet, PK_OUT_DROPPED, "unread when its socket was closed, in the skb that it was coalesced into");
	else if (into->outcome == PK_OUT_QUEUED || into->outcome == PK_OUT_BACKLOGGED)
		say(packet, into->outcome, "in the skb that it was coalesced into");
	else if (into->work.delivered || into->outcome == PK_OUT_DELIVERED)
		say(packet, PK_OUT_DELIVERED, "through the skb that it was coalesced into");
	else if (into->work.closed_unread && into->outcome == PK_OUT_DROPPED)
		say(packet, PK_OUT_DROPPED, "unread when its socket was closed, in the skb that it was coalesced into");
}

/* Identity: the weakest link that the printed names rest on. */
/* Of the socket that handled it, where that still lives: the same address with the same tuple. The tuple
 * alone may be another namespace's too. */
static void settle_netns(const struct pk_memory *memory, struct pk_packet *packet)
{
	const struct pk_sock *sock = pk_memory_sock(memory, packet);

	if (sock && sock->addr == packet->sk)
		packet->netns = sock->netns;
}

static void settle_identity(struct pk_packet *packet)
{
	static const enum pk_identity of_tuple[] = {
		[PK_TUPLE_EVENT] = PK_ID_EXACT, [PK_TUPLE_NESTED] = PK_ID_NESTED,
		[PK_TUPLE_SKB] = PK_ID_EXACT,	[PK_TUPLE_SOCK] = PK_ID_DERIVED,
		[PK_TUPLE_EDGE] = PK_ID_DERIVED,
	};

	if (packet->header.tuple_known)
		packet->identity = of_tuple[packet->tuple_from];
	else if (packet->skb)
		packet->identity = PK_ID_EXACT;
	else if (packet->orig_skb)
		packet->identity = PK_ID_EXACT;
	else
		packet->identity = PK_ID_NONE;
}

/* What the loopback's two halves know of each other: they are one skb. */
static void join_halves(struct pk_packet *packet)
{
	for (uint32_t i = 0; i < packet->nr_edges; i++) {
		struct pk_packet *other = packet->edges[i].to;

		if (packet->edges[i].kind != PK_EDGE_LOOPBACK || !other)
			continue;
		if (other->header.tuple_known && !packet->header.tuple_known)
			pk_header_take(packet, &other->header,
				       other->tuple_from == PK_TUPLE_NESTED ? PK_TUPLE_NESTED : PK_TUPLE_EDGE);
		packet->work.is_tcp |= other->work.is_tcp;
	}
}

/* Memory as the witness that an skb carried TCP, where no frame and no probe is one: it still stands
 * there with its header; or it was freed by TCP; or it was sent from the cache of skbs that come with
 * room for their clone, which TCP alone takes from. */
static bool memory_says_tcp(struct pk_engine *engine, const struct pk_packet *packet)
{
	struct pk_object *object = pk_object_get(engine, packet->skb, false);
	struct pk_slab_object slab;
	struct pk_symbol symbol;
	struct pk_skb skb;

	if (packet->drop_location &&
	    engine->ctx->target->ops->symbol_at(engine->ctx->target, packet->drop_location, &symbol) == PK_OK &&
	    !strncmp(symbol.name, "tcp_", 4))
		return true;
	if (!object || pk_slab_lookup(engine->ctx, packet->skb, &slab) != PK_OK)
		return false;
	if (slab.kind == PK_OBJECT_SKB_FCLONE && packet->dir == PK_TX)
		return true;
	return slab.kind == PK_OBJECT_SKB && slab.state == PK_SLAB_ALLOCATED && object->alive &&
	       !packet->work.freed && (packet->dir == PK_RX ? object->rx : object->tx) == packet &&
	       pk_skb_read(engine->ctx, packet->skb, &skb) == PK_OK && skb.users && skb.header_valid;
}

static void decide_by_memory(struct pk_engine *engine, struct pk_packet *packet)
{
	bool seen = packet->dir == PK_RX ? packet->work.queue_seen : packet->work.wire_seen;

	if (!packet->work.is_tcp && !packet->work.is_other && seen)
		packet->work.is_tcp = memory_says_tcp(engine, packet);
}

/* Where probes read headers, what they passed over was another protocol. */
static void count_undecided(const struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		bool seen = packet->dir == PK_RX ? packet->work.queue_seen : packet->work.wire_seen;

		if (packet->work.is_tcp || packet->work.is_other || packet->work.framed || !seen)
			continue;
		if (packet->dir == PK_RX)
			set->undecided_rx += !engine->rx_headers;
		else
			set->undecided_tx += !engine->tx_headers;
	}
}

static bool belongs(const struct pk_engine *engine, const struct pk_packet *packet)
{
	if (!packet->work.is_tcp || packet->work.is_other)
		return false;
	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return true;
	if (packet->dir == PK_RX)
		/* Below GRO only: merged where merges are not traced, or still held there. */
		return packet->work.queue_seen || !packet->nr_frames ||
		       (engine->saw_merge && !packet->work.freed);
	/* A control function may decide to send nothing. */
	return packet->work.wire_seen || !packet->work.control;
}

/* Remove what is no TCP packet; edges to those lose their packet, not their pointer. */
static void sift(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < set->nr; i++)
		for (uint32_t j = 0; j < set->packets[i]->nr_edges; j++) {
			struct pk_edge *edge = &set->packets[i]->edges[j];

			if (edge->to && !belongs(engine, edge->to))
				edge->to = NULL;
		}
	for (uint32_t i = 0; i < set->nr; i++) {
		if (belongs(engine, set->packets[i]))
			set->packets[kept++] = set->packets[i];
		else
			pk_packet_free(set->packets[i]);
	}
	set->nr = kept;
}

/* In flight. */

struct shadow_search {
	uint64_t func;
	bool found;
};

static bool shadow_has(const struct pk_open_frame *frame, void *arg)
{
	struct shadow_search *search = arg;

	search->found |= frame->func == search->func;
	return !search->found;
}

struct task_search {
	struct pk_engine *engine;
	int64_t key;
	struct pk_task task;
	bool found;
};

static bool task_is(const struct pk_task *task, void *arg)
{
	struct task_search *search = arg;

	search->found = task->pid == search->key;
	if (search->found)
		search->task = *task;
	return !search->found;
}

/* Does the dead task's own shadow stack still hold the frame? PK_ABSENT: there is none to ask. */
static enum pk_status still_open(struct pk_engine *engine, const struct pk_thread *thread,
				 uint64_t func)
{
	struct task_search task = {.engine = engine, .key = thread->key};
	struct shadow_search shadow = {.func = func};
	enum pk_status status;

	if (thread->key < 0)
		task.found = pk_cpu_task(engine->ctx, (int)(-1 - thread->key), &task.task) == PK_OK &&
			     task.task.pid == 0;
	else if (pk_cpu_task(engine->ctx, thread->cpu, &task.task) == PK_OK &&
		 task.task.pid == thread->key)
		task.found = true;
	else
		pk_tasks_walk(engine->ctx, task_is, &task);
	if (!task.found)
		return PK_CORRUPT;
	status = pk_shadow_stack_walk(engine->ctx, &task.task, shadow_has, &shadow);
	if (status != PK_OK)
		return PK_ABSENT;
	return shadow.found ? PK_OK : PK_CORRUPT;
}

static void flight(struct pk_engine *engine, const struct pk_thread *thread, uint32_t at)
{
	const struct pk_frame *frame = &thread->frames[at];
	struct pk_packet *packet = frame->packet;
	const struct pk_frame *inner = frame;
	struct pk_symbol symbol = {.name = "?"};
	enum pk_status status;

	if (packet->work.is_other || !packet->work.is_tcp)
		return;
	for (uint32_t i = at + 1; i < thread->nr_frames; i++) {
		if (thread->frames[i].packet && thread->frames[i].packet != packet)
			break;
		if (thread->frames[i].stage)
			inner = &thread->frames[i];
	}
	engine->ctx->target->ops->symbol_at(engine->ctx->target, inner->func, &symbol);
	status = still_open(engine, thread, frame->func);
	packet->in_func = inner->func;
	packet->in_func_since = inner->start;
	if (status == PK_OK || (status == PK_ABSENT && engine->set->ran_until_panic)) {
		packet->outcome = PK_OUT_IN_FLIGHT;
		snprintf(packet->outcome_detail, sizeof(packet->outcome_detail), "in %.60s%s",
			 symbol.name,
			 status == PK_OK ? ", still on the task's shadow stack" : "");
	} else {
		packet->in_func = 0;
		snprintf(packet->outcome_detail, sizeof(packet->outcome_detail),
			 "the trace stopped here, in %.60s", symbol.name);
	}
}

/* What is still open lasted up to the panic; what the task did after that is the panic's. */
static void end_open_piece(const struct pk_engine *engine, const struct pk_thread *thread,
			   const struct pk_frame *frame)
{
	const struct pk_packet_set *set = engine->set;
	struct pk_piece *piece;

	if (frame->piece >= frame->packet->nr_pieces)
		return;
	piece = &frame->packet->pieces[frame->piece];
	piece->end = thread->last_ns;
	if (set->panic_known && set->panic_ns > piece->start && set->panic_ns < piece->end)
		piece->end = set->panic_ns;
}

static void settle_flights(struct pk_engine *engine)
{
	size_t at = 0;
	const struct pk_thread *thread;

	while ((thread = pk_hash_next(&engine->threads, &at)))
		for (uint32_t i = thread->nr_frames; i-- > 0;) {
			/* Of the function tracer nobody knows which call is still open. */
			if (!thread->frames[i].packet || thread->frames[i].by_entry)
				continue;
			end_open_piece(engine, thread, &thread->frames[i]);
			if (thread->frames[i].packet->outcome != PK_OUT_IN_FLIGHT)
				flight(engine, thread, i);
		}
}

static int by_time(const void *a, const void *b)
{
	const struct pk_packet *x = *(struct pk_packet *const *)a;
	const struct pk_packet *y = *(struct pk_packet *const *)b;

	if (x->first_ns != y->first_ns)
		return x->first_ns < y->first_ns ? -1 : 1;
	if (x->pos.cpu != y->pos.cpu)
		return x->pos.cpu < y->pos.cpu ? -1 : 1;
	if (x->pos.page_ts != y->pos.page_ts)
		return x->pos.page_ts < y->pos.page_ts ? -1 : 1;
	/* Where the clock stood still, several pages have one time: then in the order of their events. */
	return x->work.serial < y->work.serial ? -1 : x->work.serial > y->work.serial;
}

static void settle_generation(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_object *object = pk_object_get(engine, packet->skb ? packet->skb : packet->orig_skb,
						 false);

	packet->generation_known = object != NULL && engine->plans->any_free;
	if (object)
		packet->generation = (int64_t)packet->work.birth_serial - object->ends;
}

static void name_reason(struct pk_engine *engine, struct pk_packet *packet)
{
	if (packet->drop_reason_known &&
	    pk_drop_reason_name(engine->ctx, packet->drop_reason, packet->drop_reason_name,
				sizeof(packet->drop_reason_name)) != PK_OK)
		packet->drop_reason_name[0] = '\0';
}

static bool inside_another(const struct pk_packet *packet, const struct pk_piece *piece)
{
	for (uint32_t i = 0; i < packet->nr_pieces; i++) {
		const struct pk_piece *outer = &packet->pieces[i];

		if (outer != piece && outer->how != PK_ID_NONE && outer->func &&
		    outer->cpu == piece->cpu && outer->pid == piece->pid &&
		    outer->start <= piece->start && outer->end >= piece->end &&
		    (!piece->func || outer->depth < piece->depth))
			return true;
	}
	return false;
}

/* In order of time, without those that a revised join took away or that lie inside another. */
static void finish_pieces(struct pk_packet *packet)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < packet->nr_pieces; i++)
		if (inside_another(packet, &packet->pieces[i]))
			packet->pieces[i].how = PK_ID_NONE;
	for (uint32_t i = 0; i < packet->nr_pieces; i++)
		if (packet->pieces[i].how != PK_ID_NONE)
			packet->pieces[kept++] = packet->pieces[i];
	packet->nr_pieces = kept;
	for (uint32_t i = 1; i < kept; i++)
		for (uint32_t j = i; j && packet->pieces[j].start < packet->pieces[j - 1].start; j--) {
			struct pk_piece swap = packet->pieces[j];

			packet->pieces[j] = packet->pieces[j - 1];
			packet->pieces[j - 1] = swap;
		}
}

static void settle_all(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;

	join_segments(engine);
	name_by_sockets(set, engine->memory);
	for (uint32_t i = 0; i < set->nr; i++)
		join_halves(set->packets[i]);
	walk_flows(engine);
	for (uint32_t i = 0; i < set->nr; i++) {
		if (set->packets[i]->dir == PK_RX)
			settle_rx(engine, set->packets[i]);
		else
			settle_tx(engine, set->packets[i]);
		settle_identity(set->packets[i]);
		settle_netns(engine->memory, set->packets[i]);
	}
	walk_flows_back(engine);
	for (uint32_t i = 0; i < set->nr; i++)
		settle_coalesced(set->packets[i]);
}

enum pk_status pk_outcomes_settle(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_memory memory = {0};

	for (uint32_t i = 0; i < set->nr; i++)
		join_frames(set->packets[i]);
	for (uint32_t i = 0; i < set->nr; i++)
		decide_by_memory(engine, set->packets[i]);
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < set->nr; i++)
			join_halves(set->packets[i]);
	count_undecided(engine);
	settle_flights(engine);
	sift(engine);
	for (uint32_t i = 0; i < set->nr; i++)
		set->packets[i]->work.serial = i;
	if (set->nr)
		qsort(set->packets, set->nr, sizeof(*set->packets), by_time);
	if (!engine->memory) {
		pk_memory_load(engine->ctx, &memory);
		engine->memory = &memory;
	}
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];

		settle_generation(engine, packet);
		name_reason(engine, packet);
		join_live_skb(engine, packet);
		finish_pieces(packet);
		/* Where arrivals are not traced, nothing tells of a beginning; of what loops, the
		 * sending half may lie before the window. */
		if (!engine->saw_wire_rx && packet->dir == PK_RX &&
		    !pk_time_near_start(engine, packet->first_ns))
			packet->left_complete = true;
	}
	for (uint32_t i = 0; i < set->nr; i++)
		join_halves(set->packets[i]);
	settle_all(engine);
	if (engine->memory == &memory) {
		pk_memory_deinit(&memory);
		engine->memory = NULL;
	}
	if (engine->out_of_memory)
		return pk_fail(engine->ctx, PK_NOMEM, "packets of %llu events",
			       (unsigned long long)set->events);
	return PK_OK;
}
