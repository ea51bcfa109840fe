// SPDX-License-Identifier: GPL-3.0-or-later
/* The frame around the events of a kernel's trace: headers, columns, options, function_graph. Expected lines
 * follow the formats in the kernel's trace.c, trace_output.c and trace_functions_graph.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fake_ring.h"
#include "text/kernel_trace.h"

enum { FN = 1, GRAPH_RET = 10, GRAPH_ENT = 11, GRAPH_RETADDR_ENT = 12, NOBODYS = 99 };

/* Bits of trace_flags, in an order of their own. */
enum {
	VERBOSE = 1,
	RAW,
	HEX,
	BIN,
	ANNOTATE,
	CONTEXT_INFO,
	LATENCY_FMT,
	RECORD_TGID,
	IRQ_INFO,
	PRINT_PARENT,
	SYM_OFFSET,
	DISPLAY_GRAPH
};
#define BIT(n) (1u << (n))
#define DEFAULT (BIT(ANNOTATE) | BIT(CONTEXT_INFO) | BIT(IRQ_INFO) | BIT(PRINT_PARENT))

#define MEMORY 0xffff000000300000ull
#define TRACER_FLAGS MEMORY
#define OPTS (MEMORY + 0x100)
#define OPT_NAMES (MEMORY + 0x400)
#define FLAG_STRINGS (MEMORY + 0x800)
#define FLAG_TEXTS (MEMORY + 0x900)
#define TGIDS (MEMORY + 0xe00)
#define TRACER_NAME 0xffff000000123000ull /* where fake_ring.c has it */
#define CLOCK_IN_NS 0xffff000000121010ull
#define TRACER 0xffff000000120000ull
#define TIME_START (FAKE_RING_TRACE_ARRAY + 64)
#define ALLOCATED (FAKE_RING_TRACE_ARRAY + 88)
#define FLAGS (FAKE_RING_TRACE_ARRAY + 104)
#define TEXT 0xffffffff81000000ull
#define IRQ_TEXT 0xffffffff82000000ull

#define GRAPH_OPT_OVERRUN 1
#define GRAPH_OPT_CPU 2
#define GRAPH_OPT_OVERHEAD 4
#define GRAPH_OPT_PROC 8
#define GRAPH_OPT_DURATION 16
#define GRAPH_OPT_ABSTIME 32
#define GRAPH_OPT_IRQS 64
#define GRAPH_OPT_TAIL 128
#define GRAPH_OPT_RETVAL 256
#define GRAPH_OPT_RETVAL_HEX 512
#define GRAPH_OPT_RETADDR 1024
#define GRAPH_DEFAULT (GRAPH_OPT_CPU | GRAPH_OPT_OVERHEAD | GRAPH_OPT_DURATION | GRAPH_OPT_IRQS)

struct fn_entry {
	uint16_t type;
	uint8_t flags, preempt_count;
	int32_t pid;
	uint64_t ip, parent_ip;
};

struct ent_entry {
	uint16_t type;
	uint8_t flags, preempt_count;
	int32_t pid;
	uint64_t func;
	int32_t depth, pad;
	uint64_t retaddr;
};

struct ret_entry {
	uint16_t type;
	uint8_t flags, preempt_count;
	int32_t pid;
	uint64_t func;
	int32_t depth;
	uint32_t overrun;
	uint64_t calltime, rettime, retval;
};

static const struct fake_member members[] = {
	{.type = "struct ftrace_entry", .path = "ip", .offset = 8, .size = 8},
	{.type = "struct ftrace_entry", .path = "parent_ip", .offset = 16, .size = 8},
	{.type = "struct ftrace_graph_ent_entry", .path = "graph_ent.func", .offset = 8, .size = 8},
	{.type = "struct ftrace_graph_ent_entry",
	 .path = "graph_ent.depth",
	 .offset = 16,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.func", .offset = 8, .size = 8},
	{.type = "struct ftrace_graph_ret_entry",
	 .path = "ret.depth",
	 .offset = 16,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.overrun", .offset = 20, .size = 4},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.calltime", .offset = 24, .size = 8},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.rettime", .offset = 32, .size = 8},
	{.type = "struct ftrace_graph_ret_entry", .path = "ret.retval", .offset = 40, .size = 8},
	{.type = "struct tracer", .path = "flags", .offset = 16, .size = 8, .is_pointer = true},
	{.type = "struct tracer_flags", .path = "val", .offset = 0, .size = 4},
	{.type = "struct tracer_flags", .path = "opts", .offset = 8, .size = 8, .is_pointer = true},
	{.type = "struct tracer_opt", .path = "name", .offset = 0, .size = 8, .is_pointer = true},
	{.type = "struct tracer_opt", .path = "bit", .offset = 8, .size = 4},
};

static const struct fake_member retaddr_members[] = {
	{.type = "struct fgraph_retaddr_ent_entry",
	 .path = "graph_rent.ent.func",
	 .offset = 8,
	 .size = 8},
	{.type = "struct fgraph_retaddr_ent_entry",
	 .path = "graph_rent.ent.depth",
	 .offset = 16,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct fgraph_retaddr_ent_entry",
	 .path = "graph_rent.retaddr",
	 .offset = 24,
	 .size = 8},
};

static const struct fake_enum enums[] = {
	{"trace_type", "TRACE_FN", FN},
	{"trace_type", "TRACE_GRAPH_RET", GRAPH_RET},
	{"trace_type", "TRACE_GRAPH_ENT", GRAPH_ENT},
	{"trace_iterator_bits", "TRACE_ITER_VERBOSE_BIT", VERBOSE},
	{"trace_iterator_bits", "TRACE_ITER_RAW_BIT", RAW},
	{"trace_iterator_bits", "TRACE_ITER_HEX_BIT", HEX},
	{"trace_iterator_bits", "TRACE_ITER_BIN_BIT", BIN},
	{"trace_iterator_bits", "TRACE_ITER_ANNOTATE_BIT", ANNOTATE},
	{"trace_iterator_bits", "TRACE_ITER_CONTEXT_INFO_BIT", CONTEXT_INFO},
	{"trace_iterator_bits", "TRACE_ITER_LATENCY_FMT_BIT", LATENCY_FMT},
	{"trace_iterator_bits", "TRACE_ITER_RECORD_TGID_BIT", RECORD_TGID},
	{"trace_iterator_bits", "TRACE_ITER_IRQ_INFO_BIT", IRQ_INFO},
	{"trace_iterator_bits", "TRACE_ITER_PRINT_PARENT_BIT", PRINT_PARENT},
	{"trace_iterator_bits", "TRACE_ITER_SYM_OFFSET_BIT", SYM_OFFSET},
	{"trace_iterator_bits", "TRACE_ITER_DISPLAY_GRAPH_BIT", DISPLAY_GRAPH},
};

/* What 5.15 and 6.1 brought to the column of flags. */
static const struct fake_member migrate_member[] = {
	{.type = "struct task_struct", .path = "migration_disabled", .offset = 8, .size = 2},
};
static const struct fake_enum bh_off[] = {{"trace_flag_type", "TRACE_FLAG_BH_OFF", 0x80}};
static const struct fake_enum lazy[] = {{"trace_flag_type", "TRACE_FLAG_NEED_RESCHED_LAZY", 2}};
static const struct fake_enum nosupport[] = {{"trace_flag_type", "TRACE_FLAG_IRQS_NOSUPPORT", 2}};
static const struct fake_enum retaddr_enum[] = {
	{"trace_type", "TRACE_GRAPH_RETADDR_ENT", GRAPH_RETADDR_ENT}};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_kernel_trace_result result; /* of the last print() */
	char *text;
};

