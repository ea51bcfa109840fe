// SPDX-License-Identifier: GPL-3.0-or-later
/* BTF written by hand, in both byte orders and with both kinds of bit-fields; and BTF that lies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "decode/probe/fetch.h"
#include "fake_target.h"
#include "kernel/btf.h"
#include "kernel/btf_func.h"
#include "kernel/btf_internal.h"
#include "text/entry.h"
#include "text/private.h"

enum {
	INT = 1,
	PTR,
	ARRAY,
	STRUCT,
	UNION,
	ENUM,
	FWD,
	TYPEDEF,
	VOLATILE,
	CONST,
	FUNC = 12,
	FUNC_PROTO = 13,
	ENUM64 = 19
};

struct image {
	uint8_t types[4096], strings[1024];
	size_t types_len, strings_len;
	bool big_endian;
	uint32_t nr_types; /* id of the last one */
	uint32_t first_string; /* where the strings lie behind vmlinux's */
};

static void put(struct image *image, uint8_t *to, uint32_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[image->big_endian ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

static void word(struct image *image, uint32_t value)
{
	assert_true(image->types_len + 4 <= sizeof(image->types));
	put(image, image->types + image->types_len, value, 4);
	image->types_len += 4;
}

static uint32_t text(struct image *image, const char *string)
{
	size_t at = image->strings_len, len = strlen(string) + 1;

	if (!*string)
		return 0;
	assert_true(at + len <= sizeof(image->strings));
	memcpy(image->strings + at, string, len);
	image->strings_len += len;
	return (uint32_t)at + image->first_string;
}

static uint32_t type(struct image *image, const char *name, unsigned kind, unsigned flag,
		     unsigned vlen, uint32_t size_or_type)
{
	word(image, text(image, name));
	word(image, flag << 31 | kind << 24 | vlen);
	word(image, size_or_type);
	return ++image->nr_types;
}

static void member(struct image *image, const char *name, uint32_t id, uint32_t offset)
{
	word(image, text(image, name));
	word(image, id);
	word(image, offset);
}

static uint32_t integer(struct image *image, const char *name, uint32_t size, uint32_t encoding)
{
	uint32_t id = type(image, name, INT, 0, 0, size);

	word(image, encoding);
	return id;
}

static uint32_t array(struct image *image, uint32_t id, uint32_t count)
{
	uint32_t array_id = type(image, "", ARRAY, 0, 0, 0);

	word(image, id);
	word(image, 1);
	word(image, count);
	return array_id;
}

static uint8_t *finish(const struct image *image, size_t *ret_len)
{
	struct image header = {.big_endian = image->big_endian};
	size_t len = 24 + image->types_len + image->strings_len;
	uint8_t *data = malloc(len);

	put(&header, data, 0xeb9f, 2);
	data[2] = 1;
	data[3] = 0;
	put(&header, data + 4, 24, 4);
	put(&header, data + 8, 0, 4);
	put(&header, data + 12, (uint32_t)image->types_len, 4);
	put(&header, data + 16, (uint32_t)image->types_len, 4);
	put(&header, data + 20, (uint32_t)image->strings_len, 4);
	memcpy(data + 24, image->types, image->types_len);
	memcpy(data + 24 + image->types_len, image->strings, image->strings_len);
	*ret_len = len;
	return data;
}

/*
 * typedef unsigned char u8; enum color { RED, GREEN = 7 }; enum { BELOW = -2 };
 * struct ring_buffer { int cpu; };                       // perf's
 * struct ring_buffer { struct ring_buffer *next; ... };  // tracing's, 128 bytes
 */
static void draw(struct image *image, bool big_endian)
{
	uint32_t int_id, uint_id, long_id, u8_id, uchar_id, ptr_id, list_id, inner_id, func_id,
		color_id;

	memset(image, 0, sizeof(*image));
	image->big_endian = big_endian;
	image->strings_len = 1;
	int_id = integer(image, "int", 4, 1 << 24 | 32);
	uint_id = integer(image, "unsigned int", 4, 32);
	long_id = integer(image, "long unsigned int", 8, 64);
	uchar_id = integer(image, "unsigned char", 1, 8);
	u8_id = type(image, "u8", TYPEDEF, 0, 0, uchar_id);
	color_id = type(image, "color", ENUM, 0, 2, 4);
	word(image, text(image, "RED"));
	word(image, 0);
	word(image, text(image, "GREEN"));
	word(image, 7);
	type(image, "", ENUM, 0, 1, 4);
	word(image, text(image, "BELOW"));
	word(image, (uint32_t)-2);
	type(image, "big", ENUM64, 0, 1, 8);
	word(image, text(image, "HUGE_ONE"));
	word(image, 1);
	word(image, 5);
	type(image, "ring_buffer", STRUCT, 0, 1, 4);
	member(image, "cpu", int_id, 0);
	ptr_id = type(image, "", PTR, 0, 0, image->nr_types + 2);
	list_id = type(image, "ring_buffer", STRUCT, 1, 9, 128);
	assert_int_equal(list_id, ptr_id + 1);
	member(image, "next", ptr_id, 0);
	member(image, "", list_id + 1, 64); /* union */
	member(image, "lists", list_id + 3, 128);
	member(image, "flag", uint_id, 4u << 24 | (256 + 3));
	member(image, "cloned", u8_id, 2u << 24 | (296 + 5));
	member(image, "across", uint_id, 12u << 24 | (320 + 26));
	member(image, "func", list_id + 7, 384);
	member(image, "color", color_id, 448);
	member(image, "data", list_id + 8, 512);
	type(image, "", UNION, 0, 2, 8);
	member(image, "seq", int_id, 0);
	member(image, "state", list_id + 2, 0);
	inner_id = type(image, "", CONST, 0, 0, long_id);
	assert_int_equal(inner_id, list_id + 2);
	array(image, list_id + 4, 4);
	type(image, "pair", STRUCT, 0, 1, 4);
	member(image, "second", int_id, 16);
	func_id = type(image, "", FUNC_PROTO, 0, 2, 0);
	word(image, 0);
	word(image, ptr_id);
	word(image, 0);
	word(image, list_id + 6);
	type(image, "", CONST, 0, 0, uchar_id);
	type(image, "", PTR, 0, 0, func_id);
	array(image, u8_id, 0);
}

static struct pk_btf *open_image(const struct image *image)
{
	struct pk_btf *btf;
	size_t len;
	uint8_t *data = finish(image, &len);

	assert_int_equal(pk_btf_create(data, len, 8, &btf), PK_OK);
	return btf;
}

static void assert_member(const struct pk_btf *btf, const char *path, const char *expected)
{
	struct pk_member m;
	char line[512] = "-";

	if (pk_btf_member(btf, "struct ring_buffer", path, &m) == PK_OK)
		snprintf(line, sizeof(line), "%d+%d bits %d+%d el %d%s%s%s %s", (int)m.offset,
			 (int)m.size, (int)m.bit_offset, (int)m.bit_size, (int)m.elements,
			 m.is_pointer ? " ptr" : "", m.is_array ? " array" : "",
			 m.is_signed ? " signed" : "", m.type);
	assert_string_equal(line, expected);
}

static void test_members(void **state)
{
	struct image image;
	struct pk_btf *btf;

	(void)state;
	draw(&image, false);
	btf = open_image(&image);
	assert_member(btf, "cpu",
		      "0+4 bits 0+0 el 0 signed int"); /* the first struct of that name */
	assert_member(btf, "next", "0+8 bits 0+0 el 0 ptr struct ring_buffer *"); /* the second */
	assert_member(btf, "seq", "8+4 bits 0+0 el 0 signed int");
	assert_member(btf, "state", "8+8 bits 0+0 el 0 const unsigned long");
	assert_member(btf, "lists", "16+16 bits 0+0 el 4 array struct pair [4]");
	assert_member(btf, "lists.second", "18+4 bits 0+0 el 0 signed int");
	assert_member(btf, "lists[2].second", "26+4 bits 0+0 el 0 signed int");
	assert_member(btf, "flag", "32+4 bits 3+4 el 0 unsigned int");
	assert_member(btf, "cloned", "37+1 bits 5+2 el 0 u8");
	/* bits 346 to 357: no aligned unsigned int holds them, an aligned long does */
	assert_member(btf, "across", "40+8 bits 26+12 el 0 unsigned int");
	assert_member(btf, "func",
		      "48+8 bits 0+0 el 0 ptr void (*)(struct ring_buffer *, const unsigned char)");
	assert_member(btf, "color", "56+4 bits 0+0 el 0 enum color");
	assert_member(btf, "data", "64+0 bits 0+0 el 0 array u8 [0]");
	assert_member(btf, "nobody", "-");
	assert_member(btf, "seq.nobody", "-");
	assert_member(btf, "next.next", "-"); /* pointers are not followed */
	assert_member(btf, "lists[x]", "-");
	assert_member(btf, "", "-");
	assert_member(btf, "lists.", "-");
	pk_btf_destroy(btf);
}

/* On a big-endian machine bit 0 is the most significant one. */
static void test_big_endian(void **state)
{
	struct image image;
	struct pk_btf *btf;

	(void)state;
	draw(&image, true);
	btf = open_image(&image);
	assert_member(btf, "seq", "8+4 bits 0+0 el 0 signed int");
	assert_member(btf, "flag", "32+4 bits 25+4 el 0 unsigned int");
	assert_member(btf, "cloned", "37+1 bits 1+2 el 0 u8");
	pk_btf_destroy(btf);
}

/* Before kind_flag a bit-field was an int narrower than its bytes. */
static void test_old_bitfields(void **state)
{
	struct image image = {.strings_len = 1};
	struct pk_btf *btf;
	uint32_t three;

	(void)state;
	three = integer(&image, "unsigned int", 4, 3);
	type(&image, "ring_buffer", STRUCT, 0, 1, 8);
	member(&image, "flag", three, 37);
	btf = open_image(&image);
	assert_member(btf, "flag", "4+4 bits 5+3 el 0 unsigned int");
	pk_btf_destroy(btf);
}

static void test_enums_and_sizes(void **state)
{
	struct image image;
	struct pk_btf *btf;
	uint64_t size;
	int64_t value;
	char name[16];

	(void)state;
	draw(&image, false);
	btf = open_image(&image);
	assert_int_equal(pk_btf_enumerator(btf, "GREEN", &value), PK_OK);
	assert_int_equal(value, 7);
	assert_int_equal(pk_btf_enumerator(btf, "BELOW", &value), PK_OK);
	assert_int_equal(value, -2);
	assert_int_equal(pk_btf_enumerator(btf, "HUGE_ONE", &value), PK_OK);
	assert_int_equal(value, 0x500000001ll);
	assert_int_equal(pk_btf_enumerator(btf, "BLUE", &value), PK_ABSENT);
	assert_int_equal(pk_btf_enum_name(btf, "color", 7, name, sizeof(name)), PK_OK);
	assert_string_equal(name, "GREEN");
	assert_int_equal(pk_btf_enum_name(btf, "enum color", 0, name, sizeof(name)), PK_OK);
	assert_int_equal(pk_btf_enum_name(btf, "color", 3, name, sizeof(name)), PK_ABSENT);
	assert_int_equal(pk_btf_type_size(btf, "struct pair", &size), PK_OK);
	assert_int_equal(size, 4);
	assert_int_equal(pk_btf_type_size(btf, "u8", &size), PK_OK);
	assert_int_equal(size, 1);
	assert_int_equal(pk_btf_type_size(btf, "enum big", &size), PK_OK);
	assert_int_equal(size, 8);
	assert_int_equal(pk_btf_type_size(btf, "union pair", &size), PK_ABSENT);
	assert_int_equal(pk_btf_type_size(btf, "pair", &size), PK_ABSENT);
	pk_btf_destroy(btf);
}

static void assert_fails(uint8_t *data, size_t len, enum pk_status expected)
{
	struct pk_btf *btf = NULL;

	assert_int_equal(pk_btf_create(data, len, 8, &btf), expected);
	assert_null(btf);
	free(data);
}

static void test_damage(void **state)
{
	struct image image;
	struct pk_btf *btf;
	uint8_t *data;
	uint64_t size;
	size_t len;

	(void)state;
	draw(&image, false);
	data = finish(&image, &len);
	data[0] = 0;
	assert_fails(data, len, PK_CORRUPT);
	data = finish(&image, &len);
	assert_fails(data, 23, PK_CORRUPT);
	data = finish(&image, &len);
	assert_fails(data, len - 1, PK_CORRUPT); /* strings reach past the end */
	data = finish(&image, &len);
	data[len - 1] = 'x'; /* the last string has no end */
	assert_fails(data, len, PK_CORRUPT);
	data = finish(&image, &len);
	data[24 + 7] = 31; /* a kind that nobody knows */
	assert_fails(data, len, PK_UNSUPPORTED);
	data = finish(&image, &len);
	put(&image, data + 24 + 4, STRUCT << 24 | 0xffff, 4); /* members past the end */
	assert_fails(data, len, PK_CORRUPT);
	/* types that are each other's typedef, and a struct inside itself, end */
	memset(&image, 0, sizeof(image));
	image.strings_len = 1;
	type(&image, "a", TYPEDEF, 0, 0, 2);
	type(&image, "b", TYPEDEF, 0, 0, 1);
	type(&image, "ring_buffer", STRUCT, 0, 2, 4);
	member(&image, "", 3, 0);
	member(&image, "", 99, 0);
	btf = open_image(&image);
	assert_int_equal(pk_btf_type_size(btf, "a", &size), PK_ABSENT);
	assert_member(btf, "x", "-");
	pk_btf_destroy(btf);
}

/*
 * A module's BTF behind draw()'s: types and strings are numbered on. It has a struct ring_buffer of its own, before
 * the others of that name:
 *
 * struct ring_buffer { int mine; struct ring_buffer *next (vmlinux's pointer); struct pair both[2]; };
 * struct only { struct pair *link; u8 mark; };		enum { MODULES_OWN = 3, RED = 1 };
 */
static void draw_module(struct image *module, const struct image *image)
{
	uint32_t first = image->nr_types + 1, own;

	memset(module, 0, sizeof(*module));
	module->big_endian = image->big_endian;
	module->nr_types = image->nr_types;
	module->first_string = (uint32_t)image->strings_len;
	own = type(module, "", ARRAY, 0, 0, 0);
	assert_int_equal(own, first);
	word(module, 15); /* struct pair */
	word(module, 1);
	word(module, 2);
	type(module, "ring_buffer", STRUCT, 0, 3, 24);
	member(module, "mine", 1, 0);
	member(module, "next", 10, 64);
	member(module, "both", own, 128);
	type(module, "", PTR, 0, 0, 15);
	type(module, "only", STRUCT, 0, 2, 16);
	member(module, "link", own + 2, 0);
	member(module, "mark", 5, 64);
	type(module, "", ENUM, 0, 2, 4);
	word(module, text(module, "MODULES_OWN"));
	word(module, 3);
	word(module, text(module, "RED"));
	word(module, 1);
}

static void test_module(void **state)
{
	struct image image, module;
	struct pk_btf *base, *btf;
	struct pk_member m;
	uint32_t id, str;
	uint64_t size;
	int64_t value;
	uint8_t *data;
	size_t len;

	draw(&image, *state != NULL);
	base = open_image(&image);
	pk_btf_end(base, &id, &str);
	assert_int_equal(id, image.nr_types + 1);
	assert_int_equal(str, image.strings_len);
	draw_module(&module, &image);
	data = finish(&module, &len);
	assert_int_equal(pk_btf_create_split(data, len, base, id + 1, str, &btf), PK_CORRUPT);
	assert_int_equal(pk_btf_create_split(data, len, base, id, str - 1, &btf), PK_CORRUPT);
	assert_int_equal(pk_btf_create_split(data, len, base, id, str, &btf), PK_OK);
	/* its own struct comes first, then vmlinux's of that name */
	assert_member(btf, "mine", "0+4 bits 0+0 el 0 signed int");
	assert_member(btf, "next", "8+8 bits 0+0 el 0 ptr struct ring_buffer *");
	assert_member(btf, "both[1].second", "22+4 bits 0+0 el 0 signed int");
	assert_member(btf, "cpu", "0+4 bits 0+0 el 0 signed int");
	assert_member(base, "mine", "-");
	assert_int_equal(pk_btf_type_size(btf, "struct ring_buffer", &size), PK_OK);
	assert_int_equal(size, 24);
	assert_int_equal(pk_btf_member(btf, "struct only", "link", &m), PK_OK);
	assert_string_equal(m.type, "struct pair *");
	assert_int_equal(pk_btf_member(btf, "struct only", "mark", &m), PK_OK);
	assert_string_equal(m.type, "u8");
	assert_int_equal(m.size, 1);
	assert_int_equal(pk_btf_member(base, "struct only", "mark", &m), PK_ABSENT);
	assert_int_equal(pk_btf_type_size(btf, "struct pair", &size), PK_OK);
	assert_int_equal(pk_btf_enumerator(btf, "MODULES_OWN", &value), PK_OK);
	assert_int_equal(value, 3);
	assert_int_equal(pk_btf_enumerator(btf, "RED", &value), PK_OK);
	assert_int_equal(value, 1);
	assert_int_equal(pk_btf_enumerator(btf, "GREEN", &value), PK_OK);
	assert_int_equal(value, 7);
	assert_int_equal(pk_btf_enumerator(base, "MODULES_OWN", &value), PK_ABSENT);
	pk_btf_destroy(btf);
	pk_btf_destroy(base);
}

static void param(struct image *image, const char *name, uint32_t id)
{
	word(image, text(image, name));
	word(image, id);
}

/*
 * vmlinux: void f(const myint a, void *p, enum color c, struct pair s, unsigned int); twice, the second without parameters.
 * A module behind it: void g(struct pair s, enum color c); and an f of its own.
 */
static struct pk_btf_funcs *draw_functions(bool big_endian, bool split)
{
	struct image vmlinux = {.big_endian = big_endian, .strings_len = 1}, module;
	struct pk_btf_funcs *funcs = pk_btf_funcs_create(8);
	uint32_t int_id = integer(&vmlinux, "int", 4, 1 << 24 | 32);
	uint32_t uint_id = integer(&vmlinux, "unsigned int", 4, 32);
	uint32_t ptr_id = type(&vmlinux, "", PTR, 0, 0, 0);
	uint32_t color_id = type(&vmlinux, "color", ENUM, 0, 2, 4);
	uint32_t pair_id, const_id, proto_id, none_id;
	uint8_t *data;
	size_t len;

	word(&vmlinux, text(&vmlinux, "RED"));
	word(&vmlinux, 3);
	word(&vmlinux, text(&vmlinux, "BELOW"));
	word(&vmlinux, (uint32_t)-2);
	pair_id = type(&vmlinux, "pair", STRUCT, 0, 0, 16);
	const_id = type(&vmlinux, "myint", TYPEDEF, 0, 0, int_id);
	const_id = type(&vmlinux, "", CONST, 0, 0, const_id);
	proto_id = type(&vmlinux, "", FUNC_PROTO, 0, 5, 0);
	param(&vmlinux, "a", const_id);
	param(&vmlinux, "p", ptr_id);
	param(&vmlinux, "c", color_id);
	param(&vmlinux, "s", pair_id);
	param(&vmlinux, "", uint_id);
	type(&vmlinux, "f", FUNC, 0, 0, proto_id);
	none_id = type(&vmlinux, "", FUNC_PROTO, 0, 0, 0);
	type(&vmlinux, "f", FUNC, 0, 0, none_id);
	type(&vmlinux, "broken", FUNC, 0, 0, int_id);
	data = finish(&vmlinux, &len);
	assert_int_equal(pk_btf_funcs_add(funcs, data, len, 1, 0), PK_OK);
	if (!split)
		return funcs;
	module = (struct image){.big_endian = big_endian,
				.strings_len = 1,
				.nr_types = vmlinux.nr_types,
				.first_string = (uint32_t)vmlinux.strings_len};
	proto_id = type(&module, "", FUNC_PROTO, 0, 3, 0);
	param(&module, "own", pair_id);
	param(&module, "c", color_id);
	param(&module, "far", 999);
	type(&module, "g", FUNC, 0, 0, proto_id);
	type(&module, "f", FUNC, 0, 0, proto_id);
	type(&module, "h", FUNC, 0, 0, none_id);
	data = finish(&module, &len);
	assert_int_equal(pk_btf_funcs_add(funcs, data, len, vmlinux.nr_types + 1,
					  (uint32_t)vmlinux.strings_len),
			 PK_OK);
	return funcs;
}

static void test_function_params(void **state)
{
	static const enum pk_param_kind kinds[] = {PK_PARAM_SIGNED, PK_PARAM_POINTER, PK_PARAM_ENUM,
						   PK_PARAM_OTHER, PK_PARAM_UNSIGNED};
	static const char *const names[] = {"a", "p", "c", "s", ""};

	(void)state;
	for (int big = 0; big < 2; big++) {
		struct pk_btf_funcs *funcs = draw_functions(big, true);
		struct pk_btf_param params[5];
		struct pk_btf_func func;

		assert_true(pk_btf_func_find(funcs, "f", &func));
		assert_int_equal(func.nr_params, 5); /* vmlinux's first */
		for (uint32_t i = 0; i < 5; i++) {
			pk_btf_func_param(funcs, &func, i, &params[i]);
			assert_int_equal(params[i].kind, kinds[i]);
			assert_string_equal(params[i].name, names[i]);
		}
		assert_string_equal(params[3].kind_name, "STRUCT");
		assert_int_equal(params[3].size, 16);
		assert_string_equal(pk_btf_param_enumerator(funcs, &params[2], 3), "RED");
		assert_string_equal(pk_btf_param_enumerator(funcs, &params[2], (uint64_t)-2),
				    "BELOW");
		assert_null(pk_btf_param_enumerator(funcs, &params[2], 0xfffffffe));
		assert_null(pk_btf_param_enumerator(funcs, &params[2], 2));
		assert_null(pk_btf_param_enumerator(funcs, &params[0], 3));
		pk_btf_func_param(funcs, &func, 5, &params[0]);
		assert_int_equal(params[0].kind, PK_PARAM_UNKNOWN);

		/* The module's names are behind vmlinux's, its types lead there. */
		assert_true(pk_btf_func_find(funcs, "g", &func));
		assert_int_equal(func.nr_params, 3);
		pk_btf_func_param(funcs, &func, 0, &params[0]);
		assert_string_equal(params[0].name, "own");
		assert_string_equal(params[0].kind_name, "STRUCT");
		pk_btf_func_param(funcs, &func, 1, &params[1]);
		assert_string_equal(pk_btf_param_enumerator(funcs, &params[1], 3), "RED");
		pk_btf_func_param(funcs, &func, 2, &params[2]);
		assert_string_equal(params[2].name, "far");
		assert_int_equal(params[2].kind, PK_PARAM_UNKNOWN);
		assert_true(pk_btf_func_find(funcs, "h", &func));
		assert_int_equal(func.nr_params, 0);
		assert_false(pk_btf_func_find(funcs, "broken", &func));
		assert_false(pk_btf_func_find(funcs, "none", &func));
		pk_btf_funcs_destroy(funcs);
	}
}

/* Six registers at most; a struct by value takes one for each word. */
static void test_function_args(void **state)
{
	static const struct {
		uint64_t ip;
		const char *expected;
	} calls[] = {
		{0xffffffff81000004,
		 "(a=-1, p=0xffff888000001000, c=-2 [BELOW], s=(STRUCT)[0x7:0x8], =0x9)"},
		{0xffffffff81000104,
		 "(own=(STRUCT)[0xffffffffffffffff:0xffff888000001000], c=-2 [BELOW], far=?0x7)"},
		{0xffffffff81000204, "()"},
	};
	const uint64_t words[] = {(uint64_t)-1, 0xffff888000001000, (uint64_t)-2, 7, 8, 9};
	struct pk_kt *kt = calloc(1, sizeof(*kt));
	struct fake_target fake;
	uint8_t args[sizeof(words)];
	struct pk_ctx ctx;

	(void)state;
	fake_target_init(&fake);
	fake_symbol(&fake, "f", 0xffffffff81000000, 16);
	fake_symbol(&fake, "g", 0xffffffff81000100, 16);
	pk_ctx_init(&ctx, &fake.target);
	for (size_t i = 0; i < 6; i++)
		fake_store(args + 8 * i, words[i], 8);
	kt->ctx = &ctx;
	kt->functions = draw_functions(false, true);
	for (size_t i = 0; i < 3; i++) {
		pk_seq_reset(&kt->seq);
		pk_kt_function_args(kt, args, calls[i].ip);
		assert_string_equal(kt->seq.text, calls[i].expected);
	}
	pk_seq_reset(&kt->seq);
	pk_kt_function_args(kt, NULL, calls[0].ip);
	assert_string_equal(kt->seq.text, "()");
	pk_btf_funcs_destroy(kt->functions);
	free(kt);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

/* The kernel's lists of modules and of their BTF, as 6.1 has them. */
#define MODULES 0xffffffff82000000ull
#define BTF_MODULES (MODULES + 0x100)
#define MODULE(n) (0xffffffffc0000000ull + 0x1000ull * (n))
#define BTF_MODULE(n) (MODULE(n) + 0x200)
#define BTF(n) (MODULE(n) + 0x300)
#define DATA(n) (MODULE(n) + 0x400)
enum { MODULE_LIST = 8, MODULE_NAME = 24, BTF_LIST = 0 };

struct loaded {
	struct image image;
	struct fake_target fake;
	struct pk_btf *base;
	struct pk_btf_modules *modules;
	unsigned nr_asked;
};

static void draw_kernel(struct image *image)
{
	uint32_t int_id, char_id, ptr_id, list_id, name_id;

	memset(image, 0, sizeof(*image));
	image->strings_len = 1;
	int_id = integer(image, "unsigned int", 4, 32);
	char_id = integer(image, "char", 1, 8);
	ptr_id = type(image, "", PTR, 0, 0, 0);
	list_id = type(image, "list_head", STRUCT, 0, 2, 16);
	member(image, "next", ptr_id, 0);
	member(image, "prev", ptr_id, 64);
	name_id = array(image, char_id, 56);
	type(image, "module_state", ENUM, 0, 2, 4);
	word(image, text(image, "MODULE_STATE_LIVE"));
	word(image, 0);
	word(image, text(image, "MODULE_STATE_UNFORMED"));
	word(image, 3);
	type(image, "module", STRUCT, 0, 3, 80);
	member(image, "state", int_id, 0);
	member(image, "list", list_id, 8 * MODULE_LIST);
	member(image, "name", name_id, 8 * MODULE_NAME);
	type(image, "btf_module", STRUCT, 0, 3, 32);
	member(image, "list", list_id, 8 * BTF_LIST);
	member(image, "btf", ptr_id, 8 * 16);
	member(image, "module", ptr_id, 8 * 24);
	type(image, "btf", STRUCT, 0, 4, 24);
	member(image, "data", ptr_id, 0);
	member(image, "data_size", int_id, 8 * 8);
	member(image, "start_id", int_id, 8 * 12);
	member(image, "start_str_off", int_id, 8 * 16);
}

/* struct own_N { unsigned int mine; }, of N words. */
static void draw_types_of(struct loaded *loaded, unsigned n)
{
	struct image module = {.nr_types = loaded->image.nr_types,
			       .first_string = (uint32_t)loaded->image.strings_len};
	char name[] = "own_?";
	uint8_t *data;
	size_t len;

	name[4] = (char)('0' + n);
	type(&module, name, STRUCT, 0, 1, 4 * n);
	member(&module, "mine", 1, 0);
	data = finish(&module, &len);
	fake_put_bytes(&loaded->fake, DATA(n), data, len);
	free(data);
	fake_put(&loaded->fake, BTF(n), 8, DATA(n));
	fake_put(&loaded->fake, BTF(n) + 8, 4, len);
	fake_put(&loaded->fake, BTF(n) + 12, 4, loaded->image.nr_types + 1);
	fake_put(&loaded->fake, BTF(n) + 16, 4, loaded->image.strings_len);
	fake_put(&loaded->fake, BTF_MODULE(n) + 16, 8, BTF(n));
	fake_put(&loaded->fake, BTF_MODULE(n) + 24, 8, MODULE(n));
}

static enum pk_status ask(void *arg, const char *name, uint64_t addr, struct pk_btf **ret_btf)
{
	struct loaded *loaded = arg;
	struct image module = {.strings_len = 1};

	loaded->nr_asked++;
	assert_string_equal(name, "without");
	assert_int_equal(addr, MODULE(3));
	type(&module, "asked", STRUCT, 0, 0, 12);
	*ret_btf = open_image(&module);
	return PK_OK;
}

/* Modules 1 and 2 have BTF, 3 ("without") has none, 4 is being set up. */
static struct loaded *load_modules(void)
{
	static const char *const names[] = {"", "first", "second", "without", "unformed"};
	struct loaded *loaded = calloc(1, sizeof(*loaded));
	uint64_t nodes[] = {MODULES, MODULE(4) + MODULE_LIST, MODULE(1) + MODULE_LIST,
			    MODULE(2) + MODULE_LIST, MODULE(3) + MODULE_LIST};

	draw_kernel(&loaded->image);
	loaded->base = open_image(&loaded->image);
	fake_target_init(&loaded->fake);
	fake_map(&loaded->fake, MODULES, 0x200);
	fake_symbol(&loaded->fake, "modules", MODULES, 16);
	fake_symbol(&loaded->fake, "btf_modules", BTF_MODULES, 16);
	for (unsigned n = 1; n <= 4; n++) {
		fake_map(&loaded->fake, MODULE(n), 0x1000);
		fake_put_string(&loaded->fake, MODULE(n) + MODULE_NAME, names[n]);
	}
	fake_put(&loaded->fake, MODULE(4), 4, 3);
	fake_put_list(&loaded->fake, nodes, ARRAY_SIZE(nodes));
	fake_put_list(&loaded->fake, FAKE_WORDS(BTF_MODULES, BTF_MODULE(1), BTF_MODULE(2)));
	draw_types_of(loaded, 1);
	draw_types_of(loaded, 2);
	loaded->modules = pk_btf_modules_create(&loaded->fake.target, loaded->base, ask, loaded);
	return loaded;
}

static void unload_modules(struct loaded *loaded)
{
	pk_btf_modules_destroy(loaded->modules);
	pk_btf_destroy(loaded->base);
	fake_target_deinit(&loaded->fake);
	free(loaded);
}

static void finds(struct loaded *loaded, const char *name, enum pk_status status, const char *type,
		  uint64_t expected)
{
	const struct pk_btf *btf;
	uint64_t size;

	assert_int_equal(pk_btf_modules_find(loaded->modules, name, &btf), status);
	if (status != PK_OK)
		return;
	assert_int_equal(pk_btf_type_size(btf, type, &size), PK_OK);
	assert_int_equal(size, expected);
}

static void test_types_of_modules(void **state)
{
	struct loaded *loaded = load_modules();
	uint64_t reads;

	(void)state;
	finds(loaded, "second", PK_OK, "struct own_2", 8);
	finds(loaded, "first", PK_OK, "struct own_1", 4);
	finds(loaded, "first", PK_OK, "struct list_head", 16); /* vmlinux's */
	reads = loaded->fake.nr_reads;
	finds(loaded, "first", PK_OK, "struct own_1", 4);
	finds(loaded, "none", PK_ABSENT, NULL, 0);
	finds(loaded, "unformed", PK_ABSENT, NULL, 0);
	assert_int_equal(loaded->fake.nr_reads, reads);
	assert_int_equal(loaded->nr_asked, 0);
	finds(loaded, "without", PK_OK, "struct asked", 12);
	finds(loaded, "without", PK_OK, "struct asked", 12);
	assert_int_equal(loaded->nr_asked, 1);
	unload_modules(loaded);
}

/* 5.10 keeps no list of BTF, nobody may know more, and a module without BTF is no damage. */
static void test_modules_without_types(void **state)
{
	struct loaded *loaded = load_modules();

	(void)state;
	pk_btf_modules_destroy(loaded->modules);
	loaded->modules = pk_btf_modules_create(&loaded->fake.target, loaded->base, NULL, NULL);
	for (size_t i = 0; i < loaded->fake.nr_symbols; i++)
		if (!strcmp(loaded->fake.symbols[i].name, "btf_modules"))
			loaded->fake.symbols[i].name[0] = 'x';
	finds(loaded, "first", PK_UNSUPPORTED, NULL, 0);
	finds(loaded, "none", PK_ABSENT, NULL, 0);
	unload_modules(loaded);
}

/* What is damaged says so of its module, or of all that the walk did not reach. */
static void test_damaged_modules(void **state)
{
	struct loaded *loaded = load_modules();

	(void)state;
	fake_put(&loaded->fake, BTF(1) + 12, 4, loaded->image.nr_types);
	fake_put(&loaded->fake, BTF(2), 8, DATA(9)); /* not in the dump */
	finds(loaded, "first", PK_CORRUPT, NULL, 0);
	finds(loaded, "second", PK_UNREADABLE, NULL, 0);
	finds(loaded, "without", PK_OK, "struct asked", 12);
	unload_modules(loaded);
	for (unsigned i = 0; i < 2; i++) {
		loaded = load_modules();
		fake_put(&loaded->fake, BTF(1) + 8, 4, i ? (256u << 20) + 1 : 0);
		finds(loaded, "first", PK_CORRUPT, NULL, 0);
		finds(loaded, "second", PK_OK, "struct own_2", 8);
		unload_modules(loaded);
	}
	/* the second module leads back to itself, to nothing, and to what is not there */
	for (unsigned i = 0; i < 3; i++) {
		const uint64_t next[] = {MODULE(2) + MODULE_LIST, 0, MODULE(9)};

		loaded = load_modules();
		fake_put(&loaded->fake, MODULE(2) + MODULE_LIST, 8, next[i]);
		finds(loaded, "first", PK_OK, "struct own_1", 4);
		finds(loaded, "without", i == 2 ? PK_UNREADABLE : PK_CORRUPT, NULL, 0);
		unload_modules(loaded);
	}
	/* the list of BTF ends before the second module's: it may have some */
	loaded = load_modules();
	pk_btf_modules_destroy(loaded->modules);
	loaded->modules = pk_btf_modules_create(&loaded->fake.target, loaded->base, NULL, NULL);
	fake_put(&loaded->fake, BTF_MODULE(1), 8, 0);
	finds(loaded, "first", PK_OK, "struct own_1", 4);
	finds(loaded, "second", PK_CORRUPT, NULL, 0);
	finds(loaded, "none", PK_CORRUPT, NULL, 0);
	unload_modules(loaded);
}

/* Parameters of functions out of the kernel's memory: vmlinux's BTF, and those of modules that btf_idr has. */
#define PROTO_DATA 0xffffffff82100000ull
#define PROTO_IDR (PROTO_DATA + 0x4000)
#define PROTO_NODE (PROTO_DATA + 0x4100)
#define PROTO_BTF(n) (PROTO_DATA + 0x4400 + 0x40ull * (n))
#define PROTO_OF(n) (PROTO_DATA + 0x1000ull * (n)) /* 0: vmlinux's */

static const struct fake_member proto_members[] = {
	{"struct btf", "data", 0, 8, .is_pointer = true},
	{"struct btf", "data_size", 8, .size = 4},
	{"struct btf", "start_id", 12, .size = 4},
	{"struct btf", "start_str_off", 16, .size = 4},
	{"struct btf", "kernel_btf", 20, .size = 1},
	{"struct idr", "idr_rt.xa_head", 8, 8, .is_pointer = true},
	{"struct xa_node", "slots", 0, 64, .is_array = true, .elements = 8},
};

static void put_btf(struct fake_target *fake, unsigned n, const struct image *image,
		    uint32_t start_id, uint32_t start_str, bool kernel)
{
	size_t len;
	uint8_t *data = finish(image, &len);

	fake_put_bytes(fake, PROTO_OF(n), data, len);
	free(data);
	fake_put(fake, PROTO_BTF(n), 8, PROTO_OF(n));
	fake_put(fake, PROTO_BTF(n) + 8, 4, len);
	fake_put(fake, PROTO_BTF(n) + 12, 4, start_id);
	fake_put(fake, PROTO_BTF(n) + 16, 4, start_str);
	fake_put(fake, PROTO_BTF(n) + 20, 1, kernel);
	fake_put(fake, PROTO_NODE + 8 * n, 8, PROTO_BTF(n));
}

/* A function NAME of one parameter, an int of vmlinux's. */
static void put_function(struct image *image, const char *name, const char *parameter)
{
	uint32_t proto = type(image, "", FUNC_PROTO, 0, 1, 0);

	param(image, parameter, 1);
	type(image, name, FUNC, 0, 0, proto);
}

static void assert_parameter(const struct pk_btf_funcs *funcs, const char *name,
			     const char *parameter)
{
	struct pk_btf_func func;
	struct pk_btf_param found;

	if (!parameter) {
		assert_false(pk_btf_func_find(funcs, name, &func));
		return;
	}
	assert_true(pk_btf_func_find(funcs, name, &func));
	assert_int_equal(func.nr_params, 1);
	pk_btf_func_param(funcs, &func, 0, &found);
	assert_string_equal(found.name, parameter);
	assert_int_equal(found.kind, PK_PARAM_SIGNED);
}

static void test_protos_in_memory(void **state)
{
	struct image vmlinux = {.strings_len = 1}, module, program = {.strings_len = 1};
	struct pk_btf_funcs *funcs;
	struct fake_target fake;
	struct pk_ctx ctx;
	size_t len;

	(void)state;
	fake_target_init(&fake);
	fake_map(&fake, PROTO_DATA, 0x5000);
	fake_members(&fake, proto_members, ARRAY_SIZE(proto_members));
	integer(&vmlinux, "int", 4, 1 << 24 | 32);
	put_function(&vmlinux, "f", "of_vmlinux");
	module = (struct image){.nr_types = vmlinux.nr_types,
				.first_string = (uint32_t)vmlinux.strings_len};
	put_function(&module, "g", "of_module");
	integer(&program, "int", 4, 1 << 24 | 32);
	put_function(&program, "h", "of_program");
	free(finish(&vmlinux, &len));
	put_btf(&fake, 0, &vmlinux, 0, 0, true);
	put_btf(&fake, 1, &module, vmlinux.nr_types + 1, (uint32_t)vmlinux.strings_len, true);
	put_btf(&fake, 2, &program, 1, 0, false); /* of a program's types */
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_ABSENT);
	pk_ctx_deinit(&ctx);
	fake_symbol(&fake, "__start_BTF", PROTO_OF(0), 0);
	fake_symbol(&fake, "__stop_BTF", PROTO_OF(0) + len, 0);
	pk_ctx_init(&ctx, &fake.target);
	/* no modules, as before 5.11 */
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_OK);
	assert_parameter(funcs, "f", "of_vmlinux");
	assert_parameter(funcs, "g", NULL);
	pk_btf_funcs_destroy(funcs);
	pk_ctx_deinit(&ctx);
	fake_symbol(&fake, "btf_idr", PROTO_IDR, 16);
	fake_put(&fake, PROTO_IDR + 8, 8, PROTO_NODE | 2);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_OK);
	assert_parameter(funcs, "f", "of_vmlinux");
	assert_parameter(funcs, "g", "of_module");
	assert_parameter(funcs, "h", NULL);
	assert_int_equal(ctx.nr_warnings, 0);
	pk_btf_funcs_destroy(funcs);
	/* a broken module costs its own functions */
	fake_put(&fake, PROTO_BTF(1) + 8, 4, 0);
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_OK);
	assert_parameter(funcs, "f", "of_vmlinux");
	assert_parameter(funcs, "g", NULL);
	assert_int_equal(ctx.nr_warnings, 1);
	assert_non_null(strstr(ctx.warnings[0], "functions of a module: BTF of 0 bytes"));
	pk_btf_funcs_destroy(funcs);
	/* damage of vmlinux's is said */
	fake_put(&fake, PROTO_OF(0), 2, 0);
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_CORRUPT);
	assert_non_null(strstr(pk_error(&ctx), "is damaged or in an unknown format"));
	fake.symbols[1].addr = PROTO_OF(0); /* it stops where it starts */
	pk_ctx_deinit(&ctx);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_CORRUPT);
	fake.symbols[1].addr = PROTO_DATA + 0x9000; /* beyond what was dumped */
	pk_ctx_deinit(&ctx);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_func_protos_load(&ctx, &funcs), PK_UNREADABLE);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_function_params),
		cmocka_unit_test(test_function_args),
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_big_endian),
		cmocka_unit_test(test_old_bitfields),
		cmocka_unit_test(test_enums_and_sizes),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_protos_in_memory),
		cmocka_unit_test(test_types_of_modules),
		cmocka_unit_test(test_modules_without_types),
		cmocka_unit_test(test_damaged_modules),
		cmocka_unit_test(test_module),
		cmocka_unit_test_prestate(test_module, "big endian"),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
