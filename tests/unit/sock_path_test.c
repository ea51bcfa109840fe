// SPDX-License-Identifier: GPL-3.0-or-later
/* Why data waits below TCP, by devices and neighbours that are made up and a socket in a fake dump. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/explain/socks.h"
#include "fake_net.h"

#define SOCK FAKE_DIRECT
#define DST (FAKE_DIRECT + 0x8000)
#define NET 0xffffffff82001000ull
#define DEVICE(n) (FAKE_DIRECT + 0x9000 + 0x1000 * (uint64_t)(n))
#define PROTO (FAKE_DIRECT + 0xc000)
#define SK_DST 400
#define SK_QUEUED 408
#define SK_SNDBUF 412
#define SK_CAPS 416
#define SK_ERR_SOFT 424
#define SK_PENDING 428
#define SK_BACKOFF 429
#define SK_WND 432
#define SK_MSS 436
#define RT_FAMILY 100
#define RT_GW4 104

static const struct fake_member members[] = {
	{"struct sock", "sk_dst_cache", SK_DST, 8, .is_pointer = true},
	{"struct sock", "sk_wmem_queued", SK_QUEUED, 4, .is_signed = true},
	{"struct sock", "sk_sndbuf", SK_SNDBUF, 4, .is_signed = true},
	{"struct sock", "sk_route_caps", SK_CAPS, .size = 8},
	{"struct inet_connection_sock", "icsk_pending", SK_PENDING, .size = 1},
	{"struct inet_connection_sock", "icsk_backoff", SK_BACKOFF, .size = 1},
	{"struct tcp_sock", "snd_wnd", SK_WND, .size = 4},
	{"struct tcp_sock", "mss_cache", SK_MSS, .size = 4},
	{"struct sock", "sk_err_soft", SK_ERR_SOFT, 4, .is_signed = true},
	{"struct proto", "memory_allocated", 0, 8, .is_pointer = true},
	{"struct proto", "sysctl_mem", 8, 8, .is_pointer = true},
	{"struct dst_entry", "dev", 0, 8, .is_pointer = true},
	{"struct rtable", "rt_gw_family", RT_FAMILY, .size = 1},
	{"struct rtable", "rt_gw4", RT_GW4, .size = 4},
	{"struct rtable", "rt_gw6", RT_GW4, .size = 16},
	{"struct rt6_info", "rt6i_gateway", RT_GW4, .size = 16},
};

static const uint8_t peer[4] = {10, 0, 0, 1}, gateway[4] = {10, 9, 0, 1};

struct machine {
	struct fake_machine base;
	struct pk_tx_queue queues[2];
	struct pk_device list[2];
	struct pk_neighbour neighbours[2];
	struct pk_sock_paths paths;
	struct pk_sock sock;
	struct pk_sock_reasons reasons;
};

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_symbol(fake, "udp_prot", PROTO, 64);
	fake_put(fake, SOCK + SK_DST, 8, DST);
	fake_put(fake, SOCK + SK_QUEUED, 4, 60);
	fake_put(fake, SOCK + SK_SNDBUF, 4, 100);
	fake_put(fake, DST, 8, DEVICE(1));
	fake_put(fake, SOCK + SK_CAPS, 8, 0x4000);
	fake_put(fake, SOCK + SK_ERR_SOFT, 4, 113);
	pk_ctx_init(&machine.base.ctx, &fake->target);
	for (unsigned i = 0; i < 2; i++) {
		machine.queues[i].state.status = PK_OK;
		machine.list[i] = (struct pk_device){.addr = DEVICE(i),
						     .net = NET,
						     .name = {'e', 't', 'h', (char)('0' + i)},
						     .ifindex = {PK_OK, 3 + i},
						     .carrier = true,
						     .flags = {PK_OK, PK_IFF_UP},
						     .queues = machine.queues,
						     .nr_queues = 2};
		machine.neighbours[i] = (struct pk_neighbour){.net = NET,
							      .dev = {'e', 't', 'h', '1'},
							      .key_len = 4,
							      .state = {PK_OK, PK_NUD_INCOMPLETE}};
	}
	memcpy(machine.neighbours[0].key, peer, 4);
	memcpy(machine.neighbours[1].key, gateway, 4);
	machine.paths.devices.list = machine.list;
	machine.paths.devices.nr = 2;
	machine.paths.neighbours = machine.neighbours;
	machine.sock = (struct pk_sock){
		.addr = SOCK, .net = NET, .kind = PK_SOCK_FULL, .tx_queue = 60, .tuple.family = 4};
	memcpy(machine.sock.tuple.daddr, peer, 4);
	*state = &machine;
	return 0;
}

static void expect(struct machine *machine, const char *names)
{
	char text[200] = "";

	memset(&machine->reasons, 0, sizeof(machine->reasons));
	pk_sock_path_reasons(&machine->base.ctx, &machine->paths, &machine->sock,
			     &machine->reasons);
	for (unsigned i = 0; i < machine->reasons.nr; i++) {
		strcat(text, i ? " " : "");
		strcat(text, machine->reasons.list[i].name);
	}
	assert_string_equal(text, names);
}

static void nothing_to_say(void **state)
{
	struct machine *machine = *state;

	expect(machine, "");
	machine->paths.nr_neighbours = 2;
	machine->neighbours[0].state.value = 2; /* REACHABLE */
	expect(machine, "");
	machine->neighbours[0].state.status = PK_UNREADABLE;
	machine->neighbours[0].state.value = PK_NUD_FAILED;
	expect(machine, "");
}

