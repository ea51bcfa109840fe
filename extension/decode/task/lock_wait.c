// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who waits for a mutex, a semaphore or a socket's lock sleeps with a waiter in its own stack:
 *
 *	lock: head <-> waiter of A (on A's stack) <-> waiter of B (on B's stack) <-> head
 *	               task = A                       task = B
 *
 * A word of the stack that is the task itself tells where the waiter may lie. It is one if the ring around it closes in
 * both directions, and all of it but one node are such waiters too: that one is the head, in the lock. Which kind of
 * lock that is says the function that waits.
 */
#include "decode/task/lock_wait.h"

#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "decode/slab.h"
#include "decode/task/sleeping.h"
#include "decode/task/stack.h"
#include "decode/task/task.h"

#define MAX_RING 4096
#define OWNER_FLAGS 7 /* the low bits of an owner's address */
#define READER_OWNED 1 /* of a semaphore's owner */
#define BLOCKER_FLAGS 3

static const char *const mutex_names[] = {"mutex_lock*",    "__mutex_lock*", "__ww_mutex_lock*",
					  "ww_mutex_lock*", "rtnl_lock",     NULL};
static const char *const rwsem_names[] = {"down_read*",	   "down_write*",  "__down_read*",
					  "__down_write*", "rwsem_down_*", NULL};
static const char *const sock_names[] = {"__lock_sock", "lock_sock_nested", NULL};

static const struct lock_kind {
	const char *const *names; /* functions that wait for it */
	enum pk_row_id link, task; /* of a waiter */
	enum pk_row_id head, owner; /* of the lock; a socket's names nobody */
} kinds[PK_NR_LOCKS] = {
	[PK_LOCK_MUTEX] = {mutex_names, PK_R_mutex_waiter_list, PK_R_mutex_waiter_task,
			   PK_R_mutex_wait_list, PK_R_mutex_owner},
	[PK_LOCK_RWSEM] = {rwsem_names, PK_R_rwsem_waiter_list, PK_R_rwsem_waiter_task,
			   PK_R_rwsem_wait_list, PK_R_rwsem_owner},
	[PK_LOCK_SOCK] = {sock_names, PK_R_wait_entry_link, PK_R_wait_entry_private,
			  PK_R_sk_lock_wq, PK_NR_ROWS},
};

static const char *const scheduler_names[] = {
	"__schedule",  "schedule*",	    "__switch_to*", "io_schedule*",
	"wait_woken*", "preempt_schedule*", NULL,
};

struct search {
	struct pk_ctx *ctx;
	const struct pk_task *task;
	struct pk_lock_wait *wait;
	uint64_t link, waiter_task, head; /* offsets */
};

static bool rows_read(struct search *search, const struct lock_kind *kind)
{
	return pk_has(search->ctx, kind->link) && pk_has(search->ctx, kind->task) &&
	       pk_has(search->ctx, kind->head) &&
	       pk_row_offsets(search->ctx, PK_WANTED({kind->link, &search->link},
						     {kind->task, &search->waiter_task},
						     {kind->head, &search->head})) == PK_OK;
}

/* NODE is the link of a waiter: a task's, on its own stack. */
static bool is_waiter(const struct search *search, uint64_t node)
{
	struct pk_task task;
	uint64_t addr;

	return pk_read_ptr(search->ctx, node - search->link + search->waiter_task, &addr) ==
		       PK_OK &&
	       addr && pk_task_read(search->ctx, addr, &task) == PK_OK && node >= task.stack &&
	       node < task.stack + task.stack_size;
}

/* From the task's waiter, whose link lies at FIRST, round to it again. */
static bool ring_walk(const struct search *search, uint64_t first, uint64_t *ret_head)
{
	const uint32_t word = search->ctx->target->facts.word_size;
	uint64_t node = first, next, prev, head = 0;

	for (unsigned i = 0; i < MAX_RING; i++) {
		if (pk_read_ptr(search->ctx, node, &next) != PK_OK ||
		    pk_read_ptr(search->ctx, next + word, &prev) != PK_OK || prev != node)
			return false;
		if (!is_waiter(search, node)) {
			if (head)
				return false;
			head = node;
		}
		if (next == first) {
			*ret_head = head;
			return head != 0;
		}
		node = next;
	}
	return false;
}

static bool find_by_stack(struct search *search, const struct pk_stack_image *image,
			  enum pk_lock_kind kind)
{
	uint64_t head;

	if (!rows_read(search, &kinds[kind]))
		return false;
	for (size_t i = 0; i < image->nr_words; i++) {
		uint64_t waiter = image->words[i].slot - search->waiter_task;

		if (image->words[i].word != search->task->addr ||
		    !ring_walk(search, waiter + search->link, &head))
			continue;
		search->wait->lock = head - search->head;
		search->wait->kind = kind;
		return true;
	}
	return false;
}

