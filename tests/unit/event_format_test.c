// SPDX-License-Identifier: GPL-3.0-or-later
/* Event formats from drawn event calls; integers, bytes and graph entries from drawn records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "decode/trace/event_format.h"
#include "fake_events.h"

static void names_fields_kinds(void **state)
{
	struct fake_kernel *k = fake_kernel_new();
	const struct pk_formats *formats, *again;
	const struct pk_format *format;

	(void)state;
	fake_kernel_four_events(k);
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
	fake_kernel_free(k);
}

/* A name pointer of the dump is unreadable: that event is missing, with a warning, the others stay. */
static void broken_event(void **state)
{
	struct fake_kernel *k = fake_kernel_new();
	const struct pk_formats *formats;

	(void)state;
	fake_kernel_four_events(k);
	fake_put(&k->fake, TRACEPOINT(300) + TP_NAME, 8, 0x123);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_int_equal(pk_formats_nr(formats), 3);
	assert_int_equal(k->ctx.nr_warnings, 1);
	assert_non_null(strstr(k->ctx.warnings[0], "event call"));
	fake_kernel_free(k);
}

static void broken_list(void **state)
{
	struct fake_kernel *k = fake_kernel_new();
	const struct pk_formats *formats;

	(void)state;
	/* next of the second is garbage: the rest is found from the other end. */
	fake_kernel_four_events(k);
	fake_put(&k->fake, CALL(1) + CALL_LIST, 8, 0x55);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_non_null(pk_format_by_id(formats, 300));
	assert_non_null(pk_format_by_id(formats, 5));
	assert_non_null(pk_format_by_id(formats, 301));
	assert_non_null(pk_format_by_id(formats, 40));
	assert_true(k->ctx.nr_warnings > 0);
	fake_kernel_free(k);
	/* a cycle that does not include the head */
	k = fake_kernel_new();
	fake_kernel_four_events(k);
	fake_put(&k->fake, CALL(2) + CALL_LIST, 8, CALL(1) + CALL_LIST);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_non_null(pk_format_by_id(formats, 40));
	assert_true(pk_formats_nr(formats) < 16);
	fake_kernel_free(k);
}

static void broken_fields(void **state)
{
	struct fake_kernel *k = fake_kernel_new();
	const struct pk_formats *formats;
	const struct pk_format *format;

	(void)state;
	fake_kernel_four_events(k);
	/* The walk is backwards: prev of the second field leads to itself. */
	fake_put(&k->fake, FIELD(1) + FIELD_LINK + 8, 8, FIELD(1) + FIELD_LINK);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	format = pk_format_by_id(formats, 300);
	assert_true(format->nr_fields >= 2 && format->nr_fields < 8);
	assert_int_equal(k->ctx.nr_warnings, 1);
	fake_kernel_free(k);
	k = fake_kernel_new();
	fake_kernel_four_events(k);
	fake_put(&k->fake, FIELD(2) + FIELD_OFFSET, 4, 0x7fffffff);
	assert_int_equal(pk_formats_load(&k->ctx, &formats), PK_OK);
	assert_int_equal(pk_format_by_id(formats, 300)->nr_fields, 2);
	fake_kernel_free(k);
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

static void dynamic_events(void **state)
{
	struct fake_kernel *k = fake_kernel_new();
	const struct pk_formats *formats;
	const struct pk_format *format;

	(void)state;
	fake_kernel_four_events(k);
	fake_kernel_add_probe(k, 0, 0, "pk_rcv", 500);
	fake_kernel_add_probe(k, 1, 0xffffffff81234560ull, "pk_rcv_ret", 501);
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
	fake_kernel_free(k);
}

static struct pk_event event_of(const uint8_t *bytes, uint32_t len)
{
	return (struct pk_event){
		.data = bytes, .len = len, .type = (uint16_t)(bytes[0] | bytes[1] << 8)};
}

static void values(void **state)
{
	struct fake_kernel *k = fake_kernel_new();
	/* 24: u32 at 8, s16 -2 at 12, data_loc at 16 -> 20 bytes 4, rel_loc at ... */
	uint8_t bytes[24] = {1,	   0,	 0, 0, 0,  0, 0, 0, 0x78, 0x56, 0x34, 0x12,
			     0xfe, 0xff, 0, 0, 20, 0, 4, 0, 'a',  'b',	'c',  0};
	struct pk_event event = event_of(bytes, sizeof(bytes));
	struct pk_field u32_field = {.name = "u", .type = "u32", .offset = 8, .size = 4};
	struct pk_field s16_field = {
		.name = "s", .type = "s16", .offset = 12, .size = 2, .is_signed = true};
	struct pk_field loc = {.name = "l",
			       .type = "__data_loc char[]",
			       .offset = 16,
			       .size = 4,
			       .where = PK_FIELD_DATA_LOC};
	struct pk_field rel = {.name = "r",
			       .type = "__rel_loc char[]",
			       .offset = 16,
			       .size = 4,
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
	fake_kernel_free(k);
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

static void describe_graph(struct fake_kernel *k, const struct graph_layout *l)
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

static void check_entry(struct fake_kernel *k, const struct graph_layout *l)
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
	put(bytes, l->ent_depth, l->ent_depth_size,
	    0x80b0000000000098ull); /* damage, where it has 8 bytes */
	assert_int_equal(pk_graph_event(&k->ctx, &event, &graph), PK_OK);
	assert_int_equal(graph.depth, 0x98);
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

static void check_exit(struct fake_kernel *k, const struct graph_layout *l)
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
	static const struct fake_enum types[] = {{NULL, "TRACE_GRAPH_ENT", 11},
						 {NULL, "TRACE_GRAPH_RET", 10}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(layouts); i++) {
		struct fake_kernel *k = fake_kernel_new();

		print_message("%s\n", layouts[i].kernels);
		fake_enums(&k->fake, types, ARRAY_SIZE(types));
		describe_graph(k, &layouts[i]);
		check_entry(k, &layouts[i]);
		check_exit(k, &layouts[i]);
		fake_kernel_free(k);
	}
}

/* A kernel with return addresses: a type of its own, the members packed. */
static void graph_retaddr(void **state)
{
	static const struct fake_enum types[] = {{NULL, "TRACE_GRAPH_RETADDR_ENT", 12}};
	static const struct fake_member rows[] = {
		M("fgraph_retaddr_ent_entry", "graph_rent.ent.func", 8, 8),
		M("fgraph_retaddr_ent_entry", "graph_rent.ent.depth", 16, 4),
		M("fgraph_retaddr_ent_entry", "graph_rent.retaddr", 20, 8),
	};
	struct fake_kernel *k = fake_kernel_new();
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
	fake_kernel_free(k);
}

static void function_entries(void **state)
{
	static const struct fake_enum types[] = {{NULL, "TRACE_FN", 1}};
	static const struct fake_member rows[] = {M("ftrace_entry", "ip", 8, 8),
						  M("ftrace_entry", "parent_ip", 16, 8)};
	struct fake_kernel *k = fake_kernel_new();
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
	fake_kernel_free(k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_fields_kinds),
		cmocka_unit_test(broken_event),
		cmocka_unit_test(broken_list),
		cmocka_unit_test(broken_fields),
		cmocka_unit_test(no_events_symbol),
		cmocka_unit_test(dynamic_events),
		cmocka_unit_test(values),
		cmocka_unit_test(graph_layouts),
		cmocka_unit_test(graph_retaddr),
		cmocka_unit_test(function_entries),
	};

	return cmocka_run_group_tests_name("event_format", tests, NULL, NULL);
}
