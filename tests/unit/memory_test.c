// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets that stand in the dead machine's memory, wherever it keeps them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/memory.h"
#include "fake_net.h"

#define AT(offset) (FAKE_GLOBALS + 0xc000 + (uint64_t)(offset))
#define DEVICE AT(0)	  /* eth0: two transmit queues */
#define QUEUES AT(0x200)  /* struct netdev_queue[2], 32 bytes each */
#define QDISC(n) AT(0x400 + 0x400 * (n))
#define OPS(n) AT(0x300 + 0x20 * (n))
#define RING AT(0x1400)	  /* void *[4] */
#define FLOWS AT(0x1500)  /* struct fq_codel_flow[3], 16 bytes each */
#define NEIGH AT(0x1600)
#define TABLE AT(0x1700)
#define HASH AT(0x1740)
#define BUCKETS AT(0x1780) /* two */
#define NAPI AT(0x1800)
#define SOFTNET AT(0x2000)
#define DEFER_NODES AT(0x2400) /* per CPU: two nodes of 64 bytes */
#define HOTDATA AT(0x2600)
#define NR_NODES AT(0x2640)

/* In struct Qdisc. */
#define Q_OPS 0
#define Q_HASH 8
#define Q_GSO 24
#define Q_LIST 48
#define Q_BAD 72
#define Q_PRIVATE 128
#define RING_SIZE 64 /* of a struct skb_array: consumer 0, size 4, queue 8 */

static const struct fake_member members[] = {
	{"struct net", "dev_base_head", 200, .size = 16},
	{"struct net_device", "dev_list", 16, .size = 16},
	{"struct net_device", "napi_list", 32, .size = 16},
	{"struct net_device", "_tx", 48, 8, .is_pointer = true},
	{"struct net_device", "num_tx_queues", 56, .size = 4},
	{"struct net_device", "qdisc", 64, 8, .is_pointer = true},
	{"struct net_device", "qdisc_hash", 72, 16, .is_array = true, .elements = 2},
	{"struct netdev_queue", "qdisc", 8, 8, .is_pointer = true},
	{"struct Qdisc", "ops", Q_OPS, 8, .is_pointer = true},
	{"struct Qdisc", "hash", Q_HASH, .size = 16},
	{"struct Qdisc", "gso_skb", Q_GSO, .size = 24},
	{"struct Qdisc", "q", Q_LIST, .size = 24},
	{"struct Qdisc", "q.qlen", Q_LIST + 16, .size = 4},
	{"struct Qdisc", "skb_bad_txq", Q_BAD, .size = 24},
	{"struct Qdisc", "privdata", Q_PRIVATE, .is_array = true},
	{"struct Qdisc_ops", "id", 8, 16, .is_array = true, .elements = 16},
	{"struct pfifo_fast_priv", "q", 0, 3 * RING_SIZE, .is_array = true, .elements = 3},
	{"struct pfifo_fast_priv", "q[0].ring", 0, .size = RING_SIZE},
	{"struct ptr_ring", "consumer_head", 0, .size = 4},
	{"struct ptr_ring", "size", 4, .size = 4},
	{"struct ptr_ring", "queue", 8, 8, .is_pointer = true},
	{"struct fq_codel_sched_data", "flows", 0, 8, .is_pointer = true},
	{"struct fq_codel_sched_data", "flows_cnt", 8, .size = 4},
	{"struct fq_codel_flow", "head", 0, 8, .is_pointer = true},
	{"struct neigh_table", "nht", 8, 8, .is_pointer = true},
	{"struct neigh_hash_table", "hash_buckets", 0, 8, .is_pointer = true},
	{"struct neigh_hash_table", "hash_shift", 8, .size = 4},
	{"struct neighbour", "next", 0, 8, .is_pointer = true},
	{"struct neighbour", "arp_queue", 16, .size = 24},
	{"struct neighbour", "dev", 40, 8, .is_pointer = true},
	{"struct napi_struct", "dev_list", 0, .size = 16},
	{"struct napi_struct", "gro_hash", 16, 24, .is_array = true, .elements = 1},
	{"struct softnet_data", "input_pkt_queue", 0, .size = 24},
	{"struct net_hotdata", "skb_defer_nodes", 0, 8, .is_pointer = true},
	{"struct skb_defer_node", "defer_list", 0, .size = 8},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t skbs, fclones, socks; /* slabs */
	uint64_t buffers;
	unsigned nr_buffers;
};

