// SPDX-License-Identifier: GPL-3.0-or-later
/* What holds up others: grace periods of RCU, pools of workers, spinlocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/findings/finding_rules.h"
#include "decode/task/locks.h"
#include "decode/task/watchdog.h"
#include "fake_net.h"

#define HZ 250
#define NOW 0x100000000ull /* jiffies */
#define JIFFIES (FAKE_GLOBALS + 0x100)
#define CLOCK (FAKE_GLOBALS + 0x108)
#define TIMEOUT (FAKE_GLOBALS + 0x120)
#define NR_NODES (FAKE_GLOBALS + 0x128)
#define NR_LEVELS (FAKE_GLOBALS + 0x12c)
#define RCU_STATE (FAKE_GLOBALS + 0x200)
#define NODE(n) (RCU_STATE + 0x40 * (uint64_t)(n)) /* 0: the root; 1, 2: leaves */
#define GP_SEQ (RCU_STATE + 0x100)
#define GP_START (RCU_STATE + 0x108)
#define GP_ACTIVITY (RCU_STATE + 0x110)
#define EXPEDITED (RCU_STATE + 0x118)
#define BLOCKED(n) (NODE(n) + 0x18)
#define TASK(n) (FAKE_GLOBALS + 0x1000 + 0x100 * (uint64_t)(n))
#define ENTRY(n) (TASK(n) + 0x80)
#define IDR (FAKE_GLOBALS + 0x2000)
#define XA_NODE (FAKE_GLOBALS + 0x2100)
#define POOL(n) (FAKE_GLOBALS + 0x3000 + 0x100 * (uint64_t)(n))
#define WORK(n) (FAKE_GLOBALS + 0x3800 + 0x40 * (uint64_t)(n))
#define WORKER (FAKE_GLOBALS + 0x3c00)
#define QNODES (FAKE_GLOBALS + 0x8000) /* per CPU, 0x100 apart */
#define LOCK (FAKE_GLOBALS + 0x9000)
#define OTHER (FAKE_GLOBALS + 0x9100)
#define BASES (FAKE_GLOBALS + 0xa000) /* of CPU 0; two bases of 0x1400 bytes, 0x2800 apart by CPU */
#define BASE(n) (BASES + 0x1400 * (uint64_t)(n))
#define BUCKET(base, n) (BASE(base) + 0x40 + 8 * (uint64_t)(n))
#define TIMER(n) (FAKE_GLOBALS + 0x9200 + 0x40 * (uint64_t)(n))
#define KSOFTIRQD (FAKE_GLOBALS + 0x9600)

static const struct fake_member members[] = {
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
	{"struct task_struct", "pid", 0, 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, 4, .is_signed = true},
	{"struct task_struct", "comm", 8, 16, .is_array = true, .elements = 16},
	{"struct task_struct", "stack", 24, 8, .is_pointer = true},
	{"struct task_struct", "tasks", 32, .size = 16},
	{"struct task_struct", "on_cpu", 52, .size = 4},
	{"struct task_struct", "rcu_node_entry", 0x80, .size = 16},
	{"struct rcu_state", "node", 0, .size = 0xc0},
	{"struct rcu_state", "gp_seq", 0x100, .size = 8},
	{"struct rcu_state", "gp_start", 0x108, .size = 8},
	{"struct rcu_state", "gp_activity", 0x110, .size = 8},
	{"struct rcu_state", "expedited_sequence", 0x118, .size = 8},
	{"struct rcu_node", "qsmask", 0, .size = 8},
	{"struct rcu_node", "grplo", 8, 4, .is_signed = true},
	{"struct rcu_node", "level", 12, .size = 1},
	{"struct rcu_node", "gp_tasks", 0x10, 8, .is_pointer = true},
	{"struct rcu_node", "blkd_tasks", 0x18, .size = 16},
	{"struct rcu_node", "expmask", 0x28, .size = 8},
	{"struct rcu_node", "exp_tasks", 0x30, 8, .is_pointer = true},
	{"struct idr", "idr_rt.xa_head", 8, 8, .is_pointer = true},
	{"struct xa_node", "slots", 16, 64, .is_array = true, .elements = 8},
	{"struct worker_pool", "id", 0, 4, .is_signed = true},
	{"struct worker_pool", "cpu", 4, 4, .is_signed = true},
	{"struct worker_pool", "watchdog_ts", 8, .size = 8},
	{"struct worker_pool", "worklist", 16, .size = 16},
	{"struct worker_pool", "workers", 32, .size = 16},
	{"struct worker_pool", "nr_running", 48, .size = 4},
	{"struct worker_pool", "lock.raw_lock", 52, .size = 4},
	{"struct worker_pool", "manager", 56, 8, .is_pointer = true},
	{"struct work_struct", "data.counter", 0, .size = 8},
	{"struct delayed_work", "timer.entry.pprev", 40, 8, .is_pointer = true},
	{"struct worker", "node", 8, .size = 16},
	{"struct worker", "current_func", 24, 8, .is_pointer = true},
	{"struct worker", "task", 32, 8, .is_pointer = true},
	{"struct work_struct", "entry", 8, .size = 16},
	{"struct work_struct", "func", 24, 8, .is_pointer = true},
	{"struct timer_base", "clk", 16, .size = 8},
	{"struct timer_base", "vectors", 0x40, .size = 0x1200},
	{"struct timer_base", "running_timer", 8, 8, .is_pointer = true},
	{"struct timer_list", "entry", 0, .size = 16},
	{"struct timer_list", "expires", 16, .size = 8},
	{"struct timer_list", "function", 24, 8, .is_pointer = true},
	{"struct timer_list", "flags", 32, .size = 4},
	{"struct task_struct", "__state", 48, .size = 4},
	{"struct qnode", "mcs.next", 0, 8, .is_pointer = true},
	{"struct qnode", "mcs.count", 12, 4, .is_signed = true},
};

