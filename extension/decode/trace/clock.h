/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACE_CLOCK_H
#define PK_DECODE_TRACE_CLOCK_H

#include <stdint.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"

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

/** CLOCK_REALTIME at the last tick, ns since 1970, from the timekeeper's xtime, which ticks
 *  update. */
enum pk_status pk_wall_clock(struct pk_ctx *ctx, uint64_t *ret_ns);
/** CLOCK_BOOTTIME - CLOCK_MONOTONIC, ns: how long the machine was suspended. */
enum pk_status pk_boot_offset(struct pk_ctx *ctx, uint64_t *ret_ns);
/** CLOCK_MONOTONIC at the last tick, ns. */
enum pk_status pk_ktime(struct pk_ctx *ctx, uint64_t *ret_ns);

/**
 * A trace buffer in memory that survives a reboot (trace_instance=NAME@.., reserve_mem) and still
 * holds what the previous boot wrote, with addresses of that boot. When the kernel maps such a
 * buffer it finds out how far its text and modules have moved since.
 */
struct pk_last_boot;

/** How to translate INSTANCE's addresses. *RET is NULL if they are valid as they are: any other
 *  instance, or one written to in this boot. PK_OK even if a table of modules is damaged: then with
 *  a warning, and the kernel's own text is still known. */
enum pk_status pk_last_boot_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				   struct pk_last_boot **ret_last_boot);
/** Decode for CTX as INSTANCE's boot from now on: sets ctx->last_boot. If not PK_OK: why the boot
 *  is unknown. */
enum pk_status pk_last_boot_enter(struct pk_ctx *ctx, const struct pk_instance *instance);
/** NULL is fine. */
void pk_last_boot_destroy(struct pk_last_boot *last_boot);
/** Where what was at ADDR is now, as the kernel's trace_adjust_address() prints it; ADDR itself if
 *  unknown. LAST_BOOT may be NULL. */
uint64_t pk_last_boot_address(const struct pk_last_boot *last_boot, uint64_t addr);
/** Where the function at an event's ADDR is now, if that is certain: in the kernel itself, or in a
 *  module with known movement. Otherwise a unique address at which no kernel has anything. ADDR
 *  itself if ctx->last_boot is NULL. */
uint64_t pk_last_boot_function(const struct pk_ctx *ctx, uint64_t addr);
/** Whether the kernel or its data have moved. What print_fmts would follow or compare has then
 *  changed, and the kernel prints events by their fields. False for NULL. */
bool pk_last_boot_moved(const struct pk_last_boot *last_boot);

#endif
