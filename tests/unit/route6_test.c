// SPDX-License-Identifier: GPL-3.0-or-later
/* Which prefix of IPv6 the words of a lookup point to, and what is walked there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/route/route.h"
#include "fake_net.h"

#define HASH (FAKE_GLOBALS + 0x8000) /* one chain of tables */
#define NOTHING (FAKE_DIRECT + 0x100)
#define TABLE(n) (FAKE_DIRECT + 0x200 + 0x80 * (uint64_t)(n))
#define ROOT(n) (TABLE(n) + 16)
#define NODE(n) (FAKE_DIRECT + 0x400 + 0x40 * (uint64_t)(n))
#define ROUTE(n) (FAKE_DIRECT + 0x800 + 0x80 * (uint64_t)(n))
#define RING(n) (ROUTE(n) + 8)
#define BUCKETS (FAKE_DIRECT + 0x4000)
#define BUCKET(n) (BUCKETS + 16 * (uint64_t)(n))
#define EXCEPTION(n) (FAKE_DIRECT + 0x8400 + 0x20 * (uint64_t)(n))
#define NEXTHOP(n)                                                                                 \
	(FAKE_DIRECT + 0xb00 + 0x80 * (uint64_t)(n)) /* and, if it is no group, its nh_info */
#define GROUP (FAKE_DIRECT + 0xc80)

static const struct fake_member members[] = {
	{"struct net", "ipv6.fib_table_hash", 48, 8, .is_pointer = true},
	{"struct net", "ipv6.fib6_null_entry", 56, 8, .is_pointer = true},
	{"struct fib6_table", "tb6_hlist", 0, .size = 16},
	{"struct fib6_table", "tb6_id", 8, .size = 4},
	{"struct fib6_table", "tb6_root", 16, .size = 64},
	{"struct fib6_node", "left", 0, 8, .is_pointer = true},
	{"struct fib6_node", "right", 8, 8, .is_pointer = true},
	{"struct fib6_node", "subtree", 16, 8, .is_pointer = true},
	{"struct fib6_node", "leaf", 24, 8, .is_pointer = true},
	{"struct fib6_node", "fn_bit", 32, .size = 2},
	{"struct fib6_node", "fn_flags", 34, .size = 2},
	{"struct fib6_info", "fib6_next", 0, 8, .is_pointer = true},
	{"struct fib6_info", "fib6_siblings", 8, .size = 16},
	{"struct fib6_info", "fib6_dst.addr", 24, .size = 16},
	{"struct fib6_info", "fib6_dst.plen", 40, .size = 4},
	{"struct fib6_info", "nh", 48, 8, .is_pointer = true},
	{"struct fib6_info", "fib6_nh", 56, .size = 0, .is_array = true},
	{"struct fib6_nh", "rt6i_exception_bucket", 8, 8, .is_pointer = true},
	{"struct rt6_exception_bucket", "chain", 0, .size = 8},
	{"struct nexthop", "is_group", 0, .size = 1},
	{"struct nexthop", "nh_info", 8, 8, .is_pointer = true},
	{"struct nexthop", "nh_grp", 8, 8, .is_pointer = true},
	{"struct nh_info", "fib6_nh", 8, .size = 16},
	{"struct nh_group", "num_nh", 0, .size = 2},
	{"struct nh_group", "nh_entries", 8, .size = 0, .is_array = true},
	{"struct nh_grp_entry", "nh", 0, 8, .is_pointer = true},
};

static void put_node(struct fake_target *fake, uint64_t node, unsigned bit, unsigned flags,
		     uint64_t leaf)
{
	fake_put(fake, node + 24, 8, leaf);
	fake_put(fake, node + 32, 2, bit);
	fake_put(fake, node + 34, 2, flags);
}

/* 2001:db8:NUMBER::/48 */
static void put_route(struct fake_target *fake, unsigned n, unsigned number, uint64_t next)
{
	fake_put(fake, ROUTE(n), 8, next);
	fake_put(fake, RING(n), 8, RING(n));
	fake_put(fake, ROUTE(n) + 24, 1, 0x20);
	fake_put(fake, ROUTE(n) + 25, 1, 0x01);
	fake_put(fake, ROUTE(n) + 26, 1, 0x0d);
	fake_put(fake, ROUTE(n) + 27, 1, 0xb8);
	fake_put(fake, ROUTE(n) + 29, 1, number);
	fake_put(fake, ROUTE(n) + 40, 4, 48);
}

