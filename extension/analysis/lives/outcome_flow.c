// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What packets of one connection say of each other: acknowledgements, what was read, what was
 * coalesced, what a socket was closed with.
 */
#include "analysis/lives/outcome.h"
#include "analysis/lives/same_packet.h"
#include "core/kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Acknowledgements seen in the trace, per connection: outstanding sends in order. */
#define FLOW_SENT_MAX 4096 /* more than that are in no congestion window that a trace holds */

#define FLOW_RECENT 256 /* packets with data, of which one may take in another: a window's */

struct flow {
	struct pk_packet **sent; /* owned, grows */
	unsigned nr, room;
	bool read_known; /* by the walk backwards: data up to READ was copied to a reader */
	uint32_t read;
	/* by the walk backwards: it says that its socket was closed with unread data */
	const struct pk_packet *reset;
	bool unread_seen; /* and what came last of it was found */
	/* what later data may be coalesced into */
	struct pk_packet *tail, *backlog_tail;
	struct pk_packet **data; /* owned, grows: received last */
	unsigned nr_data, room_data;
	struct pk_packet *syn; /* received last, to be answered */
	struct pk_packet *probe; /* the newest received, if it may be a keepalive */
};

static void flow_free(void *flow)
{
	free(((struct flow *)flow)->sent);
	free(((struct flow *)flow)->data);
	free(flow);
}

static void flow_sent(struct flow *flow, struct pk_packet *packet)
{
	uint32_t end;

	if (!pk_header_end(&packet->header, &end) || !pk_header_numbers(&packet->header) ||
	    pk_is_mirrored(packet))
		return;
	if (flow->nr < FLOW_SENT_MAX && !pk_grow(flow->sent, flow->nr, flow->room))
		return;
	if (flow->nr == flow->room)
		memmove(&flow->sent[0], &flow->sent[1], --flow->nr * sizeof(flow->sent[0]));
	flow->sent[flow->nr++] = packet;
}

static void flow_answered(struct flow *flow, const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	if (flow->syn &&
	    (!header->flags_known || !header->ack_known || pk_header_says(header, PK_SAYS_SETUP)))
		flow->syn->work->answered = true;
	if (flow->syn && pk_refuses(header, &flow->syn->header))
		flow->syn->work->refused = true;
}

static void flow_probed(struct flow *flow, const struct pk_packet *answer)
{
	if (flow->probe && pk_answers_probe(&answer->header, &flow->probe->header)) {
		flow->probe->work->probe_answered = true;
		flow->probe->work->rx.probe_ack = answer->header.ack;
	}
	flow->probe = NULL;
}

static void flow_acked(struct flow *flow, struct pk_packet *ack)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < flow->nr; i++) {
		struct pk_packet *packet = flow->sent[i];

		if (!pk_acknowledges(&ack->header, &packet->header)) {
			flow->sent[kept++] = packet;
			continue;
		}
		if (packet->outcome == PK_OUT_IN_FLIGHT)
			continue;
		packet->work->acked = true;
		pk_packet_explain_number(packet, "acknowledged by ack ", ack->header.ack);
		pk_edge_add(packet, PK_EDGE_ACKED_BY, PK_ID_DERIVED, ack->skb, ack);
	}
	flow->nr = kept;
}

static struct pk_packet *coalesced_into(const struct pk_packet *packet)
{
	const struct pk_edge *edge = pk_edge_of(packet, PK_EDGE_COALESCED);

	return edge ? edge->to : NULL;
}

/* The skb that took it in may have been coalesced in its turn. NULL: into which, nothing tells. */
static struct pk_packet *coalesced_last(struct pk_packet *into)
{
	for (int steps = 0; steps < 64 && coalesced_into(into); steps++)
		into = coalesced_into(into);
	return into->work->coalesced ? NULL : into;
}

/* OTHER came before PACKET, and no events were lost since then. */
static bool nothing_lost_since(const struct pk_packet *other, const struct pk_packet *packet)
{
	return packet->work->rx.lost_before <= other->work->rx.begun_serial;
}

/* Whose data holds the byte in front of PACKET's: into that one's skb its bytes can go, whatever came in between.
 * NULL: there is none, or where its own bytes went may have been told by events that are lost. */
static struct pk_packet *holder_before(const struct flow *flow, const struct pk_packet *packet)
{
	for (unsigned i = flow->nr_data; i-- > 0;) {
		struct pk_packet *other = flow->data[i];
		const struct pk_header *header = &other->header;

		if (pk_header_holds_before(header, &packet->header) && !other->work->dropped &&
		    !other->work->rejected && !other->work->unkept)
			return other->work->coalesced || other->work->delivered ||
					       nothing_lost_since(other, packet)
				       ? other
				       : NULL;
	}
	return NULL;
}

/* The skb before it: in the backlog (there even a pure ACK takes in the data behind it), or in the receive queue. */
static struct pk_packet *coalesced_behind(const struct flow *flow, const struct pk_packet *packet)
{
	struct pk_packet *into;

