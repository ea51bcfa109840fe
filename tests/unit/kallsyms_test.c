// SPDX-License-Identifier: GPL-3.0-or-later
/* The kernel's symbol tables: drawn as /proc/kallsyms prints them, laid out in memory the way each
 * kernel does, read back; and tables that lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/internal.h"
#include "kernel/kallsyms.h"
#include "fake_target.h"

#define BASE 0xffffffff81000000ull /* kallsyms_relative_base */
#define TABLES 0xffffffff82000000ull
#define NUM_SYMS TABLES
#define RELATIVE_BASE (TABLES + 0x10)
#define TOKEN_INDEX (TABLES + 0x1000)
#define TOKEN_TABLE (TABLES + 0x2000)
#define OFFSETS (TABLES + 0x10000)
#define NAMES (TABLES + 0x20000)
#define LONG_NAME                                                                                  \
	"a_name_from_rust_that_is_longer_than_127_bytes_so_that_its_length_takes_two_bytes_"       \
	"_RNvNtNtNtCs1234_6kernel3net3tcp_and_more_of_the_same_kind_until_it_is_long_enough"

static const char vmlinux[] = "0000000000000000 A fixed_percpu_data\n"
			      "0000000000001000 A cpu_info\n"
			      "ffffffff81000000 T _text\n"
			      "ffffffff81000000 T _stext\n"
			      "ffffffff81000100 t optimizing\n"
			      "ffffffff81000180 t local_func.isra.0\n"
			      "ffffffff81000200 T tcp_v4_rcv\n"
			      "ffffffff81000200 T tcp_v4_alias\n"
			      "ffffffff81000900 t " LONG_NAME "\n"
			      "ffffffff81000a00 t optimizing\n"
			      "ffffffff81001000 D init_task\n"
			      "ffffffff81002000 B _end\n";

enum how { PERCPU, RELATIVE, PLACE, ADDRESSES };

/* Tokens: each byte stands for itself, but for three that stand for more. */
static const char *token_text(int token)
{
	static char one[2];

	switch (token) {
	case 1:
		return "tcp_";
	case 2:
		return "local_func";
	case 3:
		return "";
	}
	one[0] = token > ' ' && token <= '~' ? (char)token : '\0';
	return one;
}

static void put_tokens(struct fake_target *fake)
{
	uint64_t at = 0;

	for (int token = 0; token < 256; token++) {
		fake_put(fake, TOKEN_INDEX + 2 * (uint64_t)token, 2, at);
		fake_put_string(fake, TOKEN_TABLE + at, token_text(token));
		at += strlen(token_text(token)) + 1;
	}
}

/* "T" and a name as length and tokens; returns where the next entry goes. */
static uint64_t put_name(struct fake_target *fake, uint64_t at, char type, const char *name)
{
	uint8_t tokens[600];
	size_t count = 0;

	tokens[count++] = (uint8_t)type;
	while (*name) {
		if (!strncmp(name, "tcp_", 4)) {
			tokens[count++] = 1;
			name += 4;
		} else if (!strncmp(name, "local_func", 10)) {
			tokens[count++] = 2;
			name += 10;
		} else {
			tokens[count++] = (uint8_t)*name++;
		}
	}
	fake_put(fake, at++, 1, count < 128 ? count : (count & 0x7f) | 0x80);
	if (count >= 128)
		fake_put(fake, at++, 1, count >> 7);
	fake_put_bytes(fake, at, tokens, count);
	return at + count;
}

static void put_addr(struct fake_target *fake, enum how how, unsigned index, uint64_t addr)
{
	if (how == ADDRESSES)
		fake_put(fake, OFFSETS + 8ull * index, 8, addr);
	else if (how == PERCPU && addr >= BASE)
		fake_put(fake, OFFSETS + 4ull * index, 4, (uint32_t)(BASE - 1 - addr));
	else if (how == PERCPU)
		fake_put(fake, OFFSETS + 4ull * index, 4, (uint32_t)addr);
	else if (how == PLACE)
		fake_put(fake, OFFSETS + 4ull * index, 4,
			 (uint32_t)(addr - (OFFSETS + 4ull * index)));
	else
		fake_put(fake, OFFSETS + 4ull * index, 4, (uint32_t)(addr - BASE));
}

static enum pk_status read_fake(void *arg, uint64_t addr, void *buf, size_t len)
{
	struct fake_target *fake = arg;

	return fake->target.ops->read(&fake->target, addr, buf, len);
}

