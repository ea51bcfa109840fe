// SPDX-License-Identifier: GPL-3.0-or-later
/* What every protocol of the list must have, and TCP's rules on numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "core/context.h"
#include "core/kit.h"
#include "protocol/protocol.h"

static void each_has_what_is_never_left_out(void **state)
{
	(void)state;
	for (int i = 0; pk_protocols[i]; i++) {
		const struct pk_protocol *protocol = pk_protocols[i];

		assert_ptr_equal(pk_protocol_by_number(protocol->number), protocol);
		assert_true(protocol->title[0]);
		assert_true(protocol->name[0] && protocol->prefix[0]);
		assert_non_null(protocol->stages);
		assert_in_range(protocol->header_min, 0, PK_MAX_BUILT);
		assert_true(protocol->header_max >= protocol->header_min);
		for (int k = 0;
		     protocol->words && k < PK_MAX_HEADER_WORDS && protocol->words[k].name; k++)
			assert_true(protocol->words[k].at + protocol->words[k].size <=
				    protocol->header_max);
	}
}

static void what_is_built_is_parsed(void **state)
{
	const struct pk_header header = {
		.tuple = {.sport = 40001, .dport = 80},
		.tuple_known = true,
		.seq_known = true,
		.ack_known = true,
		.flags_known = true,
		.seq = 0xfedcba98,
		.ack = 7,
		.flags = 0x12,
		.spi = 0x1000,
		.esp_number = 5,
		.spi_known = true,
	};

	(void)state;
	for (int i = 0; pk_protocols[i]; i++) {
		uint8_t bytes[PK_MAX_BUILT] = {0};
		const struct pk_header_bytes all = {bytes, NULL, pk_protocols[i]->header_min};
		struct pk_header parsed = {0};
		uint32_t len;

		pk_protocols[i]->build(&header, bytes, NULL);
		if (!all.len) { /* IP's header is all that it has: what it carries says which it is */
			assert_false(pk_protocols[i]->parse(&all, &parsed, &len));
			continue;
		}
		assert_true(pk_protocols[i]->parse(&all, &parsed, &len));
		assert_int_equal(len, pk_protocols[i]->header_min);
		assert_int_equal(parsed.protocol, pk_protocols[i]->number);
		assert_int_equal(parsed.tuple.sport, pk_protocols[i]->portless ? 0 : 40001);
		assert_int_equal(parsed.tuple.dport, pk_protocols[i]->portless ? 0 : 80);
		assert_true(parsed.spi_known == pk_protocols[i]->in_place);
		assert_true(!parsed.spi_known ||
			    (parsed.spi == header.spi && parsed.esp_number == header.esp_number));
		assert_true(!parsed.seq_known || parsed.seq == header.seq);
		assert_true(!parsed.ack_known || parsed.ack == header.ack);
		assert_true(!parsed.flags_known || parsed.flags == header.flags);
	}
}

/* GRE's optional words, and its version; IP in IP says itself which IP. */
static void tunnel_headers(void **state)
{
	static const uint8_t gre[16] = {0xb0, 0, 8, 0, [11] = 5}, pptp[] = {0x30, 1, 0x88, 0x0b};
	static const uint8_t four[] = {0x45}, six[] = {0x60};
	struct pk_header_bytes bytes = {gre, NULL, sizeof(gre)};
	struct pk_header header = {0};
	uint32_t len;

	(void)state;
	assert_true(pk_gre.parse(&bytes, &header, &len));
	assert_int_equal(len, 16);
	assert_true(header.tunnel_id_known);
	assert_int_equal(header.tunnel_id, 5);
	bytes.len = 8; /* the key was not read */
	assert_true(pk_gre.parse(&bytes, &header, &len));
	assert_false(header.tunnel_id_known);
	bytes.bytes = pptp;
	assert_false(pk_gre.parse(&bytes, &header, &len));
	bytes = (struct pk_header_bytes){four, NULL, 1};
	assert_true(pk_ipip.parse(&bytes, &header, &len));
	assert_false(pk_sit.parse(&bytes, &header, &len));
	bytes.bytes = six;
	assert_false(pk_ipip.parse(&bytes, &header, &len));
	assert_true(pk_sit.parse(&bytes, &header, &len));
	assert_int_equal(header.protocol, 41);
}

