// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_pages.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

/*
 * The pages of one CPU's buffer.
 *
 *	            .---------------- ring of nr_pages, no sentinel ----------------.
 *	reader_page  HEAD                                commit_page      tail_page
 *	[oldest  ]   [head] -> [....] -> [....] -> ... -> [newest] -> ... -> [    ] -> (head)
 *
 * The reader page was taken out of the ring: nothing there points at it, though its own links still
 * lead in. It holds the oldest events, unless the writer is still on it (reader_page == commit_page),
 * when nothing else holds any. Pages after commit_page up to tail_page hold what nested writers wrote
 * while an outer one was open.
 *
 * The link that points at the head carries HEAD in its low bits, or UPDATE while a writer moves the
 * head on; head_page is only a hint. If both exist the UPDATE page is given up already. Walking
 * backwards from commit_page meets the right one first in every case: HEAD before UPDATE if both are
 * there, and the UPDATE page, whose data is still whole, if it is alone.
 *
 * A mark that a flipped bit made would hide all pages before it. So a mark counts only if the pages found up to there
 * hold what the CPU counts (entries - overrun - read, each page's own entries), or no other mark comes before it:
 * a ring has one. Behind the true one there are empty pages, or (up to 6.2) what a reset left there.
 *
 * We walk `prev` from commit_page, so that the newest pages of a large buffer cost no more than those
 * of a small one. Each step asks that the two neighbours agree (prev->next is where we came from).
 * That makes the walk injective: it can only end at a page that lies, or back at commit_page, so no
 * cycle needs to be looked for. Where it breaks, the rest is sought forwards, from commit_page around
 * to the head, or from the hint.
 */
#define LINK_FLAGS 3ull
#define LINK_UPDATE 2u
#define MISSED_EVENTS (1u << 31) /* in commit: sub_buffer.c */
#define WRITE_MASK 0xfffffu /* upper bits of write and entries count interruptions */
#define MAX_STRUCT 65536
#define MAX_ORDER 10
#define MISSING_NAMED 4 /* pages of a CPU; of what a cut dump lacks, the number says more */

#define LL(x) ((unsigned long long)(x))

enum pk_status pk_ring_layout_init(struct pk_ctx *ctx, uint64_t buffer, struct pk_ring_layout *ret)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_ring_layout layout = {
		.page_size = ctx->target->facts.page_size,
		.word = ctx->target->facts.word_size,
	};
	uint64_t order = 0;

	layout.list = pk_offset(&r, PK_R_buffer_page_list);
	layout.page_struct = pk_value(&r, PK_R_buffer_page_size);
	layout.data = pk_offset(&r, PK_R_buffer_data_page_data);
	if (pk_reader_has(&r, PK_R_trace_buffer_subbuf_order))
		order = pk_member(&r, buffer, PK_R_trace_buffer_subbuf_order);
	if (!pk_ok(&r))
		return r.status;
	if (order > MAX_ORDER || layout.page_struct > 4096 ||
	    layout.list + 2 * layout.word > layout.page_struct)
		return pk_fail(ctx, PK_CORRUPT, "ring buffer %llx: sub-buffers of order %llu",
			       LL(buffer), LL(order));
	layout.order = (uint8_t)order;
	*ret = layout;
	return PK_OK;
}

static enum pk_status read_counters(struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
				    struct pk_cpu_pages *pages)
{
	const struct {
		enum pk_row_id row;
		uint64_t *ret;
	} wanted[] = {
		{PK_R_rb_cpu_nr_pages, &pages->nr_pages},
		{PK_R_rb_cpu_head_page, &pages->head_page},
		{PK_R_rb_cpu_tail_page, &pages->tail_page},
		{PK_R_rb_cpu_commit_page, &pages->commit_page},
		{PK_R_rb_cpu_reader_page, &pages->reader_page},
		{PK_R_rb_cpu_lost_events, &pages->lost_events},
		{PK_R_rb_cpu_last_overrun, &pages->last_overrun},
		{PK_R_rb_cpu_entries, &pages->entries},
		{PK_R_rb_cpu_overrun, &pages->overrun},
		{PK_R_rb_cpu_commit_overrun, &pages->commit_overrun},
		{PK_R_rb_cpu_entries_bytes, &pages->entries_bytes},
		{PK_R_rb_cpu_read, &pages->read},
		{PK_R_rb_cpu_read_bytes, &pages->read_bytes},
		{PK_R_rb_cpu_committing, &pages->committing},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(wanted); i++) {
		enum pk_status status =
			pk_struct_uint(ctx, bytes, len, wanted[i].row, wanted[i].ret);

		if (status != PK_OK)
			return status;
	}
	if (pk_has(ctx, PK_R_rb_cpu_dropped_events))
		return pk_struct_uint(ctx, bytes, len, PK_R_rb_cpu_dropped_events, &pages->dropped);
	return PK_OK;
}

