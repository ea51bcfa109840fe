// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/kit.h"

#define ROW(id, kind, names, required, ...) [PK_R_##id] = {#id, SUBJECT, kind, required, names},
#define REQUIRED true
#define MEMBER(id, ...) ROW(id, PK_ROW_MEMBER, __VA_ARGS__, false, )
#define SIZE(id, ...) ROW(id, PK_ROW_SIZE, __VA_ARGS__, false, )
#define ENUM(id, ...) ROW(id, PK_ROW_ENUM, __VA_ARGS__, false, )
#define SYMBOL(id, ...) ROW(id, PK_ROW_SYMBOL, __VA_ARGS__, false, )
static const struct pk_row rows[PK_NR_ROWS] = {
#include "core/layout/all.def"
};
#undef MEMBER
#undef SIZE
#undef ENUM
#undef SYMBOL
#undef REQUIRED

const struct pk_row *pk_row(enum pk_row_id id)
{
	return &rows[id];
}

/* Split "trace_array:array_buffer.buffer" and ask the target; a bare type name means a struct. */
static enum pk_status resolve_member(struct pk_target *target, const char *name,
				     struct pk_row_value *value)
{
	char type[PK_TYPE_NAME_MAX + 8], text[PK_TYPE_NAME_MAX];
	const char *colon = strchr(name, ':');

	if (!colon || (size_t)(colon - name) >= sizeof(text))
		return PK_CORRUPT;
	memcpy(text, name, colon - name);
	text[colon - name] = '\0';
	snprintf(type, sizeof(type), "%s%s", strchr(text, ' ') ? "" : "struct ", text);
	return target->ops->member(target, type, colon + 1, &value->member);
}

static enum pk_status resolve_candidate(struct pk_target *target, enum pk_row_kind kind,
					const char *name, struct pk_row_value *value)
{
	enum pk_status status = PK_ABSENT;
	int64_t number = 0;

	switch (kind) {
	case PK_ROW_MEMBER:
		return resolve_member(target, name, value);
	case PK_ROW_SIZE:
		/* sizes are steps of walks, which must advance */
		status = target->ops->type_size(target, name, &value->value);
		return status == PK_OK && !value->value ? PK_CORRUPT : status;
	case PK_ROW_ENUM:
		status = target->ops->enumerator(target, name, &number);
		value->value = (uint64_t)number;
		return status;
	case PK_ROW_SYMBOL:
		return target->ops->symbol(target, name, &value->value);
	}
	return status;
}

static bool integer_size(uint64_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* If a candidate fails for any reason but absence, the row is unknown: taking an older name would
 * be wrong if the newer one exists. */
static void resolve(struct pk_target *target, const struct pk_row *row, struct pk_row_value *value)
{
	const char *names = row->names;

	for (unsigned i = 0; *names; i++) {
		char name[2 * PK_TYPE_NAME_MAX];
		size_t len = strcspn(names, "|");

		if (len >= sizeof(name))
			break;
		memcpy(name, names, len);
		name[len] = '\0';
		value->status = resolve_candidate(target, row->kind, name, value);
		value->candidate = i;
		if (value->status == PK_OK) {
			value->state = PK_ROW_FOUND;
			if (row->kind == PK_ROW_MEMBER && !value->member.bit_size &&
			    integer_size(value->member.size))
				value->plain = (uint8_t)value->member.size;
			return;
		}
		if (value->status != PK_ABSENT) {
			value->state = PK_ROW_UNKNOWN;
			return;
		}
		names += len + (names[len] == '|');
	}
	value->state = PK_ROW_ABSENT;
	value->status = PK_ABSENT;
}

const struct pk_row_value *pk_layout_resolve(struct pk_ctx *ctx, enum pk_row_id id)
{
	resolve(ctx->target, &rows[id], &ctx->layout.rows[id]);
	return &ctx->layout.rows[id];
}

/* A module's debuginfo may have been loaded since (crash's "mod -s"). */
static void forget_unknown(struct pk_row_value *value, const struct pk_row *row)
{
	if (value->state == PK_ROW_UNKNOWN && value->status == PK_UNSUPPORTED &&
	    strchr(row->names, '@'))
		value->state = PK_ROW_UNRESOLVED;
}

void pk_layout_warm(struct pk_ctx *ctx, const char *subject)
{
	for (int id = 0; id < PK_NR_ROWS; id++)
		if (!subject || !strcmp(subject, rows[id].subject)) {
			forget_unknown(&ctx->layout.rows[id], &rows[id]);
			pk_layout_get(ctx, id);
		}
}

/* Of a module that is loaded nobody may know the types: pk_kernel_member(). */
static enum pk_status row_lacking(struct pk_ctx *ctx, enum pk_row_id id, enum pk_status why)
{
	const char *names = rows[id].names, *at = strchr(names, '@');
	char module[64];

	if (at)
		snprintf(module, sizeof(module), "%.*s", (int)strcspn(at + 1, ":|"), at + 1);
	if (why == PK_UNSUPPORTED && at)
		return pk_fail(ctx, why,
			       "%s: the dump has no types of module %s: its debuginfo has them "
			       "(" PK_GIVE_TYPES ")",
			       names, module, module, module);
	return pk_fail(ctx, why, "%s: %s%s", names, pk_status_name(why),
		       why == PK_ABSENT ? " in this kernel" : "");
}

static enum pk_status row_found(struct pk_ctx *ctx, enum pk_row_id id,
				const struct pk_row_value **ret_value)
{
	const struct pk_row_value *value = pk_layout_get(ctx, id);

	if (value->state != PK_ROW_FOUND)
		return row_lacking(ctx, id, value->status);
	*ret_value = value;
	return PK_OK;
}

enum pk_status pk_row_offset(struct pk_ctx *ctx, enum pk_row_id id, uint64_t *ret_offset)
{
	const struct pk_row_value *value;
	enum pk_status status = row_found(ctx, id, &value);

	if (status == PK_OK)
		*ret_offset = value->member.offset;
	return status;
}

enum pk_status pk_row_value(struct pk_ctx *ctx, enum pk_row_id id, uint64_t *ret_value)
{
	const struct pk_row_value *value;
	enum pk_status status = row_found(ctx, id, &value);

	if (status == PK_OK)
		*ret_value = value->value;
	return status;
}

/* A pointer is never signed; a bit-field counts from the least significant bit of its unit. */
static uint64_t member_value(const struct pk_ctx *ctx, const struct pk_member *member,
			     const void *bytes)
{
	uint64_t value;

	if (!member->bit_size)
		return member->is_signed ? (uint64_t)pk_sint(ctx, bytes, member->size)
					 : pk_uint(ctx, bytes, member->size);
	value = pk_uint(ctx, bytes, member->size) >> member->bit_offset;
	if (member->bit_size < 64)
		value &= (1ull << member->bit_size) - 1;
	return value;
}

static enum pk_status integer_found(struct pk_ctx *ctx, enum pk_row_id id,
				    const struct pk_row_value **ret_row)
{
	enum pk_status status = row_found(ctx, id, ret_row);

	if (status == PK_OK && !integer_size((*ret_row)->member.size))
		status = pk_fail(ctx, PK_UNSUPPORTED, "%s is no integer (%llu bytes)",
				 rows[id].names, (unsigned long long)(*ret_row)->member.size);
	return status;
}

enum pk_status pk_member_uint(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
			      uint64_t *ret_value)
{
	const struct pk_row_value *row;
	uint8_t bytes[8];
	enum pk_status status = integer_found(ctx, id, &row);

	if (status != PK_OK)
		return status;
	status = pk_read(ctx, base + row->member.offset, bytes, row->member.size);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "%s", rows[id].id);
	*ret_value = member_value(ctx, &row->member, bytes);
	return PK_OK;
}

