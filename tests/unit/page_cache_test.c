// SPDX-License-Identifier: GPL-3.0-or-later
/* A provider's pages: what is read is what the dump has, each page is fetched once, and what it lacks is remembered. */
#include "kernel/page_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define PAGE ((uint64_t)PK_CACHED_PAGE)
#define SETS 2048 /* as in page_cache.c: pages N and N + SETS * 512 * K share a set */
#define SAME_SET (SETS * 512 * PAGE)

struct dump {
	uint64_t missing; /* the page that cannot be had */
	unsigned nr_reads;
	size_t longest;
};

/* Each byte tells its address. */
static uint8_t byte_at(uint64_t addr)
{
	return (uint8_t)(addr * 7 + (addr >> 12) * 13 + (addr >> 32));
}

static bool read_dump(void *arg, uint64_t addr, void *buf, size_t len, bool ahead)
{
	struct dump *dump = arg;
	uint8_t *to = buf;

	(void)ahead;
	__atomic_add_fetch(&dump->nr_reads, 1, __ATOMIC_RELAXED);
	if (len > dump->longest)
		dump->longest = len;
	if (dump->missing && addr <= dump->missing && dump->missing < addr + len)
		return false;
	for (size_t i = 0; i < len; i++)
		to[i] = byte_at(addr + i);
	return true;
}

static void holds(struct pk_page_cache *cache, uint64_t addr, size_t len)
{
	uint8_t *bytes = malloc(len);

	assert_int_equal(pk_page_cache_read(cache, addr, bytes, len), PK_OK);
	for (size_t i = 0; i < len; i++)
		assert_int_equal(bytes[i], byte_at(addr + i));
	free(bytes);
}

static void a_page_is_fetched_once(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, false);

	(void)state;
	holds(cache, 5 * PAGE + 8, 8);
	holds(cache, 5 * PAGE, PAGE);
	holds(cache, 6 * PAGE - 1, 1);
	assert_int_equal(dump.nr_reads, 1);
	assert_int_equal(dump.longest, PAGE);
	/* the last bytes of one page, a whole one, and the first of another */
	holds(cache, 6 * PAGE - 3, PAGE + 6);
	assert_int_equal(dump.nr_reads, 3);
	holds(cache, 7 * PAGE + 100, 50);
	assert_int_equal(dump.nr_reads, 3);
	holds(cache, 0, 4); /* an empty slot's address is that of no page */
	assert_int_equal(dump.nr_reads, 4);
	pk_page_cache_reset(cache);
	holds(cache, 5 * PAGE, 16);
	assert_int_equal(dump.nr_reads, 5);
	pk_page_cache_destroy(cache);
}

static void what_the_dump_lacks_is_asked_once(void **state)
{
	struct dump dump = {.missing = 9 * PAGE + 17};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, true);
	uint8_t bytes[3 * PK_CACHED_PAGE];

	(void)state;
	assert_int_equal(pk_page_cache_read(cache, 9 * PAGE, bytes, 8), PK_UNREADABLE);
	assert_int_equal(pk_page_cache_read(cache, 9 * PAGE + 64, bytes, 8), PK_UNREADABLE);
	assert_int_equal(dump.nr_reads, 1);
	/* all or nothing */
	assert_int_equal(pk_page_cache_read(cache, 8 * PAGE, bytes, 3 * PAGE), PK_UNREADABLE);
	assert_int_equal(dump.nr_reads, 2);
	holds(cache, 8 * PAGE, PAGE);
	assert_int_equal(dump.nr_reads, 2);
	pk_page_cache_destroy(cache);
}

static void nothing_is_read_of_no_bytes_and_beyond_the_last_address(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, false);
	uint8_t bytes[16];

	(void)state;
	assert_int_equal(pk_page_cache_read(cache, PAGE, bytes, 0), PK_OK);
	assert_int_equal(pk_page_cache_read(cache, UINT64_MAX - 7, bytes, 16), PK_UNREADABLE);
	assert_int_equal(pk_page_cache_read(cache, PAGE, bytes, SIZE_MAX), PK_UNREADABLE);
	assert_int_equal(dump.nr_reads, 0);
	pk_page_cache_destroy(cache);
}

/* A long read does not push others out: neither is it kept. */
static void a_table_is_read_past_the_cache(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, false);

	(void)state;
	holds(cache, 100 * PAGE, 16 * PAGE);
	assert_int_equal(dump.nr_reads, 16);
	assert_int_equal(dump.longest, PAGE);
	holds(cache, 200 * PAGE + 3, 16 * PAGE + 1);
	assert_int_equal(dump.nr_reads, 17);
	assert_int_equal(dump.longest, 16 * PAGE + 1);
	holds(cache, 200 * PAGE, 8);
	assert_int_equal(dump.nr_reads, 18);
	pk_page_cache_destroy(cache);
}

