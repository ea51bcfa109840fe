// SPDX-License-Identifier: GPL-3.0-or-later
/* What a chain of nft can drop by: its rules, those that it jumps to, its policy; and what of damaged ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"

#define TABLE (FAKE_DIRECT + 0x200)
#define BASE (FAKE_DIRECT + 0x300) /* its chain is CHAIN */
#define CHAIN (BASE + 64)
#define OTHER (FAKE_DIRECT + 0x380) /* a chain to jump to */
#define RULE(n) (FAKE_DIRECT + 0x400 + 0x100 * (uint64_t)(n))
#define NAME(n) (FAKE_DIRECT + 0x800 + 0x20 * (uint64_t)(n))
#define OPS(n) (FAKE_GLOBALS + 0x8000 + 0x40 * (uint64_t)(n))
#define CURSOR (FAKE_INIT_NET + 0x800)
#define JUMP 0xfffffffdu

/* In the order of their operations' symbols. */
enum { PAYLOAD, CMP_FAST, META, CMP, IMM, COUNTER, NAT, NR_EXPRS };
static const char *const symbols[] = {
	"nft_payload_fast_ops", "nft_cmp_fast_ops", "nft_meta_get_ops", "nft_cmp_ops",
	"nft_imm_ops",		"nft_counter_ops",  "nft_nat_ops"};
static const unsigned sizes[] = {16, 24, 16, 32, 32, 16, 16};

#define TYPE(type) "struct " type "@nf_tables"
static const struct fake_member members[] = {
	{"struct net", "nft.gencursor", 0x800, .size = 1},
	{TYPE("nft_table"), "family", 0, .size = 2},
	{TYPE("nft_table"), "name", 8, 8, .is_pointer = true},
	{TYPE("nft_base_chain"), "policy", 16, .size = 1},
	{TYPE("nft_base_chain"), "chain", 64, .size = 56},
	{TYPE("nft_chain"), "rules", 0, .size = 16},
	{TYPE("nft_chain"), "table", 16, 8, .is_pointer = true},
	{TYPE("nft_chain"), "flags", 24, .size = 1},
	{TYPE("nft_chain"), "name", 32, 8, .is_pointer = true},
	{TYPE("nft_rule"), "list", 0, .size = 16},
	{TYPE("nft_rule"), "handle", 16, .size = 4},
	{TYPE("nft_rule"), "genmask", 20, .size = 1},
	{TYPE("nft_rule"), "dlen", 22, .size = 2},
	{TYPE("nft_rule"), "data", 24, .size = 0, .is_array = true},
	{TYPE("nft_expr"), "ops", 0, 8, .is_pointer = true},
	{TYPE("nft_expr"), "data", 8, .size = 0, .is_array = true},
	{TYPE("nft_expr_ops"), "size", 0, .size = 4},
	{TYPE("nft_expr_ops"), "dump", 8, 8, .is_pointer = true},
	{TYPE("nft_payload"), "base", 0, .size = 1},
	{TYPE("nft_payload"), "offset", 1, .size = 1},
	{TYPE("nft_payload"), "len", 2, .size = 1},
	{TYPE("nft_payload"), "dreg", 3, .size = 1},
	{TYPE("nft_meta"), "key", 0, .size = 1},
	{TYPE("nft_meta"), "dreg", 1, .size = 1},
	{TYPE("nft_cmp_fast_expr"), "data", 0, .size = 4},
	{TYPE("nft_cmp_fast_expr"), "mask", 4, .size = 4},
	{TYPE("nft_cmp_fast_expr"), "sreg", 8, .size = 1},
	{TYPE("nft_cmp_fast_expr"), "inv", 9, .size = 1},
	{TYPE("nft_cmp_expr"), "data", 0, .size = 16},
	{TYPE("nft_cmp_expr"), "sreg", 16, .size = 1},
	{TYPE("nft_cmp_expr"), "len", 17, .size = 1},
	{TYPE("nft_cmp_expr"), "op", 18, .size = 1},
	{TYPE("nft_immediate_expr"), "data.verdict.code", 0, .size = 4},
	{TYPE("nft_immediate_expr"), "data.verdict.chain", 8, 8, .is_pointer = true},
	{TYPE("nft_immediate_expr"), "dreg", 16, .size = 1},
};