static void add_option(struct fake_target *fake, unsigned index, const char *name, uint64_t bit)
{
	uint64_t at = OPT_NAMES + 32 * index;

	fake_put_string(fake, at, name);
	fake_put(fake, OPTS + 16 * index, 8, at);
	fake_put(fake, OPTS + 16 * index + 8, 4, bit);
}

static void add_tracer_options(struct fake_target *fake)
{
	static const char *const names[] = {
		"funcgraph-overrun",	"funcgraph-cpu",      "funcgraph-overhead",
		"funcgraph-proc",	"funcgraph-duration", "funcgraph-abstime",
		"funcgraph-irqs",	"funcgraph-tail",     "funcgraph-retval",
		"funcgraph-retval-hex", "funcgraph-retaddr",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		add_option(fake, i, names[i], 1u << i);
	fake_put(fake, TRACER_FLAGS, 4, GRAPH_DEFAULT);
	fake_put(fake, TRACER_FLAGS + 8, 8, OPTS);
	fake_put(fake, TRACER + 16, 8, TRACER_FLAGS);
	fake_type(fake, "struct tracer_opt", 16);
}

static void machine_init_pages(struct machine *machine, const char *tracer, unsigned nr_pages)
{
	struct fake_target *fake = &machine->fake;

	memset(machine, 0, sizeof(*machine));
	fake_target_init(fake);
	fake->target.facts.nr_cpu_ids = 2;
	strcpy(fake->target.facts.release, "6.1.0-test");
	fake_ring_init(fake, 2, nr_pages);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_map(fake, MEMORY, 0x1000);
	add_tracer_options(fake);
	fake_put(fake, FLAGS, 4, DEFAULT);
	fake_put_string(fake, TRACER_NAME, tracer);
	fake_symbol(fake, "prb", 0, 0); /* 5.10 and later */
	fake_symbol(fake, "tcp_rcv", TEXT, 0x100);
	fake_symbol(fake, "ip_rcv", TEXT + 0x100, 0x100);
	fake_symbol(fake, "timer_irq", IRQ_TEXT, 0x100);
	fake_symbol(fake, "__irqentry_text_start", IRQ_TEXT, 0);
	fake_symbol(fake, "__irqentry_text_end", IRQ_TEXT + 0x1000, 0);
	pk_ctx_init(&machine->ctx, &fake->target);
}

static void machine_init(struct machine *machine, const char *tracer)
{
	machine_init_pages(machine, tracer, 4);
}

static void machine_deinit(struct machine *machine)
{
	free(machine->text);
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
}

/* Entries go to the reader page of their CPU, which is counted as the kernel counts. */
static void record(struct machine *machine, unsigned cpu, uint64_t ts, const void *entry,
		   unsigned len)
{
	uint8_t bytes[8];
	uint64_t nr;

	assert_true(fake_ring_record(&machine->fake, cpu, -1, ts, entry, len));
	machine->fake.target.ops->read(&machine->fake.target, FAKE_RING_CPU(cpu) + FAKE_CPU_ENTRIES,
				       bytes, 8);
	nr = pk_facts_uint(&machine->fake.target.facts, bytes, 8);
	fake_ring_set(&machine->fake, cpu, FAKE_CPU_ENTRIES, nr + 1);
}

static void function(struct machine *machine, unsigned cpu, uint64_t ts, uint8_t flags,
		     uint8_t count, int pid)
{
	struct fn_entry entry = {FN, flags, count, pid, TEXT, TEXT + 0x110};

	record(machine, cpu, ts, &entry, sizeof(entry));
}

static void nobodys(struct machine *machine, unsigned cpu, uint64_t ts, int pid)
{
	struct fn_entry entry = {NOBODYS, 0, 0, pid, 0, 0};

	record(machine, cpu, ts, &entry, 8);
}

static void enter(struct machine *machine, unsigned cpu, uint64_t ts, int pid, uint64_t func,
		  int depth)
{
	struct ent_entry entry = {GRAPH_ENT, 0, 0, pid, func, depth, 0, 0};

	record(machine, cpu, ts, &entry, 20);
}

static void leave(struct machine *machine, unsigned cpu, uint64_t ts, int pid, uint64_t func,
		  int depth, uint64_t ns, uint64_t retval)
{
	struct ret_entry entry = {GRAPH_RET, 0, 0, pid, func, depth, 3, ts - ns, ts, retval};

	record(machine, cpu, ts, &entry, sizeof(entry));
}

static enum pk_status try_print(struct machine *machine, struct pk_kernel_trace_request request)
{
	struct pk_instance instance;
	enum pk_status status;
	size_t size;
	FILE *out;

	free(machine->text);
	out = open_memstream(&machine->text, &size);
	assert_int_equal(pk_instance_top(&machine->ctx, &instance), PK_OK);
	request.instance = &instance;
	status = pk_kernel_trace_print(&machine->ctx, &request, out, &machine->result);
	fclose(out);
	return status;
}

/* The text with OVERRIDES is EXPECTED, to the byte. */
static void expect(struct machine *machine, const char *overrides, const char *expected)
{
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS, .overrides = overrides};

	assert_int_equal(try_print(machine, request), PK_OK);
	assert_string_equal(machine->text, expected);
}

/* The same without the header: what follows its last line of "#". */
static void expect_lines(struct machine *machine, const char *overrides, const char *expected)
{
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS, .overrides = overrides};
	const char *at;

	assert_int_equal(try_print(machine, request), PK_OK);
	for (at = machine->text; *at == '#' && at[1] != '#' && strchr(at, '\n');)
		at = strchr(at, '\n') + 1;
	assert_string_equal(at, expected);
}

/* ==== headers and columns ==== */

