// SPDX-License-Identifier: GPL-3.0-or-later
/* What will make a qdisc send: a CPU that runs it, a CPU's list, a timer, a stopped queue, or nothing; and who takes what a
 * receive ring holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device/device.h"
#include "fake_target.h"

#define BASE 0xffff888000000000
#define SOFTNET BASE
#define CLOCK (BASE + 0x200) /* struct hrtimer_clock_base */
#define TIMEKEEPER (BASE + 0x300)
#define QDISC(n) (BASE + 0x1000 + 0x400 * (uint64_t)(n))
#define STATE 8
#define RUNNING 16
#define SEQLOCK 20
#define LOCK 24
#define FLAGS 28
#define NEXT 32
#define PRIV 128
#define WATCHDOG (PRIV + 16)
#define WORK (PRIV + 8)
#define NOW 5000000000000ull /* ns */
#define MS 1000000ull

static const struct fake_member members[] = {
	{"struct Qdisc", "state", STATE, .size = 8},
	{"struct Qdisc", "running", RUNNING, .size = 1},
	{"struct Qdisc", "seqlock", SEQLOCK, .size = 4},
	{"struct Qdisc", "q.lock", LOCK, .size = 4},
	{"struct Qdisc", "flags", FLAGS, .size = 4},
	{"struct Qdisc", "next_sched", NEXT, 8, .is_pointer = true},
	{"struct Qdisc", "privdata", PRIV, .size = 8},
	{"struct softnet_data", "output_queue", 8, 8, .is_pointer = true},
	{"struct fq_sched_data@sch_fq", "watchdog", 16, .size = 80},
	{"struct htb_sched@sch_htb", "watchdog", 16, .size = 80},
	{"struct htb_sched@sch_htb", "work.data", 8, .size = 8},
	{"struct napi_struct", "timer", 16, .size = 64},
	{"struct qdisc_watchdog", "timer", 8, .size = 64},
	{"struct hrtimer", "state", 0, .size = 1},
	{"struct hrtimer", "node.expires", 8, .size = 8, .is_signed = true},
	{"struct hrtimer", "base", 16, 8, .is_pointer = true},
	{"struct hrtimer_clock_base", "running", 0, 8, .is_pointer = true},
	{"struct hrtimer_clock_base", "offset", 8, .size = 8, .is_signed = true},
	{"struct tk_data", "timekeeper", 0, .size = 64},
	{"struct timekeeper", "tkr_mono.base", 0, .size = 8, .is_signed = true},
	{"struct timekeeper", "tkr_mono.xtime_nsec", 8, .size = 8},
	{"struct timekeeper", "tkr_mono.shift", 16, .size = 4},
};
#define TIMER (WATCHDOG + 8)

static const struct fake_enum enums[] = {
	{NULL, "__QDISC_STATE_SCHED", 0},    {NULL, "__QDISC_STATE_DEACTIVATED", 1},
	{NULL, "__QUEUE_STATE_DRV_XOFF", 0}, {NULL, "__QUEUE_STATE_STACK_XOFF", 1},
	{NULL, "__QUEUE_STATE_FROZEN", 2},   {NULL, "NAPI_STATE_SCHED", 0},
};

/* A device with two queues, that feed from one qdisc, 1:, and another below that, 2:. */
struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_tx_queue queues[2];
	struct pk_qdisc_counts qdiscs[2];
	struct pk_device device;
	struct pk_devices devices;
};

static struct pk_figure of(uint64_t value)
{
	return (struct pk_figure){PK_OK, value};
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.fake;

