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

#include "analysis/lives/packet_work.h"
#include "analysis/lives/queued_packets.h"
#include "analysis/lives/same_packet.h"
#include "fake_queues.h"
#include "protocol/protocol.h"

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t skbs, fclones, socks; /* slabs */
	uint64_t buffers;
	unsigned nr_buffers;
};

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));
	struct fake_target *fake = &machine->fake;

	fake_net_init(fake);
	fake_queues_init(fake);
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

	fake_net_skb(&machine->fake, addr,
		     machine->buffers + 2048 * (uint64_t)machine->nr_buffers++, 1000, 2000, seq,
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
	struct pk_queued_packets memory;

	pk_queued_load(&machine->ctx, &memory);
	assert_int_equal(pk_queued_packets_add(&machine->ctx, &memory, &set), PK_OK);
	pk_queued_deinit(&memory);
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

static void expect(const struct pk_packet_set *set, uint64_t skb, enum pk_direction dir,
		   enum pk_outcome outcome, const char *dev, const char *text)
{
	const struct pk_packet *packet = packet_with(set, skb);
	char detail[PK_DETAIL_MAX];

	assert_true(packet->from_memory && packet->timeless);
	assert_int_equal(packet->dir, dir);
	if (packet->outcome != outcome ||
	    !strstr(pk_packet_detail(packet, detail, sizeof(detail)), text))
		fail_msg("%llx: %s (%s)", (unsigned long long)skb, pk_outcome_name(packet->outcome),
			 detail);
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
	uint64_t gso = skb(machine, 0, 100), bad = skb(machine, 1, 200),
		 fifo[] = {skb(machine, 2, 300), skb(machine, 3, 400)};
	uint64_t ring[] = {skb(machine, 4, 500), skb(machine, 5, 600), skb(machine, 6, 700)},
		 flow = skb(machine, 7, 800);
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

/* A frame of MACsec has no addresses; its tag is all that names it. */
static void a_frame_of_macsec(void **state)
{
	static const uint8_t frame[] = {2,    0,    0,	  0,	0,    1,    2, 0, 0, 0,
					0,    2,    0x88, 0xe5, 0x2c, 0,    0, 0, 0, 9,
					0xd2, 0x7e, 0x61, 0x17, 0x46, 0x99, 0, 1};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t queued = skb(machine, 0, 100), buffer = machine->buffers;
	const struct pk_packet *packet;
	struct pk_packet_set set;

	for (uint32_t i = 0; i < sizeof(frame); i++)
		fake_put(fake, buffer + 64 + i, 1, frame[i]);
	fake_put(fake, queued + 176, 2, 0xe588);
	fake_net_queue(fake, QDISC(0) + Q_GSO, &queued, 1);
	set = packets_of(machine); /* TCP alone is known */
	assert_int_equal(set.nr, 0);
	pk_packet_set_deinit(&set);
	assert_true(pk_protocols_parse("macsec", &machine->ctx.protocols));
	set = packets_of(machine);
	assert_int_equal(set.nr, 1);
	packet = packet_with(&set, queued);
	assert_int_equal(packet->header.protocol, pk_macsec.number);
	assert_int_equal(packet->header.sectag.pn, 9);
	assert_false(packet->header.tuple_known);
	assert_int_equal(packet->identity, PK_ID_NONE);
	assert_int_equal(packet->outcome, PK_OUT_QDISC_QUEUED);
	assert_string_equal(packet->dev, "eth0");
	pk_packet_set_deinit(&set);
	/* one that was read wrong is none: nothing says what it is */
	fake_put(fake, buffer + 64 + 14, 1, 0xac);
	set = packets_of(machine);
	assert_int_equal(set.nr, 0);
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
	assert_non_null(
		strstr(machine->ctx.warnings[0], "counts 5 packets, but only 0 were found"));
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
	uint64_t waits = skb(machine, 0, 100), input = skb(machine, 1, 200),
		 gro = skb(machine, 2, 300), freed = skb(machine, 3, 400),
		 other = skb(machine, 4, 500);
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

		if (pk_read(&machine->ctx, machine->buffers + 2048 * 4 + at, &byte, 1) == PK_OK &&
		    byte == 0x45)
			fake_put(fake, machine->buffers + 2048 * 4 + at + 9, 1, 17);
	}
	set = packets_of(machine);
	assert_int_equal(set.nr, 4);
	expect(&set, waits, PK_TX, PK_OUT_NEIGH_QUEUED, "eth0", "waits for the address");
	expect(&set, input, PK_RX, PK_OUT_QUEUED, packet_with(&set, input)->dev,
	       "input_pkt_queue on CPU 0");
	expect(&set, gro, PK_RX, PK_OUT_QUEUED, packet_with(&set, gro)->dev, "held by GRO");
	expect(&set, freed, PK_RX, PK_OUT_DELIVERED, packet_with(&set, freed)->dev,
	       "free pending on CPU 0");
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
	uint64_t sock = machine->socks, rtx = original(machine, 2, 4000, 100),
		 clone = rtx + FAKE_SKB_SIZE;
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

/* The struct behind an original may be in use again: then it is another packet's, though both are of one connection. */
static void what_lies_behind_an_original_may_be_anothers(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t sock = machine->socks, rtx = original(machine, 2, 4000, 100),
		 other = rtx + FAKE_SKB_SIZE;
	struct pk_packet_set set;

	fake_net_sock(fake, sock, 1, 2000, 1000);
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	fake_put(fake, sock + SK_RTX, 8, rtx);
	fake_net_skb(fake, other, machine->buffers, 2000, 1000, 9000, 100);
	fake_put(fake, other, 8, 0);
	fake_put(fake, QDISC(2) + Q_LIST, 8, other);
	set = packets_of(machine);
	assert_int_equal(set.nr, 2);
	assert_int_equal(packet_with(&set, rtx)->skb, 0);
	assert_int_equal(packet_with(&set, rtx)->header.seq, 4000);
	assert_int_equal(packet_with(&set, rtx)->outcome, PK_OUT_UNACKED);
	assert_int_equal(packet_with(&set, other)->header.seq, 9000);
	assert_int_equal(packet_with(&set, other)->outcome, PK_OUT_QDISC_QUEUED);
	pk_packet_set_deinit(&set);
}

/* The stack's packet, and one that began behind the panic: the list ends with that. */
static struct pk_packet_set with_held(uint64_t skb)
{
	struct pk_packet_set set = {.packets = calloc(2, sizeof(*set.packets)), .nr = 2, .room = 2};

	for (uint32_t i = 0; i < 2; i++)
		set.packets[i] = pk_packet_set_make(&set);
	set.packets[0]->from_memory = true;
	set.packets[0]->skb = skb;
	set.packets[0]->outcome = PK_OUT_IN_FLIGHT;
	return set;
}

/* What a stack holds is one packet with what stands in a queue: by its address, wherever in the list it stands, and where it
 * is the clone that NAT has renamed, by the bytes of the original behind which it lies. */
static void what_a_stack_holds_is_not_told_twice(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t sock = machine->socks, read = skb(machine, 0, 100);
	uint64_t rtx = original(machine, 2, 4000, 100), clone = rtx + FAKE_SKB_SIZE;
	static const struct {
		uint32_t seq; /* of the clone */
		bool of_original;
	} cases[] = {{4000, true}, {9000, false}};
	struct pk_packet_set set = with_held(read);
	struct pk_queued_packets memory;

	fake_net_sock(fake, sock, 1, 2000, 1000);
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	fake_net_queue(fake, sock + SK_RECEIVE, &read, 1);
	pk_queued_load(&machine->ctx, &memory);
	assert_int_equal(pk_queued_packets_add(&machine->ctx, &memory, &set), PK_OK);
	assert_int_equal(set.nr, 2);
	pk_packet_set_deinit(&set);
	pk_queued_deinit(&memory);

	fake_net_queue(fake, sock + SK_RECEIVE, NULL, 0);
	fake_put(fake, sock + SK_RTX, 8, rtx);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		fake_net_skb(fake, clone, machine->buffers, 2222, 1000, cases[i].seq, 100);
		set = with_held(clone);
		pk_queued_load(&machine->ctx, &memory);
		assert_int_equal(pk_queued_packets_add(&machine->ctx, &memory, &set), PK_OK);
		assert_int_equal(set.nr, cases[i].of_original ? 2 : 3);
		pk_packet_set_deinit(&set);
		pk_queued_deinit(&memory);
	}
}

/* What the trace has already is not told twice: by its bytes, where no address joins them. */
static void a_traced_packet_is_not_told_twice(void **state)
{
	struct machine *machine = *state;
	uint64_t sock = machine->socks, rtx = original(machine, 2, 4000, 1000);
	struct pk_packet_set set = {.packets = malloc(sizeof(*set.packets)), .nr = 1, .room = 1};
	struct pk_packet *traced = pk_packet_set_make(&set);
	struct pk_queued_packets memory;

	fake_net_sock(&machine->fake, sock, 1, 2000, 1000);
	fake_net_chain(&machine->fake, FAKE_EHASH, &sock, 1);
	fake_put(&machine->fake, sock + SK_RTX, 8, rtx);
	traced->dir = PK_TX;
	traced->header = (struct pk_header){.tuple_known = true,
					    .seq_known = true,
					    .flags_known = true,
					    .len_known = true,
					    .seq = 3500,
					    .payload_len = 500,
					    .flags = 0x18,
					    .tuple = {4, {10, 0, 0, 2}, {10, 0, 0, 1}, 2000, 1000}};
	set.packets[0] = traced;
	pk_queued_load(&machine->ctx, &memory);
	assert_int_equal(pk_queued_packets_add(&machine->ctx, &memory, &set), PK_OK);
	assert_int_equal(set.nr, 2); /* it ends where the queued one begins */
	assert_ptr_equal(set.packets[1], traced);
	pk_packet_free(set.packets[0]);
	set.packets[0] = traced;
	set.nr = 1;
	traced->header.payload_len = 501;
	pk_queued_deinit(&memory);
	pk_queued_load(&machine->ctx, &memory);
	assert_int_equal(pk_queued_packets_add(&machine->ctx, &memory, &set), PK_OK);
	assert_int_equal(set.nr, 1);
	pk_queued_deinit(&memory);
	pk_packet_set_deinit(&set);
}

/* A stack names an skb: the trace's packet of that address is it if connection and bytes agree; where nothing can be
 * compared, if no event of its end can be missing; and if it began within the time that a window is read for. */
static void a_stacks_pointer_is_the_packet_that_memory_holds(void **state)
{
	enum { NAMED = 1, FREED = 2 };
	static const struct {
		unsigned what;
		uint32_t seq;
		uint64_t first_ns, last_ns;
		bool found;
	} cases[] = {
		{NAMED, 100, 6000000000, 6000000000, true},
		{NAMED, 300, 6000000000, 6000000000, false},
		{NAMED | FREED, 100, 6000000000, 6000000000, false},
		{NAMED, 100, 4000000000, 6000000000, false},
		{0, 0, 6000000000, 8000000000, true},
		{0, 0, 6000000000, 6000000000, false},
	};
	struct machine *machine = *state;
	uint64_t addr = skb(machine, 0, 100);

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct pk_packet_set set = {.packets = malloc(sizeof(*set.packets)),
					    .nr = 1,
					    .room = 1,
					    .panic_known = true,
					    .panic_ns = 10000000000,
					    .complete_since = 7000000000};
		struct pk_packet *packet = set.packets[0] = pk_packet_set_make(&set);

		packet->skb = addr;
		packet->first_ns = cases[i].first_ns;
		packet->last_ns = cases[i].last_ns;
		packet->work->freed = cases[i].what & FREED;
		packet->tuple_from = PK_TUPLE_EVENT;
		if (cases[i].what & NAMED)
			packet->header = (struct pk_header){
				.tuple_known = true,
				.seq_known = true,
				.flags_known = true,
				.len_known = true,
				.seq = cases[i].seq,
				.payload_len = 100,
				.flags = 0x18,
				.tuple = {4, {10, 0, 0, 1}, {10, 0, 0, 2}, 1000, 2000}};
		assert_ptr_equal(pk_packet_at(&machine->ctx, &set, addr),
				 cases[i].found ? packet : NULL);
		pk_packet_set_deinit(&set);
	}
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

/* In TCP's queues the word of skb->dev has another use: the index names the device, in the socket's namespace. */
static void a_received_packet_has_its_device_by_index(void **state)
{
	static const struct {
		uint32_t iif;
		uint64_t net;
		const char *dev;
	} rows[] = {{7, FAKE_INIT_NET, "eth0"},
		    {8, FAKE_INIT_NET, ""},
		    {7, FAKE_INIT_NET + 8, ""},
		    {0, FAKE_INIT_NET, ""}};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t sock = machine->socks, queued = skb(machine, 0, 100);

	fake_net_sock(fake, sock, 1, 2000, 1000);
	fake_net_queue(fake, sock + SK_RECEIVE, &queued, 1);
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	fake_put(fake, queued + SKB_DEV, 8, 0x1234);
	fake_put(fake, DEVICE + DEVICE_IFINDEX, 4, 7);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct pk_packet_set set;

		fake_put(fake, queued + SKB_IIF, 4, rows[i].iif);
		fake_put(fake, DEVICE + DEVICE_NET, 8, rows[i].net);
		set = packets_of(machine);
		expect(&set, queued, PK_RX, PK_OUT_QUEUED, rows[i].dev, "receive queue");
		assert_string_equal(packet_with(&set, queued)->way, rows[i].dev);
		pk_packet_set_deinit(&set);
	}
}

