// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets in rings of drivers and in qdiscs whose types live in modules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "decode/net/device/device.h"
#include "fake_queues.h"

/* Behind what fake_queues draws. */
#define MORE (FAKE_GLOBALS + 0x100000)
#define PRIV (DEVICE + 96) /* a struct net_device of 90 bytes, aligned to 32 */
#define NETDEV_OPS MORE
#define XMIT (FAKE_GLOBALS + 0x200000)
#define SQ (MORE + 0x100) /* struct send_queue[2], 16 bytes each */
#define VQ(n) (MORE + 0x200 + 0x100 * (n))
#define STATE(n) (MORE + 0x400 + 0x100 * (n)) /* desc_state of 4 entries */
#define USED(n) (MORE + 0x600 + 0x100 * (n)) /* the device's ring */
#define RQ (MORE + 0x800)
#define RING_OF_RQ (MORE + 0x900)
#define PEER(n) (MORE + 0x800 + 0x100 * (n))
#define ENTRIES(n) (MORE + 0xc00 + 0x40 * (n)) /* of three rings of 4 */
#define ENCRYPT (PRIV + 128)
#define DECRYPT (PRIV + 192)
#define HANDSHAKES (PRIV + 256)
#define TX(n) (PEER(n) + 64)
#define RX(n) (PEER(n) + 128)
#define SKB_PREV 8
#define FQ_ROOTS (MORE + 0xa00)
#define FQ_FLOW(n) (MORE + 0xb00 + 0x80 * (n))

static const struct fake_member members[] = {
	{"struct net_device", "netdev_ops", 88, 8, .is_pointer = true},
	{"struct net_device", "num_rx_queues", 60, .size = 4},
	{"struct net_device_ops", "ndo_start_xmit", 8, 8, .is_pointer = true},
	{"struct virtnet_info@virtio_net", "dev", 0, 8, .is_pointer = true},
	{"struct virtnet_info@virtio_net", "sq", 8, 8, .is_pointer = true},
	{"struct virtnet_info@virtio_net", "max_queue_pairs", 16, .size = 2},
	{"struct virtnet_info@virtio_net", "rq", 24, 8, .is_pointer = true},
	{"struct send_queue@virtio_net", "vq", 8, 8, .is_pointer = true},
	{"struct receive_queue@virtio_net", "vq", 8, 8, .is_pointer = true},
	{"struct vring_virtqueue@virtio_ring", "vq.num_free", 16, .size = 4},
	{"struct vring_virtqueue@virtio_ring", "split.avail_idx_shadow", 28, .size = 2},
	{"struct vring_virtqueue@virtio_ring", "vq", 8, .size = 16},
	{"struct vring_virtqueue@virtio_ring", "packed_ring", 24, .size = 1},
	{"struct vring_virtqueue@virtio_ring", "last_used_idx", 26, .size = 2},
	{"struct vring_virtqueue@virtio_ring", "split.vring.num", 32, .size = 4},
	{"struct vring_virtqueue@virtio_ring", "split.vring.used", 40, 8, .is_pointer = true},
	{"struct vring_virtqueue@virtio_ring", "split.desc_state", 48, 8, .is_pointer = true},
	{"struct vring_desc_state_split@virtio_ring", "data", 8, 8, .is_pointer = true},
	{"struct vring_used@virtio_ring", "idx", 2, .size = 2},
	{"struct vring_used@virtio_ring", "ring", 4, .is_array = true},
	{"struct vring_used_elem@virtio_ring", "id", 0, .size = 4},
	{"struct vring_virtqueue@virtio_ring", "packed.vring.num", 32, .size = 4},
	{"struct vring_virtqueue@virtio_ring", "packed.vring.desc", 40, 8, .is_pointer = true},
	{"struct vring_virtqueue@virtio_ring", "packed.desc_state", 48, 8, .is_pointer = true},
	{"struct vring_desc_state_packed@virtio_ring", "data", 0, 8, .is_pointer = true},
	{"struct vring_desc_state_packed@virtio_ring", "num", 16, .size = 2},
	{"struct vring_packed_desc@virtio_ring", "id", 12, .size = 2},
	{"struct vring_packed_desc@virtio_ring", "flags", 14, .size = 2},
	{"struct veth_priv@veth", "rq", 8, 8, .is_pointer = true},
	{"struct veth_rq@veth", "xdp_ring", 16, .size = RING_SIZE},
	{"struct wg_device@wireguard", "dev", 0, 8, .is_pointer = true},
	{"struct wg_device@wireguard", "peer_list", 8, .size = 16},
	{"struct wg_peer@wireguard", "staged_packet_queue", 8, .size = 24},
	{"struct wg_peer@wireguard", "peer_list", 32, .size = 16},
	{"struct wg_peer@wireguard", "internal_id", 48, .size = 8},
	{"struct wg_device@wireguard", "encrypt_queue", 128, .size = RING_SIZE},
	{"struct wg_device@wireguard", "decrypt_queue", 192, .size = RING_SIZE},
	{"struct wg_device@wireguard", "handshake_queue", 256, .size = RING_SIZE},
	{"struct crypt_queue@wireguard", "ring", 0, .size = RING_SIZE},
	{"struct wg_peer@wireguard", "tx_queue", 64, .size = RING_SIZE},
	{"struct wg_peer@wireguard", "rx_queue", 128, .size = RING_SIZE},
	{"struct packet_cb@wireguard", "state", 4, .size = 4},
	{"struct fq_sched_data@sch_fq", "fq_root", 0, 8, .is_pointer = true},
	{"struct fq_sched_data@sch_fq", "fq_trees_log", 8, .size = 1},
	{"struct fq_sched_data@sch_fq", "internal", 16, .size = 64},
	{"struct fq_flow@sch_fq", "t_root", 0, .size = 8},
	{"struct fq_flow@sch_fq", "head", 8, 8, .is_pointer = true},
	{"struct fq_flow@sch_fq", "fq_node", 24, .size = 24},
	{"struct netem_sched_data@sch_netem", "t_root", 0, .size = 8},
	{"struct netem_sched_data@sch_netem", "t_head", 8, 8, .is_pointer = true},
	{"struct sfq_sched_data@sch_sfq", "slots", 0, 8, .is_pointer = true},
	{"struct sfq_sched_data@sch_sfq", "maxflows", 8, .size = 4},
	{"struct sfq_slot@sch_sfq", "skblist_next", 0, 8, .is_pointer = true},
	{"struct htb_sched@sch_htb", "direct_queue", 8, .size = 24},
};

/* A peer's queue since 5.12. */
static const struct fake_member lists[] = {
	{"struct prev_queue@wireguard", "head", 0, 8, .is_pointer = true},
	{"struct prev_queue@wireguard", "tail", 8, 8, .is_pointer = true},
	{"struct prev_queue@wireguard", "peeked", 16, 8, .is_pointer = true},
	{"struct prev_queue@wireguard", "empty", 24, .size = 16},
};

static const struct fake_enum enums[] = {
	{NULL, "PACKET_STATE_CRYPTED@wireguard", 1},
	{NULL, "PACKET_STATE_DEAD@wireguard", 2},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t skbs; /* a slab */
	struct {
		uint64_t skb;
		int wait; /* of rings */
		unsigned queue;
		char id[16]; /* of qdiscs */
	} told[16];
	unsigned nr;
};

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));
	struct fake_target *fake = &machine->fake;

	fake_net_init(fake);
	fake_queues_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_map(fake, MORE, 0x1000);
	fake_type(fake, "struct net_device", 90);
	fake_type(fake, "struct send_queue@virtio_net", 16);
	fake_type(fake, "struct receive_queue@virtio_net", 16);
	fake_type(fake, "struct vring_desc_state_split@virtio_ring", 16);
	fake_type(fake, "struct vring_used_elem@virtio_ring", 8);
	fake_type(fake, "struct vring_desc_state_packed@virtio_ring", 24);
	fake_type(fake, "struct vring_packed_desc@virtio_ring", 16);
	fake_type(fake, "struct veth_rq@veth", 96);
	fake_type(fake, "struct sfq_slot@sch_sfq", 32);
	machine->skbs = fake_net_slab(fake, FAKE_SKB, 0, 1);
	fake->target.facts.nr_cpu_ids = 1;
	fake_put(fake, DEVICE + 88, 8, NETDEV_OPS);
	fake_put(fake, NETDEV_OPS + 8, 8, XMIT);
	pk_ctx_init(&machine->ctx, &fake->target);
	*state = machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	free(machine);
	return 0;
}

