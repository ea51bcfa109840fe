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

#define PK_WAITS_FOR_RCU                                                                           \
	"a grace period of RCU" /* pk_lock_wait.event of who waits for one to end */

/** What the lock at LOCK is: its variable, with the offset into it, or the cache of the slab object that it lies in; the
 *  other is "", or both are. */
void pk_lock_name_read(struct pk_ctx *ctx, uint64_t lock, char name[64], char cache[32]);

typedef void (*pk_waiter_fn)(uint64_t task, void *arg);
/** Visit the tasks that wait for WAIT's lock, in its order, by its ring of waiters. Their number; 0
 *  if the ring does not close, or this kind of lock has none (with priority inheritance): FN may
 *  have seen some. */
uint64_t pk_lock_waiters(struct pk_ctx *ctx, const struct pk_lock_wait *wait, pk_waiter_fn fn,
			 void *arg);

#endif
