// SPDX-License-Identifier: GPL-3.0-or-later
/* Built-in entries drawn by hand, in the four forms of the kernel: the expected texts follow the formats in
 * its trace_output.c and the tracers' own files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "decode/trace/event_format_private.h"
#include "fake_target.h"
#include "text/entry.h"

#define HEAD                                                                                       \
	uint16_t type;                                                                             \
	uint8_t flags, preempt_count;                                                              \
	int32_t pid
#define TCP_RCV 0xffff000000001000ull
#define IP_RCV 0xffff000000002000ull
#define MARK_WRITE 0xffff000000003000ull
#define TRAMPOLINE 0xffff000000004000ull
#define FORMAT 0xffff000000010000ull

enum {
	FN = 1,
	CTX,
	WAKE,
	STACK,
	PRINT,
	BPRINT,
	MMIO_RW,
	MMIO_MAP,
	BRANCH,
	USER_STACK,
	BLK,
	BPUTS,
	HWLAT,
	OSNOISE,
	TIMERLAT,
	RAW_DATA,
	FUNC_REPEATS,
	GRAPH_ENT,
	GRAPH_RET,
	LAST_TYPE = GRAPH_RET,
};

struct ftrace_entry {
	HEAD;
	uint64_t ip, parent_ip;
};
struct func_repeats_entry {
	HEAD;
	uint64_t ip, parent_ip;
	uint16_t count, top_delta_ts;
	uint32_t bottom_delta_ts;
};
struct ctx_switch_entry {
	HEAD;
	uint32_t prev_pid, next_pid, next_cpu;
	uint8_t prev_prio, prev_state, next_prio, next_state;
};
struct stack_entry {
	HEAD;
	int32_t size, pad;
	uint64_t caller[4];
};
struct userstack_entry {
	HEAD;
	uint32_t tgid, pad;
	uint64_t caller[8];
};
struct print_entry {
	HEAD;
	uint64_t ip;
	char buf[24];
};
struct bputs_entry {
	HEAD;
	uint64_t ip, str;
};
struct bprint_entry {
	HEAD;
	uint64_t ip, fmt;
	uint8_t buf[64];
};
struct raw_data_entry {
	HEAD;
	uint32_t id;
	uint8_t buf[8];
};
struct trace_branch {
	HEAD;
	uint32_t line;
	char func[31], file[21];
	char correct, constant;
};
struct timespec64 {
	int64_t tv_sec, tv_nsec;
};
struct hwlat_entry {
	HEAD;
	uint64_t duration, outer_duration, nmi_total_ts;
	struct timespec64 timestamp;
	uint32_t nmi_count, seqnum, count;
};
struct osnoise_entry {
	HEAD;
	uint64_t noise, runtime, max_sample;
	uint32_t hw_count, nmi_count, irq_count, softirq_count, thread_count;
};
struct timerlat_entry {
	HEAD;
	uint32_t seqnum;
	int32_t context;
	uint64_t timer_latency;
};

struct mmio_rw {
	uint64_t phys, value, pc;
	int32_t map_id;
	uint8_t opcode, width;
};
struct trace_mmiotrace_rw {
	HEAD;
	struct mmio_rw rw;
};
struct mmio_map {
	uint64_t phys, virt, len;
	int32_t map_id;
	uint8_t opcode;
};
struct trace_mmiotrace_map {
	HEAD;
	struct mmio_map map;
};
struct blk_io_trace {
	HEAD;
	uint64_t time, sector;
	uint32_t bytes, action, by, device, cpu;
	uint16_t error, pdu_len;
};
struct blk_entry {
	struct blk_io_trace t;
	uint8_t pdu[24];
};
struct graph_ent {
	uint64_t func;
	int32_t depth;
} __attribute__((packed));
struct ftrace_graph_ent_entry {
	HEAD;
	struct graph_ent graph_ent;
} __attribute__((packed));
struct graph_ret {
	uint64_t func;
	int32_t depth;
	uint32_t overrun;
	uint64_t calltime, rettime;
};
struct ftrace_graph_ret_entry {
	HEAD;
	struct graph_ret ret;
};

#define ROW(t, m)                                                                                  \
	{                                                                                          \
		.type = "struct " #t, .path = #m, .offset = offsetof(struct t, m),                 \
		.size = sizeof(((struct t *)NULL)->m)                                              \
	}

static const struct fake_member rows[] = {
	ROW(ftrace_entry, ip),
	ROW(ftrace_entry, parent_ip),
	ROW(func_repeats_entry, ip),
	ROW(func_repeats_entry, parent_ip),
	ROW(func_repeats_entry, count),
	ROW(func_repeats_entry, top_delta_ts),
	ROW(func_repeats_entry, bottom_delta_ts),
	ROW(ctx_switch_entry, prev_pid),
	ROW(ctx_switch_entry, next_pid),
	ROW(ctx_switch_entry, next_cpu),
	ROW(ctx_switch_entry, prev_prio),
	ROW(ctx_switch_entry, prev_state),
	ROW(ctx_switch_entry, next_prio),
	ROW(ctx_switch_entry, next_state),
	ROW(stack_entry, size),
	ROW(stack_entry, caller),
	ROW(userstack_entry, tgid),
	ROW(userstack_entry, caller),
	ROW(print_entry, ip),
	ROW(print_entry, buf),
	ROW(bputs_entry, ip),
	ROW(bputs_entry, str),
	ROW(bprint_entry, ip),
	ROW(bprint_entry, fmt),
	ROW(bprint_entry, buf),
	ROW(raw_data_entry, id),
	ROW(raw_data_entry, buf),
	ROW(trace_branch, line),
	ROW(trace_branch, func),
	ROW(trace_branch, file),
	ROW(trace_branch, correct),
	ROW(hwlat_entry, duration),
	ROW(hwlat_entry, outer_duration),
	ROW(hwlat_entry, nmi_total_ts),
	ROW(hwlat_entry, timestamp.tv_sec),
	ROW(hwlat_entry, timestamp.tv_nsec),
	ROW(hwlat_entry, nmi_count),
	ROW(hwlat_entry, seqnum),
	ROW(hwlat_entry, count),
	ROW(osnoise_entry, noise),
	ROW(osnoise_entry, runtime),
	ROW(osnoise_entry, max_sample),
	ROW(osnoise_entry, hw_count),
	ROW(osnoise_entry, nmi_count),
	ROW(osnoise_entry, irq_count),
	ROW(osnoise_entry, softirq_count),
	ROW(osnoise_entry, thread_count),
	ROW(trace_mmiotrace_rw, rw.phys),
	ROW(trace_mmiotrace_rw, rw.value),
	ROW(trace_mmiotrace_rw, rw.pc),
	{.type = "struct trace_mmiotrace_rw",
	 .path = "rw.map_id",
	 .size = 4,
	 .is_signed = true,
	 .offset = offsetof(struct trace_mmiotrace_rw, rw.map_id)},
	ROW(trace_mmiotrace_rw, rw.opcode),
	ROW(trace_mmiotrace_rw, rw.width),
	ROW(trace_mmiotrace_map, map.phys),
	ROW(trace_mmiotrace_map, map.virt),
	ROW(trace_mmiotrace_map, map.len),
	ROW(trace_mmiotrace_map, map.map_id),
	ROW(trace_mmiotrace_map, map.opcode),
	ROW(blk_io_trace, sector),
	ROW(blk_io_trace, bytes),
	ROW(blk_io_trace, action),
	ROW(blk_io_trace, device),
	ROW(blk_io_trace, error),
	ROW(blk_io_trace, pdu_len),
	ROW(ftrace_graph_ent_entry, graph_ent.func),
	ROW(ftrace_graph_ent_entry, graph_ent.depth),
	ROW(ftrace_graph_ret_entry, ret.func),
	ROW(ftrace_graph_ret_entry, ret.depth),
	ROW(ftrace_graph_ret_entry, ret.overrun),
	ROW(ftrace_graph_ret_entry, ret.calltime),
	ROW(ftrace_graph_ret_entry, ret.rettime),
	{.type = "struct tracer_flags", .path = "val", .offset = 0, .size = 4},
	ROW(timerlat_entry, seqnum),
	ROW(timerlat_entry, context),
	ROW(timerlat_entry, timer_latency),
};

static const struct fake_enum enums[] = {
	{"trace_type", "TRACE_FN", FN},
	{"trace_type", "TRACE_CTX", CTX},
	{"trace_type", "TRACE_WAKE", WAKE},
	{"trace_type", "TRACE_STACK", STACK},
	{"trace_type", "TRACE_PRINT", PRINT},
	{"trace_type", "TRACE_BPRINT", BPRINT},
	{"trace_type", "TRACE_MMIO_RW", MMIO_RW},
	{"trace_type", "TRACE_MMIO_MAP", MMIO_MAP},
	{"trace_type", "TRACE_BRANCH", BRANCH},
	{"trace_type", "TRACE_USER_STACK", USER_STACK},
	{"trace_type", "TRACE_BLK", BLK},
	{"trace_type", "TRACE_BPUTS", BPUTS},
	{"trace_type", "TRACE_HWLAT", HWLAT},
	{"trace_type", "TRACE_OSNOISE", OSNOISE},
	{"trace_type", "TRACE_TIMERLAT", TIMERLAT},
	{"trace_type", "TRACE_RAW_DATA", RAW_DATA},
	{"trace_type", "TRACE_FUNC_REPEATS", FUNC_REPEATS},
	{"trace_type", "TRACE_GRAPH_ENT", GRAPH_ENT},
	{"trace_type", "TRACE_GRAPH_RET", GRAPH_RET},
	{"trace_type", "__TRACE_LAST_TYPE", LAST_TYPE},
	{NULL, "FILTER_STATIC_STRING", 1},
	{NULL, "FILTER_DYN_STRING", 2},
	{NULL, "FILTER_RDYN_STRING", 3},
	{NULL, "FILTER_PTR_STRING", 4},
	{NULL, "FILTER_TRACE_FN", 5},
	{NULL, "FILTER_COMM", 7},
	{NULL, "FILTER_CPU", 8},
};

struct fixture {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_instance instance;
	struct pk_kt_cpu cpu;
	struct pk_kt *kt;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	fake_target_init(&f->fake);
	fake_members(&f->fake, rows, ARRAY_SIZE(rows));
	fake_enums(&f->fake, enums, ARRAY_SIZE(enums));
	fake_symbol(&f->fake, "tcp_v4_rcv", TCP_RCV, 0x800);
	fake_module_symbol(&f->fake, "ip_mod", "ip_rcv", IP_RCV, 0x100);
	fake_symbol(&f->fake, "tracing_mark_write", MARK_WRITE, 0x100);
	fake_symbol(&f->fake, "arch_rethook_trampoline", TRAMPOLINE, 0x20);
	pk_ctx_init(&f->ctx, &f->fake.target);
	f->instance.clock_in_ns = true;
	f->kt = calloc(1, sizeof(*f->kt));
	f->kt->ctx = &f->ctx;
	f->kt->instance = &f->instance;
	f->kt->entries = pk_kt_entries;
	f->kt->options = 1u << PK_KT_PRINT_PARENT;
	f->kt->cpus = &f->cpu;
	f->kt->nr_cpus = 1;
	fake_type(&f->fake, "struct blk_io_trace", sizeof(struct blk_io_trace));
	pk_symbols_init(&f->kt->symbols, &f->ctx);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	pk_symbols_deinit(&f->kt->symbols);
	free(f->kt);
	pk_ctx_deinit(&f->ctx);
	fake_target_deinit(&f->fake);
	free(f);
	return 0;
}

/* LEN bytes of ENTRY in FORM, as text that stays until the next call. */
static const char *text(struct fixture *f, const void *entry, size_t len, enum pk_kt_form form)
{
	struct pk_event event = {
		.data = entry, .len = (uint32_t)len, .ts = 12345678901500, .pid = 7};

	memcpy(&event.type, entry, sizeof(event.type));
	pk_seq_reset(&f->kt->seq);
	f->kt->result.by_fields = 0;
	pk_kt_event(f->kt, &event, form);
	return f->kt->seq.text;
}

