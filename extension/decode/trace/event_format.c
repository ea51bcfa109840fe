// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "decode/trace/event_format_private.h"

#include <stdlib.h>
#include <string.h>

/*
 * ftrace_events is a list of struct trace_event_call. Each has an id (what trace_entry.type holds), a
 * class (system, fields) and a print_fmt. Loading reads ids and names only, some 2,000 of them; fields
 * and print_fmt follow when a format is asked for, because a trace holds few of them.
 */
#define MAX_EVENTS 65536 /* ids have 16 bits */
#define MAX_NAME 256
#define MAX_CALL_SIZE 4096

#define LL(x) ((unsigned long long)(x))

static enum pk_status dup_string(struct pk_ctx *ctx, uint64_t addr, char **ret_text)
{
	char text[MAX_NAME];
	enum pk_status status = pk_read_string(ctx, addr, text, sizeof(text));

	if (status != PK_OK)
		return status;
	*ret_text = strdup(text);
	return *ret_text ? PK_OK : pk_fail(ctx, PK_NOMEM, "a name");
}

/*
 * The name is call->name, or tp->name where call->tp shares its place (4.2 .. now, vanilla) and the
 * flag TRACEPOINT says that it is meant. el7 sets the flag too but has no member tp.
 */
static enum pk_status read_name(struct pk_ctx *ctx, const uint8_t *call, size_t len, uint64_t flags,
				char **ret_name)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t pointer = 0, is_tracepoint, offset;

	if (pk_has(ctx, PK_R_event_call_tp) &&
	    pk_row_value(ctx, PK_R_TRACE_EVENT_FL_TRACEPOINT, &is_tracepoint) == PK_OK &&
	    (flags & is_tracepoint)) {
		pk_try(&r, pk_struct_uint(ctx, call, len, PK_R_event_call_tp, &pointer));
		offset = pk_offset(&r, PK_R_tracepoint_name);
		pointer = pk_pointer(&r, pointer + offset);
	} else {
		pk_try(&r, pk_struct_uint(ctx, call, len, PK_R_event_call_name, &pointer));
	}
	pk_try(&r, dup_string(ctx, pointer, ret_name));
	return r.status;
}

/* Many events share a class: its system is read once. */
static enum pk_status read_system(struct pk_ctx *ctx, const struct pk_formats *formats,
				  uint64_t class, char **ret_system)
{
	uint64_t pointer;
	enum pk_status status;

	for (uint32_t i = formats->nr; i--;) {
		if (formats->slots[i].class != class)
			continue;
		*ret_system = strdup(formats->slots[i].format.system);
		return *ret_system ? PK_OK : pk_fail(ctx, PK_NOMEM, "a name");
	}
	status = pk_member_uint(ctx, class, PK_R_event_class_system, &pointer);
	return status == PK_OK ? dup_string(ctx, pointer, ret_system) : status;
}

static bool flag_set(struct pk_ctx *ctx, uint64_t flags, enum pk_row_id row)
{
	uint64_t value;

	return pk_row_value(ctx, row, &value) == PK_OK && (flags & value);
}

static enum pk_format_kind kind_of(struct pk_ctx *ctx, const struct pk_format *format,
				   uint64_t flags)
{
	if (!strcmp(format->system, "ftrace") &&
	    flag_set(ctx, flags, PK_R_TRACE_EVENT_FL_IGNORE_ENABLE))
		return PK_FORMAT_BUILTIN;
	if (flag_set(ctx, flags, PK_R_TRACE_EVENT_FL_KPROBE))
		return PK_FORMAT_KPROBE;
	if (flag_set(ctx, flags, PK_R_TRACE_EVENT_FL_UPROBE))
		return PK_FORMAT_UPROBE;
	if (flag_set(ctx, flags, PK_R_TRACE_EVENT_FL_EPROBE))
		return PK_FORMAT_EPROBE;
	if (flag_set(ctx, flags, PK_R_TRACE_EVENT_FL_FPROBE))
		return PK_FORMAT_FPROBE;
	if (!strcmp(format->system, "syscalls"))
		return PK_FORMAT_SYSCALL;
	if (flag_set(ctx, flags, PK_R_TRACE_EVENT_FL_TRACEPOINT) ||
	    !pk_has(ctx, PK_R_TRACE_EVENT_FL_TRACEPOINT))
		return PK_FORMAT_TRACEPOINT;
	return PK_FORMAT_OTHER;
}

