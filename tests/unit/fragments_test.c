// SPDX-License-Identifier: GPL-3.0-or-later
/* Datagrams in fragments: what their headers say, which become one packet, and which wait in memory for which bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/outcome.h"
#include "decode/net/skb/skb.h"
#include "fake_net.h"
#include "protocol/protocol.h"

/* --- headers ------------------------------------------------------------------------------------------- */

/* 10.9.0.1:4000 > 10.9.0.2:7, the first 1480 bytes of 4000; id 4097. */
static const uint8_t first4[28] = {
	0x45, 0, 0x05, 0xdc, 0x10, 0x01, 0x20, 0,    64, 17, 0,	   0,	 10,   9,
	0,    1, 10,   9,    0,	   2,	 0x0f, 0xa0, 0,	 7,  0x0f, 0xa0, 0x12, 0x34,
};

/* fd09::1 > fd09::2, bytes 1448 to 2895; id 74097. */
static const uint8_t later6[56] = {
	0x60, 0,    0, 0, 0x05, 0xb0, 44,   64,	  0xfd, 9,    0,    0,	  0,	0,
	0,    0,    0, 0, 0,	0,    0,    0,	  0,	1,    0xfd, 9,	  0,	0,
	0,    0,    0, 0, 0,	0,    0,    0,	  0,	0,    0,    2,	  17,	0,
	0x05, 0xa9, 0, 1, 0x21, 0x71, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
};

static void the_first_has_ports(void **state)
{
	struct pk_wire_header wire;

	(void)state;
	assert_true(pk_wire_header_parse(NULL, first4, sizeof(first4), &wire));
	assert_true(wire.header.fragment && wire.header.frag_more && wire.header.ip_id_known);
	assert_int_equal(wire.header.ip_id, 4097);
	assert_int_equal(wire.header.frag_at, 0);
	assert_int_equal(wire.header.frag_len, 1480);
	assert_int_equal(wire.header.payload_len, 1472);
	assert_int_equal(wire.header.tuple.sport, 4000);
	assert_true(pk_header_has_ports(&wire.header));
}

static void a_later_one_has_none(void **state)
{
	struct pk_wire_header wire;
	uint8_t later4[sizeof(first4)];

	(void)state;
	assert_true(pk_wire_header_parse(NULL, later6, sizeof(later6), &wire));
	assert_true(wire.header.fragment && wire.header.frag_more);
	assert_int_equal(wire.header.ip_id, 74097);
	assert_int_equal(wire.header.frag_at, 1448);
	assert_int_equal(wire.header.frag_len, 1448);
	assert_int_equal(wire.header.payload_len, 1448);
	assert_int_equal(wire.header.tuple.sport, 0);
	assert_false(pk_header_has_ports(&wire.header));

	memcpy(later4, first4, sizeof(later4));
	later4[6] = 0;
	later4[7] = 185;
	assert_true(pk_wire_header_parse(NULL, later4, sizeof(later4), &wire));
	assert_int_equal(wire.header.frag_at, 1480);
	assert_false(wire.header.frag_more);
	assert_int_equal(wire.header.tuple.dport, 0);
	later4[9] = 6; /* of a stream: not told of */
	assert_false(pk_wire_header_parse(NULL, later4, sizeof(later4), &wire));
}

/* --- joins --------------------------------------------------------------------------------------------- */

struct machine {
	struct pk_ctx ctx;
	struct pk_packet_set set;
	struct pk_engine engine;
};

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	machine->set.whole = true;
	machine->engine.ctx = &machine->ctx;
	machine->engine.set = &machine->set;
	*state = machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_hash_deinit(&machine->engine.objects, free);
	pk_packet_set_deinit(&machine->set);
	free(machine);
	return 0;
}

