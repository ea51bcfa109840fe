// SPDX-License-Identifier: GPL-3.0-or-later
/* Headers from wire bytes, skbs from memory, names of drop reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/skb/skb.h"
#include "fake_net.h"

#define SKB FAKE_DIRECT
#define HEAD (FAKE_DIRECT + 8192)

static int setup(void **state)
{
	static struct fake_machine machine;

	fake_net_init(&machine.fake);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	fake_net_slab(&machine.fake, FAKE_SKB, 0, 1);
	fake_net_skb(&machine.fake, SKB, HEAD, 40000, 80, 1000, 500);
	*state = &machine;
	return 0;
}

/* 10.0.2.100:1234 > 10.0.2.15:40001 [P.] seq 666 ack 509828091, 4 bytes. */
static const uint8_t ipv4[] = {0x45, 0x00, 0x00, 0x2c, 0x00, 0x01, 0x40, 0x00, 0x40, 0x06, 0x00,
			       0x00, 10,   0,	 2,    100,  10,   0,	 2,    15,   0x04, 0xd2,
			       0x9c, 0x41, 0,	 0,    0x02, 0x9a, 0x1e, 0x63, 0x5b, 0xfb, 0x50,
			       0x18, 0xff, 0xff, 0,    0,    0,	   0,	 'd',  'a',  't',  'a'};

static void ipv4_header(void **state)
{
	struct pk_wire_header wire;
	char text[64];

	(void)state;
	assert_true(pk_wire_header_parse(NULL, ipv4, sizeof(ipv4), &wire));
	assert_string_equal(
		pk_endpoint_text(4, wire.header.tuple.saddr, wire.header.tuple.sport, text, 64),
		"10.0.2.100:1234");
	assert_string_equal(
		pk_endpoint_text(4, wire.header.tuple.daddr, wire.header.tuple.dport, text, 64),
		"10.0.2.15:40001");
	assert_int_equal(wire.header.seq, 666);
	assert_int_equal(wire.header.ack, 0x1e635bfb);
	assert_int_equal(wire.header.flags, 0x18);
	assert_int_equal(wire.ip_len - wire.headers_len, 4);
}

static bool changed(size_t at, uint8_t value, size_t len)
{
	uint8_t bytes[sizeof(ipv4)];
	struct pk_wire_header wire;

	memcpy(bytes, ipv4, sizeof(bytes));
	bytes[at] = value;
	return pk_wire_header_parse(NULL, bytes, len, &wire);
}

static void what_cannot_be_a_header_is_none(void **state)
{
	const size_t whole = sizeof(ipv4);

	(void)state;
	assert_true(changed(1, 0, whole));
	assert_false(changed(0, 0x55, whole)); /* version 5 */
	assert_false(changed(0, 0x44, whole)); /* 16 bytes of IP header */
	assert_false(changed(0, 0x4f, whole)); /* options beyond the bytes */
	assert_false(changed(9, 17, whole)); /* UDP */
	assert_false(changed(7, 0x10, whole)); /* a later fragment */
	assert_false(changed(32, 0x40, whole)); /* 16 bytes of TCP header */
	assert_false(changed(32, 0xf0, whole)); /* TCP options beyond the datagram */
	assert_false(changed(3, 30, whole)); /* the datagram ends inside the headers */
	for (size_t len = 0; len < 40; len++)
		assert_false(changed(1, 0, len));
}

static void ports_must_be_set(void **state)
{
	uint8_t bytes[sizeof(ipv4)];
	struct pk_wire_header wire;

	(void)state;
	memcpy(bytes, ipv4, sizeof(bytes));
	bytes[20] = bytes[21] = 0;
	assert_false(pk_wire_header_parse(NULL, bytes, sizeof(bytes), &wire));
}

static size_t ipv6(uint8_t *bytes, uint8_t first, size_t extension)
{
	memset(bytes, 0, 40 + extension);
	bytes[0] = 0x60;
	bytes[5] = (uint8_t)(extension + 24);
	bytes[6] = first;
	bytes[23] = 1; /* ::1 */
	bytes[39] = 2;
	memcpy(bytes + 40 + extension, ipv4 + 20, 24);
	return 64 + extension;
}

