// SPDX-License-Identifier: GPL-3.0-or-later
/* Lists of the kernel, whole and damaged: every node once, and what lies behind a break from the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decode/list.h"
#include "decode/tables.h"
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

static void take(struct machine *m, uint64_t node)
{
	unsigned i = (unsigned)((node - HEAD) / 16);

	assert_in_range(i, 1, NR);
	assert_true(i > m->last); /* in order, and none twice */
	m->last = i;
	m->met[i]++;
	m->nr++;
}

static enum pk_status take_all(struct machine *m, bool circular)
{
	struct pk_reader r = {.ctx = &m->ctx};

	PK_ADDRESS_LOOP (pk_list, node, pk_list_begin(&r, HEAD, circular))
		take(m, node);
	return r.status;
}

/* NODE(at).next becomes VALUE: how many nodes are met all the same? */
static void breaks(unsigned at, uint64_t value, enum pk_status status, const char *why, unsigned nr)
{
	struct machine m;

	open_list(&m);
	fake_put(&m.fake, NODE(at), 8, value);
	assert_int_equal(take_all(&m, true), status);
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
	assert_int_equal(take_all(&m, true), PK_OK);
	assert_int_equal(m.nr, NR);
	fake_put(&m.fake, HEAD, 8, HEAD);
	assert_int_equal(take_all(&m, true), PK_OK);
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
	assert_int_equal(take_all(&m, false), PK_CORRUPT);
	assert_int_equal(m.nr, 20);
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

/* A loop ends when its body fails, and then the failure is the body's; a reader that has failed begins none. */
static void test_loop(void **state)
{
	struct machine m;
	struct pk_reader r = {.ctx = &m.ctx};
	unsigned nr = 0;

	(void)state;
	open_list(&m);
	pk_list_for_each (node, &r, HEAD)
		if (++nr == 5)
			pk_pointer(&r, NOWHERE);
	assert_int_equal(nr, 5);
	assert_int_equal(r.status, PK_UNREADABLE);
	pk_list_for_each (node, &r, HEAD)
		nr++;
	assert_int_equal(nr, 5);
	/* a node that points to itself: the others from the end on, and only then the failure */
	fake_put(&m.fake, NODE(7), 8, NODE(7));
	r.status = PK_OK;
	nr = 0;
	pk_list_for_each (node, &r, HEAD) {
		assert_true(pk_ok(&r));
		nr++;
	}
	assert_int_equal(nr, NR);
	assert_int_equal(r.status, PK_CORRUPT);
	/* who leaves behind the break is told as well */
	r.status = PK_OK;
	pk_list_for_each (node, &r, HEAD)
		if (node == NODE(20))
			break;
	assert_int_equal(r.status, PK_CORRUPT);
	assert_non_null(strstr(pk_error(&m.ctx), "loops at ffff888000001070"));
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

static void test_tree(void **state)
{
	static const struct fake_member rows[] = {
		{"struct rb_node", "rb_right", 8, 8, .is_pointer = true},
		{"struct rb_node", "rb_left", 16, 8, .is_pointer = true},
	};
	struct machine m;
	struct pk_reader r = {.ctx = &m.ctx};
	unsigned nr = 0;

	(void)state;
	open_list(&m);
	fake_members(&m.fake, rows, 2);
	memset(fake_map(&m.fake, HEAD + 8192, 4096), 0, 4096);
	fake_put(&m.fake, HEAD + 8192, 8,
		 HEAD + 8256); /* root, and a node whose right child is itself */
	fake_put(&m.fake, HEAD + 8256 + 8, 8, HEAD + 8256);
	pk_rbtree_for_each (node, &r, HEAD + 8192)
		nr++;
	assert_int_equal(nr, 1);
	assert_int_equal(r.status, PK_CORRUPT);
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

/* Behind a failed read nothing is asked: neither memory nor rows, which a capsule would record. */
static void test_reader(void **state)
{
	struct machine m;
	struct pk_reader r = {.ctx = &m.ctx};

	(void)state;
	open_list(&m);
	assert_int_equal(pk_pointer(&r, HEAD), NODE(1));
	assert_int_equal(pk_pointer(&r, NOWHERE), 0);
	assert_int_equal(pk_pointer(&r, HEAD), 0);
	assert_int_equal(pk_value(&r, PK_R_net_namespace_list), 0);
	assert_false(pk_reader_has(&r, PK_R_rb_left));
	assert_false(pk_try(&r, pk_fail(&m.ctx, PK_CORRUPT, "later")));
	assert_int_equal(r.status, PK_UNREADABLE);
	assert_non_null(strstr(pk_error(&m.ctx), "ffffdead00000000"));
	assert_int_equal(m.ctx.layout.rows[PK_R_rb_left].state, PK_ROW_UNRESOLVED);
	assert_int_equal(m.ctx.layout.rows[PK_R_net_namespace_list].state, PK_ROW_UNRESOLVED);
	pk_ctx_deinit(&m.ctx);
	fake_target_deinit(&m.fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole), cmocka_unit_test(test_damage),
		cmocka_unit_test(test_chain), cmocka_unit_test(test_loop),
		cmocka_unit_test(test_tree),  cmocka_unit_test(test_reader),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
