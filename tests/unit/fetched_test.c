// SPDX-License-Identifier: GPL-3.0-or-later
/* What somebody's probe says of a packet, by what it fetches and whatever it calls that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/events/facts.h"
#include "decode/trace/event_format_private.h"
#include "fake_net.h"
#include "protocol/protocol.h"

#define TEXT 0xffffffff81000000ull
#define PROBES 0xffff999900000000ull /* struct trace_probes, programs, names: 64 KiB */
#define ARGS 32 /* offset of trace_probe.args */
#define ARG 64 /* sizeof(struct probe_arg) */
#define INSN 16

enum { END, REG, ARG_OP, TP, IMM, DEREF, RAW, MEM, STRING, BITS, ARRAY, EDATA, ST_EDATA };

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_format_slot slot;
	struct pk_formats formats;
	struct pk_field fields[40];
	char names[40][16];
	struct pk_format_probe probes[4];
	uint64_t free; /* of PROBES */
	uint8_t data[1024];
	struct pk_event event;
	struct pk_plans plans;
	struct pk_event_facts facts;
};

static const struct fake_member members[] = {
	{"struct fetch_insn", "op", 0, .size = 4},
	{"struct fetch_insn", "param", 8, .size = 4},
	{"struct fetch_insn", "size", 8, .size = 4},
	{"struct fetch_insn", "offset", 12, .size = 4, .is_signed = true},
	{"struct fetch_insn", "data", 8, 8, .is_pointer = true},
	{"struct probe_arg", "code", 0, 8, .is_pointer = true},
	{"struct probe_arg", "name", 24, 8, .is_pointer = true},
	{"struct trace_probe", "nr_args", 16, .size = 4},
	{"struct trace_probe", "entry_arg", 24, 8, .is_pointer = true},
	{"struct trace_probe", "args", ARGS, .size = 0, .is_array = true},
	{"struct probe_entry_arg", "code", 8, .size = 0, .is_array = true},
	{"struct ftrace_event_field", "name", 0, 8, .is_pointer = true},
	{"struct pt_regs", "di", 112, .size = 8},
	{"struct pt_regs", "si", 104, .size = 8},
	{"struct napi_gro_cb", "frag0", 0, 8, .is_pointer = true},
};

static const struct fake_enum ops[] = {
	{"fetch_op", "FETCH_OP_END", END},	     {"fetch_op", "FETCH_OP_REG", REG},
	{"fetch_op", "FETCH_OP_ARG", ARG_OP},	     {"fetch_op", "FETCH_OP_TP_ARG", TP},
	{"fetch_op", "FETCH_OP_IMM", IMM},	     {"fetch_op", "FETCH_OP_DEREF", DEREF},
	{"fetch_op", "FETCH_OP_ST_RAW", RAW},	     {"fetch_op", "FETCH_OP_ST_MEM", MEM},
	{"fetch_op", "FETCH_OP_ST_STRING", STRING},  {"fetch_op", "FETCH_OP_MOD_BF", BITS},
	{"fetch_op", "FETCH_OP_LP_ARRAY", ARRAY},    {"fetch_op", "FETCH_OP_EDATA", EDATA},
	{"fetch_op", "FETCH_OP_ST_EDATA", ST_EDATA},
};