static void default_format_of_5_10(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	function(&machine, 0, 1234567499, 0x04 | 0x20 | 0x10, 1, 77);
	function(&machine, 1, 1234567500, 0x01 | 0x08, 0, 0);
	expect(&machine, NULL,
	       "# tracer: nop\n"
	       "#\n"
	       "# entries-in-buffer/entries-written: 2/2   #P:2\n"
	       "#\n"
	       "#                                _-----=> irqs-off\n"
	       "#                               / _----=> need-resched\n"
	       "#                              | / _---=> hardirq/softirq\n"
	       "#                              || / _--=> preempt-depth\n"
	       "#                              ||| /     delay\n"
	       "#           TASK-PID     CPU#  ||||   TIMESTAMP  FUNCTION\n"
	       "#              | |         |   ||||      |         |\n"
	       "           <...>-77      [000] .Ns1     1.234567: tcp_rcv <-ip_rcv\n"
	       "          <idle>-0       [001] d.h.     1.234568: tcp_rcv <-ip_rcv\n");
	expect_lines(&machine, "noprint-parent,sym-offset",
		     "           <...>-77      [000] .Ns1     1.234567: tcp_rcv+0x0/0x100\n"
		     "          <idle>-0       [001] d.h.     1.234568: tcp_rcv+0x0/0x100\n");
	machine_deinit(&machine);
}

static void default_format_of_6_1(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_members(&machine.fake, migrate_member, 1);
	fake_enums(&machine.fake, bh_off, 1);
	function(&machine, 0, 1000, 0x81, 0x21, 77);
	expect(&machine, "",
	       "# tracer: nop\n"
	       "#\n"
	       "# entries-in-buffer/entries-written: 1/1   #P:2\n"
	       "#\n"
	       "#                                _-----=> irqs-off/BH-disabled\n"
	       "#                               / _----=> need-resched\n"
	       "#                              | / _---=> hardirq/softirq\n"
	       "#                              || / _--=> preempt-depth\n"
	       "#                              ||| / _-=> migrate-disable\n"
	       "#                              |||| /     delay\n"
	       "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
	       "#              | |         |   |||||     |         |\n"
	       "           <...>-77      [000] D..12     0.000001: tcp_rcv <-ip_rcv\n");
	machine_deinit(&machine);
}

static void without_irq_info_with_tgid(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_symbol(&machine.fake, "tgid_map", TGIDS, 8);
	fake_put(&machine.fake, TGIDS, 8, TGIDS + 0x10);
	fake_put(&machine.fake, TGIDS + 0x10 + 4 * 7, 4, 5);
	function(&machine, 0, 1000, 0, 0, 7);
	function(&machine, 0, 2000, 0, 0, 8);
	expect(&machine, "noirq-info,record-tgid",
	       "# tracer: nop\n"
	       "#\n"
	       "# entries-in-buffer/entries-written: 2/2   #P:2\n"
	       "#\n"
	       "#           TASK-PID       TGID    CPU#     TIMESTAMP  FUNCTION\n"
	       "#              | |           |       |         |         |\n"
	       "           <...>-7       (      5) [000]      0.000001: tcp_rcv <-ip_rcv\n"
	       "           <...>-8       (-------) [000]      0.000002: tcp_rcv <-ip_rcv\n");
	expect(&machine, "nocontext-info",
	       "# tracer: nop\n#\ntcp_rcv <-ip_rcv\ntcp_rcv <-ip_rcv\n");
	machine_deinit(&machine);
}

/* Flags of one entry as letters, in a machine that has ENUMS besides. */
static void expect_letters(const struct fake_enum *more, uint8_t flags, uint8_t count,
			   const char *letters)
{
	struct machine machine;
	char expected[128];

	machine_init(&machine, "nop");
	fake_enums(&machine.fake, more, 1);
	function(&machine, 0, 1000, flags, count, 7);
	snprintf(expected, sizeof(expected),
		 "           <...>-7       [000] %s     0.000001: tcp_rcv <-ip_rcv\n", letters);
	expect_lines(&machine, NULL, expected);
	machine_deinit(&machine);
}

static void letters(void **state)
{
	(void)state;
	expect_letters(nosupport, 0x02, 0, "X...");
	expect_letters(nosupport, 0x03, 0, "d...");
	expect_letters(nosupport, 0x04, 0, ".n..");
	expect_letters(nosupport, 0x20, 0, ".p..");
	expect_letters(nosupport, 0x48, 15, "..Zf");
	expect_letters(nosupport, 0x40, 16, "..z10"); /* a whole byte, in hex */
	expect_letters(nosupport, 0x18, 0x23, "..H23");
	expect_letters(lazy, 0x02, 0, ".l..");
	expect_letters(lazy, 0x06, 0, ".b..");
	expect_letters(lazy, 0x22, 0, ".L..");
	expect_letters(lazy, 0x26, 0, ".B..");
	expect_letters(lazy, 0x24, 0, ".N..");
	expect_letters(bh_off, 0x80, 0, "b...");
}

/* ==== latency-format ==== */

static void latency_format(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_put(&machine.fake, TIME_START, 8, 1000);
	function(&machine, 0, 2000, 0x01, 1, 77);
	function(&machine, 1, 2000 + 10501, 0, 0, 5);
	function(&machine, 0, 2000 + 10501 + 100501, 0, 0, 77);
	expect(&machine, "latency-format",
	       "# tracer: nop\n"
	       "#\n"
	       "# nop latency trace v1.1.5 on 6.1.0-test\n"
	       "# --------------------------------------------------------------------\n"
	       "# latency: 0 us, #3/3, CPU#0 | (M:desktop VP:0, KP:0, SP:0 HP:0 #P:2)\n"
	       "#    -----------------\n"
	       "#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
	       "#    -----------------\n"
	       "#\n"
	       "#                    _------=> CPU#            \n"
	       "#                   / _-----=> irqs-off        \n"
	       "#                  | / _----=> need-resched    \n"
	       "#                  || / _---=> hardirq/softirq \n"
	       "#                  ||| / _--=> preempt-depth   \n"
	       "#                  |||| /     delay            \n"
	       "#  cmd     pid     ||||| time  |   caller      \n"
	       "#     \\   /        |||||  \\    |   /         \n"
	       "   <...>-77        0d..1    1us+: tcp_rcv <-ip_rcv\n"
	       "   <...>-5         1....   12us!: tcp_rcv <-ip_rcv\n"
	       "   <...>-77        0....  112us : tcp_rcv <-ip_rcv\n");
	expect_lines(
		&machine, "latency-format verbose",
		"           <...>      77   0 1 00000001 00000000 [00000002] 0.001ms (+0.011ms): "
		"tcp_rcv <-ip_rcv\n"
		"           <...>       5   1 0 00000000 00000001 [0000000d] 0.012ms (+0.101ms): "
		"tcp_rcv <-ip_rcv\n"
		"           <...>      77   0 0 00000000 00000002 [00000071] 0.112ms (+0.000ms): "
		"tcp_rcv <-ip_rcv\n");
	machine_deinit(&machine);
}

static void latency_format_of_nothing(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	expect(&machine, "latency-format", "# tracer: nop\n#\n");
	machine_deinit(&machine);
}