static void make_rcu(struct fake_target *fake)
{
	fake_symbol(fake, "rcu_cpu_stall_timeout", TIMEOUT, 4);
	fake_symbol(fake, "rcu_num_nodes", NR_NODES, 4);
	fake_symbol(fake, "rcu_num_lvls", NR_LEVELS, 4);
	fake_symbol(fake, "rcu_state", RCU_STATE, 0x200);
	fake_type(fake, "struct rcu_node", 0x40);
	fake_put(fake, TIMEOUT, 4, 21);
	fake_put(fake, NR_NODES, 4, 3);
	fake_put(fake, NR_LEVELS, 4, 2);
	fake_put(fake, GP_SEQ, 8, 457);
	fake_put(fake, GP_START, 8, NOW - 21 * HZ);
	fake_put(fake, GP_ACTIVITY, 8, NOW - 5 * HZ);
	for (unsigned n = 0; n < 3; n++) {
		fake_put(fake, NODE(n), 8, 3); /* the root's mask is of leaves */
		fake_put(fake, NODE(n) + 8, 4, n == 2 ? 16 : 0);
		fake_put(fake, NODE(n) + 12, 1, n != 0);
		fake_put_list(fake, FAKE_WORDS(BLOCKED(n)));
	}
	fake_put(fake, NODE(1), 8, 0);
	fake_put(fake, NODE(2), 8, 5);
}

static void make_pools(struct fake_target *fake)
{
	fake_symbol(fake, "worker_pool_idr", IDR, 32);
	fake_put(fake, IDR + 8, 8, XA_NODE | 2);
	for (unsigned n = 0; n < 2; n++) {
		fake_put(fake, XA_NODE + 16 + 8 * n, 8, POOL(n));
		fake_put(fake, POOL(n), 4, n + 2);
		fake_put(fake, POOL(n) + 4, 4, n ? (uint32_t)-1 : 1);
		fake_put(fake, POOL(n) + 8, 8, NOW - 30 * HZ);
		fake_put_list(fake, FAKE_WORDS(POOL(n) + 16));
		fake_put_list(fake, FAKE_WORDS(POOL(n) + 32));
	}
	fake_put_list(fake, FAKE_WORDS(POOL(0) + 16, WORK(0) + 8, WORK(1) + 8));
	fake_put(fake, WORK(0) + 24, 8, 0x1000);
	fake_put(fake, WORK(1) + 24, 8, 0x2000);
	fake_put_list(fake, FAKE_WORDS(POOL(0) + 32, WORKER + 8));
	fake_put(fake, WORKER + 24, 8, 0x3000);
	fake_put(fake, WORKER + 32, 8, TASK(1));
}

static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_cpus(fake, 3);
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 8);
	fake_put(fake, CLOCK, 4, 1000000000 / HZ);
	fake_put(fake, JIFFIES, 8, NOW);
	for (unsigned n = 0; n < 3; n++) {
		fake_put(fake, TASK(n), 4, 100 + n);
		fake_put(fake, TASK(n) + 24, 8, FAKE_GLOBALS + 0x6000);
		fake->percpu[n] = 0x100 * n;
	}
	make_rcu(fake);
	make_pools(fake);
	fake_symbol(fake, "qnodes", QNODES, 0x80);
	fake_type(fake, "struct qnode", 32);
	*state = machine;
	return 0;
}

static const struct pk_figure no_panic = {.status = PK_ABSENT};

static struct pk_rcu rcu_of(struct fake_machine *machine, const struct pk_figure *ran_on_ms)
{
	struct pk_rcu rcu;

	pk_rcu_read(&machine->ctx, &(struct pk_panic){.found = false}, ran_on_ms, &rcu);
	return rcu;
}

static void a_grace_period_and_its_cpus(void **state)
{
	struct pk_rcu rcu = rcu_of(*state, &no_panic);

	assert_int_equal(rcu.limit_s.value, 21);
	assert_true(rcu.normal.in_progress);
	assert_int_equal(rcu.normal.seq, 457);
	assert_int_equal(rcu.normal.age_s.value, 21);
	assert_int_equal(rcu.normal.quiet_s.value, 5);
	assert_int_equal(rcu.normal.holdouts_status, PK_OK);
	assert_int_equal(rcu.normal.nr, 2);
	assert_int_equal(rcu.normal.holdouts[0].cpu, 16);
	assert_int_equal(rcu.normal.holdouts[1].cpu, 18);
	pk_rcu_deinit(&rcu);
}

