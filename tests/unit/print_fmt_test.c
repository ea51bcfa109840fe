// SPDX-License-Identifier: GPL-3.0-or-later
/* print_fmt, compiled and run over a drawn record: what the kernel's vsnprintf() and helpers print. */
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

/*
 * The record, after 8 bytes of struct trace_entry:
 *	8 u32 | 12 s32 | 16 u64 ptr | 24 u8 | 25 s8 | 26 u16 | 28 __data_loc str | 32 u8[4] v4 |
 *	36 u8[16] v6 | 52 u8[28] sockaddr | 80 char[8] | 88 u16[3] | 94 u8[6] mac | 104 __data_loc array | 112 "eth0" | 120 array
 */
static struct pk_field fields[] = {
	{.name = "u",
	 .type = "u32",
	 .offset = 8,
	 .size = 4,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "s",
	 .type = "int",
	 .offset = 12,
	 .size = 4,
	 .is_signed = true,
	 .where = PK_FIELD_PLAIN},
	{.name = "ptr",
	 .type = "void *",
	 .offset = 16,
	 .size = 8,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "b",
	 .type = "u8",
	 .offset = 24,
	 .size = 1,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "sb",
	 .type = "s8",
	 .offset = 25,
	 .size = 1,
	 .is_signed = true,
	 .where = PK_FIELD_PLAIN},
	{.name = "h",
	 .type = "u16",
	 .offset = 26,
	 .size = 2,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "str",
	 .type = "__data_loc char[]",
	 .offset = 28,
	 .size = 4,
	 .is_signed = true,
	 .where = PK_FIELD_DATA_LOC},
	{.name = "v4",
	 .type = "__u8[4]",
	 .offset = 32,
	 .size = 4,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "v6",
	 .type = "__u8[16]",
	 .offset = 36,
	 .size = 16,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "sa",
	 .type = "__u8[28]",
	 .offset = 52,
	 .size = 28,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "name",
	 .type = "char[8]",
	 .offset = 80,
	 .size = 8,
	 .is_signed = true,
	 .where = PK_FIELD_PLAIN},
	{.name = "words",
	 .type = "u16[3]",
	 .offset = 88,
	 .size = 6,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "mac",
	 .type = "unsigned char[6]",
	 .offset = 94,
	 .size = 6,
	 .is_signed = false,
	 .where = PK_FIELD_PLAIN},
	{.name = "array",
	 .type = "__data_loc u32[]",
	 .offset = 104,
	 .size = 4,
	 .is_signed = false,
	 .where = PK_FIELD_DATA_LOC},
};

static const uint8_t record[128] =
	{
		[8] = 0x2a, [12] = 0xfe, 0xff,	      0xff,	   0xff, [16] = 0x00,
		0x10,	    0,		 0,	      0,	   0,	 0xff,
		0xff,	    [24] = 200,	 [25] = 0x80, [26] = 0x34, 0x12, [28] = 112,
		0,	    5,		 0,	      [32] = 10,   0,	 2,
		15,	    [36] = 0xfe, 0x80,	      [50] = 0,	   1,	 [52] = 2,
		0,	    0x1f,	 0x90,	      127,	   0,	 0,
		1,	    [80] = 'l',	 'o',	      [88] = 1,	   0,	 2,
		0,	    3,		 0,	      [94] = 0x52, 0x54, 0,
		0x12,	    0x34,	 0x56,	      [104] = 120, 0,	 8,
		0,	    [112] = 'e', 't',	      'h',	   '0',	 0,
		[120] = 1,  2,		 0,	      0,	   0xff, 0xff,
		0xff,	    0xff,
};

struct fixture {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_symbols *symbols;
	struct pk_format format;
	struct pk_seq seq;
};

