/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_OUT_H
#define PK_RENDER_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/printable.h"

/** Of docs/pkttrace.schema.json: it counts up when a key goes or changes its meaning. */
#define PK_JSON_VERSION 1

struct pk_out;

enum pk_out_kind {
	PK_OUT_NULL,
	PK_OUT_STR,
	PK_OUT_UINT,
	PK_OUT_INT,
	PK_OUT_BOOL,
	PK_OUT_ADDR,
	PK_OUT_NS,
};

struct pk_out_value {
	enum pk_out_kind kind;
	union {
		const char *str; /* PK_OUT_STR: any bytes of the dump */
		uint64_t num; /* PK_OUT_INT: to be cast */
	};
};

/**
 * A form of output: a backend. What a form has no use for is NULL, but for FIELD. A new form is such a struct, and a way
 * to ask for it: views do not know which one they are written to. Failures set `failed`.
 */
struct pk_out_ops {
	/* For a program: views give it every part, whatever was asked to be shown; warnings go to stderr. */
	bool whole;
	void (*init)(struct pk_out *out);
	void (*deinit)(struct pk_out *out);
	void (*begin)(struct pk_out *out, const char *key, bool array);
	void (*end)(struct pk_out *out); /* of the innermost object or array */
	void (*keys)(struct pk_out *out, const char *keys);
	void (*field)(struct pk_out *out, const char *key, const char *text,
		      const struct pk_out_value *value);
	void (*text)(struct pk_out *out, const char *fmt, va_list args);
	void (*tone)(struct pk_out *out, enum pk_tone tone);
};

extern const struct pk_out_ops pk_out_text_ops, pk_out_json_ops;

/**
 * Where results go: text for a person or JSON Lines for a program, from one description.
 *
 * A view names each field once (iproute2's habit): pk_out_str(out, "dev", "  dev %s", name) prints the text form in
 * text and sets the key in JSON. A NULL text format means "JSON only"; a NULL key means "text only", except directly
 * inside an array, where values have no keys and every one is appended. An object that begins outside any other is one
 * line of JSON when it ends. One that begins again in the same object, by its key, goes on.
 *
 * Strings may be any bytes of the dump: what is no UTF-8 (in text: also control characters, newlines among them) comes
 * out as \xNN (core/printable.h); JSON has control characters as \uNNNN. A value outside any object sets `failed` in
 * JSON.
 */
struct pk_out {
	const struct pk_out_ops *ops;
	FILE *fp; /* borrowed */
	void *state; /* owned by OPS */
	struct pk_screen screen;
	bool failed; /* out of memory or a write error; output so far stands */
};

/** The form that -j asks for, or its absence. */
const struct pk_out_ops *pk_out_form(bool json);
void pk_out_init(struct pk_out *out, FILE *fp, const struct pk_out_ops *ops);
/** The form that -j asks for, or its absence; text for SCREEN. */
void pk_out_begin(struct pk_out *out, FILE *fp, bool json, struct pk_screen screen);
void pk_out_deinit(struct pk_out *out);

void pk_out_object_begin(struct pk_out *out,
			 const char *key); /* key NULL at top level or in an array */
void pk_out_object_end(struct pk_out *out);
void pk_out_array_begin(struct pk_out *out, const char *key);
void pk_out_array_end(struct pk_out *out);
/** KEYS of the innermost object, between blanks: they come in this order, whatever that of their fields is, and those
 *  that get no value are null. JSON only. */
void pk_out_keys(struct pk_out *out, const char *keys);

/* TEXT formats get the value as the type says: %s, %llu, %lld, %llx. */
void pk_out_str(struct pk_out *out, const char *key, const char *text,
		const char *value); /* value NULL: null, no text */
/** A string of which "" is none. */
void pk_out_word(struct pk_out *out, const char *key, const char *text, const char *value);
void pk_out_uint(struct pk_out *out, const char *key, const char *text, unsigned long long value);
void pk_out_int(struct pk_out *out, const char *key, const char *text, long long value);
void pk_out_bool(struct pk_out *out, const char *key, bool value); /* JSON only */
void pk_out_addr(struct pk_out *out, const char *key, const char *text,
		 uint64_t addr); /* JSON "0xffff.."; 0 is null */
void pk_out_ns(struct pk_out *out, const char *key, const char *text,
	       uint64_t ns); /* JSON: a string of integer ns */
void pk_out_null(struct pk_out *out, const char *key);
/* The same where it may be not KNOWN: null, no text. */
void pk_out_uint_if(struct pk_out *out, const char *key, const char *text, bool known,
		    unsigned long long value);
void pk_out_int_if(struct pk_out *out, const char *key, const char *text, bool known,
		   long long value);
void pk_out_bool_if(struct pk_out *out, const char *key, bool known, bool value);
void pk_out_ns_if(struct pk_out *out, const char *key, const char *text, bool known, uint64_t ns);
/** Plain text, not in JSON. A newline or tab is one in FMT alone, not in what a %s brings. */
void pk_out_text(struct pk_out *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** What follows has TONE, until PK_TONE_PLAIN or the end of the line. On a terminal alone, and never the only way to say
 *  it. */
void pk_out_tone(struct pk_out *out, enum pk_tone tone);
/** Whether OUT takes every part of a view, whatever was asked to be shown. */
bool pk_out_whole(const struct pk_out *out);

#endif
