/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_STALL_H
#define PK_MODEL_STALL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/figure.h"
#include "model/task.h"

/** What the kernel's soft lockup detector knows of a CPU. */
struct pk_watched_cpu {
	int cpu;
	struct pk_figure
		still_s; /* since it last scheduled, as the kernel counts; PK_ABSENT: no stamp */
	bool reset; /* somebody told the detector to begin again: panic() itself, too */
	struct pk_figure said_s; /* what the log says of it in its last burst; PK_ABSENT: nothing */
};

struct pk_watchdog {
	struct pk_figure limit_s; /* after that it complains */
	const char *lack; /* what is not known where LIMIT_S is not; static */
	struct pk_watched_cpu *cpus; /* owned; those that ran */
	size_t nr, room;
};

/** A task that has slept, not to be interrupted, for longer than the kernel's detector allows. */
struct pk_hung_task {
	struct pk_task task;
	uint64_t blocked_s; /* at least, up to the panic */
};

struct pk_hung_tasks {
	struct pk_figure limit_s;
	const char *lack; /* what is not known where LIMIT_S is not; static */
	struct pk_hung_task *list; /* owned */
	size_t nr, room;
	uint64_t
		others; /* sleep so for less, or since nobody knows when but for less than the detector's round */
	uint64_t unread;
};

enum pk_lock_kind { PK_LOCK_MUTEX, PK_LOCK_RWSEM, PK_LOCK_SOCK, PK_NR_LOCKS };
const char *pk_lock_kind_name(enum pk_lock_kind kind); /* "mutex", "rw_semaphore", "socket lock" */

/** Where a task hangs, and for what. */
struct pk_lock_wait {
	char call
		[64]; /* innermost function on its stack that is neither the scheduler's nor a lock's; "" */
	char system_call[64]; /* "" */
	uint64_t lock; /* 0: what it waits for is not known to be a lock */
	enum pk_lock_kind kind;
	char name[64]; /* of a lock with a symbol; "" */
	enum pk_status owner_status; /* PK_OK: OWNER; PK_ABSENT: the lock does not name one */
	bool readers; /* the last of several readers is all that it names */
	struct pk_task owner;
};

#endif
