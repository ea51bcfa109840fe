/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLEEPING_H
#define PK_DECODE_SLEEPING_H

#include "core/context.h"
#include "core/hash.h"
#include "model/task.h"

/** Where a task sleeps: the innermost function outside the scheduler, and the system call without
 *  its prefix; "" if its stack does not tell. */
struct pk_sleep {
	char call[64], system_call[64];
};

/** Cache of the tasks asked for, because one epoll_wait() may watch a hundred thousand sockets.
 *  Zero-initialize it. */
struct pk_sleepers {
	struct pk_hash sleeps; /* by the task's address, owned */
};

/** For TASK, which is not running, by unwind tables or frame records only: nothing is guessed.
 *  Borrowed from SLEEPERS; NULL: out of memory. */
const struct pk_sleep *pk_sleep_of(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
				   const struct pk_task *task);
/** TASK is asleep, and nobody has woken it. False, too, if that is not known. */
bool pk_task_sleeps(struct pk_ctx *ctx, const struct pk_task *task);
void pk_sleepers_deinit(struct pk_sleepers *sleepers);

#endif
