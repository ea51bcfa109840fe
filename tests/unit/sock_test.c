// SPDX-License-Identifier: GPL-3.0-or-later
/* TCP sockets and their queues, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "core/kit.h"
#include "decode/net/sock/sock.h"
#include "fake_net.h"
#include "protocol/protocol.h"

#define SOCK(n) (FAKE_DIRECT + FAKE_SOCK_SIZE * (uint64_t)(n))
#define SK_RMEM 900
#define SK_WMEM 904
#define SKB(n) (FAKE_DIRECT + 0x10000 + 256 * (uint64_t)(n))

static int setup(void **state)
{
	static struct fake_machine machine;

	fake_net_init(&machine.fake);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	*state = &machine;
	return 0;
}

static struct pk_sock sock_read(struct fake_machine *machine, uint64_t addr)
{
	struct pk_sock sock;

	assert_int_equal(pk_sock_read(&machine->ctx, &pk_tcp, addr, &sock), PK_OK);
	return sock;
}

static void a_connection(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_sock sock;
	char text[64];

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_put(fake, SOCK(0) + TP_RCV_NXT, 4, 5);
	fake_put(fake, SOCK(0) + TP_COPIED, 4, 0xfffffffb); /* across the wrap */
	fake_put(fake, SOCK(0) + TP_WRITE_SEQ, 4, 100);
	fake_put(fake, SOCK(0) + TP_SND_UNA, 4, 30);
	fake_put(fake, SOCK(0) + SK_OWNED, 4, 1);
	sock = sock_read(machine, SOCK(0));
	assert_int_equal(sock.kind, PK_SOCK_FULL);
	assert_int_equal(sock.rx_queue, 10);
	assert_int_equal(sock.tx_queue, 70);
	assert_true(sock.owned);
	assert_int_equal(sock.netns, 4026531840u);
	assert_string_equal(pk_endpoint_text(4, sock.tuple.saddr, sock.tuple.sport, text, 64),
			    "10.0.0.2:80");
	assert_string_equal(pk_endpoint_text(4, sock.tuple.daddr, sock.tuple.dport, text, 64),
			    "10.0.0.1:40000");
}

static void more_was_read_than_received(void **state)
{
	struct fake_machine *machine = *state;

	fake_net_sock(&machine->fake, SOCK(0), 1, 80, 40000);
	fake_put(&machine->fake, SOCK(0) + TP_COPIED, 4, 1); /* urgent data: the kernel prints 0 */
	assert_int_equal(sock_read(machine, SOCK(0)).rx_queue, 0);
}

static void a_listener_counts_connections(void **state)
{
	struct fake_machine *machine = *state;

	fake_net_sock(&machine->fake, SOCK(0), 10, 80, 0);
	fake_put(&machine->fake, SOCK(0) + SK_ACK_BACKLOG, 4, 3);
	assert_int_equal(sock_read(machine, SOCK(0)).kind, PK_SOCK_LISTEN);
	assert_int_equal(sock_read(machine, SOCK(0)).rx_queue, 3);
}

static void small_socks_have_no_queues(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_sock sock;

	fake_net_sock(fake, SOCK(0), 6, 80, 40000);
	fake_put(fake, SOCK(0) + TW_SUBSTATE, 1, 5);
	fake_put(fake, SOCK(0) + TP_WRITE_SEQ, 4, 100); /* another object's bytes */
	sock = sock_read(machine, SOCK(0));
	assert_int_equal(sock.kind, PK_SOCK_TIMEWAIT);
	assert_string_equal(pk_sock_state_name(&sock), "FIN_WAIT2");
	assert_int_equal(sock.tx_queue, 0);
	fake_net_sock(fake, SOCK(1), 12, 80, 40000);
	sock = sock_read(machine, SOCK(1));
	assert_int_equal(sock.kind, PK_SOCK_REQUEST);
	assert_string_equal(pk_sock_state_name(&sock), "SYN_RECV");
}

static void a_mapped_address_is_ipv4(void **state)
{
	static const uint8_t mapped[16] = {[10] = 0xff, [11] = 0xff, 10, 0, 0, 9};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_sock sock;

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_put(fake, SOCK(0) + 16, 2, 10);
	fake_put_bytes(fake, SOCK(0) + 56, mapped, 16);
	fake_put_bytes(fake, SOCK(0) + 72, mapped, 16);
	sock = sock_read(machine, SOCK(0));
	assert_int_equal(sock.socket_family, 6);
	assert_int_equal(sock.tuple.family, 4);
	assert_int_equal(sock.tuple.daddr[3], 9);
	assert_int_equal(sock.tuple.daddr[4], 0);
}