	if (packet->header.seq_known && !packet->work->coalesced_in_backlog) {
		into = holder_before(flow, packet);
		return into ? coalesced_last(into) : NULL;
	}
	into = packet->work->coalesced_in_backlog ? flow->backlog_tail : flow->tail;
	return into && nothing_lost_since(into, packet) ? into : NULL;
}

static void flow_took_data(struct flow *flow, struct pk_packet *packet)
{
	if (!packet->header.len_known || !packet->header.payload_len)
		return;
	if (!packet->work->coalesced)
		flow->tail = packet;
	if (flow->nr_data < FLOW_RECENT && !pk_grow(flow->data, flow->nr_data, flow->room_data))
		return;
	if (flow->nr_data == flow->room_data) {
		flow->nr_data /= 2;
		memmove(flow->data, flow->data + flow->room_data - flow->nr_data,
			flow->nr_data * sizeof(*flow->data));
	}
	if (packet->header.seq_known)
		flow->data[flow->nr_data++] = packet;
}

/* Of what was merged while FILLER was handled, the first in the stream that still counts as merged into FILLER itself,
 * behind AFTER bytes from where FILLER begins. */
static struct pk_packet *next_merged(const struct flow *flow, const struct pk_packet *filler,
				     uint32_t after)
{
	const struct pk_protocol *protocol = pk_protocol_of(&filler->header);
	struct pk_packet *first = NULL;

	for (unsigned i = 0; i < flow->nr_data; i++) {
		struct pk_packet *packet = flow->data[i];
		uint32_t distance = pk_header_distance(&filler->header, &packet->header);

		if (packet != filler && coalesced_into(packet) == filler && distance > after &&
		    protocol->reached(packet->header.seq, filler->header.seq) &&
		    (!first || distance < pk_header_distance(&filler->header, &first->header)))
			first = packet;
	}
	return first;
}

static void merge_into(struct pk_packet *packet, struct pk_packet *into)
{
	struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_edges; i++)
		if (trail->edges[i].kind == PK_EDGE_COALESCED) {
			trail->edges[i].to = into;
			trail->edges[i].to_skb = into ? into->skb : 0;
			trail->edges[i].how = PK_ID_DERIVED;
		}
}

/* A hole is filled: each piece that waited behind it goes into the skb that ends where it begins, if it goes into any. */
static void flow_filled(const struct flow *flow, struct pk_packet *filler)
{
	uint32_t after = 0;
	struct pk_packet *packet;

	while (filler->header.seq_known && (packet = next_merged(flow, filler, after))) {
		struct pk_packet *into = holder_before(flow, packet);

		after = pk_header_distance(&filler->header, &packet->header);
		merge_into(packet, into && into != packet ? coalesced_last(into) : NULL);
	}
}

/* No skb is known that could have taken its bytes in: that one was freed before it came, or there was none. */
static bool finds_no_tail(const struct flow *flow, const struct pk_packet *packet)
{
	const struct pk_packet *into = coalesced_behind(flow, packet);

	return !into || (into->work->freed && into->last_ns < packet->first_ns);
}

/* Where frames do not show it: data that was freed right where it came in, with neither a reader nor kfree_skb, has its
 * bytes in another skb. (Before drops had reasons, tcp_drop() was silent. A reader in the kernel may read right there.) */
static bool seems_coalesced(const struct pk_engine *engine, const struct flow *flow,
			    const struct pk_packet *packet)
{
	const struct pk_packet_work *work = packet->work;

	return work->freed_on_receipt && pk_has(engine->ctx, PK_R_drop_reason_max) &&
	       !work->unkept && !work->dropped && !work->delivered && !work->read_in_kernel &&
	       packet->header.len_known && packet->header.payload_len &&
	       !pk_header_says(&packet->header, PK_SAYS_SETUP) && !finds_no_tail(flow, packet);
}

/* Coalesced data shares the fate of the skb that holds it now. */
static void flow_received(struct pk_engine *engine, struct flow *flow, struct pk_packet *packet)
{
	struct pk_packet *into;

	if (seems_coalesced(engine, flow, packet))
		packet->work->coalesced = true;
	if (packet->work->coalesced && !pk_has_edge(packet, PK_EDGE_COALESCED)) {
		into = coalesced_behind(flow, packet);
		if (into && into != packet)
			pk_edge_add(packet, PK_EDGE_COALESCED, PK_ID_DERIVED, into->skb, into);
		else
			packet->left_complete = false;
	}
	if (packet->work->through_backlog && !packet->work->coalesced)
		flow->backlog_tail = packet;
	flow_took_data(flow, packet);
	if (packet->work->fills)
		flow_filled(flow, packet);
}

/* By the tuple as the local socket has it, and by which of several connections it is; NULL: out of memory. */
static struct flow *flow_of(struct pk_hash *flows, const struct pk_packet *packet)
{
	struct pk_tuple local = pk_packet_local(packet);
	uint64_t key = pk_tuple_key(pk_protocol_of(&packet->header), &local);

	return pk_hash_obtain(flows,
			      pk_hash_bytes(key, &packet->connection, sizeof(packet->connection)),
			      sizeof(struct flow));
}