static uint64_t skb(const struct machine *machine, unsigned index)
{
	return machine->skbs + 256 * (uint64_t)index;
}

static bool tell_ring(uint64_t addr, const struct pk_device_ring *ring, void *arg)
{
	struct machine *machine = arg;

	assert_true(machine->nr < ARRAY_SIZE(machine->told));
	assert_string_equal(ring->device.name, "eth0");
	machine->told[machine->nr].skb = addr;
	machine->told[machine->nr].queue = ring->queue;
	machine->told[machine->nr++].wait = (int)ring->wait;
	return true;
}

static bool tell_qdisc(uint64_t addr, const struct pk_qdisc *qdisc, void *arg)
{
	struct machine *machine = arg;

	assert_true(machine->nr < ARRAY_SIZE(machine->told));
	machine->told[machine->nr].skb = addr;
	strcpy(machine->told[machine->nr++].id, qdisc->id);
	return true;
}

static void rings(struct machine *machine, unsigned expected)
{
	machine->nr = 0;
	assert_int_equal(pk_device_rings_walk(&machine->ctx, tell_ring, machine), PK_OK);
	assert_int_equal(machine->nr, expected);
}

static void assert_told(const struct machine *machine, unsigned at, unsigned index,
			enum pk_ring_wait wait)
{
	assert_int_equal(machine->told[at].skb, skb(machine, index));
	assert_int_equal(machine->told[at].wait, wait);
}

/* A card with NR transmit queues. */
static void draw_card(struct machine *machine, unsigned nr)
{
	struct fake_target *fake = &machine->fake;

	fake_module_symbol(fake, "virtio_net", "start_xmit", XMIT, 64);
	fake_put(fake, PRIV, 8, DEVICE);
	fake_put(fake, PRIV + 8, 8, SQ);
	fake_put(fake, PRIV + 16, 2, nr);
	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, SQ + 16 * i + 8, 8, VQ(i) + 8);
		fake_put(fake, VQ(i) + 32, 4, 4);
		fake_put(fake, VQ(i) + 40, 8, USED(i));
		fake_put(fake, VQ(i) + 48, 8, STATE(i));
	}
}

/* The device has said that it used 3 and 0, of which the driver has seen the former. */
static void a_split_ring(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_card(machine, 2);
	fake_put(fake, STATE(0) + 8, 8, skb(machine, 0));
	fake_put(fake, STATE(0) + 16 + 8, 8, skb(machine, 1) | 2); /* an orphan */
	fake_put(fake, STATE(0) + 32 + 8, 8, skb(machine, 2) + 64); /* into the middle: none */
	fake_put(fake, STATE(1) + 8, 8, MORE | 1); /* an XDP frame, in no slab */
	fake_put(fake, VQ(0) + 26, 2, 0xffff);
	fake_put(fake, USED(0) + 2, 2, 0);
	fake_put(fake, USED(0) + 4 + 8 * 3, 4, 0);
	rings(machine, 2);
	assert_told(machine, 0, 0, PK_RING_SENT);
	assert_told(machine, 1, 1, PK_RING_TO_SEND);
	/* more used than there are, and one that there is not: what the device said is not known */
	fake_put(fake, USED(0) + 2, 2, 77);
	rings(machine, 2);
	assert_told(machine, 0, 0, PK_RING_UNKNOWN);
	fake_put(fake, USED(0) + 2, 2, 0);
	fake_put(fake, USED(0) + 4 + 8 * 3, 4, 4);
	rings(machine, 2);
	assert_told(machine, 1, 1, PK_RING_UNKNOWN);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	/* no ring has three entries */
	fake_put(fake, VQ(0) + 32, 4, 3);
	rings(machine, 0);
	assert_non_null(strstr(machine->ctx.warnings[0], "3 entries"));
	/* another driver's, by its function's name */
	fake_put(fake, VQ(0) + 32, 4, 4);
	fake_put(fake, PRIV, 8, DEVICE + 8);
	rings(machine, 0);
}

static struct pk_device read_rings(struct machine *machine)
{
	struct pk_device device = {.addr = DEVICE};
	struct pk_devices devices = {.list = &device, .nr = 1};

	pk_device_rings_read(&machine->ctx, &devices);
	return device;
}

/* The transmit ring as above; of the receive ring two buffers have come back, and the driver has not looked. */
static void rings_of_a_card(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_device device;

	draw_card(machine, 2);
	fake_put(fake, PRIV + 16, 2, 1);
	fake_put(fake, PRIV + 24, 8, RQ);
	fake_put(fake, RQ + 8, 8, VQ(1) + 8);
	fake_put(fake, STATE(0) + 8, 8, skb(machine, 0));
	fake_put(fake, STATE(0) + 16 + 8, 8, skb(machine, 1));
	fake_put(fake, STATE(1) + 8, 8, skb(machine, 2)); /* a buffer to be filled */
	fake_put(fake, VQ(0) + 16, 4, 2);
	fake_put(fake, VQ(0) + 26, 2, 0xffff);
	fake_put(fake, VQ(0) + 28, 2, 1);
	fake_put(fake, USED(1) + 2, 2, 2);
	fake_put(fake, USED(1) + 4 + 8, 4, 1);
	device = read_rings(machine);
	assert_int_equal(device.nr_rings, 2);
	assert_int_equal(device.nr_rings_lack, 0);
	assert_false(device.rings[0].receive);
	assert_string_equal(device.rings[0].driver, "virtio_net");
	assert_int_equal(device.rings[0].size.value, 4);
	assert_int_equal(device.rings[0].free.value, 2);
	assert_int_equal(device.rings[0].done.value, 1);
	assert_int_equal(device.rings[0].indexes[0].value.value, 0xffff);
	assert_int_equal(device.rings[0].indexes[1].value.value, 1);
	assert_int_equal(device.rings[0].skbs[PK_RING_SENT], 1);
	assert_int_equal(device.rings[0].skbs[PK_RING_TO_SEND], 1);
	assert_true(device.rings[1].receive);
	assert_int_equal(device.rings[1].done.value, 2);
	for (int i = 0; i < PK_NR_RING_WAITS; i++)
		assert_int_equal(device.rings[1].skbs[i], 0);
	free(device.rings);
	/* nobody counts those of memory alone, as packets */
	rings(machine, 2);
	fake_put(fake, PRIV, 8, DEVICE + 8); /* another driver's */
	assert_int_equal(read_rings(machine).nr_rings, 0);
}

/* A card's rings need the types of two modules. */
static void rings_without_types(void **state)
{
	struct machine *machine = *state;
	const struct pk_row_value unknown = {.state = PK_ROW_UNKNOWN, .status = PK_UNSUPPORTED};
	struct pk_device device;

	draw_card(machine, 1);
	machine->ctx.layout.rows[PK_R_vring_vq] = unknown;
	device = read_rings(machine);
	assert_int_equal(device.nr_rings, 0);
	assert_int_equal(device.nr_rings_lack, 1);
	assert_string_equal(device.rings_lack[0], "virtio_ring");
	machine->ctx.layout.rows[PK_R_virtnet_dev] = unknown;
	device = read_rings(machine);
	assert_int_equal(device.nr_rings_lack, 2);
	assert_string_equal(device.rings_lack[0], "virtio_net");
}

