// SPDX-License-Identifier: GPL-3.0-or-later
/* Arrays of buckets: of any size, with holes, and of no kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "decode/tables.h"
#include "fake_net.h"

#define PAGE 4096
#define NR_PAGES 40 /* more than are read at a time */
#define TABLE 0xffff888100000000ull
#define SIZE 16
#define HEAD 8
#define PER_PAGE (PAGE / SIZE)

/* Bucket N begins with node N + 1. */
static int setup(void **state)
{
	const struct fake_member none = {.type = "struct none", .path = "none", .size = 4};
	struct fake_machine *machine = fake_net_machine(&none, 1);
	struct fake_target *fake = &machine->fake;

	for (uint64_t page = 0; page < NR_PAGES; page++) {
		fake_map(fake, TABLE + page * PAGE, PAGE);
		for (uint64_t i = 0; i < PER_PAGE; i++)
			fake_put(fake, TABLE + page * PAGE + i * SIZE + HEAD, 8,
				 page * PER_PAGE + i + 1);
	}
	*state = machine;
	return 0;
}

struct seen {
	uint64_t nr, last;
};

static struct seen walk(struct fake_machine *machine, uint64_t nr, uint64_t stop_at,
			uint64_t unreadable)
{
	const struct pk_buckets buckets = {TABLE, nr, SIZE, HEAD};
	struct seen seen = {0};
	struct pk_reader r = {.ctx = &machine->ctx};
	uint64_t missing;

	pk_bucket_for_each (bucket, &r, &buckets, &missing) {
		assert_int_equal(bucket.first, bucket.index + 1);
		assert_true(!seen.nr || bucket.index > seen.last);
		seen.last = bucket.index;
		if (++seen.nr == stop_at)
			break;
	}
	assert_int_equal(r.status, PK_OK);
	assert_int_equal(missing, unreadable);
	return seen;
}

static void every_bucket(void **state)
{
	assert_int_equal(walk(*state, NR_PAGES * PER_PAGE, 0, 0).nr, NR_PAGES * PER_PAGE);
	assert_int_equal(walk(*state, 3, 0, 0).nr, 3);
	assert_int_equal(walk(*state, 0, 0, 0).nr, 0);
	assert_int_equal(walk(*state, NR_PAGES * PER_PAGE, 5000, 0).last, 4999);
}

static void a_missing_page_costs_its_buckets(void **state)
{
	struct fake_machine *machine = *state;

	fake_unmap(&machine->fake, TABLE + 3 * PAGE);
	assert_int_equal(walk(machine, NR_PAGES * PER_PAGE, 0, PER_PAGE).nr,
			 (NR_PAGES - 1) * PER_PAGE);
	fake_unmap(&machine->fake, TABLE + (NR_PAGES - 1) * PAGE);
	assert_int_equal(walk(machine, NR_PAGES * PER_PAGE - 1, 0, 2 * PER_PAGE - 1).nr,
			 (NR_PAGES - 2) * PER_PAGE);
}

static void no_table(void **state)
{
	static const struct pk_buckets wrong[] = {
		{TABLE, UINT64_MAX, 8, 0}, {TABLE, 1ull << 30, 8, 0}, {TABLE, 1, 0, 0},
		{TABLE, 1, 4, 0},	   {TABLE, 1, 8192, 0},	      {TABLE, 1, 8, 1},
		{TABLE, 1, 8, UINT64_MAX},
	};
	struct fake_machine *machine = *state;
	uint64_t missing;

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct pk_reader r = {.ctx = &machine->ctx};

		pk_bucket_for_each (bucket, &r, &wrong[i], &missing)
			fail_msg("bucket %llu", (unsigned long long)bucket.index);
		assert_int_equal(r.status, PK_CORRUPT);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_bucket, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_missing_page_costs_its_buckets, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(no_table, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
