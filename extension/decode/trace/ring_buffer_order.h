/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_ORDER_H
#define PK_DECODE_RING_BUFFER_ORDER_H

#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/sub_buffer.h"

/* Private to the ring buffer's files: whether a sub-buffer is the one that was written at its place. */

/** What a page holds that was committed. */
struct pk_page_span {
	uint64_t from, to; /* the page's time, and its last event's */
	uint32_t nr_events, nr_bytes;
	bool whole; /* its records lead to its end */
};

/** REF's page, of which nothing is current: *RET_SUB stands at its first record, in the bytes that are returned, which are
 *  the caller's to free. NULL: it cannot be read, or is none. */
uint8_t *pk_page_read(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		      const struct pk_page_ref *ref, struct pk_sub_buffer *ret_sub);
/** SUB is not moved. */
struct pk_page_span pk_page_span(const struct pk_sub_buffer *sub);
/** False: refs[INDEX], of which SPAN was read, has another number of bytes than its struct buffer_page counts; the
 *  error says so. */
bool pk_page_is_described(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			  struct pk_cpu_pages *pages, uint32_t index,
			  const struct pk_page_span *span);
/** The same of a page that was not read yet; warns. */
bool pk_page_is_good(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		     struct pk_cpu_pages *pages, uint32_t index);
/** PAGE holds what it counts itself, for one that is not indexed: false may be this kernel's way of counting. */
bool pk_page_is_counted(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			struct pk_cpu_pages *pages, const struct pk_buffer_page *page);
/** Two neighbours that hold data, with their own times in refs[].ts. True: what is not of its place, of them or of
 *  those around them, has become PK_PAGE_BAD, and was warned about. False: nothing, or not proven. */
bool pk_pages_contradict(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			 struct pk_cpu_pages *pages, uint32_t old, uint32_t new);

#endif
