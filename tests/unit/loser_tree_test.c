// SPDX-License-Identifier: GPL-3.0-or-later
/* The merge of many streams, beside one that looks at all of them each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "decode/trace/ring_buffer_order.h"

#define MAX_STREAMS 600

struct naive {
	uint64_t keys[MAX_STREAMS];
	bool ended[MAX_STREAMS];
	uint32_t nr;
};

/* Index of the smallest key, the lowest where keys are equal; nr: all have ended. */
static uint32_t naive_first(const struct naive *naive)
{
	uint32_t first = naive->nr;

	for (uint32_t i = 0; i < naive->nr; i++)
		if (!naive->ended[i] && (first == naive->nr || naive->keys[i] < naive->keys[first]))
			first = i;
	return first;
}

static uint64_t random_below(uint64_t *seed, uint64_t limit)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (*seed >> 32) % limit;
}

/* Keys that tie often, runs of equal ones, steps back, and both ends of what a key can be. */
static uint64_t next_key(uint64_t *seed, uint64_t key)
{
	switch (random_below(seed, 16)) {
	case 0:
		return random_below(seed, 2) ? 0 : UINT64_MAX;
	case 1:
		return key - random_below(seed, 5);
	case 2:
	case 3:
	case 4:
		return key;
	default:
		return key + random_below(seed, 20);
	}
}

static void expect_first(const struct pk_loser_tree *tree, const struct naive *naive)
{
	uint32_t expected = naive_first(naive), id = UINT32_MAX;
	uint64_t key = 0;

	assert_int_equal(pk_loser_tree_first(tree, &key, &id), expected < naive->nr);
	if (expected == naive->nr)
		return;
	assert_int_equal(id, expected);
	assert_int_equal(key, naive->keys[expected]);
}

static void merge_randomly(uint32_t nr, uint64_t seed)
{
	struct naive *naive = calloc(1, sizeof(*naive));
	struct pk_loser_tree tree;
	uint32_t first;

	assert_non_null(naive);
	assert_true(pk_loser_tree_init(&tree, nr));
	naive->nr = nr;
	for (uint32_t i = 0; i < nr; i++) {
		naive->ended[i] = !random_below(&seed, 8);
		naive->keys[i] = 1000 + random_below(&seed, 50);
		if (!naive->ended[i])
			pk_loser_tree_enter(&tree, i, naive->keys[i]);
	}
	pk_loser_tree_play(&tree);
	while ((first = naive_first(naive)) < nr) {
		expect_first(&tree, naive);
		if (!random_below(&seed, 12)) {
			naive->ended[first] = true;
			pk_loser_tree_end(&tree);
		} else {
			naive->keys[first] = next_key(&seed, naive->keys[first]);
			pk_loser_tree_rekey(&tree, naive->keys[first]);
		}
	}
	expect_first(&tree, naive);
	pk_loser_tree_deinit(&tree);
	free(naive);
}

static void test_as_naive(void **state)
{
	(void)state;
	for (uint32_t nr = 1; nr <= 40; nr++)
		for (uint64_t seed = 0; seed < 20; seed++)
			merge_randomly(nr, seed);
	for (uint32_t nr = 41; nr <= MAX_STREAMS; nr += 43)
		merge_randomly(nr, nr);
	merge_randomly(512, 1);
	merge_randomly(MAX_STREAMS, 1);
}

/* The largest key of a stream that goes on is before a stream that has ended, whatever their ids. */
static void test_largest_key(void **state)
{
	struct pk_loser_tree tree;
	uint64_t key;
	uint32_t id;

	(void)state;
	assert_true(pk_loser_tree_init(&tree, 3));
	pk_loser_tree_enter(&tree, 2, UINT64_MAX);
	pk_loser_tree_enter(&tree, 1, 7);
	pk_loser_tree_play(&tree);
	pk_loser_tree_end(&tree);
	assert_true(pk_loser_tree_first(&tree, &key, &id));
	assert_int_equal(id, 2);
	assert_int_equal(key, UINT64_MAX);
	pk_loser_tree_end(&tree);
	assert_false(pk_loser_tree_first(&tree, &key, &id));
	pk_loser_tree_deinit(&tree);
}

static void test_no_streams(void **state)
{
	struct pk_loser_tree tree = {0};
	uint64_t key;
	uint32_t id;

	(void)state;
	assert_false(pk_loser_tree_first(&tree, &key, &id));
	assert_true(pk_loser_tree_init(&tree, 0));
	pk_loser_tree_play(&tree);
	assert_false(pk_loser_tree_first(&tree, &key, &id));
	pk_loser_tree_deinit(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_naive),
		cmocka_unit_test(test_largest_key),
		cmocka_unit_test(test_no_streams),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
