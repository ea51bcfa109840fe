// SPDX-License-Identifier: GPL-3.0-or-later
/* Neighbours, addresses, forwarding databases and VLANs: what stands beside the routes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"
#include "fake_target.h"

#define BASE 0xffff888000000000ull
#define AT(n) (BASE + (uint64_t)(n))
#define DEV(n) AT(0x400 * (n)) /* its private data from PRIV on */
#define PRIV 0x200
#define OPS(n) AT(0x2000 + 0x40 * (n)) /* rtnl_link_ops, and the name of its kind */
#define NET_OPS(n) AT(0x2200 + 0x40 * (n))
#define ADJACENT AT(0x2400)
#define PORT AT(0x2500)
#define GROUP AT(0x2600)
#define TABLE AT(0x2700)
#define HASH AT(0x2780)
#define CHAINS AT(0x2800) /* of neighbours, two; of proxies from 0x80 on */
#define JIFFIES AT(0x2900)
#define CLOCK AT(0x2910)
#define NEIGH(n) AT(0x3000 + 0x80 * (n))
#define PROXY(n) AT(0x3800 + 0x40 * (n))
#define IN_DEVICE AT(0x3c00)
#define IFADDR(n) AT(0x4000 + 0x80 * (n))
#define IFADDR6(n) AT(0x4400 + 0x80 * (n))
#define FDB(n) AT(0x5000 + 0x40 * (n))
#define REMOTE(n) AT(0x5400 + 0x40 * (n))
#define FILTER(n) AT(0x5800 + 0x40 * (n))
#define VLAN(n) AT(0x6000 + 0x40 * (n))
#define HZ 250
#define NOW (1000 * HZ)

enum { BRIDGE, SLAVE, VXLAN, CARD, NR };

