/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_OUT_H
#define PK_RENDER_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/context.h"

/** Of docs/pkttrace.schema.json: it counts up when a key goes or changes its meaning. */
#define PK_JSON_VERSION 1

/**
 * Where results go: text for a person or JSON Lines for a program, from one description.
 *
 * A renderer names each field once (iproute2's habit): pk_out_str(out, "dev", "  dev %s", name)
 * prints the text form in text mode and sets the key in JSON mode. A NULL text format means "JSON
 * only"; a NULL key means "text only", except directly inside an array, where values have no keys and
 * every one is appended. Inside pk_out_object_begin(out, NULL) ... end() at top level, the JSON of that
 * object is written as one line when it ends.
 *
 * Strings may be any bytes of the dump: what is no UTF-8 (in text: also control characters, newlines among them) comes
 * out as \xNN (core/printable.h); JSON has control characters as \uNNNN. A value that is begun outside any object sets
 * `failed` in JSON mode.
 */
struct pk_out {
	FILE *fp; /* borrowed */
	bool json;
	struct pk_out_json *state; /* owned: stack of open containers */
	bool failed; /* out of memory or a write error; output so far stands */
};

void pk_out_init(struct pk_out *out, FILE *fp, bool json);
void pk_out_deinit(struct pk_out *out);

void pk_out_object_begin(struct pk_out *out,
			 const char *key); /* key NULL at top level or in an array */
void pk_out_object_end(struct pk_out *out);
void pk_out_array_begin(struct pk_out *out, const char *key);
void pk_out_array_end(struct pk_out *out);

/* TEXT formats get the value as the type says: %s, %llu, %lld, %llx. */
void pk_out_str(struct pk_out *out, const char *key, const char *text,
		const char *value); /* value NULL: null, no text */
void pk_out_uint(struct pk_out *out, const char *key, const char *text, unsigned long long value);
void pk_out_int(struct pk_out *out, const char *key, const char *text, long long value);
void pk_out_double(struct pk_out *out, const char *key, const char *text, double value);
void pk_out_bool(struct pk_out *out, const char *key, bool value); /* JSON only */
void pk_out_addr(struct pk_out *out, const char *key, const char *text,
		 uint64_t addr); /* JSON "0xffff.."; 0 is null */
void pk_out_ns(struct pk_out *out, const char *key, const char *text,
	       uint64_t ns); /* JSON: a string of integer ns */
void pk_out_null(struct pk_out *out, const char *key);
/** Plain text, not in JSON. A newline or tab is one in FMT alone, not in what a %s brings. */
void pk_out_text(struct pk_out *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** The context's warnings as lines "pkttrace: warning: ...": after the output in text mode, on stderr in
 *  JSON mode (a command whose schema has "warnings" puts them there itself). */
void pk_out_warnings(struct pk_out *out, struct pk_ctx *ctx);

#endif
