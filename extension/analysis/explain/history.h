/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_HISTORY_H
#define PK_ANALYSIS_HISTORY_H

#include "analysis/events/call_stack.h"
#include "analysis/events/facts.h"
#include "analysis/lives/packets.h"
#include "model/history.h"

/**
 * The history of an address: what memory holds there, and its lives in the trace. An event tells of the object if one of
 * its fields, an argument or a return value of a recorded call points into it.
 *
 * A life begins where the slab's allocation, a function that makes skbs, or a copy is told, and ends where it is freed; it
 * begins or ends unseen where the next event shows that it must have. That an object was freed twice, or used after it was
 * freed, is said only if every beginning would have been told: the slab's allocations are recorded, all of them, since before
 * that end; the kernel does not allocate such objects in bulk, which no event tells; and no event is missing in between.
 */

/** Read the history of ADDR: the newest MOST lives. Ends of the object at its address are those of today's slab. The trace
 *  is that of pk_packets_instance(). What cannot be read costs a warning; HISTORY is valid in any case. */
void pk_history_read(struct pk_ctx *ctx, uint64_t addr, uint32_t most,
		     struct pk_history *ret_history);
/** What memory holds at ADDR, and who ended it, by the newest PAGES of the trace: of HISTORY, lives and judgements stay empty. What
 *  cannot be read is not told. */
void pk_history_end_read(struct pk_ctx *ctx, uint64_t addr, uint64_t pages,
			 struct pk_history *ret_history);
/** Name the packets of HISTORY's events, in one more pass of the trace; RET_SET is what their times count from. */
enum pk_status pk_history_name(struct pk_ctx *ctx, struct pk_history *history,
			       struct pk_packet_set *ret_set);

/** Steps of a beginning or an end, in the order in which they come: several events may tell of one. */
enum pk_history_step {
	PK_STEP_NONE,
	PK_STEP_ALLOCATED, /* began: by the slab's own event, */
	PK_STEP_RETURNED, /* returned by a function that makes skbs, */
	PK_STEP_COPIED, /* made a copy of another; or a socket's state says so */
	PK_STEP_DEFERRED, /* ended: left to be freed elsewhere, */
	PK_STEP_SAID, /* by a tracepoint before it is freed, */
	PK_STEP_RELEASED, /* what it holds is let go, */
	PK_STEP_FREED, /* the slab has it back */
};

/** How to read events for what they say of one object. */
struct pk_history_reader {
	struct pk_ctx *ctx;
	const struct pk_formats *formats; /* borrowed */
	struct pk_plans *plans; /* borrowed */
	struct pk_context_flags flags;
	uint64_t start, size; /* bytes that are looked for */
	uint64_t slab; /* what the slab's own events call the object */
};

/** What an event says. */
struct pk_history_word {
	struct pk_mention mention; /* without gap and packet */
	enum pk_history_step step;
	bool by_role; /* it is the event's skb or socket: it was used as one, and not only printed */
	bool late; /* it may come after the end: what a function was given, or freed */
	bool is_sock; /* BY_ROLE: as the socket */
	bool weak; /* it begins a life only where none is open: a socket is another connection's from here on */
};

/** What EVENT says of READER's object. False: it does not name it. */
bool pk_history_event(const struct pk_history_reader *reader, const struct pk_event *event,
		      struct pk_history_word *ret_word);

/** Events of the slab's allocations: FORMAT is one; and of its frees. */
bool pk_tells_allocation(const struct pk_format *format);
bool pk_tells_free(const struct pk_format *format);

#endif
