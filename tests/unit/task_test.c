// SPDX-License-Identifier: GPL-3.0-or-later
/* Task lists, shadow stacks of both layouts, and the two clocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/task/task.h"
#include "decode/trace/clock.h"
#include "fake_target.h"

#define AREA 0xffff888000000000ull
#define TASK(n) (AREA + 512 * (uint64_t)(n))
#define SIGNAL(n) (AREA + 0x4000 + 64 * (uint64_t)(n))
#define RET_STACK (AREA + 0x8000)
#define TASKS 16
#define NODE 48
#define PERCPU (AREA + 0xc000)

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "thread_info.cpu", 12, .size = 4},
	{"struct task_struct", "tasks", TASKS, .size = 16},
	{"struct task_struct", "signal", 32, .size = 8},
	{"struct task_struct", "stack", 40, .size = 8},
	{"struct task_struct", "thread_node", NODE, .size = 16},
	{"struct task_struct", "comm", 64, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "curr_ret_stack", 80, .size = 4, .is_signed = true},
	{"struct signal_struct", "thread_head", 0, .size = 16},
	{"struct rq", "idle", 8, .size = 8},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
};

static const struct fake_member old_layout[] = {
	{"struct task_struct", "ret_stack", 88, .size = 8, .is_pointer = true,
	 .type_text = "struct ftrace_ret_stack *"},
	{"struct ftrace_ret_stack", "calltime", 16, .size = 8},
	{"struct ftrace_ret_stack", "retp", 24, .size = 8},
};

static const struct fake_member new_layout[] = {
	{"struct task_struct", "ret_stack", 88, .size = 8, .is_pointer = true,
	 .type_text = "unsigned long *"},
	{"struct ftrace_ret_stack", "retp", 16, .size = 8},
	{"struct fgraph_ops", "idx", 0, .size = 4},
};

static int setup(void **state)
{
	static struct fake_machine machine;
	struct fake_target *fake = &machine.fake;

	fake_target_init(fake);
	fake_cpus(fake, 2);
	fake->percpu[1] = 0x100;
	fake_map(fake, AREA, 0x10000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_symbol(fake, "init_task", TASK(0), 512);
	fake_symbol(fake, "runqueues", PERCPU, 64);
	fake_symbol(fake, "current_task", PERCPU + 64, 8);
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

/* Tasks 0 .. NR-1 on init_task's list, each alone in its group; CPU 1 idles in TASK(9). */
static void draw_tasks(struct fake_target *fake, unsigned nr)
{
	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, TASK(i), 4, i);
		fake_put(fake, TASK(i) + 4, 4, i);
		fake_put_string(fake, TASK(i) + 64, "task");
		fake_put(fake, TASK(i) + TASKS, 8, TASK((i + 1) % nr) + TASKS);
		fake_put(fake, TASK(i) + 32, 8, SIGNAL(i));
		fake_put(fake, SIGNAL(i), 8, TASK(i) + NODE);
		fake_put(fake, TASK(i) + NODE, 8, SIGNAL(i));
	}
	fake_put(fake, PERCPU + 8, 8, TASK(0));
	fake_put(fake, PERCPU + 0x100 + 8, 8, TASK(9));
}

struct pids {
	int32_t pid[32];
	unsigned nr;
};

static struct pids see_all(struct fake_machine *machine)
{
	struct pk_reader r = {.ctx = &machine->ctx};
	struct pids pids = {0};

	pk_task_for_each (task, &r) {
		assert_true(pids.nr < 32);
		pids.pid[pids.nr++] = task.pid;
	}
	assert_int_equal(r.status, PK_OK);
	return pids;
}