/* What may be a network's number is one only where a tunnel's function had it. */
static void numbers_of_networks(void **state)
{
	static const uint8_t vxlan[16] = {0x9c, 0x40, 0x12, 0xb5, 0, 66, 0, 0, 8, [14] = 42};
	struct pk_header_bytes bytes = {vxlan, NULL, sizeof(vxlan)};
	struct pk_header header = {0};
	uint32_t len;

	(void)state;
	assert_true(pk_udp.parse(&bytes, &header, &len));
	assert_true(header.tunnel_id_may_be);
	assert_false(header.tunnel_id_known);
	assert_int_equal(header.tunnel_id, 42);
	bytes.len = 14;
	assert_true(pk_udp.parse(&bytes, &header, &len));
	assert_false(header.tunnel_id_may_be);
}

/* What an error quotes is a packet that has a number in common with it, and no other of those addresses and ports. */
static void quoted_headers(void **state)
{
	struct pk_header sent = {.tuple = {.family = 4, .sport = 40001, .dport = 53},
				 .tuple_known = true,
				 .protocol = 17,
				 .ip_id = 7,
				 .ip_id_known = true};
	struct pk_header quoted = sent;

	(void)state;
	assert_true(pk_header_is_quoted(&sent, &quoted));
	quoted.ip_id = 8;
	assert_false(pk_header_is_quoted(&sent, &quoted));
	sent.ip_id = quoted.ip_id = 0; /* nobody counts */
	assert_false(pk_header_is_quoted(&sent, &quoted));
	sent.ip_id = quoted.ip_id = 7;
	quoted.tuple.dport = 54;
	assert_false(pk_header_is_quoted(&sent, &quoted));
	quoted.tuple.dport = 53;
	sent.unproven = true;
	assert_false(pk_header_is_quoted(&sent, &quoted));
	sent = (struct pk_header){.tuple = quoted.tuple,
				  .tuple_known = true,
				  .protocol = 6,
				  .seq_known = true,
				  .seq = 1000,
				  .len_known = true,
				  .payload_len = 100};
	quoted = sent;
	quoted.seq = 1050; /* the segment that its card cut out of it */
	assert_true(pk_header_is_quoted(&sent, &quoted));
	quoted.seq = 1100;
	assert_false(pk_header_is_quoted(&sent, &quoted));
}

static void errors_in_words(void **state)
{
	struct pk_header header = {.protocol = 1, .flags_known = true, .flags = 3 << 8 | 3};

	(void)state;
	assert_string_equal(pk_header_error(&header), "port unreachable");
	header.flags = 3 << 8 | 77;
	assert_string_equal(pk_header_error(&header), "unreachable");
	header.flags = 8 << 8;
	assert_null(pk_header_error(&header));
	header.protocol = 58;
	header.flags = 2 << 8;
	assert_string_equal(pk_header_error(&header), "packet too big");
	header.flags_known = false;
	assert_null(pk_header_error(&header));
	header = (struct pk_header){.protocol = 17, .flags_known = true};
	assert_null(pk_header_error(&header));
}

static void names_choose_protocols(void **state)
{
	struct pk_ctx ctx = {0};
	unsigned protocols = 77;
	char titles[64];

	(void)state;
	assert_true(pk_protocol_is_shown(&ctx, &pk_tcp) && pk_protocol_is_known(&ctx, &pk_tcp));
	assert_false(pk_protocol_is_shown(&ctx, &pk_udp) || pk_protocol_is_known(&ctx, &pk_udp));
	assert_false(pk_protocols_parse("", &protocols));
	assert_false(pk_protocols_parse("udp,tpc", &protocols));
	assert_false(pk_protocols_parse("ud", &protocols));
	assert_false(pk_protocols_parse(",udp", &protocols));
	assert_int_equal(protocols, 77);
	assert_true(pk_protocols_parse("udp,icmp", &ctx.protocols));
	assert_true(pk_protocols_several(&ctx) && pk_protocol_is_known(&ctx, &pk_icmp6));
	assert_false(pk_protocol_is_shown(&ctx, &pk_tcp) || pk_protocol_is_shown(&ctx, &pk_icmp6));
	assert_true(pk_protocol_is_known(&ctx, &pk_tcp));
	assert_string_equal(pk_protocols_titles(&ctx, titles, sizeof(titles)), "UDP, ICMP");
	assert_true(pk_protocols_parse("tcp", &ctx.protocols));
	assert_false(pk_protocols_several(&ctx));
	assert_true(pk_protocols_parse("all", &ctx.protocols));
	for (int i = 0; pk_protocols[i]; i++)
		assert_true(pk_protocol_is_shown(&ctx, pk_protocols[i]));
}

