// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_order.h"

#include <stdlib.h>

#include "decode/trace/sub_buffer.h"

/*
 * Whether a sub-buffer is the one that was written at its place.
 *
 * A page that another of the ring was copied over, or a stale one, is whole in itself. Two things tell:
 *
 *	order        a ring is written once around: no page begins before the one before it. Where two neighbours
 *	             contradict each other, the wrong one is that (or the few in a row) without which the rest is in
 *	             order again, and whose events all lie outside the time between its neighbours:
 *
 *	                 [10..19] [20..29] [70..79] [40..49] [50..59]        70..79 is misplaced
 *
 *	             A clock that went back looks otherwise: what was written then comes up to the old time again, or
 *	             never, and the page in which that happens lies on both sides:
 *
 *	                 [10..19] [20..29] [24..33] [34..43]                 nothing is misplaced
 *	                 [10..19] [20..29] [ 0.. 9] [10..19] [20..29] ...    nothing is misplaced
 *
 *	descriptor   struct buffer_page counts the events and the bytes of a page that the writer has left.
 *	             That this kernel counts as we do is shown by another page first. Either is reason to give a page up.
 *
 * The first and the last page of a ring have one neighbour: their order proves nothing. The pages of a buffer that
 * survives reboots are of several boots, with counts that were made up anew, and those of a living system change: they
 * are not judged.
 */
#define MOST_IN_A_ROW 16
/* places of a CPU that are looked into: damage, not a ring in no order at all */
#define MOST_DOUBTS 64
#define MOST_NAMED 4 /* pages of a CPU */
#define NR_WITNESSES 4
#define NONE UINT32_MAX

#define LL(x) ((unsigned long long)(x))

struct pk_page_span pk_page_span(const struct pk_sub_buffer *sub)
{
	struct pk_sub_buffer walk = *sub;
	struct pk_page_span span = {.from = sub->page_ts, .to = sub->page_ts};
	struct pk_record record;
	enum pk_status status;

	walk.write = walk.commit;
	do {
		uint32_t nr = pk_sub_buffer_skip_short(&walk);

		if (nr)
			span.to = walk.ts;
		span.nr_events += nr;
		status = pk_sub_buffer_next(&walk, &record);
		if (status == PK_OK) {
			span.to = record.ts;
			span.nr_events++;
		}
	} while (status == PK_OK);
	span.nr_bytes = (uint32_t)sub->commit;
	span.whole = status == PK_ABSENT;
	return span;
}

static bool has_data(const struct pk_page_ref *ref)
{
	return !(ref->flags & (PK_PAGE_BAD | PK_PAGE_EMPTY));
}

uint8_t *pk_page_read(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		      const struct pk_page_ref *ref, struct pk_sub_buffer *ret_sub)
{
	size_t size = (size_t)layout->page_size << ref->order;
	uint8_t *bytes = malloc(size);

	if (bytes && pk_read(ctx, ref->page, bytes, size) == PK_OK &&
	    pk_sub_buffer_init(ret_sub, bytes, size, layout->data, layout->word, 0,
			       ctx->target->facts.big_endian, false) == PK_OK)
		return bytes;
	free(bytes);
	return NULL;
}

/* False: the page cannot be read, or its records do not make sense. */
static bool read_span(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		      const struct pk_page_ref *ref, struct pk_page_span *ret)
{
	struct pk_sub_buffer sub;
	uint8_t *bytes = pk_page_read(ctx, layout, ref, &sub);

	if (!bytes)
		return false;
	*ret = pk_page_span(&sub);
	free(bytes);
	return ret->whole;
}

/* The next page that holds something, older than INDEX or newer; NONE: there is none. */
static uint32_t neighbour(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			  struct pk_cpu_pages *pages, uint32_t index, bool older)
{
	while (older || index) {
		index += older ? 1 : -1u;
		if (index >= pages->nr && pk_cpu_pages_extend(ctx, layout, pages) != PK_OK)
			return NONE;
		pk_cpu_pages_look(ctx, layout, pages, index);
		if (has_data(&pages->refs[index]))
			return index;
	}
	return NONE;
}

/* --- descriptor ---------------------------------------------------------------------------------------- */

static bool is_as_described(const struct pk_cpu_pages *pages, const struct pk_page_ref *ref,
			    const struct pk_page_span *span, bool events)
{
	if (ref->flags & PK_PAGE_CAUGHT && pages->committing)
		return span->nr_bytes <= ref->write;
	return span->nr_bytes == ref->write && (!events || span->nr_events == ref->entries);
}

