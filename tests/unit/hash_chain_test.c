// SPDX-License-Identifier: GPL-3.0-or-later
/* Which chain of a hash table the words of a lookup point to, and whether it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/sock/sock.h"
#include "fake_net.h"

#define SOCK(n) (FAKE_DIRECT + FAKE_SOCK_SIZE * (uint64_t)(n))
#define BUCKET(n) (FAKE_EHASH + 8 * (uint64_t)(n))
#define TUPLE(n) (FAKE_DIRECT + 0x8000 + 0x40 * (uint64_t)(n))
#define CT_HASH (FAKE_GLOBALS + 0x8000)
#define CT_SIZE (FAKE_GLOBALS + 0x8008)
#define CT_BUCKET(n) (FAKE_GLOBALS + 0x8100 + 8 * (uint64_t)(n))

/* Ports: PORT(0) has two owners, and the addresses 0 and 1, each with one. Listeners are in lhash2 by LISTEN_NODE. */
#define BHASH(n) (FAKE_GLOBALS + 0x8400 + 16 * (uint64_t)(n))
#define BHASH2(n) (FAKE_GLOBALS + 0x8480 + 16 * (uint64_t)(n))
#define PORT(n) (FAKE_DIRECT + 0x9000 + 0x40 * (uint64_t)(n))
#define ADDRESS(n) (FAKE_DIRECT + 0x9200 + 0x40 * (uint64_t)(n))
#define BIND_NODE 48
#define BIND2_NODE 1008
#define LISTEN_NODE 992
#define LISTENING(n) (FAKE_HASHINFO + 40 + 16 * (uint64_t)(n))

#define UDP_TABLE (FAKE_GLOBALS + 0x8200)
#define UDP_SLOT(n) (FAKE_GLOBALS + 0x8300 + 32 * (uint64_t)(n))
#define UDP_NODE 32 /* of a socket in hash2 */

static const struct fake_member members[] = {
	{"struct udp_table", "hash2", 8, 8, .is_pointer = true},
	{"struct udp_table", "mask", 16, .size = 4},
	{"struct udp_hslot_main", "hslot.head", 8, .size = 8},
	{"struct sock_common", "skc_portaddr_node", UDP_NODE, .size = 16},
	{"struct hlist_nulls_head", "first", 0, 8, .is_pointer = true},
	{"struct nf_conntrack_tuple_hash", "hnnode", 0, .size = 16},
};

#define PORT_MEMBERS                                                                               \
	{"struct inet_hashinfo", "bhash", 8, 8, .is_pointer = true},                               \
		{"struct inet_hashinfo", "bhash2", 32, 8, .is_pointer = true},                     \
		{"struct inet_hashinfo", "bhash_size", 100, .size = 4},                            \
		{"struct inet_bind_hashbucket", "chain", 8, .size = 8},                            \
		{"struct inet_bind_bucket", "node", 16, .size = 16},                               \
		{"struct inet_bind2_bucket", "node", 16, .size = 16},                              \
		{"struct inet_bind2_bucket", "owners", 32, .size = 8},                             \
	{                                                                                          \
		"struct sock_common", "skc_bind_node", BIND_NODE, .size = 16                       \
	}

/* Up to 5.18: listeners are in two tables. */
static const struct fake_member before_5_19[] = {
	PORT_MEMBERS,
	{"struct inet_bind_bucket", "owners", 32, .size = 8},
	{"struct inet_connection_sock", "icsk_listen_portaddr_node", LISTEN_NODE, .size = 16},
	{"struct inet_hashinfo", "listening_hash", 40, .size = 32, .is_array = true, .elements = 2},
};

static const struct fake_member before_6_8[] = {
	PORT_MEMBERS,
	{"struct inet_bind_bucket", "owners", 32, .size = 8},
	{"struct sock", "sk_bind2_node", BIND2_NODE, .size = 16},
};

static const struct fake_member since_6_8[] = {
	PORT_MEMBERS,
	{"struct inet_bind_bucket", "bhash2", 32, .size = 8},
	{"struct inet_bind2_bucket", "bhash_node", 40, .size = 16},
};

