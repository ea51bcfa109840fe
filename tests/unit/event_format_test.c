// SPDX-License-Identifier: GPL-3.0-or-later
/* Event formats from drawn event calls; integers, bytes and graph entries from drawn records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "decode/event_format.h"
#include "fake_target.h"

#define EVENTS 0xffff000000001000ull	 /* ftrace_events */
#define CALL(n) (0xffff000000010000ull + 0x200ull * (n))
#define CLASS(n) (0xffff000000020000ull + 0x100ull * (n))
#define FIELD(n) (0xffff000000030000ull + 0x80ull * (n))
#define TEXT(n) (0xffff000000040000ull + 0x100ull * (n))
#define TRACEPOINT(n) (0xffff000000050000ull + 0x40ull * (n))
#define SYSCALL 0xffff000000060000ull
#define DYN 0xffff000000061000ull
#define PROBE(n) (0xffff000000070000ull + 0x200ull * (n))
#define ENTER_CLASS CLASS(9)

/* Offsets of this fake's own. */
enum {
	CALL_LIST = 16, CALL_CLASS = 32, CALL_NAME = 40, CALL_TYPE = 64, CALL_FMT = 72, CALL_FLAGS = 80,
	CALL_DATA = 88, CALL_SIZE = 96,
	CLASS_SYSTEM = 8, CLASS_FIELDS = 24,
	FIELD_LINK = 8, FIELD_NAME = 24, FIELD_TYPE = 32, FIELD_OFFSET = 44, FIELD_BYTES = 48,
	FIELD_SIGNED = 56, FIELD_SIZE = 64,
	TP_NAME = 16, META_FIELDS = 48,
	PROBE_DEVENT = 8, PROBE_EVENT = 120, PROBE_ADDR = 80, PROBE_HANDLER = 96, PROBE_SYMBOL = 104,
	DYN_OPS = 16, EVENT_CALL = 40,
};

#define M(t, p, o, s) {.type = "struct " t, .path = p, .offset = o, .size = s}
static const struct fake_member members[] = {
	M("trace_event_call", "list", CALL_LIST, 16),
	M("trace_event_call", "class", CALL_CLASS, 8),
	M("trace_event_call", "name", CALL_NAME, 8),
	M("trace_event_call", "tp", CALL_NAME, 8),
	{.type = "struct trace_event_call", .path = "event.type", .offset = CALL_TYPE, .size = 4,
	 .is_signed = true},
	M("trace_event_call", "print_fmt", CALL_FMT, 8),
	M("trace_event_call", "flags", CALL_FLAGS, 4),
	M("trace_event_call", "data", CALL_DATA, 8),
	M("trace_event_class", "system", CLASS_SYSTEM, 8),
	M("trace_event_class", "fields", CLASS_FIELDS, 16),
	M("tracepoint", "name", TP_NAME, 8),
	M("ftrace_event_field", "link", FIELD_LINK, 16),
	M("ftrace_event_field", "name", FIELD_NAME, 8),
	M("ftrace_event_field", "type", FIELD_TYPE, 8),
	{.type = "struct ftrace_event_field", .path = "offset", .offset = FIELD_OFFSET, .size = 4,
	 .is_signed = true},
	{.type = "struct ftrace_event_field", .path = "size", .offset = FIELD_BYTES, .size = 4,
	 .is_signed = true},
	/* One bit, as since 6.12, and not the first of its unit. */
	{.type = "struct ftrace_event_field", .path = "is_signed", .offset = FIELD_SIGNED, .size = 4,
	 .bit_offset = 3, .bit_size = 1},
	M("syscall_metadata", "enter_fields", META_FIELDS, 16),
	M("dyn_event", "list", 0, 16),
	M("dyn_event", "ops", DYN_OPS, 8),
	M("trace_kprobe", "devent", PROBE_DEVENT, 24),
	M("trace_kprobe", "tp.event", PROBE_EVENT, 8),
	M("trace_kprobe", "rp.kp.addr", PROBE_ADDR, 8),
	M("trace_kprobe", "rp.handler", PROBE_HANDLER, 8),
	M("trace_kprobe", "symbol", PROBE_SYMBOL, 8),
	M("trace_probe_event", "call", EVENT_CALL, CALL_SIZE),
};

