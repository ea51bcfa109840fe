// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include <stdlib.h>

struct pk_owner_slot {
	uint32_t tag; /* of function and time; the slot's place follows from it */
	uint32_t packet; /* index + 1; 0: empty */
};

/* A packet has one piece or two that begin with a call, more or less. */
#define SLOTS_A_PACKET 2

static uint32_t tag_of(uint64_t func, uint64_t start)
{
	uint64_t key = start ^ func;

	key ^= key >> 33;
	key *= 0xff51afd7ed558ccdull;
	return (uint32_t)(key >> 32);
}

static uint32_t place_of(uint32_t tag, uint32_t room)
{
	return (uint32_t)((uint64_t)tag * room >> 32);
}

static bool has_piece(const struct pk_packet *packet, uint64_t func, uint64_t start)
{
	const struct pk_trail *trail = &packet->trail;

	return pk_any(trail->nr_pieces, i,
		      trail->pieces[i].func == func && trail->pieces[i].start == start);
}

void pk_piece_owners_init(struct pk_piece_owners *owners, const struct pk_packet_set *set)
{
	*owners = (struct pk_piece_owners){.set = set};
}

void pk_piece_owners_deinit(struct pk_piece_owners *owners)
{
	free(owners->slots);
	owners->slots = NULL;
	owners->nr = owners->room = 0;
}

/* The slot of that piece, or the empty one for it. */
static struct pk_owner_slot *find(const struct pk_piece_owners *owners, uint64_t func,
				  uint64_t start)
{
	uint32_t tag = tag_of(func, start);

	for (uint32_t at = place_of(tag, owners->room);; at = at + 1 < owners->room ? at + 1 : 0) {
		struct pk_owner_slot *slot = &owners->slots[at];

		if (!slot->packet ||
		    (slot->tag == tag &&
		     has_piece(owners->set->packets[slot->packet - 1], func, start)))
			return slot;
	}
}

/* At most seven eighths of the slots are taken. */
static bool make_room(struct pk_piece_owners *owners)
{
	uint64_t room = owners->room ? (uint64_t)owners->room / 2 * 3
				     : (uint64_t)owners->set->nr * SLOTS_A_PACKET + 64;
	struct pk_owner_slot *slots;

	if (owners->nr < owners->room / 8 * 7)
		return true;
	slots = room <= UINT32_MAX ? calloc(room, sizeof(*slots)) : NULL;
	if (!slots)
		return false;
	for (uint32_t i = 0; i < owners->room; i++) {
		uint32_t at = place_of(owners->slots[i].tag, (uint32_t)room);

		if (!owners->slots[i].packet)
			continue;
		while (slots[at].packet)
			at = at + 1 < room ? at + 1 : 0;
		slots[at] = owners->slots[i];
	}
	free(owners->slots);
	owners->slots = slots;
	owners->room = (uint32_t)room;
	return true;
}

void pk_piece_owners_note(struct pk_piece_owners *owners, const struct pk_piece *piece,
			  uint32_t index)
{
	struct pk_owner_slot *slot;

	if (!make_room(owners))
		return;
	slot = find(owners, piece->func, piece->start);
	owners->nr += !slot->packet;
	*slot = (struct pk_owner_slot){tag_of(piece->func, piece->start), index + 1};
}

const struct pk_packet *pk_piece_owner(const struct pk_piece_owners *owners, uint64_t func,
				       uint64_t start)
{
	const struct pk_owner_slot *slot = owners->room ? find(owners, func, start) : NULL;

	return slot && slot->packet ? owners->set->packets[slot->packet - 1] : NULL;
}

bool pk_piece_owners_load(struct pk_piece_owners *owners, const struct pk_packet_set *set)
{
	bool by_entry = false;

	pk_piece_owners_init(owners, set);
	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_trail *trail = &set->packets[i]->trail;

		for (uint32_t j = 0; j < trail->nr_pieces; j++) {
			by_entry |= trail->pieces[j].by_entry;
			if (trail->pieces[j].func)
				pk_piece_owners_note(owners, &trail->pieces[j], i);
		}
	}
	return by_entry;
}