/* Lays TEXT (lines of /proc/kallsyms) out in FAKE. */
static void draw(struct fake_target *fake, enum how how, const char *text,
		 struct pk_kallsyms_source *source)
{
	uint64_t at = NAMES;
	unsigned count = 0;
	char name[600], type;
	unsigned long long addr;
	int len;

	fake_map(fake, TABLES, 0x30000);
	fake_put(fake, RELATIVE_BASE, 8, BASE);
	put_tokens(fake);
	for (; sscanf(text, "%llx %c %599s\n%n", &addr, &type, name, &len) == 3; text += len) {
		at = put_name(fake, at, type, name);
		put_addr(fake, how, count++, addr);
	}
	fake_put(fake, NUM_SYMS, 4, count);
	*source = (struct pk_kallsyms_source){
		.read = read_fake,
		.arg = fake,
		.big_endian = fake->target.facts.big_endian,
		.word_size = 8,
		.num_syms = NUM_SYMS,
		.names = NAMES,
		.token_table = TOKEN_TABLE,
		.token_index = TOKEN_INDEX,
		.offsets = how == ADDRESSES ? 0 : OFFSETS,
		.relative_base = how == PERCPU || how == RELATIVE ? RELATIVE_BASE : 0,
		.addresses = how == ADDRESSES ? OFFSETS : 0,
		.known_name = "",
	};
}

struct text {
	char bytes[8192];
	size_t len;
};

static bool print_symbol(const struct pk_symbol *symbol, void *arg)
{
	struct text *text = arg;

	text->len += snprintf(text->bytes + text->len, sizeof(text->bytes) - text->len,
			      "%016llx %c %s%s%s%s\n", (unsigned long long)symbol->addr,
			      symbol->type, symbol->name, symbol->module[0] ? "\t[" : "",
			      symbol->module, symbol->module[0] ? "]" : "");
	assert_true(text->len < sizeof(text->bytes));
	return true;
}

static void assert_prints(struct pk_kallsyms *kallsyms, const char *expected)
{
	struct text text = {.len = 0};

	pk_kallsyms_each(kallsyms, print_symbol, &text);
	assert_string_equal(text.bytes, expected);
}

/* x86 up to 6.14: per-CPU symbols are absolute. */
static void test_percpu(void **state)
{
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PERCPU, vmlinux, &source);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_prints(kallsyms, vmlinux);
	pk_kallsyms_destroy(kallsyms);
	/* knowing a symbol decides the same, and wrong knowledge is found out */
	source.known_name = "tcp_v4_rcv";
	source.known_addr = BASE + 0x200;
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_prints(kallsyms, vmlinux);
	pk_kallsyms_destroy(kallsyms);
	source.known_addr++;
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	fake_target_deinit(&fake);
}

/* arm64, and x86 since 6.15: no absolute symbols, offsets count from the base. */
static void test_relative(void **state)
{
	const char *text = strstr(vmlinux, "ffffffff");
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		fake_target_init(&fake);
		fake.target.facts.big_endian = big_endian;
		draw(&fake, RELATIVE, text, &source);
		assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
		assert_prints(kallsyms, text);
		pk_kallsyms_destroy(kallsyms);
		fake_target_deinit(&fake);
	}
}

/* 7.0: each offset counts from where it lies. */
static void test_place_relative(void **state)
{
	const char *text = strstr(vmlinux, "ffffffff");
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PLACE, text, &source);
	source.known_name = "tcp_v4_rcv";
	source.known_addr = BASE + 0x200;
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_prints(kallsyms, text);
	pk_kallsyms_destroy(kallsyms);
	source.known_addr++;
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	fake_target_deinit(&fake);
}

static void test_addresses(void **state)
{
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, ADDRESSES, vmlinux, &source);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_prints(kallsyms, vmlinux);
	pk_kallsyms_destroy(kallsyms);
	source.addresses = 0;
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_ABSENT);
	fake_target_deinit(&fake);
}

static void assert_at(struct pk_kallsyms *kallsyms, uint64_t addr, const char *expected)
{
	struct pk_symbol symbol;
	char text[1024] = "-";

	if (pk_kallsyms_at(kallsyms, addr, &symbol) == PK_OK)
		snprintf(text, sizeof(text), "%s+%llx/%llx%s%s", symbol.name,
			 (unsigned long long)(addr - symbol.addr), (unsigned long long)symbol.size,
			 symbol.module[0] ? " " : "", symbol.module);
	assert_string_equal(text, expected);
}

static bool count_symbols(const struct pk_symbol *symbol, void *arg)
{
	unsigned *count = arg;

	assert_string_equal(symbol->name, "optimizing");
	assert_int_equal(symbol->size, *count ? 0x600 : 0x80);
	return ++*count < 2;
}