enum pk_status pk_cpu_pages_init(struct pk_ctx *ctx, uint64_t addr, struct pk_cpu_pages *pages)
{
	struct pk_reader r = {.ctx = ctx};
	uint8_t *bytes = NULL;
	uint64_t size;

	pages->present = true;
	pages->addr = addr;
	pages->counts_events = pk_has(ctx, PK_R_buffer_page_entries);
	size = pk_value(&r, PK_R_ring_buffer_per_cpu_size);
	if (size > MAX_STRUCT)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "struct ring_buffer_per_cpu of %llu bytes",
				   LL(size)));
	if (pk_ok(&r) && !(bytes = malloc(size ? size : 1)))
		pk_try(&r, pk_fail(ctx, PK_NOMEM, "a CPU buffer's descriptor"));
	pk_load(&r, addr, bytes, size);
	pk_try(&r, read_counters(ctx, bytes, size, pages));
	free(bytes);
	pages->status = r.status;
	return pk_wrap(ctx, r.status, "CPU %d: buffer %llx", pages->cpu, LL(addr));
}

void pk_cpu_pages_deinit(struct pk_ctx *ctx, struct pk_cpu_pages *pages)
{
	if (pages->nr_missing > MISSING_NAMED)
		pk_warn(ctx, "CPU %d: %u pages like these are not in the dump", pages->cpu,
			pages->nr_missing);
	free(pages->refs);
	free(pages->stats);
	pages->refs = NULL;
	pages->stats = NULL;
	pages->nr = pages->room = 0;
}

static uint32_t written(const struct pk_ring_layout *layout, uint64_t write, uint64_t real_end,
			uint8_t order)
{
	uint64_t capacity = ((uint64_t)layout->page_size << order) - layout->data;

	write &= WRITE_MASK;
	/* While the tail moves on, write runs past the page. real_end is stale at any other time. */
	if (write > capacity)
		write = real_end && real_end <= capacity ? real_end : capacity;
	return (uint32_t)write;
}

enum pk_status pk_buffer_page_read(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   uint64_t addr, struct pk_buffer_page *ret)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_buffer_page page = {.addr = addr, .order = layout->order};
	uint64_t write = 0, read = 0, real_end = 0, entries = 0, order = layout->order, next;
	uint8_t bytes[4096];
	size_t len = layout->page_struct;

	pk_load(&r, addr, bytes, len);
	pk_try(&r, pk_struct_uints(ctx, bytes, len,
				   PK_WANTED({PK_R_buffer_page_page, &page.page},
					     {PK_R_buffer_page_write, &write},
					     {PK_R_buffer_page_read, &read})));
	if (pk_reader_has(&r, PK_R_buffer_page_real_end))
		pk_try(&r, pk_struct_uint(ctx, bytes, len, PK_R_buffer_page_real_end, &real_end));
	if (pk_reader_has(&r, PK_R_buffer_page_entries))
		pk_try(&r, pk_struct_uint(ctx, bytes, len, PK_R_buffer_page_entries, &entries));
	if (pk_reader_has(&r, PK_R_buffer_page_order))
		pk_try(&r, pk_struct_uint(ctx, bytes, len, PK_R_buffer_page_order, &order));
	if (order > MAX_ORDER)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "order %llu", LL(order)));
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "buffer_page %llx", LL(addr));
	next = pk_uint(ctx, bytes + layout->list, layout->word);
	page.link_flags = next & LINK_FLAGS;
	page.next = (next & ~LINK_FLAGS) - layout->list;
	page.prev = pk_uint(ctx, bytes + layout->list + layout->word, layout->word);
	page.prev = (page.prev & ~LINK_FLAGS) - layout->list;
	page.order = (uint8_t)order;
	page.read = (uint32_t)(read & WRITE_MASK);
	page.entries = (uint32_t)(entries & WRITE_MASK);
	page.write = written(layout, write, real_end, page.order);
	*ret = page;
	return PK_OK;
}

