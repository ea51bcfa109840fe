// SPDX-License-Identifier: GPL-3.0-or-later
/* JSON Lines: an object is built in memory, and written as one line when the outermost one ends. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"
#include "render/out.h"

#define MAX_DEPTH 32 /* open containers; the deepest line of the schema has 5 */

struct containers {
	json_t *open[MAX_DEPTH]; /* open[0] is owned, the others belong to their predecessor */
	unsigned depth;
	unsigned skipped; /* begun past MAX_DEPTH or after a failure, and to be ended */
	char *line; /* owned: the last one; jansson hands out a token at a time, which is slow to write */
	size_t room;
};

static void json_init(struct pk_out *out)
{
	out->state = calloc(1, sizeof(struct containers));
	out->failed = !out->state;
}

static void json_deinit(struct pk_out *out)
{
	struct containers *state = out->state;

	if (state && state->depth)
		json_decref(state->open[0]);
	if (state)
		free(state->line);
	free(state);
	out->state = NULL;
}

static json_t *innermost(const struct containers *state)
{
	return state && state->depth ? state->open[state->depth - 1] : NULL;
}

/* Takes over VALUE. In an object a NULL key means "text only"; in an array there are no keys.
 * Returns what was added; NULL: nothing. */
static json_t *add(struct pk_out *out, const char *key, json_t *value)
{
	json_t *parent = innermost(out->state);
	bool failed;

	if (json_is_array(parent))
		failed = json_array_append_new(parent, value);
	else
		failed = json_object_set_new(parent, key, value);
	out->failed |= failed;
	return failed ? NULL : value;
}

/* Continues a container of this name, or begins one. NULL: failed. */
static json_t *container(struct pk_out *out, const char *key, bool array)
{
	const struct containers *state = out->state;
	json_t *parent = innermost(state), *old = key ? json_object_get(parent, key) : NULL, *new;

	if (array ? json_is_array(old) : json_is_object(old))
		return old;
	new = array ? json_array() : json_object();
	return state->depth ? add(out, key ? key : "", new) : new;
}

static void json_begin(struct pk_out *out, const char *key, bool array)
{
	struct containers *state = out->state;
	json_t *begun = NULL;

	if (!state)
		return;
	if (!state->skipped && state->depth < MAX_DEPTH)
		begun = container(out, key, array);
	if (begun) {
		state->open[state->depth++] = begun;
		return;
	}
	state->skipped++;
	out->failed = true;
}

/* JSON allows unescaped DEL, C1 control characters and such as are not seen, but a terminal obeys them. They occur only
 * in strings. */
static bool put_json(const char *bytes, size_t len, FILE *fp)
{
	const char *at = bytes, *end = at + len;

	while (at < end) {
		const char *from = at;
		uint32_t code = 0;
		int size = 0;

		while (at < end && !((*at & 0x80 || *at == 0x7f) &&
				     (size = pk_control_len(at, end - at, &code))))
			at++;
		if (fwrite(from, 1, at - from, fp) != (size_t)(at - from))
			return false;
		if (at == end)
			break;
		at += size;
		if (code > 0xffff && fprintf(fp, "\\u%04x", 0xd7c0 + (code >> 10)) < 0)
			return false;
		if (fprintf(fp, "\\u%04x", code > 0xffff ? 0xdc00 + (code & 0x3ff) : code) < 0)
			return false;
	}
	return true;
}

/* Its length; 0: out of memory. */
static size_t make_line(struct containers *state)
{
	const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(15);
	size_t len = json_dumpb(state->open[0], state->line, state->room, flags);
	char *line;

	if (len <= state->room)
		return len;
	line = realloc(state->line, 2 * len);
	if (!line)
		return 0;
	state->line = line;
	state->room = 2 * len;
	return json_dumpb(state->open[0], state->line, state->room, flags);
}

static void json_end(struct pk_out *out)
{
	struct containers *state = out->state;
	size_t len;

	if (!state)
		return;
	if (state->skipped) {
		state->skipped--;
		return;
	}
	if (!state->depth || --state->depth)
		return;
	len = make_line(state);
	if (!len || !put_json(state->line, len, out->fp) || putc('\n', out->fp) == EOF)
		out->failed = true;
	json_decref(state->open[0]);
}

static json_t *string(const char *text)
{
	char *clean = pk_printable(text, true);
	json_t *json = clean ? json_string(clean) : NULL;

	free(clean);
	return json;
}

static json_t *value_of(const struct pk_out_value *value)
{
	char text[24];

	switch (value->kind) {
	case PK_OUT_STR:
		return string(value->str);
	case PK_OUT_UINT:
		/* jansson's integers end at 2^63 - 1: a larger one (a corrupt counter) becomes a
		 * real. */
		return value->num <= INT64_MAX ? json_integer((json_int_t)value->num)
					       : json_real((double)value->num);
	case PK_OUT_INT:
		return json_integer((json_int_t)value->num);
	case PK_OUT_BOOL:
		return json_boolean(value->num);
	case PK_OUT_ADDR:
		snprintf(text, sizeof(text), "0x%" PRIx64, value->num);
		return value->num ? json_string(text) : json_null();
	case PK_OUT_NS:
		snprintf(text, sizeof(text), "%" PRIu64, value->num);
		return json_string(text);
	case PK_OUT_NULL:
		break;
	}
	return json_null();
}

static void json_field(struct pk_out *out, const char *key, const char *text,
		       const struct pk_out_value *value)
{
	const struct containers *state = out->state;

	(void)text;
	if (state && !state->skipped && (key || json_is_array(innermost(state))))
		add(out, key, value_of(value));
}

static void json_keys(struct pk_out *out, const char *keys)
{
	const struct containers *state = out->state;
	char key[64];

	for (int len; sscanf(keys, "%63s%n", key, &len) == 1; keys += len)
		if (state && !json_object_get(innermost(state), key))
			json_field(out, key, NULL, &(struct pk_out_value){.kind = PK_OUT_NULL});
}

const struct pk_out_ops pk_out_json_ops = {
	.whole = true,
	.init = json_init,
	.deinit = json_deinit,
	.begin = json_begin,
	.end = json_end,
	.field = json_field,
	.keys = json_keys,
};
