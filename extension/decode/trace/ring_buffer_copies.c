// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_order.h"

#include <stdlib.h>
#include <string.h>

/*
 * A page of another CPU's ring that fits in time, in bytes and in events contradicts nothing around it. But its original
 * is in the trace as well, and no two CPUs write the same: the pids, the functions and the nanoseconds between them.
 */
#define SLOT_BITS 12
#define FEWEST_EVENTS 8 /* what fewer look like, two idle CPUs may both have written */

#define LL(x) ((unsigned long long)(x))

struct pk_page_seen {
	uint64_t ts;
	struct pk_page_place place;
};

static bool is_same(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		    const struct pk_page_ref *ref, const struct pk_sub_buffer *sub)
{
	struct pk_sub_buffer other;
	uint8_t *bytes = pk_page_read(ctx, layout, ref, &other);
	bool same = bytes && other.page_ts == sub->page_ts && other.commit == sub->commit &&
		    !memcmp(bytes + layout->data, sub->bytes + layout->data, sub->commit);

	free(bytes);
	return same;
}

bool pk_page_is_copied(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		       struct pk_page_copies *copies, const struct pk_page_place *place,
		       const struct pk_sub_buffer *sub, const struct pk_page_span *span)
{
	struct pk_page_ref *own = &place->pages->refs[place->index], *other;
	struct pk_page_seen *slot, seen;
	uint64_t ts = span->from;

	if (layout->unordered || span->nr_events < FEWEST_EVENTS || span->to == span->from)
		return false;
	if (!copies->seen)
		copies->seen = calloc(1u << SLOT_BITS, sizeof(*copies->seen));
	/* 2^64 divided by the golden ratio: neighbouring times come apart */
	slot = copies->seen ? &copies->seen[ts * 0x9e3779b97f4a7c15ull >> (64 - SLOT_BITS)] : NULL;
	if (!slot)
		return false;
	seen = *slot;
	*slot = (struct pk_page_seen){.ts = span->from, .place = *place};
	if (!seen.place.pages || seen.ts != span->from || seen.place.pages == place->pages)
		return false;
	other = &seen.place.pages->refs[seen.place.index];
	if (other->flags & PK_PAGE_BAD || !is_same(ctx, layout, other, sub))
		return false;
	own->flags |= PK_PAGE_BAD;
	other->flags |= PK_PAGE_BAD;
	copies->nr_found++;
	pk_fail(ctx, PK_CORRUPT,
		"CPU %d: page %llx has the %u events of page %llx of CPU %d, from %llu ns on: one "
		"of them is not of its place, and neither is shown",
		place->pages->cpu, LL(own->page), span->nr_events, LL(other->page),
		seen.place.pages->cpu, LL(span->from));
	return true;
}

void pk_page_copies_deinit(struct pk_page_copies *copies)
{
	free(copies->seen);
	copies->seen = NULL;
}
