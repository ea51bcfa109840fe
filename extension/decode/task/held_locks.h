/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_HELD_LOCKS_H
#define PK_DECODE_HELD_LOCKS_H

#include "core/context.h"
#include "model/stall.h"

/**
 * Who holds WAIT's lock, which names no owner and for which TASK waits, by lockdep's lists of what each task holds: WAIT's
 * owner and taken_in. Both are left as they are if this kernel has no lockdep, if it had given up when TASK began to wait,
 * or if the lock is in no list, or in several, but those of tasks that wait.
 *
 * lockdep notes a lock before it is taken: who waits has it in the list, too. Once lockdep has given up (debug_locks), it
 * never comes back, so what TASK has noted is as new as its wait.
 */
void pk_lock_holder_read(struct pk_ctx *ctx, const struct pk_task *task, struct pk_lock_wait *wait);

#endif
