// SPDX-License-Identifier: GPL-3.0-or-later
/* Devices as `ip link` shows them: flags, the tree, queues, statistics; their interrupts and classes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device/device.h"
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

/* --- interrupts and classes ---------------------------------------------------------------------- */

#define IRQS 0xffff888000100000
#define TREE IRQS
#define NODE (IRQS + 0x100)
#define IRQ(n) (IRQS + 0x1000 * (1 + (uint64_t)(n)))
#define HARDWARE (IRQS + 0x800) /* struct device in a pci_dev */
#define PCI (HARDWARE - 16)
#define MSI_DESC (IRQS + 0xa00)
#define BUS (IRQS + 0xb00)
#define PARENT 120 /* in struct net_device */
#define QDISC 128
#define PRIV 512

static const struct fake_member irq_members[] = {
	{"struct net_device", "dev.parent", PARENT, 8, .is_pointer = true},
	{"struct device", "parent", 0, 8, .is_pointer = true},
	{"struct device", "bus", 8, 8, .is_pointer = true},
	{"struct device", "kobj.name", 16, 8, .is_pointer = true},
	{"struct bus_type", "name", 0, 8, .is_pointer = true},
	{"struct pci_dev", "dev", 16, .size = 64},
	{"struct pci_dev", "irq", 8, .size = 4},
	{"struct pci_dev", "msi_enabled", 0, 4, .bit_size = 1},
	{"struct pci_dev", "msix_enabled", 0, 4, .bit_offset = 1, .bit_size = 1},
	{"struct xarray", "xa_head", 8, 8, .is_pointer = true},
	{"struct xa_node", "slots", 0, 512, .is_array = true, .elements = 64},
	{"struct irq_desc", "irq_data.irq", 0, .size = 4},
	{"struct irq_desc", "irq_common_data.msi_desc", 8, 8, .is_pointer = true},
	{"struct irq_desc", "irq_common_data.affinity", 16, 8, .is_pointer = true},
	{"struct irq_desc", "irq_common_data.effective_affinity", 24, .size = 8},
	{"struct irq_desc", "kstat_irqs", 32, 8, .is_pointer = true},
	{"struct irq_desc", "action", 40, 8, .is_pointer = true},
	{"struct irqaction", "name", 0, 8, .is_pointer = true},
	{"struct irqaction", "next", 8, 8, .is_pointer = true},
	{"struct irqaction", "dev_id", 16, 8, .is_pointer = true},
	{"struct msi_desc", "dev", 0, 8, .is_pointer = true},
};

/* Interrupt N, which CPU 1 got N times; its action lies behind it, its mask behind that. */
static void draw_irq(struct fake_target *fake, unsigned n, const char *name, uint64_t dev_id)
{
	fake_map(fake, IRQ(n), 0x1000);
	fake_put(fake, NODE + 8 * n, 8, IRQ(n));
	fake_put(fake, IRQ(n), 4, n);
	fake_put(fake, IRQ(n) + 16, 8, IRQ(n) + 0x300);
	fake_put(fake, IRQ(n) + 24, 8, 2);
	fake_put(fake, IRQ(n) + 0x300, 8, 0xb);
	fake_put(fake, IRQ(n) + 32, 8, IRQ(n) + 0x400);
	fake_put(fake, IRQ(n) + 0x404, 4, n);
	fake_put(fake, IRQ(n) + 40, 8, IRQ(n) + 0x100);
	fake_put(fake, IRQ(n) + 0x100, 8, IRQ(n) + 0x200);
	fake_put_string(fake, IRQ(n) + 0x200, name);
	fake_put(fake, IRQ(n) + 0x110, 8, dev_id);
}