/* The banner tells a kernel that preempts, preempt_dynamic_mode one that can choose. */
static void preemption_models(void **state)
{
	static const struct fake_enum modes[] = {{NULL, "preempt_dynamic_none", 0},
						 {NULL, "preempt_dynamic_voluntary", 1},
						 {NULL, "preempt_dynamic_full", 2},
						 {NULL, "preempt_dynamic_lazy", 3}};
	static const char *const banners[] = {"#1 SMP PREEMPT Debian", "#1 SMP PREEMPT_RT Debian",
					      "#1 SMP Debian"};
	static const char *const models[] = {"(M:preempt ", "(M:preempt_rt ", "(M:desktop "};
	static const char *const dynamic[] = {"(M:server ", "(M:desktop ", "(M:preempt ",
					      "(M:lazy "};
	static const char *const words[] = {"(M:PREEMPT(none) ", "(M:PREEMPT(voluntary) ",
					    "(M:PREEMPT(full) ", "(M:PREEMPT(lazy) "};
	struct machine machine;

	(void)state;
	for (unsigned i = 0; i < 3 + 4 + 4; i++) {
		struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS,
							  .overrides = "latency-format"};

		machine_init(&machine, "nop");
		function(&machine, 0, 2000, 0, 0, 7);
		if (i < 3) {
			fake_put_string(&machine.fake, TGIDS, banners[i]);
			fake_symbol(&machine.fake, "linux_banner", TGIDS, 64);
		} else {
			fake_enums(&machine.fake, modes, ARRAY_SIZE(modes));
			fake_symbol(&machine.fake, "preempt_dynamic_mode", TGIDS, 4);
			fake_put(&machine.fake, TGIDS, 4, (i - 3) % 4);
		}
		if (i >= 7)
			fake_symbol(&machine.fake, "preempt_model_str", TEXT + 0x800, 8);
		assert_int_equal(try_print(&machine, request), PK_OK);
		assert_non_null(strstr(machine.text, i < 3   ? models[i]
						     : i < 7 ? dynamic[i - 3]
							     : words[i - 7]));
		machine_deinit(&machine);
	}
}

/* Of tracers that have one of their own, as trace_osnoise.c and its like print it; RT has other columns. */
static void headers_of_tracers(void **state)
{
#define RT_FLAGS                                                                                   \
	"#                                _-------=> irqs-off\n"                                   \
	"#                               / _------=> need-resched\n"                               \
	"#                              | / _-----=> need-resched-lazy\n"                          \
	"#                              || / _----=> hardirq/softirq\n"                            \
	"#                              ||| / _---=> preempt-depth\n"                              \
	"#                              |||| / _--=> preempt-lazy-depth\n"                         \
	"#                              ||||| / _-=> migrate-disable\n"
#define FLAGS_                                                                                     \
	"#                                _-----=> irqs-off\n"                                     \
	"#                               / _----=> need-resched\n"                                 \
	"#                              | / _---=> hardirq/softirq\n"                              \
	"#                              || / _--=> preempt-depth\n"
	static const struct fake_member tainted[] = {
		{.type = "struct osnoise_data", .path = "tainted", .offset = 4, .size = 1}};
	static const struct {
		const char *tracer;
		bool rt, tainted;
		const char *header;
	} all[] = {
		{"osnoise", false, false,
		 FLAGS_ "#                              ||| / _-=> migrate-disable     "
			"                    MAX\n"
			"#                              |||| /     delay               "
			"                    SINGLE      Interference counters:\n"
			"#                              |||||               RUNTIME   "
			"   NOISE  %% OF CPU  NOISE    +-----------------------------+\n"
			"#           TASK-PID      CPU# |||||   TIMESTAMP    IN US    "
			"   IN US  AVAILABLE  IN US     HW    NMI    IRQ   SIRQ THREAD\n"
			"#              | |         |   |||||      |           |      "
			"       |    |            |      |      |      |      |      |\n"},
		{"osnoise", true, true,
		 "# osnoise is tainted!\n" RT_FLAGS
		 "#                              |||||| /          "
		 "                                     MAX\n"
		 "#                              ||||| /                         "
		 "                    SINGLE      Interference counters:\n"
		 "#                              |||||||               RUNTIME   "
		 "   NOISE  %% OF CPU  NOISE    +-----------------------------+\n"
		 "#           TASK-PID      CPU# |||||||   TIMESTAMP    IN US    "
		 "   IN US  AVAILABLE  IN US     HW    NMI    IRQ   SIRQ THREAD\n"
		 "#              | |         |   |||||||      |           |      "
		 "       |    |            |      |      |      |      |      |\n"},
		{"timerlat", false, false,
		 FLAGS_ "#                              ||| / _-=> migrate-disable\n"
			"#                              |||| /     delay\n"
			"#                              |||||            ACTIVATION\n"
			"#           TASK-PID      CPU# |||||   TIMESTAMP   ID     "
			"       CONTEXT                 LATENCY\n"
			"#              | |         |   |||||      |         |     "
			"             |                       |\n"},
		{"timerlat", true, false,
		 RT_FLAGS "#                              |||||| /\n"
			  "#                              |||||||             ACTIVATION\n"
			  "#           TASK-PID      CPU# |||||||   TIMESTAMP    ID     "
			  "       CONTEXT                LATENCY\n"
			  "#              | |         |   |||||||      |         |      "
			  "            |                       |\n"},
		{"branch", false, false,
		 "#           TASK-PID    CPU#    TIMESTAMP  CORRECT  FUNC:FILE:LINE\n"
		 "#              | |       |          |         |       |\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		char expected[2048];
		struct machine machine;

		machine_init(&machine, all[i].tracer);
		fake_put_string(&machine.fake, TGIDS,
				all[i].rt ? "#1 SMP PREEMPT_RT x" : "#1 SMP x");
		fake_symbol(&machine.fake, "linux_banner", TGIDS, 64);
		fake_symbol(&machine.fake, "osnoise_data", TGIDS + 64, 8);
		fake_put(&machine.fake, TGIDS + 68, 1, all[i].tainted);
		fake_members(&machine.fake, tainted, ARRAY_SIZE(tainted));
		snprintf(expected, sizeof(expected), "# tracer: %s\n#\n%s", all[i].tracer,
			 all[i].header);
		expect(&machine, NULL, expected);
		machine_deinit(&machine);
	}
}

/* Whose latency it was, and between which places. */
static void latency_of_a_task(void **state)
{
	static const struct fake_member seen[] = {
		{.type = "struct trace_array",
		 .path = "array_buffer.cpu",
		 .offset = 108,
		 .size = 4},
		{.type = "struct trace_array",
		 .path = "array_buffer.data",
		 .offset = 112,
		 .size = 8},
		{.type = "struct trace_array_cpu",
		 .path = "critical_start",
		 .offset = 8,
		 .size = 8},
		{.type = "struct trace_array_cpu", .path = "critical_end", .offset = 16, .size = 8},
		{.type = "struct trace_array_cpu",
		 .path = "saved_latency",
		 .offset = 24,
		 .size = 8},
		{.type = "struct trace_array_cpu",
		 .path = "nice",
		 .offset = 32,
		 .size = 8,
		 .is_signed = true},
		{.type = "struct trace_array_cpu", .path = "policy", .offset = 40, .size = 8},
		{.type = "struct trace_array_cpu", .path = "rt_priority", .offset = 48, .size = 8},
		{.type = "struct trace_array_cpu", .path = "pid", .offset = 56, .size = 4},
		{.type = "struct trace_array_cpu", .path = "uid.val", .offset = 60, .size = 4},
		{.type = "struct trace_array_cpu", .path = "comm", .offset = 64, .size = 16},
	};
	static const uint64_t values[] = {TEXT, TEXT + 0x110, 12345678, (uint64_t)-20, 1, 99};
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS,
						  .overrides = "latency-format"};
	struct machine machine;
	uint64_t offset;

	(void)state;
	machine_init(&machine, "irqsoff");
	fake_members(&machine.fake, seen, ARRAY_SIZE(seen));
	assert_int_equal(pk_percpu_offset(&machine.ctx, 1, &offset), PK_OK);
	fake_put(&machine.fake, FAKE_RING_TRACE_ARRAY + 108, 4, 1);
	fake_put(&machine.fake, FAKE_RING_TRACE_ARRAY + 112, 8, TGIDS - offset);
	for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
		fake_put(&machine.fake, TGIDS + 8 + 8 * i, 8, values[i]);
	fake_put(&machine.fake, TGIDS + 56, 4, 1234);
	fake_put(&machine.fake, TGIDS + 60, 4, 33);
	fake_put_string(&machine.fake, TGIDS + 64, "ksoftirqd/1");
	function(&machine, 1, 2000, 0, 0, 1234);
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_non_null(
		strstr(machine.text,
		       "# latency: 12345 us, #1/1, CPU#1 | (M:desktop VP:0, KP:0, SP:0 HP:0 #P:2)\n"
		       "#    -----------------\n"
		       "#    | task: ksoftirqd/1-1234 (uid:33 nice:-20 policy:1 rt_prio:99)\n"
		       "#    -----------------\n"
		       "#  => started at: tcp_rcv\n"
		       "#  => ended at:   ip_rcv\n"
		       "#\n#\n"));
	machine_deinit(&machine);
}

