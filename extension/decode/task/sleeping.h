/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLEEPING_H
#define PK_DECODE_SLEEPING_H

#include "core/context.h"
#include "core/hash.h"
#include "model/task.h"

/** Where a task sleeps: the innermost function that is not the scheduler's, and the system call without its prefix; "": its
 *  stack does not say. */
struct pk_sleep {
	char call[64], system_call[64];
};

/** Those of the tasks that were asked for; zeroed at first. One epoll_wait() may watch a hundred thousand sockets. */
struct pk_sleepers {
	struct pk_hash sleeps; /* by the task's address, owned */
};

/** Of TASK, which is on no CPU, by the kernel's unwind tables or frame records alone: nothing is guessed. Borrowed from
 *  SLEEPERS; NULL: no memory. */
const struct pk_sleep *pk_sleep_of(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
				   const struct pk_task *task);
void pk_sleepers_deinit(struct pk_sleepers *sleepers);

#endif