/* 5 bytes to port 53, and an answer to a query of ICMP; each cut short, and with what it cannot have. */
static void datagram_headers(void **state)
{
	static const uint8_t udp[] = {0x9c, 0x41, 0, 53, 0, 13, 0xab, 0xcd};
	static const uint8_t echo[] = {8, 0, 0x12, 0x34, 0, 7, 0, 2}, unreachable[] = {3, 3};
	uint8_t changed[sizeof(udp)];
	struct pk_header_bytes bytes = {udp, NULL, sizeof(udp)};
	struct pk_header header = {0};
	char text[12];
	uint32_t len;

	(void)state;
	assert_true(pk_udp.parse(&bytes, &header, &len));
	assert_int_equal(header.tuple.sport, 40001);
	assert_int_equal(header.tuple.dport, 53);
	assert_true(header.len_known && header.payload_len == 5 && len == 8);
	assert_true(header.checksum_known && header.checksum == 0xabcd);
	bytes.len = 4;
	assert_true(pk_udp.parse(&bytes, &header, &len));
	assert_false(header.len_known || header.checksum_known);
	bytes.len = 3;
	assert_false(pk_udp.parse(&bytes, &header, &len));
	memcpy(changed, udp, sizeof(udp));
	changed[5] = 7; /* shorter than its header */
	bytes = (struct pk_header_bytes){changed, NULL, sizeof(changed)};
	assert_false(pk_udp.parse(&bytes, &header, &len));

	header = (struct pk_header){0};
	bytes = (struct pk_header_bytes){echo, NULL, sizeof(echo)};
	assert_true(pk_icmp.parse(&bytes, &header, &len));
	assert_string_equal(pk_flags_text(&header, text, sizeof(text)), "echo");
	assert_true(header.query_known && header.query == 7 && header.query_seq == 2);
	bytes = (struct pk_header_bytes){unreachable, NULL, sizeof(unreachable)};
	assert_true(pk_icmp.parse(&bytes, &header, &len));
	assert_string_equal(pk_flags_text(&header, text, sizeof(text)), "unreac");
	assert_false(header.query_known || header.checksum_known);
	bytes.bytes = echo; /* another type's number there */
	assert_true(pk_icmp6.parse(&bytes, &header, &len));
	assert_string_equal(pk_flags_text(&header, text, sizeof(text)), "8/0");
}

/* What is not known is neither written nor said to be known. */
static void what_is_not_known_stays_so(void **state)
{
	const struct pk_header header = {.tuple = {.sport = 40001}, .tuple_known = true};
	uint8_t bytes[PK_MAX_BUILT] = {0}, known[PK_MAX_BUILT] = {0};
	bool few[PK_MAX_BUILT] = {true, true, true, true};
	struct pk_header parsed = {0};
	uint32_t len;

	(void)state;
	pk_tcp.build(&header, bytes, known);
	for (size_t i = 0; i < sizeof(bytes); i++)
		assert_int_equal(known[i], i < 2 ? 0xff : 0);
	bytes[3] = 80;
	assert_true(
		pk_tcp.parse(&(struct pk_header_bytes){bytes, few, sizeof(bytes)}, &parsed, &len));
	assert_false(parsed.seq_known || parsed.ack_known || parsed.flags_known || len);
	few[3] = false;
	assert_false(
		pk_tcp.parse(&(struct pk_header_bytes){bytes, few, sizeof(bytes)}, &parsed, &len));
	assert_false(pk_tcp.parse(&(struct pk_header_bytes){bytes, NULL, 3}, &parsed, &len));
}