static void free_format(struct pk_format *format)
{
	for (uint32_t i = 0; i < format->nr_fields; i++) {
		free(format->fields[i].name);
		free(format->fields[i].type);
	}
	free(format->fields);
	free(format->system);
	free(format->name);
	free(format->print_fmt);
	free(format->probe_symbol);
	free(format->probes);
}

static enum pk_status read_slot(struct pk_ctx *ctx, const struct pk_formats *formats, uint64_t addr,
				struct pk_format_slot *ret)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_format_slot slot = {.format = {.call = addr}};
	uint8_t call[MAX_CALL_SIZE];
	uint64_t id = 0, flags = 0;
	uint64_t len = pk_value(&r, PK_R_event_call_size);

	if (pk_ok(&r) && len > sizeof(call))
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "an event call of %llu bytes", LL(len)));
	pk_load(&r, addr, call, len);
	pk_try(&r, pk_struct_uints(ctx, call, len,
				   PK_WANTED({PK_R_event_call_type, &id},
					     {PK_R_event_call_flags, &flags},
					     {PK_R_event_call_class, &slot.class},
					     {PK_R_event_call_data, &slot.data},
					     {PK_R_event_call_print_fmt, &slot.print_fmt})));
	if (id > UINT16_MAX)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "id %llu", LL(id)));
	pk_try(&r, read_name(ctx, call, len, flags, &slot.format.name));
	pk_try(&r, read_system(ctx, formats, slot.class, &slot.format.system));
	if (!pk_ok(&r)) {
		free_format(&slot.format);
		return pk_wrap(ctx, r.status, "event call %llx", LL(addr));
	}
	slot.format.id = (uint16_t)id;
	slot.format.kind = kind_of(ctx, &slot.format, flags);
	*ret = slot;
	return PK_OK;
}

static enum pk_status add_slot(struct pk_ctx *ctx, struct pk_formats *formats, uint64_t addr)
{
	enum pk_status status;

	if (!pk_grow(formats->slots, formats->nr, formats->room))
		return pk_fail(ctx, PK_NOMEM, "%u event formats", formats->nr);
	status = read_slot(ctx, formats, addr, &formats->slots[formats->nr]);
	if (status == PK_OK)
		formats->nr++;
	else if (status != PK_NOMEM)
		pk_warn(ctx, "%s", pk_error(ctx));
	return status == PK_NOMEM ? status : PK_OK;
}

/* One direction of the list (FROM: offset of next or prev in a list_head), up to END. Writes where it
 * stopped; *ret_broken says that it was not at END. */
static enum pk_status walk_calls(struct pk_ctx *ctx, struct pk_formats *formats, uint64_t head,
				 uint64_t from, uint64_t end, uint64_t *ret_last, bool *ret_broken)
{
	struct pk_cycle cycle = {0};
	uint64_t link, at = head, next;
	enum pk_status status = pk_row_offset(ctx, PK_R_event_call_list, &link);

	*ret_last = head;
	while (status == PK_OK) {
		if (pk_read_ptr(ctx, at + from, &next) != PK_OK)
			break;
		if (next == head || next == end) {
			*ret_broken = false;
			return PK_OK;
		}
		if (pk_cycle_closed(&cycle, next) || formats->nr >= MAX_EVENTS)
			break;
		status = add_slot(ctx, formats, next - link);
		*ret_last = at = next;
	}
	*ret_broken = true;
	return status;
}

static int by_id(const void *a, const void *b)
{
	const struct pk_format_slot *x = a, *y = b;

	return (int)x->format.id - (int)y->format.id;
}

static enum pk_status load(struct pk_ctx *ctx, struct pk_formats *formats)
{
	uint64_t head, last;
	bool broken;
	enum pk_status status = pk_row_value(ctx, PK_R_ftrace_events, &head);

	if (status == PK_OK)
		status = walk_calls(ctx, formats, head, 0, head, &last, &broken);
	if (status == PK_OK && broken) {
		pk_warn(ctx, "ftrace_events list broken after %llx (%u events)", LL(last),
			formats->nr);
		status = walk_calls(ctx, formats, head, ctx->target->facts.word_size, last, &last,
				    &broken);
	}
	if (status != PK_OK)
		return pk_wrap(ctx, status, "event formats");
	pk_formats_mark_dynamic(ctx, formats);
	if (formats->nr)
		qsort(formats->slots, formats->nr, sizeof(*formats->slots), by_id);
	return PK_OK;
}

