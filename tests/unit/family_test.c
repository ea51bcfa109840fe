// SPDX-License-Identifier: GPL-3.0-or-later
/* Families of events that C functions of the kernel print, over drawn records: what each printer's source says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "fake_target.h"
#include "text/print_fmt.h"
#include "text/private.h"

#define BASE 0xffff000000100000ull
#define CALL (BASE + 0x100)
#define META (BASE + 0x200)
#define ARGS (BASE + 0x300)
#define TYPES (BASE + 0x380)
#define NAMES (BASE + 0x400)
#define GFP (BASE + 0x800)
#define RECORD 160

#define FIELD(n, t, o, s, sign, w)                                                                 \
	{                                                                                          \
		.name = n, .type = t, .offset = o, .size = s, .is_signed = sign, .where = w        \
	}

struct fixture {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_kt *kt;
	struct pk_format format;
	uint8_t record[RECORD];
	struct pk_event event;
};

static const struct fake_member members[] = {
	{.type = "struct trace_event_call",
	 .path = "data",
	 .offset = 8,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "name",
	 .offset = 0,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "nb_args",
	 .offset = 8,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct syscall_metadata",
	 .path = "types",
	 .offset = 16,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "args",
	 .offset = 24,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_trace_enter",
	 .path = "args",
	 .offset = 16,
	 .size = 0,
	 .is_array = true},
	{.type = "struct syscall_trace_exit",
	 .path = "ret",
	 .offset = 16,
	 .size = 8,
	 .is_signed = true},
};

/* What 6.19 added. */
static const struct fake_member user_members[] = {
	{.type = "struct trace_event_call",
	 .path = "data",
	 .offset = 8,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "name",
	 .offset = 0,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "nb_args",
	 .offset = 8,
	 .size = 4,
	 .is_signed = true},
	{.type = "struct syscall_metadata",
	 .path = "types",
	 .offset = 16,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "args",
	 .offset = 24,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct syscall_metadata",
	 .path = "user_mask",
	 .offset = 32,
	 .size = 2,
	 .is_signed = true},
	{.type = "struct syscall_metadata",
	 .path = "user_arg_size",
	 .offset = 34,
	 .size = 1,
	 .is_signed = true},
	{.type = "struct syscall_metadata", .path = "user_arg_is_str", .offset = 35, .size = 1},
	{.type = "struct syscall_trace_enter",
	 .path = "args",
	 .offset = 16,
	 .size = 0,
	 .is_array = true},
	{.type = "struct syscall_trace_exit",
	 .path = "ret",
	 .offset = 16,
	 .size = 8,
	 .is_signed = true},
	{.type = "union trace_synth_field", .path = "as_dynamic", .offset = 0, .size = 4},
};

static struct fixture *make(const struct fake_member *rows, size_t nr)
{
	struct fixture *f = calloc(1, sizeof(*f));

	fake_target_init(&f->fake);
	fake_members(&f->fake, rows, nr);
	fake_map(&f->fake, BASE, 4096);
	fake_put(&f->fake, CALL + 8, 8, META);
	fake_symbol(&f->fake, "tcp_v4_rcv", 0xffff000000300000ull, 0x100);
	fake_symbol(&f->fake, "gfpflag_names", GFP, 48);
	pk_ctx_init(&f->ctx, &f->fake.target);
	f->kt = calloc(1, sizeof(*f->kt));
	f->kt->ctx = &f->ctx;
	f->kt->fmts = pk_print_fmts_create();
	pk_symbols_init(&f->kt->symbols, &f->ctx);
	f->event = (struct pk_event){.data = f->record, .len = RECORD};
	f->format = (struct pk_format){.id = 7, .call = CALL, .name = "e", .system = "s"};
	return f;
}

static int setup_old(void **state)
{
	*state = make(members, ARRAY_SIZE(members));
	return 0;
}

static int setup_new(void **state)
{
	*state = make(user_members, ARRAY_SIZE(user_members));
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	pk_print_fmts_destroy(f->kt->fmts);
	pk_symbols_deinit(&f->kt->symbols);
	free(f->kt);
	pk_ctx_deinit(&f->ctx);
	fake_target_deinit(&f->fake);
	free(f);
	return 0;
}

