// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/btf_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"

/*
 * BTF (Documentation/bpf/btf.rst of the kernel), in the byte order of the machine:
 *
 *   header   u16 magic 0xeb9f, u8 version, u8 flags, u32 hdr_len,
 *            u32 type_off, type_len, str_off, str_len      (offsets from the end of the header)
 *   types    one after another, the first has id 1 (0 is void):
 *            u32 name, u32 info, u32 size or type, then by kind
 *              info   bits 0-15 vlen, 24-28 kind, 31 kind_flag
 *              INT        u32: bits 0-7 width, 16-23 offset, 24 signed, 25 char, 26 bool
 *              ARRAY      u32 element type, index type, count
 *              STRUCT     vlen * (u32 name, type, offset); UNION the same. With kind_flag the
 *                         offset holds bits 0-23 offset, 24-31 width of a bit-field; without it
 *                         the offset in bits
 *              ENUM       vlen * (u32 name, s32 value); kind_flag: signed
 *              ENUM64     vlen * (u32 name, value low, value high)
 *              FUNC_PROTO vlen * 8;  DATASEC vlen * 12;  VAR, DECL_TAG 4
 *   strings  NUL-terminated, by offset
 */

/* Bytes that follow the common 12 of each type: a fixed part, and one part per vlen. */
static const struct {
	uint8_t fixed, each;
} extra[PK_NR_KINDS] = {
	[PK_KIND_INT] = {4, 0},	    [PK_KIND_ARRAY] = {12, 0},	 [PK_KIND_STRUCT] = {0, 12},
	[PK_KIND_UNION] = {0, 12},  [PK_KIND_ENUM] = {0, 8},	 [PK_KIND_FUNC_PROTO] = {0, 8},
	[PK_KIND_VAR] = {4, 0},	    [PK_KIND_DATASEC] = {0, 12}, [PK_KIND_DECL_TAG] = {4, 0},
	[PK_KIND_ENUM64] = {0, 12},
};

#define MAGIC 0xeb9f
#define MAX_TYPES (4u << 20)
#define MAX_MEMBERS (1u << 20)
#define NONE UINT32_MAX

/* Record where each type starts, after checking that it lies inside. */
static enum pk_status index_types(struct pk_btf *btf, size_t offset, size_t len)
{
	size_t cap = len / 24 + 16, end = offset + len, at = offset;

	btf->types = malloc(cap * sizeof(*btf->types));
	if (!btf->types)
		return PK_NOMEM;
	btf->nr_types = 1;
	while (at < end) {
		uint32_t info, kind;
		size_t size;

		if (end - at < 12)
			return PK_CORRUPT;
		info = pk_btf_u32(btf, at + 4);
		kind = info >> 24 & 0x7f;
		if (!kind || kind >= PK_NR_KINDS)
			return PK_UNSUPPORTED;
		size = 12 + extra[kind].fixed + (size_t)extra[kind].each * (info & 0xffffff);
		if (size > end - at || btf->nr_types == MAX_TYPES)
			return PK_CORRUPT;
		if (!pk_grow(btf->types, btf->nr_types, cap))
			return PK_NOMEM;
		btf->types[btf->nr_types++] = (uint32_t)at;
		if (kind == PK_KIND_ENUM || kind == PK_KIND_ENUM64)
			btf->nr_enumerators += info & 0xffffff;
		at += size;
	}
	return PK_OK;
}

static bool named_kind(enum pk_btf_kind kind)
{
	return kind == PK_KIND_INT || kind == PK_KIND_STRUCT || kind == PK_KIND_UNION ||
	       kind == PK_KIND_ENUM || kind == PK_KIND_ENUM64 || kind == PK_KIND_TYPEDEF ||
	       kind == PK_KIND_FLOAT;
}

static uint32_t power_of_two(uint32_t at_least)
{
	uint32_t size = 1024;

	while (size < at_least && size < 1u << 30)
		size *= 2;
	return size;
}

static void hash_enumerators(struct pk_btf *btf, const struct pk_btf_type *type, uint32_t *count)
{
	for (uint32_t i = 0; i < type->vlen; i++) {
		struct enumerator *enumerator = &btf->enumerators[*count];
		uint32_t at = type->body + i * extra[type->kind].each;
		const char *name = pk_btf_string(btf, pk_btf_u32(btf, at));
		uint32_t bucket = pk_hash_name(name) & btf->enum_mask;

		enumerator->type = type->id;
		enumerator->index = i;
		enumerator->next = btf->enum_hash[bucket];
		btf->enum_hash[bucket] = (*count)++;
	}
}

