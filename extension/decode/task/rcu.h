/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RCU_H
#define PK_DECODE_RCU_H

#include "core/context.h"
#include "model/stall.h"

/** The grace period of RCU that was in progress RAN_ON_MS before the end (pk_ran_on_ms()), and who holds it up if that is
 *  as long as the kernel allows. Expedited grace periods, of which the kernel keeps no time, are not looked at. Free with
 *  pk_rcu_deinit(). */
void pk_rcu_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms, struct pk_rcu *ret_rcu);
void pk_rcu_deinit(struct pk_rcu *rcu);

#endif
