// SPDX-License-Identifier: GPL-3.0-or-later
/* Routes, rules and nexthop objects of a namespace, and the way of a packet among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "decode/net/route/route.h"
#include "fake_net.h"

#define AT(n) (FAKE_DIRECT + (uint64_t)(n))
#define HASH AT(0x4000) /* 256 chains of tables */
#define HASH6 AT(0x5000)
#define OPS AT(0x6000)
#define RULE(n) AT(0x6100 + 0x80 * (n))
#define TABLE(n) AT(0x40 * (n))
#define TRIE(n) AT(0x200 + 0x40 * (n))
#define NODE(n) AT(0x400 + 0x80 * (n))
#define LEAF(n) AT(0x1000 + 0x20 * (n))
#define ALIAS(n) AT(0x1400 + 0x40 * (n))
#define INFO(n) AT(0x2000 + 0x100 * (n)) /* its hops from 0x50 on */
#define NEXTHOP(n) AT(0x3000 + 0x80 * (n)) /* and its nh_info at 0x40 */
#define GROUP AT(0x3800)
#define DEV(n) AT(0x7000 + 0x200 * (n))
#define METRICS AT(0x3900)
#define ROUTE6(n) AT(0x8000 + 0x100 * (n))
#define NOTHING AT(0x8f00)
#define NODE6(n) AT(0x9000 + 0x40 * (n))

#define HOP_MEMBERS(type, prefix)                                                                  \
	{type, prefix "dev", 0, 8, .is_pointer = true}, {type, prefix "oif", 8, .size = 4},        \
		{type, prefix "scope", 12, .size = 1}, {type, prefix "gw_family", 14, .size = 1},  \
		{type, prefix "flags", 15, .size = 1}, {type, prefix "gw", 16, .size = 16},        \
	{                                                                                          \
		type, prefix "weight", 32, .size = 4                                               \
	}

