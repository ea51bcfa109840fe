/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TASK_LOCKS_H
#define PK_DECODE_TASK_LOCKS_H

#include "core/context.h"
#include "core/hash.h"
#include "model/stall.h"

/** Where TASK, which is not running, sleeps, and the lock it waits for: from the waiter on its own
 *  unwound stack that is linked into the lock, or from the kernel's own notes (6.16). Nothing is
 *  guessed; what is unknown is left out. */
void pk_lock_wait_read(struct pk_ctx *ctx, const struct pk_task *task,
		       struct pk_lock_wait *ret_wait);

/** The lock with priority inheritance (PREEMPT_RT: a spinlock, too) that TASK waits for, and its owner. TASK may run: while the
 *  owner does, it does not sleep. False: it waits for none. */
bool pk_lock_wait_inherited(struct pk_ctx *ctx, const struct pk_task *task,
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

/**
 * Who holds WAIT's lock, which names no owner and for which TASK waits, by lockdep's lists of what each task holds: WAIT's
 * owner and taken_in. Both are left as they are if this kernel has no lockdep, if it had given up when TASK began to wait,
 * or if the lock is in no list, or in several, but those of tasks that wait.
 *
 * lockdep notes a lock before it is taken: who waits has it in the list, too. Once lockdep has given up (debug_locks), it
 * never comes back, so what TASK has noted is as new as its wait.
 */
void pk_lock_holder_read(struct pk_ctx *ctx, const struct pk_task *task, struct pk_lock_wait *wait);

/** FUNC (without compiler suffixes) waits for a spinlock that another has. */
bool pk_spins(const char *func);
/** The lock is one with priority inheritance: pk_lock_wait_inherited(). */
bool pk_spins_inheriting(const char *func);

/** Whether an object is known to have a lock at exactly this address. */
typedef bool (*pk_is_lock_fn)(uint64_t addr, const void *arg);

/**
 * The lock that CPU waits for in such a function, among NR VALUES that it has in registers: the only one that points to
 * a lock that CPU has taken its place for. Where it takes none (a virtual machine), IS_LOCK has to know the lock.
 * PK_ABSENT: none, or more than one, fits. PK_UNSUPPORTED: locks of another make than this knows.
 */
enum pk_status pk_spinlock_of(struct pk_ctx *ctx, int cpu, const uint64_t *values, size_t nr,
			      pk_is_lock_fn is_lock, const void *arg, uint64_t *ret_lock);
/** The CPU that has the spinlock at LOCK, as the kernel noted it for itself (CONFIG_DEBUG_SPINLOCK). PK_ABSENT: it does
 *  not, or nobody has it. */
enum pk_status pk_spinlock_owner(struct pk_ctx *ctx, uint64_t lock, int *ret_cpu);

/** A task that sleeps until a bit of a word is clear (wait_on_bit()). */
struct pk_bit_waiter {
	uint64_t word; /* address of the word */
	uint64_t task; /* struct task_struct */
};

struct pk_bit_waiters {
	enum pk_status status; /* not PK_OK: the list is incomplete */
	struct pk_bit_waiter *list; /* owned; sorted by word */
	size_t nr, room;
};

/** Read all of them from the kernel's one table for all words. PK_ABSENT in STATUS: the kernel has
 *  no such table. */
void pk_bit_waiters_read(struct pk_ctx *ctx, struct pk_bit_waiters *ret_waiters);
void pk_bit_waiters_deinit(struct pk_bit_waiters *waiters);
/** Waiters for the word at WORD; *RET_NR gets their number. Borrowed from WAITERS. */
const struct pk_bit_waiter *pk_bit_waiters_of(const struct pk_bit_waiters *waiters, uint64_t word,
					      size_t *ret_nr);

#endif
