// SPDX-License-Identifier: GPL-3.0-or-later
/* ESP in UDP, told by IPsec's states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/lives/packets.h"
#include "decode/net/ipsec/xfrm.h"
#include "fake_xfrm.h"
#include "protocol/protocol.h"

#define NR 4

/* What each test changes is one that does not count. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(fake_xfrm_members, XFRM_NR_MEMBERS);

	fake_xfrm_states(&machine->fake, NR);
	*state = machine;
	return 0;
}

static struct pk_header datagram(uint32_t spi)
{
	return (struct pk_header){
		.tuple = {.family = 4,
			  .saddr = {10, 0, 0, 1},
			  .daddr = {10, 0, 0, 2},
			  .sport = 4500,
			  .dport = 4500},
		.protocol = pk_udp.number,
		.payload_len = 80,
		.spi = spi,
		.esp_number = 5,
		.spi_may_be = true,
		.tuple_known = true,
		.len_known = true,
	};
}

static bool is_esp(struct fake_machine *machine, struct pk_header header)
{
	pk_xfrm_unveil(&machine->ctx, &header);
	if (header.protocol == pk_udp.number)
		return false;
	assert_true(header.protocol == pk_esp.number && header.below == pk_udp.number);
	assert_true(header.spi_known && header.esp_number == 5 && header.payload_len == 72);
	return true;
}

static void by_destination_and_spi(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_header other = datagram(0x7701);

	assert_true(is_esp(machine, datagram(0x7700)));
	assert_true(is_esp(machine, datagram(0x7703)));
	assert_false(is_esp(machine, datagram(0x7704)));
	/* It comes from somewhere else now: the receiver knows it all the same. */
	other.tuple.saddr[3] = 9;
	other.tuple.sport = 4501;
	assert_true(is_esp(machine, other));
	other.tuple.dport = 4501;
	assert_false(is_esp(machine, other));
	other = datagram(0x7701);
	other.tuple.daddr[3] = 3;
	assert_false(is_esp(machine, other));
	other = datagram(0x7701);
	other.tuple.family = 6;
	assert_false(is_esp(machine, other));
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* What nobody knows to be the header, or to have an SPI. */
static void by_what_is_known(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_header header = datagram(0x7700);

	header.spi_may_be = false; /* IKE, a keepalive, bytes that were not read */
	assert_false(is_esp(machine, header));
	header = datagram(0x7700);
	header.unproven = true;
	assert_false(is_esp(machine, header));
	header = datagram(0x7700);
	header.fragment = true;
	assert_false(is_esp(machine, header));
	header = datagram(0x7700);
	machine->ctx.last_boot = (const struct pk_last_boot *)machine;
	assert_false(is_esp(machine, header));
	machine->ctx.last_boot = NULL;
	assert_true(is_esp(machine, header));
}

static void states_that_are_none(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, XFRM_STATE(0) + 72, 8, 0);
	fake_put(&machine->fake, XFRM_ENCAP(1), 2, 7); /* in TCP */
	fake_put(&machine->fake, XFRM_STATE(2) + 33, 1, 51); /* AH */
	fake_put(&machine->fake, XFRM_STATE(3) + 32, 1, 5); /* dead */
	for (unsigned i = 0; i < NR; i++)
		assert_false(is_esp(machine, datagram(0x7700 + i)));
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

/* What lies before the damage counts, and what cannot be read is said. */
static void damage(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, XFRM_STATE(1) + 72, 8, 0x1000);
	fake_link(&machine->fake, XFRM_LINK(2), XFRM_LINK(1)); /* round and round */
	assert_true(is_esp(machine, datagram(0x7700)));
	assert_false(is_esp(machine, datagram(0x7701)));
	assert_true(is_esp(machine, datagram(0x7702)));
	assert_non_null(strstr(machine->ctx.warnings[0], "IPsec state"));
	assert_non_null(strstr(machine->ctx.warnings[1], "IPsec states of namespace"));
	/* Read once. */
	fake_put(&machine->fake, XFRM_STATE(0) + 72, 8, 0);
	assert_true(is_esp(machine, datagram(0x7700)));
}

static void no_ipsec(void **state)
{
	struct fake_machine *machine = fake_net_machine(fake_xfrm_members + 1, XFRM_NR_MEMBERS - 1);

	assert_false(is_esp(machine, datagram(0x7700)));
	assert_int_equal(machine->ctx.nr_warnings, 0);
	*state = machine;
}

/* A packet that was UDP, as far as anybody knew. */
static void told_later(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_packet packet = {.dir = PK_TX, .header = datagram(0x7700)};
	struct pk_header esp = datagram(0x7700);

	packet.header.spi_may_be = false;
	pk_xfrm_unveil(&machine->ctx, &esp);
	pk_header_take(&packet, &esp, PK_TUPLE_SKB);
	assert_int_equal(packet.header.protocol, pk_esp.number);
	assert_true(packet.header.spi_known && packet.header.spi == 0x7700);
	assert_int_equal(packet.header.payload_len, 72);
	/* Another's: and what is sent inside is UDP, too. */
	packet.header = datagram(0x7700);
	packet.header.tuple.sport = 7;
	pk_header_take(&packet, &esp, PK_TUPLE_SKB);
	assert_int_equal(packet.header.protocol, pk_udp.number);
	packet.header = (struct pk_header){.protocol = pk_udp.number};
	pk_header_take(&packet, &esp, PK_TUPLE_SKB);
	assert_int_equal(packet.header.protocol, pk_udp.number);
	packet.dir = PK_RX;
	pk_header_take(&packet, &esp, PK_TUPLE_SKB);
	assert_int_equal(packet.header.protocol, pk_esp.number);
	assert_true(packet.header.tuple_known && packet.header.below == pk_udp.number);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_destination_and_spi, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(by_what_is_known, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(states_that_are_none, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_machine_teardown),
		cmocka_unit_test_teardown(no_ipsec, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(told_later, setup, fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