static void the_device(void **state)
{
	struct machine *machine = *state;

	machine->list[0].carrier = false; /* another's */
	expect(machine, "");
	machine->list[1].carrier = false;
	expect(machine, "no-carrier");
	assert_string_equal(machine->reasons.list[0].text,
			    "the device of its route, eth1, has no carrier");
	machine->list[1].flags.status = PK_UNREADABLE;
	expect(machine, "");
	machine->queues[0].stopped_by_driver = true; /* one of two */
	expect(machine, "");
	machine->queues[1].stopped_by_stack = true;
	expect(machine, "device-stopped");
	machine->queues[1].stopped_by_stack = false;
	machine->list[1].qdiscs =
		(struct pk_qdisc_counts[]){{.id = "mq"},
					   {.id = "fq", .wake = PK_WAKE_MISSING, .qlen.value = 1},
					   {.id = "tbf", .wake = PK_WAKE_MISSING, .qlen.value = 2}};
	machine->list[1].nr_qdiscs = 3;
	machine->list[1].flags.status = PK_OK;
	machine->list[1].carrier = true;
	expect(machine, "qdisc-asleep");
	assert_string_equal(machine->reasons.list[0].text,
			    "qdisc fq of the device of its route, eth1, has 1 packet, and nothing "
			    "makes it send them");
	machine->list[1].nr_qdiscs = 0;
}

/* A route was looked for in vain: by its error alone it may be a neighbour that did not answer. */
static void a_search_in_vain(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, SOCK + SK_CAPS, 8, 0);
	expect(machine, "");
	fake_put(fake, SOCK + SK_DST, 8, 0);
	expect(machine, "no-route");
	assert_string_equal(machine->reasons.list[0].text,
			    "no route to its peer was found (error 113)");
	fake_put(fake, SOCK + SK_ERR_SOFT, 4, 0);
	expect(machine, "");
	fake_put(fake, SOCK + SK_ERR_SOFT, 4, 113);
	fake_put(fake, SOCK + SK_CAPS, 8, 0x4000);
	expect(machine, "");
}

/* Its probe timer runs, and the window is open. */
static void probes_without_a_route(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	machine->sock.protocol = 6;
	machine->sock.snd_una = machine->sock.snd_nxt = 1000;
	machine->sock.write_seq = 4000;
	fake_put(fake, SOCK + SK_PENDING, 1, 3);
	fake_put(fake, SOCK + SK_BACKOFF, 1, 1);
	fake_put(fake, SOCK + SK_WND, 4, 500);
	fake_put(fake, SOCK + SK_MSS, 4, 500);
	expect(machine, "");
	fake_put(fake, SOCK + SK_DST, 8, 0);
	expect(machine, "no-route");
	fake_put(fake, SOCK + SK_WND, 4, 499);
	expect(machine, "");
	fake_put(fake, SOCK + SK_WND, 4, 500);
	fake_put(fake, SOCK + SK_BACKOFF, 1, 0);
	expect(machine, "");
	fake_put(fake, SOCK + SK_BACKOFF, 1, 1);
	fake_put(fake, SOCK + SK_PENDING, 1, 1);
	expect(machine, "");
}

static void a_device_that_is_down(void **state)
{
	struct machine *machine = *state;

	machine->list[0].flags.value = 0;
	expect(machine, "");
	machine->list[1].flags.value = 0;
	expect(machine, "device-down");
	assert_string_equal(machine->reasons.list[0].text,
			    "the device of its route, eth1, is down");
	machine->list[1].flags.status = PK_UNREADABLE;
	expect(machine, "");
	/* Without a route: the one that it is bound to, in its own namespace. */
	fake_put(&machine->base.fake, SOCK + SK_DST, 8, 0);
	expect(machine, "");
	machine->sock.bound_dev_if = 3;
	expect(machine, "device-down");
	assert_string_equal(machine->reasons.list[0].text,
			    "the device that it is bound to, eth0, is down");
	machine->list[0].net = NET + 8;
	expect(machine, "");
}

