// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The compiler of print_fmt: its format string and arguments.
 *
 *	print_fmt := string+ { "," expression }
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/print_fmt_private.h"

/* Formats print the first 64 KiB that they have. */
#define MAX_LITERAL 65536

static uint32_t parse_arg(struct pk_parser *p)
{
	return pk_lex_expect(p, ',') ? pk_parse_expression(p) : PK_NO_NODE;
}

/* Most conversions are these; they skip the evaluation of a tree. */
static bool is_plain(const struct pk_parser *p, const struct pk_piece *piece)
{
	const struct pk_spec *spec = &piece->spec;

	return strchr("dux", spec->conv) && spec->width < 0 && spec->precision < 0 && !spec->plus &&
	       !spec->space && !spec->special && piece->width == PK_NO_NODE &&
	       piece->precision == PK_NO_NODE && p->fmt->nodes[piece->arg].kind == PK_N_FIELD;
}

static bool bind_args(struct pk_parser *p, struct pk_piece *piece, bool star_width,
		      bool star_precision)
{
	if (!pk_spec_supported(&piece->spec))
		return pk_parse_fail(p, PK_UNSUPPORTED,
				     "a conversion of pointers that is not reproduced");
	if (piece->spec.conv == '%')
		return true;
	if (star_width && (piece->width = parse_arg(p)) == PK_NO_NODE)
		return false;
	if (star_precision && (piece->precision = parse_arg(p)) == PK_NO_NODE)
		return false;
	piece->arg = parse_arg(p);
	if (piece->arg == PK_NO_NODE)
		return false;
	piece->plain = is_plain(p, piece);
	return true;
}

static bool parse_piece(struct pk_parser *p, struct pk_text *text, size_t *at, size_t begin)
{
	struct pk_piece piece = {.text = begin, .len = *at - begin};
	bool star_width, star_precision;
	size_t took = pk_spec_parse(text->literal + *at + 1, text->len - *at - 1,
				    p->ctx->target->facts.word_size, &piece.spec, &star_width,
				    &star_precision);

	if (!took)
		return pk_parse_fail(p, PK_UNSUPPORTED, "a conversion");
	if (!bind_args(p, &piece, star_width, star_precision))
		return false;
	text->pieces[text->nr_pieces++] = piece;
	*at += 1 + took;
	return true;
}

bool pk_parse_format(struct pk_parser *p, char *literal, size_t len, uint32_t index)
{
	struct pk_text *text = &p->fmt->texts[index];
	size_t at = 0, begin = 0, room = 1;

	text->literal = literal;
	text->len = len;
	if (len > MAX_LITERAL)
		return pk_parse_fail(p, PK_LIMIT, "a long format");
	for (size_t i = 0; i < len; i++)
		room += literal[i] == '%';
	text->pieces = calloc(room, sizeof(*text->pieces));
	if (!text->pieces)
		return pk_parse_fail(p, PK_NOMEM, "a format");
	while (at < len) {
		if (literal[at] != '%') {
			at++;
			continue;
		}
		if (!parse_piece(p, text, &at, begin))
			return false;
		begin = at;
	}
	text->pieces[text->nr_pieces++] = (struct pk_piece){.text = begin, .len = len - begin};
	return true;
}

static enum pk_status compile(struct pk_ctx *ctx, const struct pk_format *format, const char *text,
			      struct pk_print_fmt **ret_fmt)
{
	struct pk_print_fmt *fmt = calloc(1, sizeof(*fmt));
	struct pk_parser *p = calloc(1, sizeof(*p));
	enum pk_status status;
	char *literal;
	size_t len;

	if (!fmt || !p) {
		free(fmt);
		free(p);
		return pk_fail(ctx, PK_NOMEM, "print_fmt");
	}
	*p = (struct pk_parser){.ctx = ctx,
				.format = format,
				.fmt = fmt,
				.at = text,
				.begin = text,
				.expression = pk_parse_expression,
				.format_string = pk_parse_format};
	fmt->nr_texts = 1;
	pk_lex_next(p);
	if (p->token != PK_T_STRING)
		pk_parse_fail(p, PK_UNSUPPORTED, "no format string");
	else if (pk_lex_strings(p, &literal, &len) && pk_parse_format(p, literal, len, 0) &&
		 p->token != PK_T_END)
		pk_parse_fail(p, PK_UNSUPPORTED, "more than the format takes");
	status = p->status;
	free(p);
	if (status != PK_OK) {
		pk_print_fmt_destroy(fmt);
		return status;
	}
	*ret_fmt = fmt;
	return PK_OK;
}