/* Used: buffer 2, of two descriptors, at 3 (where the ring ends), then, with the other wrap, buffer 1 at 1. */
/* The list of modules could not be read: which driver's it is nobody knows, and that is said. */
static void rings_of_a_driver_without_a_name(void **state)
{
	struct machine *machine = *state;

	rings(machine, 0);
	assert_int_equal(machine->ctx.nr_warnings, 1);
	assert_non_null(strstr(machine->ctx.warnings[0], "rings of eth0: not known"));
	/* no function: a device that sends nothing */
	fake_put(&machine->fake, NETDEV_OPS + 8, 8, 0);
	rings(machine, 0);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

static void a_packed_ring(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_card(machine, 1);
	fake_put(fake, VQ(0) + 24, 1, 1);
	fake_put(fake, VQ(0) + 26, 2, 0x8003);
	for (unsigned i = 0; i < 4; i++) {
		fake_put(fake, STATE(0) + 24 * i, 8, i == 3 ? 0 : skb(machine, i));
		fake_put(fake, STATE(0) + 24 * i + 16, 2, i == 2 ? 2 : 1);
	}
	fake_put(fake, USED(0) + 16 * 3 + 12, 2, 2);
	fake_put(fake, USED(0) + 16 * 3 + 14, 2, 0x8080);
	fake_put(fake, USED(0) + 16 * 1 + 12, 2, 1);
	fake_put(fake, USED(0) + 16 * 1 + 14, 2, 0);
	fake_put(fake, USED(0) + 16 * 2 + 14, 2, 0x8080); /* of the round before */
	rings(machine, 3);
	assert_told(machine, 0, 0, PK_RING_TO_SEND);
	assert_told(machine, 1, 1, PK_RING_SENT);
	assert_told(machine, 2, 2, PK_RING_SENT);
	/* a buffer of no descriptors would go on for ever */
	fake_put(fake, STATE(0) + 24 * 2 + 16, 2, 0);
	rings(machine, 3);
	assert_told(machine, 2, 2, PK_RING_UNKNOWN);
}

static void a_veth(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_module_symbol(fake, "veth", "veth_xmit.isra.0", XMIT, 64);
	fake_put(fake, PRIV + 8, 8, RQ);
	fake_put(fake, DEVICE + 60, 4, 1);
	fake_put(fake, RQ + 16, 4, 3); /* the consumer; then round the end */
	fake_put(fake, RQ + 20, 4, 4);
	fake_put(fake, RQ + 24, 8, RING_OF_RQ);
	fake_put(fake, RING_OF_RQ + 24, 8, skb(machine, 4));
	fake_put(fake, RING_OF_RQ, 8, MORE | 1);
	fake_put(fake, RING_OF_RQ + 8, 8, skb(machine, 5));
	rings(machine, 2);
	assert_told(machine, 0, 4, PK_RING_TO_POLL);
	assert_told(machine, 1, 5, PK_RING_TO_POLL);
	fake_put(fake, RQ + 16, 4, 4); /* past the end */
	rings(machine, 0);
	assert_non_null(
		strstr(machine->ctx.warnings[0], "ring of eth0 (veth): its ring cannot be read"));
}

/* Cards: what they have is drawn where virtio_net's would be. */
#define RINGS (MORE + 0x100) /* pointers to rings, or rings */
#define CARD_RING(n) (MORE + 0x200 + 0x80 * (n))
#define BUFFERS(n) (MORE + 0x400 + 0x80 * (n)) /* 4 of 32 bytes each */
#define DESCS (MORE + 0x600) /* of 16 bytes */

static const struct fake_member of_cards[] = {
	{"struct net_device", "real_num_tx_queues", 64, .size = 4},
	{"struct igb_adapter@igb", "netdev", 0, 8, .is_pointer = true},
	{"struct igb_adapter@igb", "num_tx_queues", 8, .size = 4},
	{"struct igb_adapter@igb", "tx_ring", 16, .size = 32, .is_array = true, .elements = 4},
	{"struct igb_ring@igb", "tx_buffer_info", 0, 8, .is_pointer = true},
	{"struct igb_ring@igb", "count", 8, .size = 2},
	{"struct igb_ring@igb", "next_to_use", 10, .size = 2},
	{"struct igb_ring@igb", "next_to_clean", 12, .size = 2},
	{"struct igb_tx_buffer@igb", "next_to_watch", 0, 8, .is_pointer = true},
	{"struct igb_tx_buffer@igb", "skb", 8, 8, .is_pointer = true},
	{"union e1000_adv_tx_desc@igb", "wb.status", 12, .size = 4},
	{"struct e1000_adapter@e1000e", "netdev", 0, 8, .is_pointer = true},
	{"struct e1000_adapter@e1000e", "tx_ring", 8, 8, .is_pointer = true},
	{"struct e1000_ring@e1000e", "buffer_info", 0, 8, .is_pointer = true},
	{"struct e1000_ring@e1000e", "count", 8, .size = 4},
	{"struct e1000_ring@e1000e", "desc", 16, 8, .is_pointer = true},
	{"struct e1000_buffer@e1000e", "skb", 8, 8, .is_pointer = true},
	{"struct e1000_tx_desc@e1000e", "upper.data", 12, .size = 4},
	{"struct tg3@tg3", "dev", 0, 8, .is_pointer = true},
	{"struct tg3@tg3", "irq_cnt", 8, .size = 4},
	{"struct tg3@tg3", "napi", 16, .size = 48, .is_array = true, .elements = 3},
	{"struct tg3_napi@tg3", "tx_buffers", 0, 8, .is_pointer = true},
	{"struct tg3_napi@tg3", "tx_prod", 8, .size = 4},
	{"struct tg3_napi@tg3", "tx_cons", 12, .size = 4},
	{"struct tg3_tx_ring_info@tg3", "skb", 0, 8, .is_pointer = true},
	{"struct bnxt@bnxt_en", "dev", 0, 8, .is_pointer = true},
	{"struct bnxt@bnxt_en", "tx_ring", 8, 8, .is_pointer = true},
	{"struct bnxt@bnxt_en", "tx_nr_rings", 16, .size = 4},
	{"struct bnxt@bnxt_en", "tx_ring_mask", 20, .size = 4},
	{"struct bnxt_tx_ring_info@bnxt_en", "tx_buf_ring", 0, 8, .is_pointer = true},
	{"struct bnxt_tx_ring_info@bnxt_en", "txq_index", 8, .size = 2},
	{"struct bnxt_sw_tx_bd@bnxt_en", "skb", 0, 8, .is_pointer = true},
	{"struct mlx5e_priv@mlx5_core", "netdev", 0, 8, .is_pointer = true},
	{"struct mlx5e_priv@mlx5_core", "txq2sq", 8, 8, .is_pointer = true},
	{"struct mlx5e_txqsq@mlx5_core", "cc", 0, .size = 2},
	{"struct mlx5e_txqsq@mlx5_core", "pc", 2, .size = 2},
	{"struct mlx5e_txqsq@mlx5_core", "skb_fifo_cc", 4, .size = 2},
	{"struct mlx5e_txqsq@mlx5_core", "skb_fifo_pc", 6, .size = 2},
	{"struct mlx5e_txqsq@mlx5_core", "wq.fbc.sz_m1", 8, .size = 2},
	{"struct mlx5e_txqsq@mlx5_core", "db.skb_fifo.mask", 10, .size = 2},
	{"struct mlx5e_txqsq@mlx5_core", "db.wqe_info", 16, 8, .is_pointer = true},
	{"struct mlx5e_txqsq@mlx5_core", "db.skb_fifo.fifo", 24, 8, .is_pointer = true},
	{"struct mlx5e_tx_wqe_info@mlx5_core", "skb", 0, 8, .is_pointer = true},
	{"struct mlx5e_tx_wqe_info@mlx5_core", "num_wqebbs", 8, .size = 1},
	{"struct net_device_context@hv_netvsc", "nvdev", 0, 8, .is_pointer = true},
	{"struct netvsc_device@hv_netvsc", "num_chn", 0, .size = 4},
	{"struct netvsc_device@hv_netvsc", "chan_table", 8, .size = 64, .is_array = true,
	 .elements = 4},
	{"struct netvsc_channel@hv_netvsc", "channel", 0, 8, .is_pointer = true},
	{"struct netvsc_channel@hv_netvsc", "msd.skb", 8, 8, .is_pointer = true},
	{"struct vmbus_channel@hv_netvsc", "requestor.req_arr", 0, 8, .is_pointer = true},
	{"struct vmbus_channel@hv_netvsc", "requestor.req_bitmap", 8, 8, .is_pointer = true},
	{"struct vmbus_channel@hv_netvsc", "requestor.size", 16, .size = 4},
	{"struct mana_port_context@mana", "ndev", 0, 8, .is_pointer = true},
	{"struct mana_port_context@mana", "tx_qp", 8, 8, .is_pointer = true},
	{"struct mana_port_context@mana", "num_queues", 16, .size = 4},
	{"struct mana_tx_qp@mana", "txq.pending_skbs", 8, .size = 24},
	{"struct netfront_info@xen_netfront", "netdev", 0, 8, .is_pointer = true},
	{"struct netfront_info@xen_netfront", "queues", 8, 8, .is_pointer = true},
	{"struct netfront_queue@xen_netfront", "tx_skbs", 8, .size = 32, .is_array = true,
	 .elements = 4},
};

static const struct fake_size sizes_of_cards[] = {
	{"struct igb_tx_buffer@igb", 32},     {"struct e1000_ring@e1000e", 64},
	{"struct e1000_buffer@e1000e", 32},   {"struct e1000_tx_desc@e1000e", 16},
	{"struct tg3_tx_ring_info@tg3", 32},  {"struct bnxt_tx_ring_info@bnxt_en", 64},
	{"struct bnxt_sw_tx_bd@bnxt_en", 32}, {"struct mlx5e_tx_wqe_info@mlx5_core", 32},
	{"struct mana_tx_qp@mana", 64},	      {"struct netfront_queue@xen_netfront", 64},
};

/* The first of what a driver's private struct has leads back to the device. */
static struct fake_target *draw_driver(struct machine *machine, const char *module,
				       const char *function)
{
	struct fake_target *fake = &machine->fake;

	fake_members(fake, of_cards, ARRAY_SIZE(of_cards));
	for (size_t i = 0; i < ARRAY_SIZE(sizes_of_cards); i++)
		fake_type(fake, sizes_of_cards[i].type, sizes_of_cards[i].size);
	fake_module_symbol(fake, module, function, XMIT, 64);
	fake_put(fake, PRIV, 8, DEVICE);
	fake_put(fake, DEVICE + 64, 4, 2);
	return fake;
}

/* An entry whose descriptor nobody watches has an old pointer. */
static void a_table_behind_pointers(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "igb", "igb_xmit_frame");
	struct pk_device device;

	fake_put(fake, PRIV + 8, 4, 2);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, PRIV + 16 + 8 * i, 8, CARD_RING(i));
		fake_put(fake, CARD_RING(i), 8, BUFFERS(i));
		fake_put(fake, CARD_RING(i) + 8, 2, 4);
		fake_put(fake, CARD_RING(i) + 10, 2, 3);
	}
	fake_put(fake, BUFFERS(0) + 8, 8, skb(machine, 0));
	fake_put(fake, BUFFERS(1), 8, DESCS);
	fake_put(fake, BUFFERS(1) + 8, 8, skb(machine, 1));
	fake_put(fake, BUFFERS(1) + 32, 8, DESCS + 16);
	fake_put(fake, BUFFERS(1) + 40, 8, skb(machine, 2));
	fake_put(fake, BUFFERS(1) + 64, 8, DESCS + 0x1000000); /* which cannot be read */
	fake_put(fake, BUFFERS(1) + 72, 8, skb(machine, 3));
	fake_put(fake, DESCS + 12, 4, 1);
	fake_put(fake, DESCS + 16 + 12, 4,
		 0x4000); /* its length, which the card has not overwritten */
	rings(machine, 3);
	assert_told(machine, 0, 1, PK_RING_SENT);
	assert_told(machine, 1, 2, PK_RING_UNKNOWN);
	assert_told(machine, 2, 3, PK_RING_UNKNOWN);
	assert_int_equal(machine->told[0].queue, 1);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	device = read_rings(machine);
	assert_int_equal(device.nr_rings, 2);
	assert_int_equal(device.rings[1].size.value, 4);
	assert_string_equal(device.rings[1].indexes[0].name, "next_to_use");
	assert_int_equal(device.rings[1].indexes[0].value.value, 3);
	free(device.rings);
	/* more queues than the array has, and the last of them in no memory */
	fake_put(fake, PRIV + 8, 4, 77);
	fake_put(fake, PRIV + 40, 8, CARD_RING(0) + 0x1000000);
	rings(machine, 3);
	assert_int_equal(machine->ctx.nr_warnings, 1);
	fake_put(fake, PRIV, 8, DEVICE + 8); /* another driver's */
	rings(machine, 0);
}