static const struct fake_member members[] = {
	{"struct net_device", "name", 0, .size = 16, .is_array = true},
	{"struct net_device", "ifindex", 16, .size = 4},
	{"struct net_device", "type", 20, .size = 2},
	{"struct net_device", "addr_len", 22, .size = 1},
	{"struct net_device", "nd_net", 24, 8, .is_pointer = true},
	{"struct net_device", "ip_ptr", 32, 8, .is_pointer = true},
	{"struct net_device", "ip6_ptr", 40, 8, .is_pointer = true},
	{"struct net_device", "rtnl_link_ops", 48, 8, .is_pointer = true},
	{"struct net_device", "netdev_ops", 56, 8, .is_pointer = true},
	{"struct net_device", "rx_handler_data", 64, 8, .is_pointer = true},
	{"struct net_device", "adj_list.upper", 72, .size = 16},
	{"struct net_device", "uc.list", 88, .size = 16},
	{"struct net_device", "mc.list", 104, .size = 16},
	{"struct net_device", "priv", PRIV, .size = 8},
	{"struct net_device_ops", "ndo_fdb_dump", 8, 8, .is_pointer = true},
	{"struct rtnl_link_ops", "kind", 8, 8, .is_pointer = true},
	{"struct netdev_adjacent", "dev", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "master", 8, .size = 1},
	{"struct netdev_adjacent", "list", 16, .size = 16},
	{"struct netdev_hw_addr", "list", 0, .size = 16},
	{"struct netdev_hw_addr", "addr", 16, .size = 32, .is_array = true},
	{"struct neigh_table", "nht", 0, 8, .is_pointer = true},
	{"struct neigh_table", "key_len", 8, .size = 4},
	{"struct neigh_table", "phash_buckets", 16, 8, .is_pointer = true},
	{"struct neigh_hash_table", "hash_buckets", 0, 8, .is_pointer = true},
	{"struct neigh_hash_table", "hash_shift", 8, .size = 4},
	{"struct neighbour", "next", 0, 8, .is_pointer = true},
	{"struct neighbour", "dev", 8, 8, .is_pointer = true},
	{"struct neighbour", "nud_state", 16, .size = 1},
	{"struct neighbour", "protocol", 17, .size = 1},
	{"struct neighbour", "flags", 20, .size = 4},
	{"struct neighbour", "ha", 24, .size = 32, .is_array = true},
	{"struct neighbour", "primary_key", 56, .size = 0, .is_array = true},
	{"struct pneigh_entry", "next", 0, 8, .is_pointer = true},
	{"struct pneigh_entry", "net", 8, .size = 8},
	{"struct pneigh_entry", "dev", 16, 8, .is_pointer = true},
	{"struct pneigh_entry", "flags", 24, .size = 4},
	{"struct pneigh_entry", "key", 28, .size = 0, .is_array = true},
	{"struct in_device", "ifa_list", 0, 8, .is_pointer = true},
	{"struct in_ifaddr", "ifa_next", 0, 8, .is_pointer = true},
	{"struct in_ifaddr", "ifa_local", 8, .size = 4},
	{"struct in_ifaddr", "ifa_address", 12, .size = 4},
	{"struct in_ifaddr", "ifa_broadcast", 16, .size = 4},
	{"struct in_ifaddr", "ifa_rt_priority", 20, .size = 4},
	{"struct in_ifaddr", "ifa_scope", 24, .size = 1},
	{"struct in_ifaddr", "ifa_prefixlen", 25, .size = 1},
	{"struct in_ifaddr", "ifa_proto", 26, .size = 1},
	{"struct in_ifaddr", "ifa_flags", 28, .size = 4},
	{"struct in_ifaddr", "ifa_label", 32, .size = 16, .is_array = true},
	{"struct in_ifaddr", "ifa_valid_lft", 48, .size = 4},
	{"struct in_ifaddr", "ifa_preferred_lft", 52, .size = 4},
	{"struct in_ifaddr", "ifa_tstamp", 56, .size = 8},
	{"struct inet6_dev", "addr_list", 0, .size = 16},
	{"struct inet6_ifaddr", "addr", 0, .size = 16},
	{"struct inet6_ifaddr", "peer_addr", 16, .size = 16},
	{"struct inet6_ifaddr", "if_list", 32, .size = 16},
	{"struct inet6_ifaddr", "prefix_len", 48, .size = 4},
	{"struct inet6_ifaddr", "rt_priority", 52, .size = 4},
	{"struct inet6_ifaddr", "valid_lft", 56, .size = 4},
	{"struct inet6_ifaddr", "prefered_lft", 60, .size = 4},
	{"struct inet6_ifaddr", "flags", 64, .size = 4},
	{"struct inet6_ifaddr", "scope", 68, .size = 2},
	{"struct inet6_ifaddr", "tstamp", 72, .size = 8},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
};