static struct pk_header segment(uint32_t seq, uint32_t payload, unsigned flags, uint32_t ack)
{
	return (struct pk_header){.seq = seq,
				  .payload_len = payload,
				  .flags = (uint16_t)flags,
				  .ack = ack,
				  .seq_known = true,
				  .len_known = true,
				  .flags_known = true,
				  .ack_known = true};
}

enum { FIN = 1, SYN = 2, RST = 4, ACK = 16 };

static void numbers_wrap(void **state)
{
	struct pk_header sent = segment(0xfffffff0, 32, ACK, 0), ack = segment(1, 0, ACK, 0x10);
	struct pk_header next = segment(0x10, 8, ACK, 0);
	uint32_t end;

	(void)state;
	assert_true(pk_header_end(&sent, &end));
	assert_int_equal(end, 0x10);
	assert_true(pk_acknowledges(&ack, &sent));
	ack.ack = 0xf;
	assert_false(pk_acknowledges(&ack, &sent));
	/* what is not known of either acknowledges nothing, nor does what has no acknowledgement */
	for (unsigned i = 0; i < 5; i++) {
		struct pk_header of = sent, by = segment(1, 0, i == 0 ? 0 : ACK, 0x10);

		assert_true(i == 0 || pk_acknowledges(&by, &of));
		by.ack_known = i != 1;
		of.seq_known = i != 2;
		of.len_known = i != 3;
		of.flags_known = i != 4;
		assert_false(pk_acknowledges(&by, &of));
	}
	assert_true(pk_header_holds(&sent, 0xf));
	assert_false(pk_header_holds(&sent, 0x10));
	assert_true(pk_header_holds_before(&sent, &next));
	assert_int_equal(pk_header_distance(&sent, &next), 32);
}

static void answers_of_a_connection(void **state)
{
	struct pk_header syn = segment(99, 0, SYN, 0), reset = segment(0, 0, RST | ACK, 100);
	struct pk_header probe = segment(99, 0, ACK, 5), answer = segment(5, 0, ACK, 100);
	struct pk_header far = segment(99 + (1u << 25), 0, ACK, 0);

	(void)state;
	assert_true(pk_begins_connection(&syn));
	assert_true(pk_refuses(&reset, &syn));
	reset.ack = 101;
	assert_false(pk_refuses(&reset, &syn));
	assert_true(pk_answers_probe(&answer, &probe));
	probe.payload_len = 1;
	assert_false(pk_answers_probe(&answer, &probe));
	assert_true(pk_is_elsewhere(&syn, &far, false));
	assert_false(pk_is_elsewhere(&syn, &reset, true));
	far.seq_known = false;
	assert_false(pk_is_elsewhere(&syn, &far, false));
}

static void ends_by_the_sockets_numbers(void **state)
{
	const struct pk_sock sock = {.protocol = 6,
				     .copied_seq = 110,
				     .rcv_nxt = 131,
				     .snd_una = 110,
				     .snd_nxt = 130,
				     .write_seq = 130,
				     .first_seq = 90};
	static const struct {
		uint32_t seq, payload;
		unsigned flags;
		enum pk_outcome received, sent;
	} rows[] = {
		{100, 10, ACK, PK_OUT_DELIVERED, PK_OUT_ACKED},
		{100, 10, ACK | FIN, PK_OUT_DELIVERED, PK_OUT_UNACKED},
		{100, 11, ACK, PK_OUT_QUEUED, PK_OUT_UNACKED},
		{120, 10, ACK | FIN, PK_OUT_QUEUED, PK_OUT_UNKNOWN},
		{120, 12, ACK, PK_OUT_UNKNOWN, PK_OUT_UNKNOWN},
	};
	struct pk_header header = segment(89, 1, ACK, 0);

	(void)state;
	assert_false(pk_may_have_sent(&sock, &header));
	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++) {
		header = segment(rows[i].seq, rows[i].payload, rows[i].flags, 0);
		assert_int_equal(pk_end_received(&sock, &header).outcome, rows[i].received);
		assert_int_equal(pk_end_sent(&sock, &header).outcome, rows[i].sent);
		assert_true(pk_may_have_sent(&sock, &header));
	}
	header = segment(100, 0, ACK, 0); /* takes no number: nobody acknowledges it */
	assert_int_equal(pk_end_sent(&sock, &header).outcome, PK_OUT_UNKNOWN);
	header.flags_known = false;
	assert_int_equal(pk_end_received(&sock, &header).outcome, PK_OUT_UNKNOWN);
	assert_int_equal(pk_end_received(NULL, &header).outcome, PK_OUT_UNKNOWN);
}

