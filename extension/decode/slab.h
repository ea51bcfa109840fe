/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLAB_H
#define PK_DECODE_SLAB_H

#include "core/context.h"
#include "core/reader.h"
#include "model/noted_stack.h"
#include "model/skb.h"

/** What ADDR points to, by page, slab and kmem_cache name (SLUB). Cached per page, so it is cheap
 *  to ask for every pointer-like value. PK_ABSENT: not in a slab. */
enum pk_status pk_slab_lookup(struct pk_ctx *ctx, uint64_t addr, struct pk_slab_object *ret_object);
/** The same, and whether it is free of objects of any cache, not only of those that hold packets and sockets. */
enum pk_status pk_slab_lookup_whole(struct pk_ctx *ctx, uint64_t addr,
				    struct pk_slab_object *ret_object);
/** Whether the free OBJECT is the first of its slab's or a CPU's list: SLUB calls BUG() if it is freed once more, where freelists are
 *  hardened. Only of what pk_slab_lookup_whole() found. */
bool pk_slab_gives_next(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** What the first 8 KB of OBJECT look like. */
enum pk_status pk_slab_bytes_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				  struct pk_slab_bytes *ret_bytes);
/** Whether the page at ADDR belongs to a slab, by its struct page alone: the dump may lack the
 *  page. */
enum pk_status pk_slab_owns_page(struct pk_ctx *ctx, uint64_t addr, bool *ret_owns);
/** Whether the page at ADDR is one that kfree() takes: of a slab, or of several that were allocated together, as kmalloc() does for
 *  what no cache is large enough for. PK_ABSENT: it is not mapped directly. */
enum pk_status pk_slab_frees(struct pk_ctx *ctx, uint64_t addr, bool *ret_frees);

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

typedef bool (*pk_slab_count_fn)(const struct pk_slab_count *count, void *arg); /* false stops */

/** Count the slab caches of skbs, then those of every protocol's sockets, by the names that the kernel
 *  asked for: several may be one cache. Damage to the list of protocols is returned; that of a cache
 *  is in its figures. */
enum pk_status pk_slab_counts_walk(struct pk_ctx *ctx, pk_slab_count_fn fn, void *arg);

/* BASE: its first byte; NR: of objects. False stops. */
typedef bool (*pk_slab_fn)(uint64_t base, uint64_t nr, void *arg);

/** Visit the slabs of the kmem_cache at CACHE, full ones, too: reads the struct page of every page
 *  until MOST slabs were found. MAPPED: any address in memory that is mapped directly.
 *  PK_UNSUPPORTED: it is not, or struct pages are not one array;
 *  PK_UNREADABLE: fewer were found. */
enum pk_status pk_slabs_walk(struct pk_ctx *ctx, uint64_t mapped, uint64_t cache, uint64_t most,
			     pk_slab_fn fn, void *arg);

/** Whether the kernel has generic KASAN, which keeps freed objects in a quarantine: slabs count them as allocated. */
bool pk_kasan_is_built_in(struct pk_ctx *ctx);
/** Whether the slab object at START is allocated or free, by KASAN's shadow memory. PK_ABSENT: the kernel has no generic KASAN.
 *  PK_UNSUPPORTED: where the shadow memory is, is not known. */
enum pk_status pk_kasan_state_read(struct pk_ctx *ctx, uint64_t start,
				   enum pk_slab_state *ret_state);
/** Who allocated OBJECT and, if it is free, who freed it, as KASAN noted; TRACKS that it does not know stay as they are. */
enum pk_status pk_kasan_tracks_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				    struct pk_slab_track tracks[PK_NR_TRACKS]);

/** Who allocated OBJECT and who freed it, by enum pk_slab_track_kind, where its cache notes that (slub_debug=U), KFENCE or KASAN. An allocated
 *  object may have been freed before: what was freed then is the object before. PK_ABSENT: the cache notes nothing. */
enum pk_status pk_slab_tracks_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				   struct pk_slab_track ret_tracks[PK_NR_TRACKS]);

/** Add the NR return addresses at ADDRS to the stack, as %pS prints them, up to the first 0 and as many as fit. The innermost
 *  functions are left out if they are the slab allocator's, KFENCE's or KASAN's. */
void pk_noted_stack_add(struct pk_reader *r, uint64_t addrs, uint64_t nr,
			struct pk_noted_stack *stack);
/** The stack that the handle at ADDR (depot_stack_handle_t) names in the kernel's stack depot (since 4.6). PK_ABSENT: none was
 *  noted, or the kernel has no depot. PK_CORRUPT: no record has this handle. */
enum pk_status pk_depot_stack_read(struct pk_ctx *ctx, uint64_t addr,
				   struct pk_noted_stack *ret_stack);

#endif
