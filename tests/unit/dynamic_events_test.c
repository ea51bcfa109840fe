// SPDX-License-Identifier: GPL-3.0-or-later
/* Definitions of dynamic events, as the file dynamic_events has them: kprobes, uprobes, fprobes, synthetic events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "decode/trace/tracing.h"
#include "fake_target.h"

#define DATA 0xffffffff82000000ull
#define HEAP 0xffff888000000000ull
#define LIST DATA
#define OPS(kind) (DATA + 0x100 + 0x40 * (uint64_t)(kind))
#define EVENT(n) (HEAP + 0x400 * (uint64_t)(n)) /* its struct dyn_event is at 8 */
#define TP 0x80 /* of each probe: struct trace_probe */
#define PROBE_EVENT(n) (EVENT(n) + 0x180)
#define CLASS(n) (EVENT(n) + 0x1c0)

enum { KPROBE, UPROBE, FPROBE, SYNTHETIC, UNKNOWN };

#define M(t, p, o, s)                                                                              \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = o, .size = s                             \
	}

static const struct fake_member members[] = {
	M("dyn_event", "list", 0, 16),
	M("dyn_event", "ops", 16, 8),
	M("trace_event_call", "class", 0, 8),
	M("trace_event_call", "name", 8, 8),
	M("trace_event_class", "system", 0, 8),
	M("trace_probe", "event", 0, 8),
	M("trace_probe", "nr_args", 16, 4),
	M("trace_probe", "args", 24, 0),
	M("trace_probe_event", "call", 8, 64),
	M("probe_arg", "name", 8, 8),
	M("probe_arg", "comm", 16, 8),
	M("trace_kprobe", "devent", 8, 24),
	M("trace_kprobe", "rp.kp.offset", 40, 4),
	M("trace_kprobe", "rp.kp.addr", 48, 8),
	M("trace_kprobe", "rp.handler", 56, 8),
	M("trace_kprobe", "rp.maxactive", 64, 4),
	M("trace_kprobe", "symbol", 72, 8),
	M("trace_kprobe", "tp", TP, 64),
	M("trace_uprobe", "devent", 8, 24),
	M("trace_uprobe", "filename", 40, 8),
	M("trace_uprobe", "offset", 48, 8),
	M("trace_uprobe", "ref_ctr_offset", 56, 8),
	M("trace_uprobe", "consumer.ret_handler", 64, 8),
	M("trace_uprobe", "tp", TP, 64),
	M("trace_fprobe", "devent", 8, 24),
	M("trace_fprobe", "fp.exit_handler", 40, 8),
	M("trace_fprobe", "fp.nr_maxactive", 48, 4),
	M("trace_fprobe", "tprobe", 52, 1),
	M("trace_fprobe", "symbol", 56, 8),
	M("trace_fprobe", "tp", TP, 64),
	M("synth_event", "devent", 8, 24),
	M("synth_event", "name", 40, 8),
	M("synth_event", "fields", 48, 8),
	M("synth_event", "n_fields", 56, 4),
	M("synth_event", "class", 64, 32),
	M("synth_field", "type", 0, 8),
	M("synth_field", "name", 8, 8),
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t next_text;
	char told[1024];
};

static int setup(void **state)
{
	static const char *const ops[] = {"trace_kprobe_ops", "trace_uprobe_ops",
					  "trace_fprobe_ops", "synth_event_ops"};
	struct machine *machine = calloc(1, sizeof(*machine));

	fake_target_init(&machine->fake);
	fake_members(&machine->fake, members, ARRAY_SIZE(members));
	fake_type(&machine->fake, "struct probe_arg", 40);
	fake_map(&machine->fake, DATA, 0x1000);
	fake_map(&machine->fake, HEAP, 0x4000);
	fake_symbol(&machine->fake, "dyn_event_list", LIST, 16);
	for (unsigned i = 0; i < ARRAY_SIZE(ops); i++)
		fake_symbol(&machine->fake, ops[i], OPS(i), 64);
	machine->next_text = HEAP + 0x2000;
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	*state = machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	free(machine);
	return 0;
}