static void put_ports(struct fake_target *fake)
{
	fake_type(fake, "struct inet_bind_hashbucket", 16);
	fake_put(fake, FAKE_HASHINFO + 8, 8, BHASH(0));
	fake_put(fake, FAKE_HASHINFO + 32, 8, BHASH2(0));
	fake_put(fake, FAKE_HASHINFO + 100, 4, 4);
	fake_put(fake, BHASH(3) + 8, 8, PORT(0) + 16);
	fake_put(fake, PORT(0) + 16, 8, PORT(1) + 16);
	fake_put(fake, BHASH2(2) + 8, 8, ADDRESS(0) + 16);
	fake_put(fake, ADDRESS(0) + 16, 8, ADDRESS(1) + 16);
}

static void chain(struct fake_target *fake, uint64_t head, uint64_t offset, uint64_t one,
		  uint64_t two)
{
	fake_put(fake, head, 8, one + offset);
	fake_put(fake, one + offset, 8, two ? two + offset : 0);
	if (two)
		fake_put(fake, two + offset, 8, 0);
}

/* Bucket 1 has three sockets, bucket 2 one; conntrack's bucket 3 two tuples; UDP's slot 1 two sockets. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_type(fake, "struct udp_hslot_main", 32);
	fake_symbol(fake, "udp_table", UDP_TABLE, 32);
	fake_put(fake, UDP_TABLE + 8, 8, UDP_SLOT(0));
	fake_put(fake, UDP_TABLE + 16, 4, 1);
	fake_put(fake, UDP_SLOT(1) + 8, 8, SOCK(8) + UDP_NODE);
	fake_put(fake, SOCK(8) + UDP_NODE, 8, SOCK(9) + UDP_NODE);
	fake_type(fake, "struct hlist_nulls_head", 8);
	for (unsigned i = 0; i < 4; i++)
		fake_net_sock(fake, SOCK(i), 1, (uint16_t)(80 + i), 40000);
	fake_net_chain(fake, BUCKET(1), (uint64_t[]){SOCK(0), SOCK(1), SOCK(2)}, 3);
	fake_net_chain(fake, BUCKET(2), (uint64_t[]){SOCK(3)}, 1);
	fake_module_symbol(fake, "nf_conntrack", "nf_conntrack_hash", CT_HASH, 8);
	fake_module_symbol(fake, "nf_conntrack", "nf_conntrack_htable_size", CT_SIZE, 4);
	fake_put(fake, CT_HASH, 8, CT_BUCKET(0));
	fake_put(fake, CT_SIZE, 4, 4);
	for (unsigned i = 0; i < 4; i++)
		fake_put(fake, CT_BUCKET(i), 8, i << 1 | 1);
	fake_put(fake, CT_BUCKET(3), 8, TUPLE(0));
	fake_put(fake, TUPLE(0), 8, TUPLE(1));
	fake_put(fake, TUPLE(1), 8, 3 << 1 | 1);
	*state = machine;
	return 0;
}

#define LOCATE(machine, function, place, ...)                                                      \
	pk_hash_locate(&(machine)->ctx, function, FAKE_WORDS(__VA_ARGS__), place)
#define LOOKUP "__inet_lookup_established"

static void which_functions(void **state)
{
	(void)state;
	assert_true(pk_hash_walks(LOOKUP));
	assert_true(pk_hash_walks("__inet6_lookup_established"));
	assert_true(pk_hash_walks("inet_lhash2_lookup"));
	assert_true(pk_hash_walks("udp4_lib_lookup2"));
	assert_true(pk_hash_walks("__nf_conntrack_find_get"));
	assert_false(pk_hash_walks("tcp_v4_rcv"));
	assert_false(pk_hash_walks(""));
}

static void a_chain(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, LOOKUP, &place, 7, SOCK(1), BUCKET(1)), PK_OK);
	assert_string_equal(place.table, "TCP connections");
	assert_int_equal(place.bucket, 1);
	assert_int_equal(place.addr, BUCKET(1));
	assert_int_equal(place.chain.nr, 3);
	assert_int_equal(place.object, SOCK(1));
	assert_false(place.chain.circular);
	/* the node, and the bucket's index */
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(3) + SK_NODE, 2), PK_OK);
	assert_int_equal(place.bucket, 2);
	assert_int_equal(place.chain.nr, 1);
	assert_int_equal(place.object, SOCK(3));
}

