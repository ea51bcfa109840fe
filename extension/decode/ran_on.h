/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RAN_ON_H
#define PK_DECODE_RAN_ON_H

#include "decode/printk.h"
#include "model/figure.h"

/** How many ms the machine was up in the end, by jiffies: less by the part of the boot before the first tick. */
struct pk_figure pk_uptime_ms(struct pk_ctx *ctx);

/**
 * How many ms the machine went on after PANIC, by jiffies: none where kdump took over, any time where a hypervisor dumped
 * it while panic() still waited, with timers running and interrupts of devices unheard. Below the truth by the part of
 * the boot before the first tick. PK_ABSENT: it has not panicked.
 */
struct pk_figure pk_ran_on_ms(struct pk_ctx *ctx, const struct pk_panic *panic);

#endif
