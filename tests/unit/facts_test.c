// SPDX-License-Identifier: GPL-3.0-or-later
/* What one event says of a packet, by its format: which stage it stands for, whose words it carries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/events/facts.h"
#include "decode/net/skb/skb.h"
#include "decode/trace/event_format_private.h"
#include "fake_net.h"

#define TEXT 0xffffffff81000000ull

/* One format with up to 40 fields of 8 bytes, and one event of it. */
struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_format_slot slot;
	struct pk_formats formats;
	struct pk_field fields[40];
	uint8_t data[8 + 40 * 8];
	struct pk_event event;
	struct pk_plans plans;
	struct pk_event_facts facts;
};

static int setup(void **state)
{
	static struct machine machine;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(&machine.fake);
	fake_symbol(&machine.fake, "tcp_v4_rcv.isra.0", TEXT, 0x100);
	fake_symbol(&machine.fake, "tcp_v4_do_rcv", TEXT + 0x100, 0x100);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	machine.slot.filled = true;
	machine.slot.format = (struct pk_format){
		.id = 700,
		.system = "pk",
		.name = "pk_event",
		.kind = PK_FORMAT_KPROBE,
		.fields = machine.fields,
	};
	machine.formats = (struct pk_formats){
		.ctx = &machine.ctx, .slots = &machine.slot, .nr = 1, .room = 1};
	machine.event =
		(struct pk_event){.type = 700, .data = machine.data, .len = sizeof(machine.data)};
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

static void add_sized(struct machine *m, char *name, char *type, unsigned size, const void *bytes)
{
	struct pk_format *format = &m->slot.format;
	uint32_t at = 8;

	for (uint32_t i = 0; i < format->nr_fields; i++)
		at += m->fields[i].size;
	m->fields[format->nr_fields++] =
		(struct pk_field){.name = name, .type = type, .offset = at, .size = size};
	memcpy(m->data + at, bytes, size);
}

static void add(struct machine *m, char *name, uint64_t value)
{
	add_sized(m, name, "u64", 8, &value);
}

/* A word of the packet's bytes, as the CPU loads it. */
static void add_be(struct machine *m, char *name, unsigned size, uint64_t value)
{
	uint64_t loaded = 0;

	for (unsigned i = 0; i < size; i++)
		loaded |= (value >> 8 * (size - 1 - i) & 0xff) << 8 * i;
	add(m, name, m->fake.target.facts.big_endian ? value : loaded);
}

static enum pk_status read_facts(struct machine *m)
{
	pk_plans_free(&m->plans);
	assert_int_equal(pk_plans_make(&m->ctx, &m->formats, &m->plans), PK_OK);
	return pk_facts_read(&m->ctx, &m->plans, &m->event, &m->facts);
}

static void add_ports(struct machine *m, unsigned off_flags)
{
	add_be(m, "th_sport", 2, 40001);
	add_be(m, "th_dport", 2, 80);
	add_be(m, "th_seq", 4, 0xfedcba98);
	add_be(m, "th_ack", 4, 7);
	add_be(m, "th_off_flags", 2, off_flags);
}

static void add_ip4(struct machine *m, unsigned vhl, unsigned len, unsigned protocol)
{
	add(m, "ip_vhl", vhl);
	add_be(m, "ip_len", 2, len);
	add(m, "ip_p", protocol);
	add_be(m, "ip_src", 4, 0x0a000102);
	add_be(m, "ip_dst", 4, 0xc0a80001);
}

static void a_probe_by_its_symbol(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add(m, "skb", 0x1000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.stage->act, PK_ACT_RX_OWN);
	assert_int_equal(m->facts.skb, 0x1000);
}

static void a_probe_by_its_address(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "tcp_v4_do_rcv"; /* what somebody wrote; the address counts */
	m->slot.format.probe_addr = TEXT + 0x23;
	add(m, "skb", 0x1000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.stage->act, PK_ACT_RX_OWN);
}

/* Several probes share one event: the address that was hit tells which. */
static void a_probe_by_the_address_it_hit(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add(m, "__probe_ip", TEXT + 0x104);
	add(m, "skb", 0x1000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.stage->act, PK_ACT_RX_DO);
}

static void an_eprobe_by_its_tracepoint(void **state)
{
	static char *const symbols[] = {"net/netif_receive_skb", "net.netif_receive_skb",
					"net:netif_receive_skb"};
	struct machine *m = *state;

	m->slot.format.kind = PK_FORMAT_EPROBE;
	add(m, "skb", 0x1000);
	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++) {
		m->slot.format.probe_symbol = symbols[i];
		assert_int_equal(read_facts(m), PK_OK);
		assert_int_equal(m->facts.stage->act, PK_ACT_EV_RX);
	}
	/* What is no tracepoint is no stage; a function's name neither. */
	m->slot.format.probe_symbol = "tcp_v4_rcv";
	assert_int_equal(read_facts(m), PK_OK);
	assert_null(m->facts.stage);
}