static bool is_of_stream(const struct pk_packet *packet)
{
	return packet->header.tuple_known && !pk_protocol_of(&packet->header)->datagrams;
}

void pk_walk_flows(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_hash flows = {0};

	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		struct flow *flow;

		if (!is_of_stream(packet))
			continue;
		flow = flow_of(&flows, packet);
		if (!flow)
			break;
		if (packet->dir == PK_TX) {
			flow_answered(flow, packet);
			flow_probed(flow, packet);
			flow_sent(flow, packet);
		} else {
			if (pk_begins_connection(&packet->header))
				flow->syn = packet;
			flow->probe = pk_may_be_probe(&packet->header) ? packet : NULL;
			flow_acked(flow, packet);
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
	const struct pk_protocol *protocol = pk_protocol_of(header);
	uint32_t end = pk_header_payload_end(header);

	if (!header->seq_known || !header->len_known || !header->payload_len)
		return;
	if ((packet->work->delivered || packet->work->read_in_kernel) &&
	    packet->outcome == PK_OUT_DELIVERED &&
	    (!flow->read_known || protocol->reached(end, flow->read))) {
		flow->read_known = true;
		flow->read = end;
	} else if (packet->outcome == PK_OUT_UNKNOWN &&
		   (packet->work->rx_queued || packet->work->kept) && flow->read_known &&
		   protocol->reached(flow->read, end)) {
		pk_say(packet, PK_OUT_DELIVERED, "bytes behind it were read");
	}
}

/* Data of a socket that was closed while some was not read (so says its reset). The newest is, for the stream is read
 * in order; and what nobody was seen to read and did not end before, where readers are seen at all. */
static void settle_unread(const struct pk_engine *engine, struct flow *flow,
			  struct pk_packet *packet)
{
	uint32_t end;

	if (!flow->reset || !packet->header.payload_len || !pk_header_end(&packet->header, &end) ||
	    packet->work->delivered || (!packet->work->rx_queued && !packet->work->coalesced) ||
	    (flow->read_known && pk_protocol_of(&packet->header)->reached(flow->read, end)))
		return;
	if (flow->unread_seen &&
	    (!engine->seen.copy || (packet->work->freed && !packet->work->coalesced &&
				    packet->last_ns < flow->reset->first_ns)))
		return;
	flow->unread_seen = packet->work->closed_unread = true;
	if (packet->outcome == PK_OUT_UNKNOWN)
		pk_say(packet, PK_OUT_DROPPED,
		       "unread when its socket was closed: so says the reset that was sent");
}

void pk_walk_flows_back(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_hash flows = {0};

	for (uint32_t i = set->nr; i-- > 0;) {
		struct pk_packet *packet = set->packets[i];
		struct flow *flow;

		if (!is_of_stream(packet))
			continue;
		flow = flow_of(&flows, packet);
		if (!flow)
			break;
		if (packet->work->says_unread) {
			flow->reset = packet;
			flow->unread_seen = false;
		}
		if (packet->dir == PK_RX) {
			settle_by_order(flow, packet);
			settle_unread(engine, flow, packet);
		}
		/* What came before belongs to an earlier connection of this name. */
		if (packet->header.flags_known && pk_header_says(&packet->header, PK_SAYS_SETUP)) {
			flow->read_known = false;
			flow->reset = NULL;
		}
	}
	pk_hash_deinit(&flows, flow_free);
}

/* Whether as much of INTO was copied to readers as it holds up to the end of PACKET's data. */
static bool was_read_up_to(const struct pk_packet *into, const struct pk_packet *packet)
{
	uint32_t end;

	return into->work->delivered && into->header.seq_known &&
	       pk_header_end(&packet->header, &end) &&
	       into->work->rx.delivered_len >=
		       pk_protocol_of(&into->header)->distance(into->header.seq, end);
}

void pk_settle_coalesced(struct pk_packet *packet)
{
	struct pk_packet *into = coalesced_into(packet);

	if (!into || (packet->outcome != PK_OUT_MERGED && packet->outcome != PK_OUT_UNKNOWN))
		return;
	into = coalesced_last(into);
	if (!into)
		return;
	/* A reader that only peeks copies too: what memory still holds was not taken. */
	if (packet->work->closed_unread && !was_read_up_to(into, packet))
		pk_say(packet, PK_OUT_DROPPED,
		       "unread when its socket was closed, in the skb that it was coalesced into");
	else if (into->outcome == PK_OUT_QUEUED || into->outcome == PK_OUT_BACKLOGGED)
		pk_say(packet, into->outcome, "in the skb that it was coalesced into");
	else if (into->work->delivered || into->outcome == PK_OUT_DELIVERED)
		pk_say(packet, PK_OUT_DELIVERED, "through the skb that it was coalesced into");
	else if (into->work->closed_unread && into->outcome == PK_OUT_DROPPED)
		pk_say(packet, PK_OUT_DROPPED,
		       "unread when its socket was closed, in the skb that it was coalesced into");
}
