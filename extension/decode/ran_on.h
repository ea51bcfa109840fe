/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RAN_ON_H
#define PK_DECODE_RAN_ON_H

#include "decode/printk.h"
#include "model/figure.h"

/** How long the machine had been up at the end, ms by jiffies: too low by the time before the first
 *  tick. */
struct pk_figure pk_uptime_ms(struct pk_ctx *ctx);

/**
 * How long the machine ran after PANIC, ms by jiffies: about 0 if kdump took over, any time if a
 * hypervisor dumped it while panic() waited with timers running and device interrupts ignored. Too
 * low by the time between boot and the first tick. PK_ABSENT: no panic.
 */
struct pk_figure pk_ran_on_ms(struct pk_ctx *ctx, const struct pk_panic *panic);

/** Jiffies when the panic began, RAN_ON_MS before the end, or at the end if there was none; and jiffies per second. */
struct pk_figure pk_jiffies_at_panic(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
				     uint64_t *ret_hz);
/** Seconds from the jiffies SINCE to NOW, which wrap around; 0 if SINCE comes after NOW. */
uint64_t pk_jiffies_s(const struct pk_ctx *ctx, uint64_t now, uint64_t since, uint64_t hz);

#endif
