// SPDX-License-Identifier: GPL-3.0-or-later
/* Connections with equal addresses and ports: which packets are one's, by their namespaces, their halves and their numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/explain/story.h"
#include "analysis/lives/namespaces.h"
#include "analysis/lives/packet_work.h"
#include "protocol/protocol.h"

#define SYN 0x02
#define PSH 0x08
#define ACK 0x10

enum { CLIENT = 41001, SERVER = 7000 };

static struct pk_packet_set set;
static struct pk_queued_packets memory;
static struct pk_sock socks[8];
static struct pk_net_device devices[8];

static int begin(void **state)
{
	(void)state;
	memset(&set, 0, sizeof(set));
	memset(&memory, 0, sizeof(memory));
	memset(socks, 0, sizeof(socks));
	memset(devices, 0, sizeof(devices));
	memory.devices = devices;
	return 0;
}

static int end(void **state)
{
	(void)state;
	pk_hash_deinit(&memory.socks, NULL);
	pk_packet_set_deinit(&set);
	return 0;
}

static struct pk_tuple tuple_from(uint16_t port)
{
	struct pk_tuple tuple = {.family = 4,
				 .saddr = {10, 1, 1, 1},
				 .daddr = {10, 1, 1, 2},
				 .sport = CLIENT,
				 .dport = SERVER};

	return port == CLIENT ? tuple : pk_tuple_reversed(&tuple);
}

/* The next packet, of SPORT's end; in NETNS, 0 if that is not known. */
static struct pk_packet *add(enum pk_direction dir, uint16_t sport, uint32_t netns, uint32_t seq,
			     uint32_t ack, uint32_t len)
{
	struct pk_packet *packet = pk_packet_set_add(&set);

	assert_non_null(packet);
	packet->dir = dir;
	packet->netns = netns;
	packet->first_ns = packet->last_ns = set.nr;
	packet->header.protocol = pk_tcp.number;
	packet->header.tuple = tuple_from(sport);
	packet->header.tuple_known = packet->header.seq_known = packet->header.ack_known = true;
	packet->header.len_known = packet->header.flags_known = true;
	packet->header.flags = len ? PSH | ACK : ACK;
	packet->header.seq = seq;
	packet->header.ack = ack;
	packet->header.payload_len = len;
	return packet;
}

static void halves(struct pk_packet *sent, struct pk_packet *received)
{
	pk_edge_add(sent, PK_EDGE_LOOPBACK, PK_ID_EXACT, 0x1000, received);
	pk_edge_add(received, PK_EDGE_LOOPBACK, PK_ID_EXACT, 0x1000, sent);
}

static void add_sock(unsigned at, uint16_t sport, uint32_t netns, uint32_t sent, uint32_t received)
{
	socks[at] = (struct pk_sock){.addr = 0x5000 + at,
				     .protocol = pk_tcp.number,
				     .kind = PK_SOCK_FULL,
				     .tuple = tuple_from(sport),
				     .netns = netns,
				     .snd_una = sent,
				     .snd_nxt = sent,
				     .rcv_nxt = received};
	assert_true(pk_hash_put(&memory.socks, socks[at].addr, &socks[at]));
}

static void one_namespace_is_no_twin(void **state)
{
	struct pk_packet *known = add(PK_TX, CLIENT, 1, 100, 7, 10),
			 *unknown = add(PK_TX, CLIENT, 0, 110, 7, 10);

	(void)state;
	assert_true(pk_settle_connections(&memory, &set));
	assert_int_equal(known->connection, 0);
	assert_int_equal(unknown->connection, 0);
	assert_int_equal(unknown->netns, 0);
}

/* Each pair of namespaces has its own, by the skbs that went from one to the other. */
static void pairs_of_namespaces_are_apart(void **state)
{
	struct pk_packet *sent[2], *received[2];
	struct pk_story story;

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		sent[i] = add(PK_TX, CLIENT, i ? 3 : 1, 100 + 420 * i, 7, i ? 900 : 700);
	for (unsigned i = 0; i < 2; i++) {
		received[i] = add(PK_RX, CLIENT, i ? 4 : 2, 100 + 420 * i, 7, i ? 900 : 700);
		halves(sent[i], received[i]);
	}
	assert_true(pk_settle_connections(&memory, &set));
	assert_int_not_equal(sent[0]->connection, sent[1]->connection);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_not_equal(sent[i]->connection, 0);
		assert_int_equal(received[i]->connection, sent[i]->connection);
		assert_int_equal(sent[i]->ends_netns[1], i ? 4 : 2);
		assert_int_equal(received[i]->ends_netns[0], i ? 3 : 1);
	}
	assert_int_equal(pk_story_make(NULL, &set, sent[1], &story), PK_OK);
	assert_int_equal(story.nr, 2);
	assert_int_equal(story.of_others, 2);
	assert_int_equal(story.unattributed, 0);
	assert_int_equal(story.ends[0].netns, 3);
	assert_int_equal(story.ends[1].netns, 4);
	for (uint32_t i = 0; i < story.nr; i++)
		assert_int_equal(story.rows[i].packet->header.payload_len, 900);
	pk_story_deinit(&story);
}