/* From the last type to the first, so that chains start with the lowest id. */
static enum pk_status build_hash(struct pk_btf *btf)
{
	uint32_t buckets = power_of_two(btf->nr_types), count = 0;
	uint32_t enum_buckets = power_of_two(btf->nr_enumerators);

	btf->hash = malloc(((size_t)buckets + btf->nr_types) * sizeof(*btf->hash));
	btf->enum_hash = malloc((size_t)enum_buckets * sizeof(*btf->enum_hash));
	btf->enumerators = malloc(((size_t)btf->nr_enumerators + 1) * sizeof(*btf->enumerators));
	if (!btf->hash || !btf->enum_hash || !btf->enumerators)
		return PK_NOMEM;
	btf->next = btf->hash + buckets;
	btf->hash_mask = buckets - 1;
	btf->enum_mask = enum_buckets - 1;
	memset(btf->hash, 0xff, (size_t)buckets * sizeof(*btf->hash));
	memset(btf->enum_hash, 0xff, (size_t)enum_buckets * sizeof(*btf->enum_hash));
	for (uint32_t id = btf->nr_types - 1; id > 0; id--) {
		struct pk_btf_type type;

		pk_btf_unpack(btf, btf->start_id + id - 1, &type);
		if (type.kind == PK_KIND_ENUM || type.kind == PK_KIND_ENUM64)
			hash_enumerators(btf, &type, &count);
		if (!type.name[0] || !named_kind(type.kind))
			continue;
		uint32_t bucket = pk_hash_name(type.name) & btf->hash_mask;

		btf->next[id] = btf->hash[bucket];
		btf->hash[bucket] = id;
	}
	return PK_OK;
}

static enum pk_status parse(struct pk_btf *btf, size_t len)
{
	size_t header, type_off, type_len, str_off, str_len;
	uint16_t magic;
	enum pk_status status;

	if (len < 24)
		return PK_CORRUPT;
	memcpy(&magic, btf->data, sizeof(magic));
	btf->swap = magic == __builtin_bswap16(MAGIC);
	if (magic != MAGIC && !btf->swap)
		return PK_CORRUPT;
	header = pk_btf_u32(btf, 4);
	type_off = pk_btf_u32(btf, 8);
	type_len = pk_btf_u32(btf, 12);
	str_off = pk_btf_u32(btf, 16);
	str_len = pk_btf_u32(btf, 20);
	if (header < 24 || header > len || type_off > len - header ||
	    type_len > len - header - type_off || str_off > len - header ||
	    str_len > len - header - str_off || (!str_len && !btf->base))
		return PK_CORRUPT;
	btf->strings = (const char *)btf->data + header + str_off;
	btf->strings_len = str_len;
	if (str_len && btf->strings[str_len - 1])
		return PK_CORRUPT;
	status = index_types(btf, header + type_off, type_len);
	return status == PK_OK ? build_hash(btf) : status;
}

static enum pk_status create(void *data, size_t len, const struct pk_btf *base, uint32_t word_size,
			     struct pk_btf **ret_btf)
{
	struct pk_btf *btf = calloc(1, sizeof(*btf));
	enum pk_status status;

	if (!btf)
		return PK_NOMEM;
	btf->data = data;
	btf->word_size = word_size;
	btf->base = base;
	btf->start_id = 1;
	if (base)
		pk_btf_end(base, &btf->start_id, &btf->start_str);
	status = len > UINT32_MAX / 2 ? PK_CORRUPT : parse(btf, len);
	if (status != PK_OK) {
		btf->data = NULL;
		pk_btf_destroy(btf);
		return status;
	}
	*ret_btf = btf;
	return PK_OK;
}

enum pk_status pk_btf_create(void *data, size_t len, uint32_t word_size, struct pk_btf **ret_btf)
{
	return create(data, len, NULL, word_size, ret_btf);
}

enum pk_status pk_btf_create_split(void *data, size_t len, const struct pk_btf *base,
				   uint32_t start_id, uint32_t start_str, struct pk_btf **ret_btf)
{
	uint32_t end_id, end_str;

	pk_btf_end(base, &end_id, &end_str);
	if (base->base || start_id != end_id || start_str != end_str)
		return PK_CORRUPT;
	return create(data, len, base, base->word_size, ret_btf);
}

void pk_btf_end(const struct pk_btf *btf, uint32_t *ret_id, uint32_t *ret_str)
{
	*ret_id = btf->start_id + btf->nr_types - 1;
	*ret_str = btf->start_str + (uint32_t)btf->strings_len;
}