/* The next fragment that came, or went out: LEN bytes from AT of the datagram ID, on DEV. */
static struct pk_packet *came(struct machine *machine, enum pk_direction dir, const char *dev,
			      uint32_t id, uint32_t at, uint32_t len, bool more)
{
	struct pk_packet *packet = pk_packet_set_add(&machine->set);
	struct pk_wire_frame *frame = pk_trail_add_frame(packet);

	packet->dir = dir;
	packet->skb = 0x1000 * machine->set.nr;
	packet->first_ns = packet->last_ns = frame->ts = 100 * machine->set.nr;
	packet->work->serial = machine->set.nr - 1;
	packet->work->is_own = packet->left_complete = true;
	pk_packet_set_dev(packet, dev);
	frame->skb = packet->skb;
	frame->header = (struct pk_header){.protocol = 17,
					   .tuple = {.family = 4, .saddr = {10, 9, 0, 1}},
					   .tuple_known = true,
					   .fragment = true,
					   .frag_more = more,
					   .frag_at = (uint16_t)at,
					   .frag_len = (uint16_t)len,
					   .ip_id = id,
					   .ip_id_known = true};
	if (!at) {
		frame->header.tuple.sport = 4000;
		frame->header.tuple.dport = 7;
	}
	packet->header = frame->header;
	packet->tuple_from = PK_TUPLE_EVENT;
	return packet;
}

static void all_bytes_are_one_packet(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *last, *other;

	came(machine, PK_RX, "veth1", 7, 2960, 1040, false);
	other = came(machine, PK_RX, "veth1", 8, 0, 1480, true);
	came(machine, PK_RX, "veth0", 7, 0, 1480, true); /* another device's */
	came(machine, PK_RX, "veth1", 7, 0, 1480, true);
	last = came(machine, PK_RX, "veth1", 7, 1480, 1480, true);
	pk_join_fragments(&machine->engine);

	assert_int_equal(last->trail.nr_frames, 3);
	assert_false(last->header.fragment);
	assert_int_equal(last->header.tuple.sport, 4000);
	assert_int_equal(last->first_ns, 100);
	assert_int_equal(last->trail.frames[0].header.frag_at, 2960); /* as they came */
	assert_true(pk_has_edge(last, PK_EDGE_FRAGMENT));
	assert_ptr_equal(machine->set.packets[0]->work->whole, last);
	assert_true(machine->set.packets[3]->work->is_other);
	assert_int_equal(other->trail.nr_frames, 1);
	assert_true(other->header.fragment);
	assert_null(machine->set.packets[2]->work->whole);
}

/* The kernel's own word for which skb became the datagram is better than the order of time. */
static void the_one_that_went_on_takes_them_in(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *gone = came(machine, PK_RX, "eth0", 7, 0, 1480, true);
	struct pk_packet *newest = came(machine, PK_RX, "eth0", 7, 1480, 20, false);

	gone->work->taken = true;
	pk_join_fragments(&machine->engine);
	assert_ptr_equal(newest->work->whole, gone);
	assert_int_equal(gone->last_ns, 100); /* its end is its own */
}

static void a_hole_joins_nothing(void **state)
{
	struct machine *machine = *state;

	came(machine, PK_RX, "eth0", 7, 0, 1480, true);
	came(machine, PK_RX, "eth0", 7, 2960, 20, false);
	pk_join_fragments(&machine->engine);
	for (unsigned i = 0; i < 2; i++) {
		assert_null(machine->set.packets[i]->work->whole);
		assert_true(machine->set.packets[i]->header.fragment);
	}
}

/* A number is used again: what overlaps begins another datagram. What came twice is refused, and begins none. */
static void an_overlap_is_another_datagram(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *twice, *last;

	came(machine, PK_RX, "eth0", 7, 0, 1480, true);
	came(machine, PK_RX, "eth0", 7, 0, 1480, true);
	twice = came(machine, PK_RX, "eth0", 7, 0, 1480, true);
	twice->work->dropped = true;
	last = came(machine, PK_RX, "eth0", 7, 1480, 20, false);
	pk_join_fragments(&machine->engine);
	assert_null(machine->set.packets[0]->work->whole);
	assert_ptr_equal(machine->set.packets[1]->work->whole, last);
	assert_null(twice->work->whole);
}

static void what_was_thrown_away_is_no_part(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *dropped = came(machine, PK_RX, "eth0", 7, 0, 1480, true);
	struct pk_packet *last = came(machine, PK_RX, "eth0", 7, 1480, 20, false);

	dropped->work->dropped = true;
	pk_join_fragments(&machine->engine);
	assert_null(dropped->work->whole);
	/* with the datagram, later, it still was one */
	dropped->last_ns = last->last_ns + 1;
	pk_join_fragments(&machine->engine);
	assert_ptr_equal(dropped->work->whole, last);
}

