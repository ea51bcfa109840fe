// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/event_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/trace/event_format.h"
#include "text/private.h"

#define MAX_BYTES_SHOWN 64

struct lines {
	struct pk_ctx *ctx;
	const struct pk_formats *formats; /* NULL: not to be had */
	const struct pk_instance *instance;
	struct pk_flag_letters letters;
	struct pk_event_line line;
	bool nomem;
	struct pk_event_value none; /* what is written without memory */
};

static struct pk_event_value *add(struct lines *lines, const char *name, const char *lead,
				  enum pk_value_kind kind, uint64_t number)
{
	struct pk_event_line *line = &lines->line;
	struct pk_event_value *value = &lines->none;

	if (pk_grow(line->values, line->nr, line->room))
		value = &line->values[line->nr++];
	else
		lines->nomem = true;
	value->name = name;
	value->lead = lead;
	value->kind = kind;
	value->number = number;
	value->text[0] = '\0';
	return value;
}

/* A name as the kernel's %ps, with the offset only where the address is not the function's start. */
static void add_symbol(struct lines *lines, const char *name, const char *lead, uint64_t addr)
{
	struct pk_event_value *value = add(lines, name, lead, PK_VALUE_TEXT, addr);
	struct pk_symbol symbol;
	char offset[24] = "";

	if (pk_symbol_at(lines->ctx, addr, &symbol) != PK_OK) {
		snprintf(value->text, sizeof(value->text), "0x%" PRIx64, addr);
		return;
	}
	if (symbol.addr != addr)
		snprintf(offset, sizeof(offset), "+0x%" PRIx64, addr - symbol.addr);
	snprintf(value->text, sizeof(value->text), "%s%s%s%s%s", symbol.name, offset,
		 symbol.module[0] ? " [" : "", symbol.module, symbol.module[0] ? "]" : "");
}

static void add_graph(struct lines *lines, const struct pk_graph_event *graph)
{
	uint64_t word = lines->ctx->target->facts.word_size;

	add_symbol(lines, "func", NULL, graph->func);
	add(lines, "depth", NULL, PK_VALUE_INT, (uint64_t)graph->depth);
	if (graph->is_entry) {
		if (graph->retaddr)
			add_symbol(lines, "retaddr", NULL, graph->retaddr);
		add(lines, "args", "", PK_VALUE_LIST, graph->nr_args);
		for (uint32_t i = 0; i < graph->nr_args; i++)
			add(lines, NULL, " arg=", PK_VALUE_ADDR,
			    pk_uint(lines->ctx, graph->args + i * word, word));
		return;
	}
	add(lines, "overrun", NULL, PK_VALUE_UINT, graph->overrun);
	add(lines, "calltime", NULL, PK_VALUE_NS, graph->calltime);
	add(lines, "rettime", NULL, PK_VALUE_NS, graph->rettime);
	if (graph->has_retval)
		add(lines, "retval", NULL, PK_VALUE_ADDR, graph->retval);
}

static bool is_text(const struct pk_field *field)
{
	return strstr(field->type, "char[") || strstr(field->type, "char [") ||
	       (strstr(field->type, "char") && strchr(field->type, '['));
}

/* Bytes up to the first NUL if they are text, in hex otherwise. */
static void bytes_text(const struct pk_field *field, const uint8_t *bytes, uint32_t len, char *buf)
{
	uint32_t at = 0;

	if (is_text(field)) {
		snprintf(buf, PK_VALUE_TEXT_MAX, "\"%.*s\"", (int)strnlen((const char *)bytes, len),
			 (const char *)bytes);
		return;
	}
	buf[0] = '\0';
	for (uint32_t i = 0; i < len && i < MAX_BYTES_SHOWN; i++)
		at += (uint32_t)sprintf(buf + at, "%02x", bytes[i]);
	if (len > MAX_BYTES_SHOWN)
		sprintf(buf + at, "...");
}

/* Addresses one after the other, as many as the entry holds: the array's own size is often a lie. */
static bool words_text(struct lines *lines, const struct pk_event *event,
		       const struct pk_field *field, char *buf)
{
	uint32_t word = lines->ctx->target->facts.word_size, at = 0, len;

	if (field->where != PK_FIELD_PLAIN || strncmp(field->type, "unsigned long", 13) ||
	    !strchr(field->type, '[') || field->offset > event->len)
		return false;
	len = event->len - field->offset;
	if (field->size && field->size < len)
		len = field->size;
	buf[0] = '\0';
	for (uint32_t i = 0; i + word <= len && at < PK_VALUE_TEXT_MAX - 32; i += word)
		at += (uint32_t)sprintf(buf + at, "%s0x%" PRIx64, i ? "," : "",
					pk_uint(lines->ctx, event->data + field->offset + i, word));
	return true;
}

static void add_field(struct lines *lines, const struct pk_event *event,
		      const struct pk_field *field)
{
	struct pk_event_value *value = add(lines, field->name, NULL, PK_VALUE_TEXT, 0);
	const uint8_t *bytes;
	uint32_t len;

	if (pk_event_uint(lines->ctx, event, field, &value->number) == PK_OK) {
		if (strchr(field->type, '*') || (field->size == 8 && !field->is_signed))
			value->kind = PK_VALUE_ADDR;
		else
			value->kind = field->is_signed ? PK_VALUE_INT : PK_VALUE_UINT;
		return;
	}
	if (words_text(lines, event, field, value->text))
		return;
	if (pk_event_bytes(lines->ctx, event, field, &bytes, &len) == PK_OK)
		bytes_text(field, bytes, len, value->text);
	else
		value->kind = PK_VALUE_UNREADABLE;
}