static int setup(void **state)
{
	static struct machine machine;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(&machine.fake);
	strcpy(machine.fake.target.facts.machine, "x86_64");
	fake_members(&machine.fake, members, ARRAY_SIZE(members));
	fake_enums(&machine.fake, ops, ARRAY_SIZE(ops));
	fake_type(&machine.fake, "struct fetch_insn", INSN);
	fake_type(&machine.fake, "struct probe_arg", ARG);
	fake_map(&machine.fake, PROBES, 65536);
	fake_symbol(&machine.fake, "tcp_v4_rcv", TEXT, 0x100);
	fake_symbol(&machine.fake, "tcp_v6_rcv", TEXT + 0x100, 0x100);
	fake_symbol(&machine.fake, "__tcp_transmit_skb", TEXT + 0x200, 0x100);
	fake_symbol(&machine.fake, "skb_gro_receive", TEXT + 0x600, 0x100);
	fake_symbol(&machine.fake, "tcp_v4_do_rcv", TEXT + 0x700, 0x100);
	fake_symbol(&machine.fake, "ip_finish_output2", TEXT + 0x800, 0x100);
	fake_symbol(&machine.fake, "tcp_gro_receive", TEXT + 0x900, 0x100);
	fake_symbol(&machine.fake, "tcp4_gro_receive", TEXT + 0xa00, 0x100);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	machine.slot.filled = true;
	machine.slot.format = (struct pk_format){
		.id = 700,
		.system = "odd",
		.name = "mine",
		.kind = PK_FORMAT_KPROBE,
		.fields = machine.fields,
		.probes = machine.probes,
	};
	machine.formats = (struct pk_formats){
		.ctx = &machine.ctx, .slots = &machine.slot, .nr = 1, .room = 1};
	machine.event =
		(struct pk_event){.type = 700, .data = machine.data, .len = sizeof(machine.data)};
	machine.free = PROBES + 0x8000;
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_plans_free(&machine->plans);
	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static uint64_t text(struct machine *m, const char *name)
{
	uint64_t at = m->free;

	fake_put_string(&m->fake, at, name);
	m->free += 64;
	return at;
}

static void insn(struct machine *m, uint64_t *at, unsigned op, uint64_t param, int32_t offset)
{
	fake_put(&m->fake, *at, 4, op);
	fake_put(&m->fake, *at + 8, 4, param);
	fake_put(&m->fake, *at + 12, 4, (uint32_t)offset);
	*at += INSN;
}

/* "+20(+200($arg1))" and the like: the last pointer is what is stored, with SIZE bytes. */
static void compile(struct machine *m, const char *words, unsigned size, bool string, uint64_t *at)
{
	int offsets[8], nr = 0;

	for (; *words == '+' || *words == '-'; words = strchr(words, '(') + 1)
		offsets[nr++] = atoi(words);
	if (!strncmp(words, "$arg", 4)) {
		insn(m, at, ARG_OP, (unsigned)atoi(words + 4) - 1, 0);
	} else if (!strncmp(words, "%di", 3) || !strncmp(words, "%si", 3)) {
		insn(m, at, REG, words[1] == 'd' ? 112 : 104, 0);
	} else if (*words == '\\') {
		insn(m, at, IMM, (unsigned)atoi(words + 1), 0);
	} else {
		uint64_t field = m->free;
		char name[32];

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(words + 1, ")"), words + 1);
		m->free += 64;
		fake_put(&m->fake, field, 8, text(m, name));
		fake_put(&m->fake, *at, 4, TP);
		fake_put(&m->fake, *at + 8, 8, field);
		*at += INSN;
	}
	for (int i = nr - 1; i > 0; i--)
		insn(m, at, DEREF, 0, offsets[i]);
	insn(m, at, string ? STRING : nr ? MEM : RAW, size, nr ? offsets[0] : 0);
}

/* Argument NAME of the probe number PROBE. */
static void fetch(struct machine *m, unsigned probe, const char *name, const char *words,
		  unsigned size, unsigned count)
{
	uint64_t tp = PROBES + probe * 0x2000, code, nr = 0, arg;

	m->probes[probe].tp = tp;
	if (m->slot.format.nr_probes <= probe)
		m->slot.format.nr_probes = probe + 1;
	assert_int_equal(pk_read_uint(&m->ctx, tp + 16, 4, &nr), PK_OK);
	arg = tp + ARGS + nr * ARG;
	fake_put(&m->fake, tp + 16, 4, nr + 1);
	fake_put(&m->fake, arg + 24, 8, text(m, name));
	code = m->free;
	m->free += 256;
	fake_put(&m->fake, arg, 8, code);
	compile(m, words, size, !size, &code);
	if (count > 1)
		insn(m, &code, ARRAY, count, 0);
	insn(m, &code, END, 0, 0);
}

static void field(struct machine *m, const char *name, const void *bytes, unsigned size)
{
	struct pk_format *format = &m->slot.format;
	uint32_t nr = format->nr_fields, at = 8;

	for (uint32_t i = 0; i < nr; i++)
		at += m->fields[i].size;
	snprintf(m->names[nr], sizeof(m->names[nr]), "%s", name);
	m->fields[nr] =
		(struct pk_field){.name = m->names[nr], .type = "u64", .offset = at, .size = size};
	memcpy(m->data + at, bytes, size);
	format->nr_fields++;
}

static void word(struct machine *m, const char *name, const char *words, uint64_t value)
{
	fetch(m, 0, name, words, 8, 1);
	field(m, name, &value, 8);
}

static void bytes(struct machine *m, const char *name, const char *words, const void *packet,
		  unsigned size)
{
	fetch(m, 0, name, words, size, 1);
	field(m, name, packet, size);
}

static enum pk_status read_facts(struct machine *m)
{
	pk_plans_free(&m->plans);
	assert_int_equal(pk_plans_make(&m->ctx, &m->formats, &m->plans), PK_OK);
	return pk_facts_read(&m->ctx, &m->plans, &m->event, &m->facts);
}