static const struct fake_enum enums[] = {
	{NULL, "TRACE_EVENT_FL_TRACEPOINT", 16}, {NULL, "TRACE_EVENT_FL_IGNORE_ENABLE", 8},
	{NULL, "TRACE_EVENT_FL_KPROBE", 64},
};

struct kernel {
	struct fake_target fake;
	struct pk_ctx ctx;
	unsigned nr_fields, nr_texts;
};

static uint64_t text(struct kernel *k, const char *words)
{
	fake_string(&k->fake, TEXT(k->nr_texts), words);
	return TEXT(k->nr_texts++);
}

static void list_init(struct kernel *k, uint64_t head)
{
	fake_put(&k->fake, head, 8, head);
	fake_put(&k->fake, head + 8, 8, head);
}

static uint64_t get(struct kernel *k, uint64_t addr)
{
	uint8_t bytes[8];
	uint64_t value = 0;

	k->fake.target.ops->read(&k->fake.target, addr, bytes, 8);
	for (int i = 8; i--;)
		value = value << 8 | bytes[i];
	return value;
}

/* list_add(): behind the head, as the kernel adds fields. */
static void list_add(struct kernel *k, uint64_t head, uint64_t link)
{
	uint64_t next = get(k, head);

	fake_put(&k->fake, link, 8, next);
	fake_put(&k->fake, link + 8, 8, head);
	fake_put(&k->fake, next + 8, 8, link);
	fake_put(&k->fake, head, 8, link);
}

static void list_add_tail(struct kernel *k, uint64_t head, uint64_t link)
{
	list_add(k, get(k, head + 8), link);
}

static struct kernel *kernel_new(void)
{
	struct kernel *k = calloc(1, sizeof(*k));

	fake_target_init(&k->fake);
	fake_members(&k->fake, members, ARRAY_SIZE(members));
	fake_enums(&k->fake, enums, ARRAY_SIZE(enums));
	fake_type(&k->fake, "struct trace_event_call", CALL_SIZE);
	fake_type(&k->fake, "struct ftrace_event_field", FIELD_SIZE);
	fake_map(&k->fake, EVENTS, 16);
	list_init(k, EVENTS);
	fake_symbol(&k->fake, "ftrace_events", EVENTS, 16);
	fake_symbol(&k->fake, "event_class_syscall_enter", ENTER_CLASS, 64);
	fake_map(&k->fake, DYN, 16);
	list_init(k, DYN);
	fake_symbol(&k->fake, "dyn_event_list", DYN, 16);
	fake_symbol(&k->fake, "trace_kprobe_ops", DYN + 0x100, 64);
	pk_ctx_init(&k->ctx, &k->fake.target);
	return k;
}

static void kernel_free(struct kernel *k)
{
	pk_ctx_deinit(&k->ctx);
	fake_target_deinit(&k->fake);
	free(k);
}

static void add_class(struct kernel *k, uint64_t class, const char *system)
{
	fake_map(&k->fake, class, 64);
	fake_put(&k->fake, class + CLASS_SYSTEM, 8, text(k, system));
	list_init(k, class + CLASS_FIELDS);
}

static void add_field(struct kernel *k, uint64_t head, const char *type, const char *name,
		      unsigned offset, unsigned size, bool is_signed)
{
	uint64_t field = FIELD(k->nr_fields++);

	fake_map(&k->fake, field, FIELD_SIZE);
	fake_put(&k->fake, field + FIELD_NAME, 8, text(k, name));
	fake_put(&k->fake, field + FIELD_TYPE, 8, text(k, type));
	fake_put(&k->fake, field + FIELD_OFFSET, 4, offset);
	fake_put(&k->fake, field + FIELD_BYTES, 4, size);
	fake_put(&k->fake, field + FIELD_SIGNED, 4, is_signed ? 0xf8 : 0xf7);
	list_add(k, head, field + FIELD_LINK);
}

static void add_call_at(struct kernel *k, uint64_t call, unsigned id, uint64_t class, const char *name,
			unsigned flags)
{
	uint64_t name_at = text(k, name);

	if (flags & 16) {
		fake_map(&k->fake, TRACEPOINT(id), 32);
		fake_put(&k->fake, TRACEPOINT(id) + TP_NAME, 8, name_at);
		name_at = TRACEPOINT(id);
	}
	fake_put(&k->fake, call + CALL_CLASS, 8, class);
	fake_put(&k->fake, call + CALL_NAME, 8, name_at);
	fake_put(&k->fake, call + CALL_TYPE, 4, id);
	fake_put(&k->fake, call + CALL_FMT, 8, text(k, "\"%u\", REC->x"));
	fake_put(&k->fake, call + CALL_FLAGS, 4, flags);
	list_add_tail(k, EVENTS, call + CALL_LIST);
}

