// SPDX-License-Identifier: GPL-3.0-or-later
/* Which route the words of fib_table_lookup() point to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/route/route.h"
#include "fake_net.h"

#define HASH (FAKE_GLOBALS + 0x8000) /* two chains of tables */
#define TABLE(n) (FAKE_DIRECT + 0x40 * (uint64_t)(n)) /* main, and another */
#define TRIE(n) (FAKE_DIRECT + 0x100 + 0x40 * (uint64_t)(n))
#define NODE (FAKE_DIRECT + 0x200) /* by bit 16 */
#define LEAF(n) (FAKE_DIRECT + 0x300 + 0x20 * (uint64_t)(n))
#define ALIAS(n) (FAKE_DIRECT + 0x400 + 0x20 * (uint64_t)(n))

static const struct fake_member members[] = {
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
};

static void put_node(struct fake_target *fake, uint64_t node, uint32_t key, unsigned pos,
		     unsigned bits)
{
	fake_put(fake, node, 4, key);
	fake_put(fake, node + 4, 1, pos);
	fake_put(fake, node + 5, 1, bits);
}

static void put_alias(struct fake_target *fake, unsigned n, uint64_t from, unsigned slen)
{
	fake_put(fake, from, 8, ALIAS(n));
	fake_put(fake, ALIAS(n) + 16, 1, slen);
	fake_put(fake, ALIAS(n) + 20, 4, 254);
}

/* main: 10.0.0.0 with a /24 (alias 0) and a /16 (1), and 10.1.0.0/16 (2). */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_put(fake, FAKE_INIT_NET + 48, 8, HASH);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, HASH + 8 * i, 8, TABLE(i));
		fake_put(fake, TABLE(i) + 24, 8, TRIE(i));
		put_node(fake, TRIE(i) + 8, 0, 32, 0);
	}
	fake_put(fake, TRIE(0) + 16, 8, NODE);
	put_node(fake, NODE, 0x0a000000, 16, 1);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, NODE + 8 + 8 * i, 8, LEAF(i));
		put_node(fake, LEAF(i), 0x0a000000 | i << 16, 0, 0);
	}
	put_alias(fake, 0, LEAF(0) + 8, 8);
	put_alias(fake, 1, ALIAS(0), 16);
	put_alias(fake, 2, LEAF(1) + 8, 16);
	*state = machine;
	return 0;
}

#define LOCATE(machine, place, ...) pk_route_locate(&(machine)->ctx, FAKE_WORDS(__VA_ARGS__), place)

static void a_route(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_route_place place;

	assert_true(pk_route_walks("fib_table_lookup"));
	assert_false(pk_route_walks("fib_table_flush"));
	assert_int_equal(LOCATE(machine, &place, 7, TABLE(0), LEAF(0), ALIAS(0)), PK_OK);
	assert_int_equal(place.addr, LEAF(0));
	assert_int_equal(place.table, 254);
	assert_int_equal(place.prefix, 0x0a000000);
	assert_int_equal(place.length, 24);
	assert_int_equal(place.chain.nr, 2);
	assert_false(place.chain.circular);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(1), ALIAS(2)), PK_OK);
	assert_int_equal(place.prefix, 0x0a010000);
	assert_int_equal(place.length, 16);
	assert_int_equal(place.chain.nr, 1);
}

static void a_circle(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_route_place place;

	fake_put(&machine->fake, ALIAS(1), 8, ALIAS(0));
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(1)), PK_OK);
	assert_int_equal(place.length, 16);
	assert_int_equal(place.chain.nr, 2);
	assert_true(place.chain.circular);
}

static void nothing_is_guessed(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_route_place place;

	/* no table, or two, or another; no leaf; no alias, or another leaf's; two prefixes */
	assert_int_equal(LOCATE(machine, &place, LEAF(0), ALIAS(0)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), TABLE(1), LEAF(0), ALIAS(0)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, TABLE(1), LEAF(0), ALIAS(0)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), NODE, ALIAS(0)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(2)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0), ALIAS(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), LEAF(1), ALIAS(1), ALIAS(2)),
			 PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, 0), PK_ABSENT);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_place place;

	fake_put(fake, ALIAS(0) + 16, 1, 33);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0)), PK_CORRUPT);
	fake_put(fake, ALIAS(0) + 16, 1, 8);
	fake_put(fake, ALIAS(1), 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0)), PK_UNREADABLE);
	fake_put(fake, ALIAS(1), 8, 0);
	/* a node that leads to itself, one of too many bits, one that is not in the dump */
	fake_put(fake, NODE + 16, 8, NODE);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0)), PK_CORRUPT);
	put_node(fake, NODE, 0, 0, 25);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0)), PK_CORRUPT);
	put_node(fake, NODE, 0x0a000000, 16, 1);
	fake_put(fake, NODE + 16, 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0)), PK_UNREADABLE);
	/* tables that come back to one */
	fake_put(fake, TABLE(0), 8, TABLE(0));
	assert_int_equal(LOCATE(machine, &place, TABLE(0), LEAF(0), ALIAS(0)), PK_CORRUPT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_route, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_circle, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(nothing_is_guessed, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
