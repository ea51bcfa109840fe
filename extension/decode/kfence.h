/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_KFENCE_H
#define PK_DECODE_KFENCE_H

#include "core/context.h"
#include "model/skb.h"

/** A page of KFENCE's pool. */
struct pk_kfence {
	uint64_t entry; /* its kfence_metadata */
	uint64_t start, size; /* of the object in it, bytes */
	uint64_t cache; /* kmem_cache; 0: nothing was ever there, or it is a guard page */
	bool allocated;
};

/** The page of ADDR in the pool, which is looked for once a session. PK_ABSENT: it is no page of the pool's, or there is no pool. */
enum pk_status pk_kfence_find(struct pk_ctx *ctx, uint64_t addr, struct pk_kfence *ret_kfence);
/** Who allocated and freed the object at ADDR, as pk_slab_tracks_read(). */
enum pk_status pk_kfence_tracks_read(struct pk_ctx *ctx, uint64_t addr,
				     struct pk_slab_track ret_tracks[PK_NR_TRACKS]);
typedef void (*pk_kfence_fn)(uint64_t start, void *arg);
/** The objects of the kmem_cache at CACHE that are allocated there. */
enum pk_status pk_kfence_walk(struct pk_ctx *ctx, uint64_t cache, pk_kfence_fn fn, void *arg);

#endif