static void add_call(struct kernel *k, unsigned n, unsigned id, uint64_t class, const char *name,
		     unsigned flags)
{
	fake_map(&k->fake, CALL(n), CALL_SIZE);
	add_call_at(k, CALL(n), id, class, name, flags);
}

static void four_events(struct kernel *k)
{
	add_class(k, CLASS(0), "ftrace");
	add_class(k, CLASS(1), "net");
	add_class(k, CLASS(2), "syscalls");
	add_class(k, ENTER_CLASS, "syscalls");
	add_field(k, CLASS(1) + CLASS_FIELDS, "void *", "skbaddr", 8, 8, false);
	add_field(k, CLASS(1) + CLASS_FIELDS, "int", "rc", 16, 4, true);
	add_field(k, CLASS(1) + CLASS_FIELDS, "__data_loc char[]", "name", 20, 4, true);
	add_field(k, CLASS(1) + CLASS_FIELDS, "__rel_loc u8[]", "rel", 24, 4, false);
	add_field(k, CLASS(1) + CLASS_FIELDS, "__u8[4]", "saddr", 28, 4, false);
	add_call(k, 0, 300, CLASS(1), "net_dev_xmit", 16);
	add_call(k, 1, 5, CLASS(0), "print", 8);
	add_call(k, 2, 301, CLASS(1), "net_dev_queue", 16);
	add_call(k, 3, 40, ENTER_CLASS, "sys_enter_read", 0);
	fake_map(&k->fake, SYSCALL, 64);
	list_init(k, SYSCALL + META_FIELDS);
	fake_put(&k->fake, CALL(3) + CALL_DATA, 8, SYSCALL);
	add_field(k, SYSCALL + META_FIELDS, "int", "__syscall_nr", 8, 4, true);
	add_field(k, SYSCALL + META_FIELDS, "unsigned int", "fd", 16, 8, false);
}

static void names_fields_kinds(void **state)
{
	struct kernel *k = kernel_new();
	const struct pk_formats *formats, *again;
	const struct pk_format *format;

	(void)state;
	four_events(k);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_int_equal(pk_formats_load(&k->ctx, &again), PK_OK);
	assert_ptr_equal(formats, again);
	assert_int_equal(pk_formats_nr(formats), 4);
	format = pk_format_by_id(formats, 300);
	assert_non_null(format);
	assert_string_equal(format->name, "net_dev_xmit");
	assert_string_equal(format->system, "net");
	assert_string_equal(format->print_fmt, "\"%u\", REC->x");
	assert_int_equal(format->kind, PK_FORMAT_TRACEPOINT);
	assert_int_equal(format->call, CALL(0));
	assert_int_equal(format->nr_fields, 5);
	assert_string_equal(format->fields[0].name, "skbaddr"); /* as declared, not as listed */
	assert_false(format->fields[0].is_signed);
	assert_true(format->fields[1].is_signed);
	assert_int_equal(format->fields[2].where, PK_FIELD_DATA_LOC);
	assert_int_equal(format->fields[3].where, PK_FIELD_REL_LOC);
	assert_ptr_equal(pk_format_field(format, "rc"), &format->fields[1]);
	assert_null(pk_format_field(format, "nothing"));
	assert_int_equal(pk_format_by_name(formats, "ftrace", "print")->kind, PK_FORMAT_BUILTIN);
	assert_null(pk_format_by_name(formats, "net", "print"));
	format = pk_format_by_name(formats, "syscalls", "sys_enter_read");
	assert_int_equal(format->kind, PK_FORMAT_SYSCALL);
	assert_int_equal(format->nr_fields, 2);
	assert_string_equal(format->fields[1].name, "fd");
	assert_null(pk_format_by_id(formats, 6));
	assert_null(pk_formats_at(formats, 4));
	assert_int_equal(pk_formats_at(formats, 0)->id, 5);
	assert_int_equal(k->ctx.nr_warnings, 0);
	kernel_free(k);
}