static void put_name(struct fake_target *fake, uint64_t pointer, unsigned n, const char *name)
{
	fake_put(fake, pointer, 8, NAME(n));
	fake_put_string(fake, NAME(n), name);
}

/* Behind what rule N has; returns the place of its data. */
static uint64_t add(struct fake_target *fake, unsigned n, uint64_t *len, unsigned expr)
{
	const uint64_t at = RULE(n) + 24 + *len;

	fake_put(fake, at, 8, OPS(expr));
	*len += sizes[expr];
	fake_put(fake, RULE(n) + 22, 2, *len);
	return at + 8;
}

static void add_verdict(struct fake_target *fake, unsigned n, uint64_t *len, uint32_t code)
{
	const uint64_t at = add(fake, n, len, IMM);

	fake_put(fake, at, 4, code);
	fake_put(fake, at + 8, 8, OTHER);
}

/* "udp dport 13", without the protocol */
static void add_port(struct fake_target *fake, unsigned n, uint64_t *len)
{
	uint64_t at = add(fake, n, len, PAYLOAD);

	fake_put(fake, at, 4,
		 2 | 2 << 8 | 2 << 16 | 1u << 24); /* transport header, 2@2, register 1 */
	at = add(fake, n, len, CMP_FAST);
	fake_put(fake, at, 2, 13 << 8);
	fake_put(fake, at + 4, 2, 0xffff);
	fake_put(fake, at + 8, 1, 1);
}

/* Chain in of rules 0 and 1, chain other of rule 2; whose last word each test gives. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	for (unsigned n = 0; n < NR_EXPRS; n++) {
		fake_module_symbol(fake, "nf_tables", symbols[n], OPS(n), 64);
		fake_put(fake, OPS(n), 4, sizes[n]);
	}
	fake_put_list(fake, (uint64_t[]){CHAIN, RULE(0), RULE(1)}, 3);
	fake_put_list(fake, (uint64_t[]){OTHER, RULE(2)}, 2);
	fake_put(fake, TABLE, 2, 1);
	put_name(fake, TABLE + 8, 0, "shop");
	fake_put(fake, BASE + 16, 1, 1);
	fake_put(fake, CHAIN + 16, 8, TABLE);
	fake_put(fake, CHAIN + 24, 1, 1);
	put_name(fake, CHAIN + 32, 1, "in");
	put_name(fake, OTHER + 32, 2, "other");
	for (unsigned n = 0; n < 3; n++)
		fake_put(fake, RULE(n) + 16, 4, 20 + n);
	*state = machine;
	return 0;
}

static struct pk_nft_drops read(struct fake_machine *machine)
{
	struct pk_nft_drops drops;

	memset(&drops, 0xa5, sizeof(drops));
	pk_nft_drops_read(&machine->ctx, FAKE_INIT_NET, CHAIN, &drops);
	return drops;
}

static void a_rule_that_drops(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_drops drops;
	uint64_t len = 0;

	add_port(&machine->fake, 1, &len);
	add(&machine->fake, 1, &len, COUNTER);
	add_verdict(&machine->fake, 1, &len, 0);
	drops = read(machine);
	assert_int_equal(drops.status, PK_OK);
	assert_string_equal(drops.family, "inet");
	assert_string_equal(drops.table, "shop");
	assert_string_equal(drops.chain, "in");
	assert_false(drops.policy);
	assert_int_equal(drops.nr, 1);
	assert_int_equal(drops.list[0].rule, 2);
	assert_int_equal(drops.list[0].handle, 21);
	assert_int_equal(drops.list[0].nr_conditions, 1);
	assert_int_equal(drops.list[0].conditions[0].of, PK_NFT_TRANSPORT);
	assert_int_equal(drops.list[0].conditions[0].offset, 2);
	assert_int_equal(drops.list[0].conditions[0].len, 2);
	assert_int_equal(drops.list[0].conditions[0].value[1], 13);
	pk_nft_drops_deinit(&drops);
	/* not in this generation */
	fake_put(&machine->fake, RULE(1) + 20, 1, 1);
	drops = read(machine);
	assert_int_equal(drops.status, PK_OK);
	assert_int_equal(drops.nr, 0);
	pk_nft_drops_deinit(&drops);
}