static void a_table_with_descriptors_beside(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "e1000e", "e1000_xmit_frame");

	fake_put(fake, PRIV + 8, 8, CARD_RING(0));
	fake_put(fake, CARD_RING(0), 8, BUFFERS(0));
	fake_put(fake, CARD_RING(0) + 8, 4, 4);
	fake_put(fake, CARD_RING(0) + 16, 8, DESCS);
	fake_put(fake, BUFFERS(0) + 32 + 8, 8, skb(machine, 0));
	fake_put(fake, BUFFERS(0) + 96 + 8, 8, skb(machine, 1));
	fake_put(fake, DESCS + 16 * 3 + 12, 4, 1);
	rings(machine, 2);
	assert_told(machine, 0, 0, PK_RING_UNKNOWN);
	assert_told(machine, 1, 1, PK_RING_SENT);
}

/* A NAPI context that has no buffers is no queue. */
static void a_table_of_a_known_length(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "tg3", "tg3_start_xmit");

	fake_map(fake, MORE + 0x100000, 512 * 32);
	fake_put(fake, PRIV + 8, 4, 3);
	fake_put(fake, PRIV + 32, 8, MORE + 0x100000);
	fake_put(fake, MORE + 0x100000 + 511 * 32, 8, skb(machine, 5));
	rings(machine, 1);
	assert_told(machine, 0, 5, PK_RING_UNKNOWN);
	assert_int_equal(machine->told[0].queue, 0);
}

static void a_table_whose_card_has_the_length(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "bnxt_en", "bnxt_start_xmit");

	fake_put(fake, PRIV + 8, 8, RINGS);
	fake_put(fake, PRIV + 16, 4, 1);
	fake_put(fake, PRIV + 20, 4, 3);
	fake_put(fake, RINGS, 8, BUFFERS(0));
	fake_put(fake, RINGS + 8, 2, 6);
	fake_put(fake, BUFFERS(0) + 96, 8, skb(machine, 4));
	fake_put(fake, BUFFERS(0) + 128, 8, skb(machine, 5)); /* behind the end */
	rings(machine, 1);
	assert_told(machine, 0, 4, PK_RING_UNKNOWN);
	assert_int_equal(machine->told[0].queue, 6);
}