static const struct fake_member members[] = {
	{"struct net", "ipv4.fib_table_hash", 48, 8, .is_pointer = true},
	{"struct net", "ipv4.fib_main", 56, 8, .is_pointer = true},
	{"struct net", "ipv4.rules_ops", 64, 8, .is_pointer = true},
	{"struct net", "ipv4.fib_has_custom_rules", 72, .size = 1},
	{"struct net", "nexthop.rb_root.rb_node", 80, 8, .is_pointer = true},
	{"struct net", "ipv6.fib_table_hash", 88, 8, .is_pointer = true},
	{"struct net", "ipv6.fib6_null_entry", 96, 8, .is_pointer = true},
	{"struct net", "dev_base_head", 200, .size = 16},
	{"struct net_device", "dev_list", 16, .size = 16},
	{"struct net_device", "ifindex", 32, .size = 4},
	{"struct net_device", "nd_net", 40, 8, .is_pointer = true},
	{"struct net_device", "ip_ptr", 48, 8, .is_pointer = true},
	{"struct net_device", "flags", 56, .size = 4},
	{"struct in_device", "ifa_list", 0, 8, .is_pointer = true},
	{"struct in_device", "cnf.data", 8, .size = 128, .is_array = true},
	{"struct in_ifaddr", "ifa_next", 0, 8, .is_pointer = true},
	{"struct in_ifaddr", "ifa_local", 8, .size = 4},
	{"struct in_ifaddr", "ifa_address", 12, .size = 4},
	{"struct in_ifaddr", "ifa_mask", 16, .size = 4},
	{"struct in_ifaddr", "ifa_scope", 20, .size = 1},
	{"struct in_ifaddr", "ifa_flags", 24, .size = 4},
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
	{"struct fib_alias", "fa_info", 16, 8, .is_pointer = true},
	{"struct fib_alias", "fa_slen", 24, .size = 1},
	{"struct fib_alias", "fa_tos", 25, .size = 1},
	{"struct fib_alias", "fa_type", 26, .size = 1},
	{"struct fib_alias", "tb_id", 28, .size = 4},
	{"struct fib_info", "fib_dead", 0, .size = 1},
	{"struct fib_info", "fib_protocol", 1, .size = 1},
	{"struct fib_info", "fib_scope", 2, .size = 1},
	{"struct fib_info", "fib_flags", 4, .size = 4},
	{"struct fib_info", "fib_prefsrc", 8, .size = 4},
	{"struct fib_info", "fib_priority", 12, .size = 4},
	{"struct fib_info", "fib_metrics", 16, 8, .is_pointer = true},
	{"struct fib_info", "fib_nhs", 24, .size = 4},
	{"struct fib_info", "nh", 32, 8, .is_pointer = true},
	{"struct fib_info", "fib_nh", 0x50, .size = 0, .is_array = true},
	{"struct fib_nh", "nh_common", 0, .size = 40},
	HOP_MEMBERS("struct fib_nh_common", "nhc_"),
	{"struct dst_metrics", "metrics", 4, .size = 68, .is_array = true},
	{"struct nexthop", "rb_node", 0, .size = 24},
	{"struct nexthop", "id", 24, .size = 4},
	{"struct nexthop", "protocol", 28, .size = 1},
	{"struct nexthop", "is_group", 29, .size = 1},
	{"struct nexthop", "nh_info", 32, 8, .is_pointer = true},
	{"struct nexthop", "nh_grp", 32, 8, .is_pointer = true},
	{"struct nh_info", "reject_nh", 0, .size = 1},
	{"struct nh_info", "fib_nhc", 8, .size = 40},
	{"struct nh_group", "num_nh", 0, .size = 2},
	{"struct nh_group", "nh_entries", 8, .size = 0, .is_array = true},
	{"struct nh_grp_entry", "nh", 0, 8, .is_pointer = true},
	{"struct nh_grp_entry", "weight", 8, .size = 2},
	{"struct fib_rules_ops", "rules_list", 0, .size = 16},
	{"struct fib_rule", "list", 0, .size = 16},
	{"struct fib_rule", "iifindex", 16, 4, .is_signed = true},
	{"struct fib_rule", "oifindex", 20, 4, .is_signed = true},
	{"struct fib_rule", "mark", 24, .size = 4},
	{"struct fib_rule", "mark_mask", 28, .size = 4},
	{"struct fib_rule", "flags", 32, .size = 4},
	{"struct fib_rule", "table", 36, .size = 4},
	{"struct fib_rule", "action", 40, .size = 1},
	{"struct fib_rule", "target", 44, .size = 4},
	{"struct fib_rule", "tun_id", 48, .size = 8},
	{"struct fib_rule", "ctarget", 56, 8, .is_pointer = true},
	{"struct fib_rule", "pref", 64, .size = 4},
	{"struct fib_rule", "suppress_prefixlen", 68, 4, .is_signed = true},
	{"struct fib_rule", "iifname", 72, .size = 16, .is_array = true},
	{"struct fib_rule", "oifname", 88, .size = 16, .is_array = true},
	{"struct fib_rule", "uid_range.start.val", 104, .size = 4},
	{"struct fib_rule", "uid_range.end.val", 108, .size = 4},
	{"struct fib4_rule", "common", 0, .size = 112},
	{"struct fib4_rule", "dst_len", 112, .size = 1},
	{"struct fib4_rule", "src_len", 113, .size = 1},
	{"struct fib4_rule", "tos", 114, .size = 1},
	{"struct fib4_rule", "src", 116, .size = 4},
	{"struct fib4_rule", "dst", 120, .size = 4},
	{"struct fib6_table", "tb6_hlist", 0, .size = 16},
	{"struct fib6_table", "tb6_id", 8, .size = 4},
	{"struct fib6_table", "tb6_root", 16, .size = 64},
	{"struct fib6_node", "left", 0, 8, .is_pointer = true},
	{"struct fib6_node", "right", 8, 8, .is_pointer = true},
	{"struct fib6_node", "leaf", 24, 8, .is_pointer = true},
	{"struct fib6_node", "fn_bit", 32, .size = 2},
	{"struct fib6_node", "fn_flags", 34, .size = 2},
	{"struct fib6_info", "fib6_next", 0, 8, .is_pointer = true},
	{"struct fib6_info", "fib6_siblings", 8, .size = 16},
	{"struct fib6_info", "fib6_dst.addr", 24, .size = 16},
	{"struct fib6_info", "fib6_dst.plen", 40, .size = 4},
	{"struct fib6_info", "fib6_nsiblings", 44, .size = 4},
	{"struct fib6_info", "fib6_prefsrc.addr", 48, .size = 16},
	{"struct fib6_info", "fib6_prefsrc.plen", 64, .size = 4},
	{"struct fib6_info", "fib6_metric", 68, .size = 4},
	{"struct fib6_info", "fib6_flags", 72, .size = 4},
	{"struct fib6_info", "fib6_type", 76, .size = 1},
	{"struct fib6_info", "fib6_protocol", 77, .size = 1},
	{"struct fib6_info", "fib6_metrics", 80, 8, .is_pointer = true},
	{"struct fib6_info", "fib6_nh", 96, .size = 0, .is_array = true},
	{"struct fib6_nh", "nh_common", 0, .size = 40},
};

static void put_net(struct fake_target *fake, unsigned offset, uint64_t value)
{
	fake_put(fake, FAKE_INIT_NET + offset, 8, value);
}

static void put_node(struct fake_target *fake, uint64_t node, uint32_t key, unsigned pos,
		     unsigned bits)
{
	fake_put(fake, node, 4, key);
	fake_put(fake, node + 4, 1, pos);
	fake_put(fake, node + 5, 1, bits);
}

static void put_ip(struct fake_target *fake, uint64_t addr, uint32_t ip)
{
	const uint8_t bytes[4] = {(uint8_t)(ip >> 24), (uint8_t)(ip >> 16), (uint8_t)(ip >> 8),
				  (uint8_t)ip};

	fake_put_bytes(fake, addr, bytes, 4);
}

