// SPDX-License-Identifier: GPL-3.0-or-later
/* Each helper and each conversion of the kernel's print_fmts, a row of a table each: source, and what the kernel's
 * documentation and sources say that it prints. Then the same with hostile records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_target.h"
#include "text/print_fmt.h"

#define MEMORY 0xffff000000100000ull
#define JIFFIES 0xffff000000200000ull
#define VMEMMAP_BASE 0xffff000000200010ull
#define VMEMMAP 0xffff000000200020ull
#define MEMSTART 0xffff000000200018ull /* a number with a sign */
#define CLOCK 0xffff000000200100ull
#define OPS 0xffff000000200200ull
#define KEY 0xffff000000200300ull
#define FLAG_NAMES 0xffff000000200400ull

/* The record: its fields, and what their bytes are. */
enum {
	U32 = 8,
	S32 = 12,
	U64 = 16,
	PTR = 24,
	BYTES = 32,
	SOCKADDR4 = 56,
	SOCKADDR6 = 64,
	MAC = 92,
	DYN = 100,
	REL = 104,
	STR = 108,
	EMPTY = 112,
	MASK = 116,
	DISK = 120,
	COMMAND = 128,
	LONGS = 152,
	BAD = 168,
	DYN_DATA = 176,
	STR_DATA = 188,
	MASK_DATA = 194,
	REL_DATA = 204,
	RECORD = 212
};

#define FIELD(n, t, o, s, sign, w)                                                                 \
	{                                                                                          \
		.name = n, .type = t, .offset = o, .size = s, .is_signed = sign, .where = w        \
	}

static struct pk_field fields[] = {
	FIELD("u", "u32", U32, 4, false, PK_FIELD_PLAIN),
	FIELD("s", "int", S32, 4, true, PK_FIELD_PLAIN),
	FIELD("q", "u64", U64, 8, false, PK_FIELD_PLAIN),
	FIELD("ptr", "void *", PTR, 8, false, PK_FIELD_PLAIN),
	FIELD("bytes", "__u8[24]", BYTES, 24, false, PK_FIELD_PLAIN),
	FIELD("sa4", "__u8[28]", SOCKADDR4, 28, false, PK_FIELD_PLAIN),
	FIELD("sa6", "__u8[28]", SOCKADDR6, 28, false, PK_FIELD_PLAIN),
	FIELD("mac", "__u8[6]", MAC, 6, false, PK_FIELD_PLAIN),
	FIELD("dyn", "__data_loc u32[]", DYN, 4, false, PK_FIELD_DATA_LOC),
	FIELD("rel", "__rel_loc u16[]", REL, 4, false, PK_FIELD_REL_LOC),
	FIELD("str", "__data_loc char[]", STR, 4, true, PK_FIELD_DATA_LOC),
	FIELD("empty", "__data_loc char[]", EMPTY, 4, true, PK_FIELD_DATA_LOC),
	FIELD("mask", "__data_loc unsigned long[]", MASK, 4, false, PK_FIELD_DATA_LOC),
	FIELD("disk", "char[8]", DISK, 8, true, PK_FIELD_PLAIN),
	FIELD("command", "u8[24]", COMMAND, 24, false, PK_FIELD_PLAIN),
	FIELD("longs", "unsigned long[2]", LONGS, 16, false, PK_FIELD_PLAIN),
	FIELD("bad", "__data_loc char[]", BAD, 4, true, PK_FIELD_DATA_LOC),
	FIELD("flow", "struct flow", BYTES, 24, false, PK_FIELD_PLAIN),
	FIELD("kt", "ktime_t", U64, 8, true, PK_FIELD_PLAIN),
};

static void put(uint8_t *record, unsigned at, unsigned size, uint64_t value)
{
	for (unsigned i = 0; i < size; i++)
		record[at + i] = (uint8_t)(value >> 8 * i);
}

static void make_record(uint8_t *record)
{
	memset(record, 0, RECORD);
	put(record, 4, 4, 4711); /* common_pid */
	record[2] = 0x18; /* common_flags */
	put(record, U32, 4, 42);
	put(record, S32, 4, (uint64_t)-2);
	put(record, U64, 8, 3000000007ull);
	put(record, PTR, 8, MEMORY);
	for (unsigned i = 0; i < 24; i++)
		record[BYTES + i] = (uint8_t)(i < 16 ? i * 0x11 : i);
	memcpy(record + SOCKADDR4, "\x02\0\x1f\x90\x7f\0\0\x01", 8);
	memcpy(record + SOCKADDR6,
	       "\x0a\0\x1f\x90\0\x0a\xbc\xde\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x03\0\0\0", 28);
	memcpy(record + MAC, "\x52\x54\0\xab\xcd\xef", 6);
	put(record, DYN, 4, DYN_DATA | 12 << 16);
	put(record, DYN_DATA, 4, 1);
	put(record, DYN_DATA + 4, 4, 0xffffffff);
	put(record, DYN_DATA + 8, 4, 7);
	put(record, REL, 4, (REL_DATA - REL - 4) | 4 << 16);
	put(record, REL_DATA, 4, 0x00020001);
	put(record, STR, 4, STR_DATA | 6 << 16);
	memcpy(record + STR_DATA, "hello", 6);
	put(record, EMPTY, 4, STR_DATA);
	put(record, MASK, 4, MASK_DATA | 8 << 16);
	put(record, MASK_DATA, 8, 0x12000000f1ull);
	memcpy(record + DISK, "nvme0n1", 8);
	put(record, COMMAND, 8, 4096);
	put(record, COMMAND + 8, 2, 7);
	put(record, LONGS, 8, 0xe1);
	put(record, BAD, 4, 250 | 20 << 16);
}

struct fixture {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_symbols *symbols;
	struct pk_format format;
	struct pk_seq seq;
	uint8_t record[RECORD];
	bool hashes, mask_list;
};