static void an_event_of_nothing_known(void **state)
{
	struct machine *m = *state;

	m->slot.format.kind = PK_FORMAT_TRACEPOINT;
	m->slot.format.name = "sched_switch";
	add(m, "skb", 0x1000);
	assert_int_equal(read_facts(m), PK_ABSENT);
	m->event.type = 701;
	assert_int_equal(pk_facts_read(&m->ctx, &m->plans, &m->event, &m->facts), PK_ABSENT);
}

static void arguments_by_what_they_point_to(void **state)
{
	struct machine *m = *state;
	uint64_t fclones = fake_net_slab(&m->fake, FAKE_FCLONE, 5, 1);
	uint64_t socks = fake_net_slab(&m->fake, FAKE_TCP, 8, 4);

	m->slot.format.probe_symbol = "tcp_v4_do_rcv";
	m->slot.format.name = "mine";
	add(m, "skb", socks + 3 * FAKE_SOCK_SIZE); /* a name is no evidence */
	add(m, "sk", fclones);
	add(m, "arg3", 42);
	add(m, "arg5", socks + 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.sk, socks + 3 * FAKE_SOCK_SIZE);
	assert_int_equal(m->facts.skb, fclones);
	assert_int_equal(m->facts.skb2, 0);
}

/* One of them may be the next of a list. */
static void of_two_skbs_none_is_meant(void **state)
{
	struct machine *m = *state;
	uint64_t skbs = fake_net_slab(&m->fake, FAKE_SKB, 4, 1);

	m->slot.format.probe_symbol = "tcp_v4_do_rcv";
	m->slot.format.name = "mine";
	add(m, "arg1", skbs);
	add(m, "arg2", skbs + fake_net_object_size(FAKE_SKB));
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
}

/* Its control block's address is the skb's, also in the companion; any other comes from a list. */
static void a_control_blocks_address_is_that_skb(void **state)
{
	struct machine *m = *state;
	uint64_t fclones = fake_net_slab(&m->fake, FAKE_FCLONE, 5, 1), size, cb;

	assert_int_equal(pk_skb_size(&m->ctx, &size), PK_OK);
	assert_int_equal(pk_row_offset(&m->ctx, PK_R_skb_cb, &cb), PK_OK);
	m->slot.format.probe_symbol = "tcp_v4_rcv";
	m->slot.format.name = "mine";
	add(m, "arg1", fclones + 2 * size);
	add(m, "arg2", fclones + size + cb);
	add(m, "arg3", fclones + size);
	add(m, "arg4", fclones + 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, fclones + size);
}

/* Words that somebody calls as a header's are called so are none. */
static void only_our_own_names_count(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	m->slot.format.name = "mine";
	add(m, "skb", 0x1000);
	add_ip4(m, 0x45, 20 + 32 + 1000, 6);
	add_ports(m, 8 << 12 | 0x18);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0);
	assert_false(m->facts.header.tuple_known);
}

static void a_pointer_into_a_socket_is_none(void **state)
{
	struct machine *m = *state;
	uint64_t socks = fake_net_slab(&m->fake, FAKE_TCP, 8, 4);

	m->slot.format.probe_symbol = "tcp_v4_do_rcv";
	add(m, "arg1", socks + FAKE_SOCK_SIZE + 8);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.sk, 0);
}

