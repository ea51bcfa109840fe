// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Generic KASAN has a byte of shadow memory for 8 bytes of the kernel's, at (address >> 3) + KASAN_SHADOW_OFFSET: 0 if all of them may
 * be used, 1 to 7 if as many may. Of a freed object it is 0xfb, or 0xfa where who freed it is noted in the object's first bytes
 * (or behind the object, where these must stay). Freed objects wait in a quarantine before a freelist gets them.
 */
#include "decode/slab.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/reader.h"

#define SHADOW_SHIFT 3
#define USABLE_MAX 7 /* bytes of 8 */
#define FREED_TRACKED 0xfa /* KASAN_SLAB_FREE_META, before 6.9 KASAN_SLAB_FREETRACK */
#define FREED 0xfb /* KASAN_SLAB_FREE */

struct shadow {
	enum pk_status status;
	uint64_t offset;
};

bool pk_kasan_is_built_in(struct pk_ctx *ctx)
{
	return pk_has(ctx, PK_R_kasan_quarantine_put);
}

/* That of init_task, which is always there, tells the offset. */
static struct shadow shadow_find(struct pk_ctx *ctx)
{
	const struct pk_arch *arch = pk_arch(ctx);
	struct shadow shadow = {.status = PK_UNSUPPORTED};
	uint64_t task;
	uint8_t byte;

	if (!arch || pk_row_value(ctx, PK_R_init_task, &task) != PK_OK)
		return shadow;
	for (size_t i = 0; arch->kasan_shadows[i]; i++) {
		shadow.offset = arch->kasan_shadows[i];
		shadow.status = pk_read(ctx, (task >> SHADOW_SHIFT) + shadow.offset, &byte, 1);
		if (shadow.status == PK_OK && !byte)
			return shadow;
		if (shadow.status == PK_NOT_CAPTURED)
			return shadow;
		shadow.status = PK_UNSUPPORTED;
	}
	return shadow;
}

static enum pk_status shadow_byte(struct pk_ctx *ctx, uint64_t addr, uint8_t *ret_byte)
{
	struct shadow *shadow = ctx->slots[PK_SLOT_KASAN];

	if (!shadow) {
		shadow = malloc(sizeof(*shadow));
		if (!shadow)
			return pk_fail(ctx, PK_NOMEM, "KASAN's shadow");
		*shadow = shadow_find(ctx);
		ctx->slots[PK_SLOT_KASAN] = shadow;
		ctx->slot_free[PK_SLOT_KASAN] = free;
	}
	if (shadow->status != PK_OK)
		return pk_fail(ctx, shadow->status, "where KASAN's shadow is, is not known");
	return pk_read(ctx, (addr >> SHADOW_SHIFT) + shadow->offset, ret_byte, 1);
}

enum pk_status pk_kasan_state_read(struct pk_ctx *ctx, uint64_t start,
				   enum pk_slab_state *ret_state)
{
	enum pk_status status;
	uint8_t byte;

	if (!pk_kasan_is_built_in(ctx))
		return pk_none(ctx, PK_ABSENT);
	status = shadow_byte(ctx, start, &byte);
	if (status != PK_OK)
		return status;
	*ret_state = byte == FREED || byte == FREED_TRACKED ? PK_SLAB_FREE
		     : byte <= USABLE_MAX		    ? PK_SLAB_ALLOCATED
							    : PK_SLAB_UNKNOWN;
	return PK_OK;
}

static void track_read(struct pk_reader *r, uint64_t at, struct pk_slab_track *track)
{
	struct pk_slab_track noted = {.cpu = -1, .ago_s = pk_figure_none(PK_ABSENT)};

	noted.pid = (int32_t)pk_member(r, at, PK_R_kasan_track_pid);
	if (pk_reader_has(r, PK_R_kasan_track_cpu))
		noted.cpu = (int)pk_member(r, at, PK_R_kasan_track_cpu);
	if (!pk_ok(r) || pk_depot_stack_read(r->ctx, pk_member_at(r, at, PK_R_kasan_track_stack),
					     &noted.stack) != PK_OK)
		return;
	memcpy(noted.func, noted.stack.funcs[0], sizeof(noted.func));
	*track = noted;
}

enum pk_status pk_kasan_tracks_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				    struct pk_slab_track tracks[PK_NR_TRACKS])
{
	struct pk_reader r = {.ctx = ctx};
	int64_t alloc, freed;
	uint8_t byte;

	if (!pk_kasan_is_built_in(ctx) || !pk_has(ctx, PK_R_kasan_alloc_offset))
		return pk_none(ctx, PK_ABSENT);
	pk_try(&r, shadow_byte(ctx, object->start, &byte));
	alloc = (int32_t)pk_member(&r, object->cache_addr, PK_R_kasan_alloc_offset);
	freed = (int32_t)pk_member(&r, object->cache_addr, PK_R_kasan_free_offset);
	if (pk_ok(&r) && alloc > 0 && !tracks[PK_TRACK_ALLOC].func[0])
		track_read(
			&r,
			pk_member_at(&r, object->start + (uint64_t)alloc, PK_R_kasan_alloc_track),
			&tracks[PK_TRACK_ALLOC]);
	/* A freelist's pointer may have overwritten that of an object that left the quarantine. */
	if (pk_ok(&r) && byte == FREED_TRACKED && freed >= 0 && freed != INT_MAX)
		track_read(&r,
			   pk_member_at(&r, object->start + (uint64_t)freed, PK_R_kasan_free_track),
			   &tracks[PK_TRACK_FREE]);
	return r.status;
}