/* What is sent is the packet that its protocol handed down; a router's fragments stay what they are. */
static void the_first_that_is_sent_takes_them_in(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *received = came(machine, PK_RX, "eth0", 9, 1480, 20, false);
	struct pk_packet *first = came(machine, PK_TX, "eth0", 7, 0, 1480, true);
	struct pk_packet *second = came(machine, PK_TX, "eth0", 7, 1480, 1480, true);
	struct pk_packet *head = came(machine, PK_TX, "eth1", 9, 0, 1480, true);
	struct pk_packet *on = came(machine, PK_TX, "eth1", 9, 1480, 20, false);

	pk_edge_add(on, PK_EDGE_LOOPBACK, PK_ID_EXACT, on->skb, received);
	pk_join_fragments(&machine->engine); /* the last was never sent */
	assert_ptr_equal(second->work->whole, first);
	assert_int_equal(first->trail.nr_frames, 2);
	assert_int_equal(first->last_ns, second->last_ns);
	assert_null(on->work->whole);
	assert_true(head->header.fragment);
}

/* The halves of what loops know each other whole. */
static void joins_lead_to_the_datagram(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *sent = came(machine, PK_TX, "veth0", 7, 0, 1480, true);
	struct pk_packet *rest = came(machine, PK_TX, "veth0", 7, 1480, 20, false);
	struct pk_packet *half = came(machine, PK_RX, "veth1", 7, 0, 1480, true);
	struct pk_packet *came_last = came(machine, PK_RX, "veth1", 7, 1480, 20, false);

	pk_edge_add(rest, PK_EDGE_LOOPBACK, PK_ID_EXACT, rest->skb, came_last);
	pk_edge_add(came_last, PK_EDGE_LOOPBACK, PK_ID_EXACT, rest->skb, rest);
	pk_edge_add(half, PK_EDGE_LOOPBACK, PK_ID_EXACT, sent->skb, sent);
	pk_join_fragments(&machine->engine);
	assert_ptr_equal(pk_edge_of(sent, PK_EDGE_LOOPBACK)->to, came_last);
	assert_ptr_equal(pk_edge_of(came_last, PK_EDGE_LOOPBACK)->to, sent);
}

static void the_rest_may_lie_before_the_window(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *packet = came(machine, PK_RX, "eth0", 7, 1480, 20, false);

	pk_join_fragments(&machine->engine);
	assert_true(packet->left_complete);
	machine->set.whole = false;
	pk_join_fragments(&machine->engine);
	assert_false(packet->left_complete);
}

/* --- memory -------------------------------------------------------------------------------------------- */

#define NET (FAKE_GLOBALS + 0x8000)
#define FQDIR (FAKE_GLOBALS + 0x8200)
#define TABLE (FAKE_GLOBALS + 0x8300)
#define GENERIC (FAKE_GLOBALS + 0x7e00)
#define PERNET (FAKE_GLOBALS + 0x7f00)
#define QUEUE(n) (FAKE_GLOBALS + 0x8400 + 0x100 * (uint64_t)(n))
#define SKB(n) (FAKE_DIRECT + 0x10000 + 0x400 * (uint64_t)(n))
#define RBNODE 0
#define CB 600
#define LAST_IN 2

static const struct fake_member members[] = {
	{"struct net", "list", 0, .size = 16},
	{"struct net", "ns.inum", 16, .size = 4},
	{"struct net", "ipv4.fqdir", 24, 8, .is_pointer = true},
	{"struct net", "gen", 32, 8, .is_pointer = true},
	{"struct net_generic", "s.len", 0, .size = 4},
	{"struct fqdir", "rhashtable.tbl", 0, 8, .is_pointer = true},
	{"struct fqdir", "timeout", 8, .size = 4},
	{"struct bucket_table", "size", 0, .size = 4},
	{"struct bucket_table", "buckets", 64, .size = 0, .is_array = true},
	{"struct inet_frag_queue", "node", 0, 8, .is_pointer = true},
	{"struct inet_frag_queue", "key.v4.saddr", 8, .size = 4},
	{"struct inet_frag_queue", "key.v4.daddr", 12, .size = 4},
	{"struct inet_frag_queue", "key.v4.user", 16, .size = 4},
	{"struct inet_frag_queue", "key.v4.id", 24, .size = 2},
	{"struct inet_frag_queue", "key.v4.protocol", 26, .size = 2},
	{"struct inet_frag_queue", "timer.expires", 32, .size = 8},
	{"struct inet_frag_queue", "rb_fragments", 40, .size = 8},
	{"struct inet_frag_queue", "len", 48, .size = 4},
	{"struct inet_frag_queue", "meat", 52, .size = 4},
	{"struct inet_frag_queue", "flags", 56, .size = 1},
	{"struct sk_buff", "rbnode", RBNODE, .size = 24},
	{"struct rb_node", "rb_right", 8, 8, .is_pointer = true},
	{"struct rb_node", "rb_left", 16, 8, .is_pointer = true},
	{"struct sk_buff", "cb", CB, .size = 48},
	{"struct ipfrag_skb_cb", "next_frag", 24, 8, .is_pointer = true},
	{"struct ipfrag_skb_cb", "frag_run_len", 32, .size = 4},
	{"struct ipfrag_skb_cb", "ip_defrag_offset", 36, .size = 4},
};

