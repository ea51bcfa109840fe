// SPDX-License-Identifier: GPL-3.0-or-later
/* Filters: what libpcap compiles, evaluated on frames that are known in part, against libpcap's own
 * interpreter on every frame that they can have been. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dlfcn.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "analysis/lives/packets.h"
#include "command/filter.h"
#include "fake_target.h"

#define FRAME_ROOM 2048

/* Of libpcap: the filter run on one frame. */
struct bpf_program {
	unsigned int nr;
	const struct pk_bpf_insn *insns;
};
struct pcap_header {
	struct timeval ts;
	uint32_t caplen, len;
};
static int (*offline_filter)(const struct bpf_program *program, const struct pcap_header *header,
			     const uint8_t *bytes);

static struct fake_target fake;
static struct pk_ctx *ctx;

static const char *const expressions[] = {
	"tcp",
	"udp",
	"ip",
	"ip6",
	"arp",
	"vlan",
	"vlan 100",
	"vlan and tcp port 80",
	"not vlan",
	"tcp port 80",
	"port 80 or port 443",
	"not port 80",
	"src port 80",
	"dst port 80",
	"tcp portrange 70-90",
	"host 10.0.2.15",
	"src host 10.0.2.15",
	"dst host 10.0.2.15 and dst port 80",
	"net 10.0.0.0/8",
	"src net 10.0.2.0/28",
	"host 10.0.2.15 and not port 22",
	"host fd09::1",
	"net fd09::/64 and tcp",
	"ip6 and port 80",
	"ip6 host fd09::2 or ip host 10.0.2.100",
	"tcp port 80 and host 10.0.0.1",
	"tcp[tcpflags] & tcp-syn != 0",
	"tcp[tcpflags] & (tcp-syn|tcp-fin) != 0",
	"tcp[tcpflags] == tcp-syn|tcp-ack",
	"tcp[13] & 2 != 0 and tcp[13] & 16 == 0",
	"tcp[4:4] > 1000",
	"tcp[4:4] >= 0x80000000",
	"tcp[8:4] == 77",
	"greater 100",
	"less 100",
	"len == 74",
	"len <= 60",
	"greater 1000 and port 80",
	"len - 54 > 0",
	"ip[2:2] > 1000",
	"ip[2:2] - ((ip[0]&0xf)<<2) - ((tcp[12]&0xf0)>>2) != 0",
	"ip[6:2] & 0x1fff != 0",
	"ip[6:2] & 0x4000 != 0",
	"ip[8] < 5",
	"ip[0] & 0xf == 5",
	"ip proto 6",
	"ip6 proto 6",
	"ip6[6] == 6",
	"ip6[40:2] == 80",
	"ip[1] & 0xfc == 0",
	"ether[0] & 1 == 0",
	"ether host 2:0:0:0:0:1",
	"ether proto 0x800",
	"ether[12:2] == 0x86dd",
	"tcp[((tcp[12]&0xf0)>>2):4] = 0x47455420",
	"tcp[20:2] = 0x204",
	"tcp src port 80 and (tcp[tcpflags] & tcp-rst != 0 or greater 500)",
	"tcp[0:2] * 3 == 240",
	"tcp[0:2] / 7 == 11",
	"tcp[0:2] % 16 == 0",
	"(tcp[0:2] << 4) > 1000",
	"tcp[2:2] ^ 80 == 0",
	"tcp[tcp[0]] == 0",
	"ip[ip[2]] > 3",
	"tcp[0] / tcp[1] == 1",
	"tcp[13] | 1 == 3",
	"tcp[0:2] == tcp[2:2]",
	"tcp[0:2] > tcp[2:2]",
	"-tcp[0] < 5",
	"tcp[0:2] + tcp[2:2] == 160",
	"tcp[14:2] - tcp[0:2] >= 10",
	"icmp",
	"broadcast",
	"multicast",
	"ip multicast",
	"sctp or tcp dst port 443",
	"not (tcp and port 80)",
	"less 70 or tcp[tcpflags] & tcp-push != 0",
	"ip or ip6",
	"(ip and port 80) or (ip6 and port 443)",
	"tcp[0:4] & tcp[4:4] != 0",
	"tcp[0:4] >= tcp[4:4]",
	"tcp[20] <= 255",
	"tcp[40] < 256 or port 80",
	"100 / tcp[13] <= 50",
	"tcp[4:4] / (tcp[13] + 1) < 900",
	"1000 - tcp[13] > 700",
	"tcp[2:2] - tcp[13] > 70",
};

