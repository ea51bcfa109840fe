// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <stdio.h>

#include "decode/trace/tracing.h"
#include "fake_target.h"
#include "render/views.h"
#include "text/files.h"

#define DATA 0xffffffff82000000ull
#define HEAP 0xffff888000000000ull
#define TRACE_ARRAY HEAP
#define PID_LIST (HEAP + 0x1000)
#define BITS (HEAP + 0x8000)
#define CHUNK (HEAP + 0xa000)

static const struct fake_member members[] = {
	{.type = "struct tracer", .path = "name", .offset = 0, .size = 8},
	{.type = "struct tracer", .path = "next", .offset = 8, .size = 8},
	{.type = "struct tracer", .path = "flags", .offset = 16, .size = 8},
	{.type = "struct tracer", .path = "use_max_tr", .offset = 24, .size = 1},
	{.type = "struct tracer_flags", .path = "val", .offset = 0, .size = 4},
	{.type = "struct tracer_flags", .path = "opts", .offset = 8, .size = 8},
	{.type = "struct tracer_opt", .path = "name", .offset = 0, .size = 8},
	{.type = "struct tracer_opt", .path = "bit", .offset = 8, .size = 4},
	{.type = "struct trace_array", .path = "current_trace", .offset = 0x10, .size = 8},
	{.type = "struct trace_array", .path = "filtered_pids", .offset = 0x18, .size = 8},
	{.type = "struct trace_array", .path = "max_latency", .offset = 0x20, .size = 8},
};

static const struct fake_member bitmap_members[] = {
	{.type = "struct trace_pid_list", .path = "pid_max", .offset = 0, .size = 4},
	{.type = "struct trace_pid_list", .path = "pids", .offset = 8, .size = 8},
};

static const struct fake_member tree_members[] = {
	{.type = "struct trace_pid_list", .path = "upper", .offset = 0x20, .size = 2048},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_instance instance;
	char text[256]; /* what the walk told */
};

static int machine_new(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	assert_non_null(machine);
	fake_target_init(&machine->fake);
	fake_members(&machine->fake, members, ARRAY_SIZE(members));
	fake_type(&machine->fake, "struct tracer_opt", 16);
	fake_map(&machine->fake, DATA, 0x2000);
	fake_map(&machine->fake, HEAP, 0x10000);
	fake_symbol(&machine->fake, "trace_types", DATA, 8);
	fake_symbol(&machine->fake, "trace_options", DATA + 0x100, 32);
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	machine->instance.addr = TRACE_ARRAY;
	*state = machine;
	return 0;
}

static int machine_free(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	free(machine);
	return 0;
}

static uint64_t tracer(struct machine *machine, unsigned number, const char *name, uint64_t next)
{
	uint64_t addr = DATA + 0x400 + 64ull * number;

	fake_put_string(&machine->fake, addr + 32, name);
	fake_put(&machine->fake, addr, 8, addr + 32);
	fake_put(&machine->fake, addr + 8, 8, next);
	return addr;
}

static bool note_tracer(const char *name, void *arg)
{
	struct machine *machine = arg;

	strcat(strcat(machine->text, name), " ");
	return true;
}

static void tracers_in_the_kernels_order(void **state)
{
	struct machine *machine = *state;
	uint64_t nop = tracer(machine, 0, "nop", 0), function = tracer(machine, 1, "function", nop);

	fake_put(&machine->fake, DATA, 8, function);
	assert_int_equal(pk_tracers_walk(&machine->ctx, note_tracer, machine), PK_OK);
	assert_string_equal(machine->text, "function nop ");
}

static bool count_tracer(const char *name, void *arg)
{
	(void)name;
	++*(unsigned *)arg;
	return true;
}

static void tracers_in_a_cycle_end(void **state)
{
	struct machine *machine = *state;
	uint64_t nop = tracer(machine, 0, "nop", 0);
	unsigned nr = 0;

	fake_put(&machine->fake, nop + 8, 8, nop);
	fake_put(&machine->fake, DATA, 8, nop);
	assert_int_equal(pk_tracers_walk(&machine->ctx, count_tracer, &nr), PK_CORRUPT);
	assert_true(nr < 1000);
}

static void note_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct machine *machine = arg;

	strcat(strcat(strcat(machine->text, of_tracer ? "t:" : ""), on ? "" : "no"), name);
	strcat(machine->text, " ");
}