static const struct fake_member of_modules[] = {
	{"struct net_bridge@bridge", "fdb_list", 0, .size = 8},
	{"struct net_bridge@bridge", "ageing_time", 8, .size = 8},
	{"struct net_bridge@bridge", "forward_delay", 16, .size = 8},
	{"struct net_bridge@bridge", "topology_change", 24, .size = 1},
	{"struct net_bridge@bridge", "vlgrp", 32, 8, .is_pointer = true},
	{"struct net_bridge_port@bridge", "dev", 0, 8, .is_pointer = true},
	{"struct net_bridge_port@bridge", "vlgrp", 8, 8, .is_pointer = true},
	{"struct net_bridge_fdb_entry@bridge", "fdb_node", 0, .size = 16},
	{"struct net_bridge_fdb_entry@bridge", "key.addr", 16, .size = 6, .is_array = true},
	{"struct net_bridge_fdb_entry@bridge", "key.vlan_id", 22, .size = 2},
	{"struct net_bridge_fdb_entry@bridge", "dst", 24, 8, .is_pointer = true},
	{"struct net_bridge_fdb_entry@bridge", "updated", 32, .size = 8},
	{"struct net_bridge_fdb_entry@bridge", "flags", 40, .size = 8},
	{"struct net_bridge_vlan_group@bridge", "vlan_list", 0, .size = 16},
	{"struct net_bridge_vlan_group@bridge", "pvid", 16, .size = 2},
	{"struct net_bridge_vlan@bridge", "vlist", 0, .size = 16},
	{"struct net_bridge_vlan@bridge", "vid", 16, .size = 2},
	{"struct net_bridge_vlan@bridge", "flags", 18, .size = 2},
	{"struct vxlan_dev@vxlan", "cfg.dst_port", 0, .size = 2},
	{"struct vxlan_dev@vxlan", "default_dst.remote_vni", 4, .size = 4},
	{"struct vxlan_fdb@vxlan", "hlist", 0, .size = 16},
	{"struct vxlan_fdb@vxlan", "eth_addr", 16, .size = 6, .is_array = true},
	{"struct vxlan_fdb@vxlan", "state", 22, .size = 2},
	{"struct vxlan_fdb@vxlan", "flags", 24, .size = 2},
	{"struct vxlan_fdb@vxlan", "remotes", 32, .size = 16},
	{"struct vxlan_rdst@vxlan", "list", 0, .size = 16},
	{"struct vxlan_rdst@vxlan", "remote_ip", 16, .size = 28},
	{"struct vxlan_rdst@vxlan", "remote_port", 44, .size = 2},
	{"struct vxlan_rdst@vxlan", "remote_vni", 48, .size = 4},
	{"struct vxlan_rdst@vxlan", "remote_ifindex", 52, .size = 4},
};
static const struct fake_member chains = {"struct vxlan_dev@vxlan", "fdb_head", 8, .size = 32,
					  .is_array = true};
static const struct fake_member one_list = {"struct vxlan_dev@vxlan", "fdb_list", 16, .size = 8};

static const struct fake_enum enums[] = {
	{NULL, "BR_FDB_LOCAL@bridge", 0},     {NULL, "BR_FDB_STATIC@bridge", 1},
	{NULL, "BR_FDB_STICKY@bridge", 2},    {NULL, "BR_FDB_ADDED_BY_EXT_LEARN@bridge", 4},
	{NULL, "BR_FDB_OFFLOADED@bridge", 5},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_net_device dev;
	union {
		struct pk_neigh neighs[8];
		struct pk_ip_address addresses[8];
		struct pk_fdb_entry entries[8];
		struct pk_bridge_vlan vlans[8];
	};
	unsigned nr;
};

static void put_empty(struct fake_target *fake, uint64_t head)
{
	fake_put_list(fake, &head, 1);
}

static void put_device(struct fake_target *fake, unsigned n, const char *name, const char *kind)
{
	fake_put_string(fake, DEV(n), name);
	fake_put(fake, DEV(n) + 16, 4, n + 2);
	fake_put(fake, DEV(n) + 20, 2, 1);
	fake_put(fake, DEV(n) + 22, 1, 6);
	fake_put(fake, DEV(n) + 24, 8, AT(0x7000));
	fake_put(fake, DEV(n) + 48, 8, kind ? OPS(n) : 0);
	fake_put(fake, OPS(n) + 8, 8, OPS(n) + 16);
	if (kind)
		fake_put_string(fake, OPS(n) + 16, kind);
	fake_put(fake, DEV(n) + 56, 8, NET_OPS(n));
	put_empty(fake, DEV(n) + 72);
	put_empty(fake, DEV(n) + 88);
	put_empty(fake, DEV(n) + 104);
}

