// SPDX-License-Identifier: GPL-3.0-or-later
/* Whole sub-buffers as user space gets them, and the file that carries them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/sub_buffer.h"
#include "fake_events.h"
#include "fake_ring.h"
#include "text/trace_dat.h"

#define NR_PAGES 6
#define HEADER 16
#define RECORD 12 /* a bare entry with its header */

/* Events and rings in one machine. */
struct machine {
	struct fake_kernel *k;
	struct fake_target *fake;
	struct pk_ctx *ctx;
	struct pk_instance instance;
	struct pk_trace *trace;
	struct pk_raw *raw;
};

static struct machine *machine_new(unsigned nr_cpus, unsigned page_size, unsigned order,
				   bool big_endian)
{
	struct machine *m = calloc(1, sizeof(*m));

	m->k = fake_kernel_new();
	m->fake = &m->k->fake;
	m->ctx = &m->k->ctx;
	m->fake->target.facts.page_size = page_size;
	m->fake->target.facts.big_endian = big_endian;
	if (order || page_size != 4096)
		fake_ring_init_order(m->fake, nr_cpus, NR_PAGES, order);
	else
		fake_ring_init(m->fake, nr_cpus, NR_PAGES);
	return m;
}

static void open_trace(struct machine *m)
{
	assert_int_equal(pk_instance_top(m->ctx, &m->instance), PK_OK);
	assert_int_equal(pk_trace_open(m->ctx, &m->instance, false, &m->trace), PK_OK);
}

static void open_raw(struct machine *m, int cpu)
{
	open_trace(m);
	assert_int_equal(pk_raw_open(m->trace, cpu, &m->raw), PK_OK);
}

static void machine_free(struct machine *m)
{
	pk_raw_close(m->raw);
	pk_trace_close(m->trace);
	fake_kernel_free(m->k);
	free(m);
}

/* Pages HEAD .. COMMIT hold three events each, 1000 * n of the n-th, pid n. */
static void fill(struct machine *m, unsigned cpu, int head, int commit)
{
	int n = 1;

	for (int i = head;; i = (i + 1) % NR_PAGES, n++) {
		for (int e = 0; e < 3; e++)
			fake_ring_event(m->fake, cpu, i, 1000 * n + e, 1, n);
		if (i == commit)
			break;
	}
	fake_ring_place(m->fake, cpu, head, commit);
}

/* The page's events as another reader sees them: "lost:pid@time ..". */
static const char *told(const struct machine *m, const struct pk_raw_page *page)
{
	static char text[16384];
	struct pk_sub_buffer sub;
	struct pk_record record;

	text[0] = '\0';
	assert_int_equal(pk_sub_buffer_init(&sub, page->bytes, page->size, HEADER, 8, 0,
					    m->fake->target.facts.big_endian, false),
			 PK_OK);
	if (sub.missed && sub.missed_stored)
		sprintf(text, "%llu:", (unsigned long long)sub.missed_count);
	else if (sub.missed)
		strcpy(text, "?:");
	while (pk_sub_buffer_next(&sub, &record) == PK_OK)
		sprintf(text + strlen(text), "%u@%llu ",
			(unsigned)pk_uint(m->ctx, record.data + 4, 4),
			(unsigned long long)record.ts);
	assert_false(sub.torn);
	return text;
}

static void assert_pages(struct machine *m, const char *const *expected, unsigned nr)
{
	struct pk_raw_page page;

	for (unsigned i = 0; i < nr; i++) {
		assert_int_equal(pk_raw_next(m->raw, &page), PK_OK);
		assert_string_equal(told(m, &page), expected[i]);
	}
	assert_int_equal(pk_raw_next(m->raw, &page), PK_ABSENT);
}
#define ASSERT_PAGES(m, ...)                                                                       \
	assert_pages(m, (const char *const[]){__VA_ARGS__},                                        \
		     sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void whole_pages(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);
	struct pk_raw_totals totals;

	(void)state;
	fill(m, 0, 4, 1);
	open_raw(m, 0);
	ASSERT_PAGES(m, "1@1000 1@1001 1@1002 ", "2@2000 2@2001 2@2002 ", "3@3000 3@3001 3@3002 ",
		     "4@4000 4@4001 4@4002 ");
	pk_raw_totals(m->raw, &totals);
	assert_int_equal(totals.pages, 4);
	assert_int_equal(totals.events, 12);
	assert_int_equal(totals.consumed + totals.uncommitted, 0);
	machine_free(m);
}