static void put_text(struct machine *machine, uint64_t pointer, const char *text)
{
	fake_put(&machine->fake, pointer, 8, machine->next_text);
	fake_put_string(&machine->fake, machine->next_text, text);
	machine->next_text += 0x80;
}

/* The only event. */
static void put_event(struct machine *machine, unsigned kind)
{
	fake_put_list(&machine->fake, (uint64_t[]){LIST, EVENT(0) + 8}, 2);
	fake_put(&machine->fake, EVENT(0) + 8 + 16, 8, OPS(kind));
}

static void put_probe(struct machine *machine, unsigned kind, const char *group, const char *name)
{
	put_event(machine, kind);
	fake_put(&machine->fake, EVENT(0) + TP, 8, PROBE_EVENT(0));
	fake_put(&machine->fake, PROBE_EVENT(0) + 8, 8, CLASS(0));
	put_text(machine, PROBE_EVENT(0) + 8 + 8, name);
	put_text(machine, CLASS(0), group);
}

static void put_arg(struct machine *machine, unsigned n, const char *name, const char *words)
{
	fake_put(&machine->fake, EVENT(0) + TP + 16, 4, n + 1);
	put_text(machine, EVENT(0) + TP + 24 + 40 * n + 8, name);
	put_text(machine, EVENT(0) + TP + 24 + 40 * n + 16, words);
}

static bool tell(const char *line, void *arg)
{
	struct machine *machine = arg;

	strcat(strcat(machine->told, line), "\n");
	return true;
}

static void assert_told(struct machine *machine, unsigned kinds, const char *expected)
{
	machine->told[0] = '\0';
	assert_int_equal(pk_dynamic_events_walk(&machine->ctx, kinds, tell, machine), PK_OK);
	assert_string_equal(machine->told, expected);
}