/* Alias N of table TABLE and type TYPE, with info N; it stands at FROM. */
static void put_alias(struct fake_target *fake, unsigned n, uint64_t from, unsigned slen,
		      unsigned table, unsigned type)
{
	fake_put(fake, from, 8, ALIAS(n));
	fake_put(fake, ALIAS(n) + 16, 8, INFO(n));
	fake_put(fake, ALIAS(n) + 24, 1, slen);
	fake_put(fake, ALIAS(n) + 26, 1, type);
	fake_put(fake, ALIAS(n) + 28, 4, table);
}

/* By the device N, to the gateway GATEWAY (0: on the link). */
static void put_hop(struct fake_target *fake, uint64_t hop, unsigned n, uint32_t gateway)
{
	fake_put(fake, hop, 8, DEV(n));
	fake_put(fake, hop + 8, 4, n + 1);
	fake_put(fake, hop + 14, 1, gateway ? 2 : 0);
	put_ip(fake, hop + 16, gateway);
	fake_put(fake, hop + 32, 4, 1);
}

static void put_info(struct fake_target *fake, unsigned n, unsigned dev, uint32_t gateway)
{
	fake_put(fake, INFO(n) + 24, 4, 1);
	put_hop(fake, INFO(n) + 0x50, dev, gateway);
}

static void put_rule(struct fake_target *fake, unsigned n, unsigned priority, unsigned table)
{
	fake_put(fake, RULE(n) + 36, 4, table);
	fake_put(fake, RULE(n) + 40, 1, table ? PK_RULE_TABLE : PK_RULE_NOP);
	fake_put(fake, RULE(n) + 64, 4, priority);
	fake_put(fake, RULE(n) + 68, 4, UINT32_MAX);
	fake_put(fake, RULE(n) + 108, 4, UINT32_MAX);
	fake_link(fake, n ? RULE(n - 1) : OPS, RULE(n));
	fake_link(fake, RULE(n), OPS);
}

/* Tables local and main share a trie: 10.0.0.0/24 (alias 0) and 10.0.0.0/16 (1) of main, 10.1.0.1 of local (2). Table 100 has
 * default (3), of two hops. */
static void put_routes(struct fake_target *fake)
{
	static const unsigned numbers[] = {254, 255, 100};

	for (unsigned i = 0; i < 3; i++) {
		fake_put(fake, HASH + 8 * numbers[i], 8, TABLE(i));
		fake_put(fake, TABLE(i) + 16, 4, numbers[i]);
		fake_put(fake, TABLE(i) + 24, 8, TRIE(i / 2));
		put_node(fake, TRIE(i) + 8, 0, 32, 0);
	}
	fake_put(fake, TRIE(0) + 16, 8, NODE(0));
	put_node(fake, NODE(0), 0x0a000000, 16, 1);
	fake_put(fake, NODE(0) + 8, 8, LEAF(0));
	fake_put(fake, NODE(0) + 16, 8, LEAF(1));
	put_node(fake, LEAF(0), 0x0a000000, 0, 0);
	put_node(fake, LEAF(1), 0x0a010001, 0, 0);
	put_alias(fake, 0, LEAF(0) + 8, 8, 254, PK_RTN_UNICAST);
	put_alias(fake, 1, ALIAS(0), 16, 254, PK_RTN_UNICAST);
	put_alias(fake, 2, LEAF(1) + 8, 0, 255, PK_RTN_LOCAL);
	put_info(fake, 0, 0, 0);
	put_info(fake, 1, 0, 0x0a000002);
	put_info(fake, 2, 1, 0);
	fake_put(fake, TRIE(1) + 16, 8, LEAF(2));
	put_node(fake, LEAF(2), 0, 0, 0);
	put_alias(fake, 3, LEAF(2) + 8, 32, 100, PK_RTN_UNICAST);
	put_info(fake, 3, 0, 0x0a000003);
	fake_put(fake, INFO(3) + 24, 4, 2);
	put_hop(fake, INFO(3) + 0x50 + 40, 1, 0x0a000004);
}

static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_type(fake, "struct fib_nh", 40);
	fake_type(fake, "struct nh_grp_entry", 16);
	put_net(fake, 48, HASH);
	put_net(fake, 64, OPS);
	put_net(fake, 88, HASH6);
	put_net(fake, 96, NOTHING);
	put_routes(fake);
	put_rule(fake, 0, 0, 255);
	put_rule(fake, 1, 100, 100);
	put_rule(fake, 2, 32766, 254);
	*state = machine;
	return 0;
}

/* --- what is listed ------------------------------------------------------------------------------------------- */

struct listed {
	struct pk_route list[8];
	struct pk_route_hop hops[8][4];
	unsigned nr, most;
};

