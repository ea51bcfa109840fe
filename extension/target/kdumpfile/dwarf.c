// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A vmlinux describes its types in DWARF, once in each of some 3,000 units; the rest of this
 * program reads BTF. This does what pahole does during a kernel build, but only for types: each
 * comes from the first unit that has all of it.
 *
 * A type gets its number when something first refers to it, and types are written in that order.
 * Until then they wait in a queue, so that a chain of structs that point to each other needs no
 * recursion.
 */
#include "target/kdumpfile/vmlinux.h"

#include <dwarf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "kernel/btf_internal.h"

#define MAX_TYPES (1u << 20)
#define MAX_DEPTH 32 /* of pointers to arrays of constants of ... */
#define MAX_DIMENSIONS 8
#define HEADER 24

struct buffer {
	uint8_t *data; /* owned */
	size_t len, room;
};

/* A type that has its number but is not written yet. */
struct waiting {
	Dwarf_Die die;
	enum pk_btf_kind kind;
	uint32_t ref, count; /* type and number of elements of a pointer or array */
};

struct writer {
	bool swap, failed;
	struct buffer types, strings;
	struct pk_hash ids; /* number + 1 of a type, by what identifies it */
	struct pk_hash functions; /* number + 1 of a function's type, by where its DIE is */
	struct pk_hash offsets; /* offset + 1 of a string */
	struct waiting *queue; /* owned */
	uint32_t nr, room; /* types so far: the next one gets number nr + 1 */
};

/* --- bytes -------------------------------------------------------------------------------------- */

static void append(struct writer *writer, struct buffer *buffer, const void *bytes, size_t len)
{
	if (buffer->room - buffer->len < len) {
		size_t room = 2 * buffer->room + len + 4096;
		uint8_t *data = room < UINT32_MAX / 4 ? realloc(buffer->data, room) : NULL;

		if (!data) {
			writer->failed = true;
			return;
		}
		buffer->data = data;
		buffer->room = room;
	}
	memcpy(buffer->data + buffer->len, bytes, len);
	buffer->len += len;
}

static void put(struct writer *writer, uint32_t value)
{
	if (writer->swap)
		value = __builtin_bswap32(value);
	append(writer, &writer->types, &value, sizeof(value));
}

static uint64_t key_of(enum pk_btf_kind kind, const char *name, uint64_t number)
{
	uint64_t hash = pk_hash_bytes(PK_HASH_BEGIN, &kind, sizeof(kind));

	return pk_hash_bytes(pk_hash_bytes(hash, name, strlen(name)), &number, sizeof(number));
}

static uint32_t string(struct writer *writer, const char *text)
{
	uint64_t key = key_of(0, text, 0);
	uintptr_t known = (uintptr_t)pk_hash_get(&writer->offsets, key);
	size_t at = writer->strings.len;

	if (known)
		return (uint32_t)(known - 1);
	append(writer, &writer->strings, text, strlen(text) + 1);
	writer->failed |= !pk_hash_put(&writer->offsets, key, (void *)(at + 1)); // NOLINT
	return (uint32_t)at;
}

/* --- DWARF -------------------------------------------------------------------------------------- */

static const char *name_of(Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);

	return name ? name : "";
}

static bool number(Dwarf_Die *die, unsigned attribute, Dwarf_Word *ret)
{
	Dwarf_Attribute attr;

	return dwarf_attr(die, attribute, &attr) && dwarf_formudata(&attr, ret) == 0;
}

static uint64_t number_or(Dwarf_Die *die, unsigned attribute, uint64_t otherwise)
{
	Dwarf_Word value;

	return number(die, attribute, &value) ? value : otherwise;
}

static bool is_declaration(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_declaration);
}

/* False: none, which means void. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *ret_type)
{
	Dwarf_Attribute attr;

	return dwarf_attr(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, ret_type);
}

/* For each child of DIE with that TAG. */
#define FOR_EACH_CHILD(die, tag, child)                                                            \
	for (int more_ = dwarf_child(die, child); more_ == 0;                                      \
	     more_ = dwarf_siblingof(child, child))                                                \
		if (dwarf_tag(child) == (tag))

/* --- numbers ------------------------------------------------------------------------------------ */