static void ipv6_header(void **state)
{
	uint8_t bytes[128];
	struct pk_wire_header wire;
	size_t len = ipv6(bytes, 6, 0);

	(void)state;
	assert_true(pk_wire_header_parse(NULL, bytes, len, &wire));
	assert_int_equal(wire.header.tuple.family, 6);
	assert_int_equal(wire.header.tuple.saddr[15], 1);
	assert_int_equal(wire.header.tuple.daddr[15], 2);
	assert_int_equal(wire.header.tuple.dport, 40001);
	assert_int_equal(wire.offset, 40);
	assert_int_equal(wire.ip_len - wire.headers_len, 4);
}

static void ipv6_extension_headers(void **state)
{
	uint8_t bytes[128];
	struct pk_wire_header wire;
	size_t len = ipv6(bytes, 60, 16);

	(void)state;
	bytes[40] = 6;
	bytes[41] = 1; /* 16 bytes */
	assert_true(pk_wire_header_parse(NULL, bytes, len, &wire));
	assert_int_equal(wire.offset, 56);
	bytes[41] = 200; /* beyond the bytes */
	assert_false(pk_wire_header_parse(NULL, bytes, len, &wire));
	bytes[40] = 60; /* followed by itself for ever */
	bytes[41] = 0;
	bytes[48] = 60;
	assert_false(pk_wire_header_parse(NULL, bytes, len, &wire));
	bytes[6] = 44; /* a fragment */
	assert_false(pk_wire_header_parse(NULL, bytes, len, &wire));
}

/* Segments left: the end is the last of them, which is the first in the list. */
static void ipv6_segment_routing(void **state)
{
	uint8_t bytes[160];
	struct pk_wire_header wire;
	size_t len = ipv6(bytes, 43, 40);

	(void)state;
	memcpy(bytes + 40, (uint8_t[]){6, 4, 4, 1, 1}, 5);
	bytes[40 + 8 + 15] = 7; /* ::7, by way of ::2 */
	bytes[40 + 24 + 15] = 2;
	assert_true(pk_wire_header_parse(NULL, bytes, len, &wire));
	assert_int_equal(wire.header.tuple.daddr[15], 7);
	bytes[43] = 0; /* it has arrived: IP's own is the end */
	assert_true(pk_wire_header_parse(NULL, bytes, len, &wire));
	assert_int_equal(wire.header.tuple.daddr[15], 2);
	bytes[43] = 1;
	bytes[42] = 0; /* the source's route: the last of the list */
	assert_true(pk_wire_header_parse(NULL, bytes, len, &wire));
	assert_int_equal(wire.header.tuple.daddr[15], 2);
	bytes[42] = 3; /* of a kind whose addresses are compressed */
	assert_false(pk_wire_header_parse(NULL, bytes, len, &wire));
}

static struct pk_skb skb_read(struct fake_machine *machine)
{
	struct pk_skb skb;

	assert_int_equal(pk_skb_read(&machine->ctx, SKB, &skb), PK_OK);
	return skb;
}

static void a_received_skb(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_skb skb;

	fake_put(&machine->fake, SKB + 126, 1, 1 | 2 << 2 | 0xf0);
	fake_put(&machine->fake, SKB + SKB_NFCT, 8, 0xffff888000123402);
	skb = skb_read(machine);
	assert_int_equal(skb.nfct, 0xffff888000123402);
	assert_true(skb.header_valid);
	assert_int_equal(skb.header.tuple.sport, 40000);
	assert_int_equal(skb.header.tuple.dport, 80);
	assert_int_equal(skb.header.seq, 1000);
	assert_int_equal(skb.header.payload_len, 500);
	assert_int_equal(skb.protocol, 0x0800);
	assert_int_equal(skb.mark, 7);
	assert_true(skb.cloned);
	assert_int_equal(skb.fclone, 2);
	assert_true(skb.cb_valid);
	assert_int_equal(skb.cb.seq, 1000);
	assert_int_equal(skb.cb.end_seq, 1500);
	assert_int_equal(skb.cb.flags, 0x18);
}

