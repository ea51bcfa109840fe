// SPDX-License-Identifier: GPL-3.0-or-later
/* Text for people: the text forms of fields, and pk_out_text(), in the order of the calls. */
#include "core/printable.h"
#include "render/out.h"

/* Formats are literals of the renderers, never text from the dump. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static int print_value(FILE *fp, const char *text, const struct pk_out_value *value)
{
	switch (value->kind) {
	case PK_OUT_STR:
		return pk_print(fp, text, value->str);
	case PK_OUT_UINT:
	case PK_OUT_ADDR:
	case PK_OUT_NS:
		return pk_print(fp, text, (unsigned long long)value->num);
	case PK_OUT_INT:
		return pk_print(fp, text, (long long)value->num);
	case PK_OUT_BOOL:
	case PK_OUT_NULL:
		break;
	}
	return 0;
}

static void text_field(struct pk_out *out, const char *key, const char *text,
		       const struct pk_out_value *value)
{
	(void)key;
	if (text && print_value(out->fp, text, value) < 0)
		out->failed = true;
}

static void text_text(struct pk_out *out, const char *fmt, va_list args)
{
	if (pk_vprint(out->fp, fmt, args) < 0)
		out->failed = true;
}

static void text_tone(struct pk_out *out, enum pk_tone tone)
{
	if (fputc(tone, out->fp) == EOF)
		out->failed = true;
}

const struct pk_out_ops pk_out_text_ops = {
	.field = text_field,
	.text = text_text,
	.tone = text_tone,
};
