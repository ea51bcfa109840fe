// SPDX-License-Identifier: GPL-3.0-or-later
/* Which rule dropped a packet: what the trace has of a hook's calls against the hook in memory, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/cause.h"
#include "analysis/lives/queued_packets.h"
#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"
#include "protocol/protocol.h"

#define NET FAKE_INIT_NET
#define HOOKS4 0x700 /* in struct net: pointers to what is called at five hooks */
#define HOOKS6 0x740
#define GENERATION 0x800
#define TABLES 0x810
#define ENTRIES (FAKE_DIRECT + 0x1000) /* of the input hook */
#define CHAIN(n) (FAKE_DIRECT + 0x2000 + 0x100 * (uint64_t)(n))
#define DEVICE(n) (FAKE_DIRECT + 0x3000 + 0x100 * (uint64_t)(n))
#define ADJACENT (FAKE_DIRECT + 0x3800)
#define ADDR_OF_SOCK (FAKE_DIRECT + 0x4000)
#define UPPER 32 /* in struct net_device */
#define ND_NET 48
#define TCX 56
#define INPUT 1
#define FUNC(n) (0xffffffff81000000ull + 0x100 * (uint64_t)(n))

enum { HOOK_SLOW, HOOK_LIST, DELIVER, TCP_RCV, CONNTRACK, DO_CHAIN, MANGLES, NR_FUNCS };

static const char *const funcs[] = {"nf_hook_slow", "nf_hook_slow_list.part.0", "ip_local_deliver",
				    "tcp_v4_rcv",   "ipv4_conntrack_in",	"nft_do_chain_inet",
				    "ip_vs_in_hook"};

#define TYPE(type) "struct " type "@nf_tables"
static const struct fake_member members[] = {
	{"struct net", "nf.hooks_ipv4", HOOKS4, .size = 40, .is_array = true, .elements = 5},
	{"struct net", "nf.hooks_ipv6", HOOKS6, .size = 40, .is_array = true, .elements = 5},
	{"struct net", "nft.gencursor", GENERATION, .size = 1},
	{"struct net", "nft.tables", TABLES, .size = 16},
	{"struct nf_hook_entries", "num_hook_entries", 0, .size = 2},
	{"struct nf_hook_entries", "hooks", 8, .size = 0, .is_array = true},
	{"struct nf_hook_entry", "hook", 0, 8, .is_pointer = true},
	{"struct nf_hook_entry", "priv", 8, 8, .is_pointer = true},
	{TYPE("nft_table"), "list", 0, .size = 16},
	{TYPE("nft_table"), "chains", 16, .size = 16},
	{TYPE("nft_rule"), "list", 0, .size = 16},
	{TYPE("nft_rule"), "data", 24, .size = 0, .is_array = true},
	{TYPE("nft_expr"), "data", 8, .size = 0, .is_array = true},
	{"struct net_device", "adj_list.upper", UPPER, .size = 16},
	{"struct net_device", "nd_net", ND_NET, 8, .is_pointer = true},
	{"struct net_device", "tcx_ingress", TCX, 8, .is_pointer = true},
	{"struct netdev_adjacent", "dev", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "list", 8, .size = 16},
};

struct machine {
	struct fake_machine base;
	struct pk_packet_set set;
	struct pk_queued_packets memory;
	struct pk_engine engine;
	struct pk_nf_rules rules;
	struct pk_sock sock;
	struct pk_net_device devices[2];
	struct pk_hook_calls calls;
	struct pk_drop drop;
	struct pk_packet *packet; /* TCP, 10.0.0.1:1001 > 10.0.0.2:80, received */
};

/* At the input hook: NR functions, each with its own chain. */
static void put_hook(struct fake_target *fake, const unsigned *called, unsigned nr)
{
	fake_put(fake, NET + HOOKS4 + 8 * INPUT, 8, ENTRIES);
	fake_put(fake, ENTRIES, 2, nr);
	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, ENTRIES + 8 + 16 * i, 8, FUNC(called[i]));
		fake_put(fake, ENTRIES + 8 + 16 * i + 8, 8, CHAIN(i));
	}
}

