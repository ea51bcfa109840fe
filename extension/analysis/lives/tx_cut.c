// SPDX-License-Identifier: GPL-3.0-or-later
/* Segments, which are cut on the way down, each at an address of its own. */
#include "analysis/lives/tx.h"

#include <string.h>

uint32_t pk_tx_length_of(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	return (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_LEN, 0);
}

static bool header_in_packet(const struct pk_packet *packet, const struct pk_header *header)
{
	const struct pk_header *mine = &packet->header;

	return header->tuple_known && mine->tuple_known && mine->seq_known && mine->len_known &&
	       pk_tuple_equal(&mine->tuple, &header->tuple) && pk_header_holds(mine, header->seq);
}

/* NR segments of BYTES, SHORTER: one was shorter than the first, are all of PACKET's WHOLE bytes: all are of one length but the
 * last, and each has the headers of the whole, IP's and the protocol's. */
static bool is_all(const struct pk_packet *packet, uint64_t whole, uint64_t bytes, uint32_t nr,
		   bool shorter)
{
	const struct pk_header *header = &packet->header;
	uint64_t headers = 20 + pk_protocol_of(header)->header_min;

	if (header->len_known && whole > header->payload_len + headers)
		headers = whole - header->payload_len;
	return nr && bytes >= whole && (shorter || bytes >= whole + (nr - 1) * headers);
}

/* All that was queued has reached the driver: as itself, or as segments. */
static bool all_sent(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;
	bool shorter = false;
	uint64_t sent = 0;

	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		if (trail->frames[i].skb == packet->skb)
			return true;
		shorter |= trail->frames[i].len < trail->frames[0].len;
		sent += trail->frames[i].len;
	}
	return is_all(packet, packet->work->tx.queue_len, sent, trail->nr_frames, shorter);
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

/* The driver has got all segments of CUT. In the packet's own call all come one after the other and none later, so the size of
 * their headers need not be known. */
static bool is_cut_sent(const struct pk_cut_packet *cut)
{
	return is_all(cut->packet, cut->whole_len, cut->given, cut->nr_given,
		      cut->had_shorter || cut->in_call);
}

/* Segmentation has used up their skbs on CPU, and the driver lacks segments of them: the first. */
static struct pk_packet *first_cut(const struct pk_engine *engine,
				   const struct pk_event_facts *facts, uint32_t cpu)
{
	const struct pk_cut *cut = &engine->cut[cpu];

	for (uint32_t i = 0; i < cut->nr; i++) {
		const struct pk_cut_packet *one = &cut->packets[i];

		if (!one->packet->work->dropped && !is_cut_sent(one) &&
		    header_fits(one->packet, facts) &&
		    (!facts->dev[0] || !strcmp(one->dev, facts->dev)))
			return one->packet;
	}
	return NULL;
}

/* The packet that was cut for the event's device and is being sent there, in its own call or by the driver of a device above.
 * Nothing else is given to it meanwhile. NULL: none. */
static struct pk_packet *cut_in_call(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_cut *cut = &engine->cut[engine->event.cpu];
	const struct pk_sending *sending = engine->thread->sending;
	const struct pk_packet *current = pk_tx_current(engine), *above = NULL;
	uint32_t nr = engine->thread->nr_sending;

	if (nr && sending[nr - 1].skb == facts->skb) /* this one's */
		nr--;
	if (nr && sending[nr - 1].driven && engine->seen.tx_done)
		above = sending[nr - 1].packet;
	for (uint32_t i = 0; facts->dev[0] && i < cut->nr; i++) {
		const struct pk_cut_packet *one = &cut->packets[i];

		if ((one->packet == current || one->packet == above) &&
		    !strcmp(one->dev, facts->dev))
			return one->packet;
	}
	return NULL;
}

void pk_tx_count_segment(struct pk_engine *engine, const struct pk_packet *packet,
			 const struct pk_event_facts *facts)
{
	uint32_t len = pk_tx_length_of(engine, facts);
	bool in_call;

	if (!packet->work->tx.used_up) /* not cut */
		return;
	in_call = cut_in_call(engine, facts) == packet;
	for (uint32_t cpu = 0; cpu < engine->nr_cpus; cpu++)
		for (uint32_t i = 0; i < engine->cut[cpu].nr; i++) {
			struct pk_cut_packet *cut = &engine->cut[cpu].packets[i];

			if (cut->packet != packet || strcmp(cut->dev, facts->dev) != 0)
				continue;
			if (!cut->nr_given++)
				cut->first_len = len;
			cut->had_shorter |= len < cut->first_len;
			cut->given += len;
			cut->in_call |= in_call;
		}
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

void pk_tx_note_cut(struct pk_cut *cut, struct pk_packet *packet)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < cut->nr; i++)
		if (!is_cut_sent(&cut->packets[i]) && cut->packets[i].packet != packet)
			cut->packets[kept++] = cut->packets[i];
	if (kept == PK_CUT_ROOM)
		memmove(cut->packets, cut->packets + 1, --kept * sizeof(cut->packets[0]));
	cut->packets[kept++] =
		(struct pk_cut_packet){.packet = packet,
				       .dev = packet->dev,
				       .whole_len = (uint32_t)packet->work->tx.queue_len};
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

struct pk_packet *pk_tx_parent_of_segment(struct pk_engine *engine, struct pk_object *object,
					  const struct pk_event_facts *facts)
{
	struct pk_packet *packet = pk_tx_current(engine), *cut;
	uint32_t len = pk_tx_length_of(engine, facts);

	if (pk_tx_sent_as(object))
		return object->tx;
	if (may_be_unseen(engine))
		return parent_by_header(engine, &facts->header);
	cut = cut_in_call(engine, facts);
	if (!cut)
		cut = first_cut(engine, facts, (uint32_t)engine->event.cpu);
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

enum pk_identity pk_tx_segment_how(struct pk_engine *engine, const struct pk_packet *packet,
				   const struct pk_event_facts *facts)
{
	if (pk_tx_current(engine) == packet || cut_in_call(engine, facts) == packet)
		return PK_ID_NESTED;
	return header_in_packet(packet, &facts->header) ||
			       first_cut(engine, facts, (uint32_t)engine->event.cpu) == packet
		       ? PK_ID_DERIVED
		       : PK_ID_GUESS;
}
