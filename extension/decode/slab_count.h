/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLAB_COUNT_H
#define PK_DECODE_SLAB_COUNT_H

#include "core/context.h"
#include "model/skb_memory.h"

typedef bool (*pk_slab_count_fn)(const struct pk_slab_count *count, void *arg); /* false stops */

/** Count the slab caches of skbs, then those of every protocol's sockets, by the names that the kernel
 *  asked for: several may be one cache. Damage to the list of protocols is returned; that of a cache
 *  is in its figures. */
enum pk_status pk_slab_counts_walk(struct pk_ctx *ctx, pk_slab_count_fn fn, void *arg);

#endif