/* Table 254, without a default route: node 0 has no route of its own; 2001:db8:1::/48 has three routes (0, 1, 2), of which 1 and
 * 2 are siblings; 2001:db8:2::/48 has one (3), and by source another (4). Table 255 is empty. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_type(fake, "struct rt6_exception_bucket", 16);
	fake_type(fake, "struct nh_grp_entry", 16);
	fake_put(fake, FAKE_INIT_NET + 48, 8, HASH);
	fake_put(fake, FAKE_INIT_NET + 56, 8, NOTHING);
	fake_put(fake, HASH, 8, TABLE(0));
	fake_put(fake, TABLE(0), 8, TABLE(1));
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, TABLE(i) + 8, 4, 254 + i);
		put_node(fake, ROOT(i), 0, 7, NOTHING);
	}
	fake_put(fake, ROOT(0), 8, NODE(0));
	put_node(fake, NODE(0), 46, 0, ROUTE(0));
	fake_put(fake, NODE(0), 8, NODE(1));
	fake_put(fake, NODE(0) + 8, 8, NODE(2));
	put_node(fake, NODE(1), 48, 4, ROUTE(0));
	put_node(fake, NODE(2), 48, 4, ROUTE(3));
	fake_put(fake, NODE(2) + 16, 8, NODE(3));
	put_node(fake, NODE(3), 0, 6, NOTHING);
	fake_put(fake, NODE(3) + 8, 8, NODE(4));
	put_node(fake, NODE(4), 64, 4, ROUTE(4));
	for (unsigned i = 0; i < 3; i++)
		put_route(fake, i, 1, i < 2 ? ROUTE(i + 1) : 0);
	put_route(fake, 3, 2, 0);
	put_route(fake, 4, 2, 0);
	fake_put(fake, RING(1), 8, RING(2));
	fake_put(fake, RING(2), 8, RING(1));
	*state = machine;
	return 0;
}

#define LOCATE(machine, function, place, ...)                                                      \
	pk_route6_locate(&(machine)->ctx, function, FAKE_WORDS(__VA_ARGS__), place)
#define LOOKUP "__find_rr_leaf"
#define SELECT "fib6_select_path"
#define EXCEPT "__rt6_find_exception_rcu"

static void a_route(void **state)
{
	static const uint8_t prefix[16] = {0x20, 0x01, 0x0d, 0xb8, 0, 1};
	struct fake_machine *machine = *state;
	struct pk_route_place place;

	assert_true(pk_route6_walks("fib6_table_lookup"));
	assert_false(pk_route6_walks("fib_table_lookup"));
	assert_false(pk_route6_walks("ip6_pol_route"));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, 7, NOTHING, ROUTE(1)), PK_OK);
	assert_int_equal(place.addr, NODE(1));
	assert_int_equal(place.family, 6);
	assert_int_equal(place.table, 254);
	assert_memory_equal(place.prefix6, prefix, 16);
	assert_int_equal(place.length, 48);
	assert_int_equal(place.walk, PK_ROUTE_ROUTES);
	assert_int_equal(place.chain.nr, 3);
	assert_false(place.chain.circular);
	/* by source; and all of one prefix */
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(4)), PK_OK);
	assert_int_equal(place.addr, NODE(4));
	assert_int_equal(place.chain.nr, 1);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0), ROUTE(1), ROUTE(2)), PK_OK);
	assert_int_equal(place.addr, NODE(1));
}

static void circles(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	fake_put(fake, ROUTE(2), 8, ROUTE(1));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(2)), PK_OK);
	assert_int_equal(place.chain.nr, 3);
	assert_true(place.chain.circular);
}

static void siblings(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	assert_int_equal(LOCATE(machine, SELECT, &place, RING(1), ROUTE(2)), PK_OK);
	assert_int_equal(place.walk, PK_ROUTE_SIBLINGS);
	assert_int_equal(place.length, 48);
	assert_int_equal(place.chain.nr, 2);
	assert_false(place.chain.circular);
	/* past the first, which the walk would end at */
	fake_put(fake, RING(0), 8, RING(1));
	assert_int_equal(LOCATE(machine, SELECT, &place, ROUTE(0), RING(1), RING(2)), PK_OK);
	assert_int_equal(place.chain.nr, 3);
	assert_true(place.chain.circular);
	/* those of a nexthop object's list are no siblings */
	for (unsigned i = 0; i < 3; i++)
		fake_put(fake, ROUTE(i) + 48, 8, FAKE_DIRECT);
	assert_int_equal(LOCATE(machine, SELECT, &place, ROUTE(0), RING(1), RING(2)), PK_ABSENT);
}