/* 10.0.1.2:40001 > 192.168.0.1:80, PA, 1000 bytes of payload behind 32 of header; 14 bytes of Ethernet before. */
static const uint8_t frame[14 + 20 + 20] = {
	2,    0,    0,	  0,	0,    1,    2,	  0,	0,  0, 0,    2,	   8,	 0, /**/
	0x45, 0,    0x04, 0x1c, 1,    2,    0x40, 0,	64, 6, 0xaa, 0xbb, 10,	 0,    1, 2,
	192,  168,  0,	  1, /**/
	0x9c, 0x41, 0,	  80,	0xfe, 0xdc, 0xba, 0x98, 0,  0, 0,    7,	   0x80, 0x18, 1, 0,
};
#define IP4 (frame + 14)
#define TCP4 (frame + 34)

static void check_header(const struct pk_header *header, bool unproven)
{
	assert_true(header->tuple_known && header->seq_known && header->ack_known &&
		    header->flags_known);
	assert_int_equal(header->unproven, unproven);
	assert_int_equal(header->tuple.family, 4);
	assert_memory_equal(header->tuple.saddr, IP4 + 12, 4);
	assert_memory_equal(header->tuple.daddr, IP4 + 16, 4);
	assert_int_equal(header->tuple.sport, 40001);
	assert_int_equal(header->tuple.dport, 80);
	assert_int_equal(header->seq, 0xfedcba98);
	assert_int_equal(header->ack, 7);
	assert_int_equal(header->flags, 0x18);
}

static void probe_at(struct machine *m, char *symbol, uint64_t addr)
{
	m->slot.format.probe_symbol = symbol;
	m->slot.format.probe_addr = m->probes[0].addr = addr;
}

/* The header in words of eight bytes, by a register; no name says what anything is. */
static void a_header_in_words(void **state)
{
	struct machine *m = *state;

	probe_at(m, "tcp_v4_rcv", TEXT);
	word(m, "sk", "%di", 0x1000);
	bytes(m, "skb", "+0(+200(%di))", TCP4, 8);
	bytes(m, "seq", "+8(+200($arg1))", TCP4 + 8, 8);
	bytes(m, "a", "-20(+200($arg1))", IP4, 8);
	bytes(m, "b", "-12(+200($arg1))", IP4 + 8, 8);
	bytes(m, "c", "-4(+200($arg1))", IP4 + 16, 4);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_int_equal(m->facts.sk, 0);
	check_header(&m->facts.header, false);
	assert_true(m->facts.header.len_known);
	assert_int_equal(m->facts.header.payload_len, 1000);
}

/* Options before TCP's header: its ports are sure, the addresses are other bytes. */
static void options_before_tcp(void **state)
{
	struct machine *m = *state;

	probe_at(m, "tcp_v4_rcv", TEXT);
	bytes(m, "t", "+0(+200($arg1))", TCP4, 16);
	bytes(m, "i", "-20(+200($arg1))", IP4 + 4, 20); /* IP's header begins four bytes before */
	word(m, "x", "$arg1", 0x1000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.tuple_known);
	assert_true(m->facts.header.ports_known);
	assert_int_equal(m->facts.header.tuple.dport, 80);
	assert_int_equal(m->facts.header.seq, 0xfedcba98);
}

static void event_probe(struct machine *m, char *tracepoint)
{
	m->slot.format.kind = PK_FORMAT_EPROBE;
	m->slot.format.probe_symbol = tracepoint;
	word(m, "old", "$skbaddr", 0x1000);
}