static void begin(struct machine *machine, const struct fake_member *vxlan)
{
	struct fake_target *fake = &machine->fake;

	memset(machine, 0, sizeof(*machine));
	fake_target_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_members(fake, of_modules, ARRAY_SIZE(of_modules));
	fake_members(fake, vxlan, 1);
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_map(fake, BASE, 0x8000);
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 8);
	fake_put(fake, JIFFIES, 8, NOW);
	fake_put(fake, CLOCK, 4, 1000000000 / HZ);
	put_device(fake, BRIDGE, "br0", "bridge");
	put_device(fake, SLAVE, "p0", NULL);
	put_device(fake, VXLAN, "vx0", "vxlan");
	put_device(fake, CARD, "eth0", NULL);
	fake_put(fake, NET_OPS(BRIDGE) + 8, 8, AT(0x7100));
	fake_put(fake, NET_OPS(VXLAN) + 8, 8, AT(0x7200));
	fake_put_list(fake, FAKE_WORDS(DEV(SLAVE) + 72, ADJACENT + 16));
	fake_put(fake, ADJACENT, 8, DEV(BRIDGE));
	fake_put(fake, ADJACENT + 8, 1, 1);
	fake_put(fake, DEV(SLAVE) + 64, 8, PORT);
	fake_put(fake, PORT, 8, DEV(SLAVE));
	fake_put(fake, DEV(BRIDGE) + PRIV + 8, 8, 300 * HZ);
	fake_put(fake, DEV(BRIDGE) + PRIV + 16, 8, 15 * HZ);
	pk_ctx_init(&machine->ctx, &fake->target);
}

static int setup(void **state)
{
	static struct machine machine;

	begin(&machine, &chains);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static const struct pk_net_device *device(struct machine *machine, unsigned n)
{
	machine->nr = 0;
	machine->dev = (struct pk_net_device){.addr = DEV(n)};
	pk_net_device_name(&machine->ctx, DEV(n), machine->dev.name);
	return &machine->dev;
}

#define TAKER(name, type, list)                                                                    \
	static bool name(const struct type *one, void *arg)                                        \
	{                                                                                          \
		struct machine *machine = arg;                                                     \
                                                                                                   \
		assert_true(machine->nr < 8);                                                      \
		machine->list[machine->nr++] = *one;                                               \
		return machine->nr < 8;                                                            \
	}
TAKER(take_neigh, pk_neigh, neighs)
TAKER(take_address, pk_ip_address, addresses)
TAKER(take_entry, pk_fdb_entry, entries)
TAKER(take_vlan, pk_bridge_vlan, vlans)

/* --- neighbours -------------------------------------------------------------------------------------------- */

static void put_neighs(struct fake_target *fake)
{
	fake_symbol(fake, "arp_tbl", TABLE, 64);
	fake_put(fake, TABLE, 8, HASH);
	fake_put(fake, TABLE + 8, 4, 4);
	fake_put(fake, TABLE + 16, 8, CHAINS + 0x40);
	fake_put(fake, HASH, 8, CHAINS);
	fake_put(fake, HASH + 8, 4, 1);
	fake_put(fake, CHAINS + 8, 8, NEIGH(0));
	fake_put(fake, NEIGH(0), 8, NEIGH(1));
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, NEIGH(i) + 8, 8, DEV(CARD));
		fake_put_bytes(fake, NEIGH(i) + 56, (const uint8_t[]){10, 0, 0, (uint8_t)i}, 4);
		fake_put_bytes(fake, NEIGH(i) + 24, (const uint8_t[]){2, 0, 0, 0, 0, 9}, 6);
	}
	fake_put(fake, NEIGH(0) + 16, 1, 2);
	fake_put(fake, NEIGH(0) + 20, 4, 0x80);
	fake_put(fake, NEIGH(1) + 16, 1, 0x20); /* FAILED: what is in ha is nothing */
	fake_put(fake, NEIGH(1) + 17, 1, 4);
	fake_put(fake, CHAINS + 0x40 + 8 * 15, 8, PROXY(0));
	fake_put(fake, PROXY(0) + 8, 8, AT(0x7000));
	fake_put_bytes(fake, PROXY(0) + 28, (const uint8_t[]){10, 0, 0, 99}, 4);
}

