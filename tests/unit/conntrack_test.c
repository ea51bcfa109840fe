// SPDX-License-Identifier: GPL-3.0-or-later
/* Which entry of the connection tracker is a socket's, and what of damaged chains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/netfilter/netfilter.h"
#include "fake_net.h"

#define CT_HASH (FAKE_GLOBALS + 0x8000)
#define CT_SIZE (FAKE_GLOBALS + 0x8008)
#define JIFFIES (FAKE_GLOBALS + 0x8010)
#define CLOCK (FAKE_GLOBALS + 0x8020)
#define BUCKET(n) (FAKE_GLOBALS + 0x8100 + 8 * (uint64_t)(n))
#define NR_BUCKETS 4
#define ENTRY(n) (FAKE_DIRECT + 0x8000 + 0x100 * (uint64_t)(n))
#define NODE_SIZE 56
#define NODE(n, dir) (ENTRY(n) + 16 + NODE_SIZE * (uint64_t)(dir))
#define STATUS 128
#define NET 136
#define MARK 168
#define MASTER 176
#define NET_LISTS 900
#define NET_EVENT_CB 908
#define LISTS (FAKE_GLOBALS + 0x8200) /* of CPU 0: a lock, unconfirmed, dying */
#define SKB(n) (FAKE_DIRECT + 0x3000 + 0x100 * (uint64_t)(n))
#define STATE 224
#define DAMAGED 0xdead0000

#define OTHER_NET 0xffff888000001000ull
#define CONFIRMED (1 << PK_CT_SEEN_REPLY | 1 << PK_CT_CONFIRMED)

static const struct fake_member members[] = {
	{"struct hlist_nulls_head", "first", 0, 8, .is_pointer = true},
	{"struct nf_conntrack_tuple_hash", "hnnode", 0, .size = 16},
	{"struct nf_conntrack_tuple_hash", "tuple.src.u3", 16, .size = 16},
	{"struct nf_conntrack_tuple_hash", "tuple.src.u.all", 32, .size = 2},
	{"struct nf_conntrack_tuple_hash", "tuple.src.l3num", 34, .size = 2},
	{"struct nf_conntrack_tuple_hash", "tuple.dst.u3", 36, .size = 16},
	{"struct nf_conntrack_tuple_hash", "tuple.dst.u.all", 52, .size = 2},
	{"struct nf_conntrack_tuple_hash", "tuple.dst.protonum", 54, .size = 1},
	{"struct nf_conntrack_tuple_hash", "tuple.dst.dir", 55, .size = 1},
	{"struct nf_conn", "timeout", 8, .size = 4},
	{"struct nf_conn", "zone.id", 12, .size = 2},
	{"struct nf_conn", "tuplehash", 16, .size = 112, .is_array = true, .elements = 2},
	{"struct nf_conn", "status", STATUS, .size = 8},
	{"struct nf_conn", "ct_net.net", NET, 8, .is_pointer = true},
	{"struct nf_conn", "mark", MARK, .size = 4},
	{"struct nf_conn", "master", MASTER, 8, .is_pointer = true},
	{"struct nf_conn", "proto.tcp.state", STATE, .size = 1},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
};

/* 10.0.0.FROM:SPORT > 10.0.0.TO:DPORT */
static struct pk_tuple tuple(uint8_t from, uint16_t sport, uint8_t to, uint16_t dport)
{
	return (struct pk_tuple){4, {10, 0, 0, from}, {10, 0, 0, to}, sport, dport};
}

static void put_node(struct fake_target *fake, unsigned n, unsigned dir, struct pk_tuple tuple,
		     uint8_t protocol)
{
	const uint64_t at = NODE(n, dir);

	fake_put_bytes(fake, at + 16, tuple.saddr, 16);
	fake_put_bytes(fake, at + 32, (uint8_t[]){tuple.sport >> 8, (uint8_t)tuple.sport}, 2);
	fake_put(fake, at + 34, 2, tuple.family == 4 ? 2 : 10);
	fake_put_bytes(fake, at + 36, tuple.daddr, 16);
	fake_put_bytes(fake, at + 52, (uint8_t[]){tuple.dport >> 8, (uint8_t)tuple.dport}, 2);
	fake_put(fake, at + 54, 1, protocol);
	fake_put(fake, at + 55, 1, dir);
}