/* From 0xffff on: one of two blocks, round the end, then two of the list in one, and an old one. */
static void what_mlx5_posted(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "mlx5_core", "mlx5e_xmit");

	fake_put(fake, PRIV + 8, 8, RINGS);
	fake_put(fake, RINGS + 8, 8, CARD_RING(0)); /* the first queue has none */
	fake_put(fake, CARD_RING(0), 2, 0xffff);
	fake_put(fake, CARD_RING(0) + 2, 2, 2);
	fake_put(fake, CARD_RING(0) + 4, 2, 3);
	fake_put(fake, CARD_RING(0) + 6, 2, 5);
	fake_put(fake, CARD_RING(0) + 8, 2, 3);
	fake_put(fake, CARD_RING(0) + 10, 2, 3);
	fake_put(fake, CARD_RING(0) + 16, 8, BUFFERS(0));
	fake_put(fake, CARD_RING(0) + 24, 8, BUFFERS(1));
	fake_put(fake, BUFFERS(0) + 96, 8, skb(machine, 0));
	fake_put(fake, BUFFERS(0) + 96 + 8, 1, 2);
	fake_put(fake, BUFFERS(0), 8,
		 skb(machine, 6)); /* a part of the former, with an old pointer */
	fake_put(fake, BUFFERS(0) + 32 + 8, 1, 1);
	fake_put(fake, BUFFERS(0) + 64, 8, skb(machine, 7));
	fake_put(fake, BUFFERS(1) + 24, 8, skb(machine, 1));
	fake_put(fake, BUFFERS(1), 8, skb(machine, 2));
	fake_put(fake, BUFFERS(1) + 8, 8, skb(machine, 3));
	rings(machine, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_told(machine, i, i, PK_RING_UNKNOWN);
		assert_int_equal(machine->told[i].queue, 1);
	}
	assert_int_equal(machine->ctx.nr_warnings, 0);
	/* an entry of nothing would go on for ever */
	fake_put(fake, BUFFERS(0) + 32 + 8, 1, 0);
	rings(machine, 1);
	assert_non_null(strstr(machine->ctx.warnings[0], "0 blocks"));
	/* nothing is posted, and nothing waits in the list */
	fake_put(fake, CARD_RING(0) + 2, 2, 0xffff);
	fake_put(fake, CARD_RING(0) + 6, 2, 3);
	rings(machine, 0);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

/* Requests 1 and 3 are the host's, the latter with no packet's number; 2 is free. */
static void requests_of_hyperv(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "hv_netvsc", "netvsc_start_xmit");

	fake_put(fake, PRIV, 8, RINGS);
	fake_put(fake, RINGS, 4, 2);
	fake_put(fake, RINGS + 8 + 16, 8, CARD_RING(0));
	fake_put(fake, RINGS + 8 + 24, 8, skb(machine, 0)); /* collected */
	fake_put(fake, CARD_RING(0), 8, BUFFERS(0));
	fake_put(fake, CARD_RING(0) + 8, 8, BUFFERS(1));
	fake_put(fake, CARD_RING(0) + 16, 4, 4);
	fake_put(fake, BUFFERS(0) + 8, 8, skb(machine, 1));
	fake_put(fake, BUFFERS(0) + 16, 8, skb(machine, 2));
	fake_put(fake, BUFFERS(0) + 24, 8, 5);
	fake_put(fake, BUFFERS(1), 8, 0xa);
	rings(machine, 2);
	assert_told(machine, 0, 0, PK_RING_TO_SEND);
	assert_told(machine, 1, 1, PK_RING_UNKNOWN);
	assert_int_equal(machine->told[1].queue, 1);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void what_mana_waits_for(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "mana", "mana_start_xmit");
	struct pk_device device;

	fake_put(fake, PRIV + 8, 8, RINGS);
	fake_put(fake, PRIV + 16, 4, 1);
	fake_put(fake, RINGS + 8, 8, skb(machine, 3));
	fake_put(fake, RINGS + 16, 8, skb(machine, 3));
	fake_put(fake, skb(machine, 3), 8, RINGS + 8);
	fake_put(fake, skb(machine, 3) + SKB_PREV, 8, RINGS + 8);
	rings(machine, 1);
	assert_told(machine, 0, 3, PK_RING_UNKNOWN);
	device = read_rings(machine);
	assert_int_equal(device.nr_rings, 1);
	assert_int_equal(device.rings[0].skbs[PK_RING_UNKNOWN], 1);
	free(device.rings);
	/* behind a pointer each, in later kernels */
	strcpy(machine->ctx.layout.rows[PK_R_mana_queues].member.type, "struct mana_tx_qp **");
	fake_put(fake, RINGS, 8, RINGS + 64);
	rings(machine, 0);
	fake_put(fake, RINGS, 8, RINGS);
	rings(machine, 1);
}

static void skbs_and_numbers_of_xen(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = draw_driver(machine, "xen_netfront", "xennet_start_xmit");

	fake_put(fake, PRIV + 8, 8, RINGS);
	fake_put(fake, RINGS + 8, 8, 3);
	fake_put(fake, RINGS + 24, 8, skb(machine, 4));
	fake_put(fake, RINGS + 64 + 32, 8, skb(machine, 5));
	rings(machine, 2);
	assert_told(machine, 0, 4, PK_RING_UNKNOWN);
	assert_told(machine, 1, 5, PK_RING_UNKNOWN);
	assert_int_equal(machine->told[1].queue, 1);
}

static void draw_list(struct fake_target *fake, uint64_t head, uint64_t node)
{
	fake_put(fake, head, 8, node);
	fake_put(fake, head + 8, 8, node);
	fake_put(fake, node, 8, head);
	fake_put(fake, node + 8, 8, head);
}

/* A ring of 4: FIRST, then none. */
static void draw_ring(struct fake_target *fake, uint64_t ring, uint64_t entries, uint64_t first)
{
	fake_put(fake, ring, 4, 0);
	fake_put(fake, ring + 4, 4, 4);
	fake_put(fake, ring + 8, 8, entries);
	fake_put(fake, entries, 8, first);
}

/* Two peers of whom nothing waits; the second's number is 7. */
static void draw_wireguard(struct machine *machine)
{
	struct fake_target *fake = &machine->fake;
	const uint64_t head = PRIV + 8, first = PEER(0) + 32, second = PEER(1) + 32;

	fake_module_symbol(fake, "wireguard", "wg_xmit", XMIT, 64);
	fake_put(fake, PRIV, 8, DEVICE);
	fake_put(fake, head, 8, first);
	fake_put(fake, first, 8, second);
	fake_put(fake, second, 8, head);
	fake_put(fake, head + 8, 8, second);
	fake_put(fake, second + 8, 8, first);
	fake_put(fake, first + 8, 8, head);
	fake_put(fake, PEER(1) + 48, 8, 7);
	draw_ring(fake, ENCRYPT, ENTRIES(0), 0);
	draw_ring(fake, DECRYPT, ENTRIES(1), 0);
	draw_ring(fake, HANDSHAKES, ENTRIES(2), 0);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, PEER(i) + 8, 8, PEER(i) + 8);
		fake_put(fake, PEER(i) + 16, 8, PEER(i) + 8);
	}
}

/* NR skbs from INDEX on, behind the entry of none, which leads to them. */
static void draw_prev_queue(struct machine *machine, uint64_t queue, unsigned index, unsigned nr)
{
	uint64_t last = queue + 24;

	fake_put(&machine->fake, queue + 8, 8, last);
	for (unsigned i = index; i < index + nr; last = skb(machine, i++))
		fake_put(&machine->fake, last + SKB_PREV, 8, skb(machine, i));
	fake_put(&machine->fake, last + SKB_PREV, 8, 0);
	fake_put(&machine->fake, queue, 8, last);
}

static void put_state(struct machine *machine, unsigned index, unsigned state)
{
	fake_put(&machine->fake, skb(machine, index) + SKB_CB + 4, 4, state);
}

static void draw_lists(struct machine *machine)
{
	fake_members(&machine->fake, lists, ARRAY_SIZE(lists));
	draw_wireguard(machine);
	for (unsigned i = 0; i < 2; i++) {
		draw_prev_queue(machine, TX(i), 0, 0);
		draw_prev_queue(machine, RX(i), 0, 0);
	}
}