static int setup(void **state)
{
	static const struct fake_enum enums[] = {{"states", "TCP_SYN_SENT", 2}};
	struct fixture *f = calloc(1, sizeof(*f));

	fake_target_init(&f->fake);
	fake_enums(&f->fake, enums, ARRAY_SIZE(enums));
	fake_symbol(&f->fake, "tcp_v4_rcv", 0xffff000000000f00ull, 0x200);
	fake_module_symbol(&f->fake, "veth", "veth_xmit", 0xffff000000002000ull, 0x100);
	fake_string(&f->fake, 0xffff000000003000ull, "from memory");
	pk_ctx_init(&f->ctx, &f->fake.target);
	f->symbols = calloc(1, sizeof(*f->symbols));
	pk_symbols_init(f->symbols, &f->ctx);
	f->format = (struct pk_format){.fields = fields, .nr_fields = ARRAY_SIZE(fields)};
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

static enum pk_status run(struct fixture *f, const char *text, uint32_t len)
{
	struct pk_print_env env = {.ctx = &f->ctx, .symbols = f->symbols};
	struct pk_event event = {.data = record, .len = len};
	struct pk_print_fmt *fmt;
	enum pk_status status = pk_print_fmt_compile(&f->ctx, &f->format, text, &fmt);

	pk_seq_reset(&f->seq);
	if (status != PK_OK)
		return status;
	status = pk_print_fmt_run(fmt, &env, &event, &f->seq);
	pk_print_fmt_destroy(fmt);
	return status;
}

static void expect(struct fixture *f, const char *text, const char *result)
{
	enum pk_status status = run(f, text, sizeof(record));

	if (status != PK_OK)
		print_message("%s: %s\n", text, f->ctx.error.text);
	assert_int_equal(status, PK_OK);
	assert_string_equal(f->seq.text, result);
}

struct example {
	const char *text, *result;
};

static void expect_all(void **state, const struct example *examples, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		expect(*state, examples[i].text, examples[i].result);
}

/* Where the kernel differs from C: "#" with 0, "0" with a precision. */
static void numbers(void **state)
{
	static const struct example examples[] = {
		{"\"plain 100%%\"", "plain 100%"},
		{"\"%u %d %i\", REC->u, REC->s, REC->s", "42 -2 -2"},
		{"\"%x %X %#x %o %#o\", REC->u, REC->u, REC->u, REC->u, REC->u",
		 "2a 2A 0x2a 52 052"},
		{"\"%#x %#o %#06x\", 0, 0, 0", "0x0 0 0x0000"},
		{"\"[%5u] [%-5u] [%05u] [%.4u] [%08.4u]\", 42, 42, 42, 42, 42",
		 "[   42] [42   ] [00042] [0042] [00000042]"},
		{"\"%+d % d %+d\", 1, 1, -1", "+1  1 -1"},
		{"\"%u %lu %llu\", -1, -1L, (unsigned long long)-1",
		 "4294967295 18446744073709551615 18446744073709551615"},
		{"\"%hhx %hx %Lx\", 0x12345, 0x12345, 0x12345ULL", "45 2345 12345"},
		{"\"%*d|%-*d|%*d\", 4, 7, 4, 7, -4, 7", "   7|7   |7   "},
		{"\"%c%3c\", 'a', 98", "a  b"},
		{"\"a\" \"b%d\" \"\\n\\t\\x41\\\"\", 1", "ab1\n\tA\""},
	};

	expect_all(state, examples, ARRAY_SIZE(examples));
}

static void expressions(void **state)
{
	static const struct example examples[] = {
		{"\"%d\", 1 + 2 * 3 - 8 / 4 % 3", "5"},
		{"\"%d %d\", (1 | 6) & ~2, 5 ^ 1", "5 4"},
		{"\"%d %u\", REC->s >> 1, (unsigned int)REC->s >> 31", "-1 1"},
		{"\"%d\", REC->s < 0 && REC->u > 41u", "1"},
		{"\"%d %d\", REC->s < 1u, -1 < 1ULL", "0 0"}, /* the usual conversions */
		{"\"%d %d\", REC->sb, (u8)REC->sb", "-128 128"},
		{"\"%d\", REC->b + REC->b", "400"}, /* as int */
		{"\"%s\", REC->u ? \"yes\" : \"no\"", "yes"},
		{"\"%d %d\", 0 ?: 3, 4 ?: 3", "3 4"},
		{"\"%d\", !REC->u || !0", "1"},
		{"\"%llu\", 1ULL << 40", "1099511627776"},
		{"\"%d\", TCP_SYN_SENT", "2"},
		{"\"%d %d\", (int)sizeof(u32), (int)sizeof(unsigned long)", "4 8"},
		{"\"%u %u\", REC->words[2], ((u32 *)__get_dynamic_array(array))[0]", "3 513"},
		{"\"%u\", *(u32 *)__get_dynamic_array(array)", "513"},
		{"\"%lu\", (unsigned long)(long)(REC->s)", "18446744073709551614"},
	};

	expect_all(state, examples, ARRAY_SIZE(examples));
}

static void strings(void **state)
{
	static const struct example examples[] = {
		{"\"%s|%6s|%-6s|%.2s\", __get_str(str), __get_str(str), __get_str(str), "
		 "__get_str(str)",
		 "eth0|  eth0|eth0  |et"},
		{"\"%s\", REC->name", "lo"},
		{"\"%s %s\", (char *)0, NULL", "(null) (null)"},
		{"\"%s\", (char *)0xffff000000003000", "from memory"},
	};

	expect_all(state, examples, ARRAY_SIZE(examples));
}

static void pointers(void **state)
{
	static const struct example examples[] = {
		{"\"%p %px\", REC->ptr, REC->ptr", "ffff000000001000 ffff000000001000"},
		{"\"%p|%20p\", NULL, REC->ptr", "0000000000000000|    ffff000000001000"},
		{"\"%ps %pS %ps\", REC->ptr, REC->ptr, 0xffff000000002000",
		 "tcp_v4_rcv tcp_v4_rcv+0x100/0x200 veth_xmit [veth]"},
		{"\"%ps %pS\", NULL, NULL", "0x0 0x0"},
		{"\"%pI4 %pi4\", REC->v4, REC->v4", "10.0.2.15 010.000.002.015"},
		{"\"%pI6c %pI6\", REC->v6, REC->v6",
		 "fe80::1 fe80:0000:0000:0000:0000:0000:0000:0001"},
		{"\"%pISpc %pISc\", REC->sa, REC->sa", "127.0.0.1:8080 127.0.0.1"},
		{"\"%pM %pm %pMF\", REC->mac, REC->mac, REC->mac",
		 "52:54:00:12:34:56 525400123456 52-54-00-12-34-56"},
		{"\"%4phC %*ph\", REC->mac, 2, REC->mac", "52:54:00:12 52 54"},
	};

	expect_all(state, examples, ARRAY_SIZE(examples));
}

static void helpers(void **state)
{
	static const struct example examples[] = {
		{"\"%s\", __print_symbolic(REC->u, { 1, \"one\" }, { 42, \"all\" })", "all"},
		{"\"%s\", __print_symbolic(REC->u, { 1, \"one\" })", "0x2a"},
		{"\"%s\", __print_symbolic(-1, { 1, \"one\" }, { -1, ((void *)0) })",
		 "0xffffffffffffffff"},
		{"\"%s\", __print_flags(REC->u, \"|\", { 2, \"b\" }, { 8, \"d\" })", "b|d|0x20"},
		{"\"%s|\", __print_flags(0, \"|\", { 2, \"b\" })", "|"},
		{"\"%s %s\", __print_hex(REC->mac, 3), __print_hex_str(REC->mac, 3)",
		 "52 54 00 525400"},
		{"\"%s\", __print_array(__get_dynamic_array(array), 2, 4)", "{0x201,0xffffffff}"},
		{"\"%d\", __get_dynamic_array_len(array)", "8"},
		{"\"%s|%s|%5s\", str_on_off(REC->u), str_read_write(!(REC->u)), str_yes_no(0)",
		 "on|write|   no"},
	};

	expect_all(state, examples, ARRAY_SIZE(examples));
}

/* What is not understood does not compile; it is never printed in another way. The event's text says why. */
static void refused(void **state)
{
	static const struct example examples[] = {
		{"", "no format string at \"\""},
		{"REC->u", "no format string at \"REC->u\""},
		{"\"%d\"", "something unexpected at \"\""},
		{"\"%d\", REC->u, REC->u", "more than the format takes at \", REC->u\""},
		{"\"%d\", REC->nothing", "no such field before this at \"\""},
		{"\"%d\", REC->1", "no such field at \"1\""},
		{"\"%d\", REC->v4.x", "a member of what a field holds at \"\""},
		{"\"%d\", REC->v4.1", "a member of what a field holds at \"1\""},
		{"\"%d\", unknown_name", "an unknown name before this at \"\""},
		{"\"%d\", unknown_call(1)", "a function that is not reproduced at \"(1)\""},
		{"\"%s\", str_on_off(1, 2)", "something unexpected at \", 2)\""},
		{"\"%s\", str_on_off()", "something unexpected at \")\""},
		{"\"%d\", ({ int x; x; })", "a variable without a value before this at \"; })\""},
		{"\"%d\", ({ int 1; 1; })", "a declaration at \"1; 1; })\""},
		{"\"%d\", ({ int x = 1; x", "something unexpected at \"\""},
		{"\"%d\", ({ if (REC->u) x; 1; })", "an unknown name before this at \"; 1; })\""},
		{"\"%d\", ({ switch (REC->u) { 1; } 1; })", "a switch at \"1; } 1; })\""},
		{"\"%d\", ({ do { x; } while (1); 1; })", "a loop at \"while (1); 1; })\""},
		{"\"%s\", ({ const char *s = trace_seq_buffer_ptr(p); trace_seq_printf(p, s); s; "
		 "})",
		 "a format at \"s); s; })\""},
		{"\"%d\", ({ static_assert((1); 1; })", "something unexpected at \")\""},
		{"\"%d\", REC->u +", "something unexpected at \"\""},
		{"\"%pd\", REC->ptr",
		 "a conversion of pointers that is not reproduced at \", REC->ptr\""},
		{"\"%q\", 1", "a conversion at \", 1\""},
		{"\"open", "an open string at \"\"open\""},
		{"\"%d\", 'ab'", "a character at \"'ab'\""},
		{"\"%s\", __print_flags(1)", "too few arguments at \"\""},
		{"\"%d\", (REC->u", "something unexpected at \"\""},
		{"\"%s\", __print_symbolic(1, { 1, 2 })", "no text at \"})\""},
		{"\"%d\", REC->ptr->x", "a member of what a field holds at \"->x\""},
		{"\"%d\", 1.5", "a number at \"1.5\""},
		{"\"%s\", {1, \"a\"}", "something unexpected at \"{1, \"a\"}\""},
		{"\"%s\", __get_str(nothing)", "no such field at \"nothing)\""},
		{"\"%s\", __get_str(1)", "no field at \"1)\""},
		{"\"%d\", __get_dynamic_array_len(u)",
		 "the length of an array that is not dynamic at \"u)\""},
		{"\"%s\", __get_str(str[REC->u])", "an element of a field at \")\""},
		{"\"%s\", __get_str(str[65536])", "an element of a field at \")\""},
		{"\"%s\", __print_dynamic_array(nothing, 4)", "no such field at \"nothing, 4)\""},
		{"\"%d\", __builtin_offsetof(struct nothing, x)",
		 "a member that is not known at \"\""},
		{"\"%d\", sizeof(struct nothing)", "the size of a type that is not known at \"\""},
		{"\"%d\", sizeof(u8[0])", "sizeof of this at \"])\""},
		{"\"%d\", sizeof(struct {int x})", "a type without a name at \"{int x})\""},
		{"\"%d\", (struct nothing)1", "a struct's value at \"1\""},
		{"\"%d\", (struct nothing){ .1 = 2 }", "a member at \"1 = 2 }\""},
		{"\"%d\", &REC->u", "an address as a number"},
		{"\"%d\", (int [2])1", "a cast to an array at \"1\""},
		{"\"%d\", "
		 "a_very_long_word_of_more_than_sixty_four_letters_which_no_kernel_would_have_in_a_"
		 "format",
		 "an unknown name before this at \"\""},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(examples); i++) {
		assert_int_equal(run(f, examples[i].text, sizeof(record)), PK_UNSUPPORTED);
		assert_string_equal(f->ctx.error.text, examples[i].result);
	}
}

/* Damage in the record fails the event, whatever its format. */
static void damaged_records(void **state)
{
	assert_int_equal(run(*state, "\"%u\", REC->u", 10), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%s\", __get_str(str)", 100), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%u\", REC->words[3]", 128), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%u\", REC->words[-1]", 128), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%d\", 1 / (REC->u - 42)", 128), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%pI6c\", REC->v4", 128), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%s\", __print_hex(REC->mac, 7)", 128), PK_CORRUPT);
	assert_int_equal(run(*state, "\"%s\", (char *)0xffff000000009000", 128), PK_UNREADABLE);
	assert_int_equal(run(*state, "\"%p\", REC->v4", 128), PK_UNSUPPORTED);
	expect(*state, "\"%d\", -9223372036854775807L / -1 > 0", "1");
}

