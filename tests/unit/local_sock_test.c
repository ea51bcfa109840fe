// SPDX-License-Identifier: GPL-3.0-or-later
/* Sockets of no protocol of the wire, by the tables of their families, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/sock/sock.h"
#include "fake_net.h"
#include "protocol/protocol.h"
#include "protocol/sockets.h"

#define SOCK(n) (FAKE_DIRECT + FAKE_SOCK_SIZE * (uint64_t)(n))
#define SKB(n) (FAKE_DIRECT + 0x10000 + 256 * (uint64_t)(n))
#define NODE 24
#define UNIX_TABLE (FAKE_GLOBALS + 0x8000) /* 512 buckets */
#define NL_TABLE (FAKE_GLOBALS + 0x9000) /* a pointer to the next: 32 of 16 bytes */
#define NL_TABLES (FAKE_GLOBALS + 0x9100)
#define BUCKETS (FAKE_GLOBALS + 0x9400)
#define RAW_TABLE (FAKE_GLOBALS + 0x9800)
#define ADDRESS (FAKE_GLOBALS + 0xa000)

static const struct fake_member members[] = {
	{"struct sock", "sk_type", 600, .size = 2},
	{"struct sock", "sk_rmem_alloc", 604, .size = 4},
	{"struct sock", "sk_wmem_alloc", 608, .size = 4},
	{"struct unix_sock", "addr", 700, 8, .is_pointer = true},
	{"struct unix_sock", "peer", 708, 8, .is_pointer = true},
	{"struct unix_address", "len", 0, .size = 4},
	{"struct unix_address", "name", 8, .size = 0},
	{"struct netlink_table", "hash.tbl", 0, 8, .is_pointer = true},
	{"struct bucket_table", "size", 0, .size = 4},
	{"struct bucket_table", "buckets", 64, .size = 0, .is_array = true},
	{"struct netlink_sock", "node", 720, 8, .is_pointer = true},
	{"struct netlink_sock", "portid", 728, .size = 4},
	{"struct netlink_sock", "groups", 736, 8, .is_pointer = true},
	{"struct net", "packet.sklist", 400, 8, .is_pointer = true},
	{"struct packet_sock", "num", 740, .size = 2},
	{"struct packet_sock", "ifindex", 744, .size = 4},
	{"struct unix_skb_parms", "pid", 0, 8, .is_pointer = true},
	{"struct unix_skb_parms", "uid.val", 8, .size = 4},
	{"struct unix_skb_parms", "consumed", 28, .size = 4},
	{"struct pid", "numbers[0].nr", 80, .size = 4},
	{"struct packet_sock", "tp_version", 760, .size = 4},
	{"struct packet_sock", "rx_ring.pg_vec", 768, 8, .is_pointer = true},
	{"struct packet_sock", "rx_ring.head", 776, .size = 4},
	{"struct packet_sock", "rx_ring.frames_per_block", 780, .size = 4},
	{"struct packet_sock", "rx_ring.frame_size", 784, .size = 4},
	{"struct packet_sock", "rx_ring.pg_vec_len", 788, .size = 4},
	{"struct packet_sock", "rx_ring.prb_bdqc.reset_pending_on_curr_blk", 792, .size = 1},
	{"struct pgv", "buffer", 0, 8, .is_pointer = true},
	{"struct raw_hashinfo", "ht", 8, .size = 32, .is_array = true, .elements = 4},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_local_sock found[8];
	unsigned nr;
};

