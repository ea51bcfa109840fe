// SPDX-License-Identifier: GPL-3.0-or-later
/* Which chain and rule of nft registers point to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"

#define NET_ID (FAKE_GLOBALS + 0x8000)
#define NFT (FAKE_DIRECT + 0x100)
#define TABLE (FAKE_DIRECT + 0x200)
#define CHAIN(n) (FAKE_DIRECT + 0x300 + 0x80 * (uint64_t)(n))
#define NAMES (FAKE_DIRECT + 0x500)
#define BLOB(n) (FAKE_DIRECT + 0x600 + 0x100 * (uint64_t)(n))
#define RULE(n, i) (BLOB(n) + 8 + 24 * (uint64_t)(i)) /* three rules, of 16 bytes each */

#define TYPE(type) "struct " type "@nf_tables"
static const struct fake_member members[] = {
	{"struct net", "gen", 48, 8, .is_pointer = true},
	{"struct net_generic", "s.len", 0, .size = 4},
	{TYPE("nftables_pernet"), "tables", 0, .size = 16},
	{TYPE("nft_table"), "list", 0, .size = 16},
	{TYPE("nft_table"), "chains", 16, .size = 16},
	{TYPE("nft_table"), "family", 32, 2, .bit_offset = 0, .bit_size = 6},
	{TYPE("nft_table"), "name", 40, 8, .is_pointer = true},
	{TYPE("nft_chain"), "blob_gen_0", 0, 8, .is_pointer = true},
	{TYPE("nft_chain"), "blob_gen_1", 8, 8, .is_pointer = true},
	{TYPE("nft_chain"), "list", 16, .size = 16},
	{TYPE("nft_chain"), "name", 32, 8, .is_pointer = true},
	{TYPE("nft_rule_blob"), "size", 0, .size = 8},
	{TYPE("nft_rule_blob"), "data", 8, .size = 0, .is_array = true},
	{TYPE("nft_rule_dp"), "dlen", 0, 8, .bit_offset = 1, .bit_size = 12},
	{TYPE("nft_rule_dp"), "handle", 0, 8, .bit_offset = 13, .bit_size = 42},
	{TYPE("nft_rule_dp"), "data", 8, .size = 0, .is_array = true},
};

/* Table inet shop with chains in and out of three rules each, handles 10 to 12 and 20 to 22. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;
	static const char *const names[] = {"in", "out"};

	fake_net_generic(fake, "nf_tables", "nf_tables_net_id", NET_ID, NFT);
	fake_put_list(fake, (uint64_t[]){NFT, TABLE}, 2);
	fake_put_list(fake, (uint64_t[]){TABLE + 16, CHAIN(0) + 16, CHAIN(1) + 16}, 3);
	fake_put(fake, TABLE + 32, 2, 1 | 1 << 6);
	fake_put(fake, TABLE + 40, 8, NAMES);
	fake_put_string(fake, NAMES, "shop");
	for (unsigned n = 0; n < 2; n++) {
		fake_put(fake, CHAIN(n) + 8 * n, 8, BLOB(n)); /* in one generation, the other one */
		fake_put(fake, CHAIN(n) + 32, 8, NAMES + 16 * (n + 1));
		fake_put_string(fake, NAMES + 16 * (n + 1), names[n]);
		fake_put(fake, BLOB(n), 8, 72);
		for (unsigned i = 0; i < 3; i++)
			fake_put(fake, RULE(n, i), 8, 16 << 1 | (10ull * (n + 1) + i) << 13);
		fake_put(fake, RULE(n, 3), 8, 1);
	}
	*state = machine;
	return 0;
}

#define LOCATE(machine, place, ...) pk_nft_locate(&(machine)->ctx, FAKE_WORDS(__VA_ARGS__), place)

static void chain_and_rule(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_place place;

	/* the rule, its expression, the next rule, the end */
	assert_int_equal(
		LOCATE(machine, &place, 7, RULE(1, 1), RULE(1, 1) + 8, RULE(1, 2), RULE(1, 3)),
		PK_OK);
	assert_string_equal(place.family, "inet");
	assert_string_equal(place.table, "shop");
	assert_string_equal(place.chain, "out");
	assert_int_equal(place.addr, CHAIN(1));
	assert_int_equal(place.nr_rules, 3);
	assert_int_equal(place.rule, 2);
	assert_int_equal(place.handle, 21);
}

/* An expression without its rule is what an earlier rule left behind; of two rules it may be either. */
static void no_rule(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_place place;

	assert_int_equal(LOCATE(machine, &place, RULE(0, 1), RULE(0, 0) + 8), PK_OK);
	assert_string_equal(place.chain, "in");
	assert_int_equal(place.rule, 0);
	assert_int_equal(
		LOCATE(machine, &place, RULE(0, 1), RULE(0, 0) + 8, RULE(0, 0), RULE(0, 1) + 8),
		PK_OK);
	assert_int_equal(place.rule, 0);
}

static void no_chain(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_place place;

	assert_int_equal(LOCATE(machine, &place, RULE(0, 1), RULE(1, 0) + 8), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, RULE(0, 3), BLOB(1), 0), PK_ABSENT);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_place place;

	fake_put(fake, RULE(0, 2), 8, 0xfff << 1);
	assert_int_equal(LOCATE(machine, &place, RULE(0, 1)), PK_CORRUPT);
	fake_put(fake, BLOB(1), 8, 1ull << 40);
	assert_int_equal(LOCATE(machine, &place, RULE(0, 1)), PK_LIMIT);
	fake_put(fake, CHAIN(0), 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, RULE(0, 1)), PK_UNREADABLE);
	fake_put(fake, TABLE + 16, 8, 0xdead0000);
	fake_put(fake, TABLE + 24, 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, RULE(0, 1)), PK_UNREADABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(chain_and_rule, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(no_rule, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(no_chain, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
