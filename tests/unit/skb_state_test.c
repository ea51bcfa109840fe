// SPDX-License-Identifier: GPL-3.0-or-later
/* How an sk_buff contradicts itself: each way planted alone, and nothing else found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/skb/skb.h"
#include "fake_net.h"

#define SKB FAKE_DIRECT
#define OTHER (FAKE_DIRECT + 256)
#define HEAD (FAKE_DIRECT + 8192)
#define SHINFO (HEAD + SKB_SHINFO)
#define SKB_LEN 112
#define SKB_DATA_LEN 116
#define SKB_CLONED 126
#define SKB_IP_SUMMED 127
#define SKB_CSUM_START 128
#define SKB_CSUM_OFFSET 130
#define SKB_ENCAPSULATION 133
#define SKB_INNER 134
#define SKB_PP_RECYCLE 136
#define SKB_HEAD_FRAG 137
#define GSO_TYPE (SHINFO + 24)
#define PAGE (FAKE_DIRECT + 0x8000)
#define SKB_TAIL 184
#define SKB_HEAD 192
#define SKB_DATA 200
#define SKB_TRUESIZE 208
#define NR_FRAGS (SHINFO + 2)
#define FRAG_LIST (SHINFO + 8)
#define DATAREF (SHINFO + 32)
#define FRAG(n) (SHINFO + 48 + 16 * (uint64_t)(n) + 8)

static const struct fake_member members[] = {
	{"struct skb_shared_info", "nr_frags", 2, .size = 1},
	{"struct skb_shared_info", "gso_type", 24, .size = 4},
	{"struct skb_shared_info", "frag_list", 8, 8, .is_pointer = true},
	{"struct skb_shared_info", "dataref", 32, .size = 4},
	{"struct skb_shared_info", "frags", 48, 272, .is_array = true, .elements = 17},
	{"struct skb_shared_info", "frags[0].bv_len", 56, .size = 4},
	{"struct skb_shared_info", "frags[0].bv_page", 48, 8, .is_pointer = true},
	{"struct sk_buff", "head_frag", SKB_HEAD_FRAG, .size = 1},
	{"struct sk_buff", "pp_recycle", SKB_PP_RECYCLE, .size = 1},
	{"struct page", "pp_magic", 8, .size = 8},
	{"struct page", "_refcount", 52, .size = 4},
	{"struct sk_buff", "ip_summed", SKB_IP_SUMMED, 1, .bit_offset = 0, .bit_size = 2},
	{"struct sk_buff", "csum_start", SKB_CSUM_START, .size = 2},
	{"struct sk_buff", "csum_offset", SKB_CSUM_OFFSET, .size = 2},
	{"struct sk_buff", "encapsulation", SKB_ENCAPSULATION, .size = 1},
	{"struct sk_buff", "inner_network_header", SKB_INNER, .size = 2},
};

/* 10.0.0.1:40000 > 10.0.0.2:80, 100 bytes linear from 118 on, 700 in two fragments, 200 in another one's. */
static int setup(void **state)
{
	struct fake_machine *machine = fake_net_machine(members, ARRAY_SIZE(members));
	struct fake_target *fake = &machine->fake;

	fake_net_slab(fake, FAKE_SKB, 0, 1);
	fake_net_slab(fake, FAKE_KMALLOC, 2, 1);
	fake_net_skb(fake, SKB, HEAD, 40000, 80, 1000, 100);
	fake_put(fake, SKB + SKB_LEN, 4, 1000);
	fake_put(fake, SKB + SKB_DATA_LEN, 4, 900);
	fake_put(fake, SKB + SKB_TRUESIZE, 4, 4096);
	fake_put(fake, NR_FRAGS, 1, 2);
	fake_put(fake, FRAG(0), 4, 500);
	fake_put(fake, FRAG(1), 4, 200);
	fake_put(fake, FRAG(2), 4, 12345); /* beyond their number */
	fake_put(fake, FRAG_LIST, 8, OTHER);
	fake_put(fake, OTHER, 8, 0);
	fake_put(fake, OTHER + SKB_LEN, 4, 200);
	fake_put(fake, DATAREF, 4, 2 | 1 << 16);
	*state = machine;
	return 0;
}

static struct pk_skb_state read_as(struct fake_machine *machine, uint64_t addr, bool freeing,
				   bool sends)
{
	struct pk_skb_state state;

	assert_int_equal(pk_skb_state_read(&machine->ctx, addr, freeing, sends, &state), PK_OK);
	return state;
}

