// SPDX-License-Identifier: GPL-3.0-or-later
/* Which chain of a hash table the words of a lookup point to, and whether it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/hash_chain.h"
#include "fake_net.h"

#define SOCK(n) (FAKE_DIRECT + FAKE_SOCK_SIZE * (uint64_t)(n))
#define BUCKET(n) (FAKE_EHASH + 8 * (uint64_t)(n))
#define TUPLE(n) (FAKE_DIRECT + 0x8000 + 0x40 * (uint64_t)(n))
#define CT_HASH (FAKE_GLOBALS + 0x8000)
#define CT_SIZE (FAKE_GLOBALS + 0x8008)
#define CT_BUCKET(n) (FAKE_GLOBALS + 0x8100 + 8 * (uint64_t)(n))

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
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
