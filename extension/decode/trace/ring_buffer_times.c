// SPDX-License-Identifier: GPL-3.0-or-later
/* When the pages of a CPU's buffer begin, in order of time. */
#include "decode/trace/ring_buffer_order.h"
#include "decode/trace/ring_buffer_pages.h"

/* NEWER: the time of the next newer page. */
static void put_in_order(struct pk_page_ref *ref, uint64_t newer)
{
	if (ref->flags & (PK_PAGE_BAD | PK_PAGE_EMPTY)) {
		ref->ts = newer;
	} else if (ref->ts > newer) {
		ref->flags |= PK_PAGE_DISORDER;
		ref->ts = newer;
	}
}

/* The next newer page that holds data; INDEX: there is none. */
static uint32_t newer_page(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			   struct pk_cpu_pages *pages, uint32_t index)
{
	for (uint32_t i = index; i--;) {
		pk_cpu_pages_look(ctx, layout, pages, i);
		if (!(pages->refs[i].flags & (PK_PAGE_BAD | PK_PAGE_EMPTY)))
			return i;
	}
	return index;
}

/* With the next newer page, and where that is not of its place, with the one after it. Returns the one that it was
 * compared with last; INDEX: none. */
static uint32_t compare(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			struct pk_cpu_pages *pages, uint32_t index)
{
	uint32_t newer;

	do {
		if (pages->refs[index].flags &
		    (PK_PAGE_BAD | PK_PAGE_EMPTY)) /* runs of them are passed once */
			return index;
		newer = newer_page(ctx, layout, pages, index);
	} while (newer != index && pk_pages_contradict(ctx, layout, pages, index, newer));
	return newer;
}

const struct pk_page_ref *pk_cpu_pages_dated(struct pk_ctx *ctx,
					     const struct pk_ring_layout *layout,
					     struct pk_cpu_pages *pages, uint32_t index)
{
	for (; pages->nr_dated <= index; pages->nr_dated++) {
		uint32_t i = pages->nr_dated;

		pk_cpu_pages_look(ctx, layout, pages, i);
		compare(ctx, layout, pages, i);
		put_in_order(&pages->refs[i], i ? pages->refs[i - 1].ts : UINT64_MAX);
	}
	return &pages->refs[index];
}

const struct pk_page_ref *pk_cpu_pages_seen(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
					    struct pk_cpu_pages *pages, uint32_t index,
					    uint64_t *ret_newer)
{
	uint32_t newer;

	pk_cpu_pages_look(ctx, layout, pages, index);
	newer = compare(ctx, layout, pages, index);
	*ret_newer = newer == index ? UINT64_MAX : pages->refs[newer].ts;
	if (!(pages->refs[index].flags & (PK_PAGE_BAD | PK_PAGE_EMPTY)))
		put_in_order(&pages->refs[index], *ret_newer);
	return &pages->refs[index];
}

/* Time of PAGE's sub-buffer if it holds more than its first READ bytes. */
static enum pk_status page_time(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				uint64_t page, uint32_t read, uint64_t *ret_ts)
{
	uint8_t header[16];
	enum pk_status status = pk_read(ctx, page, header, 8 + layout->word);

	if (status != PK_OK)
		return status;
	if ((pk_uint(ctx, header + 8, layout->word) & PK_COMMIT_MASK) <= read)
		return pk_none(ctx, PK_ABSENT);
	*ret_ts = pk_uint(ctx, header, 8);
	return PK_OK;
}

static enum pk_status hinted_head(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				  struct pk_cpu_pages *pages, uint64_t *ret_ts)
{
	struct pk_buffer_page head, before;

	if (pk_buffer_page_read(ctx, layout, pages->head_page, &head) != PK_OK ||
	    pk_buffer_page_read(ctx, layout, head.prev, &before) != PK_OK ||
	    before.next != head.addr || before.link_flags != PK_LINK_HEAD ||
	    (head.addr != pages->commit_page && !pk_page_is_counted(ctx, layout, pages, &head)))
		return pk_none(ctx, PK_ABSENT);
	return page_time(ctx, layout, head.page, 0, ret_ts);
}

enum pk_status pk_cpu_pages_oldest(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   struct pk_cpu_pages *pages, uint64_t *ret_ts)
{
	struct pk_buffer_page reader;
	enum pk_status status;

	if (!pages->present || pages->status != PK_OK)
		return pk_none(ctx, PK_ABSENT);
	status = pk_buffer_page_read(ctx, layout, pages->reader_page, &reader);
	if (status == PK_OK)
		status = page_time(ctx, layout, reader.page, reader.read, ret_ts);
	if (status == PK_OK || pages->commit_page == pages->reader_page)
		return status;
	if (hinted_head(ctx, layout, pages, ret_ts) == PK_OK)
		return PK_OK;
	while (pk_cpu_pages_extend(ctx, layout, pages) == PK_OK)
		;
	for (uint32_t i = pages->nr; i--;) {
		const struct pk_page_ref *ref = pk_cpu_pages_dated(ctx, layout, pages, i);

		if (ref->flags & (PK_PAGE_EMPTY | PK_PAGE_BAD | PK_PAGE_READER) ||
		    !pk_page_is_good(ctx, layout, pages, i))
			continue;
		*ret_ts = ref->ts;
		return PK_OK;
	}
	return pk_none(ctx, PK_ABSENT);
}
