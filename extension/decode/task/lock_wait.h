/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOCK_WAIT_H
#define PK_DECODE_LOCK_WAIT_H

#include "core/context.h"
#include "model/stall.h"

/** Where TASK, which is not running, sleeps, and the lock it waits for: from the waiter on its own
 *  unwound stack that is linked into the lock, or from the kernel's own notes (6.16). Nothing is
 *  guessed; what is unknown is left out. */
void pk_lock_wait_read(struct pk_ctx *ctx, const struct pk_task *task,
		       struct pk_lock_wait *ret_wait);

#endif
