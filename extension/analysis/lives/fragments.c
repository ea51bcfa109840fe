// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fragments. Each came to the engine as a packet of its own, with one wire frame. Those of one datagram have IP's number,
 * addresses and protocol in common, and the device that they came in or went out by; they follow each other in time
 * until every byte is there. The kernel puts them together into the skb of the one that came last, and cuts a datagram
 * into fragments of which the first is what its protocol's call was bound to: that packet takes in the others, as
 * frames. What does not become whole stays as it is: fragments, each with its own end.
 */
#include "analysis/lives/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

/* How long a fragment waits for the others, unless an administrator says otherwise (IP_FRAG_TIME). */
#define REACH_NS (30ULL * 1000 * 1000 * 1000)
#define MAX_PENDING 2048 /* more than an MTU of 68 bytes makes of the largest datagram */

/* Of one datagram, so far. */
struct pending {
	struct pk_packet **list; /* in order of time */
	uint32_t nr;
};

static const struct pk_header *fragment_of(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;
	const struct pk_header *header = trail->nr_frames == 1 ? &trail->frames[0].header : NULL;

	return header && header->fragment && !packet->work->is_other ? header : NULL;
}

static uint32_t end_of(const struct pk_header *fragment)
{
	return (uint32_t)fragment->frag_at + fragment->frag_len;
}

static int compare_datagrams(const struct pk_packet *a, const struct pk_packet *b)
{
	const struct pk_header *x = fragment_of(a), *y = fragment_of(b);
	int order;

	if (a->dir != b->dir)
		return a->dir < b->dir ? -1 : 1;
	if (x->ip_id != y->ip_id)
		return x->ip_id < y->ip_id ? -1 : 1;
	if (x->protocol != y->protocol || x->tuple.family != y->tuple.family)
		return x->protocol * 16 + x->tuple.family < y->protocol * 16 + y->tuple.family ? -1
											       : 1;
	order = memcmp(x->tuple.saddr, y->tuple.saddr, sizeof(x->tuple.saddr));
	if (!order)
		order = memcmp(x->tuple.daddr, y->tuple.daddr, sizeof(x->tuple.daddr));
	return order ? order : strcmp(a->dev, b->dev);
}

static int by_datagram(const void *a, const void *b)
{
	const struct pk_packet *x = *(struct pk_packet *const *)a;
	const struct pk_packet *y = *(struct pk_packet *const *)b;
	int order = compare_datagrams(x, y);

	if (order)
		return order;
	return x->work->serial < y->work->serial ? -1 : x->work->serial > y->work->serial;
}

static int by_arrival(const void *a, const void *b)
{
	const struct pk_wire_frame *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return x->header.frag_at < y->header.frag_at ? -1 : x->header.frag_at > y->header.frag_at;
}

static bool overlaps(const struct pending *pending, const struct pk_header *fragment)
{
	for (uint32_t i = 0; i < pending->nr; i++) {
		const struct pk_header *other = fragment_of(pending->list[i]);

		if (fragment->frag_at < end_of(other) && other->frag_at < end_of(fragment))
			return true;
	}
	return false;
}

/* Without an overlap the bytes are all there when they are as many as the last fragment ends at. */
static bool is_whole(const struct pending *pending)
{
	uint32_t sum = 0, end = 0;

	for (uint32_t i = 0; i < pending->nr; i++) {
		const struct pk_header *fragment = fragment_of(pending->list[i]);

		sum += fragment->frag_len;
		if (!fragment->frag_more)
			end = end_of(fragment);
	}
	return end && sum == end;
}

static struct pk_packet *head_of(const struct pending *pending)
{
	for (uint32_t i = 0; i < pending->nr; i++)
		if (!fragment_of(pending->list[i])->frag_at)
			return pending->list[i];
	return NULL;
}

/* A router sends on what it received: each fragment of its own. */
static bool is_sent_on(const struct pk_packet *packet)
{
	const struct pk_edge *edge = pk_edge_of(packet, PK_EDGE_LOOPBACK);

	if (packet->dir == PK_RX)
		return packet->work->copied;
	return edge && edge->to && edge->to->dir == PK_RX &&
	       edge->to->work->serial < packet->work->serial;
}

/* The one that came last goes on as the whole; with several CPUs it need not be the newest. */
static struct pk_packet *gone_on(const struct pending *pending)
{
	for (uint32_t i = pending->nr; i-- > 0;)
		if (pending->list[i]->work->reassembled || pending->list[i]->work->taken)
			return pending->list[i];
	return pending->list[pending->nr - 1];
}

/* The one that the whole datagram is, if the others go into it. */
static struct pk_packet *taker_of(const struct pending *pending)
{
	struct pk_packet *taker =
		pending->list[0]->dir == PK_TX ? head_of(pending) : gone_on(pending);

	for (uint32_t i = 0; taker && i < pending->nr; i++)
		if (pending->list[i] != taker && is_sent_on(pending->list[i]))
			return NULL;
	return taker;
}