/* The newest come first: those from gp_tasks on were there when it began. */
static void readers_that_were_preempted(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_rcu rcu;

	fake_put(&machine->fake, NODE(2), 8, 0);
	fake_put_list(&machine->fake, FAKE_WORDS(BLOCKED(1), ENTRY(0), ENTRY(1), ENTRY(2)));
	fake_put(&machine->fake, NODE(1) + 0x10, 8, ENTRY(1));
	rcu = rcu_of(machine, &no_panic);
	assert_int_equal(rcu.normal.holdouts_status, PK_OK);
	assert_int_equal(rcu.normal.nr, 2);
	assert_int_equal(rcu.normal.holdouts[0].cpu, -1);
	assert_int_equal(rcu.normal.holdouts[0].task.pid, 101);
	assert_int_equal(rcu.normal.holdouts[1].task.pid, 102);
	pk_rcu_deinit(&rcu);
	/* A pointer to something that is not on the list; a list that leads nowhere. */
	fake_put(&machine->fake, NODE(1) + 0x10, 8, ENTRY(5));
	rcu = rcu_of(machine, &no_panic);
	assert_int_equal(rcu.normal.holdouts_status, PK_CORRUPT);
	assert_int_equal(rcu.normal.nr, 0);
	pk_rcu_deinit(&rcu);
	fake_put(&machine->fake, NODE(1) + 0x10, 8, ENTRY(1));
	fake_put(&machine->fake, ENTRY(1), 8, 0xdead0000);
	rcu = rcu_of(machine, &no_panic);
	assert_int_not_equal(rcu.normal.holdouts_status, PK_OK);
	pk_rcu_deinit(&rcu);
}

static void a_grace_period_that_is_young(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_figure ran_on_ms = {.status = PK_OK, .value = 1000};
	struct pk_rcu rcu = rcu_of(machine, &ran_on_ms);

	assert_int_equal(rcu.normal.age_s.value, 20); /* when the panic began */
	assert_int_equal(rcu.normal.nr, 0);
	fake_put(&machine->fake, GP_START, 8, NOW + HZ);
	rcu = rcu_of(machine, &no_panic);
	assert_int_equal(rcu.normal.age_s.value, 0);
	fake_put(&machine->fake, GP_SEQ, 8, 456);
	rcu = rcu_of(machine, &no_panic);
	assert_false(rcu.normal.in_progress);
	assert_int_equal(rcu.limit_s.status, PK_OK);
}

/* Its masks and its first reader are its own. Nothing tells its age, unless the kernel has complained of it. */
static void an_expedited_grace_period(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_rcu_period period = {.expedited = true};
	struct pk_rcu rcu;

	fake_put(fake, EXPEDITED, 8, 404);
	rcu = rcu_of(machine, &no_panic);
	assert_false(rcu.expedited.in_progress);
	pk_rcu_deinit(&rcu);
	fake_put(fake, EXPEDITED, 8, 401);
	fake_put(fake, NODE(0) + 0x28, 8, 3); /* of leaves */
	fake_put(fake, NODE(2) + 0x28, 8, 2);
	fake_put_list(fake, FAKE_WORDS(BLOCKED(1), ENTRY(0), ENTRY(1)));
	fake_put(fake, NODE(1) + 0x30, 8, ENTRY(1));
	rcu = rcu_of(machine, &no_panic);
	assert_true(rcu.expedited.in_progress);
	assert_int_equal(rcu.expedited.seq, 401);
	assert_int_equal(rcu.expedited.age_s.status, PK_ABSENT);
	assert_false(pk_rcu_is_late(&rcu, &rcu.expedited));
	assert_int_equal(rcu.expedited.nr, 0);
	pk_rcu_deinit(&rcu);
	pk_rcu_holdouts_read(&machine->ctx, &period);
	assert_int_equal(period.holdouts_status, PK_OK);
	assert_int_equal(period.nr, 2);
	assert_int_equal(period.holdouts[0].cpu, 17);
	assert_int_equal(period.holdouts[1].task.pid, 101);
	free(period.holdouts);
}

static void rcu_that_cannot_be_judged(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_figure lost = {.status = PK_UNREADABLE};
	struct pk_rcu rcu = rcu_of(machine, &lost);

	assert_int_equal(rcu.limit_s.status, PK_UNREADABLE);
	assert_string_equal(rcu.lack, "jiffies when the machine stopped");
	fake_put(&machine->fake, NR_NODES, 4, 1u << 30);
	rcu = rcu_of(machine, &no_panic);
	assert_int_equal(rcu.normal.holdouts_status, PK_CORRUPT);
	pk_rcu_deinit(&rcu);
	fake_put(&machine->fake, TIMEOUT, 4, (uint32_t)-1); /* the kernel takes its least */
	rcu = rcu_of(machine, &no_panic);
	assert_int_equal(rcu.limit_s.value, 3);
	pk_rcu_deinit(&rcu);
}

static void a_pool_that_stands_still(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_worker_pools pools;

	pk_worker_pools_read(&machine->ctx, &no_panic, &pools);
	assert_int_equal(pools.limit_s.value, 30);
	assert_int_equal(pools.nr, 1);
	assert_int_equal(pools.others, 1); /* has nothing to do */
	assert_int_equal(pools.unread, 0);
	assert_int_equal(pools.list[0].id, 2);
	assert_int_equal(pools.list[0].cpu, 1);
	assert_int_equal(pools.list[0].still_s, 30);
	assert_int_equal(pools.list[0].pending, 2);
	assert_int_equal(pools.list[0].funcs[0], 0x1000);
	assert_int_equal(pools.list[0].funcs[1], 0x2000);
	assert_int_equal(pools.list[0].status, PK_OK);
	assert_int_equal(pools.list[0].nr, 1);
	assert_int_equal(pools.list[0].workers[0].func, 0x3000);
	assert_int_equal(pools.list[0].workers[0].task.pid, 101);
	pk_worker_pools_deinit(&pools);
}

