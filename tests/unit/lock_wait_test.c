// SPDX-License-Identifier: GPL-3.0-or-later
/* What a task that sleeps waits for, and who stands behind whom: waiters on x86-64 stacks, linked to a lock, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "decode/task/locks.h"
#include "decode/task/task.h"
#include "fake_net.h"

#define TEXT 0xffffffff81000000ull
#define STACK(n) (0xffffc90000000000ull + 0x8000 * (uint64_t)(n)) /* of 16 KiB */
#define TASKS 0xffffc9000f000000ull
#define TASK(n) (TASKS + 0x100 * (uint64_t)(n))
#define NR_TASKS 30
#define TASK_STATE 72
#define TASK_PI 80
#define ORC_IPS (FAKE_GLOBALS + 0xe000)
#define ORC (FAKE_GLOBALS + 0xe800)
#define LOCKS(n) (FAKE_GLOBALS + 0xf000 + 0x40 * (uint64_t)(n))
#define LOCK LOCKS(0)
#define HEAD(n) (LOCKS(n) + 16)
#define LOCK_HEAD HEAD(0)
#define SAVED(n) (STACK(n) + 0x3000) /* thread.sp */
#define WAITER(n) (STACK(n) + 0x3040) /* in the frame of the lock's function */
#define WAITER_TASK 16

enum func { PANIC, SCHEDULE, MUTEX_LOCK, DOWN_WRITE, WAIT_FOR, WAIT_GP, RCU, HANDLE, NR_FUNCS };
#define FUNC(f) (TEXT + 256 * (uint64_t)(f))

static const char *const names[NR_FUNCS] = {"panic",
					    "__schedule",
					    "__mutex_lock.constprop.0",
					    "rwsem_down_write_slowpath",
					    "wait_for_completion",
					    "__wait_rcu_gp",
					    "synchronize_rcu",
					    "rtnetlink_rcv_msg"};

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "thread.sp", 56, .size = 8},
	{"struct task_struct", "__state", TASK_STATE, .size = 4},
	{"struct pt_regs", "ip", 128, .size = 8},
	{"struct pt_regs", "sp", 152, .size = 8},
	{"struct inactive_task_frame", "bp", 0, .size = 8},
	{"struct inactive_task_frame", "ret_addr", 8, .size = 8},
	{"struct orc_entry", "sp_offset", 0, .size = 2, .is_signed = true},
	{"struct orc_entry", "bp_offset", 2, .size = 2, .is_signed = true},
	{"struct orc_entry", "sp_reg", 4, .size = 4, .bit_offset = 0, .bit_size = 4},
	{"struct orc_entry", "bp_reg", 4, .size = 4, .bit_offset = 4, .bit_size = 4},
	{"struct orc_entry", "type", 4, .size = 4, .bit_offset = 8, .bit_size = 2},
	{"struct orc_entry", "end", 4, .size = 4, .bit_offset = 10, .bit_size = 1},
	{"struct mutex", "owner", 0, .size = 8},
	{"struct mutex_waiter", "list", 0, .size = 16},
	{"struct mutex_waiter", "task", WAITER_TASK, 8, .is_pointer = true},
	{"struct rw_semaphore", "owner", 8, .size = 8},
	{"struct rw_semaphore", "wait_list", 16, .size = 16},
	{"struct rwsem_waiter", "list", 0, .size = 16},
	{"struct rwsem_waiter", "task", WAITER_TASK, 8, .is_pointer = true},
};

