// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "decode/trace/tracing.h"
#include "fake_target.h"
#include "text/files.h"

#define STATS 0xffffffff82000000ull
#define FIRST 0xffff888000000000ull
#define SECOND (FIRST + 0x1000)
#define RECORD 48
#define RECORDS 16 /* where a page's records begin */

static const struct fake_member members[] = {
	{.type = "struct ftrace_profile_stat", .path = "start", .offset = 24, .size = 8},
	{.type = "struct ftrace_profile_page", .path = "next", .offset = 0, .size = 8},
	{.type = "struct ftrace_profile_page", .path = "index", .offset = 8, .size = 8},
	{.type = "struct ftrace_profile_page", .path = "records", .offset = RECORDS, .size = 0},
	{.type = "struct ftrace_profile", .path = "ip", .offset = 16, .size = 8},
	{.type = "struct ftrace_profile", .path = "counter", .offset = 24, .size = 8},
};

static const struct fake_member times[] = {
	{.type = "struct ftrace_profile", .path = "time", .offset = 32, .size = 8},
	{.type = "struct ftrace_profile", .path = "time_squared", .offset = 40, .size = 8},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_profile profile;
};

static int machine_new(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	assert_non_null(machine);
	fake_target_init(&machine->fake);
	fake_members(&machine->fake, members, ARRAY_SIZE(members));
	fake_type(&machine->fake, "struct ftrace_profile", RECORD);
	fake_map(&machine->fake, STATS, 0x100);
	fake_map(&machine->fake, FIRST, 0x2000);
	fake_symbol(&machine->fake, "ftrace_profile_stats", STATS, 0x100);
	fake_put(&machine->fake, STATS + 24, 8, FIRST);
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	*state = machine;
	return 0;
}

static int machine_free(void **state)
{
	struct machine *machine = *state;

	pk_profile_deinit(&machine->profile);
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	free(machine);
	return 0;
}

static void record(struct machine *machine, uint64_t page, unsigned number, uint64_t ip,
		   uint64_t hits, uint64_t ns)
{
	uint64_t at = page + RECORDS + number * RECORD;

	fake_put(&machine->fake, at + 16, 8, ip);
	fake_put(&machine->fake, at + 24, 8, hits);
	fake_put(&machine->fake, at + 32, 8, ns);
	fake_put(&machine->fake, page + 8, 8, number + 1);
}

static void most_time_first(void **state)
{
	struct machine *machine = *state;

	fake_members(&machine->fake, times, ARRAY_SIZE(times));
	record(machine, FIRST, 0, 0x1000, 5, 100);
	record(machine, FIRST, 1, 0x2000, 1, 900);
	record(machine, FIRST, 2, 0x3000, 0, 0); /* left behind by a reset */
	fake_put(&machine->fake, FIRST, 8, SECOND);
	record(machine, SECOND, 0, 0x4000, 7, 100);
	assert_int_equal(pk_profile_read(&machine->ctx, 0, &machine->profile), PK_OK);
	assert_true(machine->profile.timed);
	assert_int_equal(machine->profile.nr, 3);
	assert_int_equal(machine->profile.records[0].ip, 0x2000);
	assert_int_equal(machine->profile.records[1].ip, 0x4000);
	assert_int_equal(machine->profile.records[2].ip, 0x1000);
	assert_int_equal(machine->profile.records[1].hits, 7);
}

static void most_hits_first_where_there_are_no_times(void **state)
{
	struct machine *machine = *state;

	record(machine, FIRST, 0, 0x1000, 5, 100);
	record(machine, FIRST, 1, 0x2000, 6, 1);
	assert_int_equal(pk_profile_read(&machine->ctx, 0, &machine->profile), PK_OK);
	assert_false(machine->profile.timed);
	assert_int_equal(machine->profile.records[0].ip, 0x2000);
	assert_int_equal(machine->profile.records[0].time_ns, 0);
}

static void never_switched_on(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, STATS + 24, 8, 0);
	assert_int_equal(pk_profile_read(&machine->ctx, 0, &machine->profile), PK_OK);
	assert_int_equal(machine->profile.nr, 0);
}