/* Where no skb joins them, both numbers of a packet do; and where it is sent from says where it came from. */
static void numbers_pair_ends(void **state)
{
	struct pk_packet *sent[2], *received[2];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		sent[i] = add(PK_TX, SERVER, i ? 3 : 1, 5000 + i, 100, 50);
		received[i] = add(PK_RX, SERVER, i ? 4 : 2, 5000 + i, 100, 50);
	}
	assert_true(pk_settle_connections(&memory, &set));
	assert_int_not_equal(sent[0]->connection, sent[1]->connection);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(received[i]->connection, sent[i]->connection);
}

/* Without packets at the other end, the numbers of sockets; where two fit, none is taken. */
static void numbers_of_sockets_pair_ends(void **state)
{
	struct pk_packet *packet = add(PK_TX, CLIENT, 1, 100, 7, 10);

	(void)state;
	add_sock(0, CLIENT, 1, 110, 7);
	add_sock(1, SERVER, 2, 7, 110);
	add_sock(2, CLIENT, 3, 900, 50);
	add_sock(3, SERVER, 4, 50, 900);
	assert_true(pk_settle_connections(&memory, &set));
	assert_int_not_equal(packet->connection, 0);
	assert_int_equal(packet->ends_netns[1], 2);
	add_sock(4, SERVER, 5, 7, 110);
	assert_true(pk_settle_connections(&memory, &set));
	assert_int_equal(packet->ends_netns[1], 0);
}

/* What nothing attributes is of neither; what a half attributes has its end's namespace. */
static void the_unknown_is_no_ones(void **state)
{
	struct pk_packet *first = add(PK_TX, CLIENT, 1, 100, 7, 10),
			 *second = add(PK_TX, CLIENT, 3, 520, 7, 20);
	struct pk_packet *lost = add(PK_RX, SERVER, 0, 7, 530, 0),
			 *half = add(PK_TX, SERVER, 0, 7, 540, 0);
	struct pk_packet *came = add(PK_RX, SERVER, 3, 7, 540, 0),
			 *answered = add(PK_RX, CLIENT, 4, 520, 7, 20);
	struct pk_story story;

	(void)state;
	halves(half, came);
	halves(second, answered);
	assert_true(pk_settle_connections(&memory, &set));
	assert_true(lost->connection & PK_CONNECTION_UNKNOWN);
	assert_int_equal(lost->netns, 0);
	assert_int_equal(half->connection, second->connection);
	assert_int_equal(half->netns, 4);
	assert_int_equal(pk_story_make(NULL, &set, first, &story), PK_OK);
	assert_int_equal(story.nr, 1);
	assert_int_equal(story.of_others, 4);
	assert_int_equal(story.unattributed, 1);
	pk_story_deinit(&story);
}

/* A namespace that forwards has packets of both directions, and no end. */
static void a_router_is_no_end(void **state)
{
	struct pk_packet *sent = add(PK_TX, CLIENT, 1, 100, 7, 10),
			 *came = add(PK_RX, CLIENT, 9, 100, 7, 10);
	struct pk_packet *went = add(PK_TX, CLIENT, 9, 100, 7, 10),
			 *received = add(PK_RX, CLIENT, 2, 100, 7, 10);

	(void)state;
	halves(sent, came);
	came->work->copied = true;
	pk_edge_add(went, PK_EDGE_LOOPBACK, PK_ID_EXACT, 0x1000, came);
	halves(went, received);
	assert_true(pk_settle_connections(&memory, &set));
	for (uint32_t i = 0; i < set.nr; i++)
		assert_int_equal(set.packets[i]->connection, 0);
}

/* --- namespaces ------------------------------------------------------------------------------------------------ */

static struct pk_packet *add_on(enum pk_direction dir, uint16_t sport, const char *dev,
				uint64_t netdev, uint64_t sk)
{
	struct pk_packet *packet = add(dir, sport, 0, 100, 7, 10);

	pk_packet_set_dev(packet, dev);
	packet->sk = sk;
	if (dir == PK_RX)
		packet->work->rx.netdev = netdev;
	return packet;
}