/* Of IPv6, in what the connection tracker keeps for each namespace, and before 5.13 in its own */
static const struct fake_member members6[] = {
	{"struct inet_frag_queue", "key.v6.saddr", 64, .size = 16},
	{"struct inet_frag_queue", "key.v6.daddr", 80, .size = 16},
	{"struct inet_frag_queue", "key.v6.user", 96, .size = 4},
	{"struct inet_frag_queue", "key.v6.id", 100, .size = 4},
};
static const struct fake_member pernet_member = {"struct nft_ct_frag6_pernet@nf_defrag_ipv6",
						 "fqdir", 8, 8, .is_pointer = true};
static const struct fake_member net_member = {"struct net", "nf_frag.fqdir", 40, 8,
					      .is_pointer = true};

static const struct fake_enum flags[] = {{NULL, "INET_FRAG_LAST_IN", LAST_IN}};

struct dump {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_frag_queue found[4];
	unsigned nr, nr_skbs;
};

static void draw_run(struct dump *dump, unsigned n, uint32_t at, uint32_t len, uint64_t left,
		     uint64_t right, uint64_t next)
{
	fake_put(&dump->fake, SKB(n) + RBNODE + 8, 8, right);
	fake_put(&dump->fake, SKB(n) + RBNODE + 16, 8, left);
	fake_put(&dump->fake, SKB(n) + CB + 24, 8, next);
	fake_put(&dump->fake, SKB(n) + CB + 32, 4, len);
	fake_put(&dump->fake, SKB(n) + CB + 36, 4, at);
}

static void draw_queue(struct dump *dump, unsigned n, uint64_t next, uint64_t root, uint32_t len,
		       uint32_t have, unsigned flags_word)
{
	fake_put(&dump->fake, QUEUE(n), 8, next);
	fake_put(&dump->fake, QUEUE(n) + 24, 2, 0x0110); /* 4097, as on the wire */
	fake_put(&dump->fake, QUEUE(n) + 26, 2, 17);
	fake_put(&dump->fake, QUEUE(n) + 40, 8, root);
	fake_put(&dump->fake, QUEUE(n) + 48, 4, len);
	fake_put(&dump->fake, QUEUE(n) + 52, 4, have);
	fake_put(&dump->fake, QUEUE(n) + 56, 1, flags_word);
}

/* One bucket, locked, with two datagrams. */
static int setup_dump(void **state)
{
	static struct dump dump;

	memset(&dump, 0, sizeof(dump));
	fake_target_init(&dump.fake);
	fake_members(&dump.fake, members, ARRAY_SIZE(members));
	fake_enums(&dump.fake, flags, ARRAY_SIZE(flags));
	fake_map(&dump.fake, FAKE_GLOBALS, 0x10000);
	fake_map(&dump.fake, FAKE_DIRECT + 0x10000, 0x4000);
	fake_symbol(&dump.fake, "net_namespace_list", FAKE_GLOBALS, 16);
	fake_put(&dump.fake, FAKE_GLOBALS, 8, NET);
	fake_put(&dump.fake, FAKE_GLOBALS + 8, 8, NET);
	fake_put(&dump.fake, NET, 8, FAKE_GLOBALS);
	fake_put(&dump.fake, NET + 8, 8, FAKE_GLOBALS);
	fake_put(&dump.fake, NET + 24, 8, FQDIR);
	fake_put(&dump.fake, FQDIR, 8, TABLE);
	fake_put(&dump.fake, TABLE, 4, 1);
	fake_put(&dump.fake, TABLE + 64, 8, QUEUE(0) | 1);
	draw_queue(&dump, 0, QUEUE(1), SKB(1), 4000, 2000, LAST_IN);
	draw_run(&dump, 0, 480, 520, 0, 0, SKB(3)); /* two fragments */
	draw_run(&dump, 3, 0, 0, 0, 0, 0);
	draw_run(&dump, 1, 1480, 1000, SKB(0), SKB(2), 0);
	draw_run(&dump, 2, 3000, 480, 0, 0, 0);
	draw_queue(&dump, 1, 1, SKB(4), 1480, 1480, 0);
	draw_run(&dump, 4, 0, 1480, 0, 0, 0);
	pk_ctx_init(&dump.ctx, &dump.fake.target);
	*state = &dump;
	return 0;
}

