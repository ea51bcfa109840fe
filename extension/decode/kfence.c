// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * KFENCE (5.12 and later; RHEL 9, Fedora and others have it built in, and a sample interval switches it on) takes one allocation
 * in a while from the slab caches and gives it a page of its own, between guard pages:
 *
 *	pool | 2 pages | object 0 | guard | object 1 | guard | ...
 *
 * The struct pages say "a slab of that cache, with one object", but not where the object begins (at either end of the page), nor
 * that it was freed. An array has that, and the stacks of who allocated and freed it. The array was the variable itself, and is
 * memory that it points to since "kfence: allocate kfence_metadata at runtime" (6.6): the one whose entry has an address in its
 * page, as the kernel checks it.
 */
#include "decode/slab.h"

#include <stdlib.h>
#include <string.h>

#include "core/reader.h"
#include "decode/printk.h"

#define MAX_OBJECTS 65535 /* CONFIG_KFENCE_NUM_OBJECTS */
#define MAX_SIZE 4096 /* of struct kfence_metadata */
#define MAX_ENTRIES 64 /* KFENCE_STACK_DEPTH */

/* ENTRY is of the object whose page begins at PAGE. */
static bool entry_fits(struct pk_ctx *ctx, uint64_t entry, uint64_t page)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t addr = pk_member(&r, entry, PK_R_kfence_addr);

	return pk_ok(&r) && addr - page < ctx->target->facts.page_size;
}

/* That of the object whose page begins at PAGE. 0: there is none. */
static uint64_t entry_find(struct pk_reader *r, uint64_t index, uint64_t page)
{
	struct pk_reader pointed = {.ctx = r->ctx};
	uint64_t array = pk_value(r, PK_R_kfence_metadata), list;
	uint64_t size = pk_value(r, PK_R_kfence_metadata_size);

	if (!pk_ok(r) || size > MAX_SIZE)
		return 0;
	list = pk_pointer(&pointed, array);
	if (pk_ok(&pointed) && list && entry_fits(r->ctx, list + index * size, page))
		return list + index * size;
	return entry_fits(r->ctx, array + index * size, page) ? array + index * size : 0;
}

/* Every other page from the third on may hold an object. */
struct pool {
	uint64_t start; /* address; 0: the kernel has none, or never switched it on */
	uint64_t nr; /* objects */
};

/* The kernel's number of objects is a constant of its build: as many as have an entry that is of their page. */
static struct pool pool_read(struct pk_ctx *ctx)
{
	const uint64_t pair = 2ull * ctx->target->facts.page_size;
	struct pk_reader r = {.ctx = ctx};
	struct pool pool = {0};
	uint64_t high = MAX_OBJECTS + 1; /* fewer than so many have one */

	if (!pk_has(ctx, PK_R_kfence_pool))
		return pool;
	pool.start = pk_pointer(&r, pk_value(&r, PK_R_kfence_pool));
	while (pk_ok(&r) && pool.start && pool.nr + 1 < high) {
		uint64_t middle = pool.nr + (high - pool.nr) / 2;

		if (entry_find(&r, middle - 1, pool.start + middle * pair))
			pool.nr = middle;
		else
			high = middle;
	}
	return pool;
}

static struct pool pool_of(struct pk_ctx *ctx)
{
	struct pool *pool = ctx->slots[PK_SLOT_KFENCE];

	if (pool)
		return *pool;
	pool = malloc(sizeof(*pool));
	if (!pool)
		return (struct pool){0};
	*pool = pool_read(ctx);
	ctx->slots[PK_SLOT_KFENCE] = pool;
	ctx->slot_free[PK_SLOT_KFENCE] = free;
	return *pool;
}

enum pk_status pk_kfence_find(struct pk_ctx *ctx, uint64_t addr, struct pk_kfence *ret_kfence)
{
	const struct pool pool = pool_of(ctx);
	const uint64_t size = ctx->target->facts.page_size, number = (addr - pool.start) / size;
	struct pk_reader r = {.ctx = ctx};
	uint64_t index = number / 2 - 1;