	memset(&machine, 0, sizeof(machine));
	fake_target_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_map(fake, BASE, 0x2000);
	fake_cpus(fake, 2);
	fake->percpu[1] = 0x100;
	fake_symbol(fake, "softnet_data", SOFTNET, 64);
	fake_symbol(fake, "tk_core", TIMEKEEPER, 64);
	fake_put(fake, TIMEKEEPER, 8, NOW);
	for (unsigned i = 0; i < 2; i++) {
		machine.queues[i] =
			(struct pk_tx_queue){.index = i, .state = of(0), .qdisc = of(QDISC(0))};
		machine.qdiscs[i] = (struct pk_qdisc_counts){.addr = QDISC(i),
							     .id = "pfifo",
							     .handle = (i + 1) << 16,
							     .parent = i << 16,
							     .root = !i,
							     .qlen = of(5)};
		fake_put(fake, QDISC(i) + TIMER + 16, 8, CLOCK);
	}
	machine.device = (struct pk_device){.name = "eth0",
					    .queues = machine.queues,
					    .nr_queues = 2,
					    .qdiscs = machine.qdiscs,
					    .nr_qdiscs = 2};
	machine.devices = (struct pk_devices){&machine.device, 1};
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static enum pk_wake wake_of(struct machine *machine)
{
	machine->qdiscs[0].wake = machine->qdiscs[1].wake = PK_WAKE_IDLE;
	pk_device_wakes_read(&machine->ctx, &machine->devices);
	return machine->qdiscs[0].wake;
}

static void be_fq(struct machine *machine, unsigned n, uint64_t expires)
{
	strcpy(machine->qdiscs[n].id, "fq");
	fake_put(&machine->fake, QDISC(n) + TIMER, 1, 1);
	fake_put(&machine->fake, QDISC(n) + TIMER + 8, 8, expires);
}

static void test_nothing(void **state)
{
	struct machine *machine = *state;

	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	assert_int_equal(machine->qdiscs[1].wake, PK_WAKE_IDLE); /* the one above runs it */
	assert_false(machine->qdiscs[0].lockless);
	machine->qdiscs[0].qlen = of(0);
	assert_int_equal(wake_of(machine), PK_WAKE_IDLE);
}

static void test_a_cpu_is_at_it(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, QDISC(0) + RUNNING, 1, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_RUNNING);
	fake_put(&machine->fake, QDISC(0) + RUNNING, 1, 2); /* an even seqcount */
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	fake_put(&machine->fake, QDISC(0) + LOCK, 4, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_RUNNING);
}

