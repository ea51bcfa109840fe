// SPDX-License-Identifier: GPL-3.0-or-later
/* Pages that another thread reads: each is what it would have been without it. */
#include "kernel/page_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PAGE PK_READ_AHEAD_BYTES

static atomic_uint nr_read;
static atomic_bool hold; /* the thread, until the reader reads */
static atomic_bool both; /* take part: each waits for the other's first read */
static atomic_uint nr_by[2];

/* Every seventh page cannot be had; the others are full of their own address. */
static bool readable(uint64_t addr)
{
	return addr / PAGE % 7 != 3;
}

static bool read_page(void *arg, uint64_t addr, void *buf, size_t len, bool ahead)
{
	uint64_t *words = buf;

	(void)arg;
	nr_read++;
	nr_by[ahead]++;
	if (!ahead)
		hold = false;
	while (hold || (both && !nr_by[!ahead]))
		usleep(100);
	for (size_t i = 0; i < len / sizeof(*words); i++)
		words[i] = addr + i * sizeof(*words);
	return readable(addr);
}

static struct pk_read_ahead *start(void)
{
	struct pk_read_ahead *ahead = pk_read_ahead_create(read_page, NULL);

	nr_read = nr_by[0] = nr_by[1] = 0;
	hold = both = false;
	assert_non_null(ahead);
	return ahead;
}

/* The thread is woken for some pages: here for each. */
static void want(struct pk_read_ahead *ahead, uint64_t addr)
{
	uint8_t none;

	pk_read_ahead_want(ahead, addr);
	pk_read_ahead_share(ahead, 0, &none, 0);
}

static void wait_for_reads(unsigned nr)
{
	for (int i = 0; nr_read < nr && i < 10000; i++)
		usleep(1000);
	assert_int_equal(nr_read, nr);
}

/* What was answered is true; returns the answer. */
static enum pk_read_ahead_answer copy(struct pk_read_ahead *ahead, uint64_t addr, size_t len)
{
	uint64_t words[PAGE / sizeof(uint64_t)] = {0};
	enum pk_read_ahead_answer answer = pk_read_ahead_copy(ahead, addr, words, len);

	if (answer == PK_READ_AHEAD_DONE)
		for (size_t i = 0; i < len / sizeof(*words); i++)
			assert_int_equal(words[i], addr + i * sizeof(*words));
	if (answer != PK_READ_AHEAD_NOT)
		assert_int_equal(answer == PK_READ_AHEAD_DONE, readable(addr - addr % PAGE));
	return answer;
}

static void test_wanted_pages_are_had(void **state)
{
	struct pk_read_ahead *ahead = start();

	(void)state;
	for (uint64_t page = 0; page < 100; page++)
		want(ahead, page * PAGE);
	wait_for_reads(100);
	for (uint64_t page = 100; page-- > 0;)
		assert_int_not_equal(copy(ahead, page * PAGE, PAGE), PK_READ_AHEAD_NOT);
	assert_int_equal(copy(ahead, 100 * PAGE, PAGE), PK_READ_AHEAD_NOT);
	pk_read_ahead_destroy(ahead);
}

static void test_a_page_is_kept_until_its_end_is_read(void **state)
{
	struct pk_read_ahead *ahead = start();

	(void)state;
	want(ahead, 8 * PAGE);
	want(ahead, 8 * PAGE);
	wait_for_reads(1);
	assert_int_equal(copy(ahead, 8 * PAGE, 16), PK_READ_AHEAD_DONE);
	assert_int_equal(copy(ahead, 8 * PAGE + 64, 128), PK_READ_AHEAD_DONE);
	assert_int_equal(copy(ahead, 8 * PAGE + 8, PAGE - 8), PK_READ_AHEAD_DONE);
	assert_int_equal(copy(ahead, 8 * PAGE, 16), PK_READ_AHEAD_NOT);
	pk_read_ahead_destroy(ahead);
}

/* One that is being read is waited for; one that was not begun is read by who needs it, and not by the thread. */
static void test_a_slow_reader_is_overtaken(void **state)
{
	struct pk_read_ahead *ahead = start();

	(void)state;
	hold = true;
	for (uint64_t page = 0; page < 3; page++)
		want(ahead, page * PAGE);
	wait_for_reads(1);
	assert_int_equal(copy(ahead, 1 * PAGE, PAGE), PK_READ_AHEAD_NOT);
	hold = false;
	assert_int_equal(copy(ahead, 0 * PAGE, PAGE), PK_READ_AHEAD_DONE);
	wait_for_reads(2);
	assert_int_equal(copy(ahead, 2 * PAGE, PAGE), PK_READ_AHEAD_DONE);
	pk_read_ahead_destroy(ahead);
}