/* A tracepoint's own field is what the kernel calls it, whatever the probe does. */
static void the_socket_of_a_tracepoint(void **state)
{
	struct machine *m = *state;

	event_probe(m, "net/netif_receive_skb");
	word(m, "len", "$skaddr", 0x5000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_int_equal(m->facts.sk, 0x5000);
}

/* Names that say something else. */
static void names_that_lie(void **state)
{
	struct machine *m = *state;

	event_probe(m, "net/netif_receive_skb");
	bytes(m, "seq", "+12(+200($skbaddr))", IP4 + 12, 4);
	bytes(m, "th_seq", "+16(+200($skbaddr))", IP4 + 16, 4);
	bytes(m, "len", "+20(+200($skbaddr))", TCP4, 2);
	bytes(m, "ip_src", "+22(+200($skbaddr))", TCP4 + 2, 2);
	bytes(m, "th_sport", "+24(+200($skbaddr))", TCP4 + 4, 4);
	bytes(m, "th_dport", "+28(+200($skbaddr))", TCP4 + 8, 4);
	bytes(m, "ip_dst", "+32(+200($skbaddr))", TCP4 + 12, 2);
	bytes(m, "sk", "+0(+200($skbaddr))", IP4, 1);
	bytes(m, "mark", "+9(+200($skbaddr))", IP4 + 9, 1);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_int_equal(m->facts.skb2, 0);
	assert_int_equal(m->facts.sk, 0);
	assert_false(m->facts.mark_known);
	check_header(&m->facts.header, false);
}

/* Neither IP's first byte nor its protocol: it may be one. */
static void addresses_and_ports_alone_prove_nothing(void **state)
{
	struct machine *m = *state;

	event_probe(m, "net/netif_receive_skb");
	bytes(m, "a", "+12(+200($skbaddr))", IP4 + 12, 24);
	assert_int_equal(read_facts(m), PK_OK);
	check_header(&m->facts.header, true);
	assert_false(m->facts.header.ports_known);
}

static void no_tcp_and_options_are_no_header(void **state)
{
	struct machine *m = *state;
	uint8_t packet[sizeof(frame)];

	event_probe(m, "net/netif_receive_skb");
	memcpy(packet, frame, sizeof(packet));
	packet[14 + 9] = 17;
	bytes(m, "a", "+0(+200($skbaddr))", packet + 14, 40);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.tuple_known || m->facts.header.ports_known);
	m->data[16 + 9] = 6;
	assert_int_equal(read_facts(m), PK_OK);
	check_header(&m->facts.header, false);
	m->data[16] = 0x46;
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.tuple_known || m->facts.header.ports_known);
}

/* Behind Ethernet's header; behind none (a tunnel's device); and where the event says it. */
static void behind_the_links_header(void **state)
{
	static const unsigned links[] = {14, 0};
	struct machine *m;

	for (unsigned i = 0; i < 2; i++) {
		teardown(state);
		setup(state);
		m = *state;
		event_probe(m, "net/net_dev_start_xmit");
		bytes(m, "a", "+0(+200($skbaddr))", frame + 14 - links[i], 40 + links[i]);
		assert_int_equal(read_facts(m), PK_OK);
		check_header(&m->facts.header, false);
	}
	word(m, "x", "$network_offset", 14);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.tuple_known);
}

/* Ethernet, MACsec with an SCI; what it carries. */
static const uint8_t macsec[32] = {
	2,    0, 0, 0, 0, 1,	2,    0,    0,	  0,	0,    2,    0x88, 0xe5, /**/
	0x2d, 5, 0, 0, 1, 0x2c, 0xd2, 0x7e, 0x61, 0x17, 0x46, 0x99, 0,	  1, /**/
	0xff, 1, 2, 3,
};

static void check_sectag(const struct pk_header *header)
{
	assert_true(header->sectag.known && header->sectag.sci_known);
	assert_false(header->tuple_known);
	assert_int_equal(header->protocol, pk_macsec.number);
	assert_int_equal(header->sectag.tci_an, 0x2d);
	assert_int_equal(header->sectag.short_len, 5);
	assert_int_equal(header->sectag.pn, 300);
	assert_true(header->sectag.sci == 0xd27e611746990001);
}

static void macsecs_tag_on_its_way_down(void **state)
{
	struct machine *m = *state;
	const uint64_t type = 0x88e5, other = 0x88e6;

	assert_true(pk_protocols_parse("all", &m->ctx.protocols));
	event_probe(m, "net/net_dev_start_xmit");
	fetch(m, 0, "c", "+0(+200($skbaddr))", 1, 32);
	field(m, "c", macsec, sizeof(macsec));
	word(m, "p", "$protocol", type);
	assert_int_equal(read_facts(m), PK_OK);
	check_sectag(&m->facts.header);
	/* not as many bytes as the probe stores */
	m->fields[1].size = 27;
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.sectag.known);
	m->fields[1].size = sizeof(macsec);
	/* Ethernet's header says something else; so does the event; nobody asked */
	m->data[m->fields[1].offset + 13] = 0xe6;
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.sectag.known);
	m->data[m->fields[1].offset + 13] = 0xe5;
	memcpy(m->data + m->fields[2].offset, &other, sizeof(other));
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.sectag.known);
	memcpy(m->data + m->fields[2].offset, &type, sizeof(type));
	m->ctx.protocols = 0;
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.sectag.known);
}

static void macsecs_tag_on_its_way_up(void **state)
{
	struct machine *m = *state;

	assert_true(pk_protocols_parse("all", &m->ctx.protocols));
	event_probe(m, "net/netif_receive_skb");
	fetch(m, 0, "c", "+0(+200($skbaddr))", 1, 16);
	field(m, "c", macsec + 14, 16);
	fetch(m, 0, "p", "+176($skbaddr)", 2, 1);
	field(m, "p", macsec + 12, 2);
	assert_int_equal(read_facts(m), PK_OK);
	check_sectag(&m->facts.header);
	m->data[m->fields[2].offset] = 8;
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.sectag.known);
}

