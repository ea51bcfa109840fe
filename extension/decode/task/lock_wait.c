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
#include "decode/task/locks.h"

#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/slab.h"
#include "decode/tables.h"
#include "decode/task/stack.h"
#include "decode/task/task.h"

#define MAX_RING 4096
#define OWNER_FLAGS 7 /* the low bits of an owner's address */
#define READER_OWNED 1 /* of a semaphore's owner */
#define BLOCKER_FLAGS 3

static const char *const mutex_names[] = {"mutex_lock*",    "__mutex_lock*", "__ww_mutex_lock*",
					  "ww_mutex_lock*", "rtnl_lock",     NULL};
static const char *const rwsem_names[] = {
	"down_read*",	"down_write*", "__down_read*", "__down_write*",
	"rwsem_down_*", "rwbase_*",    "__rwbase_*",   NULL};
static const char *const sock_names[] = {"__lock_sock", "lock_sock_nested", NULL};
static const char *const percpu_names[] = {"percpu_rwsem_wait", "percpu_down_write",
					   "__percpu_down_read", NULL};
static const char *const completion_names[] = {"wait_for_completion*", "__wait_for_common*",
					       "wait_for_common*", "do_wait_for_common*", NULL};
static const char *const rt_names[] = {"rt_mutex_*", "__rt_mutex_*", "rt_spin_lock*",
				       "rtlock_slow*", NULL};
/* PREEMPT_RT's spinlocks and rwlocks, whose rwbase_*() are no semaphore's */
static const char *const rtlock_names[] = {"rtlock_slow*", "rt_spin_lock*", NULL};

/* PK_NR_ROWS: it has none. */
static const struct lock_kind {
	const char *const *names; /* functions that wait for it */
	enum pk_row_id link, task; /* of a waiter */
	enum pk_row_id head, first; /* of the lock: the list of waiters, or the first of a ring */
	enum pk_row_id owner;
	enum pk_row_id rt_mutex; /* what it is made of with PREEMPT_RT */
} kinds[PK_NR_LOCKS] = {
	[PK_LOCK_MUTEX] = {mutex_names, PK_R_mutex_waiter_list, PK_R_mutex_waiter_task,
			   PK_R_mutex_wait_list, PK_R_mutex_first_waiter, PK_R_mutex_owner,
			   PK_R_mutex_rt_mutex},
	[PK_LOCK_RWSEM] = {rwsem_names, PK_R_rwsem_waiter_list, PK_R_rwsem_waiter_task,
			   PK_R_rwsem_wait_list, PK_R_rwsem_first_waiter, PK_R_rwsem_owner,
			   PK_R_rwsem_rt_mutex},
	[PK_LOCK_SOCK] = {sock_names, PK_R_wait_entry_link, PK_R_wait_entry_private,
			  PK_R_sk_lock_wq, PK_NR_ROWS, PK_NR_ROWS, PK_NR_ROWS},
	[PK_LOCK_PERCPU_RWSEM] = {percpu_names, PK_R_wait_entry_link, PK_R_wait_entry_private,
				  PK_R_percpu_rwsem_waiters, PK_NR_ROWS, PK_NR_ROWS, PK_NR_ROWS},
	[PK_LOCK_COMPLETION] = {completion_names, PK_R_swait_link, PK_R_swait_task,
				PK_R_completion_tasks, PK_NR_ROWS, PK_NR_ROWS, PK_NR_ROWS},
	[PK_LOCK_RTMUTEX] = {rt_names, PK_NR_ROWS, PK_NR_ROWS, PK_NR_ROWS, PK_NR_ROWS, PK_NR_ROWS,
			     PK_NR_ROWS},
};

/* What else the kernel waits for, on its own or another's behalf. */
static const struct {
	const char *words, *names[10];
} events[] = {
	{PK_WAITS_FOR_RCU, {"synchronize_net", "synchronize_rcu*", "__wait_rcu_gp"}},
	{"callbacks of RCU", {"rcu_barrier*"}},
	{"readers of SRCU", {"synchronize_srcu*", "__synchronize_srcu*"}},
	{"work of a workqueue",
	 {"flush_work", "__flush_work*", "flush_delayed_work", "flush_workqueue", "drain_workqueue",
	  "cancel_work_sync", "cancel_delayed_work_sync", "__cancel_work_*"}},
	{"time to pass", {"msleep*", "usleep_range*"}},
	{"a NAPI context", {"napi_disable*"}},
	{"references to a device", {"netdev_wait_allrefs*"}},
	{"a kernel thread to end", {"kthread_stop*"}},
	{"a program that the kernel started", {"call_usermodehelper*", "__request_module"}},
};

/* Which of both grace periods: who asks for an expedited one may get the other (rcu_gp_is_normal()). */
static const char *const normal_names[] = {"synchronize_rcu_normal", "__wait_rcu_gp", NULL};
static const char *const expedited_names[] = {"synchronize_rcu_expedited*", NULL};

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