/* Whether this kernel's descriptors say what its pages hold: one of those around INDEX shows it. */
static bool descriptors_tell(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			     struct pk_cpu_pages *pages, uint32_t index, bool events)
{
	for (unsigned older = 0; older < 2; older++) {
		uint32_t at = index;

		for (unsigned i = 0; i < NR_WITNESSES && !pages->counts_agree[events]; i++) {
			struct pk_page_span span;

			at = neighbour(ctx, layout, pages, at, older);
			if (at == NONE)
				break;
			pages->counts_agree[events] =
				!(pages->refs[at].flags & PK_PAGE_CAUGHT) &&
				read_span(ctx, layout, &pages->refs[at], &span) &&
				is_as_described(pages, &pages->refs[at], &span, events);
		}
	}
	return pages->counts_agree[events];
}

static bool is_described(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			 struct pk_cpu_pages *pages, uint32_t index,
			 const struct pk_page_span *span, bool events)
{
	const struct pk_page_ref *ref = &pages->refs[index];

	if (layout->unordered || !span->whole)
		return true;
	if (is_as_described(pages, ref, span, events)) {
		pages->counts_agree[events] |= !(ref->flags & PK_PAGE_CAUGHT);
		return true;
	}
	return !descriptors_tell(ctx, layout, pages, index, events);
}

bool pk_page_is_described(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			  struct pk_cpu_pages *pages, uint32_t index,
			  const struct pk_page_span *span)
{
	const struct pk_page_ref *ref = &pages->refs[index];

	if (!is_described(ctx, layout, pages, index, span, false))
		pk_fail(ctx, PK_CORRUPT,
			"CPU %d: page %llx: %u bytes, but its buffer_page counts %u: another "
			"page's contents, or damaged",
			pages->cpu, LL(ref->page), span->nr_bytes, (unsigned)ref->write);
	else if (pages->counts_events && !is_described(ctx, layout, pages, index, span, true))
		pk_fail(ctx, PK_CORRUPT,
			"CPU %d: page %llx: %u events, but its buffer_page counts %u: another "
			"page's contents, or damaged",
			pages->cpu, LL(ref->page), span->nr_events, (unsigned)ref->entries);
	else
		return true;
	return false;
}

bool pk_page_is_good(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		     struct pk_cpu_pages *pages, uint32_t index)
{
	struct pk_page_span span;

	if (!read_span(ctx, layout, &pages->refs[index], &span) ||
	    pk_page_is_described(ctx, layout, pages, index, &span))
		return true;
	pk_warn(ctx, "%s", pk_error(ctx));
	return false;
}

bool pk_page_is_counted(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			struct pk_cpu_pages *pages, const struct pk_buffer_page *page)
{
	const struct pk_page_ref ref = {.page = page->page,
					.order = page->order,
					.write = page->write,
					.entries = page->entries};
	struct pk_page_span span;

	return layout->unordered || (read_span(ctx, layout, &ref, &span) &&
				     is_as_described(pages, &ref, &span, pages->counts_events));
}

/* --- order --------------------------------------------------------------------------------------------- */

/* Pages in a row, from INDEX on, that lie outside what is around them. */
struct run {
	uint32_t nr;
	uint32_t index[MOST_IN_A_ROW];
	struct pk_page_span span[MOST_IN_A_ROW];
	bool proven;
	uint64_t limit; /* when the page behind the run ends (an older one) or begins */
};

/* OTHER is what INDEX contradicts. The run ends at the first page that lies beyond OTHER again, and that must do so whole. */
static void follow(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		   struct pk_cpu_pages *pages, uint32_t index, bool older,
		   const struct pk_page_span *other, struct run *run)
{
	for (uint32_t at = index; at != NONE; at = neighbour(ctx, layout, pages, at, older)) {
		struct pk_page_span span;
		bool outside;

		if (!read_span(ctx, layout, &pages->refs[at], &span))
			return;
		outside = older ? span.from >= other->to && span.from > other->from
				: span.to <= other->from && span.from < other->from;
		if (!outside) {
			run->proven = run->nr &&
				      (older ? span.to <= other->from : span.from >= other->to);
			run->limit = older ? span.to : span.from;
			return;
		}
		if (run->nr == MOST_IN_A_ROW)
			return;
		run->span[run->nr] = span;
		run->index[run->nr++] = at;
	}
}