/* Time and commit word of the data page: whether there is anything on it, and since when. */
void pk_cpu_pages_look(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		       struct pk_cpu_pages *pages, uint32_t index)
{
	struct pk_page_ref *ref = &pages->refs[index];
	uint64_t commit;
	uint8_t header[16];
	enum pk_status status;

	if (!(ref->flags & PK_PAGE_UNSEEN))
		return;
	ref->flags &= ~PK_PAGE_UNSEEN;
	status = pk_read(ctx, ref->page, header, 8 + layout->word);
	if (status == PK_UNREADABLE)
		pk_missing_is(ctx, ref->page, PK_PAGES_EVENTS);
	if (status != PK_OK) {
		if (++pages->nr_missing <= MISSING_NAMED)
			pk_warn(ctx, "CPU %d: page %llx: %s", pages->cpu, LL(ref->page),
				pk_error(ctx));
		ref->flags |= PK_PAGE_BAD;
		return;
	}
	ref->ts = pk_uint(ctx, header, 8);
	commit = pk_uint(ctx, header + 8, layout->word);
	if (index && pages->refs[index - 1].page == ref->page) {
		pk_warn(ctx, "CPU %d: page %llx belongs to two buffer_pages", pages->cpu,
			LL(ref->page));
		ref->flags |= PK_PAGE_BAD;
	} else if (!(commit & PK_COMMIT_MASK) && !pk_page_caught(ref)) {
		/* A persistent buffer's page that did not survive its reboot is emptied and marked (7.x). */
		ref->flags |= PK_PAGE_EMPTY | (commit & MISSED_EVENTS ? PK_PAGE_MISSED : 0);
	}
}

/* Twice as much. Of whom MANY were found, the others will be too: moving a large index would cost as much again. */
static uint32_t next_room(const struct pk_cpu_pages *pages)
{
	const uint32_t many = 4096, most = 1u << 24;
	uint32_t room = pages->room ? pages->room * 2 : 16;

	return pages->room == many && pages->nr_pages >= room && pages->nr_pages < most
		       ? (uint32_t)pages->nr_pages + 2
		       : room;
}

static enum pk_status push(struct pk_ctx *ctx, struct pk_cpu_pages *pages,
			   const struct pk_buffer_page *page, unsigned flags)
{
	struct pk_page_ref ref = {.page = page->page,
				  .order = page->order,
				  .write = page->write,
				  .entries = page->entries,
				  .flags = (uint16_t)(flags | PK_PAGE_UNSEEN)};

	if (pages->nr == pages->room) {
		uint32_t room = next_room(pages);
		void *refs = room > pages->room ? realloc(pages->refs, room * sizeof(ref)) : NULL;

		if (!refs)
			return pk_fail(ctx, PK_NOMEM, "CPU %d: an index of %u pages", pages->cpu,
				       room);
		pages->refs = refs;
		pages->room = room;
	}
	pages->nr_entries += page->entries;
	pages->refs[pages->nr++] = ref;
	return PK_OK;
}

struct page_list {
	struct pk_buffer_page *pages;
	size_t nr, room;
};

static bool list_add(struct page_list *list, const struct pk_buffer_page *page)
{
	if (!pk_grow(list->pages, list->nr, list->room))
		return false;
	list->pages[list->nr++] = *page;
	return true;
}

static enum pk_status push_reversed(struct pk_ctx *ctx, struct pk_cpu_pages *pages,
				    const struct page_list *list, unsigned flags)
{
	enum pk_status status = PK_OK;

	for (size_t i = list->nr; i-- && status == PK_OK;)
		status = push(ctx, pages, &list->pages[i], flags);
	return status;
}

/* Pages after commit_page up to tail_page: what nested writers wrote while an outer one was open. */
static enum pk_status push_tail(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				struct pk_cpu_pages *pages, const struct pk_buffer_page *commit)
{
	struct page_list list = {0};
	struct pk_buffer_page page = *commit;
	struct pk_cycle cycle = {0};
	enum pk_status status = PK_OK;

	while (page.addr != pages->tail_page && list.nr <= pages->nr_pages) {
		status = pk_buffer_page_read(ctx, layout, page.next, &page);
		if (status != PK_OK || pk_cycle_closed(&cycle, page.addr))
			break;
		if (!list_add(&list, &page)) {
			free(list.pages);
			return pk_fail(ctx, PK_NOMEM, "CPU %d: pages of the tail", pages->cpu);
		}
	}
	if (page.addr != pages->tail_page) {
		pk_warn(ctx, "CPU %d: tail_page %llx is not reachable from commit_page %llx%s%s",
			pages->cpu, LL(pages->tail_page), LL(commit->addr),
			status == PK_OK ? "" : ": ", status == PK_OK ? "" : pk_error(ctx));
		list.nr = 0;
	}
	status = push_reversed(ctx, pages, &list, PK_PAGE_CAUGHT);
	free(list.pages);
	return status;
}

static enum pk_status push_reader(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				  struct pk_cpu_pages *pages)
{
	struct pk_buffer_page reader;
	enum pk_status status;