/* trace_options has two names, of bits 0 and 1; the tracer one of its own. */
static void options_of_the_instance_then_of_its_tracer(void **state)
{
	struct machine *machine = *state;
	uint64_t nop = tracer(machine, 0, "nop", 0), flags = DATA + 0x800;

	fake_put_string(&machine->fake, DATA + 0x200, "print-parent");
	fake_put_string(&machine->fake, DATA + 0x220, "raw");
	fake_put(&machine->fake, DATA + 0x100, 8, DATA + 0x200);
	fake_put(&machine->fake, DATA + 0x108, 8, DATA + 0x220);
	fake_put(&machine->fake, TRACE_ARRAY + 0x10, 8, nop);
	fake_put(&machine->fake, nop + 16, 8, flags);
	fake_put(&machine->fake, flags, 4, 4);
	fake_put(&machine->fake, flags + 8, 8, flags + 32);
	fake_put_string(&machine->fake, flags + 128, "own");
	fake_put(&machine->fake, flags + 32, 8, flags + 128);
	fake_put(&machine->fake, flags + 40, 4, 4);
	machine->instance.flags = 1;
	assert_int_equal(
		pk_trace_options_walk(&machine->ctx, &machine->instance, note_option, machine),
		PK_OK);
	assert_string_equal(machine->text, "print-parent noraw t:own ");
}

/* The kernel's file NAME reads TEXT. */
static void assert_file(struct machine *machine, const char *name, const char *text)
{
	char *got;
	size_t len;
	FILE *fp = open_memstream(&got, &len);

	assert_int_equal(pk_tracing_file_print(&machine->ctx, &machine->instance, name, fp), PK_OK);
	fclose(fp);
	assert_string_equal(got, text);
	free(got);
}

static void assert_pids(struct machine *machine, const uint32_t *expected, uint32_t nr)
{
	uint32_t *pids, found;

	assert_int_equal(
		pk_pid_file_read(&machine->ctx, &machine->instance, PK_PIDS_EVENT, &pids, &found),
		PK_OK);
	assert_int_equal(found, nr);
	if (nr)
		assert_memory_equal(pids, expected, nr * sizeof(*expected));
	free(pids);
}

static void pids_of_a_bitmap(void **state)
{
	static const uint32_t expected[] = {1, 63, 64, 199};
	struct machine *machine = *state;

	fake_members(&machine->fake, bitmap_members, ARRAY_SIZE(bitmap_members));
	fake_put(&machine->fake, TRACE_ARRAY + 0x18, 8, PID_LIST);
	fake_put(&machine->fake, PID_LIST, 4, 200);
	fake_put(&machine->fake, PID_LIST + 8, 8, BITS);
	fake_put(&machine->fake, BITS, 8, 1ull << 63 | 2);
	fake_put(&machine->fake, BITS + 8, 8, 1);
	fake_put(&machine->fake, BITS + 24, 8, 3 << 7); /* 199, and 200: past the end */
	assert_pids(machine, expected, 4);
	assert_file(machine, "set_event_pid", "1\n63\n64\n199\n");
}

static void a_bitmap_of_absurd_length_is_corrupt(void **state)
{
	struct machine *machine = *state;
	uint32_t *pids, nr;

	fake_members(&machine->fake, bitmap_members, ARRAY_SIZE(bitmap_members));
	fake_put(&machine->fake, TRACE_ARRAY + 0x18, 8, PID_LIST);
	fake_put(&machine->fake, PID_LIST, 4, 0x7fffffff);
	fake_put(&machine->fake, PID_LIST + 8, 8, BITS);
	assert_int_equal(
		pk_pid_file_read(&machine->ctx, &machine->instance, PK_PIDS_EVENT, &pids, &nr),
		PK_CORRUPT);
	assert_null(pids);
}

/* 256 upper chunks of 256 lower ones of 2^14 bits each. */
static void pids_of_a_tree(void **state)
{
	static const uint32_t expected[] = {5, 3 * 16384 + 70};
	struct machine *machine = *state;

	fake_members(&machine->fake, tree_members, ARRAY_SIZE(tree_members));
	fake_put(&machine->fake, TRACE_ARRAY + 0x18, 8, PID_LIST);
	fake_put(&machine->fake, PID_LIST + 0x20, 8, CHUNK);
	fake_put(&machine->fake, CHUNK, 8, BITS);
	fake_put(&machine->fake, CHUNK + 3 * 8, 8, HEAP + 0xc000);
	fake_put(&machine->fake, BITS, 8, 1 << 5);
	fake_put(&machine->fake, HEAP + 0xc008, 8, 1 << 6);
	assert_pids(machine, expected, 2);
}

