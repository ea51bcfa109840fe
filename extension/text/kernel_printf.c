// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/kernel_printf.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_WIDTH 4096

static size_t parse_flags(const char *text, size_t len, struct pk_spec *spec)
{
	size_t at = 0;

	for (; at < len; at++) {
		if (text[at] == '-')
			spec->left = true;
		else if (text[at] == '+')
			spec->plus = true;
		else if (text[at] == ' ')
			spec->space = true;
		else if (text[at] == '#')
			spec->special = true;
		else if (text[at] == '0')
			spec->zero = true;
		else
			break;
	}
	return at;
}

static size_t parse_count(const char *text, size_t len, int *ret_count, bool *ret_star)
{
	size_t at = 0;
	int count = 0;

	if (len && text[0] == '*') {
		*ret_star = true;
		return 1;
	}
	for (; at < len && isdigit((unsigned char)text[at]); at++)
		if (count < MAX_WIDTH)
			count = count * 10 + (text[at] - '0');
	if (at)
		*ret_count = count < MAX_WIDTH ? count : MAX_WIDTH;
	return at;
}

static size_t parse_size(const char *text, size_t len, unsigned word, uint8_t *ret_size)
{
	size_t at = 0;

	while (at < len && at < 2 && strchr("hlLzZt", text[at]) && (!at || text[at] == text[0]))
		at++;
	*ret_size = 4;
	if (!at)
		return 0;
	if (text[0] == 'h')
		*ret_size = at == 2 ? 1 : 2;
	else if (text[0] == 'L' || (text[0] == 'l' && at == 2))
		*ret_size = 8;
	else
		*ret_size = (uint8_t)word;
	return at;
}

size_t pk_spec_parse(const char *text, size_t len, unsigned word, struct pk_spec *ret_spec,
		     bool *ret_star_width, bool *ret_star_precision)
{
	struct pk_spec spec = {.width = -1, .precision = -1};
	bool star_width = false, star_precision = false;
	size_t at = parse_flags(text, len, &spec), ext = 0;

	at += parse_count(text + at, len - at, &spec.width, &star_width);
	if (at < len && text[at] == '.') {
		at++;
		spec.precision = 0;
		at += parse_count(text + at, len - at, &spec.precision, &star_precision);
	}
	at += parse_size(text + at, len - at, word, &spec.size);
	if (at == len || !text[at] || !strchr("diuxXocsp%", text[at]))
		return 0;
	spec.conv = text[at++];
	if (spec.conv == 'p')
		for (; at < len && isalnum((unsigned char)text[at]); at++)
			if (ext < sizeof(spec.ext) - 1)
				spec.ext[ext++] = text[at];
	*ret_spec = spec;
	*ret_star_width = star_width;
	*ret_star_precision = star_precision;
	return at;
}

/* Digits of VALUE before END; where they begin. */
static char *put_digits(char *end, uint64_t value, char conv)
{
	const char *alphabet = conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";

	if (conv == 'x' || conv == 'X' || conv == 'p') {
		do
			*--end = alphabet[value & 15];
		while (value >>= 4);
	} else if (conv == 'o') {
		do
			*--end = (char)('0' + (value & 7));
		while (value >>= 3);
	} else {
		do
			*--end = (char)('0' + value % 10);
		while (value /= 10);
	}
	return end;
}

/* The parts from left to right: spaces, sign, prefix, zeros, digits, spaces. */
void pk_print_number(struct pk_seq *seq, const struct pk_spec *spec, uint64_t value)
{
	bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	bool hex = spec->conv == 'x' || spec->conv == 'X' || spec->conv == 'p';
	bool octal = spec->special && spec->conv == 'o' && value;
	bool negative = is_signed && (int64_t)value < 0, zero_pad = spec->zero && !spec->left;
	char buf[32],
		*digits = put_digits(buf + sizeof(buf), negative ? -value : value, spec->conv);
	int nr = (int)(buf + sizeof(buf) - digits), zeros = spec->precision - nr, pad;
	char front[4];
	size_t len = 0;

	if (negative || (is_signed && (spec->plus || spec->space)))
		front[len++] = negative ? '-' : spec->plus ? '+' : ' ';
	if (octal || (spec->special && hex))
		front[len++] = '0';
	if (spec->special && hex)
		front[len++] = spec->conv == 'X' ? 'X' : 'x';
	if (zeros < 0)
		zeros = 0;
	pad = spec->width - nr - zeros - (int)len;
	if (!spec->left && !zero_pad)
		pk_seq_fill(seq, ' ', pad);
	pk_seq_put(seq, front, len);
	pk_seq_fill(seq, '0', zeros + (zero_pad && pad > 0 ? pad : 0));
	pk_seq_put(seq, digits, (size_t)nr);
	if (spec->left)
		pk_seq_fill(seq, ' ', pad);
}

void pk_print_string(struct pk_seq *seq, const struct pk_spec *spec, const char *text, size_t len)
{
	if (spec->precision >= 0 && len > (size_t)spec->precision)
		len = (size_t)spec->precision;
	len = strnlen(text, len);
	if (!spec->left)
		pk_seq_fill(seq, ' ', spec->width - (long)len);
	pk_seq_put(seq, text, len);
	if (spec->left)
		pk_seq_fill(seq, ' ', spec->width - (long)len);
}
