/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_POOL_H
#define PK_MODEL_PACKET_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/packet.h"

/** Memory for the packets of one set and the data they share. It is freed as a whole. */
struct pk_packet_pool *pk_packet_pool_create(void); /* NULL: no memory */
/** Frees all packets, too. POOL may be NULL. */
void pk_packet_pool_destroy(struct pk_packet_pool *pool);
/** A new zeroed packet, owned by the pool. NULL: out of memory. */
struct pk_packet *pk_packet_pool_add(struct pk_packet_pool *pool);
/** SIZE zeroed bytes that live as long as the pool. NULL: out of memory, and the pool is marked as
 *  failed. */
void *pk_packet_pool_alloc(struct pk_packet_pool *pool, size_t size);
/** Memory ran out while building some packet, which may be incomplete. */
bool pk_packet_pool_failed(const struct pk_packet_pool *pool);

#endif