static void no_pid_filter_is_no_filter(void **state)
{
	struct machine *machine = *state;

	assert_pids(machine, NULL, 0);
	assert_file(machine, "set_event_pid", "");
}

static void latency_only_where_it_is_measured(void **state)
{
	struct machine *machine = *state;
	uint64_t nop = tracer(machine, 0, "nop", 0), ns;

	fake_put(&machine->fake, TRACE_ARRAY + 0x10, 8, nop);
	fake_put(&machine->fake, TRACE_ARRAY + 0x20, 8, 4711);
	assert_int_equal(pk_max_latency(&machine->ctx, &machine->instance, &ns), PK_ABSENT);
	fake_put(&machine->fake, nop + 24, 1, 1);
	assert_int_equal(pk_max_latency(&machine->ctx, &machine->instance, &ns), PK_OK);
	assert_int_equal(ns, 4711);
}

static void symbols_of_the_stack_tracer(struct machine *machine, uint32_t nr)
{
	static const char *const names[] = {"stack_tracer_enabled", "stack_trace_max_size",
					    "stack_trace_nr_entries", "stack_dump_trace",
					    "stack_trace_index"};
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		fake_symbol(&machine->fake, names[i], DATA + 0x1000 + 0x20 * i, 0x20);
	fake_put(&machine->fake, DATA + 0x1000, 4, 1);
	fake_put(&machine->fake, DATA + 0x1020, 8, 3000);
	fake_put(&machine->fake, DATA + 0x1040, 4, nr);
	fake_put(&machine->fake, DATA + 0x1060, 8, 0xffffffff81000010);
	fake_put(&machine->fake, DATA + 0x1080, 4, 3000);
}

static void the_deepest_stack(void **state)
{
	struct machine *machine = *state;
	struct pk_max_stack stack;

	symbols_of_the_stack_tracer(machine, 1);
	assert_int_equal(pk_max_stack_read(&machine->ctx, &stack), PK_OK);
	assert_true(stack.enabled);
	assert_int_equal(stack.size, 3000);
	assert_int_equal(stack.nr, 1);
	assert_int_equal(stack.frames[0].ip, 0xffffffff81000010);
	assert_int_equal(stack.frames[0].depth, 3000);
	/* two frames: the size of each is up to the next */
	fake_put(&machine->fake, DATA + 0x1040, 4, 2);
	fake_put(&machine->fake, DATA + 0x1068, 8, 0xffffffff81000020);
	fake_put(&machine->fake, DATA + 0x1084, 4, 1200);
	assert_file(machine, "stack_trace",
		    "        Depth    Size   Location    (2 entries)\n"
		    "        -----    ----   --------\n"
		    "  0)     3000    1800   0xffffffff81000010\n"
		    "  1)     1200    1200   0xffffffff81000020\n");
	fake_put(&machine->fake, DATA + 0x1000, 4, 0);
	fake_put(&machine->fake, DATA + 0x1020, 8, 0);
	fake_put(&machine->fake, DATA + 0x1040, 4, 0);
	assert_file(machine, "stack_trace",
		    "        Depth    Size   Location    (0 entries)\n"
		    "        -----    ----   --------\n"
		    "#\n#  Stack tracer disabled\n#\n"
		    "# To enable the stack tracer, either add 'stacktrace' to the\n"
		    "# kernel command line\n"
		    "# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'\n#\n");
}

static void a_stack_of_too_many_frames_is_corrupt(void **state)
{
	struct machine *machine = *state;
	struct pk_max_stack stack;

	symbols_of_the_stack_tracer(machine, PK_MAX_STACK + 1);
	assert_int_equal(pk_max_stack_read(&machine->ctx, &stack), PK_CORRUPT);
}

struct definitions {
	char text[512];
};

static bool take_definition(const char *line, void *arg)
{
	struct definitions *found = arg;

	strncat(found->text, line, sizeof(found->text) - strlen(found->text) - 1);
	strncat(found->text, "\n", sizeof(found->text) - strlen(found->text) - 1);
	return true;
}

