// SPDX-License-Identifier: GPL-3.0-or-later
/* Lists of the kernel, whole and damaged: every node once, and what lies behind a break from the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decode/list.h"
#include "fake_target.h"

#define HEAD 0xffff888000001000ull
#define NODE(i) (HEAD + 16 * (uint64_t)(i)) /* 1 to NR; 0 is the head */
#define NR 40
#define NOWHERE 0xffffdead00000000ull

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	unsigned met[NR + 1];
	unsigned nr, last;
};

static void open_list(struct machine *m)
{
	memset(m, 0, sizeof(*m));
	fake_target_init(&m->fake);
	fake_map(&m->fake, HEAD, 4096);
	for (unsigned i = 0; i <= NR; i++) {
		fake_put(&m->fake, NODE(i), 8, NODE((i + 1) % (NR + 1)));
		fake_put(&m->fake, NODE(i) + 8, 8, NODE((i + NR) % (NR + 1)));
	}
	pk_ctx_init(&m->ctx, &m->fake.target);
}

static bool take(uint64_t node, void *arg)
{
	struct machine *m = arg;
	unsigned i = (unsigned)((node - HEAD) / 16);

	assert_in_range(i, 1, NR);
	assert_true(i > m->last); /* in order, and none twice */
	m->last = i;
	m->met[i]++;
	m->nr++;
	return true;
}

/* NODE(at).next becomes VALUE: how many nodes are met all the same? */
static void breaks(unsigned at, uint64_t value, enum pk_status status, const char *why, unsigned nr)
{
	struct machine m;

	open_list(&m);
	fake_put(&m.fake, NODE(at), 8, value);
	assert_int_equal(pk_list_walk(&m.ctx, HEAD, take, &m), status);
	assert_non_null(strstr(m.ctx.error.text, why));
	assert_int_equal(m.nr, nr);
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

static void test_damage(void **state)
{
	(void)state;
	breaks(7, NODE(7), PK_CORRUPT, "loops at ffff888000001070", NR);
	breaks(30, NODE(3), PK_CORRUPT, "loops at ffff888000001030", NR);
	breaks(20, 0, PK_CORRUPT, "ends in NULL after 20 nodes", NR);
	breaks(20, NOWHERE, PK_UNREADABLE, "list node 20", NR);
	breaks(NR, NOWHERE, PK_UNREADABLE, "list node 40", NR);
	/* another list's node is met, and known for none of ours by its prev */
	breaks(0, NODE(5), PK_OK, "", NR - 4);
}

static void test_whole(void **state)
{
	struct machine m;

	(void)state;
	open_list(&m);
	assert_int_equal(pk_list_walk(&m.ctx, HEAD, take, &m), PK_OK);
	assert_int_equal(m.nr, NR);
	fake_put(&m.fake, HEAD, 8, HEAD);
	assert_int_equal(pk_list_walk(&m.ctx, HEAD, take, &m), PK_OK);
	assert_int_equal(m.nr, NR);
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

/* A chain has no way back: what came before the break, once. */
static void test_chain(void **state)
{
	struct machine m;

	(void)state;
	open_list(&m);
	fake_put(&m.fake, NODE(20), 8, NODE(10));
	assert_int_equal(pk_hlist_walk(&m.ctx, HEAD, take, &m), PK_CORRUPT);
	assert_int_equal(m.nr, 20);
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_chain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