/* The first peer has its key and the second does not answer. */
static void a_wireguard(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_lists(machine);
	draw_list(fake, PEER(1) + 8, skb(machine, 3));
	rings(machine, 1);
	assert_told(machine, 0, 3, PK_RING_TO_SHAKE_HANDS);
	assert_int_equal(machine->told[0].queue, 7);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	fake_put(fake, PRIV, 8, DEVICE + 1); /* no private data of this device */
	rings(machine, 0);
}

/* Sent: one is done, one a worker has, a chain of two nobody has; and one in vain was taken from the list. */
static void encrypted_by_workers(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_lists(machine);
	draw_prev_queue(machine, TX(1), 0, 3);
	put_state(machine, 0, 1);
	fake_put(fake, skb(machine, 2), 8, skb(machine, 3));
	fake_put(fake, ENTRIES(0), 8, skb(machine, 2));
	put_state(machine, 4, 2);
	fake_put(fake, TX(1) + 16, 8, skb(machine, 4));
	rings(machine, 5);
	assert_told(machine, 0, 4, PK_RING_NOT_ENCRYPTED);
	assert_told(machine, 1, 0, PK_RING_ENCRYPTED);
	assert_told(machine, 2, 1, PK_RING_ENCRYPTING);
	assert_told(machine, 3, 2, PK_RING_TO_ENCRYPT);
	assert_told(machine, 4, 3, PK_RING_TO_ENCRYPT);
	assert_int_equal(machine->told[4].queue, 7);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	/* without the ring, what a worker has is not told from what waits for it */
	fake_put(fake, ENCRYPT, 4, 4);
	rings(machine, 0);
	assert_non_null(strstr(machine->ctx.warnings[0], "its ring cannot be read"));
}

/* Received: what the words of an skb lead to that is in no list is none of WireGuard's. */
static void decrypted_by_workers(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_lists(machine);
	draw_prev_queue(machine, RX(0), 0, 3);
	put_state(machine, 0, 2);
	put_state(machine, 1, 1);
	fake_put(fake, skb(machine, 2), 8, skb(machine, 5));
	fake_put(fake, ENTRIES(1), 8, skb(machine, 2));
	draw_prev_queue(machine, RX(1), 3, 1);
	fake_put(fake, ENTRIES(2), 8, skb(machine, 4));
	rings(machine, 5);
	assert_told(machine, 0, 0, PK_RING_NOT_DECRYPTED);
	assert_told(machine, 1, 1, PK_RING_DECRYPTED);
	assert_told(machine, 2, 2, PK_RING_TO_DECRYPT);
	assert_told(machine, 3, 3, PK_RING_DECRYPTING);
	assert_told(machine, 4, 4, PK_RING_HANDSHAKE);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* One that is being added is not linked yet; one that leads back never ends; one leads nowhere. */
static void damaged_queues_of_a_peer(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_lists(machine);
	draw_prev_queue(machine, TX(0), 0, 2);
	fake_put(fake, TX(0), 8, skb(machine, 5));
	rings(machine, 2);
	assert_non_null(strstr(machine->ctx.warnings[0], "entries behind it were not read"));
	fake_put(fake, skb(machine, 1) + SKB_PREV, 8, skb(machine, 0));
	rings(machine, 2);
	assert_non_null(strstr(machine->ctx.warnings[1], "loops at"));
	fake_put(fake, skb(machine, 1) + SKB_PREV, 8, 0x10);
	rings(machine, 2);
	assert_non_null(strstr(machine->ctx.warnings[2], "ring of eth0 (wireguard)"));
}

/* Up to 5.11 a peer's queues were rings. */
static void rings_of_a_peer(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_wireguard(machine);
	for (unsigned i = 0; i < 4; i++)
		draw_ring(fake, i < 2 ? TX(i) : RX(i - 2), MORE + 0xd00 + 0x40 * i, 0);
	fake_put(fake, MORE + 0xd40, 8, skb(machine, 0));
	fake_put(fake, MORE + 0xd80, 8, skb(machine, 1));
	put_state(machine, 1, 1);
	fake_put(fake, ENTRIES(0), 8, skb(machine, 0));
	rings(machine, 2);
	assert_told(machine, 0, 0, PK_RING_TO_ENCRYPT);
	assert_told(machine, 1, 1, PK_RING_DECRYPTED);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void draw_tree(struct machine *machine, uint64_t root, unsigned left, unsigned top)
{
	fake_put(&machine->fake, root, 8, skb(machine, top));
	fake_put(&machine->fake, skb(machine, top) + 16, 8, skb(machine, left));
	fake_put(&machine->fake, skb(machine, left) + 16, 8, 0);
}

static void qdiscs(struct machine *machine, const char *id, unsigned expected)
{
	fake_put_string(&machine->fake, OPS(2) + 8, id);
	fake_put(&machine->fake, QDISC(2) + Q_LIST + 16, 4, expected);
	machine->nr = 0;
	assert_int_equal(pk_qdiscs_walk(&machine->ctx, tell_qdisc, machine), PK_OK);
	assert_int_equal(machine->nr, expected);
	for (unsigned i = 0; i < expected; i++) {
		assert_string_equal(machine->told[i].id, id);
		assert_int_equal(machine->told[i].skb, skb(machine, i));
	}
}

static void qdiscs_of_modules(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t private = QDISC(2) + Q_PRIVATE;

	fake_put(fake, private + 8, 8, skb(machine, 0)); /* netem: a list, then a tree */
	draw_tree(machine, private, 1, 2);
	qdiscs(machine, "netem", 3);
	fake_put(fake, private, 8, 0);
	qdiscs(machine, "htb", 1);
	/* fq: the internal flow's list; two trees, one with two flows, of which one has a tree of its own */
	fake_put(fake, private, 8, FQ_ROOTS);
	fake_put(fake, private + 8, 8, 1);
	fake_put(fake, private + 16, 8, 0);
	fake_put(fake, private + 24, 8, skb(machine, 0));
	fake_put(fake, FQ_ROOTS + 8, 8, FQ_FLOW(1) + 24);
	fake_put(fake, FQ_FLOW(1) + 24 + 16, 8, FQ_FLOW(0) + 24);
	fake_put(fake, FQ_FLOW(0) + 8, 8, skb(machine, 1));
	draw_tree(machine, FQ_FLOW(1), 2, 3);
	qdiscs(machine, "fq", 4);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	/* a tree that leads back into itself ends */
	fake_put(fake, FQ_FLOW(0) + 24 + 8, 8, FQ_FLOW(1) + 24);
	qdiscs(machine, "fq", 2);
	assert_non_null(strstr(machine->ctx.warnings[0], "is damaged at"));
	/* sfq: a circle a slot */
	fake_put(fake, private, 8, FQ_ROOTS);
	fake_put(fake, private + 8, 8, 2);
	fake_put(fake, FQ_ROOTS, 8, FQ_ROOTS);
	fake_put(fake, FQ_ROOTS + 32, 8, skb(machine, 0));
	fake_put(fake, skb(machine, 0), 8, FQ_ROOTS + 32);
	qdiscs(machine, "sfq", 1);
}

/* The adapters of vmxnet3 and ena have their rings, of 32 bytes; entries of 24 bytes. */
#define TABLE_DRIVER(adapter, ring, rings, nr_rings, table, table_len, buffer, module)              \
	{"struct " adapter "@" module, "netdev", 8, 8, .is_pointer = true},                         \
		{"struct " adapter "@" module, rings, 32, 4 * 32, .is_array = true, .elements = 4}, \
		{"struct " adapter "@" module, nr_rings, 16, .size = 4},                            \
		{"struct " ring "@" module, table, 8, 8, .is_pointer = true},                       \
		{"struct " ring "@" module, table_len, 16, .size = 4},                              \
	{                                                                                           \
		"struct " buffer "@" module, "skb", 16, 8, .is_pointer = true                       \
	}

static const struct fake_member tables[] = {
	TABLE_DRIVER("vmxnet3_adapter", "vmxnet3_tx_queue", "tx_queue", "num_tx_queues", "buf_info",
		     "tx_ring.size", "vmxnet3_tx_buf_info", "vmxnet3"),
	TABLE_DRIVER("ena_adapter", "ena_ring", "tx_ring", "num_io_queues", "tx_buffer_info",
		     "ring_size", "ena_tx_buffer", "ena"),
};

/* Two rings: of 3 entries, and of 2. Between the skbs is an entry without one. */
static void draw_tables(struct machine *machine, const char *module, const char *xmit)
{
	struct fake_target *fake = &machine->fake;

	fake_members(fake, tables, ARRAY_SIZE(tables));
	fake_type(fake, "struct vmxnet3_tx_buf_info@vmxnet3", 24);
	fake_type(fake, "struct ena_tx_buffer@ena", 24);
	fake_module_symbol(fake, module, xmit, XMIT, 64);
	fake_put(fake, PRIV + 8, 8, DEVICE);
	fake_put(fake, PRIV + 16, 4, 2);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, PRIV + 32 + 32 * i + 8, 8, BUFFERS(i));
		fake_put(fake, PRIV + 32 + 32 * i + 16, 4, 3 - i);
	}
	fake_put(fake, BUFFERS(0) + 16, 8, skb(machine, 0));
	fake_put(fake, BUFFERS(0) + 2 * 24 + 16, 8, skb(machine, 1));
	fake_put(fake, BUFFERS(0) + 3 * 24 + 16, 8, skb(machine, 7)); /* behind the last */
	fake_put(fake, BUFFERS(1) + 24 + 16, 8, skb(machine, 2));
}

