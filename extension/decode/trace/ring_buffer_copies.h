/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_COPIES_H
#define PK_DECODE_RING_BUFFER_COPIES_H

#include "decode/trace/ring_buffer_order.h"

/* Private to the ring buffer's files: pages that two CPUs have. */

/** The pages of a trace that were read last, by their times. */
struct pk_page_copies {
	struct pk_page_seen *seen; /* owned; NULL: none was read yet */
	uint32_t nr_found; /* pairs */
};

/** Two buffers of one trace: a page's place in them is its CPU and the index of its ref. */
struct pk_page_place {
	struct pk_cpu_pages *pages; /* borrowed, as long as the trace is open */
	uint32_t index;
};

/**
 * True: another CPU has the page that stands at PLACE, of which SUB and SPAN were read, event for event. At least one of
 * the two is not of its place. Which one cannot be known, so both have become PK_PAGE_BAD; the error names them. Finds a copy of
 * what was read lately; readers of all CPUs in order of time meet both at once.
 */
bool pk_page_is_copied(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		       struct pk_page_copies *copies, const struct pk_page_place *place,
		       const struct pk_sub_buffer *sub, const struct pk_page_span *span);
void pk_page_copies_deinit(struct pk_page_copies *copies);

#endif