/* Works, and a worker that sleeps: unless one runs, is made, or is being woken. */
static void a_pool_that_nobody_wakes(void **state)
{
	static const unsigned busy[] = {48, 52, 56};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_worker_pools pools;

	fake_put(fake, POOL(0) + 8, 8, NOW - HZ);
	fake_put(fake, TASK(1) + 48, 4, 0x402); /* TASK_IDLE */
	fake_put(fake, TASK(1) + 52, 4, 0);
	for (unsigned i = 0; i <= 4; i++) {
		if (i < 3)
			fake_put(fake, POOL(0) + busy[i], i == 2 ? 8 : 4, 1);
		if (i == 3)
			fake_put(fake, TASK(1) + 48, 4, 0); /* it was woken */
		pk_worker_pools_read(&machine->ctx, &no_panic, &pools);
		assert_int_equal(pools.nr, i == 4);
		assert_int_equal(pools.others, 2 - (i == 4));
		if (i == 4) {
			assert_false(pools.list[0].stalled);
			assert_int_equal(pools.list[0].asleep.value, 1);
			assert_int_equal(pools.list[0].nr_workers, 1);
		}
		pk_worker_pools_deinit(&pools);
		if (i < 3)
			fake_put(fake, POOL(0) + busy[i], i == 2 ? 8 : 4, 0);
		fake_put(fake, TASK(1) + 48, 4, 0x402);
	}
	fake_put(fake, WORKER + 32, 8, 0); /* softirqs run its works */
	pk_worker_pools_read(&machine->ctx, &no_panic, &pools);
	assert_int_equal(pools.nr, 0);
	pk_worker_pools_deinit(&pools);
}

static void a_work_that_no_timer_queues(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_worker_pools pools;
	static const struct {
		uint64_t data, next, pprev;
		bool lost;
	} cases[] = {
		{0x7fffffe1, WORK(0) + 8, 0, true},
		{0x7fffffe0, WORK(0) + 8, 0, false}, /* not pending */
		{0x7ffffff1, WORK(0) + 8, 0, false}, /* being cancelled */
		{0x7fffffe5, WORK(1) + 8, 0, false}, /* in a pool */
		{0x7fffffe1, WORK(0) + 8, 0x1000, false},
	};

	fake_symbol(fake, "linkwatch_work", WORK(0), 0x60);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		fake_put(fake, WORK(0), 8, cases[i].data);
		fake_put(fake, WORK(0) + 8, 8, cases[i].next);
		fake_put(fake, WORK(0) + 40, 8, cases[i].pprev);
		pk_worker_pools_read(&machine->ctx, &no_panic, &pools);
		assert_int_equal(pools.delayed[0].lost.status, PK_OK);
		assert_int_equal(pools.delayed[0].lost.value, cases[i].lost);
		assert_int_equal(pools.delayed[1].addr, 0);
		pk_worker_pools_deinit(&pools);
	}
}

static void pools_that_move_or_are_damaged(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_worker_pools pools;

	fake_put(&machine->fake, POOL(0) + 8, 8, NOW - 30 * HZ + 1);
	fake_put(&machine->fake, XA_NODE + 16 + 8, 8, 0xffff000000000000ull);
	pk_worker_pools_read(&machine->ctx, &no_panic, &pools);
	assert_int_equal(pools.nr, 0);
	assert_int_equal(pools.others, 1);
	assert_int_equal(pools.unread, 1);
	pk_worker_pools_deinit(&pools);
	fake_put(&machine->fake, POOL(0) + 8, 8, NOW - 40 * HZ);
	fake_put(&machine->fake, WORK(0) + 8, 8, WORK(0) + 8); /* the list goes in a circle */
	pk_worker_pools_read(&machine->ctx, &no_panic, &pools);
	assert_int_equal(pools.nr, 1);
	assert_int_equal(pools.list[0].status, PK_CORRUPT);
	assert_int_equal(pools.list[0].asleep.value, 0);
	pk_worker_pools_deinit(&pools);
}

/* --- spinlocks ------------------------------------------------------------------------------------------- */

static bool is_lock(uint64_t addr, const void *arg)
{
	return addr == *(const uint64_t *)arg;
}

static uint64_t spins_for(struct fake_machine *machine, int cpu, uint64_t known)
{
	const uint64_t values[] = {1, LOCK + 2, OTHER, LOCK, LOCK, 0xffff000000000000ull};
	uint64_t lock = 0;
	enum pk_status status = pk_spinlock_of(&machine->ctx, cpu, values, ARRAY_SIZE(values),
					       is_lock, &known, &lock);

	assert_int_equal(status, lock ? PK_OK : PK_ABSENT);
	return lock;
}

/* CPU 2 came before CPU 0, which is the tail. */
static void a_queue_of_waiters(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, QNODES + 12, 4, 2); /* a softirq's, above a task's */
	fake_put(fake, QNODES + 0x200 + 12, 4, 1);
	fake_put(fake, QNODES + 0x200, 8, QNODES + 32);
	fake_put(fake, LOCK, 4, (0 + 1) << 18 | 1 << 16 | 1);
	assert_int_equal(spins_for(machine, 2, 0), LOCK);
	assert_int_equal(spins_for(machine, 0, 0), LOCK);
	assert_int_equal(spins_for(machine, 1, 0), 0); /* in no queue */
	/* Another one's queue, and CPUs that are not. */
	fake_put(fake, LOCK, 4, (1 + 1) << 18 | 1);
	assert_int_equal(spins_for(machine, 2, 0), 0);
	fake_put(fake, LOCK, 4, 0xffff0001);
	assert_int_equal(spins_for(machine, 2, 0), 0);
	/* A queue that goes in a circle ends. */
	fake_put(fake, QNODES + 32, 8, QNODES + 0x200);
	assert_int_equal(spins_for(machine, 2, 0), 0);
}