static void a_page_of_too_many_records_ends_the_table(void **state)
{
	struct machine *machine = *state;

	record(machine, FIRST, 0, 0x1000, 5, 100);
	fake_put(&machine->fake, FIRST, 8, SECOND);
	fake_put(&machine->fake, SECOND + 8, 8, (0x1000 - RECORDS) / RECORD + 1);
	assert_int_equal(pk_profile_read(&machine->ctx, 0, &machine->profile), PK_CORRUPT);
	assert_int_equal(machine->profile.nr, 1);
}

static void pages_in_a_cycle_end(void **state)
{
	struct machine *machine = *state;

	record(machine, FIRST, 0, 0x1000, 5, 100);
	fake_put(&machine->fake, FIRST, 8, FIRST);
	assert_int_equal(pk_profile_read(&machine->ctx, 0, &machine->profile), PK_CORRUPT);
}

/* Worked by hand: times 1000 and 3000 ns. 2 * 10^7 - 16 * 10^6 = 4 * 10^6, by 2 * 1 * 1000. */
static void the_variance_as_the_kernel_has_it(void **state)
{
	struct pk_profile_record record = {
		.hits = 2, .time_ns = 4000, .time_squared = 1000000 + 9000000};

	(void)state;
	assert_int_equal(pk_profile_variance(&record), 2000);
	record.hits = 1;
	assert_int_equal(pk_profile_variance(&record), 0);
}

static void durations_in_seven_digits(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} cases[] = {
		{0, "0.000 us    "},	       {1234567, "1234.567 us "},
		{12345678, "12345.67 us "},    {1234567890, "1234567 us  "},
		{12345678901, "12345678 us "},
	};
	struct pk_seq seq;

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		pk_seq_reset(&seq);
		pk_seq_duration(&seq, cases[i].ns);
		assert_string_equal(seq.text, cases[i].text);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, machine_new, machine_free)

static void assert_file(struct machine *machine, const char *name, enum pk_status status,
			const char *expected)
{
	char *text;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	assert_int_equal(pk_tracing_file_print(&machine->ctx, NULL, name, fp), status);
	fclose(fp);
	assert_string_equal(text, expected);
	free(text);
}

/* As function_stat_show() prints it. */
static void the_file_as_the_kernel_has_it(void **state)
{
	struct machine *machine = *state;

	fake_symbol(&machine->fake, "tcp_v4_rcv", 0x1000, 0x100);
	fake_module_symbol(&machine->fake, "veth", "veth_xmit", 0x2000, 0x100);
	record(machine, FIRST, 0, 0x1000, 5, 100);
	record(machine, FIRST, 1, 0x2000, 6, 1);
	assert_file(machine, "trace_stat/function0", PK_OK,
		    "  Function                               Hit\n"
		    "  --------                               ---\n"
		    "  veth_xmit                                6\n"
		    "  tcp_v4_rcv                               5\n");
	assert_file(machine, "trace_stat/function0x", PK_USAGE, "");
	assert_file(machine, "trace_stat/function100000", PK_USAGE, "");
}

static void the_file_with_times(void **state)
{
	struct machine *machine = *state;

	fake_members(&machine->fake, times, ARRAY_SIZE(times));
	fake_symbol(&machine->fake, "tcp_v4_rcv", 0x1000, 0x100);
	record(machine, FIRST, 0, 0x1000, 4, 10000);
	fake_put(&machine->fake, FIRST + RECORDS + 40, 8, 26000000);
	assert_file(machine, "trace_stat/function0", PK_OK,
		    "  Function                               "
		    "Hit    Time            Avg             s^2\n"
		    "  --------                               "
		    "---    ----            ---             ---\n"
		    "  tcp_v4_rcv                               4    10.000 us       2.500 us      "
		    "  0.333 us    \n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(most_time_first),
		TEST(most_hits_first_where_there_are_no_times),
		TEST(never_switched_on),
		TEST(a_page_of_too_many_records_ends_the_table),
		TEST(pages_in_a_cycle_end),
		cmocka_unit_test(the_variance_as_the_kernel_has_it),
		cmocka_unit_test(durations_in_seven_digits),
		TEST(the_file_as_the_kernel_has_it),
		TEST(the_file_with_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