/* eth1 is carried by a PCI device whose pin is line 5. */
static void draw_irqs(struct fake_target *fake)
{
	fake_members(fake, irq_members, ARRAY_SIZE(irq_members));
	fake_cpus(fake, 2);
	fake->percpu[1] = 4;
	fake_map(fake, IRQS, 0x1000);
	fake_symbol(fake, "irq_desc_tree", TREE, 16);
	fake_put(fake, TREE + 8, 8, NODE | 2);
	fake_put(fake, DEV(2) + PARENT, 8, HARDWARE);
	fake_put(fake, HARDWARE + 8, 8, BUS);
	fake_put(fake, HARDWARE + 16, 8, BUS + 0x20);
	fake_put(fake, BUS, 8, BUS + 0x10);
	fake_put_string(fake, BUS + 0x10, "pci");
	fake_put_string(fake, BUS + 0x20, "0000:00:03.0");
	fake_put(fake, PCI + 8, 4, 5);
	draw_irq(fake, 5, "eth1", 0);
	draw_irq(fake, 6, "eth1-rx", 0);
}

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

/* Of the others only what the tree needs. */
static void test_one_of_them(void **state)
{
	struct machine *machine = *state;
	struct pk_devices *devices = &machine->devices;
	uint64_t reads;

	read_device(machine, 1);
	reads = machine->fake.nr_reads;
	pk_devices_deinit(devices);
	machine->fake.nr_reads = 0;
	assert_int_equal(pk_devices_read_named(&machine->ctx, "bond0", devices), PK_OK);
	assert_true(machine->fake.nr_reads < reads);
	assert_int_equal(devices->nr, 3);
	assert_string_equal(devices->list[0].name, "eth1");
	assert_false(devices->list[0].carrier);
	assert_true(devices->list[1].carrier);
	assert_int_equal(devices->list[1].depth, 1);
	assert_int_equal(devices->list[1].nr_lower, 2);
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
	/* A driver whose names could not be read: it counts, and how is not known. */
	fake_map(fake, TEXT, 0x100);
	fake_put(fake, OPS, 8, TEXT);
	device = read_device(machine, 2);
	assert_int_equal(device->stats.status, PK_UNREADABLE);
	assert_string_equal(device->stats.maker, "");
	/* A driver that nobody here knows: only what the stack dropped is told. */
	fake_symbol(fake, "acme_get_stats64", TEXT, 0x100);
	fake_put(fake, OPS, 8, TEXT);
	device = read_device(machine, 2);
	assert_int_equal(device->stats.status, PK_UNSUPPORTED);
	assert_string_equal(device->stats.maker, "acme_get_stats64");
	assert_int_equal(device->stats.rx_dropped.value, 5);
	assert_string_equal(device->stats.lacks, "");
	/* One that is known, in a kernel whose structs have not what is asked, and one whose module nobody describes. */
	fake_module_symbol(fake, "veth", "veth_get_stats64", TEXT + 0x100, 0x100);
	fake_put(fake, OPS, 8, TEXT + 0x100);
	device = read_device(machine, 2);
	assert_int_equal(device->stats.status, PK_UNSUPPORTED);
	assert_string_equal(device->stats.lacks, "");
	fake->type_status = PK_UNSUPPORTED;
	fake_module_symbol(fake, "bonding", "bond_get_stats", TEXT + 0x200, 0x100);
	fake_put(fake, OPS, 8, TEXT + 0x200);
	device = read_device(machine, 2);
	assert_int_equal(device->stats.status, PK_UNSUPPORTED);
	assert_string_equal(device->stats.lacks, "bonding");
}

static const struct pk_device *read_irqs(struct machine *machine, unsigned n)
{
	const struct pk_device *device = read_device(machine, n);

	pk_device_irqs_read(&machine->ctx, &machine->devices);
	return device;
}

static void test_interrupt_by_message(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_device *device;

	draw_irqs(fake);
	fake_put(fake, PCI, 4, 2); /* MSI-X */
	fake_put(fake, IRQ(6) + 8, 8, MSI_DESC);
	fake_put(fake, MSI_DESC, 8, HARDWARE);
	device = read_irqs(machine, 2);
	assert_string_equal(device->parent_bus, "pci");
	assert_string_equal(device->parent_dev, "0000:00:03.0");
	assert_int_equal(device->irqs_status, PK_OK);
	/* Its pin is another's now, though the name is the device's. */
	assert_int_equal(device->nr_irqs, 1);
	assert_int_equal(device->irqs[0].number, 6);
	assert_int_equal(device->irqs[0].by, PK_IRQ_MSI);
	assert_string_equal(device->irqs[0].name, "eth1-rx");
	assert_int_equal(device->irqs[0].counts[0], 0);
	assert_int_equal(device->irqs[0].counts[1], 6);
	assert_int_equal(device->irqs[0].affinity.bits[0], 3); /* no CPU beyond those there are */
	assert_int_equal(device->irqs[0].effective.bits[0], 2);
	assert_int_equal(pk_device_at(&machine->devices, DEV(3))->nr_irqs, 0);
}