/* A frame that waits to be sent: Ethernet's header 64 bytes behind the buffer's beginning, and nothing of IP's. */
static void macsecs_tag(void **state)
{
	static const uint8_t frame[] = {2,    0,    0,	  0,	0,    1,    2, 0, 0, 0,
					0,    2,    0x88, 0xe5, 0x2c, 5,    0, 0, 1, 0x2c,
					0xd2, 0x7e, 0x61, 0x17, 0x46, 0x99, 0, 1};
	struct fake_machine *machine = *state;
	struct pk_skb skb;

	for (uint32_t i = 0; i < sizeof(frame); i++)
		fake_put(&machine->fake, HEAD + 64 + i, 1, frame[i]);
	fake_put(&machine->fake, SKB + 176, 2, 0xe588);
	fake_put(&machine->fake, SKB + 182, 2, 64);
	skb = skb_read(machine);
	assert_false(skb.header_valid);
	assert_true(skb.header.sectag.known && skb.header.sectag.sci_known);
	assert_int_equal(skb.header.sectag.pn, 300);
	assert_true(skb.header.sectag.sci == 0xd27e611746990001);
	assert_int_equal(skb.header.sectag.short_len, 5);
	/* without an SCI, shorter */
	fake_put(&machine->fake, HEAD + 64 + 14, 1, 0x0d);
	fake_put(&machine->fake, SKB + 184, 4, 64 + 20);
	skb = skb_read(machine);
	assert_true(skb.header.sectag.known && !skb.header.sectag.sci_known);
	assert_int_equal(skb.header.sectag.tci_an, 0x0d);
	/* cut off; another version; an SCI that is not there; another type; past the buffer */
	fake_put(&machine->fake, SKB + 184, 4, 64 + 19);
	assert_false(skb_read(machine).header.sectag.known);
	fake_put(&machine->fake, SKB + 184, 4, 64 + 20);
	fake_put(&machine->fake, HEAD + 64 + 14, 1, 0x8d);
	assert_false(skb_read(machine).header.sectag.known);
	fake_put(&machine->fake, HEAD + 64 + 14, 1, 0x2d);
	assert_false(skb_read(machine).header.sectag.known);
	fake_put(&machine->fake, HEAD + 64 + 14, 1, 0x0d);
	fake_put(&machine->fake, HEAD + 64 + 13, 1, 0xe6);
	assert_false(skb_read(machine).header.sectag.known);
	fake_put(&machine->fake, HEAD + 64 + 13, 1, 0xe5);
	fake_put(&machine->fake, SKB + 182, 2, 0xfff0);
	assert_false(skb_read(machine).header.sectag.known);
}

static void a_queued_original_has_no_header(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, SKB + 180, 2, 0);
	fake_put(&machine->fake, SKB + 178, 2, 0xffff);
	assert_false(skb_read(machine).header_valid);
}

static void a_header_past_the_linear_part_is_none(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, SKB + 184, 4, 98 + 19);
	assert_false(skb_read(machine).header_valid);
}

static void header_offsets_must_agree(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, SKB + 178, 2, 90);
	assert_false(skb_read(machine).header_valid);
	fake_put(&machine->fake, SKB + 178, 2, 0xffff); /* IP has not looked at it yet */
	assert_true(skb_read(machine).header_valid);
	fake_put(&machine->fake, SKB + 178, 2, 78);
	assert_true(skb_read(machine).header_valid);
}

static void the_datagram_must_fit_the_skb(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, SKB + 184, 4, 98 + 20 + 400);
	assert_false(skb_read(machine).header_valid);
	fake_put(&machine->fake, SKB + 116, 4, 100); /* the rest in fragments */
	assert_true(skb_read(machine).header_valid);
}

static void a_device_name_or_none(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t dev = FAKE_GLOBALS + 0xc000;

	fake_put(&machine->fake, SKB + SKB_DEV, 8, dev);
	fake_put_string(&machine->fake, dev, "eth0");
	assert_string_equal(skb_read(machine).dev_name, "eth0");
	fake_put_string(&machine->fake, dev, "eth 0");
	assert_string_equal(skb_read(machine).dev_name, "");
	fake_put(&machine->fake, SKB + SKB_DEV, 8, SKB); /* a link of the retransmit tree */
	assert_string_equal(skb_read(machine).dev_name, "");
}