static void an_array_of_bytes(void **state)
{
	struct machine *m = *state;

	event_probe(m, "net/netif_receive_skb");
	fetch(m, 0, "all", "+0(+200($skbaddr))", 1, 40);
	field(m, "all", IP4, 40);
	assert_int_equal(read_facts(m), PK_OK);
	check_header(&m->facts.header, false);
}

/* What lies behind the linear part is an earlier packet's: the ports are there, the rest is in a page. */
static void behind_the_linear_part_is_another_packet(void **state)
{
	struct machine *m = *state;
	const struct pk_header *header = &m->facts.header;

	event_probe(m, "net/netif_receive_skb");
	bytes(m, "all", "+0(+200($skbaddr))", IP4, 40);
	bytes(m, "l", "+112($skbaddr)", &(uint32_t){1052}, 4);
	bytes(m, "d", "+116($skbaddr)", &(uint32_t){1012}, 4);
	assert_int_equal(read_facts(m), PK_OK);
	check_header(header, false);
	memcpy(m->data + 60, &(uint32_t){1028}, 4);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(header->tuple_known && header->tuple.dport == 80);
	assert_false(header->seq_known || header->ack_known || header->flags_known);
	memcpy(m->data + 60, &(uint32_t){1052}, 4); /* all of it is in a page */
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(header->tuple_known || header->ports_known || header->seq_known);
}

/* GRO's pointer is skb->data, or a page if all of it is in one. */
static void what_gro_points_to(void **state)
{
	struct machine *m = *state;

	probe_at(m, "tcp4_gro_receive", TEXT + 0xa00);
	bytes(m, "a", "+0(+40(%si))", IP4, 40);
	bytes(m, "l", "+112(%si)", &(uint32_t){1052}, 4);
	bytes(m, "d", "+116(%si)", &(uint32_t){1052}, 4);
	assert_int_equal(read_facts(m), PK_OK);
	check_header(&m->facts.header, false);
	memcpy(m->data + 52, &(uint32_t){1032}, 4);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.tuple_known);
}

/* tcp_gro_receive(head, skb, th): th lies in one piece, right behind IP's header, which is as long as its family says. */
static void the_header_that_a_function_is_given(void **state)
{
	struct machine *m = *state;
	uint8_t before[40] = {0x60};

	probe_at(m, "tcp_gro_receive", TEXT + 0x900);
	word(m, "a", "$arg2", 0x1000);
	bytes(m, "p", "+176($arg2)", "\x08\x00", 2);
	memcpy(before + 20, IP4, 20);
	fetch(m, 0, "ip", "-40($arg3)", 8, 5);
	field(m, "ip", before, 40);
	bytes(m, "t", "+0($arg3)", TCP4, 16);
	bytes(m, "o", "+9(+40($arg2))", "\x11", 1); /* frag0's: it may be elsewhere by now */
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	check_header(&m->facts.header, false);
	assert_int_equal(m->facts.header.payload_len, 1000);
}

/* skb_gro_receive(p, skb): whose page it is that the header was read from. */
static void of_two_packets_the_one_that_is_read(void **state)
{
	static const char *const of[] = {"+0(+40(%si))", "+0(+40(%di))"};

	for (unsigned second = 0; second < 2; second++) {
		struct machine *m;

		assert_int_equal(teardown(state), 0);
		assert_int_equal(setup(state), 0);
		m = *state;
		probe_at(m, "skb_gro_receive", TEXT + 0x600);
		word(m, "skb", "%di", 0x1000);
		word(m, "p", "%si", 0x2000);
		bytes(m, "a", of[second], IP4, 40);
		assert_int_equal(read_facts(m), PK_OK);
		assert_int_equal(m->facts.skb, 0x1000);
		assert_int_equal(m->facts.skb2, 0x2000);
		check_header(&m->facts.header, false);
		assert_int_equal(m->facts.header_of_second, !second);
	}
}

/* tcp_v4_rcv() fills the control block: before, it is IP's. */
static void what_tcp_is_given(void **state)
{
	struct machine *m = *state;

	probe_at(m, "tcp_v4_do_rcv", TEXT + 0x700);
	word(m, "a", "%di", 0x2000);
	word(m, "b", "%si", 0x1000);
	bytes(m, "c", "+40(%si)", &(uint32_t){100}, 4);
	bytes(m, "d", "+44(%si)", &(uint32_t){110}, 4);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(m->facts.cb_known);
	assert_int_equal(m->facts.cb.seq, 100);
	probe_at(m, "tcp_v4_rcv", TEXT);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.cb_known);
}