static int teardown_dump(void **state)
{
	struct dump *dump = *state;

	pk_ctx_deinit(&dump->ctx);
	fake_target_deinit(&dump->fake);
	return 0;
}

static bool take(const struct pk_frag_queue *queue, void *arg)
{
	struct dump *dump = arg;

	assert_true(dump->nr < ARRAY_SIZE(dump->found));
	dump->found[dump->nr++] = *queue;
	return true;
}

static bool take_skb(uint64_t skb, void *arg)
{
	(void)skb;
	((struct dump *)arg)->nr_skbs++;
	return true;
}

static void each_knows_what_it_lacks(void **state)
{
	struct dump *dump = *state;
	char text[128];

	assert_int_equal(pk_frag_queues_walk(&dump->ctx, take, dump), PK_OK);
	assert_int_equal(dump->nr, 2);
	assert_int_equal(dump->found[0].id, 4097);
	assert_int_equal(dump->found[0].protocol, 17);
	assert_true(dump->found[0].holes_known && dump->found[0].len_known);
	assert_int_equal(dump->found[0].nr_skbs, 4);
	assert_string_equal(pk_holes_text(&dump->found[0], text, sizeof(text)),
			    "bytes 0-479, 1000-1479, 2480-2999, 3480-3999");
	assert_string_equal(pk_holes_text(&dump->found[1], text, sizeof(text)),
			    "bytes 1480 and on");
	pk_frag_queue_skbs_walk(&dump->ctx, &dump->found[0], take_skb, dump);
	assert_int_equal(dump->nr_skbs, 4);
}

/* Runs that do not add up to what the queue says: it says no holes. */
static void a_queue_must_agree_with_its_runs(void **state)
{
	struct dump *dump = *state;
	char text[64];

	draw_run(dump, 2, 2000, 480, 0, 0, 0); /* inside the one before */
	fake_put(&dump->fake, QUEUE(1) + 52, 4, 1000);
	assert_int_equal(pk_frag_queues_walk(&dump->ctx, take, dump), PK_OK);
	assert_false(dump->found[0].holes_known || dump->found[1].holes_known);
	assert_string_equal(pk_holes_text(&dump->found[0], text, sizeof(text)), "fragments");
}

static void loops_end(void **state)
{
	struct dump *dump = *state;

	fake_put(&dump->fake, QUEUE(1), 8, QUEUE(0)); /* the chain */
	draw_run(dump, 3, 0, 0, 0, 0, SKB(0)); /* a run's fragments */
	assert_int_equal(pk_frag_queues_walk(&dump->ctx, take, dump), PK_OK);
	assert_int_equal(dump->nr, 2);
	assert_int_not_equal(dump->ctx.nr_warned, 0);
}

/* The fqdir that was IPv4's is IPv6's here. */
static void draw_conntrack(struct dump *dump)
{
	fake_members(&dump->fake, members6, ARRAY_SIZE(members6));
	fake_put(&dump->fake, NET + 24, 8, 0);
	fake_put(&dump->fake, QUEUE(0) + 64, 1, 0xfd);
	fake_put(&dump->fake, QUEUE(0) + 96, 4, 6);
	fake_put(&dump->fake, QUEUE(0) + 100, 4, 0x01100000);
}

