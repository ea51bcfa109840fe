// SPDX-License-Identifier: GPL-3.0-or-later
/* The kernel's detectors of stuck CPUs and hung tasks, and what tasks wait for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/task/watchdog.h"
#include "fake_log.h"

#define ENABLED (GLOBALS + 0x100)
#define THRESH (GLOBALS + 0x108)
#define TOUCH (GLOBALS + 0x110)
#define REPORT (GLOBALS + 0x118)
#define TIMEOUT (GLOBALS + 0x120)
#define JIFFIES (GLOBALS + 0x128)
#define CLOCK (GLOBALS + 0x130)
#define RUNQUEUE (GLOBALS + 0x140)
#define TIMER (GLOBALS + 0x180)
#define TIMEKEEPER (GLOBALS + 0x1c0)
#define TASK(n) (GLOBALS + 0x400 + 0x100 * (uint64_t)(n))
#define HZ 250
#define INITIAL (uint64_t)(uint32_t)(-300 * HZ)
#define STAMP(s) ((uint64_t)(s) << 30) /* ns */
#define RESET UINT64_MAX

static const struct fake_member members[] = {
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
	{"struct task_struct", "pid", 0, 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, 4, .is_signed = true},
	{"struct task_struct", "comm", 8, 16, .is_array = true, .elements = 16},
	{"struct task_struct", "stack", 24, 8, .is_pointer = true},
	{"struct task_struct", "tasks", 32, .size = 16},
	{"struct task_struct", "__state", 48, .size = 4},
	{"struct task_struct", "on_cpu", 52, .size = 4},
	{"struct task_struct", "nvcsw", 56, .size = 8},
	{"struct task_struct", "nivcsw", 64, .size = 8},
	{"struct task_struct", "last_switch_count", 72, .size = 8},
	{"struct task_struct", "last_switch_time", 80, .size = 8},
	{"struct task_struct", "sched_info.last_arrival", 88, .size = 8},
	{"struct rq", "clock", 0, .size = 8},
	{"struct hrtimer", "state", 0, .size = 1},
	{"struct hrtimer", "node.expires", 8, .size = 8, .is_signed = true},
	{"struct tk_data", "timekeeper", 0, .size = 64},
	{"struct timekeeper", "tkr_mono.base", 0, .size = 8, .is_signed = true},
	{"struct timekeeper", "tkr_mono.xtime_nsec", 8, .size = 8},
	{"struct timekeeper", "tkr_mono.shift", 16, .size = 4},
	{"struct rcu_state", "gp_seq", 0, .size = 8},
	{"struct rcu_state", "gp_start", 8, .size = 8},
	{"struct rcu_state", "gp_activity", 16, .size = 8},
	{"struct rcu_state", "expedited_sequence", 24, .size = 8},
};

/* A detector that is on, of 10 s; a CPU that scheduled at 100 s; a clock of 250 Hz, 500 s after boot. */
static int setup(void **state)
{
	static struct fake_log log;
	struct fake_target *fake = &log.fake;

	fake_log_ring_init(&log, 0);
	fake_map(fake, GLOBALS, 0x1000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_symbol(fake, "watchdog_enabled", ENABLED, 8);
	fake_symbol(fake, "watchdog_thresh", THRESH, 4);
	fake_symbol(fake, "watchdog_touch_ts", TOUCH, 8);
	fake_symbol(fake, "watchdog_report_ts", REPORT, 8);
	fake_symbol(fake, "sysctl_hung_task_timeout_secs", TIMEOUT, 8);
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 64);
	fake_symbol(fake, "init_task", TASK(0), 0x100);
	fake_put(fake, ENABLED, 8, 3);
	fake_put(fake, THRESH, 4, 10);
	fake_put(fake, TOUCH, 8, 100);
	fake_put(fake, REPORT, 8, 100);
	fake_put(fake, TIMEOUT, 8, 120);
	fake_put(fake, CLOCK, 4, 1000000000 / HZ);
	fake_put(fake, JIFFIES, 8, INITIAL + 500 * HZ);
	*state = &log;
	return 0;
}

static int teardown(void **state)
{
	fake_log_end(*state);
	return 0;
}

static struct pk_watchdog watched(struct fake_log *log, const struct pk_panic *panic)
{
	struct pk_watchdog watchdog;

	pk_watchdog_read(&log->ctx, panic, &watchdog);
	return watchdog;
}

