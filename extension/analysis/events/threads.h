/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_THREADS_H
#define PK_ANALYSIS_THREADS_H

#include "analysis/events/function_tree.h"
#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer.h"
#include "model/packet.h"

/**
 * Calls per thread, entries and returns in order of time: what a SystemTap script with probes on
 * .call and .return and thread_indent() would have printed.
 *
 * Made from function_graph's entries and exits; from the function tracer's entries, where later
 * calls imply the returns (function_tree.h); or, without a tracer, from probes on a function's
 * entry and return. All other events are comments. A thread's time counts from the start of its
 * outermost shown call.
 */
enum pk_thread_what {
	PK_THREAD_ENTRY,
	PK_THREAD_RETURN,
	PK_THREAD_EVENT,
};

struct pk_thread_line {
	enum pk_thread_what what;
	const struct pk_event *event; /* for an implied line, the event that implied it */
	enum pk_context context;
	uint64_t func; /* entry, return: start of the function */
	const struct pk_format *probe; /* probe that recorded it; NULL: a tracer did */
	uint32_t level; /* 0: outermost of those shown */
	uint64_t since_ns; /* since the thread's outermost call began; meaningless if implied */
	bool implied; /* has no event: a return, or the entry of an untraced caller */
	bool began_before; /* a return without its entry in the trace */
	bool dur_known;
	uint64_t dur_ns; /* return */
};

typedef void (*pk_thread_fn)(void *arg, const struct pk_thread_line *line);

struct pk_threads;

/** Calls FN for each line. ONLY: functions to show, with the events inside their calls; borrowed;
 *  NULL: all. */
enum pk_status pk_threads_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				 struct pk_function_set *only, pk_thread_fn fn, void *arg,
				 struct pk_threads **ret_threads);
void pk_threads_destroy(struct pk_threads *threads);
/** Handle the next event in time order. PK_NOMEM. */
enum pk_status pk_threads_event(struct pk_threads *threads, const struct pk_event *event);

#endif