/* --- WireGuard: a device with one peer, of which its workers have packets --- */

#define PRIV (DEVICE + 96) /* a struct net_device of 90 bytes, aligned to 32 */
#define WG (FAKE_GLOBALS + 0x100000)
#define NETDEV_OPS WG
#define WG_PEER (WG + 0x100)
#define WG_TX (WG_PEER + 64)
#define ENTRIES (WG + 0x300)
#define XMIT (FAKE_GLOBALS + 0x200000)

static const struct fake_member wireguard[] = {
	{"struct net_device", "netdev_ops", 88, 8, .is_pointer = true},
	{"struct net_device_ops", "ndo_start_xmit", 8, 8, .is_pointer = true},
	{"struct wg_device@wireguard", "dev", 64, 8, .is_pointer = true},
	{"struct wg_device@wireguard", "peer_list", 72, .size = 16},
	{"struct wg_device@wireguard", "encrypt_queue", 96, .size = RING_SIZE},
	{"struct crypt_queue@wireguard", "ring", 0, .size = RING_SIZE},
	{"struct wg_peer@wireguard", "staged_packet_queue", 8, .size = 24},
	{"struct wg_peer@wireguard", "peer_list", 32, .size = 16},
	{"struct wg_peer@wireguard", "internal_id", 48, .size = 8},
	{"struct wg_peer@wireguard", "tx_queue", 64, .size = RING_SIZE},
	{"struct packet_cb@wireguard", "state", 4, .size = 4},
};