static bool collect(struct pk_route *route, void *arg)
{
	struct listed *listed = arg;

	assert_true(listed->nr < 8);
	listed->list[listed->nr] = *route;
	for (uint32_t i = 0; i < route->nr_hops && i < 4; i++)
		listed->hops[listed->nr][i] = route->hops[i];
	return ++listed->nr != listed->most;
}

static enum pk_status list(struct fake_machine *machine, uint8_t family, struct listed *listed)
{
	struct pk_nexthops nexthops;
	struct pk_routes_request request = {.net = FAKE_INIT_NET,
					    .family = family,
					    .nexthops = &nexthops,
					    .fn = collect,
					    .arg = listed};
	enum pk_status status;

	listed->nr = 0;
	pk_nexthops_read(&machine->ctx, FAKE_INIT_NET, &nexthops);
	status = pk_routes_list(&machine->ctx, &request);
	pk_nexthops_deinit(&nexthops);
	return status;
}

static void routes(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct listed listed = {0};

	fake_put(fake, INFO(0) + 16, 8, METRICS);
	fake_put(fake, METRICS + 4 + 4, 4, 1400);
	fake_put(fake, INFO(0) + 1, 1, 2);
	fake_put(fake, INFO(0) + 12, 4, 50);
	put_ip(fake, INFO(0) + 8, 0x0a000001);
	assert_int_equal(list(machine, 4, &listed), PK_OK);
	/* table 100 first, then main, then local: each its own of the trie that two share */
	assert_int_equal(listed.nr, 4);
	assert_int_equal(listed.list[0].table, 100);
	assert_int_equal(listed.list[0].dst.length, 0);
	assert_int_equal(listed.list[0].nr_hops, 2);
	assert_int_equal(listed.hops[0][1].gateway.bytes[3], 4);
	assert_int_equal(listed.hops[0][1].oif, 2);
	assert_int_equal(listed.list[1].table, 254);
	assert_int_equal(listed.list[1].dst.length, 24);
	assert_int_equal(listed.list[1].dst.bytes[0], 10);
	assert_int_equal(listed.list[1].metrics[2], 1400);
	assert_int_equal(listed.list[1].metric, 50);
	assert_int_equal(listed.list[1].protocol, 2);
	assert_int_equal(listed.list[1].prefsrc.bytes[3], 1);
	assert_int_equal(listed.hops[1][0].gateway.family, 0);
	assert_int_equal(listed.list[2].dst.length, 16);
	assert_int_equal(listed.list[2].prefsrc.family, 0);
	assert_int_equal(listed.list[3].type, PK_RTN_LOCAL);
	assert_int_equal(listed.list[3].dst.length, 32);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(listed.list[i].status, PK_OK);
	listed.most = 2;
	assert_int_equal(list(machine, 4, &listed), PK_OK);
	assert_int_equal(listed.nr, 2);
}

/* What one route lacks keeps no other from the list. */
static void a_damaged_route(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct listed listed = {0};

	fake_put(fake, INFO(1) + 24, 4, 0x10001); /* hops */
	fake_put(fake, ALIAS(3) + 16, 8, 0xdead0000);
	assert_int_equal(list(machine, 4, &listed), PK_OK);
	assert_int_equal(listed.nr, 4);
	assert_int_equal(listed.list[0].status, PK_UNREADABLE);
	assert_int_equal(listed.list[1].status, PK_OK);
	assert_int_equal(listed.list[2].status, PK_CORRUPT);
	/* many, as far as memory goes */
	fake_put(fake, INFO(1) + 24, 4, 0x10000);
	assert_int_equal(list(machine, 4, &listed), PK_OK);
	assert_int_equal(listed.list[2].status, PK_LIMIT);
}

static void a_damaged_trie(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct listed listed = {0};

	/* aliases that come back: each once */
	fake_put(fake, ALIAS(1), 8, ALIAS(0));
	assert_int_equal(list(machine, 4, &listed), PK_CORRUPT);
	assert_int_equal(listed.nr, 3);
	fake_put(fake, ALIAS(1), 8, 0);
	fake_put(fake, ALIAS(0) + 24, 1, 33);
	assert_int_equal(list(machine, 4, &listed), PK_CORRUPT);
	fake_put(fake, ALIAS(0) + 24, 1, 8);
	fake_put(fake, NODE(0) + 8, 8, NODE(0));
	assert_int_equal(list(machine, 4, &listed), PK_CORRUPT);
	assert_int_equal(listed.nr, 1);
}

