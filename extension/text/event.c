// SPDX-License-Identifier: GPL-3.0-or-later
/* The text of one event: built-in entries and probe events as the kernel's C functions print them, the rest by
 * their print_fmt. What cannot be printed exactly shows its fields and says so. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text/print_fmt.h"
#include "text/private.h"

#define MAX_BYTES_SHOWN 64
#define STRING_ROOM 4096

static bool is_type(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row)
{
	return pk_has(kt->ctx, row) && pk_layout_get(kt->ctx, row)->value == event->type;
}

/* seq_print_ip_sym(). */
static void print_ip(struct pk_kt *kt, uint64_t ip, bool offset)
{
	if (!ip) {
		pk_seq_putc(&kt->seq, '0');
		return;
	}
	pk_seq_puts(&kt->seq,
		    pk_symbols_text(&kt->symbols, ip, offset ? PK_SYM_OFFSET : PK_SYM_BARE));
	if (pk_kt_has(kt, PK_KT_SYM_ADDR))
		pk_seq_printf(&kt->seq, " <%0*" PRIx64 ">",
			      2 * (int)kt->ctx->target->facts.word_size, ip);
}

static bool print_function(struct pk_kt *kt, const struct pk_event *event)
{
	bool offset = pk_kt_has(kt, PK_KT_SYM_OFFSET);
	uint64_t ip, parent_ip;

	if (pk_function_event(kt->ctx, event, &ip, &parent_ip) != PK_OK)
		return false;
	print_ip(kt, ip, offset);
	if (pk_kt_has(kt, PK_KT_PRINT_PARENT) && parent_ip) {
		pk_seq_puts(&kt->seq, " <-");
		print_ip(kt, parent_ip, offset);
	}
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

/* The text of a trace_marker or trace_printk("..") entry, and where it was printed. */
static bool message_of(struct pk_kt *kt, const struct pk_event *event, uint64_t *ret_ip, char *text,
		       size_t size)
{
	uint64_t offset, str;

	if (is_type(kt, event, PK_R_TRACE_PRINT)) {
		if (pk_row_offset(kt->ctx, PK_R_print_entry_buf, &offset) != PK_OK ||
		    offset > event->len ||
		    pk_struct_uint(kt->ctx, event->data, event->len, PK_R_print_entry_ip, ret_ip) !=
			    PK_OK)
			return false;
		snprintf(text, size, "%.*s", (int)(event->len - offset),
			 (const char *)event->data + offset);
		return true;
	}
	if (!is_type(kt, event, PK_R_TRACE_BPUTS) ||
	    pk_struct_uint(kt->ctx, event->data, event->len, PK_R_bputs_entry_ip, ret_ip) !=
		    PK_OK ||
	    pk_struct_uint(kt->ctx, event->data, event->len, PK_R_bputs_entry_str, &str) != PK_OK)
		return false;
	return pk_read_string(kt->ctx, str, text, size) == PK_OK;
}

bool pk_kt_message_only(struct pk_kt *kt, const struct pk_event *event)
{
	char text[STRING_ROOM];
	uint64_t ip;

	if (!message_of(kt, event, &ip, text, sizeof(text)))
		return false;
	pk_seq_puts(&kt->seq, text);
	return true;
}

static bool print_message(struct pk_kt *kt, const struct pk_event *event)
{
	char text[STRING_ROOM];
	uint64_t ip;

	if (!message_of(kt, event, &ip, text, sizeof(text)))
		return false;
	print_ip(kt, ip, pk_kt_has(kt, PK_KT_SYM_OFFSET));
	pk_seq_printf(&kt->seq, ": %s", text);
	return true;
}

/* Callers up to the entry's end, or to an address of all ones. */
static bool print_stack(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t word = kt->ctx->target->facts.word_size, offset, nr;

	if (!is_type(kt, event, PK_R_TRACE_STACK) ||
	    pk_row_offset(kt->ctx, PK_R_stack_entry_caller, &offset) != PK_OK ||
	    pk_struct_uint(kt->ctx, event->data, event->len, PK_R_stack_entry_size, &nr) != PK_OK)
		return false;
	pk_seq_puts(&kt->seq, "<stack trace>\n");
	for (uint64_t i = 0; i < nr && offset + word <= event->len; i++, offset += word) {
		uint64_t ip = pk_uint(kt->ctx, event->data + offset, word);

		if (ip == (word == 8 ? UINT64_MAX : UINT32_MAX))
			break;
		pk_seq_puts(&kt->seq, " => ");
		print_ip(kt, ip, pk_kt_has(kt, PK_KT_SYM_OFFSET));
		pk_seq_putc(&kt->seq, '\n');
	}
	return true;
}

static bool field_value(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_format *format, const char *name, uint64_t *ret_value)
{
	const struct pk_field *field = pk_format_field(format, name);

	return field && pk_event_uint(kt->ctx, event, field, ret_value) == PK_OK;
}

/* print_kprobe_event() and print_kretprobe_event(): where, then " name=value" by the probe's own types. */
static bool print_probe(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_format *format, const struct pk_print_fmt *fmt,
			struct pk_print_env *env)
{
	uint64_t ip, ret_ip;

	pk_seq_printf(&kt->seq, "%s: (", format->name);
	if (field_value(kt, event, format, "__probe_ip", &ip)) {
		print_ip(kt, ip, true);
	} else if (field_value(kt, event, format, "__probe_func", &ip) &&
		   field_value(kt, event, format, "__probe_ret_ip", &ret_ip)) {
		print_ip(kt, ret_ip, true);
		pk_seq_puts(&kt->seq, " <- ");
		print_ip(kt, ip, false);
	} else {
		return false;
	}
	pk_seq_putc(&kt->seq, ')');
	if (pk_print_fmt_run_args(fmt, env, event, &kt->seq) != PK_OK)
		return false;
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

/* print_eprobe_event(): the event it sits on, "system.name", then its arguments. */
static bool print_eprobe(struct pk_kt *kt, const struct pk_event *event,
			 const struct pk_format *format, const struct pk_print_fmt *fmt,
			 struct pk_print_env *env)
{
	const char *slash = format->probe_symbol ? strchr(format->probe_symbol, '/') : NULL;

	if (!slash)
		return false;
	pk_seq_printf(&kt->seq, "%s: (%.*s.%s)", format->name, (int)(slash - format->probe_symbol),
		      format->probe_symbol, slash + 1);
	if (pk_print_fmt_run(fmt, env, event, &kt->seq) != PK_OK)
		return false;
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

static bool is_probe(const struct pk_format *format)
{
	return format->kind == PK_FORMAT_KPROBE || format->kind == PK_FORMAT_KRETPROBE ||
	       format->kind == PK_FORMAT_FPROBE;
}

static bool print_by_format(struct pk_kt *kt, const struct pk_event *event,
			    const struct pk_format *format)
{
	struct pk_print_env env = {.ctx = kt->ctx, .symbols = &kt->symbols, .hashes = kt->hashes};
	const struct pk_print_fmt *fmt;
	size_t begin = kt->seq.len;
	bool done;

	if (format->kind != PK_FORMAT_TRACEPOINT && format->kind != PK_FORMAT_EPROBE &&
	    !is_probe(format))
		return false;
	fmt = pk_print_fmts_get(kt->fmts, kt->ctx, format);
	if (!fmt)
		return false;
	if (is_probe(format)) {
		done = print_probe(kt, event, format, fmt, &env);
	} else if (format->kind == PK_FORMAT_EPROBE) {
		done = print_eprobe(kt, event, format, fmt, &env);
	} else {
		pk_seq_printf(&kt->seq, "%s: ", format->name);
		done = pk_print_fmt_run(fmt, &env, event, &kt->seq) == PK_OK;
		pk_seq_putc(&kt->seq, '\n');
	}
	if (!done)
		pk_seq_cut(&kt->seq, begin);
	else
		kt->result.hashed += env.saw_hash;
	return done;
}

static void print_bytes(struct pk_kt *kt, const struct pk_field *field, const uint8_t *bytes,
			uint32_t len)
{
	if (strstr(field->type, "char") && strchr(field->type, '[')) {
		pk_seq_putc(&kt->seq, '"');
		for (uint32_t i = 0; i < len && bytes[i]; i++)
			pk_seq_putc(&kt->seq,
				    bytes[i] < ' ' || bytes[i] > '~' ? '?' : (char)bytes[i]);
		pk_seq_putc(&kt->seq, '"');
		return;
	}
	for (uint32_t i = 0; i < len && i < MAX_BYTES_SHOWN; i++)
		pk_seq_printf(&kt->seq, "%02x", bytes[i]);
	if (len > MAX_BYTES_SHOWN)
		pk_seq_puts(&kt->seq, "...");
}

static void print_field(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_field *field)
{
	const uint8_t *bytes;
	uint64_t value;
	uint32_t len;

	pk_seq_printf(&kt->seq, " %s=", field->name);
	if (pk_event_uint(kt->ctx, event, field, &value) == PK_OK) {
		if (strchr(field->type, '*') || (field->size == 8 && !field->is_signed))
			pk_seq_printf(&kt->seq, "0x%" PRIx64, value);
		else if (field->is_signed)
			pk_seq_printf(&kt->seq, "%" PRId64, (int64_t)value);
		else
			pk_seq_printf(&kt->seq, "%" PRIu64, value);
	} else if (pk_event_bytes(kt->ctx, event, field, &bytes, &len) == PK_OK) {
		print_bytes(kt, field, bytes, len);
	} else {
		pk_seq_putc(&kt->seq, '?');
	}
}

/* Ours, not the kernel's: marked and counted. */
static void print_fields(struct pk_kt *kt, const struct pk_event *event,
			 const struct pk_format *format)
{
	kt->result.by_fields++;
	pk_seq_printf(&kt->seq, "%s:", format->name);
	for (uint32_t i = 0; i < format->nr_fields; i++)
		print_field(kt, event, &format->fields[i]);
	pk_seq_puts(&kt->seq, " (fields)\n");
}

void pk_kt_event(struct pk_kt *kt, const struct pk_event *event)
{
	const struct pk_format *format =
		kt->formats ? pk_format_by_id(kt->formats, event->type) : NULL;

	if (print_function(kt, event) || print_message(kt, event) || print_stack(kt, event))
		return;
	if (!format)
		pk_seq_printf(&kt->seq, "Unknown type %d\n", event->type);
	else if (!print_by_format(kt, event, format))
		print_fields(kt, event, format);
}
