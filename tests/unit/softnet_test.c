// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets that lie between driver and protocols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "decode/net/device/device.h"
#include "fake_net.h"

#define SOFTNET (FAKE_GLOBALS + 0xa000) /* CPU 1's lies 0x1000 further */
#define SKB(n) (FAKE_DIRECT + 256 * (uint64_t)(n))
#define POLL 0
#define PROCESS 16
#define INPUT 40
#define COMPLETION 64
#define DEFER 72
#define BACKLOG 128
#define GRO_HASH 16 /* in struct napi_struct: 2 buckets of 24 bytes */
#define RX_LIST 64

static const struct fake_member members[] = {
	{"struct softnet_data", "poll_list", POLL, .size = 16},
	{"struct softnet_data", "process_queue", PROCESS, .size = 24},
	{"struct softnet_data", "input_pkt_queue", INPUT, .size = 24},
	{"struct softnet_data", "completion_queue", COMPLETION, .size = 8},
	{"struct softnet_data", "defer_list", DEFER, .size = 8},
	{"struct softnet_data", "backlog", BACKLOG, .size = 128},
	{"struct napi_struct", "poll_list", 0, .size = 16},
	{"struct napi_struct", "gro_hash", GRO_HASH, .size = 48, .is_array = true, .elements = 2},
	{"struct napi_struct", "rx_list", RX_LIST, .size = 16},
};

static void draw_napi(struct fake_target *fake, uint64_t napi)
{
	fake_put(fake, napi + GRO_HASH, 8, napi + GRO_HASH);
	fake_put(fake, napi + GRO_HASH + 24, 8, napi + GRO_HASH + 24);
	fake_put(fake, napi + RX_LIST, 8, napi + RX_LIST);
}

static int setup(void **state)
{
	static struct fake_machine machine;
	struct fake_target *fake = &machine.fake;

	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct gro_list", 24);
	fake_symbol(fake, "softnet_data", SOFTNET, 256);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		uint64_t softnet = SOFTNET + 0x1000 * cpu;

		fake_put(fake, softnet + POLL, 8, softnet + POLL);
		fake_net_queue(fake, softnet + INPUT, NULL, 0);
		fake_net_queue(fake, softnet + PROCESS, NULL, 0);
		draw_napi(fake, softnet + BACKLOG);
	}
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

struct seen {
	uint64_t skb[16];
	int cpu[16];
	enum pk_softnet_queue queue[16];
	unsigned nr, stop_at;
};

static bool see(uint64_t skb, int cpu, enum pk_softnet_queue queue, void *arg)
{
	struct seen *seen = arg;

	assert_true(seen->nr < 16);
	seen->skb[seen->nr] = skb;
	seen->cpu[seen->nr] = cpu;
	seen->queue[seen->nr++] = queue;
	return seen->nr != seen->stop_at;
}

static void expect(const struct seen *seen, unsigned i, uint64_t skb, int cpu,
		   enum pk_softnet_queue queue)
{
	assert_int_equal(seen->skb[i], skb);
	assert_int_equal(seen->cpu[i], cpu);
	assert_int_equal(seen->queue[i], queue);
}

static void every_queue_of_every_cpu(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t input[] = {SKB(0), SKB(1)}, process[] = {SKB(2)};
	uint64_t napi = FAKE_GLOBALS + 0xc000;
	struct seen seen = {0};

	fake_net_queue(fake, SOFTNET + 0x1000 + INPUT, input, 2);
	fake_net_queue(fake, SOFTNET + PROCESS, process, 1);
	fake_put(fake, SOFTNET + COMPLETION, 8, SKB(3));
	fake_put(fake, SOFTNET + 0x1000 + DEFER, 8, SKB(4));
	fake_put(fake, SKB(4), 8, SKB(5));
	/* a card's context on CPU 0's poll list holds one skb in GRO and one behind it */
	draw_napi(fake, napi);
	fake_put(fake, SOFTNET + POLL, 8, napi);
	fake_put(fake, napi, 8, SOFTNET + POLL);
	fake_put(fake, napi + GRO_HASH + 24, 8, SKB(6));
	fake_put(fake, SKB(6), 8, napi + GRO_HASH + 24);
	fake_put(fake, napi + RX_LIST, 8, SKB(7));
	fake_put(fake, SKB(7), 8, napi + RX_LIST);
	assert_int_equal(pk_softnet_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 8);
	expect(&seen, 0, SKB(2), 0, PK_SOFTNET_PROCESS);
	expect(&seen, 1, SKB(7), 0, PK_SOFTNET_GRO_PASS);
	expect(&seen, 2, SKB(6), 0, PK_SOFTNET_GRO);
	expect(&seen, 3, SKB(3), 0, PK_SOFTNET_COMPLETION);
	expect(&seen, 4, SKB(0), 1, PK_SOFTNET_INPUT);
	expect(&seen, 5, SKB(1), 1, PK_SOFTNET_INPUT);
	expect(&seen, 6, SKB(4), 1, PK_SOFTNET_DEFER);
	expect(&seen, 7, SKB(5), 1, PK_SOFTNET_DEFER);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void damage_ends_one_queue(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t input[] = {SKB(0), SKB(1)}, other[] = {SKB(2)};
	struct seen seen = {0};

	fake_net_queue(fake, SOFTNET + INPUT, input, 2);
	fake_put(fake, SKB(1), 8, SKB(0));
	fake_net_queue(fake, SOFTNET + 0x1000 + INPUT, other, 1);
	assert_int_equal(pk_softnet_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 3);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

/* Every list that leads into one other costs no more than that one. */
static void lists_that_join(void **state)
{
	struct fake_machine *m = *state;
	struct seen seen = {.nr = 0};

	fake_net_queue(&m->fake, SOFTNET + INPUT, (const uint64_t[]){SKB(1), SKB(2), SKB(3)}, 3);
	fake_put(&m->fake, SOFTNET + PROCESS, 8, SKB(2));
	fake_put(&m->fake, SOFTNET + COMPLETION, 8, SKB(1));
	fake_put(&m->fake, SOFTNET + 0x1000 + INPUT, 8, SKB(3));
	assert_int_equal(pk_softnet_walk(&m->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 3);
	assert_int_equal(m->ctx.nr_warnings, 3);
}

static void a_callback_can_stop(void **state)
{
	struct fake_machine *machine = *state;
	const uint64_t input[] = {SKB(0), SKB(1)};
	struct seen seen = {.stop_at = 1};

	fake_net_queue(&machine->fake, SOFTNET + INPUT, input, 2);
	assert_int_equal(pk_softnet_walk(&machine->ctx, see, &seen), PK_OK);
	assert_int_equal(seen.nr, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)
	const struct CMUnitTest tests[] = {
		TEST(every_queue_of_every_cpu),
		TEST(damage_ends_one_queue),
		TEST(lists_that_join),
		TEST(a_callback_can_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