/* An event probe at HEAP + 0x100; what names it is at hand up to member NR_KNOWN of these, as in an old capsule. */
static const struct fake_member eprobe_members[] = {
	{.type = "struct dyn_event", .path = "list", .offset = 0, .size = 16},
	{.type = "struct dyn_event", .path = "ops", .offset = 16, .size = 8},
	{.type = "struct trace_eprobe", .path = "devent", .offset = 0, .size = 24},
	{.type = "struct trace_eprobe", .path = "tp", .offset = 0x40, .size = 64},
	{.type = "struct trace_probe", .path = "event", .offset = 0, .size = 8},
	{.type = "struct trace_probe_event", .path = "call", .offset = 8, .size = 64},
	{.type = "struct trace_eprobe", .path = "event_system", .offset = 0x20, .size = 8},
	{.type = "struct trace_eprobe", .path = "event_name", .offset = 0x28, .size = 8},
	{.type = "struct trace_event_call", .path = "name", .offset = 8, .size = 8},
	{.type = "struct trace_event_call", .path = "class", .offset = 0, .size = 8},
	{.type = "struct trace_event_class", .path = "system", .offset = 0, .size = 8},
};

static void a_dynamic_event_without_a_name_is_not_listed(void **state)
{
	static const size_t nr_known[] = {ARRAY_SIZE(eprobe_members),
					  ARRAY_SIZE(eprobe_members) - 1,
					  ARRAY_SIZE(eprobe_members) - 3, 6};
	const uint64_t eprobe = HEAP + 0x100, event = HEAP + 0x300, class = HEAP + 0x400,
		       list = DATA + 0x800;

	for (size_t i = 0; i < ARRAY_SIZE(nr_known); i++) {
		struct machine *machine;
		struct definitions found = {""};

		machine_free(state);
		machine_new(state);
		machine = *state;
		fake_members(&machine->fake, eprobe_members, nr_known[i]);
		fake_symbol(&machine->fake, "dyn_event_list", list, 16);
		fake_symbol(&machine->fake, "eprobe_dyn_event_ops", DATA + 0x900, 8);
		fake_put(&machine->fake, list, 8, eprobe);
		fake_put(&machine->fake, eprobe, 8, list);
		fake_put(&machine->fake, eprobe + 16, 8, DATA + 0x900);
		fake_put(&machine->fake, eprobe + 0x20, 8, HEAP + 0x500);
		fake_put(&machine->fake, eprobe + 0x28, 8, HEAP + 0x510);
		fake_put(&machine->fake, eprobe + 0x40, 8, event);
		fake_put(&machine->fake, event + 8, 8, class);
		fake_put(&machine->fake, event + 16, 8, HEAP + 0x520);
		fake_put(&machine->fake, class, 8, HEAP + 0x530);
		fake_put_string(&machine->fake, HEAP + 0x500, "net");
		fake_put_string(&machine->fake, HEAP + 0x510, "net_dev_queue");
		fake_put_string(&machine->fake, HEAP + 0x520, "sent");
		fake_put_string(&machine->fake, HEAP + 0x530, "mine");
		assert_int_equal(pk_dynamic_events_walk(&machine->ctx, PK_DYNAMIC_ALL,
							take_definition, &found),
				 PK_OK);
		assert_string_equal(found.text, i ? "" : "e:mine/sent net.net_dev_queue\n");
		assert_int_equal(machine->ctx.nr_warnings, i ? 1 : 0);
		assert_true(!i || strstr(machine->ctx.warnings[0], "its name: "));
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, machine_new, machine_free)

/* ==== as text ==== */

static char *rendered(const struct pk_tracing *tracing, const struct pk_instance_setup *setup,
		      bool verbose)
{
	struct pk_out out;
	char *text;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	pk_out_init(&out, fp, pk_out_form(false));
	if (tracing)
		pk_render_tracing(&out, tracing, verbose);
	else
		pk_render_instance(&out, setup, verbose);
	pk_out_deinit(&out);
	fclose(fp);
	return text;
}

static void expect_text(const struct pk_tracing *tracing, const struct pk_instance_setup *setup,
			bool verbose, const char *expected)
{
	char *text = rendered(tracing, setup, verbose);

	assert_string_equal(text, expected);
	free(text);
}

static void tracing_as_text(void **state)
{
	static struct pk_profile_record records[9];
	static const char *names[] = {"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"};
	static struct pk_tracing tracing;
	struct pk_cpu_profile profiles[] = {
		{.cpu = 0}, {.cpu = 1, .profile = {records, 9, true}, .funcs = names}};

	(void)state;
	for (unsigned i = 0; i < 9; i++)
		records[i] = (struct pk_profile_record){.hits = 100 - i, .time_ns = 1234567 - i};
	tracing.state.graph_depth = tracing.state.thresh_us = -1;
	tracing.stack_status = PK_ABSENT;
	expect_text(&tracing, NULL, false,
		    "TRACERS    \n"
		    "FTRACE      not readable\n"
		    "PROFILER    not built in\n"
		    "STACK       no stack tracer in this kernel\n");
	tracing.tracers = (struct pk_name_list){.known = true, .names = names, .nr = 3};
	tracing.stack_status = PK_OK;
	tracing.stack.enabled = true;
	tracing.stack.size = 4000;
	tracing.stack.nr = 9;
	for (unsigned i = 0; i < 9; i++) {
		tracing.stack.frames[i].depth = 4000 - 100 * i;
		tracing.stack_funcs[i] = names[i];
	}
	tracing.state = (struct pk_ftrace_state){.known = true,
						 .enabled = true,
						 .graph_depth = 5,
						 .thresh_us = 100,
						 .has_profiler = true,
						 .profiler_enabled = true};
	tracing.profiled = true;
	tracing.profiles = profiles;
	tracing.nr_profiles = 2;
	expect_text(&tracing, NULL, false,
		    "TRACERS     f1 f2 f3\n"
		    "FTRACE      on, max_graph_depth 5, tracing_thresh 100 us\n"
		    "PROFILER    on\n"
		    "PROFILE     CPU 1, 9 functions\n"
		    "         100        1234.567 us  f1\n"
		    "          99        1234.566 us  f2\n"
		    "          98        1234.565 us  f3\n"
		    "          97        1234.564 us  f4\n"
		    "          96        1234.563 us  f5\n"
		    "          95        1234.562 us  f6\n"
		    "          94        1234.561 us  f7\n"
		    "          93        1234.560 us  f8\n"
		    "  and 1 more (-v)\n"
		    "STACK       stack tracer on, deepest: 4000 bytes in 9 calls\n"
		    "    4000  f1\n"
		    "    3900  f2\n"
		    "    3800  f3\n"
		    "    3700  f4\n"
		    "    3600  f5\n"
		    "    3500  f6\n"
		    "    3400  f7\n"
		    "    3300  f8\n"
		    "  and 1 more (-v)\n");
	profiles[1].profile.timed = false;
	profiles[1].profile.nr = 1;
	tracing.stack.nr = 9;
	tracing.state.profiler_enabled = tracing.state.enabled = tracing.stack.enabled = false;
	expect_text(&tracing, NULL, true,
		    "TRACERS     f1 f2 f3\n"
		    "FTRACE      switched off (kernel.ftrace_enabled), max_graph_depth 5, "
		    "tracing_thresh 100 us\n"
		    "PROFILER    off\n"
		    "PROFILE     CPU 1, 1 function\n"
		    "         100  f1\n"
		    "STACK       stack tracer off, deepest: 4000 bytes in 9 calls\n"
		    "    4000  f1\n"
		    "    3900  f2\n"
		    "    3800  f3\n"
		    "    3700  f4\n"
		    "    3600  f5\n"
		    "    3500  f6\n"
		    "    3400  f7\n"
		    "    3300  f8\n"
		    "    3200  f9\n");
	tracing.profiles[1].profile.nr = 0;
	tracing.stack_status = PK_UNREADABLE;
	tracing.state.disabled = true;
	expect_text(&tracing, NULL, false,
		    "TRACERS     f1 f2 f3\n"
		    "FTRACE      disabled for good: ftrace met a bug of its own, max_graph_depth "
		    "5, tracing_thresh 100 us\n"
		    "PROFILER    off\n"
		    "STACK       not readable\n");
}

static void an_instance_as_text(void **state)
{
	static const char *names[] = {"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"};
	static uint32_t pids[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
	struct pk_instance instance = {.name = "",
				       .tracer = "function",
				       .clock = "local",
				       .tracing_on = true,
				       .expanded = true};
	struct pk_option_setting options[] = {
		{"annotate", true, false}, {"raw", false, false}, {"func_stack_trace", true, true}};
	struct pk_event_trigger triggers[] = {{.command = "enable_event",
					       .event = "net:net_dev_xmit",
					       .limited = true,
					       .count = 3,
					       .filter = "len > 5"},
					      {.command = "traceoff", .paused = true}};
	struct pk_event_setting events[] = {
		{.system = "net", .name = "net_dev_queue", .filter = "", .enabled = true},
		{.system = "net",
		 .name = "netif_rx",
		 .filter = "len > 9",
		 .enabled = true,
		 .soft_disabled = true},
		{.system = "tcp",
		 .name = "tcp_probe",
		 .filter = "",
		 .triggers = triggers,
		 .nr_triggers = 2},
		{.system = "tcp", .name = "tcp_reset", .filter = "", .enabled = true}};
	struct pk_func_command commands[] = {
		{.func = "tcp_ack", .probe = {.command = "traceoff", .limited = true, .count = 2}},
		{.func = "tcp_rcv", .probe = {.command = "enable_event", .event = "net:netif_rx"}}};
	struct pk_instance_setup setup = {.instance = &instance,
					  .max_latency_known = true,
					  .max_latency_ns = 123456,
					  .options = options,
					  .nr_options = 3,
					  .commands = commands,
					  .nr_commands = 2,
					  .events = events,
					  .nr_events = 4};

	(void)state;
	setup.functions[PK_FUNC_FILTER] =
		(struct pk_name_list){.known = true, .names = names, .nr = 9};
	setup.functions[PK_FUNC_GRAPH] =
		(struct pk_name_list){.known = true, .names = names, .nr = 1};
	setup.functions[PK_FUNC_GRAPH_NOTRACE] =
		(struct pk_name_list){.known = true, .names = names + 1, .nr = 1};
	setup.functions[PK_FUNC_NOTRACE] =
		(struct pk_name_list){.known = true, .names = names + 2, .nr = 1};
	setup.pids[PK_PIDS_EVENT] = (struct pk_pid_list){pids, 9};
	setup.pids[PK_PIDS_FUNCTION_NO] = (struct pk_pid_list){pids, 1};
	expect_text(
		NULL, &setup, false,
		"\n"
		"INSTANCE: (top)  TRACER: function  TRACING: on  CLOCK: local\n"
		"  LATENCY     max_latency 123 us\n"
		"  OPTIONS     annotate func_stack_trace\n"
		"  FUNCTIONS   f1 f2 f3 f4 f5 f6 f7 f8 and 1 more (-v)\n"
		"  NOT TRACED  f3\n"
		"  GRAPH OF    f1\n"
		"  NO GRAPH OF f2\n"
		"  COMMANDS    tcp_ack:traceoff:count=2 "
		"tcp_rcv:enable_event:net:netif_rx:unlimited\n"
		"  EVENTS      net:net_dev_queue\n"
		"              net:netif_rx (off), filter len > 9\n"
		"              tcp:tcp_probe (off), trigger enable_event:net:net_dev_xmit:count=3 "
		"if len > 5, trigger traceoff:unlimited (paused)\n"
		"              tcp:tcp_reset\n"
		"  EVENT PIDS  1 2 3 4 5 6 7 8 and 1 more (-v)\n"
		"  NO FN. PIDS 1\n");
	instance.has_snapshot = true;
	instance.tracing_on = instance.expanded = false;
	strcpy(instance.name, "foo");
	setup.nr_events = setup.nr_commands = 1;
	setup.max_latency_known = false;
	expect_text(NULL, &setup, true,
		    "\n"
		    "INSTANCE: foo  TRACER: function  TRACING: off  CLOCK: local  (never used)  "
		    "(has a snapshot)\n"
		    "  OPTIONS     annotate noraw func_stack_trace\n"
		    "  FUNCTIONS   f1 f2 f3 f4 f5 f6 f7 f8 f9\n"
		    "  NOT TRACED  f3\n"
		    "  COMMANDS    tcp_ack:traceoff:count=2\n"
		    "  EVENTS      net:net_dev_queue\n"
		    "  EVENT PIDS  1 2 3 4 5 6 7 8 9\n"
		    "  NO FN. PIDS 1\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tracing_as_text),
		cmocka_unit_test(an_instance_as_text),
		TEST(tracers_in_the_kernels_order),
		TEST(tracers_in_a_cycle_end),
		TEST(options_of_the_instance_then_of_its_tracer),
		TEST(pids_of_a_bitmap),
		TEST(a_bitmap_of_absurd_length_is_corrupt),
		TEST(pids_of_a_tree),
		TEST(no_pid_filter_is_no_filter),
		TEST(latency_only_where_it_is_measured),
		TEST(the_deepest_stack),
		TEST(a_stack_of_too_many_frames_is_corrupt),
		TEST(a_dynamic_event_without_a_name_is_not_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