static void a_buffer_that_contradicts_itself_is_not_followed(void **state)
{
	struct fake_machine *machine = *state;

	fake_put(&machine->fake, SKB + 184, 4, 5000); /* tail behind end */
	assert_false(skb_read(machine).header_valid);
	assert_true(skb_read(machine).cb_valid);
}

static void an_unreadable_skb_says_so(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_skb skb = {.addr = 42};

	assert_int_equal(pk_skb_read(&machine->ctx, 0xffff999900000000ull, &skb), PK_UNREADABLE);
	assert_int_equal(skb.addr, 42);
}

static void reasons_by_one_table(void **state)
{
	static const struct fake_enum max[] = {{"skb_drop_reason", "SKB_DROP_REASON_MAX", 3}};
	struct fake_machine *machine = *state;
	uint64_t table = FAKE_GLOBALS + 0xc000;
	char name[32];

	fake_enums(&machine->fake, max, 1);
	fake_symbol(&machine->fake, "drop_reasons", table, 24);
	fake_put(&machine->fake, table + 16, 8, table + 64);
	fake_put_string(&machine->fake, table + 64, "NO_SOCKET");
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 2, name, sizeof(name)), PK_OK);
	assert_string_equal(name, "NO_SOCKET");
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 1, name, sizeof(name)), PK_ABSENT);
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 3, name, sizeof(name)), PK_ABSENT);
}

static void reasons_by_subsystem(void **state)
{
	static const struct fake_member list[] = {
		{"struct drop_reason_list", "reasons", 0, .size = 8},
		{"struct drop_reason_list", "n_reasons", 8, .size = 8}};
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t table = FAKE_GLOBALS + 0xc000, one = table + 128, names = table + 256;
	char name[32];

	fake_members(fake, list, 2);
	fake_symbol(fake, "drop_reasons_by_subsys", table, 16);
	fake_put(fake, table + 8, 8, one);
	fake_put(fake, one, 8, names);
	fake_put(fake, one + 8, 8, 2);
	fake_put(fake, names + 8, 8, names + 64);
	fake_put_string(fake, names + 64, "RX_MONITOR");
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 0x10001, name, sizeof(name)), PK_OK);
	assert_string_equal(name, "RX_MONITOR");
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 0x10002, name, sizeof(name)),
			 PK_ABSENT);
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 0x20000, name, sizeof(name)),
			 PK_ABSENT);
}

static void reasons_by_enumerator(void **state)
{
	static const struct fake_enum one[] = {
		{"skb_drop_reason", "SKB_DROP_REASON_TCP_OFOMERGE", 44}};
	struct fake_machine *machine = *state;
	char name[32];

	fake_enums(&machine->fake, one, 1);
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 44, name, sizeof(name)), PK_OK);
	assert_string_equal(name, "TCP_OFOMERGE");
	assert_int_equal(pk_drop_reason_name(&machine->ctx, 45, name, sizeof(name)), PK_ABSENT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)
	const struct CMUnitTest tests[] = {
		TEST(ipv4_header),
		TEST(what_cannot_be_a_header_is_none),
		TEST(ports_must_be_set),
		TEST(ipv6_header),
		TEST(ipv6_extension_headers),
		TEST(ipv6_segment_routing),
		TEST(a_received_skb),
		TEST(macsecs_tag),
		TEST(a_queued_original_has_no_header),
		TEST(a_header_past_the_linear_part_is_none),
		TEST(header_offsets_must_agree),
		TEST(the_datagram_must_fit_the_skb),
		TEST(a_device_name_or_none),
		TEST(a_buffer_that_contradicts_itself_is_not_followed),
		TEST(an_unreadable_skb_says_so),
		TEST(reasons_by_one_table),
		TEST(reasons_by_subsystem),
		TEST(reasons_by_enumerator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