static void put_calls(struct machine *machine, const unsigned *called, unsigned nr)
{
	machine->calls.nr = nr;
	for (unsigned i = 0; i < nr; i++)
		machine->calls.funcs[i] = FUNC(called[i]);
}

/* What chain N can drop by: rules NR of its own, or its policy. */
static struct pk_nft_drops *put_drops(struct machine *machine, unsigned n, unsigned nr, bool policy)
{
	struct pk_nft_drops *drops = calloc(1, sizeof(*drops));

	*drops = (struct pk_nft_drops){.status = PK_OK,
				       .family = "inet",
				       .table = "shop",
				       .chain = "in",
				       .policy = policy,
				       .list = calloc(nr + 1, sizeof(*drops->list)),
				       .nr = nr};
	for (unsigned i = 0; i < nr; i++) {
		drops->list[i].chain = "in";
		drops->list[i].rule = i + 1;
		drops->list[i].handle = 20 + i;
	}
	assert_true(pk_hash_put(&machine->rules.chains, CHAIN(n), drops));
	return drops;
}

/* Rule RULE of DROPS asks for LEN bytes at OFFSET of OF. */
static struct pk_nft_condition *put_condition(struct pk_nft_drops *drops, unsigned rule,
					      enum pk_nft_part_of of, uint32_t offset, uint32_t len,
					      uint8_t last)
{
	struct pk_nft_drop *drop = &drops->list[rule];
	struct pk_nft_condition *condition = &drop->conditions[drop->nr_conditions++];

	*condition = (struct pk_nft_condition){.of = of, .offset = offset, .len = len};
	memset(condition->mask, 0xff, len);
	condition->value[len - 1] = last;
	return condition;
}

static void put_packet(struct machine *machine)
{
	struct pk_packet *packet = pk_packet_set_add(&machine->set);
	struct pk_tuple local;

	packet->dir = PK_RX;
	packet->drop = &machine->drop;
	packet->sk = ADDR_OF_SOCK;
	packet->header = (struct pk_header){.protocol = 6,
					    .tuple = {.family = 4,
						      .saddr = {10, 0, 0, 1},
						      .daddr = {10, 0, 0, 2},
						      .sport = 1001,
						      .dport = 80},
					    .tuple_known = true};
	local = pk_tuple_reversed(&packet->header.tuple);
	machine->sock = (struct pk_sock){.addr = ADDR_OF_SOCK,
					 .kind = PK_SOCK_FULL,
					 .protocol = 6,
					 .net = NET,
					 .tuple = local};
	assert_true(pk_hash_put(&machine->memory.tuples, pk_tuple_key(&pk_tcp, &local),
				&machine->sock));
	machine->packet = packet;
}

static int setup(void **state)
{
	static const unsigned called[] = {CONNTRACK, DO_CHAIN, DO_CHAIN};
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct nf_hook_entry", 16);
	for (unsigned i = 0; i < NR_FUNCS; i++)
		fake_symbol(fake, funcs[i], FUNC(i), 0x100);
	fake_put_list(fake, (uint64_t[]){NET + TABLES}, 1);
	for (unsigned i = 0; i < 2; i++) {
		fake_put_list(fake, (uint64_t[]){DEVICE(i) + UPPER}, 1);
		fake_put(fake, DEVICE(i) + ND_NET, 8, NET + 0x1000 * i);
	}
	put_hook(fake, called, 3);
	pk_ctx_init(&machine.base.ctx, &fake->target);
	machine.devices[0] = (struct pk_net_device){.addr = DEVICE(0), .net = NET, .name = "eth0"};
	machine.devices[1] = (struct pk_net_device){.addr = DEVICE(1), .net = 1, .name = "eth1"};
	machine.memory.devices = machine.devices;
	machine.memory.nr_devices = 2;
	machine.engine.ctx = &machine.base.ctx;
	machine.engine.set = &machine.set;
	machine.engine.memory = &machine.memory;
	put_calls(&machine, called, 2);
	machine.calls.callers[0] = FUNC(DELIVER);
	machine.drop = (struct pk_drop){.hooks = &machine.calls,
					.location = FUNC(HOOK_SLOW) + 0x40,
					.reason_known = true,
					.reason_name = "NETFILTER_DROP"};
	put_packet(&machine);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_nf_rules_deinit(&machine->rules);
	pk_hash_deinit(&machine->memory.tuples, NULL);
	pk_packet_set_deinit(&machine->set);
	return fake_machine_teardown(state);
}