static const struct fake_enum wireguard_states[] = {
	{NULL, "PACKET_STATE_CRYPTED@wireguard", 1},
	{NULL, "PACKET_STATE_DEAD@wireguard", 2},
};

static void draw_wireguard(struct fake_target *fake)
{
	fake_members(fake, wireguard, ARRAY_SIZE(wireguard));
	fake_enums(fake, wireguard_states, ARRAY_SIZE(wireguard_states));
	fake_type(fake, "struct net_device", 90);
	fake_map(fake, WG, 0x1000);
	fake_module_symbol(fake, "wireguard", "wg_xmit", XMIT, 64);
	fake_put(fake, DEVICE + 88, 8, NETDEV_OPS);
	fake_put(fake, NETDEV_OPS + 8, 8, XMIT);
	fake_put(fake, PRIV + 64, 8, DEVICE);
	fake_put(fake, PRIV + 72, 8, WG_PEER + 32);
	fake_put(fake, PRIV + 80, 8, WG_PEER + 32);
	fake_put(fake, WG_PEER + 32, 8, PRIV + 72);
	fake_put(fake, WG_PEER + 40, 8, PRIV + 72);
	fake_put(fake, WG_PEER + 8, 8, WG_PEER + 8);
	fake_put(fake, WG_PEER + 48, 8, 3);
	fake_put(fake, PRIV + 96 + 4, 4, 4);
	fake_put(fake, PRIV + 96 + 8, 8, ENTRIES);
	fake_put(fake, WG_TX + 4, 4, 4);
	fake_put(fake, WG_TX + 8, 8, ENTRIES + 0x40);
}