static int setup(void **state)
{
	static struct machine machine;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(&machine.fake);
	fake_members(&machine.fake, members, ARRAY_SIZE(members));
	fake_type(&machine.fake, "struct netlink_table", 16);
	fake_type(&machine.fake, "struct pgv", 8);
	fake_symbol(&machine.fake, "unix_socket_table", UNIX_TABLE, 4096);
	fake_symbol(&machine.fake, "nl_table", NL_TABLE, 8);
	fake_symbol(&machine.fake, "raw_v4_hashinfo", RAW_TABLE, 64);
	fake_put(&machine.fake, NL_TABLE, 8, NL_TABLES);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static bool take(const struct pk_local_sock *sock, void *arg)
{
	struct machine *machine = arg;

	assert_true(machine->nr < ARRAY_SIZE(machine->found));
	machine->found[machine->nr++] = *sock;
	return true;
}

static enum pk_status walk(struct machine *machine, enum pk_local_family family)
{
	machine->nr = 0;
	return pk_local_socks_walk(&machine->ctx, family, take, machine);
}

/* STATE, TYPE; nothing queued. */
static void draw(struct fake_target *fake, unsigned n, uint8_t state, uint16_t type)
{
	fake_net_sock(fake, SOCK(n), state, 0, 0);
	fake_put(fake, SOCK(n) + 600, 2, type);
	fake_put(fake, SOCK(n) + 608, 4, 1);
	fake_net_queue(fake, SOCK(n) + SK_RECEIVE, NULL, 0);
}

static void name(struct fake_target *fake, unsigned n, uint64_t address, const void *path,
		 uint32_t len)
{
	fake_put(fake, SOCK(n) + 700, 8, address);
	fake_put(fake, address, 4, len + 2);
	fake_put_bytes(fake, address + 10, path, len);
}

static void unix_sockets(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t skbs[] = {SKB(0), SKB(1)};

	draw(fake, 0, 10, 1);
	name(fake, 0, ADDRESS, "/run/x", 7); /* its NUL is counted */
	draw(fake, 1, 1, 2);
	name(fake, 1, ADDRESS + 256, "\0a\0b", 4);
	fake_put(fake, SOCK(1) + 708, 8, SOCK(0));
	fake_net_skb(fake, SKB(0), SKB(8), 1, 2, 0, 5);
	fake_net_skb(fake, SKB(1), SKB(16), 1, 2, 0, 60);
	fake_net_queue(fake, SOCK(1) + SK_RECEIVE, skbs, 2);
	fake_put(fake, UNIX_TABLE + 8 * 511, 8, SOCK(0) + NODE);
	fake_put(fake, SOCK(0) + NODE, 8, SOCK(1) + NODE);
	fake_put(fake, SOCK(1) + NODE, 8, 0);
	assert_int_equal(walk(machine, PK_LOCAL_UNIX), PK_OK);
	assert_int_equal(machine->nr, 2);
	assert_string_equal(machine->found[0].path, "/run/x");
	assert_string_equal(pk_local_state_name(&machine->found[0]), "LISTEN");
	assert_string_equal(pk_local_type_name(&machine->found[0]), "stream");
	assert_true(machine->found[0].rx_known && !machine->found[0].rx_queue);
	assert_string_equal(machine->found[1].path, "@a@b");
	assert_true(machine->found[1].peer == SOCK(0));
	assert_true(machine->found[1].rx_known && machine->found[1].rx_queue == 65);
	assert_int_equal(machine->found[1].tx_queue, 0);
	assert_int_equal(machine->found[1].netns, 4026531840);

	/* a name longer than any, and a chain that bites its tail */
	fake_put(fake, ADDRESS, 4, 4000);
	fake_put(fake, SOCK(1) + NODE, 8, SOCK(0) + NODE);
	assert_int_equal(walk(machine, PK_LOCAL_UNIX), PK_OK);
	assert_int_equal(machine->nr, 2);
	assert_string_equal(machine->found[0].path, "");
}

#define DATA(n) (SKB(n) + 118) /* of the skb whose buffer is at SKB(n) */

static void put_message(struct fake_target *fake, uint64_t addr, uint32_t len, uint16_t type,
			uint32_t seq)
{
	fake_put(fake, addr, 4, len);
	fake_put(fake, addr + 4, 2, type);
	fake_put(fake, addr + 6, 2, 2);
	fake_put(fake, addr + 8, 4, seq);
	fake_put(fake, addr + 12, 4, 77);
}

static void unread_messages(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_local_sock sock = {.family = PK_LOCAL_NETLINK, .addr = SOCK(0)};
	const struct pk_local_sock uevents = {
		.family = PK_LOCAL_NETLINK, .addr = SOCK(0), .protocol = 15};
	const uint64_t skbs[] = {SKB(0), SKB(1)};
	struct pk_netlink_messages messages;

	draw(fake, 0, 7, 3);
	pk_netlink_messages_read(&machine->ctx, &sock, &messages);
	assert_true(messages.status == PK_OK && !messages.nr && !messages.cut);
	/* two in one skb, the first padded; one in the next */
	fake_net_skb(fake, SKB(0), SKB(8), 1, 2, 0, 24 + 16);
	fake_net_skb(fake, SKB(1), SKB(24), 1, 2, 0, 33);
	put_message(fake, DATA(8), 21, 16, 5);
	put_message(fake, DATA(8) + 24, 16, 3, 6);
	put_message(fake, DATA(24), 33, 20, 7);
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, skbs, 2);
	pk_netlink_messages_read(&machine->ctx, &sock, &messages);
	assert_int_equal(messages.status, PK_OK);
	assert_int_equal(messages.nr, 3);
	assert_int_equal(messages.list[0].len, 21);
	assert_int_equal(messages.list[1].type, 3);
	assert_int_equal(messages.list[1].seq, 6);
	assert_int_equal(messages.list[2].type, 20);
	assert_int_equal(messages.list[2].pid, 77);
	pk_netlink_messages_read(&machine->ctx, &uevents, &messages);
	assert_int_equal(messages.nr, 0);
	/* longer than the skb; shorter than its own header; more than are listed */
	fake_put(fake, DATA(8) + 24, 4, 17);
	pk_netlink_messages_read(&machine->ctx, &sock, &messages);
	assert_true(messages.status == PK_CORRUPT && messages.nr == 1);
	fake_put(fake, DATA(8), 4, 0);
	pk_netlink_messages_read(&machine->ctx, &sock, &messages);
	assert_true(messages.status == PK_CORRUPT && !messages.nr);
	fake_net_skb(fake, SKB(0), SKB(8), 1, 2, 0, 16 * (PK_MESSAGES_MAX + 1));
	for (unsigned i = 0; i <= PK_MESSAGES_MAX; i++)
		put_message(fake, DATA(8) + 16 * i, 16, 16, i);
	pk_netlink_messages_read(&machine->ctx, &sock, &messages);
	assert_true(messages.status == PK_OK && messages.cut && messages.nr == PK_MESSAGES_MAX);
}