static uint64_t seed = 88172645463325252ull;

static uint32_t draw(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 20) % below;
}

static uint32_t pick(const uint32_t *values, size_t nr)
{
	return values[draw((uint32_t)nr)];
}

static struct pk_header draw_header(void)
{
	static const uint32_t ports[] = {80, 443, 22, 4321, 71, 90},
			      lens[] = {0, 1, 10, 1000, 1460, 30},
			      flags[] = {0x02, 0x12, 0x10, 0x18, 0x11, 0x04},
			      seqs[] = {0, 77, 1001, 0xffffffff};
	struct pk_header header = {.tuple_known = true,
				   .seq_known = true,
				   .ack_known = true,
				   .flags_known = true,
				   .len_known = true};
	struct pk_tuple *tuple = &header.tuple;

	tuple->family = draw(2) ? 4 : 6;
	if (tuple->family == 4) {
		memcpy(tuple->saddr, (uint8_t[]){10, 0, 2, draw(2) ? 15 : 100}, 4);
		memcpy(tuple->daddr, (uint8_t[]){10, 0, draw(2) ? 2 : 0, draw(2) ? 15 : 1}, 4);
	} else {
		memcpy(tuple->saddr, (uint8_t[16]){0xfd, 9, [15] = draw(2) ? 1 : 2}, 16);
		memcpy(tuple->daddr, (uint8_t[16]){0xfd, 9, [7] = draw(2), [15] = draw(2) ? 1 : 2},
		       16);
	}
	tuple->sport = (uint16_t)pick(ports, ARRAY_SIZE(ports));
	tuple->dport = (uint16_t)pick(ports, ARRAY_SIZE(ports));
	header.seq = pick(seqs, ARRAY_SIZE(seqs));
	header.ack = pick(seqs, ARRAY_SIZE(seqs));
	header.flags = (uint16_t)pick(flags, ARRAY_SIZE(flags));
	header.payload_len = pick(lens, ARRAY_SIZE(lens));
	return header;
}

static bool passes(const struct pk_expression *expression, const uint8_t *bytes, uint32_t len)
{
	struct bpf_program program = {(unsigned)expression->nr, expression->insns};
	struct pcap_header header = {.caplen = len, .len = len};

	return offline_filter(&program, &header, bytes) != 0;
}

static void compile(const char *text, struct pk_expression *ret_expression)
{
	if (pk_pcap_compile(ctx, text, ret_expression) != PK_OK)
		fail_msg("%s", ctx->error.text);
}

/* One frame that FRAME can be: unknown bits drawn, a length within its range. */
static uint32_t draw_frame(const struct pk_partial_frame *frame, uint8_t *bytes)
{
	uint32_t span = frame->max_len - frame->min_len;

	for (uint32_t i = 0; i < FRAME_ROOM; i++) {
		uint8_t known = i < PK_PARTIAL_BYTES ? frame->known[i] : 0;
		uint8_t drawn = draw(4) ? (uint8_t)draw(256) : draw(2) ? 0 : 0xff;

		bytes[i] = (uint8_t)((i < PK_PARTIAL_BYTES ? frame->bytes[i] & known : 0) |
				     (drawn & ~known));
	}
	if (!span || !draw(4))
		return frame->min_len;
	return !draw(4) ? frame->max_len : frame->min_len + draw(span + 1);
}

/* A frame with nothing unknown: the interpreter must say what libpcap's does. */
static void known_frames_are_judged_as_by_libpcap(void **state)
{
	uint32_t yes = 0, no = 0;

	(void)state;
	for (size_t e = 0; e < ARRAY_SIZE(expressions); e++) {
		struct pk_expression expression;

		compile(expressions[e], &expression);
		for (int i = 0; i < 300; i++) {
			struct pk_header header = draw_header();
			struct pk_partial_frame frame;
			uint8_t bytes[FRAME_ROOM];
			enum pk_match match;
			uint32_t len;

			pk_partial_frame_make(&header, "eth0", header.tuple.family, !draw(4),
					      &frame);
			frame.max_len =
				frame.max_len < PK_PARTIAL_BYTES ? frame.max_len : PK_PARTIAL_BYTES;
			frame.min_len =
				frame.min_len < frame.max_len ? frame.min_len : frame.max_len;
			len = draw_frame(&frame, bytes);
			memcpy(frame.bytes, bytes, PK_PARTIAL_BYTES);
			memset(frame.known, 0xff, PK_PARTIAL_BYTES);
			frame.min_len = frame.max_len = len;
			match = pk_bpf_match(expression.insns, expression.nr, &frame);
			if (match != (passes(&expression, bytes, len) ? PK_MATCH_YES : PK_MATCH_NO))
				fail_msg("\"%s\", frame %d: %s", expressions[e], i,
					 pk_match_name(match));
			yes += match == PK_MATCH_YES;
			no += match == PK_MATCH_NO;
		}
		pk_expression_deinit(&expression);
	}
	assert_true(yes > 3000 && no > 3000);
}