/* UDP's readers take the receive queue over into one of theirs: what comes later stands in the other. */
static void what_was_received_last(void **state)
{
	static const struct fake_member readers = {"struct udp_sock", "reader_queue", SK_RMEM,
						   .size = 24};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t old[] = {SKB(0), SKB(1)}, new[] = {SKB(2)};
	const struct pk_sock sock = {
		.addr = SOCK(0), .kind = PK_SOCK_FULL, .protocol = pk_udp.number};
	uint64_t skb;

	fake_members(fake, &readers, 1);
	fake_net_sock(fake, SOCK(0), 1, 80, 0);
	fake_net_queue(fake, SOCK(0) + SK_RMEM, NULL, 0);
	assert_int_equal(pk_sock_received_last(&machine->ctx, &sock, &skb), PK_OK);
	assert_int_equal(skb, 0);
	fake_net_queue(fake, SOCK(0) + SK_RMEM, old, 2);
	assert_int_equal(pk_sock_received_last(&machine->ctx, &sock, &skb), PK_OK);
	assert_int_equal(skb, SKB(1));
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, new, 1);
	assert_int_equal(pk_sock_received_last(&machine->ctx, &sock, &skb), PK_OK);
	assert_int_equal(skb, SKB(2));
	fake_put(fake, SKB(2), 8, SKB(1));
	assert_int_equal(pk_sock_received_last(&machine->ctx, &sock, &skb), PK_CORRUPT);
}

static void what_is_no_socket_is_corrupt(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_sock sock;

	fake_net_sock(&machine->fake, SOCK(0), 77, 80, 40000);
	assert_int_equal(pk_sock_read(&machine->ctx, &pk_tcp, SOCK(0), &sock), PK_CORRUPT);
	fake_put(&machine->fake, SOCK(0) + 18, 1, 1);
	fake_put(&machine->fake, SOCK(0) + 16, 2, 1); /* AF_UNIX */
	assert_int_equal(pk_sock_read(&machine->ctx, &pk_tcp, SOCK(0), &sock), PK_CORRUPT);
}

struct seen {
	uint64_t addrs[16];
	unsigned nr;
	struct pk_sock last;
};

static bool see_sock(const struct pk_sock *sock, void *arg)
{
	struct seen *seen = arg;

	assert_true(seen->nr < 16);
	seen->addrs[seen->nr++] = sock->addr;
	seen->last = *sock;
	return true;
}

static bool see_skb(uint64_t skb, enum pk_sock_queue queue, void *arg)
{
	struct seen *seen = arg;

	(void)queue;
	assert_true(seen->nr < 16);
	seen->addrs[seen->nr++] = skb;
	return true;
}