/* Up to 6.19, and after. */
static const struct fake_member headed = {"struct mutex", "wait_list", 16, .size = 16};
static const struct fake_member headless = {"struct mutex", "first_waiter", 16, .size = 8};
static const struct fake_member completions[] = {
	{"struct completion", "wait.task_list", 16, .size = 16},
	{"struct swait_queue", "task_list", 0, .size = 16},
	{"struct swait_queue", "task", WAITER_TASK, 8, .is_pointer = true},
};
static const struct fake_member inheritance[] = {
	{"struct task_struct", "pi_blocked_on", TASK_PI, .size = 8},
	{"struct rt_mutex_waiter", "task", 80, 8, .is_pointer = true},
	{"struct rt_mutex_waiter", "lock", 88, 8, .is_pointer = true},
	{"struct rt_mutex_base", "owner", 24, 8, .is_pointer = true},
};
/* PREEMPT_RT: a semaphore has such a lock inside, whose waiters are a tree. */
static const struct fake_member realtime[] = {
	{"struct rw_semaphore", "rwbase.rtmutex", 8, .size = 32},
	{"struct mutex", "rtmutex", 0, .size = 32},
	{"struct rt_mutex_base", "waiters.rb_root", 8, .size = 8},
	{"struct rt_mutex_waiter", "tree.entry", 0, .size = 24},
	{"struct rb_node", "rb_right", 8, 8, .is_pointer = true},
	{"struct rb_node", "rb_left", 16, 8, .is_pointer = true},
	{"struct rb_root", "rb_node", 0, 8, .is_pointer = true},
};
static const struct fake_member blocker = {"struct task_struct", "blocker", 64, .size = 8};

/* One entry, from FUNC on, for all of it: the return address lies at SP + SP_OFFSET - 8. */
static void orc(struct fake_target *fake, enum func func, int sp_offset, bool end)
{
	fake_put(fake, ORC_IPS + 4 * func, 4, (uint32_t)(FUNC(func) - (ORC_IPS + 4 * func)));
	fake_put(fake, ORC + 6 * func, 2, (uint16_t)sp_offset);
	fake_put(fake, ORC + 6 * func + 4, 2, (end ? 0 : 5) | end << 10);
}

/* A return address into FUNC at SLOT, after a call of CALLED. */
static void call(struct fake_target *fake, uint64_t slot, enum func func, enum func called)
{
	uint64_t pc = FUNC(func) + 64;

	fake_put(fake, pc - 5, 1, 0xe8);
	fake_put(fake, pc - 4, 4, (uint32_t)(FUNC(called) - pc));
	fake_put(fake, slot, 8, pc);
}

/* Task N sleeps in __schedule() <- FUNC <- rtnetlink_rcv_msg(), with a waiter in FUNC's frame. */
static void put_sleeper(struct fake_target *fake, unsigned n, enum func func)
{
	fake_put(fake, TASK(n), 4, 100 + n);
	fake_put(fake, TASK(n) + 4, 4, 100 + n);
	fake_put(fake, TASK(n) + 16, 8, STACK(n));
	fake_put_string(fake, TASK(n) + 40, n ? "other" : "ip");
	fake_put(fake, TASK(n) + 56, 8, SAVED(n));
	fake_put(fake, TASK(n) + TASK_STATE, 4, 2);
	fake_put(fake, SAVED(n) + 8, 8, FUNC(SCHEDULE) + 32);
	call(fake, SAVED(n) + 16 + 0x10 - 8, func, SCHEDULE);
	call(fake, SAVED(n) + 16 + 0x10 + 0x60 - 8, HANDLE, func);
	fake_put(fake, WAITER(n) + WAITER_TASK, 8, TASK(n));
}

/* A circle of the lock's head and the waiters of tasks 0 .. NR - 1. */
static void link_waiters(struct fake_target *fake, unsigned nr)
{
	uint64_t before = LOCK_HEAD;

	for (unsigned i = 0; i <= nr; i++) {
		uint64_t node = i < nr ? WAITER(i) : LOCK_HEAD;

		fake_put(fake, before, 8, node);
		fake_put(fake, node + 8, 8, before);
		before = node;
	}
}