static void test_interrupt_by_line_and_handler(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_device *device;

	draw_irqs(fake);
	draw_irq(fake, 7, "anything", DEV(3) + PRIV);
	device = read_irqs(machine, 2);
	assert_int_equal(device->nr_irqs, 1);
	assert_int_equal(device->irqs[0].number, 5);
	assert_int_equal(device->irqs[0].by, PK_IRQ_LINE);
	device = pk_device_at(&machine->devices, DEV(3));
	assert_int_equal(device->nr_irqs, 1);
	assert_int_equal(device->irqs[0].by, PK_IRQ_DEV_ID);
}

/* A tree that leads into itself, and actions that do. */
static void test_damaged_interrupts(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_device *device;

	draw_irqs(fake);
	fake_put(fake, IRQ(5) + 0x108, 8, IRQ(5) + 0x100);
	device = read_irqs(machine, 2);
	assert_int_equal(device->nr_irqs, 1);
	assert_int_equal(strlen(device->irqs[0].name) + 1, sizeof(device->irqs[0].name));
	fake_put(fake, NODE + 8 * 60, 8, NODE | 2);
	assert_int_equal(read_irqs(machine, 2)->nr_irqs, 1);
	assert_true(machine->ctx.nr_warnings > 0);
}

static const struct fake_member class_members[] = {
	{"struct net_device", "qdisc", QDISC, 8, .is_pointer = true},
	{"struct Qdisc", "ops", 0, 8, .is_pointer = true},
	{"struct Qdisc", "q.qlen", 8, .size = 4},
	{"struct Qdisc", "handle", 12, .size = 4},
	{"struct Qdisc", "qstats.backlog", 16, .size = 4},
	{"struct Qdisc", "privdata", 64, .size = 0},
	{"struct Qdisc_ops", "id", 0, 16, .is_array = true, .elements = 16},
	{"struct Qdisc_class_hash", "hash", 0, 8, .is_pointer = true},
	{"struct Qdisc_class_hash", "hashsize", 8, .size = 4},
	{"struct Qdisc_class_common", "classid", 0, .size = 4},
	{"struct Qdisc_class_common", "hnode", 8, .size = 16},
	{"struct htb_sched@sch_htb", "clhash", 0, .size = 16},
	{"struct htb_class@sch_htb", "common", 0, .size = 24},
	{"struct htb_class@sch_htb", "parent", 24, 8, .is_pointer = true},
	{"struct htb_class@sch_htb", "level", 32, .size = 4},
	{"struct htb_class@sch_htb", "leaf.q", 40, 8, .is_pointer = true},
	{"struct htb_class@sch_htb", "rate.rate_bytes_ps", 48, .size = 8},
};

#define CLASS(n) (BASE + 0x600 + 0x80 * (uint64_t)(n))

/* In one bucket, one behind the other; 1:10 and 1:11 below 1:1. */
static void draw_classes(struct fake_target *fake)
{
	const uint64_t ids[] = {0x10011, 0x10001, 0x10010};
	uint64_t qdisc = DEV(2) + 0xd00, leaf = DEV(2) + 0xe00, buckets = DEV(2) + 0xf00;

	fake_members(fake, class_members, ARRAY_SIZE(class_members));
	fake_put(fake, DEV(2) + QDISC, 8, qdisc);
	fake_put(fake, qdisc, 8, qdisc + 0x80);
	fake_put_string(fake, qdisc + 0x80, "htb");
	fake_put(fake, qdisc + 64, 8, buckets);
	fake_put(fake, qdisc + 72, 4, 2);
	fake_put(fake, buckets + 8, 8, CLASS(0) + 8);
	for (unsigned i = 0; i < ARRAY_SIZE(ids); i++) {
		fake_put(fake, CLASS(i), 4, ids[i]);
		fake_put(fake, CLASS(i) + 8, 8, i < 2 ? CLASS(i + 1) + 8 : 0);
		fake_put(fake, CLASS(i) + 24, 8, i == 1 ? 0 : CLASS(1));
		fake_put(fake, CLASS(i) + 40, 8, leaf);
	}
	fake_put(fake, CLASS(1) + 32, 4, 7);
	fake_put(fake, CLASS(2) + 48, 8, 125000);
	fake_put(fake, leaf + 8, 4, 3);
	fake_put(fake, leaf + 12, 4, 0x720000);
}