static void a_named_argument_wins(void **state)
{
	struct machine *m = *state;
	uint64_t skbs = fake_net_slab(&m->fake, FAKE_SKB, 4, 1);

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add(m, "arg1", skbs);
	add(m, "skb", 0x1000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
}

static void an_ip4_header(void **state)
{
	struct machine *m = *state;
	const struct pk_header *header = &m->facts.header;
	static const uint8_t from[16] = {10, 0, 1, 2}, to[16] = {192, 168, 0, 1};

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add_ip4(m, 0x45, 20 + 32 + 1000, 6);
	add_ports(m, 8 << 12 | 0x18);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(header->tuple_known && header->seq_known && header->ack_known &&
		    header->flags_known && header->len_known);
	assert_int_equal(header->tuple.family, 4);
	assert_memory_equal(header->tuple.saddr, from, 16);
	assert_memory_equal(header->tuple.daddr, to, 16);
	assert_int_equal(header->tuple.sport, 40001);
	assert_int_equal(header->tuple.dport, 80);
	assert_int_equal(header->seq, 0xfedcba98);
	assert_int_equal(header->ack, 7);
	assert_int_equal(header->flags, 0x18);
	assert_int_equal(header->payload_len, 1000); /* without the 12 bytes of TCP options */
	assert_false(header->window_known);
}

/* One field has flags and window. */
static void a_window(void **state)
{
	struct machine *m = *state;
	const struct pk_header *header = &m->facts.header;

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add_ip4(m, 0x45, 20 + 32 + 1000, 6);
	add_be(m, "th_sport", 2, 40001);
	add_be(m, "th_dport", 2, 80);
	add_be(m, "th_seq", 4, 1);
	add_be(m, "th_off_flags_win", 4, (8u << 12 | 0x18u) << 16 | 512);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(header->flags_known && header->window_known && header->len_known);
	assert_int_equal(header->flags, 0x18);
	assert_int_equal(header->window, 512);
	assert_int_equal(header->payload_len, 1000);
}

/* More than the 16 bits of IP's own length can say: a zero there, and the length is the skb's. */
static void a_length_of_big_tcp(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add_ip4(m, 0x45, 0, 6);
	add_ports(m, 8 << 12 | 0x18);
	add(m, "len", 32 + 150000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(m->facts.header.len_known);
	assert_int_equal(m->facts.header.payload_len, 150000);
}

/* Elsewhere, what the skb's length counts is not known: so is the packet's. */
static void a_zero_for_a_length_on_the_way_out_is_none(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "ip_finish_output2";
	add_ip4(m, 0x45, 0, 6);
	add_ports(m, 8 << 12 | 0x18);
	add(m, "len", 32 + 150000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->facts.header.len_known);
}

static void an_ip6_header(void **state)
{
	struct machine *m = *state;
	static const uint8_t from[16] = {0xfe, 0x80, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2};

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add(m, "ip6_vtc", 0x6f);
	add_be(m, "ip6_plen", 2, 20 + 1000);
	add(m, "ip6_nxt", 6);
	add_be(m, "ip6_src_hi", 8, 0xfe80000000000001ull);
	add_be(m, "ip6_src_lo", 8, 2);
	add_be(m, "ip6_dst_hi", 8, 0xfe80ull << 48);
	add_be(m, "ip6_dst_lo", 8, 1);
	add_ports(m, 5 << 12 | 0x10);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.header.tuple.family, 6);
	assert_memory_equal(m->facts.header.tuple.saddr, from, 16);
	assert_int_equal(m->facts.header.payload_len, 1000);
}

static void no_tuple_from_words_that_lie_elsewhere(void **state)
{
	static const struct {
		unsigned vhl, protocol, off_flags;
	} rows[] = {
		{0x46, 6, 5 << 12}, /* IP options */
		{0x55, 6, 5 << 12}, /* no IPv4 */
		{0, 6, 5 << 12},    {0x45, 17, 5 << 12}, /* UDP */
		{0x45, 6, 4 << 12}, /* a TCP header of 16 bytes is none */
		{0x45, 6, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct machine *m;

		teardown(state);
		setup(state);
		m = *state;
		m->slot.format.probe_symbol = "tcp_v4_rcv";
		add_ip4(m, rows[i].vhl, 40, rows[i].protocol);
		add_ports(m, rows[i].off_flags);
		assert_int_equal(read_facts(m), PK_OK);
		assert_false(m->facts.header.tuple_known || m->facts.header.seq_known ||
			     m->facts.header.ack_known || m->facts.header.len_known);
		assert_int_equal(m->facts.header.tuple.family, 0);
	}
}

static void a_length_that_cannot_be(void **state)
{
	struct machine *m = *state;

	/* The IP header says less than the TCP header alone has: a length is not known. */
	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add_ip4(m, 0x45, 30, 6);
	add_ports(m, 5 << 12 | 0x10);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(m->facts.header.tuple_known);
	assert_false(m->facts.header.len_known);
}

static void a_short_entry_has_no_words(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "tcp_v4_rcv";
	add(m, "skb", 0x1000);
	add_ip4(m, 0x45, 40, 6);
	add_ports(m, 5 << 12 | 0x10);
	m->event.len = 16;
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_false(m->facts.header.tuple_known);
}

static void a_sockets_tuple_is_local_first(void **state)
{
	static const uint8_t mapped[2][16] = {
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1},
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 2},
	};
	struct machine *m = *state;

	m->slot.format.kind = PK_FORMAT_TRACEPOINT;
	m->slot.format.system = "sock";
	m->slot.format.name = "inet_sock_set_state";
	add(m, "skaddr", 0x2000);
	add(m, "family", 10);
	add(m, "sport", 80);
	add(m, "dport", 40001);
	add_sized(m, "saddr", "__u8[4]", 4, "\0\0\0\0");
	add_sized(m, "daddr", "__u8[4]", 4, "\0\0\0\0");
	add_sized(m, "saddr_v6", "__u8[16]", 16, mapped[0]);
	add_sized(m, "daddr_v6", "__u8[16]", 16, mapped[1]);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.sk, 0x2000);
	assert_int_equal(m->facts.sock.family, 4);
	assert_memory_equal(m->facts.sock.saddr, "\x0a\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	assert_memory_equal(m->facts.sock.daddr, "\x0a\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	assert_int_equal(m->facts.sock.sport, 80);
	assert_int_equal(m->facts.sock.dport, 40001);
	assert_false(m->facts.header.tuple_known); /* of the socket, not of a packet */
}