	pages->walk = PK_WALK_DONE;
	status = pk_buffer_page_read(ctx, layout, pages->reader_page, &reader);
	if (status != PK_OK) {
		pk_warn(ctx, "CPU %d: reader page: %s", pages->cpu, pk_error(ctx));
		return PK_OK;
	}
	pages->reader_read = reader.read;
	return push(ctx, pages, &reader, PK_PAGE_READER);
}

/* The data pages that are indexed already, sorted; NULL when memory ran out. */
static uint64_t *known_pages(const struct pk_cpu_pages *pages)
{
	uint64_t *known = malloc((pages->nr + 1) * sizeof(*known));

	if (!known)
		return NULL;
	for (uint32_t i = 0; i < pages->nr; i++)
		known[i] = pages->refs[i].page;
	qsort(known, pages->nr, sizeof(*known), pk_by_number);
	return known;
}

/* From commit_page forwards to the page that is marked as head (the last mark HEAD wins over an
 * UPDATE before it). Falls back to the hint. PK_ABSENT: no head can be had. */
static enum pk_status find_head(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				struct pk_cpu_pages *pages, struct pk_buffer_page *ret)
{
	struct pk_buffer_page page, head;
	struct pk_cycle cycle = {0};
	bool found = false;

	if (pk_buffer_page_read(ctx, layout, pages->commit_page, &page) == PK_OK) {
		for (uint64_t i = 0; i <= pages->nr_pages; i++) {
			unsigned flags = page.link_flags;

			if (pk_buffer_page_read(ctx, layout, page.next, &page) != PK_OK)
				break;
			if (found && flags != PK_LINK_HEAD)
				break;
			if (flags) {
				head = page;
				found = true;
			}
			if (flags == PK_LINK_HEAD || pk_cycle_closed(&cycle, page.addr))
				break;
		}
	}
	if (!found && pk_buffer_page_read(ctx, layout, pages->head_page, &head) != PK_OK)
		return pk_none(ctx, PK_ABSENT);
	*ret = head;
	return PK_OK;
}

/* Pages from the head forwards up to one that is indexed already, or to the next damage. */
static enum pk_status collect_forward(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				      struct pk_cpu_pages *pages, struct page_list *list)
{
	uint64_t *known = known_pages(pages);
	struct pk_buffer_page page;
	bool ok = known != NULL, last = false;

	/* Agreeing neighbours again: no cycle but back to the start. A page whose own prev lies is
	 * believed, as the last one, if the page behind the break names it too. */
	if (ok && find_head(ctx, layout, pages, &page) == PK_OK) {
		while (list->nr <= pages->nr_pages &&
		       !bsearch(&page.page, known, pages->nr, sizeof(*known), pk_by_number)) {
			uint64_t from = page.addr;

			ok = list_add(list, &page);
			if (last || !ok ||
			    pk_buffer_page_read(ctx, layout, page.next, &page) != PK_OK ||
			    page.addr == list->pages[0].addr)
				break;
			last = page.prev != from;
			if (last && page.addr != pages->frontier.prev)
				break;
		}
	}
	free(known);
	return ok ? PK_OK : pk_fail(ctx, PK_NOMEM, "CPU %d: pages behind the damage", pages->cpu);
}

/* The walk backwards broke: find what lies beyond the break from the other side. */
static enum pk_status walk_around(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				  struct pk_cpu_pages *pages)
{
	struct page_list list = {0};
	enum pk_status status = collect_forward(ctx, layout, pages, &list);
	struct pk_buffer_page head;

	/* The head itself, whose prev lies: rb_insert_pages() of a buffer that was being enlarged sets it
	 * last. Nothing is missing then. */
	if (pages->nr && !list.nr && find_head(ctx, layout, pages, &head) == PK_OK &&
	    head.page == pages->refs[pages->nr - 1].page)
		pages->refs[pages->nr - 1].flags |= PK_PAGE_HEAD;
	else if (pages->nr)
		pages->refs[pages->nr - 1].flags |= PK_PAGE_GAP;
	if (status == PK_OK)
		status = push_reversed(ctx, pages, &list, 0);
	if (status == PK_OK && list.nr)
		pages->refs[pages->nr - 1].flags |= PK_PAGE_HEAD;
	free(list.pages);
	return status == PK_OK ? push_reader(ctx, layout, pages) : status;
}

static enum pk_status first_pages(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				  struct pk_cpu_pages *pages)
{
	struct pk_buffer_page commit;
	bool on_reader = pages->commit_page == pages->reader_page;
	enum pk_status status;

