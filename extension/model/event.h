/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_EVENT_H
#define PK_MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#define PK_LOST_UNKNOWN UINT64_MAX /* events were lost, nobody counted them */

/** Where an event lies, so that an id made from it is the same whichever way we came by it. */
struct pk_event_pos {
	uint64_t page_ts; /* buffer_data_page.time_stamp of its sub-buffer */
	/* of the event's header in the sub-buffer's data; and the sizes of those right behind it that begin at the same time */
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
	const uint8_t
		*data; /* the whole entry, from struct trace_entry on, in the dump's byte order */
	uint64_t addr; /* of it in the dump */
	uint32_t
		len; /* bytes of DATA, rounded up by the ring buffer: the true length is not stored */
	uint64_t lost_before; /* events lost on this CPU just before this one; PK_LOST_UNKNOWN */
	bool consumed; /* a reader had taken it already (below reader_page->read) */
	bool uncommitted; /* past the commit index: complete as far as one can tell */
};

/** A function-graph entry or exit, of any layout. */
struct pk_graph_event {
	bool is_entry;
	uint64_t
		func; /* as recorded (where functions begin with an entry instruction (pk_arch.entry), behind it) */
	int64_t depth; /* 0 = outermost traced function */
	uint64_t calltime; /* exit only: local clock, ns */
	uint64_t rettime; /* exit only */
	uint64_t overrun; /* exit only: frames the task's shadow stack had no room for */
	bool has_retval;
	uint64_t retval;
	uint64_t retaddr; /* entry with return address (7.x), else 0 */
	const uint8_t *args; /* funcgraph-args: raw register words, else NULL */
	uint32_t nr_args;
};

#endif
