/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLAB_H
#define PK_DECODE_SLAB_H

#include "core/context.h"
#include "model/skb.h"

/** What ADDR points to, by page, slab and kmem_cache name (SLUB). Cached per page, so it is cheap
 *  to ask for every pointer-like value. PK_ABSENT: not in a slab. */
enum pk_status pk_slab_lookup(struct pk_ctx *ctx, uint64_t addr, struct pk_slab_object *ret_object);
/** Whether the page at ADDR belongs to a slab, by its struct page alone: the dump may lack the
 *  page. */
enum pk_status pk_slab_owns_page(struct pk_ctx *ctx, uint64_t addr, bool *ret_owns);

#endif
