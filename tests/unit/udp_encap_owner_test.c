// SPDX-License-Identifier: GPL-3.0-or-later
/* ESP in UDP, told by the socket that would take it out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/lives/queued_packets.h"
#include "fake_net.h"
#include "protocol/protocol.h"

#define SOCK(n) (FAKE_GLOBALS + 0x8000 + 0x100 * (uint64_t)(n))
#define DEVICE (FAKE_GLOBALS + 0x9000)
#define IN_DEVICE (DEVICE + 0x100)
#define ADDRESS(n) (DEVICE + 0x200 + 0x100 * (uint64_t)(n))
#define OTHER_NET (FAKE_INIT_NET + 8)

static const struct fake_member members[] = {
	{"struct udp_sock", "encap_type", 16, .size = 1},
	{"struct net_device", "ip_ptr", 16, .size = 8},
	{"struct in_device", "ifa_list", 8, .size = 8},
	{"struct in_ifaddr", "ifa_next", 16, .size = 8},
	{"struct in_ifaddr", "ifa_local", 24, .size = 4},
	{"struct net_device", "ip6_ptr", 24, .size = 8},
	{"struct inet6_dev", "addr_list", 8, .size = 16},
	{"struct inet6_ifaddr", "if_list", 16, .size = 16},
	{"struct inet6_ifaddr", "addr", 32, .size = 16},
};

struct machine {
	struct fake_machine *fake;
	struct pk_queued_packets memory;
	struct pk_udp_encap_owners takers;
	struct pk_sock socks[2];
	struct pk_net_device device;
};

static void add_sock(struct machine *machine, unsigned i, uint8_t encap)
{
	struct pk_sock *sock = &machine->socks[i];

	*sock = (struct pk_sock){
		.addr = SOCK(i),
		.protocol = pk_udp.number,
		.kind = PK_SOCK_FULL,
		.socket_family = 4,
		.net = FAKE_INIT_NET,
		.tuple = {.family = 4, .sport = 4500},
	};
	fake_put(&machine->fake->fake, SOCK(i) + 16, 1, encap);
	assert_true(pk_hash_put(&machine->memory.socks, sock->addr, sock));
}

/* Its device has two addresses of IPv4: 10.0.0.1 and 10.0.0.2; and fd00::2. */
static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake;

	machine = (struct machine){.fake = fake_net_machine(members, ARRAY_SIZE(members))};
	fake = &machine.fake->fake;
	fake_put(fake, DEVICE + 16, 8, IN_DEVICE);
	fake_put(fake, DEVICE + 24, 8, IN_DEVICE + 0x40);
	fake_put(fake, IN_DEVICE + 8, 8, ADDRESS(0));
	fake_put(fake, ADDRESS(0) + 16, 8, ADDRESS(1));
	fake_put(fake, ADDRESS(0) + 24, 4, 0x0100000a);
	fake_put(fake, ADDRESS(1) + 16, 8, 0);
	fake_put(fake, ADDRESS(1) + 24, 4, 0x0200000a);
	fake_put(fake, IN_DEVICE + 0x48, 8, ADDRESS(2) + 16);
	fake_put(fake, ADDRESS(2) + 16, 8, IN_DEVICE + 0x48);
	fake_put(fake, ADDRESS(2) + 32, 2, 0x00fd);
	fake_put(fake, ADDRESS(2) + 46, 2, 0x0200);
	machine.device = (struct pk_net_device){.addr = DEVICE, .net = FAKE_INIT_NET};
	machine.memory.devices = &machine.device;
	machine.memory.nr_devices = 1;
	add_sock(&machine, 0, 2);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;
	void *fake = machine->fake;

	pk_hash_deinit(&machine->memory.socks, NULL);
	pk_udp_encap_owners_deinit(&machine->takers);
	return fake_machine_teardown(&fake);
}