	*ret_kfence = (struct pk_kfence){0};
	if (!pool.start || addr < pool.start || number < 2 || index >= pool.nr)
		return pk_none(ctx, PK_ABSENT);
	if (number % 2)
		return PK_OK;
	ret_kfence->entry = entry_find(&r, index, pool.start + (index + 1) * 2 * size);
	if (pk_ok(&r) && !ret_kfence->entry)
		return pk_fail(ctx, PK_CORRUPT, "kfence-#%llu is not in its page",
			       (unsigned long long)index);
	ret_kfence->start = pk_member(&r, ret_kfence->entry, PK_R_kfence_addr);
	ret_kfence->size = pk_member(&r, ret_kfence->entry, PK_R_kfence_size);
	ret_kfence->cache = pk_member(&r, ret_kfence->entry, PK_R_kfence_cache);
	ret_kfence->allocated = pk_member(&r, ret_kfence->entry, PK_R_kfence_state) ==
				pk_value(&r, PK_R_kfence_allocated);
	if (pk_ok(&r) && ret_kfence->size > size)
		return pk_fail(ctx, PK_CORRUPT, "kfence-#%llu has %llu bytes",
			       (unsigned long long)index, (unsigned long long)ret_kfence->size);
	return r.status;
}

/* An object that was never freed has no stack there. */
static enum pk_status track_read(struct pk_ctx *ctx, uint64_t at, struct pk_slab_track *ret_track)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t nr = pk_member(&r, at, PK_R_kfence_track_nr);
	uint64_t entries = pk_member_at(&r, at, PK_R_kfence_track_entries);
	struct pk_figure uptime = pk_uptime_ms(ctx);

	*ret_track = (struct pk_slab_track){.cpu = -1, .ago_s = pk_figure_none(PK_ABSENT)};
	if (!pk_ok(&r) || !nr)
		return r.status;
	if (nr > MAX_ENTRIES)
		return pk_fail(ctx, PK_CORRUPT, "a stack of KFENCE has %llu entries",
			       (unsigned long long)nr);
	ret_track->pid = (int32_t)pk_member(&r, at, PK_R_kfence_track_pid);
	if (pk_reader_has(&r, PK_R_kfence_track_cpu))
		ret_track->cpu = (int)pk_member(&r, at, PK_R_kfence_track_cpu);
	if (pk_reader_has(&r, PK_R_kfence_track_ts) && uptime.status == PK_OK)
		ret_track->ago_s = (struct pk_figure){
			PK_OK,
			uptime.value / 1000 - pk_member(&r, at, PK_R_kfence_track_ts) / 1000000000};
	pk_noted_stack_add(&r, entries, nr, &ret_track->stack);
	memcpy(ret_track->func, ret_track->stack.funcs[0], sizeof(ret_track->func));
	return r.status;
}

enum pk_status pk_kfence_tracks_read(struct pk_ctx *ctx, uint64_t addr,
				     struct pk_slab_track ret_tracks[PK_NR_TRACKS])
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_kfence kfence;
	enum pk_status status = pk_kfence_find(ctx, addr, &kfence);

	if (status != PK_OK)
		return status;
	pk_try(&r, track_read(ctx, pk_member_at(&r, kfence.entry, PK_R_kfence_alloc_track),
			      &ret_tracks[PK_TRACK_ALLOC]));
	if (!kfence.allocated) /* else it is of the object before, in that page */
		pk_try(&r, track_read(ctx, pk_member_at(&r, kfence.entry, PK_R_kfence_free_track),
				      &ret_tracks[PK_TRACK_FREE]));
	return r.status;
}

enum pk_status pk_kfence_walk(struct pk_ctx *ctx, uint64_t cache, pk_kfence_fn fn, void *arg)
{
	const uint64_t pair = 2ull * ctx->target->facts.page_size;
	const struct pool pool = pool_of(ctx);
	enum pk_status status = PK_OK;
	struct pk_kfence kfence;

	for (uint64_t i = 1; i <= pool.nr && status == PK_OK; i++) {
		status = pk_kfence_find(ctx, pool.start + i * pair, &kfence);
		if (status == PK_OK && kfence.cache == cache && kfence.allocated)
			fn(kfence.start, arg);
	}
	return status;
}
