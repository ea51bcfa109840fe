/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOCK_WAIT_H
#define PK_DECODE_LOCK_WAIT_H

#include "core/context.h"
#include "model/stall.h"

/** Where TASK, which is on no CPU, sleeps, and the lock that it waits for: by the waiter on its own unwound stack that is
 *  linked to it, or by what the kernel itself notes (6.16 and later). Nothing is guessed: what is not known is left out. */
void pk_lock_wait_read(struct pk_ctx *ctx, const struct pk_task *task,
		       struct pk_lock_wait *ret_wait);

#endif
