// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel_types.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TYPES 1024
#define MAX_MEMBERS 8192
#define MAX_ENUMERATORS 2048
#define NAME_LEN 64

enum kind { KIND_INT, KIND_STRUCT, KIND_ENUM, KIND_VOID };

struct type {
	char name[NAME_LEN + 8]; /* "struct foo", "u32"; "" if anonymous */
	enum kind kind;
	bool is_signed, is_union, packed, complete;
	uint64_t size, align;
	int first; /* member; -1 none */
	int alias; /* a typedef's type; -1 */
};

/* A type with what a declarator adds to it. */
struct shape {
	int type;
	unsigned pointers;
	bool is_array;
	uint64_t elements; /* of all dimensions; 0 if flexible */
};

struct member {
	char name[NAME_LEN];
	struct shape shape;
	uint64_t offset;
	uint32_t bit_offset, bit_size;
	int next;
};

struct enumerator {
	char tag[NAME_LEN + 8], name[NAME_LEN];
	int64_t value;
};

struct kernel_types {
	bool big_endian;
	struct type types[MAX_TYPES];
	int nr_types;
	struct member members[MAX_MEMBERS];
	int nr_members;
	struct enumerator enumerators[MAX_ENUMERATORS];
	int nr_enumerators;
};

struct reader {
	struct kernel_types *types;
	const char *name, *text, *at;
	char token[NAME_LEN];
};

static void die(const struct reader *reader, const char *what)
{
	int line = 1;

	for (const char *c = reader->text; c < reader->at; c++)
		line += *c == '\n';
	fprintf(stderr, "%s:%d: %s near \"%s\"\n", reader->name, line, what, reader->token);
	abort();
}

static void skip_blanks(struct reader *reader)
{
	for (;;) {
		reader->at += strspn(reader->at, " \t\n");
		if (!strncmp(reader->at, "/*", 2)) {
			const char *end = strstr(reader->at, "*/");

			if (!end)
				die(reader, "a comment without end");
			reader->at = end + 2;
		} else if (!strncmp(reader->at, "//", 2)) {
			reader->at += strcspn(reader->at, "\n");
		} else {
			return;
		}
	}
}