static int setup_with(void **state, const struct fake_member *waiters)
{
	static struct fake_machine machine;
	struct fake_target *fake = &machine.fake;

	fake_net_init(fake);
	fake_map(fake, TEXT, 256 * NR_FUNCS);
	fake_map(fake, TASKS, 0x2000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_members(fake, waiters, 1);
	fake_type(fake, "struct pt_regs", 168);
	fake_type(fake, "union thread_union", 0x4000);
	fake_type(fake, "struct inactive_task_frame", 16);
	fake_type(fake, "struct orc_entry", 6);
	for (int f = 0; f < NR_FUNCS; f++)
		fake_symbol(fake, names[f], FUNC(f), 256);
	fake_symbol(fake, "rtnl_mutex", LOCK, 32);
	fake_symbol(fake, "__start_orc_unwind_ip", ORC_IPS, 4);
	fake_symbol(fake, "__stop_orc_unwind_ip", ORC_IPS + 4 * NR_FUNCS, 4);
	fake_symbol(fake, "__start_orc_unwind", ORC, 6);
	orc(fake, PANIC, 8, false);
	orc(fake, SCHEDULE, 0x10, false);
	orc(fake, MUTEX_LOCK, 0x60, false);
	orc(fake, DOWN_WRITE, 0x60, false);
	orc(fake, WAIT_FOR, 0x60, false);
	orc(fake, WAIT_GP, 0x10, false);
	orc(fake, RCU, 0x10, false);
	orc(fake, HANDLE, 0, true);
	for (unsigned n = 0; n < 3; n++) {
		fake_map(fake, STACK(n), 0x4000);
		put_sleeper(fake, n, MUTEX_LOCK);
	}
	fake_put(fake, LOCK, 8, TASK(2) | 1);
	link_waiters(fake, 2);
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int setup(void **state)
{
	return setup_with(state, &headed);
}

static int setup_headless(void **state)
{
	return setup_with(state, &headless);
}

static struct pk_lock_wait waits(struct fake_machine *machine)
{
	struct pk_lock_wait wait;
	struct pk_task task;

	assert_int_equal(pk_task_read(&machine->ctx, TASK(0), &task), PK_OK);
	pk_lock_wait_read(&machine->ctx, &task, &wait);
	assert_string_equal(wait.call, "rtnetlink_rcv_msg");
	return wait;
}

static void a_mutex_and_who_has_it(void **state)
{
	struct pk_lock_wait wait = waits(*state);

	assert_int_equal(wait.lock, LOCK);
	assert_int_equal(wait.kind, PK_LOCK_MUTEX);
	assert_string_equal(wait.name, "rtnl_mutex");
	assert_int_equal(wait.owner_status, PK_OK);
	assert_int_equal(wait.owner.pid, 102);
	assert_false(wait.readers);
}

static void a_mutex_that_nobody_has(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_lock_wait wait;

	fake_put(&machine->fake, LOCK, 8, 3); /* handed over */
	wait = waits(machine);
	assert_int_equal(wait.lock, LOCK);
	assert_int_equal(wait.owner_status, PK_ABSENT);
	fake_put(&machine->fake, LOCK, 8, 0xdead0000);
	wait = waits(machine);
	assert_int_equal(wait.owner_status, PK_UNREADABLE);
}

/* Which kind of lock it is says the function: the waiters of both look alike. */
static void a_semaphore_of_readers(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_lock_wait wait;

	put_sleeper(&machine->fake, 0, DOWN_WRITE);
	fake_put(&machine->fake, LOCK, 8, 0x100);
	fake_put(&machine->fake, LOCK + 8, 8, TASK(2) | 1);
	wait = waits(machine);
	assert_int_equal(wait.kind, PK_LOCK_RWSEM);
	assert_int_equal(wait.lock, LOCK);
	assert_true(wait.readers);
	assert_int_equal(wait.owner.pid, 102);
}

/* A ring that does not close, or has two heads, is none; what looks like a waiter may be stale. */
static void rings_that_are_none(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, LOCK_HEAD + 8, 8, WAITER(0));
	assert_int_equal(waits(machine).lock, 0);
	link_waiters(fake, 2);
	fake_put(fake, WAITER(1) + WAITER_TASK, 8, 0);
	assert_int_equal(waits(machine).lock, 0);
	put_sleeper(fake, 1, MUTEX_LOCK);
	assert_int_equal(waits(machine).lock, LOCK);
	/* All of it waiters: no head. */
	fake_put(fake, WAITER(1), 8, WAITER(0));
	fake_put(fake, WAITER(0) + 8, 8, WAITER(1));
	assert_int_equal(waits(machine).lock, 0);
	/* It goes on for ever without coming back. */
	fake_put(fake, WAITER(0), 8, LOCK_HEAD);
	fake_put(fake, LOCK_HEAD + 8, 8, WAITER(0));
	fake_put(fake, LOCK_HEAD, 8, LOCK_HEAD);
	assert_int_equal(waits(machine).lock, 0);
}

/* 6.16 and later: where the waiter cannot be told, the kernel's own note can. */
static void the_kernel_notes_it(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_lock_wait wait;

	fake_members(fake, &blocker, 1);
	fake_put(fake, WAITER(0) + WAITER_TASK, 8, 0);
	fake_put(fake, TASK(0) + 64, 8, LOCK);
	wait = waits(machine);
	assert_int_equal(wait.lock, LOCK);
	assert_int_equal(wait.kind, PK_LOCK_MUTEX);
	assert_int_equal(wait.owner.pid, 102);
	fake_put(fake, TASK(0) + 64, 8, LOCK | 1); /* a struct semaphore: nobody owns those */
	assert_int_equal(waits(machine).lock, 0);
}

/* --- who holds it, by lockdep ---------------------------------------------------------------------------- */

#define TASK_DEPTH 88
#define TASK_HELD 96 /* of 16 bytes: the lock's map, and where it was taken */
#define MAP (LOCK + 56)

static const struct fake_member lockdep[] = {
	{"struct task_struct", "lockdep_depth", TASK_DEPTH, .size = 4, .is_signed = true},
	{"struct task_struct", "held_locks", TASK_HELD, .size = 160, .is_array = true,
	 .elements = 10},
	{"struct held_lock", "instance", 0, 8, .is_pointer = true},
	{"struct held_lock", "acquire_ip", 8, .size = 8},
	{"struct mutex", "dep_map", 56, .size = 48},
};

/* Task N has noted NR locks. The last one is MAP. */
static void put_held(struct fake_target *fake, unsigned n, unsigned nr)
{
	fake_put(fake, TASK(n) + TASK_DEPTH, 4, nr);
	for (unsigned i = 0; i < nr && i < 10; i++) {
		fake_put(fake, TASK(n) + TASK_HELD + 16 * i, 8, i + 1 == nr ? MAP : LOCKS(9));
		fake_put(fake, TASK(n) + TASK_HELD + 16 * i + 8, 8, FUNC(HANDLE) + 32);
	}
}

static struct pk_lock_wait holder_of(struct fake_machine *machine)
{
	struct pk_lock_waits waits = {0};
	struct pk_lock_wait wait;
	struct pk_task task;

	assert_int_equal(pk_task_read(&machine->ctx, TASK(0), &task), PK_OK);
	wait = *pk_lock_wait_of(&machine->ctx, &waits, &task, true);
	pk_lock_waits_deinit(&waits);
	return wait;
}

/* Tasks 0 and 1 wait for a lock that names no owner; 2 has it in its list, and so have those who wait. */
static void a_holder_that_lockdep_noted(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_lock_wait wait;

	fake_members(fake, lockdep, ARRAY_SIZE(lockdep));
	fake_type(fake, "struct held_lock", 16);
	fake_symbol(fake, "init_task", TASK(3), 0x100);
	for (unsigned n = 0; n < 4; n++) {
		fake_put(fake, TASK(n) + 24, 8, TASK((n + 1) % 4) + 24);
		fake_put(fake, TASK(n) + 32, 8, TASK((n + 3) % 4) + 24);
	}
	fake_put(fake, LOCK, 8, 0);
	put_held(fake, 0, 1);
	put_held(fake, 1, 2);
	put_held(fake, 2, 2);
	wait = holder_of(machine);
	assert_int_equal(wait.owner_status, PK_OK);
	assert_int_equal(wait.owner.pid, 102);
	assert_string_equal(wait.taken_in, "rtnetlink_rcv_msg");
	/* Two have it: one of them is about to take it. */
	put_held(fake, 3, 1);
	assert_int_equal(holder_of(machine).owner_status, PK_ABSENT);
	put_held(fake, 3, 0);
	/* lockdep had given up before task 0 began to wait: what the others have noted may be of the past. */
	put_held(fake, 0, 0);
	assert_int_equal(holder_of(machine).owner_status, PK_ABSENT);
	/* A depth that no list has ends with it; what lies behind is no list. */
	put_held(fake, 0, 1);
	fake_put(fake, TASK(1) + TASK_DEPTH, 4, 0x7fffffff);
	assert_int_equal(holder_of(machine).owner.pid, 102);
	/* A lock that names its owner is believed. */
	fake_put(fake, LOCK, 8, TASK(1));
	assert_int_equal(holder_of(machine).owner.pid, 101);
	assert_string_equal(holder_of(machine).taken_in, "");
}

/* --- who stands behind whom ------------------------------------------------------------------------------ */

/* Task N, in the call of mutex_lock(), stands alone behind mutex L, which OWNER has. */
static void stands_behind(struct fake_target *fake, unsigned n, unsigned l, unsigned owner)
{
	put_sleeper(fake, n, MUTEX_LOCK);
	fake_put(fake, LOCKS(l), 8, TASK(owner));
	fake_put(fake, HEAD(l), 8, WAITER(n));
	fake_put(fake, HEAD(l) + 8, 8, WAITER(n));
	fake_put(fake, WAITER(n), 8, HEAD(l));
	fake_put(fake, WAITER(n) + 8, 8, HEAD(l));
}

static struct pk_lock_chain chain_of(struct fake_machine *machine, struct pk_lock_waits *waits,
				     unsigned n)
{
	struct pk_lock_chain chain;
	struct pk_task task;

	assert_int_equal(pk_task_read(&machine->ctx, TASK(n), &task), PK_OK);
	pk_lock_chain_read(&machine->ctx, waits, &task, &chain);
	for (unsigned i = 0; i < chain.nr; i++)
		for (unsigned j = 0; j < i; j++)
			assert_true(chain.links[i].task.addr != chain.links[j].task.addr);
	return chain;
}

/* Tasks 0 and 1 wait for what 2 has, which waits for what 3 has; that one runs. */
static void a_chain_that_ends_with_one_who_runs(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;
	struct pk_task other;

	fake_map(&machine->fake, STACK(3), 0x4000);
	put_sleeper(&machine->fake, 3, HANDLE);
	stands_behind(&machine->fake, 2, 1, 3);
	fake_put(&machine->fake, TASK(3) + 8, 4, 1);
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_RUNS);
	assert_int_equal(chain.nr, 3);
	assert_int_equal(chain.links[0].wait->waiters, 2);
	assert_int_equal(chain.links[1].task.pid, 102);
	assert_int_equal(chain.links[1].wait->lock, LOCKS(1));
	assert_int_equal(chain.links[1].wait->waiters, 1);
	assert_int_equal(chain.links[2].task.pid, 103);
	assert_null(chain.links[2].wait);
	/* Who stands behind the same lock is known by its ring, until its call is asked for. */
	assert_int_equal(waits.nr_unwound, 2);
	assert_int_equal(pk_lock_chain_key(&chain), TASK(3));
	chain = chain_of(machine, &waits, 1);
	assert_int_equal(pk_lock_chain_key(&chain), TASK(3));
	assert_int_equal(waits.nr_unwound, 2);
	assert_true(chain.links[0].wait->by_ring);
	assert_int_equal(chain.links[0].wait->lock, LOCK);
	assert_int_equal(pk_task_read(&machine->ctx, TASK(1), &other), PK_OK);
	assert_string_equal(pk_lock_wait_of(&machine->ctx, &waits, &other, true)->call,
			    "rtnetlink_rcv_msg");
	assert_int_equal(chain.links[0].wait->waiters, 2);
	pk_lock_waits_deinit(&waits);
	/* It was to run, and another had its CPU. */
	fake_put(&machine->fake, TASK(3) + 8, 4, 0);
	fake_put(&machine->fake, TASK(3) + TASK_STATE, 4, 0);
	waits = (struct pk_lock_waits){0};
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_READY);
	pk_lock_waits_deinit(&waits);
}