/* PREEMPT_RT's locks are mutexes, lock debugging's have a number inside. */
static void test_locks_of_other_kernels(void **state)
{
	static const struct fake_member realtime = {"struct spinlock", "lock.owner", 24, 8,
						    .is_pointer = true};
	static const struct fake_member debugged = {"struct spinlock", "rlock.raw_lock", 0,
						    .size = 4};
	struct machine *machine = *state;

	for (unsigned i = 0; i < machine->fake.nr_members; i++)
		if (!strcmp(machine->fake.members[i].path, "q.lock"))
			machine->fake.members[i].size = 32;
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	pk_ctx_deinit(&machine->ctx);
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	fake_members(&machine->fake, &realtime, 1);
	fake_put(&machine->fake, QDISC(0) + LOCK + 24, 8, 1); /* nobody has it, and some wait */
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	fake_put(&machine->fake, QDISC(0) + LOCK + 24, 8, BASE + 1);
	assert_int_equal(wake_of(machine), PK_WAKE_RUNNING);
	pk_ctx_deinit(&machine->ctx);
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	fake_members(&machine->fake, &debugged, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	fake_put(&machine->fake, QDISC(0) + LOCK, 4, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_RUNNING);
}

/* pfifo_fast has neither bit nor lock, but a lock of who sends. */
static void test_without_a_lock(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, QDISC(0) + FLAGS, 4, 0x100);
	fake_put(&machine->fake, QDISC(0) + RUNNING, 1, 1);
	fake_put(&machine->fake, QDISC(0) + LOCK, 4, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	assert_true(machine->qdiscs[0].lockless);
	fake_put(&machine->fake, QDISC(0) + SEQLOCK, 4, 0x101);
	assert_int_equal(wake_of(machine), PK_WAKE_RUNNING);
}

static void test_scheduled(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, QDISC(0) + STATE, 8, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	fake_put(&machine->fake, SOFTNET + 0x100 + 8, 8, QDISC(1));
	fake_put(&machine->fake, QDISC(1) + NEXT, 8, QDISC(0));
	assert_int_equal(wake_of(machine), PK_WAKE_SCHEDULED);
	assert_int_equal(machine->qdiscs[0].wake_cpu, 1);
	/* A list that cannot be followed may have had it. */
	fake_put(&machine->fake, QDISC(1) + NEXT, 8, QDISC(1));
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	assert_int_equal(machine->qdiscs[0].wake_status, PK_CORRUPT);
	assert_string_equal(machine->qdiscs[0].wake_lack, "output_queue");
}

static void test_the_driver(void **state)
{
	struct machine *machine = *state;

	machine->queues[1].stopped_by_driver = true;
	assert_int_equal(wake_of(machine), PK_WAKE_DEVICE);
	machine->queues[1].stopped_by_driver = false;
	machine->queues[0].stopped_by_stack = true;
	assert_int_equal(wake_of(machine), PK_WAKE_DEVICE);
	machine->queues[0].stopped_by_stack = false;
	fake_put(&machine->fake, QDISC(0) + STATE, 8, 2);
	assert_int_equal(wake_of(machine), PK_WAKE_DOWN);
}

/* A stopped queue is enough, whatever else is not known. */
static void test_no_state(void **state)
{
	struct machine *machine = *state;

	machine->fake.members[0].path = "none";
	machine->queues[1].stopped_by_driver = true;
	assert_int_equal(wake_of(machine), PK_WAKE_DEVICE);
	machine->queues[1].stopped_by_driver = false;
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	assert_string_equal(machine->qdiscs[0].wake_lack, "qdisc_state");
}

static void test_a_timer(void **state)
{
	struct machine *machine = *state;
	struct pk_qdisc_counts *root = &machine->qdiscs[0];

	be_fq(machine, 0, NOW + 250 * MS);
	assert_int_equal(wake_of(machine), PK_WAKE_TIMER);
	assert_true(root->stamped);
	assert_int_equal(root->due_ms.value, 250);
	fake_put(&machine->fake, CLOCK + 8, 8, 50 * MS); /* the clock is ahead */
	assert_int_equal(wake_of(machine), PK_WAKE_TIMER);
	assert_int_equal(root->due_ms.value, 200);
	/* The next one, whose ever it is. */
	be_fq(machine, 1, NOW - 50 * MS);
	assert_int_equal(wake_of(machine), PK_WAKE_TIMER);
	assert_int_equal((int64_t)root->due_ms.value, -100);
	fake_put(&machine->fake, QDISC(0) + TIMER, 1, 0);
	fake_put(&machine->fake, QDISC(1) + TIMER, 1, 0);
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	fake_put(&machine->fake, CLOCK, 8, QDISC(1) + TIMER); /* its callback runs */
	assert_int_equal(wake_of(machine), PK_WAKE_TIMER);
}

/* When it is due is not known; that it is armed is. */
static void test_no_time(void **state)
{
	struct machine *machine = *state;

	be_fq(machine, 0, NOW);
	strcpy(machine->fake.symbols[1].name, "no_core");
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	assert_string_equal(machine->qdiscs[0].wake_lack, "qdisc_watchdog");
}

static void test_a_worker(void **state)
{
	struct machine *machine = *state;

	strcpy(machine->qdiscs[0].id, "htb");
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	fake_put(&machine->fake, QDISC(0) + WORK, 8, 1);
	assert_int_equal(wake_of(machine), PK_WAKE_SCHEDULED);
	assert_int_equal(machine->qdiscs[0].wake_cpu, -1);
}

/* A kind that nobody knows may wait for anything, as long as it has packets. */
static void test_not_known(void **state)
{
	struct machine *machine = *state;

	strcpy(machine->qdiscs[1].id, "plug");
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	machine->qdiscs[1].qlen = of(0);
	assert_int_equal(wake_of(machine), PK_WAKE_MISSING);
	strcpy(machine->qdiscs[1].id, "tbf"); /* without the module's types */
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	strcpy(machine->qdiscs[1].id, "pfifo");
	machine->queues[1].qdisc = (struct pk_figure){.status = PK_UNREADABLE};
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
	assert_string_equal(machine->qdiscs[0].wake_lack, "netdev_queue.qdisc");
	assert_int_equal(machine->qdiscs[0].wake_status, PK_UNREADABLE);
	machine->device.nr_queues = 0;
	assert_int_equal(wake_of(machine), PK_WAKE_UNKNOWN);
}

/* Qdiscs that stand above each other in a circle. */
static void test_circle(void **state)
{
	struct machine *machine = *state;

	machine->qdiscs[0].root = false;
	machine->qdiscs[0].parent = 2 << 16;
	machine->queues[0].qdisc = machine->queues[1].qdisc = of(BASE);
	assert_int_equal(wake_of(machine), PK_WAKE_IDLE);
}

/* A receive ring with two packets, its idle NAPI context, and its interrupt among others. */
static void test_rings(void **state)
{
	struct machine *machine = *state;
	struct pk_napi napi = {.addr = QDISC(1), .state = of(0)};
	struct pk_irq irqs[] = {{.number = 24, .depth = of(1), .dev_id = 77},
				{.number = 25, .depth = of(0), .dev_id = 78}};
	struct pk_ring ring = {.receive = true,
			       .done = of(2),
			       .napi = QDISC(1),
			       .vq = 78,
			       .interrupts_off = of(0)};
	struct pk_device device = {.napis = &napi,
				   .nr_napis = 1,
				   .irqs = irqs,
				   .nr_irqs = 2,
				   .rings = &ring,
				   .nr_rings = 1};
	struct pk_devices devices = {&device, 1};

	fake_put(&machine->fake, QDISC(1) + 16 + 16, 8, CLOCK);
#define ASSERT_WAKE(expected)                                                                      \
	({                                                                                         \
		ring.wake = PK_WAKE_IDLE;                                                          \
		ring.irq = 0;                                                                      \
		pk_device_ring_wakes_read(&machine->ctx, &devices);                                \
		assert_int_equal(ring.wake, expected);                                             \
	})
	ASSERT_WAKE(PK_WAKE_DEVICE);
	irqs[1].depth = of(1);
	ASSERT_WAKE(PK_WAKE_MISSING);
	assert_int_equal(ring.irq, 25);
	irqs[1].depth = (struct pk_figure){PK_UNREADABLE, 0};
	ASSERT_WAKE(PK_WAKE_UNKNOWN);
	assert_string_equal(ring.wake_lack, "irq_desc.depth");
	irqs[1].dev_id = 0; /* of several queues */
	ASSERT_WAKE(PK_WAKE_UNKNOWN);
	ring.interrupts_off = of(1);
	ASSERT_WAKE(PK_WAKE_MISSING);
	assert_int_equal(ring.irq, 0);
	fake_put(&machine->fake, QDISC(1) + 16, 1, 1);
	ASSERT_WAKE(PK_WAKE_TIMER);
	fake_put(&machine->fake, QDISC(1) + 16, 1, 0);
	fake_put(&machine->fake, CLOCK, 8, QDISC(1) + 16); /* its function runs */
	ASSERT_WAKE(PK_WAKE_TIMER);
	fake_put(&machine->fake, CLOCK, 8, 0);
	napi.scheduled = true;
	ASSERT_WAKE(PK_WAKE_SCHEDULED);
	napi.scheduled = false;
	ring.interrupts_off = (struct pk_figure){PK_ABSENT, 0};
	ASSERT_WAKE(PK_WAKE_UNKNOWN);
	ring.done = of(0);
	ASSERT_WAKE(PK_WAKE_IDLE);
	ring.done = of(2);
	napi.state = (struct pk_figure){PK_UNREADABLE, 0};
	ASSERT_WAKE(PK_WAKE_UNKNOWN);
	device.nr_napis = 0;
	ASSERT_WAKE(PK_WAKE_UNKNOWN);
	ring.napi = 0; /* another driver's */
	ASSERT_WAKE(PK_WAKE_IDLE);
}

static void test_words(void **state)
{
	char text[48];

	(void)state;
	assert_string_equal(pk_due_text(1500, text), "due in 1.500 s");
	assert_string_equal(pk_due_text(-20, text), "0.020 s overdue");
	assert_string_equal(pk_due_text(40ll * 86400000, text), "due in 40 days");
	assert_string_equal(pk_due_text(INT64_MIN, text), "106751991167 days overdue");
	assert_string_equal(pk_wake_name(PK_WAKE_MISSING), "missing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_nothing, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_a_cpu_is_at_it, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_locks_of_other_kernels, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_without_a_lock, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_scheduled, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_the_driver, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_no_state, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_a_timer, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_no_time, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_a_worker, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_not_known, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_circle, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(test_rings, setup, fake_machine_teardown),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
