// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What slub_debug=U keeps of each object, behind it (get_track()):
 *
 *	object, inuse bytes | pointer to the next free one, where it is not inside | track of alloc | track of free
 */
#include "decode/slab_track.h"

#include <string.h>

#include "core/reader.h"
#include "decode/figure.h"
#include "decode/kfence.h"
#include "decode/ran_on.h"

#define STORE_USER 0x10000u /* SLAB_STORE_USER, since 2.6.22; 6.9 numbers the flags anew */
#define DEPOT_SHIFT 4 /* DEPOT_STACK_ALIGN */
#define MAX_TRACK 4096 /* bytes */

static bool notes_users(struct pk_reader *r, uint64_t cache)
{
	uint64_t flags = pk_member(r, cache, PK_R_kmem_cache_flags), bit;

	if (!pk_reader_has(r, PK_R_slab_store_user_bit))
		return flags & STORE_USER;
	bit = pk_value(r, PK_R_slab_store_user_bit);
	return bit < 64 && flags >> bit & 1;
}

static void add_functions(struct pk_reader *r, uint64_t addrs, uint64_t nr,
			  struct pk_slab_track *track)
{
	const uint32_t word = r->ctx->target->facts.word_size;
	uint64_t addr;

	for (uint64_t i = 0; i < nr && i < PK_TRACK_STACK; i++) {
		addr = pk_pointer(r, addrs + i * word);
		if (!addr)
			return;
		pk_symbolize(r->ctx, addr, track->stack[track->nr_stack++],
			     sizeof(track->stack[0]));
	}
}

/* The stack depot's record that the HANDLE at ADDR names: a pool, and where it lies in there. An array of pools and a pointer to
 * one need not be told apart: a record has its own handle in it. */
static void add_depot(struct pk_ctx *ctx, uint64_t addr, struct pk_slab_track *track)
{
	const bool plus_1 = pk_has(ctx, PK_R_depot_pool_plus_1);
	struct pk_reader r = {.ctx = ctx};
	uint64_t handle = pk_number(&r, addr, sizeof(uint32_t));
	uint64_t pool = pk_member(&r, addr, plus_1 ? PK_R_depot_pool_plus_1 : PK_R_depot_pool);
	uint64_t offset = pk_member(&r, addr, PK_R_depot_offset) << DEPOT_SHIFT;
	uint64_t own = pk_offset(&r, PK_R_stack_record_handle), record;
	uint64_t array = pk_value(&r, PK_R_stack_pools);

	pool = (pool - plus_1) * ctx->target->facts.word_size;
	for (int i = 0; pk_ok(&r) && handle && i < 2; i++) {
		struct pk_reader at = {.ctx = ctx};

		record = pk_pointer(&at, (i ? pk_pointer(&at, array) : array) + pool) + offset;
		if (pk_number(&at, record + own, sizeof(uint32_t)) != handle || !pk_ok(&at))
			continue;
		add_functions(&at, pk_member_at(&at, record, PK_R_stack_record_entries),
			      pk_member(&at, record, PK_R_stack_record_size), track);
		return;
	}
}

static enum pk_status track_read(struct pk_ctx *ctx, uint64_t at, struct pk_slab_track *track)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t addr = pk_member(&r, at, PK_R_track_addr), when, hz;
	struct pk_figure now;

	track->ago_s = pk_figure_none(PK_ABSENT);
	if (!pk_ok(&r) || !addr)
		return r.status;
	pk_symbolize(ctx, addr, track->func, sizeof(track->func));
	track->cpu = (int)pk_member(&r, at, PK_R_track_cpu);
	track->pid = (int32_t)pk_member(&r, at, PK_R_track_pid);
	when = pk_member(&r, at, PK_R_track_when);
	if (!pk_ok(&r))
		return r.status;
	now = pk_jiffies_read(ctx, &hz);
	track->ago_s = now;
	if (now.status == PK_OK)
		track->ago_s.value = pk_jiffies_s(ctx, now.value, when, hz);
	if (pk_has(ctx, PK_R_track_addrs))
		add_functions(&r, pk_member_at(&r, at, PK_R_track_addrs),
			      pk_layout_get(ctx, PK_R_track_addrs)->member.size /
				      ctx->target->facts.word_size,
			      track);
	else if (pk_has(ctx, PK_R_track_handle))
		add_depot(ctx, pk_member_at(&r, at, PK_R_track_handle), track);
	return PK_OK;
}

enum pk_status pk_slab_tracks_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				   struct pk_slab_track ret_tracks[PK_NR_TRACKS])
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t size, inuse, offset;
	enum pk_status status = PK_OK;

	memset(ret_tracks, 0, PK_NR_TRACKS * sizeof(*ret_tracks));
	if (object->guarded)
		return pk_kfence_tracks_read(ctx, object->start, ret_tracks);
	if (!pk_has(ctx, PK_R_kmem_cache_flags) || !pk_has(ctx, PK_R_track_size))
		return pk_none(ctx, PK_ABSENT);
	if (!notes_users(&r, object->cache_addr))
		return pk_ok(&r) ? pk_none(ctx, PK_ABSENT) : r.status;
	size = pk_value(&r, PK_R_track_size);
	inuse = pk_member(&r, object->cache_addr, PK_R_kmem_cache_inuse);
	offset = pk_member(&r, object->cache_addr, PK_R_kmem_cache_offset);
	if (!pk_ok(&r))
		return r.status;
	if (size > MAX_TRACK)
		return pk_fail(ctx, PK_CORRUPT, "struct track of %llu bytes",
			       (unsigned long long)size);
	if (offset >= inuse)
		inuse += ctx->target->facts.word_size;
	for (int i = 0; status == PK_OK && i < PK_NR_TRACKS; i++)
		status =
			track_read(ctx, object->start + inuse + (uint64_t)i * size, &ret_tracks[i]);
	return status;
}
