// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/out.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"

#define WARNINGS_SHOWN 5 /* kinds, in text */

#define MAX_DEPTH 32 /* open containers; the deepest line of the schema has 5 */

struct pk_out_json {
	json_t *open[MAX_DEPTH]; /* open[0] is owned, the others belong to the one before */
	unsigned depth;
	unsigned
		skipped; /* containers begun past MAX_DEPTH or after a failure, still to be ended */
};

void pk_out_init(struct pk_out *out, FILE *fp, bool json)
{
	memset(out, 0, sizeof(*out));
	out->fp = fp;
	out->json = json;
	if (json)
		out->state = calloc(1, sizeof(*out->state));
	out->failed = json && !out->state;
}

void pk_out_deinit(struct pk_out *out)
{
	if (out->state && out->state->depth)
		json_decref(out->state->open[0]);
	free(out->state);
	out->state = NULL;
}

static json_t *innermost(struct pk_out *out)
{
	if (!out->state || !out->state->depth)
		return NULL;
	return out->state->open[out->state->depth - 1];
}

/* Takes over VALUE. In an object a NULL key means "text only"; in an array there are no keys. */
static void add(struct pk_out *out, const char *key, json_t *value)
{
	json_t *parent = innermost(out);

	if (out->state && out->state->skipped) {
		json_decref(value);
	} else if (json_is_array(parent)) {
		out->failed |= json_array_append_new(parent, value) != 0;
	} else if (!key) {
		json_decref(value);
	} else if (json_object_set_new(parent, key, value)) {
		out->failed = true;
	}
}

static void begin(struct pk_out *out, const char *key, json_t *container)
{
	struct pk_out_json *state = out->state;

	if (!state) {
		json_decref(container);
		return;
	}
	if (!container || state->skipped || state->depth == MAX_DEPTH) {
		json_decref(container);
		state->skipped++;
		out->failed = true;
		return;
	}
	if (state->depth) {
		json_t *parent = innermost(out);
		int failed = json_is_array(parent)
				     ? json_array_append_new(parent, container)
				     : json_object_set_new(parent, key ? key : "", container);

		if (failed) {
			state->skipped++;
			out->failed = true;
			return;
		}
	}
	state->open[state->depth++] = container;
}

/* JSON lets DEL and C1 control characters stand as they are, a terminal obeys them. They are in strings alone. */
static int put_json(const char *bytes, size_t len, void *fp)
{
	const unsigned char *at = (const unsigned char *)bytes, *end = at + len;

	while (at < end) {
		const unsigned char *from = at;
		bool c1 = false;

		while (at < end && *at != 0x7f &&
		       !(c1 = *at == 0xc2 && end - at > 1 && at[1] < 0xa0))
			at++;
		if (fwrite(from, 1, at - from, fp) != (size_t)(at - from))
			return -1;
		if (at == end)
			break;
		at += c1;
		if (fprintf(fp, "\\u%04x", *at++) < 0)
			return -1;
	}
	return 0;
}

static void end(struct pk_out *out)
{
	struct pk_out_json *state = out->state;

	if (!state)
		return;
	if (state->skipped) {
		state->skipped--;
		return;
	}
	if (!state->depth || --state->depth)
		return;
	if (json_dump_callback(state->open[0], put_json, out->fp,
			       JSON_COMPACT | JSON_REAL_PRECISION(15)) ||
	    putc('\n', out->fp) == EOF)
		out->failed = true;
	json_decref(state->open[0]);
}

void pk_out_object_begin(struct pk_out *out, const char *key)
{
	if (out->json)
		begin(out, key, json_object());
}

void pk_out_object_end(struct pk_out *out)
{
	if (out->json)
		end(out);
}

void pk_out_array_begin(struct pk_out *out, const char *key)
{
	if (out->json)
		begin(out, key, json_array());
}

void pk_out_array_end(struct pk_out *out)
{
	if (out->json)
		end(out);
}

/* The callers' formats are literals of the renderers, never text of the dump. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void note_error(struct pk_out *out, int printed)
{
	if (printed < 0)
		out->failed = true;
}

void pk_out_str(struct pk_out *out, const char *key, const char *text, const char *value)
{
	char *clean;

	if (!value) {
		pk_out_null(out, key);
		return;
	}
	if (!out->json) {
		if (text)
			note_error(out, pk_print(out->fp, text, value));
		return;
	}
	clean = pk_printable(value, true);
	if (clean)
		add(out, key, json_string(clean));
	else
		out->failed = true;
	free(clean);
}

void pk_out_uint(struct pk_out *out, const char *key, const char *text, unsigned long long value)
{
	/* JSON integers end at 2^63 - 1 in jansson: a larger one (a corrupt counter) goes as a real. */
	if (out->json)
		add(out, key,
		    value <= INT64_MAX ? json_integer((json_int_t)value)
				       : json_real((double)value));
	else if (text)
		note_error(out, fprintf(out->fp, text, value));
}