static void a_stamp_is_old(void **state)
{
	struct pk_panic panic = {.found = true, .ts_nsec = STAMP(121) + 5};
	struct pk_watchdog watchdog = watched(*state, &panic);

	assert_int_equal(watchdog.limit_s.value, 20);
	assert_int_equal(watchdog.nr, 1);
	assert_int_equal(watchdog.cpus[0].still_s.status, PK_OK);
	assert_int_equal(watchdog.cpus[0].still_s.value, 21);
	assert_int_equal(watchdog.cpus[0].said_s.status, PK_ABSENT);
	assert_false(watchdog.cpus[0].reset);
	pk_watchdog_deinit(&watchdog);
	panic.found = false; /* a hypervisor's dump: by jiffies, which 500 s are 465 of */
	watchdog = watched(*state, &panic);
	assert_int_equal(watchdog.cpus[0].still_s.value, 365);
	pk_watchdog_deinit(&watchdog);
}

/* Others moved its run queue's clock, but nobody ran its detector's timer, due at 100 s by a clock that stands at 500 s. */
static void a_timer_is_overdue(void **state)
{
	struct fake_log *log = *state;
	struct pk_panic panic = {.found = true, .ts_nsec = STAMP(121)};
	struct pk_watchdog watchdog;

	fake_symbol(&log->fake, "runqueues", RUNQUEUE, 64);
	fake_symbol(&log->fake, "watchdog_hrtimer", TIMER, 64);
	fake_symbol(&log->fake, "tk_core", TIMEKEEPER, 64);
	fake_put(&log->fake, RUNQUEUE, 8, STAMP(120));
	fake_put(&log->fake, TIMER + 8, 8, 100000000000);
	fake_put(&log->fake, TIMEKEEPER, 8, 500000000000);
	watchdog = watched(log, &panic); /* it runs, or was never begun */
	assert_int_equal(watchdog.cpus[0].tick_s.value, 1);
	pk_watchdog_deinit(&watchdog);
	fake_put(&log->fake, TIMER, 1, 1);
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].tick_s.status, PK_OK);
	assert_int_equal(watchdog.cpus[0].tick_s.value, 27);
	pk_watchdog_deinit(&watchdog);
	fake_put(&log->fake, RUNQUEUE, 8, STAMP(60));
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].tick_s.value, 61);
	pk_watchdog_deinit(&watchdog);
	fake_put(&log->fake, TIMER + 8, 8, 131000000000); /* after the panic */
	fake_put(&log->fake, RUNQUEUE, 8, STAMP(120));
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].tick_s.value, 1);
	pk_watchdog_deinit(&watchdog);
}

/* Since 5.14 the detector begins again by a stamp of its own; before, the only one was overwritten. */
static void a_stamp_was_reset(void **state)
{
	struct fake_log *log = *state;
	struct pk_panic panic = {.found = true, .ts_nsec = STAMP(121)};
	struct pk_watchdog watchdog;

	fake_put(&log->fake, REPORT, 8, RESET);
	watchdog = watched(log, &panic);
	assert_true(watchdog.cpus[0].reset);
	assert_int_equal(watchdog.cpus[0].still_s.value, 21);
	pk_watchdog_deinit(&watchdog);
	fake_put(&log->fake, TOUCH, 8, RESET);
	watchdog = watched(log, &panic);
	assert_true(watchdog.cpus[0].reset);
	assert_int_equal(watchdog.cpus[0].still_s.status, PK_ABSENT);
	pk_watchdog_deinit(&watchdog);
}

/* Without a stamp, a task that runs has its own. It counts what the log said since, before the panic, too. */
static void a_stamp_of_the_task(void **state)
{
	static const char line[] = "watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [ip:7]";
	struct fake_log *log = *state;
	struct pk_panic panic = {.found = true, .ts_nsec = STAMP(150)};
	struct pk_watchdog watchdog;

	fake_symbol(&log->fake, "current_task", GLOBALS + 0x800, 8);
	fake_put(&log->fake, GLOBALS + 0x800, 8, TASK(1));
	fake_put(&log->fake, TASK(1) + 88, 8, STAMP(110));
	fake_put(&log->fake, TOUCH, 8, RESET);
	fake_log_ring_add(log, 2, STAMP(109), 0, line);
	watchdog = watched(log, &panic); /* who idles has none */
	assert_int_equal(watchdog.cpus[0].still_s.status, PK_ABSENT);
	pk_watchdog_deinit(&watchdog);
	fake_put(&log->fake, TASK(1), 4, 7);
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].still_s.status, PK_OK);
	assert_int_equal(watchdog.cpus[0].still_s.value, 40);
	assert_int_equal(watchdog.cpus[0].said_s.status, PK_ABSENT);
	pk_watchdog_deinit(&watchdog);
	fake_log_ring_add(log, 2, STAMP(132), 0, line);
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].said_s.value, 22);
	pk_watchdog_deinit(&watchdog);
	fake_put(&log->fake, TASK(1) + 88, 8, STAMP(151)); /* after the panic: it cannot be */
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].still_s.status, PK_ABSENT);
	pk_watchdog_deinit(&watchdog);
}

