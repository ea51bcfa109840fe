// SPDX-License-Identifier: GPL-3.0-or-later
/* Whether what a socket's queue holds is the packet of the trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/lives/packet_work.h"
#include "analysis/lives/same_packet.h"
#include "fake_net.h"

#define OWN 0xffff888000100000ull
#define OTHER 0xffff888000200000ull
#define UNREADABLE 0xffff8880f0000000ull

static const struct pk_tuple here = {.family = 4,
				     .saddr = {10, 0, 2, 15},
				     .daddr = {10, 0, 2, 100},
				     .sport = 40000,
				     .dport = 80};
static const struct pk_tuple elsewhere = {.family = 4,
					  .saddr = {10, 0, 2, 15},
					  .daddr = {10, 0, 2, 100},
					  .sport = 40001,
					  .dport = 80};

static int setup(void **state)
{
	static struct fake_machine machine;

	fake_net_init(&machine.fake);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	*state = &machine;
	return 0;
}

/* Of an skb that cannot be read the socket alone tells. */
static enum pk_match match(struct fake_machine *machine, enum pk_direction dir, uint64_t sk,
			   const struct pk_tuple *tuple, enum pk_tuple_source from,
			   uint64_t sock_at)
{
	struct pk_packet_work work = {.is_own = true};
	struct pk_packet packet = {.dir = dir,
				   .work = &work,
				   .sk = sk,
				   .tuple_from = from,
				   .header = {.tuple = *tuple, .tuple_known = true, .protocol = 6}};
	struct pk_sock sock = {.addr = sock_at, .tuple = here, .protocol = 6};

	return pk_same_packet(&machine->ctx, &packet, UNREADABLE, &sock);
}

static void a_sent_packet_is_of_its_socket(void **state)
{
	assert_int_equal(match(*state, PK_TX, OWN, &elsewhere, PK_TUPLE_EVENT, OWN), PK_MATCH_MAY);
	assert_int_equal(match(*state, PK_TX, OWN, &here, PK_TUPLE_EVENT, OTHER), PK_MATCH_NO);
	assert_int_equal(match(*state, PK_TX, 0, &here, PK_TUPLE_EVENT, OTHER), PK_MATCH_MAY);
	assert_int_equal(match(*state, PK_TX, 0, &elsewhere, PK_TUPLE_EVENT, OTHER), PK_MATCH_NO);
}

/* It may have come to a listener; NAT may have changed a tuple that is not its own. */
static void a_received_one_may_be_of_a_listener(void **state)
{
	struct pk_tuple back = pk_tuple_reversed(&here), other = pk_tuple_reversed(&elsewhere);

	assert_int_equal(match(*state, PK_RX, OWN, &back, PK_TUPLE_EVENT, OTHER), PK_MATCH_MAY);
	assert_int_equal(match(*state, PK_RX, OWN, &here, PK_TUPLE_EVENT, OTHER), PK_MATCH_NO);
	assert_int_equal(match(*state, PK_RX, OWN, &other, PK_TUPLE_SKB, OTHER), PK_MATCH_NO);
	assert_int_equal(match(*state, PK_RX, OWN, &other, PK_TUPLE_SOCK, OTHER), PK_MATCH_MAY);
	assert_int_equal(match(*state, PK_RX, OWN, &other, PK_TUPLE_SKB, OWN), PK_MATCH_MAY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_sent_packet_is_of_its_socket, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_received_one_may_be_of_a_listener, setup,
						fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