static void put_entry(struct fake_target *fake, unsigned n, struct pk_tuple original,
		      struct pk_tuple reply, uint8_t protocol, uint64_t net)
{
	put_node(fake, n, 0, original, protocol);
	put_node(fake, n, 1, reply, protocol);
	fake_put(fake, ENTRY(n) + STATUS, 8, CONFIRMED);
	fake_put(fake, ENTRY(n) + NET, 8, net);
	fake_put(fake, ENTRY(n) + STATE, 1, 3);
	fake_put(fake, ENTRY(n) + 8, 4, 250);
}

/* Puts NODE before those of bucket N. */
static void link_node(struct fake_target *fake, unsigned n, uint64_t node)
{
	uint64_t first = 0;
	uint8_t bytes[8];

	fake->target.ops->read(&fake->target, BUCKET(n), bytes, 8);
	first = pk_facts_uint(&fake->target.facts, bytes, 8);
	fake_put(fake, node, 8, first);
	fake_put(fake, BUCKET(n), 8, node);
}

/* 0: from 1 to 9, by DNAT to 2. 1: the same tuples in another namespace. 2: from 1 to 2 by UDP, 3: of the same ports by TCP. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_type(fake, "struct hlist_nulls_head", 8);
	fake_type(fake, "struct nf_conntrack_tuple_hash", NODE_SIZE);
	fake_module_symbol(fake, "nf_conntrack", "nf_conntrack_hash", CT_HASH, 8);
	fake_module_symbol(fake, "nf_conntrack", "nf_conntrack_htable_size", CT_SIZE, 4);
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 8);
	fake_put(fake, JIFFIES, 8, 0xffffffff00000000ull);
	fake_put(fake, CLOCK, 4, 1000000u << 8);
	fake_put(fake, CLOCK + 4, 4, 8);
	fake_put(fake, CT_HASH, 8, BUCKET(0));
	fake_put(fake, CT_SIZE, 4, NR_BUCKETS);
	for (unsigned i = 0; i < NR_BUCKETS; i++)
		fake_put(fake, BUCKET(i), 8, i << 1 | 1);
	put_entry(fake, 0, tuple(1, 5000, 9, 80), tuple(2, 8080, 1, 5000), 6, FAKE_INIT_NET);
	put_entry(fake, 1, tuple(1, 5000, 9, 80), tuple(9, 80, 1, 5000), 6, OTHER_NET);
	put_entry(fake, 2, tuple(1, 6000, 2, 53), tuple(2, 53, 1, 6000), 17, FAKE_INIT_NET);
	put_entry(fake, 3, tuple(1, 6000, 2, 53), tuple(2, 53, 1, 6000), 6, FAKE_INIT_NET);
	for (unsigned n = 0; n < 4; n++)
		for (unsigned dir = 0; dir < 2; dir++)
			link_node(fake, (n + dir) % NR_BUCKETS, NODE(n, dir));
	*state = machine;
	return 0;
}

static struct pk_conntracks find(struct fake_machine *machine, uint8_t protocol,
				 struct pk_tuple tuple)
{
	const struct pk_sock sock = {.protocol = protocol, .tuple = tuple, .net = FAKE_INIT_NET};
	struct pk_conntrack_table table = {0};
	struct pk_conntracks found;

	memset(&found, 0xa5, sizeof(found));
	pk_conntracks_of(&machine->ctx, &table, &sock, &found);
	pk_conntrack_table_deinit(&table);
	return found;
}

static void by_tuple_and_namespace(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_conntracks found = find(machine, 6, tuple(1, 5000, 9, 80));
	const struct pk_conntrack *one = &found.list[0];
	const struct pk_tuple reply = tuple(2, 8080, 1, 5000);

	assert_int_equal(found.status, PK_OK);
	assert_int_equal(found.nr, 1);
	assert_int_equal(one->addr, ENTRY(0));
	assert_false(one->replies);
	assert_true(pk_conntrack_is_translated(one));
	assert_true(pk_tuple_equal(&one->reply, &reply));
	assert_string_equal(one->state, "ESTABLISHED");
	assert_true(pk_conntrack_has(one, PK_CT_SEEN_REPLY));
	assert_false(pk_conntrack_has(one, PK_CT_ASSURED));
	assert_int_equal(one->left_ms.status, PK_OK);
	assert_int_equal(one->left_ms.value, 250);
	/* the server's socket sends the reply */
	found = find(machine, 6, reply);
	assert_int_equal(found.nr, 1);
	assert_int_equal(found.list[0].addr, ENTRY(0));
	assert_true(found.list[0].replies);
	/* neither is a tuple the other way round */
	found = find(machine, 6, tuple(9, 80, 1, 5000));
	assert_int_equal(found.status, PK_OK);
	assert_int_equal(found.nr, 0);
}