/* TEXT: what is said; NULL: nothing. */
static void expect(struct machine *machine, const char *text)
{
	const struct pk_nf_verdict *verdict =
		pk_nf_verdict_of(&machine->engine, &machine->rules, machine->packet);
	char said[300] = "";

	if (!text) {
		assert_null(verdict);
		return;
	}
	assert_non_null(verdict);
	pk_nf_verdict_say(verdict, said, sizeof(said));
	assert_string_equal(said, text);
}

#define FUNCTION_ALONE ": hook input, nft_do_chain_inet"
#define SOME_RULE ": hook input, nft inet shop in, which of its rules is not known"
#define ONLY_RULE ": hook input, nft inet shop in, rule 1 (handle 20), the only one that drops"
#define SECOND_RULE                                                                                \
	": hook input, nft inet shop in, rule 2 (handle 21), the only one that drops and may "     \
	"match"

static void the_only_rule(void **state)
{
	struct machine *machine = *state;
	struct pk_nft_drops *drops = put_drops(machine, 1, 1, false);

	put_drops(machine, 2, 0, true);
	expect(machine, ONLY_RULE);
	drops->list[0].chain = "bans\n";
	expect(machine, ": hook input, nft inet shop in, rule 1 (handle 20) of chain bans\n, the "
			"only one that drops");
	drops->policy = true;
	expect(machine, SOME_RULE);
	/* The second chain of two: as many were called. */
	put_calls(machine, (unsigned[]){CONNTRACK, DO_CHAIN, DO_CHAIN}, 3);
	expect(machine, ": hook input, nft inet shop in, by its policy: none of its rules drops");
}

/* Two rules, for ports 13 and 80. */
static struct pk_nft_drops *put_two(struct machine *machine)
{
	struct pk_nft_drops *drops = put_drops(machine, 1, 2, false);

	put_condition(drops, 0, PK_NFT_TRANSPORT, 2, 2, 13);
	put_condition(drops, 1, PK_NFT_TRANSPORT, 2, 2, 80);
	return drops;
}

static void the_only_one_that_may_match(void **state)
{
	struct machine *machine = *state;
	struct pk_nft_drops *drops = put_two(machine);

	expect(machine, SECOND_RULE);
	drops->list[1].conditions[0].negated = true; /* both are contradicted */
	expect(machine, SOME_RULE);
	drops->list[0].conditions[0].negated = true; /* not port 13: the first may match */
	expect(machine, ": hook input, nft inet shop in, rule 1 (handle 20), the only one that "
			"drops and may match");
}

/* Bytes of which nothing is known contradict nothing, nor do those that no header has. */
static void what_the_header_does_not_tell(void **state)
{
	struct machine *machine = *state;
	struct pk_nft_drops *drops = put_two(machine);

	drops->list[0].conditions[0].offset = 4; /* TCP's sequence number */
	expect(machine, SOME_RULE);
	drops->list[0].conditions[0].offset = 250;
	expect(machine, SOME_RULE);
	drops->list[0].conditions[0].negated = true;
	expect(machine, SOME_RULE);
	drops->list[0].conditions[0] =
		(struct pk_nft_condition){.of = PK_NFT_NETWORK}; /* of no length */
	expect(machine, SOME_RULE);
	put_condition(drops, 0, PK_NFT_NETWORK, 12, 4, 9); /* another host's */
	expect(machine, SECOND_RULE);
	machine->packet->header.unproven = true;
	expect(machine, SOME_RULE);
	machine->packet->header.unproven = false;
	machine->packet->header.tuple_known = false;
	expect(machine, FUNCTION_ALONE); /* whose it is is not known, either */
}

