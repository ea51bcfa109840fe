// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets that wait at an IPsec policy for a state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/ipsec/xfrm.h"
#include "fake_net.h"

#define HEAD (FAKE_INIT_NET + 64)
#define POLICY(n) (FAKE_GLOBALS + 0x8000 + 0x100 * (uint64_t)(n))
#define LINK(n) (POLICY(n) + 16)
#define QUEUE(n) (POLICY(n) + 32)
#define SKB(n) (FAKE_GLOBALS + 0x9000 + 0x100 * (uint64_t)(n))

static const struct fake_member members[] = {
	{"struct net", "xfrm.policy_all", 64, .size = 16},
	{"struct xfrm_policy", "family", 8, .size = 2},
	{"struct xfrm_policy", "walk.all", 16, .size = 16},
	{"struct xfrm_policy", "walk.dead", 12, .size = 1},
	{"struct xfrm_policy", "polq.hold_queue", 32, .size = 24},
	{"struct xfrm_policy", "selector.saddr", 64, .size = 16},
	{"struct xfrm_policy", "selector.daddr", 80, .size = 16},
	{"struct xfrm_policy", "selector.prefixlen_s", 96, .size = 1},
	{"struct xfrm_policy", "selector.prefixlen_d", 97, .size = 1},
};

struct seen {
	uint64_t skbs[4];
	struct pk_xfrm_policy policy; /* the newest */
	unsigned nr, most;
};

/* A policy without packets, one with two, and somebody who lists them. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_link(fake, HEAD, LINK(0));
	fake_link(fake, LINK(0), LINK(1));
	fake_link(fake, LINK(1), LINK(2));
	fake_link(fake, LINK(2), HEAD);
	fake_put(fake, POLICY(2) + 12, 1, 1);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, POLICY(i) + 8, 2, 2);
		fake_link(fake, QUEUE(i), QUEUE(i));
	}
	fake_link(fake, QUEUE(1), SKB(0));
	fake_link(fake, SKB(0), SKB(1));
	fake_link(fake, SKB(1), QUEUE(1));
	fake_put(fake, POLICY(1) + 64, 4, 0x0100000a);
	fake_put(fake, POLICY(1) + 80, 4, 0x0200000a);
	fake_put(fake, POLICY(1) + 96, 1, 24);
	fake_put(fake, POLICY(1) + 97, 1, 32);
	*state = machine;
	return 0;
}

static bool see(uint64_t skb, const struct pk_xfrm_policy *policy, void *arg)
{
	struct seen *seen = arg;

	assert_true(seen->nr < ARRAY_SIZE(seen->skbs));
	seen->skbs[seen->nr++] = skb;
	seen->policy = *policy;
	return seen->nr < seen->most;
}

static void packets_that_wait(void **state)
{
	struct fake_machine *machine = *state;
	struct seen seen = {.most = 9};

	assert_int_equal(pk_xfrm_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(seen.skbs[0], SKB(0));
	assert_int_equal(seen.skbs[1], SKB(1));
	assert_int_equal(seen.policy.addr, POLICY(1));
	assert_int_equal(seen.policy.family, 4);
	assert_int_equal(seen.policy.saddr[0], 10);
	assert_int_equal(seen.policy.daddr[3], 2);
	assert_int_equal(seen.policy.saddr_len, 24);
	assert_int_equal(seen.policy.daddr_len, 32);
	seen = (struct seen){.most = 1};
	assert_int_equal(pk_xfrm_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 1);
}

static void damage(void **state)
{
	struct fake_machine *machine = *state;
	struct seen seen = {.most = 9};

	fake_link(&machine->fake, SKB(1), SKB(0)); /* round and round */
	assert_int_equal(pk_xfrm_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 2);
	assert_non_null(strstr(machine->ctx.warnings[0], "queue of an IPsec policy"));
	fake_put(&machine->fake, HEAD, 8, 0x1000);
	assert_int_equal(pk_xfrm_queues_walk(&machine->ctx, see, &seen), PK_OK);
	assert_non_null(strstr(machine->ctx.warnings[1], "IPsec policies of namespace"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(packets_that_wait, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