static void nexthops(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct listed listed = {0};

	for (unsigned i = 0; i < 3; i++) {
		fake_put(fake, NEXTHOP(i) + 24, 4, 7 + i);
		fake_put(fake, NEXTHOP(i) + 32, 8, NEXTHOP(i) + 0x40);
		put_hop(fake, NEXTHOP(i) + 0x48, i, 0x0a000009);
	}
	put_net(fake, 80, NEXTHOP(1));
	fake_put(fake, NEXTHOP(1) + 16, 8, NEXTHOP(0)); /* left, as fake_net has it */
	fake_put(fake, NEXTHOP(1) + 8, 8, NEXTHOP(2));
	fake_put(fake, NEXTHOP(2) + 29, 1, 1);
	fake_put(fake, NEXTHOP(2) + 32, 8, GROUP);
	fake_put(fake, GROUP, 2, 2);
	fake_put(fake, GROUP + 8, 8, NEXTHOP(0));
	fake_put(fake, GROUP + 16, 2, 5);
	fake_put(fake, GROUP + 24, 8, NEXTHOP(1));
	fake_put(fake, INFO(0) + 32, 8, NEXTHOP(0));
	fake_put(fake, INFO(1) + 32, 8, NEXTHOP(2));
	assert_int_equal(list(machine, 4, &listed), PK_OK);
	assert_int_equal(listed.list[1].nexthop, 7);
	assert_int_equal(listed.list[1].nr_hops, 1);
	assert_int_equal(listed.list[2].nexthop, 9);
	assert_int_equal(listed.list[2].nr_hops, 2);
	assert_int_equal(listed.hops[2][0].weight, 5);
	assert_int_equal(listed.hops[2][1].id, 8);
	/* a blackhole, one of another namespace, one that is not in the dump */
	fake_put(fake, NEXTHOP(0) + 0x40, 1, 1);
	fake_put(fake, INFO(1) + 32, 8, ROUTE6(0));
	fake_put(fake, INFO(2) + 32, 8, 0xdead0000);
	assert_int_equal(list(machine, 4, &listed), PK_OK);
	assert_int_equal(listed.list[1].type, PK_RTN_BLACKHOLE);
	assert_int_equal(listed.list[2].status, PK_CORRUPT);
	assert_int_equal(listed.list[3].status, PK_UNREADABLE);
}

static void rules(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_rules read;

	fake_put(fake, RULE(1) + 16, 4, UINT32_MAX);
	fake_put_string(fake, RULE(1) + 72, "eth7");
	fake_put(fake, RULE(1) + 113, 1, 8);
	put_ip(fake, RULE(1) + 116, 0x0a000000);
	fake_put(fake, RULE(1) + 114, 1, 0x10);
	fake_put(fake, RULE(1) + 48, 8, 1ull << 56); /* in network order */
	fake_put(fake, RULE(1) + 32, 4, 2);
	pk_rules_read(&machine->ctx, FAKE_INIT_NET, 4, &read);
	assert_int_equal(read.status, PK_OK);
	assert_int_equal(read.nr, 3);
	assert_int_equal(read.list[1].priority, 100);
	assert_int_equal(read.list[1].table, 100);
	assert_string_equal(read.list[1].iif, "eth7");
	assert_int_equal(read.list[1].iifindex, -1);
	assert_int_equal(read.list[1].src.length, 8);
	assert_int_equal(read.list[1].tos_mask, 0x1c);
	assert_int_equal(read.list[1].tunnel, 1);
	assert_true(read.list[1].inverted);
	assert_int_equal(read.list[0].uid_end, UINT32_MAX);
	assert_int_equal(read.list[0].suppress_length, -1);
	free(read.list);
	fake_put(fake, RULE(1) + 113, 1, 33);
	pk_rules_read(&machine->ctx, FAKE_INIT_NET, 4, &read);
	assert_int_equal(read.list[1].status, PK_CORRUPT);
	assert_int_equal(read.nr, 3);
	free(read.list);
	/* a list that never ends; a namespace without any; IPv6, of which this kernel has none */
	fake_put(fake, RULE(2), 8, RULE(1));
	pk_rules_read(&machine->ctx, FAKE_INIT_NET, 4, &read);
	assert_int_equal(read.status, PK_CORRUPT);
	assert_int_equal(read.nr, 3);
	free(read.list);
	put_net(fake, 64, 0);
	pk_rules_read(&machine->ctx, FAKE_INIT_NET, 4, &read);
	assert_int_equal(read.status, PK_UNREADABLE);
	pk_rules_read(&machine->ctx, FAKE_INIT_NET, 6, &read);
	assert_int_equal(read.status, PK_ABSENT);
}

/* 2001:db8::/48 with three next hops, then another metric; and its default route. */
static void put_routes6(struct fake_target *fake)
{
	const uint64_t table = TABLE(4);

	fake_put(fake, HASH6, 8, table);
	fake_put(fake, table + 8, 4, 254);
	fake_put(fake, table + 16, 8, NODE6(0));
	fake_put(fake, table + 16 + 34, 2, 4);
	fake_put(fake, table + 16 + 24, 8, ROUTE6(4));
	fake_put(fake, NODE6(0) + 24, 8, ROUTE6(0));
	fake_put(fake, NODE6(0) + 32, 2, 48);
	fake_put(fake, NODE6(0) + 34, 2, 4);
	for (unsigned i = 0; i < 5; i++) {
		fake_put(fake, ROUTE6(i), 8, i < 3 ? ROUTE6(i + 1) : 0);
		fake_put(fake, ROUTE6(i) + 8, 8, ROUTE6(i < 3 ? (i + 1) % 3 : i) + 8);
		if (i < 4)
			fake_put_bytes(fake, ROUTE6(i) + 24, "\x20\x01\x0d\xb8", 4);
		fake_put(fake, ROUTE6(i) + 40, 4, i < 4 ? 48 : 0);
		fake_put(fake, ROUTE6(i) + 44, 4, i < 3 ? 2 : 0);
		fake_put(fake, ROUTE6(i) + 68, 4, i < 3 ? 1024 : 2048);
		fake_put(fake, ROUTE6(i) + 76, 1, PK_RTN_UNICAST);
		put_hop(fake, ROUTE6(i) + 96, i, 0);
	}
}

