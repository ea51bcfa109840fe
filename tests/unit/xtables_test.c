// SPDX-License-Identifier: GPL-3.0-or-later
/* Which table, chain and rule of iptables the words of ipt_do_table() point to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"

#define NET_ID (FAKE_GLOBALS + 0x8000)
#define PERNET (FAKE_DIRECT + 0x100)
#define IPV4_LIST (PERNET + 2 * 16)
#define IPV6_LIST (PERNET + 10 * 16)
#define TABLE(n) (FAKE_DIRECT + 0x300 + 0x80 * (uint64_t)(n))
#define TYPE_ERROR (FAKE_DIRECT + 0x500)
#define TYPE_OTHER (FAKE_DIRECT + 0x540)
#define INFO(n) (FAKE_DIRECT + 0x600 + 0x400 * (uint64_t)(n))
#define ENTRIES(n) (INFO(n) + 0x40)
#define RULE_SIZE 0x20
#define HEAD_SIZE 0x40

#define XT(type) "struct " type "@x_tables"
#define IPT(type) "struct " type "@ip_tables"
static const struct fake_member members[] = {
	{"struct net", "gen", 48, 8, .is_pointer = true},
	{"struct net_generic", "s.len", 0, .size = 4},
	{XT("xt_pernet"), "tables", 0, .size = 13 * 16, .is_array = true},
	{XT("xt_table"), "list", 0, .size = 16},
	{XT("xt_table"), "valid_hooks", 16, .size = 4},
	{XT("xt_table"), "private", 24, 8, .is_pointer = true},
	{XT("xt_table"), "name", 32, 32, .is_array = true},
	{XT("xt_table_info"), "size", 0, .size = 4},
	{XT("xt_table_info"), "hook_entry", 12, 20, .is_array = true},
	{XT("xt_table_info"), "entries", 0x40, .size = 0, .is_array = true},
	{XT("xt_entry_target"), "u.kernel.target", 8, 8, .is_pointer = true},
	{XT("xt_target"), "name", 16, 29, .is_array = true},
	{XT("xt_error_target"), "errorname", 16, 30, .is_array = true},
	{IPT("ipt_entry"), "target_offset", 0, .size = 2},
	{IPT("ipt_entry"), "next_offset", 2, .size = 2},
};

struct drawing {
	struct fake_target *fake;
	uint64_t base, at;
};

static uint64_t draw_entry(struct drawing *drawing, unsigned size, uint64_t type)
{
	uint64_t entry = drawing->base + drawing->at;

	fake_put(drawing->fake, entry, 2, 8);
	fake_put(drawing->fake, entry + 2, 2, size);
	fake_put(drawing->fake, entry + 16, 8, type);
	drawing->at += size;
	return entry;
}

static void draw_head(struct drawing *drawing, const char *name)
{
	fake_put_string(drawing->fake, draw_entry(drawing, HEAD_SIZE, TYPE_ERROR) + 24, name);
}

/* A table with INPUT (two rules, its policy), OUTPUT (its policy) and the chain shop (three rules, a return). */
static void draw_table(struct fake_target *fake, unsigned n, const char *name)
{
	struct drawing drawing = {fake, ENTRIES(n), 0};

	fake_put(fake, TABLE(n) + 16, 4, 1 << 1 | 1 << 3);
	fake_put(fake, TABLE(n) + 24, 8, INFO(n));
	fake_put_string(fake, TABLE(n) + 32, name);
	for (unsigned i = 0; i < 3; i++)
		draw_entry(&drawing, RULE_SIZE, TYPE_OTHER);
	fake_put(fake, INFO(n) + 12 + 4 * 3, 4, drawing.at);
	draw_entry(&drawing, RULE_SIZE, TYPE_OTHER);
	draw_head(&drawing, "shop");
	for (unsigned i = 0; i < 4; i++)
		draw_entry(&drawing, RULE_SIZE, TYPE_OTHER);
	draw_head(&drawing, "ERROR");
	fake_put(fake, INFO(n), 4, drawing.at);
}

#define INPUT(n, i) (ENTRIES(n) + RULE_SIZE * (uint64_t)(i))
#define OUTPUT(n) INPUT(n, 3)
#define SHOP(n, i) (ENTRIES(n) + 4 * RULE_SIZE + HEAD_SIZE + RULE_SIZE * (uint64_t)(i))
#define END(n) SHOP(n, 4)