static void no_fault(struct fake_machine *machine)
{
	struct pk_skb_state state = read_as(machine, SKB, false, true);

	if (state.faults)
		fail_msg("fault %s", pk_skb_fault_name(__builtin_ctz(state.faults)));
	assert_int_equal(state.unjudged, PK_OK);
}

/* SIZE bytes at ADDR become VALUE: that FAULT and no other, with TEXT in its words. Then they are what they were. */
static void fault(struct fake_machine *machine, uint64_t addr, unsigned size, uint64_t value,
		  enum pk_skb_fault fault, const char *text)
{
	struct pk_skb_state state;
	char words[192];
	uint64_t old;

	no_fault(machine);
	assert_int_equal(pk_read_uint(&machine->ctx, addr, size, &old), PK_OK);
	fake_put(&machine->fake, addr, size, value);
	state = read_as(machine, SKB, false, true);
	if (state.faults != 1u << fault)
		fail_msg("faults 0x%x instead of %s", state.faults, pk_skb_fault_name(fault));
	if (!strstr(pk_skb_fault_text(&state, fault, words, sizeof(words)), text))
		fail_msg("%s: %s", pk_skb_fault_name(fault), words);
	fake_put(&machine->fake, addr, size, old);
	no_fault(machine);
}

static void put_gso(struct fake_machine *machine, uint16_t size, uint16_t segs, uint32_t type)
{
	fake_put(&machine->fake, SHINFO + SHINFO_GSO_SIZE, 2, size);
	fake_put(&machine->fake, SHINFO + SHINFO_GSO_SEGS, 2, segs);
	fake_put(&machine->fake, GSO_TYPE, 4, type);
}

/* Of TCP on IPv4, 1000 bytes; the fake kernel's bits: TCPv4 1, not trusted 2, TCPv6 16. */
static void segmentation(void **state)
{
	static const struct fake_enum enums[] = {{NULL, "SKB_GSO_TCPV4", 1},
						 {NULL, "SKB_GSO_DODGY", 2},
						 {NULL, "SKB_GSO_TCPV6", 16}};
	struct fake_machine *machine = *state;

	fake_enums(&machine->fake, enums, ARRAY_SIZE(enums));
	put_gso(machine, 400, 3, 1);
	fault(machine, SHINFO + SHINFO_GSO_SIZE, 2, 1000, PK_SKB_GSO_SIZE,
	      "gso_size 1000, and len is only 1000");
	fault(machine, SHINFO + SHINFO_GSO_SEGS, 2, 4, PK_SKB_GSO_SEGS,
	      "len 1000 is not that of 4 segments of gso_size 400");
	fault(machine, GSO_TYPE, 4, 16, PK_SKB_GSO_TYPE,
	      "gso_type 0x10 is not that of IPv4 with protocol 6");
	put_gso(machine, 400, 0, 1); /* not counted */
	no_fault(machine);
	put_gso(machine, 1000, 9, 1 | 2);
	no_fault(machine);
	put_gso(machine, 400, 3, 16 | 1024); /* a tunnel's */
	no_fault(machine);
	put_gso(machine, 0, 1, 0);
	no_fault(machine);
	put_gso(machine, 1000, 9, 1); /* TCP's own copy keeps what was */
	assert_int_equal(read_as(machine, SKB, false, false).faults, 0);
}

enum { TCPV4 = 1, DODGY = 2, TCPV6 = 16, SCTP = 1 << 14, UDP_L4 = 1 << 17, FRAGLIST = 1 << 18 };

struct piece {
	uint32_t len, linear;
	bool in_page;
};

/* The head keeps its 100 linear bytes and 700 in fragments; its frag_list becomes these. */
static void put_list(struct fake_machine *machine, const struct piece *pieces, unsigned nr)
{
	struct fake_target *fake = &machine->fake;
	uint32_t len = 0;

	for (unsigned i = 0; i < nr; i++) {
		uint64_t skb = OTHER + 256 * (uint64_t)i;

		fake_put(fake, skb, 8, i + 1 < nr ? skb + 256 : 0);
		fake_put(fake, skb + SKB_LEN, 4, pieces[i].len);
		fake_put(fake, skb + SKB_DATA_LEN, 4, pieces[i].len - pieces[i].linear);
		fake_put(fake, skb + SKB_HEAD_FRAG, 1, pieces[i].in_page);
		len += pieces[i].len;
	}
	fake_put(fake, FRAG_LIST, 8, nr ? OTHER : 0);
	fake_put(fake, SKB + SKB_DATA_LEN, 4, 700 + len);
	fake_put(fake, SKB + SKB_LEN, 4, 800 + len);
}