void pk_btf_destroy(struct pk_btf *btf)
{
	if (!btf)
		return;
	free(btf->data);
	free(btf->types);
	free(btf->hash);
	free(btf->enum_hash);
	free(btf->enumerators);
	free(btf);
}

/* Resolve typedefs and qualifiers of ID; false for void or damage. */
static bool strip(const struct pk_btf *btf, uint32_t id, struct pk_btf_type *type)
{
	for (int i = 0; i < PK_BTF_MAX_CHAIN; i++) {
		if (!pk_btf_has_id(btf, id))
			return false;
		pk_btf_unpack(btf, id, type);
		if (!pk_btf_modifies(type->kind))
			return true;
		id = type->size_or_type;
	}
	return false;
}

static bool type_size(const struct pk_btf *btf, uint32_t id, uint64_t *ret_size)
{
	uint64_t count = 1;
	struct pk_btf_type type;

	for (int i = 0; i < PK_BTF_MAX_CHAIN; i++) {
		if (!strip(btf, id, &type))
			return false;
		switch (type.kind) {
		case PK_KIND_PTR:
			*ret_size = count * btf->word_size;
			return true;
		case PK_KIND_INT:
		case PK_KIND_STRUCT:
		case PK_KIND_UNION:
		case PK_KIND_ENUM:
		case PK_KIND_ENUM64:
		case PK_KIND_FLOAT:
			*ret_size = count * type.size_or_type;
			return true;
		case PK_KIND_ARRAY:
			if (__builtin_mul_overflow(count, pk_btf_u32(type.btf, type.body + 8),
						   &count) ||
			    count > UINT32_MAX)
				return false;
			id = pk_btf_u32(type.btf, type.body);
			break;
		default:
			return false;
		}
	}
	return false;
}

/* C has two name spaces: "struct a", "union a" and "enum a" are tags; the rest are typedefs or
 * ints. */
struct spelling {
	const char *name;
	enum pk_btf_kind kinds[2];
};

static struct spelling spell(const char *type)
{
	if (!strncmp(type, "struct ", 7))
		return (struct spelling){type + 7, {PK_KIND_STRUCT, PK_KIND_STRUCT}};
	if (!strncmp(type, "union ", 6))
		return (struct spelling){type + 6, {PK_KIND_UNION, PK_KIND_UNION}};
	if (!strncmp(type, "enum ", 5))
		return (struct spelling){type + 5, {PK_KIND_ENUM, PK_KIND_ENUM64}};
	return (struct spelling){type, {PK_KIND_TYPEDEF, PK_KIND_INT}};
}

/* Follow LAYER's hash chain from index LOCAL, then the base's chain from its start. */
static bool find(const struct pk_btf *layer, uint32_t local, const struct spelling *spelling,
		 struct pk_btf_type *type)
{
	for (;;) {
		for (; local != NONE; local = layer->next[local]) {
			pk_btf_unpack(layer, layer->start_id + local - 1, type);
			if ((type->kind == spelling->kinds[0] ||
			     type->kind == spelling->kinds[1]) &&
			    !strcmp(type->name, spelling->name))
				return true;
		}
		layer = layer->base;
		if (!layer)
			return false;
		local = layer->hash[pk_hash_name(spelling->name) & layer->hash_mask];
	}
}

/* The first type of this spelling, and the one after TYPE. */
static bool find_first(const struct pk_btf *btf, const struct spelling *spelling,
		       struct pk_btf_type *type)
{
	return find(btf, btf->hash[pk_hash_name(spelling->name) & btf->hash_mask], spelling, type);
}

static bool find_next(const struct spelling *spelling, struct pk_btf_type *type)
{
	const struct pk_btf *layer = type->btf;

	return find(layer, layer->next[type->id - layer->start_id + 1], spelling, type);
}

enum pk_status pk_btf_type_size(const struct pk_btf *btf, const char *name, uint64_t *ret_size)
{
	struct spelling spelling = spell(name);
	struct pk_btf_type type;

	for (bool any = find_first(btf, &spelling, &type); any; any = find_next(&spelling, &type))
		if (type_size(btf, type.id, ret_size))
			return PK_OK;
	return PK_ABSENT;
}

/* A place inside a struct: bit offset BITS, type ID, and WIDTH bits if a bit-field. */
struct place {
	uint64_t bits;
	uint32_t id, width;
};

static void member_at(const struct pk_btf_type *owner, uint32_t index, struct place *place)
{
	uint32_t at = owner->body + 12 * index, offset = pk_btf_u32(owner->btf, at + 8);

	place->id = pk_btf_u32(owner->btf, at + 4);
	place->bits = owner->flag ? offset & 0xffffff : offset;
	place->width = owner->flag ? offset >> 24 : 0;
}