static bool is_blk(struct pk_ctx *ctx, const struct pk_event *event)
{
	return pk_has(ctx, PK_R_TRACE_BLK) &&
	       pk_layout_get(ctx, PK_R_TRACE_BLK)->value == event->type;
}

/* The one built-in entry that the kernel has no format for: fields by its layout. */
static void add_blk(struct lines *lines, const struct pk_event *event)
{
	static const struct {
		enum pk_row_id row;
		const char *name;
	} fields[] = {
		{PK_R_blk_device, "device"}, {PK_R_blk_sector, "sector"},
		{PK_R_blk_bytes, "bytes"},   {PK_R_blk_action, "action"},
		{PK_R_blk_error, "error"},   {PK_R_blk_pdu_len, "pdu_len"},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(fields); i++) {
		struct pk_event_value *value = add(lines, fields[i].name, NULL, PK_VALUE_UINT, 0);

		if (!pk_has(lines->ctx, fields[i].row) ||
		    pk_struct_uint(lines->ctx, event->data, event->len, fields[i].row,
				   &value->number) != PK_OK)
			value->kind = PK_VALUE_ABSENT;
	}
}

static void make_line(struct lines *lines, const struct pk_event *event)
{
	const struct pk_format *format =
		lines->formats ? pk_format_by_id(lines->formats, event->type) : NULL;
	struct pk_event_line *line = &lines->line;
	struct pk_graph_event graph;
	uint64_t ip, parent_ip;

	line->event = *event;
	line->nr = 0;
	line->system = format ? format->system : NULL;
	line->name = format ? format->name : is_blk(lines->ctx, event) ? "blk" : NULL;
	line->clock_in_ns = lines->instance->clock_in_ns;
	if (pk_comm_saved(lines->ctx, event->pid, line->comm, sizeof(line->comm)) != PK_OK)
		snprintf(line->comm, sizeof(line->comm), "<...>");
	pk_flag_letters_put(&lines->letters, event, line->flags);
	if (pk_graph_event(lines->ctx, event, &graph) == PK_OK) {
		add_graph(lines, &graph);
	} else if (pk_function_event(lines->ctx, event, &ip, &parent_ip) == PK_OK) {
		add_symbol(lines, "ip", " ", ip);
		add_symbol(lines, "parent_ip", " <-", parent_ip);
	} else if (format) {
		for (uint32_t i = 0; i < format->nr_fields; i++)
			add_field(lines, event, &format->fields[i]);
	} else if (is_blk(lines->ctx, event)) {
		add_blk(lines, event);
	} else {
		static const struct pk_field whole = {.name = "data", .type = ""};
		struct pk_event_value *value = add(lines, "data", NULL, PK_VALUE_TEXT, 0);

		bytes_text(&whole, event->data, event->len, value->text);
	}
}

/* The events of a cursor past the first SKIP; without FN they are only counted. */
static enum pk_status walk(struct lines *lines, struct pk_trace *trace, uint64_t since, int cpu,
			   uint64_t skip, pk_event_line_fn fn, void *arg, uint64_t *ret_nr)
{
	struct pk_cursor *cursor;
	struct pk_event event;
	uint64_t nr = 0;
	bool stopped = false;
	enum pk_status status = pk_cursor_open(trace, since, UINT64_MAX, cpu, &cursor);

	if (status != PK_OK)
		return status;
	while (!stopped && (status = pk_cursor_next(cursor, &event)) == PK_OK) {
		if (event.ts < lines->instance->time_start)
			continue; /* the kernel's own readers hide them */
		if (nr++ < skip || !fn)
			continue;
		make_line(lines, &event);
		stopped = lines->nomem || !fn(&lines->line, arg);
	}
	pk_cursor_close(cursor);
	*ret_nr = nr;
	if (lines->nomem)
		return pk_fail(lines->ctx, PK_NOMEM, "fields of an event");
	return status == PK_ABSENT ? PK_OK : status;
}

/* Where to begin for the newest N: back by more and more pages until there are that many events. */
static enum pk_status newest_since(struct lines *lines, struct pk_trace *trace, int cpu,
				   uint64_t newest, uint64_t *ret_since, uint64_t *ret_skip)
{
	uint64_t pages = newest / 64 + pk_trace_nr_cpus(trace), since, nr;
	enum pk_status status;

	for (;; pages *= 4) {
		status = pk_trace_time_back(trace, pages, &since);
		if (status == PK_OK)
			status = walk(lines, trace, since, cpu, 0, NULL, NULL, &nr);
		if (status != PK_OK)
			return status;
		if (nr >= newest || !since)
			break;
	}
	*ret_since = since;
	*ret_skip = nr > newest ? nr - newest : 0;
	return PK_OK;
}

enum pk_status pk_event_lines_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   struct pk_trace *trace, int cpu, uint64_t newest,
				   pk_event_line_fn fn, void *arg, uint64_t *ret_nr)
{
	struct lines *lines = calloc(1, sizeof(*lines));
	uint64_t since = 0, skip = 0;
	enum pk_status status = PK_OK;

	if (!lines)
		return pk_fail(ctx, PK_NOMEM, "fields of events");
	lines->ctx = ctx;
	lines->instance = instance;
	pk_flag_letters_init(&lines->letters, ctx);
	if (pk_formats_load(ctx, &lines->formats) != PK_OK) {
		pk_warn(ctx, "%s", pk_error(ctx));
		lines->formats = NULL;
	}
	if (newest)
		status = newest_since(lines, trace, cpu, newest, &since, &skip);
	if (status == PK_OK)
		status = walk(lines, trace, since, cpu, skip, fn, arg, ret_nr);
	free(lines->line.values);
	free(lines);
	return status;
}
