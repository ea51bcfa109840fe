/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SCHED_CLOCK_H
#define PK_DECODE_SCHED_CLOCK_H

#include <stdint.h>

#include "core/context.h"

/**
 * local_clock() - sched_clock() on CPU at the end, in ns: printk stamps with the former, the ring
 * buffers' "local" clock and the shadow stacks with the latter.
 *
 * A stable clock differs by __sched_clock_offset (4.12 and later). An unstable one (an untrusted TSC:
 * most virtual machines without a paravirtual clock) follows the wall clock from tick to tick: each
 * CPU's sched_clock_data pairs both at its last tick, and the difference grows to seconds. Its error
 * is the drift since that tick. CPU: -1 takes the one that ticked last.
 */
enum pk_status pk_local_clock_offset(struct pk_ctx *ctx, int cpu, int64_t *ret_ns);

/**
 * CLOCK_MONOTONIC when local_clock() said LOCAL_NS, near the machine's end: __gtod_offset (4.11 and later) is what
 * is between them. An unstable clock follows the other by it; of a stable one the clocksource watchdog renews it, and
 * it drifts in between. PK_ABSENT: no kernel that keeps it, or it was renewed too long ago to tell milliseconds.
 */
enum pk_status pk_monotonic_clock(struct pk_ctx *ctx, uint64_t local_ns, uint64_t *ret_ns);

#endif