static void the_next_hop(void **state)
{
	struct machine *machine = *state;

	machine->paths.nr_neighbours = 2;
	expect(machine, "no-neighbour");
	assert_string_equal(machine->reasons.list[0].text,
			    "the neighbour 10.0.0.1 on eth1 does not answer (INCOMPLETE)");
	/* By a gateway: that one alone is asked. */
	fake_put(&machine->base.fake, DST + RT_FAMILY, 1, 2);
	fake_put_bytes(&machine->base.fake, DST + RT_GW4, gateway, 4);
	expect(machine, "no-neighbour");
	machine->neighbours[1].state.value = 2;
	expect(machine, "");
	machine->neighbours[1].state.value = PK_NUD_FAILED;
	machine->neighbours[1].net++; /* another namespace's */
	expect(machine, "");
}

/* A gateway of IPv6, of either family's route; without one it is the peer. All sixteen bytes count. */
static void the_next_hop_by_v6(void **state)
{
	static const uint8_t next[16] = {0xfe, 0x80, [15] = 7}, other[16] = {0xfe, 0x80, [15] = 8};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	machine->paths.nr_neighbours = 2;
	for (unsigned i = 0; i < 2; i++) {
		machine->neighbours[i].key_len = 16;
		memcpy(machine->neighbours[i].key, i ? next : other, 16);
	}
	fake_put(fake, DST + RT_FAMILY, 1, 10);
	fake_put_bytes(fake, DST + RT_GW4, next, 16);
	expect(machine, "no-neighbour");
	assert_string_equal(machine->reasons.list[0].text,
			    "the neighbour fe80::7 on eth1 does not answer (INCOMPLETE)");
	machine->sock.tuple.family = 6;
	memcpy(machine->sock.tuple.daddr, other, 16);
	expect(machine, "no-neighbour");
	assert_non_null(strstr(machine->reasons.list[0].text, "fe80::7"));
	fake_put_bytes(fake, DST + RT_GW4, (const uint8_t[16]){0}, 16);
	expect(machine, "no-neighbour");
	assert_non_null(strstr(machine->reasons.list[0].text, "fe80::8"));
	fake_put(fake, DST + RT_GW4 + 15, 1, 7); /* ::7, whom nobody asks */
	expect(machine, "");
}

/* The route was given up: the peer is the only neighbour of its address, or nothing is said. */
static void no_route(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->base.fake, SOCK + SK_DST, 8, 0);
	machine->list[1].carrier = false;
	expect(machine, "");
	machine->paths.nr_neighbours = 2;
	expect(machine, "no-carrier no-neighbour");
	memcpy(machine->neighbours[1].key, peer, 4);
	expect(machine, "");
}

static void memory(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->base.fake, SOCK + SK_QUEUED, 4, 66); /* 34 are free, and 33 must be */
	expect(machine, "");
	fake_put(&machine->base.fake, SOCK + SK_QUEUED, 4, 68);
	expect(machine, "send-buffer-full");
	fake_put(&machine->base.fake, SOCK + SK_QUEUED, 4, (uint32_t)-5); /* damage */
	machine->paths.pressure = true;
	expect(machine, "memory-pressure");
	machine->sock.tx_queue = 0; /* nothing waits */
	expect(machine, "");
}

/* udp_mem, of whom something waits or was dropped. What is TCP's alone is not asked. */
static void datagrams(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const uint32_t mem[] = {10, 20, 30};

	machine->sock.protocol = 17;
	machine->paths.pressure = true;
	fake_put(fake, SOCK + SK_QUEUED, 4, 99);
	fake_put(fake, SOCK + SK_CAPS, 8, 0);
	expect(machine, "");
	fake_put(fake, PROTO, 8, PROTO + 64);
	fake_put(fake, PROTO + 8, 8, PROTO + 72);
	for (unsigned i = 0; i < 3; i++)
		fake_put(fake, PROTO + 72 + 8 * i, 8, mem[i]);
	fake_put(fake, PROTO + 64, 8, 29);
	expect(machine, "");
	fake_put(fake, PROTO + 64, 8, 30);
	expect(machine, "memory-limit");
	assert_string_equal(
		machine->reasons.list[0].text,
		"the memory of all UDP sockets is at its limit (udp_mem: 30 of 30 pages)");
	machine->sock.tx_queue = 0;
	expect(machine, "");
	machine->sock.drops.value = 1;
	expect(machine, "memory-limit");
	machine->sock.tx_queue = 60;
	machine->list[1].carrier = false;
	expect(machine, "memory-limit no-carrier");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_to_say),
		TEST(the_device),
		TEST(probes_without_a_route),
		TEST(a_search_in_vain),
		TEST(nothing_to_say),
		TEST(the_device),
		TEST(a_device_that_is_down),
		TEST(nothing_to_say),
		TEST(the_device),
		TEST(the_next_hop),
		TEST(the_next_hop_by_v6),
		TEST(no_route),
		TEST(memory),
		TEST(datagrams),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