static void draw_qdisc(struct fake_target *fake, int n, const char *id)
{
	fake_put(fake, QDISC(n) + Q_OPS, 8, OPS(n));
	fake_put_string(fake, OPS(n) + 8, id);
	fake_net_queue(fake, QDISC(n) + Q_GSO, NULL, 0);
	fake_net_queue(fake, QDISC(n) + Q_BAD, NULL, 0);
}

static void draw_device(struct fake_target *fake)
{
	uint64_t list = FAKE_INIT_NET + 200;

	fake_put(fake, list, 8, DEVICE + 16);
	fake_put(fake, list + 8, 8, DEVICE + 16);
	fake_put(fake, DEVICE + 16, 8, list);
	fake_put(fake, DEVICE + 24, 8, list);
	fake_put_string(fake, DEVICE, "eth0");
	fake_put(fake, DEVICE + 32, 8, NAPI);
	fake_put(fake, DEVICE + 40, 8, NAPI);
	fake_put(fake, NAPI, 8, DEVICE + 32);
	fake_put(fake, NAPI + 8, 8, DEVICE + 32);
	fake_put(fake, NAPI + 16, 8, NAPI + 16);
	fake_put(fake, DEVICE + 48, 8, QUEUES);
	fake_put(fake, DEVICE + 56, 4, 2);
	for (int i = 0; i < 2; i++)
		fake_put(fake, QUEUES + 32 * (uint64_t)i + 8, 8, QDISC(i));
	draw_qdisc(fake, 0, "pfifo_fast");
	draw_qdisc(fake, 1, "fq_codel");
	draw_qdisc(fake, 2, "htb"); /* known by its handle alone */
	fake_put(fake, DEVICE + 80, 8, QDISC(2) + Q_HASH);
}

static void draw_rest(struct fake_target *fake)
{
	fake_net_queue(fake, SOFTNET, NULL, 0);
	fake_net_queue(fake, NEIGH + 16, NULL, 0);
	fake_put(fake, NEIGH + 40, 8, DEVICE);
	fake_put(fake, TABLE + 8, 8, HASH);
	fake_put(fake, HASH, 8, BUCKETS);
	fake_put(fake, HASH + 8, 4, 1);
	fake_put(fake, BUCKETS + 8, 8, NEIGH);
	fake_put(fake, HOTDATA, 8, DEFER_NODES);
	fake_put(fake, NR_NODES, 4, 2);
}

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));
	struct fake_target *fake = &machine->fake;

	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct netdev_queue", 32);
	fake_type(fake, "struct fq_codel_flow", 16);
	fake_type(fake, "struct gro_list", 24);
	fake_type(fake, "struct skb_defer_node", 64);
	fake_symbol(fake, "softnet_data", SOFTNET, 256);
	fake_symbol(fake, "arp_tbl", TABLE, 64);
	fake_symbol(fake, "net_hotdata", HOTDATA, 64);
	fake_symbol(fake, "nr_node_ids", NR_NODES, 4);
	draw_device(fake);
	draw_rest(fake);
	machine->skbs = fake_net_slab(fake, FAKE_SKB, 0, 1);
	machine->fclones = fake_net_slab(fake, FAKE_FCLONE, 1, 1);
	machine->socks = fake_net_slab(fake, FAKE_TCP, 4, 4);
	machine->buffers = fake_net_slab(fake, FAKE_KMALLOC, 8, 16);
	/* Two CPUs would share the per-CPU data of this machine. */
	fake->target.facts.nr_cpu_ids = 1;
	fake->percpu[0] = 0;
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

/* An skb with a header: 10.0.0.1:1000 > 10.0.0.2:2000, seq SEQ, 100 bytes. */
static uint64_t skb(struct machine *machine, unsigned index, uint32_t seq)
{
	uint64_t addr = machine->skbs + 256 * (uint64_t)index;

	fake_net_skb(&machine->fake, addr, machine->buffers + 2048 * (uint64_t)machine->nr_buffers++, 1000, 2000, seq,
		     100);
	fake_put(&machine->fake, addr, 8, 0);
	return addr;
}

/* An original that TCP keeps: no header, bytes by its control block. */
static uint64_t original(struct machine *machine, unsigned index, uint32_t seq, uint32_t len)
{
	uint64_t addr = machine->fclones + 512 * (uint64_t)index;

	fake_put(&machine->fake, addr + SKB_CB, 4, seq);
	fake_put(&machine->fake, addr + SKB_CB + 4, 4, seq + len);
	fake_put(&machine->fake, addr + SKB_CB + 12, 1, 0x18);
	fake_put(&machine->fake, addr + SKB_USERS, 4, 1);
	fake_put(&machine->fake, addr, 8, 0);
	return addr;
}

