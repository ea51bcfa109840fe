/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_PAGES_H
#define PK_DECODE_RING_BUFFER_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"

/* Private to the ring buffer's files: where one CPU's sub-buffers are, newest first. */

enum pk_page_flag {
	PK_PAGE_READER = 1 << 0, /* the reader page: lost_events were lost before it */
	PK_PAGE_HEAD = 1 << 1, /* oldest in the ring: overrun - last_overrun were lost before it */
	PK_PAGE_CAUGHT = 1 << 2, /* commit_page or later: may hold uncommitted records */
	PK_PAGE_EMPTY = 1 << 3, /* no data, which is valid anywhere */
	PK_PAGE_BAD = 1 << 4, /* its header was unreadable, or it is in the wrong place */
	PK_PAGE_GAP = 1 << 5, /* pages before it were not found: unknown loss */
	PK_PAGE_DISORDER = 1 << 6, /* its time is later than the next page's */
	PK_PAGE_MISSED = 1 << 7, /* empty and marked: its contents were discarded */
	PK_PAGE_UNSEEN = 1 << 8, /* its header was not read: time and contents are unknown */
	PK_PAGE_SETTLED = 1 << 9, /* its order with the next page has been checked */
};

/** One sub-buffer. Keep it at 24 bytes: a large buffer has millions. */
struct pk_page_ref {
	uint64_t page; /* address of struct buffer_data_page */
	uint64_t ts; /* its time_stamp; if that is nonsense, the next newer page's */
	uint64_t write : 20; /* bytes written */
	uint64_t entries : 20; /* events on it, as counted in its struct buffer_page */
	uint64_t flags : 16; /* PK_PAGE_* */
	uint64_t order : 8; /* PAGE_SIZE << order bytes */
};

/** Up to which byte a page may hold uncommitted records; 0: it holds none. */
static inline uint32_t pk_page_caught(const struct pk_page_ref *ref)
{
	return ref->flags & PK_PAGE_CAUGHT ? ref->write : 0;
}

/** A struct buffer_page as read. */
struct pk_buffer_page {
	uint64_t addr, next, prev, page;
	uint32_t link_flags; /* low bits of next */
	uint32_t write, read, entries;
	uint8_t order;
};

/** Offsets and sizes needed for every page, fetched from the layout table once. */
struct pk_ring_layout {
	uint64_t list, page_struct, data;
	uint32_t page_size, word;
	uint8_t order; /* of the buffer; a page may differ */
	/* the buffer survives reboots, or the system is live: pages are not judged */
	bool unordered;
};

#define PK_LINK_HEAD 1u /* in pk_buffer_page.link_flags: the next page is the head */
#define PK_COMMIT_MASK 0x3fffffffu /* the byte count in a page's commit word */

enum pk_walk { PK_WALK_NEW, PK_WALK_RING, PK_WALK_DONE };

struct pk_cpu_stats;

struct pk_cpu_pages {
	int cpu;
	bool present; /* the buffer includes this CPU */
	enum pk_status status; /* not PK_OK: its descriptor was unreadable */
	uint64_t addr; /* struct ring_buffer_per_cpu */
	uint64_t nr_pages, head_page, tail_page, commit_page, reader_page;
	uint64_t lost_events, last_overrun;
	uint64_t entries, overrun, commit_overrun, entries_bytes, dropped, read, read_bytes,
		committing;
	uint32_t reader_read; /* reader_page->read */
	enum pk_walk walk;
	struct pk_buffer_page frontier; /* oldest page of the ring found so far */
	uint64_t nr_ring; /* ring pages found so far, from commit_page to older ones */
	uint64_t nr_entries; /* events on the pages found so far, as their descriptors count */
	struct pk_page_ref *refs; /* owned; newest first */
	uint32_t nr, room;
	uint32_t nr_dated; /* newest refs[] whose times have been ordered */
	struct pk_cpu_stats *stats; /* owned; NULL: not asked for yet */
	uint32_t nr_missing; /* pages found that the dump lacks */
	uint32_t nr_doubts, nr_misplaced; /* ring_buffer_order.c */
	bool counts_events; /* struct buffer_page has entries */
	/* some page agreed with the count in its struct buffer_page: of bytes; of events */
	bool counts_agree[2];
};

enum pk_status pk_ring_layout_init(struct pk_ctx *ctx, uint64_t buffer, struct pk_ring_layout *ret);
/** Read the descriptor at ADDR. The caller sets PAGES->cpu. A failure is kept in PAGES->status. */
enum pk_status pk_cpu_pages_init(struct pk_ctx *ctx, uint64_t addr, struct pk_cpu_pages *pages);
/** Also warns how many pages were missing from the dump, if any. */
void pk_cpu_pages_deinit(struct pk_ctx *ctx, struct pk_cpu_pages *pages);
/** Find at least one more page, older than those known. PK_ABSENT: there is none. Damage is warned
 *  about and walked around; the only failure is PK_NOMEM. The pages themselves are not read,
 *  because a caller who reads all of them needs each only once. */
enum pk_status pk_cpu_pages_extend(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   struct pk_cpu_pages *pages);
/** Read the header of refs[INDEX] (below NR), once. */
void pk_cpu_pages_look(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		       struct pk_cpu_pages *pages, uint32_t index);
/** The struct buffer_page at ADDR. */
enum pk_status pk_buffer_page_read(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   uint64_t addr, struct pk_buffer_page *ret);

/* ring_buffer_times.c */

/** refs[INDEX] (below NR) with time and flags, after those of all newer pages. */
const struct pk_page_ref *pk_cpu_pages_dated(struct pk_ctx *ctx,
					     const struct pk_ring_layout *layout,
					     struct pk_cpu_pages *pages, uint32_t index);
/** The same, but reading only the next newer page with data; its time is *RET_NEWER, UINT64_MAX if
 *  there is none. For reading from old to new. */
const struct pk_page_ref *pk_cpu_pages_seen(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
					    struct pk_cpu_pages *pages, uint32_t index,
					    uint64_t *ret_newer);
/** Time of the oldest page with unread data. Asks the reader page and the head_page hint first,
 *  which avoids the walk unless the hint is stale. PK_ABSENT: no data. */
enum pk_status pk_cpu_pages_oldest(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
				   struct pk_cpu_pages *pages, uint64_t *ret_ts);

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