static void put_types(struct fake_machine *machine)
{
	static const struct fake_enum enums[] = {
		{NULL, "SKB_GSO_TCPV4", TCPV4},	      {NULL, "SKB_GSO_DODGY", DODGY},
		{NULL, "SKB_GSO_TCPV6", TCPV6},	      {NULL, "SKB_GSO_UDP_L4", UDP_L4},
		{NULL, "SKB_GSO_FRAGLIST", FRAGLIST},
	};

	fake_enums(&machine->fake, enums, ARRAY_SIZE(enums));
}

/* It has FAULT alone, with these words. */
static void has(struct fake_machine *machine, enum pk_skb_fault fault, const char *text)
{
	struct pk_skb_state skb = read_as(machine, SKB, false, true);
	char words[192];

	if (skb.faults != 1u << fault)
		fail_msg("faults 0x%x instead of %s", skb.faults, pk_skb_fault_name(fault));
	assert_string_equal(pk_skb_fault_text(&skb, fault, words, sizeof(words)), text);
	/* Where nobody will cut it, nothing is wrong. */
	assert_int_equal(read_as(machine, SKB, false, false).faults, 0);
}

#define PIECE(len, linear)                                                                         \
	{                                                                                          \
		len, linear, false                                                                 \
	}
#define PAGED(len, linear)                                                                         \
	{                                                                                          \
		len, linear, true                                                                  \
	}
#define LIST(...)                                                                                  \
	put_list(machine, (struct piece[]){__VA_ARGS__},                                           \
		 sizeof((struct piece[]){__VA_ARGS__}) / sizeof(struct piece))

/* SKB_GSO_FRAGLIST, as GRO makes it: the head is a segment, and so is each of its list. */
static void a_segment_each(void **state)
{
	struct fake_machine *machine = *state;

	put_types(machine);
	LIST(PIECE(800, 800), PIECE(800, 0), PIECE(300, 300));
	put_gso(machine, 800, 4, TCPV4 | FRAGLIST);
	no_fault(machine);
	put_gso(machine, 800, 5, TCPV4 | FRAGLIST);
	has(machine, PK_SKB_GSO_SEGS, "len 2700 is not that of 5 segments of gso_size 800");
	/* A program pulled, or changed gso_size. */
	put_gso(machine, 780, 0, TCPV4 | FRAGLIST | DODGY);
	has(machine, PK_SKB_GSO_HEAD, "its head must hold headers and one gso_size (780), has 800");
	put_gso(machine, 800, 4, TCPV4 | FRAGLIST);
	LIST(PIECE(800, 800), PIECE(780, 0), PIECE(300, 300));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 2 of its frag_list must be one segment of gso_size (800), has 780");
	LIST(PIECE(800, 800), PIECE(800, 0), PIECE(801, 801));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 3 of its frag_list must be one segment of gso_size (800), has 801");
	LIST(PIECE(800, 800), PIECE(800, 0), PIECE(0, 0));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 3 of its frag_list must be one segment of gso_size (800), has 0");
	put_list(machine, NULL, 0);
	put_gso(machine, 400, 0, TCPV4 | FRAGLIST);
	has(machine, PK_SKB_GSO_LIST,
	    "each skb of its frag_list is to be a segment, and it has none");
	/* A kernel that has no such type. */
	put_gso(machine, 400, 0, TCPV4 | 1 << 19);
	no_fault(machine);
}

/* SCTP's: gso_size is no size, and the head has headers alone. */
static void a_chunk_each(void **state)
{
	struct fake_machine *machine = *state;

	put_types(machine);
	LIST(PIECE(700, 700), PIECE(90, 90));
	put_gso(machine, 0xffff, 2, SCTP);
	no_fault(machine);
	put_list(machine, NULL, 0);
	has(machine, PK_SKB_GSO_LIST,
	    "each skb of its frag_list is to be a segment, and it has none");
}