static void tables_of_buffers(void **state)
{
	static const char *const drivers[][2] = {{"vmxnet3", "vmxnet3_xmit_frame"},
						 {"ena", "ena_start_xmit"}};

	for (size_t i = 0; i < ARRAY_SIZE(drivers); i++) {
		struct machine *machine = *state;
		struct pk_device device;

		draw_tables(machine, drivers[i][0], drivers[i][1]);
		rings(machine, 3);
		for (unsigned k = 0; k < 3; k++) {
			assert_told(machine, k, k, PK_RING_UNKNOWN);
			assert_int_equal(machine->told[k].queue, k / 2);
		}
		device = read_rings(machine);
		assert_int_equal(device.nr_rings, 2);
		assert_string_equal(device.rings[0].driver, drivers[i][0]);
		assert_int_equal(device.rings[0].size.value, 3);
		assert_int_equal(device.rings[0].free.status, PK_ABSENT);
		assert_int_equal(device.rings[0].skbs[PK_RING_UNKNOWN], 2);
		assert_int_equal(device.rings[1].size.value, 2);
		assert_int_equal(device.rings[1].skbs[PK_RING_UNKNOWN], 1);
		assert_int_equal(device.rings[1].queue, 1);
		assert_false(device.rings[1].receive);
		free(device.rings);
		/* more queues than the array has room for */
		fake_put(&machine->fake, PRIV + 16, 4, 100);
		rings(machine, 3);
		fake_put(&machine->fake, PRIV + 16, 4, 2);
		fake_put(&machine->fake, PRIV + 32 + 8, 8, 0x10);
		rings(machine, 1);
		assert_int_equal(machine->ctx.nr_warnings, 1);
		assert_non_null(strstr(machine->ctx.warnings[0], "ring of eth0"));
		fake_put(&machine->fake, PRIV + 8, 8, DEVICE + 8); /* another driver's */
		rings(machine, 0);
		teardown(state);
		setup(state);
	}
}

