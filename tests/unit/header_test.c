// SPDX-License-Identifier: GPL-3.0-or-later
/* Headers of packets that carry others, and are carried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "protocol/protocol.h"

/* Bytes that may be ESP's are no more than that until something else says so. */
static void udp_header_of_esp(void **state)
{
	uint8_t bytes[] = {0x11, 0x94, 0x11, 0x94, 0, 48, 0, 0, 0, 0, 0x70, 1, 0, 0, 0, 5};
	const struct pk_header_bytes wire = {bytes, NULL, sizeof(bytes)};
	struct pk_header header = {.tuple_known = true}, plain, other, inner;
	uint8_t built[PK_MAX_BUILT] = {0};
	uint32_t len;

	(void)state;
	assert_true(pk_udp.parse(&wire, &header, &len));
	assert_true(header.protocol == pk_udp.number && header.spi_may_be && !header.spi_known);
	plain = other = header;
	assert_true(pk_header_wrap(&header));
	assert_true(header.protocol == pk_esp.number && header.below == pk_udp.number);
	assert_true(header.spi_known && header.spi == 0x7001 && header.esp_number == 5);
	assert_true(header.payload_len == 32 && pk_header_has_ports(&header));
	assert_false(pk_header_wrap(&header));
	/* what the wire has is the same packet, and another is not */
	assert_false(pk_headers_differ(&header, &plain));
	assert_true(pk_header_is_carried(&header, &plain));
	inner = plain;
	inner.tuple.dport = 7;
	assert_false(pk_header_is_carried(&header, &inner));
	other.esp_number++;
	assert_true(pk_headers_differ(&header, &other));
	other.protocol = pk_icmp.number;
	assert_true(pk_headers_differ(&header, &other));
	assert_false(pk_header_is_carried(&header, &other));
	/* all of it is written again */
	assert_int_equal(pk_header_len_min(&header), sizeof(bytes));
	pk_header_build(&header, built, NULL);
	assert_memory_equal(built, bytes, 6);
	assert_memory_equal(built + 8, bytes + 8, 8);
	/* IKE; a keepalive */
	memset(bytes + 8, 0, 4);
	assert_true(pk_udp.parse(&wire, &header, &len));
	assert_false(header.spi_may_be);
	bytes[5] = 9;
	bytes[8] = 0xff;
	assert_true(pk_udp.parse(&wire, &header, &len));
	assert_false(header.spi_may_be);
}

/* Of two packets in one skb each has its own header. */
static void headers_of_two_protocols_do_not_mix(void **state)
{
	struct pk_packet packet = {.header.protocol = pk_gre.number};
	const struct pk_header inner = {.protocol = pk_tcp.number,
					.tuple = {.family = 4, .sport = 1, .dport = 2},
					.tuple_known = true,
					.flags_known = true};
	char flags[16];

	(void)state;
	pk_header_take(&packet, &inner, PK_TUPLE_EDGE);
	assert_false(packet.header.tuple_known);
	assert_false(packet.header.flags_known);
	packet.header.flags_known = true; /* should one ever come there */
	assert_string_equal(pk_flags_text(&packet.header, flags, sizeof(flags)), "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(udp_header_of_esp),
		cmocka_unit_test(headers_of_two_protocols_do_not_mix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