static const struct pk_device *read_classes(struct machine *machine)
{
	read_device(machine, 2);
	for (size_t i = 0; i < machine->devices.nr; i++)
		pk_device_classes_read(&machine->ctx, &machine->devices.list[i]);
	return pk_device_at(&machine->devices, DEV(2));
}

static void test_class_tree(void **state)
{
	struct machine *machine = *state;
	const struct pk_device *device;

	draw_classes(&machine->fake);
	device = read_classes(machine);
	assert_int_equal(device->classes_status, PK_OK);
	assert_int_equal(device->nr_classes, 3);
	assert_int_equal(device->classes[0].classid, 0x10001);
	assert_int_equal(device->classes[1].classid, 0x10010);
	assert_int_equal(device->classes[1].depth, 1);
	assert_int_equal(device->classes[1].parent, 0x10001);
	assert_int_equal(device->classes[1].leaf, 0x720000);
	assert_int_equal(device->classes[1].qlen.value, 3);
	assert_int_equal(device->classes[1].rate.value, 125000);
	assert_int_equal(device->classes[2].classid, 0x10011);
	/* An inner class has no leaf: that place is used for other things. */
	assert_int_equal(device->classes[0].leaf, 0);
	assert_int_equal(device->classes[0].qlen.value, 0);
	assert_int_equal(pk_device_at(&machine->devices, DEV(3))->classes_status, PK_ABSENT);
}

static const struct fake_member percpu_members[] = {
	{"struct net_device", "qdisc", QDISC, 8, .is_pointer = true},
	{"struct Qdisc", "q.qlen", 8, .size = 4},
	{"struct Qdisc", "handle", 12, .size = 4},
	{"struct Qdisc", "parent", 16, .size = 4},
	{"struct Qdisc", "cpu_bstats", 24, 8, .is_pointer = true},
	{"struct Qdisc", "cpu_qstats", 32, 8, .is_pointer = true},
	{"struct Qdisc", "bstats.bytes", 40, .size = 8},
	{"struct Qdisc", "bstats.packets", 48, .size = 4},
	{"struct gnet_stats_basic_packed", "bytes", 0, .size = 8},
	{"struct gnet_stats_basic_packed", "packets", 8, .size = 4},
	{"struct gnet_stats_queue", "qlen", 0, .size = 4},
};

/* Up to 5.4 the packets that a CPU counts are 32 bits, and what it has queued may lie right behind them. */
static void test_packets_of_32_bits(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t qdisc = DEV(2) + 0xd00, percpu = DEV(2) + 0xe00;
	const struct pk_qdisc_counts *counts;

	fake_members(fake, percpu_members, ARRAY_SIZE(percpu_members));
	fake_cpus(fake, 2);
	fake->percpu[1] = 0x40;
	fake_put(fake, DEV(2) + QDISC, 8, qdisc);
	fake_put(fake, qdisc + 12, 4, 0x80010000);
	fake_put(fake, qdisc + 16, 4, 0xffffffff);
	fake_put(fake, qdisc + 24, 8, percpu);
	fake_put(fake, qdisc + 32, 8, percpu + 12);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		fake_put(fake, percpu + 0x40 * cpu, 8, 5000 + cpu);
		fake_put(fake, percpu + 0x40 * cpu + 8, 4, cpu ? 0xfffffff0 : 20);
		fake_put(fake, percpu + 0x40 * cpu + 12, 4, cpu ? (uint32_t)-4 : 7);
	}
	assert_int_equal(read_device(machine, 2)->nr_qdiscs, 1);
	counts = &pk_device_at(&machine->devices, DEV(2))->qdiscs[0];
	assert_int_equal(counts->qlen.value, 3);
	assert_int_equal(counts->bytes.value, 10001);
	assert_int_equal(counts->packets.status, PK_OK);
	assert_int_equal(counts->packets.value, 4);
}

