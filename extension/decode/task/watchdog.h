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

/** The grace period of RCU that was in progress RAN_ON_MS before the end (pk_ran_on_ms()), and who holds it up if that is
 *  as long as the kernel allows. Expedited grace periods, of which the kernel keeps no time, are not looked at. Free with
 *  pk_rcu_deinit(). */
void pk_rcu_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms, struct pk_rcu *ret_rcu);
void pk_rcu_deinit(struct pk_rcu *rcu);

/** The pools of workers that had works to do RAN_ON_MS before the end (pk_ran_on_ms()) and had begun none for as long as
 *  the kernel's watchdog of workqueues allows. Free with pk_worker_pools_deinit(). */
void pk_worker_pools_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			  struct pk_worker_pools *ret_pools);
void pk_worker_pools_deinit(struct pk_worker_pools *pools);

#endif