/* What it waits for is what the outermost of the kernel's functions that wait does. */
static void a_chain_that_ends_with_one_who_sleeps(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;

	put_sleeper(fake, 2, WAIT_FOR);
	call(fake, SAVED(2) + 16 + 0x10 + 0x60 - 8, WAIT_GP, WAIT_FOR);
	call(fake, SAVED(2) + 16 + 0x10 + 0x60 + 0x10 - 8, RCU, WAIT_GP);
	call(fake, SAVED(2) + 16 + 0x10 + 0x60 + 0x20 - 8, HANDLE, RCU);
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_SLEEPS);
	assert_int_equal(chain.nr, 2);
	assert_string_equal(chain.links[1].wait->event, "a grace period of RCU");
	assert_string_equal(chain.links[1].wait->event_call, "synchronize_rcu");
	assert_string_equal(chain.links[1].wait->call, "rtnetlink_rcv_msg");
	assert_int_equal(chain.links[1].wait->lock, 0);
	pk_lock_waits_deinit(&waits);
}

static void a_completion_ends_a_chain(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;

	fake_members(fake, completions, ARRAY_SIZE(completions));
	stands_behind(fake, 2, 1, 0);
	put_sleeper(fake, 2, WAIT_FOR);
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_LOCK);
	assert_int_equal(chain.nr, 2);
	assert_int_equal(chain.links[1].wait->kind, PK_LOCK_COMPLETION);
	assert_int_equal(chain.links[1].wait->lock, LOCKS(1));
	assert_int_equal(chain.links[1].wait->owner_status, PK_ABSENT);
	assert_int_equal(pk_lock_chain_key(&chain), LOCKS(1));
	pk_lock_waits_deinit(&waits);
	/* Where it lies is not known: not on the ring of a lock. */
	fake_put(fake, WAITER(2), 8, 0);
	waits = (struct pk_lock_waits){0};
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_SLEEPS);
	assert_string_equal(chain.links[1].wait->event, "a completion");
	pk_lock_waits_deinit(&waits);
}