static const struct fake_member dstats_members[] = {
	{"struct net_device", "pcpu_stat_type", 480, .size = 4},
	{"struct net_device", "lstats", 488, 8, .is_pointer = true},
	{"struct pcpu_dstats", "rx_packets", 0, .size = 8},
	{"struct pcpu_dstats", "rx_bytes", 8, .size = 8},
	{"struct pcpu_dstats", "tx_packets", 16, .size = 8},
	{"struct pcpu_dstats", "tx_bytes", 24, .size = 8},
	{"struct pcpu_dstats", "rx_drops", 32, .size = 8},
	{"struct pcpu_dstats", "tx_drops", 40, .size = 8},
};
static const struct fake_enum stat_types[] = {{"netdev_stat_type", "NETDEV_PCPU_STAT_TSTATS", 2},
					      {"netdev_stat_type", "NETDEV_PCPU_STAT_DSTATS", 3}};

/* No function of the driver: the device says what its CPUs count (dev_get_dstats64()). */
static void test_statistics_of_cpus(void **state)
{
	static const enum pk_link_stat order[] = {PK_LINK_RX_PACKETS, PK_LINK_RX_BYTES,
						  PK_LINK_TX_PACKETS, PK_LINK_TX_BYTES,
						  PK_LINK_RX_DROPPED, PK_LINK_TX_DROPPED};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_link_stats *stats;
	const uint64_t percpu = DEV(2) + 0xe00;

	fake_members(fake, dstats_members, ARRAY_SIZE(dstats_members));
	fake_enums(fake, stat_types, ARRAY_SIZE(stat_types));
	fake_cpus(fake, 2);
	fake->percpu[1] = 0x40;
	for (unsigned i = 0; i < ARRAY_SIZE(order); i++)
		for (unsigned cpu = 0; cpu < 2; cpu++)
			fake_put(fake, percpu + 0x40 * cpu + 8 * i, 8, (cpu ? 1000 : 1) * (i + 1));
	fake_put(fake, DEV(2) + 480, 4, 3);
	fake_put(fake, DEV(2) + 488, 8, percpu);
	stats = &read_device(machine, 2)->stats;
	assert_int_equal(stats->status, PK_OK);
	for (unsigned i = 0; i < ARRAY_SIZE(order); i++)
		assert_int_equal(stats->values[order[i]], 1001 * (i + 1));
	fake_put(fake, DEV(2) + 480, 4, 0); /* none: the device's own */
	assert_int_equal(read_device(machine, 2)->stats.values[PK_LINK_RX_BYTES], 0);
	fake_put(fake, DEV(2) + 480, 4, 3);
	fake_put(fake, DEV(2) + 488, 8, 0x1000);
	assert_int_equal(read_device(machine, 2)->stats.status, PK_UNREADABLE);
}

static const struct fake_member mq_members[] = {
	{"struct Qdisc", "ops", 0, 8, .is_pointer = true},
	{"struct Qdisc", "qstats.backlog", 56, .size = 4},
	{"struct Qdisc", "qstats.drops", 60, .size = 4},
	{"struct Qdisc", "qstats.requeues", 64, .size = 4},
	{"struct Qdisc", "qstats.overlimits", 68, .size = 4},
	{"struct Qdisc_ops", "id", 0, 16, .is_array = true, .elements = 16},
	{"struct netdev_queue", "qdisc_sleeping", 8, 8, .is_pointer = true},
};

