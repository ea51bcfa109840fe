// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/wrap.h"

#include <stdlib.h>
#include <string.h>

#define DEEPER 4 /* columns that the rest of a line is further in */
#define LINE_MAX_BYTES 65536 /* a longer line is broken there */

struct wrap {
	FILE *fp; /* borrowed */
	int columns;
	size_t len;
	char line[LINE_MAX_BYTES];
};

/* Columns of the first LEN bytes: those that go on with a letter of UTF-8 have none. */
static int width_of(const char *text, size_t len)
{
	int width = 0;

	for (size_t i = 0; i < len; i++)
		width += ((unsigned char)text[i] & 0xc0) != 0x80;
	return width;
}

/* Bytes of TEXT that a line of COLUMNS takes: up to a blank, all where there is none. */
static size_t fitting(const char *text, size_t len, int columns)
{
	size_t best = 0;
	int width = 0, depth = 0; /* of brackets: what stands in them stays together */

	for (size_t i = 0; i < len && (!best || width <= columns); i++) {
		depth += (text[i] == '[') - (text[i] == ']');
		if (i && text[i] == ' ' && text[i - 1] != ' ' && depth <= 0)
			best = i;
		width += width_of(text + i, 1);
	}
	return best ? best : len;
}

static void write_line(struct wrap *wrap)
{
	const char *at = wrap->line, *end = wrap->line + wrap->len;
	size_t indent = strspn(at, " "), take;
	int room = wrap->columns;

	if (indent + DEEPER > (size_t)wrap->columns / 2)
		indent = 0;
	fwrite(at, 1, strspn(at, " "), wrap->fp);
	room -= (int)strspn(at, " ");
	at += strspn(at, " ");
	while (width_of(at, (size_t)(end - at)) > room) {
		take = fitting(at, (size_t)(end - at), room);
		fwrite(at, 1, take, wrap->fp);
		at += take + strspn(at + take, " ");
		if (at == end)
			break;
		fprintf(wrap->fp, "\n%*s", (int)indent + DEEPER, "");
		room = wrap->columns - (int)indent - DEEPER;
	}
	fwrite(at, 1, (size_t)(end - at), wrap->fp);
	wrap->len = 0;
}

static ssize_t put(void *cookie, const char *bytes, size_t len)
{
	struct wrap *wrap = cookie;

	for (size_t i = 0; i < len; i++) {
		if (bytes[i] != '\n' && wrap->len < sizeof(wrap->line) - 1) {
			wrap->line[wrap->len++] = bytes[i];
			continue;
		}
		wrap->line[wrap->len] = '\0';
		write_line(wrap);
		fputc(bytes[i], wrap->fp);
	}
	return ferror(wrap->fp) ? 0 : (ssize_t)len;
}

static int finish(void *cookie)
{
	struct wrap *wrap = cookie;
	int failed;

	wrap->line[wrap->len] = '\0';
	write_line(wrap);
	failed = fflush(wrap->fp);
	free(wrap);
	return failed;
}

FILE *pk_wrapped_stream(FILE *fp, int columns)
{
	static const cookie_io_functions_t functions = {.write = put, .close = finish};
	struct wrap *wrap = malloc(sizeof(*wrap));
	FILE *stream;

	if (!wrap)
		return NULL;
	wrap->fp = fp;
	wrap->columns = columns;
	wrap->len = 0;
	stream = fopencookie(wrap, "w", functions);
	if (!stream)
		free(wrap);
	return stream;
}
