// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stall.h"

const char *pk_lock_kind_name(enum pk_lock_kind kind)
{
	static const char *const names[PK_NR_LOCKS] = {
		[PK_LOCK_MUTEX] = "mutex",	     [PK_LOCK_RWSEM] = "rw_semaphore",
		[PK_LOCK_SOCK] = "socket lock",	     [PK_LOCK_PERCPU_RWSEM] = "percpu_rw_semaphore",
		[PK_LOCK_COMPLETION] = "completion", [PK_LOCK_RTMUTEX] = "rt_mutex",
	};

	return names[kind];
}

const char *pk_chain_end_name(enum pk_chain_end end)
{
	static const char *const names[] = {
		[PK_CHAIN_LOCK] = "lock",     [PK_CHAIN_CIRCLE] = "circle",
		[PK_CHAIN_RUNS] = "runs",     [PK_CHAIN_READY] = "ready to run",
		[PK_CHAIN_SLEEPS] = "sleeps", [PK_CHAIN_LONG] = "not followed further",
	};

	return names[end];
}
