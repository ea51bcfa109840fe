// SPDX-License-Identifier: GPL-3.0-or-later
/* The text of one event: built-in entries by their table (entry.c), the rest by their print_fmt or as the C
 * functions of their family print them (family_*.c). What cannot be printed exactly shows its fields and says
 * so. */
#include <inttypes.h>
#include <string.h>

#include "text/entry.h"
#include "text/print_fmt.h"

#define MAX_BYTES_SHOWN 64

/* A TRACE_EVENT(): its name, then its print_fmt. */
static bool print_tracepoint(struct pk_kt *kt, const struct pk_event *event,
			     const struct pk_format *format)
{
	struct pk_print_env env = {
		.ctx = kt->ctx, .symbols = &kt->symbols, .hashes = kt->hashes_in_events};
	const struct pk_print_fmt *fmt = pk_print_fmts_get(kt->fmts, kt->ctx, format);

	if (!fmt)
		return false;
	env.eats_string =
		!pk_kt_has(kt, PK_KT_HASH_PTR) && pk_has(kt->ctx, PK_R_trace_check_vprintf);
	env.bitmask_list = pk_kt_has(kt, PK_KT_BITMASK_LIST);
	pk_seq_puts(&kt->seq, format->name);
	pk_seq_put(&kt->seq, ": ", 2);
	if (pk_print_fmt_run(fmt, &env, event, &kt->seq) != PK_OK)
		return false;
	if (!env.cut)
		pk_seq_putc(&kt->seq, '\n');
	kt->result.hashed += env.saw_hash;
	return true;
}

/* Who prints events of a kind; none: their fields are shown. */
static bool (*const families[])(struct pk_kt *kt, const struct pk_event *event,
				const struct pk_format *format) = {
	[PK_FORMAT_OTHER] = pk_kt_user_event, /* the highest of them */
	[PK_FORMAT_TRACEPOINT] = print_tracepoint, [PK_FORMAT_KPROBE] = pk_kt_probe,
	[PK_FORMAT_KRETPROBE] = pk_kt_probe,	   [PK_FORMAT_FPROBE] = pk_kt_probe,
	[PK_FORMAT_EPROBE] = pk_kt_eprobe,	   [PK_FORMAT_UPROBE] = pk_kt_uprobe,
	[PK_FORMAT_SYSCALL] = pk_kt_syscall,	   [PK_FORMAT_SYNTHETIC] = pk_kt_synthetic,
};

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

void pk_kt_event_fields(struct pk_kt *kt, const struct pk_event *event)
{
	const struct pk_format *format =
		kt->formats ? pk_format_by_id(kt->formats, event->type) : NULL;

	kt->result.by_fields++;
	if (!format) {
		pk_seq_printf(&kt->seq, "type %d of %u bytes (fields)\n", event->type, event->len);
		return;
	}
	pk_seq_printf(&kt->seq, "%s:", format->name);
	for (uint32_t i = 0; i < format->nr_fields; i++) {
		const struct pk_field *field = &format->fields[i];
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
	pk_seq_puts(&kt->seq, " (fields)\n");
}

/* trace_nop_print(): what stands for a form that an event has not. */
static bool print_nop(struct pk_kt *kt, const struct pk_event *event)
{
	pk_seq_printf(&kt->seq, "type: %d\n", event->type);
	return true;
}

void pk_kt_event(struct pk_kt *kt, const struct pk_event *event, enum pk_kt_form form)
{
	const struct pk_kt_type *type = pk_kt_type(kt, event->type);
	const struct pk_kt_entry *entry = type->entry;
	const struct pk_format *format = type->format;
	size_t begin = kt->seq.len;
	bool done;

	if (!entry && !format) {
		/* No struct trace_event has this type: what print_trace_fmt() and its kin write
		 * then. */
		if (form == PK_FORM_TRACE)
			pk_seq_printf(&kt->seq, "Unknown type %d\n", event->type);
		else if (form == PK_FORM_RAW)
			pk_seq_printf(&kt->seq, "%d ?\n", event->type);
		return;
	}
	if (entry)
		done = (entry->print[form] ? entry->print[form] : print_nop)(kt, event);
	else if (form != PK_FORM_TRACE)
		done = print_nop(kt, event);
	else
		done = families[format->kind] && families[format->kind](kt, event, format);
	if (!done) {
		pk_seq_cut(&kt->seq, begin);
		pk_kt_event_fields(kt, event);
	}
	if (kt->one_line && form != PK_FORM_BIN) /* a stack has a line a caller */
		pk_seq_one_line(&kt->seq, begin, " => ");
}
