// SPDX-License-Identifier: GPL-3.0-or-later
/* What `ethtool -S` shows, by the driver's own table of names and places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device_ethtool.h"
#include "fake_target.h"

#define BASE 0xffff888000000000
#define DEVICE BASE
#define OPS (BASE + 0x200)
#define PRIV (BASE + 0x40) /* a struct net_device of 64 bytes */
#define RQ (BASE + 0x400) /* struct receive_queue[2], 0x100 bytes each */
#define SQ (BASE + 0x600)
#define TABLE(n) (BASE + 0x1000 + 0x100 * (n)) /* of received, of sent: entries of 40 bytes */
#define OTHER (BASE + 0x1800) /* another module's, of the same name */
#define TEXT 0xffffffff81000000

static const struct fake_member members[] = {
	{"struct net_device", "ethtool_ops", 0, 8, .is_pointer = true},
	{"struct ethtool_ops", "get_ethtool_stats", 8, 8, .is_pointer = true},
	{"struct virtnet_info@virtio_net", "rq", 0, 8, .is_pointer = true},
	{"struct virtnet_info@virtio_net", "sq", 8, 8, .is_pointer = true},
	{"struct virtnet_info@virtio_net", "curr_queue_pairs", 16, .size = 2},
	{"struct receive_queue@virtio_net", "stats", 0x20, .size = 64},
	{"struct send_queue@virtio_net", "stats", 0x40, .size = 64},
	{"struct virtnet_stat_desc@virtio_net", "desc", 0, 32, .is_array = true, .elements = 32},
	{"struct virtnet_stat_desc@virtio_net", "offset", 32, .size = 8},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_device device;
};

static void draw_entry(struct fake_target *fake, uint64_t table, unsigned at, const char *name,
		       uint64_t offset)
{
	fake_put_string(fake, table + 40 * at, name);
	fake_put(fake, table + 40 * at + 32, 8, offset);
}

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));
	struct fake_target *fake = &machine->fake;

	fake_target_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct net_device", 64);
	fake_type(fake, "struct receive_queue@virtio_net", 0x100);
	fake_type(fake, "struct send_queue@virtio_net", 0x100);
	fake_type(fake, "struct virtnet_stat_desc@virtio_net", 40);
	fake_map(fake, BASE, 0x2000);
	fake_module_symbol(fake, "virtio_net", "virtnet_get_ethtool_stats", TEXT, 64);
	fake_module_symbol(fake, "other", "virtnet_rq_stats_desc", OTHER, 0x100);
	fake_module_symbol(fake, "virtio_net", "virtnet_rq_stats_desc", TABLE(0), 0x100);
	fake_module_symbol(fake, "virtio_net", "virtnet_sq_stats_desc", TABLE(1), 0x100);
	fake_put(fake, DEVICE, 8, OPS);
	fake_put(fake, OPS + 8, 8, TEXT);
	fake_put(fake, PRIV, 8, RQ);
	fake_put(fake, PRIV + 8, 8, SQ);
	fake_put(fake, PRIV + 16, 2, 2);
	draw_entry(fake, OTHER, 0, "none of it", 0);
	draw_entry(fake, TABLE(0), 0, "packets", 0);
	draw_entry(fake, TABLE(0), 1, "drops", 16);
	draw_entry(fake, TABLE(1), 0, "kicks", 8);
	fake_put(fake, RQ + 0x20, 8, 11);
	fake_put(fake, RQ + 0x120, 8, 12);
	fake_put(fake, RQ + 0x120 + 16, 8, 13);
	fake_put(fake, SQ + 0x40 + 8, 8, 14);
	pk_ctx_init(&machine->ctx, &fake->target);
	machine->device.addr = DEVICE;
	*state = machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	free(machine->device.driver_stats);
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	free(machine);
	return 0;
}

static void assert_stat(const struct machine *machine, unsigned at, const char *side,
			unsigned queue, const char *name, uint64_t value)
{
	const struct pk_driver_stat *stat = &machine->device.driver_stats[at];

	assert_string_equal(stat->side, side);
	assert_string_equal(stat->name, name);
	assert_int_equal(stat->queue, queue);
	assert_int_equal(stat->value, value);
}

static void by_the_drivers_table(void **state)
{
	struct machine *machine = *state;

	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, PK_OK);
	assert_int_equal(machine->device.nr_driver_stats, 6);
	assert_stat(machine, 0, "rx", 0, "packets", 11);
	assert_stat(machine, 1, "rx", 0, "drops", 0);
	assert_stat(machine, 2, "rx", 1, "packets", 12);
	assert_stat(machine, 3, "rx", 1, "drops", 13);
	assert_stat(machine, 4, "tx", 0, "kicks", 14);
	assert_stat(machine, 5, "tx", 1, "kicks", 0);
}

static void a_damaged_table(void **state)
{
	struct machine *machine = *state;

	/* a counter that is nowhere; what was read before stays */
	draw_entry(&machine->fake, TABLE(0), 1, "drops", 1ull << 40);
	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, PK_UNREADABLE);
	assert_int_equal(machine->device.nr_driver_stats, 1);
	/* more queues than there can be: none */
	fake_put(&machine->fake, PRIV + 16, 2, 0xffff);
	machine->device.nr_driver_stats = 0;
	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, PK_CORRUPT);
	assert_int_equal(machine->device.nr_driver_stats, 0);
}

/* A name ends the table that is none. */
static void an_entry_that_is_none(void **state)
{
	struct machine *machine = *state;

	draw_entry(&machine->fake, TABLE(0), 1, "\x1b[2J", 16);
	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, PK_OK);
	assert_int_equal(machine->device.nr_driver_stats, 4);
}

static void others(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, OPS + 8, 8, TEXT + 0x1000); /* nobody's */
	fake_module_symbol(&machine->fake, "tg3", "tg3_get_ethtool_stats", TEXT + 0x1000, 64);
	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, PK_UNSUPPORTED);
	fake_put(&machine->fake, OPS + 8, 8, 0);
	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, PK_ABSENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_the_drivers_table, setup, teardown),
		cmocka_unit_test_setup_teardown(a_damaged_table, setup, teardown),
		cmocka_unit_test_setup_teardown(an_entry_that_is_none, setup, teardown),
		cmocka_unit_test_setup_teardown(others, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
