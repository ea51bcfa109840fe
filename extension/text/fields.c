// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The option fields: print_event_fields(). What a field is taken for is what filters take it for.
 *
 * Kernels that adjust addresses of an earlier boot one by one (trace_adjust_address()) also show 8 bytes as a
 * function, strings with other than ASCII in hex, and for a pointer to a string the address that the pointer
 * itself had in the reader's memory: that one is gone, our line says "(fields)". So does one with a user's pointer, which
 * some architectures follow into the reader's memory.
 */
#include <inttypes.h>
#include <string.h>

#include "arch/arch.h"
#include "text/entry.h"

#define POINTED_MAX 128 /* STATIC_FMT_BUF_SIZE */

struct fields {
	struct pk_kt *kt;
	const struct pk_event *event;
	bool adjusts; /* a kernel with trace_adjust_address() */
	bool inexact;
};

/* The kernel's isprint() knows Latin-1. */
static bool printable(uint8_t c)
{
	return (c >= 0x20 && c < 0x7f) || c >= 0xa0;
}

static bool ascii(uint8_t c)
{
	return c >= 0x20 && c < 0x7f;
}

static bool is_filter(const struct fields *f, const struct pk_field *field, enum pk_row_id row)
{
	struct pk_ctx *ctx = f->kt->ctx;

	return pk_has(ctx, row) && (int64_t)pk_layout_get(ctx, row)->value == field->filter;
}

/* Where the u32 of a dynamic field leads; false, with that printed, past the entry. */
static bool dynamic(const struct fields *f, const struct pk_field *field, bool relative,
		    const uint8_t **ret_bytes, int *ret_len)
{
	const struct pk_event *event = f->event;
	uint32_t where = (uint32_t)pk_uint(f->kt->ctx, event->data + field->offset, 4);
	int64_t offset = where & 0xffff, len = (int32_t)where >> 16;

	if (relative)
		offset += field->offset + 4;
	if (offset + len > event->len || offset > event->len) {
		pk_seq_puts(&f->kt->seq, "<OVERFLOW>");
		return false;
	}
	*ret_bytes = event->data + offset;
	*ret_len = (int)len;
	return true;
}

static void put_text(struct pk_seq *seq, const uint8_t *text, int len)
{
	if (len > 0)
		pk_seq_put(seq, (const char *)text, strnlen((const char *)text, (size_t)len));
}

static void print_dynamic_string(const struct fields *f, const struct pk_field *field,
				 bool relative)
{
	struct pk_seq *seq = &f->kt->seq;
	const uint8_t *text;
	bool plain = true;
	int len;

	if (!dynamic(f, field, relative, &text, &len))
		return;
	for (int i = 0; f->adjusts && i < len; i++)
		plain &= !text[i] || ascii(text[i]);
	if (plain) {
		put_text(seq, text, len);
		return;
	}
	for (int i = 0; i < len; i++)
		pk_seq_putc(seq, ascii(text[i]) ? (char)text[i] : '.');
	pk_seq_puts(seq, " (");
	for (int i = 0; i < len; i++)
		pk_seq_printf(seq, "%s%02x", i ? ":" : "", text[i]);
	pk_seq_putc(seq, ')');
}

static void print_dynamic_array(const struct fields *f, const struct pk_field *field, bool relative)
{
	const uint8_t *bytes;
	int len;

	if (!dynamic(f, field, relative, &bytes, &len))
		return;
	for (int i = 0; i < len; i++)
		pk_seq_printf(&f->kt->seq, "%s%02x", i ? "," : "", bytes[i]);
}

static uint64_t word_at(const struct fields *f, const struct pk_field *field)
{
	uint32_t word = f->kt->ctx->target->facts.word_size;

	if (word > f->event->len - field->offset)
		word = f->event->len - field->offset >= 4 ? 4 : 1;
	return pk_uint(f->kt->ctx, f->event->data + field->offset, word);
}

static const char *symbol(const struct fields *f, uint64_t addr)
{
	if (f->adjusts)
		addr = pk_kt_adjust(f->kt, addr);
	return pk_symbols_text(&f->kt->symbols, addr, PK_SYM_OFFSET);
}

/* The kernel went where the pointer leads in the memory of whoever read the file. */
static bool is_readers(const struct fields *f, uint64_t addr)
{
	const struct pk_arch *arch = pk_arch(f->kt->ctx);

	return arch && arch->follows_user && addr && addr < arch->user_end;
}

static void print_pointed(struct fields *f, const struct pk_field *field)
{
	int digits = 2 * (int)f->kt->ctx->target->facts.word_size;
	uint64_t addr = word_at(f, field);
	char text[POINTED_MAX];

	f->inexact |= f->adjusts || is_readers(f, addr);
	pk_seq_printf(&f->kt->seq, "(0x%0*" PRIx64, digits, addr);
	if (pk_read_string(f->kt->ctx, addr, text, sizeof(text)) == PK_OK)
		pk_seq_printf(&f->kt->seq, ":%s", text);
	pk_seq_putc(&f->kt->seq, ')');
}

static void print_four(const struct fields *f, const struct pk_field *field)
{
	struct pk_kt *kt = f->kt;
	uint32_t value = (uint32_t)pk_uint(kt->ctx, f->event->data + field->offset, 4);
	bool offset = !strcmp(field->name, "caller_offs") || !strcmp(field->name, "parent_offs");
	uint64_t stext;

	if (strstr(field->type, "__data_loc")) {
		print_dynamic_array(f, field, false);
		return;
	}
	if (strstr(field->type, "__rel_loc")) {
		print_dynamic_array(f, field, true);
		return;
	}
	if (f->adjusts && offset && pk_row_value(kt->ctx, PK_R_kernel_start, &stext) == PK_OK)
		pk_seq_printf(&kt->seq, "%s ", symbol(f, stext + value));
	if (f->adjusts && kt->ctx->target->facts.word_size == 4)
		pk_seq_printf(&kt->seq, "%s (%d)", symbol(f, value), (int)value);
	else
		pk_seq_printf(&kt->seq, "0x%x (%d)", value, (int)value);
}

