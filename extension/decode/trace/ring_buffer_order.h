/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_ORDER_H
#define PK_DECODE_RING_BUFFER_ORDER_H

#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/sub_buffer.h"

/* Private to the ring buffer's files: whether a sub-buffer is the one that was written in its
 * place. */

/** The committed contents of a page. */
struct pk_page_span {
	uint64_t from, to; /* time of the page, and of its last event */
	uint32_t nr_events, nr_bytes;
	bool whole; /* its records reach its end */
};

/** Read REF's page. Sets *RET_SUB to its first record, inside the returned bytes, which the caller
 *  frees. NULL: unreadable, or not a page. */
uint8_t *pk_page_read(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		      const struct pk_page_ref *ref, struct pk_sub_buffer *ret_sub);
/** Contents of SUB's page; does not move SUB. */
struct pk_page_span pk_page_span(const struct pk_sub_buffer *sub);
/** False: refs[INDEX], from which SPAN was read, has another number of bytes than its struct
 *  buffer_page says; the error tells. */
bool pk_page_is_described(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			  struct pk_cpu_pages *pages, uint32_t index,
			  const struct pk_page_span *span);
/** The same for a page that has not been read; warns. */
bool pk_page_is_good(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		     struct pk_cpu_pages *pages, uint32_t index);
/** Whether PAGE, which is not indexed, holds what it counts. False may just be this kernel's way of
 *  counting. */
bool pk_page_is_counted(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			struct pk_cpu_pages *pages, const struct pk_buffer_page *page);
/** Compare two neighbours with data, whose times are in refs[].ts. True: some of them, or of the
 *  pages around them, were in the wrong place and became PK_PAGE_BAD, with a warning. False:
 *  nothing wrong, or not proven. */
bool pk_pages_contradict(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			 struct pk_cpu_pages *pages, uint32_t old, uint32_t new);

#endif
