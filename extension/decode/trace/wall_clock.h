/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_WALL_CLOCK_H
#define PK_DECODE_WALL_CLOCK_H

#include <stdint.h>

#include "core/context.h"

/** CLOCK_REALTIME at the machine's last tick, ns since 1970: the timekeeper's xtime, which ticks carry on. */
enum pk_status pk_wall_clock(struct pk_ctx *ctx, uint64_t *ret_ns);
/** CLOCK_BOOTTIME - CLOCK_MONOTONIC, ns: what the machine slept. */
enum pk_status pk_boot_offset(struct pk_ctx *ctx, uint64_t *ret_ns);
/** CLOCK_MONOTONIC at the machine's last tick, ns. */
enum pk_status pk_ktime(struct pk_ctx *ctx, uint64_t *ret_ns);

#endif