static void the_log_says_it(void **state)
{
	static const char older[] = "watchdog: BUG: soft lockup - CPU#0 stuck for 44s! [ip:7]";
	static const char line[] = "watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [ip:7]";
	static const char user[] = "watchdog: BUG: soft lockup - CPU#0 stuck for 99s! [ip:7]";
	struct fake_log *log = *state;
	struct pk_panic panic = {.found = true, .ts_nsec = STAMP(121)};
	struct pk_watchdog watchdog;

	fake_log_ring_add(log, 2, STAMP(60), 0, older);
	fake_log_ring_add(log, 2, STAMP(121), 0, line);
	fake_log_ring_add(log, 2, STAMP(122), 1, user);
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.cpus[0].said_s.status, PK_OK);
	assert_int_equal(watchdog.cpus[0].said_s.value, 22);
	pk_watchdog_deinit(&watchdog);
}

static void rcu_says(struct fake_log *log, bool normal, bool expedited, uint64_t age_s)
{
	struct pk_panic panic = {.found = true, .ts_nsec = 500ull * 1000000000};
	struct pk_figure ran_on_ms = {.value = 0};
	struct pk_rcu rcu;

	pk_rcu_read(&log->ctx, &panic, &ran_on_ms, &rcu);
	assert_int_equal(rcu.normal.age_s.value, 20);
	assert_int_equal(rcu.normal.said, normal);
	assert_int_equal(pk_rcu_is_late(&rcu, &rcu.normal), normal);
	assert_int_equal(rcu.expedited.said, expedited);
	assert_int_equal(pk_rcu_is_late(&rcu, &rcu.expedited), expedited);
	assert_int_equal(rcu.expedited.age_s.value, age_s);
	pk_rcu_deinit(&rcu);
}

/* Of this grace period, if that had begun; of the expedited one, if it has the number. */
static void the_log_tells_of_rcu(void **state)
{
	static const char stall[] = "rcu: INFO: rcu_sched detected stalls on CPUs/tasks:";
	const uint64_t sec = 1000000000, rcu_state = GLOBALS + 0x900;
	struct fake_log *log = *state;
	struct fake_target *fake = &log->fake;

	fake_symbol(fake, "rcu_cpu_stall_timeout", GLOBALS + 0x940, 4);
	fake_symbol(fake, "rcu_state", rcu_state, 0x40);
	fake_put(fake, GLOBALS + 0x940, 4, 21);
	fake_put(fake, rcu_state, 8, 457);
	fake_put(fake, rcu_state + 8, 8, INITIAL + 480 * HZ);
	fake_put(fake, rcu_state + 16, 8, INITIAL + 480 * HZ);
	fake_put(fake, rcu_state + 24, 8, 401);
	fake_log_ring_add(log, 2, 470 * sec, 0, stall);
	fake_log_ring_add(log, 2, 499 * sec, 1, stall); /* a program's */
	fake_log_ring_add(log, 2, 498 * sec, 0,
			  "rcu: INFO: rcu_sched detected expedited stalls on CPUs/tasks: { 1-.... "
			  "} 9999 jiffies s: 397 root: 0x2/.");
	rcu_says(log, false, false, 0);
	fake_log_ring_add(log, 2, 490 * sec, 0,
			  "rcu: INFO: rcu_sched detected expedited stalls on CPUs/tasks: { 1-.... "
			  "} 5300 jiffies s: 401 root: 0x2/.");
	rcu_says(log, false, true, 31);
	fake_log_ring_add(log, 2, 499 * sec, 0,
			  "rcu: INFO: rcu_preempt self-detected stall on CPU");
	rcu_says(log, true, true, 31);
}