static void take_in(struct pk_engine *engine, struct pk_packet *taker, struct pk_packet *fragment)
{
	struct pk_object *object = pk_object_get(engine, fragment->skb, false);
	const struct pk_edge *half = pk_edge_of(fragment, PK_EDGE_LOOPBACK);
	uint64_t last_ns = taker->last_ns;

	if (taker->dir == PK_TX && fragment->last_ns > last_ns)
		last_ns = fragment->last_ns;
	if (fragment->first_ns < taker->first_ns) {
		taker->first_ns = fragment->first_ns;
		taker->pos = fragment->pos;
	}
	pk_packet_absorb(engine, taker, fragment);
	taker->last_ns = last_ns;
	taker->left_complete &= fragment->left_complete;
	taker->events_lost |= fragment->events_lost;
	if (object && object->tx == fragment)
		object->tx = taker;
	if (half && half->to) {
		pk_edge_add(taker, PK_EDGE_LOOPBACK, half->how, half->to_skb, half->to);
		taker->work->looped |= fragment->work->looped;
	}
	pk_edge_add(taker, PK_EDGE_FRAGMENT, PK_ID_DERIVED, fragment->skb, NULL);
	fragment->work->whole = taker;
}

/* Its name is that of its first fragment; with that one's ports unknown, it is no more than a fragment's. */
static void name_datagram(struct pk_packet *taker, const struct pk_header *first)
{
	struct pk_header *mine = &taker->header;

	*mine = *first;
	mine->fragment =
		!pk_protocol_of(first)->portless && !first->tuple.sport && !first->tuple.dport;
	mine->frag_at = mine->frag_len = 0;
	mine->frag_more = mine->len_known = false; /* join_frames() adds them up */
	taker->tuple_from = PK_TUPLE_EVENT;
}

static bool join(struct pk_engine *engine, const struct pending *pending)
{
	struct pk_packet *taker = pending->nr > 1 ? taker_of(pending) : NULL;
	struct pk_trail *trail;
	struct pk_header first;

	if (!taker || !head_of(pending))
		return false;
	first = *fragment_of(head_of(pending));
	for (uint32_t i = 0; i < pending->nr; i++)
		if (pending->list[i] != taker)
			take_in(engine, taker, pending->list[i]);
	trail = &taker->trail;
	qsort(trail->frames, trail->nr_frames, sizeof(*trail->frames), by_arrival);
	pk_trail_sort_steps(taker);
	name_datagram(taker, &first);
	return true;
}

/* Those that were thrown away before FRAGMENT came. */
static void leave_dropped(struct pending *pending, const struct pk_packet *fragment)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < pending->nr; i++)
		if (!pending->list[i]->work->dropped ||
		    pending->list[i]->last_ns >= fragment->first_ns)
			pending->list[kept++] = pending->list[i];
	pending->nr = kept;
}

/* What went out together is one datagram, be it that one of its fragments never came so far. */
static bool give_up(struct pk_engine *engine, struct pending *pending)
{
	bool joined = pending->nr && pending->list[0]->dir == PK_TX && join(engine, pending);

	pending->nr = 0;
	return joined;
}

/* PACKETS have one key. PENDING uses their places: what is kept is never ahead of what is looked at. */
static bool join_run(struct pk_engine *engine, struct pk_packet **packets, uint32_t nr)
{
	struct pending pending = {packets, 0};
	bool joined = false;

	for (uint32_t i = 0; i < nr; i++) {
		struct pk_packet *packet = packets[i];
		const struct pk_header *fragment = fragment_of(packet);

		leave_dropped(&pending, packet);
		if (overlaps(&pending, fragment)) {
			if (packet->work->dropped && packet->dir == PK_RX)
				continue; /* it came twice */
			joined |= give_up(engine, &pending);
		}
		if (pending.nr == MAX_PENDING)
			joined |= give_up(engine, &pending);
		pending.list[pending.nr++] = packet;
		if (!is_whole(&pending))
			continue;
		joined |= join(engine, &pending);
		pending.nr = 0;
	}
	return joined | give_up(engine, &pending);
}

/* Joins lead to the datagram. */
static void mend_edges(struct pk_packet_set *set)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_trail *trail = &set->packets[i]->trail;

		for (uint32_t k = 0; k < trail->nr_edges; k++)
			if (trail->edges[k].to && trail->edges[k].to->work->whole)
				trail->edges[k].to = trail->edges[k].to->work->whole;
	}
}

/* The others of its datagram may have come before the window. */
static void note_beginning(const struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_packet_set *set = engine->set;

	if (!packet->work->whole && fragment_of(packet) && !set->whole &&
	    packet->first_ns < set->since + REACH_NS)
		packet->left_complete = false;
}

void pk_join_fragments(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_packet **packets = NULL;
	size_t nr = 0, room = 0, begin = 0;
	bool joined = false;

	for (uint32_t i = 0; i < set->nr; i++) {
		if (!fragment_of(set->packets[i]))
			continue;
		if (!pk_grow(packets, nr, room)) {
			engine->out_of_memory = true;
			break;
		}
		packets[nr++] = set->packets[i];
	}
	if (nr)
		qsort(packets, nr, sizeof(*packets), by_datagram);
	for (size_t i = 1; i <= nr; i++)
		if (i == nr || compare_datagrams(packets[begin], packets[i])) {
			joined |= join_run(engine, packets + begin, (uint32_t)(i - begin));
			begin = i;
		}
	if (joined)
		mend_edges(set);
	for (uint32_t i = 0; nr && i < set->nr; i++)
		note_beginning(engine, set->packets[i]);
	free(packets);
}