static void idle_tasks_leaders_and_threads(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pids pids;
	const int32_t expected[] = {0, 0, 1, 7, 2};

	draw_tasks(fake, 3);
	fake_put(fake, TASK(5), 4, 7); /* a thread of task 1 */
	fake_put(fake, TASK(1) + NODE, 8, TASK(5) + NODE);
	fake_put(fake, TASK(5) + NODE, 8, SIGNAL(1));
	pids = see_all(machine);
	assert_int_equal(pids.nr, 5);
	assert_memory_equal(pids.pid, expected, sizeof(expected));
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void a_list_that_comes_back_ends(void **state)
{
	struct fake_machine *machine = *state;
	struct pids pids;

	draw_tasks(&machine->fake, 3);
	fake_put(&machine->fake, TASK(2) + TASKS, 8, TASK(1) + TASKS);
	pids = see_all(machine);
	assert_int_equal(pids.nr, 4);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

static void a_list_that_leaves_the_dump_ends(void **state)
{
	struct fake_machine *machine = *state;
	struct pids pids;

	draw_tasks(&machine->fake, 3);
	fake_put(&machine->fake, TASK(1) + TASKS, 8, 0xdead000000000100ull);
	pids = see_all(machine);
	assert_int_equal(pids.nr, 3);
	assert_true(machine->ctx.nr_warnings > 0);
}

static void what_a_cpu_runs(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_task task;

	draw_tasks(&machine->fake, 3);
	fake_put(&machine->fake, PERCPU + 64 + 0x100, 8, TASK(2));
	assert_int_equal(pk_cpu_task(&machine->ctx, 1, &task), PK_OK);
	assert_int_equal(task.pid, 2);
	assert_int_equal(pk_cpu_task(&machine->ctx, 2, &task), PK_USAGE);
}

struct frames {
	struct pk_open_frame frame[64];
	unsigned nr;
};

static bool see_frame(const struct pk_open_frame *frame, void *arg)
{
	struct frames *frames = arg;

	assert_true(frames->nr < 64);
	frames->frame[frames->nr++] = *frame;
	return true;
}

static enum pk_status shadow(struct fake_machine *machine, struct frames *frames)
{
	struct pk_task task = {.addr = TASK(0)};

	memset(frames, 0, sizeof(*frames));
	return pk_shadow_stack_walk(&machine->ctx, &task, see_frame, frames);
}

static void draw_old(struct fake_target *fake, int64_t top)
{
	fake_members(fake, old_layout, ARRAY_SIZE(old_layout));
	fake_type(fake, "struct ftrace_ret_stack", 32);
	fake_put(fake, TASK(0) + 88, 8, RET_STACK);
	fake_put(fake, TASK(0) + 80, 4, (uint32_t)top);
	for (unsigned i = 0; i < 50; i++) {
		fake_put(fake, RET_STACK + 32 * i, 8, 0xf000 + i);
		fake_put(fake, RET_STACK + 32 * i + 8, 8, 0xa000 + i);
		fake_put(fake, RET_STACK + 32 * i + 16, 8, 1000 + i);
		fake_put(fake, RET_STACK + 32 * i + 24, 8, 0xc000 + i);
	}
}

static void an_array_of_frames(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_old(&machine->fake, 2);
	assert_int_equal(shadow(machine, &frames), PK_OK);
	assert_int_equal(frames.nr, 3);
	assert_int_equal(frames.frame[0].func, 0xa002); /* innermost first */
	assert_int_equal(frames.frame[0].ret, 0xf002);
	assert_int_equal(frames.frame[0].calltime, 1002);
	assert_int_equal(frames.frame[0].slot, 0xc002);
	assert_true(frames.frame[0].from_shadow);
	assert_int_equal(frames.frame[2].func, 0xa000);
}

static void minus_one_is_empty(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_old(&machine->fake, -1);
	assert_int_equal(shadow(machine, &frames), PK_OK);
	assert_int_equal(frames.nr, 0);
}

static void inside_a_notrace_function(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_old(&machine->fake, 1 - 65536);
	assert_int_equal(shadow(machine, &frames), PK_OK);
	assert_int_equal(frames.nr, 2);
}

static void an_index_past_the_array(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_old(&machine->fake, 50);
	assert_int_equal(shadow(machine, &frames), PK_CORRUPT);
	assert_int_equal(frames.nr, 0);
}

static void no_array_was_ever_allocated(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_old(&machine->fake, -1);
	fake_put(&machine->fake, TASK(0) + 88, 8, 0);
	assert_int_equal(shadow(machine, &frames), PK_ABSENT);
}

static void a_kernel_without_shadow_stacks(void **state)
{
	struct frames frames;

	assert_int_equal(shadow(*state, &frames), PK_ABSENT);
}

static void put_word(struct fake_target *fake, unsigned index, uint64_t word)
{
	fake_put(fake, RET_STACK + 8 * index, 8, word);
}

/*
 *  0 ret 1 func 2 retp 3 bitmap                        one frame, no data
 *  4 ret 5 func 6 retp 7 bitmap 8 calltime 9 data(1, owner 2)   the next, with the tracer's time
 */
static void draw_new(struct fake_target *fake, uint64_t top)
{
	fake_members(fake, new_layout, ARRAY_SIZE(new_layout));
	fake_type(fake, "struct ftrace_ret_stack", 24);
	fake_symbol(fake, "funcgraph_ops", AREA + 0xe000, 8);
	fake_put(fake, AREA + 0xe000, 4, 2);
	fake_put(fake, TASK(0) + 88, 8, RET_STACK);
	fake_put(fake, TASK(0) + 80, 4, top);
	put_word(fake, 0, 0xf000);
	put_word(fake, 1, 0xa000);
	put_word(fake, 2, 0xc000);
	put_word(fake, 3, 1 << 10 | 3);
	put_word(fake, 4, 0xf001);
	put_word(fake, 5, 0xa001);
	put_word(fake, 6, 0xc001);
	put_word(fake, 7, 1 << 10 | 3);
	put_word(fake, 8, 777);
	put_word(fake, 9, 2 << 17 | 0 << 12 | 2 << 10 | 5);
}

static void words_that_lead_back(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_new(&machine->fake, 10);
	assert_int_equal(shadow(machine, &frames), PK_OK);
	assert_int_equal(frames.nr, 2);
	assert_int_equal(frames.frame[0].func, 0xa001);
	assert_int_equal(frames.frame[0].slot, 0xc001);
	assert_int_equal(frames.frame[0].calltime, 777);
	assert_int_equal(frames.frame[1].func, 0xa000);
	assert_int_equal(frames.frame[1].calltime, 0);
}

static void zero_words_are_empty(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_new(&machine->fake, 0);
	assert_int_equal(shadow(machine, &frames), PK_OK);
	assert_int_equal(frames.nr, 0);
}

static void another_owners_data_is_no_time(void **state)
{
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_new(&machine->fake, 10);
	put_word(&machine->fake, 9, 3 << 17 | 2 << 10 | 5);
	assert_int_equal(shadow(machine, &frames), PK_OK);
	assert_int_equal(frames.frame[0].calltime, 0);
}

static void words_that_lead_nowhere(void **state)
{
	static const uint64_t words[] = {0, 1 << 10, 1 << 10 | 2, 1 << 10 | 10, 0x3ff, ~0ull};
	struct fake_machine *machine = *state;
	struct frames frames;

	draw_new(&machine->fake, 10);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		put_word(&machine->fake, 9, words[i]);
		assert_int_equal(shadow(machine, &frames), PK_CORRUPT);
	}
	fake_put(&machine->fake, TASK(0) + 80, 4, 513);
	assert_int_equal(shadow(machine, &frames), PK_CORRUPT);
	fake_put(&machine->fake, TASK(0) + 80, 4, (uint32_t)-1);
	assert_int_equal(shadow(machine, &frames), PK_CORRUPT);
}

static void clocks(void **state)
{
	static const struct fake_member scd[] = {
		{"struct sched_clock_data", "tick_raw", 0, .size = 8},
		{"struct sched_clock_data", "tick_gtod", 8, .size = 8}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t stable = AREA + 0xf000, data = AREA + 0xf100, mono;
	int64_t offset;

	fake_members(fake, scd, 2);
	fake_symbol(fake, "__sched_clock_stable", stable, 4);
	fake_symbol(fake, "__sched_clock_offset", stable + 8, 8);
	fake_symbol(fake, "__gtod_offset", stable + 16, 8);
	fake_symbol(fake, "sched_clock_data", data, 24);
	fake_put(fake, stable, 4, 1);
	fake_put(fake, stable + 8, 8, (uint64_t)-5);
	assert_int_equal(pk_local_clock_offset(&machine->ctx, 1, &offset), PK_OK);
	assert_int_equal(offset, -5);
	/* unstable: CPU 1's last tick was at 27209 raw, 27076 + 21 local */
	fake_put(fake, stable, 4, 0);
	fake_put(fake, stable + 16, 8, 21);
	fake_put(fake, data, 8, 100);
	fake_put(fake, data + 8, 8, 50);
	fake_put(fake, data + 0x100, 8, 27209);
	fake_put(fake, data + 0x108, 8, 27076);
	assert_int_equal(pk_local_clock_offset(&machine->ctx, 1, &offset), PK_OK);
	assert_int_equal(offset, 27076 + 21 - 27209);
	assert_int_equal(pk_local_clock_offset(&machine->ctx, -1, &offset), PK_OK);
	assert_int_equal(offset, 27076 + 21 - 27209);
	assert_int_equal(pk_monotonic_clock(&machine->ctx, 40000, &mono), PK_OK);
	assert_int_equal(mono, 40000 - 21);
	/* a stable clock may have drifted since the watchdog looked last */
	fake_put(fake, stable, 4, 1);
	assert_int_equal(pk_monotonic_clock(&machine->ctx, 40000, &mono), PK_OK);
	assert_int_equal(mono, 40000 - 21);
	assert_int_equal(pk_monotonic_clock(&machine->ctx, 60000000000, &mono), PK_ABSENT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)
	const struct CMUnitTest tests[] = {
		TEST(idle_tasks_leaders_and_threads),
		TEST(a_list_that_comes_back_ends),
		TEST(a_list_that_leaves_the_dump_ends),
		TEST(what_a_cpu_runs),
		TEST(an_array_of_frames),
		TEST(minus_one_is_empty),
		TEST(inside_a_notrace_function),
		TEST(an_index_past_the_array),
		TEST(no_array_was_ever_allocated),
		TEST(a_kernel_without_shadow_stacks),
		TEST(words_that_lead_back),
		TEST(zero_words_are_empty),
		TEST(another_owners_data_is_no_time),
		TEST(words_that_lead_nowhere),
		TEST(clocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