static struct pk_packet_set packets_of(struct machine *machine)
{
	struct pk_packet_set set = {0};
	struct pk_memory memory;

	pk_memory_load(&machine->ctx, &memory);
	assert_int_equal(pk_memory_packets(&machine->ctx, &memory, &set), PK_OK);
	pk_memory_deinit(&memory);
	assert_int_equal(set.nr, set.from_memory);
	return set;
}

static const struct pk_packet *packet_with(const struct pk_packet_set *set, uint64_t skb)
{
	for (uint32_t i = 0; i < set->nr; i++)
		if (set->packets[i]->skb == skb || set->packets[i]->orig_skb == skb)
			return set->packets[i];
	fail_msg("no packet with skb %llx", (unsigned long long)skb);
	return NULL;
}

static void expect(const struct pk_packet_set *set, uint64_t skb, enum pk_direction dir, enum pk_outcome outcome,
		   const char *dev, const char *text)
{
	const struct pk_packet *packet = packet_with(set, skb);

	assert_true(packet->from_memory && packet->timeless);
	assert_int_equal(packet->dir, dir);
	if (packet->outcome != outcome || !strstr(packet->outcome_detail, text))
		fail_msg("%llx: %s (%s)", (unsigned long long)skb, pk_outcome_name(packet->outcome),
			 packet->outcome_detail);
	assert_string_equal(packet->dev, dev);
	assert_true(packet->header.tuple_known && packet->header.seq_known);
}

static void an_empty_machine_has_no_packet(void **state)
{
	struct machine *machine = *state;
	struct pk_packet_set set = packets_of(machine);

	assert_int_equal(set.nr, 0);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	pk_packet_set_deinit(&set);
}