static void clock_that_counts(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_put(&machine.fake, CLOCK_IN_NS, 4, 0);
	function(&machine, 0, 41, 0, 0, 7);
	function(&machine, 0, 43, 0, 0, 7);
	expect_lines(&machine, NULL,
		     "           <...>-7       [000] ....           41: tcp_rcv <-ip_rcv\n"
		     "           <...>-7       [000] ....           43: tcp_rcv <-ip_rcv\n");
	expect_lines(&machine, "latency-format",
		     "   <...>-7         0....   41: tcp_rcv <-ip_rcv\n"
		     "   <...>-7         0....   43: tcp_rcv <-ip_rcv\n");
	expect_lines(&machine, "latency-format,verbose",
		     "           <...>       7   0 0 00000000 00000000 [0000000000000029] 41 (+2): "
		     "tcp_rcv <-ip_rcv\n"
		     "           <...>       7   0 0 00000000 00000001 [000000000000002b] 43 (+0): "
		     "tcp_rcv <-ip_rcv\n");
	machine_deinit(&machine);
}

/* ==== raw, hex, bin ==== */

static void raw_hex_bin(void **state)
{
	static const struct {
		uint32_t pid, cpu;
		uint64_t time;
	} bin = {7, 1, 1234};
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS, .overrides = "bin"};
	struct machine machine;
	const char *at;

	(void)state;
	machine_init(&machine, "nop");
	nobodys(&machine, 1, 1234, 7);
	expect_lines(&machine, "raw", "7 1 1234 99 ?\n");
	expect_lines(&machine, "raw,nocontext-info", "99 ?\n");
	expect_lines(&machine, "hex,raw", "00000007 00000001 00000000000004d2 \n");
	assert_int_equal(try_print(&machine, request), PK_OK);
	at = strstr(machine.text, "|         |\n");
	assert_non_null(at);
	assert_memory_equal(at + 12, &bin, sizeof(bin));
	expect_lines(&machine, "norecord-tgid",
		     "           <...>-7       [001] ....     0.000001: Unknown type 99\n");
	machine_deinit(&machine);
}

/* ==== which events, which CPU ==== */

static void buffers_that_start_late(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_ring_set(&machine.fake, 0, FAKE_CPU_OVERRUN, 1);
	fake_ring_set(&machine.fake, 0, FAKE_CPU_ENTRIES, 1);
	nobodys(&machine, 0, 1000, 1);
	nobodys(&machine, 0, 2000, 1);
	nobodys(&machine, 1, 3000, 1);
	expect_lines(&machine, "noirq-info",
		     "           <...>-1       [000]      0.000001: Unknown type 99\n"
		     "           <...>-1       [000]      0.000002: Unknown type 99\n"
		     "##### CPU 1 buffer started ####\n"
		     "           <...>-1       [001]      0.000003: Unknown type 99\n");
	assert_non_null(strstr(machine.text, "entries-written: 3/4 "));
	expect_lines(&machine, "noirq-info,noannotate",
		     "           <...>-1       [000]      0.000001: Unknown type 99\n"
		     "           <...>-1       [000]      0.000002: Unknown type 99\n"
		     "           <...>-1       [001]      0.000003: Unknown type 99\n");
	machine_deinit(&machine);
}

/* The second event of all is told nowhere to be the first of its CPU: trace_iterator.idx > 1. */
static void second_event_is_not_announced(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_ring_set(&machine.fake, 0, FAKE_CPU_OVERRUN, 1);
	nobodys(&machine, 0, 1000, 1);
	nobodys(&machine, 1, 2000, 1);
	nobodys(&machine, 1, 3000, 1);
	expect_lines(&machine, "nocontext-info",
		     "Unknown type 99\nUnknown type 99\nUnknown type 99\n");
	machine_deinit(&machine);
}

static void older_than_the_buffer(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_ring_set(&machine.fake, 0, FAKE_CPU_OVERRUN, 5);
	fake_ring_set(&machine.fake, 0, FAKE_CPU_ENTRIES, 5);
	fake_put(&machine.fake, TIME_START, 8, 2000);
	nobodys(&machine, 0, 1000, 1);
	nobodys(&machine, 0, 2000, 2);
	expect_lines(&machine, "noirq-info",
		     "           <...>-2       [000]      0.000002: Unknown type 99\n");
	/* 7 - 5 held, one of them hidden: what was overwritten does not count then */
	assert_non_null(strstr(machine.text, "entries-written: 1/1 "));
	machine_deinit(&machine);
}

static void newest_and_one_cpu(void **state)
{
	struct pk_kernel_trace_request request = {
		.cpu = PK_ALL_CPUS, .newest = 2, .overrides = "raw"};
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	for (int i = 0; i < 5; i++)
		nobodys(&machine, i & 1, 1000 + 1000 * (unsigned)i, i);
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_non_null(strstr(machine.text, "|         |\n3 1 4000 99 ?\n4 0 5000 99 ?\n"));
	assert_non_null(strstr(machine.text, "entries-written: 5/5 "));
	request = (struct pk_kernel_trace_request){.cpu = 1, .overrides = "raw"};
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_non_null(strstr(machine.text, "|         |\n1 1 2000 99 ?\n3 1 4000 99 ?\n"));
	request.cpu = 2;
	assert_int_equal(try_print(&machine, request), PK_USAGE);
	machine_deinit(&machine);
}

