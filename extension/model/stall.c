// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stall.h"

const char *pk_lock_kind_name(enum pk_lock_kind kind)
{
	static const char *const names[PK_NR_LOCKS] = {
		[PK_LOCK_MUTEX] = "mutex",
		[PK_LOCK_RWSEM] = "rw_semaphore",
		[PK_LOCK_SOCK] = "socket lock",
	};

	return names[kind];
}
