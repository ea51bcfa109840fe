// SPDX-License-Identifier: GPL-3.0-or-later
/* Synthetic events, as print_synth_event() prints them: "name: field=value field=value", by their fields' types. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "text/print_fmt.h"
#include "text/private.h"

#define MAX_FLAG_NAMES 256

struct number_type {
	const char *type;
	char conv; /* d, u, x */
};

/* synth_field_fmt(): other types as %llu. */
static char conversion_of(const char *type)
{
	static const struct number_type types[] = {
		{"s64", 'd'},	{"u64", 'u'},		{"s32", 'd'},  {"u32", 'u'},
		{"s16", 'd'},	{"u16", 'u'},		{"s8", 'd'},   {"u8", 'u'},
		{"char", 'd'},	{"unsigned char", 'u'}, {"int", 'd'},  {"unsigned int", 'u'},
		{"long", 'd'},	{"unsigned long", 'u'}, {"bool", 'd'}, {"pid_t", 'd'},
		{"gfp_t", 'x'},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(types); i++)
		if (!strcmp(types[i].type, type))
			return types[i].conv;
	return 'u';
}

/* With the option verbose the conversion stands before each field. */
static const char *conversion_text(const struct pk_kt *kt, const struct pk_field *field)
{
	static const struct number_type longs[] = {{"%lld", 'd'}, {"%llu", 'u'}};
	const char *type = field->type;
	char conv = conversion_of(type);

	(void)kt;
	if (strchr(type, '['))
		return NULL;
	if (!strcmp(type, "long"))
		return "%ld";
	if (!strcmp(type, "unsigned long"))
		return "%lu";
	if (!strcmp(type, "s64"))
		return longs[0].type;
	if (field->size == 8 || conv == 'x')
		return conv == 'x' ? "%x" : longs[1].type;
	return conv == 'd' ? "%d" : "%u";
}

/* Up to 5.11 (and where it was backported) strings print as %.*s, of at most STR_VAR_LEN_MAX bytes. */
static bool prints_limited(const struct pk_format *format)
{
	return format->print_fmt && strstr(format->print_fmt, "%.*s");
}

/* The option's names of a mask; then the NUL that trace_print_flags_seq() leaves behind. */
static bool print_gfp(struct pk_kt *kt, uint64_t flags)
{
	unsigned word = kt->ctx->target->facts.word_size;
	uint64_t at, mask, name = 0;
	const char *bar = "";
	char text[64];

	if (pk_row_value(kt->ctx, PK_R_gfpflag_names, &at) != PK_OK)
		return false;
	pk_seq_puts(&kt->seq, " (");
	for (unsigned i = 0; flags && i < MAX_FLAG_NAMES; i++, at += 2 * word) {
		if (pk_read_ptr(kt->ctx, at, &mask) != PK_OK ||
		    pk_read_ptr(kt->ctx, at + word, &name) != PK_OK)
			return false;
		if (!name)
			break;
		if ((flags & mask) != mask)
			continue;
		if (pk_read_string(kt->ctx, name, text, sizeof(text)) != PK_OK)
			return false;
		flags &= ~mask;
		pk_seq_printf(&kt->seq, "%s%s", bar, text);
		bar = "|";
	}
	if (flags)
		pk_seq_printf(&kt->seq, "%s0x%" PRIx64, bar, flags);
	pk_seq_put(&kt->seq, "\0)", 2);
	return true;
}

/* "name=STACK:", a line a caller. */
static bool print_stack(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_field *field)
{
	bool counted =
		pk_has(kt->ctx, PK_R_synth_dynamic); /* the first word is how many there are */
	uint32_t word = kt->ctx->target->facts.word_size, len;
	const uint8_t *bytes;

	if (pk_event_bytes(kt->ctx, event, field, &bytes, &len) != PK_OK)
		return false;
	pk_seq_printf(&kt->seq, "%s=STACK:\n", field->name);
	for (uint32_t at = counted ? word : 0; at + word <= len; at += word) {
		uint64_t ip = pk_uint(kt->ctx, bytes + at, word);

		if (!ip && !counted)
			break;
		pk_seq_printf(&kt->seq, "=> %s\n",
			      pk_symbols_text(&kt->symbols, ip, PK_SYM_OFFSET));
	}
	return true;
}

static bool print_field(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_format *format, const struct pk_field *field,
			const char *space)
{
	const char *conversion = conversion_text(kt, field);

	if (pk_kt_has(kt, PK_KT_VERBOSE))
		pk_seq_printf(&kt->seq, "%s ",
			      conversion	       ? conversion
			      : prints_limited(format) ? "%.*s"
						       : "%s");
	if (conversion) {
		uint32_t size = field->size;
		char conv = conversion_of(field->type);
		uint64_t value;

		/* The value is read as an unsigned one of its size, whatever its sign: an s8 of
		 * -1 prints as 255. */
		if (size != 1 && size != 2 && size != 4)
			size = 8;
		if (field->offset > event->len || size > event->len - field->offset)
			return false;
		value = pk_uint(kt->ctx, event->data + field->offset, size);
		if (conv == 'd')
			pk_seq_printf(&kt->seq, "%s=%" PRId64 "%s", field->name,
				      size == 8 ? (int64_t)value : (int32_t)value, space);
		else
			pk_seq_printf(&kt->seq,
				      conv == 'x' ? "%s=%" PRIx64 "%s" : "%s=%" PRIu64 "%s",
				      field->name, value, space);
		return strcmp(field->type, "gfp_t") || print_gfp(kt, value);
	}
	if (strstr(field->type, "char")) {
		const uint8_t *bytes;
		uint32_t len;

		if (pk_event_bytes(kt->ctx, event, field, &bytes, &len) != PK_OK)
			return false;
		pk_seq_printf(&kt->seq, "%s=%.*s%s", field->name, (int)len, (const char *)bytes,
			      space);
		return true;
	}
	return print_stack(kt, event, field);
}

bool pk_kt_synthetic(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format)
{
	pk_seq_printf(&kt->seq, "%s: ", format->name);
	for (uint32_t i = 0; i < format->nr_fields; i++)
		if (!print_field(kt, event, format, &format->fields[i],
				 i + 1 < format->nr_fields ? " " : ""))
			return false;
	pk_seq_putc(&kt->seq, '\n');
	return true;
}