static void the_first_that_waits(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, LOCK, 4, 0x101);
	assert_int_equal(spins_for(machine, 1, 0), LOCK);
	fake_put(&machine->fake, OTHER, 4, 0x101); /* which of both? */
	assert_int_equal(spins_for(machine, 1, 0), 0);
	fake_put(&machine->fake, OTHER, 4, 0x100); /* nobody has it */
	assert_int_equal(spins_for(machine, 1, 0), LOCK);
}

/* In a virtual machine nobody queues: a word that is 1 is a lock only where one is known to be. */
static void a_lock_without_a_queue(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, LOCK, 4, 1);
	fake_put(&machine->fake, OTHER, 4, 1);
	assert_int_equal(spins_for(machine, 1, 0), 0);
	assert_int_equal(spins_for(machine, 1, LOCK), LOCK);
	fake_put(&machine->fake, LOCK, 4, 0);
	assert_int_equal(spins_for(machine, 1, LOCK), 0);
	assert_int_equal(spins_for(machine, 1, OTHER), OTHER);
}

static struct pk_spin spin_of(struct fake_machine *machine, const struct pk_scene *scene,
			      uint64_t lock)
{
	struct pk_cpu_work work = {
		.func.name = "queued_spin_lock_slowpath", .registers = {lock}, .nr_registers = 1};
	struct pk_spin spin;

	fake_put(&machine->fake, lock, 4, 1);
	pk_spin_read(scene, 1, &work, &spin);
	fake_put(&machine->fake, lock, 4, 0);
	return spin;
}

static const struct fake_member lock_members[] = {
	{"struct net_device", "_tx", 32, 8, .is_pointer = true},
	{"struct netdev_queue", "_xmit_lock", 16, .size = 4},
	{"struct Qdisc", "q.lock", 20, .size = 4},
	{"struct Qdisc", "busylock", 24, .size = 4},
	{"struct Qdisc", "seqlock", 28, .size = 4},
	{"struct sock", "sk_lock.slock", 40, .size = 4},
	{"struct sock", "sk_receive_queue.lock", 44, .size = 4},
	{"struct raw_spinlock", "owner_cpu", 8, .size = 4},
	{"struct raw_spinlock", "magic", 4, .size = 4},
};

/* A lock is named by what it is in; without a debug kernel, nobody notes who has it. */
static void names_of_locks(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t device = FAKE_GLOBALS + 0x9800, queues = FAKE_GLOBALS + 0x9900,
		       qdisc = FAKE_GLOBALS + 0x9a00, leaf = FAKE_GLOBALS + 0x9b00,
		       sk = FAKE_GLOBALS + 0x9c00;
	struct pk_qdisc_counts qdiscs[] = {
		{.addr = qdisc, .id = "htb", .handle = 0x10000, .root = true},
		{.addr = leaf, .id = "fq", .handle = 0x800a0000}};
	struct pk_device devices[] = {
		{.addr = FAKE_GLOBALS + 0x9880, .name = "lo"},
		{.addr = device, .name = "eth0", .qdiscs = qdiscs, .nr_qdiscs = 2, .nr_queues = 2}};
	struct pk_sock sock = {.addr = sk,
			       .tuple = {.family = 4,
					 .saddr = {10, 0, 0, 1},
					 .daddr = {10, 0, 0, 2},
					 .sport = 7,
					 .dport = 9}};
	struct pk_queued_packets memory = {.nr = 0};
	const struct pk_scene scene = {
		.ctx = &machine->ctx, .memory = &memory, .devices = {.list = devices, .nr = 2}};
	const struct {
		uint64_t lock, object;
		const char *name;
	} locks[] = {
		{qdisc + 20, qdisc, "the root lock of qdisc htb 1: of eth0"},
		{qdisc + 24, qdisc, "the busylock of qdisc htb 1: of eth0"},
		{leaf + 20, leaf, "the lock of qdisc fq 800a: of eth0"},
		{leaf + 28, leaf, "the seqlock of qdisc fq 800a: of eth0"},
		{queues + 16, queues, "the transmit lock of queue 0 of eth0"},
		{queues + 64 + 16, queues + 64, "the transmit lock of queue 1 of eth0"},
		{sk + 40, sk, "the lock of 10.0.0.1:7 > 10.0.0.2:9"},
		{sk + 44, sk, "the receive queue's lock of 10.0.0.1:7 > 10.0.0.2:9"},
	};
	struct pk_spin spin;

	fake_members(fake, lock_members, ARRAY_SIZE(lock_members));
	fake_type(fake, "struct netdev_queue", 64);
	fake_put(fake, device + 32, 8, queues);
	assert_true(pk_hash_put(&memory.socks, sk, &sock));
	for (unsigned i = 0; i < ARRAY_SIZE(locks); i++) {
		spin = spin_of(machine, &scene, locks[i].lock);
		assert_int_equal(spin.status, PK_OK);
		assert_int_equal(spin.lock, locks[i].lock);
		assert_string_equal(spin.name, locks[i].name);
		assert_int_equal(spin.object, locks[i].object);
		assert_int_equal(spin.holder, -1);
	}
	assert_int_equal(spin_of(machine, &scene, queues + 128 + 16).status,
			 PK_ABSENT); /* there are two */
	assert_int_equal(spin_of(machine, &scene, sk + 48).status, PK_ABSENT);
	fake_put(fake, sk + 40 + 4, 4, 0xdead4ead);
	fake_put(fake, sk + 40 + 8, 4, 2);
	spin = spin_of(machine, &scene, sk + 40);
	assert_int_equal(spin.holder, 2);
	assert_true(spin.certain);
	fake_put(fake, sk + 40 + 8, 4, 3); /* no CPU of this machine */
	spin = spin_of(machine, &scene, sk + 40);
	assert_int_equal(spin.holder, -1);
	assert_false(spin.certain);
	pk_hash_deinit(&memory.socks, NULL);
}

