/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_TRACE_H
#define PK_DECODE_RING_BUFFER_TRACE_H

#include "decode/trace/ring_buffer.h"
#include "decode/trace/ring_buffer_order.h"
#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/sub_buffer.h"

/* Private to the ring buffer's files: struct pk_trace, and the reader of one CPU. */

struct pk_trace {
	struct pk_ctx *ctx;
	uint64_t buffer; /* struct trace_buffer (struct ring_buffer up to 5.5) */
	struct pk_ring_layout layout;
	struct pk_cpu_pages *cpus; /* owned; one per CPU */
	uint32_t nr_cpus;
	uint64_t entry_size, entry_type, entry_flags, entry_preempt_count, entry_pid;
	/* 0: struct trace_entry has none */
	uint64_t entry_preempt_lazy_count, entry_migrate_disable;
	uint64_t pages_read; /* whole sub-buffers */
	struct pk_page_copies copies;
};

/** The events of one CPU, oldest first, with one sub-buffer in memory at a time. */
struct pk_stream {
	struct pk_trace *trace;
	struct pk_cpu_pages *pages; /* borrowed */
	uint32_t left; /* pages not begun: refs[left - 1] is next */
	uint32_t left_ahead; /* those of LEFT not announced to the target yet */
	uint32_t ahead; /* how many are announced at a time; 0: none yet */
	uint8_t *bytes; /* owned; the current sub-buffer */
	size_t room;
	struct pk_page_ref ref; /* copy of the current page's, because the index may grow */
	uint32_t twins; /* following pages with the same start time: the clock stood still */
	uint64_t newer; /* start time of the next page; UINT64_MAX: there is none */
	bool on_page;
	struct pk_sub_buffer sub;
	uint64_t lost; /* to report with the next event */
	bool unread; /* the same of older events, at the first */
	struct pk_event event; /* current event after pk_stream_next() returned PK_OK */
};

/** Read pages[LEFT - 1] first, then towards newer ones. UNREAD: there are older ones. */
void pk_stream_init(struct pk_stream *stream, struct pk_trace *trace, struct pk_cpu_pages *pages,
		    uint32_t left, bool unread);
void pk_stream_deinit(struct pk_stream *stream);
/** PK_OK: stream->event is the next event. PK_ABSENT: end. Damaged pages are skipped with a
 *  warning; the only failure is PK_NOMEM. */
enum pk_status pk_stream_next(struct pk_stream *stream);
/* The two steps of pk_stream_next(). */
/** Begin the next newer readable page: stream->sub is at its first record. PK_ABSENT: none. */
enum pk_status pk_stream_page(struct pk_stream *stream);
/** The same of pages[left - 1] alone. PK_ABSENT: it has no events, or is damaged, which was warned of. */
enum pk_status pk_stream_this_page(struct pk_stream *stream);
/** The next event of the current page. PK_ABSENT: its end; stream->lost counts what was skipped. */
enum pk_status pk_stream_on_page(struct pk_stream *stream);
/** Give up the rest of the current page if another CPU turned out to have the same. True: it did,
 *  and there is no current event any more. */
bool pk_stream_leave_copy(struct pk_stream *stream);

#endif