static void put(struct fixture *f, unsigned at, unsigned size, uint64_t value)
{
	for (unsigned i = 0; i < size; i++)
		f->record[at + i] = (uint8_t)(value >> 8 * i);
}

typedef bool (*printer)(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_format *format);

static void expect(struct fixture *f, printer print, const char *text)
{
	pk_seq_reset(&f->kt->seq);
	assert_true(print(f->kt, &f->event, &f->format));
	assert_string_equal(f->kt->seq.text, text);
}

static void make_call(struct fixture *f, const char *name, const char *const *args, unsigned nr)
{
	uint64_t at = NAMES;

	fake_put_string(&f->fake, at, name);
	fake_put(&f->fake, META, 8, at);
	fake_put(&f->fake, META + 8, 4, nr);
	fake_put(&f->fake, META + 16, 8, TYPES);
	fake_put(&f->fake, META + 24, 8, ARGS);
	for (unsigned i = 0; i < nr; i++) {
		at += 64;
		fake_put_string(&f->fake, at, args[i]);
		fake_put(&f->fake, ARGS + 8 * i, 8, at);
		fake_put_string(&f->fake, at + 32, "int");
		fake_put(&f->fake, TYPES + 8 * i, 8, at + 32);
	}
}

static void syscalls(void **state)
{
	static const char *const args[] = {"fd", "buf", "count"};
	struct fixture *f = *state;

	make_call(f, "sys_read", args, 3);
	f->format.name = "sys_enter_read";
	put(f, 16, 8, 3);
	put(f, 24, 8, 0x7ffe1000);
	put(f, 32, 8, 0x400);
	expect(f, pk_kt_syscall, "sys_read(fd: 3, buf: 7ffe1000, count: 400)\n");
	f->kt->options = 1u << PK_KT_VERBOSE;
	expect(f, pk_kt_syscall, "sys_read(int fd: 3, int buf: 7ffe1000, int count: 400)\n");
	f->format.name = "sys_exit_read";
	put(f, 16, 8, (uint64_t)-14);
	expect(f, pk_kt_syscall, "sys_read -> 0xfffffffffffffff2\n");
	f->format.name = "sys_enter_read";
	f->event.len = 39; /* the last argument is cut */
	pk_seq_reset(&f->kt->seq);
	assert_false(pk_kt_syscall(f->kt, &f->event, &f->format));
}

static void broken_metadata(void **state)
{
	static const char *const args[] = {"fd"};
	struct fixture *f = *state;

	make_call(f, "sys_read", args, 1);
	fake_put(&f->fake, META + 8, 4, 7); /* no system call has so many */
	f->format.name = "sys_enter_read";
	assert_false(pk_kt_syscall(f->kt, &f->event, &f->format));
	assert_false(pk_kt_syscall(f->kt, &f->event, &f->format)); /* nor the second time */
}

static void user_data(void **state)
{
	static const char *const args[] = {"fd", "buf", "count"};
	struct fixture *f = *state;

	make_call(f, "sys_write", args, 3);
	fake_put(&f->fake, META + 32, 2, 2); /* buf .. */
	fake_put(&f->fake, META + 34, 1, 2); /* .. is of count bytes */
	f->format.name = "sys_enter_write";
	put(f, 16, 8, 3);
	put(f, 24, 8, 0x7ffe1000);
	put(f, 32, 8, 3);
	put(f, 40, 4, 48 | 3 << 16);
	memcpy(f->record + 48, "a\nc", 3);
	expect(f, pk_kt_syscall,
	       "sys_write(fd: 3, buf: 0x7ffe1000 (61:0a:63) \"a.c\", count: 3)\n");
	put(f, 32, 8, 400); /* more than was copied */
	expect(f, pk_kt_syscall,
	       "sys_write(fd: 3, buf: 0x7ffe1000 (61:0a:63, ...) \"a.c\"..., count: 0x190)\n");
	fake_put(&f->fake, META + 34, 1, 0xff); /* a string */
	f->format.id = 8;
	expect(f, pk_kt_syscall, "sys_write(fd: 3, buf: 0x7ffe1000 \"a\nc\", count: 0x190)\n");
	put(f, 40, 4, 48 | 4000 << 16);
	pk_seq_reset(&f->kt->seq);
	assert_false(pk_kt_syscall(f->kt, &f->event, &f->format));
}