static void exceptions(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_ABSENT);
	fake_put(fake, ROUTE(3) + 64, 8, BUCKETS | 1);
	fake_put(fake, BUCKET(1023), 8, EXCEPTION(0));
	fake_put(fake, EXCEPTION(0), 8, EXCEPTION(1));
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(1)), PK_OK);
	assert_int_equal(place.addr, NODE(2));
	assert_int_equal(place.walk, PK_ROUTE_EXCEPTIONS);
	assert_int_equal(place.chain.nr, 2);
	assert_false(place.chain.circular);
	fake_put(fake, EXCEPTION(1), 8, EXCEPTION(1));
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_OK);
	assert_int_equal(place.chain.nr, 2);
	assert_true(place.chain.circular);
	fake_put(fake, BUCKET(5), 8, EXCEPTION(1)); /* in another bucket, too */
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_OK);
}

/* Those of a nexthop object are the route's, if no other has it. */
static void exceptions_of_a_nexthop(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	fake_put(fake, ROUTE(3) + 48, 8, NEXTHOP(0));
	fake_put(fake, ROUTE(3) + 64, 8,
		 BUCKETS); /* somebody else's, with which it has nothing to do */
	fake_put(fake, BUCKET(7), 8, EXCEPTION(0));
	fake_put(fake, NEXTHOP(0) + 8, 8, NEXTHOP(0) + 32);
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_ABSENT);
	fake_put(fake, NEXTHOP(0) + 32 + 8 + 8, 8, BUCKETS);
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_OK);
	assert_int_equal(place.addr, NODE(2));
	assert_int_equal(place.chain.nr, 1);
	fake_put(fake, ROUTE(0) + 48, 8, NEXTHOP(0));
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_ABSENT);
	/* That of another is in a group with it. */
	fake_put(fake, ROUTE(0) + 48, 8, 0);
	fake_put(fake, NEXTHOP(1), 1, 1);
	fake_put(fake, NEXTHOP(1) + 8, 8, GROUP);
	fake_put(fake, GROUP, 2, 1);
	fake_put(fake, GROUP + 8, 8, NEXTHOP(0));
	fake_put(fake, ROUTE(3) + 48, 8, NEXTHOP(1));
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_OK);
	assert_int_equal(place.addr, NODE(2));
	fake_put(fake, GROUP, 2, 2);
	fake_put(fake, GROUP + 8 + 16, 8, 0x10);
	assert_int_equal(LOCATE(machine, EXCEPT, &place, EXCEPTION(0)), PK_UNREADABLE);
}

static void nothing_is_guessed(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	/* no route, that of who has none, those of two prefixes, no lookup */
	assert_int_equal(LOCATE(machine, LOOKUP, &place, 7), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, NOTHING), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0), ROUTE(3)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, RING(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, "ip6_pol_route", &place, ROUTE(0)), PK_ABSENT);
	/* two prefixes lead to one route */
	fake_put(fake, ROUTE(3), 8, ROUTE(2));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(2)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(1)), PK_OK);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	fake_put(fake, ROUTE(0) + 40, 4, 129);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0)), PK_CORRUPT);
	fake_put(fake, ROUTE(0) + 40, 4, 48);
	fake_put(fake, ROUTE(2), 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0)), PK_UNREADABLE);
	fake_put(fake, ROUTE(2), 8, 0);
	/* a node that leads to itself, one of too many bits, one that is not in the dump */
	fake_put(fake, NODE(2), 8, NODE(2));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0)), PK_CORRUPT);
	fake_put(fake, NODE(2), 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0)), PK_UNREADABLE);
	fake_put(fake, NODE(2), 8, 0);
	put_node(fake, NODE(2), 129, 4, ROUTE(3));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0)), PK_CORRUPT);
	put_node(fake, NODE(2), 48, 4, ROUTE(3));
	/* a tree by source in one by source is not looked at */
	fake_put(fake, NODE(4) + 16, 8, NODE(4));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(4)), PK_OK);
	/* tables that come back to one */
	fake_put(fake, TABLE(1), 8, TABLE(1));
	assert_int_equal(LOCATE(machine, LOOKUP, &place, ROUTE(0)), PK_CORRUPT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_route, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(circles, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(siblings, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(exceptions, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(exceptions_of_a_nexthop, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(nothing_is_guessed, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
