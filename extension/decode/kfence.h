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

/** Pages of the kernel's, of which each second one may hold an object. */
struct pk_kfence_pool {
	uint64_t start; /* address; 0: the kernel has none, or never switched it on */
	uint64_t nr; /* objects that it has room for */
};

struct pk_kfence_pool pk_kfence_pool(struct pk_ctx *ctx);
/** The page of ADDR in POOL. PK_ABSENT: it is no page of the pool's; nothing was read then. */
enum pk_status pk_kfence_find(struct pk_ctx *ctx, const struct pk_kfence_pool *pool, uint64_t addr,
			      struct pk_kfence *ret_kfence);
/** Who allocated and freed the object at ADDR, as pk_slab_tracks_read(). */
enum pk_status pk_kfence_tracks_read(struct pk_ctx *ctx, uint64_t addr,
				     struct pk_slab_track ret_tracks[PK_NR_TRACKS]);
typedef void (*pk_kfence_fn)(uint64_t start, void *arg);
/** The objects of the kmem_cache at CACHE that are allocated there. */
enum pk_status pk_kfence_walk(struct pk_ctx *ctx, uint64_t cache, pk_kfence_fn fn, void *arg);

#endif