static void forget_something(struct pk_header *header)
{
	uint32_t what = draw(32);

	header->tuple_known = !(what & 1);
	header->seq_known = !(what & 2);
	header->ack_known = !(what & 4);
	header->flags_known = !(what & 8);
	header->len_known = !(what & 16);
}

/* Whatever a frame's unknown part is, what was said of it holds. */
static void what_is_said_of_a_partly_known_frame_holds(void **state)
{
	uint32_t sure = 0, may = 0;

	(void)state;
	for (size_t e = 0; e < ARRAY_SIZE(expressions); e++) {
		struct pk_expression expression;

		compile(expressions[e], &expression);
		for (int i = 0; i < 60; i++) {
			struct pk_header header = draw_header();
			struct pk_partial_frame frame;
			enum pk_match match;

			forget_something(&header);
			pk_partial_frame_make(&header, draw(2) ? "lo" : "", header.tuple.family,
					      !draw(4), &frame);
			if (frame.max_len > FRAME_ROOM)
				frame.max_len = FRAME_ROOM;
			match = pk_bpf_match(expression.insns, expression.nr, &frame);
			sure += match != PK_MATCH_MAY;
			may += match == PK_MATCH_MAY;
			for (int j = 0; j < 60 && match != PK_MATCH_MAY; j++) {
				uint8_t bytes[FRAME_ROOM];
				uint32_t len = draw_frame(&frame, bytes);

				if (passes(&expression, bytes, len) != (match == PK_MATCH_YES))
					fail_msg("\"%s\": %s, but not for every frame",
						 expressions[e], pk_match_name(match));
			}
		}
		pk_expression_deinit(&expression);
	}
	assert_true(sure > 1000 && may > 1000);
}

/* One instruction that a program of NR may have at AT: jumps stay inside, forwards. */
static struct pk_bpf_insn draw_insn(size_t at, size_t nr)
{
	static const uint16_t alu[] = {0x04, 0x0c, 0x14, 0x1c, 0x24, 0x34, 0x3c, 0x44, 0x4c,
				       0x54, 0x5c, 0x64, 0x74, 0x84, 0x94, 0x9c, 0xa4, 0xac},
			      load[] = {0x28, 0x30, 0x20, 0x48, 0x50, 0x40, 0x80,
					0x00, 0x60, 0x61, 0xb1, 0x01, 0x81},
			      jump[] = {0x15, 0x25, 0x35, 0x45, 0x1d, 0x2d, 0x3d, 0x4d},
			      rest[] = {0x02, 0x03, 0x07, 0x87, 0x06};
	static const uint32_t constants[] = {0,	 1,  2,	  7,	  13,	  34,
					     47, 80, 100, 0x0fff, 0xff00, 0x80000000};
	struct pk_bpf_insn insn = {.k = pick(constants, ARRAY_SIZE(constants))};
	uint32_t kind = draw(16);

	if (kind < 5)
		insn.code = alu[draw(ARRAY_SIZE(alu))];
	else if (kind < 10)
		insn.code = load[draw(ARRAY_SIZE(load))];
	else if (kind < 14)
		insn.code = jump[draw(ARRAY_SIZE(jump))];
	else
		insn.code = rest[draw(ARRAY_SIZE(rest))];
	if (at + 1 == nr || ((insn.code & 7) == 6 && at < nr / 2))
		insn.code = at + 1 == nr ? 0x06 : 0x87;
	if ((insn.code & 7) == 5) {
		insn.jt = (uint8_t)draw((uint32_t)(nr - at - 1));
		insn.jf = (uint8_t)draw((uint32_t)(nr - at - 1));
	} else if (insn.code == 0x60 || insn.code == 0x61 || insn.code == 0x02 ||
		   insn.code == 0x03) {
		insn.k = draw(4);
	} else if (insn.code == 0x64 || insn.code == 0x74) {
		insn.k = draw(32);
	} else if (insn.code == 0x34 || insn.code == 0x94) {
		insn.k = 1 + draw(9);
	}
	return insn;
}