/* Without a family the field of IPv6 has both: that of IPv4 is 127.0.0.6 for each socket of IPv6. */
static void a_sockets_tuple_without_family(void **state)
{
	static const uint8_t six[2][16] = {{0xfd, 9, [15] = 1}, {0xfd, 9, [15] = 2}};
	struct machine *m = *state;

	m->slot.format.kind = PK_FORMAT_TRACEPOINT;
	m->slot.format.system = "tcp";
	m->slot.format.name = "tcp_destroy_sock";
	add(m, "skaddr", 0x2000);
	add(m, "sport", 80);
	add(m, "dport", 40001);
	add_sized(m, "saddr", "__u8[4]", 4, "\x7f\0\0\x06");
	add_sized(m, "daddr", "__u8[4]", 4, "\x7f\0\0\x06");
	add_sized(m, "saddr_v6", "__u8[16]", 16, six[0]);
	add_sized(m, "daddr_v6", "__u8[16]", 16, six[1]);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.sock.family, 6);
	assert_memory_equal(m->facts.sock.saddr, six[0], 16);
	assert_memory_equal(m->facts.sock.daddr, six[1], 16);
}

/* tcp_probe stores struct sockaddr_in6s: family, port and address come from there. */
static void tcp_probes_addresses(void **state)
{
	uint8_t from[28] = {0, 0, 0x1f, 0x90, 10, 0, 0, 1}, to[28] = {0, 0, 0, 80, 10, 0, 0, 2};
	struct machine *m = *state;

	fake_store(from, 2, 2);
	fake_store(to, 2, 2);

	m->slot.format.kind = PK_FORMAT_TRACEPOINT;
	m->slot.format.system = "tcp";
	m->slot.format.name = "tcp_probe";
	add_sized(m, "saddr", "__u8[sizeof(struct sockaddr_in6)]", 28, from);
	add_sized(m, "daddr", "__u8[sizeof(struct sockaddr_in6)]", 28, to);
	add(m, "sport", 0);
	add(m, "dport", 0);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.sock.family, 4);
	assert_int_equal(m->facts.sock.sport, 8080);
	assert_int_equal(m->facts.sock.dport, 80);
	/* A family that is none gives none. */
	m->data[8] = 3;
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.sock.family, 0);
}

static void a_merge_has_two_skbs(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "skb_gro_receive";
	add(m, "p", 0x1000);
	add(m, "skb", 0x2000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.stage->act, PK_ACT_GRO_MERGE);
	assert_int_equal(m->facts.skb, 0x1000);
	assert_int_equal(m->facts.skb2, 0x2000);
	assert_true(m->plans.any_merge);
	assert_false(m->plans.any_free);
}

/* Up to 4.18 the first argument points to a pointer, and may be an address inside another skb: what is merged into is not known. */
static void a_merge_by_a_pointer_to_its_place(void **state)
{
	static const struct fake_member chain[] = {
		{"struct napi_struct", "gro_list", 0, 8, .is_pointer = true}};
	struct machine *m = *state;

	fake_members(&m->fake, chain, 1);
	m->slot.format.probe_symbol = "skb_gro_receive";
	add(m, "p", 0x1000);
	add(m, "skb", 0x2000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.stage->act, PK_ACT_GRO_MERGE);
	assert_int_equal(m->facts.skb, 0x2000);
	assert_int_equal(m->facts.skb2, 0);
	assert_false(m->plans.any_merge);
}