static void settle(void)
{
	static struct pk_ctx ctx;
	static struct pk_engine engine;

	engine = (struct pk_engine){.ctx = &ctx, .set = &set, .memory = &memory};
	pk_settle_namespaces(&engine);
	assert_false(engine.out_of_memory);
}

static void add_device(uint64_t addr, const char *name, uint32_t netns)
{
	struct pk_net_device *device = &devices[memory.nr_devices++];

	*device = (struct pk_net_device){.addr = addr, .net = netns, .netns = netns, .ifindex = 1};
	strcpy(device->name, name);
}

static void by_the_devices_address(void **state)
{
	struct pk_packet *packet = add_on(PK_RX, CLIENT, "c0", 0x200, 0);

	(void)state;
	add_device(0x100, "c0", 1);
	add_device(0x200, "c0", 2);
	settle();
	assert_int_equal(packet->netns, 2);
}

/* By name only where one device has it, and where none that is gone had it. */
static void by_a_name_that_is_one_devices(void **state)
{
	struct pk_packet *own = add_on(PK_TX, CLIENT, "eth0", 0, 0),
			 *shared = add_on(PK_TX, CLIENT, "c0", 0, 0);
	struct pk_packet *reused = add_on(PK_TX, CLIENT, "c1", 0, 0),
			 *gone = add_on(PK_RX, CLIENT, "c1", 0x999, 0);

	(void)state;
	add_device(0x100, "c0", 1);
	add_device(0x200, "c0", 2);
	add_device(0x300, "eth0", 3);
	add_device(0x400, "c1", 4);
	settle();
	assert_int_equal(own->netns, 3);
	assert_int_equal(shared->netns, 0);
	assert_int_equal(reused->netns, 0);
	assert_int_equal(gone->netns, 0);
}

/* A later packet of a socket says it of an earlier one; not over a SYN, which begins another life, and not where the packets on
 * both sides disagree. */
static void by_the_sockets_other_packets(void **state)
{
	struct pk_packet *older = add_on(PK_TX, CLIENT, "c0", 0, 0x5000), *syn, *sent, *between;

	(void)state;
	add_device(0x100, "c0", 1);
	add_device(0x200, "c0", 2);
	syn = add_on(PK_TX, CLIENT, "c0", 0, 0x5000);
	syn->header.flags = SYN;
	sent = add_on(PK_TX, CLIENT, "c0", 0, 0x5000);
	add_on(PK_RX, SERVER, "c0", 0x100, 0x5000);
	between = add_on(PK_TX, CLIENT, "c0", 0, 0x5000);
	add_on(PK_RX, SERVER, "c0", 0x200, 0x5000);
	settle();
	assert_int_equal(older->netns, 0);
	assert_int_equal(syn->netns, 1);
	assert_int_equal(sent->netns, 1);
	assert_int_equal(between->netns, 0);
}

/* The one that lives at the address says it of the numbers that it has used; what has others, and what was before that, is an
 * earlier one's. */
static void by_the_living_socket(void **state)
{
	struct pk_packet *older = add_on(PK_TX, CLIENT, "c0", 0, 0x5000),
			 *before = add_on(PK_TX, CLIENT, "c0", 0, 0x5000),
			 *own = add_on(PK_TX, CLIENT, "c0", 0, 0x5000);

	(void)state;
	before->header.seq = 900;
	add_sock(0, CLIENT, 2, 110, 7);
	socks[0].first_seq = 90;
	socks[0].write_seq = 110;
	settle();
	assert_int_equal(own->netns, 2);
	assert_int_equal(before->netns, 0);
	assert_int_equal(older->netns, 0);
}

/* The loopback device of a namespace is its own other end. */
static void by_the_other_half(void **state)
{
	struct pk_packet *sent = add_on(PK_TX, CLIENT, "lo", 0, 0),
			 *received = add_on(PK_RX, CLIENT, "lo", 0x200, 0);

	(void)state;
	add_device(0x100, "lo", 1);
	add_device(0x200, "lo", 2);
	halves(sent, received);
	settle();
	assert_int_equal(received->netns, 2);
	assert_int_equal(sent->netns, 2);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(one_namespace_is_no_twin),
		test(pairs_of_namespaces_are_apart),
		test(numbers_pair_ends),
		test(numbers_of_sockets_pair_ends),
		test(the_unknown_is_no_ones),
		test(a_router_is_no_end),
		test(by_the_devices_address),
		test(by_a_name_that_is_one_devices),
		test(by_the_sockets_other_packets),
		test(by_the_living_socket),
		test(by_the_other_half),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
