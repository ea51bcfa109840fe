/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_POOL_H
#define PK_MODEL_PACKET_POOL_H

#include <stdbool.h>

#include "model/packet.h"

/**
 * Where the packets of one set lie, with what several of them share.
 *
 * Large buffers hold hundreds of thousands of packets, and all are needed until the last event is read: a
 * packet's record is small because what is rare lies outside, what is the same for many is kept once, and all trails
 * but the few that were asked for last are packed (packet_trail.c).
 */
struct pk_packet_pool *pk_packet_pool_create(void); /* NULL: no memory */
/** With all its packets. NULL is nothing. */
void pk_packet_pool_destroy(struct pk_packet_pool *pool);
/** A new packet, all zeros; the pool's. NULL: no memory. */
struct pk_packet *pk_packet_pool_add(struct pk_packet_pool *pool);
/** Packs trails that were asked for some time ago: pointers into any of them are void then. For who goes through many
 *  packets, between two of them. NULL is nothing. */
void pk_packet_pool_tidy(struct pk_packet_pool *pool);
/** The copy of PIECE that lasts as long as the pool; NULL: no memory. */
const struct pk_piece *pk_packet_pool_piece(struct pk_packet_pool *pool,
					    const struct pk_piece *piece);
/** Memory ran out for something of a packet, which may be incomplete. */
bool pk_packet_pool_failed(const struct pk_packet_pool *pool);

#endif
