// SPDX-License-Identifier: GPL-3.0-or-later
/* Which group of nexthops, and which route with several next hops, the words of who chooses one point to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/route/route.h"
#include "fake_net.h"

#define NEXTHOP(n) (FAKE_DIRECT + 0x40 * (uint64_t)(n)) /* a tree: 1 has 0 and 2 */
#define GROUP(n) (FAKE_DIRECT + 0x200 + 0x80 * (uint64_t)(n))
#define HASH (FAKE_GLOBALS + 0x8000)
#define TABLE (FAKE_DIRECT + 0x400)
#define TRIE (FAKE_DIRECT + 0x440)
#define LEAF (FAKE_DIRECT + 0x480)
#define ALIAS(n) (FAKE_DIRECT + 0x500 + 0x40 * (uint64_t)(n))
#define INFO(n) (FAKE_DIRECT + 0x600 + 0x40 * (uint64_t)(n))
#define RESULT(n) (FAKE_DIRECT + 0x700 + 0x40 * (uint64_t)(n))

static const struct fake_member members[] = {
	{"struct net", "nexthop.rb_root.rb_node", 56, 8, .is_pointer = true},
	{"struct nexthop", "rb_node", 0, .size = 24},
	{"struct nexthop", "id", 24, .size = 4},
	{"struct nexthop", "is_group", 28, .size = 1},
	{"struct nexthop", "nh_grp", 32, 8, .is_pointer = true},
	{"struct nh_group", "num_nh", 8, .size = 2},
	{"struct nh_group", "nh_entries", 16, .size = 0, .is_array = true},
	{"struct net", "ipv4.fib_table_hash", 48, 8, .is_pointer = true},
	{"struct fib_table", "tb_hlist", 0, .size = 16},
	{"struct fib_table", "tb_id", 16, .size = 4},
	{"struct fib_table", "tb_data", 24, 8, .is_pointer = true},
	{"struct trie", "kv", 8, .size = 16, .is_array = true},
	{"struct key_vector", "key", 0, .size = 4},
	{"struct key_vector", "pos", 4, .size = 1},
	{"struct key_vector", "bits", 5, .size = 1},
	{"struct key_vector", "leaf", 8, .size = 8},
	{"struct key_vector", "tnode", 8, .size = 0, .is_array = true},
	{"struct fib_alias", "fa_list", 0, .size = 16},
	{"struct fib_alias", "fa_slen", 16, .size = 1},
	{"struct fib_alias", "tb_id", 20, .size = 4},
	{"struct fib_alias", "fa_info", 24, 8, .is_pointer = true},
	{"struct fib_result", "prefixlen", 4, .size = 1},
	{"struct fib_result", "fi", 8, 8, .is_pointer = true},
	{"struct fib_result", "table", 16, 8, .is_pointer = true},
	{"struct fib_result", "fa_head", 24, 8, .is_pointer = true},
	{"struct fib_info", "fib_nhs", 0, 4, .is_signed = true},
	{"struct fib_info", "nh", 8, 8, .is_pointer = true},
};

static void put_nexthop(struct fake_target *fake, unsigned n, uint64_t left, uint64_t right,
			uint64_t group)
{
	fake_put(fake, NEXTHOP(n) + 16, 8, left);
	fake_put(fake, NEXTHOP(n) + 8, 8, right);
	fake_put(fake, NEXTHOP(n) + 24, 4, 10 + n);
	fake_put(fake, NEXTHOP(n) + 28, 1, group != 0);
	fake_put(fake, NEXTHOP(n) + 32, 8, group);
}

static void put_result(struct fake_target *fake, unsigned n, unsigned length)
{
	fake_put(fake, RESULT(n) + 4, 1, length);
	fake_put(fake, RESULT(n) + 8, 8, INFO(n));
	fake_put(fake, RESULT(n) + 16, 8, TABLE);
	fake_put(fake, RESULT(n) + 24, 8, LEAF + 8);
}

/* Groups 10 (two nexthops) and 12 (three). 10.0.0.0/24 with 300 next hops, and /16 with a nexthop object. */
static int draw(void **state, size_t nr_members)
{
	struct fake_machine *machine = fake_net_machine(members, nr_members);
	struct fake_target *fake = &machine->fake;

	fake_type(fake, "struct nh_grp_entry", 32);
	fake_put(fake, FAKE_INIT_NET + 56, 8, NEXTHOP(1));
	put_nexthop(fake, 1, NEXTHOP(0), NEXTHOP(2), 0);
	put_nexthop(fake, 0, 0, 0, GROUP(0));
	put_nexthop(fake, 2, 0, 0, GROUP(1));
	fake_put(fake, GROUP(0) + 8, 2, 2);
	fake_put(fake, GROUP(1) + 8, 2, 3);
	fake_put(fake, FAKE_INIT_NET + 48, 8, HASH);
	fake_put(fake, HASH, 8, TABLE);
	fake_put(fake, TABLE + 24, 8, TRIE);
	fake_put(fake, TRIE + 16, 8, LEAF);
	fake_put(fake, LEAF, 4, 0x0a000000);
	fake_put(fake, LEAF + 8, 8, ALIAS(0));
	fake_put(fake, ALIAS(0), 8, ALIAS(1));
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, ALIAS(i) + 16, 1, 8 + 8 * i);
		fake_put(fake, ALIAS(i) + 20, 4, 254);
		fake_put(fake, ALIAS(i) + 24, 8, INFO(i));
		put_result(fake, i, 24 - 8 * i);
	}
	fake_put(fake, INFO(0), 4, 300);
	fake_put(fake, INFO(1), 4, 1);
	fake_put(fake, INFO(1) + 8, 8, NEXTHOP(0));
	*state = machine;
	return 0;
}