/* Something in the namespace may have changed the header before. */
static void a_header_that_may_have_changed(void **state)
{
	struct machine *machine = *state;

	put_hook(&machine->base.fake, (unsigned[]){CONNTRACK, DO_CHAIN, MANGLES}, 3);
	put_two(machine);
	expect(machine, SOME_RULE);
}

static void hooks_of_ipv6_that_cannot_be_read(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, NET + HOOKS6, 8, 0x10);
	put_two(machine);
	expect(machine, SECOND_RULE);
	fake_put(fake, NET + HOOKS4, 8, 0x10); /* read once */
	expect(machine, SECOND_RULE);
	pk_hash_deinit(&machine->rules.nets, free);
	machine->rules.nets = (struct pk_hash){0};
	expect(machine, SOME_RULE);
}

/* nft's tables in a circle, or none that can be read: a rule may change headers. */
static void damaged_tables(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->base.fake, NET + TABLES, 8, 0x10);
	put_two(machine);
	expect(machine, SOME_RULE);
}

/* What the trace has must be the first of what memory has. */
static void other_functions_than_in_memory(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	put_drops(machine, 1, 1, false);
	put_hook(fake, (unsigned[]){DO_CHAIN, CONNTRACK}, 2);
	expect(machine, FUNCTION_ALONE);
	put_hook(fake, (unsigned[]){CONNTRACK}, 1); /* unregistered since */
	expect(machine, FUNCTION_ALONE);
	put_hook(fake, (unsigned[]){CONNTRACK, DO_CHAIN}, 2);
	expect(machine, ONLY_RULE);
	fake_put(fake, ENTRIES, 2, 0xffff);
	expect(machine, FUNCTION_ALONE);
	fake_put(fake, NET + HOOKS4 + 8 * INPUT, 8, 0xffffdead00000000);
	expect(machine, FUNCTION_ALONE);
	fake_put(fake, NET + HOOKS4 + 8 * INPUT, 8, 0);
	expect(machine, FUNCTION_ALONE);
}

static void rules_that_could_not_be_read(void **state)
{
	struct machine *machine = *state;
	struct pk_nft_drops *drops = put_drops(machine, 1, 1, false);

	drops->status = PK_CORRUPT;
	expect(machine, FUNCTION_ALONE);
	drops->status = PK_OK;
	drops->family = NULL;
	expect(machine, FUNCTION_ALONE);
	drops->family = "inet";
	drops->nr = 0; /* it cannot drop */
	expect(machine, FUNCTION_ALONE);
	/* a chain of which nothing is in memory */
	put_calls(machine, (unsigned[]){CONNTRACK, DO_CHAIN, DO_CHAIN}, 3);
	expect(machine, FUNCTION_ALONE);
	put_calls(machine, (unsigned[]){CONNTRACK}, 1); /* not nft */
	expect(machine, ": hook input, ipv4_conntrack_in");
}

static void whose_hook_it_was(void **state)
{
	struct machine *machine = *state;

	put_drops(machine, 1, 1, false);
	machine->calls.callers[0] = FUNC(HOOK_LIST);
	machine->calls.callers[1] = FUNC(DELIVER);
	expect(machine, ONLY_RULE);
	machine->calls.callers[1] = 0;
	expect(machine, NULL);
	machine->calls.callers[0] = FUNC(TCP_RCV); /* of no hook */
	expect(machine, NULL);
	machine->calls.callers[0] = 0x10;
	expect(machine, NULL);
	machine->calls.callers[0] = FUNC(DELIVER);
	machine->calls.funcs[1] = 0x10;
	expect(machine, NULL);
}