static uint32_t add(struct writer *writer, uint64_t key, const struct waiting *type)
{
	if (writer->nr == MAX_TYPES || !pk_grow(writer->queue, writer->nr, writer->room)) {
		writer->failed = true;
		return 0;
	}
	writer->queue[writer->nr++] = *type;
	if (key && !pk_hash_put(&writer->ids, key, (void *)(uintptr_t)writer->nr)) // NOLINT
		writer->failed = true;
	return writer->nr;
}

static uint32_t number_of(struct writer *writer, uint64_t key, const struct waiting *type)
{
	uintptr_t known = (uintptr_t)pk_hash_get(&writer->ids, key);

	return known ? (uint32_t)known : add(writer, key, type);
}

static uint32_t type_number(struct writer *writer, Dwarf_Die *die, int depth);

static uint32_t target_number(struct writer *writer, Dwarf_Die *die, int depth)
{
	Dwarf_Die type;

	return type_of(die, &type) ? type_number(writer, &type, depth + 1) : 0;
}

static uint32_t modifier(struct writer *writer, Dwarf_Die *die, enum pk_btf_kind kind, int depth)
{
	struct waiting type = {*die, kind, target_number(writer, die, depth), 0};

	return number_of(writer, key_of(kind, "", type.ref), &type);
}

/* The last dimension is the innermost array. */
static uint32_t array(struct writer *writer, Dwarf_Die *die, int depth)
{
	uint32_t of = target_number(writer, die, depth), nr = 0;
	uint64_t counts[MAX_DIMENSIONS];
	Dwarf_Die child;

	FOR_EACH_CHILD(die, DW_TAG_subrange_type, &child)
	{
		Dwarf_Word bound;

		if (nr == MAX_DIMENSIONS)
			break;
		counts[nr] = number_or(&child, DW_AT_count, 0);
		if (number(&child, DW_AT_upper_bound, &bound))
			counts[nr] = bound + 1; /* -1: an array of nothing */
		nr++;
	}
	while (nr--) {
		struct waiting type = {*die, PK_KIND_ARRAY, of, (uint32_t)counts[nr]};

		of = number_of(writer, key_of(PK_KIND_ARRAY, "", (uint64_t)type.count << 32 | of),
			       &type);
	}
	return of;
}

static uint32_t function_number(struct writer *writer, Dwarf_Die *die, int depth)
{
	uint64_t key = key_of(PK_KIND_FUNC_PROTO, "", target_number(writer, die, depth));
	struct waiting type = {*die, PK_KIND_FUNC_PROTO, 0, 0};
	Dwarf_Die child;

	FOR_EACH_CHILD(die, DW_TAG_formal_parameter, &child)
	{
		uint32_t parameter = target_number(writer, &child, depth);

		key = pk_hash_bytes(key, &parameter, sizeof(parameter));
	}
	FOR_EACH_CHILD(die, DW_TAG_unspecified_parameters, &child)
	key = pk_hash_bytes(key, "...", 3);
	return number_of(writer, key, &type);
}

/* A function of functions of functions, each with several parameters, would be looked at as often as there are ways to it. */
static uint32_t function(struct writer *writer, Dwarf_Die *die, int depth)
{
	uintptr_t key = dwarf_dieoffset(die) + 1, begun = 1, number;

	number = (uintptr_t)pk_hash_get(&writer->functions, key);
	if (number) /* within itself it is void */
		return (uint32_t)(number - begun);
	if (!pk_hash_put(&writer->functions, key, (void *)begun))
		return 0;
	number = begun + function_number(writer, die, depth);
	writer->failed |= !pk_hash_put(&writer->functions, key, (void *)number);
	return (uint32_t)(number - begun);
}

/* Keeps a struct of which this unit knows only the name, whatever other units know of it. */
static uint32_t compound(struct writer *writer, Dwarf_Die *die, enum pk_btf_kind kind)
{
	struct waiting type = {*die, is_declaration(die) ? PK_KIND_FWD : kind,
			       kind == PK_KIND_UNION, 0};
	const char *name = name_of(die);

	if (!*name)
		return add(writer, 0, &type);
	return number_of(
		writer,
		key_of(kind, name,
		       type.kind == PK_KIND_FWD ? UINT64_MAX : number_or(die, DW_AT_byte_size, 0)),
		&type);
}