/* A name pointer of the dump is unreadable: that event is missing, with a warning, the others stay. */
static void broken_event(void **state)
{
	struct kernel *k = kernel_new();
	const struct pk_formats *formats;

	(void)state;
	four_events(k);
	fake_put(&k->fake, TRACEPOINT(300) + TP_NAME, 8, 0x123);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_int_equal(pk_formats_nr(formats), 3);
	assert_int_equal(k->ctx.nr_warnings, 1);
	assert_non_null(strstr(k->ctx.warnings[0], "event call"));
	kernel_free(k);
}

static void broken_list(void **state)
{
	struct kernel *k = kernel_new();
	const struct pk_formats *formats;

	(void)state;
	/* next of the second is garbage: the rest is found from the other end. */
	four_events(k);
	fake_put(&k->fake, CALL(1) + CALL_LIST, 8, 0x55);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_non_null(pk_format_by_id(formats, 300));
	assert_non_null(pk_format_by_id(formats, 5));
	assert_non_null(pk_format_by_id(formats, 301));
	assert_non_null(pk_format_by_id(formats, 40));
	assert_true(k->ctx.nr_warnings > 0);
	kernel_free(k);
	/* a cycle that does not include the head */
	k = kernel_new();
	four_events(k);
	fake_put(&k->fake, CALL(2) + CALL_LIST, 8, CALL(1) + CALL_LIST);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_non_null(pk_format_by_id(formats, 40));
	assert_true(pk_formats_nr(formats) < 16);
	kernel_free(k);
}

static void broken_fields(void **state)
{
	struct kernel *k = kernel_new();
	const struct pk_formats *formats;
	const struct pk_format *format;

	(void)state;
	four_events(k);
	/* The walk is backwards: prev of the second field leads to itself. */
	fake_put(&k->fake, FIELD(1) + FIELD_LINK + 8, 8, FIELD(1) + FIELD_LINK);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	format = pk_format_by_id(formats, 300);
	assert_true(format->nr_fields >= 2 && format->nr_fields < 8);
	assert_int_equal(k->ctx.nr_warnings, 1);
	kernel_free(k);
	k = kernel_new();
	four_events(k);
	fake_put(&k->fake, FIELD(2) + FIELD_OFFSET, 4, 0x7fffffff);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_int_equal(pk_format_by_id(formats, 300)->nr_fields, 2);
	kernel_free(k);
}

static void no_events_symbol(void **state)
{
	struct fake_target fake;
	struct pk_ctx ctx;
	const struct pk_formats *formats;

	(void)state;
	fake_target_init(&fake);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_formats_load(&ctx, &formats), PK_ABSENT);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

static void add_probe(struct kernel *k, unsigned n, uint64_t handler, const char *name, unsigned id)
{
	uint64_t event = PROBE(n) + 0x100;

	fake_map(&k->fake, PROBE(n), 0x200);
	fake_put(&k->fake, PROBE(n) + PROBE_DEVENT + DYN_OPS, 8, DYN + 0x100);
	fake_put(&k->fake, PROBE(n) + PROBE_EVENT, 8, event);
	fake_put(&k->fake, PROBE(n) + PROBE_ADDR, 8, 0xffffffff81000000ull + n);
	fake_put(&k->fake, PROBE(n) + PROBE_HANDLER, 8, handler);
	fake_put(&k->fake, PROBE(n) + PROBE_SYMBOL, 8, text(k, "tcp_v4_rcv"));
	add_call_at(k, event + EVENT_CALL, id, CLASS(1), name, 64);
	list_add_tail(k, DYN, PROBE(n) + PROBE_DEVENT);
}

static void dynamic_events(void **state)
{
	struct kernel *k = kernel_new();
	const struct pk_formats *formats;
	const struct pk_format *format;

	(void)state;
	four_events(k);
	add_probe(k, 0, 0, "pk_rcv", 500);
	add_probe(k, 1, 0xffffffff81234560ull, "pk_rcv_ret", 501);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	format = pk_format_by_id(formats, 500);
	assert_int_equal(format->kind, PK_FORMAT_KPROBE);
	assert_int_equal(format->probe_addr, 0xffffffff81000000ull);
	assert_string_equal(format->probe_symbol, "tcp_v4_rcv");
	assert_int_equal(pk_format_by_id(formats, 501)->kind, PK_FORMAT_KRETPROBE);
	/* The list of dynamic events runs in a circle: the formats stand. */
	fake_put(&k->fake, PROBE(1) + PROBE_DEVENT, 8, PROBE(0) + PROBE_DEVENT);
	pk_ctx_deinit(&k->ctx);
	pk_ctx_init(&k->ctx, &k->fake.target);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_int_equal(pk_formats_nr(formats), 6);
	assert_int_equal(k->ctx.nr_warnings, 1);
	kernel_free(k);
}