/* Compilers do not use half of the instructions, and join few ways: programs drawn at random do. */
static void what_is_said_of_drawn_programs_holds(void **state)
{
	uint32_t yes = 0, no = 0;

	(void)state;
	for (int round = 0; round < 8000; round++) {
		struct pk_bpf_insn insns[24] = {
			{0x02, 0, 0, 0}, {0x02, 0, 0, 1}, {0x02, 0, 0, 2}, {0x02, 0, 0, 3}};
		struct pk_expression expression = {.insns = insns, .nr = 10 + draw(14)};
		struct pk_header header = draw_header();
		struct pk_partial_frame frame;
		enum pk_match match;

		for (size_t i = 4; i < expression.nr; i++)
			insns[i] = draw_insn(i, expression.nr);
		forget_something(&header);
		pk_partial_frame_make(&header, "lo", header.tuple.family, false, &frame);
		if (frame.max_len > FRAME_ROOM)
			frame.max_len = FRAME_ROOM;
		match = pk_bpf_match(insns, expression.nr, &frame);
		yes += match == PK_MATCH_YES;
		no += match == PK_MATCH_NO;
		for (int j = 0; j < 25 && match != PK_MATCH_MAY; j++) {
			uint8_t bytes[FRAME_ROOM];
			uint32_t len = draw_frame(&frame, bytes);

			if (passes(&expression, bytes, len) != (match == PK_MATCH_YES))
				fail_msg("program %d: %s, but not for every frame", round,
					 pk_match_name(match));
		}
	}
	assert_true(yes > 500 && no > 500);
}

/* Every value of a few unknown bits: what holds for all must be said for expressions that a filter
 * tests in one place. */
static void every_completion_is_tried(void **state)
{
	static const struct {
		const char *text;
		uint32_t at; /* in the frame */
		uint8_t unknown; /* bits there, and all of the byte behind it */
		enum pk_match match;
	} cases[] = {
		{"tcp[tcpflags] & tcp-syn != 0", 47, 0x02, PK_MATCH_MAY},
		{"tcp[tcpflags] & tcp-syn != 0", 47, 0xfd, PK_MATCH_YES},
		{"tcp[tcpflags] & tcp-rst != 0", 47, 0xfb, PK_MATCH_NO},
		{"src port 80", 34, 0xff, PK_MATCH_MAY},
		{"dst port 443", 34, 0xff, PK_MATCH_YES},
		{"tcp[0:2] < 256", 34, 0x00, PK_MATCH_YES},
		{"tcp[0:2] > 255", 34, 0x00, PK_MATCH_NO},
		{"tcp[0:2] >= 0x8000 or tcp[0:2] < 0x8000", 34, 0xff, PK_MATCH_YES},
		{"ip[2:2] <= 0x2ff", 16, 0x03, PK_MATCH_MAY},
		{"ip[2:2] <= 0x3ff", 16, 0x03, PK_MATCH_YES},
		{"tcp[0] * 2 < 512", 34, 0xff, PK_MATCH_YES},
		{"tcp[0] + tcp[1] <= 510", 34, 0xff, PK_MATCH_YES},
		{"tcp[0] + tcp[1] <= 509", 34, 0xff, PK_MATCH_MAY},
		{"tcp[0:2] / 256 <= 255", 34, 0xff, PK_MATCH_YES},
		{"tcp[0:2] % 16 < 16", 34, 0xff, PK_MATCH_YES},
	};

	(void)state;
	for (size_t c = 0; c < ARRAY_SIZE(cases); c++) {
		struct pk_header header = {.tuple_known = true,
					   .seq_known = true,
					   .ack_known = true,
					   .flags_known = true,
					   .len_known = true,
					   .flags = 0x02,
					   .tuple = {4, {10, 0, 0, 1}, {10, 0, 0, 2}, 80, 443}};
		struct pk_partial_frame frame;
		struct pk_expression expression;
		bool yes = false, no = false;
		enum pk_match match;

		compile(cases[c].text, &expression);
		pk_partial_frame_make(&header, "lo", 4, false, &frame);
		frame.max_len = frame.min_len;
		frame.known[cases[c].at] = (uint8_t)~cases[c].unknown;
		frame.known[cases[c].at + 1] = 0;
		match = pk_bpf_match(expression.insns, expression.nr, &frame);
		for (uint32_t value = 0; value < 65536; value++) {
			uint8_t bytes[FRAME_ROOM] = {0};

			memcpy(bytes, frame.bytes, sizeof(frame.bytes));
			bytes[cases[c].at] = (uint8_t)((bytes[cases[c].at] & ~cases[c].unknown) |
						       (value >> 8 & cases[c].unknown));
			bytes[cases[c].at + 1] = (uint8_t)value;
			if (passes(&expression, bytes, frame.min_len))
				yes = true;
			else
				no = true;
		}
		if (match != cases[c].match)
			fail_msg("\"%s\" (%zu): %s", cases[c].text, c, pk_match_name(match));
		assert_true(match == PK_MATCH_MAY   ? yes && no
			    : match == PK_MATCH_YES ? yes && !no
						    : no && !yes);
		pk_expression_deinit(&expression);
	}
}

