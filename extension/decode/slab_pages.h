/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLAB_PAGES_H
#define PK_DECODE_SLAB_PAGES_H

#include "core/context.h"

/* BASE: its first byte; NR: of objects. False stops. */
typedef bool (*pk_slab_fn)(uint64_t base, uint64_t nr, void *arg);

/** Visit the slabs of the kmem_cache at CACHE, full ones, too: reads the struct page of every page
 *  until MOST slabs were found. MAPPED: any address in memory that is mapped directly.
 *  PK_UNSUPPORTED: it is not, or struct pages are not one array;
 *  PK_UNREADABLE: fewer were found. */
enum pk_status pk_slabs_walk(struct pk_ctx *ctx, uint64_t mapped, uint64_t cache, uint64_t most,
			     pk_slab_fn fn, void *arg);

#endif
