// SPDX-License-Identifier: GPL-3.0-or-later
/* Page pools, by the kernel's list of all, or by XDP's memory models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/net/device/device.h"
#include "fake_net.h"
#include "model/skb.h"
#include "render/views.h"

#define POOL(i) (FAKE_DIRECT + 0x1000 * (uint64_t)(i))
#define LIST FAKE_GLOBALS
#define NODE (FAKE_DIRECT + 0x20000)
#define MODELS (FAKE_GLOBALS + 0x100)
#define TABLE (FAKE_DIRECT + 0x21000)
#define MODEL(i) (FAKE_DIRECT + 0x22000 + 64 * (uint64_t)(i))
#define DEVICE (FAKE_DIRECT + 0x23000)
#define JIFFIES (FAKE_GLOBALS + 0x200)
#define CLOCK (FAKE_GLOBALS + 0x210)
#define HELD 8
#define RELEASED 12
#define CACHED 16
#define RING 1200
#define USERS 24
#define DEFERRED 32

static const struct fake_member members[] = {
	{"struct page_pool", "pages_state_hold_cnt", HELD, .size = 4},
	{"struct page_pool", "pages_state_release_cnt", RELEASED, .size = 4, .is_signed = true},
	{"struct page_pool", "alloc.count", CACHED, .size = 4},
	{"struct page_pool", "alloc.cache", 128, 1024, .is_array = true, .elements = 128},
	{"struct page_pool", "ring", RING, .size = 64},
	{"struct page_pool", "user_cnt", USERS, .size = 4},
	{"struct page_pool", "defer_start", DEFERRED, .size = 8},
	{"struct ptr_ring", "consumer_head", 0, .size = 4},
	{"struct ptr_ring", "size", 4, .size = 4},
	{"struct ptr_ring", "queue", 8, 8, .is_pointer = true},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
	{"struct page_pool", "user.id", 40, .size = 4},
	{"struct page_pool", "slow.netdev", 48, 8, .is_pointer = true},
	{"struct net_device", "nd_net", 24, 8, .is_pointer = true},
	{"struct net_device", "dev_list", 32, .size = 16},
	{"struct net_device", "ifindex", 48, .size = 4},
	{"struct net", "dev_base_head", 128, .size = 16},
	{"struct idr", "idr_rt.xa_head", 8, 8, .is_pointer = true},
	{"struct xa_node", "slots", 40, 512, .is_array = true, .elements = 64},
	{"struct rhashtable", "tbl", 0, 8, .is_pointer = true},
	{"struct bucket_table", "size", 0, .size = 4},
	{"struct bucket_table", "buckets", 64, .size = 0},
	{"struct xdp_mem_allocator", "mem.type", 0, .size = 4},
	{"struct xdp_mem_allocator", "page_pool", 8, 8, .is_pointer = true},
	{"struct xdp_mem_allocator", "node", 16, .size = 8},
};
#define MODELS_FROM 20 /* of members: before, what only a kernel with a list has */

/* 250 ticks a second; 1000 s after the first. */
static struct fake_machine *machine_with(size_t nr)
{
	struct fake_machine *machine = fake_net_machine(members, nr);
	struct fake_target *fake = &machine->fake;

	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_put(fake, JIFFIES, 8, 250000);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 8);
	fake_put(fake, CLOCK, 4, 4000000);
	return machine;
}

static void pool(struct fake_machine *machine, unsigned i, uint32_t held, uint32_t released)
{
	struct fake_target *fake = &machine->fake;

	fake_put(fake, POOL(i) + HELD, 4, held);
	fake_put(fake, POOL(i) + RELEASED, 4, released);
	fake_put(fake, POOL(i) + USERS, 4, 1);
	fake_put(fake, POOL(i) + 40, 4, 100 + i);
	fake_put(fake, POOL(i) + RING + 4, 4, 4);
	fake_put(fake, POOL(i) + RING + 8, 8, POOL(i) + 2048);
}