/* Read in part; who sent it is known where somebody asked for that. */
static void unread_of_a_stream(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t skbs[] = {SKB(0), SKB(1)};
	struct pk_local_sock sock = {.family = PK_LOCAL_UNIX, .addr = SOCK(0), .type = 1};
	struct pk_unix_packets packets;

	draw(fake, 0, 1, 1);
	fake_net_skb(fake, SKB(0), SKB(8), 1, 2, 0, 50);
	fake_net_skb(fake, SKB(1), SKB(16), 1, 2, 0, 60);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, SKB(i) + SKB_SK, 8, SOCK(1));
		fake_put(fake, SKB(i) + SKB_CB, 8, 0);
		fake_put(fake, SKB(i) + SKB_CB + 28, 4, 0);
	}
	fake_put(fake, SKB(0) + SKB_CB + 28, 4, 20);
	fake_put(fake, SKB(1) + SKB_CB, 8, ADDRESS);
	fake_put(fake, SKB(1) + SKB_CB + 8, 4, 1000);
	fake_put(fake, ADDRESS + 80, 4, 77);
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, skbs, 2);
	pk_unix_packets_read(&machine->ctx, &sock, &packets);
	assert_true(packets.status == PK_OK && packets.nr == 2 && !packets.cut);
	assert_int_equal(packets.list[0].len, 30);
	assert_true(packets.list[0].sender == SOCK(1));
	assert_int_equal(packets.list[0].pid.status, PK_ABSENT);
	assert_int_equal(packets.list[1].len, 60);
	assert_true(packets.list[1].pid.value == 77 && packets.list[1].uid.value == 1000);
	/* More was read than is there. */
	fake_put(fake, SKB(1) + SKB_CB + 28, 4, 61);
	pk_unix_packets_read(&machine->ctx, &sock, &packets);
	assert_true(packets.status == PK_CORRUPT && packets.nr == 1);
	sock.state = 10;
	pk_unix_packets_read(&machine->ctx, &sock, &packets);
	assert_int_equal(packets.nr, 0);
}

