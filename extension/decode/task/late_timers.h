/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LATE_TIMERS_H
#define PK_DECODE_LATE_TIMERS_H

#include "core/context.h"
#include "model/stall.h"

/** Timers of the CPUs of WATCHDOG that were due for as long as its limit before the machine stopped, and that nobody has run. */
void pk_late_timers_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			 const struct pk_watchdog *watchdog, struct pk_late_timers *ret_timers);
void pk_late_timers_deinit(struct pk_late_timers *timers);

#endif
