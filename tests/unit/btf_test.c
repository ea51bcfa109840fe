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

#include "kernel/btf.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_big_endian),
		cmocka_unit_test(test_old_bitfields),
		cmocka_unit_test(test_enums_and_sizes),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_module),
		cmocka_unit_test_prestate(test_module, "big endian"),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