static void by_protocol(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_conntracks found = find(machine, 17, tuple(1, 6000, 2, 53));

	assert_int_equal(found.nr, 1);
	assert_int_equal(found.list[0].addr, ENTRY(2));
	assert_false(pk_conntrack_is_translated(&found.list[0]));
	assert_null(found.list[0].state);
	found = find(machine, 6, tuple(1, 6000, 2, 53));
	assert_int_equal(found.nr, 1);
	assert_int_equal(found.list[0].addr, ENTRY(3));
	/* a socket without a peer has no flow */
	found = find(machine, 17, tuple(1, 6000, 0, 0));
	assert_int_equal(found.status, PK_ABSENT);
	assert_int_equal(found.nr, 0);
}

static void its_timeout(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_conntracks found;

	fake_put(fake, ENTRY(3) + 8, 4, 0xfffffff0);
	found = find(machine, 6, tuple(1, 6000, 2, 53));
	assert_int_equal(found.list[0].left_ms.status, PK_OK);
	assert_int_equal(found.list[0].left_ms.value, 0);
	/* jiffies wrap */
	fake_put(fake, JIFFIES, 8, 0xfffffff0ull);
	fake_put(fake, ENTRY(3) + 8, 4, 0x10);
	found = find(machine, 6, tuple(1, 6000, 2, 53));
	assert_int_equal(found.list[0].left_ms.value, 0x20);
	fake_put(fake, ENTRY(3) + STATUS, 8, CONFIRMED | 1 << PK_CT_OFFLOAD);
	found = find(machine, 6, tuple(1, 6000, 2, 53));
	assert_int_equal(found.list[0].left_ms.status, PK_ABSENT);
	/* so long it will have, once it is confirmed */
	fake_put(fake, ENTRY(3) + STATUS, 8, CONFIRMED & ~(1 << PK_CT_CONFIRMED));
	found = find(machine, 6, tuple(1, 6000, 2, 53));
	assert_int_equal(found.list[0].left_ms.status, PK_ABSENT);
	fake_put(fake, ENTRY(3) + STATUS, 8, CONFIRMED);
	/* a state that the kernel does not have */
	fake_put(fake, ENTRY(3) + STATE, 1, 200);
	found = find(machine, 6, tuple(1, 6000, 2, 53));
	assert_null(found.list[0].state);
}

/* Of zones several have one tuple; more than are listed are not said to be all. */
static void several(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_conntracks found;

	for (unsigned n = 4; n < 12; n++) {
		put_entry(fake, n, tuple(1, 6000, 2, 53), tuple(2, 53, 1, 6000), 17, FAKE_INIT_NET);
		fake_put(fake, ENTRY(n) + 12, 2, n);
		link_node(fake, 1, NODE(n, 0));
		if (n == 4) {
			found = find(machine, 17, tuple(1, 6000, 2, 53));
			assert_int_equal(found.status, PK_OK);
			assert_int_equal(found.nr, 2);
			assert_int_equal(found.list[1].zone.value, 4);
		}
	}
	found = find(machine, 17, tuple(1, 6000, 2, 53));
	assert_int_equal(found.status, PK_LIMIT);
	assert_int_equal(found.nr, PK_CONNTRACKS_MAX);
}

/* As many entries of other namespaces are passed by as are looked at; where there are more, ours may be among them. */
static void many_of_other_namespaces(void **state)
{
	const struct pk_tuple ours = tuple(1, 7000, 2, 53), theirs = tuple(2, 53, 1, 7000);
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_conntracks found;
	unsigned n = 4;

	for (; n < 4 + 256; n++) {
		put_entry(fake, n, ours, theirs, 17, n == 5 ? FAKE_INIT_NET : OTHER_NET);
		link_node(fake, 1, NODE(n, 0));
	}
	found = find(machine, 17, ours);
	assert_int_equal(found.status, PK_OK);
	assert_int_equal(found.nr, 1);
	put_entry(fake, n, ours, theirs, 17, OTHER_NET);
	link_node(fake, 1, NODE(n, 0));
	found = find(machine, 17, ours);
	assert_int_equal(found.status, PK_LIMIT);
	assert_int_equal(found.nr, 1);
	assert_int_equal(found.list[0].addr, ENTRY(5));
}