/* The conditions of the rule that jumps are the other chain's, too; the rule behind it is no drop. */
static void a_chain_that_is_jumped_to(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_drops drops;
	uint64_t len[3] = {0}, at;

	add_port(fake, 0, &len[0]);
	add_verdict(fake, 0, &len[0], JUMP);
	add_verdict(fake, 1, &len[1], 1);
	at = add(fake, 2, &len[2], META);
	fake_put(fake, at, 2, 16 | 1 << 8); /* l4proto */
	at = add(fake, 2, &len[2], CMP);
	fake_put(fake, at, 1, 17);
	fake_put(fake, at + 16, 4, 1 | 1 << 8 | 1 << 16); /* of one byte, not equal */
	add_verdict(fake, 2, &len[2], 0);
	fake_put(fake, BASE + 16, 1, 0);
	drops = read(machine);
	assert_int_equal(drops.status, PK_OK);
	assert_true(drops.policy);
	assert_int_equal(drops.nr, 1);
	assert_string_equal(drops.list[0].chain, "other");
	assert_int_equal(drops.list[0].rule, 1);
	assert_int_equal(drops.list[0].handle, 22);
	assert_int_equal(drops.list[0].nr_conditions, 2);
	assert_int_equal(drops.list[0].conditions[0].of, PK_NFT_L4PROTO);
	assert_true(drops.list[0].conditions[0].negated);
	assert_int_equal(drops.list[0].conditions[1].of, PK_NFT_TRANSPORT);
	pk_nft_drops_deinit(&drops);
}

/* An expression of which nobody knows what it does may drop. */
static void what_is_not_known_may_drop(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_nft_drops drops;
	uint64_t len = 0;

	add(&machine->fake, 0, &len, NAT);
	drops = read(machine);
	assert_int_equal(drops.status, PK_OK);
	assert_int_equal(drops.nr, 1);
	assert_true(drops.list[0].unsure);
	pk_nft_drops_deinit(&drops);
}

/* Without KALLSYMS_ALL: the jump is followed, for a function of the expression has a name. */
static void named_by_what_dumps_it(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_drops drops;
	uint64_t len = 0;

	fake->nr_symbols = 0;
	add_verdict(fake, 0, &len, JUMP);
	len = 0;
	add_verdict(fake, 2, &len, 0);
	drops = read(machine);
	assert_int_equal(drops.nr, 1);
	assert_true(drops.list[0].unsure);
	pk_nft_drops_deinit(&drops);
	fake_module_symbol(fake, "nf_tables", "nft_immediate_dump", OPS(NR_EXPRS), 64);
	fake_put(fake, OPS(IMM) + 8, 8, OPS(NR_EXPRS));
	drops = read(machine);
	assert_int_equal(drops.nr, 1);
	assert_false(drops.list[0].unsure);
	assert_string_equal(drops.list[0].chain, "other");
	assert_int_equal(drops.list[0].handle, 22);
	pk_nft_drops_deinit(&drops);
}

static void damaged(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_nft_drops drops;
	uint64_t len = 0;

	/* a chain that jumps to itself */
	add_verdict(fake, 2, &len, JUMP);
	len = 0;
	add_verdict(fake, 0, &len, JUMP);
	drops = read(machine);
	assert_int_equal(drops.status, PK_CORRUPT);
	pk_nft_drops_deinit(&drops);
	/* an expression longer than its rule */
	fake_put(fake, RULE(0) + 22, 2, 20);
	drops = read(machine);
	assert_int_equal(drops.status, PK_CORRUPT);
	pk_nft_drops_deinit(&drops);
	/* an expression of no length */
	fake_put(fake, OPS(IMM), 4, 0);
	drops = read(machine);
	assert_int_equal(drops.status, PK_CORRUPT);
	pk_nft_drops_deinit(&drops);
	/* no base chain */
	fake_put(fake, CHAIN + 24, 1, 0);
	drops = read(machine);
	assert_int_equal(drops.status, PK_CORRUPT);
	pk_nft_drops_deinit(&drops);
}