/* GRO's other way: all but the last of its list are so many segments, whatever is in pages. The head has two. */
static void segments_of_a_list(void **state)
{
	struct fake_machine *machine = *state;

	put_types(machine);
	put_gso(machine, 400, 0, TCPV4);
	LIST(PIECE(400, 400), PIECE(1200, 400), PIECE(800, 0), PAGED(400, 400), PIECE(150, 150));
	no_fault(machine);
	LIST(PIECE(400, 400), PIECE(380, 380), PIECE(400, 400));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 2 of its frag_list begins a segment of gso_size (400), has 380");
	LIST(PIECE(380, 0), PIECE(400, 400));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 2 of its frag_list begins 380 bytes into a segment with linear bytes in no page");
	LIST(PIECE(380, 0), PAGED(400, 400));
	no_fault(machine);
	LIST(PIECE(400, 400), PIECE(0, 0), PIECE(400, 400));
	has(machine, PK_SKB_GSO_LIST, "skb 2 of its frag_list is empty");
	LIST(PIECE(800, 401));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 1 of its frag_list has 401 linear bytes, more than gso_size (400)");
	/* A guest's, or with a gso_size that a program changed: copied, unless all of it is in pages. */
	put_gso(machine, 400, 0, TCPV4 | DODGY);
	no_fault(machine);
	LIST(PAGED(800, 401));
	has(machine, PK_SKB_GSO_LIST,
	    "skb 1 of its frag_list has 401 linear bytes, more than gso_size (400)");
	LIST(PAGED(800, 401), PIECE(100, 100));
	no_fault(machine);
}

/* What is cut is the inner packet, whose header is known; TCP's must be one. */
static void headers_of_what_is_cut(void **state)
{
	static const uint8_t inner[] = {0x45, 0, 0,   0,   0, 0, 0,    0,    9, 17, 0, 0, 192, 168,
					0,    1, 192, 168, 0, 2, 0x12, 0x34, 0, 53, 0, 0, 0,   0};
	struct fake_machine *machine = *state;

	put_types(machine);
	put_gso(machine, 800, 2, TCPV4 | FRAGLIST);
	LIST(PIECE(800, 800));
	no_fault(machine);
	fake_put_bytes(&machine->fake, HEAD + 130, inner, sizeof(inner));
	fake_put(&machine->fake, SKB + SKB_INNER, 2, 130);
	fake_put(&machine->fake, SKB + SKB_ENCAPSULATION, 1, 1);
	put_gso(machine, 760, 0, UDP_L4 | FRAGLIST);
	LIST(PIECE(760, 760));
	no_fault(machine);
	put_gso(machine, 800, 0, UDP_L4 | FRAGLIST);
	has(machine, PK_SKB_GSO_HEAD, "its head must hold headers and one gso_size (800), has 760");
	fake_put(&machine->fake, HEAD + 130 + 9, 1, 47); /* of nothing that is known */
	no_fault(machine);
	fake_put(&machine->fake, SKB + SKB_ENCAPSULATION, 1, 0);
	LIST(PIECE(400, 400));
	put_gso(machine, 400, 0, TCPV4);
	no_fault(machine);
	fault(machine, HEAD + 98 + 12, 1, 0x20, PK_SKB_GSO_HEADER,
	      "its TCP header states a length of 8 bytes");
	put_gso(machine, 400, 0, TCPV4 | DODGY);
	fake_put(&machine->fake, HEAD + 98 + 12, 1, 0x20);
	no_fault(machine);
}

static void pool_pages(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, FRAG(0) - 8, 8, PAGE | 1); /* a device's memory */
	fake_put(fake, FRAG(1) - 8, 8, PAGE);
	fake_put(fake, PAGE + 8, 8, 0xdead000000000040);
	fake_put(fake, PAGE + 52, 4, 2);
	fault(machine, PAGE + 52, 4, 1, PK_SKB_PAGE_POOL, "is of a page pool");
	fake_put(fake, PAGE + 8, 8, 0xdead000000123440); /* with its number */
	fault(machine, PAGE + 52, 4, 1, PK_SKB_PAGE_POOL, "pp_recycle is not set");
	fake_put(fake, PAGE + 52, 4, 1);
	fake_put(fake, SKB + SKB_PP_RECYCLE, 1, 1);
	no_fault(machine);
	fake_put(fake, SKB + SKB_PP_RECYCLE, 1, 0);
	fake_put(fake, PAGE + 8, 8, 0xdead000000000100); /* LIST_POISON1 */
	no_fault(machine);
}

static void lengths(void **state)
{
	struct fake_machine *machine = *state;

	fault(machine, SKB + SKB_LEN, 4, 899, PK_SKB_LENGTH, "len 899 is less than data_len 900");
	fault(machine, SKB + SKB_LEN, 4, 1001, PK_SKB_LINEAR,
	      "len 1001 - data_len 900 is not the 100 bytes");
	fault(machine, SKB + SKB_TRUESIZE, 4, 999, PK_SKB_TRUESIZE, "truesize 999");
	/* A pure ACK of ours, and an orphan. */
	fake_put(&machine->fake, SKB + SKB_TRUESIZE, 4, 2);
	no_fault(machine);
}

