// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/event_format_private.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define MAX_FIELDS 512
#define MAX_NAME 256
#define MAX_PRINT_FMT 65536
#define MAX_FIELD_STRUCT 256

#define LL(x) ((unsigned long long)(x))

static enum pk_field_where where_of(const char *type)
{
	if (!strncmp(type, "__data_loc", 10))
		return PK_FIELD_DATA_LOC;
	if (!strncmp(type, "__rel_loc", 9))
		return PK_FIELD_REL_LOC;
	return PK_FIELD_PLAIN;
}

static enum pk_status read_field(struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
				 struct pk_field *ret_field)
{
	uint64_t name_at, type_at, offset, size, is_signed, array_len = 0, filter = 0;
	char name[MAX_NAME], type[MAX_NAME];
	struct pk_field field = {0};
	enum pk_status status = pk_struct_uints(
		ctx, bytes, len,
		PK_WANTED({PK_R_event_field_name, &name_at}, {PK_R_event_field_type, &type_at},
			  {PK_R_event_field_offset, &offset}, {PK_R_event_field_bytes, &size},
			  {PK_R_event_field_is_signed, &is_signed}));

	if (status == PK_OK && pk_has(ctx, PK_R_event_field_len))
		status = pk_struct_uint(ctx, bytes, len, PK_R_event_field_len, &array_len);
	if (status == PK_OK && pk_has(ctx, PK_R_event_field_filter))
		status = pk_struct_uint(ctx, bytes, len, PK_R_event_field_filter, &filter);
	if (status == PK_OK)
		status = pk_read_string(ctx, name_at, name, sizeof(name));
	if (status == PK_OK)
		status = pk_read_string(ctx, type_at, type, sizeof(type));
	if (status != PK_OK)
		return status;
	if (offset > UINT16_MAX || size > UINT16_MAX)
		return pk_fail(ctx, PK_CORRUPT, "field %s at %llu of %llu bytes", name, LL(offset),
			       LL(size));
	field = (struct pk_field){.name = strdup(name),
				  .type = strdup(type),
				  .offset = (uint32_t)offset,
				  .size = (uint32_t)size,
				  .len = (uint32_t)array_len,
				  .is_signed = is_signed != 0,
				  .where = where_of(type),
				  .filter = (int32_t)filter};
	if (!field.name || !field.type) {
		free(field.name);
		free(field.type);
		return pk_fail(ctx, PK_NOMEM, "a field");
	}
	*ret_field = field;
	return PK_OK;
}

static enum pk_status add_field(struct pk_ctx *ctx, struct pk_format *format, uint32_t *room,
				const uint8_t *bytes, size_t len)
{
	enum pk_status status;

	if (!pk_grow(format->fields, format->nr_fields, *room))
		return pk_fail(ctx, PK_NOMEM, "%u fields", format->nr_fields + 1);
	status = read_field(ctx, bytes, len, &format->fields[format->nr_fields]);
	if (status == PK_OK)
		format->nr_fields++;
	return status;
}

/* Fields are added at the head of their list: declaration order is from its end. */
static enum pk_status walk_fields(struct pk_ctx *ctx, struct pk_format *format, uint64_t head)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t word = ctx->target->facts.word_size, at, link, len;
	uint8_t bytes[MAX_FIELD_STRUCT];
	struct pk_cycle cycle = {0};
	uint32_t room = 0;

	link = pk_offset(&r, PK_R_event_field_link);
	len = pk_value(&r, PK_R_event_field_size);
	if (pk_ok(&r) && (len > sizeof(bytes) || link + 2 * word > len))
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "struct ftrace_event_field of %llu bytes",
				   LL(len)));
	at = pk_pointer(&r, head + word);
	while (pk_ok(&r) && at != head) {
		/* Never initialised: a class whose events were not set up yet. */
		if (!at && !format->nr_fields)
			return PK_OK;
		if (pk_cycle_closed(&cycle, at) || format->nr_fields >= MAX_FIELDS)
			return pk_fail(ctx, PK_CORRUPT, "the list of fields does not end");
		pk_load(&r, at - link, bytes, len);
		pk_try(&r, add_field(ctx, format, &room, bytes, len));
		if (pk_ok(&r))
			at = pk_uint(ctx, bytes + link + word, word);
	}
	return r.status;
}

static char *read_print_fmt(struct pk_ctx *ctx, uint64_t addr)
{
	char *text = addr ? malloc(MAX_PRINT_FMT) : NULL;
	char *exact = NULL;

	if (text && pk_read_string(ctx, addr, text, MAX_PRINT_FMT) == PK_OK)
		exact = strdup(text);
	free(text);
	return exact;
}

void pk_format_fill(struct pk_ctx *ctx, struct pk_format_slot *slot)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_format *format = &slot->format;
	uint64_t head;
	uint64_t syscall_enter;

	slot->filled = true;
	format->print_fmt = read_print_fmt(ctx, slot->print_fmt);
	/* Where the list of fields is. get_fields() cannot be called in a dump; of all classes
	 * only that of syscall entries has one, which leads to the syscall's own metadata. */
	if (pk_row_value(ctx, PK_R_event_class_syscall_enter, &syscall_enter) == PK_OK &&
	    slot->class == syscall_enter)
		head = slot->data + pk_offset(&r, PK_R_syscall_metadata_enter_fields);
	else
		head = slot->class + pk_offset(&r, PK_R_event_class_fields);
	pk_try(&r, walk_fields(ctx, format, head));
	if (!pk_ok(&r))
		pk_warn(ctx, "event %s:%s: fields after the first %u: %s", format->system,
			format->name, format->nr_fields, pk_error(ctx));
}

static void add_common(struct pk_ctx *ctx, struct pk_format *format, const char *type,
		       const char *name, enum pk_row_id row)
{
	const struct pk_row_value *value = pk_layout_get(ctx, row);
	struct pk_field field = {.name = strdup(name),
				 .type = strdup(type),
				 .offset = (uint32_t)value->member.offset,
				 .size = (uint32_t)value->member.size,
				 .is_signed = value->member.is_signed};

	if (value->state == PK_ROW_FOUND && field.name && field.type) {
		format->fields[format->nr_fields++] = field;
		return;
	}
	free(field.name);
	free(field.type);
}

void pk_format_fill_common(struct pk_ctx *ctx, struct pk_format_slot *slot)
{
	uint64_t head;
	struct pk_format *format = &slot->format;

	slot->filled = true;
	if (pk_row_value(ctx, PK_R_ftrace_common_fields, &head) == PK_OK) {
		if (walk_fields(ctx, &slot->format, head) != PK_OK)
			pk_warn(ctx, "common fields of events after the first %u: %s",
				slot->format.nr_fields, pk_error(ctx));
		return;
	}
	/* A kernel whose data has no symbols: the four that have always been there. */
	format->fields = calloc(4, sizeof(*format->fields));
	if (!format->fields)
		return;
	add_common(ctx, format, "unsigned short", "common_type", PK_R_trace_entry_type);
	add_common(ctx, format, "unsigned char", "common_flags", PK_R_trace_entry_flags);
	add_common(ctx, format, "unsigned char", "common_preempt_count",
		   PK_R_trace_entry_preempt_count);
	add_common(ctx, format, "int", "common_pid", PK_R_trace_entry_pid);
}