#define EXPECT(entry, form, expected)                                                              \
	do {                                                                                       \
		assert_string_equal(text(f, &(entry), sizeof(entry), PK_FORM_##form), expected);   \
		assert_int_equal(f->kt->result.by_fields, 0);                                      \
	} while (0)

static void option(struct fixture *f, enum pk_kt_option option)
{
	f->kt->options |= 1u << option;
}

static void function(void **state)
{
	struct fixture *f = *state;
	struct ftrace_entry entry = {.type = FN, .ip = TCP_RCV, .parent_ip = IP_RCV + 0x40};

	EXPECT(entry, TRACE, "tcp_v4_rcv <-ip_rcv\n");
	EXPECT(entry, RAW, "ffff000000001000 ffff000000002040\n");
	EXPECT(entry, HEX, "ffff000000001000 ffff000000002040 ");
	text(f, &entry, sizeof(entry), PK_FORM_BIN);
	assert_int_equal(f->kt->seq.len, 16);
	assert_memory_equal(f->kt->seq.text, &entry.ip, 16);
	option(f, PK_KT_SYM_OFFSET);
	EXPECT(entry, TRACE, "tcp_v4_rcv+0x0/0x800 <-ip_rcv+0x40/0x100 [ip_mod]\n");
	option(f, PK_KT_SYM_ADDR);
	EXPECT(entry, TRACE,
	       "tcp_v4_rcv+0x0/0x800 <ffff000000001000> <-ip_rcv+0x40/0x100 [ip_mod] "
	       "<ffff000000002040>\n");
	f->kt->options = 0;
	EXPECT(entry, TRACE, "tcp_v4_rcv\n");
	entry.ip = 0x1234;
	EXPECT(entry, TRACE, "0x00001234\n");
	f->kt->options = 1u << PK_KT_PRINT_PARENT | 1u << PK_KT_SYM_OFFSET;
	entry.ip = TCP_RCV;
	entry.parent_ip = TRAMPOLINE; /* of a return probe */
	EXPECT(entry, TRACE, "tcp_v4_rcv+0x0/0x800 <-[unknown/kretprobe'd]\n");
	entry.parent_ip = 0;
	EXPECT(entry, TRACE, "tcp_v4_rcv+0x0/0x800\n");
}

/* Addresses of the boot before lie elsewhere by a fixed distance. */
static void persistent(void **state)
{
	static const struct fake_member delta[] = {
		{.type = "struct trace_array", .path = "text_delta", .offset = 8, .size = 8}};
	struct fixture *f = *state;
	struct ftrace_entry entry = {
		.type = FN, .ip = TCP_RCV - 0x10000, .parent_ip = IP_RCV - 0x10000};
	const struct pk_instance instance = {.addr = 0xffff0000abc00000};

	fake_members(&f->fake, delta, ARRAY_SIZE(delta));
	fake_map(&f->fake, instance.addr, 16);
	fake_put(&f->fake, instance.addr + 8, 8, 0x10000);
	assert_int_equal(pk_last_boot_create(&f->ctx, &instance, &f->kt->last_boot), PK_OK);
	EXPECT(entry, TRACE, "tcp_v4_rcv <-ip_rcv\n");
	EXPECT(entry, RAW, "fffeffffffff1000 fffeffffffff2000\n");
	pk_last_boot_destroy(f->kt->last_boot);
	f->kt->last_boot = NULL;
}

static void repeats(void **state)
{
	struct fixture *f = *state;
	struct func_repeats_entry entry = {.type = FUNC_REPEATS,
					   .ip = TCP_RCV,
					   .parent_ip = IP_RCV,
					   .count = 3,
					   .top_delta_ts = 1,
					   .bottom_delta_ts = 5};

	/* the last one 2^32 + 5 ns before the event */
	EXPECT(entry, TRACE, "tcp_v4_rcv <-ip_rcv (repeats: 3, last_ts: 12341.383934)\n");
	EXPECT(entry, RAW, "18446462598732845056 18446462598732849152 3 4294967301\n");
	EXPECT(entry, HEX, "type: 17\n");
	f->instance.clock_in_ns = false;
	EXPECT(entry, TRACE, "tcp_v4_rcv <-ip_rcv (repeats: 3, last_ts: 12341383934199)\n");
}

static void task_switch(void **state)
{
	struct fixture *f = *state;
	struct ctx_switch_entry entry = {.type = CTX,
					 .prev_pid = 12,
					 .next_pid = 3456,
					 .next_cpu = 1,
					 .prev_prio = 120,
					 .prev_state = 1,
					 .next_prio = 98,
					 .next_state = 0};
	uint8_t bin[16] = {[4] = 120, 1, [14] = 98, 0};

	fake_store(bin, 12, 4);
	fake_store(bin + 6, 1, 4);
	fake_store(bin + 10, 3456, 4);
	EXPECT(entry, TRACE, "      12:120:S ==> [001]    3456: 98:R <...>\n");
	EXPECT(entry, RAW, "12 120 S 1 3456 98 R\n");
	EXPECT(entry, HEX, "0000000c 78 53 00000001 00000d80 62 00000052 ");
	text(f, &entry, sizeof(entry), PK_FORM_BIN);
	assert_int_equal(f->kt->seq.len, sizeof(bin));
	assert_memory_equal(f->kt->seq.text, bin, sizeof(bin));
	entry.type = WAKE;
	EXPECT(entry, TRACE, "      12:120:S   + [001]    3456: 98:R <...>\n");
	EXPECT(entry, RAW, "12 120 + 1 3456 98 R\n");
	EXPECT(entry, HEX, "0000000c 78 2b 00000001 00000d80 62 00000052 ");
	entry.next_state = 9; /* no letter: what the kernel would read is not known */
	text(f, &entry, sizeof(entry), PK_FORM_TRACE);
	assert_int_equal(f->kt->result.by_fields, 1);
}

static void stacks(void **state)
{
	struct fixture *f = *state;
	struct stack_entry entry = {.type = STACK,
				    .size = 1, /* not asked */
				    .caller = {TCP_RCV + 4, 0x7fffffff, 0, IP_RCV}};
	struct userstack_entry user = {
		.type = USER_STACK, .tgid = 7, .caller = {0x7f0000001234, 0x5600}};

	EXPECT(entry, TRACE,
	       "<stack trace>\n => tcp_v4_rcv\n => [FTRACE TRAMPOLINE]\n => 0\n => ip_rcv\n");
	EXPECT(entry, RAW, "type: 4\n");
	EXPECT(entry, BIN, "type: 4\n");
	entry.caller[2] = ~0ull;
	option(f, PK_KT_SYM_OFFSET);
	EXPECT(entry, TRACE, "<stack trace>\n => tcp_v4_rcv+0x4/0x800\n => [FTRACE TRAMPOLINE]\n");
	EXPECT(user, TRACE,
	       "<user stack trace>\n =>  <00007f0000001234>\n =>  <0000000000005600>\n");
	assert_string_equal(text(f, &user, 16 + 12, PK_FORM_TRACE),
			    "<user stack trace>\n =>  <00007f0000001234>\n");
}

static void messages(void **state)
{
	struct fixture *f = *state;
	struct print_entry print = {.type = PRINT, .ip = MARK_WRITE + 8, .buf = "hello\n"};
	struct bputs_entry bputs = {.type = BPUTS, .ip = TCP_RCV, .str = FORMAT};
	struct raw_data_entry raw = {.type = RAW_DATA, .id = 0x1f, .buf = {1, 2, 0xff}};
	struct pk_event event = {
		.type = PRINT, .data = (const uint8_t *)&print, .len = sizeof(print)};

	fake_string(&f->fake, FORMAT, "constant\n");
	EXPECT(print, TRACE, "tracing_mark_write: hello\n");
	EXPECT(print, RAW, "# ffff000000003008 hello\n");
	EXPECT(print, HEX, "type: 5\n");
	EXPECT(bputs, TRACE, "tcp_v4_rcv: constant\n");
	EXPECT(bputs, RAW, ": ffff000000001000 : constant\n");
	EXPECT(raw, TRACE, "# 1f buf: 01 02 ff 00 00 00 00 00\n");
	EXPECT(raw, RAW, "# 1f buf: 01 02 ff 00 00 00 00 00\n");
	assert_string_equal(text(f, &print, 16 + 3, PK_FORM_TRACE), "tracing_mark_write: hel");
	pk_seq_reset(&f->kt->seq);
	assert_true(pk_kt_message_only(f->kt, &event));
	assert_string_equal(f->kt->seq.text, "hello\n");
	event.type = FN;
	assert_false(pk_kt_message_only(f->kt, &event));
	bputs.str = 0x1000; /* not dumped */
	text(f, &bputs, sizeof(bputs), PK_FORM_TRACE);
	assert_int_equal(f->kt->result.by_fields, 1);
}

static void put(uint8_t **at, uint64_t value, unsigned size)
{
	fake_store(*at, value, size);
	*at += size;
}

/* vbin_printf("%d %c %hhd %hu %ld %s %5s %pS %px %pI4 %*d%%\n", -1, 'x', -2, 65535, 1L << 40, "str", "ab", ..) */
static void binary_printf(void **state)
{
	struct fixture *f = *state;
	struct bprint_entry entry = {.type = BPRINT, .ip = TCP_RCV, .fmt = FORMAT};
	uint8_t *at = entry.buf;

	fake_string(&f->fake, FORMAT, "%d %c %hhd %hu %ld %s %5s %pS %px %pI4 %*d%%\n");
	put(&at, (uint32_t)-1, 4);
	put(&at, 'x', 1);
	put(&at, (uint8_t)-2, 1);
	put(&at, 65535, 2);
	put(&at, 1ull << 40, 8); /* at 8 */
	memcpy(at, "str\0ab", 7); /* ends at 23 */
	at += 8;
	put(&at, IP_RCV + 1, 8);
	put(&at, 0xabc, 8);
	memcpy(at, "10.0.0.1", 9); /* ends at 49 */
	at += 9 + 3;
	put(&at, 4, 4);
	put(&at, 42, 4);
	EXPECT(entry, TRACE,
	       "tcp_v4_rcv: -1 x -2 65535 1099511627776 str    ab ip_rcv+0x1/0x100 [ip_mod] "
	       "0000000000000abc "
	       "10.0.0.1   42%\n");
	EXPECT(entry, RAW,
	       ": ffff000000001000 : -1 x -2 65535 1099511627776 str    ab ip_rcv+0x1/0x100 "
	       "[ip_mod] "
	       "0000000000000abc 10.0.0.1   42%\n");
	text(f, &entry, offsetof(struct bprint_entry, buf) + 52,
	     PK_FORM_TRACE); /* the width is missing */
	assert_int_equal(f->kt->result.by_fields, 1);
}

/* Widths and precisions among the arguments; one to the left, none, and absurd ones. */
static void binary_printf_stars(void **state)
{
	struct fixture *f = *state;
	struct bprint_entry entry = {.type = BPRINT, .ip = TCP_RCV, .fmt = FORMAT};
	uint8_t *at = entry.buf;

	fake_string(&f->fake, FORMAT, "[%*d] [%.*d] [%*.*d] [%3c] [%-3c] [%s]\n");
	put(&at, (uint32_t)-4, 4);
	put(&at, 7, 4);
	put(&at, 3, 4);
	put(&at, 7, 4);
	put(&at, 5, 4);
	put(&at, (uint32_t)-1, 4);
	put(&at, 7, 4);
	put(&at, 'x', 1);
	put(&at, 'y', 1);
	memcpy(at, "end", 4);
	EXPECT(entry, TRACE, "tcp_v4_rcv: [7   ] [007] [    7] [  x] [y  ] [end]\n");
	text(f, &entry, offsetof(struct bprint_entry, buf) + 32,
	     PK_FORM_TRACE); /* the text has no end */
	assert_int_equal(f->kt->result.by_fields, 1);
	text(f, &entry, offsetof(struct bprint_entry, buf) + 8,
	     PK_FORM_TRACE); /* nor a precision */
	assert_int_equal(f->kt->result.by_fields, 1);
}

/* Since 6.15 small integers are saved as an int. */
static void binary_printf_new(void **state)
{
	static const struct fake_enum num = {"format_state", "FORMAT_STATE_NUM", 6};
	struct fixture *f = *state;
	struct bprint_entry entry = {.type = BPRINT, .ip = TCP_RCV, .fmt = FORMAT};
	uint8_t *at = entry.buf;

	fake_enums(&f->fake, &num, 1);
	fake_string(&f->fake, FORMAT, "%hhd %hu %p\n");
	put(&at, 0x1fe, 4);
	put(&at, 0x12345, 4);
	put(&at, 0xffff000012345678, 8);
	f->kt->hashes = true;
	EXPECT(entry, TRACE, "tcp_v4_rcv: -2 9029 ffff000012345678\n");
	assert_int_equal(f->kt->result.hashed, 1);
}

static void latencies(void **state)
{
	struct fixture *f = *state;
	struct hwlat_entry hwlat = {.type = HWLAT,
				    .duration = 12,
				    .outer_duration = 7,
				    .timestamp = {1700000000, 1234},
				    .seqnum = 3,
				    .count = 2};
	struct osnoise_entry osnoise = {.type = OSNOISE,
					.noise = 1234,
					.runtime = 1000000,
					.max_sample = 45,
					.hw_count = 1,
					.irq_count = 10,
					.softirq_count = 4,
					.thread_count = 2};
	struct timerlat_entry timerlat = {
		.type = TIMERLAT, .seqnum = 21, .context = 1, .timer_latency = 11845};

	EXPECT(hwlat, TRACE,
	       "#3     inner/outer(us):   12/7     ts:1700000000.000001234 count:2\n");
	EXPECT(hwlat, RAW, "12 7 1700000000 000001234 3\n");
	hwlat.nmi_count = 2;
	hwlat.nmi_total_ts = 99;
	EXPECT(hwlat, TRACE,
	       "#3     inner/outer(us):   12/7     ts:1700000000.000001234 count:2 nmi-total:99 "
	       "nmi-count:2\n");
	/* 998766 * 10^7 / 10^6 = 9987660: 99.87660 % */
	EXPECT(osnoise, TRACE,
	       "1000000       1234  99.87660      45      1      0     10      4      2\n");
	EXPECT(osnoise, RAW, "1000000 1234 45 1 0 10 4 2\n");
	osnoise.runtime = 0; /* the kernel would have divided by it */
	text(f, &osnoise, sizeof(osnoise), PK_FORM_TRACE);
	assert_int_equal(f->kt->result.by_fields, 1);
	EXPECT(timerlat, TRACE, "#21    context thread timer_latency     11845 ns\n");
	EXPECT(timerlat, RAW, "21 1 11845\n");
	timerlat.context = 0;
	EXPECT(timerlat, TRACE, "#21    context    irq timer_latency     11845 ns\n");
}

/* 6.5: threads of user space are told when they return there. */
static void timerlat_user(void **state)
{
	struct fixture *f = *state;
	struct timerlat_entry entry = {
		.type = TIMERLAT, .seqnum = 21, .context = 2, .timer_latency = 5};

	fake_symbol(&f->fake, "timerlat_lat_context", FORMAT, 24);
	EXPECT(entry, TRACE, "#21    context user-ret timer_latency         5 ns\n");
	entry.context = 3;
	text(f, &entry, sizeof(entry), PK_FORM_TRACE);
	assert_int_equal(f->kt->result.by_fields, 1);
}

/* A generic sched_clock() is not asked in an NMI. */
static void hwlat_generic_clock(void **state)
{
	struct fixture *f = *state;
	struct hwlat_entry entry = {.type = HWLAT, .nmi_count = 2, .nmi_total_ts = 99, .count = 1};

	fake_symbol(&f->fake, "sched_clock_suspend", FORMAT, 24);
	EXPECT(entry, TRACE,
	       "#0     inner/outer(us):    0/0     ts:0.000000000 count:1 nmi-count:2\n");
}

static void branch(void **state)
{
	struct fixture *f = *state;
	struct trace_branch entry = {.type = BRANCH,
				     .line = 42,
				     .func = "tcp_v4_rcv",
				     .file = "tcp_ipv4.c",
				     .correct = 1};

	EXPECT(entry, TRACE, "[  ok  ] tcp_v4_rcv:tcp_ipv4.c:42\n");
	entry.correct = 0;
	EXPECT(entry, TRACE, "[ MISS ] tcp_v4_rcv:tcp_ipv4.c:42\n");
	EXPECT(entry, RAW, "type: 9\n");
	memset(entry.func, 'x', sizeof(entry.func)); /* no NUL */
	EXPECT(entry, TRACE, "[ MISS ] xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:tcp_ipv4.c:42\n");
}

/* The action's categories are in its upper half: a write that is synchronous, queued. */
static void blk(void **state)
{
	struct fixture *f = *state;
	struct blk_entry entry = {.t = {.type = BLK,
					.sector = 2048,
					.bytes = 4096,
					.device = 254 << 20 | 1,
					.action = 1 | (1u << 1 | 1u << 3 | 1u << 4) << 16}};
	struct blk_io_trace *t = &entry.t;

	EXPECT(entry, TRACE, "254,1    Q  WS 2048 + 8 [<...>]\n");
	EXPECT(entry, RAW, "type: 11\n");
	option(f, PK_KT_VERBOSE);
	EXPECT(entry, TRACE, "254,1   queue  WS 2048 + 8 [<...>]\n");
	f->kt->options = 0;
	t->action = 8 | (1u << 7 | 1u << 15 | 1u << 2 | 1u << 12 | 1u << 11) << 16;
	t->error = 5;
	EXPECT(entry, TRACE, "254,1    C FRFAM 2048 + 8 [5]\n");
	t->bytes = 0;
	EXPECT(entry, TRACE, "254,1    C FNFAM 2048 [5]\n");
	t->action = 9 | 1u << 20;
	EXPECT(entry, TRACE, "254,1    P   N [<...>]\n");
	t->action = 10 | 1u << 20;
	t->pdu_len = 8;
	entry.pdu[7] = 3;
	EXPECT(entry, TRACE, "254,1    U   N [<...>] 3\n");
	t->action = 13 | 1u << 20;
	EXPECT(entry, TRACE, "254,1    X   N 2048 / 3 [<...>]\n");
	t->action = 1 | (1u << 9) << 16; /* a packet command, of a cgroup */
	t->action |= 1u << 8;
	t->pdu_len = 8 + 6;
	fake_store(entry.pdu, 7ull << 32 | 0x102, 8);
	memcpy(entry.pdu + 8, "\x12\x34\0\0\0\0", 6);
	EXPECT(entry, TRACE, "254,1   102,7  Q   N 0 (12 34 00 ..) [<...>]\n");
	t->action = 2 | 1u << 26;
	t->pdu_len = 5;
	memcpy(entry.pdu, "hello", 5);
	EXPECT(entry, TRACE, "254,1    m   N hello\n");
	t->action = 15 | 1u << 20;
	t->pdu_len = 16;
	memcpy(entry.pdu, "\x00\x80\0\1\0\0\0\0\0\0\0\0\0\0\1\0", 16);
	EXPECT(entry, TRACE, "254,1    A   N 2048 + 0 <- (8,1) 256\n");
	t->action = 40;
	EXPECT(entry, TRACE, "Unknown action 28\n");
	t->pdu_len = 100; /* past the entry */
	text(f, &entry, sizeof(entry), PK_FORM_TRACE);
	assert_int_equal(f->kt->result.by_fields, 1);
}

/* With blk_classic the tracer prints the whole line; bin makes a record of blktrace(8)'s file. */
static void blk_forms(void **state)
{
	struct fixture *f = *state;
	struct blk_entry entry = {.t = {.type = BLK,
					.pid = 7,
					.sector = 64,
					.bytes = 512,
					.device = 8 << 20,
					.action = 1 | 1u << 20,
					.pdu_len = 2},
				  .pdu = "ab"};
	struct pk_event event = {.type = BLK,
				 .data = (const uint8_t *)&entry,
				 .len = sizeof(entry),
				 .pid = 7,
				 .ts = 12345678901500};
	static const uint32_t head[] = {0x65617407, 0};

	strcpy(f->instance.tracer, "blk");
	assert_false(pk_kt_blk_line(f->kt, &event));
	strcpy(f->kt->tracer_options[0].name, "blk_classic");
	f->kt->tracer_options[0].on = true;
	f->kt->nr_tracer_options = 1;
	pk_seq_reset(&f->kt->seq);
	assert_true(pk_kt_blk_line(f->kt, &event));
	assert_string_equal(f->kt->seq.text,
			    "  8,0    0 12345.678901500     7  Q   R 64 + 1 [<...>]\n");
	text(f, &entry, sizeof(entry), PK_FORM_BIN);
	assert_int_equal(f->kt->seq.len, 48 + 2);
	assert_memory_equal(f->kt->seq.text, head, sizeof(head));
	assert_memory_equal(f->kt->seq.text + 16, &entry.t.sector, 34);
}

static void mmio_expect(struct fixture *f, const void *entry, uint16_t type, size_t len,
			const char *expected)
{
	struct pk_event event = {
		.type = type, .data = entry, .len = (uint32_t)len, .ts = 5722840499};

	pk_seq_reset(&f->kt->seq);
	pk_kt_mmio_line(f->kt, &event);
	assert_string_equal(f->kt->seq.text, expected);
}

static void mmio(void **state)
{
	struct fixture *f = *state;
	struct trace_mmiotrace_rw rw = {.type = MMIO_RW,
					.rw = {0xfed00010, 0x123456, 0xabc, -1, 1, 4}};
	struct trace_mmiotrace_map map = {.type = MMIO_MAP,
					  .map = {0xfed00000, 0xffffc900, 0x400, 2, 3}};
	struct print_entry mark = {.type = PRINT, .ip = MARK_WRITE, .buf = "hello\n"};

	mmio_expect(f, &rw, MMIO_RW, sizeof(rw), "R 4 5.722840 -1 0xfed00010 0x123456 0xabc 0\n");
	rw.rw.opcode = 2;
	mmio_expect(f, &rw, MMIO_RW, sizeof(rw), "W 4 5.722840 -1 0xfed00010 0x123456 0xabc 0\n");
	rw.rw.opcode = 5;
	mmio_expect(f, &rw, MMIO_RW, sizeof(rw),
		    "UNKNOWN 5.722840 -1 0xfed00010 12,34,56 0xabc 0\n");
	rw.rw.opcode = 9;
	mmio_expect(f, &rw, MMIO_RW, sizeof(rw), "rw what?\n");
	mmio_expect(f, &map, MMIO_MAP, sizeof(map),
		    "MAP 5.722840 2 0xfed00000 0xffffc900 0x400 0x0 0\n");
	map.map.opcode = 4;
	mmio_expect(f, &map, MMIO_MAP, sizeof(map), "UNMAP 5.722840 2 0x0 0\n");
	mmio_expect(f, &mark, PRINT, sizeof(mark), "MARK 5.722840 hello\n");
	mmio_expect(f, &mark, FN, sizeof(mark), "");
	EXPECT(rw, TRACE, "Unknown type 7\n");
}

/* Under another tracer: no task switches, and every closing brace matches. */
static void graph(void **state)
{
	struct fixture *f = *state;
	struct ftrace_graph_ent_entry entry = {.type = GRAPH_ENT, .graph_ent = {TCP_RCV, 1}};
	struct ftrace_graph_ret_entry exit = {.type = GRAPH_RET,
					      .ret = {TCP_RCV, 1, 0, 1000, 13500}};

	f->kt->cpu_width = 1;
	option(f, PK_KT_CONTEXT_INFO);
	f->kt->graph_options = 1u << PK_KG_CPU | 1u << PK_KG_DURATION | 1u << PK_KG_OVERHEAD;
	f->cpu.graph.last_pid = 3;
	EXPECT(entry, TRACE, " 0)               |    tcp_v4_rcv() {\n");
	EXPECT(exit, TRACE, " 0) + 12.500 us   |    }\n");
	EXPECT(exit, RAW, "type: 19\n");
	assert_int_equal(f->cpu.graph.last_pid, 3);
}

/* A record: "name" is dynamic, "s" leads to kernel memory, "c" to nowhere. */
struct record {
	HEAD;
	uint32_t name;
	uint8_t b, l;
	uint16_t h;
	uint32_t u;
	char comm[8];
	uint8_t odd[4];
	uint64_t s, fn, big, c;
	uint8_t bytes[8];
};

#define FIELD(n, t, f_)                                                                            \
	{                                                                                          \
		.name = (char *)#n, .type = (char *)t, .offset = offsetof(struct record, n),       \
		.size = sizeof(((struct record *)NULL)->n), .filter = f_                           \
	}

static struct pk_field fields_of_record[] = {
	FIELD(name, "__data_loc char[]", 2),
	FIELD(b, "u8", 0),
	FIELD(l, "char", 0),
	FIELD(h, "u16", 0),
	FIELD(u, "int", 8),
	FIELD(comm, "char[8]", 7),
	FIELD(odd, "u8[3]", 0),
	FIELD(s, "const char *", 4),
	FIELD(fn, "void *", 5),
	FIELD(big, "u64", 0),
	FIELD(c, "cpumask", 6),
	{.name = (char *)"past", .type = (char *)"u64", .offset = sizeof(struct record), .size = 8},
};

static void expect_fields(struct fixture *f, uint16_t name_len, const char *name,
			  const char *expected)
{
	struct record record = {.type = 300,
				.b = 'A',
				.l = 7,
				.h = 258,
				.u = (uint32_t)-2,
				.comm = "init",
				.s = FORMAT,
				.fn = TCP_RCV + 4,
				.big = IP_RCV};
	struct pk_event event = {
		.type = 300, .data = (const uint8_t *)&record, .len = sizeof(record)};
	struct pk_format_slot slot = {.filled = true,
				      .format = {.id = 300,
						 .name = (char *)"event",
						 .fields = fields_of_record,
						 .nr_fields = ARRAY_SIZE(fields_of_record)}};
	struct pk_formats formats = {.ctx = &f->ctx, .slots = &slot, .nr = 1};

	record.name = offsetof(struct record, bytes) | (uint32_t)name_len << 16;
	memcpy(record.bytes, name, 8);
	fields_of_record[6].size = 3;
	f->kt->formats = &formats;
	pk_seq_reset(&f->kt->seq);
	assert_true(pk_kt_print_fields(f->kt, &event));
	assert_string_equal(f->kt->seq.text, expected);
	event.type = FN; /* a built-in entry, whose format is not found */
	pk_seq_reset(&f->kt->seq);
	assert_true(pk_kt_print_fields(f->kt, &event));
	assert_string_equal(f->kt->seq.text, "UNKNOWN TYPE 1\n");
	event.type = 301;
	assert_false(pk_kt_print_fields(f->kt, &event));
	f->kt->formats = NULL;
}

static void fields(void **state)
{
	fake_string(&((struct fixture *)*state)->fake, FORMAT, "in memory");
	expect_fields(
		*state, 4, "lo\xff\0xyz",
		"event: name=lo\xff b='A'(65) l=(7) h=0x102 (258) u=0xfffffffe (-2) comm=init "
		"odd=<INVALID-SIZE> "
		"s=(0xffff000000010000:in memory) fn=tcp_v4_rcv+0x4/0x800 big=0xffff000000002000 "
		"(-281474976702464) c=<INVALID-TYPE> past=<OVERFLOW>\n");
	expect_fields(
		*state, 9, "lo\0\0wxyz",
		"event: name=<OVERFLOW> b='A'(65) l=(7) h=0x102 (258) u=0xfffffffe (-2) comm=init "
		"odd=<INVALID-SIZE> "
		"s=(0xffff000000010000:in memory) fn=tcp_v4_rcv+0x4/0x800 big=0xffff000000002000 "
		"(-281474976702464) c=<INVALID-TYPE> past=<OVERFLOW>\n");
}

/* 6.15 and later: 8 bytes as a function, other than ASCII in hex. Where a text pointer lay nobody knows. */
static void fields_new(void **state)
{
	struct fixture *f = *state;

	fake_symbol(&f->fake, "trace_adjust_address", TRAMPOLINE + 0x1000, 24);
	expect_fields(f, 4, "lo\xff\0xyz",
		      "event: name=lo.. (6c:6f:ff:00) b='A'(65) l=(7) h=0x102 (258) u=0xfffffffe "
		      "(-2) comm=init "
		      "odd=<INVALID-SIZE> s=(0xffff000000010000) fn=tcp_v4_rcv+0x4/0x800 "
		      "big=ip_rcv+0x0/0x100 [ip_mod] "
		      "(-281474976702464) c=<INVALID-TYPE> past=<OVERFLOW> (fields)\n");
	assert_int_equal(f->kt->result.by_fields, 1);
}

/* Our own text of what has none: numbers by their type, of bytes the first, what lies past the entry is "?". */
static void own_fields(void **state)
{
	struct fixture *f = *state;
	struct record record = {.type = 300,
				.name = offsetof(struct record, bytes) | 4 << 16,
				.b = 'A',
				.h = 258,
				.u = (uint32_t)-2,
				.comm = "in\n\xff",
				.odd = {1, 2, 0xab},
				.s = FORMAT,
				.bytes = "\1\2\3\4"};
	struct pk_field own[] = {fields_of_record[0], fields_of_record[1], fields_of_record[3],
				 fields_of_record[4], fields_of_record[5], fields_of_record[6],
				 fields_of_record[7], fields_of_record[9], fields_of_record[11]};
	struct pk_format_slot slot = {.filled = true,
				      .format = {.id = 300,
						 .name = (char *)"event",
						 .fields = own,
						 .nr_fields = ARRAY_SIZE(own)}};
	struct pk_formats formats = {.ctx = &f->ctx, .slots = &slot, .nr = 1};
	struct pk_event event = {
		.type = 300, .data = (const uint8_t *)&record, .len = sizeof(record)};

	own[0].where = PK_FIELD_DATA_LOC;
	own[0].type = (char *)"__data_loc u8[]";
	own[3].is_signed = true;
	own[5].size = 3;
	f->kt->formats = &formats;
	pk_kt_event_fields(f->kt, &event);
	assert_string_equal(f->kt->seq.text,
			    "event: name=01020304 b=65 h=258 u=-2 comm=\"in??\" odd=0102ab "
			    "s=0xffff000000010000 big=0x0 past=? (fields)\n");
	assert_int_equal(f->kt->result.by_fields, 1);
	event.type = 299;
	pk_seq_reset(&f->kt->seq);
	pk_kt_event_fields(f->kt, &event);
	assert_string_equal(f->kt->seq.text, "type 299 of 72 bytes (fields)\n");
	f->kt->formats = NULL;
}

/* Entries cut anywhere: some text comes, and nothing is read past their end. */
static void cut_entries(void **state)
{
	struct fixture *f = *state;

	for (uint16_t type = FN; type <= LAST_TYPE; type++)
		for (size_t len = 8; len < 120; len += 4) {
			uint8_t *entry = calloc(1, len);

			memcpy(entry, &type, sizeof(type));
			for (int form = 0; form < PK_NR_FORMS; form++)
				text(f, entry, len, (enum pk_kt_form)form);
			free(entry);
		}
}

/* No struct trace_event is registered for them. */
static void unknown(void **state)
{
	struct fixture *f = *state;
	uint16_t entry[4] = {999};

	EXPECT(entry, TRACE, "Unknown type 999\n");
	EXPECT(entry, RAW, "999 ?\n");
	EXPECT(entry, HEX, "");
	EXPECT(entry, BIN, "");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(function, setup, teardown),
		cmocka_unit_test_setup_teardown(persistent, setup, teardown),
		cmocka_unit_test_setup_teardown(repeats, setup, teardown),
		cmocka_unit_test_setup_teardown(task_switch, setup, teardown),
		cmocka_unit_test_setup_teardown(stacks, setup, teardown),
		cmocka_unit_test_setup_teardown(messages, setup, teardown),
		cmocka_unit_test_setup_teardown(binary_printf, setup, teardown),
		cmocka_unit_test_setup_teardown(binary_printf_stars, setup, teardown),
		cmocka_unit_test_setup_teardown(binary_printf_new, setup, teardown),
		cmocka_unit_test_setup_teardown(latencies, setup, teardown),
		cmocka_unit_test_setup_teardown(timerlat_user, setup, teardown),
		cmocka_unit_test_setup_teardown(hwlat_generic_clock, setup, teardown),
		cmocka_unit_test_setup_teardown(branch, setup, teardown),
		cmocka_unit_test_setup_teardown(blk, setup, teardown),
		cmocka_unit_test_setup_teardown(blk_forms, setup, teardown),
		cmocka_unit_test_setup_teardown(mmio, setup, teardown),
		cmocka_unit_test_setup_teardown(graph, setup, teardown),
		cmocka_unit_test_setup_teardown(fields, setup, teardown),
		cmocka_unit_test_setup_teardown(fields_new, setup, teardown),
		cmocka_unit_test_setup_teardown(own_fields, setup, teardown),
		cmocka_unit_test_setup_teardown(cut_entries, setup, teardown),
		cmocka_unit_test_setup_teardown(unknown, setup, teardown),
	};

	fake_big_endian = FAKE_HOST_BIG_ENDIAN;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