/* 2 and 3 wait for each other; 0 and 1 for 2. Wherever it begins, it is the same circle. */
static void a_circle(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;

	fake_map(&machine->fake, STACK(3), 0x4000);
	stands_behind(&machine->fake, 2, 1, 3);
	stands_behind(&machine->fake, 3, 2, 2);
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_CIRCLE);
	assert_int_equal(chain.nr, 3);
	assert_int_equal(chain.circle, 1);
	assert_int_equal(pk_lock_chain_key(&chain), TASK(2));
	chain = chain_of(machine, &waits, 3);
	assert_int_equal(chain.end, PK_CHAIN_CIRCLE);
	assert_int_equal(chain.nr, 2);
	assert_int_equal(chain.circle, 0);
	assert_int_equal(pk_lock_chain_key(&chain), TASK(2));
	pk_lock_waits_deinit(&waits);
	/* One that waits for what it has itself. */
	waits = (struct pk_lock_waits){0};
	stands_behind(&machine->fake, 3, 2, 3);
	chain = chain_of(machine, &waits, 3);
	assert_int_equal(chain.end, PK_CHAIN_CIRCLE);
	assert_int_equal(chain.nr, 1);
	pk_lock_waits_deinit(&waits);
}

static void a_chain_that_is_too_long(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;

	for (unsigned n = 0; n < NR_TASKS; n++) {
		if (n >= 3)
			fake_map(&machine->fake, STACK(n), 0x4000);
		stands_behind(&machine->fake, n, n, n + 1);
	}
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_LONG);
	assert_int_equal(chain.nr, PK_CHAIN_MAX);
	pk_lock_waits_deinit(&waits);
}