static int setup(void **state)
{
	return draw(state, ARRAY_SIZE(members));
}

/* Before 5.3 no route had a nexthop object. */
static int setup_older(void **state)
{
	return draw(state, ARRAY_SIZE(members) - 1);
}

#define LOCATE(machine, place, ...)                                                                \
	pk_nexthop_locate(&(machine)->ctx, FAKE_WORDS(__VA_ARGS__), place)

static void groups(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nexthop_place place;

	assert_true(pk_nexthop_walks("nexthop_select_path"));
	assert_false(pk_nexthop_walks("fib_select_multipath"));
	assert_int_equal(LOCATE(machine, &place, 7, NEXTHOP(0)), PK_OK);
	assert_int_equal(place.addr, NEXTHOP(0));
	assert_int_equal(place.id, 10);
	assert_int_equal(place.nr, 2);
	/* the last byte of the last entry, and the one behind it */
	assert_int_equal(LOCATE(machine, &place, GROUP(1) + 16 + 3 * 32 - 1), PK_OK);
	assert_int_equal(place.id, 12);
	assert_int_equal(place.nr, 3);
	assert_int_equal(LOCATE(machine, &place, GROUP(1) + 16 + 3 * 32), PK_ABSENT);
	/* two groups; one that is none */
	assert_int_equal(LOCATE(machine, &place, NEXTHOP(0), GROUP(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, NEXTHOP(1)), PK_ABSENT);
}

static void a_damaged_tree(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nexthop_place place;

	fake_put(&machine->fake, NEXTHOP(2) + 8, 8, NEXTHOP(1));
	assert_int_equal(LOCATE(machine, &place, NEXTHOP(0)), PK_CORRUPT);
	fake_put(&machine->fake, NEXTHOP(2) + 8, 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, NEXTHOP(0)), PK_UNREADABLE);
}

#define HOPS(machine, place, result, ...)                                                          \
	pk_hops_locate(&(machine)->ctx, FAKE_WORDS(__VA_ARGS__), (uint64_t[]){result, 0x1000}, 2,  \
		       place)

static void hops(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	assert_true(pk_hops_walks("fib_select_multipath"));
	assert_int_equal(HOPS(machine, &place, RESULT(0), 7, INFO(0)), PK_OK);
	assert_int_equal(place.family, 4);
	assert_int_equal(place.prefix, 0x0a000000);
	assert_int_equal(place.length, 24);
	assert_int_equal(place.table, 254);
	assert_int_equal(place.walk, PK_ROUTE_HOPS);
	assert_int_equal(place.chain.nr, 300);
	/* its fib_info is not at hand; no result; next hops of a nexthop object; too many */
	assert_int_equal(HOPS(machine, &place, RESULT(0), INFO(1)), PK_ABSENT);
	assert_int_equal(HOPS(machine, &place, RESULT(0) + 8, INFO(0)), PK_ABSENT);
	assert_int_equal(HOPS(machine, &place, RESULT(1), INFO(1)), PK_ABSENT);
	fake_put(fake, INFO(0), 4, 0xffffffff);
	assert_int_equal(HOPS(machine, &place, RESULT(0), INFO(0)), PK_ABSENT);
	fake_put(fake, INFO(0), 4, 300);
	/* of another length, another leaf, a table that is none, aliases that come back */
	put_result(fake, 0, 16);
	assert_int_equal(HOPS(machine, &place, RESULT(0), INFO(0)), PK_ABSENT);
	put_result(fake, 0, 24);
	fake_put(fake, RESULT(0) + 24, 8, LEAF + 16);
	assert_int_equal(HOPS(machine, &place, RESULT(0), INFO(0)), PK_ABSENT);
	put_result(fake, 0, 24);
	fake_put(fake, RESULT(0) + 16, 8, TRIE);
	assert_int_equal(HOPS(machine, &place, RESULT(0), INFO(0)), PK_ABSENT);
	put_result(fake, 0, 24);
	fake_put(fake, ALIAS(1), 8, ALIAS(0));
	assert_int_equal(HOPS(machine, &place, RESULT(0), INFO(0)), PK_OK);
	assert_false(place.chain.circular);
	assert_int_equal(place.chain.nr, 300);
}

static void hops_of_an_older_kernel(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_route_place place;

	assert_int_equal(HOPS(machine, &place, RESULT(0), 7, INFO(0)), PK_OK);
	assert_int_equal(place.chain.nr, 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(groups, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_damaged_tree, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(hops, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(hops_of_an_older_kernel, setup_older,
						fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