static enum pk_match judge(const char *text, const struct pk_header *header, const char *dev)
{
	struct pk_expression expression;
	enum pk_match match;

	compile(text, &expression);
	match = pk_expression_match(&expression, header, dev);
	pk_expression_deinit(&expression);
	return match;
}

static void a_packet_is_judged_by_what_is_known_of_it(void **state)
{
	struct pk_header header = {.tuple_known = true,
				   .tuple = {4, {10, 0, 2, 15}, {10, 0, 2, 100}, 40000, 80}};
	struct pk_header unknown = {0};

	(void)state;
	assert_int_equal(judge("tcp port 80 and host 10.0.2.15", &header, "eth0"), PK_MATCH_YES);
	assert_int_equal(judge("port 81", &header, "eth0"), PK_MATCH_NO);
	assert_int_equal(judge("tcp[tcpflags] & tcp-syn != 0", &header, "eth0"), PK_MATCH_MAY);
	assert_int_equal(judge("port 81 and tcp[tcpflags] & tcp-syn != 0", &header, "eth0"),
			 PK_MATCH_NO);
	assert_int_equal(judge("port 80 or tcp[tcpflags] & tcp-syn != 0", &header, "eth0"),
			 PK_MATCH_YES);
	assert_int_equal(judge("greater 54", &header, "eth0"), PK_MATCH_YES);
	assert_int_equal(judge("greater 100", &header, "eth0"), PK_MATCH_MAY);
	/* Nothing known at all: it is TCP, over either IP. */
	assert_int_equal(judge("tcp", &unknown, ""), PK_MATCH_YES);
	assert_int_equal(judge("udp", &unknown, ""), PK_MATCH_NO);
	assert_int_equal(judge("ip", &unknown, ""), PK_MATCH_MAY);
	assert_int_equal(judge("ip or ip6", &unknown, ""), PK_MATCH_YES);
	assert_int_equal(judge("port 80", &unknown, ""), PK_MATCH_MAY);
	/* A tag is not recorded, and only who asks for one hears of that. */
	assert_int_equal(judge("vlan 5", &header, "eth0"), PK_MATCH_MAY);
	assert_int_equal(judge("vlan 5", &header, "lo"), PK_MATCH_NO);
	assert_int_equal(judge("vlan and port 81", &header, "eth0"), PK_MATCH_NO);
	/* The length: GRO's, with options between none and 40 bytes of them. */
	header.len_known = true;
	header.payload_len = 7300;
	assert_int_equal(judge("greater 7354", &header, "eth0"), PK_MATCH_YES);
	assert_int_equal(judge("greater 7395", &header, "eth0"), PK_MATCH_NO);
	assert_int_equal(judge("ip[2:2] > 7000", &header, "eth0"), PK_MATCH_YES);
	header.payload_len = UINT32_MAX;
	assert_int_equal(judge("greater 100", &header, "eth0"), PK_MATCH_MAY);
}

static enum pk_match judge_sock(const char *text, const struct pk_sock *sock)
{
	struct pk_filter_request request = {0};
	char copy[128];
	char *words[] = {(char *)"flows", copy};
	enum pk_match match;

