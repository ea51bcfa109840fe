/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_POOL_H
#define PK_MODEL_PACKET_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/packet.h"

/** Where the packets of one set lie, with what several of them share. All of it goes with the pool. */
struct pk_packet_pool *pk_packet_pool_create(void); /* NULL: no memory */
/** With all its packets. NULL is nothing. */
void pk_packet_pool_destroy(struct pk_packet_pool *pool);
/** A new packet, all zeros; the pool's. NULL: no memory. */
struct pk_packet *pk_packet_pool_add(struct pk_packet_pool *pool);
/** SIZE bytes, all zeros, that last as long as the pool. NULL: no memory, and the pool has failed. */
void *pk_packet_pool_alloc(struct pk_packet_pool *pool, size_t size);
/** Memory ran out for something of a packet, which may be incomplete. */
bool pk_packet_pool_failed(const struct pk_packet_pool *pool);

#endif
