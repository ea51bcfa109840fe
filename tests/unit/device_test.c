// SPDX-License-Identifier: GPL-3.0-or-later
/* Devices as `ip link` shows them: flags, the tree, queues, statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device.h"
#include "fake_target.h"

#define BASE 0xffff888000000000
#define NET_LIST BASE
#define NET (BASE + 0x100)
#define OPS (BASE + 0x300)
#define TEXT 0xffffffff81000000
#define DEV(n) (BASE + 0x1000 * (uint64_t)(n))
#define LINK 16 /* in struct net_device */
#define UPPER 32
#define LOWER 48
#define STATE 64
#define FLAGS 72
#define OPERSTATE 80
#define DEV_OPS 88
#define TX 96
#define NUM_TX 104
#define STATS 112
#define ADJACENT 0x800 /* behind the device: what it stands on, and what stands on it */

static const struct fake_member members[] = {
	{"struct net", "list", 0, .size = 16},
	{"struct net", "dev_base_head", 16, .size = 16},
	{"struct net", "ns.inum", 40, .size = 4},
	{"struct net_device", "name", 0, 16, .is_array = true, .elements = 16},
	{"struct net_device", "dev_list", LINK, .size = 16},
	{"struct net_device", "adj_list.upper", UPPER, .size = 16},
	{"struct net_device", "adj_list.lower", LOWER, .size = 16},
	{"struct net_device", "state", STATE, .size = 8},
	{"struct net_device", "flags", FLAGS, .size = 4},
	{"struct net_device", "operstate", OPERSTATE, .size = 1},
	{"struct net_device", "netdev_ops", DEV_OPS, 8, .is_pointer = true},
	{"struct net_device", "_tx", TX, 8, .is_pointer = true},
	{"struct net_device", "num_tx_queues", NUM_TX, .size = 4},
	{"struct net_device", "stats", STATS, .size = 184},
	{"struct net_device", "rx_dropped", 300, .size = 8},
	{"struct net_device", "nd_net", 308, 8, .is_pointer = true},
	{"struct net_device_ops", "ndo_get_stats64", 0, 8, .is_pointer = true},
	{"struct net_device_ops", "ndo_get_stats", 8, 8, .is_pointer = true},
	{"struct netdev_adjacent", "dev", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "master", 8, .size = 1},
	{"struct netdev_adjacent", "list", 16, .size = 16},
	{"struct netdev_queue", "state", 0, .size = 8},
	{"struct netdev_queue", "trans_start", 8, .size = 8},
	{"struct netdev_queue", "dql.num_queued", 16, .size = 4},
	{"struct netdev_queue", "dql.num_completed", 20, .size = 4},
};

static const struct fake_enum enums[] = {
	{NULL, "__LINK_STATE_START", 0},     {NULL, "__LINK_STATE_NOCARRIER", 2},
	{NULL, "__QUEUE_STATE_DRV_XOFF", 0}, {NULL, "__QUEUE_STATE_STACK_XOFF", 1},
	{NULL, "__QUEUE_STATE_FROZEN", 2},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_devices devices;
};

static void empty_list(struct fake_target *fake, uint64_t head)
{
	fake_put(fake, head, 8, head);
	fake_put(fake, head + 8, 8, head);
}

static void list_of(struct fake_target *fake, uint64_t head, const uint64_t *nodes, unsigned nr)
{
	uint64_t at = head;

	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, at, 8, nodes[i]);
		fake_put(fake, nodes[i] + 8, 8, at);
		at = nodes[i];
	}
	fake_put(fake, at, 8, head);
	fake_put(fake, head + 8, 8, at);
}

static void draw_device(struct fake_target *fake, unsigned n, const char *name)
{
	fake_map(fake, DEV(n), 0x1000);
	fake_put_string(fake, DEV(n), name);
	empty_list(fake, DEV(n) + UPPER);
	empty_list(fake, DEV(n) + LOWER);
	fake_put(fake, DEV(n) + DEV_OPS, 8, OPS);
	fake_put(fake, DEV(n) + 308, 8, NET);
}