static void neighbours_and_proxies(void **state)
{
	struct machine *machine = *state;
	const struct pk_neigh *neighs = machine->neighs;
	char text[PK_LLADDR_TEXT];

	put_neighs(&machine->fake);
	assert_int_equal(pk_neighs_list(&machine->ctx, take_neigh, machine), PK_OK);
	assert_int_equal(machine->nr, 3);
	assert_int_equal(neighs[0].status, PK_OK);
	assert_string_equal(neighs[0].dev, "eth0");
	assert_int_equal(neighs[0].state, PK_NUD_REACHABLE);
	assert_int_equal(neighs[0].flags, 0x80);
	assert_true(neighs[0].has_lladdr && neighs[0].net == AT(0x7000));
	assert_string_equal(
		pk_lladdr_text(neighs[0].type, neighs[0].lladdr, neighs[0].lladdr_len, text),
		"02:00:00:00:00:09");
	assert_false(neighs[1].has_lladdr);
	assert_int_equal(neighs[1].protocol, 4);
	assert_true(neighs[2].proxy && neighs[2].net == AT(0x7000));
	assert_int_equal(neighs[2].dst.bytes[3], 99);
	assert_string_equal(neighs[2].dev, "");
}

static void a_chain_of_proxies_loops(void **state)
{
	struct machine *machine = *state;

	put_neighs(&machine->fake);
	fake_put(&machine->fake, PROXY(0), 8, 0xdead000000000000ull);
	assert_int_not_equal(pk_neighs_list(&machine->ctx, take_neigh, machine), PK_OK);
	assert_int_equal(machine->nr, 4);
	assert_int_not_equal(machine->neighs[3].status, PK_OK);
}

static void link_addresses_as_ip_writes_them(void **state)
{
	const uint8_t bytes[16] = {10, 0, 0, 1};
	char text[PK_LLADDR_TEXT];

	(void)state;
	assert_string_equal(pk_lladdr_text(1, bytes, 4, text), "0a:00:00:01");
	assert_string_equal(pk_lladdr_text(768, bytes, 4, text), "10.0.0.1");
	assert_string_equal(pk_lladdr_text(769, bytes, 16, text), "a00:1::");
	assert_string_equal(pk_lladdr_text(1, bytes, 0, text), "");
}

/* --- addresses --------------------------------------------------------------------------------------------- */

static void put_address(struct fake_target *fake, unsigned n, uint32_t flags, uint32_t valid,
			uint32_t preferred)
{
	const uint8_t bytes[4] = {10, 0, 0, (uint8_t)(n + 1)};

	fake_put(fake, n ? IFADDR(n - 1) : IN_DEVICE, 8, IFADDR(n));
	fake_put_bytes(fake, IFADDR(n) + 8, bytes, 4);
	fake_put_bytes(fake, IFADDR(n) + 12, bytes, 4);
	fake_put(fake, IFADDR(n) + 25, 1, 24);
	fake_put(fake, IFADDR(n) + 28, 4, flags);
	fake_put_string(fake, IFADDR(n) + 32, "eth0:1");
	fake_put(fake, IFADDR(n) + 48, 4, valid);
	fake_put(fake, IFADDR(n) + 52, 4, preferred);
	fake_put(fake, IFADDR(n) + 56, 8, NOW - 100 * HZ);
}

