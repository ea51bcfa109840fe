// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324"
				  "25262728293031323334353637383940414243444546474849"
				  "50515253545556575859606162636465666768697071727374"
				  "75767778798081828384858687888990919293949596979899";

static char *digits_32(char *end, uint32_t value)
{
	while (value >= 100) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * (value % 100), 2);
		value /= 100;
	}
	if (value < 10) {
		*--end = (char)('0' + value);
		return end;
	}
	end -= 2;
	memcpy(end, digit_pairs + 2 * value, 2);
	return end;
}

char *pk_digits(char *end, uint64_t value)
{
	while (value > UINT32_MAX) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * (value % 100), 2);
		value /= 100;
	}
	return digits_32(end, (uint32_t)value);
}

void pk_seq_uint(struct pk_seq *seq, uint64_t value, int width)
{
	char buf[PK_DIGITS_MAX], *digits = pk_digits(buf + sizeof(buf), value);
	size_t len = (size_t)(buf + sizeof(buf) - digits);

	if (width > (int)len)
		pk_seq_fill(seq, ' ', width - (int)len);
	pk_seq_put(seq, digits, len);
}

void pk_seq_int(struct pk_seq *seq, int64_t value, int width)
{
	char buf[PK_DIGITS_MAX + 1], *digits;
	size_t len;

	if (value >= 0) {
		pk_seq_uint(seq, (uint64_t)value, width);
		return;
	}
	digits = pk_digits(buf + sizeof(buf), -(uint64_t)value);
	*--digits = '-';
	len = (size_t)(buf + sizeof(buf) - digits);
	pk_seq_fill(seq, ' ', width - (int)len);
	pk_seq_put(seq, digits, len);
}

void pk_seq_hex(struct pk_seq *seq, uint64_t value)
{
	char buf[16], *at = buf + sizeof(buf);

	do
		*--at = "0123456789abcdef"[value & 15];
	while (value >>= 4);
	pk_seq_put(seq, at, (size_t)(buf + sizeof(buf) - at));
}

void pk_seq_seconds(struct pk_seq *seq, uint64_t us)
{
	char buf[PK_DIGITS_MAX + 8], *end = buf + sizeof(buf), *at;

	/* a million more has the zeros in front of the six digits, and the point's place */
	at = digits_32(end, (uint32_t)(1000000 + us % 1000000));
	*at = '.';
	at = pk_digits(at, us / 1000000);
	while (end - at < 12)
		*--at = ' ';
	pk_seq_put(seq, at, (size_t)(end - at));
}

void pk_seq_printf(struct pk_seq *seq, const char *fmt, ...)
{
	size_t room = PK_SEQ_MAX - seq->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(seq->text + seq->len, room, fmt, args);
	va_end(args);
	if (len < 0)
		return;
	if ((size_t)len >= room) {
		seq->full = true;
		len = (int)room - 1;
	}
	seq->len += (size_t)len;
}

void pk_seq_duration(struct pk_seq *seq, uint64_t ns)
{
	char buf[PK_DIGITS_MAX + 4], *point = buf + PK_DIGITS_MAX,
				     *at = pk_digits(point, ns / 1000);
	long len = point - at;

	if (len < 7) {
		digits_32(point + 4, (uint32_t)(1000 + ns % 1000)); /* as above */
		*point = '.';
		len += len > 4 ? 8 - len : 4;
	}
	pk_seq_put(seq, at, (size_t)len);
	pk_seq_put(seq, " us ", 4);
	pk_seq_fill(seq, ' ', 8 - len);
}

void pk_seq_one_line(struct pk_seq *seq, size_t begin, const char *but)
{
	size_t end = seq->len;
	char *copy = memchr(seq->text + begin, '\n', end - begin) ? malloc(end + 1) : NULL;

	if (!copy)
		return;
	memcpy(copy, seq->text, end + 1);
	pk_seq_cut(seq, begin);
	for (size_t i = begin; i < end; i++)
		if (copy[i] != '\n' || i + 1 == end ||
		    (but && !strncmp(copy + i + 1, but, strlen(but))))
			pk_seq_putc(seq, copy[i]);
		else
			pk_seq_puts(seq, "\\x0a");
	free(copy);
}

void pk_seq_cut(struct pk_seq *seq, size_t len)
{
	if (len < seq->len) {
		seq->len = len;
		seq->text[len] = '\0';
	}
}