static void newest_keeps_the_count(void **state)
{
	struct pk_kernel_trace_request request = {
		.cpu = PK_ALL_CPUS, .newest = 1, .overrides = "latency-format,verbose"};
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	for (int i = 0; i < 5; i++)
		nobodys(&machine, 0, 1000 + 1000 * (unsigned)i, i);
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_non_null(strstr(machine.text, "       4   0 0 00000000 00000004 [00000005] "));
	machine_deinit(&machine);
}

static void snapshot_that_is_not_there(void **state)
{
	static const char *const all =
		"# tracer: nop\n#\n#\n# * Snapshot is freed *\n#\n# Snapshot commands:\n"
		"# echo 0 > snapshot : Clears and frees snapshot buffer\n"
		"# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
		"#                      Takes a snapshot of the main buffer.\n"
		"# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or free)\n"
		"#                      (Doesn't have to be '2' works with any number that\n"
		"#                       is not a '0' or '1')\n";
	static const char *const one =
		"# tracer: nop\n#\n#\n# * Snapshot is freed *\n#\n# Snapshot commands:\n"
		"# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
		"# echo 1 > snapshot : Not supported with this kernel.\n"
		"#                     Must use main snapshot file to allocate.\n"
		"# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not allocate)\n"
		"#                      (Doesn't have to be '2' works with any number that\n"
		"#                       is not a '0' or '1')\n";
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS, .snapshot = true};
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	nobodys(&machine, 0, 1000, 1);
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_string_equal(machine.text, all);
	request.cpu = 0;
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_string_equal(machine.text, one);
	machine_deinit(&machine);
}

/* Its own start, and never the columns of latency-format: tracing_snapshot_open() does not ask for them. */
static void snapshot(void **state)
{
	struct pk_kernel_trace_request request = {
		.cpu = PK_ALL_CPUS, .snapshot = true, .overrides = "latency-format"};
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_put(&machine.fake, TIME_START, 8, 5000);
	fake_put(&machine.fake, ALLOCATED, 1, 1);
	fake_put(&machine.fake, FAKE_RING_TRACE_ARRAY + 72, 8, FAKE_RING_BUFFER);
	nobodys(&machine, 0, 1000, 1);
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_non_null(
		strstr(machine.text,
		       "\n           <...>-1       [000] ....     0.000001: Unknown type 99\n"));
	fake_put(&machine.fake, FAKE_RING_TRACE_ARRAY + 80, 8, 1001);
	assert_int_equal(try_print(&machine, request), PK_OK);
	assert_non_null(strstr(machine.text, "# * Snapshot is allocated *\n"));
	machine_deinit(&machine);
}

static void dead_ftrace(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_symbol(&machine.fake, "ftrace_disabled", TGIDS, 4);
	fake_put(&machine.fake, TGIDS, 4, 1);
	expect(&machine, "nocontext-info",
	       "# tracer: nop\n#\n"
	       "# WARNING: FUNCTION TRACING IS CORRUPTED\n"
	       "#          MAY BE MISSING FUNCTION EVENTS\n");
	machine_deinit(&machine);
}

/* ==== options ==== */

static void names_of_options(void **state)
{
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS, .overrides = "raw,nofoo"};
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	/* the dump's own list names more than the printers know */
	fake_symbol(&machine.fake, "trace_options", FLAG_STRINGS, 16);
	fake_put(&machine.fake, FLAG_STRINGS, 8, FLAG_TEXTS);
	fake_put_string(&machine.fake, FLAG_TEXTS, "pause-on-trace");
	assert_int_equal(try_print(&machine, request), PK_USAGE);
	assert_non_null(strstr(machine.ctx.error.text, "\"nofoo\""));
	assert_non_null(strstr(machine.ctx.error.text, " pause-on-trace "));
	assert_non_null(strstr(machine.ctx.error.text, " latency-format "));
	assert_non_null(strstr(machine.ctx.error.text, " funcgraph-tail "));
	request.overrides = "pause-on-trace,,nofuncgraph-tail, noraw";
	assert_int_equal(try_print(&machine, request), PK_OK);
	machine_deinit(&machine);
}

/* Those that the dump has set count without being asked for, and can be taken back. */
static void options_of_the_dump(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "nop");
	fake_put(&machine.fake, FLAGS, 4, DEFAULT | BIT(RAW));
	nobodys(&machine, 1, 1234, 7);
	expect_lines(&machine, NULL, "7 1 1234 99 ?\n");
	expect_lines(&machine, "noraw,noirq-info",
		     "           <...>-7       [001]      0.000001: Unknown type 99\n");
	machine_deinit(&machine);
}

/* ==== function_graph ==== */

/* ip_rcv() { timer_irq() {} tcp_rcv(); }, another task, a return whose call is not there. */
static void tell_graph(struct machine *machine)
{
	enter(machine, 0, 1000000, 7, TEXT + 0x100, 0);
	enter(machine, 0, 1001000, 7, IRQ_TEXT, 1);
	enter(machine, 0, 1002000, 7, TEXT, 2);
	leave(machine, 0, 1003000, 7, TEXT, 2, 500, 0);
	leave(machine, 0, 1004000, 7, IRQ_TEXT, 1, 3000, 0);
	enter(machine, 0, 1005000, 7, TEXT, 1);
	leave(machine, 0, 1106000, 7, TEXT, 1, 100001, 0);
	leave(machine, 0, 1107000, 7, TEXT + 0x100, 0, 12345678901234, 0);
	leave(machine, 0, 1108000, 8, TEXT, 1, 10000, 0);
}

static void graph(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	tell_graph(&machine);
	expect(&machine, NULL,
	       "# tracer: function_graph\n"
	       "#\n"
	       "# CPU  DURATION                  FUNCTION CALLS\n"
	       "# |     |   |                     |   |   |   |\n"
	       " 0)               |  ip_rcv() {\n"
	       " 0)   ==========> |\n"
	       " 0)               |    timer_irq() {\n"
	       " 0)   0.500 us    |      tcp_rcv();\n"
	       " 0)   3.000 us    |    }\n"
	       " 0)   <========== |\n"
	       " 0) ! 100.001 us  |    tcp_rcv();\n"
	       " 0) $ 12345678901 us |  }\n"
	       " ------------------------------------------\n"
	       " 0)    <...>-7     =>    <...>-8    \n"
	       " ------------------------------------------\n"
	       "\n"
	       " 0)   10.000 us   |    } /* tcp_rcv */\n");
	machine_deinit(&machine);
}