static void addresses_of_ipv4(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_ip_address *addresses = machine->addresses;

	fake_put(fake, DEV(CARD) + 32, 8, IN_DEVICE);
	put_address(fake, 0, 0x80, 1, 1); /* permanent, whatever stands there */
	put_address(fake, 1, 0x01, 1000, 50);
	put_address(fake, 2, 0, UINT32_MAX, 1000);
	put_address(fake, 3, 0, 1000, UINT32_MAX);
	fake_put_bytes(fake, IFADDR(1) + 12, (const uint8_t[]){10, 0, 0, 9}, 4);
	fake_put_bytes(fake, IFADDR(1) + 16, (const uint8_t[]){10, 0, 0, 255}, 4);
	assert_int_equal(pk_ip_addresses_list(&machine->ctx, device(machine, CARD)->addr,
					      take_address, machine),
			 PK_OK);
	assert_int_equal(machine->nr, 4);
	assert_false(addresses[0].ages || addresses[0].peer.family ||
		     addresses[0].broadcast.family);
	assert_int_equal(addresses[0].local.length, 24);
	assert_string_equal(addresses[0].label, "eth0:1");
	assert_true(addresses[1].ages);
	assert_int_equal(addresses[1].valid_s, 900);
	assert_int_equal(addresses[1].preferred_s, 0);
	assert_int_equal(addresses[1].peer.bytes[3], 9);
	assert_int_equal(addresses[1].broadcast.bytes[3], 255);
	assert_int_equal(addresses[2].valid_s, UINT32_MAX);
	assert_int_equal(addresses[2].preferred_s, 900);
	assert_int_equal(addresses[3].valid_s, 1000);
	/* in a circle */
	fake_put(fake, IFADDR(3), 8, IFADDR(2));
	machine->nr = 0;
	assert_int_not_equal(pk_ip_addresses_list(&machine->ctx, DEV(CARD), take_address, machine),
			     PK_OK);
}

static void addresses_of_ipv6(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_ip_address *addresses = machine->addresses;

	fake_put(fake, DEV(CARD) + 40, 8, IN_DEVICE);
	fake_put_list(fake, FAKE_WORDS(IN_DEVICE, IFADDR6(0) + 32, IFADDR6(1) + 32));
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, IFADDR6(i), 1, 0xfe);
		fake_put(fake, IFADDR6(i) + 48, 4, 64);
		fake_put(fake, IFADDR6(i) + 56, 4, UINT32_MAX);
		fake_put(fake, IFADDR6(i) + 60, 4, i ? 0 : UINT32_MAX);
		fake_put(fake, IFADDR6(i) + 64, 4, 0x80);
		fake_put(fake, IFADDR6(i) + 68, 2, i ? 0x40 : 0x20);
	}
	fake_put(fake, IFADDR6(1) + 48, 4, 129);
	assert_int_equal(pk_ip_addresses_list(&machine->ctx, device(machine, CARD)->addr,
					      take_address, machine),
			 PK_OK);
	assert_int_equal(machine->nr, 2);
	assert_int_equal(addresses[0].scope, PK_SCOPE_LINK);
	assert_false(addresses[0].ages);
	assert_int_equal(addresses[1].status, PK_CORRUPT); /* a prefix of 129 bits */
}

/* --- forwarding databases ---------------------------------------------------------------------------------- */

static void put_entry(struct fake_target *fake, unsigned n, uint64_t from, uint64_t dst,
		      uint64_t flags, uint64_t updated)
{
	fake_put(fake, from, 8, FDB(n));
	fake_put(fake, FDB(n) + 16, 1, n + 1);
	fake_put(fake, FDB(n) + 22, 2, n);
	fake_put(fake, FDB(n) + 24, 8, dst);
	fake_put(fake, FDB(n) + 32, 8, updated);
	fake_put(fake, FDB(n) + 40, 8, flags);
}