static void buffers(void **state)
{
	struct fake_machine *machine = *state;

	fault(machine, SKB + SKB_HEAD, 8, 0, PK_SKB_NO_HEAD, "no buffer");
	fault(machine, SKB + SKB_DATA, 8, HEAD - 1, PK_SKB_BOUNDS, "not in this order");
	fault(machine, SKB + SKB_DATA, 8, HEAD + 219, PK_SKB_BOUNDS, "tail at 218");
	fault(machine, SKB + SKB_TAIL, 4, SKB_SHINFO + 1, PK_SKB_BOUNDS, "not in this order");
	fault(machine, SKB + SKB_HEAD, 8, 0x6b6b6b6b6b6b6b6b, PK_SKB_POISONED, "6b6b6b6b6b6b6b6b");
}

static void heads(void **state)
{
	struct fake_machine *machine = *state;
	uint64_t page, flags;

	assert_int_equal(pk_virt_to_page(&machine->ctx, HEAD, &page), PK_OK);
	assert_int_equal(pk_row_offset(&machine->ctx, PK_R_page_flags, &flags), PK_OK);
	fault(machine, page + flags, 8, 0, PK_SKB_HEAD, "is in no slab");
	fake_put(&machine->fake, SKB + SKB_HEAD_FRAG, 1, 1);
	fake_put(&machine->fake, page + flags, 8, 0);
	no_fault(machine);
}

static void fragments(void **state)
{
	struct fake_machine *machine = *state;

	fault(machine, FRAG(1), 4, 201, PK_SKB_FRAGMENTS, "data_len 900 is not the 901");
	fault(machine, OTHER + SKB_LEN, 4, 0, PK_SKB_FRAGMENTS, "not the 700");
	fault(machine, NR_FRAGS, 1, 18, PK_SKB_NR_FRAGS, "nr_frags 18 of at most 17");
	fault(machine, OTHER, 8, OTHER, PK_SKB_FRAG_LIST, "cannot be followed");
}

static void references(void **state)
{
	struct fake_machine *machine = *state;

	fault(machine, SKB + SKB_USERS, 4, 0, PK_SKB_NO_USERS, "freed");
	fault(machine, DATAREF, 4, 1 << 16, PK_SKB_DATAREF, "0x10000");
	fault(machine, DATAREF, 4, 1 | 2 << 16, PK_SKB_DATAREF, "0x20001");
	fake_put(&machine->fake, SKB + SKB_USERS, 4, 0);
	assert_int_equal(read_as(machine, SKB, true, false).faults, 0);
}

/* What TCP has not sent yet has no start of the checksum: only below IP it must lie inside. */
static void checksums(void **state)
{
	struct fake_machine *machine = *state;

	fault(machine, SKB + SKB_IP_SUMMED, 1, 3, PK_SKB_CHECKSUM, "csum_start 0");
	fake_put(&machine->fake, SKB + SKB_IP_SUMMED, 1, 3);
	assert_int_equal(read_as(machine, SKB, false, false).faults, 0);
	fake_put(&machine->fake, SKB + SKB_CSUM_START, 2, 118);
	fake_put(&machine->fake, SKB + SKB_CSUM_OFFSET, 2, 16);
	fault(machine, SKB + SKB_CSUM_OFFSET, 2, 99, PK_SKB_CHECKSUM, "csum_offset 99");
}

static void what_is_no_sk_buff(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_skb_state inside = read_as(machine, SKB + 8, false, false);
	uint64_t page = fake_net_page(0);

	assert_int_equal(inside.faults, 1u << PK_SKB_NO_OBJECT);
	/* On the slab's list of free objects: nothing else of it means anything. */
	fake_put(&machine->fake, page + SLAB_FREELIST, 8, SKB);
	fake_put(&machine->fake, SKB + 128, 8, 0);
	fake_put(&machine->fake, SKB + SKB_LEN, 4, 3);
	pk_ctx_deinit(&machine->ctx);
	pk_ctx_init(&machine->ctx, &machine->fake.target);
	assert_int_equal(read_as(machine, SKB, false, false).faults, 1u << PK_SKB_FREE);
}