static void test_questions(void **state)
{
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;
	unsigned count = 0;
	uint64_t addr;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PERCPU, vmlinux, &source);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_at(kallsyms, BASE, "_text+0/100");
	assert_at(kallsyms, BASE + 0x8ff, "tcp_v4_rcv+6ff/700"); /* of aliases the first */
	assert_at(kallsyms, BASE + 0x180, "local_func.isra.0+0/80");
	assert_at(kallsyms, BASE + 0x1fff, "init_task+fff/1000");
	assert_at(kallsyms, BASE + 0x2000, "-");
	assert_at(kallsyms, BASE - 1, "-");
	assert_at(kallsyms, 0x1000, "-"); /* a per-CPU offset is no address */
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "cpu_info", &addr), PK_OK);
	assert_int_equal(addr, 0x1000);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, LONG_NAME, &addr), PK_OK);
	assert_int_equal(addr, BASE + 0x900);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "local_func", &addr), PK_ABSENT);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "optimizing", &addr), PK_OK);
	assert_int_equal(addr, BASE + 0x100); /* of several the lowest */
	assert_int_equal(pk_kallsyms_named(kallsyms, "optimizing", count_symbols, &count), PK_OK);
	assert_int_equal(count, 2);
	assert_int_equal(pk_kallsyms_named(kallsyms, "nobody", count_symbols, &count), PK_ABSENT);
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

/* A linker may place a section before those that it lists first: addresses decide, not the list's order. */
static void test_out_of_order(void **state)
{
	static const char text[] = "ffffffff81000200 T tcp_v4_rcv\n"
				   "ffffffff81000000 T _text\n"
				   "ffffffff81002000 B _end\n"
				   "ffffffff81000100 t optimizing\n"
				   "ffffffff81001000 D init_task\n";
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, RELATIVE, text, &source);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_prints(kallsyms, text);
	assert_at(kallsyms, BASE + 1, "_text+1/100");
	assert_at(kallsyms, BASE + 0x1ff, "optimizing+ff/100");
	assert_at(kallsyms, BASE + 0xfff, "tcp_v4_rcv+dff/e00");
	assert_at(kallsyms, BASE + 0x1fff, "init_task+fff/1000");
	assert_at(kallsyms, BASE + 0x2000, "-");
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

static bool count_any(const struct pk_symbol *symbol, void *arg)
{
	(void)symbol;
	++*(unsigned *)arg;
	return true;
}

/* Clang makes static symbols visible to other files under names of its own; one that has its own name is nearer. */
static void test_promoted(void **state)
{
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;
	unsigned count = 0;
	uint64_t addr;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PERCPU,
	     "ffffffff81000000 T _text\n"
	     "ffffffff81000100 d global_trace.llvm.686454\n"
	     "ffffffff81000200 t both.llvm.17\n"
	     "ffffffff81000300 t both\n"
	     "ffffffff81000400 t bothers\n"
	     "ffffffff81000500 B _end\n",
	     &source);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "global_trace", &addr), PK_OK);
	assert_int_equal(addr, BASE + 0x100);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "global_trace.llvm.686454", &addr), PK_OK);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "global_trace.llvm.1", &addr), PK_ABSENT);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "global", &addr), PK_ABSENT);
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "both", &addr), PK_OK);
	assert_int_equal(addr, BASE + 0x300);
	assert_int_equal(pk_kallsyms_named(kallsyms, "both", count_any, &count), PK_OK);
	assert_int_equal(count, 2);
	assert_at(kallsyms, BASE + 0x100,
		  "global_trace.llvm.686454+0/100"); /* as the kernel prints it */
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

/* Each damage is an error with its own name, and nothing more. */
static void test_damage(void **state)
{
	struct pk_kallsyms_source source, broken;
	struct pk_kallsyms *kallsyms = NULL;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PERCPU, vmlinux, &source);
	fake_put(&fake, NUM_SYMS, 4, 0);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	fake_put(&fake, NUM_SYMS, 4, 0xffffffff);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	/* more names than there are: what follows the last is zeroes, entries of no length */
	fake_put(&fake, NUM_SYMS, 4, 100);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	/* a name that runs off the end of memory */
	fake_put(&fake, NUM_SYMS, 4, 12);
	broken = source;
	broken.names = TABLES + 0x30000 - 2;
	fake_put(&fake, broken.names, 1, 100);
	assert_int_equal(pk_kallsyms_create(&broken, &kallsyms), PK_UNREADABLE);
	broken = source;
	broken.token_index = 0x1000;
	assert_int_equal(pk_kallsyms_create(&broken, &kallsyms), PK_UNREADABLE);
	broken = source;
	broken.offsets = TABLES + 0x30000 - 8;
	assert_int_equal(pk_kallsyms_create(&broken, &kallsyms), PK_UNREADABLE);
	/* tokens that are no text, or do not follow each other */
	fake_put(&fake, TOKEN_TABLE + 1, 1, 0x1b);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	put_tokens(&fake);
	fake_put(&fake, TOKEN_INDEX + 2 * 'a', 2, 0);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	put_tokens(&fake);
	/* a token that never ends */
	fake_put(&fake, TOKEN_INDEX + 2 * 255, 2, 0x4000);
	for (unsigned i = 0; i < 0x400; i++)
		fake_put(&fake, TOKEN_TABLE + 0x4000 + i, 1, 'x');
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_CORRUPT);
	assert_null(kallsyms);
	fake_target_deinit(&fake);
}