/* What mq and mqprio count themselves is of whoever asked last. Children of another qdisc are not theirs. */
static void test_sums_of_queues(void **state)
{
	static const char *const kinds[] = {"mq", "mqprio", "htb"};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t root = DEV(2) + 0xd00, queues = DEV(2) + 0xf00;
	const struct pk_qdisc_counts *counts;

	fake_members(fake, percpu_members, ARRAY_SIZE(percpu_members));
	fake_members(fake, mq_members, ARRAY_SIZE(mq_members));
	fake_put(fake, DEV(2) + QDISC, 8, root);
	fake_put(fake, DEV(2) + TX, 8, queues);
	fake_put(fake, DEV(2) + NUM_TX, 4, 3);
	fake_put(fake, root + 16, 4, 0xffffffff);
	fake_put(fake, root + 12, 4, 0x80010000);
	fake_put(fake, root + 8, 4, 1000);
	fake_put(fake, root + 60, 4, 1000);
	for (unsigned i = 0; i < 3; i++) {
		const uint64_t child = root + 0x80 * (i + 1);

		fake_put(fake, queues + 64 * i + 8, 8, child);
		fake_put(fake, child + 16, 4, i == 2 ? 0x80020001 : 0x80010001 + i);
		fake_put(fake, child + 8, 4, 1 + i);
		for (unsigned at = 40; at < 72; at += at < 56 ? 8 : 4)
			fake_put(fake, child + at, 4, at * (1 + i));
	}
	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		fake_put(fake, root, 8, DEV(2) + 0xcc0);
		fake_put_string(fake, DEV(2) + 0xcc0, kinds[i]);
		assert_int_equal(read_device(machine, 2)->nr_qdiscs, 4);
		counts = &pk_device_at(&machine->devices, DEV(2))->qdiscs[0];
		assert_string_equal(counts->id, kinds[i]);
		assert_int_equal(counts->qlen.value, i == 2 ? 1000 : 3);
		assert_int_equal(counts->drops.value, i == 2 ? 1000 : 3 * 60);
		assert_int_equal(counts->bytes.value, i == 2 ? 0 : 3 * 40);
		assert_int_equal(counts->packets.value, i == 2 ? 0 : 3 * 48);
		assert_int_equal(counts->backlog.value, i == 2 ? 0 : 3 * 56);
		assert_int_equal(counts->requeues.value, i == 2 ? 0 : 3 * 64);
		assert_int_equal(counts->overlimits.value, i == 2 ? 0 : 3 * 68);
		assert_int_equal(counts->overlimits.status, PK_OK);
	}
	fake_put_string(fake, DEV(2) + 0xcc0, "mq");
	fake_put(fake, queues + 64 + 8, 8, 0x1000); /* a child that cannot be read */
	counts = &read_device(machine, 2)->qdiscs[0];
	assert_int_equal(counts->qlen.status, PK_UNREADABLE);
	assert_int_equal(counts->packets.status, PK_UNREADABLE);
}

/* A class that is its own parent, and a chain without an end. */
static void test_damaged_classes(void **state)
{
	struct machine *machine = *state;

	draw_classes(&machine->fake);
	fake_put(&machine->fake, CLASS(1) + 24, 8, CLASS(1));
	assert_int_equal(read_classes(machine)->nr_classes, 3);
	fake_put(&machine->fake, CLASS(2) + 8, 8, CLASS(0) + 8);
	assert_int_equal(read_classes(machine)->nr_classes, 3);
	assert_int_equal(read_classes(machine)->classes_status, PK_CORRUPT);
	fake_put(&machine->fake, DEV(2) + 0xd00 + 72, 4, 0xffffffff);
	assert_int_equal(read_classes(machine)->classes_status, PK_CORRUPT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_tree, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_of_them, setup, teardown),
		cmocka_unit_test_setup_teardown(test_circle_of_devices, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flags_tell_the_state, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stopped_queues, setup, teardown),
		cmocka_unit_test_setup_teardown(test_statistics, setup, teardown),
		cmocka_unit_test_setup_teardown(test_interrupt_by_message, setup, teardown),
		cmocka_unit_test_setup_teardown(test_interrupt_by_line_and_handler, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_damaged_interrupts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_packets_of_32_bits, setup, teardown),
		cmocka_unit_test_setup_teardown(test_statistics_of_cpus, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sums_of_queues, setup, teardown),
		cmocka_unit_test_setup_teardown(test_class_tree, setup, teardown),
		cmocka_unit_test_setup_teardown(test_damaged_classes, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