uint64_t pk_member_or_zero(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id)
{
	uint64_t value;
	enum pk_status status;

	if (!base || !pk_has(ctx, id))
		return 0;
	status = pk_member_uint(ctx, base, id, &value);
	if (status == PK_UNREADABLE)
		pk_warn(ctx, "taken for 0: %s", pk_error(ctx));
	return status == PK_OK ? value : 0;
}

enum pk_status pk_struct_uint_checked(struct pk_ctx *ctx, const void *buf, size_t len,
				      enum pk_row_id id, uint64_t *ret_value)
{
	const struct pk_row_value *row;
	enum pk_status status = integer_found(ctx, id, &row);

	if (status != PK_OK)
		return status;
	if (row->member.offset > len || row->member.size > len - row->member.offset)
		return pk_fail(ctx, PK_CORRUPT, "%s lies past the %zu bytes that were read",
			       rows[id].id, len);
	*ret_value = member_value(ctx, &row->member, (const uint8_t *)buf + row->member.offset);
	return PK_OK;
}

enum pk_status pk_row_offsets(struct pk_ctx *ctx, const struct pk_wanted *wanted, size_t nr)
{
	enum pk_status status = PK_OK;

	for (size_t i = 0; status == PK_OK && i < nr; i++)
		status = pk_row_offset(ctx, wanted[i].id, wanted[i].ret);
	return status;
}

enum pk_status pk_row_values(struct pk_ctx *ctx, const struct pk_wanted *wanted, size_t nr)
{
	enum pk_status status = PK_OK;

	for (size_t i = 0; status == PK_OK && i < nr; i++)
		status = pk_row_value(ctx, wanted[i].id, wanted[i].ret);
	return status;
}

enum pk_status pk_member_uints(struct pk_ctx *ctx, uint64_t base, const struct pk_wanted *wanted,
			       size_t nr)
{
	enum pk_status status = PK_OK;

	for (size_t i = 0; status == PK_OK && i < nr; i++)
		status = pk_member_uint(ctx, base, wanted[i].id, wanted[i].ret);
	return status;
}

enum pk_status pk_struct_uints(struct pk_ctx *ctx, const void *buf, size_t len,
			       const struct pk_wanted *wanted, size_t nr)
{
	enum pk_status status = PK_OK;

	for (size_t i = 0; status == PK_OK && i < nr; i++)
		status = pk_struct_uint(ctx, buf, len, wanted[i].id, wanted[i].ret);
	return status;
}

static int compare_names(const void *key, const void *entry)
{
	return strcmp(key, *(const char *const *)entry);
}

bool pk_layout_met(const char *name)
{
	static const char *const met[] = {
#include "layout_met.h" /* of core/layout/met */
	};

	return bsearch(name, met, PK_ARRAY_SIZE(met), sizeof(met[0]), compare_names) != NULL;
}