static void what_tcp_sends(void **state)
{
	struct machine *m = *state;

	probe_at(m, "__tcp_transmit_skb", TEXT + 0x200);
	word(m, "skb", "%di", 0x2000);
	word(m, "sk", "%si", 0x1000);
	word(m, "cb_seq", "\\7", 7);
	bytes(m, "rc", "$arg3", "\0", 1);
	bytes(m, "new", "+40(%si)", &(uint32_t){100}, 4);
	bytes(m, "old", "+44(%si)", &(uint32_t){110}, 4);
	bytes(m, "p", "+168(%si)", &(uint32_t){5}, 4);
	bytes(m, "len", "+0(+200(%si))", frame, 40); /* data is at the payload: no header */
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_int_equal(m->facts.sk, 0x2000);
	assert_false(m->facts.clone_it);
	assert_true(m->facts.cb_known);
	assert_int_equal(m->facts.cb.seq, 100);
	assert_int_equal(m->facts.cb.end_seq, 110);
	assert_int_equal(m->facts.mark, 5);
	assert_false(m->facts.header.tuple_known);
}

static bool reads_next_ack(void **state, const char *words, unsigned size, uint32_t value)
{
	uint16_t half = (uint16_t)value;
	struct machine *m;
	struct pk_plan plan;

	assert_int_equal(teardown(state), 0);
	assert_int_equal(setup(state), 0);
	m = *state;
	probe_at(m, "__tcp_transmit_skb", TEXT + 0x200);
	word(m, "a", "%di", 0x2000);
	word(m, "b", "%si", 0x1000);
	bytes(m, "c", words, size == sizeof(half) ? (void *)&half : &value, size);
	assert_int_equal(read_facts(m), PK_OK);
	plan = *m->facts.plan;
	if (!plan.word[PK_W_NEXT_ACK])
		return false;
	assert_int_equal(pk_facts_word(&m->ctx, &plan, &m->event, PK_W_NEXT_ACK, 0), value);
	return true;
}

/* rcv_nxt is what the segment acknowledges: of the socket, whole, and at its place. */
static void what_tcp_acknowledges(void **state)
{
	assert_true(reads_next_ack(state, "+220(%di)", 4, 4711));
	assert_false(reads_next_ack(state, "+220(%di)", 2, 4711));
	assert_false(reads_next_ack(state, "+224(%di)", 4, 4711));
	assert_false(reads_next_ack(state, "+220(%si)", 4, 4711));
	assert_false(reads_next_ack(state, "+220(+16(%si))", 4, 4711)); /* of the device */
}

/* The next of a list is another packet; half a pointer is none; what a register holds later is not known. */
static void what_is_not_the_packet(void **state)
{
	struct machine *m = *state;
	uint64_t skbs = fake_net_slab(&m->fake, FAKE_SKB, 4, 1);

	probe_at(m, "tcp_v4_rcv", TEXT);
	word(m, "skb", "+0(%di)", skbs);
	bytes(m, "skbaddr", "%di", &skbs, 4);
	word(m, "ip_src", "\\1", skbs);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
	/* In the function's middle: by what it points to alone. */
	teardown(state);
	setup(state);
	skbs = fake_net_slab(&m->fake, FAKE_SKB, 4, 1);
	probe_at(m, "tcp_v4_rcv", TEXT + 0x20);
	word(m, "x", "%di", skbs);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, skbs);
	memset(m->data, 0x11, sizeof(m->data));
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
}

