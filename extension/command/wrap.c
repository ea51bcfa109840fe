// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/command.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DEEPER 4 /* columns that the rest of a line is further in */
#define LINE_MAX_BYTES 65536 /* a longer line is broken there */

struct wrap {
	FILE *fp; /* borrowed */
	int columns;
	char tone; /* that the terminal has been told of */
	size_t len;
	char line[LINE_MAX_BYTES];
};

/* ECMA-48, "select graphic rendition"; any terminal of today's. */
static const char *const colours[PK_NR_TONES] = {
	[PK_TONE_PLAIN] = "\033[0m", [PK_TONE_BAD] = "\033[1;31m", [PK_TONE_OPEN] = "\033[33m",
	[PK_TONE_MARK] = "\033[36m", [PK_TONE_HEAD] = "\033[1m",
};

static bool is_tone(char byte)
{
	return byte >= PK_TONE_PLAIN && byte < PK_NR_TONES;
}

/* Columns of the first LEN bytes: those that go on with a letter of UTF-8, and tones, have none. */
static int width_of(const char *text, size_t len)
{
	int width = 0;

	for (size_t i = 0; i < len; i++)
		width += ((unsigned char)text[i] & 0xc0) != 0x80 && !is_tone(text[i]);
	return width;
}

static void put_toned(struct wrap *wrap, const char *text, size_t len)
{
	for (const char *end = text + len; text < end; text++) {
		if (!is_tone(*text)) {
			fputc(*text, wrap->fp);
			continue;
		}
		if (*text != wrap->tone)
			fputs(colours[(int)*text], wrap->fp);
		wrap->tone = *text;
	}
}

/* Bytes of TEXT that a line of COLUMNS takes: up to a blank; where none is in time up to the last of several names (layout); else
 * up to the first blank, or all. */
static size_t fitting(const char *text, size_t len, int columns)
{
	size_t best = 0, name = 0;
	int width = 0, depth = 0; /* of brackets: what stands in them stays together */

	for (size_t i = 0; i < len && (!best || width <= columns); i++) {
		depth += (text[i] == '[') - (text[i] == ']');
		if (i && text[i - 1] == '|' && text[i] != '|' && text[i] != ' ' && width <= columns)
			name = i;
		if (width > columns && !best && name)
			return name;
		if (i && text[i] == ' ' && text[i - 1] != ' ' && depth <= 0)
			best = i;
		width += width_of(text + i, 1);
	}
	return best ? best : len;
}

/* None goes over the end of a line. Returns what it was. */
static char end_tone(struct wrap *wrap)
{
	char tone = wrap->tone;

	put_toned(wrap, (char[]){PK_TONE_PLAIN}, 1);
	return tone;
}

static void write_line(struct wrap *wrap)
{
	const char *at = wrap->line, *end = wrap->line + wrap->len;
	size_t indent = strspn(at, " "), take;
	int room = wrap->columns ? wrap->columns : INT_MAX;
	char tone;

	if (indent + DEEPER > (size_t)wrap->columns / 2)
		indent = 0;
	put_toned(wrap, at, strspn(at, " "));
	room -= (int)strspn(at, " ");
	at += strspn(at, " ");
	while (width_of(at, (size_t)(end - at)) > room) {
		take = fitting(at, (size_t)(end - at), room);
		put_toned(wrap, at, take);
		at += take + strspn(at + take, " ");
		if (at == end)
			break;
		tone = end_tone(wrap);
		fprintf(wrap->fp, "\n%*s", (int)indent + DEEPER, "");
		put_toned(wrap, &tone, 1);
		room = wrap->columns - (int)indent - DEEPER;
	}
	put_toned(wrap, at, (size_t)(end - at));
	end_tone(wrap);
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

FILE *pk_wrapped_stream(FILE *fp, struct pk_screen screen)
{
	static const cookie_io_functions_t functions = {.write = put, .close = finish};
	struct wrap *wrap = malloc(sizeof(*wrap));
	FILE *stream;

	if (!wrap)
		return NULL;
	wrap->fp = fp;
	wrap->columns = screen.columns;
	wrap->tone = PK_TONE_PLAIN;
	wrap->len = 0;
	stream = fopencookie(wrap, "w", functions);
	if (!stream)
		free(wrap);
	return stream;
}