static void give_up(struct pk_ctx *ctx, struct pk_cpu_pages *pages, uint32_t index)
{
	pages->refs[index].flags |= PK_PAGE_BAD;
	for (uint32_t i = index; i < pages->nr_dated && !has_data(&pages->refs[i]); i++)
		pages->refs[i].ts = i ? pages->refs[i - 1].ts : UINT64_MAX;
	if (pages->nr_misplaced++ == MOST_NAMED)
		pk_warn(ctx, "CPU %d: more misplaced pages", pages->cpu);
}

static void give_up_run(struct pk_ctx *ctx, struct pk_cpu_pages *pages, const struct run *run,
			const struct pk_page_span *other, bool older)
{
	for (uint32_t i = 0; i < run->nr; i++) {
		if (pages->nr_misplaced < MOST_NAMED)
			pk_warn(ctx,
				"CPU %d: page %llx is not of its place in the ring: its events are "
				"of %llu..%llu ns, but those before it end at %llu and those after "
				"it begin at %llu",
				pages->cpu, LL(pages->refs[run->index[i]].page),
				LL(run->span[i].from), LL(run->span[i].to),
				LL(older ? run->limit : other->to),
				LL(older ? other->from : run->limit));
		give_up(ctx, pages, run->index[i]);
	}
}

/* Of two runs that may be wrong, one is if its page is not the one that the writer described. */
static bool run_is_described(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			     struct pk_cpu_pages *pages, const struct run *run)
{
	bool good = true;

	for (uint32_t i = 0; i < run->nr && good; i++)
		good = is_described(ctx, layout, pages, run->index[i], &run->span[i],
				    pages->counts_events);
	return good;
}

static void settle(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		   struct pk_cpu_pages *pages, uint32_t old, uint32_t new)
{
	struct pk_page_span before, after;
	struct run late = {0}, early = {0};
	bool late_good, early_good;

	if (!read_span(ctx, layout, &pages->refs[old], &before) ||
	    !read_span(ctx, layout, &pages->refs[new], &after))
		return;
	follow(ctx, layout, pages, old, true, &after, &late);
	follow(ctx, layout, pages, new, false, &before, &early);
	if (late.proven && early.proven && late.nr == early.nr) {
		late_good = run_is_described(ctx, layout, pages, &late);
		early_good = run_is_described(ctx, layout, pages, &early);
		if (late_good != early_good)
			*(late_good ? &late.proven : &early.proven) = false;
	} else if (late.proven && early.proven) {
		*(late.nr > early.nr ? &late.proven : &early.proven) = false;
	}
	if (late.proven)
		give_up_run(ctx, pages, &late, &after, true);
	if (early.proven)
		give_up_run(ctx, pages, &early, &before, false);
}

/* The same page twice, one behind the other: their times do not contradict, but nothing was written twice. */
static bool is_copy(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		    const struct pk_page_ref *a, const struct pk_page_ref *b)
{
	struct pk_page_span x, y;

	return read_span(ctx, layout, a, &x) && x.to > x.from && read_span(ctx, layout, b, &y) &&
	       x.to == y.to && x.nr_events == y.nr_events && x.nr_bytes == y.nr_bytes;
}

/* Times that were brought into order are read again. */
static uint64_t own_time(struct pk_ctx *ctx, const struct pk_page_ref *ref)
{
	uint64_t ts = ref->ts;

	if (ref->flags & PK_PAGE_DISORDER && pk_read_uint(ctx, ref->page, 8, &ts) != PK_OK)
		return ref->ts;
	return ts;
}

bool pk_pages_contradict(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			 struct pk_cpu_pages *pages, uint32_t old, uint32_t new)
{
	struct pk_page_ref *a = &pages->refs[old], *b = &pages->refs[new];
	uint64_t from, to;

	if (a->ts < b->ts || a->flags & PK_PAGE_SETTLED || layout->unordered)
		return false;
	from = own_time(ctx, a);
	to = own_time(ctx, b);
	a->flags |= PK_PAGE_SETTLED;
	if (from < to || pages->nr_doubts++ >= MOST_DOUBTS)
		return false;
	if (from > to) {
		settle(ctx, layout, pages, old, new);
	} else if (is_copy(ctx, layout, a, b)) {
		if (pages->nr_misplaced < MOST_NAMED)
			pk_warn(ctx,
				"CPU %d: pages %llx and %llx have the same events, of %llu ns: one "
				"of them is not of its place in the ring",
				pages->cpu, LL(a->page), LL(b->page), LL(from));
		give_up(ctx, pages, old);
	}
	if (!has_data(&pages->refs[new])) /* there is another neighbour now */
		pages->refs[old].flags &= ~PK_PAGE_SETTLED;
	return !has_data(&pages->refs[old]) || !has_data(&pages->refs[new]);
}