static void routes6(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct listed listed = {0};

	put_routes6(fake);
	assert_int_equal(list(machine, 6, &listed), PK_OK);
	assert_int_equal(listed.nr, 3);
	assert_int_equal(listed.list[0].dst.length, 48);
	assert_int_equal(listed.list[0].nr_hops, 3);
	assert_int_equal(listed.hops[0][2].oif, 3);
	assert_int_equal(listed.list[1].metric, 2048);
	assert_int_equal(listed.list[1].nr_hops, 1);
	assert_int_equal(listed.list[2].dst.length, 0);
	/* more siblings than there can be: it says so, and others are listed */
	fake_put(fake, ROUTE6(0) + 44, 4, UINT32_MAX);
	assert_int_equal(list(machine, 6, &listed), PK_OK);
	assert_int_equal(listed.list[0].status, PK_CORRUPT);
	assert_int_equal(listed.list[listed.nr - 1].dst.length, 0);
	fake_put(fake, ROUTE6(0) + 44, 4, 2);
	fake_put(fake, ROUTE6(3), 8, ROUTE6(0));
	assert_int_equal(list(machine, 6, &listed), PK_CORRUPT);
	assert_int_equal(listed.nr, 2);
	fake_put(fake, ROUTE6(3), 8, 0);
	fake_put(fake, ROUTE6(4) + 40, 4, 129);
	assert_int_equal(list(machine, 6, &listed), PK_CORRUPT);
	assert_int_equal(listed.nr, 2);
}

/* --- ways ------------------------------------------------------------------------------------------------------- */

/* lo, eth1 and eth2, each up, with 10.N.0.1/16. */
static void put_devices(struct fake_target *fake)
{
	for (unsigned i = 0; i < 3; i++) {
		const char name[] = {'e', 't', 'h', (char)('0' + i), '\0'};

		fake_put_bytes(fake, DEV(i), i ? name : "lo\0\0", 5);
		fake_link(fake, i ? DEV(i - 1) + 16 : FAKE_INIT_NET + 200, DEV(i) + 16);
		fake_link(fake, DEV(i) + 16, FAKE_INIT_NET + 200);
		fake_put(fake, DEV(i) + 32, 4, i + 1);
		fake_put(fake, DEV(i) + 40, 8, FAKE_INIT_NET);
		fake_put(fake, DEV(i) + 48, 8, DEV(i) + 0x80);
		fake_put(fake, DEV(i) + 56, 4, 1);
		fake_put(fake, DEV(i) + 0x80, 8, DEV(i) + 0x120);
		put_ip(fake, DEV(i) + 0x128, 0x0a000001 | i << 16);
		put_ip(fake, DEV(i) + 0x12c, 0x0a000001 | i << 16);
		put_ip(fake, DEV(i) + 0x130, 0xffff0000);
	}
}

static int setup_ways(void **state)
{
	setup(state);
	put_devices(&((struct fake_machine *)*state)->fake);
	fake_put(&((struct fake_machine *)*state)->fake, FAKE_INIT_NET + 72, 1, 1);
	return 0;
}

static struct pk_route_flow to(uint32_t ip)
{
	struct pk_route_flow flow = {.dst = {.family = 4, .length = 32}};

	for (unsigned i = 0; i < 4; i++)
		flow.dst.bytes[i] = (uint8_t)(ip >> (24 - 8 * i));
	return flow;
}

/* The only way; it is the caller's until the next one. */
static const struct pk_route_way *way_of(struct fake_machine *machine, struct pk_route_flow flow)
{
	static struct pk_route_way way;
	struct pk_route_ways ways;

	assert_int_equal(pk_route_ways_find(&machine->ctx, FAKE_INIT_NET, &flow, &ways), PK_OK);
	assert_int_equal(ways.nr, 1);
	way = ways.list[0];
	pk_route_ways_deinit(&ways);
	return &way;
}

