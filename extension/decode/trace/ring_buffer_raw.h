/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_RAW_H
#define PK_DECODE_RING_BUFFER_RAW_H

#include "decode/trace/ring_buffer.h"

/**
 * Whole sub-buffers of one CPU, oldest first, in the form in which the kernel hands them to user space
 * (per_cpu/cpuN/trace_pipe_raw), for programs that decode them by themselves.
 *
 * Against memory: what a reader took already is cut off the reader page (as rb_read_data_page() does it:
 * the page's time becomes that of the last event taken); what lies past the commit index, or past damage,
 * is cut off too and zero; lost events stand in the commit word (bit 31, and bit 30 with their number
 * behind the data). Pages that hold no event are left out. One page in memory at a time.
 */
struct pk_raw;

struct pk_raw_page {
	const uint8_t *
		bytes; /* struct buffer_data_page in the dump's byte order; borrowed till the next step */
	size_t size; /* of the whole sub-buffer: PAGE_SIZE << order */
	uint64_t nr_events;
};

/** What the pages given so far held, and what was cut off them. */
struct pk_raw_totals {
	uint64_t pages, events, consumed, uncommitted;
};

/** PK_ABSENT: no buffer for CPU. TRACE must outlive RAW. */
enum pk_status pk_raw_open(struct pk_trace *trace, int cpu, struct pk_raw **ret_raw);
void pk_raw_close(struct pk_raw *raw);
/** PK_ABSENT: the end. Damage is warned about and walked around; the only failure is PK_NOMEM. */
enum pk_status pk_raw_next(struct pk_raw *raw, struct pk_raw_page *ret_page);
void pk_raw_totals(const struct pk_raw *raw, struct pk_raw_totals *ret_totals);

/** Bytes of the largest sub-buffer that the CPUs' buffers begin with: they have one size, unless the
 *  machine died while it was being changed. */
size_t pk_trace_sub_buffer_size(struct pk_trace *trace);
/** offsetof(struct buffer_data_page, data). */
size_t pk_trace_data_offset(const struct pk_trace *trace);

#endif
