// SPDX-License-Identifier: GPL-3.0-or-later
/* The locks that a task holds or waits for: task_struct.held_locks, of kernels with CONFIG_LOCKDEP. */
#include "decode/task/locks.h"

#include <stdio.h>

#include "core/reader.h"
#include "decode/task/task.h"

#define MAX_DEPTH 48 /* MAX_LOCK_DEPTH */

static const enum pk_row_id maps[PK_NR_LOCKS] = {
	[PK_LOCK_MUTEX] = PK_R_mutex_dep_map,  [PK_LOCK_RWSEM] = PK_R_rwsem_dep_map,
	[PK_LOCK_SOCK] = PK_R_sk_lock_dep_map, [PK_LOCK_PERCPU_RWSEM] = PK_R_percpu_rwsem_dep_map,
	[PK_LOCK_COMPLETION] = PK_NR_ROWS, /* nobody holds one */
	[PK_LOCK_RTMUTEX] = PK_NR_ROWS, /* it names its owner */
};

struct asked {
	uint64_t task;
	bool waits;
};

static bool has_lock(struct pk_reader *r, uint64_t task, uint64_t map, uint64_t *ret_taken)
{
	uint64_t depth = pk_member(r, task, PK_R_task_lockdep_depth);
	uint64_t list = pk_member_at(r, task, PK_R_task_held_locks);
	uint64_t size = pk_value(r, PK_R_held_lock_size);

	for (uint64_t i = 0; i < depth && i < MAX_DEPTH && pk_ok(r); i++)
		if (pk_member(r, list + i * size, PK_R_held_lock_instance) == map) {
			*ret_taken = pk_member(r, list + i * size, PK_R_held_lock_ip);
			return pk_ok(r);
		}
	return false;
}

static void note_waiter(uint64_t task, void *arg)
{
	struct asked *asked = arg;

	asked->waits |= task == asked->task;
}

void pk_lock_holder_read(struct pk_ctx *ctx, const struct pk_task *task, struct pk_lock_wait *wait)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_task holder;
	struct pk_symbol symbol;
	uint64_t map, taken, taken_at = 0;
	unsigned nr = 0;

	if (maps[wait->kind] == PK_NR_ROWS || !pk_has(ctx, PK_R_task_held_locks) ||
	    !pk_has(ctx, maps[wait->kind]))
		return;
	map = pk_member_at(&r, wait->lock, maps[wait->kind]);
	if (has_lock(&r, task->addr, map, &taken))
		pk_task_for_each (each, &r) {
			struct asked asked = {.task = each.addr};

			if (!has_lock(&r, each.addr, map, &taken))
				continue;
			pk_lock_waiters(ctx, wait, note_waiter, &asked);
			if (!asked.waits && !nr++) {
				holder = each;
				taken_at = taken;
			}
		}
	if (!pk_ok(&r))
		wait->owner_status = r.status;
	if (!pk_ok(&r) || nr != 1)
		return;
	wait->owner_status = PK_OK;
	wait->owner = holder;
	if (pk_symbol_at(ctx, taken_at, &symbol) == PK_OK) {
		pk_strip_suffixes(symbol.name);
		snprintf(wait->taken_in, sizeof(wait->taken_in), "%.63s", symbol.name);
	}
}