static void graph_columns(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	enter(&machine, 0, 61234567899, 7, TEXT, 0);
	leave(&machine, 0, 61234568899, 7, TEXT, 0, 1000, 0);
	expect(&machine, "funcgraph-abstime,funcgraph-proc,nofuncgraph-cpu",
	       "# tracer: function_graph\n"
	       "#\n"
	       "#     TIME         TASK/PID         DURATION                  FUNCTION CALLS\n"
	       "#      |            |    |           |   |                     |   |   |   |\n"
	       "   61.234567 |     <...>-7     |   1.000 us    |  tcp_rcv();\n");
	expect(&machine, "nofuncgraph-duration",
	       "# tracer: function_graph\n"
	       "#\n"
	       "# CPU               FUNCTION CALLS\n"
	       "# |                 |   |   |   |\n"
	       " 0) tcp_rcv();\n");
	expect(&machine, "nocontext-info", "# tracer: function_graph\n#\ntcp_rcv();\n");
	machine_deinit(&machine);
}

static void graph_latency_format(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	enter(&machine, 0, 1000, 7, TEXT, 0);
	leave(&machine, 0, 2000, 7, TEXT, 0, 1000, 0);
	expect(&machine, "latency-format",
	       "# tracer: function_graph\n"
	       "#\n"
	       "# function_graph latency trace v1.1.5 on 6.1.0-test\n"
	       "# --------------------------------------------------------------------\n"
	       "# latency: 0 us, #2/2, CPU#0 | (M:desktop VP:0, KP:0, SP:0 HP:0 #P:2)\n"
	       "#    -----------------\n"
	       "#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
	       "#    -----------------\n"
	       "#\n"
	       "#      _-----=> irqs-off        \n"
	       "#     / _----=> need-resched    \n"
	       "#    | / _---=> hardirq/softirq \n"
	       "#    || / _--=> preempt-depth   \n"
	       "#    ||| /                      \n"
	       "# CPU||||     DURATION                  FUNCTION CALLS\n"
	       "# |  ||||      |   |                     |   |   |   |\n"
	       " 0)  .... |   1.000 us    |  tcp_rcv();\n");
	machine_deinit(&machine);
}

/* The arrow behind an interrupt's only call: a reader that keeps one event has the return's flags by then. */
static void graph_interrupt_of_one_call(void **state)
{
	static const struct fake_member one_event[] = {
		{.type = "struct ring_buffer_iter", .path = "event", .offset = 64, .size = 8}};
	const struct ent_entry in = {GRAPH_ENT, 0x09, 0, 7, IRQ_TEXT, 0, 0, 0};
	const struct ret_entry out = {GRAPH_RET, 0x0d, 0, 7, IRQ_TEXT, 0, 0, 1000, 4000, 0};

	(void)state;
	for (int keeps_one = 0; keeps_one < 2; keeps_one++) {
		struct machine machine;

		machine_init(&machine, "function_graph");
		fake_members(&machine.fake, one_event, keeps_one);
		record(&machine, 0, 1000, &in, 20);
		record(&machine, 0, 4000, &out, sizeof(out));
		expect_lines(&machine, "latency-format",
			     keeps_one ? " 0)  d.h. |   ==========> |\n"
					 " 0)  d.h. |   3.000 us    |  timer_irq();\n"
					 " 0)  dnh. |   <========== |\n"
				       : " 0)  d.h. |   ==========> |\n"
					 " 0)  d.h. |   3.000 us    |  timer_irq();\n"
					 " 0)  d.h. |   <========== |\n");
		machine_deinit(&machine);
	}
}

static void graph_switches(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	tell_graph(&machine);
	expect_lines(&machine,
		     "funcgraph-tail,funcgraph-overrun,nofuncgraph-overhead,nofuncgraph-irqs",
		     " 0)               |  ip_rcv() {\n"
		     " 0)   100.001 us  |    tcp_rcv();\n"
		     " 0)   12345678901 us |  } /* ip_rcv */\n"
		     " (Overruns: 3)\n"
		     " ------------------------------------------\n"
		     " 0)    <...>-7     =>    <...>-8    \n"
		     " ------------------------------------------\n"
		     "\n"
		     " 0)   10.000 us   |    } /* tcp_rcv */\n"
		     " (Overruns: 3)\n");
	machine_deinit(&machine);
}

static void tell_returns(struct machine *machine)
{
	enter(machine, 0, 1000, 7, TEXT + 0x100, 0);
	enter(machine, 0, 2000, 7, TEXT, 1);
	leave(machine, 0, 3000, 7, TEXT, 1, 1000, 0xfffffff2); /* -EFAULT in an int */
	enter(machine, 0, 4000, 7, TEXT, 1);
	leave(machine, 0, 5000, 7, TEXT, 1, 1000, (uint64_t)-110);
	leave(machine, 0, 6000, 7, TEXT + 0x100, 0, 5000, 0x2a);
}

static void graph_return_values(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	tell_returns(&machine);
	expect_lines(&machine, "funcgraph-retval",
		     " 0)               |  ip_rcv() {\n"
		     " 0)   1.000 us    |    tcp_rcv(); /* = -14 */\n"
		     " 0)   1.000 us    |    tcp_rcv(); /* = -110 */\n"
		     " 0)   5.000 us    |  } /* ip_rcv = 0x2a */\n");
	expect_lines(&machine, "funcgraph-retval,funcgraph-retval-hex",
		     " 0)               |  ip_rcv() {\n"
		     " 0)   1.000 us    |    tcp_rcv(); /* = 0xfffffff2 */\n"
		     " 0)   1.000 us    |    tcp_rcv(); /* = 0xffffffffffffff92 */\n"
		     " 0)   5.000 us    |  } /* ip_rcv = 0x2a */\n");
	machine_deinit(&machine);
}

static void graph_return_addresses(void **state)
{
	struct ent_entry entry = {GRAPH_RETADDR_ENT, 0, 0, 7, TEXT, 1, 0, TEXT + 0x120};
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	fake_enums(&machine.fake, retaddr_enum, 1);
	fake_members(&machine.fake, retaddr_members, ARRAY_SIZE(retaddr_members));
	record(&machine, 0, 1000, &entry, sizeof(entry));
	leave(&machine, 0, 2000, 7, TEXT, 1, 1000, 1);
	entry.depth = 2;
	record(&machine, 0, 3000, &entry, sizeof(entry));
	leave(&machine, 0, 4000, 7, TEXT + 0x100, 1, 4000, 0);
	expect_lines(&machine, "funcgraph-retaddr,funcgraph-retval",
		     " 0)   1.000 us    |    tcp_rcv(); /* <-ip_rcv+0x20/0x100 ret=0x1 */\n"
		     " 0)               |      tcp_rcv() { /* <-ip_rcv+0x20/0x100 */\n"
		     " 0)   4.000 us    |    } /* ip_rcv ret=0x0 */\n");
	expect_lines(&machine, NULL,
		     " 0)   1.000 us    |    tcp_rcv();\n"
		     " 0)               |      tcp_rcv() {\n"
		     " 0)   4.000 us    |    } /* ip_rcv */\n");
	machine_deinit(&machine);
}

