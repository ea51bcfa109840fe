/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PIECE_OWNERS_H
#define PK_ANALYSIS_PIECE_OWNERS_H

#include "analysis/lives/packets.h"

/** Which packet of a set has a piece that begins with a given call. Eight bytes per slot, because
 *  packets have many pieces; a match is verified in the packet's trail. */
struct pk_piece_owners {
	const struct pk_packet_set *set; /* borrowed */
	struct pk_owner_slot *slots; /* owned */
	uint32_t nr, room;
};

void pk_piece_owners_init(struct pk_piece_owners *owners, const struct pk_packet_set *set);
void pk_piece_owners_deinit(struct pk_piece_owners *owners);
/** PIECE belongs to packet INDEX of the set; a later call replaces an earlier one. Without memory
 *  it has no owner. */
void pk_piece_owners_note(struct pk_piece_owners *owners, const struct pk_piece *piece,
			  uint32_t index);
/** Every piece of SET. True: some packet's calls are the function tracer's. */
bool pk_piece_owners_load(struct pk_piece_owners *owners, const struct pk_packet_set *set);
/** The packet with a piece that begins with the call of FUNC at START; NULL: none. */
const struct pk_packet *pk_piece_owner(const struct pk_piece_owners *owners, uint64_t func,
				       uint64_t start);

#endif
