// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/story.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

static bool belongs(const struct pk_story *story, const struct pk_packet *packet,
		    unsigned *ret_from)
{
	const struct pk_header *header = &packet->header;
	struct pk_tuple reversed = pk_tuple_reversed(&story->tuple);

	if (!header->tuple_known || pk_protocol_of(header) != story->protocol)
		return false;
	*ret_from = !pk_tuple_equal(&header->tuple, &story->tuple);
	return !*ret_from || pk_tuple_equal(&header->tuple, &reversed);
}

/* It has the addresses and ports; another connection, in another namespace, may have them too. */
static bool is_of_other(struct pk_story *story, const struct pk_packet *packet)
{
	if (packet->connection == story->connection)
		return false;
	if ((packet->connection | story->connection) & PK_CONNECTION_UNKNOWN)
		story->unattributed++;
	else
		story->of_others++;
	return true;
}

/* On its way a packet may be in a third namespace. */
static void note_netns(struct pk_story_end *end, uint32_t netns, bool *several)
{
	*several |= end->netns && netns && end->netns != netns;
	if (netns)
		end->netns = netns;
}

static void find_namespaces(struct pk_story *story)
{
	bool several[2] = {false, false};

	for (uint32_t i = 0; i < story->nr; i++) {
		const struct pk_packet *packet = story->rows[i].packet;
		unsigned from = story->rows[i].from, at = packet->dir == PK_TX ? from : !from;

		note_netns(&story->ends[at], packet->netns, &several[at]);
		note_netns(&story->ends[!at], packet->ends_netns[packet->dir == PK_TX],
			   &several[!at]);
	}
	for (unsigned i = 0; i < 2; i++)
		if (several[i])
			story->ends[i].netns = 0;
}

static bool may_belong(const struct pk_story *story, const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	return !header->tuple_known &&
	       (!header->protocol || pk_protocol_of(header) == story->protocol);
}

static enum pk_status collect(struct pk_ctx *ctx, const struct pk_packet_set *set, bool from_memory,
			      struct pk_story *story, uint32_t *room)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		unsigned from;

		if (packet->timeless != from_memory)
			continue;
		if (!belongs(story, packet, &from)) {
			story->nameless += may_belong(story, packet);
			continue;
		}
		if (is_of_other(story, packet))
			continue;
		if (!pk_grow(story->rows, story->nr, *room))
			return pk_fail(ctx, PK_NOMEM, "%u packets", set->nr);
		story->rows[story->nr++] = (struct pk_story_row){.packet = packet, .from = from};
		story->ends[from].packets++;
	}
	return PK_OK;
}

static bool is_setup(const struct pk_header *header)
{
	return header->flags_known && header->seq_known && pk_header_says(header, PK_SAYS_SETUP);
}

static void lower_base(const struct pk_story *story, struct pk_story_end *end, uint32_t number)
{
	if (!end->base_known || story->protocol->reached(end->base, number))
		end->base = number;
	end->base_known = true;
}

/* Until a connection begins in the trace, its numbers count from the lowest that is sent or acknowledged. */
static void find_bases(struct pk_story *story)
{
	bool begun[2] = {false, false};

	for (uint32_t i = 0; i < story->nr; i++) {
		const struct pk_header *header = &story->rows[i].packet->header;
		unsigned from = story->rows[i].from;

		begun[from] |= is_setup(header);
		if (!begun[from] && header->seq_known)
			lower_base(story, &story->ends[from], header->seq);
		if (!begun[!from] && header->ack_known && pk_header_says(header, PK_SAYS_ACK))
			lower_base(story, &story->ends[!from], header->ack);
	}
}

/* From there on they count from what began it; an address may be used again. */
static void number(struct pk_story *story, struct pk_story_row *row)
{
	uint32_t (*distance)(uint32_t from, uint32_t to) = story->protocol->distance;
	const struct pk_header *header = &row->packet->header;
	struct pk_story_end *own = &story->ends[row->from];
	const struct pk_story_end *other = &story->ends[!row->from];

	if (is_setup(header)) {
		own->base_known = own->base_is_setup = true;
		own->base = header->seq;
	}
	row->seq_known = header->seq_known && own->base_known;
	if (row->seq_known) {
		row->seq = distance(own->base, header->seq);
		row->end = distance(own->base, pk_header_payload_end(header));
	}
	row->ack_known =
		header->ack_known && other->base_known && pk_header_says(header, PK_SAYS_ACK);
	if (row->ack_known)
		row->ack = distance(other->base, header->ack);
}

enum pk_status pk_story_make(struct pk_ctx *ctx, const struct pk_packet_set *set,
			     const struct pk_packet *packet, struct pk_story *ret_story)
{
	const struct pk_header *header = &packet->header;
	struct pk_story story = {.protocol = pk_protocol_of(header),
				 .connection = packet->connection};
	enum pk_status status;
	uint32_t room = 0;

	if (!header->tuple_known)
		return pk_fail(ctx, PK_ABSENT, "the packet's addresses are not known");
	story.tuple = packet->dir == PK_RX ? pk_tuple_reversed(&header->tuple) : header->tuple;
	status = collect(ctx, set, false, &story, &room);
	/* What only memory knows of was there at the end. */
	if (status == PK_OK)
		status = collect(ctx, set, true, &story, &room);
	if (status != PK_OK) {
		pk_story_deinit(&story);
		return status;
	}
	find_namespaces(&story);
	if (story.protocol->distance) {
		find_bases(&story);
		for (uint32_t i = 0; i < story.nr; i++)
			number(&story, &story.rows[i]);
	}
	*ret_story = story;
	return PK_OK;
}

void pk_story_deinit(struct pk_story *story)
{
	free(story->rows);
	memset(story, 0, sizeof(*story));
}