static void a_bridge_and_its_port(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_fdb_entry *entries = machine->entries;

	put_entry(fake, 0, DEV(BRIDGE) + PRIV, PORT, 1, 0);
	put_entry(fake, 1, FDB(0), 0, 1, 0);
	put_entry(fake, 2, FDB(1), PORT, 2 | 4, 0);
	put_entry(fake, 3, FDB(2), PORT, 0, NOW - 300 * HZ);
	put_entry(fake, 4, FDB(3), PORT, 0, NOW - 299 * HZ);
	put_entry(fake, 5, FDB(4), PORT, 1 << 4, 0);
	fake_put_list(fake, FAKE_WORDS(DEV(SLAVE) + 104, FILTER(0)));
	assert_int_equal(pk_fdb_list(&machine->ctx, device(machine, SLAVE), take_entry, machine),
			 PK_OK);
	assert_int_equal(machine->nr, 6);
	assert_int_equal(entries[0].state, PK_NUD_PERMANENT);
	assert_string_equal(entries[0].master, "br0");
	assert_int_equal(entries[1].state, PK_NUD_NOARP);
	assert_int_equal(entries[1].flags, 0x40);
	assert_int_equal(entries[1].vlan, 2);
	assert_int_equal(entries[2].state, PK_NUD_STALE);
	assert_int_equal(entries[3].state, PK_NUD_REACHABLE);
	assert_int_equal(entries[4].state, PK_NUD_REACHABLE);
	assert_int_equal(entries[4].flags, 0x10);
	assert_string_equal(entries[5].master, "");
	assert_int_equal(entries[5].flags, 2);
	/* while spanning tree changes, entries age sooner */
	fake_put(fake, DEV(BRIDGE) + PRIV + 24, 1, 1);
	pk_fdb_list(&machine->ctx, device(machine, SLAVE), take_entry, machine);
	assert_int_equal(entries[3].state, PK_NUD_STALE);
	assert_int_equal(pk_fdb_list(&machine->ctx, device(machine, BRIDGE), take_entry, machine),
			 PK_OK);
	assert_int_equal(machine->nr, 1);
	assert_string_equal(entries[0].dev, "br0");
}

static void a_list_of_a_driver_that_is_not_known(void **state)
{
	struct machine *machine = *state;

	assert_int_equal(pk_fdb_list(&machine->ctx, device(machine, CARD), take_entry, machine),
			 PK_OK);
	fake_put(&machine->fake, NET_OPS(CARD) + 8, 8, AT(0x7300));
	assert_int_equal(pk_fdb_list(&machine->ctx, device(machine, CARD), take_entry, machine),
			 PK_UNSUPPORTED);
	/* the port of another device */
	fake_put(&machine->fake, PORT, 8, DEV(CARD));
	assert_int_equal(pk_fdb_list(&machine->ctx, device(machine, SLAVE), take_entry, machine),
			 PK_CORRUPT);
	assert_int_equal(
		pk_bridge_vlans_list(&machine->ctx, device(machine, SLAVE), take_vlan, machine),
		PK_CORRUPT);
}

static void check_vxlan(struct machine *machine, uint64_t head)
{
	struct fake_target *fake = &machine->fake;
	const struct pk_fdb_entry *entries = machine->entries;

	fake_put_bytes(fake, DEV(VXLAN) + PRIV, (const uint8_t[]){0x12, 0xb5, 0, 0, 0, 0, 0, 7}, 8);
	fake_put(fake, head, 8, FDB(0));
	fake_put(fake, FDB(0) + 22, 2, 0xc0);
	fake_put(fake, FDB(0) + 24, 2, 2);
	fake_put_list(fake, FAKE_WORDS(FDB(0) + 32, REMOTE(0), REMOTE(1)));
	fake_put(fake, REMOTE(0) + 16, 2, 2);
	fake_put_bytes(fake, REMOTE(0) + 20, (const uint8_t[]){10, 0, 0, 7}, 4);
	fake_put_bytes(fake, REMOTE(0) + 44, (const uint8_t[]){0x12, 0xb5}, 2);
	fake_put_bytes(fake, REMOTE(0) + 48, (const uint8_t[]){0, 0, 0, 7}, 4);
	fake_put(fake, REMOTE(1) + 16, 2, 10);
	fake_put(fake, REMOTE(1) + 24, 1, 0xfd);
	fake_put_bytes(fake, REMOTE(1) + 44, (const uint8_t[]){0x21, 0x18}, 2);
	fake_put_bytes(fake, REMOTE(1) + 48, (const uint8_t[]){0, 0, 0, 9}, 4);
	fake_put(fake, REMOTE(1) + 52, 4, 3);
	assert_int_equal(pk_fdb_list(&machine->ctx, device(machine, VXLAN), take_entry, machine),
			 PK_OK);
	assert_int_equal(machine->nr, 2);
	assert_int_equal(entries[0].dst.family, 4);
	assert_int_equal(entries[0].port + entries[0].vni + entries[0].via, 0);
	assert_int_equal(entries[1].dst.family, 6);
	assert_int_equal(entries[1].port, 8472);
	assert_int_equal(entries[1].vni, 9);
	assert_int_equal(entries[1].via, 3);
	assert_int_equal(entries[1].flags, 2);
}