/* Bytes behind the data are stale; nobody is to see them. */
static void nothing_stale(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);
	struct pk_raw_page page;

	(void)state;
	fill(m, 0, 0, 0);
	fake_put(m->fake, fake_ring_data(0, 0) + 2000, 8, 0x5ec4e7);
	open_raw(m, 0);
	assert_int_equal(pk_raw_next(m->raw, &page), PK_OK);
	assert_int_equal(page.size, 4096);
	assert_int_equal(page.nr_events, 3);
	for (size_t i = HEADER + 3 * RECORD; i < page.size; i++)
		assert_int_equal(page.bytes[i], 0);
	machine_free(m);
}

/* The reader page: what was consumed is cut off, and the first one left keeps its time. */
static void consumed_part(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);
	struct pk_raw_totals totals;

	(void)state;
	for (int e = 0; e < 4; e++)
		fake_ring_event(m->fake, 0, -1, 500 + 7 * e, 1, e + 1);
	fake_put(m->fake, fake_ring_page(0, -1) + FAKE_PAGE_READ, 4, 2 * RECORD);
	fill(m, 0, 2, 2);
	open_raw(m, 0);
	ASSERT_PAGES(m, "3@514 4@521 ", "1@1000 1@1001 1@1002 ");
	pk_raw_totals(m->raw, &totals);
	assert_int_equal(totals.consumed, 2);
	machine_free(m);
}

/* Consumed to its end: the page is not there, and what was lost behind it is told on the next. */
static void all_consumed(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);

	(void)state;
	fake_ring_event(m->fake, 0, -1, 500, 1, 9);
	fake_put(m->fake, fake_ring_page(0, -1) + FAKE_PAGE_READ, 4, RECORD);
	fill(m, 0, 2, 3);
	fake_ring_set(m->fake, 0, FAKE_CPU_OVERRUN, 70);
	fake_ring_set(m->fake, 0, FAKE_CPU_LAST_OVERRUN, 28);
	open_raw(m, 0);
	ASSERT_PAGES(m, "42:1@1000 1@1001 1@1002 ", "2@2000 2@2001 2@2002 ");
	machine_free(m);
}

static void uncommitted_part(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);
	struct pk_raw_totals totals;

	(void)state;
	fake_kernel_four_events(m->k);
	fill(m, 0, 2, 2);
	fake_ring_uncommitted(m->fake, 0, 2, 1005, 300, 8);
	open_raw(m, 0);
	ASSERT_PAGES(m, "1@1000 1@1001 1@1002 ");
	pk_raw_totals(m->raw, &totals);
	assert_int_equal(totals.events, 3);
	assert_int_equal(totals.uncommitted, 1);
	machine_free(m);
}

/* A length that leaves the page: a reader that trusts it would too. The page ends before it, the next one
 * says that something is missing. */
static void damage_is_cut_off(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);

	(void)state;
	fill(m, 0, 1, 3);
	fake_put(m->fake, fake_ring_data(0, 2) + HEADER + 2 * RECORD, 8, 0x7fffffff00000000);
	fake_unmap(m->fake, fake_ring_data(0, 1));
	open_raw(m, 0);
	ASSERT_PAGES(m, "?:2@2000 2@2001 ", "?:3@3000 3@3001 3@3002 ");
	assert_int_not_equal(m->ctx->nr_warnings, 0);
	machine_free(m);
}

/* A page that is full has no room for the number. */
static void full_page(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);
	struct pk_raw_page page;
	uint64_t ts = 1000;

	(void)state;
	while (fake_ring_record(m->fake, 0, 1, ts, "\1\0\0\0\5\0\0\0....", 12))
		ts++;
	fake_ring_place(m->fake, 0, 1, 1);
	/* the room that the fake leaves for itself becomes one last event of 24 bytes with its header */
	fake_put(m->fake, fake_ring_data(0, 1) + 8, 8, 4080);
	fake_put(m->fake, fake_ring_data(0, 1) + 16 + 4064, 4, 3);
	fake_put_bytes(m->fake, fake_ring_data(0, 1) + 16 + 4068, "\1\0\0\0\6\0\0\0....", 12);
	fake_ring_set(m->fake, 0, FAKE_CPU_OVERRUN, 11);
	open_raw(m, 0);
	assert_int_equal(pk_raw_next(m->raw, &page), PK_OK);
	assert_int_equal(page.nr_events, 255);
	assert_memory_equal(told(m, &page), "?:5@1000 ", 9);
	machine_free(m);
}

static void large_sub_buffers(void **state)
{
	struct machine *m = machine_new(1, 4096, 4, false);

	(void)state;
	for (unsigned e = 0; e < 5000; e++)
		fake_ring_event(m->fake, 0, 0, 1000 + e, 1, 1);
	fake_ring_event(m->fake, 0, 1, 9000, 1, 2);
	fake_ring_place(m->fake, 0, 0, 1);
	open_raw(m, 0);
	assert_int_equal(pk_trace_sub_buffer_size(m->trace), 65536);
	for (unsigned n = 0; n < 2; n++) {
		struct pk_raw_page page;

		assert_int_equal(pk_raw_next(m->raw, &page), PK_OK);
		assert_int_equal(page.size, 65536);
		assert_int_equal(page.nr_events, n ? 1 : 5000);
	}
	machine_free(m);
}