/* Unnamed ones are told apart by their first enumerator. */
static uint32_t enumeration(struct writer *writer, Dwarf_Die *die)
{
	struct waiting type = {*die, PK_KIND_ENUM, 0, 0};
	const char *name = name_of(die), *first = "";
	Dwarf_Die child;

	if (*name)
		return number_of(writer, key_of(PK_KIND_ENUM, name, is_declaration(die)), &type);
	FOR_EACH_CHILD(die, DW_TAG_enumerator, &child)
	{
		first = name_of(&child);
		break;
	}
	return number_of(writer, key_of(PK_KIND_ENUM64, first, 0), &type);
}

static uint32_t named(struct writer *writer, Dwarf_Die *die, enum pk_btf_kind kind, uint64_t size)
{
	struct waiting type = {*die, kind, 0, 0};

	return number_of(writer, key_of(kind, name_of(die), size), &type);
}

/* 0: void, or something that C lacks. */
static uint32_t type_number(struct writer *writer, Dwarf_Die *die, int depth)
{
	if (depth > MAX_DEPTH || writer->failed)
		return 0;
	switch (dwarf_tag(die)) {
	case DW_TAG_structure_type:
		return compound(writer, die, PK_KIND_STRUCT);
	case DW_TAG_union_type:
		return compound(writer, die, PK_KIND_UNION);
	case DW_TAG_enumeration_type:
		return enumeration(writer, die);
	case DW_TAG_typedef:
		return named(writer, die, PK_KIND_TYPEDEF, 0);
	case DW_TAG_base_type:
		return named(writer, die, PK_KIND_INT, number_or(die, DW_AT_byte_size, 0));
	case DW_TAG_pointer_type:
		return modifier(writer, die, PK_KIND_PTR, depth);
	case DW_TAG_const_type:
		return modifier(writer, die, PK_KIND_CONST, depth);
	case DW_TAG_volatile_type:
		return modifier(writer, die, PK_KIND_VOLATILE, depth);
	case DW_TAG_restrict_type:
		return modifier(writer, die, PK_KIND_RESTRICT, depth);
	case DW_TAG_atomic_type:
		return target_number(writer, die, depth);
	case DW_TAG_array_type:
		return array(writer, die, depth);
	case DW_TAG_subroutine_type:
		return function(writer, die, depth);
	default:
		return 0;
	}
}

/* --- writing ------------------------------------------------------------------------------------ */

static void head(struct writer *writer, const char *name, enum pk_btf_kind kind, uint32_t vlen,
		 bool flag, uint32_t size_or_type)
{
	put(writer, string(writer, name));
	put(writer, (uint32_t)kind << 24 | (vlen & 0xffff) | (uint32_t)flag << 31);
	put(writer, size_or_type);
}

/* Bytes from the start of the struct. Members of a union have no such attribute. */
static uint64_t byte_offset(Dwarf_Die *member)
{
	Dwarf_Attribute attr;
	Dwarf_Word offset = 0;
	Dwarf_Op *op;
	size_t nr;

	if (!dwarf_attr(member, DW_AT_data_member_location, &attr) ||
	    dwarf_formudata(&attr, &offset) == 0)
		return offset;
	/* Before DWARF 3 it is an expression that adds to the struct's address. */
	if (dwarf_getlocation(&attr, &op, &nr) == 0 && nr == 1 && op->atom == DW_OP_plus_uconst)
		return op->number;
	return 0;
}

/* Bits from the start of the struct, in the compiler's order: from the most significant bit on
 * big-endian machines. DWARF 4 and 5 give that; older ones count from the most significant bit of a
 * unit. */
static uint64_t bit_offset(struct writer *writer, Dwarf_Die *member, uint64_t width)
{
	uint64_t start = 8 * byte_offset(member), from_top;
	Dwarf_Word unit, bit;
	Dwarf_Die type;

	if (number(member, DW_AT_data_bit_offset, &bit))
		return bit;
	if (!width || !number(member, DW_AT_bit_offset, &from_top))
		return start;
	if (!number(member, DW_AT_byte_size, &unit))
		unit = type_of(member, &type) ? number_or(&type, DW_AT_byte_size, 4) : 4;
	return writer->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		       ? start + from_top
		       : start + 8 * unit - from_top - width;
}