static void kprobes(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	put_probe(machine, KPROBE, "mine", "rcv");
	put_text(machine, EVENT(0) + 72, "tcp_v4_rcv");
	assert_told(machine, PK_DYNAMIC_ALL, "p:mine/rcv tcp_v4_rcv\n");
	put_arg(machine, 0, "skb", "%di:x64");
	put_arg(machine, 1, "len", "+112(%di):u32");
	fake_put(fake, EVENT(0) + 40, 4, 16);
	assert_told(machine, PK_DYNAMIC_KPROBE,
		    "p:mine/rcv tcp_v4_rcv+16 skb=%di:x64 len=+112(%di):u32\n");
	assert_told(machine, PK_DYNAMIC_UPROBE, "");
	fake_put(fake, EVENT(0) + TP + 16, 4, 0);
	fake_put(fake, EVENT(0) + 40, 4, 0);
	fake_put(fake, EVENT(0) + 64, 4, 20); /* it is of returns alone */
	assert_told(machine, PK_DYNAMIC_ALL, "p:mine/rcv tcp_v4_rcv\n");
	fake_put(fake, EVENT(0) + 56, 8, 0xffffffff81000000);
	assert_told(machine, PK_DYNAMIC_ALL, "r20:mine/rcv tcp_v4_rcv\n");
	fake_put(fake, EVENT(0) + 64, 4, 0);
	assert_told(machine, PK_DYNAMIC_ALL, "r:mine/rcv tcp_v4_rcv\n");
	/* without a symbol, by its address */
	fake_put(fake, EVENT(0) + 56, 8, 0);
	fake_put(fake, EVENT(0) + 72, 8, 0);
	fake_put(fake, EVENT(0) + 48, 8, 0xffffffff81234560);
	assert_told(machine, PK_DYNAMIC_ALL, "p:mine/rcv 0xffffffff81234560\n");
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void uprobes(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	put_probe(machine, UPROBE, "uprobes", "main");
	put_text(machine, EVENT(0) + 40, "/bin/sh");
	fake_put(fake, EVENT(0) + 48, 8, 0x1234);
	assert_told(machine, PK_DYNAMIC_ALL, "p:uprobes/main /bin/sh:0x0000000000001234\n");
	fake_put(fake, EVENT(0) + 56, 8, 0x20);
	fake_put(fake, EVENT(0) + 64, 8, 0xffffffff81000000);
	put_arg(machine, 0, "arg", "%ax:u8");
	assert_told(machine, PK_DYNAMIC_UPROBE,
		    "r:uprobes/main /bin/sh:0x0000000000001234(0x20) arg=%ax:u8\n");
	assert_told(machine, PK_DYNAMIC_KPROBE | PK_DYNAMIC_FPROBE, "");
	assert_int_equal(machine->ctx.nr_warnings, 0);
	fake_put(fake, EVENT(0) + 40, 8, 0x10); /* its file's name is not in the dump */
	assert_told(machine, PK_DYNAMIC_ALL, "");
	assert_non_null(strstr(machine->ctx.warnings[0], "its name: unreadable"));
}

static void fprobes(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	put_probe(machine, FPROBE, "fprobes", "in");
	put_text(machine, EVENT(0) + 56, "ip_rcv");
	fake_put(fake, EVENT(0) + 48, 4, 7); /* of exits alone */
	assert_told(machine, PK_DYNAMIC_ALL, "f:fprobes/in ip_rcv\n");
	fake_put(fake, EVENT(0) + 40, 8, 0xffffffff81000000);
	assert_told(machine, PK_DYNAMIC_ALL, "f7:fprobes/in ip_rcv%return\n");
	fake_put(fake, EVENT(0) + 48, 4, 0);
	put_arg(machine, 0, "ret", "$retval:s32");
	assert_told(machine, PK_DYNAMIC_FPROBE, "f:fprobes/in ip_rcv%return ret=$retval:s32\n");
	fake_put(fake, EVENT(0) + 40, 8, 0);
	fake_put(fake, EVENT(0) + TP + 16, 4, 0);
	fake_put(fake, EVENT(0) + 52, 1, 1);
	assert_told(machine, PK_DYNAMIC_ALL, "t:fprobes/in ip_rcv\n");
	assert_int_equal(machine->ctx.nr_warnings, 0);
	fake_put(fake, EVENT(0) + 56, 8, 0x10);
	assert_told(machine, PK_DYNAMIC_ALL, "t:fprobes/in unknown\n");
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

/* "__data_loc" is of its format file only. */
static void synthetic_events(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t fields = EVENT(1), field = EVENT(1) + 0x40;

	put_event(machine, SYNTHETIC);
	put_text(machine, EVENT(0) + 40, "latency");
	put_text(machine, EVENT(0) + 64, "synthetic");
	fake_put(fake, EVENT(0) + 48, 8, fields);
	assert_told(machine, PK_DYNAMIC_ALL, "s:synthetic/latency\t\n");
	fake_put(fake, EVENT(0) + 56, 4, 2);
	for (unsigned i = 0; i < 2; i++)
		fake_put(fake, fields + 8 * i, 8, field + 32 * i);
	put_text(machine, field, "u64");
	put_text(machine, field + 8, "lat");
	put_text(machine, field + 32, "__data_loc char[]");
	put_text(machine, field + 40, "comm");
	assert_told(machine, PK_DYNAMIC_SYNTHETIC, "s:synthetic/latency\tu64 lat; char[] comm\n");
	assert_told(machine, PK_DYNAMIC_KPROBE, "");
	assert_int_equal(machine->ctx.nr_warnings, 0);
	fake_put(fake, EVENT(0) + 48, 8, 0x10);
	assert_told(machine, PK_DYNAMIC_ALL, "s:synthetic/latency\t\n");
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

/* Of a kind that nobody knows; said where all are wanted, not where only kprobes are. */
static void of_an_unknown_kind(void **state)
{
	struct machine *machine = *state;

	put_event(machine, UNKNOWN);
	assert_told(machine, PK_DYNAMIC_KPROBE, "");
	assert_int_equal(machine->ctx.nr_warnings, 0);
	assert_told(machine, PK_DYNAMIC_ALL, "");
	assert_non_null(strstr(machine->ctx.warnings[0], "of an unknown kind"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(kprobes),
		TEST(uprobes),
		TEST(fprobes),
		TEST(synthetic_events),
		TEST(of_an_unknown_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