static void big_endian_64k(void **state)
{
	struct machine *m = machine_new(1, 65536, 0, true);

	(void)state;
	fill(m, 0, 5, 0);
	fake_ring_set(m->fake, 0, FAKE_CPU_OVERRUN, 0x1234);
	open_raw(m, 0);
	ASSERT_PAGES(m, "4660:1@1000 1@1001 1@1002 ", "2@2000 2@2001 2@2002 ");
	machine_free(m);
}

/* --- the file ------------------------------------------------------------------------------------------- */

struct file {
	char *bytes; /* owned */
	size_t len;
	struct pk_dat_totals totals;
};

static void write_file(struct machine *m, const char *other, struct file *file)
{
	struct pk_dat_buffer buffers[2] = {
		{.trace = m->trace, .name = "", .instance = m->instance},
		{.trace = m->trace, .name = other, .instance = m->instance}};
	FILE *fp = tmpfile();

	assert_non_null(fp);
	assert_int_equal(pk_trace_dat_write(m->ctx, buffers, other ? 2 : 1, fp, &file->totals),
			 PK_OK);
	file->len = (size_t)ftell(fp);
	file->bytes = malloc(file->len);
	rewind(fp);
	assert_int_equal(fread(file->bytes, 1, file->len, fp), file->len);
	fclose(fp);
}

static uint64_t number_at(const struct file *file, size_t at, unsigned size)
{
	uint64_t value = 0;

	assert_true(at + size <= file->len);
	for (unsigned i = size; i--;)
		value = value << 8 | (uint8_t)file->bytes[at + i];
	return value;
}

/* Where WORDS stand behind FROM. */
static size_t find(const struct file *file, size_t from, const char *words, size_t len)
{
	const char *at = memmem(file->bytes + from, file->len - from, words, len);

	assert_non_null(at);
	return (size_t)(at - file->bytes);
}

static const char FORMAT[] =
	"name: net_dev_xmit\nID: 300\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:void * skbaddr;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:int rc;\toffset:16;\tsize:4;\tsigned:1;\n"
	"\tfield:__data_loc char[] name;\toffset:20;\tsize:4;\tsigned:1;\n"
	"\tfield:__rel_loc u8 rel[];\toffset:24;\tsize:4;\tsigned:0;\n"
	"\tfield:__u8 saddr[4];\toffset:28;\tsize:4;\tsigned:0;\n\nprint fmt: ";

static void file_of_two_buffers(void **state)
{
	struct machine *m = machine_new(2, 4096, 0, false);
	struct file file;
	size_t at, second;

	(void)state;
	fake_kernel_four_events(m->k);
	fill(m, 0, 0, 1);
	fill(m, 1, 3, 3);
	open_trace(m);
	write_file(m, "foo", &file);
	assert_memory_equal(file.bytes, "\x17\x08\x44tracing6\0\0\x08\0\x10\0\0header_page", 29);
	assert_int_equal(file.totals.formats, 4);
	assert_int_equal(file.totals.buffers, 2);
	assert_int_equal(file.totals.events, 2 * 9);
	find(&file, 0, FORMAT, sizeof(FORMAT) - 1);
	find(&file, 0, "\x2\0\0\0options  ", 14); /* two CPUs */
	/* the first buffer's table: three pages at a page's boundary, time and all as in memory */
	at = find(&file, 0, "flyrecord", 10) + 10;
	assert_int_equal(number_at(&file, at, 8) % 4096, 0);
	assert_int_equal(number_at(&file, at + 8, 8), 2 * 4096);
	assert_int_equal(number_at(&file, at + 24, 8), 4096);
	assert_int_equal(number_at(&file, number_at(&file, at, 8) + 4096, 8), 2000);
	assert_int_equal(number_at(&file, number_at(&file, at, 8) + 4096 + 8, 8), 3 * RECORD);
	assert_int_equal(number_at(&file, number_at(&file, at + 16, 8), 8), 1000);
	assert_memory_equal(file.bytes + at + 32 + 8, "[local]", 8);
	/* the other one, where its option says */
	at = find(&file, 0, "foo", 4);
	assert_int_equal(number_at(&file, at - 14, 2), 3);
	second = number_at(&file, at - 8, 8);
	assert_memory_equal(file.bytes + second, "flyrecord", 10);
	assert_int_equal(number_at(&file, number_at(&file, second + 10, 8), 8), 1000);
	assert_int_equal(file.len, number_at(&file, second + 26, 8) + 4096);
	free(file.bytes);
	machine_free(m);
}