static void every_table_and_namespace(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t first[] = {SOCK(0), SOCK(1)}, second[] = {SOCK(2)}, third[] = {SOCK(3)};
	uint64_t other_net = FAKE_GLOBALS + 0x7000, other = FAKE_GLOBALS + 0x7200;
	struct seen seen = {0};

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_sock(fake, SOCK(1), 6, 80, 40001);
	fake_net_sock(fake, SOCK(2), 10, 80, 0);
	fake_net_sock(fake, SOCK(3), 1, 81, 40002);
	fake_net_chain(fake, FAKE_EHASH + 8, first, 2);
	fake_net_chain(fake, FAKE_LHASH + 8, second, 1);
	/* a namespace with a table of its own, one bucket and no listener */
	fake_put(fake, FAKE_INIT_NET + 16, 8, other_net + 16);
	fake_put(fake, other_net + 16, 8, FAKE_NET_LIST);
	fake_put(fake, other_net + 64 + 8, 8, other);
	fake_put(fake, other, 8, other + 128);
	fake_put(fake, other + 24, 8, other + 192);
	fake_put(fake, other + 192 + 8, 8, 1);
	fake_net_chain(fake, other + 128, third, 1);
	assert_int_equal(pk_socks_walk(&machine->ctx, see_sock, &seen), PK_OK);
	assert_int_equal(seen.nr, 4);
	assert_int_equal(seen.addrs[0], SOCK(0));
	assert_int_equal(seen.addrs[1], SOCK(1));
	assert_int_equal(seen.addrs[2], SOCK(2));
	assert_int_equal(seen.addrs[3], SOCK(3));
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* Of a module, and of a table of udp_table's form. */
static void tables_of_other_protocols(void **state)
{
	static const struct fake_member rows[] = {
		{"struct udp_table", "hash", 0, 8, .is_pointer = true},
		{"struct udp_table", "mask", 16, .size = 4},
		{"struct udp_hslot", "head", 0, .size = 8},
		{"struct sock", "sk_rmem_alloc", SK_RMEM, .size = 4},
		{"struct sock", "sk_wmem_alloc", SK_WMEM, .size = 4},
	};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t dccp[] = {SOCK(0)}, lite[] = {SOCK(1)};
	uint64_t info = FAKE_GLOBALS + 0x7000, table = FAKE_GLOBALS + 0x7200;
	struct seen seen = {0};

	fake_members(fake, rows, PK_ARRAY_SIZE(rows));
	fake_type(fake, "struct udp_hslot", 16);
	fake_symbol(fake, "dccp_hashinfo", info, 64);
	fake_symbol(fake, "udplite_table", table, 32);
	fake_net_sock(fake, SOCK(0), 2, 80, 40000);
	fake_net_sock(fake, SOCK(1), 7, 81, 0);
	fake_put(fake, SOCK(0) + SK_RMEM, 4, 2304);
	fake_put(fake, SOCK(1) + SK_WMEM, 4, 1);
	fake_put(fake, info, 8, info + 128);
	fake_net_chain(fake, info + 128, dccp, 1);
	fake_put(fake, info + 24, 8, info + 192);
	fake_put(fake, info + 192 + 8, 8, 1);
	fake_put(fake, table, 8, table + 128);
	fake_net_chain(fake, table + 128, lite, 1);
	assert_int_equal(pk_socks_walk(&machine->ctx, see_sock, &seen), PK_OK);
	assert_int_equal(seen.nr, 0);
	assert_true(pk_protocols_parse("udplite,dccp", &machine->ctx.protocols));
	assert_int_equal(pk_socks_walk(&machine->ctx, see_sock, &seen), PK_OK);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(seen.addrs[0], SOCK(1));
	assert_int_equal(seen.addrs[1], SOCK(0));
	assert_string_equal(pk_sock_state_name(&seen.last), "REQUESTING");
	assert_int_equal(seen.last.rx_queue, 2304);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void a_chain_that_comes_back_ends(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t chain[] = {SOCK(0), SOCK(1)};
	struct seen seen = {0};

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_sock(fake, SOCK(1), 1, 80, 40001);
	fake_net_chain(fake, FAKE_EHASH, chain, 2);
	fake_put(fake, SOCK(1) + 24, 8, SOCK(0) + 24);
	assert_int_equal(pk_socks_walk(&machine->ctx, see_sock, &seen), PK_OK);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

static void a_missing_table_costs_itself(void **state)
{
	struct fake_machine *machine = *state;
	const uint64_t listener[] = {SOCK(0)};
	struct seen seen = {0};

	fake_net_sock(&machine->fake, SOCK(0), 10, 80, 0);
	fake_net_chain(&machine->fake, FAKE_LHASH + 8, listener, 1);
	fake_put(&machine->fake, FAKE_HASHINFO, 8, 0xffff999900000000ull);
	assert_int_equal(pk_socks_walk(&machine->ctx, see_sock, &seen), PK_OK);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(machine->ctx.nr_warnings, 1);
}

static struct seen queue(struct fake_machine *machine, enum pk_sock_queue which,
			 enum pk_status expect)
{
	const struct pk_sock sock = {.addr = SOCK(0), .protocol = pk_tcp.number};
	struct seen seen = {0};

	assert_int_equal(pk_sock_queue_walk(&machine->ctx, &sock, which, see_skb, &seen), expect);
	return seen;
}

static void lists_in_order(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t skbs[] = {SKB(2), SKB(0), SKB(1)};
	struct seen seen;

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, skbs, 3);
	seen = queue(machine, PK_QUEUE_RECEIVE, PK_OK);
	assert_int_equal(seen.nr, 3);
	assert_memory_equal(seen.addrs, skbs, sizeof(skbs));
	assert_int_equal(queue(machine, PK_QUEUE_WRITE, PK_OK).nr, 0);
	fake_put(fake, SOCK(0) + SK_BACKLOG, 8, SKB(3));
	fake_put(fake, SKB(3), 8, SKB(4));
	fake_put(fake, SKB(4), 8, 0);
	assert_int_equal(queue(machine, PK_QUEUE_BACKLOG, PK_OK).nr, 2);
	assert_int_equal(sock_read(machine, SOCK(0)).qlen[PK_QUEUE_RECEIVE], 3);
	assert_int_equal(sock_read(machine, SOCK(0)).qlen[PK_QUEUE_BACKLOG], 2);
}

static void node(struct fake_target *fake, uint64_t skb, uint64_t left, uint64_t right)
{
	fake_put(fake, skb + 8, 8, right);
	fake_put(fake, skb + 16, 8, left);
}

static void trees_in_order_of_sequence(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct seen seen;

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_put(fake, SOCK(0) + SK_RTX, 8, SKB(2));
	node(fake, SKB(2), SKB(1), SKB(4));
	node(fake, SKB(1), SKB(0), 0);
	node(fake, SKB(4), SKB(3), 0);
	seen = queue(machine, PK_QUEUE_RTX, PK_OK);
	assert_int_equal(seen.nr, 5);
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(seen.addrs[i], SKB(i));
}

static void damage_ends_a_queue(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t skbs[] = {SKB(0), SKB(1)};

	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_queue(fake, SOCK(0) + SK_RECEIVE, skbs, 2);
	fake_put(fake, SKB(1), 8, SKB(0)); /* a cycle without the head */
	assert_int_equal(queue(machine, PK_QUEUE_RECEIVE, PK_CORRUPT).nr, 2);
	fake_put(fake, SKB(1), 8, 0x4141414141414141ull);
	assert_int_equal(queue(machine, PK_QUEUE_RECEIVE, PK_CORRUPT).nr, 3);
	fake_put(fake, SKB(1), 8, 0xffff888666666000ull); /* a page that the dump lacks */
	assert_int_equal(queue(machine, PK_QUEUE_RECEIVE, PK_UNREADABLE).nr, 3);
	fake_put(fake, SOCK(0) + SK_RTX, 8, SKB(2)); /* a node that is its own child */
	node(fake, SKB(2), SKB(2), 0);
	assert_int_equal(queue(machine, PK_QUEUE_RTX, PK_CORRUPT).nr, 0);
}

/* Up to 4.14 sent and unsent share the write queue; sk_send_head parts them. */
static void one_queue_for_sent_and_unsent(void **state)
{
	static const struct fake_member send_head[] = {
		{"struct sock", "sk_send_head", SK_RTX, .size = 8}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const uint64_t skbs[] = {SKB(0), SKB(1), SKB(2)};

	for (size_t i = 0; i < fake->nr_members; i++)
		if (!strcmp(fake->members[i].path, "tcp_rtx_queue"))
			fake->members[i].path = "gone";
	fake_members(fake, send_head, 1);
	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_net_queue(fake, SOCK(0) + SK_WRITE, skbs, 3);
	fake_put(fake, SOCK(0) + SK_RTX, 8, SKB(1));
	assert_int_equal(queue(machine, PK_QUEUE_RTX, PK_OK).nr, 1);
	assert_int_equal(queue(machine, PK_QUEUE_WRITE, PK_OK).nr, 2);
	fake_put(fake, SOCK(0) + SK_RTX, 8, 0);
	assert_int_equal(queue(machine, PK_QUEUE_RTX, PK_OK).nr, 3);
	assert_int_equal(queue(machine, PK_QUEUE_WRITE, PK_OK).nr, 0);
}

#define JIFFIES (FAKE_GLOBALS + 0xa000)
#define CLOCK (FAKE_GLOBALS + 0xa100)
#define SK_PENDING 908
#define SK_RETRANSMITS 909
#define SK_TIMEOUT 912
#define NOW 0x100000000ull

static const struct fake_member timer_members[] = {
	{"struct inet_connection_sock", "icsk_pending", SK_PENDING, .size = 1},
	{"struct inet_connection_sock", "icsk_retransmits", SK_RETRANSMITS, .size = 1},
	{"struct inet_connection_sock", "icsk_timeout", SK_TIMEOUT, .size = 8},
	{"struct clocksource", "mult", 0, .size = 4},
	{"struct clocksource", "shift", 4, .size = 4},
};

/* In ms: a jiffy has 4 of them. What no machine waits for is damage, as soon as ms do not fit. */
static void when_its_timer_expires(void **state)
{
	static const int64_t most = INT64_MAX / 1000;
	static const struct {
		int64_t in; /* jiffies */
		enum pk_status status;
	} rows[] = {
		{50, PK_OK},
		{-50, PK_OK},
		{most, PK_OK},
		{most + 1, PK_CORRUPT},
		{-most, PK_OK},
		{-most - 1, PK_CORRUPT},
		{INT64_MAX, PK_CORRUPT},
		{INT64_MIN, PK_CORRUPT},
	};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_members(fake, timer_members, ARRAY_SIZE(timer_members));
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 64);
	fake_put(fake, JIFFIES, 8, NOW);
	fake_put(fake, CLOCK, 4, 4000000);
	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_put(fake, SOCK(0) + SK_PENDING, 1, 1);
	fake_put(fake, SOCK(0) + SK_RETRANSMITS, 1, 3);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct pk_sock sock = sock_read(machine, SOCK(0));
		struct pk_sock_info info;

		fake_put(fake, SOCK(0) + SK_TIMEOUT, 8, NOW + (uint64_t)rows[i].in);
		pk_sock_info_read(&machine->ctx, &sock, &info);
		assert_int_equal(info.timer, PK_TIMER_ON);
		assert_int_equal(info.timer_status, rows[i].status);
		if (rows[i].status != PK_OK)
			continue;
		assert_int_equal(info.timer_ms, rows[i].in * 1000 / 250);
		assert_int_equal(info.timer_tries, 3);
	}
}

static struct pk_figure word_of(struct fake_machine *machine, const char *key)
{
	const struct pk_sock sock = sock_read(machine, SOCK(0));
	const struct pk_info_word *words = pk_protocol_of_sock(&sock)->sockets->words;
	struct pk_sock_info info;

	pk_sock_info_read(&machine->ctx, &sock, &info);
	for (unsigned i = 0; words[i].key; i++)
		if (!strcmp(words[i].key, key))
			return info.words[i];
	fail_msg("no word %s", key);
	return pk_figure_none(PK_ABSENT);
}

/* Up to 4.19 rates of pacing are 32 bits, all ones where there is no limit; later a long. */
static void no_limit_of_pacing(void **state)
{
	static const struct fake_member pacing_members[] = {
		{"struct sock", "sk_pacing_rate", 916, .size = 4},
		{"struct sock", "sk_max_pacing_rate", 920, .size = 8},
	};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_members(fake, timer_members, ARRAY_SIZE(timer_members));
	fake_members(fake, pacing_members, ARRAY_SIZE(pacing_members));
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 64);
	fake_put(fake, JIFFIES, 8, NOW);
	fake_put(fake, CLOCK, 4, 4000000);
	fake_net_sock(fake, SOCK(0), 1, 80, 40000);
	fake_put(fake, SOCK(0) + 916, 4, UINT32_MAX);
	fake_put(fake, SOCK(0) + 920, 8, UINT32_MAX);
	assert_int_equal(word_of(machine, "pacing_bps").status, PK_ABSENT);
	assert_int_equal(word_of(machine, "max_pacing_bps").value, 8ull * UINT32_MAX);
	fake_put(fake, SOCK(0) + 916, 4, 1000);
	fake_put(fake, SOCK(0) + 920, 8, UINT64_MAX);
	assert_int_equal(word_of(machine, "pacing_bps").value, 8000);
	assert_int_equal(word_of(machine, "max_pacing_bps").status, PK_ABSENT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_connection),
		TEST(more_was_read_than_received),
		TEST(a_listener_counts_connections),
		TEST(small_socks_have_no_queues),
		TEST(a_mapped_address_is_ipv4),
		TEST(what_was_received_last),
		TEST(what_is_no_socket_is_corrupt),
		TEST(every_table_and_namespace),
		TEST(tables_of_other_protocols),
		TEST(a_chain_that_comes_back_ends),
		TEST(a_missing_table_costs_itself),
		TEST(lists_in_order),
		TEST(trees_in_order_of_sequence),
		TEST(damage_ends_a_queue),
		TEST(one_queue_for_sent_and_unsent),
		TEST(when_its_timer_expires),
		TEST(no_limit_of_pacing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
