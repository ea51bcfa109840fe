// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define CHUNK 1024
#define LONGEST 4 /* bytes of a UTF-8 sequence, and of "\xNN" */
#define CUT (-1)

/* Length of the well-formed UTF-8 sequence at TEXT; 0: invalid (overlong, surrogate); CUT: it
 * continues beyond the HAVE bytes. *RET_CODE: its character. */
static int utf8_len(const unsigned char *text, size_t have, uint32_t *ret_code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	int len = text[0] < 0x80       ? 1
		  : text[0] >> 5 == 6  ? 2
		  : text[0] >> 4 == 14 ? 3
		  : text[0] >> 3 == 30 ? 4
				       : 0;
	uint32_t code;

	*ret_code = text[0];
	if (len < 2)
		return len;
	code = text[0] & (0xff >> (len + 1));
	for (int i = 1; i < len; i++) {
		if ((size_t)i == have)
			return CUT;
		if (text[i] >> 6 != 2)
			return 0;
		code = code << 6 | (text[i] & 0x3f);
	}
	if (code < least[len] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	*ret_code = code;
	return len;
}

/*
 * Characters that have no shape of their own: controls, and such as hide, or change the order of what stands around
 * them (Unicode's Bidi_Control and Default_Ignorable_Code_Point, its line separators).
 */
static bool is_control(uint32_t code)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {
		{0x00, 0x1f},	    {0x7f, 0x9f},	{0xad, 0xad},	    {0x34f, 0x34f},
		{0x61c, 0x61c},	    {0x115f, 0x1160},	{0x17b4, 0x17b5},   {0x180b, 0x180f},
		{0x200b, 0x200f},   {0x2028, 0x202e},	{0x2060, 0x206f},   {0x3164, 0x3164},
		{0xfe00, 0xfe0f},   {0xfeff, 0xfeff},	{0xffa0, 0xffa0},   {0xfff0, 0xfffb},
		{0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
	};

	if (code >= ' ' && code < 0x7f)
		return false;
	return pk_any(PK_ARRAY_SIZE(ranges), i, code >= ranges[i].from && code <= ranges[i].to);
}

int pk_control_len(const char *text, size_t len, uint32_t *ret_code)
{
	int size = len ? utf8_len((const unsigned char *)text, len, ret_code) : 0;

	return size > 0 && is_control(*ret_code) ? size : 0;
}

enum keep { KEEP_NONE, KEEP_LINES, KEEP_TONES, KEEP_CONTROLS };

static bool kept(uint32_t code, enum keep keep)
{
	bool line = code == '\n' || code == '\t';

	return !is_control(code) || keep == KEEP_CONTROLS || (keep != KEEP_NONE && line) ||
	       (keep == KEEP_TONES && code >= PK_TONE_PLAIN && code < PK_NR_TONES);
}

/* Escape from *FROM up to END; TO has room for four times as much. Returns the end of the output.
 * *FROM advances to END or, with MORE, to an incomplete sequence before it. */
static char *escape(char *to, const unsigned char **from, const unsigned char *end, enum keep keep,
		    bool more)
{
	while (*from < end) {
		uint32_t code;
		int len = utf8_len(*from, end - *from, &code);

		if (len == CUT && more)
			break;
		if (len > 0 && kept(code, keep)) {
			to = mempcpy(to, *from, len);
			*from += len;
			continue;
		}
		for (int i = 0; i < (len > 0 ? len : 1); i++)
			to += sprintf(to, "\\x%02x", *(*from)++);
	}
	return to;
}

static char *printable(const char *text, size_t len, enum keep keep)
{
	const unsigned char *from = (const unsigned char *)text;
	char *copy = malloc(LONGEST * len + 1);

	if (copy)
		*escape(copy, &from, from + len, keep, false) = '\0';
	return copy;
}

char *pk_printable(const char *text, bool keep_controls)
{
	return printable(text, strlen(text), keep_controls ? KEEP_CONTROLS : KEEP_NONE);
}

/* --- printf ------------------------------------------------------------------------------------ */

/* The specifications are parts of the callers' formats, which the compiler has checked. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* SPEC is a whole conversion. Its value if that is an integer's; *ONE stays otherwise. */
static void skip_value(const char *spec, va_list *args, bool *one)
{
	switch (spec[strlen(spec) - 1]) {
	case '%':
		return;
	case 's':
	case 'p':
		(void)va_arg(*args, void *);
		return;
	case 'c':
		(void)va_arg(*args, int);
		return;
	case 'e':
	case 'f':
	case 'g':
		(void)va_arg(*args, double);
		return;
	}
	if (strstr(spec, "ll") || strchr(spec, 'j'))
		*one = va_arg(*args, long long) == 1;
	else if (strpbrk(spec, "lzt"))
		*one = va_arg(*args, long) == 1;
	else
		*one = va_arg(*args, int) == 1;
}

/* FMT points at a '%'. Copies the conversion to SPEC, with the value of each '*'; NULL: it has no end. */
static const char *take_conversion(const char *fmt, char spec[64], va_list *args)
{
	size_t len = 1;

	spec[0] = '%';
	for (fmt++; len < 64 - 16; fmt++) {
		if (*fmt == '*')
			len += sprintf(spec + len, "%d", va_arg(*args, int));
		else
			spec[len++] = *fmt;
		if (!*fmt || strchr("diouxXcspefg%", *fmt))
			break;
	}
	spec[len] = '\0';
	return *fmt ? fmt + 1 : NULL;
}

#define PLURAL "(s)" /* of a noun */
#define SINGULAR "(-s)" /* of its verb */

const char *pk_plurals(const char *fmt, va_list args, char *buf, size_t size)
{
	const char *from = fmt, *next;
	char spec[64], *to = buf;
	bool one = false;
	va_list rest;

	if (!strstr(fmt, "s)") || strlen(fmt) >= size)
		return fmt;
	va_copy(rest, args);
	while (from && *from) {
		bool plural = !strncmp(from, PLURAL, strlen(PLURAL));

		if (plural || !strncmp(from, SINGULAR, strlen(SINGULAR))) {
			to = one == plural ? to : mempcpy(to, "s", 1);
			from += strlen(plural ? PLURAL : SINGULAR);
			continue;
		}
		next = from + 1;
		if (*from == '%') {
			next = take_conversion(from, spec, &rest);
			if (next)
				skip_value(spec, &rest, &one);
		}
		to = mempcpy(to, from, next ? (size_t)(next - from) : 0);
		from = next;
	}
	va_end(rest);
	*to = '\0';
	return from ? buf : fmt;
}

/* SPEC is a whole conversion such as "%-12.3s". */
static int put_text(FILE *fp, char *spec, const char *text)
{
	char *point = strchr(spec, '.'), *clean;
	int printed = -1;

	if (!text)
		text = "(null)";
	clean = printable(text, point ? strnlen(text, strtoul(point + 1, NULL, 10)) : strlen(text),
			  KEEP_NONE);
	if (point)
		strcpy(point, "s");
	if (clean)
		printed = fprintf(fp, spec, clean);
	free(clean);
	return printed;
}

/* SPEC has one spare byte. */
static int put_value(FILE *fp, char *spec, va_list *args)
{
	char *type = spec + strlen(spec) - 1, letter[2] = "";

	switch (*type) {
	case '%':
		return fputc('%', fp);
	case 's':
		return put_text(fp, spec, va_arg(*args, const char *));
	case 'c':
		*type = 's';
		letter[0] = (char)va_arg(*args, int);
		return put_text(fp, spec, letter);
	case 'p':
		return fprintf(fp, spec, va_arg(*args, void *));
	case 'e':
	case 'f':
	case 'g':
		return fprintf(fp, spec, va_arg(*args, double));
	}
	if (strstr(spec, "ll") || strchr(spec, 'j'))
		return fprintf(fp, spec, va_arg(*args, long long));
	if (strpbrk(spec, "lzt"))
		return fprintf(fp, spec, va_arg(*args, long));
	return fprintf(fp, spec, va_arg(*args, int));
}

int pk_vsnprint(char *buf, size_t size, const char *fmt, va_list args)
{
	char plurals[PK_PLURALS_MAX];

	return vsnprintf(buf, size, pk_plurals(fmt, args, plurals, sizeof(plurals)), args);
}

/* FMT points at a '%'. Returns what follows the conversion; NULL on failure. */
static const char *put_conversion(FILE *fp, const char *fmt, va_list *args)
{
	char spec[64];

	fmt = take_conversion(fmt, spec, args);
	return fmt && put_value(fp, spec, args) >= 0 ? fmt : NULL;
}

/* Bytes that are not printable ASCII. */
static size_t nr_odd(const char *text)
{
	size_t nr = 0;

	for (; *text; text++)
		nr += *text < ' ' || *text > '~';
	return nr;
}

/* Fast path for nearly every line: short, no odd bytes beyond the format's own. False: not such a
 * line, nothing written. */
static bool put_plain(FILE *fp, const char *fmt, va_list args, int *ret_put)
{
	char line[256];
	va_list copy;
	int len;

	va_copy(copy, args);
	len = vsnprintf(line, sizeof(line), fmt, copy);
	va_end(copy);
	if (len < 0 || (size_t)len >= sizeof(line) || strlen(line) != (size_t)len ||
	    nr_odd(line) != nr_odd(fmt))
		return false;
	*ret_put = fwrite(line, 1, (size_t)len, fp) == (size_t)len ? 0 : -1;
	return true;
}

int pk_vprint(FILE *fp, const char *fmt, va_list args)
{
	char plurals[PK_PLURALS_MAX];
	va_list rest;
	int put;

	if (!fp)
		return 0;
	fmt = pk_plurals(fmt, args, plurals, sizeof(plurals));
	if (!strpbrk(fmt, "sc")) /* no text to come */
		return vfprintf(fp, fmt, args);
	if (put_plain(fp, fmt, args, &put))
		return put;
	va_copy(rest, args);
	while (fmt && *fmt) {
		size_t len = strcspn(fmt, "%");

		if (fwrite(fmt, 1, len, fp) != len)
			fmt = NULL;
		else if (fmt[len])
			fmt = put_conversion(fp, fmt + len, &rest);
		else
			fmt += len;
	}
	va_end(rest);
	return fmt ? 0 : -1;
}

int pk_print(FILE *fp, const char *fmt, ...)
{
	va_list args;
	int printed;

	va_start(args, fmt);
	printed = pk_vprint(fp, fmt, args);
	va_end(args);
	return printed;
}

/* --- stream ------------------------------------------------------------------------------------ */

struct stream {
	FILE *fp;
	enum keep keep;
	unsigned char held[LONGEST]; /* start of an incomplete sequence */
	size_t nr_held;
};

static bool put_bytes(struct stream *stream, const char *bytes, size_t len, bool more)
{
	unsigned char in[LONGEST + CHUNK];
	char out[LONGEST * sizeof(in)];
	const unsigned char *from = in,
			    *end = mempcpy(mempcpy(in, stream->held, stream->nr_held), bytes, len);
	size_t nr = escape(out, &from, end, stream->keep, more) - out;

	stream->nr_held = end - from;
	memcpy(stream->held, from, stream->nr_held);
	return fwrite(out, 1, nr, stream->fp) == nr;
}

static ssize_t stream_write(void *cookie, const char *bytes, size_t len)
{
	for (size_t at = 0; at < len; at += CHUNK)
		if (!put_bytes(cookie, bytes + at, len - at < CHUNK ? len - at : CHUNK, true))
			return 0;
	return (ssize_t)len;
}

static int stream_close(void *cookie)
{
	bool put = put_bytes(cookie, "", 0, false);

	free(cookie);
	return put ? 0 : -1;
}

FILE *pk_printable_stream(FILE *fp, bool tones)
{
	static const cookie_io_functions_t functions = {.write = stream_write,
							.close = stream_close};
	struct stream *stream = calloc(1, sizeof(*stream));
	FILE *clean = stream ? fopencookie(stream, "w", functions) : NULL;

	if (!clean) {
		free(stream);
		return NULL;
	}
	stream->fp = fp;
	stream->keep = tones ? KEEP_TONES : KEEP_LINES;
	return clean;
}
