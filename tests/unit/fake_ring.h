/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_RING_H
#define FAKE_RING_H

#include "fake_target.h"

/**
 * A trace instance in a fake target: ring buffers with pages and events where a test wants them, in a
 * layout of its own (offsets unlike any kernel's, so that nobody gets them right by accident).
 *
 *	fake_ring_init(&fake, nr_cpus, nr_pages);
 *	page = fake_ring_page(cpu, index);           // index -1: the reader page
 *	fake_ring_event(&fake, page, ts, type, pid); // appends; the first one sets the page's time
 *	fake_ring_place(&fake, cpu, head, commit);   // which ring pages are head, commit_page = tail_page
 */
#define FAKE_RING_TRACE_ARRAY 0xffff000000100000ull
#define FAKE_RING_TRACER_NAME 0xffff000000123000ull /* "function_graph", in 32 bytes */
#define FAKE_RING_BUFFER 0xffff000000110000ull
#define FAKE_RING_CPU(cpu) (0xffff000000200000ull + 0x1000ull * (cpu))
/* struct buffer_page: its list is not its first member here */
#define FAKE_RING_PAGE_SIZE 80
#define FAKE_RING_LIST 16
#define FAKE_RING_DATA_PAGE 64 /* offset of buffer_page.page */

enum fake_ring_member {
	FAKE_CPU_NR_PAGES = 8,
	FAKE_CPU_HEAD = 16,
	FAKE_CPU_TAIL = 24,
	FAKE_CPU_COMMIT = 32,
	FAKE_CPU_READER = 40,
	FAKE_CPU_LOST = 48,
	FAKE_CPU_LAST_OVERRUN = 56,
	FAKE_CPU_BYTES = 64,
	FAKE_CPU_ENTRIES = 72,
	FAKE_CPU_OVERRUN = 80,
	FAKE_CPU_COMMIT_OVERRUN = 88,
	FAKE_CPU_DROPPED = 96,
	FAKE_CPU_COMMITTING = 104,
	FAKE_CPU_READ = 112,
	FAKE_CPU_READ_BYTES = 120,
	FAKE_CPU_SIZE = 128,
	FAKE_PAGE_WRITE = 32,
	FAKE_PAGE_READ = 40,
	FAKE_PAGE_REAL_END = 48,
	FAKE_PAGE_ORDER = 56, /* with fake_ring_init_order() */
	FAKE_PAGE_ENTRIES = 72, /* with fake_ring_count() */
	FAKE_BUFFER_ORDER = 72, /* in the ring buffer */
};

void fake_ring_init(struct fake_target *fake, unsigned nr_cpus, unsigned nr_pages);
/** The same with sub-buffers of PAGE_SIZE << ORDER bytes, whose order the kernel stores (6.8). Page size
 *  and byte order are the target's facts: set them first. */
void fake_ring_init_order(struct fake_target *fake, unsigned nr_cpus, unsigned nr_pages,
			  unsigned order);
/** Address of the struct buffer_page; INDEX -1 is the reader page. */
uint64_t fake_ring_page(unsigned cpu, int index);
/** Address of its data page. */
uint64_t fake_ring_data(unsigned cpu, int index);
/** Append an event of 8 bytes (a bare struct trace_entry) and commit it. */
void fake_ring_event(struct fake_target *fake, unsigned cpu, int index, uint64_t ts, unsigned type,
		     int pid);
/** Append a whole entry (its struct trace_entry and what follows, at most 112 bytes, in fours) and commit
 *  it. False: the page is full. */
bool fake_ring_record(struct fake_target *fake, unsigned cpu, int index, uint64_t ts,
		      const void *entry, unsigned len);
/** Events were lost before the first one of the page; nobody counted. */
void fake_ring_missed(struct fake_target *fake, unsigned cpu, int index);
/** fake_ring_event() past the commit index. */
void fake_ring_uncommitted(struct fake_target *fake, unsigned cpu, int index, uint64_t ts,
			   unsigned type, int pid);
/** Mark ring page HEAD as head, and let COMMIT be commit_page and tail_page (-1: the reader page). */
void fake_ring_place(struct fake_target *fake, unsigned cpu, int head, int commit);
/** From now on the pages' descriptors count their events: COUNT on each of the ring pages FIRST to LAST. */
void fake_ring_count(struct fake_target *fake, unsigned cpu, int first, int last, unsigned count);
/** Write a member of the CPU's descriptor (enum fake_ring_member). */
void fake_ring_set(struct fake_target *fake, unsigned cpu, enum fake_ring_member member,
		   uint64_t value);
/** list.next (FLAGS in its low bits) and list.prev of a page. */
void fake_ring_link(struct fake_target *fake, uint64_t page, uint64_t next, unsigned flags,
		    uint64_t prev);

#endif