	if (pk_buffer_page_read(ctx, layout, pages->commit_page, &commit) != PK_OK) {
		pk_warn(ctx, "CPU %d: commit_page: %s", pages->cpu, pk_error(ctx));
		return walk_around(ctx, layout, pages);
	}
	status = push_tail(ctx, layout, pages, &commit);
	if (status == PK_OK)
		status = push(ctx, pages, &commit,
			      PK_PAGE_CAUGHT | (on_reader ? PK_PAGE_READER : 0));
	if (on_reader)
		pages->reader_read = commit.read;
	pages->walk = on_reader ? PK_WALK_DONE : PK_WALK_RING;
	pages->frontier = commit;
	pages->nr_ring = 1;
	return status;
}

static enum pk_status head_reached(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   struct pk_cpu_pages *pages)
{
	pages->refs[pages->nr - 1].flags |= PK_PAGE_HEAD;
	return push_reader(ctx, layout, pages);
}

/* What the pages of the ring must hold at least, as the CPU counts. */
static uint64_t counted_in_ring(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				const struct pk_cpu_pages *pages)
{
	uint64_t gone = pages->overrun + pages->read;
	struct pk_buffer_page reader;

	if (gone < pages->read || pages->commit_page == pages->reader_page ||
	    pk_buffer_page_read(ctx, layout, pages->reader_page, &reader) != PK_OK)
		return 0;
	if (reader.read < reader.write)
		gone += reader.entries; /* it is not known how many of these were read */
	return pages->entries > gone ? pages->entries - gone : 0;
}

/* MARKED's link carries a mark, but events are missing up to there, and no more than lie before the next mark. */
static bool mark_is_stray(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			  const struct pk_cpu_pages *pages, const struct pk_buffer_page *marked)
{
	uint64_t wanted = counted_in_ring(ctx, layout, pages), have = pages->nr_entries;
	struct pk_buffer_page page = *marked, older;

	if (!pk_has(ctx, PK_R_buffer_page_entries) || have >= wanted)
		return false;
	for (uint64_t i = pages->nr_ring; i <= pages->nr_pages && page.addr != pages->commit_page;
	     i++) {
		have += page.entries;
		if (pk_buffer_page_read(ctx, layout, page.prev, &older) != PK_OK ||
		    older.next != page.addr)
			return false;
		if (older.link_flags)
			return have >= wanted;
		page = older;
	}
	return false;
}

static enum pk_status older_page(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				 struct pk_cpu_pages *pages)
{
	struct pk_buffer_page older;
	enum pk_status status = pk_buffer_page_read(ctx, layout, pages->frontier.prev, &older);

	if (status != PK_OK || older.next != pages->frontier.addr) {
		/* Unlinked pages are the price of one damaged link: say where, and what each
		 * side claims. */
		if (status != PK_OK)
			pk_warn(ctx, "CPU %d: the page list breaks before buffer_page %llx: %s",
				pages->cpu, LL(pages->frontier.addr), pk_error(ctx));
		else
			pk_warn(ctx,
				"CPU %d: the page list breaks: buffer_page %llx has prev %llx, "
				"whose next is %llx",
				pages->cpu, LL(pages->frontier.addr), LL(older.addr),
				LL(older.next));
		return walk_around(ctx, layout, pages);
	}
	if (older.link_flags && !mark_is_stray(ctx, layout, pages, &older))
		return head_reached(ctx, layout, pages);
	if (older.link_flags)
		pk_warn(ctx,
			"CPU %d: buffer_page %llx is marked as the head, but the ring has older "
			"events: the mark is corrupt",
			pages->cpu, LL(pages->frontier.addr));
	if (older.addr == pages->commit_page || pages->nr_ring > pages->nr_pages) {
		pk_warn(ctx, "CPU %d: no head among %llu pages (nr_pages %llu)", pages->cpu,
			LL(pages->nr_ring), LL(pages->nr_pages));
		return head_reached(ctx, layout, pages);
	}
	pages->frontier = older;
	pages->nr_ring++;
	return push(ctx, pages, &older, 0);
}

enum pk_status pk_cpu_pages_extend(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   struct pk_cpu_pages *pages)
{
	uint32_t before = pages->nr;
	enum pk_status status = PK_OK;

	if (!pages->present || pages->status != PK_OK)
		return pk_none(ctx, PK_ABSENT);
	while (status == PK_OK && pages->nr == before) {
		if (pages->walk == PK_WALK_DONE)
			return pk_none(ctx, PK_ABSENT);
		status = pages->walk == PK_WALK_NEW ? first_pages(ctx, layout, pages)
						    : older_page(ctx, layout, pages);
	}
	return status;
}