/* --- modules ----------------------------------------------------------------------------------- */

#define HEAD 0xffffffff81001800ull /* struct list_head modules */
#define MODULE(i) (0xffffffffc0000000ull + 0x10000ull * (i))
#define SYMTAB(i) (MODULE(i) + 0x4000)
#define STRTAB(i) (MODULE(i) + 0x6000)
#define TYPETAB(i) (MODULE(i) + 0x8000)

/* Offsets unlike any kernel's. */
static const struct fake_member layout_members[] = {
	{.type = "struct module", .path = "state", .offset = 8, .size = 4},
	{.type = "struct module", .path = "list", .offset = 16, .size = 16},
	{.type = "struct module",
	 .path = "name",
	 .offset = 32,
	 .size = 56,
	 .is_array = true,
	 .elements = 56},
	{.type = "struct module",
	 .path = "core_layout.base",
	 .offset = 96,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct module", .path = "core_layout.size", .offset = 104, .size = 4},
	{.type = "struct module", .path = "core_layout.text_size", .offset = 108, .size = 4},
	{.type = "struct module", .path = "kallsyms", .offset = 200, .size = 8, .is_pointer = true},
	{.type = "struct module", .path = "syms", .offset = 208, .size = 8, .is_pointer = true},
	{.type = "struct module", .path = "num_syms", .offset = 216, .size = 4},
	{.type = "struct kernel_symbol", .path = "name_offset", .offset = 0, .size = 4},
	{.type = "struct kernel_symbol", .path = "value_offset", .offset = 8, .size = 4},
	{.type = "struct mod_kallsyms",
	 .path = "symtab",
	 .offset = 0,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct mod_kallsyms", .path = "num_symtab", .offset = 8, .size = 4},
	{.type = "struct mod_kallsyms",
	 .path = "strtab",
	 .offset = 16,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct mod_kallsyms",
	 .path = "typetab",
	 .offset = 24,
	 .size = 8,
	 .is_pointer = true},
};
static const struct fake_enum module_enums[] = {{"module_state", "MODULE_STATE_UNFORMED", 3}};

static void put_sym(struct fake_target *fake, int module, int index, char type, const char *name,
		    uint64_t addr, unsigned shndx)
{
	uint64_t sym = SYMTAB(module) + 24ull * index, string = STRTAB(module) + 1 + 64ull * index;

	fake_put(fake, sym, 4, string - STRTAB(module));
	fake_put(fake, sym + 6, 2, shndx);
	fake_put(fake, sym + 8, 8, addr);
	fake_put_string(fake, string, name);
	fake_put(fake, TYPETAB(module) + index, 1, (uint8_t)type);
}

/* Module I: its memory is that of its own pages, text up to 0x2000. Two functions, an alias, data. */
static void put_module(struct fake_target *fake, int i, const char *name)
{
	uint64_t module = MODULE(i) + 0xa000, kallsyms = module + 0x100;

	fake_map(fake, MODULE(i), 0x5000);
	fake_map(fake, STRTAB(i), 0x1000);
	fake_map(fake, TYPETAB(i), 0x1000);
	fake_map(fake, module, 0x1000);
	fake_put_string(fake, module + 32, name);
	fake_put(fake, module + 96, 8, MODULE(i));
	fake_put(fake, module + 104, 4, 0x4000);
	fake_put(fake, module + 108, 4, 0x2000);
	fake_put(fake, module + 200, 8, kallsyms);
	fake_put(fake, kallsyms, 8, SYMTAB(i));
	fake_put(fake, kallsyms + 8, 4, 7);
	fake_put(fake, kallsyms + 16, 8, STRTAB(i));
	fake_put(fake, kallsyms + 24, 8, TYPETAB(i));
	put_sym(fake, i, 1, 't', "veth_xmit", MODULE(i) + 0x100, 1);
	put_sym(fake, i, 2, 't', "veth_xmit_alias", MODULE(i) + 0x100, 1);
	put_sym(fake, i, 3, 't', "veth_poll", MODULE(i) + 0x300, 1);
	put_sym(fake, i, 4, 'U', "printk", 0, 0);
	put_sym(fake, i, 5, 'd', "veth_data", MODULE(i) + 0x3000, 2);
	put_sym(fake, i, 6, 't', ".Lmark", MODULE(i) + 0x310, 1);
}

static void link_modules(struct fake_target *fake, int count)
{
	for (int i = 0; i < count; i++)
		fake_put(fake, i ? MODULE(i - 1) + 0xa000 + 16 : HEAD, 8, MODULE(i) + 0xa000 + 16);
	fake_put(fake, MODULE(count - 1) + 0xa000 + 16, 8, HEAD);
}

static struct pk_kallsyms *with_modules(struct fake_target *fake, struct pk_kallsyms_source *source)
{
	struct pk_kallsyms *kallsyms;

	fake_target_init(fake);
	draw(fake, PERCPU, vmlinux, source);
	fake_map(fake, 0xffffffff81001000ull, 0x1000);
	fake_members(fake, layout_members, ARRAY_SIZE(layout_members));
	fake_enums(fake, module_enums, ARRAY_SIZE(module_enums));
	fake_type(fake, "struct module", 0x100);
	fake_type(fake, "struct kernel_symbol", 12);
	assert_int_equal(pk_kallsyms_create(source, &kallsyms), PK_OK);
	return kallsyms;
}

/* Exports of module I: veth_poll for real, and one whose value is veth_xmit's under another name. */
static void put_exports(struct fake_target *fake, int i)
{
	uint64_t table = MODULE(i) + 0xa800;
	uint64_t poll = STRTAB(i) + 1 + 64 * 3;

	fake_put(fake, MODULE(i) + 0xa000 + 208, 8, table);
	fake_put(fake, MODULE(i) + 0xa000 + 216, 4, 2);
	fake_put(fake, table, 4, poll - table);
	fake_put(fake, table + 8, 4, MODULE(i) + 0x300 - (table + 8));
	fake_put(fake, table + 12, 4, poll - (table + 12));
	fake_put(fake, table + 20, 4, MODULE(i) + 0x100 - (table + 20));
}

static void test_modules(void **state)
{
	struct pk_kallsyms_source source;
	struct fake_target fake;
	struct pk_kallsyms *kallsyms = with_modules(&fake, &source);
	char expected[4096];
	unsigned failed;
	uint64_t addr;

	(void)state;
	put_module(&fake, 0, "veth");
	put_exports(&fake, 0);
	put_module(&fake, 1, "unformed");
	fake_put(&fake, MODULE(1) + 0xa000 + 8, 4, 3);
	link_modules(&fake, 2);
	assert_int_equal(pk_kallsyms_add_modules(kallsyms, &source, &fake.target, HEAD, &failed),
			 PK_OK);
	assert_int_equal(failed, 0);
	snprintf(expected, sizeof(expected),
		 "%sffffffffc0000100 t veth_xmit\t[veth]\nffffffffc0000100 t "
		 "veth_xmit_alias\t[veth]\n"
		 "ffffffffc0000300 T veth_poll\t[veth]\nffffffffc0003000 d veth_data\t[veth]\n"
		 "ffffffffc0000310 t .Lmark\t[veth]\n",
		 vmlinux);
	assert_prints(kallsyms, expected);
	assert_at(kallsyms, MODULE(0) + 0x1ff, "veth_xmit+ff/200 veth");
	assert_at(kallsyms, MODULE(0) + 0x320, "veth_poll+20/1d00 veth"); /* marks do not count */
	assert_at(kallsyms, MODULE(0) + 0x3010, "veth_data+10/1000 veth");
	assert_at(kallsyms, MODULE(0) + 0x10, "-"); /* before its first symbol */
	assert_at(kallsyms, MODULE(0) + 0x4000, "-");
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "veth_poll", &addr), PK_OK);
	assert_int_equal(addr, MODULE(0) + 0x300);
	assert_int_equal(pk_kallsyms_add_range(kallsyms, "bpf", "bpf_prog_1", 't', MODULE(9), 0x80),
			 PK_OK);
	assert_at(kallsyms, MODULE(9) + 8, "bpf_prog_1+8/80 bpf");
	assert_int_equal(pk_kallsyms_symbol(kallsyms, "bpf_prog_1", &addr), PK_OK);
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

/* Of a symbol the dump lacks the name: what lies before it is not what is there. Of others it lacks all: any may lie between. */
static void test_modules_with_holes(void **state)
{
	struct pk_kallsyms_source source;
	struct fake_target fake;
	struct pk_kallsyms *kallsyms = with_modules(&fake, &source);
	struct pk_symbol symbol;
	unsigned failed;

	(void)state;
	put_module(&fake, 0, "noname");
	fake_put(&fake, SYMTAB(0) + 3 * 24, 4, 0x7000);
	put_module(&fake, 1, "holes");
	fake_put(&fake, MODULE(1) + 0xa000 + 0x108, 4, 300);
	link_modules(&fake, 2);
	assert_int_equal(pk_kallsyms_add_modules(kallsyms, &source, &fake.target, HEAD, &failed),
			 PK_OK);
	assert_at(kallsyms, MODULE(0) + 0x1ff, "veth_xmit+ff/200 noname");
	assert_int_equal(pk_kallsyms_at(kallsyms, MODULE(0) + 0x300, &symbol), PK_UNREADABLE);
	assert_int_equal(pk_kallsyms_at(kallsyms, MODULE(0) + 0x320, &symbol), PK_UNREADABLE);
	assert_at(kallsyms, MODULE(1) + 0x300, "veth_poll+0/0 holes");
	assert_int_equal(pk_kallsyms_at(kallsyms, MODULE(1) + 0x320, &symbol), PK_UNREADABLE);
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

/* A broken module costs its own symbols; a broken list what comes after. */
static void test_broken_modules(void **state)
{
	struct pk_kallsyms_source source;
	struct fake_target fake;
	struct pk_kallsyms *kallsyms = with_modules(&fake, &source);
	size_t before = pk_kallsyms_count(kallsyms);
	unsigned failed;

	(void)state;
	put_module(&fake, 0, "toomany");
	fake_put(&fake, MODULE(0) + 0xa000 + 0x108, 4, 0xffffffff);
	put_module(&fake, 1, "nonames");
	fake_unmap(&fake, STRTAB(1));
	put_module(&fake, 2, "wildnames");
	fake_put(&fake, SYMTAB(2) + 24, 4, 0xfffffff0);
	put_module(&fake, 3, "notypes");
	fake_unmap(&fake, TYPETAB(3));
	put_module(&fake, 4, "notables");
	fake_put(&fake, MODULE(4) + 0xa000 + 200, 8, 0x10);
	link_modules(&fake, 5);
	assert_int_equal(pk_kallsyms_add_modules(kallsyms, &source, &fake.target, HEAD, &failed),
			 PK_OK);
	assert_int_equal(failed, 3);
	assert_int_equal(pk_kallsyms_count(kallsyms), before + 4 + 5);
	assert_at(kallsyms, MODULE(0) + 0x100, "-");
	assert_at(kallsyms, MODULE(2) + 0x100, "veth_xmit_alias+0/200 wildnames");
	assert_at(kallsyms, MODULE(3) + 0x300, "veth_poll+0/1d00 notypes");
	/* the last one points back into the middle: the walk ends all the same */
	fake_put(&fake, MODULE(4) + 0xa000 + 16, 8, MODULE(3) + 0xa000 + 16);
	assert_int_equal(pk_kallsyms_add_modules(kallsyms, &source, &fake.target, HEAD, &failed),
			 PK_CORRUPT);
	fake_put(&fake, MODULE(4) + 0xa000 + 16, 8, 0x5000);
	assert_int_equal(pk_kallsyms_add_modules(kallsyms, &source, &fake.target, HEAD, &failed),
			 PK_UNREADABLE);
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

/* Two modules of one name, and one in the memory of another: each address has a name of a module that has it, or none. */
static void test_twin_modules(void **state)
{
	struct pk_kallsyms_source source;
	struct fake_target fake;
	struct pk_kallsyms *kallsyms = with_modules(&fake, &source);
	unsigned failed;

	(void)state;
	put_module(&fake, 0, "twin");
	put_module(&fake, 1, "twin");
	put_module(&fake, 2, "inside");
	fake_put(&fake, MODULE(2) + 0xa000 + 96, 8, MODULE(0) + 0x200);
	link_modules(&fake, 3);
	assert_int_equal(pk_kallsyms_add_modules(kallsyms, &source, &fake.target, HEAD, &failed),
			 PK_OK);
	assert_at(kallsyms, MODULE(0) + 0x108, "veth_xmit+8/200 twin");
	assert_at(kallsyms, MODULE(1) + 0x108, "veth_xmit+8/200 twin");
	assert_at(kallsyms, MODULE(2) + 0x108, "-");
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

/* --- text made at run time ---------------------------------------------------------------------- */

static const struct fake_member runtime_members[] = {
	{.type = "struct bpf_ksym", .path = "start", .offset = 8, .size = 8},
	{.type = "struct bpf_ksym", .path = "end", .offset = 16, .size = 8},
	{.type = "struct bpf_ksym",
	 .path = "name",
	 .offset = 24,
	 .size = 64,
	 .is_array = true,
	 .elements = 64},
	{.type = "struct bpf_ksym", .path = "lnode", .offset = 96, .size = 16},
};

static void test_runtime(void **state)
{
	static const char with_list[] =
		"ffffffff81000000 T _text\nffffffff81001800 D bpf_kallsyms\n"
		"ffffffff81002000 B _end\n";
	const uint64_t ksym = 0xffff888000001000ull;
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PERCPU, with_list, &source);
	fake_members(&fake, runtime_members, ARRAY_SIZE(runtime_members));
	fake_map(&fake, 0xffffffff81001000ull, 0x1000);
	fake_map(&fake, ksym, 0x1000);
	fake_put(&fake, HEAD, 8, ksym + 96);
	fake_put(&fake, ksym + 96, 8, HEAD);
	fake_put(&fake, ksym + 8, 8, MODULE(0));
	fake_put(&fake, ksym + 16, 8, MODULE(0) + 0x40);
	fake_put_string(&fake, ksym + 24, "bpf_prog_6deef7357e7b4530_filter");
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	pk_kallsyms_add_runtime(kallsyms, &source, &fake.target);
	assert_int_equal(pk_kallsyms_count(kallsyms), 4);
	assert_at(kallsyms, MODULE(0) + 4, "bpf_prog_6deef7357e7b4530_filter+4/40 bpf");
	/* a list that ends nowhere gives what came before */
	fake_put(&fake, ksym + 96, 8, 0x7000);
	pk_kallsyms_add_runtime(kallsyms, &source, &fake.target);
	assert_int_equal(pk_kallsyms_count(kallsyms), 5);
	/* one that bites its tail, too, and in no time */
	fake_put(&fake, ksym + 96, 8, ksym + 96);
	pk_kallsyms_add_runtime(kallsyms, &source, &fake.target);
	assert_true(pk_kallsyms_count(kallsyms) <= 7);
	/* garbage does not name half of the address space */
	fake_put(&fake, ksym + 96, 8, HEAD);
	fake_put(&fake, ksym + 16, 8, MODULE(0) + 0x40000000);
	pk_kallsyms_destroy(kallsyms);
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	pk_kallsyms_add_runtime(kallsyms, &source, &fake.target);
	assert_int_equal(pk_kallsyms_count(kallsyms), 3);
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

static const struct fake_member init_members[] = {
	{.type = "struct module", .path = "name", .offset = 24, .size = 56},
	{.type = "struct ftrace_mod_map", .path = "list", .offset = 16, .size = 16},
	{.type = "struct ftrace_mod_map", .path = "mod", .offset = 32, .size = 8},
	{.type = "struct ftrace_mod_map", .path = "funcs", .offset = 56, .size = 16},
	{.type = "struct ftrace_mod_func", .path = "list", .offset = 0, .size = 16},
	{.type = "struct ftrace_mod_func", .path = "name", .offset = 16, .size = 8},
	{.type = "struct ftrace_mod_func", .path = "ip", .offset = 24, .size = 8},
	{.type = "struct ftrace_mod_func", .path = "size", .offset = 32, .size = 4},
};

/* What modules freed after their init functions had run is named, but not where another module's text is by now. */
static void test_init_functions(void **state)
{
	static const char with_list[] =
		"ffffffff81000000 T _text\nffffffff81001800 D ftrace_mod_maps\n"
		"ffffffff81002000 B _end\n";
	static const struct {
		const char *name;
		uint64_t ip;
	} functions[] = {{"taken_init", MODULE(1) + 0x10}, {"freed_init", MODULE(2)}};
	const uint64_t map = 0xffff888000001000ull, module = map + 0x100, func = map + 0x200;
	struct pk_kallsyms_source source;
	struct pk_kallsyms *kallsyms;
	struct fake_target fake;

	(void)state;
	fake_target_init(&fake);
	draw(&fake, PERCPU, with_list, &source);
	fake_members(&fake, init_members, ARRAY_SIZE(init_members));
	fake_map(&fake, 0xffffffff81001000ull, 0x1000);
	fake_map(&fake, map, 0x1000);
	fake_put(&fake, HEAD, 8, map + 16);
	fake_put(&fake, map + 16, 8, HEAD);
	fake_put(&fake, map + 32, 8, module);
	fake_put_string(&fake, module + 24, "veth");
	fake_put(&fake, map + 56, 8, func);
	for (uint64_t i = 0; i < ARRAY_SIZE(functions); i++) {
		const uint64_t at = func + 64 * i;
		const bool last = i + 1 == ARRAY_SIZE(functions);

		fake_put(&fake, at, 8, last ? map + 56 : at + 64);
		fake_put(&fake, at + 16, 8, at + 40);
		fake_put(&fake, at + 24, 8, functions[i].ip);
		fake_put(&fake, at + 32, 4, 0x20);
		fake_put_string(&fake, at + 40, functions[i].name);
	}
	assert_int_equal(pk_kallsyms_create(&source, &kallsyms), PK_OK);
	assert_int_equal(
		pk_kallsyms_add_range(kallsyms, "dummy", "dummy_xmit", 't', MODULE(1), 0x100),
		PK_OK);
	pk_kallsyms_add_runtime(kallsyms, &source, &fake.target);
	assert_at(kallsyms, MODULE(1) + 0x18, "dummy_xmit+18/100 dummy");
	assert_at(kallsyms, MODULE(2) + 8, "freed_init+8/20 veth");
	assert_int_equal(pk_kallsyms_count(kallsyms), 3 + 2);
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
}

#define VMEMMAP 0xc00c000000000000ull

static struct fake_target *machine;

static enum pk_status read_machine(struct pk_provider *provider, uint64_t addr, void *buf,
				   size_t len)
{
	(void)provider;
	return machine->target.ops->read(&machine->target, addr, buf, len);
}

/* SYMBOL(vmemmap)= of 7.2 on ppc64le and s390x. */
static bool value_as_symbol(struct pk_provider *provider, const char *name, uint64_t *ret_addr)
{
	(void)provider;
	*ret_addr = VMEMMAP;
	return !strcmp(name, "vmemmap");
}

static enum pk_status page_of_64(struct pk_provider *provider, const char *type, uint64_t *ret_size)
{
	(void)provider;
	*ret_size = 64;
	return strcmp(type, "struct page") ? PK_ABSENT : PK_OK;
}

static void vmemmap_is_the_variables_value(void **state)
{
	static const struct pk_provider_ops ops = {
		.read = read_machine, .symbol = value_as_symbol, .type_size = page_of_64};
	struct pk_provider provider = {.ops = &ops};
	struct pk_kernel kernel = {.provider = &provider,
				   .symbols_state = PK_KERNEL_READY,
				   .all_symbols = true,
				   .btf_state = PK_KERNEL_FAILED};
	struct pk_kallsyms_source source;
	struct fake_target fake;
	uint64_t page;

	(void)state;
	machine = &fake;
	fake_target_init(&fake);
	kernel.target.facts = fake.target.facts;
	kernel.target.facts.page_size = 4096;
	strcpy(kernel.target.facts.machine, "ppc64le");
	draw(&fake, RELATIVE,
	     "ffffffff81000000 T _stext\n"
	     "ffffffff81001000 B vmemmap\n"
	     "ffffffff81001008 B high_memory\n",
	     &source);
	assert_int_equal(pk_kallsyms_create(&source, &kernel.kallsyms), PK_OK);
	fake_map(&fake, BASE + 0x1000, 16);
	fake_put(&fake, BASE + 0x1000, 8, VMEMMAP);
	fake_put(&fake, BASE + 0x1008, 8, 0xc000000020000000);
	fake_map(&fake, VMEMMAP, 8);
	fake_put(&fake, VMEMMAP, 8, 0x3ffff800000000); /* flags of the first page */
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, 0xc000000000005123, &page), PK_OK);
	assert_int_equal(page, VMEMMAP + 5 * 64);
	pk_kallsyms_destroy(kernel.kallsyms);
	fake_target_deinit(&fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_percpu),
		cmocka_unit_test(test_relative),
		cmocka_unit_test(test_place_relative),
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_questions),
		cmocka_unit_test(test_out_of_order),
		cmocka_unit_test(test_promoted),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_modules),
		cmocka_unit_test(test_broken_modules),
		cmocka_unit_test(test_twin_modules),
		cmocka_unit_test(test_modules_with_holes),
		cmocka_unit_test(test_runtime),
		cmocka_unit_test(test_init_functions),
		cmocka_unit_test(vmemmap_is_the_variables_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