/* The last reader may have given it back. */
static void a_reader_is_not_followed(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;

	put_sleeper(&machine->fake, 0, DOWN_WRITE);
	fake_put(&machine->fake, LOCK + 8, 8, TASK(2) | 1);
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.end, PK_CHAIN_LOCK);
	assert_int_equal(chain.nr, 1);
	assert_int_equal(pk_lock_chain_key(&chain), LOCK);
	pk_lock_waits_deinit(&waits);
}

static void count(uint64_t task, void *arg)
{
	assert_true(task == TASK(0) || task == TASK(1));
	++*(unsigned *)arg;
}

/* A ring that does not close tells of nobody. */
static void waiters_of_a_broken_ring(void **state)
{
	struct fake_machine *machine = *state;
	const struct pk_lock_wait wait = {.lock = LOCK, .kind = PK_LOCK_MUTEX};
	unsigned seen = 0;

	assert_int_equal(pk_lock_waiters(&machine->ctx, &wait, count, &seen), 2);
	assert_int_equal(seen, 2);
	fake_put(&machine->fake, LOCK_HEAD + 8, 8, WAITER(0));
	assert_int_equal(pk_lock_waiters(&machine->ctx, &wait, count, &seen), 0);
	link_waiters(&machine->fake, 2);
	fake_put(&machine->fake, WAITER(0), 8, WAITER(0)); /* round and round */
	fake_put(&machine->fake, WAITER(0) + 8, 8, WAITER(0));
	assert_int_equal(pk_lock_waiters(&machine->ctx, &wait, count, &seen), 0);
}