static void check_conntrack(struct dump *dump)
{
	assert_int_equal(pk_frag_queues_walk(&dump->ctx, take, dump), PK_OK);
	assert_int_equal(dump->ctx.nr_warned, 0);
	assert_int_equal(dump->nr, 2);
	assert_true(dump->found[0].conntrack && dump->found[1].conntrack);
	assert_int_equal(dump->found[0].tuple.family, 6);
	assert_int_equal(dump->found[0].tuple.saddr[0], 0xfd);
	assert_int_equal(dump->found[0].id, 4097);
	assert_int_equal(dump->found[0].user, 6);
	assert_int_equal(dump->found[0].nr_holes, 4);
}

static void the_connection_tracker_has_its_own(void **state)
{
	struct dump *dump = *state;

	draw_conntrack(dump);
	fake_members(&dump->fake, &pernet_member, 1);
	fake_module_symbol(&dump->fake, "nf_defrag_ipv6", "nf_frag_pernet_id", GENERIC + 0x80, 4);
	fake_put(&dump->fake, GENERIC + 0x80, 4, 3);
	fake_put(&dump->fake, NET + 32, 8, GENERIC);
	fake_put(&dump->fake, GENERIC, 4, 8);
	fake_put(&dump->fake, GENERIC + 24, 8, PERNET);
	fake_put(&dump->fake, PERNET + 8, 8, FQDIR);
	check_conntrack(dump);
}

static void older_ones_are_in_the_namespace(void **state)
{
	struct dump *dump = *state;

	draw_conntrack(dump);
	fake_members(&dump->fake, &net_member, 1);
	fake_put(&dump->fake, NET + 40, 8, FQDIR);
	check_conntrack(dump);
}

/* The module is there, and its types are not. */
static void what_cannot_be_walked_is_said(void **state)
{
	struct dump *dump = *state;

	fake_module_symbol(&dump->fake, "nf_defrag_ipv6", "nf_frag_pernet_id", GENERIC + 0x80, 4);
	fake_put(&dump->fake, GENERIC + 0x80, 4, 3);
	fake_put(&dump->fake, NET + 32, 8, GENERIC);
	fake_put(&dump->fake, GENERIC, 4, 8);
	fake_put(&dump->fake, GENERIC + 24, 8, PERNET);
	assert_int_equal(pk_frag_queues_walk(&dump->ctx, take, dump), PK_OK);
	assert_int_equal(dump->nr, 2);
	assert_false(dump->found[0].conntrack || dump->found[1].conntrack);
	assert_int_equal(dump->ctx.nr_warned, 1);
}

/* What fits is shown, and how many there are. */
static void a_short_text_has_some_holes(void **state)
{
	struct pk_frag_queue queue = {.holes_known = true, .nr_holes = 3};
	char text[72];

	(void)state;
	queue.holes[0] = (struct pk_hole){1480, 2960};
	queue.holes[1] = (struct pk_hole){UINT32_MAX - 1, UINT32_MAX};
	queue.holes[2] = (struct pk_hole){UINT32_MAX - 1, UINT32_MAX};
	assert_string_equal(pk_holes_text(&queue, text, sizeof(text)),
			    "bytes 1480-2959, 4294967294-4294967294, ... (3 holes)");
	assert_string_equal(pk_holes_text(&queue, text, 64), "bytes 1480-2959, ... (3 holes)");
	queue.nr_holes = 1;
	assert_string_equal(pk_holes_text(&queue, text, 64), "bytes 1480-2959");
}

#define JOINS(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
#define MEMORY(test) cmocka_unit_test_setup_teardown(test, setup_dump, teardown_dump)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_has_ports),
		cmocka_unit_test(a_later_one_has_none),
		JOINS(all_bytes_are_one_packet),
		JOINS(the_one_that_went_on_takes_them_in),
		JOINS(a_hole_joins_nothing),
		JOINS(an_overlap_is_another_datagram),
		JOINS(what_was_thrown_away_is_no_part),
		JOINS(the_first_that_is_sent_takes_them_in),
		JOINS(joins_lead_to_the_datagram),
		JOINS(the_rest_may_lie_before_the_window),
		MEMORY(each_knows_what_it_lacks),
		MEMORY(a_queue_must_agree_with_its_runs),
		MEMORY(loops_end),
		MEMORY(the_connection_tracker_has_its_own),
		MEMORY(older_ones_are_in_the_namespace),
		MEMORY(what_cannot_be_walked_is_said),
		cmocka_unit_test(a_short_text_has_some_holes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