/* The page behind the buffer is missing: nothing is concluded of what is there. */
static void a_buffer_that_is_not_in_the_dump(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_skb_state skb;

	fake_put(&machine->fake, SKB + SKB_HEAD, 8, 0x1000);
	fake_put(&machine->fake, SKB + SKB_DATA, 8, 0x1000 + 118);
	skb = read_as(machine, SKB, false, false);
	assert_int_equal(skb.faults, 0);
	assert_int_equal(skb.unjudged, PK_UNREADABLE);
}

static void headers(void **state)
{
	static const uint8_t inner[] = {0x45, 0, 0,   28,  0, 0, 0,    0,    9, 17, 0, 0, 192, 168,
					0,    1, 192, 168, 0, 2, 0x12, 0x34, 0, 53, 0, 8, 0,   0};
	struct fake_machine *machine = *state;
	struct pk_skb_state skb = read_as(machine, SKB, false, false);
	char text[64];

	assert_true(skb.outer.valid && !skb.inner.valid);
	assert_int_equal(skb.outer.protocol, 6);
	assert_int_equal(skb.outer.tuple.dport, 80);
	assert_int_equal(skb.outer.ip_len, 140);
	fake_put_bytes(&machine->fake, HEAD + 130, inner, sizeof(inner));
	fake_put(&machine->fake, SKB + SKB_INNER, 2, 130);
	assert_false(read_as(machine, SKB, false, false).inner.valid);
	fake_put(&machine->fake, SKB + SKB_ENCAPSULATION, 1, 1);
	skb = read_as(machine, SKB, false, false);
	assert_true(skb.inner.valid);
	assert_int_equal(skb.inner.hops, 9);
	assert_string_equal(pk_endpoint_text(4, skb.inner.tuple.saddr, skb.inner.tuple.sport, text,
					     sizeof(text)),
			    "192.168.0.1:4660");
}

static void ip_headers(void **state)
{
	uint8_t bytes[64] = {
		0x60, [5] = 16, [6] = 44, [7] = 3, [23] = 1, [39] = 2, [40] = 17, [43] = 8};
	struct pk_ip_header header = {0};

	(void)state;
	/* A later fragment has no ports. */
	pk_ip_header_parse(bytes, sizeof(bytes), &header);
	assert_true(header.valid && header.fragment);
	assert_int_equal(header.protocol, 17);
	assert_int_equal(header.ip_len, 56);
	bytes[43] = 0;
	bytes[49] = 7;
	pk_ip_header_parse(bytes, sizeof(bytes), &header);
	assert_false(header.fragment);
	assert_int_equal(header.tuple.sport, 7);
	for (size_t len = 0; len < 40; len++) {
		header.valid = false;
		pk_ip_header_parse(bytes, len, &header);
		assert_false(header.valid);
	}
	bytes[0] = 0x44; /* 16 bytes of IPv4 header */
	pk_ip_header_parse(bytes, sizeof(bytes), &header);
	assert_false(header.valid);
}

static void words_of_what_is_no_sk_buff(void **state)
{
	struct pk_skb_state skb = {.slab = {.cache = "kmalloc-512", .inside = 64}};
	char words[160];

	(void)state;
	assert_string_equal(pk_skb_fault_text(&skb, PK_SKB_NO_OBJECT, words, sizeof(words)),
			    "no sk_buff begins there: it is in kmalloc-512, 64 bytes in");
	assert_string_equal(pk_skb_fault_text(&skb, PK_SKB_FREE, words, sizeof(words)),
			    "its memory is free in kmalloc-512");
}

static void names_of_protocols(void **state)
{
	static const struct {
		uint8_t protocol;
		const char *name;
	} all[] = {{1, "ICMP"},	   {2, "IGMP"},	  {4, "IPIP"}, {6, "TCP"},
		   {17, "UDP"},	   {41, "IPv6"},  {47, "GRE"}, {50, "ESP"},
		   {58, "ICMPv6"}, {132, "SCTP"}, {99, ""}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		assert_string_equal(pk_ip_protocol_name(all[i].protocol), all[i].name);
	assert_string_equal(pk_checksum_name(3), "PARTIAL");
	assert_string_equal(pk_checksum_name(4), "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_what_is_no_sk_buff),
		cmocka_unit_test(names_of_protocols),
		cmocka_unit_test_setup_teardown(lengths, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(buffers, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(heads, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(fragments, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(references, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(checksums, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(segmentation, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_segment_each, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_chunk_each, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(segments_of_a_list, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(headers_of_what_is_cut, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(pool_pages, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(what_is_no_sk_buff, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(a_buffer_that_is_not_in_the_dump, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(headers, setup, fake_machine_teardown),
		cmocka_unit_test(ip_headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
