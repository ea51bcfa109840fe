// SPDX-License-Identifier: GPL-3.0-or-later
/* What `ethtool -S` shows, by the driver's own table of names and places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device/device.h"
#include "fake_target.h"

#define BASE 0xffff888000000000
#define DEVICE BASE
#define OPS (BASE + 0x200)
#define PRIV (BASE + 0x40) /* a struct net_device of 64 bytes */
#define RQ (BASE + 0x400) /* struct receive_queue[2], 0x100 bytes each */
#define SQ (BASE + 0x600)
#define TABLE(n) (BASE + 0x1000 + 0x100 * (n)) /* of received, of sent: entries of STEP bytes */
#define STEP 40
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
	{"struct igb_stats@igb", "stat_string", 0, 32, .is_array = true, .elements = 32},
	{"struct igb_stats@igb", "sizeof_stat", 32, .size = 4},
	{"struct igb_stats@igb", "stat_offset", 36, .size = 4},
	{"struct igb_adapter@igb", "num_tx_queues", 0, .size = 4},
	{"struct igb_adapter@igb", "num_rx_queues", 4, .size = 4},
	{"struct igb_adapter@igb", "tx_ring", 8, 16, .is_array = true, .elements = 2},
	{"struct igb_adapter@igb", "rx_ring", 24, 16, .is_array = true, .elements = 2},
	{"struct igb_ring@igb", "tx_stats.packets", 0, .size = 8},
	{"struct igb_ring@igb", "tx_stats.bytes", 8, .size = 8},
	{"struct igb_ring@igb", "tx_stats.restart_queue", 16, .size = 8},
	{"struct igb_ring@igb", "tx_stats.restart_queue2", 24, .size = 8},
	{"struct igb_ring@igb", "rx_stats.packets", 0, .size = 8},
	{"struct igb_ring@igb", "rx_stats.bytes", 8, .size = 8},
	{"struct igb_ring@igb", "rx_stats.drops", 16, .size = 8},
	{"struct igb_ring@igb", "rx_stats.csum_err", 24, .size = 8},
	{"struct igb_ring@igb", "rx_stats.alloc_failed", 32, .size = 8},
	{"struct vmxnet3_stat_desc@vmxnet3", "desc", 0, 32, .is_array = true, .elements = 32},
	{"struct vmxnet3_stat_desc@vmxnet3", "offset", 32, .size = 4},
	{"struct vmxnet3_adapter@vmxnet3", "num_tx_queues", 0, .size = 4},
	{"struct vmxnet3_adapter@vmxnet3", "num_rx_queues", 4, .size = 4},
	{"struct vmxnet3_adapter@vmxnet3", "tqd_start", 8, 8, .is_pointer = true},
	{"struct vmxnet3_adapter@vmxnet3", "rqd_start", 16, 8, .is_pointer = true},
	{"struct vmxnet3_adapter@vmxnet3", "tx_queue", 0x40, 0x80, .is_array = true},
	{"struct vmxnet3_adapter@vmxnet3", "rx_queue", 0xc0, 0x80, .is_array = true},
	{"struct Vmxnet3_TxQueueDesc@vmxnet3", "stats", 8, .size = 32},
	{"struct Vmxnet3_RxQueueDesc@vmxnet3", "stats", 8, .size = 32},
	{"struct vmxnet3_tx_queue@vmxnet3", "stats", 16, .size = 16},
	{"struct vmxnet3_rx_queue@vmxnet3", "stats", 16, .size = 16},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_device device;
};

/* WIDTH: bytes of an entry's offset in the table. */
static void draw_entry(struct fake_target *fake, uint64_t table, unsigned at, const char *name,
		       unsigned width, uint64_t offset)
{
	fake_put_string(fake, table + STEP * at, name);
	fake_put(fake, table + STEP * at + 32, width, offset);
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
	draw_entry(fake, OTHER, 0, "none of it", 8, 0);
	draw_entry(fake, TABLE(0), 0, "packets", 8, 0);
	draw_entry(fake, TABLE(0), 1, "drops", 8, 16);
	draw_entry(fake, TABLE(1), 0, "kicks", 8, 8);
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

/* The device is of MODULE's driver, with a FUNCTION of its own and an entry of its tables a struct ENTRY. */
static void be_of(struct fake_target *fake, const char *module, const char *function,
		  const char *entry)
{
	const uint64_t text = TEXT + 0x2000;

	fake_type(fake, entry, STEP);
	fake_module_symbol(fake, module, function, text, 64);
	fake_put(fake, OPS + 8, 8, text);
}

static void expect_read(struct machine *machine, enum pk_status status, unsigned nr)
{
	machine->device.nr_driver_stats = 0;
	pk_device_driver_stats_read(&machine->ctx, &machine->device);
	assert_int_equal(machine->device.driver_stats_status, status);
	assert_int_equal(machine->device.nr_driver_stats, nr);
}

static void by_the_drivers_table(void **state)
{
	struct machine *machine = *state;

	expect_read(machine, PK_OK, 6);
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
	draw_entry(&machine->fake, TABLE(0), 1, "drops", 8, 1ull << 40);
	expect_read(machine, PK_UNREADABLE, 1);
	/* more queues than there can be: none */
	fake_put(&machine->fake, PRIV + 16, 2, 0xffff);
	expect_read(machine, PK_CORRUPT, 0);
}

/* A name ends the table that is none. */
static void an_entry_that_is_none(void **state)
{
	struct machine *machine = *state;

	draw_entry(&machine->fake, TABLE(0), 1, "\x1b[2J", 8, 16);
	expect_read(machine, PK_OK, 4);
}

static void others(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->fake, OPS + 8, 8, TEXT + 0x1000); /* nobody's */
	fake_module_symbol(&machine->fake, "tg3", "tg3_get_ethtool_stats", TEXT + 0x1000, 64);
	expect_read(machine, PK_UNSUPPORTED, 0);
	fake_put(&machine->fake, OPS + 8, 8, 0);
	expect_read(machine, PK_ABSENT, 0);
}