/* 5 bytes of DATA, all covered, to port 53; then what each cannot have. */
static void headers_of_rarer_protocols(void **state)
{
	static const uint8_t lite[] = {0x9c, 0x41, 0, 53, 0, 0, 0xab, 0xcd};
	static const uint8_t dccp[] = {0x9c, 0x41, 0, 53, 4, 0, 0xab, 0xcd, 2 << 1 | 1, 0, 0, 1};
	uint8_t changed[sizeof(dccp)];
	struct pk_header_bytes bytes = {lite, NULL, sizeof(lite)};
	struct pk_header header = {0};
	char text[12];
	uint32_t len;

	(void)state;
	assert_true(pk_udplite.parse(&bytes, &header, &len));
	assert_true(header.tuple.sport == 40001 && header.tuple.dport == 53 && len == 8);
	assert_false(header.len_known); /* the coverage is no length */
	memcpy(changed, lite, sizeof(lite));
	changed[5] = 7; /* less than its own header */
	bytes.bytes = changed;
	assert_false(pk_udplite.parse(&bytes, &header, &len));
	bytes = (struct pk_header_bytes){dccp, NULL, sizeof(dccp)};
	assert_true(pk_dccp.parse(&bytes, &header, &len));
	assert_true(header.tuple.sport == 40001 && header.tuple.dport == 53 && len == 16);
	header.flags_known = true;
	assert_string_equal(pk_flags_text(&header, text, sizeof(text)), "data");
	memcpy(changed, dccp, sizeof(dccp));
	changed[4] = 2; /* words: the header alone has three */
	bytes.bytes = changed;
	assert_false(pk_dccp.parse(&bytes, &header, &len));
}

/* udp_sendmsg() sends UDP-Lite's datagrams, too: the header says it. What has a name, or another's function, stays. */
static void a_header_tells_alike_protocols_apart(void **state)
{
	const struct pk_header lite = {.protocol = 136, .tuple_known = true, .tuple = {4}};
	struct pk_packet packet = {.header = {.protocol = 17}};

	(void)state;
	pk_header_take(&packet, &lite, PK_TUPLE_EVENT);
	assert_true(packet.header.protocol == 136 && packet.header.tuple_known);
	packet.header = (struct pk_header){.protocol = 17, .tuple_known = true};
	pk_header_take(&packet, &lite, PK_TUPLE_EVENT);
	assert_int_equal(packet.header.protocol, 17);
	packet.header = (struct pk_header){.protocol = 132};
	pk_header_take(&packet, &lite, PK_TUPLE_EVENT);
	assert_true(packet.header.protocol == 132 && !packet.header.tuple_known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_has_what_is_never_left_out),
		cmocka_unit_test(tunnel_headers),
		cmocka_unit_test(numbers_of_networks),
		cmocka_unit_test(quoted_headers),
		cmocka_unit_test(errors_in_words),
		cmocka_unit_test(names_choose_protocols),
		cmocka_unit_test(datagram_headers),
		cmocka_unit_test(headers_of_rarer_protocols),
		cmocka_unit_test(a_header_tells_alike_protocols_apart),
		cmocka_unit_test(what_is_built_is_parsed),
		cmocka_unit_test(what_is_not_known_stays_so),
		cmocka_unit_test(numbers_wrap),
		cmocka_unit_test(answers_of_a_connection),
		cmocka_unit_test(ends_by_the_sockets_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
