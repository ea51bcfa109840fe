/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_WALL_CLOCK_H
#define PK_DECODE_WALL_CLOCK_H

#include <stdint.h>

#include "core/context.h"

/** CLOCK_REALTIME at the last tick, ns since 1970, from the timekeeper's xtime, which ticks
 *  update. */
enum pk_status pk_wall_clock(struct pk_ctx *ctx, uint64_t *ret_ns);
/** CLOCK_BOOTTIME - CLOCK_MONOTONIC, ns: how long the machine was suspended. */
enum pk_status pk_boot_offset(struct pk_ctx *ctx, uint64_t *ret_ns);
/** CLOCK_MONOTONIC at the last tick, ns. */
enum pk_status pk_ktime(struct pk_ctx *ctx, uint64_t *ret_ns);

#endif