/* Two ways: of three pages of one set, the one that nobody used for longest goes. */
static void the_page_used_longest_ago_goes(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, false);
	const uint64_t one = 3 * PAGE, two = one + SAME_SET * 2, three = one + SAME_SET * 4;

	(void)state;
	/* the set is of the page's number and of what is above it: these three have the same */
	assert_int_equal((one / PAGE ^ one / PAGE >> 9) % SETS,
			 (two / PAGE ^ two / PAGE >> 9) % SETS);
	assert_int_equal((one / PAGE ^ one / PAGE >> 9) % SETS,
			 (three / PAGE ^ three / PAGE >> 9) % SETS);
	holds(cache, one, 8);
	holds(cache, two, 8);
	holds(cache, one, 8);
	assert_int_equal(dump.nr_reads, 2);
	holds(cache, three, 8); /* in the place of two */
	holds(cache, one, 8);
	assert_int_equal(dump.nr_reads, 3);
	holds(cache, two, 8); /* in that of three */
	assert_int_equal(dump.nr_reads, 4);
	holds(cache, one, 8);
	assert_int_equal(dump.nr_reads, 4);
	holds(cache, three, 8);
	assert_int_equal(dump.nr_reads, 5);
	pk_page_cache_destroy(cache);
}

/* More pages than there are places; each is right all the same. */
static void a_cache_that_is_full_goes_on(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, false);

	(void)state;
	for (unsigned round = 0; round < 2; round++)
		for (uint64_t page = 0; page < 3 * SETS; page++)
			holds(cache, page * PAGE + 24, 8);
	assert_in_range(dump.nr_reads, 3 * SETS + 1, 6 * SETS);
	pk_page_cache_destroy(cache);
}

/* In a child; what it returns is its answer. */
#define IN_CHILD(...)                                                                              \
	do {                                                                                       \
		pid_t pid = fork();                                                                \
		int said;                                                                          \
                                                                                                   \
		assert_true(pid >= 0);                                                             \
		if (!pid) {                                                                        \
			__VA_ARGS__                                                                \
			_exit(0);                                                                  \
		}                                                                                  \
		assert_int_equal(waitpid(pid, &said, 0), pid);                                     \
		assert_int_equal(said, 0);                                                         \
	} while (0)

static void a_child_leaves_what_it_read(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *shared = pk_page_cache_create(read_dump, &dump, true),
			     *own = pk_page_cache_create(read_dump, &dump, false);

	(void)state;
	IN_CHILD(holds(shared, 5 * PAGE, 8); holds(own, 5 * PAGE, 8););
	holds(shared, 5 * PAGE, 8);
	assert_int_equal(dump.nr_reads, 0);
	holds(own, 5 * PAGE, 8);
	assert_int_equal(dump.nr_reads, 1);
	pk_page_cache_destroy(shared);
	pk_page_cache_destroy(own);
}

/* Children that read at once share nothing: neither what is there already, nor what they read. */
static void what_is_divided_is_not_shared(void **state)
{
	struct dump dump = {0};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, true);

	(void)state;
	holds(cache, 5 * PAGE, 8);
	assert_true(pk_page_cache_divide(cache, false));
	IN_CHILD(if (!pk_page_cache_divide(cache, true)) _exit(1); holds(cache, 5 * PAGE, 8);
		 holds(cache, 7 * PAGE, 8); if (dump.nr_reads != 3) _exit(2););
	holds(cache, 5 * PAGE, 8);
	assert_int_equal(dump.nr_reads, 1);
	holds(cache, 7 * PAGE, 8);
	assert_int_equal(dump.nr_reads, 2);
	pk_page_cache_destroy(cache);
}

/* With or without the second thread, which a machine of one CPU does not get. */
static void what_is_read_ahead_is_the_same(void **state)
{
	struct dump dump = {.missing = 40 * PAGE};
	struct pk_page_cache *cache = pk_page_cache_create(read_dump, &dump, false);
	uint8_t bytes[8];

	(void)state;
	holds(cache, 33 * PAGE, 8);
	pk_page_cache_read_ahead(cache, 32 * PAGE + 5, 15 * PAGE);
	for (uint64_t page = 32; page < 48; page++) {
		if (page == 40)
			assert_int_equal(pk_page_cache_read(cache, page * PAGE, bytes, 8),
					 PK_UNREADABLE);
		else
			holds(cache, page * PAGE + 100, 200);
	}
	holds(cache, 64 * PAGE, 20 * PAGE);
	/* what cannot be wanted */
	pk_page_cache_read_ahead(cache, 0, 17 * PAGE);
	pk_page_cache_read_ahead(cache, UINT64_MAX - 10, 100);
	assert_true(pk_page_cache_divide(cache, false));
	pk_page_cache_start_ahead(cache);
	holds(cache, 50 * PAGE, 8);
	pk_page_cache_destroy(cache);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_is_fetched_once),
		cmocka_unit_test(what_the_dump_lacks_is_asked_once),
		cmocka_unit_test(nothing_is_read_of_no_bytes_and_beyond_the_last_address),
		cmocka_unit_test(a_table_is_read_past_the_cache),
		cmocka_unit_test(the_page_used_longest_ago_goes),
		cmocka_unit_test(a_cache_that_is_full_goes_on),
		cmocka_unit_test(a_child_leaves_what_it_read),
		cmocka_unit_test(what_is_divided_is_not_shared),
		cmocka_unit_test(what_is_read_ahead_is_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