/* What only the record shows: no text, and why. */
static void refused_when_run(void **state)
{
	static const struct {
		const char *text;
		enum pk_status status;
		const char *why;
	} all[] = {
		{"\"%d\", *(int *)REC->ptr", PK_UNREADABLE,
		 "4 bytes at ffff000000001000: unreadable"},
		{"\"%d\", ((u32 *)REC->ptr)[2]", PK_UNREADABLE,
		 "4 bytes at ffff000000001008: unreadable"},
		{"\"%pNF\", REC->ptr", PK_UNREADABLE, "8 bytes at ffff000000001000: unreadable"},
		{"\"%s\", __print_hex(REC->ptr, 3)", PK_UNSUPPORTED, "what a pointer leads to"},
		{"\"%s\", __print_array(REC->ptr, 2, 4)", PK_UNSUPPORTED,
		 "what a pointer leads to"},
		{"\"%ld\", (long)&REC->u", PK_UNSUPPORTED, "the address of a field"},
		{"\"%p\", REC->v4 + 1", PK_UNSUPPORTED, "the address of a field"},
		{"\"%pS\", REC->v4", PK_UNSUPPORTED, "the address of a field"},
		{"\"%d\", REC->v4 + 1", PK_UNSUPPORTED, "an address as a number"},
		{"\"%d\", REC->v4 == 0", PK_UNSUPPORTED, "arithmetic on an address"},
		{"\"%d\", REC->u % 0", PK_CORRUPT, "a division by zero"},
		{"\"%d\", REC->u / 0", PK_CORRUPT, "a division by zero"},
		{"\"%*pbl\", 8, REC->v4", PK_CORRUPT, "%pbl of 4 bytes"},
		{"\"%*ph\", 7, REC->mac", PK_CORRUPT, "%ph of 6 bytes"},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		assert_int_equal(run(f, all[i].text, sizeof(record)), all[i].status);
		assert_string_equal(f->ctx.error.text, all[i].why);
	}
}

