// SPDX-License-Identifier: GPL-3.0-or-later
/* How a trace in ring buffers ends: the last call of a task that is in flight, and the packets since the panic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include <string.h>

#include "fake_net.h"
#include "fake_trace.h"

#define TASK 0xffff888100000000ull
#define PERCPU (TASK + 0x1000)
#define RET_STACK (TASK + 0x2000)

static const struct fake_member task_members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "thread_info.cpu", 12, .size = 4},
	{"struct task_struct", "tasks", 16, .size = 16},
	{"struct task_struct", "signal", 32, .size = 8},
	{"struct task_struct", "stack", 40, .size = 8},
	{"struct task_struct", "thread_node", 48, .size = 16},
	{"struct task_struct", "comm", 64, .size = 16, .is_array = true, .elements = 16},
};

static const struct fake_member shadow_members[] = {
	{"struct task_struct", "curr_ret_stack", 80, .size = 4, .is_signed = true},
	{"struct task_struct", "ret_stack", 88, .size = 8, .is_pointer = true,
	 .type_text = "struct ftrace_ret_stack *"},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
	{"struct ftrace_ret_stack", "calltime", 16, .size = 8},
	{"struct ftrace_ret_stack", "retp", 24, .size = 8},
};

/* CPU 0's current task is 100. */
static struct fake_trace *with_task(void)
{
	struct fake_trace *trace = fake_trace_new();
	struct fake_target *fake = fake_trace_target(trace);

	fake_members(fake, task_members, ARRAY_SIZE(task_members));
	fake_type(fake, "struct ftrace_ret_stack", 32);
	fake_type(fake, "struct task_struct", 512);
	fake_map(fake, TASK, 0x3000);
	fake_symbol(fake, "init_task", TASK + 0x800, 512);
	fake_symbol(fake, "current_task", PERCPU, 8);
	fake_put(fake, PERCPU, 8, TASK);
	fake_put(fake, TASK, 4, 100);
	fake_put(fake, TASK + 8, 4, 1);
	fake_put(fake, TASK + 40, 8, TASK + 0x2800);
	fake_put_string(fake, TASK + 64, "nt");
	return trace;
}

/* Its shadow stack holds one function. */
static void with_shadow(struct fake_trace *trace, const char *func)
{
	struct fake_target *fake = fake_trace_target(trace);

	fake_members(fake, shadow_members, ARRAY_SIZE(shadow_members));
	fake_put(fake, TASK + 80, 4, 0);
	fake_put(fake, TASK + 88, 8, RET_STACK);
	fake_put(fake, RET_STACK, 8, 0xffffffff81f00000ull);
	fake_put(fake, RET_STACK + 8, 8, fake_trace_func(trace, func));
}

static const char dies_inside[] = "cpu 0 pid 100\n"
				  "netif_receive_skb {\n"
				  "  net/netif_receive_skb skbaddr=A len=50\n"
				  "  tcp_v4_rcv {\n"
				  "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
				  "    tcp_v4_do_rcv {\n"
				  "      helper {\n";

/* The shadow stack says when it was called: behind the task's last event it was another call of it. */
static void another_call_may_be_on_the_shadow_stack(void **state)
{
	static const struct {
		uint64_t calltime; /* the last event is at 1050 */
		const char *outcome;
	} cases[] = {{1000, "in-flight"},
		     {1050 + 500 * 1000, "in-flight"},
		     {1050 + 1001 * 1000, "unknown"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fake_trace *trace = with_task();
		struct pk_packet_set set;

		with_shadow(trace, "netif_receive_skb");
		fake_put(fake_trace_target(trace), RET_STACK + 16, 8, cases[i].calltime);
		fake_trace_record(trace, dies_inside, 1);
		assert_int_equal(
			pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set), PK_OK);
		assert_int_equal(set.nr, 1);
		assert_string_equal(pk_outcome_name(set.packets[0]->outcome), cases[i].outcome);
		pk_packet_set_deinit(&set);
		fake_trace_free(trace);
	}
}

/* CPU 0 took in Q and dies while CPU 1 goes on: FOUR packets before and NINE after panic() is called. */
static struct fake_trace *dying(bool panic_is_traced, unsigned four, unsigned nine)
{
	struct fake_trace *trace = with_task();
	char *story;
	size_t size;
	FILE *out = open_memstream(&story, &size);

	fprintf(out, "every 20000\ncpu 0 pid 100\nnetif_receive_skb {\nnet/netif_receive_skb "
		     "skbaddr=Q len=50\n"
		     "tcp_v4_rcv {\np:tcp_v4_rcv skb=Q tcp=1001>2002,PA,7,7,10\n");
	for (unsigned i = 0; i < four + nine; i++) {
		if (i == four && panic_is_traced)
			fprintf(out, "cpu 0 pid 100\npanic {\n");
		fprintf(out,
			"cpu 1 softirq\nnetif_receive_skb {\nnet/netif_receive_skb skbaddr=B "
			"len=50\ntcp_v4_rcv {\n"
			"p:tcp_v4_rcv skb=B "
			"tcp=1001>2002,PA,%u,7,10\n}\n}\np:skb_release_head_state skb=B\n",
			100 + i);
	}
	fclose(out);
	fake_trace_record(trace, story, 40);
	fake_trace_target(trace)->panic_cpu = 0;
	free(story);
	return trace;
}

static uint32_t nr_after(const struct pk_packet_set *set)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < set->nr; i++)
		nr += pk_packet_after_panic(set, set->packets[i]);
	return nr;
}

/* What was in flight is the last of before the panic, however many came in elsewhere since; what came after stands
 * behind it, and is not counted among those that are asked for. */
static void the_list_ends_with_what_it_died_with(void **state)
{
	struct pk_packet_filter filter;

	(void)state;
	pk_packet_filter_init(&filter);
	filter.to_panic = true;
	for (unsigned nine = 0; nine <= 90; nine += 45) {
		struct fake_trace *trace = dying(true, 40, nine);
		struct pk_packet_set set;
		uint32_t before;

		assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 20, &filter, &set), PK_OK);
		assert_true(set.died_known == (nine > 0));
		assert_int_equal(nr_after(&set), nine);
		before = set.nr - nine;
		assert_true(before >= 20);
		assert_ptr_equal(pk_packet_of_panic(&set), set.packets[before - 1]);
		assert_int_equal(set.packets[before - 1]->header.seq, 7);
		assert_int_equal(set.packets[before - 2]->header.seq, 139);
		pk_packet_set_deinit(&set);
		fake_trace_free(trace);
	}
}

/* Neither the log nor the trace has the panic: nothing is said to have come after it. */
static void when_it_died_is_not_known(void **state)
{
	struct fake_trace *trace = dying(false, 4, 9);
	struct pk_packet_set set;

	(void)state;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set),
			 PK_OK);
	assert_false(set.died_known);
	assert_int_equal(nr_after(&set), 0);
	assert_int_equal(set.packets[set.nr - 1]->header.seq, 7);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* A machine that nobody panicked survived whatever its log tells of. */
static void a_survived_oops_ends_nothing(void **state)
{
	struct fake_trace *trace = dying(true, 4, 9);
	struct pk_packet_set set;

	(void)state;
	fake_trace_target(trace)->panic_cpu = -1;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set),
			 PK_OK);
	assert_false(set.died_known);
	assert_int_equal(nr_after(&set), 0);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_ends_with_what_it_died_with),
		cmocka_unit_test(when_it_died_is_not_known),
		cmocka_unit_test(a_survived_oops_ends_nothing),
		cmocka_unit_test(another_call_may_be_on_the_shadow_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