/* What was queued last, from the list's end alone: not if that is not where the list ends. */
static void the_newest(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_local_sock sock = {.family = PK_LOCAL_RAW, .addr = SOCK(0)};
	const uint64_t skbs[] = {SKB(0), SKB(1), SKB(2)}, head = SOCK(0) + SK_RECEIVE;
	struct pk_local_state found;

	draw(fake, 0, 1, 3);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_equal(found.newest.status, PK_ABSENT);
	for (unsigned i = 0; i < 3; i++)
		fake_put(fake, SKB(i) + 208, 4, 700 + i);
	fake_net_queue(fake, head, skbs, 3);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_equal(found.newest.status, PK_OK);
	assert_int_equal(found.newest.value, 702);
	fake_put(fake, SKB(0), 8, SKB(0)); /* a circle before the end costs nothing */
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_equal(found.newest.value, 702);
	fake_put(fake, head + 8, 8, SKB(1));
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_equal(found.newest.status, PK_CORRUPT);
	fake_put(fake, head + 8, 8, 0x10);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_not_equal(found.newest.status, PK_OK);
}

static void put_ring(struct fake_target *fake, uint32_t version, uint32_t head)
{
	const uint32_t words[] = {head, 4, 256, 2}; /* head, frames a block, their size, blocks */

	fake_put(fake, SOCK(0) + 760, 4, version);
	fake_put(fake, SOCK(0) + 768, 8, ADDRESS);
	for (unsigned i = 0; i < 4; i++)
		fake_put(fake, SOCK(0) + 776 + 4 * i, 4, words[i]);
	fake_put(fake, SOCK(0) + 792, 1, 0);
	fake_put(fake, ADDRESS, 8, SKB(8));
	fake_put(fake, ADDRESS + 8, 8, SKB(16));
}

/* The frame at the ring's head is the reader's: the second of the second block. */
static void full_rings(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_local_sock sock = {.family = PK_LOCAL_PACKET, .addr = SOCK(0)};
	struct pk_local_state found;

	draw(fake, 0, 1, 3);
	put_ring(fake, 1, 5);
	fake_put(fake, SKB(16) + 256, 8, 0);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_true(found.ring_full.status == PK_OK && !found.ring_full.value);
	fake_put(fake, SKB(16) + 256, 4, 1);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_true(found.ring_full.status == PK_OK && found.ring_full.value);
	put_ring(fake, 1, 8); /* beyond its blocks */
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_equal(found.ring_full.status, PK_CORRUPT);
	put_ring(fake, 2, 0);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_true(found.ring_full.status == PK_OK && !found.ring_full.value);
	fake_put(fake, SOCK(0) + 792, 1, 1);
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_true(found.ring_full.status == PK_OK && found.ring_full.value);
	fake_put(fake, SOCK(0) + 768, 8, 0); /* without a ring */
	pk_local_state_read(&machine->ctx, &sock, &found);
	assert_int_equal(found.ring_full.status, PK_ABSENT);
}

static void message_names(void **state)
{
	static const struct {
		unsigned family, type;
		const char *name;
	} rows[] = {
		{0, 16, "RTM_NEWLINK"},
		{0, 21, "RTM_DELADDR"},
		{0, 26, "RTM_GETROUTE"},
		{0, 79, "RTM_SETDCB"},
		{0, 104, "RTM_NEWNEXTHOP"},
		{0, 120, "RTM_NEWTUNNEL"},
		{0, 124, "type 124"},
		{0, 2, "NLMSG_ERROR"},
		{0, 5, "type 5"},
		{0, 65535, "type 65535"},
		{4, 20, "SOCK_DIAG_BY_FAMILY"},
		{4, 30, "type 30"},
		{6, 16, "XFRM_MSG_NEWSA"},
		{6, 38, "XFRM_MSG_MAPPING"},
		{6, 39, "type 39"},
		{9, 3, "NLMSG_DONE"},
		{9, 1300, "type 1300"},
		{12, 10 << 8, "nftables 0"},
		{12, 1 << 8 | 2, "ctnetlink 2"},
		{12, 200 << 8, "type 51200"},
		{16, 16, "nlctrl"},
		{16, 27, "type 27"},
	};
	char buf[PK_MESSAGE_NAME];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_string_equal(pk_netlink_message_name(rows[i].family, rows[i].type, buf),
				    rows[i].name);
}

