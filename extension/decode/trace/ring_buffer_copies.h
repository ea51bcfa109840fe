/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_COPIES_H
#define PK_DECODE_RING_BUFFER_COPIES_H

#include "decode/trace/ring_buffer_order.h"

/* Private to the ring buffer's files: pages that appear in two CPUs' buffers. */

/** The most recently read pages of a trace, by their times. */
struct pk_page_copies {
	struct pk_page_seen *seen; /* owned; NULL: none read yet */
	uint32_t nr_found; /* pairs found */
};

/** A page's place in the buffers of one trace: its CPU, and the index of its ref. */
struct pk_page_place {
	struct pk_cpu_pages *pages; /* borrowed; valid while the trace is open */
	uint32_t index;
};

/**
 * Whether another CPU has the page at PLACE, from which SUB and SPAN were read, event for event.
 * Then at least one of the two is in the wrong place, and because nobody can tell which, both
 * become PK_PAGE_BAD; the error names them. Only recently read pages are compared, and readers of
 * all CPUs in time order meet both at once.
 */
bool pk_page_is_copied(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		       struct pk_page_copies *copies, const struct pk_page_place *place,
		       const struct pk_sub_buffer *sub, const struct pk_page_span *span);
void pk_page_copies_deinit(struct pk_page_copies *copies);

#endif