static void no_hook_dropped_it(void **state)
{
	struct machine *machine = *state;

	put_drops(machine, 1, 1, false);
	strcpy(machine->drop.reason_name, "TCP_CSUM");
	expect(machine, NULL);
	strcpy(machine->drop.reason_name, "NOT_SPECIFIED");
	expect(machine, ONLY_RULE);
	machine->drop.location = FUNC(TCP_RCV);
	expect(machine, NULL);
	machine->drop.location = 0;
	expect(machine, NULL);
	machine->drop.hooks = NULL;
	expect(machine, NULL);
	machine->packet->drop = NULL;
	expect(machine, NULL);
}

/* Without a socket its device has the namespace, if nothing on it is in another. */
static void the_namespace_of_a_device(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	put_drops(machine, 1, 1, false);
	machine->packet->sk = 0;
	expect(machine, FUNCTION_ALONE); /* on none */
	machine->packet->dev = "eth0";
	expect(machine, ONLY_RULE);
	strcpy(machine->devices[1].name, "eth0"); /* which of two? */
	expect(machine, FUNCTION_ALONE);
	strcpy(machine->devices[1].name, "eth1");
	fake_put(fake, DEVICE(0) + TCX, 8, ADJACENT); /* a program may give it to another */
	expect(machine, FUNCTION_ALONE);
	fake_put(fake, DEVICE(0) + TCX, 8, 0);
	fake_put_list(fake, (uint64_t[]){DEVICE(0) + UPPER, ADJACENT + 8}, 2);
	fake_put(fake, ADJACENT, 8, DEVICE(0));
	expect(machine, ONLY_RULE);
	fake_put(fake, ADJACENT, 8, DEVICE(1)); /* of another namespace */
	expect(machine, FUNCTION_ALONE);
	fake_put(fake, ADJACENT, 8, DEVICE(0));
	fake_put(fake, ADJACENT + 8, 8, ADJACENT + 8); /* in a circle */
	expect(machine, FUNCTION_ALONE);
	fake_put(fake, DEVICE(0) + UPPER, 8, 0x10);
	expect(machine, FUNCTION_ALONE);
}

/* What was sent on a way of two devices may have come from another namespace. */
static void the_way_of_what_was_sent(void **state)
{
	struct machine *machine = *state;

	put_drops(machine, 1, 1, false);
	machine->packet->sk = 0;
	machine->packet->dir = PK_TX;
	machine->packet->dev = "eth0";
	machine->packet->way = "eth0";
	expect(machine, ONLY_RULE);
	machine->packet->way = "eth1 eth0";
	expect(machine, FUNCTION_ALONE);
}

static void it_is_said_in_what_room_there_is(void **state)
{
	struct machine *machine = *state;
	const struct pk_nf_verdict *verdict;
	char text[16] = "dropped";

	put_drops(machine, 1, 1, false);
	verdict = pk_nf_verdict_of(&machine->engine, &machine->rules, machine->packet);
	pk_nf_verdict_say(verdict, text, sizeof(text));
	assert_string_equal(text, "dropped: hook i");
	pk_nf_verdict_say(verdict, text, sizeof(text));
	assert_string_equal(text, "dropped: hook i");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_only_rule),
		TEST(the_only_one_that_may_match),
		TEST(what_the_header_does_not_tell),
		TEST(a_header_that_may_have_changed),
		TEST(hooks_of_ipv6_that_cannot_be_read),
		TEST(damaged_tables),
		TEST(other_functions_than_in_memory),
		TEST(rules_that_could_not_be_read),
		TEST(whose_hook_it_was),
		TEST(no_hook_dropped_it),
		TEST(the_namespace_of_a_device),
		TEST(the_way_of_what_was_sent),
		TEST(it_is_said_in_what_room_there_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