static void write_compound(struct writer *writer, struct waiting *type)
{
	bool bits = false;
	uint32_t nr = 0;
	Dwarf_Die member;

	FOR_EACH_CHILD(&type->die, DW_TAG_member, &member)
	{
		bits |= dwarf_hasattr(&member, DW_AT_bit_size);
		nr++;
	}
	head(writer, name_of(&type->die), type->kind, nr, bits,
	     (uint32_t)number_or(&type->die, DW_AT_byte_size, 0));
	nr &= 0xffff;
	FOR_EACH_CHILD(&type->die, DW_TAG_member, &member)
	{
		uint32_t width = (uint32_t)number_or(&member, DW_AT_bit_size, 0);
		uint32_t bit = (uint32_t)bit_offset(writer, &member, width);

		if (!nr--)
			break;
		put(writer, string(writer, name_of(&member)));
		put(writer, target_number(writer, &member, 0));
		put(writer, bits ? width << 24 | (bit & 0xffffff) : bit);
	}
}

/* In a form of fixed size gcc writes no negative value: 128 is one byte, which libdw would take for -128. */
static bool enumerator_value(Dwarf_Die *enumerator, Dwarf_Sword *ret)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	*ret = 0;
	if (!dwarf_attr(enumerator, DW_AT_const_value, &attr))
		return false;
	switch (dwarf_whatform(&attr)) {
	case DW_FORM_sdata:
	case DW_FORM_implicit_const:
		return dwarf_formsdata(&attr, ret) == 0;
	default:
		if (dwarf_formudata(&attr, &value) != 0)
			return false;
		*ret = (Dwarf_Sword)value;
		return true;
	}
}

static void write_enum(struct writer *writer, struct waiting *type)
{
	uint32_t nr = 0, size = (uint32_t)number_or(&type->die, DW_AT_byte_size, 4);
	bool is_signed = false;
	Dwarf_Sword value;
	Dwarf_Die child;

	FOR_EACH_CHILD(&type->die, DW_TAG_enumerator, &child)
	{
		is_signed |= enumerator_value(&child, &value) && value < 0;
		nr++;
	}
	head(writer, name_of(&type->die), size > 4 ? PK_KIND_ENUM64 : PK_KIND_ENUM, nr, is_signed,
	     size);
	nr &= 0xffff;
	FOR_EACH_CHILD(&type->die, DW_TAG_enumerator, &child)
	{
		if (!nr--)
			break;
		enumerator_value(&child, &value);
		put(writer, string(writer, name_of(&child)));
		put(writer, (uint32_t)value);
		if (size > 4)
			put(writer, (uint32_t)((uint64_t)value >> 32));
	}
}

static void write_base(struct writer *writer, struct waiting *type)
{
	uint32_t size = (uint32_t)number_or(&type->die, DW_AT_byte_size, 0), encoding;

	switch (number_or(&type->die, DW_AT_encoding, 0)) {
	case DW_ATE_float:
	case DW_ATE_complex_float:
		head(writer, name_of(&type->die), PK_KIND_FLOAT, 0, false, size);
		return;
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		encoding = 1;
		break;
	case DW_ATE_boolean:
		encoding = 4;
		break;
	default:
		encoding = 0;
	}
	head(writer, name_of(&type->die), PK_KIND_INT, 0, false, size);
	put(writer, encoding << 24 | ((8 * size) & 0xff));
}

/* A type's parameters have no names; "..." is a parameter without a type. */
static void write_function(struct writer *writer, struct waiting *type)
{
	uint32_t nr = 0;
	Dwarf_Die child;

	FOR_EACH_CHILD(&type->die, DW_TAG_formal_parameter, &child)
	nr++;
	FOR_EACH_CHILD(&type->die, DW_TAG_unspecified_parameters, &child)
	nr++;
	head(writer, "", PK_KIND_FUNC_PROTO, nr, false, target_number(writer, &type->die, 0));
	FOR_EACH_CHILD(&type->die, DW_TAG_formal_parameter, &child)
	{
		put(writer, 0);
		put(writer, target_number(writer, &child, 0));
	}
	FOR_EACH_CHILD(&type->die, DW_TAG_unspecified_parameters, &child)
	{
		put(writer, 0);
		put(writer, 0);
	}
}

