/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CALL_STACK_H
#define PK_ANALYSIS_CALL_STACK_H

#include "core/context.h"
#include "model/event.h"
#include "model/packet.h"

/**
 * One stack of open calls per task, built from function_graph's entries and exits; shared by the
 * engine, the paths of packets and the view of threads.
 *
 * When a call begins at the depth of an open one, the open one either was interrupted between
 * releasing its depth and recording its exit, and stays open; or its exit was not recorded.
 */
struct pk_open_call { /* users' own structs begin with it */
	uint64_t func;
	int64_t depth;
	enum pk_context context;
};

/** Whether OPEN, until now the innermost call, is over because ENTERED began. */
bool pk_call_is_over(const struct pk_open_call *open, const struct pk_open_call *entered);
/** Number of calls that enclose the one ended by an exit of FUNC at DEPTH, among NR calls of SIZE
 *  bytes, innermost last; -1: that call began before the trace. */
int64_t pk_calls_around(const void *calls, uint32_t nr, size_t size, uint64_t func, int64_t depth);
/** Without exits, calls that are over pile up: drop the outermost half of *NR CALLS of SIZE bytes. *DOUBTFUL of the
 *  outermost are doubtful. Returns how many are gone. */
uint32_t pk_calls_drop_half(void *calls, size_t size, uint32_t *nr, uint32_t *doubtful);

/** Event flags that tell the context; 0 for those that this kernel lacks. */
struct pk_context_flags {
	uint64_t softirq, hardirq, nmi;
};

void pk_context_flags_load(struct pk_ctx *ctx, struct pk_context_flags *ret_flags);
enum pk_context pk_event_context(const struct pk_context_flags *flags,
				 const struct pk_event *event);
/** Task whose stack EVENT belongs to: its pid, or -1 - CPU for a CPU's idle task. */
int64_t pk_event_task(const struct pk_event *event);

#endif