/* Of two probes of one event each fetches in its own way. */
static void each_probe_of_an_event(void **state)
{
	struct machine *m = *state;
	uint64_t skb = 0x1000, six = 0x100, ip = TEXT;

	probe_at(m, "tcp_v4_rcv", TEXT);
	m->probes[1].addr = TEXT + 0x100;
	fetch(m, 0, "a", "%di", 8, 1);
	fetch(m, 0, "b", "+0(%di)", 8, 1);
	fetch(m, 1, "a", "+0(%di)", 8, 1);
	fetch(m, 1, "b", "%di", 8, 1);
	field(m, "__probe_ip", &ip, 8);
	field(m, "a", &skb, 8);
	field(m, "b", &six, 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_string_equal(m->facts.stage->name, "tcp_v4_rcv");
	ip = TEXT + 0x100;
	memcpy(m->data + 8, &ip, 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x100);
	assert_string_equal(m->facts.stage->name, "tcp_v6_rcv");
}

/* What a return probe kept of the call. */
static void an_argument_kept_for_the_return(void **state)
{
	struct machine *m = *state;
	uint64_t kept = m->free, code = kept + 8, skb = 0x1000;

	m->free += 1024;
	insn(m, &code, ARG_OP, 2, 0);
	insn(m, &code, ST_EDATA, 8, 0);
	insn(m, &code, ARG_OP, 0, 0);
	insn(m, &code, ST_EDATA, 8, 8);
	insn(m, &code, END, 0, 0);
	m->slot.format.kind = PK_FORMAT_KRETPROBE;
	probe_at(m, "tcp_v4_rcv", TEXT);
	fetch(m, 0, "a", "$arg7", 8, 1);
	fake_put(&m->fake, PROBES + 24, 8, kept);
	/* $arg7 as the program has it: the kept word at 8 */
	code = 0;
	assert_int_equal(pk_read_uint(&m->ctx, PROBES + ARGS, 8, &code), PK_OK);
	insn(m, &code, EDATA, 8, 8);
	field(m, "a", &skb, 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_true(m->facts.plan->is_return);
	/* a program without an end is not read on and on */
	code = kept + 8;
	for (unsigned i = 0; i < 31; i++)
		insn(m, &code, ARG_OP, 0, 0);
	insn(m, &code, ST_EDATA, 8, 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	code -= INSN;
	insn(m, &code, ARG_OP, 0, 0);
	insn(m, &code, ST_EDATA, 8, 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
	/* nothing was kept */
	fake_put(&m->fake, PROBES + 24, 8, 0);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
}

/* A program without an end, and one that is not there: names do not stand in for it. */
static void a_broken_program(void **state)
{
	struct machine *m = *state;
	uint64_t code;

	probe_at(m, "tcp_v4_rcv", TEXT);
	word(m, "skb", "%di", 0x1000);
	code = PROBES + 0x9000;
	fake_put(&m->fake, PROBES + ARGS, 8, code);
	for (int i = 0; i < 64; i++)
		insn(m, &code, DEREF, 0, 0);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
	fake_put(&m->fake, PROBES + ARGS, 8, 0x10);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
	fake_put(&m->fake, PROBES + 16, 4, 0xffffffff);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
}

/* 10.9.0.1 > 10.9.0.2, UDP, the last 1040 bytes of datagram 4097: what lies where ports would are none. */
static const uint8_t last_fragment[28] = {
	0x45, 0, 0x04, 0x24, 0x10, 0x01, 0x01, 0x72, 64, 17, 0, 0, 10,	 9,
	0,    1, 10,   9,    0,	   2,	 0x0f, 0xa0, 0,	 7,  0, 8, 0x12, 0x34,
};

static void a_fragment_has_no_ports(void **state)
{
	struct machine *m = *state;
	const struct pk_header *header = &m->facts.header;

	assert_true(pk_protocols_parse("all", &m->ctx.protocols));
	probe_at(m, "ip_finish_output2", TEXT + 0x800);
	word(m, "skb", "$arg3", 0x1000);
	bytes(m, "ip", "+0(+200($arg3))", last_fragment, sizeof(last_fragment));
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(header->tuple_known && !header->unproven && header->fragment);
	assert_true(header->ip_id_known && !header->frag_more);
	assert_int_equal(header->ip_id, 4097);
	assert_int_equal(header->frag_at, 2960);
	assert_int_equal(header->frag_len, 1040);
	assert_int_equal(header->payload_len, 1040);
	assert_int_equal(header->tuple.sport, 0);
	assert_int_equal(header->tuple.dport, 0);
}

/* Its place alone was fetched, as pkttrace-arm does: it is not named, least of all by the bytes where ports would be. */
static void a_fragment_without_its_number(void **state)
{
	struct machine *m = *state;
	const struct pk_header *header = &m->facts.header;

	assert_true(pk_protocols_parse("all", &m->ctx.protocols));
	probe_at(m, "ip_finish_output2", TEXT + 0x800);
	word(m, "skb", "$arg3", 0x1000);
	bytes(m, "vhl", "+0(+200($arg3))", last_fragment, 4);
	bytes(m, "off", "+6(+200($arg3))", last_fragment + 6, 2);
	bytes(m, "p", "+9(+200($arg3))", last_fragment + 9, 1);
	bytes(m, "hosts", "+12(+200($arg3))", last_fragment + 12, 8);
	bytes(m, "ports", "+20(+200($arg3))", last_fragment + 20, 4);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(header->tuple_known || header->ports_known || header->fragment);
}

/* fd09::1 > fd09::2, options (how deep tunnels may be: 4), GRE of IPv4: as ip6gre sends it. */
static const uint8_t ip6gre[52] = {
	0x60, 0, 0, 0, 0, 92, 60, 64, /**/
	0xfd, 9, 0, 0, 0, 0,  0,  0,  0, 0, 0, 0, 0, 0, 0, 1, /**/
	0xfd, 9, 0, 0, 0, 0,  0,  0,  0, 0, 0, 0, 0, 0, 0, 2, /**/
	47,   0, 4, 1, 4, 1,  0,  0, /**/
	0,    0, 8, 0,
};

static void a_tunnel_behind_ipv6s_options(void **state)
{
	/* What was fetched ends behind GRE's header, and in the middle of the options. */
	static const unsigned lens[] = {sizeof(ip6gre), 43};

	for (unsigned i = 0; i < 2; i++) {
		struct machine *m;
		const struct pk_header *header;

		teardown(state);
		setup(state);
		m = *state;
		header = &m->facts.header;
		assert_true(pk_protocols_parse("all", &m->ctx.protocols));
		event_probe(m, "net/netif_receive_skb");
		bytes(m, "a", "+0(+200($skbaddr))", ip6gre, lens[i]);
		assert_int_equal(read_facts(m), PK_OK);
		assert_int_equal(header->tuple_known, !i);
		if (i)
			continue;
		assert_int_equal(header->protocol, 47);
		assert_memory_equal(header->tuple.saddr, ip6gre + 8, 16);
		assert_memory_equal(header->tuple.daddr, ip6gre + 24, 16);
		assert_int_equal(header->payload_len, 92 - 8 - 4);
	}
}

/* Its first byte says how long IP's header is, from before TCP's as from IP's own. */
static void options_in_ipv4s_header(void **state)
{
	uint8_t packet[48];

	memcpy(packet, IP4, 20);
	memset(packet + 20, 1, 8);
	memcpy(packet + 28, TCP4, 20);
	packet[0] = 0x47;
	for (int own = 0; own < 2; own++) {
		struct machine *m;

		teardown(state);
		setup(state);
		m = *state;
		if (own) {
			probe_at(m, "tcp_v4_rcv", TEXT);
			bytes(m, "i", "-28(+200($arg1))", packet, 48);
			word(m, "x", "$arg1", 0x1000);
		} else {
			event_probe(m, "net/netif_receive_skb");
			bytes(m, "a", "+0(+200($skbaddr))", packet, 48);
		}
		assert_int_equal(read_facts(m), PK_OK);
		check_header(&m->facts.header, false);
		assert_int_equal(m->facts.header.payload_len, 0x041c - 28 - 32);
	}
}

/* On its way to fd09::5, the first segment of two: the last one is where TCP's other end is. */
static void a_route_of_segments(void **state)
{
	struct machine *m = *state;
	uint8_t packet[40 + 40 + 20];

	memcpy(packet, ip6gre, 40);
	packet[39] = 5;
	packet[6] = 43;
	memcpy(packet + 40, (uint8_t[]){6, 4, 4, 1, 1, 0, 0, 0}, 8);
	memcpy(packet + 48, ip6gre + 24, 16);
	memcpy(packet + 64, packet + 24, 16);
	memcpy(packet + 80, TCP4, 20);
	event_probe(m, "net/netif_receive_skb");
	bytes(m, "a", "+0(+200($skbaddr))", packet, sizeof(packet));
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(m->facts.header.tuple_known);
	assert_memory_equal(m->facts.header.tuple.daddr, ip6gre + 24, 16);
	assert_int_equal(m->facts.header.tuple.dport, 80);
	m->data[16 + 40 + 2] = 3; /* compressed: where it ends is not known */
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.tuple_known);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_header_in_words),
		T(a_fragment_has_no_ports),
		T(a_fragment_without_its_number),
		T(options_before_tcp),
		T(a_tunnel_behind_ipv6s_options),
		T(options_in_ipv4s_header),
		T(a_route_of_segments),
		T(the_socket_of_a_tracepoint),
		T(names_that_lie),
		T(addresses_and_ports_alone_prove_nothing),
		T(no_tcp_and_options_are_no_header),
		T(behind_the_links_header),
		T(macsecs_tag_on_its_way_down),
		T(macsecs_tag_on_its_way_up),
		T(an_array_of_bytes),
		T(behind_the_linear_part_is_another_packet),
		T(what_gro_points_to),
		T(the_header_that_a_function_is_given),
		T(of_two_packets_the_one_that_is_read),
		T(what_tcp_is_given),
		T(what_tcp_sends),
		T(what_tcp_acknowledges),
		T(what_is_not_the_packet),
		T(each_probe_of_an_event),
		T(an_argument_kept_for_the_return),
		T(a_broken_program),
	};

	fake_big_endian = FAKE_HOST_BIG_ENDIAN;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