static void ways(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_route_way *way = way_of(machine, to(0x0a000005));

	/* main's route is in local's trie; of the prefixes the longer one */
	assert_int_equal(way->status, PK_OK);
	assert_int_equal(way->rule, 0);
	assert_int_equal(way->route.table, 254);
	assert_int_equal(way->route.dst.length, 24);
	assert_true(way->hop_known);
	assert_int_equal(way->src.bytes[1], 0);
	way = way_of(machine, to(0x0a000105));
	assert_int_equal(way->route.dst.length, 16);
	assert_int_equal(way->hop.gateway.bytes[3], 2);
	way = way_of(machine, to(0x0a010001));
	assert_int_equal(way->type, PK_RTN_LOCAL);
	assert_string_equal(way->hop.name, "lo");
	assert_int_equal(way->src.bytes[3], 1);
	/* a hash chooses */
	way = way_of(machine, to(0x09090909));
	assert_int_equal(way->rule, 1);
	assert_int_equal(way->route.table, 100);
	assert_false(way->hop_known);
	assert_int_equal(way->src.family, 0);
	/* one of the two is dead */
	fake_put(fake, INFO(3) + 0x50 + 15, 1, PK_HOP_DEAD);
	way = way_of(machine, to(0x09090909));
	assert_true(way->hop_known);
	assert_int_equal(way->hop.gateway.bytes[3], 4);
	assert_int_equal(way->src.bytes[1], 1);
	/* without rules of one's own: main and default alone */
	fake_put(fake, FAKE_INIT_NET + 72, 1, 0);
	way = way_of(machine, to(0x09090909));
	assert_string_equal(way->error, "ENETUNREACH");
	assert_false(way->by_rule);
	assert_false(way_of(machine, to(0x0a000005))->by_rule);
}

static void what_a_rule_selects(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_flow flow = to(0x09090909);

	fake_put(fake, RULE(1) + 24, 4, 5);
	fake_put(fake, RULE(1) + 28, 4, 0xff);
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
	flow.mark = 0x105;
	assert_null(way_of(machine, flow)->error);
	fake_put(fake, RULE(1) + 32, 4, 2); /* not */
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
	fake_put(fake, RULE(1) + 32, 4, 0);
	/* a source: it must be this machine's */
	fake_put(fake, RULE(1) + 113, 1, 16);
	put_ip(fake, RULE(1) + 116, 0x0a020000);
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
	flow.src = to(0x0a020001).dst;
	assert_null(way_of(machine, flow)->error);
	flow.src = to(0x0a020002).dst;
	assert_string_equal(way_of(machine, flow)->error, "EINVAL");
	/* a device that it came in by, which does not forward */
	strcpy(flow.iif, "eth2");
	assert_string_equal(way_of(machine, flow)->error, "EHOSTUNREACH");
	fake_put(fake, DEV(2) + 0x88, 4, 1);
	assert_null(way_of(machine, flow)->error);
	fake_put(fake, RULE(1) + 16, 4, 2);
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
	strcpy(flow.iif, "eth1");
	fake_put(fake, DEV(1) + 0x88, 4, 1);
	assert_null(way_of(machine, flow)->error);
	/* a suppressed prefix */
	fake_put(fake, RULE(1) + 68, 4, 0);
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
}

