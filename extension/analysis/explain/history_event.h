/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_HISTORY_EVENT_H
#define PK_ANALYSIS_HISTORY_EVENT_H

#include "analysis/events/call_stack.h"
#include "analysis/events/facts.h"
#include "model/history.h"

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
