// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who waits for whom. A mutex, a semaphore and a lock with priority inheritance name their owner; if that one waits for
 * another lock, the chain goes on. The last of several readers, whom a semaphore names, may have given it back: it is not
 * followed.
 */
#include "decode/task/locks.h"

#include <stdlib.h>

#include "core/kit.h"

struct ring {
	uint64_t *tasks; /* owned */
	size_t nr, room;
};

static void note_waiter(uint64_t task, void *arg)
{
	struct ring *ring = arg;

	if (pk_grow(ring->tasks, ring->nr, ring->room))
		ring->tasks[ring->nr++] = task;
}

/* Who stands behind the same lock waits for it, too. */
static void ring_note(struct pk_ctx *ctx, struct pk_lock_waits *waits, struct pk_lock_wait *wait)
{
	struct ring ring = {.tasks = NULL};
	struct pk_lock_wait *other;

	wait->waiters = pk_lock_waiters(ctx, wait, note_waiter, &ring);
	for (size_t i = 0; wait->waiters && i < ring.nr; i++) {
		other = pk_hash_get(&waits->of_task, ring.tasks[i]);
		if (other)
			continue;
		other = malloc(sizeof(*other));
		if (!other)
			break;
		*other = *wait;
		other->by_ring = true;
		other->call[0] = other->module[0] = other->system_call[0] = '\0';
		other->event = NULL;
		other->event_call[0] = '\0';
		other->expedited = false;
		if (!pk_hash_put(&waits->of_task, ring.tasks[i], other)) {
			free(other);
			break;
		}
	}
	free(ring.tasks);
}

const struct pk_lock_wait *pk_lock_wait_of(struct pk_ctx *ctx, struct pk_lock_waits *waits,
					   const struct pk_task *task, bool whole)
{
	struct pk_lock_wait *wait = pk_hash_get(&waits->of_task, task->addr);
	uint64_t waiters = wait ? wait->waiters : 0;

	if (wait && !(whole && wait->by_ring))
		return wait;
	wait = pk_hash_obtain(&waits->of_task, task->addr, sizeof(*wait));
	if (!wait)
		return NULL;
	pk_lock_wait_read(ctx, task, wait);
	waits->nr_unwound++;
	if (wait->lock && wait->owner_status == PK_ABSENT)
		pk_lock_holder_read(ctx, task, wait);
	wait->waiters = waiters;
	if (wait->lock && !waiters)
		ring_note(ctx, waits, wait);
	return wait;
}

static bool link_add(struct pk_lock_chain *chain, const struct pk_task *task)
{
	if (chain->nr == PK_CHAIN_MAX)
		return false;
	chain->links[chain->nr++] = (struct pk_chain_link){.task = *task};
	return true;
}

unsigned pk_lock_chain_find(const struct pk_lock_chain *chain, uint64_t task)
{
	unsigned at;

	for (at = 0; at < chain->nr && chain->links[at].task.addr != task; at++)
		;
	return at;
}

static bool may_run(struct pk_ctx *ctx, const struct pk_task *task)
{
	uint64_t state;

	return pk_has(ctx, PK_R_task_state) &&
	       pk_member_uint(ctx, task->addr, PK_R_task_state, &state) == PK_OK && !state;
}

/* What the last link does. True: it waits for a lock whose owner is known. */
static bool link_goes_on(struct pk_ctx *ctx, struct pk_lock_waits *waits,
			 struct pk_lock_chain *chain)
{
	struct pk_chain_link *link = &chain->links[chain->nr - 1];

	if (chain->nr > 1 && link->task.on_cpu)
		chain->end = PK_CHAIN_RUNS;
	else if (chain->nr > 1 && may_run(ctx, &link->task))
		chain->end = PK_CHAIN_READY;
	else {
		link->wait = pk_lock_wait_of(ctx, waits, &link->task, false);
		chain->end = link->wait && link->wait->lock ? PK_CHAIN_LOCK : PK_CHAIN_SLEEPS;
	}
	return chain->end == PK_CHAIN_LOCK && link->wait->owner_status == PK_OK &&
	       !link->wait->readers;
}

void pk_lock_chain_read(struct pk_ctx *ctx, struct pk_lock_waits *waits, const struct pk_task *task,
			struct pk_lock_chain *ret_chain)
{
	*ret_chain = (struct pk_lock_chain){.nr = 0};
	link_add(ret_chain, task);
	while (link_goes_on(ctx, waits, ret_chain)) {
		const struct pk_task *owner = &ret_chain->links[ret_chain->nr - 1].wait->owner;
		unsigned met = pk_lock_chain_find(ret_chain, owner->addr);

		if (met < ret_chain->nr) {
			ret_chain->circle = met;
			ret_chain->end = PK_CHAIN_CIRCLE;
			break;
		}
		if (!link_add(ret_chain, owner)) {
			ret_chain->end = PK_CHAIN_LONG;
			break;
		}
	}
}

uint64_t pk_lock_chain_key(const struct pk_lock_chain *chain)
{
	const struct pk_chain_link *last = &chain->links[chain->nr - 1];
	uint64_t least = last->task.addr;

	if (chain->end == PK_CHAIN_LOCK)
		return last->wait->lock;
	for (unsigned i = chain->circle; chain->end == PK_CHAIN_CIRCLE && i < chain->nr; i++)
		if (chain->links[i].task.addr < least)
			least = chain->links[i].task.addr;
	return least;
}

void pk_lock_waits_deinit(struct pk_lock_waits *waits)
{
	pk_hash_deinit(&waits->of_task, free);
}