/* Without kind_flag, an int type narrower than its bytes marks a bit-field. */
static void old_bitfield(const struct pk_btf *btf, struct place *place)
{
	struct pk_btf_type type;
	uint32_t encoding;

	if (place->width || !strip(btf, place->id, &type) || type.kind != PK_KIND_INT)
		return;
	encoding = pk_btf_u32(type.btf, type.body);
	if ((encoding & 0xff) == 8 * type.size_or_type && !(encoding >> 16 & 0xff) &&
	    !(place->bits & 7))
		return;
	place->width = encoding & 0xff;
	place->bits += encoding >> 16 & 0xff;
}

/* Look for a name of LEN characters. Structs that contain each other could make the search endless,
 * so a budget limits the members visited; the largest struct, unnamed parts included, has some
 * hundreds. */
struct search {
	const char *name;
	size_t len;
	unsigned budget;
};

/* The member of OWNER, looking through unnamed structs and unions. */
static bool find_member(const struct pk_btf *btf, const struct pk_btf_type *owner,
			struct search *search, int depth, struct place *ret_place)
{
	const char *name = search->name;
	size_t len = search->len;

	if (depth == PK_BTF_MAX_CHAIN ||
	    (owner->kind != PK_KIND_STRUCT && owner->kind != PK_KIND_UNION))
		return false;
	for (uint32_t i = 0; i < owner->vlen; i++) {
		const char *text =
			pk_btf_string(owner->btf, pk_btf_u32(owner->btf, owner->body + 12 * i));
		struct place place;
		struct pk_btf_type inner;

		/* Asked first: an inner search may have used it up. */
		if (!search->budget)
			return false;
		search->budget--;
		if (text[0] && (strncmp(text, name, len) || text[len]))
			continue;
		member_at(owner, i, &place);
		if (text[0]) {
			old_bitfield(btf, &place);
			*ret_place = place;
			return true;
		}
		if (strip(btf, place.id, &inner) &&
		    find_member(btf, &inner, search, depth + 1, ret_place)) {
			ret_place->bits += place.bits;
			return true;
		}
	}
	return false;
}

/* "[3]" at *PATH steps into that element; an array without an index stands for its first one. */
static bool step_index(const struct pk_btf *btf, const char **path, struct place *place)
{
	struct pk_btf_type type;

	while (strip(btf, place->id, &type) && type.kind == PK_KIND_ARRAY) {
		uint64_t size, index = 0;

		if (**path == '[') {
			char *end;

			index = strtoull(*path + 1, &end, 10);
			if (*end != ']')
				return false;
			*path = end + 1;
		} else if (**path != '.') {
			return true;
		}
		place->id = pk_btf_u32(type.btf, type.body);
		if (!type_size(btf, place->id, &size) || index > UINT32_MAX)
			return false;
		place->bits += 8 * size * index;
	}
	return **path != '[';
}

static bool walk_path(const struct pk_btf *btf, const struct pk_btf_type *first, const char *path,
		      struct place *ret_place)
{
	struct place place = {0, first->id, 0}, inner;
	struct pk_btf_type owner;

	for (int i = 0; i < PK_BTF_MAX_CHAIN; i++) {
		struct search search = {path, strcspn(path, ".["), MAX_MEMBERS};

		if (!search.len || !strip(btf, place.id, &owner) ||
		    !find_member(btf, &owner, &search, 0, &inner))
			return false;
		inner.bits += place.bits;
		place = inner;
		path += search.len;
		if (!step_index(btf, &path, &place))
			return false;
		if (!*path) {
			*ret_place = place;
			return true;
		}
		if (*path++ != '.')
			return false;
	}
	return false;
}

static bool is_signed(const struct pk_btf_type *type)
{
	if (type->kind == PK_KIND_INT)
		return pk_btf_u32(type->btf, type->body) >> 24 & 1;
	if (type->kind != PK_KIND_ENUM && type->kind != PK_KIND_ENUM64)
		return false;
	if (type->flag)
		return true;
	/* Before 6.0 enums carry no sign: a negative value reveals it. */
	return type->kind == PK_KIND_ENUM &&
	       pk_any(type->vlen, i, (int32_t)pk_btf_u32(type->btf, type->body + 8 * i + 4) < 0);
}