static void write_type(struct writer *writer, struct waiting *type)
{
	switch (type->kind) {
	case PK_KIND_STRUCT:
	case PK_KIND_UNION:
		write_compound(writer, type);
		break;
	case PK_KIND_FWD:
		head(writer, name_of(&type->die), PK_KIND_FWD, 0, type->ref, 0);
		break;
	case PK_KIND_ENUM:
		write_enum(writer, type);
		break;
	case PK_KIND_INT:
		write_base(writer, type);
		break;
	case PK_KIND_TYPEDEF:
		head(writer, name_of(&type->die), PK_KIND_TYPEDEF, 0, false,
		     target_number(writer, &type->die, 0));
		break;
	case PK_KIND_ARRAY:
		head(writer, "", PK_KIND_ARRAY, 0, false, 0);
		put(writer, type->ref);
		put(writer, 0);
		put(writer, type->count);
		break;
	case PK_KIND_FUNC_PROTO:
		write_function(writer, type);
		break;
	default: /* pointers and qualifiers */
		head(writer, "", type->kind, 0, false, type->ref);
	}
}

/* --- the whole ---------------------------------------------------------------------------------- */

/* Types that are looked up by their name or an enumerator's. */
static bool has_name(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return !is_declaration(die) && dwarf_diename(die);
	case DW_TAG_enumeration_type:
		return !is_declaration(die);
	case DW_TAG_typedef:
		return true;
	default:
		return false;
	}
}

static void take_unit(struct writer *writer, Dwarf_Die *unit)
{
	uint32_t written = writer->nr;
	Dwarf_Die die;

	for (int more = dwarf_child(unit, &die); more == 0 && !writer->failed;
	     more = dwarf_siblingof(&die, &die))
		if (has_name(&die))
			type_number(writer, &die, 0);
	for (; written < writer->nr && !writer->failed; written++) {
		struct waiting type = writer->queue[written]; /* the queue moves when it grows */

		write_type(writer, &type);
	}
}

static void *finish(struct writer *writer, size_t *ret_len)
{
	size_t len = HEADER + writer->types.len + writer->strings.len;
	uint8_t *data = malloc(len);
	struct buffer types = writer->types;
	uint16_t magic = 0xeb9f;

	if (!data)
		return NULL;
	if (writer->swap)
		magic = __builtin_bswap16(magic);
	writer->types = (struct buffer){data, 4, HEADER}; /* put() writes here now */
	memcpy(data, &magic, sizeof(magic));
	data[2] = 1; /* version */
	data[3] = 0;
	put(writer, HEADER);
	put(writer, 0);
	put(writer, (uint32_t)types.len);
	put(writer, (uint32_t)types.len);
	put(writer, (uint32_t)writer->strings.len);
	memcpy(data + HEADER, types.data, types.len);
	memcpy(data + HEADER + types.len, writer->strings.data, writer->strings.len);
	writer->types = types;
	*ret_len = len;
	return data;
}

static bool is_big_endian(Dwarf *dwarf)
{
	const char *ident = elf_getident(dwarf_getelf(dwarf), NULL);

	return ident && ident[EI_DATA] == ELFDATA2MSB;
}

enum pk_status pk_dwarf_to_btf(Dwarf *dwarf, void **ret_data, size_t *ret_len)
{
	struct writer writer = {.swap = is_big_endian(dwarf) !=
					(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)};
	enum pk_status status = PK_OK;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;

	string(&writer, ""); /* at offset 0 */
	while (!writer.failed && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
		take_unit(&writer, &die);
	if (writer.failed)
		status = writer.room >= MAX_TYPES ? PK_LIMIT : PK_NOMEM;
	else if (!writer.nr)
		status = PK_ABSENT;
	else if (!(*ret_data = finish(&writer, ret_len)))
		status = PK_NOMEM;
	free(writer.types.data);
	free(writer.strings.data);
	free(writer.queue);
	pk_hash_deinit(&writer.ids, NULL);
	pk_hash_deinit(&writer.functions, NULL);
	pk_hash_deinit(&writer.offsets, NULL);
	return status;
}
