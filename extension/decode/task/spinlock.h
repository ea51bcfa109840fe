/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SPINLOCK_H
#define PK_DECODE_SPINLOCK_H

#include "core/context.h"

/** FUNC (without compiler suffixes) waits for a spinlock that another has. */
bool pk_spins(const char *func);

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

#endif