/* What a worker may have encrypted in part is not named by what stands where its header was. */
static void what_a_worker_changes_has_no_name(void **state)
{
	struct machine *machine = *state;
	uint64_t taken = skb(machine, 0, 1000), untaken = skb(machine, 1, 2000);
	struct pk_packet_set set;

	draw_wireguard(&machine->fake);
	fake_put(&machine->fake, ENTRIES, 8, untaken);
	fake_put(&machine->fake, ENTRIES + 0x40, 8, taken);
	fake_put(&machine->fake, ENTRIES + 0x48, 8, untaken);
	set = packets_of(machine);
	assert_int_equal(set.nr, 1);
	expect(&set, untaken, PK_TX, PK_OUT_DRIVER_QUEUED, "eth0",
	       "waits for a worker to encrypt it for peer 3 of eth0");
	pk_packet_set_deinit(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_received_packet_has_its_device_by_index, setup,
						teardown),
		cmocka_unit_test_setup_teardown(an_empty_machine_has_no_packet, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_of_qdiscs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_frame_of_macsec, setup, teardown),
		cmocka_unit_test_setup_teardown(a_qdisc_of_unknown_shape_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_parent_counts_its_children, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_of_neighbours_and_cpus, setup, teardown),
		cmocka_unit_test_setup_teardown(packets_of_sockets, setup, teardown),
		cmocka_unit_test_setup_teardown(an_original_and_its_clone_are_one, setup, teardown),
		cmocka_unit_test_setup_teardown(what_lies_behind_an_original_may_be_anothers, setup,
						teardown),
		cmocka_unit_test_setup_teardown(what_a_stack_holds_is_not_told_twice, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_traced_packet_is_not_told_twice, setup, teardown),
		cmocka_unit_test_setup_teardown(a_stacks_pointer_is_the_packet_that_memory_holds,
						setup, teardown),
		cmocka_unit_test_setup_teardown(damage_costs_a_warning, setup, teardown),
		cmocka_unit_test_setup_teardown(what_a_worker_changes_has_no_name, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
