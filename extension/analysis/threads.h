/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_THREADS_H
#define PK_ANALYSIS_THREADS_H

#include "analysis/function_set.h"
#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer.h"
#include "model/packet.h"

/**
 * Calls per thread, as entries and returns in order of time: what a SystemTap script with probes on
 * .call and .return and thread_indent() would have seen.
 *
 * Out of function_graph's entries and exits; of the function tracer's entries, where returns are only
 * implied by the calls that follow (function_tree.h); where neither tracer ran, of probes on a function's
 * entry and return. All other events are comments. A thread's time counts from the beginning of its
 * outermost call that is shown.
 */
enum pk_thread_what {
	PK_THREAD_ENTRY,
	PK_THREAD_RETURN,
	PK_THREAD_EVENT,
};

struct pk_thread_line {
	enum pk_thread_what what;
	const struct pk_event *event; /* an implied line's: the one that implied it */
	enum pk_context context;
	uint64_t func; /* entry, return: where it starts */
	const struct pk_format *probe; /* the probe that told of it; NULL: a tracer */
	uint32_t level; /* 0: outermost of those shown */
	uint64_t since_ns; /* of the thread's outermost call; meaningless if implied */
	bool implied; /* no event of its own: a return, or the entry of a caller that is not traced */
	bool began_before; /* a return whose entry the trace does not have */
	bool dur_known;
	uint64_t dur_ns; /* return */
};

typedef void (*pk_thread_fn)(void *arg, const struct pk_thread_line *line);

struct pk_threads;

/** ONLY: functions whose calls are shown, and events inside those; borrowed; NULL: all. FN gets each line. */
enum pk_status pk_threads_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				 struct pk_function_set *only, pk_thread_fn fn, void *arg,
				 struct pk_threads **ret_threads);
void pk_threads_destroy(struct pk_threads *threads);
/** The next event in time order. PK_NOMEM. */
enum pk_status pk_threads_event(struct pk_threads *threads, const struct pk_event *event);

#endif
