/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_STALL_H
#define PK_MODEL_STALL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/figure.h"
#include "model/task.h"

/** What the kernel's soft lockup detector knows about a CPU. */
struct pk_watched_cpu {
	int cpu;
	/* seconds since it last scheduled, by the kernel's clock; PK_ABSENT: no time stamp */
	struct pk_figure still_s;
	bool reset; /* the detector was restarted, which panic() itself does, too */
	struct pk_figure said_s; /* seconds in the log's last burst about it; PK_ABSENT: none */
};

struct pk_watchdog {
	struct pk_figure limit_s; /* it complains after this time */
	const char *lack; /* what is missing if LIMIT_S is unknown; static */
	struct pk_watched_cpu *cpus; /* owned; the CPUs that ran */
	size_t nr, room;
};

/** A task in uninterruptible sleep for longer than the kernel's hung task detector allows. */
struct pk_hung_task {
	struct pk_task task;
	uint64_t blocked_s; /* up to the panic, at least */
};

struct pk_hung_tasks {
	struct pk_figure limit_s;
	const char *lack; /* what is missing if LIMIT_S is unknown; static */
	struct pk_hung_task *list; /* owned */
	size_t nr, room;
	/* tasks asleep for less, or for an unknown time below the detector's interval */
	uint64_t others;
	uint64_t unread;
};

enum pk_lock_kind { PK_LOCK_MUTEX, PK_LOCK_RWSEM, PK_LOCK_SOCK, PK_NR_LOCKS };
const char *pk_lock_kind_name(enum pk_lock_kind kind); /* "mutex", "rw_semaphore", "socket lock" */

/** Where a task is blocked, and on what. */
struct pk_lock_wait {
	bool unwound; /* its stack was unwound to the end; false: what is unknown may be for that */
	/* innermost function on its stack outside the scheduler and lock code; "" if unknown */
	char call[64];
	char system_call[64]; /* "" if unknown */
	uint64_t lock; /* 0: not known to be a lock */
	enum pk_lock_kind kind;
	char name[64]; /* symbol of the lock; "" if none */
	enum pk_status owner_status; /* PK_OK: OWNER is valid; PK_ABSENT: the lock names none */
	bool readers; /* OWNER is only the last of several readers */
	struct pk_task owner;
};

#endif