/* An event that nobody registered begins as a comment and ends in the default format. */
static void graph_unknown_event(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "function_graph");
	enter(&machine, 0, 1000, 7, TEXT, 1);
	nobodys(&machine, 0, 2000, 7);
	function(&machine, 0, 3000, 0, 0, 7); /* functions are never comments */
	expect_lines(&machine, "noirq-info",
		     " 0)               |    tcp_rcv() {\n"
		     " 0)               |      /*            <...>-7       [000]      0.000002: "
		     "Unknown type 99\n"
		     "           <...>-7       [000]      0.000003: tcp_rcv <-ip_rcv\n");
	machine_deinit(&machine);
}

/* Latency tracers show calls as a graph with display-graph, in columns of their own. */
static void graph_of_a_latency_tracer(void **state)
{
	struct machine machine;

	(void)state;
	machine_init(&machine, "irqsoff");
	fake_put(&machine.fake, TIME_START, 8, 1000);
	enter(&machine, 0, 5000, 7, TEXT, 0);
	leave(&machine, 0, 26000, 7, TEXT, 0, 20000, 0);
	expect(&machine, "display-graph",
	       "# tracer: irqsoff\n"
	       "#\n"
	       "#   REL TIME      CPU  TASK/PID         DURATION                  FUNCTION CALLS\n"
	       "#      |          |     |    |           |   |                     |   |   |   |\n"
	       "        4 us |   0)    <...>-7     |   20.000 us   |  tcp_rcv();\n");
	machine_deinit(&machine);
}

/* ==== several processes ==== */

#define MANY_PAGES 300 /* a CPU: with fewer than 512 together one process makes the lines */

static unsigned *divided; /* shared with the processes: how often they began, and which have died */
static bool dies;

static bool divide(struct pk_target *target, bool in_child)
{
	(void)target;
	if (!in_child)
		return true;
	return __atomic_fetch_add(divided, 1, __ATOMIC_SEQ_CST) != 1 || !dies;
}

/* More lines than the blocks between two processes hold; of both CPUs at equal times, too. A page of CPU 1 cannot be read. */
static void large_machine(struct machine *machine)
{
	struct fn_entry entry = {FN, 0, 0, 7, TEXT, TEXT + 0x110};
	uint8_t page[4096], write[8];
	uint64_t ts = 1000000;

	machine_init_pages(machine, "nop", MANY_PAGES);
	while (fake_ring_record(&machine->fake, 0, 0, ts, &entry, sizeof(entry)))
		ts += 1000 + 1000 * (ts / 1000 % 3);
	machine->fake.target.ops->read(&machine->fake.target, fake_ring_data(0, 0), page,
				       sizeof(page));
	machine->fake.target.ops->read(&machine->fake.target,
				       fake_ring_page(0, 0) + FAKE_PAGE_WRITE, write, 8);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		for (int i = 0; i < MANY_PAGES - 1; i++) {
			fake_put_bytes(&machine->fake, fake_ring_data(cpu, i), page, sizeof(page));
			fake_put(&machine->fake, fake_ring_data(cpu, i), 8,
				 1000000 + cpu * 2000 + ts * (unsigned)i);
			fake_put_bytes(&machine->fake, fake_ring_page(cpu, i) + FAKE_PAGE_WRITE,
				       write, 8);
		}
		fake_ring_place(&machine->fake, cpu, 0, MANY_PAGES - 2);
	}
	fake_unmap(&machine->fake, fake_ring_data(1, 40));
}

static void several_processes(void **state)
{
	struct pk_kernel_trace_request request = {.cpu = PK_ALL_CPUS};
	struct machine one, several;
	struct pk_target_ops ops;

	(void)state;
	divided = mmap(NULL, sizeof(*divided), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	assert_ptr_not_equal(divided, MAP_FAILED);
	large_machine(&one);
	assert_int_equal(try_print(&one, request), PK_OK);
	assert_true(strlen(one.text) > 5 * 256 * 1024 * 2);
	assert_non_null(strstr(one.ctx.warnings[one.ctx.nr_warnings - 1], "unreadable"));

	large_machine(&several);
	ops = *several.fake.target.ops;
	ops.divide = divide;
	several.fake.target.ops = &ops;
	setenv("PKTTRACE_PROCESSES", "2", 1);
	assert_int_equal(try_print(&several, request), PK_OK);
	assert_int_equal(*divided, 2);
	assert_true(!strcmp(several.text, one.text));
	assert_int_equal(several.result.events, one.result.events);
	assert_false(several.result.failed);
	assert_int_equal(several.ctx.nr_warnings, one.ctx.nr_warnings);
	for (unsigned i = 0; i < one.ctx.nr_warnings; i++)
		assert_string_equal(several.ctx.warnings[i], one.ctx.warnings[i]);
	assert_int_equal(several.ctx.nr_missing, one.ctx.nr_missing);
	machine_deinit(&several);

	/* One that dies: what the other made is no whole trace. */
	large_machine(&several);
	several.fake.target.ops = &ops;
	*divided = 0;
	dies = true;
	assert_int_equal(try_print(&several, request), PK_OK);
	assert_true(several.result.failed);
	assert_non_null(strstr(several.ctx.warnings[several.ctx.nr_warnings - 1], "has died"));
	dies = false;
	unsetenv("PKTTRACE_PROCESSES");
	machine_deinit(&several);
	machine_deinit(&one);
	munmap(divided, sizeof(*divided));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_format_of_5_10),
		cmocka_unit_test(default_format_of_6_1),
		cmocka_unit_test(without_irq_info_with_tgid),
		cmocka_unit_test(letters),
		cmocka_unit_test(latency_format),
		cmocka_unit_test(latency_format_of_nothing),
		cmocka_unit_test(preemption_models),
		cmocka_unit_test(headers_of_tracers),
		cmocka_unit_test(latency_of_a_task),
		cmocka_unit_test(clock_that_counts),
		cmocka_unit_test(raw_hex_bin),
		cmocka_unit_test(buffers_that_start_late),
		cmocka_unit_test(second_event_is_not_announced),
		cmocka_unit_test(older_than_the_buffer),
		cmocka_unit_test(newest_and_one_cpu),
		cmocka_unit_test(newest_keeps_the_count),
		cmocka_unit_test(snapshot_that_is_not_there),
		cmocka_unit_test(snapshot),
		cmocka_unit_test(dead_ftrace),
		cmocka_unit_test(names_of_options),
		cmocka_unit_test(options_of_the_dump),
		cmocka_unit_test(graph),
		cmocka_unit_test(graph_columns),
		cmocka_unit_test(graph_latency_format),
		cmocka_unit_test(graph_interrupt_of_one_call),
		cmocka_unit_test(graph_switches),
		cmocka_unit_test(graph_return_values),
		cmocka_unit_test(graph_return_addresses),
		cmocka_unit_test(graph_unknown_event),
		cmocka_unit_test(graph_of_a_latency_tracer),
		cmocka_unit_test(several_processes),
	};

	fake_big_endian = FAKE_HOST_BIG_ENDIAN;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