static void damaged_chains(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_conntracks found;

	/* what is found holds, and nothing else is known */
	fake_put(fake, NODE(0, 0), 8, NODE(0, 0));
	found = find(machine, 6, tuple(1, 5000, 9, 80));
	assert_int_equal(found.status, PK_CORRUPT);
	assert_int_equal(found.nr, 1);
	assert_int_equal(found.list[0].addr, ENTRY(0));
	found = find(machine, 6, tuple(7, 7, 7, 7));
	assert_int_equal(found.status, PK_CORRUPT);
	assert_int_equal(found.nr, 0);
	fake_put(fake, NODE(0, 0), 8, DAMAGED);
	assert_int_equal(find(machine, 6, tuple(7, 7, 7, 7)).status, PK_UNREADABLE);
	fake_put(fake, NODE(0, 0), 8, 1);
	/* no direction; two of one direction */
	fake_put(fake, NODE(0, 0) + 55, 1, 2);
	assert_int_equal(find(machine, 6, tuple(1, 5000, 9, 80)).status, PK_CORRUPT);
	fake_put(fake, NODE(0, 0) + 55, 1, 0);
	fake_put(fake, NODE(0, 1) + 55, 1, 0);
	found = find(machine, 6, tuple(1, 5000, 9, 80));
	assert_int_equal(found.status, PK_CORRUPT);
	assert_int_equal(found.nr, 0);
	fake_put(fake, CT_SIZE, 4, 0xffffffff);
	assert_int_equal(find(machine, 6, tuple(1, 5000, 9, 80)).status, PK_CORRUPT);
}

/* sk_buff._nfct: the entry, and in the low bits what the packet is of it. */
static void of_a_packet(void **state)
{
	static const char *const infos[] = {"IP_CT_ESTABLISHED", "IP_CT_RELATED", "IP_CT_NEW",
					    "IP_CT_ESTABLISHED_REPLY", "IP_CT_RELATED_REPLY"};
	struct fake_machine *machine = *state;
	struct pk_tracked tracked;

	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(pk_conntrack_of_skb(&machine->ctx, ENTRY(0) + i, &tracked), PK_OK);
		assert_string_equal(tracked.info, infos[i]);
		assert_int_equal(tracked.entry.addr, ENTRY(0));
		assert_int_equal(tracked.entry.replies, i >= 3);
		assert_true(pk_conntrack_is_translated(&tracked.entry));
		assert_string_equal(tracked.entry.state, "ESTABLISHED");
	}
	for (unsigned i = 5; i < 8; i++)
		assert_int_equal(pk_conntrack_of_skb(&machine->ctx, ENTRY(0) + i, &tracked),
				 PK_CORRUPT);
	assert_int_equal(pk_conntrack_of_skb(&machine->ctx, 0, &tracked), PK_ABSENT);
	assert_int_equal(pk_conntrack_of_skb(&machine->ctx, 2, &tracked), PK_ABSENT);
	assert_int_equal(pk_conntrack_of_skb(&machine->ctx, DAMAGED, &tracked), PK_UNREADABLE);
	fake_put(&machine->fake, NODE(0, 0) + 55, 1, 1); /* its first tuple is a reply's */
	assert_int_equal(pk_conntrack_of_skb(&machine->ctx, ENTRY(0), &tracked), PK_CORRUPT);
}

static const struct fake_member percpu_lists[] = {
	{"struct net", "ct.pcpu_lists", NET_LISTS, 8, .is_pointer = true},
	{"struct ct_pcpu", "unconfirmed", 8, .size = 8},
	{"struct ct_pcpu", "dying", 16, .size = 8},
};

static void counts(struct fake_machine *machine, enum pk_status status, uint64_t in_table,
		   uint64_t in_lists, uint64_t by_skbs, uint64_t masters)
{
	struct pk_conntrack_census census = {.net = FAKE_INIT_NET};
	const uint64_t skbs[] = {SKB(0), SKB(1), SKB(2)};

	assert_int_equal(pk_conntracks_count(&machine->ctx, skbs, 3, &census, 1), status);
	assert_int_equal(census.in_table, in_table);
	assert_int_equal(census.in_lists, in_lists);
	assert_int_equal(census.by_skbs, by_skbs);
	assert_int_equal(census.masters, masters);
}