static void refusals(void **state)
{
	static const struct {
		unsigned type;
		const char *error;
	} types[] = {{PK_RTN_BLACKHOLE, "EINVAL"},
		     {PK_RTN_UNREACHABLE, "EHOSTUNREACH"},
		     {PK_RTN_PROHIBIT, "EACCES"}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_route_way *way;

	for (unsigned i = 0; i < ARRAY_SIZE(types); i++) {
		fake_put(fake, ALIAS(0) + 26, 1, types[i].type);
		way = way_of(machine, to(0x0a000005));
		assert_string_equal(way->error, types[i].error);
		assert_int_equal(way->type, types[i].type);
		fake_put(fake, RULE(0) + 40, 1, types[i].type);
		way = way_of(machine, to(0x0a000005));
		assert_int_equal(way->type, types[i].type);
		assert_false(way->has_route);
		fake_put(fake, RULE(0) + 40, 1, PK_RULE_TABLE);
	}
	/* throw: no shorter prefix of the table, but the next rule */
	fake_put(fake, ALIAS(0) + 26, 1, PK_RTN_THROW);
	assert_int_equal(way_of(machine, to(0x0a000005))->route.table, 100);
	/* dead: the shorter prefix */
	fake_put(fake, ALIAS(0) + 26, 1, PK_RTN_UNICAST);
	fake_put(fake, INFO(0) + 4, 4, PK_HOP_DEAD);
	assert_int_equal(way_of(machine, to(0x0a000005))->route.dst.length, 16);
}

static void by_a_device(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_flow flow = to(0x09090909);
	struct pk_route_ways ways;
	const struct pk_route_way *way;

	strcpy(flow.oif, "eth1");
	way = way_of(machine, flow);
	assert_true(way->hop_known);
	assert_int_equal(way->hop.oif, 2);
	assert_false(way->on_link);
	/* by which no route leads */
	strcpy(flow.oif, "eth2");
	way = way_of(machine, flow);
	assert_true(way->on_link);
	assert_int_equal(way->src.bytes[1], 2);
	fake_put(fake, DEV(2) + 56, 4, 0);
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
	strcpy(flow.oif, "eth7");
	assert_int_equal(pk_route_ways_find(&machine->ctx, FAKE_INIT_NET, &flow, &ways), PK_USAGE);
	pk_route_ways_deinit(&ways);
}

/* A rule for certain users: both ways are told. */
static void what_is_not_known(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_flow flow = to(0x09090909);
	struct pk_route_ways ways;

	fake_put(fake, RULE(1) + 104, 4, 1000);
	assert_int_equal(pk_route_ways_find(&machine->ctx, FAKE_INIT_NET, &flow, &ways), PK_OK);
	assert_int_equal(ways.nr, 2);
	assert_int_equal(ways.list[0].nr_matched, 1);
	assert_int_equal(ways.list[0].matched[0], 1);
	assert_null(ways.list[0].error);
	assert_int_equal(ways.list[1].nr_passed, 1);
	assert_string_equal(ways.list[1].error, "ENETUNREACH");
	pk_route_ways_deinit(&ways);
	/* whom it is for makes no difference if its table has no route */
	fake_put(fake, RULE(1) + 36, 4, 77);
	assert_int_equal(way_of(machine, flow)->nr_passed, 0);
	/* each with many: it says that there are more */
	for (unsigned i = 0; i < 12; i++) {
		put_rule(fake, i, i, 100);
		fake_put(fake, RULE(i) + 104, 4, i + 1);
	}
	assert_int_equal(pk_route_ways_find(&machine->ctx, FAKE_INIT_NET, &flow, &ways), PK_OK);
	assert_true(ways.more);
	assert_int_equal(ways.nr, PK_WAY_RULES + 1);
	assert_int_equal(ways.list[PK_WAY_RULES].status, PK_LIMIT);
	pk_route_ways_deinit(&ways);
}

static void gotos(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_route_flow flow = to(0x09090909);

	fake_put(fake, RULE(0) + 40, 1, PK_RULE_GOTO);
	assert_null(way_of(machine, flow)->error); /* it leads nowhere */
	fake_put(fake, RULE(0) + 56, 8, RULE(2));
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
	fake_put(fake, RULE(0) + 56, 8, RULE(0));
	assert_int_equal(way_of(machine, flow)->status, PK_CORRUPT);
	fake_put(fake, RULE(0) + 56, 8, 0x1234);
	assert_int_equal(way_of(machine, flow)->status, PK_CORRUPT);
	fake_put(fake, RULE(0) + 104, 4, 7); /* for certain users */
	assert_int_equal(way_of(machine, flow)->nr_passed, 0);
}

/* Nothing is said of what could not be read. */
static void damaged_ways(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, ALIAS(1) + 16, 8, 0xdead0000);
	assert_int_equal(way_of(machine, to(0x0a000005))->route.dst.length, 24);
	assert_int_equal(way_of(machine, to(0x0a000105))->status, PK_UNREADABLE);
	fake_put(fake, NODE(0) + 16, 8, 0xdead0000);
	assert_int_equal(way_of(machine, to(0x0a000005))->status, PK_UNREADABLE);
	fake_put(fake, RULE(0), 8, 0xdead0000);
	fake_put(fake, RULE(0) + 40, 1, PK_RULE_NOP);
	fake_put(fake, RULE(2) + 8, 8, 0xdead0000);
	assert_int_equal(way_of(machine, to(0x0a000005))->status, PK_UNREADABLE);
}

static void ways6(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_route_flow flow = {.dst = {.family = 6, .length = 128}};
	const struct pk_route_way *way;

	put_routes6(fake);
	memcpy(flow.dst.bytes, "\x20\x01\x0d\xb8", 4);
	way = way_of(machine, flow);
	assert_int_equal(way->status, PK_OK);
	assert_int_equal(way->route.metric, 1024);
	assert_false(way->hop_known);
	for (unsigned i = 0; i < 3; i++)
		fake_put(fake, ROUTE6(i) + 96 + 15, 1, PK_HOP_DEAD);
	assert_int_equal(way_of(machine, flow)->route.metric, 2048);
	fake_put(fake, ROUTE6(3) + 76, 1, PK_RTN_PROHIBIT);
	assert_string_equal(way_of(machine, flow)->error, "EACCES");
	flow.dst.bytes[3]++;
	assert_int_equal(way_of(machine, flow)->route.dst.length, 0);
	strcpy(flow.oif, "eth1"); /* strictly, as no source was given */
	assert_string_equal(way_of(machine, flow)->error, "ENETUNREACH");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(routes, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_damaged_route, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_damaged_trie, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(nexthops, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(rules, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(routes6, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(ways, setup_ways, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(what_a_rule_selects, setup_ways,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(refusals, setup_ways, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(by_a_device, setup_ways, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(what_is_not_known, setup_ways,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(gotos, setup_ways, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damaged_ways, setup_ways, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(ways6, setup_ways, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
