/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_WATCHDOG_H
#define PK_DECODE_WATCHDOG_H

#include "core/context.h"
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

/** Timers of the CPUs of WATCHDOG that were due for as long as its limit before the machine stopped, and that nobody has run. */
void pk_late_timers_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			 const struct pk_watchdog *watchdog, struct pk_late_timers *ret_timers);
void pk_late_timers_deinit(struct pk_late_timers *timers);

/** The grace periods of RCU that were in progress RAN_ON_MS before the end (pk_ran_on_ms()), and who holds each up that has
 *  lasted for as long as the kernel allows. Of an expedited one the kernel notes no time: its age is what the log says
 *  of it before PANIC, and what has passed since. Free with pk_rcu_deinit(). */
void pk_rcu_read(struct pk_ctx *ctx, const struct pk_panic *panic,
		 const struct pk_figure *ran_on_ms, struct pk_rcu *ret_rcu);
/** PERIOD is in progress, and the kernel complains of it, or would. */
bool pk_rcu_is_late(const struct pk_rcu *rcu, const struct pk_rcu_period *period);
/** Read the holdouts of PERIOD, which is in progress, if they were not read before. */
void pk_rcu_holdouts_read(struct pk_ctx *ctx, struct pk_rcu_period *period);
void pk_rcu_deinit(struct pk_rcu *rcu);

/** The pools of workers that had works to do RAN_ON_MS before the end (pk_ran_on_ms()) and had begun none for as long as
 *  the kernel's watchdog of workqueues allows. Free with pk_worker_pools_deinit(). */
void pk_worker_pools_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			  struct pk_worker_pools *ret_pools);
void pk_worker_pools_deinit(struct pk_worker_pools *pools);

#endif