/* UPPER_DEV stands on the devices LOWERS. */
static void stack(struct fake_target *fake, unsigned upper, const unsigned *lowers, unsigned nr)
{
	uint64_t nodes[8];

	for (unsigned i = 0; i < nr; i++) {
		nodes[i] = DEV(upper) + ADJACENT + 64 * i + 16;
		fake_put(fake, nodes[i] - 16, 8, DEV(lowers[i]));
	}
	list_of(fake, DEV(upper) + LOWER, nodes, nr);
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.fake;
	const uint64_t nodes[] = {DEV(1) + LINK, DEV(2) + LINK, DEV(3) + LINK};
	const uint64_t nets[] = {NET};

	memset(&machine, 0, sizeof(machine));
	fake_target_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct netdev_queue", 64);
	fake_type(fake, "struct net_device", 512);
	fake_map(fake, BASE, 0x1000);
	fake_symbol(fake, "net_namespace_list", NET_LIST, 16);
	list_of(fake, NET_LIST, nets, 1);
	draw_device(fake, 1, "bond0");
	draw_device(fake, 2, "eth1");
	draw_device(fake, 3, "eth2");
	list_of(fake, NET + 16, nodes, 3);
	stack(fake, 1, (const unsigned[]){2, 3}, 2);
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_devices_deinit(&machine->devices);
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static const struct pk_device *read_device(struct machine *machine, unsigned n)
{
	const struct pk_device *device;

	pk_devices_deinit(&machine->devices);
	assert_int_equal(pk_devices_read(&machine->ctx, &machine->devices), PK_OK);
	device = pk_device_at(&machine->devices, DEV(n));
	assert_non_null(device);
	return device;
}

static void test_tree(void **state)
{
	struct machine *machine = *state;
	const struct pk_device *bond = read_device(machine, 1);

	assert_int_equal(machine->devices.nr, 3);
	assert_string_equal(machine->devices.list[0].name, "eth1");
	assert_ptr_equal(&machine->devices.list[1], bond);
	assert_int_equal(bond->depth, 1);
	assert_int_equal(bond->nr_lower, 2);
	assert_string_equal(machine->devices.list[2].name, "eth2");
	assert_int_equal(machine->devices.list[2].depth, 0);
}

/* Each on the other: both are told, once. */
static void test_circle_of_devices(void **state)
{
	struct machine *machine = *state;

	stack(&machine->fake, 2, (const unsigned[]){1}, 1);
	read_device(machine, 1);
	assert_int_equal(machine->devices.nr, 3);
}

static void test_flags_tell_the_state(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_device *device;

	fake_put(fake, DEV(2) + FLAGS, 4, PK_IFF_UP);
	fake_put(fake, DEV(2) + STATE, 8, 1);
	fake_put(fake, DEV(2) + OPERSTATE, 1, 6);
	device = read_device(machine, 2);
	assert_int_equal(device->flags.value, PK_IFF_UP | PK_IFF_RUNNING | PK_IFF_LOWER_UP);
	fake_put(fake, DEV(2) + STATE, 8, 1 | 1 << 2);
	fake_put(fake, DEV(2) + OPERSTATE, 1, 2);
	device = read_device(machine, 2);
	assert_int_equal(device->flags.value, PK_IFF_UP);
	assert_false(device->carrier);
	/* A device that is not open is down, whatever it was last. */
	fake_put(fake, DEV(2) + STATE, 8, 0);
	fake_put(fake, DEV(2) + OPERSTATE, 1, 6);
	assert_string_equal(pk_operstate_name(read_device(machine, 2)->operstate.value), "DOWN");
}

static void test_stopped_queues(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_device *device;

	fake_put(fake, DEV(2) + TX, 8, DEV(2) + 0xc00);
	fake_put(fake, DEV(2) + NUM_TX, 4, 2);
	fake_put(fake, DEV(2) + 0xc00, 8, 1);
	fake_put(fake, DEV(2) + 0xc40, 8, 2);
	device = read_device(machine, 2);
	assert_int_equal(device->nr_queues, 2);
	assert_true(device->queues[0].stopped_by_driver && !device->queues[0].stopped_by_stack);
	assert_true(device->queues[1].stopped_by_stack && !device->queues[1].stopped_by_driver);
	/* Without the length of a tick no time is told. */
	assert_int_not_equal(device->queues[0].idle_ms.status, PK_OK);
	fake_put(fake, DEV(2) + NUM_TX, 4, 0x7fffffff);
	assert_int_equal(read_device(machine, 2)->nr_queues, 0);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

static void test_statistics(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_device *device;

	fake_put(fake, DEV(2) + STATS, 8, 7);
	fake_put(fake, DEV(2) + STATS + 8 * PK_LINK_RX_DROPPED, 8, 2);
	fake_put(fake, DEV(2) + 300, 8, 5);
	device = read_device(machine, 2);
	assert_int_equal(device->stats.status, PK_OK);
	assert_int_equal(device->stats.values[PK_LINK_RX_PACKETS], 7);
	assert_int_equal(device->stats.values[PK_LINK_RX_DROPPED], 7);
	/* A driver that nobody here knows: only what the stack dropped is told. */
	fake_map(fake, TEXT, 0x100);
	fake_symbol(fake, "acme_get_stats64", TEXT, 0x100);
	fake_put(fake, OPS, 8, TEXT);
	device = read_device(machine, 2);
	assert_int_equal(device->stats.status, PK_UNSUPPORTED);
	assert_string_equal(device->stats.maker, "acme_get_stats64");
	assert_int_equal(device->stats.rx_dropped.value, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_tree, setup, teardown),
		cmocka_unit_test_setup_teardown(test_circle_of_devices, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flags_tell_the_state, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stopped_queues, setup, teardown),
		cmocka_unit_test_setup_teardown(test_statistics, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