static void vxlan_in_chains(void **state)
{
	check_vxlan(*state, DEV(VXLAN) + PRIV + 8 + 24);
}

static void vxlan_in_a_list(void **state)
{
	static struct machine machine;

	(void)state;
	begin(&machine, &one_list);
	check_vxlan(&machine, DEV(VXLAN) + PRIV + 16);
	pk_ctx_deinit(&machine.ctx);
	fake_target_deinit(&machine.fake);
}

/* --- VLANs --------------------------------------------------------------------------------------------------- */

static void ranges_of_vlans(void **state)
{
	static const uint16_t ids[] = {1, 2, 3, 5, 6, 7}, flags[] = {4, 4, 0, 0x20, 0x20, 0x24};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_bridge_vlan *vlans = machine->vlans;
	uint64_t nodes[ARRAY_SIZE(ids) + 1] = {GROUP};

	for (unsigned i = 0; i < ARRAY_SIZE(ids); i++) {
		nodes[i + 1] = VLAN(i);
		fake_put(fake, VLAN(i) + 16, 2, ids[i]);
		fake_put(fake, VLAN(i) + 18, 2, flags[i]);
	}
	fake_put_list(fake, nodes, ARRAY_SIZE(nodes));
	fake_put(fake, GROUP + 16, 2, 1);
	fake_put(fake, PORT + 8, 8, GROUP);
	assert_int_equal(
		pk_bridge_vlans_list(&machine->ctx, device(machine, SLAVE), take_vlan, machine),
		PK_OK);
	assert_int_equal(machine->nr, 5); /* 1 PVID, 2, 3, 5-6, 7 */
	assert_true(vlans[0].pvid && vlans[0].untagged && vlans[0].last == 1);
	assert_true(!vlans[1].pvid && vlans[1].untagged && vlans[1].first == 2);
	assert_true(vlans[3].first == 5 && vlans[3].last == 6 && !vlans[3].untagged);
	/* of a bridge only those that it is in itself */
	fake_put(fake, DEV(BRIDGE) + PRIV + 32, 8, GROUP);
	pk_bridge_vlans_list(&machine->ctx, device(machine, BRIDGE), take_vlan, machine);
	assert_int_equal(machine->nr, 2);
	assert_int_equal(vlans[1].first, 7);
	assert_int_equal(
		pk_bridge_vlans_list(&machine->ctx, device(machine, CARD), take_vlan, machine),
		PK_OK);
	assert_int_equal(machine->nr, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(neighbours_and_proxies, setup, teardown),
		cmocka_unit_test_setup_teardown(a_chain_of_proxies_loops, setup, teardown),
		cmocka_unit_test(link_addresses_as_ip_writes_them),
		cmocka_unit_test_setup_teardown(addresses_of_ipv4, setup, teardown),
		cmocka_unit_test_setup_teardown(addresses_of_ipv6, setup, teardown),
		cmocka_unit_test_setup_teardown(a_bridge_and_its_port, setup, teardown),
		cmocka_unit_test_setup_teardown(a_list_of_a_driver_that_is_not_known, setup,
						teardown),
		cmocka_unit_test_setup_teardown(vxlan_in_chains, setup, teardown),
		cmocka_unit_test(vxlan_in_a_list),
		cmocka_unit_test_setup_teardown(ranges_of_vlans, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