static struct pk_event event_of(const uint8_t *bytes, uint32_t len)
{
	return (struct pk_event){.data = bytes, .len = len, .type = (uint16_t)(bytes[0] | bytes[1] << 8)};
}

static void values(void **state)
{
	struct kernel *k = kernel_new();
	/* 24: u32 at 8, s16 -2 at 12, data_loc at 16 -> 20 bytes 4, rel_loc at ... */
	uint8_t bytes[24] = {1, 0, 0, 0, 0, 0, 0, 0, 0x78, 0x56, 0x34, 0x12, 0xfe, 0xff, 0, 0,
			     20, 0, 4, 0, 'a', 'b', 'c', 0};
	struct pk_event event = event_of(bytes, sizeof(bytes));
	struct pk_field u32_field = {.name = "u", .type = "u32", .offset = 8, .size = 4};
	struct pk_field s16_field = {.name = "s", .type = "s16", .offset = 12, .size = 2,
				     .is_signed = true};
	struct pk_field loc = {.name = "l", .type = "__data_loc char[]", .offset = 16, .size = 4,
			       .where = PK_FIELD_DATA_LOC};
	struct pk_field rel = {.name = "r", .type = "__rel_loc char[]", .offset = 16, .size = 4,
			       .where = PK_FIELD_REL_LOC};
	struct pk_field open = {.name = "buf", .type = "char[]", .offset = 20, .size = 0};
	struct pk_field array = {.name = "a", .type = "u8[4]", .offset = 8, .size = 4};
	struct pk_field outside = {.name = "o", .type = "u64", .offset = 20, .size = 8};
	const uint8_t *data;
	uint64_t value;
	uint32_t len;

	(void)state;
	assert_int_equal(pk_event_uint(&k->ctx, &event, &u32_field, &value), PK_OK);
	assert_int_equal(value, 0x12345678);
	assert_int_equal(pk_event_uint(&k->ctx, &event, &s16_field, &value), PK_OK);
	assert_int_equal((int64_t)value, -2);
	assert_int_equal(pk_event_uint(&k->ctx, &event, &array, &value), PK_UNSUPPORTED);
	assert_int_equal(pk_event_uint(&k->ctx, &event, &loc, &value), PK_UNSUPPORTED);
	assert_int_equal(pk_event_uint(&k->ctx, &event, &outside, &value), PK_CORRUPT);
	assert_int_equal(pk_event_bytes(&k->ctx, &event, &array, &data, &len), PK_OK);
	assert_ptr_equal(data, bytes + 8);
	assert_int_equal(len, 4);
	assert_int_equal(pk_event_bytes(&k->ctx, &event, &open, &data, &len), PK_OK);
	assert_int_equal(len, 4);
	assert_int_equal(pk_event_bytes(&k->ctx, &event, &loc, &data, &len), PK_OK);
	assert_ptr_equal(data, bytes + 20);
	assert_int_equal(len, 4);
	bytes[18] = 5; /* one byte past the entry */
	assert_int_equal(pk_event_bytes(&k->ctx, &event, &loc, &data, &len), PK_CORRUPT);
	bytes[16] = 0; /* relative: right behind the u32 itself */
	bytes[18] = 4;
	assert_int_equal(pk_event_bytes(&k->ctx, &event, &rel, &data, &len), PK_OK);
	assert_ptr_equal(data, bytes + 20);
	bytes[16] = bytes[17] = bytes[18] = bytes[19] = 0xff;
	assert_int_equal(pk_event_bytes(&k->ctx, &event, &rel, &data, &len), PK_CORRUPT);
	kernel_free(k);
}

/*
 * Graph entries of each layout, 64-bit: where the members lie, and that the record gives them back.
 * The rows are those of entry.c's drawing.
 */
struct graph_layout {
	const char *kernels;
	unsigned ent_size, ent_depth, ent_depth_size, args;
	unsigned ret_size, ret_depth, overrun, overrun_size, calltime, retval;
	bool times_in_entry, times_twice;
};