/* 7.2: the lock points to the first of a ring without a head. */
static void waiters_without_a_head(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_lock_waits waits = {0};
	struct pk_lock_chain chain;

	fake_members(fake, &blocker, 1);
	fake_put(fake, TASK(0) + 64, 8, LOCK);
	fake_put(fake, LOCK + 16, 8, WAITER(0));
	fake_put(fake, WAITER(0), 8, WAITER(1));
	fake_put(fake, WAITER(0) + 8, 8, WAITER(1));
	fake_put(fake, WAITER(1), 8, WAITER(0));
	fake_put(fake, WAITER(1) + 8, 8, WAITER(0));
	chain = chain_of(machine, &waits, 0);
	assert_int_equal(chain.links[0].wait->lock, LOCK);
	assert_int_equal(chain.links[0].wait->waiters, 2);
	assert_int_equal(waits.nr_unwound, 2); /* 0, and the owner */
	chain_of(machine, &waits, 1);
	assert_int_equal(waits.nr_unwound, 2);
	pk_lock_waits_deinit(&waits);
}

/* The task names its waiter on its stack, the waiter its task and the lock. */
static void a_lock_with_inheritance(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_lock_wait wait;

	fake_members(fake, inheritance, ARRAY_SIZE(inheritance));
	fake_put(fake, WAITER(0) + WAITER_TASK, 8, 0);
	fake_put(fake, TASK(0) + TASK_PI, 8, STACK(0) + 0x3200);
	fake_put(fake, STACK(0) + 0x3200 + 80, 8, TASK(0));
	fake_put(fake, STACK(0) + 0x3200 + 88, 8, LOCKS(1));
	fake_put(fake, LOCKS(1) + 24, 8, TASK(2) | 1);
	wait = waits(machine);
	assert_int_equal(wait.kind, PK_LOCK_RTMUTEX);
	assert_int_equal(wait.lock, LOCKS(1));
	assert_int_equal(wait.owner.pid, 102);
	fake_put(fake, STACK(0) + 0x3200 + 80, 8, TASK(1)); /* another's */
	assert_int_equal(waits(machine).lock, 0);
	fake_put(fake, STACK(0) + 0x3200 + 80, 8, TASK(0));
	fake_put(fake, TASK(0) + TASK_PI, 8, STACK(1) + 0x3200); /* on another's stack */
	assert_int_equal(waits(machine).lock, 0);
}