/* Of each program that opened the device a ring, which it is to read. */
static void a_tun(void **state)
{
	static const struct fake_member tun[] = {
		{"struct tun_struct@tun", "tfiles", 32, 4 * 8, .is_array = true, .elements = 4},
		{"struct tun_struct@tun", "numqueues", 16, .size = 4},
		{"struct tun_struct@tun", "dev", 8, 8, .is_pointer = true},
		{"struct tun_file@tun", "tx_ring", 16, .size = RING_SIZE},
	};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_device device;

	fake_members(fake, tun, ARRAY_SIZE(tun));
	fake_module_symbol(fake, "tun", "tun_net_xmit", XMIT, 64);
	fake_put(fake, PRIV + 8, 8, DEVICE);
	fake_put(fake, PRIV + 16, 4, 3);
	fake_put(fake, PRIV + 32, 8, PEER(0));
	fake_put(fake, PRIV + 48, 8, PEER(1)); /* between them none */
	draw_ring(fake, PEER(0) + 16, ENTRIES(0), skb(machine, 0));
	draw_ring(fake, PEER(1) + 16, ENTRIES(1), skb(machine, 1));
	fake_put(fake, ENTRIES(1) + 8, 8, skb(machine, 2));
	rings(machine, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_told(machine, i, i, PK_RING_TO_READ);
		assert_int_equal(machine->told[i].queue, i ? 2 : 0);
	}
	device = read_rings(machine);
	assert_int_equal(device.nr_rings, 2);
	assert_int_equal(device.rings[0].size.value, 4);
	assert_int_equal(device.rings[1].queue, 2);
	assert_int_equal(device.rings[1].skbs[PK_RING_TO_READ], 2);
	free(device.rings);
	fake_put(fake, PRIV + 16, 4, 2); /* the third has gone */
	rings(machine, 1);
	fake_put(fake, PRIV + 8, 8, DEVICE + 8);
	rings(machine, 0);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* What an ifb was given waits in two lists of each queue. */
static void an_ifb(void **state)
{
	static const struct fake_member ifb[] = {
		{"struct ifb_dev_private@ifb", "tx_private", 8, 8, .is_pointer = true},
		{"struct ifb_q_private@ifb", "rq", 8, .size = 24},
		{"struct ifb_q_private@ifb", "tq", 32, .size = 24},
	};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_device device;

	fake_members(fake, ifb, ARRAY_SIZE(ifb));
	fake_type(fake, "struct ifb_q_private@ifb", 64);
	fake_module_symbol(fake, "ifb", "ifb_xmit", XMIT, 64);
	fake_put(fake, PRIV + 8, 8, PEER(0));
	for (unsigned i = 0; i < 4; i++)
		fake_net_queue(fake, PEER(0) + 64 * (i / 2) + (i & 1 ? 32 : 8), NULL, 0);
	fake_net_queue(fake, PEER(0) + 32, (uint64_t[]){skb(machine, 0), skb(machine, 1)}, 2);
	fake_net_queue(fake, PEER(0) + 8, (uint64_t[]){skb(machine, 2)}, 1);
	fake_net_queue(fake, PEER(0) + 64 + 8, (uint64_t[]){skb(machine, 3)}, 1);
	rings(machine, 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_told(machine, i, i, PK_RING_REDIRECTED);
		assert_int_equal(machine->told[i].queue, i / 3);
	}
	device = read_rings(machine);
	assert_int_equal(device.nr_rings, 2);
	assert_int_equal(device.rings[0].size.status, PK_ABSENT);
	assert_int_equal(device.rings[0].skbs[PK_RING_REDIRECTED], 3);
	assert_int_equal(device.rings[1].skbs[PK_RING_REDIRECTED], 1);
	free(device.rings);
	fake_put(fake, PRIV + 8, 8, 0);
	rings(machine, 0);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static const struct fake_member of_qdiscs[] = {
	{"struct fq_pie_sched_data@sch_fq_pie", "flows", 8, 8, .is_pointer = true},
	{"struct fq_pie_sched_data@sch_fq_pie", "flows_cnt", 0, .size = 4},
	{"struct fq_pie_flow@sch_fq_pie", "head", 16, 8, .is_pointer = true},
	{"struct hhf_sched_data@sch_hhf", "buckets", 8, 2 * 24, .is_array = true, .elements = 2},
	{"struct wdrr_bucket@sch_hhf", "head", 8, 8, .is_pointer = true},
	{"struct skbprio_sched_data@sch_skbprio", "qdiscs", 8, 2 * 24, .is_array = true,
	 .elements = 2},
	{"struct cake_sched_data@sch_cake", "tins", 8, 8, .is_pointer = true},
	{"struct cake_sched_data@sch_cake", "tin_cnt", 0, .size = 2},
	{"struct cake_tin_data@sch_cake", "flows", 8, 2 * 16, .is_array = true, .elements = 2},
	{"struct cake_flow@sch_cake", "head", 8, 8, .is_pointer = true},
	{"struct etf_sched_data@sch_etf", "head", 8, .size = 16},
	{"struct choke_sched_data@sch_choke", "tab", 8, 8, .is_pointer = true},
	{"struct choke_sched_data@sch_choke", "tab_mask", 0, .size = 4},
};

static uint64_t qdisc_of_a_module(struct machine *machine)
{
	fake_members(&machine->fake, of_qdiscs, ARRAY_SIZE(of_qdiscs));
	fake_type(&machine->fake, "struct fq_pie_flow@sch_fq_pie", 32);
	fake_type(&machine->fake, "struct cake_tin_data@sch_cake", 64);
	return QDISC(2) + Q_PRIVATE;
}

static void qdiscs_with_tables_of_flows(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t private = qdisc_of_a_module(machine);

	fake_put(fake, private, 4, 2);
	fake_put(fake, private + 8, 8, FQ_ROOTS);
	fake_put(fake, FQ_ROOTS + 16, 8, skb(machine, 0));
	fake_put(fake, skb(machine, 0), 8, skb(machine, 1));
	fake_put(fake, skb(machine, 1), 8, 0);
	fake_put(fake, FQ_ROOTS + 32 + 16, 8, skb(machine, 2));
	fake_put(fake, FQ_ROOTS + 64 + 16, 8, skb(machine, 9)); /* behind the last flow */
	qdiscs(machine, "fq_pie", 3);
	fake_put(fake, private, 4, 1);
	qdiscs(machine, "fq_pie", 2);
	/* cake: two tins of two flows */
	fake_put(fake, private, 4, 2);
	fake_put(fake, FQ_ROOTS + 16, 8, skb(machine, 0)); /* tin 0, flow 0 */
	fake_put(fake, FQ_ROOTS + 32, 8, skb(machine, 2)); /* flow 1 */
	fake_put(fake, FQ_ROOTS + 64 + 32, 8, skb(machine, 3)); /* tin 1, flow 1 */
	fake_put(fake, FQ_ROOTS + 64 + 16, 8, 0);
	fake_put(fake, FQ_ROOTS + 128 + 32, 8, skb(machine, 9)); /* behind the last tin */
	qdiscs(machine, "cake", 4);
	/* choke: a ring of pointers, with empty slots */
	fake_put(fake, private, 4, 3);
	fake_put(fake, FQ_ROOTS, 8, skb(machine, 0));
	fake_put(fake, FQ_ROOTS + 8, 8, 0);
	fake_put(fake, FQ_ROOTS + 16, 8, skb(machine, 1));
	fake_put(fake, FQ_ROOTS + 24, 8, skb(machine, 2));
	fake_put(fake, FQ_ROOTS + 32, 8, skb(machine, 9));
	qdiscs(machine, "choke", 3);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void qdiscs_with_lists_of_their_own(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t private = qdisc_of_a_module(machine);

	fake_put(fake, private + 8 + 8, 8, skb(machine, 0));
	fake_put(fake, private + 8 + 24 + 8, 8, skb(machine, 1));
	qdiscs(machine, "hhf", 2);
	for (unsigned i = 0; i < 2; i++)
		fake_net_queue(fake, private + 8 + 24 * i, (uint64_t[]){skb(machine, i)}, 1);
	qdiscs(machine, "skbprio", 2);
	for (unsigned i = 0; i < 2; i++)
		fake_put(fake, skb(machine, i) + 8, 8, 0); /* a tree's node: nobody on its right */
	draw_tree(machine, private + 8, 0, 1);
	qdiscs(machine, "etf", 2);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* A packet is on one list only. */
static void a_packet_on_two_lists_is_damage(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t private = qdisc_of_a_module(machine);

	fake_net_queue(fake, private + 8, (uint64_t[]){skb(machine, 0)}, 1);
	fake_net_queue(fake, private + 8 + 24, NULL, 0);
	fake_put(fake, private + 8 + 24, 8, skb(machine, 0));
	qdiscs(machine, "skbprio", 1);
	assert_non_null(strstr(machine->ctx.warnings[0], "is on another list, too"));
}

static void damaged_qdiscs_are_said(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t private = qdisc_of_a_module(machine);

	/* a name that is none is not printed as it is */
	fake_put(fake, private + 8, 8, 0);
	fake_net_queue(fake, QDISC(2) + Q_BAD, (uint64_t[]){skb(machine, 0)}, 1);
	fake_put(fake, QDISC(2) + Q_LIST + 16, 4, 1);
	fake_put_string(fake, OPS(2) + 8, "a b\x7f");
	machine->nr = 0;
	assert_int_equal(pk_qdiscs_walk(&machine->ctx, tell_qdisc, machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	assert_string_equal(machine->told[0].id, "a?b?");
	/* more queues than any device has */
	fake_put(fake, DEVICE + 56, 4, 100000);
	machine->nr = 0;
	assert_int_equal(pk_qdiscs_walk(&machine->ctx, tell_qdisc, machine), PK_OK);
	assert_int_equal(machine->nr, 0);
	assert_non_null(strstr(machine->ctx.warnings[machine->ctx.nr_warnings - 1],
			       "device eth0: 100000 transmit queues"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_split_ring, setup, teardown),
		cmocka_unit_test_setup_teardown(rings_of_a_card, setup, teardown),
		cmocka_unit_test_setup_teardown(rings_without_types, setup, teardown),
		cmocka_unit_test_setup_teardown(a_packed_ring, setup, teardown),
		cmocka_unit_test_setup_teardown(rings_of_a_driver_without_a_name, setup, teardown),
		cmocka_unit_test_setup_teardown(a_table_behind_pointers, setup, teardown),
		cmocka_unit_test_setup_teardown(a_table_with_descriptors_beside, setup, teardown),
		cmocka_unit_test_setup_teardown(a_table_of_a_known_length, setup, teardown),
		cmocka_unit_test_setup_teardown(a_table_whose_card_has_the_length, setup, teardown),
		cmocka_unit_test_setup_teardown(what_mlx5_posted, setup, teardown),
		cmocka_unit_test_setup_teardown(requests_of_hyperv, setup, teardown),
		cmocka_unit_test_setup_teardown(what_mana_waits_for, setup, teardown),
		cmocka_unit_test_setup_teardown(skbs_and_numbers_of_xen, setup, teardown),
		cmocka_unit_test_setup_teardown(a_veth, setup, teardown),
		cmocka_unit_test_setup_teardown(tables_of_buffers, setup, teardown),
		cmocka_unit_test_setup_teardown(a_tun, setup, teardown),
		cmocka_unit_test_setup_teardown(an_ifb, setup, teardown),
		cmocka_unit_test_setup_teardown(a_wireguard, setup, teardown),
		cmocka_unit_test_setup_teardown(encrypted_by_workers, setup, teardown),
		cmocka_unit_test_setup_teardown(decrypted_by_workers, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_queues_of_a_peer, setup, teardown),
		cmocka_unit_test_setup_teardown(rings_of_a_peer, setup, teardown),
		cmocka_unit_test_setup_teardown(qdiscs_of_modules, setup, teardown),
		cmocka_unit_test_setup_teardown(qdiscs_with_tables_of_flows, setup, teardown),
		cmocka_unit_test_setup_teardown(qdiscs_with_lists_of_their_own, setup, teardown),
		cmocka_unit_test_setup_teardown(a_packet_on_two_lists_is_damage, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_qdiscs_are_said, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