static void packets_of_qdiscs(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t gso = skb(machine, 0, 100), bad = skb(machine, 1, 200), fifo[] = {skb(machine, 2, 300), skb(machine, 3, 400)};
	uint64_t ring[] = {skb(machine, 4, 500), skb(machine, 5, 600), skb(machine, 6, 700)}, flow = skb(machine, 7, 800);
	struct pk_packet_set set;

	fake_net_queue(fake, QDISC(0) + Q_GSO, &gso, 1);
	fake_net_queue(fake, QDISC(1) + Q_BAD, &bad, 1);
	fake_put(fake, QDISC(2) + Q_LIST, 8, fifo[0]); /* a list that ends with NULL */
	fake_put(fake, fifo[0], 8, fifo[1]);
	fake_put(fake, QDISC(2) + Q_LIST + 16, 4, 2);
	/* Band 1: the consumer stands at the ring's end and goes on at its beginning; the place before it was
	 * consumed and is not cleared yet. */
	fake_put(fake, QDISC(0) + Q_PRIVATE + RING_SIZE, 4, 3);
	fake_put(fake, QDISC(0) + Q_PRIVATE + RING_SIZE + 4, 4, 4);
	fake_put(fake, QDISC(0) + Q_PRIVATE + RING_SIZE + 8, 8, RING);
	fake_put(fake, RING + 24, 8, ring[0]);
	fake_put(fake, RING, 8, ring[1]);
	fake_put(fake, RING + 16, 8, ring[2]);
	fake_put(fake, QDISC(1) + Q_PRIVATE, 8, FLOWS);
	fake_put(fake, QDISC(1) + Q_PRIVATE + 8, 4, 3);
	fake_put(fake, FLOWS + 32, 8, flow);
	set = packets_of(machine);
	assert_int_equal(set.nr, 7);
	expect(&set, gso, PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc pfifo_fast");
	expect(&set, bad, PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc fq_codel");
	expect(&set, fifo[0], PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc htb");
	expect(&set, fifo[1], PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc htb");
	expect(&set, ring[0], PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc pfifo_fast");
	expect(&set, ring[1], PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc pfifo_fast");
	expect(&set, flow, PK_TX, PK_OUT_QDISC_QUEUED, "eth0", "qdisc fq_codel");
	assert_int_equal(packet_with(&set, flow)->header.seq, 800);
	assert_int_equal(packet_with(&set, flow)->identity, PK_ID_EXACT);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	pk_packet_set_deinit(&set);
}

static void a_qdisc_of_unknown_shape_is_told(void **state)
{
	struct machine *machine = *state;
	struct pk_packet_set set;

	fake_put(&machine->fake, QDISC(2) + Q_LIST + 16, 4, 5);
	set = packets_of(machine);
	assert_int_equal(set.nr, 0);
	assert_int_equal(machine->ctx.nr_warnings, 1);
	assert_non_null(strstr(machine->ctx.warnings[0], "qdisc htb of eth0"));
	assert_non_null(strstr(machine->ctx.warnings[0], "counts 5 packets, 0 of them found"));
	pk_packet_set_deinit(&set);
}

/* A class's parent counts its children's packets: those are listed as the child's. */
static void a_parent_counts_its_children(void **state)
{
	struct machine *machine = *state;
	uint64_t fifo = skb(machine, 0, 300);
	struct pk_packet_set set;

	fake_put(&machine->fake, QDISC(0) + Q_LIST + 16, 4, 1);
	fake_put(&machine->fake, QDISC(2) + Q_LIST, 8, fifo);
	fake_put(&machine->fake, QDISC(2) + Q_LIST + 16, 4, 1);
	set = packets_of(machine);
	assert_int_equal(set.nr, 1);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	pk_packet_set_deinit(&set);
}

static void packets_of_neighbours_and_cpus(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t waits = skb(machine, 0, 100), input = skb(machine, 1, 200), gro = skb(machine, 2, 300),
		 freed = skb(machine, 3, 400), other = skb(machine, 4, 500);
	struct pk_packet_set set;

	fake_net_queue(fake, NEIGH + 16, &waits, 1);
	fake_net_queue(fake, SOFTNET, &input, 1);
	fake_put(fake, NAPI + 16, 8, gro);
	fake_put(fake, gro, 8, NAPI + 16);
	fake_put(fake, DEFER_NODES + 64, 8, freed);
	/* Not TCP: no packet of ours. */
	fake_put(fake, freed, 8, other);
	for (uint32_t at = 0; at < 512; at++) { /* wherever the header was drawn: it is UDP */
		uint8_t byte;

		if (pk_read(&machine->ctx, machine->buffers + 2048 * 4 + at, &byte, 1) == PK_OK && byte == 0x45)
			fake_put(fake, machine->buffers + 2048 * 4 + at + 9, 1, 17);
	}
	set = packets_of(machine);
	assert_int_equal(set.nr, 4);
	expect(&set, waits, PK_TX, PK_OUT_NEIGH_QUEUED, "eth0", "waits for the address");
	expect(&set, input, PK_RX, PK_OUT_QUEUED, packet_with(&set, input)->dev, "input_pkt_queue on CPU 0");
	expect(&set, gro, PK_RX, PK_OUT_QUEUED, packet_with(&set, gro)->dev, "held by GRO");
	expect(&set, freed, PK_RX, PK_OUT_DELIVERED, packet_with(&set, freed)->dev, "free pending on CPU 0");
	pk_packet_set_deinit(&set);
}

static void packets_of_sockets(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t sock = machine->socks, read = skb(machine, 0, 100);
	uint64_t write[] = {original(machine, 0, 5000, 700), original(machine, 1, 5700, 10)};
	uint64_t rtx = original(machine, 2, 4000, 1000);
	struct pk_packet_set set;
	const struct pk_packet *packet;

	fake_net_sock(fake, sock, 1, 2000, 1000);
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	fake_net_queue(fake, sock + SK_RECEIVE, &read, 1);
	fake_net_queue(fake, sock + SK_WRITE, write, 2);
	fake_put(fake, sock + SK_RTX, 8, rtx);
	set = packets_of(machine);
	assert_int_equal(set.nr, 4);
	/* What was never sent comes first. */
	assert_int_equal(set.packets[0]->outcome, PK_OUT_UNSENT);
	assert_int_equal(set.packets[1]->outcome, PK_OUT_UNSENT);
	expect(&set, read, PK_RX, PK_OUT_QUEUED, packet_with(&set, read)->dev, "receive queue");
	expect(&set, rtx, PK_TX, PK_OUT_UNACKED, "", "retransmit queue");
	packet = packet_with(&set, write[0]);
	assert_int_equal(packet->header.seq, 5000);
	assert_int_equal(packet->header.payload_len, 700);
	assert_int_equal(packet->header.tuple.sport, 2000);
	assert_false(packet->header.ack_known);
	assert_int_equal(packet->identity, PK_ID_DERIVED);
	assert_int_equal(packet->skb, 0);
	assert_int_equal(packet->netns, 4026531840u);
	assert_int_equal(packet_with(&set, read)->sk, sock);
	pk_packet_set_deinit(&set);
}

/* A clone that waits in a qdisc and its original in the retransmit queue are one packet. */
static void an_original_and_its_clone_are_one(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t sock = machine->socks, rtx = original(machine, 2, 4000, 100), clone = rtx + FAKE_SKB_SIZE;
	struct pk_packet_set set;

	fake_net_sock(fake, sock, 1, 2000, 1000);
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	fake_put(fake, sock + SK_RTX, 8, rtx);
	fake_net_skb(fake, clone, machine->buffers, 2000, 1000, 4000, 100);
	fake_put(fake, clone, 8, 0);
	fake_put(fake, clone + SKB_CB, 4, 1514); /* the qdisc's: it counts bytes there */
	fake_put(fake, clone + SKB_CB + 4, 4, 0);
	fake_put(fake, QDISC(2) + Q_LIST, 8, clone);
	set = packets_of(machine);
	assert_int_equal(set.nr, 1);
	assert_int_equal(set.packets[0]->skb, clone);
	assert_int_equal(set.packets[0]->orig_skb, rtx);
	assert_int_equal(set.packets[0]->outcome, PK_OUT_QDISC_QUEUED);
	assert_int_equal(set.packets[0]->header.seq, 4000);
	assert_int_equal(set.packets[0]->header.payload_len, 100);
	assert_int_equal(machine->ctx.nr_warnings, 0);
	pk_packet_set_deinit(&set);
}

/* What the trace has already is not told twice: by its bytes, where no address joins them. */
static void a_traced_packet_is_not_told_twice(void **state)
{
	struct machine *machine = *state;
	uint64_t sock = machine->socks, rtx = original(machine, 2, 4000, 1000);
	struct pk_packet *traced = calloc(1, sizeof(*traced));
	struct pk_packet_set set = {.packets = malloc(sizeof(traced)), .nr = 1, .room = 1};
	struct pk_memory memory;

	fake_net_sock(&machine->fake, sock, 1, 2000, 1000);
	fake_net_chain(&machine->fake, FAKE_EHASH, &sock, 1);
	fake_put(&machine->fake, sock + SK_RTX, 8, rtx);
	traced->dir = PK_TX;
	traced->header = (struct pk_header){.tuple_known = true, .seq_known = true, .flags_known = true,
					    .len_known = true, .seq = 3500, .payload_len = 500, .flags = 0x18,
					    .tuple = {4, {10, 0, 0, 2}, {10, 0, 0, 1}, 2000, 1000}};
	set.packets[0] = traced;
	pk_memory_load(&machine->ctx, &memory);
	assert_int_equal(pk_memory_packets(&machine->ctx, &memory, &set), PK_OK);
	assert_int_equal(set.nr, 2); /* it ends where the queued one begins */
	assert_ptr_equal(set.packets[1], traced);
	pk_packet_free(set.packets[0]);
	set.packets[0] = traced;
	set.nr = 1;
	traced->header.payload_len = 501;
	pk_memory_deinit(&memory);
	pk_memory_load(&machine->ctx, &memory);
	assert_int_equal(pk_memory_packets(&machine->ctx, &memory, &set), PK_OK);
	assert_int_equal(set.nr, 1);
	pk_memory_deinit(&memory);
	pk_packet_set_deinit(&set);
}

static void damage_costs_a_warning(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t one = skb(machine, 0, 100), two = skb(machine, 1, 200);
	struct pk_packet_set set;

	/* A list that runs into itself; a ring of absurd size; a neighbour that is not there. */
	fake_put(fake, QDISC(2) + Q_LIST, 8, one);
	fake_put(fake, one, 8, two);
	fake_put(fake, two, 8, one);
	fake_put(fake, QDISC(0) + Q_PRIVATE, 4, 9);
	fake_put(fake, QDISC(0) + Q_PRIVATE + 4, 4, 8);
	fake_put(fake, QDISC(0) + Q_PRIVATE + 8, 8, 0x1234);
	fake_put(fake, BUCKETS, 8, 0x5678);
	set = packets_of(machine);
	assert_int_equal(set.nr, 2);
	assert_true(machine->ctx.nr_warnings >= 3);
	pk_packet_set_deinit(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(an_empty_machine_has_no_packet, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_of_qdiscs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_qdisc_of_unknown_shape_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_parent_counts_its_children, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_of_neighbours_and_cpus, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_of_sockets, setup, teardown),
		cmocka_unit_test_setup_teardown(an_original_and_its_clone_are_one, setup, teardown),
		cmocka_unit_test_setup_teardown(a_traced_packet_is_not_told_twice, setup, teardown),
		cmocka_unit_test_setup_teardown(damage_costs_a_warning, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
