/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_H
#define PK_DECODE_RING_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/kit.h"
#include "core/reader.h"
#include "decode/list.h"
#include "model/event.h"
#include "model/tracing.h"

struct pk_instance_iter {
	struct pk_ctx *ctx;
	uint64_t *addrs; /* owned */
	unsigned nr, at;
	struct pk_address_set buffers; /* those that were met */
};

struct pk_instance_iter pk_instance_begin(struct pk_reader *r);
bool pk_instance_next(struct pk_instance_iter *iter, struct pk_instance *ret_instance);
void pk_instance_end(struct pk_instance_iter *iter);

/** A loop over every instance, the top one first. Damage costs a warning. R fails with PK_ABSENT if this kernel has no
 *  ftrace_trace_arrays (no tracing). */
#define pk_instance_for_each(instance, r) PK_LOOP(pk_instance, instance, pk_instance_begin(r))

enum pk_status pk_instance_top(struct pk_ctx *ctx, struct pk_instance *ret_instance);
/** The instance NAME ("": the top one). PK_USAGE: none has that name; the error lists the names. */
enum pk_status pk_instance_named(struct pk_ctx *ctx, const char *name,
				 struct pk_instance *ret_instance);
/** The ring clock before which the kernel's own readers hide events of INSTANCE's snapshot: where a latency tracer keeps
 *  its maximum there, it began then. */
enum pk_status pk_instance_snapshot_time(struct pk_ctx *ctx, const struct pk_instance *instance,
					 uint64_t *ret_begin);
/** The struct trace_array_cpu of CPU, of INSTANCE's buffer or its snapshot. PK_ABSENT: there is none. */
enum pk_status pk_instance_cpu_data(struct pk_ctx *ctx, const struct pk_instance *instance,
				    bool snapshot, int cpu, uint64_t *ret_data);
/** How many events of CPU the kernel's own reader hid when it last opened that buffer's file. PK_ABSENT: this kernel does
 *  not count them. */
enum pk_status pk_instance_skipped(struct pk_ctx *ctx, const struct pk_instance *instance,
				   bool snapshot, int cpu, uint64_t *ret_nr);

/** The per-CPU buffers of one instance, opened for reading. Pages are found on demand, newest
 *  first, so that the newest events of a large buffer cost no more than those of a small one. */
struct pk_trace;

enum pk_status pk_trace_open(struct pk_ctx *ctx, const struct pk_instance *instance, bool snapshot,
			     struct pk_trace **ret_trace);
void pk_trace_close(struct pk_trace *trace);
/** Have events of TRACE carry what PREEMPT_RT's patches add to struct trace_entry (struct pk_event), for who prints the
 *  kernel's columns of them. An older capsule has to read all event formats for it. */
void pk_trace_find_added_bytes(struct pk_trace *trace);
uint32_t pk_trace_nr_cpus(
	const struct pk_trace *trace); /* CPU ids run below this; some may have no buffer */
/** PK_ABSENT: CPU has no buffer. Times are read from its first and last page, once. */
enum pk_status pk_trace_stats(struct pk_trace *trace, int cpu, struct pk_cpu_stats *ret_stats);
/** The same, without the times. */
enum pk_status pk_trace_counters(struct pk_trace *trace, int cpu, struct pk_cpu_stats *ret_stats);
/** A time (ring clock) such that at least NR_PAGES of the newest pages of all CPUs begin at or
 *  after it; 0 if the buffers hold no more. Reads only page headers. */
enum pk_status pk_trace_time_back(struct pk_trace *trace, uint64_t nr_pages, uint64_t *ret_since);
/** Number of sub-buffers whose contents have been read, to test that no more are read than
 *  needed. */
uint64_t pk_trace_pages_read(const struct pk_trace *trace);

struct pk_cursor;

/** Events of all CPUs in time order (ties: lowest CPU first, as the kernel's reader), from the page
 *  that contains SINCE, whose earlier events are delivered too, up to and including UNTIL
 *  (UINT64_MAX: the end). CPU: PK_ALL_CPUS, or one. TRACE must outlive the cursor. */
enum pk_status pk_cursor_open(struct pk_trace *trace, uint64_t since, uint64_t until, int cpu,
			      struct pk_cursor **ret_cursor);
/** From now on break ties by the CPUs' own clocks: if the ring's clock stands still, function exits
 *  give a lower limit of the time. For callers who want the true order, not the kernel reader's. */
void pk_cursor_by_own_clocks(struct pk_cursor *cursor);
/** Of a CPU that has given all its events, the newest were lost: nothing says when they would have come. */
bool pk_cursor_lost_at_end(const struct pk_cursor *cursor);
void pk_cursor_close(struct pk_cursor *cursor);
/** PK_ABSENT: end. A damaged page is skipped with a warning (CPU, page address, offset), and the
 *  next event of that CPU has lost_before = PK_LOST_UNKNOWN. */
enum pk_status pk_cursor_next(struct pk_cursor *cursor, struct pk_event *ret_event);
/** The same without a copy: *RET_EVENT is valid until the next step. */
enum pk_status pk_cursor_step(struct pk_cursor *cursor, const struct pk_event **ret_event);

#endif