static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_net_generic(fake, "x_tables", "xt_pernet_id", NET_ID, PERNET);
	fake_put_string(fake, TYPE_ERROR + 16, "ERROR");
	fake_put_string(fake, TYPE_OTHER + 16, "");
	fake_put_list(fake, (uint64_t[]){IPV4_LIST, TABLE(0), TABLE(1)}, 3);
	fake_put_list(fake, (uint64_t[]){IPV6_LIST}, 1);
	draw_table(fake, 0, "filter");
	draw_table(fake, 1, "mangle");
	*state = machine;
	return 0;
}

#define LOCATE(machine, place, ...)                                                                \
	pk_xt_locate(&(machine)->ctx, "ipt_do_table", FAKE_WORDS(__VA_ARGS__), place)

static void which_functions(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_xt_place place;

	assert_true(pk_xt_walks("ipt_do_table"));
	assert_true(pk_xt_walks("ip6t_do_table"));
	assert_false(pk_xt_walks("nft_do_chain"));
	assert_int_equal(pk_xt_locate(&machine->ctx, "ip6t_do_table",
				      (const uint64_t[]){INFO(1), SHOP(1, 1)}, 2, &place),
			 PK_ABSENT);
	assert_int_equal(pk_xt_locate(&machine->ctx, "nft_do_chain",
				      (const uint64_t[]){INFO(1), SHOP(1, 1)}, 2, &place),
			 PK_ABSENT);
}

static void chain_and_rule(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_xt_place place;

	/* the table, its first rule (where all begin), the rule, its target; a word of no meaning */
	assert_int_equal(
		LOCATE(machine, &place, 7, INFO(1), ENTRIES(1), SHOP(1, 1), SHOP(1, 1) + 8), PK_OK);
	assert_string_equal(place.program, "iptables");
	assert_string_equal(place.table, "mangle");
	assert_string_equal(place.chain, "shop");
	assert_int_equal(place.addr, TABLE(1));
	assert_int_equal(place.rule, 2);
	assert_int_equal(place.nr_rules, 3);
	assert_int_equal(LOCATE(machine, &place, ENTRIES(0), INPUT(0, 1)), PK_OK);
	assert_string_equal(place.table, "filter");
	assert_string_equal(place.chain, "INPUT");
	assert_int_equal(place.rule, 2);
	assert_int_equal(place.nr_rules, 2);
}

/* The policy and the return at the end are no rules that iptables would number. */
static void ends(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_xt_place place;

	assert_int_equal(LOCATE(machine, &place, INFO(0), OUTPUT(0)), PK_OK);
	assert_string_equal(place.chain, "OUTPUT");
	assert_int_equal(place.rule, 0);
	assert_int_equal(place.nr_rules, 0);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 3)), PK_OK);
	assert_string_equal(place.chain, "shop");
	assert_int_equal(place.rule, 0);
	assert_int_equal(place.nr_rules, 3);
}

/* A rule and the next that it is about to go on to; a rule, and the one that it jumps to. */
static void several(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_xt_place place;

	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 0), SHOP(0, 1)), PK_OK);
	assert_string_equal(place.chain, "shop");
	assert_int_equal(place.rule, 0);
	assert_int_equal(place.nr_rules, 3);
	assert_int_equal(LOCATE(machine, &place, INFO(0), INPUT(0, 1), SHOP(0, 0)), PK_OK);
	assert_string_equal(place.table, "filter");
	assert_string_equal(place.chain, "");
	assert_int_equal(place.rule, 0);
}

/* A target without its rule, the head of a chain: neither is where the function is. */
static void no_rule(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_xt_place place;

	assert_int_equal(LOCATE(machine, &place, TABLE(0), SHOP(0, 1) + 8, OUTPUT(0) + RULE_SIZE),
			 PK_OK);
	assert_string_equal(place.table, "filter");
	assert_string_equal(place.chain, "");
	assert_int_equal(place.rule, 0);
}

static void no_table(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_xt_place place;

	assert_int_equal(LOCATE(machine, &place, SHOP(0, 1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, INFO(0), ENTRIES(0)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 1), SHOP(1, 1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(1, 1)), PK_ABSENT);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_xt_place place;

	fake_put(fake, INPUT(0, 2) + 2, 2, 0);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 1)), PK_CORRUPT);
	fake_put(fake, INPUT(0, 2) + 2, 2, 0xffff);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 1)), PK_CORRUPT);
	fake_put(fake, INPUT(0, 2) + 2, 2, RULE_SIZE);
	fake_put(fake, INPUT(0, 2) + 16, 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 1)), PK_UNREADABLE);
	fake_put(fake, INFO(0), 4, 0xffffffff);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 1)), PK_LIMIT);
	fake_put(fake, TABLE(1) + 24, 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, &place, INFO(0), SHOP(0, 1)), PK_UNREADABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(which_functions, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(chain_and_rule, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(ends, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(several, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(no_rule, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(no_table, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
