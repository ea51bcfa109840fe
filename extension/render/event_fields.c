// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/event_fields.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/comm.h"
#include "decode/trace/event_format.h"
#include "text/flags.h"

#define MAX_BYTES_SHOWN 64
#define VALUE_ROOM 1024

struct listing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_formats *formats; /* NULL: not to be had */
	const struct pk_instance *instance;
	struct pk_flag_letters letters;
};

static void print_prefix(struct listing *listing, const struct pk_event *event)
{
	struct pk_out *out = listing->out;
	char comm[32], flags[PK_FLAG_LETTERS_MAX];
	unsigned long long us = (event->ts + 500) / 1000;

	if (pk_comm_saved(listing->ctx, event->pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	pk_flag_letters_put(&listing->letters, event->flags, event->preempt_count, flags);
	pk_out_str(out, "comm", "%16s", comm);
	pk_out_int(out, "pid", "-%-7lld ", event->pid);
	pk_out_int(out, "cpu", "[%03lld] ", event->cpu);
	pk_out_str(out, "flags", "%s", flags);
	pk_out_ns(out, "ts_ns", NULL, event->ts);
	if (listing->instance->clock_in_ns)
		pk_out_text(out, " %5llu.%06llu: ", us / 1000000, us % 1000000);
	else
		pk_out_text(out, " %12llu: ", (unsigned long long)event->ts);
}

/* A name as the kernel's %ps, with the offset only where the address is not the function's start. */
static const char *symbol_text(struct listing *listing, uint64_t addr, char *buf, size_t size)
{
	struct pk_symbol symbol;

	char offset[24] = "";

	if (pk_symbol_at(listing->ctx, addr, &symbol) != PK_OK) {
		snprintf(buf, size, "0x%" PRIx64, addr);
		return buf;
	}
	if (symbol.addr != addr)
		snprintf(offset, sizeof(offset), "+0x%" PRIx64, addr - symbol.addr);
	snprintf(buf, size, "%s%s%s%s%s", symbol.name, offset, symbol.module[0] ? " [" : "",
		 symbol.module, symbol.module[0] ? "]" : "");
	return buf;
}

static void add_symbol(struct listing *listing, const char *key, const char *format, uint64_t addr)
{
	char name[PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 32];

	pk_out_str(listing->out, key, format, symbol_text(listing, addr, name, sizeof(name)));
}

static void print_graph(struct listing *listing, const struct pk_graph_event *graph)
{
	struct pk_out *out = listing->out;
	uint64_t word = listing->ctx->target->facts.word_size;

	add_symbol(listing, "func", " func=%s", graph->func);
	pk_out_int(out, "depth", " depth=%lld", graph->depth);
	if (graph->is_entry) {
		if (graph->retaddr)
			add_symbol(listing, "retaddr", " retaddr=%s", graph->retaddr);
		pk_out_array_begin(out, "args");
		for (uint32_t i = 0; i < graph->nr_args; i++)
			pk_out_addr(out, NULL, " arg=0x%llx",
				    pk_uint(listing->ctx, graph->args + i * word, word));
		pk_out_array_end(out);
		return;
	}
	pk_out_uint(out, "overrun", " overrun=%llu", graph->overrun);
	pk_out_ns(out, "calltime", " calltime=%llu", graph->calltime);
	pk_out_ns(out, "rettime", " rettime=%llu", graph->rettime);
	if (graph->has_retval)
		pk_out_addr(out, "retval", " retval=0x%llx", graph->retval);
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
		snprintf(buf, VALUE_ROOM, "\"%.*s\"", (int)strnlen((const char *)bytes, len),
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
static bool words_text(struct listing *listing, const struct pk_event *event,
		       const struct pk_field *field, char *buf)
{
	uint32_t word = listing->ctx->target->facts.word_size, at = 0, len;

	if (field->where != PK_FIELD_PLAIN || strncmp(field->type, "unsigned long", 13) ||
	    !strchr(field->type, '[') || field->offset > event->len)
		return false;
	len = event->len - field->offset;
	if (field->size && field->size < len)
		len = field->size;
	buf[0] = '\0';
	for (uint32_t i = 0; i + word <= len && at < VALUE_ROOM - 32; i += word)
		at += (uint32_t)sprintf(
			buf + at, "%s0x%" PRIx64, i ? "," : "",
			pk_uint(listing->ctx, event->data + field->offset + i, word));
	return true;
}

static void print_field(struct listing *listing, const struct pk_event *event,
			const struct pk_field *field)
{
	struct pk_ctx *ctx = listing->ctx;
	const uint8_t *bytes;
	char text[VALUE_ROOM];
	uint64_t value;
	uint32_t len;

	pk_out_text(listing->out, " %s=", field->name);
	if (pk_event_uint(ctx, event, field, &value) == PK_OK) {
		if (strchr(field->type, '*') || (field->size == 8 && !field->is_signed))
			pk_out_addr(listing->out, field->name, "0x%llx", value);
		else if (field->is_signed)
			pk_out_int(listing->out, field->name, "%lld", (long long)value);
		else
			pk_out_uint(listing->out, field->name, "%llu", value);
		return;
	}
	if (words_text(listing, event, field, text)) {
		pk_out_str(listing->out, field->name, "%s", text);
		return;
	}
	if (pk_event_bytes(ctx, event, field, &bytes, &len) == PK_OK) {
		bytes_text(field, bytes, len, text);
		pk_out_str(listing->out, field->name, "%s", text);
		return;
	}
	pk_out_null(listing->out, field->name);
	pk_out_text(listing->out, "?");
}

static void print_raw(struct listing *listing, const struct pk_event *event)
{
	static const struct pk_field whole = {.name = "data", .type = ""};
	char text[VALUE_ROOM];

	bytes_text(&whole, event->data, event->len, text);
	pk_out_str(listing->out, "data", " data=%s", text);
}

static bool is_blk(struct listing *listing, const struct pk_event *event)
{
	return pk_has(listing->ctx, PK_R_TRACE_BLK) &&
	       pk_layout_get(listing->ctx, PK_R_TRACE_BLK)->value == event->type;
}

/* The one built-in entry that the kernel has no format for: fields by its layout. */
static void print_blk(struct listing *listing, const struct pk_event *event)
{
	static const struct {
		enum pk_row_id row;
		const char *name, *text;
	} fields[] = {
		{PK_R_blk_device, "device", " device=%llu"},
		{PK_R_blk_sector, "sector", " sector=%llu"},
		{PK_R_blk_bytes, "bytes", " bytes=%llu"},
		{PK_R_blk_action, "action", " action=%llu"},
		{PK_R_blk_error, "error", " error=%llu"},
		{PK_R_blk_pdu_len, "pdu_len", " pdu_len=%llu"},
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		uint64_t value = 0;
		bool known;

		known = pk_has(listing->ctx, fields[i].row) &&
			pk_struct_uint(listing->ctx, event->data, event->len, fields[i].row,
				       &value) == PK_OK;
		pk_out_uint_if(listing->out, fields[i].name, fields[i].text, known, value);
	}
}

static void print_fields(struct listing *listing, const struct pk_event *event,
			 const struct pk_format *format)
{
	struct pk_graph_event graph;
	uint64_t ip, parent_ip;

	if (pk_graph_event(listing->ctx, event, &graph) == PK_OK) {
		print_graph(listing, &graph);
	} else if (pk_function_event(listing->ctx, event, &ip, &parent_ip) == PK_OK) {
		add_symbol(listing, "ip", " %s", ip);
		add_symbol(listing, "parent_ip", " <-%s", parent_ip);
	} else if (format) {
		for (uint32_t i = 0; i < format->nr_fields; i++)
			print_field(listing, event, &format->fields[i]);
	} else if (is_blk(listing, event)) {
		print_blk(listing, event);
	} else {
		print_raw(listing, event);
	}
}

static void print_lost(struct pk_out *out, const struct pk_event *event)
{
	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_out_text(out, "CPU:%d [LOST EVENTS]\n", event->cpu);
	else if (event->lost_before)
		pk_out_text(out, "CPU:%d [LOST %llu EVENTS]\n", event->cpu,
			    (unsigned long long)event->lost_before);
}

static void print_event(struct listing *listing, const struct pk_event *event)
{
	struct pk_out *out = listing->out;
	const struct pk_format *format =
		listing->formats ? pk_format_by_id(listing->formats, event->type) : NULL;
	const char *name;

	print_lost(out, event);
	pk_out_object_begin(out, NULL);
	print_prefix(listing, event);
	pk_out_str(out, "system", NULL, format ? format->system : NULL);
	name = format ? format->name : is_blk(listing, event) ? "blk" : NULL;
	pk_out_str(out, "name", "%s:", name);
	pk_out_uint(out, "type", name ? NULL : "unknown event %llu:", event->type);
	pk_out_uint_if(out, "lost_before", NULL, event->lost_before != PK_LOST_UNKNOWN,
		       event->lost_before);
	pk_out_object_begin(out, "fields");
	print_fields(listing, event, format);
	pk_out_object_end(out);
	pk_out_bool(out, "consumed", event->consumed);
	pk_out_bool(out, "uncommitted", event->uncommitted);
	pk_out_text(out, "%s%s\n", event->consumed ? " (consumed)" : "",
		    event->uncommitted ? " (uncommitted)" : "");
	pk_out_object_end(out);
}

/* The events of a cursor past the first SKIP; with NULL for LISTING they are only counted. */
static enum pk_status walk(struct pk_trace *trace, uint64_t since, int cpu, uint64_t skip,
			   struct listing *listing, uint64_t time_start, uint64_t *ret_nr)
{
	struct pk_cursor *cursor;
	struct pk_event event;
	uint64_t nr = 0;
	enum pk_status status = pk_cursor_open(trace, since, UINT64_MAX, cpu, &cursor);

	if (status != PK_OK)
		return status;
	while ((status = pk_cursor_next(cursor, &event)) == PK_OK) {
		if (event.ts < time_start)
			continue; /* the kernel's own readers hide them */
		if (nr++ >= skip && listing)
			print_event(listing, &event);
		if (listing && listing->out->failed)
			break;
	}
	pk_cursor_close(cursor);
	*ret_nr = nr;
	return status == PK_ABSENT ? PK_OK : status;
}

/* Where to begin for the newest N: back by more and more pages until there are that many events. */
static enum pk_status newest_since(struct pk_trace *trace, int cpu, uint64_t newest,
				   uint64_t time_start, uint64_t *ret_since, uint64_t *ret_skip)
{
	uint64_t pages = newest / 64 + pk_trace_nr_cpus(trace), since, nr;
	enum pk_status status;

	for (;; pages *= 4) {
		status = pk_trace_time_back(trace, pages, &since);
		if (status == PK_OK)
			status = walk(trace, since, cpu, 0, NULL, time_start, &nr);
		if (status != PK_OK)
			return status;
		if (nr >= newest || !since)
			break;
	}
	*ret_since = since;
	*ret_skip = nr > newest ? nr - newest : 0;
	return PK_OK;
}

enum pk_status pk_render_event_fields(struct pk_ctx *ctx, struct pk_out *out,
				      const struct pk_instance *instance, struct pk_trace *trace,
				      int cpu, uint64_t newest)
{
	struct listing listing = {.ctx = ctx, .out = out, .instance = instance};
	uint64_t since = 0, skip = 0, nr;
	enum pk_status status = PK_OK;

	pk_flag_letters_init(&listing.letters, ctx);
	if (pk_formats_load(ctx, &listing.formats) != PK_OK) {
		pk_warn(ctx, "%s", ctx->error);
		listing.formats = NULL;
	}
	if (newest)
		status = newest_since(trace, cpu, newest, instance->time_start, &since, &skip);
	if (status == PK_OK)
		status = walk(trace, since, cpu, skip, &listing, instance->time_start, &nr);
	if (status == PK_OK && !nr)
		pk_out_text(out, instance->expanded
					 ? "no events are held\n"
					 : "no events: tracing was never used on this machine\n");
	return status;
}
