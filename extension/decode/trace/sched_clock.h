/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SCHED_CLOCK_H
#define PK_DECODE_SCHED_CLOCK_H

#include <stdint.h>

#include "core/context.h"

/**
 * local_clock() - sched_clock() on CPU at the end, ns. printk stamps with the former; the ring
 * buffers' "local" clock and the shadow stacks use the latter.
 *
 * For a stable clock the difference is __sched_clock_offset (4.12). An unstable one (an untrusted
 * TSC, as in most virtual machines without a paravirtual clock) follows the wall clock from tick to
 * tick: each CPU's sched_clock_data has both at its last tick, and the difference grows to seconds;
 * the error is the drift since that tick. CPU -1: use the CPU that ticked last.
 */
enum pk_status pk_local_clock_offset(struct pk_ctx *ctx, int cpu, int64_t *ret_ns);

/**
 * CLOCK_MONOTONIC in ns when local_clock() was LOCAL_NS, near the machine's end, by their
 * difference __gtod_offset (4.11). It makes an unstable clock follow; for a stable one the
 * clocksource watchdog renews it, and it drifts in between. PK_ABSENT: not kept by this kernel, or
 * renewed too long ago for milliseconds.
 */
enum pk_status pk_monotonic_clock(struct pk_ctx *ctx, uint64_t local_ns, uint64_t *ret_ns);

#endif