/* The last leads to the second, or to itself; lookups find what is before the circle, too. */
static void circles(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_hash_place place;

	fake_put(fake, SOCK(2) + SK_NODE, 8, SOCK(1) + SK_NODE);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(i), BUCKET(1)), PK_OK);
		assert_true(place.chain.circular);
		assert_int_equal(place.chain.nr, 3);
		assert_int_equal(place.object, SOCK(i));
	}
	fake_put(fake, SOCK(2) + SK_NODE, 8, SOCK(2) + SK_NODE);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(2), BUCKET(1)), PK_OK);
	assert_true(place.chain.circular);
	assert_int_equal(place.chain.nr, 3);
	fake_put(fake, SOCK(0) + SK_NODE, 8, SOCK(0) + SK_NODE);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(0), BUCKET(1)), PK_OK);
	assert_true(place.chain.circular);
	assert_int_equal(place.chain.nr, 1);
}

static void nothing_is_guessed(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_hash_place place;

	/* no socket; one that is in no chain; none of this table */
	assert_int_equal(LOCATE(machine, LOOKUP, &place, 7, BUCKET(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(4), BUCKET(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, TUPLE(0), BUCKET(1)), PK_ABSENT);
	/* the bucket is not at hand, or that of another; two chains */
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(1), BUCKET(2)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(1), SOCK(3), BUCKET(1)), PK_ABSENT);
	/* another lookup */
	assert_int_equal(LOCATE(machine, "inet_lhash2_lookup", &place, SOCK(1), BUCKET(1)),
			 PK_ABSENT);
	assert_int_equal(LOCATE(machine, "tcp_v4_rcv", &place, SOCK(1), BUCKET(1)), PK_ABSENT);
	/* two buckets lead to the same sockets */
	fake_put(fake, BUCKET(0), 8, SOCK(1) + SK_NODE);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(1), BUCKET(1)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(0), BUCKET(1)), PK_OK);
}

static void connection_tracking(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "__nf_conntrack_find_get", &place, TUPLE(1), 3), PK_OK);
	assert_string_equal(place.table, "conntrack entries");
	assert_int_equal(place.bucket, 3);
	assert_int_equal(place.chain.nr, 2);
	assert_false(place.chain.circular);
	fake_put(&machine->fake, TUPLE(1), 8, TUPLE(0));
	assert_int_equal(LOCATE(machine, "__nf_conntrack_find_get", &place, TUPLE(1), 3), PK_OK);
	assert_int_equal(place.chain.nr, 2);
	assert_true(place.chain.circular);
}

/* A chain of these ends with NULL, and their lookup forgets the slot. */
static void udp(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "udp4_lib_lookup2", &place, SOCK(9)), PK_OK);
	assert_string_equal(place.table, "UDP sockets by address");
	assert_int_equal(place.bucket, 1);
	assert_int_equal(place.object, SOCK(9));
	assert_int_equal(place.chain.nr, 2);
	assert_false(place.chain.circular);
	fake_put(&machine->fake, SOCK(9) + UDP_NODE, 8, SOCK(9) + UDP_NODE);
	assert_int_equal(LOCATE(machine, "udp4_lib_lookup2", &place, SOCK(8)), PK_OK);
	assert_int_equal(place.chain.nr, 2);
	assert_true(place.chain.circular);
	assert_int_equal(LOCATE(machine, "udp4_lib_lookup2", &place, SOCK(0)), PK_ABSENT);
}