/* call or jmp, of x86-64, whatever the order of bytes is here. */
static void put_call(struct fake_target *fake, uint64_t at, uint8_t opcode, uint64_t to)
{
	const uint64_t distance = to - (at + 5);

	fake_put(fake, at, 1, opcode);
	for (unsigned i = 0; i < 4; i++)
		fake_put(fake, at + 1 + i, 1, distance >> 8 * i & 0xff);
}

/* FREE calls RELEASE, and CONSUME calls FREE; then CONSUME has nops instead: the compiler put the other's body there. */
static void frees_that_a_probe_misses(void **state)
{
	enum { RELEASE = 0x1000, FREE = 0x1100, CONSUME = 0x1200, SIZE = 16 };
	struct machine *m = *state;
	struct fake_target *fake = &m->fake;

	strcpy(fake->target.facts.machine, "x86_64");
	fake_symbol(fake, "_stext", TEXT, 0);
	fake_symbol(fake, "_end", TEXT + 0x10000, 0);
	fake_symbol(fake, "skb_release_head_state", TEXT + RELEASE, SIZE);
	fake_symbol(fake, "__kfree_skb", TEXT + FREE, SIZE);
	fake_symbol(fake, "consume_skb", TEXT + CONSUME, SIZE);
	m->slot.format.probe_symbol = "skb_release_head_state";
	add(m, "skb", 0x1000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(m->plans.any_free); /* text that the dump lacks says nothing */
	fake_map(fake, TEXT + RELEASE, 0x1000);
	put_call(fake, TEXT + FREE, 0xe8, TEXT + RELEASE);
	put_call(fake, TEXT + CONSUME, 0xe9, TEXT + FREE);
	assert_int_equal(read_facts(m), PK_OK);
	assert_true(m->plans.any_free);
	assert_null(m->plans.frees_unseen);
	fake_put(fake, TEXT + CONSUME, 8, 0x9090909090909090);
	assert_int_equal(read_facts(m), PK_OK);
	assert_false(m->plans.any_free);
	assert_string_equal(m->plans.frees_unseen, "consume_skb");
	pk_plans_filter(&m->ctx, &m->plans, 700);
	assert_false(m->plans.any_free);
}

static void a_copys_new_and_old(void **state)
{
	struct machine *m = *state;

	m->slot.format.probe_symbol = "__copy_skb_header";
	add(m, "old", 0x1000);
	add(m, "new", 0x2000);
	assert_int_equal(read_facts(m), PK_OK);
	assert_int_equal(m->facts.skb, 0x2000);
	assert_int_equal(m->facts.skb2, 0x1000);
}

static void a_device_name_is_one_word(void **state)
{
	struct machine *m = *state;

	m->slot.format.kind = PK_FORMAT_TRACEPOINT;
	m->slot.format.system = "net";
	m->slot.format.name = "net_dev_queue";
	add(m, "skbaddr", 0x1000);
	add_sized(m, "name", "char[24]", 24, "eth\x1b 0m56789abcdefghijk");
	assert_int_equal(read_facts(m), PK_OK);
	assert_string_equal(m->facts.dev, "eth\x1b?0m56789abc");
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_probe_by_its_symbol),
		T(a_probe_by_its_address),
		T(a_probe_by_the_address_it_hit),
		T(an_eprobe_by_its_tracepoint),
		T(an_event_of_nothing_known),
		T(arguments_by_what_they_point_to),
		T(of_two_skbs_none_is_meant),
		T(a_control_blocks_address_is_that_skb),
		T(only_our_own_names_count),
		T(a_pointer_into_a_socket_is_none),
		T(a_named_argument_wins),
		T(an_ip4_header),
		T(a_window),
		T(a_length_of_big_tcp),
		T(a_zero_for_a_length_on_the_way_out_is_none),
		T(an_ip6_header),
		T(no_tuple_from_words_that_lie_elsewhere),
		T(a_length_that_cannot_be),
		T(a_short_entry_has_no_words),
		T(a_sockets_tuple_is_local_first),
		T(a_sockets_tuple_without_family),
		T(tcp_probes_addresses),
		T(a_merge_has_two_skbs),
		T(a_merge_by_a_pointer_to_its_place),
		T(frees_that_a_probe_misses),
		T(a_copys_new_and_old),
		T(a_device_name_is_one_word),
	};

	fake_big_endian = FAKE_HOST_BIG_ENDIAN;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
