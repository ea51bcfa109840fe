// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Binary arguments, each aligned to its size but to 4 at most, strings inline with their NUL:
 *
 *	%c		1 byte
 *	%hhd, %hd	1 and 2 bytes; since 6.15 an int
 *	%d, *		an int
 *	%ld, %lld, %p	8 bytes (a long its own size)
 *	%s		the text
 *	%pI4, %pM ..	the text: what a pointer leads to was printed when the event was written, without the width;
 *			%p %px %pS %ps %pK %pe are values
 */
#include "text/kernel_printf.h"

#include <string.h>

struct args {
	struct pk_bprintf_env *env;
	const uint8_t *data;
	uint32_t len, at;
};

static enum pk_status get_int(struct args *args, unsigned size, bool is_signed, uint64_t *ret_value)
{
	unsigned align = size > 4 ? 4 : size;
	uint64_t at = ((uint64_t)args->at + align - 1) / align * align;

	if (at > args->len || size > args->len - at)
		return pk_fail(args->env->ctx, PK_CORRUPT, "the arguments end after %u bytes",
			       args->len);
	*ret_value = is_signed ? (uint64_t)pk_sint(args->env->ctx, args->data + at, size)
			       : pk_uint(args->env->ctx, args->data + at, size);
	args->at = (uint32_t)at + size;
	return PK_OK;
}

static enum pk_status get_text(struct args *args, const char **ret_text, size_t *ret_len)
{
	const char *text = (const char *)args->data + args->at;
	size_t room = args->len - args->at, len = strnlen(text, room);

	if (len == room)
		return pk_fail(args->env->ctx, PK_CORRUPT, "an unterminated string");
	*ret_text = text;
	*ret_len = len;
	args->at += (uint32_t)len + 1;
	return PK_OK;
}

/* A negative width means "to the left", a negative precision none. */
static enum pk_status get_stars(struct args *args, struct pk_spec *spec, bool width, bool precision)
{
	enum pk_status status = PK_OK;
	uint64_t value;

	if (width) {
		status = get_int(args, 4, true, &value);
		if (status != PK_OK)
			return status;
		spec->left |= (int32_t)value < 0;
		spec->width = (int32_t)value < 0 ? -(int32_t)value : (int32_t)value;
		if (spec->width < 0 || spec->width > 0x7fff)
			spec->width = 0x7fff;
	}
	if (precision) {
		status = get_int(args, 4, true, &value);
		if (status == PK_OK)
			spec->precision = (int32_t)value < 0 ? -1 : (int32_t)value;
	}
	return status;
}

static enum pk_status print_number(struct args *args, struct pk_seq *seq,
				   const struct pk_spec *spec)
{
	bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	unsigned size = spec->size, saved = size;
	enum pk_status status;
	uint64_t value;

	if (size < 4 && pk_has(args->env->ctx, PK_R_format_state_num))
		saved = 4;
	status = get_int(args, saved, is_signed, &value);
	if (status != PK_OK)
		return status;
	if (saved != size) {
		value &= (1ull << 8 * size) - 1;
		if (is_signed && value >> (8 * size - 1))
			value |= ~0ull << 8 * size;
	}
	pk_print_number(seq, spec, value);
	return PK_OK;
}

static enum pk_status print_pointer(struct args *args, struct pk_seq *seq,
				    const struct pk_spec *spec)
{
	unsigned word = args->env->ctx->target->facts.word_size;
	const char *text;
	size_t len;
	uint64_t value;
	enum pk_status status;

	if (spec->ext[0] && !strchr("SsxKe", spec->ext[0])) {
		status = get_text(args, &text, &len);
		if (status == PK_OK)
			pk_seq_put(seq, text, len);
		return status;
	}
	status = get_int(args, word, false, &value);
	if (status != PK_OK)
		return status;
	if (pk_print_pointer(seq, spec, args->env->symbols, value, args->env->hashes))
		args->env->saw_hash = true;
	return PK_OK;
}

static enum pk_status print_conversion(struct args *args, struct pk_seq *seq,
				       const struct pk_spec *spec)
{
	enum pk_status status;
	const char *text;
	uint64_t value;
	size_t len;
	char c;

	switch (spec->conv) {
	case '%':
		pk_seq_putc(seq, '%');
		return PK_OK;
	case 'p':
		return print_pointer(args, seq, spec);
	case 's':
		status = get_text(args, &text, &len);
		if (status == PK_OK)
			pk_print_string(seq, spec, text, len);
		return status;
	case 'c':
		status = get_int(args, 1, false, &value);
		if (status != PK_OK)
			return status;
		c = (char)value;
		if (!spec->left)
			pk_seq_fill(seq, ' ', spec->width - 1);
		pk_seq_putc(seq, c);
		if (spec->left)
			pk_seq_fill(seq, ' ', spec->width - 1);
		return PK_OK;
	default:
		return print_number(args, seq, spec);
	}
}

enum pk_status pk_bprintf(struct pk_bprintf_env *env, struct pk_seq *seq, const char *fmt,
			  const uint8_t *data, uint32_t len)
{
	unsigned word = env->ctx->target->facts.word_size;
	struct args args = {.env = env, .data = data, .len = len};

	while (*fmt) {
		size_t plain = strcspn(fmt, "%"), used;
		bool star_width, star_precision;
		struct pk_spec spec;
		enum pk_status status;

		pk_seq_put(seq, fmt, plain);
		fmt += plain;
		if (!*fmt)
			break;
		used = pk_spec_parse(fmt + 1, strlen(fmt + 1), word, &spec, &star_width,
				     &star_precision);
		if (!used)
			return pk_fail(env->ctx, PK_UNSUPPORTED, "\"%s\"", fmt);
		status = get_stars(&args, &spec, star_width, star_precision);
		if (status == PK_OK)
			status = print_conversion(&args, seq, &spec);
		if (status != PK_OK)
			return status;
		fmt += 1 + used;
	}
	return PK_OK;
}