static void a_detector_that_is_not_there(void **state)
{
	struct fake_log *log = *state;
	struct pk_panic panic = {.found = true, .ts_nsec = STAMP(121)};
	struct pk_watchdog watchdog;

	fake_put(&log->fake, ENABLED, 8, 1); /* for hard lockups alone */
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.limit_s.status, PK_ABSENT);
	assert_string_equal(watchdog.lack, "soft lockup detector, which was off");
	assert_int_equal(watchdog.nr, 0);
	fake_put(&log->fake, ENABLED, 8, 2);
	fake_put(&log->fake, THRESH, 4, 1u << 31);
	watchdog = watched(log, &panic);
	assert_int_equal(watchdog.limit_s.status, PK_CORRUPT);
}

/* --- khungtaskd ------------------------------------------------------------------------------------------ */

/* init and two others; times are seconds after boot. */
static void put_task(struct fake_target *fake, unsigned n, uint32_t sleeps, uint64_t switches,
		     uint64_t counted, uint64_t since)
{
	uint64_t next = TASK((n + 1) % 3) + 32;

	fake_put(fake, TASK(n), 4, n);
	fake_put(fake, TASK(n) + 32, 8, next);
	fake_put(fake, next + 8, 8, TASK(n) + 32);
	fake_put(fake, TASK(n) + 48, 4, sleeps);
	fake_put(fake, TASK(n) + 56, 8, switches - 1);
	fake_put(fake, TASK(n) + 64, 8, 1);
	fake_put(fake, TASK(n) + 72, 8, counted);
	fake_put(fake, TASK(n) + 80, 8, INITIAL + since * HZ);
}

static void check_hung(struct fake_log *log, uint64_t ran_on_ms, size_t nr, uint64_t others)
{
	struct pk_figure ran_on = {PK_OK, ran_on_ms};
	struct pk_hung_tasks hung;

	pk_hung_tasks_read(&log->ctx, &ran_on, &hung);
	assert_int_equal(hung.limit_s.status, PK_OK);
	assert_int_equal(hung.nr, nr);
	assert_int_equal(hung.others, others);
	if (nr)
		assert_int_equal(hung.list[0].task.pid, 1);
	pk_hung_tasks_deinit(&hung);
}

static void a_task_hangs(void **state)
{
	struct fake_log *log = *state;
	struct fake_target *fake = &log->fake;

	put_task(fake, 0, 0, 10, 10, 1);
	put_task(fake, 1, 2, 10, 10, 380); /* not to be interrupted, for 120 s */
	put_task(fake, 2, 1, 10, 10, 1); /* may be interrupted */
	check_hung(log, 0, 1, 0);
	check_hung(log, 4, 0, 1); /* the machine stood still a tick before */
	put_task(fake, 1, 2, 11, 10, 380); /* it ran since khungtaskd looked */
	check_hung(log, 0, 0, 1);
	put_task(fake, 1, 0x102, 10, 10, 380); /* may be killed */
	check_hung(log, 0, 0, 0);
	put_task(fake, 1, 0x402, 10, 10, 380); /* idle */
	check_hung(log, 0, 0, 0);
}

static void nobody_looks_for_hung_tasks(void **state)
{
	struct fake_log *log = *state;
	struct pk_figure ran_on = {PK_OK, 0};
	struct pk_hung_tasks hung;

	fake_put(&log->fake, TIMEOUT, 8, 0);
	pk_hung_tasks_read(&log->ctx, &ran_on, &hung);
	assert_int_equal(hung.limit_s.status, PK_ABSENT);
	assert_string_equal(hung.lack, "hung task detector, which was off");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_stamp_is_old, setup, teardown),
		cmocka_unit_test_setup_teardown(a_timer_is_overdue, setup, teardown),
		cmocka_unit_test_setup_teardown(a_stamp_was_reset, setup, teardown),
		cmocka_unit_test_setup_teardown(a_stamp_of_the_task, setup, teardown),
		cmocka_unit_test_setup_teardown(the_log_says_it, setup, teardown),
		cmocka_unit_test_setup_teardown(the_log_tells_of_rcu, setup, teardown),
		cmocka_unit_test_setup_teardown(a_detector_that_is_not_there, setup, teardown),
		cmocka_unit_test_setup_teardown(a_task_hangs, setup, teardown),
		cmocka_unit_test_setup_teardown(nobody_looks_for_hung_tasks, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