static void make_memory(struct fake_target *fake)
{
	fake_map(fake, MEMORY, 4096);
	memcpy(fake->ranges[fake->nr_ranges - 1].bytes, "\x0a\0\x02\x0f", 4);
	fake_put(fake, MEMORY + 64, 8, 1546615943);
	fake_put(fake, MEMORY + 72, 4, 0x32314742);
	fake_put(fake, MEMORY + 80, 8, 0x3);
	fake_put_string(fake, MEMORY + 128, "from memory");
	fake_map(fake, JIFFIES & ~4095ull, 4096);
	fake_put(fake, JIFFIES, 8, 5000);
	fake_put(fake, VMEMMAP_BASE, 8, 0xffffea0000000000ull);
	fake_put(fake, VMEMMAP, 8, 0xc00c000000000000ull);
	fake_put(fake, MEMSTART, 8, 0xffffffffc0000000ull);
	fake_put(fake, CLOCK, 4, 4000000u << 8);
	fake_put(fake, CLOCK + 4, 4, 8);
	fake_put(fake, OPS, 8, OPS + 64);
	fake_put_string(fake, OPS + 64, "READ");
	fake_put(fake, KEY, 8, 0x0706050403020100ull);
	fake_put(fake, KEY + 8, 8, 0x0f0e0d0c0b0a0908ull);
	fake_put(fake, KEY + 16, 1, 1);
	fake_put(fake, FLAG_NAMES, 8, 0x1);
	fake_put(fake, FLAG_NAMES + 8, 8, FLAG_NAMES + 64);
	fake_put(fake, FLAG_NAMES + 16, 8, 0x2);
	fake_put(fake, FLAG_NAMES + 24, 8, FLAG_NAMES + 72);
	fake_put_string(fake, FLAG_NAMES + 64, "GFP_A");
	fake_put_string(fake, FLAG_NAMES + 72, "GFP_B");
	fake_symbol(fake, "jiffies", JIFFIES, 8);
	fake_symbol(fake, "vmemmap_base", VMEMMAP_BASE, 8);
	fake_symbol(fake, "memstart_addr", MEMSTART, 8);
	fake_symbol(fake, "_stext", 0xffffffff81000000, 0);
	fake_symbol(fake, "vmemmap", VMEMMAP, 8);
	fake_symbol(fake, "clocksource_jiffies", CLOCK, 64);
	fake_symbol(fake, "blk_op_name", OPS, 16);
	fake_symbol(fake, "ptr_key", KEY, 16);
	fake_symbol(fake, "filled_random_ptr_key", KEY + 16, 1);
	fake_symbol(fake, "gfpflag_names", FLAG_NAMES, 48);
	fake_symbol(fake, "tcp_v4_rcv", 0xffff000000300000ull, 0x100);
	fake_type(fake, "struct page", 64);
	fake_type(fake, "pteval_t", 8);
}

static int setup(void **state)
{
	static const struct fake_member members[] = {
		{.type = "struct clocksource", .path = "mult", .offset = 0, .size = 4},
		{.type = "struct clocksource", .path = "shift", .offset = 4, .size = 4},
		{.type = "struct trace_entry",
		 .path = "pid",
		 .offset = 4,
		 .size = 4,
		 .is_signed = true},
		{.type = "struct trace_entry", .path = "flags", .offset = 2, .size = 1},
		{.type = "struct flow", .path = "port", .offset = 2, .size = 2},
		{.type = "struct flow", .path = "last", .offset = 22, .size = 4},
		{.type = "union role", .path = "level", .offset = 0, .size = 4, .bit_size = 4},
		{.type = "union role",
		 .path = "direct",
		 .offset = 0,
		 .size = 4,
		 .bit_offset = 4,
		 .bit_size = 1},
	};
	struct fixture *f = calloc(1, sizeof(*f));

	fake_target_init(&f->fake);
	fake_members(&f->fake, members, ARRAY_SIZE(members));
	make_memory(&f->fake);
	pk_ctx_init(&f->ctx, &f->fake.target);
	f->symbols = calloc(1, sizeof(*f->symbols));
	pk_symbols_init(f->symbols, &f->ctx);
	f->format = (struct pk_format){.fields = fields, .nr_fields = ARRAY_SIZE(fields)};
	make_record(f->record);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	pk_symbols_deinit(f->symbols);
	free(f->symbols);
	pk_ctx_deinit(&f->ctx);
	fake_target_deinit(&f->fake);
	free(f);
	return 0;
}

static enum pk_status run(struct fixture *f, const char *text)
{
	struct pk_print_env env = {.ctx = &f->ctx,
				   .symbols = f->symbols,
				   .hashes = f->hashes,
				   .bitmask_list = f->mask_list};
	struct pk_event event = {.data = f->record, .len = RECORD};
	struct pk_print_fmt *fmt;
	enum pk_status status = pk_print_fmt_compile(&f->ctx, &f->format, text, &fmt);

	pk_seq_reset(&f->seq);
	if (status != PK_OK)
		return status;
	status = pk_print_fmt_run(fmt, &env, &event, &f->seq);
	pk_print_fmt_destroy(fmt);
	return status;
}

struct example {
	const char *text, *result;
};

static void expect_all(struct fixture *f, const struct example *examples, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		enum pk_status status = run(f, examples[i].text);

		if (status != PK_OK)
			print_message("%s: %s\n", examples[i].text, f->ctx.error.text);
		assert_int_equal(status, PK_OK);
		assert_string_equal(f->seq.text, examples[i].result);
	}
}

