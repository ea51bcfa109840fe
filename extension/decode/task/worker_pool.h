/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_WORKER_POOL_H
#define PK_DECODE_WORKER_POOL_H

#include "core/context.h"
#include "model/stall.h"

/** The pools of workers that had works to do RAN_ON_MS before the end (pk_ran_on_ms()) and had begun none for as long as
 *  the kernel's watchdog of workqueues allows. Free with pk_worker_pools_deinit(). */
void pk_worker_pools_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			  struct pk_worker_pools *ret_pools);
void pk_worker_pools_deinit(struct pk_worker_pools *pools);

#endif