/* igb: the adapter's by its table, the queues' out of their rings; a restart is counted at two places. */
static void igb_has_rings(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	be_of(fake, "igb", "igb_get_ethtool_stats", "struct igb_stats@igb");
	fake_module_symbol(fake, "igb", "igb_gstrings_stats", TABLE(2), STEP);
	draw_entry(fake, TABLE(2), 0, "rx_missed", 4, 8);
	fake_put(fake, TABLE(2) + 36, 4, 0x30);
	fake_put(fake, PRIV, 4, 1);
	fake_put(fake, PRIV + 4, 4, 1);
	fake_put(fake, PRIV + 8, 8, RQ);
	fake_put(fake, PRIV + 24, 8, SQ);
	fake_put(fake, PRIV + 0x30, 8, 77);
	for (unsigned i = 0; i < 5; i++) {
		fake_put(fake, RQ + 8ull * i, 8, 10 + i);
		fake_put(fake, SQ + 8ull * i, 8, 20 + i);
	}
	expect_read(machine, PK_OK, 9);
	assert_null(machine->device.driver_stats[0].side);
	assert_int_equal(machine->device.driver_stats[0].value, 77);
	assert_stat(machine, 1, "tx", 0, "packets", 10);
	assert_stat(machine, 3, "tx", 0, "restart", 12 + 13);
	assert_stat(machine, 4, "rx", 0, "packets", 20);
	assert_stat(machine, 8, "rx", 0, "alloc_failed", 24);
	/* a ring that is nowhere */
	fake_put(fake, PRIV + 24, 8, 0x1234);
	expect_read(machine, PK_UNREADABLE, 4);
	/* more of them than there can be */
	fake_put(fake, PRIV, 4, 0x7fffffff);
	expect_read(machine, PK_CORRUPT, 1);
}

/* vmxnet3: names with blanks; the hypervisor's tables begin with the queue's number, which is nowhere. */
static void vmxnet3_shares_counters(void **state)
{
	static const char *const tables[] = {"vmxnet3_tq_dev_stats", "vmxnet3_tq_driver_stats",
					     "vmxnet3_rq_dev_stats", "vmxnet3_rq_driver_stats",
					     "vmxnet3_global_stats"};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	be_of(fake, "vmxnet3", "vmxnet3_get_ethtool_stats", "struct vmxnet3_stat_desc@vmxnet3");
	fake_type(fake, "struct Vmxnet3_TxQueueDesc@vmxnet3", 0x40);
	fake_type(fake, "struct Vmxnet3_RxQueueDesc@vmxnet3", 0x40);
	fake_type(fake, "struct vmxnet3_tx_queue@vmxnet3", 0x40);
	fake_type(fake, "struct vmxnet3_rx_queue@vmxnet3", 0x40);
	for (unsigned i = 0; i < ARRAY_SIZE(tables); i++)
		fake_module_symbol(fake, "vmxnet3", tables[i], TABLE(2 + i), 2 * STEP);
	draw_entry(fake, TABLE(2), 0, "Tx Queue#", 4, 0);
	draw_entry(fake, TABLE(2), 1, "  pkts tx err", 4, 8);
	draw_entry(fake, TABLE(3), 0, "  drv dropped tx total", 4, 0);
	draw_entry(fake, TABLE(4), 0, "Rx Queue#", 4, 0);
	draw_entry(fake, TABLE(4), 1, "  pkts rx OOB", 4, 8);
	draw_entry(fake, TABLE(5), 0, "  drv dropped rx total", 4, 0);
	draw_entry(fake, TABLE(6), 0, "tx timeout count", 4, 0x30);
	fake_put(fake, PRIV, 4, 2);
	fake_put(fake, PRIV + 4, 4, 1);
	fake_put(fake, PRIV + 8, 8, RQ);
	fake_put(fake, PRIV + 16, 8, SQ);
	fake_put(fake, PRIV + 0x30, 8, 6);
	fake_put(fake, RQ + 8 + 8, 8, 1);
	fake_put(fake, RQ + 0x40 + 8 + 8, 8, 2);
	fake_put(fake, PRIV + 0x40 + 16, 8, 3);
	fake_put(fake, SQ + 8 + 8, 8, 4);
	fake_put(fake, PRIV + 0xc0 + 16, 8, 5);
	expect_read(machine, PK_OK, 7);
	assert_stat(machine, 0, "tx", 0, "pkts tx err", 1);
	assert_stat(machine, 1, "tx", 1, "pkts tx err", 2);
	assert_stat(machine, 2, "tx", 0, "drv dropped tx total", 3);
	assert_stat(machine, 4, "rx", 0, "pkts rx OOB", 4);
	assert_stat(machine, 5, "rx", 0, "drv dropped rx total", 5);
	assert_null(machine->device.driver_stats[6].side);
	assert_int_equal(machine->device.driver_stats[6].value, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_the_drivers_table, setup, teardown),
		cmocka_unit_test_setup_teardown(a_damaged_table, setup, teardown),
		cmocka_unit_test_setup_teardown(an_entry_that_is_none, setup, teardown),
		cmocka_unit_test_setup_teardown(others, setup, teardown),
		cmocka_unit_test_setup_teardown(igb_has_rings, setup, teardown),
		cmocka_unit_test_setup_teardown(vmxnet3_shares_counters, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