	snprintf(copy, sizeof(copy), "%s", text);
	optind = 1;
	assert_int_equal(pk_filter_words(ctx, &request, 2, words), PK_OK);
	match = pk_filter_match_sock(&request.filter, sock);
	pk_filter_request_deinit(&request);
	return match;
}

static void a_socket_fits_by_either_direction(void **state)
{
	struct pk_sock sock = {.tuple = {4, {10, 0, 2, 15}, {10, 0, 2, 100}, 40000, 80}};
	struct pk_sock listener = {.kind = PK_SOCK_LISTEN, .tuple = {.family = 4, .sport = 80}};

	(void)state;
	assert_int_equal(judge_sock("src host 10.0.2.100", &sock), PK_MATCH_YES);
	assert_int_equal(judge_sock("dst host 10.0.2.100", &sock), PK_MATCH_YES);
	assert_int_equal(judge_sock("host 10.0.2.101", &sock), PK_MATCH_NO);
	assert_int_equal(judge_sock("tcp[tcpflags] & tcp-syn != 0", &sock), PK_MATCH_MAY);
	assert_int_equal(judge_sock("port 80", &listener), PK_MATCH_YES);
	assert_int_equal(judge_sock("port 81", &listener), PK_MATCH_MAY);
	assert_int_equal(judge_sock("dst port 81 and src port 82", &listener), PK_MATCH_NO);
	assert_int_equal(judge_sock("host 10.0.2.15", &listener), PK_MATCH_MAY);
	assert_int_equal(judge_sock("ip6", &listener), PK_MATCH_NO);
}

static void ages_count_back_from_the_panic(void **state)
{
	struct pk_packet_set set = {.newest_ns = 9999, .panic_known = true, .panic_ns = 1000};
	struct pk_packet packet = {.dir = PK_RX, .first_ns = 700};
	struct pk_packet_filter filter;

	(void)state;
	pk_packet_filter_init(&filter);
	filter.max_age = 300;
	assert_int_equal(pk_packet_set_match(&set, &filter, &packet), PK_MATCH_YES);
	filter.max_age = 299;
	assert_int_equal(pk_packet_set_match(&set, &filter, &packet), PK_MATCH_NO);
	filter.max_age = UINT64_MAX;
	filter.min_age = 300;
	assert_int_equal(pk_packet_set_match(&set, &filter, &packet), PK_MATCH_YES);
	filter.min_age = 301;
	assert_int_equal(pk_packet_set_match(&set, &filter, &packet), PK_MATCH_NO);
	packet.timeless = true;
	assert_int_equal(pk_packet_set_match(&set, &filter, &packet), PK_MATCH_MAY);
	filter.by_dir = true;
	filter.dir = PK_TX;
	assert_int_equal(pk_packet_set_match(&set, &filter, &packet), PK_MATCH_NO);
}

static void options_are_three_valued_too(void **state)
{
	struct pk_packet_filter filter;
	struct pk_piece piece = {.cpu = 1, .pid = 7};
	struct pk_packet packet = {.dir = PK_TX, .outcome = PK_OUT_SENT};
	struct pk_packet_set set = {.newest_ns = 1000};
	uint64_t skbs[] = {0x500, 0x700};

	(void)state;
	pk_packet_filter_init(&filter);
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_YES);
	filter.by_mark = true;
	filter.mark = 2;
	filter.mark_mask = 0xf;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_MAY);
	assert_false(pk_packet_set_wants(&set, &filter, &packet));
	filter.may_match = true;
	assert_true(pk_packet_set_wants(&set, &filter, &packet));
	packet.mark_known = true;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_NO);
	packet.mark = 0x12;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_YES);
	filter.cpu = 1;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_MAY);
	packet.trail = (struct pk_trail){.pieces = &piece, .nr_pieces = 1};
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_YES);
	filter.pid = 8;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_NO);
	filter.pid = -1;
	filter.skb = 0x1000;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_MAY);
	packet.orig_skb = 0x2000;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_NO);
	packet.skb = 0x1000;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_YES);
	filter.skbs = skbs;
	filter.nr_skbs = 2;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_NO);
	skbs[1] = 0x2000;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_YES);
	filter.by_outcome = true;
	filter.outcome = PK_OUT_DROPPED;
	assert_int_equal(pk_filter_match(&filter, &packet), PK_MATCH_NO);
}