/* The lock of a bucket is its bit 0; the chain ends with an odd value. */
static void netlink_sockets(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw(fake, 0, 7, 3);
	fake_put(fake, SOCK(0) + 728, 4, 77);
	fake_put(fake, SOCK(0) + 736, 8, ADDRESS);
	fake_put(fake, ADDRESS, 8, 0x11);
	fake_put(fake, SOCK(0) + 604, 4, 768);
	fake_put(fake, NL_TABLES + 16 * 16, 8, BUCKETS);
	fake_put(fake, BUCKETS, 4, 2);
	fake_put(fake, BUCKETS + 64, 8, (SOCK(0) + 720) | 1);
	fake_put(fake, BUCKETS + 72, 8, 0x12345);
	fake_put(fake, SOCK(0) + 720, 8, 0x54321);
	fake_put(fake, BUCKETS + 72, 8, 0);
	assert_int_equal(walk(machine, PK_LOCAL_NETLINK), PK_OK);
	assert_int_equal(machine->nr, 1);
	assert_int_equal(machine->found[0].portid, 77);
	assert_int_equal(machine->found[0].groups, 0x11);
	assert_int_equal(machine->found[0].rx_queue, 768);
	assert_string_equal(pk_netlink_family_name(machine->found[0].protocol), "generic");
	fake_put(fake, BUCKETS, 4, 0x7fffffff); /* no such table is that large */
	assert_int_equal(walk(machine, PK_LOCAL_NETLINK), PK_OK);
	assert_int_equal(machine->nr, 0);
}

static void packet_and_raw_sockets(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw(fake, 0, 7, 3);
	fake_put(fake, SOCK(0) + 740, 2, 0x0608); /* big endian */
	fake_put(fake, SOCK(0) + 744, 4, 2);
	fake_put(fake, SOCK(0) + NODE, 8, 0);
	fake_put(fake, FAKE_INIT_NET + 400, 8, SOCK(0) + NODE);
	assert_int_equal(walk(machine, PK_LOCAL_PACKET), PK_OK);
	assert_int_equal(machine->nr, 1);
	assert_int_equal(machine->found[0].protocol, 0x0806);
	assert_int_equal(machine->found[0].ifindex, 2);

	fake_net_sock(fake, SOCK(1), 7, 253, 0);
	fake_put(fake, SOCK(1) + NODE, 8, 1);
	fake_put(fake, RAW_TABLE + 8 + 24, 8, SOCK(1) + NODE); /* the last bucket */
	assert_int_equal(walk(machine, PK_LOCAL_RAW), PK_OK);
	assert_int_equal(machine->nr, 1);
	assert_int_equal(machine->found[0].protocol, 253);
	assert_int_equal(machine->found[0].tuple.family, 4);
}

/* A bucket that is not in the dump costs its sockets, not the others. */
static void what_is_not_there(void **state)
{
	struct machine *machine = *state;
	struct pk_ctx *ctx = &machine->ctx;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, UNIX_TABLE, 8, 0x1000); /* a wild pointer */
	draw(fake, 0, 7, 2);
	fake_put(fake, SOCK(0) + NODE, 8, 0);
	fake_put(fake, UNIX_TABLE + 8, 8, SOCK(0) + NODE);
	assert_int_equal(walk(machine, PK_LOCAL_UNIX), PK_OK);
	assert_int_equal(machine->nr, 1);
	assert_int_equal(ctx->protocols, 0);
	assert_false(pk_local_any_shown(ctx));
	assert_true(pk_protocols_parse("unix,raw", &ctx->protocols));
	assert_true(pk_local_is_shown(ctx, PK_LOCAL_UNIX) && pk_local_is_shown(ctx, PK_LOCAL_RAW));
	assert_false(pk_local_is_shown(ctx, PK_LOCAL_NETLINK) || pk_protocols_several(ctx));
	assert_true(pk_protocols_parse("all", &ctx->protocols));
	assert_false(pk_local_any_shown(ctx));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(unix_sockets, setup, teardown),
		cmocka_unit_test_setup_teardown(netlink_sockets, setup, teardown),
		cmocka_unit_test_setup_teardown(unread_messages, setup, teardown),
		cmocka_unit_test_setup_teardown(unread_of_a_stream, setup, teardown),
		cmocka_unit_test_setup_teardown(the_newest, setup, teardown),
		cmocka_unit_test_setup_teardown(full_rings, setup, teardown),
		cmocka_unit_test(message_names),
		cmocka_unit_test_setup_teardown(packet_and_raw_sockets, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_not_there, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