static void print_eight(const struct fields *f, const struct pk_field *field)
{
	uint64_t value = pk_uint(f->kt->ctx, f->event->data + field->offset, 8);

	if (f->adjusts && f->kt->ctx->target->facts.word_size == 8) {
		value = pk_kt_adjust(f->kt, value);
		pk_seq_printf(&f->kt->seq, "%s (%" PRId64 ")",
			      pk_symbols_text(&f->kt->symbols, value, PK_SYM_OFFSET),
			      (int64_t)value);
	} else {
		pk_seq_printf(&f->kt->seq, "0x%" PRIx64 " (%" PRId64 ")", value, (int64_t)value);
	}
}

static void print_number(const struct fields *f, const struct pk_field *field)
{
	const uint8_t *at = f->event->data + field->offset;
	struct pk_seq *seq = &f->kt->seq;
	unsigned value;

	switch (field->size) {
	case 1:
		if (printable(*at))
			pk_seq_printf(seq, "'%c'", *at);
		pk_seq_printf(seq, "(%d)", *at);
		break;
	case 2:
		value = (unsigned)pk_uint(f->kt->ctx, at, 2);
		pk_seq_printf(seq, "0x%x (%d)", value, (int)value);
		break;
	case 4:
		print_four(f, field);
		break;
	case 8:
		print_eight(f, field);
		break;
	default:
		pk_seq_puts(seq, "<INVALID-SIZE>");
	}
}

static void print_field(struct fields *f, const struct pk_field *field)
{
	struct pk_seq *seq = &f->kt->seq;

	pk_seq_printf(seq, " %s=", field->name);
	if ((uint64_t)field->offset + field->size > f->event->len ||
	    ((is_filter(f, field, PK_R_FILTER_DYN_STRING) ||
	      is_filter(f, field, PK_R_FILTER_RDYN_STRING)) &&
	     (uint64_t)field->offset + 4 > f->event->len))
		pk_seq_puts(seq, "<OVERFLOW>");
	else if (is_filter(f, field, PK_R_FILTER_COMM) ||
		 is_filter(f, field, PK_R_FILTER_STATIC_STRING))
		put_text(seq, f->event->data + field->offset, (int)field->size);
	else if (is_filter(f, field, PK_R_FILTER_DYN_STRING))
		print_dynamic_string(f, field, false);
	else if (is_filter(f, field, PK_R_FILTER_RDYN_STRING))
		print_dynamic_string(f, field, true);
	else if (is_filter(f, field, PK_R_FILTER_PTR_STRING))
		print_pointed(f, field);
	else if (is_filter(f, field, PK_R_FILTER_TRACE_FN))
		pk_seq_puts(seq, symbol(f, word_at(f, field)));
	else if (!field->filter || is_filter(f, field, PK_R_FILTER_CPU))
		print_number(f, field);
	else
		pk_seq_puts(seq, "<INVALID-TYPE>");
}

/* Formats of built-in entries are looked for in ftrace_events up to the first other one, which mostly is the
 * first of all. */
static bool is_listed(struct pk_kt *kt, uint16_t type, uint64_t last)
{
	struct pk_ctx *ctx = kt->ctx;
	uint64_t head, link, at, of;

	if (pk_row_value(ctx, PK_R_ftrace_events, &head) != PK_OK ||
	    pk_row_offset(ctx, PK_R_event_call_list, &link) != PK_OK ||
	    pk_read_ptr(ctx, head, &at) != PK_OK)
		return false;
	for (uint64_t i = 0; i <= last && at != head; i++) {
		if (pk_member_uint(ctx, at - link, PK_R_event_call_type, &of) != PK_OK || of > last)
			return false;
		if (of == type)
			return true;
		if (pk_read_ptr(ctx, at, &at) != PK_OK)
			return false;
	}
	return false;
}

bool pk_kt_print_fields(struct pk_kt *kt, const struct pk_event *event)
{
	struct fields f = {
		.kt = kt, .event = event, .adjusts = pk_has(kt->ctx, PK_R_trace_adjust_address)};
	const struct pk_format *format =
		kt->formats ? pk_format_by_id(kt->formats, event->type) : NULL;
	uint64_t last;
	bool builtin;

	if (pk_row_value(kt->ctx, PK_R_trace_last_type, &last) != PK_OK)
		return false;
	builtin = event->type <= last;
	if (builtin ? !pk_kt_type(kt, event->type)->entry : !format)
		return false;
	if (!format || (builtin && !is_listed(kt, event->type, last))) {
		pk_seq_printf(&kt->seq, "UNKNOWN TYPE %d\n", event->type);
		return true;
	}
	pk_seq_printf(&kt->seq, "%s:", format->name);
	for (uint32_t i = 0; i < format->nr_fields; i++)
		print_field(&f, &format->fields[i]);
	if (!format->nr_fields)
		pk_seq_puts(&kt->seq, "No fields found\n");
	else
		pk_seq_puts(&kt->seq, f.inexact ? " (fields)\n" : "\n");
	kt->result.by_fields += f.inexact;
	return true;
}
