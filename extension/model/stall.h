/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_STALL_H
#define PK_MODEL_STALL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/target.h"
#include "model/figure.h"
#include "model/task.h"

/** What the kernel's soft lockup detector knows about a CPU. */
struct pk_watched_cpu {
	int cpu;
	/* seconds since it last scheduled, by the kernel's clock: by the detector's time stamp, else by its task's; PK_ABSENT:
	 * neither is there */
	struct pk_figure still_s;
	bool reset; /* the detector was restarted, which panic() itself does, too */
	/* seconds since it took a timer interrupt, at least: since its run queue's clock moved, which each one does unless the
	 * CPU idles, or since the detector's own timer was due */
	struct pk_figure tick_s;
	/* seconds in the log's last line about it, if it has not scheduled since; PK_ABSENT: none */
	struct pk_figure said_s;
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

/** Who has not told RCU that a grace period may end. */
struct pk_rcu_holdout {
	int cpu; /* -1: a reader that was preempted, TASK */
	struct pk_task task;
};

/** A grace period of RCU. */
struct pk_rcu_period {
	bool in_progress;
	bool expedited; /* someone interrupts all CPUs instead of waiting for them */
	uint64_t seq; /* its number, as the kernel prints it ("g457", "s: 457") */
	bool said; /* the kernel has complained of it */
	/* since it began. An expedited one's is known only if SAID; else PK_ABSENT */
	struct pk_figure age_s;
	struct pk_figure quiet_s; /* since RCU's thread last ran; expedited: PK_ABSENT */
	/* read only if it has lasted too long: CPUs before tasks; owned */
	struct pk_rcu_holdout *holdouts;
	size_t nr, room;
	enum pk_status holdouts_status; /* not PK_OK: there may be more */
};

struct pk_rcu {
	struct pk_figure
		limit_s; /* the kernel complains when a grace period has lasted this long */
	const char *lack; /* what is missing if LIMIT_S is unknown; static */
	struct pk_rcu_period normal, expedited;
};

#define PK_POOL_WORKS 4 /* pending works that are named */

/** A worker that has a work. */
struct pk_worker {
	struct pk_task task;
	uint64_t func; /* of the work */
};

/** A pool of a workqueue's workers with works that nobody has begun, or will begin. */
struct pk_worker_pool {
	uint64_t addr;
	int32_t id, cpu; /* CPU -1: it has no CPU of its own */
	uint64_t still_s; /* since a worker last took a work, or a work came into the empty pool */
	uint64_t pending; /* works that wait */
	uint64_t funcs[PK_POOL_WORKS]; /* of the first of them */
	struct pk_worker *workers; /* owned; those that have a work */
	size_t nr, room;
	enum pk_status status; /* not PK_OK: works or workers may be missing */
	bool stalled; /* STILL_S is the limit, or more */
	/* 1: no worker of its runs, is to run or is being made; 0: one is, or may be */
	struct pk_figure asleep;
	uint64_t nr_workers;
};

/** A work of the kernel's that is queued after a time. */
struct pk_delayed_work {
	const char *what; /* what it does; static */
	uint64_t addr, func;
	struct pk_figure lost; /* 1: it is pending, and neither in a pool nor in a timer's wheel */
};

#define PK_DELAYED_WORKS 3

struct pk_worker_pools {
	struct pk_figure limit_s; /* the kernel complains after this time */
	const char *lack; /* what is missing if LIMIT_S is unknown; static */
	/* owned; those with works that do not move, or that nobody will run */
	struct pk_worker_pool *list;
	size_t nr, room;
	uint64_t others, unread; /* pools that move or have nothing to do; that could not be read */
	struct pk_delayed_work delayed[PK_DELAYED_WORKS]; /* that a kernel lacks: ADDR 0 */
};

#define PK_LATE_TIMERS 16 /* of a CPU that are kept */

/** A CPU with timers that are due and were not run. */
struct pk_late_cpu {
	int cpu;
	enum pk_status status; /* not PK_OK: there may be others */
	uint64_t nr; /* timers that are late for as long as the limit; 0: none is known */
	struct pk_late_timer {
		uint64_t addr, func, late_s;
	} list[PK_LATE_TIMERS]; /* those that are late for longest, in this order */
	unsigned nr_list;
	bool ksoftirqd_waits; /* KSOFTIRQD, which runs softirqs, is to run and has no CPU */
	struct pk_task ksoftirqd;
};

struct pk_late_timers {
	struct pk_figure limit_s; /* that of soft lockups: the kernel has none of timers */
	const char *lack; /* what is missing if LIMIT_S is unknown; static */
	struct pk_late_cpu *list; /* owned; CPUs with such timers, or that could not be read */
	size_t nr, room;
	uint64_t others; /* CPUs without */
};

enum pk_lock_kind {
	PK_LOCK_MUTEX,
	PK_LOCK_RWSEM,
	PK_LOCK_SOCK,
	PK_LOCK_PERCPU_RWSEM,
	PK_LOCK_COMPLETION,
	PK_LOCK_RTMUTEX,
	PK_NR_LOCKS
};
const char *pk_lock_kind_name(enum pk_lock_kind kind); /* "mutex", "rw_semaphore", "socket lock" */

/** Where a task is blocked, and on what. */
struct pk_lock_wait {
	bool unwound; /* its stack was unwound to the end; false: what is unknown may be for that */
	/* by other waiters' ring alone: its own stack was not asked, CALL and what follows are unknown */
	bool by_ring;
	/* innermost function on its stack outside the scheduler, lock and waiting code; "" if unknown */
	char call[64];
	char module[PK_MODULE_NAME_MAX]; /* of CALL; "": the kernel itself */
	char system_call[64]; /* "" if unknown */
	/* what a kernel function that CALL called waits for besides locks ("a grace period of RCU"), static, and
	 * that function; NULL and "": none known */
	const char *event;
	char event_call[64];
	bool expedited; /* with a grace period of RCU as EVENT: the expedited one */
	uint64_t lock; /* 0: not known to be a lock */
	enum pk_lock_kind kind;
	uint64_t
		rt_mutex; /* the lock with priority inheritance that LOCK is or has inside; 0: none */
	char name[64]; /* symbol of the lock, with the offset into it; "" if none */
	char cache[32]; /* of the slab object that the lock lies in; "" if none */
	uint64_t waiters; /* tasks that wait for LOCK; 0: unknown */
	enum pk_status owner_status; /* PK_OK: OWNER is valid; PK_ABSENT: the lock names none */
	bool readers; /* OWNER is only the last of several readers */
	char taken_in
		[64]; /* the function in which OWNER took it, as lockdep noted; "" if unknown */
	struct pk_task owner;
};

#define PK_CHAIN_MAX 24 /* links that are followed */

/** What a chain of tasks and locks ends with. */
enum pk_chain_end {
	PK_CHAIN_LOCK, /* a lock whose owner is unknown, or cannot be followed */
	PK_CHAIN_CIRCLE, /* an owner that waits, by others, for itself */
	PK_CHAIN_RUNS, /* a task on a CPU */
	PK_CHAIN_READY, /* a task that may run, and has no CPU */
	PK_CHAIN_SLEEPS, /* a task that waits for something else than a lock, or for what is unknown */
	PK_CHAIN_LONG, /* more than PK_CHAIN_MAX links */
};
const char *pk_chain_end_name(enum pk_chain_end end); /* "circle" */

/** A task, the lock it waits for, its owner, the lock that this one waits for, and so on. */
struct pk_lock_chain {
	struct pk_chain_link {
		struct pk_task task; /* owns the lock of the link before */
		const struct pk_lock_wait *wait; /* borrowed; NULL: it does not sleep */
	} links[PK_CHAIN_MAX];
	unsigned nr;
	enum pk_chain_end end;
	unsigned circle; /* with PK_CHAIN_CIRCLE: the first link of the circle */
};

#endif