static void pointed_conversions(void **state)
{
	static const struct example examples[] = {
		{"\"%pI4 %pi4 %pI4h %pI4n\", REC->ptr, REC->ptr, REC->ptr, REC->ptr",
		 "10.0.2.15 010.000.002.015 15.2.0.10 10.0.2.15"},
		{"\"%pI6 %pi6\", REC->bytes, REC->bytes",
		 "0011:2233:4455:6677:8899:aabb:ccdd:eeff 00112233445566778899aabbccddeeff"},
		{"\"%pIS %pISp %pISpc %piS\", REC->sa4, REC->sa4, REC->sa4, REC->sa4",
		 "127.0.0.1 127.0.0.1:8080 127.0.0.1:8080 127.000.000.001"},
		{"\"%pISc %pISpc %pISpfsc\", REC->sa6, REC->sa6, REC->sa6",
		 "fe80::1 [fe80::1]:8080 [fe80::1]:8080/703710%3"},
		{"\"%pISpc\", REC->bytes", "(einval)"},
		{"\"%pM %pMR %pMF %pm %pmR %pMU\", REC->mac, REC->mac, REC->mac, REC->mac, "
		 "REC->mac, REC->mac",
		 "52:54:00:ab:cd:ef ef:cd:ab:00:54:52 52-54-00-ab-cd-ef 525400abcdef efcdab005452 "
		 "52:54:00:AB:CD:EF"},
		{"\"%pUb\", REC->bytes", "00112233-4455-6677-8899-aabbccddeeff"},
		{"\"%pUB\", REC->bytes", "00112233-4455-6677-8899-AABBCCDDEEFF"},
		{"\"%pUl\", REC->bytes", "33221100-5544-7766-8899-aabbccddeeff"},
		{"\"%pUL\", REC->bytes", "33221100-5544-7766-8899-AABBCCDDEEFF"},
		{"\"%pU\", REC->bytes", "00112233-4455-6677-8899-aabbccddeeff"},
		{"\"%*ph|%3phC|%3phD|%3phN\", 3, REC->bytes, REC->bytes, REC->bytes, REC->bytes",
		 "00 11 22|00:11:22|00-11-22|001122"},
		{"\"%*pb %*pbl\", 20, REC->longs, 20, REC->longs", "000e1 0,5-7"},
		{"\"%*pb\", 40, __get_dynamic_array(mask)", "12,000000f1"},
		{"\"%*pbl|\", 0, REC->longs", "|"},
		{"\"%ptT %ptTd %ptTt %ptTs\", REC->ptr + 64, REC->ptr + 64, REC->ptr + 64, "
		 "REC->ptr + 64",
		 "2019-01-04T15:32:23 2019-01-04 15:32:23 2019-01-04 15:32:23"},
		{"\"%p4cc\", REC->ptr + 72", "BG12 little-endian (0x32314742)"},
		{"\"%pNF %pad\", REC->ptr + 80, REC->ptr + 80",
		 "0x0000000000000003 0x0000000000000003"},
		{"\"%pGg\", REC->ptr + 80", "GFP_A|GFP_B"},
		{"\"%3pE|%*pE\", REC->mac, 6, __get_str(str)", "RT\\0|hello\\0"},
		{"\"%pks\", REC->ptr + 128", "from memory"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
}

/* Without SYMBOLIC_ERRNAME. */
static void errors_without_names(void **state)
{
	static const struct example examples[] = {
		{"\"%pe %pe\", (void *)-2, (void *)-517", "-2 -517"}};

	expect_all(*state, examples, ARRAY_SIZE(examples));
}

static void pointers(void **state)
{
	struct fixture *f = *state;
	static const struct example plain[] = {
		{"\"%p|%px|%#p\", REC->ptr, REC->ptr, REC->ptr",
		 "ffff000000100000|ffff000000100000|0xffff000000100000"},
		{"\"%pe %pe %pe\", (void *)-2, (void *)-517, (void *)-4095",
		 "-ENOENT -EPROBE_DEFER -4095"},
		{"\"%pe\", REC->ptr", "ffff000000100000"},
		{"\"%ps %pS %pB\", 0xffff000000300010, 0xffff000000300010, 0xffff000000300010",
		 "tcp_v4_rcv tcp_v4_rcv+0x10/0x100 tcp_v4_rcv+0x10/0x100"},
		{"\"%s|%s|%.3s|%8s\", (char *)0, (char *)16, (char *)0, (char *)-14",
		 "(null)|(efault)|(nu|(efault)"},
		{"\"%pI4|%pM|%pUb\", NULL, (void *)8, (void *)-14", "(null)|(efault)|(efault)"},
	};
	/* The key and the text of the first vector of 8 bytes in SipHash's own list. */
	static const struct example hashed[] = {
		{"\"%p %pK\", 0x0706050403020100, 0x0706050403020100",
		 "000000009a932462 000000009a932462"},
		{"\"%p %p\", NULL, (void *)-2", "0000000000000000 fffffffffffffffe"},
		{"\"%px\", REC->ptr", "ffff000000100000"},
	};

	fake_symbol(&f->fake, "errname", 0xffff000000300100ull, 16);
	expect_all(f, plain, ARRAY_SIZE(plain));
	f->hashes = true;
	expect_all(f, hashed, ARRAY_SIZE(hashed));
	fake_put(&f->fake, KEY + 16, 1, 0);
	pk_symbols_deinit(f->symbols);
	pk_symbols_init(f->symbols, &f->ctx);
	expect_all(f, &(struct example){"\"[%p]\", REC->ptr", "[(____ptrval____)]"}, 1);
}

/* What macros and inline functions of 4.4 to 7.x leave in a print_fmt. */
static void byte_order(void **state)
{
	static const struct example examples[] = {
		{"\"%u %u\", __fswab16(REC->u), __fswab32(REC->u)", "10752 704643072"},
		{"\"%llx %llx\", __builtin_bswap64(REC->u), __swab64(REC->u)",
		 "2a00000000000000 2a00000000000000"},
		{"\"%u %u\", __be16_to_cpu(REC->u), __le16_to_cpu(REC->u)", "10752 42"},
		{"\"%u %u\", ntohs(REC->u), htonl(REC->u)", "10752 704643072"},
		{"\"%u\", __le16_to_cpup((const __le16 *)REC->bytes)", "4352"},
		{"\"%u\", __be16_to_cpup((const __be16 *)REC->bytes)", "17"},
		{"\"%x %x\", get_unaligned_be32(&REC->bytes[1]), "
		 "__get_unaligned_le32(&REC->bytes[1])",
		 "11223344 44332211"},
		{"\"%d\", (__builtin_constant_p((__u16)(REC->u)) ? ((__u16)((((__u16)(REC->u) & "
		 "(__u16)0x00ffU) << 8) | (((__u16)(REC->u) & (__u16)0xff00U) >> 8))) : "
		 "__fswab16(REC->u))",
		 "10752"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
}

static void literals_and_members(void **state)
{
	static const struct example examples[] = {
		{"\"%lld\", ((ktime_t){ .tv64 = REC->q }).tv64", "3000000007"},
		{"\"%llu\", (unsigned long long)(((ktime_t) { .tv64 = REC->q }).tv64)",
		 "3000000007"},
		{"\"%lld %lld\", REC->kt.tv64, ktime_to_us(REC->kt)", "3000000007 3000000"},
		{"\"%s\", ((const char *[]){ \"a\", \"b\", \"c\" })[REC->u & 3]", "c"},
		{"\"%x\", (u16){ REC->s }", "fffe"},
		{"\"%x\", REC->flow.port", "3322"},
		{"\"%d\", (REC->u, 5)", "5"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
}

static void builtins(void **state)
{
	static const struct example examples[] = {
		{"\"%d %d %d\", __builtin_popcount(REC->s), __builtin_ffs(REC->u), "
		 "__builtin_ctz(REC->u)",
		 "31 2 1"},
		{"\"%d %d\", __builtin_types_compatible_p(typeof(REC->u), unsigned int), "
		 "__builtin_types_compatible_p(typeof(REC->s), unsigned int)",
		 "1 0"},
		{"\"%d\", __builtin_offsetof(struct flow, port)", "2"},
		{"\"%d %d\", (int)sizeof(REC->bytes), (int)(sizeof(REC->longs) / "
		 "sizeof((REC->longs)[0]) + ((int)(sizeof(struct { int:(-!!(0)); }))))",
		 "24 2"},
		{"\"%d %d\", (int)sizeof(u16[3]), (int)sizeof(REC->q + 1)", "6 8"},
		{"\"%llu\", div_u64(REC->q, 7)", "428571429"},
		/* min(), of old and of new */
		{"\"%u\", ({ typeof(REC->u) _min1 = (REC->u); typeof(7) _min2 = (7); (void) "
		 "(&_min1 "
		 "== &_min2); _min1 < _min2 ? _min1 : _min2; })",
		 "7"},
		{"\"%u\", __builtin_choose_expr((sizeof(int) == sizeof(*(8 ? ((void "
		 "*)((long)(REC->u) "
		 "* 0l)) : (int *)8))), 1, ({ __auto_type __x = (REC->u); _Static_assert(1, "
		 "\"x\"); "
		 "do { if (!(1)) __compiletime_assert_3(); } while (0); __x + 1; }))",
		 "43"},
		{"\"%u\", __builtin_choose_expr((sizeof(int) == sizeof(*(8 ? ((void *)((long)(42) "
		 "* "
		 "0l)) : (int *)8))), 1, 2)",
		 "1"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
}

static void blocks(void **state)
{
	struct fixture *f = *state;
	static const struct example examples[] = {
		{"\"%s\", ({ char *s; switch (REC->u) { case 1: case 42: s = \"both\"; break; case "
		 "2: s = "
		 "\"two\"; break; default: s = \"other\"; } s; })",
		 "both"},
		{"\"%s\", ({char *s; int pcm = (REC->u & 3) + 1; switch (REC->u) { case 42: switch "
		 "(pcm) "
		 "{ case 1: s = \"1x \"; break; case 3: default: s = \"3x \"; break; } break; "
		 "default: s "
		 "= \"\"; } s; })",
		 "3x "},
		{"\"%s\", ({ char *s; switch (REC->s) { default: s = \"other\"; break; case 1: s = "
		 "\"one\"; } s; })",
		 "other"},
		{"\"%d\", ({ int n = 1; if (REC->u > 50) { n = 2; } else if (REC->u > 40) n = 3; "
		 "n; })",
		 "3"},
		{"\"%d\", ({ int n; if (REC->u > 40) n = 3; n; })", "3"},
	};

	expect_all(f, examples, ARRAY_SIZE(examples));
	/* Never given a value; a way that goes on into the next; a loop; a member that the literal does not fill. */
	assert_int_equal(run(f, "\"%d\", ({ int n; if (REC->u > 50) n = 3; n; })"), PK_UNSUPPORTED);
	assert_int_equal(
		run(f, "\"%d\", ({ int n; switch (REC->u) { case 1: n = 1; case 2: n = 2; } n; })"),
		PK_UNSUPPORTED);
	assert_int_equal(run(f, "\"%d\", ({ int n = 0; do { n = 1; } while (0); n; })"),
			 PK_UNSUPPORTED);
	assert_int_equal(run(f, "\"%d\", ((struct flow){ .port = 1 }).last"), PK_UNSUPPORTED);
	assert_int_equal(run(f, "\"%d\", REC->flow.last"), PK_UNSUPPORTED); /* beyond the field */
	assert_int_equal(run(f, "\"%d\", sizeof(struct { int a; })"), PK_UNSUPPORTED);
}

/* Each level asks for the type of the one below twice. */
static void types_of_shared_nodes(void **state)
{
	char text[2048] = "\"%d\", sizeof(";

	for (unsigned i = 0; i < 18; i++)
		strcat(text, "({ __auto_type a = ");
	strcat(text, "REC->u");
	for (unsigned i = 0; i < 18; i++)
		strcat(text, "; a + a; })");
	strcat(text, ")");
	assert_int_equal(run(*state, text), PK_UNSUPPORTED);
}

/* What a cast to the type of an expression leaves of -1, and the size of that type: C's promotions and conversions. */
static void types_of_expressions(void **state)
{
#define TYPE(of, size, value)                                                                      \
	{                                                                                          \
		"\"%d %lld\", (int)sizeof(" of "), (long long)(typeof(" of "))-1", size " " value  \
	}
	static const struct example examples[] = {
		TYPE("REC->u", "4", "4294967295"),
		TYPE("REC->s", "4", "-1"),
		TYPE("REC->q", "8", "-1"),
		TYPE("REC->common_flags", "1", "255"),
		TYPE("REC->common_flags + 1", "4", "-1"),
		TYPE("+REC->common_flags", "4", "-1"),
		TYPE("REC->mac[0]", "1", "255"),
		TYPE("*REC->mac", "1", "255"),
		TYPE("REC->u + REC->s", "4", "4294967295"),
		TYPE("REC->s + REC->u", "4", "4294967295"),
		TYPE("REC->s + REC->q", "8", "-1"),
		TYPE("REC->q * REC->s", "8", "-1"),
		TYPE("REC->u << REC->q", "4", "4294967295"),
		TYPE("REC->common_flags >> 1", "4", "-1"),
		TYPE("REC->q < 1", "4", "-1"),
		TYPE("REC->q && 1", "4", "-1"),
		TYPE("!REC->q", "4", "-1"),
		TYPE("~REC->q", "8", "-1"),
		TYPE("-REC->common_flags", "4", "-1"),
		TYPE("REC->u ? REC->s : REC->u", "4", "4294967295"),
		TYPE("REC->u ? REC->s : REC->q", "8", "-1"),
		TYPE("(u16)REC->u", "2", "65535"),
		TYPE("__fswab16(REC->u)", "2", "65535"),
		TYPE("__fswab64(REC->u)", "8", "-1"),
		TYPE("__builtin_popcount(REC->u)", "4", "-1"),
		TYPE("__builtin_ctzll(REC->q)", "4", "-1"),
		TYPE("__get_dynamic_array_len(dyn)", "4", "-1"),
		TYPE("REC->ptr", "8", "-1"),
		TYPE("REC->ptr - REC->ptr", "8", "-1"),
		TYPE("&REC->u", "8", "-1"),
		TYPE("REC->u + 1UL", "8", "-1"),
	};
	static const struct example others[] = {
		{"\"%d %d\", (int)sizeof(\"four\"), (int)sizeof(typeof(REC->common_flags))", "5 1"},
		{"\"%lld\", (long long)(typeof(u16))-1", "65535"},
		{"\"%d %d\", __builtin_types_compatible_p(typeof(REC->u << 1), unsigned int), "
		 "__builtin_types_compatible_p(typeof(REC->u < 1), unsigned int)",
		 "1 0"},
		{"\"%d\", __builtin_types_compatible_p(int, s64)", "0"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
	expect_all(*state, others, ARRAY_SIZE(others));
	assert_int_equal(run(*state, "\"%d\", sizeof(__print_hex(REC->mac, 6))"), PK_UNSUPPORTED);
}

static void comparisons_and_shifts(void **state)
{
	static const struct example examples[] = {
		{"\"%d%d%d\", 1 <= 1, 1 <= 2, 2 <= 1", "110"},
		{"\"%d%d%d\", 1 >= 1, 1 >= 2, 2 >= 1", "101"},
		{"\"%d%d%d\", 1 < 1, 1 < 2, 2 < 1", "010"},
		{"\"%d%d%d\", 1 > 1, 1 > 2, 2 > 1", "001"},
		{"\"%d%d%d%d\", 1 != 1, 1 != 2, 1 == 1, 1 == 2", "0110"},
		{"\"%d%d%d%d\", REC->s <= 1u, REC->s >= 1u, REC->s <= 1, REC->s >= 1", "0110"},
		{"\"%d %d %llu\", 1 << 31, 1 << 32, 1ULL << 64", "-2147483648 0 0"},
		{"\"%d %u %d\", REC->s >> 40, REC->u >> 32, REC->s >> 31", "-1 0 -1"},
		{"\"%u %d\", REC->u % 5, -7 % 5", "2 -2"},
		{"\"%u %d\", REC->u / 5, -7 / 5", "8 -1"},
		{"\"%lld\", (1LL << 63) % -1", "0"},
		{"\"%d %d\", +REC->s, ~REC->s", "-2 1"},
		{"\"%d %d\", !REC->mac, !__get_str(str)", "0 0"},
		{"\"%d%d%d%d\", 0 && 1, 1 && 2, 0 || 0, 0 || 2", "0101"},
		/* what is not asked for is not judged */
		{"\"%d %d\", 0 && 1 / 0, 1 || 1 / 0", "0 1"},
		{"\"%d\", 1 ? 2 : 1 / 0", "2"},
		{"\"%p %p\", (u32 *)16 + 2, 2 + (u32 *)16", "0000000000000018 0000000000000018"},
		{"\"%p\", (u32 *)16 - 2", "0000000000000008"},
		{"\"%u\", *(&REC->mac[3] + 1)", "205"},
		{"\"%d\", '\\n' + '\\0' + '\\x41' + 'a'", "172"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
	assert_int_equal(run(*state, "\"%u\", *(&REC->mac[3] + 4)"), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%u\", *(&REC->mac[3] - 1)"), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%u\", *(&REC->mac[7])"), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%u\", -REC->mac"), PK_UNSUPPORTED);
	assert_int_equal(run(*state, "\"%u\", REC->mac * 2"), PK_UNSUPPORTED);
	assert_int_equal(run(*state, "\"%u\", 1 % 0"), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%u\", &(REC->u + 1)"), PK_UNSUPPORTED);
}

static void kernels_helpers(void **state)
{
	struct fixture *f = *state;
	static const struct example examples[] = {
		{"\"%lld %lld %lld\", ktime_to_ns(REC->kt), ktime_to_us(REC->kt), "
		 "ktime_to_ms(REC->kt)",
		 "3000000007 3000000 3000"},
		{"\"%lld %lld\", ktime_to_us(-1500), ktime_to_ms(-2500000)", "-1 -2"},
		/* the divisor of div_u64() has 32 bits */
		{"\"%llu %llu\", div_u64(REC->q, 0x100000002ULL), div64_u64(REC->q, "
		 "0x100000000ULL)",
		 "1500000003 0"},
		{"\"%ld %ld\", PTR_ERR(ERR_PTR(-17)), PTR_ERR(REC->s)", "-17 -2"},
		/* requester 0x1234, page 0x5678, wants to read and to execute, of PASID 9, the last of group 5 */
		{"\"%s\", decode_prq_descriptor(p, 100, 0x10000912340000ULL, 0x567802dULL, 0, 0)",
		 "rid=0x1234 addr=0x5678 r-x-l pasid=0x9 index=0x5"},
		{"\"%s\", decode_prq_descriptor(p, 100, 0x20000100010000ULL, 0x1002ULL, 0, 0)",
		 "rid=0x1 addr=0x1 -w-p- pasid=0x1 index=0x0"},
		{"\"%sx\", nullb_trace_disk_name(p, __get_str(empty))", "x"},
		{"\"%s %s %s\", mc_event_error_type(0), mc_event_error_type(2), "
		 "mc_event_error_type(3)",
		 "Corrected Deferred Fatal"},
	};
	static const struct {
		uint64_t mult, shift;
		enum pk_status status;
		const char *ms; /* of 42 jiffies */
	} clocks[] = {
		{10000000u, 0, PK_OK, "420"},	     {1000000u, 0, PK_OK, "42"},
		{500000u, 0, PK_OK, "21"},	     {3333333u, 0, PK_UNSUPPORTED, NULL},
		{8333333u, 0, PK_UNSUPPORTED, NULL},
	};

	expect_all(f, examples, ARRAY_SIZE(examples));
	assert_int_equal(run(f, "\"%llu\", div_u64(REC->q, 0x100000000ULL)"), PK_CORRUPT);
	assert_int_equal(run(f, "\"%llu\", div64_u64(REC->q, 0)"), PK_CORRUPT);
	assert_int_equal(run(f, "\"%s\", decode_prq_descriptor(p, 100, 0x200, 0, 0, 0)"),
			 PK_UNSUPPORTED);
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
		fake_put(&f->fake, CLOCK, 4, clocks[i].mult);
		fake_put(&f->fake, CLOCK + 4, 4, clocks[i].shift);
		assert_int_equal(run(f, "\"%u\", jiffies_to_msecs(REC->u)"), clocks[i].status);
		if (clocks[i].status == PK_OK)
			assert_string_equal(f->seq.text, clocks[i].ms);
	}
}

/* By the opcodes of the specification; bytes 0 1 2 .. 23. */
static void nvme_commands(void **state)
{
	struct fixture *f = *state;
#define ALL "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17"
	static const struct {
		const char *call;
		unsigned opcode;
		const char *result; /* NULL: differs by release */
	} examples[] = {
		{"admin", 0x00, "sqid=256"},
		{"admin", 0x01, "sqid=256, qsize=770, sq_flags=0x504, cqid=1798"},
		{"admin", 0x04, "cqid=256"},
		{"admin", 0x05, "cqid=256, qsize=770, cq_flags=0x504, irq_vector=1798"},
		{"admin", 0x06, "cns=0, ctrlid=770"},
		{"admin", 0x86, "slba=0x706050403020100, mndw=0xb0a0908, rl=0xd0c, atype=15"},
		{"admin", 0x09, NULL},
		{"admin", 0x0a, NULL},
		{"admin", 0x80, NULL},
		{"admin", 0x02, "cdw10=" ALL},
		{"nvm", 0x01,
		 "slba=506097522914230528, len=2312, ctrl=0xb0a, dsmgmt=252579084, "
		 "reftag=319951120"},
		{"nvm", 0x02,
		 "slba=506097522914230528, len=2312, ctrl=0xb0a, dsmgmt=252579084, "
		 "reftag=319951120"},
		{"nvm", 0x08,
		 "slba=506097522914230528, len=2312, ctrl=0xb0a, dsmgmt=252579084, "
		 "reftag=319951120"},
		{"nvm", 0x09, "nr=50462976, attributes=117835012"},
		{"nvm", 0x0d, NULL},
		{"nvm", 0x0e, NULL},
		{"nvm", 0x11, NULL},
		{"nvm", 0x15, NULL},
		{"nvm", 0x79, NULL},
		{"nvm", 0x7a, NULL},
		{"nvm", 0x7d, NULL},
		{"nvm", 0x00, "cdw10=" ALL},
		{"fabrics", 0x00, "attrib=0, ofst=0x7060504, value=0xf0e0d0c0b0a0908"},
		{"fabrics", 0x01, "recfmt=256, qid=770, sqsize=1284, cattr=6, kato=185207048"},
		{"fabrics", 0x04, "attrib=0, ofst=0x7060504"},
		{"fabrics", 0x05, NULL},
		{"fabrics", 0x06, NULL},
		{"fabrics", 0x07, "specific=" ALL},
	};

	for (unsigned i = 0; i < 24; i++)
		f->record[COMMAND + i] = (uint8_t)i;
	for (size_t i = 0; i < ARRAY_SIZE(examples); i++) {
		char text[96];
		enum pk_status status;

		/* an opcode is a byte */
		snprintf(text, sizeof(text),
			 "\"%%s\", nvme_trace_parse_%s_cmd(p, 0x%x, REC->command)",
			 examples[i].call, 0x100 | examples[i].opcode);
		status = run(f, text);
		assert_int_equal(status, examples[i].result ? PK_OK : PK_UNSUPPORTED);
		if (examples[i].result)
			assert_string_equal(f->seq.text, examples[i].result);
		snprintf(text, sizeof(text), "\"%%s\", nvme_trace_parse_%s_cmd(p, 0x%x, REC->mac)",
			 examples[i].call, examples[i].opcode);
		assert_int_equal(run(f, text), PK_CORRUPT);
	}
}

static void ftrace_helpers(void **state)
{
	struct fixture *f = *state;
	static const struct example examples[] = {
		{"\"%s\", __print_symbolic(REC->u, { 42, \"all\", }, { 1, \"one\" })", "all"},
		{"\"%s\", __print_symbolic(REC->u, { })", "0x2a"},
		{"\"%s\", __print_symbolic64(REC->q, { 3000000007ULL, \"big\" })", "big"},
		{"\"%s\", __print_flags_u64(REC->q, \"|\", { 1, \"a\" }, { 2, \"b\" }, { 4, \"c\" "
		 "})",
		 "a|b|c|0xb2d05e00"},
		{"\"%s\", __print_flags(5, \"\", { 1, \"\" }, { 4, \"x\" })", "x"},
		{"\"%s %s\", __print_hex(REC->mac, 6), __print_hex_str(REC->mac, 6)",
		 "52 54 00 ab cd ef 525400abcdef"},
		{"\"%s|\", __print_hex(REC->mac, -1)", "|"},
		{"\"%s\", __print_array(__get_dynamic_array(dyn), 3, 4)", "{0x1,0xffffffff,0x7}"},
		{"\"%s\", __print_array(REC->mac, 2, 3)",
		 "{BAD SIZE:3 0x52,0x54,0x0,0xab,0xcd,0xef}"},
		{"\"%s\", __print_dynamic_array(dyn, sizeof(u32))", "{0x1,0xffffffff,0x7}"},
		{"\"%d %d\", __get_dynamic_array_len(dyn), __get_rel_dynamic_array_len(rel)",
		 "12 4"},
		{"\"%u\", ((u16 *)__get_rel_dynamic_array(rel))[1]", "2"},
		{"\"%u\", *((u32 *)__get_dynamic_array(dyn) + 2)", "7"},
		{"\"%s|%s\", __get_str(str), __get_str(empty)", "hello|"},
		{"\"%s\", __get_str(str)[0] ? \" \" : \"\"", " "},
		{"\"%pISpc\", __get_sockaddr(mask)", "(einval)"},
		{"\"%s %s\", __get_bitmask(mask), __get_cpumask(mask)",
		 "00000012,000000f1 00000012,000000f1"},
		{"\"%llu.%09u\", __print_ns_to_secs(REC->q), __print_ns_without_secs(REC->q)",
		 "3.000000007"},
		{"\"%s\", __print_hex_dump(\"x \", 2, 16, 1, REC->bytes, 18, true)",
		 "\nx 00000000: 00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff  ..\"3DUfw........"
		 "\nx 00000010: 10 11                                            ..\n"},
		{"\"%s\", __print_hex_dump(\"\", 0, 16, 4, REC->bytes, 8, false)",
		 "\n33221100 77665544\n"},
	};

	expect_all(f, examples, ARRAY_SIZE(examples));
	f->mask_list = true;
	expect_all(f, &(struct example){"\"%s\", __get_cpumask(mask)", "0,4-7,33,36"}, 1);
}

static void expressions(void **state)
{
	static const struct example examples[] = {
		{"\"%d\", ({ int x = (REC->s); int y = (5); ((x) < (y) ? (x) : (y)); })", "-2"},
		{"\"%s\", ({ const char *saved = trace_seq_buffer_ptr(p); "
		 "static const char *names[] = { \"zero\", \"one\", \"two\" }; union role r; "
		 "r.word = REC->u + 7; trace_seq_printf(p, \"l%u %s %s%c\", r.level, "
		 "r.direct ? \"direct\" : \"\", names[r.level - 0], 0); saved; })",
		 "l1 direct one"},
		{"\"%p\", (((struct page *)vmemmap_base) + (REC->u))", "ffffea0000000a80"},
		/* arm64: since 6.8, and before */
		{"\"%p\", (((struct page *)((-(((0x40000000UL)))) - ((((-((((1UL))) << (((48)) - "
		 "1))) - "
		 "((-((((1UL))) << ((52)))))) >> 12) * sizeof(struct page))) - (memstart_addr >> "
		 "12)) + "
		 "(REC->u))",
		 "ffffc1ffc1000a80"},
		{"\"%d\", 12 - (( __builtin_constant_p(sizeof(struct page)) ? ( ((sizeof(struct "
		 "page)) "
		 "== 0 || (sizeof(struct page)) == 1) ? 0 : ( __builtin_constant_p((sizeof(struct "
		 "page)) - "
		 "1) ? (((sizeof(struct page)) - 1) < 2 ? 0 : 63 - __builtin_clzll((sizeof(struct "
		 "page)) - "
		 "1)) : (sizeof((sizeof(struct page)) - 1) <= 4) ? __ilog2_u32((sizeof(struct "
		 "page)) - 1) : "
		 "__ilog2_u64((sizeof(struct page)) - 1) ) + 1) : __order_base_2(sizeof(struct "
		 "page)) ))",
		 "6"},
		{"\"%p\", (vmemmap + (REC->u))", "c00c000000000a80"}, /* ppc64, s390x */
		/* preemptirq:irq_disable */
		{"\"%p\", (void *)((unsigned long)(_stext) + REC->s)", "ffffffff80fffffe"},
		/* quotes that were not escaped */
		{"\"instr=\"%s\" at %d\", \"mrs\", 5", "instr=\"mrs\" at 5"},
		{"\"%d %d %d\", __order_base_2(5), __order_base_2(1), __ilog2_u64(64)", "3 0 6"},
		{"\"%lu\", (jiffies - 4000) / 250", "4"},
		{"\"%d %x %x\", REC->ent.pid, REC->common_flags & 0x18, REC->ent.flags",
		 "4711 18 18"},
		{"\"%0*llx\", (int)sizeof(pteval_t) * 2, (unsigned long "
		 "long)pte_val(native_make_pte(REC->q))",
		 "00000000b2d05e07"},
		{"\"%d\", __builtin_expect(!!(REC->u > 41), 0) ? 1 : 2", "1"},
		{"\"%u\", jiffies_to_msecs(REC->u)", "168"}, /* 4 ms each */
		{"\"%s %s\", blk_op_str(0), blk_op_str(1)", "READ UNKNOWN"},
		{"\"%s %s\", mc_event_error_type(1), mc_event_error_type(9)", "Uncorrected Info"},
		{"\"%sx\", nvme_trace_disk_name(p, REC->disk)", "disk=nvme0n1, x"},
		{"\"%s\", nvme_trace_parse_nvm_cmd(p, 2, REC->command)",
		 "slba=4096, len=7, ctrl=0x0, dsmgmt=0, reftag=0"},
		{"\"%s\", nvme_trace_parse_admin_cmd(p, 0, REC->command)", "sqid=4096"},
		{"\"%u\", *(u8 *)(REC->ptr + 3)", "15"}, /* of the kernel's memory */
		{"\"%u\", (unsigned int)((gfp_t)0x400u)", "1024"},
		{"\"%s\", ((void *)0) ?: \"none\"", "none"},
	};

	expect_all(*state, examples, ARRAY_SIZE(examples));
}

/* Lengths, offsets and pointers of a record that may be anything. */
static void hostile(void **state)
{
	static const struct {
		const char *text;
		enum pk_status status;
	} examples[] = {
		{"\"%s\", __get_str(bad)", PK_CORRUPT},
		{"\"%s\", __get_bitmask(bad)", PK_CORRUPT},
		{"\"%s\", __print_hex(REC->mac, 7)", PK_CORRUPT},
		{"\"%s\", __print_array(REC->mac, 0x40000000, 8)", PK_CORRUPT},
		{"\"%s\", __print_array(REC->mac, 1, 0)", PK_CORRUPT},
		{"\"%s\", __print_dynamic_array(dyn, 0)", PK_UNSUPPORTED},
		{"\"%s\", __print_hex_dump(\"\", 2, 16, 1, REC->mac, 7, true)", PK_CORRUPT},
		{"\"%*pb\", 100000, REC->longs", PK_CORRUPT},
		{"\"%*pb\", 1 << 20, REC->ptr", PK_CORRUPT},
		{"\"%*pE\", 16000, REC->ptr", PK_LIMIT},
		{"\"%*d\", 1 << 30, 1", PK_CORRUPT},
		{"\"%pISpc\", __get_sockaddr(empty)", PK_CORRUPT},
		{"\"%pI6c\", REC->mac", PK_CORRUPT},
		{"\"%u\", *((u32 *)__get_dynamic_array(dyn) + 3)", PK_CORRUPT},
		{"\"%u\", *((u32 *)__get_dynamic_array(dyn) + 0x4000000000000001)", PK_CORRUPT},
		{"\"%u\", *(u32 *)0xffff00000dead000", PK_UNREADABLE},
		{"\"%s\", (char *)0xffff00000dead000", PK_UNREADABLE},
		{"\"%s\", nvme_trace_parse_nvm_cmd(p, 2, REC->mac)", PK_CORRUPT},
		{"\"%s\", nvme_trace_parse_nvm_cmd(p, 13, REC->command)", PK_UNSUPPORTED},
		{"\"%s\", ({ static const char *n[] = { \"a\" }; n[REC->u]; })", PK_CORRUPT},
		{"\"%d\", __print_flags(1, REC->u)", PK_UNSUPPORTED},
		{"\"%d\", __get_str(str)", PK_UNSUPPORTED},
		{"\"%p\", REC->mac", PK_UNSUPPORTED},
	};

	for (size_t i = 0; i < ARRAY_SIZE(examples); i++) {
		enum pk_status status = run(*state, examples[i].text);

		if (status != examples[i].status)
			print_message("%s\n", examples[i].text);
		assert_int_equal(status, examples[i].status);
	}
}

/* Nodes shared by variables would be run 2^n times. */
static void blocks_that_explode(void **state)
{
	char text[4096] = "\"%d\", ";

	for (unsigned i = 0; i < 100; i++)
		strcat(text, "({ int x = (");
	strcat(text, "REC->u");
	for (unsigned i = 0; i < 100; i++)
		strcat(text, "); x + x; })");
	assert_int_not_equal(run(*state, text), PK_OK);
}

static void probe_arguments(void **state)
{
	struct fixture *f = *state;
	struct pk_print_env env = {.ctx = &f->ctx, .symbols = f->symbols};
	struct pk_event event = {.data = f->record, .len = RECORD};
	struct pk_print_fmt *fmt;

	assert_int_equal(
		pk_print_fmt_compile(&f->ctx, &f->format,
				     "\"(%lx) a=\\\"%s\\\" b=\\\"%s\\\" c={%d,%d}\", REC->u, "
				     "__get_str(empty), __get_str(str), REC->mac[0], REC->mac[1]",
				     &fmt),
		PK_OK);
	pk_seq_reset(&f->seq);
	assert_int_equal(pk_print_fmt_run_args(fmt, &env, &event, &f->seq), PK_OK);
	assert_string_equal(f->seq.text, " a=(fault) b=\"hello\" c={82,84}");
	pk_print_fmt_destroy(fmt);
}

/* trace_check_vprintf() with nohash-ptr. */
static void eaten_strings(void **state)
{
	static const struct {
		const char *text, *result;
		bool cut;
	} examples[] = {
		{"\"a=%s b=%s\", \"x\", \"y\"", "a= b=y", false},
		{"\"%s b=%d\", \"x\", 1", "", true},
		{"\"%-3s|%s|%d\", \"x\", \"y\", 1", "x  ||1", false},
		{"\"%d\", 1", "1", false},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(examples); i++) {
		struct pk_print_env env = {
			.ctx = &f->ctx, .symbols = f->symbols, .eats_string = true};
		struct pk_event event = {.data = f->record, .len = RECORD};
		struct pk_print_fmt *fmt;

		assert_int_equal(pk_print_fmt_compile(&f->ctx, &f->format, examples[i].text, &fmt),
				 PK_OK);
		pk_seq_reset(&f->seq);
		assert_int_equal(pk_print_fmt_run(fmt, &env, &event, &f->seq), PK_OK);
		assert_string_equal(f->seq.text, examples[i].result);
		assert_int_equal(env.cut, examples[i].cut);
		pk_print_fmt_destroy(fmt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(pointed_conversions, setup, teardown),
		cmocka_unit_test_setup_teardown(pointers, setup, teardown),
		cmocka_unit_test_setup_teardown(errors_without_names, setup, teardown),
		cmocka_unit_test_setup_teardown(byte_order, setup, teardown),
		cmocka_unit_test_setup_teardown(literals_and_members, setup, teardown),
		cmocka_unit_test_setup_teardown(builtins, setup, teardown),
		cmocka_unit_test_setup_teardown(blocks, setup, teardown),
		cmocka_unit_test_setup_teardown(types_of_shared_nodes, setup, teardown),
		cmocka_unit_test_setup_teardown(types_of_expressions, setup, teardown),
		cmocka_unit_test_setup_teardown(comparisons_and_shifts, setup, teardown),
		cmocka_unit_test_setup_teardown(kernels_helpers, setup, teardown),
		cmocka_unit_test_setup_teardown(nvme_commands, setup, teardown),
		cmocka_unit_test_setup_teardown(ftrace_helpers, setup, teardown),
		cmocka_unit_test_setup_teardown(expressions, setup, teardown),
		cmocka_unit_test_setup_teardown(hostile, setup, teardown),
		cmocka_unit_test_setup_teardown(blocks_that_explode, setup, teardown),
		cmocka_unit_test_setup_teardown(probe_arguments, setup, teardown),
		cmocka_unit_test_setup_teardown(eaten_strings, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