/* Who waits reads what else is wanted, the last first. */
static void test_who_waits_helps(void **state)
{
	struct pk_read_ahead *ahead = start();

	(void)state;
	hold = true;
	for (uint64_t page = 0; page < 3; page++)
		want(ahead, page * PAGE);
	wait_for_reads(1);
	assert_int_equal(copy(ahead, 0 * PAGE, PAGE), PK_READ_AHEAD_DONE);
	assert_int_equal(nr_by[0], 1);
	assert_int_equal(copy(ahead, 2 * PAGE, PAGE), PK_READ_AHEAD_DONE);
	wait_for_reads(3);
	assert_int_equal(nr_by[1], 2);
	assert_int_equal(copy(ahead, 1 * PAGE, PAGE), PK_READ_AHEAD_DONE);
	pk_read_ahead_destroy(ahead);
}

/* SIZE bytes from page AT on, read by both threads; false where they say so. */
static bool share(struct pk_read_ahead *ahead, uint64_t at, size_t size)
{
	uint64_t *words = malloc(size);
	bool ok;

	assert_non_null(words);
	nr_by[0] = nr_by[1] = 0;
	both = true;
	ok = pk_read_ahead_share(ahead, at * PAGE, words, size);
	assert_true(nr_by[0] && nr_by[1]);
	for (size_t i = 0; ok && i < size / sizeof(*words); i++)
		assert_int_equal(words[i], at * PAGE + i * sizeof(*words));
	free(words);
	return ok;
}

static void test_long_reads_are_shared(void **state)
{
	struct pk_read_ahead *ahead = start();

	(void)state;
	assert_true(share(ahead, 0, 32 * PAGE)); /* pieces begin at pages 0 and 16 */
	assert_true(share(ahead, 0, 20 * PAGE + 24));
	assert_false(share(ahead, 1, 64 * PAGE)); /* one of them at page 17, which is missing */
	both = false;
	pk_read_ahead_want(ahead, 8 * PAGE);
	assert_int_equal(copy(ahead, 8 * PAGE, 16) == PK_READ_AHEAD_MISSING, false);
	pk_read_ahead_destroy(ahead);
}

/* Nothing is ever awaited in vain, however much is wanted and never read. */
static void test_pages_that_nobody_reads_give_way(void **state)
{
	struct pk_read_ahead *ahead = start();

	(void)state;
	for (uint64_t page = 0; page < PK_READ_AHEAD_PAGES; page++)
		want(ahead, page * PAGE);
	wait_for_reads(PK_READ_AHEAD_PAGES);
	for (uint64_t page = 1000; page < 1010; page++)
		want(ahead, page * PAGE);
	wait_for_reads(PK_READ_AHEAD_PAGES + 10);
	assert_int_equal(copy(ahead, 9 * PAGE, PAGE), PK_READ_AHEAD_NOT);
	assert_int_equal(copy(ahead, 11 * PAGE, PAGE), PK_READ_AHEAD_DONE);
	for (uint64_t page = 1000; page < 1010; page++)
		assert_int_not_equal(copy(ahead, page * PAGE, PAGE), PK_READ_AHEAD_NOT);
	pk_read_ahead_destroy(ahead);
}

static void test_any_order(void **state)
{
	struct pk_read_ahead *ahead = start();
	unsigned had = 0;

	(void)state;
	srand(7);
	/* On a loaded machine it takes more rounds until the reader ahead has had its turns. */
	for (int i = 0; i < 200000 || (had <= 1000 && i < 20000000); i++) {
		uint64_t addr = (uint64_t)(rand() % 900) * PAGE;

		if (rand() % 2)
			pk_read_ahead_want(ahead, addr);
		else
			had += copy(ahead, addr, rand() % 2 ? PAGE : 16) != PK_READ_AHEAD_NOT;
	}
	assert_true(had > 1000);
	pk_read_ahead_want(ahead, 0); /* may be going on when the end comes */
	pk_read_ahead_destroy(ahead);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wanted_pages_are_had),
		cmocka_unit_test(test_a_page_is_kept_until_its_end_is_read),
		cmocka_unit_test(test_a_slow_reader_is_overtaken),
		cmocka_unit_test(test_who_waits_helps),
		cmocka_unit_test(test_long_reads_are_shared),
		cmocka_unit_test(test_pages_that_nobody_reads_give_way),
		cmocka_unit_test(test_any_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