/* Pools 1 and 2 in the kernel's list. */
static int setup(void **state)
{
	struct fake_machine *machine = machine_with(ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_symbol(fake, "page_pools", LIST, 16);
	fake_put(fake, LIST + 8, 8, NODE | 2);
	for (unsigned i = 1; i <= 2; i++) {
		fake_put(fake, NODE + 40 + 8 * i, 8, POOL(i));
		pool(machine, i, 300, 44);
	}
	fake_link(fake, FAKE_INIT_NET + 128, DEVICE + 32);
	fake_link(fake, DEVICE + 32, FAKE_INIT_NET + 128);
	fake_put_string(fake, DEVICE, "eth7");
	fake_put(fake, DEVICE + 24, 8, FAKE_INIT_NET);
	fake_put(fake, DEVICE + 48, 4, 9);
	*state = machine;
	return 0;
}

static struct pk_page_pools read_all(struct fake_machine *machine)
{
	struct pk_page_pools pools;

	pk_page_pools_read(&machine->ctx, &pools);
	return pools;
}

static void counts_its_pages(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_page_pools pools;

	fake_put(fake, POOL(1) + CACHED, 4, 60);
	fake_put(fake, POOL(1) + RING, 4, 3); /* the last slot and the first */
	fake_put(fake, POOL(1) + 2048 + 24, 8, 0x1234);
	fake_put(fake, POOL(1) + 2048, 8, 0x5678);
	pool(machine, 2, 5, 0xfffffffb); /* the counters went round */
	pools = read_all(machine);
	assert_int_equal(pools.status, PK_OK);
	assert_true(pools.all);
	assert_int_equal(pools.nr, 2);
	assert_int_equal(pools.list[0].id.value, 101);
	assert_int_equal(pools.list[0].inflight.value, 256);
	assert_int_equal(pools.list[0].cached.value, 60);
	assert_int_equal(pools.list[0].in_ring.value, 2);
	assert_int_equal(pools.list[1].inflight.value, 10);
	assert_int_equal(pools.list[0].shutdown_ms.status, PK_ABSENT);
	pk_page_pools_deinit(&pools);
}

/* A driver that gives back more than it took. */
static void too_many_came_back(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_page_pools pools;

	pool(machine, 1, 5, 7);
	pools = read_all(machine);
	assert_int_equal((int64_t)pools.list[0].inflight.value, -2);
	pk_page_pools_deinit(&pools);
}

static void only_a_listed_device_has_a_name(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_page_pools pools;

	fake_put(&machine->fake, POOL(1) + 48, 8, DEVICE);
	fake_put(&machine->fake, POOL(2) + 48, 8, 0xdead000000000801);
	pools = read_all(machine);
	assert_string_equal(pools.list[0].dev, "eth7");
	assert_int_equal(pools.list[0].ifindex, 9);
	assert_int_equal(pools.list[0].net, FAKE_INIT_NET);
	assert_string_equal(pools.list[1].dev, "");
	pk_page_pools_deinit(&pools);
}

static void since_when_it_is_shut_down(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_page_pools pools;

	fake_put(fake, POOL(1) + USERS, 4, 0);
	fake_put(fake, POOL(1) + DEFERRED, 8, 250000 - 75 * 250);
	fake_put(fake, POOL(2) + USERS, 4, 0);
	fake_put(fake, POOL(2) + DEFERRED, 8, 250001); /* later than the machine died */
	pools = read_all(machine);
	assert_int_equal(pools.list[0].shutdown_ms.status, PK_OK);
	assert_int_equal(pools.list[0].shutdown_ms.value, 75000);
	assert_int_equal(pools.list[1].shutdown_ms.status, PK_CORRUPT);
	pk_page_pools_deinit(&pools);
}

static void what_is_no_pool_is_left_out(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_page_pools pools;

	fake_put(&machine->fake, POOL(1) + CACHED, 4, 129);
	fake_put(&machine->fake, NODE + 40 + 8 * 3, 8, 0xffff888077770000);
	fake_put(&machine->fake, NODE + 40 + 8 * 4, 8, POOL(2)); /* once more */
	pools = read_all(machine);
	assert_int_equal(pools.nr, 1);
	assert_int_equal(pools.list[0].addr, POOL(2));
	assert_int_not_equal(pools.status, PK_OK);
	assert_true(machine->ctx.nr_warnings >= 2);
	pk_page_pools_deinit(&pools);
}

static void a_ring_that_cannot_be_read(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_page_pools pools;

	fake_put(&machine->fake, POOL(1) + RING + 4, 4, 0x7fffffff);
	pools = read_all(machine);
	assert_int_equal(pools.list[0].in_ring.status, PK_CORRUPT);
	assert_int_equal(pools.list[0].inflight.value, 256);
	pk_page_pools_deinit(&pools);
}

static void before_there_was_a_list_xdp_knows_some(void **state)
{
	static const struct fake_enum types[] = {{"xdp_mem_type", "MEM_TYPE_PAGE_POOL", 2}};
	struct fake_machine *machine = machine_with(ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;
	struct pk_page_pools pools;

	fake_enums(fake, types, 1);
	fake_symbol(fake, "mem_id_ht", MODELS, 8);
	*state = machine;
	pools = read_all(machine); /* no model was registered yet */
	assert_int_equal(pools.status, PK_OK);
	assert_int_equal(pools.nr, 0);
	fake_put(fake, MODELS, 8, MODELS + 16);
	fake_put(fake, MODELS + 16, 8, TABLE);
	fake_put(fake, TABLE, 4, 2);
	fake_put(fake, TABLE + 64, 8, MODEL(0) + 16);
	fake_put(fake, TABLE + 72, 8, 1);
	fake_put(fake, MODEL(0) + 16, 8, MODEL(1) + 16);
	fake_put(fake, MODEL(1) + 16, 8, 1);
	fake_put(fake, MODEL(0), 4, 0); /* pages of its own */
	fake_put(fake, MODEL(0) + 8, 8, POOL(1));
	fake_put(fake, MODEL(1), 4, 2);
	fake_put(fake, MODEL(1) + 8, 8, POOL(2));
	pool(machine, 2, 64, 0);
	pools = read_all(machine);
	assert_int_equal(pools.status, PK_OK);
	assert_false(pools.all);
	assert_int_equal(pools.nr, 1);
	assert_int_equal(pools.list[0].addr, POOL(2));
	assert_int_equal(pools.list[0].inflight.value, 64);
	pk_page_pools_deinit(&pools);
}

static void a_kernel_without_page_pools(void **state)
{
	struct fake_machine *machine = machine_with(MODELS_FROM);
	struct pk_page_pools pools;

	*state = machine;
	pools = read_all(machine);
	assert_int_equal(pools.status, PK_ABSENT);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	pk_page_pools_deinit(&pools);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)

/* ==== as text ==== */

/* What POOLS is as text, or MEMORY. */
static void expect_text(const struct pk_page_pools *pools, const struct pk_skb_memory *memory,
			const char *text)
{
	struct pk_out out;
	char *got;
	size_t len;
	FILE *fp = open_memstream(&got, &len);

	pk_out_init(&out, fp, pk_out_form(false));
	if (pools)
		pk_render_page_pools(&out, pools);
	else
		pk_render_skb_memory(&out, memory, true);
	pk_out_deinit(&out);
	fclose(fp);
	assert_string_equal(got, text);
	free(got);
}

static void pools_as_text(void **state)
{
	struct pk_page_pool list[] = {
		{.id = {PK_OK, 7},
		 .dev = "eth0",
		 .ifindex = 2,
		 .napi_id = {PK_OK, 513},
		 .inflight = {PK_OK, 300},
		 .cached = {PK_OK, 64},
		 .in_ring = {PK_OK, 36},
		 .users = {PK_OK, 1},
		 .shutdown_ms = {PK_ABSENT, 0}},
		{.id = {PK_OK, 8},
		 .parent = "0000:00:03.0",
		 .inflight = {PK_OK, (uint64_t)-3},
		 .cached = {PK_OK, 0},
		 .in_ring = {PK_OK, 0},
		 .order = {PK_OK, 2},
		 .users = {PK_OK, 0},
		 .shutdown_ms = {PK_OK, 61005}},
		{.id = {PK_ABSENT, 0},
		 .napi_id = {PK_ABSENT, 0},
		 .inflight = {PK_UNREADABLE, 0},
		 .cached = {PK_UNREADABLE, 0},
		 .in_ring = {PK_OK, 5},
		 .users = {PK_UNREADABLE, 0},
		 .shutdown_ms = {PK_ABSENT, 0}},
	};
	struct pk_page_pools pools = {.all = true, .list = list, .nr = 3};

	(void)state;
	expect_text(&pools, NULL,
		    "Page pools:\n"
		    "    ID  DEVICE             NAPI     PAGES  CACHED    RING       OUT\n"
		    "     7  eth0                513       300      64      36       200\n"
		    "     8  0000:00:03.0          0        -3       0       0        -3  of order "
		    "2  shutting down for 61.005 s\n"
		    "     -  -                     - unreadable unreadable       5 unreadable\n");
	pools.nr = 0;
	expect_text(&pools, NULL, "Page pools: none\n");
	pools.all = false;
	pools.status = PK_CORRUPT;
	expect_text(&pools, NULL,
		    "Page pools (only XDP's: this kernel keeps no list of others): corrupt\n");
	pools.status = PK_ABSENT;
	expect_text(&pools, NULL, "");
}

static void lost_skbs_as_text(void **state)
{
	struct pk_lost_skbs lost[] = {
		{.destructor = 1,
		 .destructor_name = "sock_wfree",
		 .dev = "eth0",
		 .sock = "TCP",
		 .protocol = 0x800,
		 .skbs = 40,
		 .example = 0x1000},
		{.skbs = 2, .example = 0x2000},
	};
	struct pk_skb_memory memory = {.found = 5, .lost = lost, .nr_lost = 2, .lost_unknown = 3};

	(void)state;
	expect_text(NULL, &memory,
		    "Socket buffers: 5 found\n"
		    "Socket buffers found nowhere, by what they have in common:\n"
		    "        40  destructor sock_wfree, of eth0, of a TCP socket, protocol 0x0800: "
		    "pkttrace skb 1000\n"
		    "         2  no destructor: pkttrace skb 2000\n"
		    "         3  in use or free: their slabs are damaged\n");
	memory.nr_lost = 0;
	memory.lost_unknown = 0;
	expect_text(NULL, &memory,
		    "Socket buffers: 5 found\n"
		    "Socket buffers found nowhere, by what they have in common: none\n");
	memory.lost_status = PK_LIMIT;
	expect_text(NULL, &memory,
		    "Socket buffers: 5 found\n"
		    "Socket buffers found nowhere, by what they have in common: not all slabs: "
		    "limit reached\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pools_as_text),
		cmocka_unit_test(lost_skbs_as_text),
		TEST(counts_its_pages),
		TEST(too_many_came_back),
		TEST(only_a_listed_device_has_a_name),
		TEST(since_when_it_is_shut_down),
		TEST(what_is_no_pool_is_left_out),
		TEST(a_ring_that_cannot_be_read),
		cmocka_unit_test_teardown(before_there_was_a_list_xdp_knows_some,
					  fake_machine_teardown),
		cmocka_unit_test_teardown(a_kernel_without_page_pools, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