static int setup_before_5_19(void **state)
{
	struct fake_machine *machine = fake_net_machine(before_5_19, ARRAY_SIZE(before_5_19));

	put_ports(&machine->fake);
	chain(&machine->fake, PORT(0) + 32, BIND_NODE, SOCK(0), SOCK(1));
	chain(&machine->fake, FAKE_LHASH + 16 + 8, LISTEN_NODE, SOCK(2), SOCK(3));
	chain(&machine->fake, LISTENING(1) + 8, SK_NODE, SOCK(2), 0);
	*state = machine;
	return 0;
}

static int setup_before_6_8(void **state)
{
	struct fake_machine *machine = fake_net_machine(before_6_8, ARRAY_SIZE(before_6_8));

	put_ports(&machine->fake);
	chain(&machine->fake, PORT(0) + 32, BIND_NODE, SOCK(0), SOCK(1));
	chain(&machine->fake, ADDRESS(0) + 32, BIND2_NODE, SOCK(0), 0);
	chain(&machine->fake, ADDRESS(1) + 32, BIND2_NODE, SOCK(1), 0);
	*state = machine;
	return 0;
}

static int setup_since_6_8(void **state)
{
	struct fake_machine *machine = fake_net_machine(since_6_8, ARRAY_SIZE(since_6_8));

	put_ports(&machine->fake);
	chain(&machine->fake, PORT(0) + 32, 40, ADDRESS(0), ADDRESS(1));
	chain(&machine->fake, ADDRESS(0) + 32, BIND_NODE, SOCK(0), SOCK(2));
	chain(&machine->fake, ADDRESS(1) + 32, BIND_NODE, SOCK(1), 0);
	*state = machine;
	return 0;
}

/* A bind goes on in the table of ports, and in what a port has: where both may be meant nothing is said. */
static void ports(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(1), BHASH(3)), PK_OK);
	assert_string_equal(place.table, "TCP ports");
	assert_int_equal(place.bucket, 3);
	assert_int_equal(place.object, PORT(1));
	assert_int_equal(place.chain.nr, 2);
	assert_false(place.chain.circular);
	/* its index is no proof; an owner is at hand, too */
	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(1), 3), PK_ABSENT);
	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(0), SOCK(1), BHASH(3)),
			 PK_ABSENT);
	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(1), SOCK(1), BHASH(3)),
			 PK_ABSENT);
	/* who binds does not look at owners in this call */
	assert_int_equal(LOCATE(machine, "__inet_hash_connect", &place, PORT(0), SOCK(1), BHASH(3)),
			 PK_OK);
	fake_put(fake, PORT(1) + 16, 8, PORT(0) + 16);
	assert_int_equal(LOCATE(machine, "__inet_hash_connect", &place, PORT(0), BHASH(3)), PK_OK);
	assert_int_equal(place.chain.nr, 2);
	assert_true(place.chain.circular);
	/* the circular one of both, if the owner is that port's */
	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(0), SOCK(1), BHASH(3)),
			 PK_OK);
	assert_string_equal(place.table, "TCP ports");
	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(1), SOCK(1), BHASH(3)),
			 PK_ABSENT);
	fake_put(fake, PORT(1) + 16, 8, 0);
	fake_put(fake, SOCK(1) + BIND_NODE, 8, SOCK(1) + BIND_NODE);
	assert_int_equal(LOCATE(machine, "inet_csk_get_port", &place, PORT(0), SOCK(1), BHASH(3)),
			 PK_OK);
	assert_string_equal(place.table, "TCP sockets of a port");
	assert_true(place.chain.circular);
}

static void owners(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, SOCK(1)), PK_OK);
	assert_string_equal(place.table, "TCP sockets of a port");
	assert_int_equal(place.bucket, 3);
	assert_int_equal(place.addr, BHASH(3));
	assert_int_equal(place.object, SOCK(1));
	assert_int_equal(place.chain.nr, 2);
	/* the list is found again and again where ports are circular */
	fake_put(fake, PORT(1) + 16, 8, PORT(0) + 16);
	fake_put(fake, SOCK(1) + BIND_NODE, 8, SOCK(1) + BIND_NODE);
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, SOCK(0)), PK_OK);
	assert_int_equal(place.chain.nr, 2);
	assert_true(place.chain.circular);
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, SOCK(5)), PK_ABSENT);
}

