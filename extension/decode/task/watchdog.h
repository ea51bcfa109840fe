/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_WATCHDOG_H
#define PK_DECODE_WATCHDOG_H

#include "decode/printk.h"
#include "model/stall.h"

/** How long each CPU had not scheduled when PANIC began, in seconds as kernel/watchdog.c counts,
 *  and what the log says of that. */
void pk_watchdog_read(struct pk_ctx *ctx, const struct pk_panic *panic,
		      struct pk_watchdog *ret_watchdog);
void pk_watchdog_deinit(struct pk_watchdog *watchdog);

/** Tasks that hang by khungtaskd's test (kernel/hung_task.c), judged RAN_ON_MS before the end
 *  (pk_ran_on_ms()). */
void pk_hung_tasks_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			struct pk_hung_tasks *ret_hung);
void pk_hung_tasks_deinit(struct pk_hung_tasks *hung);

#endif