/* What is compared is what was loaded: from IP's header, by metadata, or of nothing that is known here. */
static void conditions_of_every_kind(void **state)
{
	static const struct {
		uint8_t base, offset, len, key; /* PAYLOAD if KEY is 0 */
		enum pk_nft_part_of of;
		unsigned nr_conditions;
	} kinds[] = {
		{1, 12, 4, 0, PK_NFT_NETWORK, 1}, {2, 0, 2, 0, PK_NFT_TRANSPORT, 1},
		{0, 12, 4, 0, PK_NFT_NETWORK, 0}, /* Ethernet's header */
		{0, 0, 1, 15, PK_NFT_NFPROTO, 1}, {0, 0, 1, 16, PK_NFT_L4PROTO, 1},
		{0, 0, 1, 4, PK_NFT_L4PROTO, 0}, /* a device's number */
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct fake_machine *machine;
		struct fake_target *fake;
		struct pk_nft_drops drops;
		uint64_t len = 0, at;

		if (i) {
			fake_machine_teardown(state);
			setup(state);
		}
		machine = *state;
		fake = &machine->fake;
		at = add(fake, 0, &len, kinds[i].key ? META : PAYLOAD);
		if (kinds[i].key)
			fake_put(fake, at, 2, kinds[i].key | 1 << 8);
		else
			fake_put(fake, at, 4,
				 kinds[i].base | kinds[i].offset << 8 | kinds[i].len << 16 |
					 1u << 24);
		at = add(fake, 0, &len, CMP_FAST);
		fake_put(fake, at, 4, 0x0200000a);
		fake_put(fake, at + 4, 4,
			 kinds[i].len == 4   ? UINT32_MAX
			 : kinds[i].len == 2 ? 0xffff
					     : 0xff);
		fake_put(fake, at + 8, 1, 1);
		add_verdict(fake, 0, &len, 0);
		drops = read(machine);
		assert_int_equal(drops.status, PK_OK);
		assert_int_equal(drops.nr, 1);
		assert_int_equal(drops.list[0].nr_conditions, kinds[i].nr_conditions);
		if (kinds[i].nr_conditions) {
			assert_int_equal(drops.list[0].conditions[0].of, kinds[i].of);
			assert_int_equal(drops.list[0].conditions[0].value[0], 10);
			assert_false(drops.list[0].conditions[0].negated);
		}
		if (kinds[i].nr_conditions && !kinds[i].key) {
			assert_int_equal(drops.list[0].conditions[0].offset, kinds[i].offset);
			assert_int_equal(drops.list[0].conditions[0].len, kinds[i].len);
		}
		pk_nft_drops_deinit(&drops);
	}
}

/* A comparison with another register than what was loaded into, or of another kind than equality, says nothing here. */
static void comparisons_that_say_nothing(void **state)
{
	for (unsigned i = 0; i < 3; i++) {
		struct fake_machine *machine;
		struct pk_nft_drops drops;
		uint64_t len = 0, at;

		if (i) {
			fake_machine_teardown(state);
			setup(state);
		}
		machine = *state;
		at = add(&machine->fake, 0, &len, PAYLOAD);
		fake_put(&machine->fake, at, 4, 1 | 12 << 8 | 4 << 16 | 1u << 24);
		at = add(&machine->fake, 0, &len, CMP);
		fake_put(&machine->fake, at, 4, 0x0200000a);
		fake_put(&machine->fake, at + 16, 4,
			 (i == 1 ? 2 : 1) | 4 << 8 | (i == 2 ? 2 : 0) << 16);
		add_verdict(&machine->fake, 0, &len, 0);
		drops = read(machine);
		assert_int_equal(drops.nr, 1);
		assert_int_equal(drops.list[0].nr_conditions, i ? 0 : 1);
		pk_nft_drops_deinit(&drops);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_rule_that_drops, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_chain_that_is_jumped_to, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(what_is_not_known_may_drop, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(named_by_what_dumps_it, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(conditions_of_every_kind, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(comparisons_that_say_nothing, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damaged, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