static const struct graph_layout layouts[] = {
	{"3.10, el7", 24, 16, 4, 0, 48, 40, 32, 8, 16, 0, false, false},
	{"4.14 .. 5.14", 20, 16, 4, 0, 44, 40, 16, 8, 24, 0, false, false},
	{"5.15 .. 6.4", 20, 16, 4, 0, 40, 16, 20, 4, 24, 0, false, false},
	{"6.5 .. 6.13 with retval", 20, 16, 4, 0, 48, 24, 28, 4, 32, 16, false, false},
	{"6.12 with times twice", 20, 16, 4, 0, 56, 16, 20, 4, 24, 0, false, true},
	{"6.14 .. 7.2", 24, 16, 8, 24, 40, 16, 20, 4, 24, 0, true, false},
};

static struct fake_member row(const char *type, const char *path, uint64_t offset, uint64_t size)
{
	return (struct fake_member){.type = type, .path = path, .offset = offset, .size = size};
}

static void describe_graph(struct kernel *k, const struct graph_layout *l)
{
	const char *ent = "struct ftrace_graph_ent_entry", *ret = "struct ftrace_graph_ret_entry";
	struct fake_member rows[16];
	size_t nr = 0;

	rows[nr++] = row(ent, "graph_ent.func", 8, 8);
	rows[nr++] = row(ent, "graph_ent.depth", l->ent_depth, l->ent_depth_size);
	if (l->args)
		rows[nr++] = row(ent, "args", l->args, 0);
	rows[nr++] = row(ret, "ret.func", 8, 8);
	rows[nr++] = row(ret, "ret.depth", l->ret_depth, 4);
	rows[nr++] = row(ret, "ret.overrun", l->overrun, l->overrun_size);
	if (l->retval)
		rows[nr++] = row(ret, "ret.retval", l->retval, 8);
	if (!l->times_in_entry) {
		rows[nr++] = row(ret, "ret.calltime", l->calltime, 8);
		rows[nr++] = row(ret, "ret.rettime", l->calltime + 8, 8);
	}
	if (l->times_in_entry || l->times_twice) {
		unsigned at = l->times_twice ? l->ret_size - 16 : l->calltime;

		rows[nr++] = row(ret, "calltime", at, 8);
		rows[nr++] = row(ret, "rettime", at + 8, 8);
	}
	fake_members(&k->fake, rows, nr);
}

static void put(uint8_t *bytes, unsigned at, unsigned size, uint64_t value)
{
	for (unsigned i = 0; i < size; i++)
		bytes[at + i] = (uint8_t)(value >> 8 * i);
}

static void check_entry(struct kernel *k, const struct graph_layout *l)
{
	uint8_t *bytes = calloc(1, 24 + 48);
	struct pk_graph_event graph;
	struct pk_event event;

	put(bytes, 0, 2, 11);
	put(bytes, 8, 8, 0xffffffff81111111ull);
	put(bytes, l->ent_depth, l->ent_depth_size, (uint64_t)-1);
	event = event_of(bytes, (l->ent_size + 3) & ~3u);
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_OK);
	assert_true(graph.is_entry);
	assert_int_equal(graph.func, 0xffffffff81111111ull);
	assert_int_equal(graph.depth, -1);
	assert_null(graph.args);
	if (l->args) {
		event.len = l->args + 48;
		assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_OK);
		assert_ptr_equal(graph.args, bytes + l->args);
		assert_int_equal(graph.nr_args, 6);
	}
	event.len = 12;
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_CORRUPT);
	free(bytes);
}

