/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_EVENT_H
#define PK_MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#define PK_FLAG_LETTERS_MAX 12 /* four flags, three counts in hex, the NUL */
#define PK_LOST_UNKNOWN UINT64_MAX /* events were lost, but not counted */

/** Where an event lies. An ID made from it is the same however the event was found. */
struct pk_event_pos {
	uint64_t page_ts; /* buffer_data_page.time_stamp of its sub-buffer */
	/* of the event's header in the sub-buffer's data, plus the sizes of the following events
	 * with the same start time */
	uint32_t offset;
	uint16_t cpu;
};

/** One record of a ring buffer. DATA is borrowed from the cursor until its next step. */
struct pk_event {
	uint64_t ts; /* ring-buffer clock, ns for in_ns clocks */
	struct pk_event_pos pos;
	int cpu;
	uint16_t type; /* trace_entry.type */
	uint8_t flags; /* trace_entry.flags, TRACE_FLAG_* */
	uint8_t preempt_count; /* trace_entry.preempt_count, raw byte */
	int32_t pid;
	/* the whole entry, from struct trace_entry on, in the dump's byte order */
	const uint8_t *data;
	uint64_t addr; /* of DATA in the dump */
	/* bytes of DATA, as rounded up by the ring buffer: the true length is not stored */
	uint32_t len;
	uint64_t lost_before; /* events lost on this CPU just before this one; PK_LOST_UNKNOWN */
	bool unread_before; /* this CPU has older events that the cursor was not asked for */
	/* at this time another CPU recorded nothing that can be read: its next event has one of the two, or its buffer, or the
	 * end of that, is unreadable */
	bool others_silent;
	bool consumed; /* a reader had already taken it (below reader_page->read) */
	bool uncommitted; /* past the commit index: complete as far as can be told */
	/* of the same names in struct trace_entry, where PREEMPT_RT's patches added them; else 0 */
	uint8_t preempt_lazy_count, migrate_disable;
};

/** Of a function-graph entry or exit, from any layout, where it is in the calls. */
struct pk_graph_place {
	bool is_entry;
	/* as recorded: after the entry instruction (pk_arch.entry), if there is one */
	uint64_t func;
	int64_t depth; /* 0 = outermost traced function */
	const uint8_t *args; /* funcgraph-args: raw register words, else NULL */
	uint32_t nr_args;
};

/** The whole of it. */
struct pk_graph_event {
	bool is_entry;
	uint64_t func; /* these as in struct pk_graph_place */
	int64_t depth;
	uint64_t calltime; /* exit only: local clock, ns */
	uint64_t rettime; /* exit only */
	uint64_t overrun; /* exit only: frames that did not fit on the task's shadow stack */
	bool has_retval;
	uint64_t retval;
	uint64_t retaddr; /* entry with return address (7.x), else 0 */
	const uint8_t *args;
	uint32_t nr_args;
};

#endif
