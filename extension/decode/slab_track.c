// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What slub_debug=U keeps of each object, behind it (get_track()):
 *
 *	object, inuse bytes | pointer to the next free one, where it is not inside | track of alloc | track of free
 */
#include "decode/slab.h"

#include <string.h>

#include "core/reader.h"
#include "decode/figure.h"
#include "decode/printk.h"

#define STORE_USER 0x10000u /* SLAB_STORE_USER, since 2.6.22; 6.9 numbers the flags anew */
#define MAX_TRACK 4096 /* bytes */

static bool notes_users(struct pk_reader *r, uint64_t cache)
{
	uint64_t flags = pk_member(r, cache, PK_R_kmem_cache_flags), bit;

	if (!pk_reader_has(r, PK_R_slab_store_user_bit))
		return flags & STORE_USER;
	bit = pk_value(r, PK_R_slab_store_user_bit);
	return bit < 64 && flags >> bit & 1;
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
		pk_noted_stack_add(&r, pk_member_at(&r, at, PK_R_track_addrs),
				   pk_layout_get(ctx, PK_R_track_addrs)->member.size /
					   ctx->target->facts.word_size,
				   &track->stack);
	else if (pk_has(ctx, PK_R_track_handle))
		pk_depot_stack_read(ctx, pk_member_at(&r, at, PK_R_track_handle), &track->stack);
	return PK_OK;
}

static enum pk_status users_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				 struct pk_slab_track tracks[PK_NR_TRACKS])
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t size, inuse, offset;
	enum pk_status status = PK_OK;

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
		status = track_read(ctx, object->start + inuse + (uint64_t)i * size, &tracks[i]);
	return status;
}

/* Of an object in KASAN's quarantine, slub_debug has not been told yet who freed it. */
enum pk_status pk_slab_tracks_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				   struct pk_slab_track ret_tracks[PK_NR_TRACKS])
{
	enum pk_status status, kasan;

	memset(ret_tracks, 0, PK_NR_TRACKS * sizeof(*ret_tracks));
	if (object->guarded)
		return pk_kfence_tracks_read(ctx, object->start, ret_tracks);
	status = users_read(ctx, object, ret_tracks);
	kasan = pk_kasan_tracks_read(ctx, object, ret_tracks);
	return status == PK_ABSENT ? kasan : status;
}