static void count_waiter(uint64_t task, void *arg)
{
	*(uint64_t *)arg += task;
}

static void a_semaphore_of_a_realtime_kernel(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t inside = LOCK + 8, tasks = 0;
	struct pk_lock_wait wait;
	struct pk_task task;

	fake_members(fake, inheritance, ARRAY_SIZE(inheritance));
	fake_members(fake, realtime, ARRAY_SIZE(realtime));
	put_sleeper(fake, 0, DOWN_WRITE);
	fake_put(fake, WAITER(0) + WAITER_TASK, 8, 0);
	fake_put(fake, TASK(0) + TASK_PI, 8, STACK(0) + 0x3200);
	for (unsigned n = 0; n < 2; n++) {
		fake_put(fake, STACK(n) + 0x3200 + 80, 8, TASK(n));
		fake_put(fake, STACK(n) + 0x3200 + 88, 8, inside);
	}
	fake_put(fake, inside + 24, 8, TASK(2) | 1);
	fake_put(fake, inside + 8, 8, STACK(0) + 0x3200);
	fake_put(fake, STACK(0) + 0x3200 + 16, 8, STACK(1) + 0x3200);
	wait = waits(machine);
	assert_int_equal(wait.kind, PK_LOCK_RWSEM);
	assert_int_equal(wait.lock, LOCK);
	assert_int_equal(wait.rt_mutex, inside);
	assert_string_equal(wait.name, "rtnl_mutex");
	assert_int_equal(wait.owner.pid, 102);
	assert_false(wait.readers);
	assert_int_equal(pk_lock_waiters(&machine->ctx, &wait, count_waiter, &tasks), 2);
	assert_int_equal(tasks, TASK(0) + TASK(1));
	fake_put(fake, STACK(1) + 0x3200 + 80, 8, TASK(2)); /* on the stack of another */
	assert_int_equal(pk_lock_waiters(&machine->ctx, &wait, count_waiter, &tasks), 0);

	/* No function tells what it is part of: no mutex. */
	put_sleeper(fake, 0, PANIC);
	assert_int_equal(pk_task_read(&machine->ctx, TASK(0), &task), PK_OK);
	pk_lock_wait_read(&machine->ctx, &task, &wait);
	assert_int_equal(wait.kind, PK_LOCK_RTMUTEX);
	assert_int_equal(wait.lock, inside);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_mutex_and_who_has_it, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_mutex_that_nobody_has, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_semaphore_of_readers, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(rings_that_are_none, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(the_kernel_notes_it, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_holder_that_lockdep_noted, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_chain_that_ends_with_one_who_runs, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_chain_that_ends_with_one_who_sleeps, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_completion_ends_a_chain, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_circle, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_chain_that_is_too_long, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_reader_is_not_followed, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(waiters_of_a_broken_ring, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_lock_with_inheritance, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_semaphore_of_a_realtime_kernel, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(waiters_without_a_head, setup_headless,
						fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
