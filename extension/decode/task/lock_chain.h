/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOCK_CHAIN_H
#define PK_DECODE_LOCK_CHAIN_H

#include "core/context.h"
#include "core/hash.h"
#include "model/stall.h"

/** What tasks wait for, each asked once. Who stands behind a lock is taken from the lock's ring of
 *  waiters: of hundreds behind one lock, one stack is unwound. Zero-initialize it. */
struct pk_lock_waits {
	struct pk_hash of_task; /* struct pk_lock_wait by the task's address, owned */
	unsigned nr_unwound;
};

/** What TASK, which does not run, waits for. With WHOLE, its own stack is asked even if another's lock tells it.
 *  Borrowed from WAITS, valid as long as it; NULL: out of memory. */
const struct pk_lock_wait *pk_lock_wait_of(struct pk_ctx *ctx, struct pk_lock_waits *waits,
					   const struct pk_task *task, bool whole);
/** From TASK by locks and their owners to the end. No task is visited twice. */
void pk_lock_chain_read(struct pk_ctx *ctx, struct pk_lock_waits *waits, const struct pk_task *task,
			struct pk_lock_chain *ret_chain);
/** The link of the task at address TASK; CHAIN's NR: it has none. */
unsigned pk_lock_chain_find(const struct pk_lock_chain *chain, uint64_t task);
/** The same number for all chains with the same end: the task, the lock, or the least task of the
 *  circle. */
uint64_t pk_lock_chain_key(const struct pk_lock_chain *chain);
void pk_lock_waits_deinit(struct pk_lock_waits *waits);

#endif