bool pk_bitfield(struct pk_member *member, uint64_t bit, uint32_t width, uint64_t struct_size,
		 bool big_endian)
{
	uint64_t size = member->size, start;

	if (!size || size > 8 || size & (size - 1) ||
	    bit / (8 * size) * size + size > struct_size || bit % (8 * size) + width > 8 * size)
		for (size = 1; size <= 8 && bit % (8 * size) + width > 8 * size; size *= 2)
			;
	if (!width || size > 8)
		return false;
	start = bit % (8 * size);
	member->offset = bit / (8 * size) * size;
	member->size = size;
	member->bit_size = width;
	member->bit_offset = (uint32_t)(big_endian ? 8 * size - start - width : start);
	return true;
}

static bool big_endian(const struct pk_btf *btf)
{
	return btf->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static bool describe(const struct pk_btf *btf, const struct place *place, uint64_t struct_size,
		     struct pk_member *ret_member)
{
	struct pk_member member = {0};
	struct pk_btf_type type;
	uint32_t id = place->id;

	if (!type_size(btf, id, &member.size) || !strip(btf, id, &type))
		return false;
	pk_btf_type_text(btf, id, 0, member.type, sizeof(member.type));
	member.is_pointer = type.kind == PK_KIND_PTR;
	member.is_array = type.kind == PK_KIND_ARRAY;
	if (member.is_array)
		member.elements = pk_btf_u32(type.btf, type.body + 8);
	for (int i = 0; i < PK_BTF_MAX_CHAIN && type.kind == PK_KIND_ARRAY; i++)
		if (!strip(btf, pk_btf_u32(type.btf, type.body), &type))
			return false;
	member.is_signed = is_signed(&type);
	member.offset = place->bits / 8;
	if (place->width &&
	    !pk_bitfield(&member, place->bits, place->width, struct_size, big_endian(btf)))
		return false;
	*ret_member = member;
	return true;
}

enum pk_status pk_btf_member(const struct pk_btf *btf, const char *name, const char *path,
			     struct pk_member *ret_member)
{
	struct spelling spelling = spell(name);
	struct pk_btf_type type;
	struct place place;
	uint64_t size;

	for (bool any = find_first(btf, &spelling, &type); any; any = find_next(&spelling, &type)) {
		if (!walk_path(btf, &type, path, &place))
			continue;
		if (type_size(btf, type.id, &size) && describe(btf, &place, size, ret_member))
			return PK_OK;
		return PK_CORRUPT;
	}
	return PK_ABSENT;
}

static int64_t enum_value(const struct pk_btf_type *type, bool negative, uint32_t index)
{
	const struct pk_btf *btf = type->btf;
	uint32_t at = type->body + index * extra[type->kind].each + 4;

	if (type->kind == PK_KIND_ENUM64)
		return (int64_t)((uint64_t)pk_btf_u32(btf, at + 4) << 32 | pk_btf_u32(btf, at));
	return negative ? (int64_t)(int32_t)pk_btf_u32(btf, at) : (int64_t)pk_btf_u32(btf, at);
}

static bool find_enumerator(const struct pk_btf *btf, const char *name, int64_t *ret_value)
{
	uint32_t i = btf->enum_hash[pk_hash_name(name) & btf->enum_mask];

	for (; i != NONE; i = btf->enumerators[i].next) {
		const struct enumerator *enumerator = &btf->enumerators[i];
		struct pk_btf_type type;

		pk_btf_unpack(btf, enumerator->type, &type);
		if (strcmp(pk_btf_string(
				   btf, pk_btf_u32(btf, type.body + enumerator->index *
									    extra[type.kind].each)),
			   name))
			continue;
		*ret_value = enum_value(&type, is_signed(&type), enumerator->index);
		return true;
	}
	return false;
}

enum pk_status pk_btf_enumerator(const struct pk_btf *btf, const char *name, int64_t *ret_value)
{
	for (; btf; btf = btf->base)
		if (find_enumerator(btf, name, ret_value))
			return PK_OK;
	return PK_ABSENT;
}

enum pk_status pk_btf_enum_name(const struct pk_btf *btf, const char *tag, int64_t value, char *buf,
				size_t size)
{
	struct spelling spelling = {tag, {PK_KIND_ENUM, PK_KIND_ENUM64}};
	struct pk_btf_type type;

	if (!strncmp(tag, "enum ", 5))
		spelling.name += 5;
	for (bool any = find_first(btf, &spelling, &type); any; any = find_next(&spelling, &type)) {
		bool negative = is_signed(&type);

		for (uint32_t i = 0; i < type.vlen; i++) {
			uint32_t at = type.body + i * extra[type.kind].each;

			if (enum_value(&type, negative, i) != value)
				continue;
			snprintf(buf, size, "%s",
				 pk_btf_string(type.btf, pk_btf_u32(type.btf, at)));
			return PK_OK;
		}
	}
	return PK_ABSENT;
}
