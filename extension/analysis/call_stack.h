/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CALL_STACK_H
#define PK_ANALYSIS_CALL_STACK_H

#include "core/context.h"
#include "model/event.h"
#include "model/packet.h"

/**
 * Stacks of open calls, one a task, as function_graph's entries and exits make them: what the engine, the paths of packets
 * and the view of threads have in common.
 *
 * A call at the same depth as a newcomer stays open if that interrupted it between the release of its depth and its exit
 * record; otherwise its exit was not recorded.
 */
struct pk_open_call { /* users' own structs begin with it */
	uint64_t func;
	int64_t depth;
	enum pk_context context;
};

/** ENTERED began: OPEN, the innermost until then, is over. */
bool pk_call_is_over(const struct pk_open_call *open, const struct pk_open_call *entered);
/** How many of NR calls, SIZE bytes each and innermost last, lie around the one that an exit of FUNC at DEPTH ends; -1: that
 *  began before the trace. */
int64_t pk_calls_around(const void *calls, uint32_t nr, size_t size, uint64_t func, int64_t depth);

/** Flags of an event that say what was interrupted; 0 where this kernel has none. */
struct pk_context_flags {
	uint64_t softirq, hardirq, nmi;
};

void pk_context_flags_load(struct pk_ctx *ctx, struct pk_context_flags *ret_flags);
enum pk_context pk_event_context(const struct pk_context_flags *flags,
				 const struct pk_event *event);
/** Whose stack EVENT is of: its pid, or -1 - CPU for that CPU's idle task. */
int64_t pk_event_task(const struct pk_event *event);

#endif
