/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_H
#define PK_DECODE_RING_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "model/event.h"
#include "model/instance.h"

typedef bool (*pk_instance_fn)(const struct pk_instance *instance, void *arg);
/** Every instance, the top one first. PK_ABSENT: this kernel has no ftrace_trace_arrays (no tracing). */
enum pk_status pk_instances_walk(struct pk_ctx *ctx, pk_instance_fn fn, void *arg);
enum pk_status pk_instance_top(struct pk_ctx *ctx, struct pk_instance *ret_instance);
/** PK_USAGE: there is none of that name ("": the top one); the error names those that there are. */
enum pk_status pk_instance_named(struct pk_ctx *ctx, const char *name,
				 struct pk_instance *ret_instance);

/** The per-CPU buffers of one instance, opened for reading. Pages are found lazily, newest first,
 *  so that the newest events of a large buffer cost no more than those of a small one. */
struct pk_trace;

enum pk_status pk_trace_open(struct pk_ctx *ctx, const struct pk_instance *instance, bool snapshot,
			     struct pk_trace **ret_trace);
void pk_trace_close(struct pk_trace *trace);
uint32_t pk_trace_nr_cpus(
	const struct pk_trace *trace); /* CPU ids run below this; some may have no buffer */
/** PK_ABSENT: no buffer for CPU. The times take a look at its first and last page, once. */
enum pk_status pk_trace_stats(struct pk_trace *trace, int cpu, struct pk_cpu_stats *ret_stats);
/** The same without the times. */
enum pk_status pk_trace_counters(struct pk_trace *trace, int cpu, struct pk_cpu_stats *ret_stats);
/** A time such that at least NR_PAGES of the newest pages (over all CPUs together) begin at or after
 *  it; 0 when the buffers hold no more than that. Reads only page headers. */
enum pk_status pk_trace_time_back(struct pk_trace *trace, uint64_t nr_pages, uint64_t *ret_since);
/** Pages whose contents were read so far (whole sub-buffers), for "reads only what it needs" tests. */
uint64_t pk_trace_pages_read(const struct pk_trace *trace);

struct pk_cursor;

/** Events in time order over all CPUs (ties: lowest CPU first, as the kernel's reader), from the
 *  page that holds SINCE on (events of that page before SINCE are delivered too, so that a
 *  window begins at page boundaries), up to UNTIL inclusive (UINT64_MAX: the end).
 *  CPU: PK_ALL_CPUS or one. */
enum pk_status pk_cursor_open(struct pk_trace *trace, uint64_t since, uint64_t until, int cpu,
			      struct pk_cursor **ret_cursor);
/** Ties by the CPUs' own clocks from now on: where the ring's stands still, the exits of functions tell how late it is
 *  at least. For those who ask what came first, not what the kernel's reader prints. */
void pk_cursor_by_own_clocks(struct pk_cursor *cursor);
void pk_cursor_close(struct pk_cursor *cursor);
/** PK_ABSENT: end. A damaged page costs that page and a warning (pk_warn with CPU, page address,
 *  offset), and lost_before = PK_LOST_UNKNOWN on the next event of that CPU. */
enum pk_status pk_cursor_next(struct pk_cursor *cursor, struct pk_event *ret_event);
/** The same without a copy: *RET_EVENT is valid until the next step. */
enum pk_status pk_cursor_step(struct pk_cursor *cursor, const struct pk_event **ret_event);

#endif