static struct pk_header datagram(void)
{
	return (struct pk_header){
		.tuple = {.family = 4,
			  .saddr = {10, 0, 0, 9},
			  .daddr = {10, 0, 0, 2},
			  .sport = 4500,
			  .dport = 4500},
		.protocol = pk_udp.number,
		.payload_len = 80,
		.spi = 0x7700,
		.spi_may_be = true,
		.tuple_known = true,
		.len_known = true,
	};
}

static bool is_esp(struct machine *machine, struct pk_header header)
{
	const struct pk_skb skb = {.dev = DEVICE};

	pk_udp_encap_unveil(&machine->fake->ctx, &machine->memory, &machine->takers, &skb, &header);
	return header.protocol == pk_esp.number && header.below == pk_udp.number;
}

static void by_the_only_socket(void **state)
{
	struct machine *machine = *state;
	struct pk_header other = datagram();

	assert_true(is_esp(machine, datagram()));
	other.spi_may_be = false; /* IKE, or a keepalive */
	assert_false(is_esp(machine, other));
	other = datagram();
	other.tuple.dport = 4501;
	assert_false(is_esp(machine, other));
	other = datagram();
	other.tuple.daddr[3] = 3; /* passes through */
	assert_false(is_esp(machine, other));
	other = datagram();
	other.tuple.family = 6;
	assert_false(is_esp(machine, other));
	assert_int_equal(machine->fake->ctx.nr_warnings, 0);
}

static void over_ipv6(void **state)
{
	struct machine *machine = *state;
	struct pk_header header = datagram();

	header.tuple.family = machine->socks[0].tuple.family = machine->socks[0].socket_family = 6;
	memset(header.tuple.daddr, 0, sizeof(header.tuple.daddr));
	header.tuple.daddr[0] = 0xfd;
	header.tuple.daddr[15] = 2;
	assert_true(is_esp(machine, header));
	header.tuple.daddr[15] = 1;
	assert_false(is_esp(machine, header));
	/* It takes IPv4 too, and as what is not known. */
	assert_false(is_esp(machine, datagram()));
}

/* Another socket may get it, which takes nothing out. */
static void by_no_other(void **state)
{
	struct machine *machine = *state;

	add_sock(machine, 1, 0);
	assert_false(is_esp(machine, datagram()));
	machine->socks[1].tuple.saddr[0] = 11; /* it is at another address */
	assert_true(is_esp(machine, datagram()));
	machine->socks[1].tuple.saddr[0] = 0;
	machine->socks[1].tuple.dport = 7; /* it speaks with another */
	assert_true(is_esp(machine, datagram()));
	machine->memory.socks_missing = true;
	assert_false(is_esp(machine, datagram()));
}

static void elsewhere(void **state)
{
	struct machine *machine = *state;

	machine->device.net = OTHER_NET;
	assert_false(is_esp(machine, datagram()));
	machine->device.net = FAKE_INIT_NET;
	machine->device.addr = DEVICE + 8;
	assert_false(is_esp(machine, datagram()));
	machine->device.addr = DEVICE;
	machine->socks[0].bound_dev_if = 3;
	assert_false(is_esp(machine, datagram()));
}

static void damage(void **state)
{
	struct machine *machine = *state;
	struct pk_header header = datagram();

	header.tuple.daddr[3] = 3;
	fake_put(&machine->fake->fake, ADDRESS(1) + 16, 8, ADDRESS(0)); /* round and round */
	assert_false(is_esp(machine, header));
	assert_false(is_esp(machine, header));
	assert_non_null(strstr(machine->fake->ctx.warnings[0], "addresses of device"));
	assert_true(is_esp(machine, datagram()));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_the_only_socket, setup, teardown),
		cmocka_unit_test_setup_teardown(over_ipv6, setup, teardown),
		cmocka_unit_test_setup_teardown(by_no_other, setup, teardown),
		cmocka_unit_test_setup_teardown(elsewhere, setup, teardown),
		cmocka_unit_test_setup_teardown(damage, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