static bool has(struct pk_ctx *ctx, enum pk_row_id row)
{
	return row != PK_NR_ROWS && pk_has(ctx, row);
}

static bool rows_read(struct search *search, const struct lock_kind *kind)
{
	return has(search->ctx, kind->link) && has(search->ctx, kind->task) &&
	       has(search->ctx, kind->head) &&
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

/* A lock with priority inheritance: the task names its waiter, which names the lock. STACK: the kind of lock whose functions are
 * on the task's stack; with PREEMPT_RT that may be made of such a one. */
static bool find_by_inheritance(struct search *search, enum pk_lock_kind stack)
{
	const struct pk_task *task = search->task;
	struct pk_ctx *ctx = search->ctx;
	uint64_t waiter, waits, lock, inside = 0;

	if (!pk_has(ctx, PK_R_task_pi_blocked_on) || !pk_has(ctx, PK_R_rt_waiter_task) ||
	    !pk_has(ctx, PK_R_rt_waiter_lock) ||
	    pk_member_uint(ctx, task->addr, PK_R_task_pi_blocked_on, &waiter) != PK_OK ||
	    waiter < task->stack || waiter >= task->stack + task->stack_size ||
	    pk_member_uints(ctx, waiter,
			    PK_WANTED({PK_R_rt_waiter_task, &waits},
				      {PK_R_rt_waiter_lock, &lock})) != PK_OK ||
	    waits != task->addr || !lock)
		return false;
	search->wait->kind = PK_LOCK_RTMUTEX;
	if (has(ctx, kinds[stack].rt_mutex) &&
	    pk_row_offset(ctx, kinds[stack].rt_mutex, &inside) == PK_OK)
		search->wait->kind = stack;
	search->wait->rt_mutex = lock;
	search->wait->lock = lock - inside;
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

static bool event_named(const char *func, struct pk_lock_wait *wait)
{
	for (unsigned i = 0; i < PK_ARRAY_SIZE(events); i++)
		if (pk_arch_names(events[i].names, func)) {
			wait->event = events[i].words;
			snprintf(wait->event_call, sizeof(wait->event_call), "%.63s", func);
			return true;
		}
	return false;
}

/* Innermost first: the scheduler's functions, the lock's, those that wait for an event, then who wants it. The outermost
 * event is what is waited for: synchronize_rcu() by a completion of its own, napi_disable() by short sleeps. */
static bool call_read(struct pk_ctx *ctx, const struct pk_stack_image *image,
		      struct pk_lock_wait *wait, enum pk_lock_kind *ret_kind)
{
	bool waits = false, spins = false, normal = false;

	for (size_t i = 0; i < image->nr_frames; i++) {
		enum pk_lock_kind kind;
		struct pk_symbol symbol;

		if (pk_symbol_at(ctx, image->frames[i].func, &symbol) != PK_OK)
			break;
		pk_strip_suffixes(symbol.name);
		if (pk_arch_names(scheduler_names, symbol.name))
			continue;
		if (!wait->event && lock_named(symbol.name, &kind)) {
			waits = true;
			*ret_kind = spins ? *ret_kind : kind;
			spins |= pk_arch_names(rtlock_names, symbol.name);
			continue;
		}
		if (event_named(symbol.name, wait)) {
			normal |= pk_arch_names(normal_names, symbol.name);
			wait->expedited |= !normal && pk_arch_names(expedited_names, symbol.name);
			continue;
		}
		snprintf(wait->call, sizeof(wait->call), "%.63s", symbol.name);
		memcpy(wait->module, symbol.module, sizeof(wait->module));
		break;
	}
	return waits && !(*ret_kind == PK_LOCK_COMPLETION && wait->event);
}

/* --- the lock ------------------------------------------------------------------------------------------- */

/* ADDR lies inside of the variable SYMBOL, not somewhere behind one. */
static bool symbol_holds(const struct pk_symbol *symbol, uint64_t addr)
{
	return symbol->type && strchr("bBdD", symbol->type) && addr - symbol->addr < symbol->size;
}

void pk_lock_name_read(struct pk_ctx *ctx, uint64_t lock, char name[64], char cache[32])
{
	struct pk_slab_object object;
	struct pk_symbol symbol;
	bool known = pk_symbol_at(ctx, lock, &symbol) == PK_OK;

	name[0] = cache[0] = '\0';
	if (known && symbol.addr == lock)
		snprintf(name, 64, "%.63s", symbol.name);
	else if (known && symbol_holds(&symbol, lock))
		snprintf(name, 64, "%.44s+0x%llx", symbol.name,
			 (unsigned long long)(lock - symbol.addr));
	else if (pk_slab_lookup(ctx, lock, &object) == PK_OK)
		snprintf(cache, 32, "%.31s", object.cache);
}

/* No other address than that of a task is believed. */
static void owner_read(struct pk_ctx *ctx, struct pk_lock_wait *wait)
{
	enum pk_row_id row = wait->rt_mutex ? PK_R_rt_mutex_owner : kinds[wait->kind].owner;
	struct pk_slab_object object;
	uint64_t owner;

	wait->owner_status = PK_ABSENT;
	if (!has(ctx, row))
		return;
	wait->owner_status =
		pk_member_uint(ctx, wait->rt_mutex ? wait->rt_mutex : wait->lock, row, &owner);
	if (wait->owner_status != PK_OK)
		return;
	wait->readers = wait->kind == PK_LOCK_RWSEM && !wait->rt_mutex && (owner & READER_OWNED);
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
	enum pk_lock_kind kind = PK_LOCK_RTMUTEX; /* what that is part of, only the stack tells */
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
	if (!found && !find_by_inheritance(&search, kind) && !find_by_blocker(&search)) {
		if (kind == PK_LOCK_COMPLETION && !ret_wait->event)
			ret_wait->event = "a completion";
		return;
	}
	pk_lock_name_read(ctx, ret_wait->lock, ret_wait->name, ret_wait->cache);
	owner_read(ctx, ret_wait);
}

bool pk_lock_wait_inherited(struct pk_ctx *ctx, const struct pk_task *task,
			    struct pk_lock_wait *ret_wait)
{
	struct search search = {.ctx = ctx, .task = task, .wait = ret_wait};

	*ret_wait = (struct pk_lock_wait){.owner_status = PK_ABSENT};
	if (!find_by_inheritance(&search, PK_LOCK_RTMUTEX))
		return false;
	owner_read(ctx, ret_wait);
	return true;
}

/* --- its other waiters ---------------------------------------------------------------------------------- */

/* The node of the first waiter, and of the list's head; without one, of the first waiter again. */
static bool ring_of(struct search *search, const struct lock_kind *kind, uint64_t lock,
		    uint64_t *ret_first, uint64_t *ret_last)
{
	uint64_t head;

	if (has(search->ctx, kind->head)) {
		if (!rows_read(search, kind))
			return false;
		*ret_last = head = lock + search->head;
		return pk_read_ptr(search->ctx, head, ret_first) == PK_OK;
	}
	if (!has(search->ctx, kind->first) || !has(search->ctx, kind->link) ||
	    !has(search->ctx, kind->task) ||
	    pk_row_offsets(search->ctx, PK_WANTED({kind->link, &search->link},
						  {kind->task, &search->waiter_task})) != PK_OK ||
	    pk_member_uint(search->ctx, lock, kind->first, &head) != PK_OK || !head)
		return false;
	*ret_first = *ret_last = head + search->link;
	return true;
}

/* Those of a lock with priority inheritance are a tree. */
static uint64_t tree_of(struct pk_ctx *ctx, uint64_t rt_mutex, pk_waiter_fn fn, void *arg)
{
	struct search search = {.ctx = ctx};
	struct pk_reader r = {.ctx = ctx};
	uint64_t nr = 0, root;

	if (!has(ctx, PK_R_rt_mutex_waiters) || !has(ctx, PK_R_rt_waiter_node))
		return 0;
	root = pk_member_at(&r, rt_mutex, PK_R_rt_mutex_waiters);
	search.link = pk_offset(&r, PK_R_rt_waiter_node);
	search.waiter_task = pk_offset(&r, PK_R_rt_waiter_task);
	pk_rbtree_for_each (node, &r, root) {
		uint64_t task = pk_pointer(&r, node - search.link + search.waiter_task);

		if (!is_waiter(&search, node))
			r.status = PK_CORRUPT;
		if (pk_ok(&r)) {
			fn(task, arg);
			nr++;
		}
	}
	return pk_ok(&r) ? nr : 0;
}

uint64_t pk_lock_waiters(struct pk_ctx *ctx, const struct pk_lock_wait *wait, pk_waiter_fn fn,
			 void *arg)
{
	const bool headed = has(ctx, kinds[wait->kind].head);
	struct search search = {.ctx = ctx};
	uint64_t node, last, next, prev, task;

	if (wait->rt_mutex)
		return tree_of(ctx, wait->rt_mutex, fn, arg);
	if (!ring_of(&search, &kinds[wait->kind], wait->lock, &node, &last))
		return 0;
	for (uint64_t nr = 0; nr < MAX_RING; nr++) {
		if (node == last && (headed || nr))
			return nr;
		if (!is_waiter(&search, node) || pk_read_ptr(ctx, node, &next) != PK_OK ||
		    pk_read_ptr(ctx, next + ctx->target->facts.word_size, &prev) != PK_OK ||
		    prev != node ||
		    pk_read_ptr(ctx, node - search.link + search.waiter_task, &task) != PK_OK)
			return 0;
		fn(task, arg);
		node = next;
	}
	return 0;
}