static void listeners_in_two_tables(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "inet_lhash2_lookup", &place, SOCK(2)), PK_OK);
	assert_string_equal(place.table, "TCP listeners");
	assert_int_equal(place.bucket, 1);
	assert_int_equal(place.chain.nr, 2);
	/* The function may have walked either: the node tells. */
	assert_int_equal(LOCATE(machine, "__inet_lookup_listener", &place, SOCK(2)), PK_ABSENT);
	assert_int_equal(LOCATE(machine, "__inet_lookup_listener", &place, SOCK(2) + SK_NODE),
			 PK_OK);
	assert_string_equal(place.table, "TCP listeners by port");
	assert_int_equal(place.chain.nr, 1);
}

/* A socket is in the lists of its port and of its port and address. */
static void two_lists_of_owners(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "inet_bhash2_conflict", &place, SOCK(1)), PK_OK);
	assert_string_equal(place.table, "TCP sockets of a port and address");
	assert_int_equal(place.bucket, 2);
	assert_int_equal(place.chain.nr, 1);
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, SOCK(1)), PK_ABSENT);
	fake_put(&machine->fake, SOCK(1) + BIND_NODE, 8, SOCK(0) + BIND_NODE);
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, SOCK(1)), PK_OK);
	assert_string_equal(place.table, "TCP sockets of a port");
	assert_int_equal(place.chain.nr, 2);
	assert_int_equal(LOCATE(machine, "inet_bind2_bucket_find", &place, ADDRESS(1)), PK_OK);
	assert_string_equal(place.table, "TCP ports and addresses");
	assert_int_equal(place.chain.nr, 2);
}

static void addresses(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_hash_place place;

	assert_int_equal(LOCATE(machine, "inet_bhash2_conflict", &place, SOCK(2)), PK_OK);
	assert_string_equal(place.table, "TCP sockets of a port and address");
	assert_int_equal(place.chain.nr, 2);
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, ADDRESS(1)), PK_OK);
	assert_string_equal(place.table, "TCP addresses of a port");
	assert_int_equal(place.bucket, 3);
	assert_int_equal(place.chain.nr, 2);
	/* the list of one of those, but not of another's */
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, ADDRESS(1), SOCK(1)),
			 PK_OK);
	assert_string_equal(place.table, "TCP sockets of a port and address");
	assert_int_equal(place.object, SOCK(1));
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, ADDRESS(0), SOCK(1)),
			 PK_ABSENT);
	fake_put(&machine->fake, ADDRESS(1) + 40, 8, ADDRESS(0) + 40);
	assert_int_equal(LOCATE(machine, "inet_csk_bind_conflict", &place, ADDRESS(1), SOCK(1)),
			 PK_OK);
	assert_string_equal(place.table, "TCP addresses of a port");
	assert_true(place.chain.circular);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_hash_place place;

	/* behind the socket at hand; before it, where it is not in the chain for all that is known */
	fake_put(fake, SOCK(1) + SK_NODE, 8, 0xdead0000);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(1), BUCKET(1)), PK_UNREADABLE);
	assert_int_equal(LOCATE(machine, LOOKUP, &place, SOCK(2), BUCKET(1)), PK_ABSENT);
	fake_put(fake, CT_SIZE, 4, 0xffffffff);
	assert_int_equal(LOCATE(machine, "__nf_conntrack_find_get", &place, TUPLE(1), 3),
			 PK_CORRUPT);
	fake_put(fake, CT_SIZE, 4, 1 << 20);
	assert_int_equal(LOCATE(machine, "__nf_conntrack_find_get", &place, TUPLE(1), 3),
			 PK_UNREADABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_functions),
		cmocka_unit_test_setup_teardown(a_chain, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(circles, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(nothing_is_guessed, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(connection_tracking, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(udp, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(ports, setup_before_5_19, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(owners, setup_before_5_19, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(listeners_in_two_tables, setup_before_5_19,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(two_lists_of_owners, setup_before_6_8,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(addresses, setup_since_6_8, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