/* The kernel notes the lock for khungtaskd, with its kind in the low bits: a mutex, a struct semaphore, or a semaphore of
 * readers and writers, as one or the other. */
static bool find_by_blocker(struct search *search)
{
	static const int of_bits[] = {PK_LOCK_MUTEX, -1, PK_LOCK_RWSEM, PK_LOCK_RWSEM};
	uint64_t blocker;

	if (!pk_has(search->ctx, PK_R_task_blocker) ||
	    pk_member_uint(search->ctx, search->task->addr, PK_R_task_blocker, &blocker) != PK_OK ||
	    !blocker || of_bits[blocker & BLOCKER_FLAGS] < 0)
		return false;
	search->wait->lock = blocker & ~(uint64_t)BLOCKER_FLAGS;
	search->wait->kind = (enum pk_lock_kind)of_bits[blocker & BLOCKER_FLAGS];
	return true;
}

/* --- the stack ------------------------------------------------------------------------------------------ */

static bool lock_named(const char *func, enum pk_lock_kind *ret_kind)
{
	for (unsigned i = 0; i < PK_NR_LOCKS; i++)
		if (pk_arch_names(kinds[i].names, func)) {
			*ret_kind = (enum pk_lock_kind)i;
			return true;
		}
	return false;
}

/* Innermost first: the scheduler's functions, the lock's, then who wants it. */
static bool call_read(struct pk_ctx *ctx, const struct pk_stack_image *image,
		      struct pk_lock_wait *wait, enum pk_lock_kind *ret_kind)
{
	bool waits = false;

	for (size_t i = 0; i < image->nr_frames; i++) {
		struct pk_symbol symbol;

		if (pk_symbol_at(ctx, image->frames[i].func, &symbol) != PK_OK)
			break;
		pk_strip_suffixes(symbol.name);
		if (pk_arch_names(scheduler_names, symbol.name))
			continue;
		if (lock_named(symbol.name, ret_kind)) {
			waits = true;
			continue;
		}
		snprintf(wait->call, sizeof(wait->call), "%.63s", symbol.name);
		break;
	}
	return waits;
}

/* --- the lock ------------------------------------------------------------------------------------------- */

static void name_read(struct pk_ctx *ctx, struct pk_lock_wait *wait)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, wait->lock, &symbol) == PK_OK && symbol.addr == wait->lock)
		snprintf(wait->name, sizeof(wait->name), "%.63s", symbol.name);
}

/* No other address than that of a task is believed. */
static void owner_read(struct pk_ctx *ctx, struct pk_lock_wait *wait)
{
	enum pk_row_id row = kinds[wait->kind].owner;
	struct pk_slab_object object;
	uint64_t owner;

	wait->owner_status = PK_ABSENT;
	if (row == PK_NR_ROWS || !pk_has(ctx, row))
		return;
	wait->owner_status = pk_member_uint(ctx, wait->lock, row, &owner);
	if (wait->owner_status != PK_OK)
		return;
	wait->readers = wait->kind == PK_LOCK_RWSEM && (owner & READER_OWNED);
	owner &= ~(uint64_t)OWNER_FLAGS;
	if (!owner)
		wait->owner_status = PK_ABSENT;
	else if (pk_slab_lookup(ctx, owner, &object) == PK_OK &&
		 (object.inside || object.state == PK_SLAB_FREE))
		wait->owner_status = PK_CORRUPT;
	else
		wait->owner_status = pk_task_read(ctx, owner, &wait->owner);
}

void pk_lock_wait_read(struct pk_ctx *ctx, const struct pk_task *task,
		       struct pk_lock_wait *ret_wait)
{
	struct search search = {.ctx = ctx, .task = task, .wait = ret_wait};
	enum pk_lock_kind kind = PK_LOCK_MUTEX;
	struct pk_stack_image image;
	struct pk_sleepers sleepers = {0};
	const struct pk_sleep *sleep;
	bool found = false;

	*ret_wait = (struct pk_lock_wait){.owner_status = PK_ABSENT};
	if (pk_stack_image_of_sleeper(ctx, task, &image) == PK_OK) {
		ret_wait->unwound = image.unwound;
		if (call_read(ctx, &image, ret_wait, &kind))
			found = find_by_stack(&search, &image, kind);
		pk_stack_image_deinit(&image);
	}
	sleep = pk_sleep_of(ctx, &sleepers, task);
	if (sleep)
		memcpy(ret_wait->system_call, sleep->system_call, sizeof(sleep->system_call));
	pk_sleepers_deinit(&sleepers);
	if (!found && !find_by_blocker(&search))
		return;
	name_read(ctx, ret_wait);
	owner_read(ctx, ret_wait);
}