/* A disk that is full is said at the first page that does not go there. */
/* Formats of trace_printk(), escaped as t_show() escapes (a backslash is not): the kernel's own section, then the modules' list, which may break off. */
static void formats_of_trace_printk(void **state)
{
	static const struct fake_member members[] = {
		{"struct trace_bprintk_fmt", "list", 8, .size = 16},
		{"struct trace_bprintk_fmt", "fmt", 24, .size = 8},
	};
	static const char expected[] = "0xffff00000a000400 : \"tab\\t quote\\\" back\\slash\\n\"\n"
				       "0xffff00000a000440 : \"of a module\"\n"
				       "0xffff00000a000480 : \"of another\"\n"
				       "0xffff00000a0004c0 : \"rcu\"\n";
	const uint64_t at = 0xffff00000a000000ull;
	struct machine *m = machine_new(1, 4096, 0, false);
	struct file file, again;

	(void)state;
	fake_members(m->fake, members, ARRAY_SIZE(members));
	fake_map(m->fake, at, 0x400);
	fake_string(m->fake, at + 0x400, "tab\t quote\" back\\slash\n");
	fake_string(m->fake, at + 0x440, "of a module");
	fake_string(m->fake, at + 0x480, "of another");
	fake_string(m->fake, at + 0x4c0, "rcu");
	fake_symbol(m->fake, "__start___trace_bprintk_fmt", at, 8);
	fake_symbol(m->fake, "__stop___trace_bprintk_fmt", at + 8, 0);
	fake_put(m->fake, at, 8, at + 0x400);
	fake_symbol(m->fake, "__start___tracepoint_str", at + 8, 16);
	fake_symbol(m->fake, "__stop___tracepoint_str", at + 24, 0);
	fake_put(m->fake, at + 16, 8, at + 0x4c0); /* behind an empty place */
	fake_symbol(m->fake, "trace_bprintk_fmt_list", at + 0x100, 16);
	fake_put(m->fake, at + 0x100, 8, at + 0x208);
	fake_put(m->fake, at + 0x208, 8, at + 0x308);
	fake_put(m->fake, at + 0x218, 8, at + 0x440);
	fake_put(m->fake, at + 0x308, 8, at + 0x100);
	fake_put(m->fake, at + 0x318, 8, at + 0x480);
	fill(m, 0, 0, 1);
	open_trace(m);
	write_file(m, NULL, &file);
	assert_int_equal(number_at(&file, find(&file, 0, expected, sizeof(expected) - 1) - 4, 4),
			 sizeof(expected) - 1);
	for (unsigned i = 0; i < m->ctx->nr_warnings; i++)
		assert_null(strstr(m->ctx->warnings[i], "trace_printk"));

	fake_put(m->fake, at + 0x208, 8, 0xdead000000000100ull);
	write_file(m, NULL, &again);
	assert_null(memmem(again.bytes, again.len, "of another", 10));
	find(&again, 0, "of a module", 11);
	assert_non_null(strstr(m->ctx->warnings[m->ctx->nr_warnings - 1],
			       "trace_printk formats of modules"));
	free(again.bytes);

	fake_put(m->fake, at + 0x208, 8, at + 0x208); /* a circle ends */
	write_file(m, NULL, &again);
	free(again.bytes);
	free(file.bytes);
	machine_free(m);
}

static void write_error(void **state)
{
	struct machine *m = machine_new(1, 4096, 0, false);
	struct pk_dat_buffer buffer = {.name = ""};
	struct pk_dat_totals totals;
	FILE *fp = fopen("/dev/full", "w");

	(void)state;
	fill(m, 0, 0, 4);
	open_trace(m);
	buffer.trace = m->trace;
	buffer.instance = m->instance;
	assert_non_null(fp);
	assert_int_equal(pk_trace_dat_write(m->ctx, &buffer, 1, fp, &totals), PK_IO);
	assert_non_null(strstr(m->ctx->error.text, "No space left on device"));
	fclose(fp);
	machine_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_pages),
		cmocka_unit_test(nothing_stale),
		cmocka_unit_test(consumed_part),
		cmocka_unit_test(all_consumed),
		cmocka_unit_test(uncommitted_part),
		cmocka_unit_test(damage_is_cut_off),
		cmocka_unit_test(full_page),
		cmocka_unit_test(large_sub_buffers),
		cmocka_unit_test(big_endian_64k),
		cmocka_unit_test(file_of_two_buffers),
		cmocka_unit_test(formats_of_trace_printk),
		cmocka_unit_test(write_error),
	};

	return cmocka_run_group_tests_name("trace_dat", tests, NULL, NULL);
}