/* The end of a format string that has quotes in it: the first one before a comma. NULL: it has none. */
static const char *quoted_end(const char *text)
{
	const char *end = text[0] == '"' ? strstr(text + 1, "\",") : NULL;

	return end && memchr(text + 1, '"', (size_t)(end - text - 1)) ? end : NULL;
}

/* Some trace events are written with a quote too few escapes (instr="%s"): the kernel's own code is right, its print_fmt is
 * not C. */
static enum pk_status compile_escaped(struct pk_ctx *ctx, const struct pk_format *format,
				      const char *text, struct pk_print_fmt **ret_fmt)
{
	const char *end = quoted_end(text);
	char *escaped = malloc(2 * strlen(text) + 1), *to = escaped;
	enum pk_status status;

	if (!escaped)
		return pk_fail(ctx, PK_NOMEM, "print_fmt");
	for (const char *at = text; *at; *to++ = *at++)
		if (*at == '"' && at > text && at < end && at[-1] != '\\')
			*to++ = '\\';
	*to = '\0';
	status = compile(ctx, format, escaped, ret_fmt);
	free(escaped);
	return status;
}

enum pk_status pk_print_fmt_compile(struct pk_ctx *ctx, const struct pk_format *format,
				    const char *text, struct pk_print_fmt **ret_fmt)
{
	enum pk_status status = compile(ctx, format, text, ret_fmt);
	struct pk_error error = ctx->error;

	if (status != PK_UNSUPPORTED || !quoted_end(text) ||
	    compile_escaped(ctx, format, text, ret_fmt) != PK_OK) {
		ctx->error = error;
		return status;
	}
	return PK_OK;
}

bool pk_print_fmt_is_used(const struct pk_format *format)
{
	return format->kind != PK_FORMAT_BUILTIN && format->kind != PK_FORMAT_SYSCALL &&
	       format->kind != PK_FORMAT_SYNTHETIC;
}

void pk_print_fmt_destroy(struct pk_print_fmt *fmt)
{
	if (!fmt)
		return;
	for (uint32_t i = 0; i < fmt->nr_nodes; i++)
		free(fmt->nodes[i].text);
	for (uint32_t i = 0; i < fmt->nr_texts; i++) {
		free(fmt->texts[i].literal);
		free(fmt->texts[i].pieces);
	}
	free(fmt->nodes);
	free(fmt);
}

/* --- by event type ---------------------------------------------------------------------------- */

struct pk_print_fmts {
	struct pk_print_fmt *fmts[65536]; /* owned, by event type */
	void *slots[65536]; /* owned */
	bool tried[65536];
	unsigned end; /* no type from here on was asked for */
};

struct pk_print_fmts *pk_print_fmts_create(void)
{
	return calloc(1, sizeof(struct pk_print_fmts));
}

void pk_print_fmts_destroy(struct pk_print_fmts *fmts)
{
	for (unsigned i = 0; fmts && i < fmts->end; i++) {
		pk_print_fmt_destroy(fmts->fmts[i]);
		free(fmts->slots[i]);
	}
	free(fmts);
}

static void extend(struct pk_print_fmts *fmts, uint16_t id)
{
	if (id >= fmts->end)
		fmts->end = id + 1u;
}

void **pk_print_fmts_slot(struct pk_print_fmts *fmts, uint16_t id)
{
	extend(fmts, id);
	return &fmts->slots[id];
}

const struct pk_print_fmt *pk_print_fmts_get(struct pk_print_fmts *fmts, struct pk_ctx *ctx,
					     const struct pk_format *format)
{
	if (!fmts->tried[format->id]) {
		fmts->tried[format->id] = true;
		extend(fmts, format->id);
		if (!format->print_fmt)
			pk_warn(ctx, "event %s: its print_fmt cannot be read", format->name);
		else if (pk_print_fmt_compile(ctx, format, format->print_fmt,
					      &fmts->fmts[format->id]) != PK_OK)
			pk_warn(ctx, "event %s: its text is not reproduced: %s", format->name,
				pk_error(ctx));
	}
	return fmts->fmts[format->id];
}