static void free_formats(void *arg)
{
	struct pk_formats *formats = arg;

	for (uint32_t i = 0; i < formats->nr; i++)
		free_format(&formats->slots[i].format);
	free_format(&formats->common.format);
	free(formats->slots);
	free(formats);
}

enum pk_status pk_formats_load(struct pk_ctx *ctx, const struct pk_formats **ret_formats)
{
	struct pk_formats *formats = ctx->slots[PK_SLOT_FORMATS];
	enum pk_status status;

	if (!formats) {
		formats = calloc(1, sizeof(*formats));
		if (!formats)
			return pk_fail(ctx, PK_NOMEM, "event formats");
		formats->ctx = ctx;
		status = load(ctx, formats);
		if (status != PK_OK) {
			free_formats(formats);
			return status;
		}
		ctx->slots[PK_SLOT_FORMATS] = formats;
		ctx->slot_free[PK_SLOT_FORMATS] = free_formats;
	}
	*ret_formats = formats;
	return PK_OK;
}

uint32_t pk_formats_nr(const struct pk_formats *formats)
{
	return formats->nr;
}

const struct pk_format *pk_formats_at(const struct pk_formats *formats, uint32_t index)
{
	if (index >= formats->nr)
		return NULL;
	if (!formats->slots[index].filled)
		pk_format_fill(formats->ctx, &formats->slots[index]);
	return &formats->slots[index].format;
}

enum pk_format_kind pk_formats_kind(const struct pk_formats *formats, uint32_t index)
{
	return formats->slots[index].format.kind;
}

const struct pk_format *pk_formats_common(const struct pk_formats *formats)
{
	struct pk_format_slot *slot = (struct pk_format_slot *)&formats->common;

	if (!slot->filled)
		pk_format_fill_common(formats->ctx, slot);
	return slot->format.nr_fields ? &slot->format : NULL;
}

/* A capsule that was not asked for the member has the kernel's own list of what all events have. */
static uint64_t added_byte(struct pk_ctx *ctx, enum pk_row_id row, const char *name, uint64_t size)
{
	const struct pk_row_value *value = pk_layout_get(ctx, row);
	const struct pk_format *common = NULL;
	const struct pk_formats *formats;
	const struct pk_field *field;
	uint64_t offset = 0;

	if (value->state == PK_ROW_FOUND)
		offset = value->member.offset;
	else if (value->state == PK_ROW_UNKNOWN && pk_formats_load(ctx, &formats) == PK_OK)
		common = pk_formats_common(formats);
	field = common ? pk_format_field(common, name) : NULL;
	if (field)
		offset = field->offset;
	return offset < size ? offset : 0;
}

uint64_t pk_entry_preempt_lazy_count(struct pk_ctx *ctx, uint64_t size)
{
	return added_byte(ctx, PK_R_trace_entry_preempt_lazy_count, "common_preempt_lazy_count",
			  size);
}

uint64_t pk_entry_migrate_disable(struct pk_ctx *ctx, uint64_t size)
{
	return added_byte(ctx, PK_R_trace_entry_migrate_disable, "common_migrate_disable", size);
}

const struct pk_format *pk_format_by_id(const struct pk_formats *formats, uint16_t id)
{
	const struct pk_format_slot key = {.format = {.id = id}};
	struct pk_format_slot *slot =
		formats->nr ? bsearch(&key, formats->slots, formats->nr, sizeof(key), by_id) : NULL;

	return slot ? pk_formats_at(formats, (uint32_t)(slot - formats->slots)) : NULL;
}

const struct pk_format *pk_format_by_name(const struct pk_formats *formats, const char *system,
					  const char *name)
{
	for (uint32_t i = 0; i < formats->nr; i++) {
		const struct pk_format *format = &formats->slots[i].format;

		if (!strcmp(format->name, name) && !strcmp(format->system, system))
			return pk_formats_at(formats, i);
	}
	return NULL;
}

const struct pk_field *pk_format_field(const struct pk_format *format, const char *name)
{
	return pk_find(format->fields, format->nr_fields, !strcmp(it->name, name));
}