static void check_exit(struct kernel *k, const struct graph_layout *l)
{
	uint8_t *bytes = malloc(l->ret_size);
	struct pk_graph_event graph;
	struct pk_event event;

	memset(bytes, 0xee, l->ret_size); /* what is not written is not zero */
	put(bytes, 0, 2, 10);
	put(bytes, 8, 8, 0xffffffff82222222ull);
	put(bytes, l->ret_depth, 4, 7);
	put(bytes, l->overrun, l->overrun_size, 3);
	put(bytes, l->calltime, 8, 1000);
	put(bytes, l->calltime + 8, 8, 1500);
	if (l->retval)
		put(bytes, l->retval, 8, 0xfffffffffffffff4ull);
	event = event_of(bytes, l->ret_size);
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_OK);
	assert_false(graph.is_entry);
	assert_int_equal(graph.func, 0xffffffff82222222ull);
	assert_int_equal(graph.depth, 7);
	assert_int_equal(graph.overrun, 3);
	assert_int_equal(graph.calltime, 1000);
	assert_int_equal(graph.rettime, 1500);
	assert_int_equal(graph.has_retval, l->retval != 0);
	assert_int_equal(graph.retval, l->retval ? 0xfffffffffffffff4ull : 0);
	event.len = 36;
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_CORRUPT);
	put(bytes, 0, 2, 9);
	event = event_of(bytes, l->ret_size);
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_ABSENT);
	free(bytes);
}

static void graph_layouts(void **state)
{
	static const struct fake_enum types[] = {{NULL, "TRACE_GRAPH_ENT", 11}, {NULL, "TRACE_GRAPH_RET", 10}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(layouts); i++) {
		struct kernel *k = kernel_new();

		print_message("%s\n", layouts[i].kernels);
		fake_enums(&k->fake, types, ARRAY_SIZE(types));
		describe_graph(k, &layouts[i]);
		check_entry(k, &layouts[i]);
		check_exit(k, &layouts[i]);
		kernel_free(k);
	}
}

/* A kernel with return addresses: a type of its own, the members packed. */
static void graph_retaddr(void **state)
{
	static const struct fake_enum types[] = {{NULL, "TRACE_GRAPH_RETADDR_ENT", 12}};
	static const struct fake_member rows[] = {
		M("fgraph_retaddr_ent_entry", "graph_rent.func", 8, 8),
		M("fgraph_retaddr_ent_entry", "graph_rent.depth", 16, 4),
		M("fgraph_retaddr_ent_entry", "graph_rent.retaddr", 20, 8),
	};
	struct kernel *k = kernel_new();
	struct pk_graph_event graph;
	uint8_t bytes[28] = {12};
	struct pk_event event = event_of(bytes, sizeof(bytes));

	(void)state;
	fake_enums(&k->fake, types, ARRAY_SIZE(types));
	fake_members(&k->fake, rows, ARRAY_SIZE(rows));
	put(bytes, 8, 8, 0x1111);
	put(bytes, 16, 4, 2);
	put(bytes, 20, 8, 0x2222);
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_OK);
	assert_true(graph.is_entry);
	assert_int_equal(graph.func, 0x1111);
	assert_int_equal(graph.depth, 2);
	assert_int_equal(graph.retaddr, 0x2222);
	kernel_free(k);
}

static void function_entries(void **state)
{
	static const struct fake_enum types[] = {{NULL, "TRACE_FN", 1}};
	static const struct fake_member rows[] = {M("ftrace_entry", "ip", 8, 8),
						  M("ftrace_entry", "parent_ip", 16, 8)};
	struct kernel *k = kernel_new();
	uint8_t bytes[24] = {1};
	struct pk_event event = event_of(bytes, sizeof(bytes));
	uint64_t ip, parent;

	(void)state;
	fake_enums(&k->fake, types, ARRAY_SIZE(types));
	fake_members(&k->fake, rows, ARRAY_SIZE(rows));
	put(bytes, 8, 8, 0x1111);
	put(bytes, 16, 8, 0x2222);
	assert_int_equal(pk_function_event(&k->ctx, &event, &ip, &parent), PK_OK);
	assert_int_equal(ip, 0x1111);
	assert_int_equal(parent, 0x2222);
	event.len = 20;
	assert_int_equal(pk_function_event(&k->ctx, &event, &ip, &parent), PK_CORRUPT);
	event.type = 2;
	assert_int_equal(pk_function_event(&k->ctx, &event, &ip, &parent), PK_ABSENT);
	kernel_free(k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_fields_kinds), cmocka_unit_test(broken_event),
		cmocka_unit_test(broken_list),	      cmocka_unit_test(broken_fields),
		cmocka_unit_test(no_events_symbol),   cmocka_unit_test(dynamic_events),
		cmocka_unit_test(values),	      cmocka_unit_test(graph_layouts),
		cmocka_unit_test(graph_retaddr),      cmocka_unit_test(function_entries),
	};

	return cmocka_run_group_tests_name("event_format", tests, NULL, NULL);
}
