/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLAB_H
#define PK_DECODE_SLAB_H

#include "core/context.h"
#include "model/skb.h"

/** What ADDR points to, by page, slab and kmem_cache name (SLUB). Cached per page, so it is cheap
 *  to ask for every pointer-like value. PK_ABSENT: not in a slab. */
enum pk_status pk_slab_lookup(struct pk_ctx *ctx, uint64_t addr, struct pk_slab_object *ret_object);
/** The same, and whether it is free of objects of any cache, not only of those that hold packets and sockets. */
enum pk_status pk_slab_lookup_whole(struct pk_ctx *ctx, uint64_t addr,
				    struct pk_slab_object *ret_object);
/** What the first 8 KB of OBJECT look like. */
enum pk_status pk_slab_bytes_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				  struct pk_slab_bytes *ret_bytes);
/** Whether the page at ADDR belongs to a slab, by its struct page alone: the dump may lack the
 *  page. */
enum pk_status pk_slab_owns_page(struct pk_ctx *ctx, uint64_t addr, bool *ret_owns);

/** The kmem_cache of the slab whose first struct page is in BYTES (SIZE of them). PK_ABSENT: it is no
 *  slab's first. */
enum pk_status pk_slab_page_cache(struct pk_ctx *ctx, const uint8_t *bytes, size_t size,
				  uint64_t *ret_cache);
/** Free objects of the kmem_cache at CACHE that its slabs count as allocated: on CPUs' freelists, in
 *  sheaves, and skbs that NAPI keeps. */
enum pk_status pk_slab_kept(struct pk_ctx *ctx, uint64_t cache, uint64_t *ret_nr);
/** Memory nodes that caches have pointers for, and the pointer of NODE in the array of CACHE that
 *  begins at ROW; 0: the node has none. */
uint64_t pk_slab_nr_nodes(struct pk_ctx *ctx);
enum pk_status pk_slab_node(struct pk_ctx *ctx, uint64_t cache, enum pk_row_id row, uint64_t node,
			    uint64_t *ret_pointer);

#endif
