// SPDX-License-Identifier: GPL-3.0-or-later
/* What a task that sleeps waits for: waiters on x86-64 stacks, linked to a lock, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "decode/task/lock_wait.h"
#include "decode/task/task.h"
#include "fake_net.h"

#define TEXT 0xffffffff81000000ull
#define STACK(n) (0xffffc90000000000ull + 0x8000 * (uint64_t)(n)) /* of 16 KiB */
#define TASK(n) (FAKE_GLOBALS + 0xd000 + 0x100 * (uint64_t)(n))
#define ORC_IPS (FAKE_GLOBALS + 0xe000)
#define ORC (FAKE_GLOBALS + 0xe800)
#define LOCK (FAKE_GLOBALS + 0xf000)
#define LOCK_HEAD (LOCK + 16)
#define SAVED(n) (STACK(n) + 0x3000) /* thread.sp */
#define WAITER(n) (STACK(n) + 0x3040) /* in the frame of the lock's function */
#define WAITER_TASK 16

enum func { PANIC, SCHEDULE, MUTEX_LOCK, DOWN_WRITE, HANDLE, NR_FUNCS };
#define FUNC(f) (TEXT + 256 * (uint64_t)(f))

static const char *const names[NR_FUNCS] = {"panic", "__schedule", "__mutex_lock.constprop.0",
					    "rwsem_down_write_slowpath", "rtnetlink_rcv_msg"};

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "thread.sp", 56, .size = 8},
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
	{"struct mutex", "wait_list", 16, .size = 16},
	{"struct mutex_waiter", "list", 0, .size = 16},
	{"struct mutex_waiter", "task", WAITER_TASK, 8, .is_pointer = true},
	{"struct rw_semaphore", "owner", 8, .size = 8},
	{"struct rw_semaphore", "wait_list", 16, .size = 16},
	{"struct rwsem_waiter", "list", 0, .size = 16},
	{"struct rwsem_waiter", "task", WAITER_TASK, 8, .is_pointer = true},
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

static int setup(void **state)
{
	static struct fake_machine machine;
	struct fake_target *fake = &machine.fake;

	fake_net_init(fake);
	fake_map(fake, TEXT, 256 * NR_FUNCS);
	fake_members(fake, members, ARRAY_SIZE(members));
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