/* TEXT, which is not compiled if it has no expression; of PACKET. */
static enum pk_match judge_packet(const char *text, const struct pk_packet *packet)
{
	struct pk_filter_request request = {0};
	char copy[128];
	char *words[] = {(char *)"last", copy};
	enum pk_match match;

	snprintf(copy, sizeof(copy), "%s", text);
	optind = 1;
	assert_int_equal(pk_filter_words(ctx, &request, 2, words), PK_OK);
	match = pk_filter_match(&request.filter, packet);
	pk_filter_request_deinit(&request);
	return match;
}

static void networks_of_tunnels(void **state)
{
	struct pk_packet outer = {.dir = PK_TX, .way = "", .dev = ""},
			 inner = {.dir = PK_TX, .way = "", .dev = ""};
	struct pk_edge in = {.kind = PK_EDGE_ENCAPSULATED_IN, .to = &outer},
		       out = {.kind = PK_EDGE_CARRIES, .to = &inner};
	struct pk_header *header = &outer.header;

	(void)state;
	inner.trail = (struct pk_trail){.edges = &in, .nr_edges = 1};
	inner.edge_kinds = 1u << PK_EDGE_ENCAPSULATED_IN;
	inner.header.protocol = 6;
	outer.trail = (struct pk_trail){.edges = &out, .nr_edges = 1};
	outer.edge_kinds = 1u << PK_EDGE_CARRIES;
	*header = (struct pk_header){.protocol = 17,
				     .tunnel_id = 42,
				     .tunnel_id_known = true,
				     .tuple_known = true,
				     .tuple = {4, {10, 0, 0, 1}, {10, 0, 0, 2}, 40000, 4789}};
	assert_int_equal(judge_packet("vni 42", &outer), PK_MATCH_YES);
	assert_int_equal(judge_packet("vni 0x2a and port 4789", &outer), PK_MATCH_YES);
	assert_int_equal(judge_packet("vni 42 and port 4790", &outer), PK_MATCH_NO);
	assert_int_equal(judge_packet("vni 43", &outer), PK_MATCH_NO);
	assert_int_equal(judge_packet("vni 42", &inner), PK_MATCH_NO);
	assert_int_equal(judge_packet("outer vni 42", &inner), PK_MATCH_YES);
	assert_int_equal(judge_packet("outer vni 43", &inner), PK_MATCH_NO);
	assert_int_equal(judge_packet("outer vni 42", &outer), PK_MATCH_NO);
	assert_int_equal(judge_packet("inner vni 42", &outer), PK_MATCH_NO);
	/* read, and nobody told that it is a network's; not read; too short for one; a key of GRE */
	header->tunnel_id_known = false;
	header->tunnel_id_may_be = true;
	assert_int_equal(judge_packet("vni 42", &outer), PK_MATCH_MAY);
	assert_int_equal(judge_packet("vni 43", &outer), PK_MATCH_NO);
	header->tunnel_id_may_be = false;
	assert_int_equal(judge_packet("vni 42", &outer), PK_MATCH_MAY);
	header->len_known = true;
	header->payload_len = 7;
	assert_int_equal(judge_packet("vni 42", &outer), PK_MATCH_NO);
	*header = (struct pk_header){.protocol = 47, .tunnel_id = 42, .tunnel_id_known = true};
	assert_int_equal(judge_packet("vni 42", &outer), PK_MATCH_NO);
}

static void networks_that_are_not_understood(void **state)
{
	static const char *const wrong[] = {"vni",
					    "vni x",
					    "vni 16777216",
					    "inner vni",
					    "vni 42 port 80",
					    "vni 42 and",
					    "vni 42 and port 99999",
					    "vni 42424242424242424242424242424242"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct pk_filter_request request = {0};
		char copy[128];
		char *words[] = {(char *)"last", copy};

		snprintf(copy, sizeof(copy), "%s", wrong[i]);
		optind = 1;
		assert_int_equal(pk_filter_words(ctx, &request, 2, words), PK_USAGE);
		pk_filter_request_deinit(&request);
	}
}

static void wrong_expressions_are_refused(void **state)
{
	struct pk_expression expression;

	(void)state;
	assert_int_equal(pk_pcap_compile(ctx, "tcp prot 80", &expression), PK_USAGE);
	assert_non_null(strstr(ctx->error.text, "tcp prot 80"));
	assert_int_equal(pk_pcap_compile(ctx, "port 99999", &expression), PK_USAGE);
}