/* --- timers ----------------------------------------------------------------------------------------------- */

static void put_timer(struct fake_target *fake, unsigned n, unsigned base, unsigned bucket,
		      uint64_t expires, uint64_t flags)
{
	fake_put(fake, BUCKET(base, bucket), 8, TIMER(n));
	fake_put(fake, TIMER(n) + 8, 8, BUCKET(base, bucket));
	fake_put(fake, TIMER(n) + 16, 8, expires);
	fake_put(fake, TIMER(n) + 24, 8, 0x1000 * (n + 1));
	fake_put(fake, TIMER(n) + 32, 4, (uint64_t)bucket << 22 | flags);
}

/* A CPU whose first base has not been run for 30 s, and its second for one. */
static void put_bases(struct fake_target *fake)
{
	fake_symbol(fake, "timer_bases", BASES, 0x2800);
	fake_type(fake, "struct timer_base", 0x1400);
	fake_symbol(fake, "ksoftirqd", KSOFTIRQD, 8);
	fake_put(fake, KSOFTIRQD, 8, TASK(1));
	fake_put(fake, BASE(0) + 16, 8, NOW - 30 * HZ);
	fake_put(fake, BASE(1) + 16, 8, NOW - 1 * HZ);
	fake_put(fake, BASE(2) + 16, 8, NOW);
}

static struct pk_late_timers late_timers(struct fake_machine *machine)
{
	struct pk_watched_cpu cpu = {.cpu = 0};
	struct pk_watchdog watchdog = {.limit_s = {.status = PK_OK, .value = 20},
				       .lack = "detector",
				       .cpus = &cpu,
				       .nr = 1};
	struct pk_late_timers timers;

	pk_late_timers_read(&machine->ctx, &no_panic, &watchdog, &timers);
	return timers;
}

static void assert_in_time(struct fake_machine *machine)
{
	struct pk_late_timers timers = late_timers(machine);

	assert_int_equal(timers.limit_s.status, PK_OK);
	assert_int_equal(timers.nr, 0);
	assert_int_equal(timers.others, 1);
	pk_late_timers_deinit(&timers);
}

static void timers_that_are_late(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_late_timers timers;

	put_bases(fake);
	assert_in_time(machine);
	put_timer(fake, 0, 0, 5, NOW - 25 * HZ, 0);
	put_timer(fake, 1, 0, 6, NOW - 28 * HZ, 1);
	put_timer(fake, 2, 0, 7, NOW + 1, 1);
	timers = late_timers(machine);
	assert_int_equal(timers.nr, 1);
	assert_int_equal(timers.others, 0);
	assert_int_equal(timers.list[0].status, PK_OK);
	assert_int_equal(timers.list[0].nr, 2);
	assert_int_equal(timers.list[0].list[0].late_s, 27); /* the end of its jiffy */
	assert_int_equal(timers.list[0].list[0].addr, TIMER(1));
	assert_int_equal(timers.list[0].list[0].func, 0x2000);
	assert_int_equal(timers.list[0].nr_list, 2);
	assert_int_equal(timers.list[0].list[1].addr, TIMER(0));
	assert_int_equal(timers.list[0].list[1].late_s, 24);
	assert_true(timers.list[0].ksoftirqd_waits);
	assert_int_equal(timers.list[0].ksoftirqd.pid, 101);
	pk_late_timers_deinit(&timers);
	/* ksoftirqd sleeps */
	fake_put(fake, TASK(1) + 48, 4, 1);
	timers = late_timers(machine);
	assert_false(timers.list[0].ksoftirqd_waits);
	pk_late_timers_deinit(&timers);
}

/* One that may wait, one whose bucket ends later, one in a base that was run, one of another bucket. */
static void timers_that_are_not_late(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_late_timers timers;

	put_bases(fake);
	put_timer(fake, 0, 0, 5, NOW - 25 * HZ, 0x80000);
	put_timer(fake, 1, 0, 64 * 5 + 3, (NOW - 25 * HZ) & ~0x7fffull, 0);
	put_timer(fake, 2, 1, 5, NOW - 25 * HZ, 0);
	put_timer(fake, 3, 0, 9, NOW - 25 * HZ, 0);
	fake_put(fake, TIMER(3) + 32, 4, 10 << 22);
	assert_in_time(machine);
	/* What lies behind the bases is none: no jiffies are so few. */
	fake_put(fake, BASE(1) + 16, 8, 5);
	fake_put(fake, BUCKET(1, 5), 8, 0xdead0000);
	assert_in_time(machine);
	/* A time that had passed when it was armed counts from then. */
	put_timer(fake, 0, 0, 5, NOW - 1000 * HZ, 0);
	timers = late_timers(machine);
	assert_int_equal(timers.list[0].list[0].late_s, 30);
	pk_late_timers_deinit(&timers);
	fake_put(fake, BASE(0) + 16, 8, NOW - 19 * HZ);
	assert_in_time(machine);
}