static void openat(void **state)
{
	static const char *const args[] = {"dfd", "filename", "flags", "mode"};
	struct fixture *f = *state;

	make_call(f, "sys_openat", args, 4);
	fake_put(&f->fake, META + 32, 2, 2);
	fake_put(&f->fake, META + 34, 1, 0xff);
	f->format.name = "sys_enter_openat";
	f->format.print_fmt =
		"\"..\", __print_flags(REC->flags, \"|\", { 0x1, \"O_WRONLY\" }, { 0x2, \"O_RDWR\" "
		"}, "
		"{ 0x40, \"O_CREAT\" }, { 0x10000, \"O_DIRECTORY\" }, { 0x80000, \"O_CLOEXEC\" })";
	put(f, 16, 8, 3);
	put(f, 24, 8, 99);
	put(f, 32, 8, 0x80000);
	put(f, 40, 8, 0644);
	put(f, 48, 4, 56 | 2 << 16);
	memcpy(f->record + 56, "/", 2);
	expect(f, pk_kt_syscall,
	       "sys_openat(dfd: 3, filename: 99 \"/\", flags: O_RDONLY|O_CLOEXEC)\n");
	put(f, 32, 8, 0);
	expect(f, pk_kt_syscall, "sys_openat(dfd: 3, filename: 99 \"/\", flags: O_RDONLY)\n");
	put(f, 32, 8, 0x41);
	expect(f, pk_kt_syscall,
	       "sys_openat(dfd: 3, filename: 99 \"/\", flags: O_WRONLY|O_CREAT, mode: 0644)\n");
	put(f, 32, 8, 0x410002);
	expect(f, pk_kt_syscall,
	       "sys_openat(dfd: 3, filename: 99 \"/\", flags: O_TMPFILE|O_RDWR, mode: 0644)\n");
	f->kt->options = 1u << PK_KT_VERBOSE;
	put(f, 32, 8, 0x41);
	expect(f, pk_kt_syscall,
	       "sys_openat(int dfd: 3, int filename: 0x63 \"/\", int flags: 0x41, int mode: "
	       "0x1a4)\n");
}

static struct pk_field synthetic_fields[] = {
	FIELD("pid", "pid_t", 8, 4, true, PK_FIELD_PLAIN),
	FIELD("lat", "u64", 16, 8, false, PK_FIELD_PLAIN),
	FIELD("tiny", "s8", 24, 1, true, PK_FIELD_PLAIN),
	FIELD("comm", "char[16]", 32, 16, true, PK_FIELD_PLAIN),
	FIELD("text", "__data_loc char[]", 48, 4, true, PK_FIELD_DATA_LOC),
};

static void synthetic(void **state)
{
	struct fixture *f = *state;

	f->format.name = "wake_lat";
	f->format.fields = synthetic_fields;
	f->format.nr_fields = ARRAY_SIZE(synthetic_fields);
	put(f, 8, 4, (uint64_t)-1);
	put(f, 16, 8, UINT64_MAX);
	put(f, 24, 1, 0xff);
	memcpy(f->record + 32, "swapper", 8);
	put(f, 48, 4, 64 | 6 << 16);
	memcpy(f->record + 64, "hello", 6);
	expect(f, pk_kt_synthetic,
	       "wake_lat: pid=-1 lat=18446744073709551615 tiny=255 comm=swapper text=hello\n");
	f->kt->options = 1u << PK_KT_VERBOSE;
	expect(f, pk_kt_synthetic,
	       "wake_lat: %d pid=-1 %llu lat=18446744073709551615 %d tiny=255 %s comm=swapper %s "
	       "text=hello\n");
	put(f, 48, 4, 64 | 600 << 16);
	pk_seq_reset(&f->kt->seq);
	assert_false(pk_kt_synthetic(f->kt, &f->event, &f->format));
}

static struct pk_field gfp_field[] = {FIELD("gfp", "gfp_t", 8, 4, false, PK_FIELD_PLAIN)};