/* Programs that no compiler makes end, and nothing is concluded from them. */
static void broken_programs_say_may(void **state)
{
	static const struct pk_bpf_insn programs[][2] = {
		{{0x05, 0, 0, 0xfffffffe}, {0x06, 0, 0, 1}}, /* back */
		{{0x15, 7, 7, 0}, {0x06, 0, 0, 1}}, /* beyond the end */
		{{0x20, 0, 0, 0}, {0x00, 0, 0, 0}}, /* no return */
		{{0x62, 0, 0, 16}, {0x06, 0, 0, 1}}, /* no such scratch word */
		{{0xb5, 0, 0, 0}, {0x06, 0, 0, 1}}, /* no such jump */
	};
	struct pk_partial_frame frame = {.min_len = 60, .max_len = 60};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(programs); i++)
		assert_int_equal(pk_bpf_match(programs[i], 2, &frame), PK_MATCH_MAY);
	assert_int_equal(pk_bpf_match(programs[0], 0, &frame), PK_MATCH_MAY);
	for (int round = 0; round < 20000; round++) {
		struct pk_bpf_insn insns[12];

		for (size_t i = 0; i < ARRAY_SIZE(insns); i++)
			insns[i] = (struct pk_bpf_insn){(uint16_t)draw(256), (uint8_t)draw(6),
							(uint8_t)draw(6),
							draw(3) ? draw(200) : (uint32_t)seed};
		pk_bpf_match(insns, ARRAY_SIZE(insns), &frame);
	}
}

static int setup(void **state)
{
	void *library = dlopen("libpcap.so.0.8", RTLD_NOW);
	void *symbol;

	(void)state;
	if (!library)
		library = dlopen("libpcap.so.1", RTLD_NOW);
	symbol = library ? dlsym(library, "pcap_offline_filter") : NULL;
	memcpy(&offline_filter, &symbol, sizeof(symbol));
	fake_target_init(&fake);
	ctx = malloc(sizeof(*ctx));
	pk_ctx_init(ctx, &fake.target);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pk_ctx_deinit(ctx);
	free(ctx);
	fake_target_deinit(&fake);
	return 0;
}

/* Without libpcap a filter is refused in words, and the rest is skipped. */
static void needs_libpcap(void **state)
{
	struct pk_expression expression;

	(void)state;
	if (offline_filter)
		return;
	assert_int_equal(pk_pcap_compile(ctx, "tcp", &expression), PK_ABSENT);
	assert_non_null(strstr(ctx->error.text, "libpcap"));
	print_message("# no libpcap: expressions are not tested\n");
}

#define with_libpcap(test)                                                                         \
	static void test##_if_there(void **state)                                                  \
	{                                                                                          \
		if (!offline_filter)                                                               \
			skip();                                                                    \
		test(state);                                                                       \
	}
with_libpcap(known_frames_are_judged_as_by_libpcap)
	with_libpcap(what_is_said_of_a_partly_known_frame_holds) with_libpcap(
		what_is_said_of_drawn_programs_holds) with_libpcap(every_completion_is_tried)
		with_libpcap(a_packet_is_judged_by_what_is_known_of_it)
			with_libpcap(a_socket_fits_by_either_direction)
				with_libpcap(networks_of_tunnels)
					with_libpcap(networks_that_are_not_understood)
						with_libpcap(wrong_expressions_are_refused)

							int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(needs_libpcap),
		cmocka_unit_test(known_frames_are_judged_as_by_libpcap_if_there),
		cmocka_unit_test(what_is_said_of_a_partly_known_frame_holds_if_there),
		cmocka_unit_test(what_is_said_of_drawn_programs_holds_if_there),
		cmocka_unit_test(every_completion_is_tried_if_there),
		cmocka_unit_test(a_packet_is_judged_by_what_is_known_of_it_if_there),
		cmocka_unit_test(a_socket_fits_by_either_direction_if_there),
		cmocka_unit_test(networks_of_tunnels_if_there),
		cmocka_unit_test(networks_that_are_not_understood_if_there),
		cmocka_unit_test(wrong_expressions_are_refused_if_there),
		cmocka_unit_test(ages_count_back_from_the_panic),
		cmocka_unit_test(options_are_three_valued_too),
		cmocka_unit_test(broken_programs_say_may),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