static void timers_that_are_not_known(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_late_timers timers;

	put_bases(fake);
	put_timer(fake, 0, 0, 5, NOW - 25 * HZ, 0);
	fake_put(fake, TIMER(0), 8, TIMER(0)); /* a list that loops */
	timers = late_timers(machine);
	assert_int_equal(timers.nr, 1);
	assert_int_equal(timers.list[0].status, PK_CORRUPT);
	pk_late_timers_deinit(&timers);
	fake_put(fake, CLOCK, 4, 0);
	timers = late_timers(machine);
	assert_int_not_equal(timers.limit_s.status, PK_OK);
	assert_string_equal(timers.lack, "jiffies when the machine stopped");
	pk_late_timers_deinit(&timers);
}

/* What a CPU did, as a finding tells it, and its evidence: "name=value; ...". */
static void expect_tale(const struct pk_cpu_tale *tale, const char *words, const char *evidence)
{
	struct pk_scene scene = {.host.nr_cpus = 0};
	struct pk_finding finding = {.nr_evidence = 0};
	struct pk_words told = {.len = 0};
	char shown[1024] = "";

	pk_cpu_tale_tell(tale, &told);
	assert_string_equal(told.text, words);
	pk_cpu_tale_show(&scene, tale, &finding);
	for (unsigned i = 0; i < finding.nr_evidence; i++)
		sprintf(shown + strlen(shown), "%s%s=%s", i ? "; " : "", finding.evidence[i].name,
			finding.evidence[i].value);
	assert_string_equal(shown, evidence);
}

#define DID ": in csum_partial [mod], softirq net_rx_action"
#define SHOWN "function=csum_partial+0x10; module=mod; softirq=net_rx_action; comm=iperf; pid=7"

static void what_a_cpu_did(void **state)
{
	static const struct pk_cpu_tale plain = {
		.cpu = 1,
		.work = {.task = {.pid = 7, .comm = "iperf"},
			 .func = {.name = "csum_partial", .module = "mod"},
			 .offset = 16,
			 .softirq = "net_rx_action"}};
	static const struct pk_route_place routes[] = {
		{.addr = 1,
		 .table = 254,
		 .family = 4,
		 .prefix = 0x0a000200,
		 .length = 24,
		 .chain = {.nr = 900, .circular = true}},
		{.addr = 1,
		 .table = 7,
		 .family = 6,
		 .prefix6 = {0xfd, 9},
		 .length = 64,
		 .walk = PK_ROUTE_EXCEPTIONS,
		 .chain = {.nr = 40}},
		{.addr = 1, .table = 7, .family = 4, .walk = PK_ROUTE_HOPS, .chain = {.nr = 3}},
	};
	struct pk_device device = {.name = "eth0"};
	struct pk_napi napi = {.addr = 0x1000, .poll = "virtnet_poll"};
	struct pk_qdisc_counts qdisc = {.addr = 0x2000, .id = "fq", .handle = 0x10000};
	struct pk_cpu_tale tale = plain;

	(void)state;
	expect_tale(&tale, DID, SHOWN);
	tale.work.func.module[0] = tale.work.softirq[0] = '\0';
	expect_tale(&tale, ": in csum_partial, task iperf (PID 7)",
		    "function=csum_partial+0x10; comm=iperf; pid=7");

	tale = plain;
	tale.work.device = &device;
	tale.work.napi = &napi;
	tale.work.qdisc = &qdisc;
	tale.work.timer = 0x3000;
	strcpy(tale.work.callback, "tcp_write_timer");
	strcpy(tale.work.timer_in.cache, "TCP");
	tale.work.skb = 0x4000;
	expect_tale(&tale,
		    DID ", polls eth0 by virtnet_poll, works on qdisc fq 1: of eth0, runs the "
			"timer callback "
			"tcp_write_timer of an object of TCP, has packet 4000",
		    SHOWN "; device=eth0; napi=0x1000; qdisc=0x2000; timer=0x3000; skb=0x4000");

	tale = plain;
	tale.work.lookup.nft = (struct pk_nft_place){.family = "inet",
						     .table = "filter",
						     .chain = "input",
						     .addr = 1,
						     .nr_rules = 9,
						     .rule = 4,
						     .handle = 12};
	expect_tale(&tale, DID ", in nft chain inet filter input (rule 4 of 9)",
		    SHOWN "; nft chain=inet filter input; nft rule=4 of 9, handle 12");
	tale.work.lookup.nft.rule = 0;
	expect_tale(&tale, DID ", in nft chain inet filter input (9 rules)",
		    SHOWN "; nft chain=inet filter input; nft rule=one of 9");

	tale = plain;
	tale.work.lookup.xt =
		(struct pk_xt_place){.program = "iptables", .addr = 1, .table = "nat"};
	expect_tale(&tale, DID ", in iptables table nat", SHOWN "; xtables table=iptables nat");
	strcpy(tale.work.lookup.xt.chain, "DOCKER");
	tale.work.lookup.xt.nr_rules = 30;
	expect_tale(&tale, DID ", in iptables table nat, chain DOCKER (30 rules)",
		    SHOWN "; xtables table=iptables nat; xtables chain=DOCKER; xtables "
			  "rule=one of 30");
	tale.work.lookup.xt.rule = 29;
	expect_tale(&tale, DID ", in iptables table nat, chain DOCKER (rule 29 of 30)",
		    SHOWN "; xtables table=iptables nat; xtables chain=DOCKER; xtables "
			  "rule=29 of 30");

	tale = plain;
	tale.work.lookup.hash = (struct pk_hash_place){.table = "conntrack entries",
						       .addr = 1,
						       .bucket = 5,
						       .object = 0x5000,
						       .chain = {.nr = 60000}};
	expect_tale(&tale, DID ", in bucket 5 of conntrack entries (a chain of 60000)",
		    SHOWN "; hash table=conntrack entries; hash bucket=5; hash chain=60000; hash "
			  "entry=0x5000");
	tale.work.lookup.hash.chain.circular = true;
	expect_tale(&tale, DID ", in bucket 5 of conntrack entries (a circular chain of 60000)",
		    SHOWN "; hash table=conntrack entries; hash bucket=5; hash chain=60000, "
			  "circular; hash entry=0x5000");

	tale = plain;
	tale.work.lookup.route = routes[0];
	expect_tale(&tale,
		    DID ", in route 10.0.2.0/24 of table 254 (a circular chain of 900 aliases)",
		    SHOWN "; route table=254; route=10.0.2.0/24; route aliases=900, circular");
	tale.work.lookup.route = routes[1];
	expect_tale(&tale, DID ", in route fd09::/64 of table 7 (a chain of 40 exceptions)",
		    SHOWN "; route table=7; route=fd09::/64; route exceptions=40");
	tale.work.lookup.route = routes[2];
	tale.work.lookup.nexthop = (struct pk_nexthop_place){1, 70, 2};
	expect_tale(&tale,
		    DID ", in route 0.0.0.0/0 of table 7 (3 next hops), in nexthop group 70 (2 "
			"nexthops)",
		    SHOWN "; route table=7; route=0.0.0.0/0; route next hops=3; nexthop group=70; "
			  "nexthops=2");

	tale = plain;
	tale.work.rcu_tick = true;
	expect_tale(&tale, DID "; RCU's tick interrupted it", SHOWN);
	tale.status = PK_UNSUPPORTED;
	expect_tale(&tale,
		    ": task iperf (PID 7); its stack cannot be unwound: what it was doing is not "
		    "judged",
		    "comm=iperf; pid=7");
	tale.status = PK_ABSENT;
	expect_tale(&tale, "", "");
}