static void more_of_records(void **state)
{
	static const struct example examples[] = {
		{"\"%d\", !REC->v4", "0"},
		{"\"%s\", REC->v4 ? \"a\" : \"b\"", "a"},
		{"\"%d %x\", -REC->v4[0], ~REC->u", "-10 ffffffd5"},
		{"\"%d %d\", REC->sb >> 1, 1 << 31 >> 31", "-64 -1"},
		{"\"%llu\", REC->u * 1000000000000ULL", "42000000000000"},
		{"\"%d\", REC->u ?: 1", "42"},
		/* as trace_print_array_seq() goes on after a size that it does not know */
		{"\"%s\", __print_array(__get_dynamic_array(array), 2, 3)",
		 "{BAD SIZE:3 0x1,0x2,0x0,0x0,0xff,0xff}"},
		{"\"%s\", __get_bitmask(array)", "ffffffff,00000201"},
		{"\"%d %s\", __get_dynamic_array_len(str), __get_rel_str(str)", "5 eth0"},
		{"\"%c|%-3c|\", 'a', 'b'", "a|b  |"},
		{"\"%.*s|%*s|\", 2, __get_str(str), 6, __get_str(str)", "et|  eth0|"},
		{"\"%.*d %-*d|\", -1, 7, 4, 7", "7 7   |"},
		{"\"%pUb %pI4h\", REC->v6, REC->v4",
		 "fe800000-0000-0000-0000-000000000001 15.2.0.10"},
	};

	expect_all(state, examples, ARRAY_SIZE(examples));
}

/* Nesting and chains of any length end in a refusal, not in our stack. */
static void deep(void **state)
{
	static const char *const units[] = {"(", "-", "1+", "(u8)", "1?1:", "1?:"};
	char *text = malloc(70000);

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t len = strlen(units[i]), at;

		at = (size_t)sprintf(text, "\"%%d\", ");
		for (unsigned k = 0; k < 60000 / len; k++, at += len)
			memcpy(text + at, units[i], len);
		strcpy(text + at, "1");
		assert_int_not_equal(run(*state, text, sizeof(record)), PK_OK);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(refused_when_run, setup, teardown),
		cmocka_unit_test_setup_teardown(more_of_records, setup, teardown),
		cmocka_unit_test_setup_teardown(numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(expressions, setup, teardown),
		cmocka_unit_test_setup_teardown(strings, setup, teardown),
		cmocka_unit_test_setup_teardown(pointers, setup, teardown),
		cmocka_unit_test_setup_teardown(helpers, setup, teardown),
		cmocka_unit_test_setup_teardown(refused, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_records, setup, teardown),
		cmocka_unit_test_setup_teardown(deep, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