/* The next word, number or sign into token; "" at the end. */
static const char *next(struct reader *reader)
{
	size_t len;

	skip_blanks(reader);
	len = strspn(reader->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	if (!len && *reader->at)
		len = 1;
	if (len >= sizeof(reader->token))
		die(reader, "a long word");
	memcpy(reader->token, reader->at, len);
	reader->token[len] = '\0';
	reader->at += len;
	return reader->token;
}

static bool peek(struct reader *reader, const char *word)
{
	struct reader saved = *reader;
	bool same = !strcmp(next(&saved), word);

	return same;
}

static bool take(struct reader *reader, const char *word)
{
	if (!peek(reader, word))
		return false;
	next(reader);
	return true;
}

static void expect(struct reader *reader, const char *word)
{
	if (strcmp(next(reader), word))
		die(reader, word);
}

static int find_type(const struct kernel_types *types, const char *name)
{
	for (int i = 0; i < types->nr_types; i++)
		if (*name && !strcmp(types->types[i].name, name))
			return i;
	return -1;
}

static int add_type(struct kernel_types *types, const char *name, enum kind kind, uint64_t size)
{
	struct type *type = &types->types[types->nr_types];

	if (types->nr_types == MAX_TYPES)
		abort();
	snprintf(type->name, sizeof(type->name), "%s", name);
	type->kind = kind;
	type->size = type->align = size;
	type->complete = size > 0;
	type->first = type->alias = -1;
	return types->nr_types++;
}

static int find_or_add(struct kernel_types *types, const char *name, enum kind kind)
{
	int found = find_type(types, name);

	return found >= 0 ? found : add_type(types, name, kind, kind == KIND_ENUM ? 4 : 0);
}

static const struct type *resolved(const struct kernel_types *types, int index)
{
	while (types->types[index].alias >= 0)
		index = types->types[index].alias;
	return &types->types[index];
}

static int64_t number(struct reader *reader)
{
	int sign = take(reader, "-") ? -1 : 1;
	int64_t value;
	char *end;

	next(reader);
	if (isalpha((unsigned char)reader->token[0])) {
		if (kernel_types_enumerator(reader->types, reader->token, &value) != PK_OK)
			die(reader, "no such number");
		return sign * value;
	}
	value = (int64_t)strtoull(reader->token, &end, 0);
	if (*end || end == reader->token)
		die(reader, "no number");
	if (take(reader, "<")) { /* 1 << N */
		expect(reader, "<");
		value <<= number(reader);
	}
	return sign * value;
}

static void read_enumerators(struct reader *reader, const char *tag)
{
	int64_t value = 0;

	while (!take(reader, "}")) {
		struct enumerator *one = &reader->types->enumerators[reader->types->nr_enumerators];

		if (reader->types->nr_enumerators == MAX_ENUMERATORS)
			die(reader, "too many enumerators");
		snprintf(one->tag, sizeof(one->tag), "%s", tag);
		snprintf(one->name, sizeof(one->name), "%s", next(reader));
		if (take(reader, "="))
			value = number(reader);
		one->value = value++;
		reader->types->nr_enumerators++;
		if (!take(reader, ",") && !peek(reader, "}"))
			die(reader, "expected , or }");
	}
}

static void shape_size(const struct reader *reader, const struct shape *shape, uint64_t *ret_size,
		       uint64_t *ret_align)
{
	const struct type *type = resolved(reader->types, shape->type);

	if (!shape->pointers && !type->complete)
		die(reader, type->name[0] ? type->name : "an incomplete type");
	*ret_align = shape->pointers ? 8 : type->align;
	*ret_size = (shape->pointers ? 8 : type->size) * (shape->is_array ? shape->elements : 1);
}

struct placing {
	uint64_t end; /* of what was placed so far */
	uint64_t bits_at; /* the unit that takes bit-fields, and how many it has */
	uint32_t bits;
};

static void place(struct reader *reader, struct type *type, struct member *member,
		  struct placing *placing)
{
	uint64_t size, align;

	shape_size(reader, &member->shape, &size, &align);
	if (type->packed)
		align = 1;
	if (align > type->align)
		type->align = align;
	if (type->is_union)
		placing->end = 0;
	if (member->bit_size) {
		if (!placing->bits || placing->bits + member->bit_size > 8 * size) {
			placing->bits_at = (placing->end + align - 1) / align * align;
			placing->bits = 0;
		}
		member->offset = placing->bits_at;
		member->bit_offset =
			reader->types->big_endian
				? (uint32_t)(8 * size) - placing->bits - member->bit_size
				: placing->bits;
		placing->bits += member->bit_size;
		placing->end = placing->bits_at + (placing->bits + 7) / 8;
	} else {
		placing->bits = 0;
		member->offset = (placing->end + align - 1) / align * align;
		placing->end = member->offset + size;
	}
	if (placing->end > type->size)
		type->size = placing->end;
}

static int read_type(struct reader *reader);

/* "*", "name", "[N]", ":N", "(*name)(...)". */
static void read_declarator(struct reader *reader, int type, struct member *member)
{
	memset(member, 0, sizeof(*member));
	member->shape.type = type;
	member->next = -1;
	while (take(reader, "*"))
		member->shape.pointers++;
	if (take(reader, "(")) {
		expect(reader, "*");
		snprintf(member->name, sizeof(member->name), "%s", next(reader));
		expect(reader, ")");
		expect(reader, "(");
		while (!take(reader, ")"))
			if (!*next(reader))
				die(reader, "an argument list without end");
		member->shape.pointers = 1;
	} else if (!peek(reader, ";") && !peek(reader, ":")) {
		snprintf(member->name, sizeof(member->name), "%s", next(reader));
	}
	while (take(reader, "[")) {
		uint64_t elements = peek(reader, "]") ? 0 : (uint64_t)number(reader);

		member->shape.elements =
			(member->shape.is_array ? member->shape.elements : 1) * elements;
		member->shape.is_array = true;
		expect(reader, "]");
	}
	if (take(reader, ":"))
		member->bit_size = (uint32_t)number(reader);
}

static void read_members(struct reader *reader, int index)
{
	struct kernel_types *types = reader->types;
	struct placing placing = {0};
	int last = -1;

	types->types[index].align = 1;
	types->types[index].size = 0;
	types->types[index].first = -1;
	while (!take(reader, "}")) {
		int type = read_type(reader);

		do {
			int nr = types->nr_members;

			if (nr == MAX_MEMBERS)
				die(reader, "too many members");
			read_declarator(reader, type, &types->members[nr]);
			types->nr_members++;
			if (last < 0)
				types->types[index].first = nr;
			else
				types->members[last].next = nr;
			last = nr;
		} while (take(reader, ","));
		expect(reader, ";");
	}
	types->types[index].packed = take(reader, "__packed");
	for (int i = types->types[index].first; i >= 0; i = types->members[i].next)
		place(reader, &types->types[index], &types->members[i], &placing);
	types->types[index].size = (types->types[index].size + types->types[index].align - 1) /
				   types->types[index].align * types->types[index].align;
	types->types[index].complete = true;
}

static int read_tagged(struct reader *reader, const char *word)
{
	char name[NAME_LEN + 8] = "";
	enum kind kind = strcmp(word, "enum") ? KIND_STRUCT : KIND_ENUM;
	int index;

	if (!peek(reader, "{"))
		snprintf(name, sizeof(name), "%s %s", word, next(reader));
	index = *name ? find_or_add(reader->types, name, kind)
		      : add_type(reader->types, "", kind, kind == KIND_ENUM ? 4 : 0);
	if (!strcmp(word, "union"))
		reader->types->types[index].is_union = true;
	if (!take(reader, "{"))
		return index;
	if (kind == KIND_ENUM)
		read_enumerators(reader, *name ? name + 5 : "");
	else
		read_members(reader, index);
	return index;
}

/* "unsigned long" and its kin, in any order. */
static int read_words(struct reader *reader)
{
	int longs = 0, size = 4;
	bool is_unsigned = false, any = false;

	for (;; any = true) {
		if (take(reader, "unsigned"))
			is_unsigned = true;
		else if (take(reader, "long"))
			longs++;
		else if (take(reader, "short"))
			size = 2;
		else if (take(reader, "char"))
			size = 1;
		else if (!take(reader, "signed") && !take(reader, "int"))
			break;
	}
	if (!any)
		return -1;
	if (longs)
		size = 8;
	return find_type(reader->types, size == 8     ? is_unsigned ? "unsigned long" : "long"
					: size == 4   ? is_unsigned ? "unsigned int" : "int"
					: size == 2   ? is_unsigned ? "unsigned short" : "short"
					: is_unsigned ? "unsigned char"
						      : "char");
}

static int read_type(struct reader *reader)
{
	int index;

	while (take(reader, "const") || take(reader, "volatile"))
		;
	index = read_words(reader);
	if (index >= 0) {
		while (take(reader, "const"))
			;
		return index;
	}
	next(reader);
	if (!strcmp(reader->token, "struct") || !strcmp(reader->token, "union") ||
	    !strcmp(reader->token, "enum")) {
		char word[NAME_LEN];

		snprintf(word, sizeof(word), "%s", reader->token);
		index = read_tagged(reader, word);
	} else {
		index = find_type(reader->types, reader->token);
	}
	if (index < 0)
		die(reader, "no such type");
	while (take(reader, "const"))
		;
	return index;
}

void kernel_types_read(struct kernel_types *types, const char *name, const char *text)
{
	struct reader reader = {types, name, text, text, ""};

	while (skip_blanks(&reader), *reader.at) {
		bool is_typedef = take(&reader, "typedef");
		int type = read_type(&reader);
		struct member member;

		if (is_typedef) {
			int alias;

			read_declarator(&reader, type, &member);
			alias = add_type(types, member.name, KIND_INT, 0);
			types->types[alias].alias = type;
		}
		expect(&reader, ";");
	}
}

struct kernel_types *kernel_types_new(bool big_endian)
{
	static const struct {
		const char *name;
		uint64_t size;
		bool is_signed;
	} basic[] = {
		{"char", 1, true},  {"unsigned char", 1, false},
		{"short", 2, true}, {"unsigned short", 2, false},
		{"int", 4, true},   {"unsigned int", 4, false},
		{"long", 8, true},  {"unsigned long", 8, false},
		{"u8", 1, false},   {"u16", 2, false},
		{"u32", 4, false},  {"u64", 8, false},
		{"s64", 8, true},   {"bool", 1, false},
	};
	struct kernel_types *types = calloc(1, sizeof(*types));

	if (!types)
		abort();
	types->big_endian = big_endian;
	for (size_t i = 0; i < sizeof(basic) / sizeof(basic[0]); i++)
		types->types[add_type(types, basic[i].name, KIND_INT, basic[i].size)].is_signed =
			basic[i].is_signed;
	add_type(types, "void", KIND_VOID, 0);
	return types;
}

void kernel_types_free(struct kernel_types *types)
{
	free(types);
}

enum pk_status kernel_types_size(const struct kernel_types *types, const char *name,
				 uint64_t *ret_size)
{
	int index = find_type(types, name);
	const struct type *type = index < 0 ? NULL : resolved(types, index);

	if (!type || !type->complete)
		return PK_ABSENT;
	*ret_size = type->size;
	return PK_OK;
}

/* A member by name, also of anonymous structs inside; its offset within TYPE is added to *OFFSET. */
static const struct member *find_member(const struct kernel_types *types, const struct type *type,
					const char *name, size_t len, uint64_t *offset)
{
	for (int i = type->kind == KIND_STRUCT ? type->first : -1; i >= 0;
	     i = types->members[i].next) {
		const struct member *member = &types->members[i];

		if (!member->name[0] && !member->bit_size) {
			uint64_t inside = *offset + member->offset;
			const struct member *found = find_member(
				types, resolved(types, member->shape.type), name, len, &inside);

			if (found) {
				*offset = inside;
				return found;
			}
		}
		if (strlen(member->name) == len && !memcmp(member->name, name, len)) {
			*offset += member->offset;
			return member;
		}
	}
	return NULL;
}

static void describe(const struct kernel_types *types, const struct shape *shape,
		     const struct member *member, uint64_t offset, struct pk_member *ret_member)
{
	const struct type *type = resolved(types, shape->type);
	uint64_t one = shape->pointers ? 8 : type->size;
	int len;

	*ret_member = (struct pk_member){
		.offset = offset,
		.size = shape->is_array ? one * shape->elements : one,
		.bit_offset = member->bit_offset,
		.bit_size = member->bit_size,
		.elements = shape->is_array ? shape->elements : 0,
		.is_pointer = shape->pointers && !shape->is_array,
		.is_array = shape->is_array,
		.is_signed = !shape->pointers && type->kind == KIND_INT && type->is_signed,
	};
	len = snprintf(ret_member->type, sizeof(ret_member->type), "%s%s",
		       types->types[shape->type].name, shape->pointers ? " " : "");
	for (unsigned i = 0; i < shape->pointers; i++)
		len += snprintf(ret_member->type + len, sizeof(ret_member->type) - len, "*");
	if (shape->is_array)
		snprintf(ret_member->type + len, sizeof(ret_member->type) - len, "[%llu]",
			 (unsigned long long)shape->elements);
}

enum pk_status kernel_types_member(const struct kernel_types *types, const char *name,
				   const char *path, struct pk_member *ret_member)
{
	int index = find_type(types, name);
	const struct type *type = index < 0 ? NULL : resolved(types, index);
	uint64_t offset = 0;

	if (!type || !type->complete)
		return PK_ABSENT;
	for (;;) {
		size_t len = strcspn(path, ".[");
		const struct member *member = find_member(types, type, path, len, &offset);
		struct shape shape;

		if (!member)
			return PK_ABSENT;
		shape = member->shape;
		path += len;
		if (*path == '[') {
			char *end;
			uint64_t i = strtoull(path + 1, &end, 0);

			if (!shape.is_array || *end != ']' ||
			    (shape.elements && i >= shape.elements))
				return PK_ABSENT;
			offset += i * (shape.pointers ? 8 : resolved(types, shape.type)->size);
			shape.is_array = false;
			path = end + 1;
		}
		if (!*path) {
			describe(types, &shape, member, offset, ret_member);
			return PK_OK;
		}
		if (*path != '.' || shape.pointers || shape.is_array)
			return PK_ABSENT;
		path++;
		type = resolved(types, shape.type);
	}
}

enum pk_status kernel_types_enumerator(const struct kernel_types *types, const char *name,
				       int64_t *ret_value)
{
	for (int i = 0; i < types->nr_enumerators; i++)
		if (!strcmp(types->enumerators[i].name, name)) {
			*ret_value = types->enumerators[i].value;
			return PK_OK;
		}
	return PK_ABSENT;
}

enum pk_status kernel_types_enum_name(const struct kernel_types *types, const char *tag,
				      int64_t value, char *buf, size_t size)
{
	for (int i = 0; i < types->nr_enumerators; i++) {
		const struct enumerator *one = &types->enumerators[i];

		if (!strcmp(one->tag, tag) && one->value == value) {
			snprintf(buf, size, "%s", one->name);
			return PK_OK;
		}
	}
	return PK_ABSENT;
}
