/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_POOL_PRIVATE_H
#define PK_MODEL_PACKET_POOL_PRIVATE_H

#include "core/intern.h"
#include "model/packet_pool.h"

/* Between packet_pool.c and packet_trail.c: trails in few bytes. */

/** What many packets' trails have in common; the sizes are set by pk_trail_tables_init. */
struct pk_trail_tables {
	struct pk_intern words; /* addresses of skbs */
	struct pk_intern tuples;
	struct pk_intern calls; /* functions of pieces, with their depth and what is around them */
	struct pk_intern rows; /* names of steps */
	struct pk_intern callers;
	uint8_t *scratch; /* owned */
	size_t scratch_size;
};

void pk_trail_tables_init(struct pk_trail_tables *tables);
void pk_trail_tables_deinit(struct pk_trail_tables *tables);
/** PACKET's trail in few bytes: owned by the caller; NULL: no memory. */
uint8_t *pk_trail_pack(struct pk_trail_tables *tables, const struct pk_packet *packet);
/** PACKET->packed into TRAIL, which is empty but may have room. False: no memory; TRAIL is incomplete. */
bool pk_trail_unpack(const struct pk_trail_tables *tables, const struct pk_packet *packet,
		     struct pk_trail *trail);

#endif