static void what_a_cpu_spins_for(void **state)
{
	static struct pk_cpu_tale tale = {
		.work = {.task = {.pid = 7, .comm = "iperf"},
			 .func = {.name = "queued_spin"},
			 .spins = true},
		.spin = {.lock = 0x6000,
			 .name = "the root lock of qdisc fq 1: of eth0",
			 .holder = 3,
			 .holder_func = {.name = "fq_dequeue", .module = "sch_fq"}}};
	static const char did[] = "function=queued_spin+0x0; comm=iperf; pid=7";
	char words[256], shown[256];

	(void)state;
	for (int i = 0; i < 6; i++) {
		const char *who[] = {", likely held by CPU 3 in fq_dequeue [sch_fq]",
				     ", held by CPU 3 in fq_dequeue",
				     ", held by CPU 3",
				     "; who has it is not judged",
				     "",
				     NULL};
		const char *evidence[] = {"; likely_holder_cpu=3; holder_function=fq_dequeue",
					  "; holder_cpu=3; holder_function=fq_dequeue",
					  "; holder_cpu=3",
					  "",
					  "",
					  NULL};

		tale.spin.certain = i == 1 || i == 2;
		if (i == 1)
			tale.spin.holder_func.module[0] = '\0';
		if (i == 2)
			tale.spin.holder_func.name[0] = '\0';
		if (i >= 3)
			tale.spin.holder = -1;
		tale.spin.holder_unjudged = i == 3;
		tale.spin.status = i == 5 ? PK_ABSENT : PK_OK;
		snprintf(words, sizeof(words),
			 ": in queued_spin, task iperf (PID 7), spins for %s%s",
			 i == 5 ? "a lock that is not known" : tale.spin.name,
			 who[i] ? who[i] : "");
		snprintf(shown, sizeof(shown), "%s%s%s", did,
			 i == 5 ? ""
				: "; lock=0x6000; lock_name=the root lock of qdisc fq 1: "
				  "of eth0",
			 evidence[i] ? evidence[i] : "");
		expect_tale(&tale, words, shown);
	}
	tale.spin.status = PK_UNSUPPORTED;
	expect_tale(&tale,
		    ": in queued_spin, task iperf (PID 7); which lock it spins for is not "
		    "judged",
		    did);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_grace_period_and_its_cpus, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(readers_that_were_preempted, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_grace_period_that_is_young, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(an_expedited_grace_period, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(rcu_that_cannot_be_judged, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_pool_that_stands_still, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(pools_that_move_or_are_damaged, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_pool_that_nobody_wakes, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_work_that_no_timer_queues, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_queue_of_waiters, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(the_first_that_waits, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(names_of_locks, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_lock_without_a_queue, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(timers_that_are_late, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(timers_that_are_not_late, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(timers_that_are_not_known, setup,
						fake_machine_teardown),
		cmocka_unit_test(what_a_cpu_did),
		cmocka_unit_test(what_a_cpu_spins_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
