/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_RAW_H
#define PK_DECODE_RING_BUFFER_RAW_H

#include "decode/trace/ring_buffer.h"

/**
 * Whole sub-buffers of one CPU, oldest first, as the kernel hands them to user space
 * (per_cpu/cpuN/trace_pipe_raw), for programs that decode them.
 *
 * They differ from memory. What a reader took is cut off the reader page, as in
 * rb_read_data_page(): the page's time becomes that of the last event taken. What is beyond the
 * commit index or damage is cut off and zeroed. Lost events are in the commit word: bit 31, and bit
 * 30 if their number follows the data. Pages without events are left out. One page is in memory at
 * a time.
 */
struct pk_raw;

struct pk_raw_page {
	/* struct buffer_data_page in the dump's byte order; borrowed until the next step */
	const uint8_t *bytes;
	size_t size; /* bytes of the whole sub-buffer: PAGE_SIZE << order */
	uint64_t nr_events;
};

/** What the pages delivered so far held, and what was cut off. */
struct pk_raw_totals {
	uint64_t pages, events, consumed, uncommitted;
};

/** PK_ABSENT: CPU has no buffer. TRACE must outlive RAW. */
enum pk_status pk_raw_open(struct pk_trace *trace, int cpu, struct pk_raw **ret_raw);
void pk_raw_close(struct pk_raw *raw);
/** PK_ABSENT: end. Damage is warned about and walked around; the only failure is PK_NOMEM. */
enum pk_status pk_raw_next(struct pk_raw *raw, struct pk_raw_page *ret_page);
void pk_raw_totals(const struct pk_raw *raw, struct pk_raw_totals *ret_totals);

/** Bytes of the largest initial sub-buffer of the CPUs. They are all equal, unless the machine died
 *  while the size was being changed. */
size_t pk_trace_sub_buffer_size(struct pk_trace *trace);
/** offsetof(struct buffer_data_page, data). */
size_t pk_trace_data_offset(const struct pk_trace *trace);

#endif
