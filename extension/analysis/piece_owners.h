/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PIECE_OWNERS_H
#define PK_ANALYSIS_PIECE_OWNERS_H

#include "analysis/packets.h"

/** Which packet of a set has a piece that begins with a call: eight bytes a slot, for there are as many as packets
 *  have pieces. What a slot says is made sure of in the packet's trail. */
struct pk_piece_owners {
	const struct pk_packet_set *set; /* borrowed */
	struct pk_owner_slot *slots; /* owned */
	uint32_t nr, room;
};

void pk_piece_owners_init(struct pk_piece_owners *owners, const struct pk_packet_set *set);
void pk_piece_owners_deinit(struct pk_piece_owners *owners);
/** PIECE is one of packet INDEX of the set. Of two packets with such a piece the one that was noted last is its owner.
 *  Where there is no memory, it has none. */
void pk_piece_owners_note(struct pk_piece_owners *owners, const struct pk_piece *piece,
			  uint32_t index);
/** Whose piece begins with the call of FUNC at START; NULL: no packet's. */
const struct pk_packet *pk_piece_owner(const struct pk_piece_owners *owners, uint64_t func,
				       uint64_t start);

#endif