/* A NUL stands before the parenthesis, as the kernel leaves it. */
static void synthetic_flags(void **state)
{
	struct fixture *f = *state;

	fake_put(&f->fake, GFP, 8, 1);
	fake_put(&f->fake, GFP + 8, 8, GFP + 64);
	fake_put_string(&f->fake, GFP + 64, "GFP_A");
	f->format.fields = gfp_field;
	f->format.nr_fields = 1;
	put(f, 8, 4, 0x21);
	pk_seq_reset(&f->kt->seq);
	assert_true(pk_kt_synthetic(f->kt, &f->event, &f->format));
	assert_int_equal(f->kt->seq.len, sizeof("e: gfp=21 (GFP_A|0x20\0)\n") - 1);
	assert_memory_equal(f->kt->seq.text, "e: gfp=21 (GFP_A|0x20\0)\n", f->kt->seq.len);
}

static struct pk_field stack_field[] = {
	FIELD("stack", "__data_loc unsigned long[]", 8, 4, false, PK_FIELD_DATA_LOC)};

static void make_stack(struct fixture *f)
{
	f->format.fields = stack_field;
	f->format.nr_fields = 1;
	put(f, 8, 4, 16 | 24 << 16);
}

static void synthetic_stack_old(void **state)
{
	struct fixture *f = *state;

	make_stack(f);
	put(f, 16, 8, 0xffff000000300010ull);
	put(f, 24, 8, 0); /* ends it */
	put(f, 32, 8, 0xffff000000300010ull);
	expect(f, pk_kt_synthetic, "e: stack=STACK:\n=> tcp_v4_rcv+0x10/0x100\n\n");
}

static void synthetic_stack_new(void **state)
{
	struct fixture *f = *state;

	make_stack(f);
	put(f, 16, 8, 2); /* how many */
	put(f, 24, 8, 0xffff000000300010ull);
	put(f, 32, 8, 0xffff000000300020ull);
	expect(f, pk_kt_synthetic,
	       "e: stack=STACK:\n=> tcp_v4_rcv+0x10/0x100\n=> tcp_v4_rcv+0x20/0x100\n\n");
}

static struct pk_field uprobe_fields[] = {
	FIELD("__probe_func", "unsigned long", 8, 8, false, PK_FIELD_PLAIN),
	FIELD("__probe_ret_ip", "unsigned long", 16, 8, false, PK_FIELD_PLAIN),
	FIELD("arg", "s32", 24, 4, true, PK_FIELD_PLAIN),
};

static void uprobe(void **state)
{
	struct fixture *f = *state;

	f->format.name = "ret";
	f->format.fields = uprobe_fields;
	f->format.nr_fields = ARRAY_SIZE(uprobe_fields);
	f->format.print_fmt =
		"\"(%lx <- %lx) arg=%d\", REC->__probe_func, REC->__probe_ret_ip, REC->arg";
	put(f, 8, 8, 0x401000);
	put(f, 16, 8, 0x402000);
	put(f, 24, 4, (uint64_t)-5);
	expect(f, pk_kt_uprobe, "ret: (0x402000 <- 0x401000) arg=-5\n");
}

/* Before 6.4: the whole entry in hexadecimal. */
static void user_event(void **state)
{
	struct fixture *f = *state;

	f->format.system = "user_events";
	f->event.len = 18;
	memcpy(f->record,
	       "\x01\x02"
	       "abc",
	       5);
	f->record[17] = 'z';
	expect(f, pk_kt_user_event,
	       "\n00000000: 01 02 61 62 63 00 00 00 00 00 00 00 00 00 00 00  ..abc..........."
	       "\n00000010: 00 7a                                            .z\n");
	f->format.system = "other";
	assert_false(pk_kt_user_event(f->kt, &f->event, &f->format));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(syscalls, setup_old, teardown),
		cmocka_unit_test_setup_teardown(broken_metadata, setup_old, teardown),
		cmocka_unit_test_setup_teardown(user_data, setup_new, teardown),
		cmocka_unit_test_setup_teardown(openat, setup_new, teardown),
		cmocka_unit_test_setup_teardown(synthetic, setup_old, teardown),
		cmocka_unit_test_setup_teardown(synthetic_flags, setup_old, teardown),
		cmocka_unit_test_setup_teardown(synthetic_stack_old, setup_old, teardown),
		cmocka_unit_test_setup_teardown(synthetic_stack_new, setup_new, teardown),
		cmocka_unit_test_setup_teardown(uprobe, setup_old, teardown),
		cmocka_unit_test_setup_teardown(user_event, setup_old, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