void pk_out_int(struct pk_out *out, const char *key, const char *text, long long value)
{
	if (out->json)
		add(out, key, json_integer(value));
	else if (text)
		note_error(out, fprintf(out->fp, text, value));
}

void pk_out_double(struct pk_out *out, const char *key, const char *text, double value)
{
	if (out->json)
		add(out, key, isfinite(value) ? json_real(value) : json_null());
	else if (text)
		note_error(out, fprintf(out->fp, text, value));
}

void pk_out_bool(struct pk_out *out, const char *key, bool value)
{
	if (out->json)
		add(out, key, json_boolean(value));
}

void pk_out_addr(struct pk_out *out, const char *key, const char *text, uint64_t addr)
{
	char hex[24];

	if (out->json) {
		snprintf(hex, sizeof(hex), "0x%" PRIx64, addr);
		add(out, key, addr ? json_string(hex) : json_null());
	} else if (text) {
		note_error(out, fprintf(out->fp, text, (unsigned long long)addr));
	}
}

void pk_out_ns(struct pk_out *out, const char *key, const char *text, uint64_t ns)
{
	char digits[24];

	if (out->json) {
		snprintf(digits, sizeof(digits), "%" PRIu64, ns);
		add(out, key, json_string(digits));
	} else if (text) {
		note_error(out, fprintf(out->fp, text, (unsigned long long)ns));
	}
}

void pk_out_null(struct pk_out *out, const char *key)
{
	if (out->json)
		add(out, key, json_null());
}

void pk_out_text(struct pk_out *out, const char *fmt, ...)
{
	va_list args;

	if (out->json)
		return;
	va_start(args, fmt);
	note_error(out, pk_vprint(out->fp, fmt, args));
	va_end(args);
}

/* The same but for numbers and names of places: words with a digit in them are passed over. */
static bool same_kind(const char *a, const char *b)
{
	while (*a && *b) {
		size_t x = strcspn(a, " "), y = strcspn(b, " ");
		bool numbers = strcspn(a, "0123456789") < x && strcspn(b, "0123456789") < y;

		if (!numbers && (x != y || memcmp(a, b, x)))
			return false;
		a += x + (a[x] == ' ');
		b += y + (b[y] == ' ');
	}
	return !*a && !*b;
}

static void put_warning(FILE *fp, const char *text, unsigned more)
{
	pk_print(fp, "pkttrace: warning: %s", text);
	if (more)
		fprintf(fp, " (and %u more of this kind)", more);
	fprintf(fp, "\n");
}

/* One of each kind, and of how many; a few kinds. Returns how many of NR warnings that does not tell of. */
static unsigned put_kinds(FILE *fp, char *const *warnings, unsigned nr)
{
	bool told[PK_MAX_WARNINGS] = {false};
	unsigned kinds = 0, left = nr;

	for (unsigned i = 0; i < nr && kinds < WARNINGS_SHOWN; i++) {
		unsigned more = 0;

		if (told[i])
			continue;
		for (unsigned k = i + 1; k < nr; k++)
			if (!told[k] && same_kind(warnings[i], warnings[k]))
				told[k] = true, more++;
		put_warning(fp, warnings[i], more);
		left -= 1 + more;
		kinds++;
	}
	return left;
}

void pk_out_warnings(struct pk_out *out, struct pk_ctx *ctx)
{
	FILE *fp = out->json ? stderr : out->fp;
	bool all = out->json || ctx->all_warnings || ctx->nr_warnings <= WARNINGS_SHOWN;
	unsigned left = 0;

	for (unsigned i = 0; i < ctx->nr_warnings && all; i++)
		put_warning(fp, ctx->warnings[i], 0);
	if (!all)
		left = put_kinds(fp, ctx->warnings, ctx->nr_warnings);
	if (left + ctx->nr_warnings_dropped)
		fprintf(fp, "pkttrace: warning: and %lu more\n", left + ctx->nr_warnings_dropped);
	if (!all)
		fprintf(fp, "pkttrace: --warnings shows each\n");
}