/* Each once, by the first way that leads to it; those of another namespace, and templates, do not count. */
static void where_they_are(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	counts(machine, PK_OK, 3, 0, 0, 0);
	for (unsigned n = 4; n < 9; n++)
		put_entry(fake, n, tuple(1, 6000, 2, 53), tuple(2, 53, 1, 6000), 17, FAKE_INIT_NET);
	fake_put(fake, SKB(0) + SKB_NFCT, 8, ENTRY(4) | 2);
	fake_put(fake, SKB(1) + SKB_NFCT, 8, ENTRY(0) | 3);
	fake_put(fake, SKB(2) + SKB_NFCT, 8, ENTRY(5) | 2);
	fake_put(fake, ENTRY(5) + STATUS, 8, 1 << PK_CT_TEMPLATE);
	counts(machine, PK_OK, 3, 0, 1, 0);
	fake_put(fake, ENTRY(4) + MASTER, 8, ENTRY(6));
	fake_put(fake, ENTRY(6) + MASTER, 8, ENTRY(4)); /* which no kernel has */
	counts(machine, PK_OK, 3, 0, 1, 1);
	fake_put(fake, SKB(1) + SKB_NFCT, 8, DAMAGED);
	counts(machine, PK_UNREADABLE, 3, 0, 1, 1);
}

/* Entries from 4 to 6: one that is unconfirmed, and two dying ones. */
static void put_lists(struct fake_target *fake)
{
	fake_members(fake, percpu_lists, ARRAY_SIZE(percpu_lists));
	for (unsigned n = 4; n < 7; n++)
		put_entry(fake, n, tuple(1, 6000, 2, 53), tuple(2, 53, 1, 6000), 17, FAKE_INIT_NET);
	fake->target.facts.nr_cpu_ids = 1;
	fake->percpu[0] = 0x1000;
	fake_put(fake, FAKE_INIT_NET + NET_LISTS, 8, LISTS - 0x1000);
	fake_put(fake, LISTS + 8, 8, NODE(4, 0));
	fake_put(fake, NODE(4, 0), 8, 1);
	fake_put(fake, LISTS + 16, 8, NODE(5, 0));
	fake_put(fake, NODE(5, 0), 8, NODE(6, 0));
	fake_put(fake, NODE(6, 0), 8, 1);
}

static void in_lists_of_cpus(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	put_lists(fake);
	fake_put(fake, NODE(5, 0), 8, 1);
	counts(machine, PK_OK, 3, 2, 0, 0);
	fake_put(fake, NODE(5, 0), 8, NODE(5, 0));
	counts(machine, PK_CORRUPT, 3, 2, 0, 0);
}

/* Without a callback for events nothing keeps a dying one, but a packet that has it. */
static void dying_ones_that_nothing_keeps(void **state)
{
	static const struct fake_member callback = {"struct net", "ct.nf_conntrack_event_cb",
						    NET_EVENT_CB, 8, .is_pointer = true};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_conntrack_census census = {.net = FAKE_INIT_NET};

	put_lists(fake);
	fake_members(fake, &callback, 1);
	fake_put(fake, ENTRY(5) + STATUS, 8, 1 << PK_CT_DYING);
	fake_put(fake, ENTRY(6) + STATUS, 8, 1 << PK_CT_DYING);
	fake_put(fake, SKB(0) + SKB_NFCT, 8, ENTRY(6) | 2);
	assert_int_equal(
		pk_conntracks_count(&machine->ctx, (const uint64_t[]){SKB(0)}, 1, &census, 1),
		PK_OK);
	assert_int_equal(census.in_lists, 1);
	assert_int_equal(census.by_skbs, 1);
	assert_int_equal(census.idle, 1);
	fake_put(fake, FAKE_INIT_NET + NET_EVENT_CB, 8,
		 LISTS); /* somebody may not have been told */
	census = (struct pk_conntrack_census){.net = FAKE_INIT_NET};
	assert_int_equal(
		pk_conntracks_count(&machine->ctx, (const uint64_t[]){SKB(0)}, 1, &census, 1),
		PK_OK);
	assert_int_equal(census.in_lists, 3);
	assert_int_equal(census.idle, 0);
}

static void no_tracker(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, 1);

	*state = machine;
	assert_int_equal(find(machine, 6, tuple(1, 5000, 9, 80)).status, PK_ABSENT);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_tuple_and_namespace, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(by_protocol, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(its_timeout, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(several, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(many_of_other_namespaces, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damaged_chains, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(of_a_packet, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(where_they_are, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(in_lists_of_cpus, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(dying_ones_that_nothing_keeps, setup,
						fake_machine_teardown),
		cmocka_unit_test_teardown(no_tracker, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
