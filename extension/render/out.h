/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_OUT_H
#define PK_RENDER_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/printable.h"
#include "model/figure.h"
#include "model/header.h"
#include "model/noted_stack.h"

/** Version of docs/pkttrace.schema.json: incremented when a key is removed or changes its
 *  meaning. */
#define PK_JSON_VERSION 2

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
		const char *str; /* PK_OUT_STR: any bytes from the dump */
		uint64_t num; /* PK_OUT_INT: cast to signed */
	};
};

/**
 * A backend for one form of output. Operations that it does not need are NULL. A new
 * form is such a struct and an option that selects it; views do not know which form they write.
 * Failures set `failed`.
 */
struct pk_out_ops {
	/* For programs: views pass on all parts, whatever is to be shown; warnings go to stderr. */
	bool whole;
	void (*init)(struct pk_out *out);
	void (*deinit)(struct pk_out *out);
	void (*begin)(struct pk_out *out, const char *key, bool array);
	void (*end)(struct pk_out *out); /* ends the innermost object or array */
	void (*keys)(struct pk_out *out, const char *keys);
	void (*field)(struct pk_out *out, const char *key, const char *text,
		      const struct pk_out_value *value);
	void (*text)(struct pk_out *out, const char *fmt, va_list args);
	void (*tone)(struct pk_out *out, enum pk_tone tone);
};

extern const struct pk_out_ops pk_out_text_ops, pk_out_json_ops;

/** Whom a view asks for what people call a network namespace. All NULL: nobody. */
struct pk_out_names {
	const struct pk_netns_name *(*netns)(void *arg, uint32_t inum); /* NULL: it has no name */
	void *arg; /* borrowed */
};

/**
 * Where results go: text for people or JSON Lines for programs, from one description.
 *
 * A view names each field once, as iproute2 does: pk_out_str(out, "dev", " dev %s", name) prints
 * the text form in text and sets the key in JSON. A NULL text format means JSON only. A NULL key
 * means text only, except directly inside an array, where values have no keys and are all appended.
 * An outermost object becomes one line of JSON when it ends. An object that is begun again with the
 * same key in the same object is continued.
 *
 * Strings may be any bytes from the dump. Bytes that are not UTF-8 (in text also control
 * characters, including newlines) are printed as \xNN (core/printable.h); JSON has control
 * characters as \uNNNN. A value outside any object sets `failed` in JSON.
 */
struct pk_out {
	const struct pk_out_ops *ops;
	FILE *fp; /* borrowed */
	void *state; /* owned by OPS */
	struct pk_screen screen;
	struct pk_out_names names;
	const struct pk_netns_name **named; /* owned: those that text has mentioned */
	uint32_t nr_named, room_named;
	bool failed; /* out of memory or a write error; output so far is valid */
};

/** The form that -j selects, or text. */
const struct pk_out_ops *pk_out_form(bool json);
void pk_out_init(struct pk_out *out, FILE *fp, const struct pk_out_ops *ops);
/** The form that -j selects, or text for SCREEN; none where SCREEN is unseen. */
void pk_out_begin(struct pk_out *out, FILE *fp, bool json, struct pk_screen screen);
void pk_out_deinit(struct pk_out *out);

void pk_out_object_begin(struct pk_out *out,
			 const char *key); /* key NULL at top level or in an array */
void pk_out_object_end(struct pk_out *out);
void pk_out_array_begin(struct pk_out *out, const char *key);
void pk_out_array_end(struct pk_out *out);
/** The same as declarations: what they begin ends with the block that they stand in. A record is an object that says WHAT it is. */
#define PK_OUT_OBJECT(out, key) PK_OUT_SCOPE_(object, object, out, key)
#define PK_OUT_ARRAY(out, key) PK_OUT_SCOPE_(array, array, out, key)
#define PK_OUT_RECORD(out, what) PK_OUT_SCOPE_(record, object, out, what)
/** KEYS of the innermost object, separated by blanks: JSON prints them in this order, and null for
 *  those without a value. JSON only. */
void pk_out_keys(struct pk_out *out, const char *keys);

/* TEXT formats get the value as the type says: %s, %llu, %lld, %llx. */
void pk_out_str(struct pk_out *out, const char *key, const char *text,
		const char *value); /* value NULL: null, no text */
/** A string; "" means that there is none. */
void pk_out_word(struct pk_out *out, const char *key, const char *text, const char *value);
void pk_out_uint(struct pk_out *out, const char *key, const char *text, unsigned long long value);
void pk_out_int(struct pk_out *out, const char *key, const char *text, long long value);
void pk_out_bool(struct pk_out *out, const char *key, bool value); /* JSON only */
void pk_out_addr(struct pk_out *out, const char *key, const char *text,
		 uint64_t addr); /* JSON "0xffff.."; 0 is null */
void pk_out_ns(struct pk_out *out, const char *key, const char *text,
	       uint64_t ns); /* JSON: a string of integer ns */
void pk_out_null(struct pk_out *out, const char *key);
/* The same for values that may be unknown (not KNOWN): null, and no text. */
void pk_out_uint_if(struct pk_out *out, const char *key, const char *text, bool known,
		    unsigned long long value);
void pk_out_int_if(struct pk_out *out, const char *key, const char *text, bool known,
		   long long value);
void pk_out_bool_if(struct pk_out *out, const char *key, bool known, bool value);
void pk_out_ns_if(struct pk_out *out, const char *key, const char *text, bool known, uint64_t ns);
/** The network namespace with this inode number; 0: unknown. JSON has its name beside it, as KEY_name; below all text
 *  there is a line that names each. */
void pk_out_netns(struct pk_out *out, const char *key, const char *text, uint32_t inum);
/** Text has this namespace in a table's row, or in words of its own. */
void pk_out_netns_told(struct pk_out *out, uint32_t inum);
/** Plain text, not in JSON. Only newlines and tabs in FMT itself are kept, not those of a %s
 *  argument. */
void pk_out_text(struct pk_out *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Print what follows in TONE, until PK_TONE_PLAIN or the end of the line. Terminals only, so never
 *  rely on it alone. */
void pk_out_tone(struct pk_out *out, enum pk_tone tone);
/** Whether OUT takes all parts of a view, whatever is to be shown. */
bool pk_out_whole(const struct pk_out *out);

/** FIGURE between two texts; null in JSON if unknown. In text that is "-" if the kernel has none,
 *  otherwise the word for why. */
void pk_render_figure(struct pk_out *out, const char *key, const char *before,
		      const struct pk_figure *figure, const char *behind);
/** The same, right-aligned in WIDTH columns after a blank. */
void pk_render_column(struct pk_out *out, const char *key, const struct pk_figure *figure,
		      int width);

/** FIGURE as number KEY, and in text by the format TEXT (NULL: not shown). Unknown: null in JSON, nothing in text. */
void pk_out_figure(struct pk_out *out, const char *key, const char *text,
		   const struct pk_figure *figure);
/** The same for 0 or 1. JSON only. */
void pk_out_flag(struct pk_out *out, const char *key, const struct pk_figure *figure);

/** The functions of STACK in JSON, as "stack". */
void pk_render_noted_stack(struct pk_out *out, const struct pk_noted_stack *stack);

/** "12.3 us", in the unit that fits. BUF of at least 32 bytes. Returns BUF. */
const char *pk_duration(uint64_t ns, char *buf, size_t size);

/** The fields saddr, sport, daddr and dport of the innermost object; without ports these are null. No text. */
void pk_render_tuple(struct pk_out *out, const struct pk_tuple *tuple, bool has_ports);

/** Only saddr and daddr, of what has no keys for ports. */
void pk_render_addresses(struct pk_out *out, const struct pk_tuple *tuple);

/** "sectag": MACsec's, null if it is not known; BEFORE: text before it. */
void pk_render_sectag(struct pk_out *out, const struct pk_header *header, const char *before);

/** Source and destination as text, SIZE bytes each: "10.0.0.1:80", or without ports. */
void pk_tuple_endpoints(const struct pk_tuple *tuple, bool has_ports, char *from, char *to,
			size_t size);
/** The same of HEADER; "?" if they are unknown. */
void pk_header_endpoints(const struct pk_header *header, char *from, char *to, size_t size);

#define PK_TABLE_COLUMNS 20 /* at most */

struct pk_column {
	const char *heading; /* NULL: the table has no such column this time */
	const char *before; /* text between it and the column before */
	/* At least so many bytes; longer cells push the rest to the right. 0: as wide as its
	 * cells. */
	int width;
	bool if_any; /* hidden on a terminal if all its cells are empty */
	bool right; /* flush right */
	/* On a terminal that is too narrow, the column with the highest number is left out first;
	 * 0: never. */
	int drop;
	/* On a terminal that is too narrow even then, its cells are cut, to no less than so many bytes, and end in "..";
	 * 0: never. */
	int least;
	const char *unless_all; /* also stays if any cell differs from this; NULL: no such rule */
};

/**
 * A table in text. In a pipe or file every column is printed at its fixed width. On a terminal
 * columns are as wide as their cells, and those that do not fit are left out; if even the columns
 * that must stay do not fit, some are cut, or the row continues on a second line.
 */
struct pk_table {
	struct pk_out *out; /* borrowed */
	const struct pk_column *columns; /* borrowed */
	int nr;
	int limit; /* columns of the terminal; 0: none */
	int widths[PK_TABLE_COLUMNS];
	bool filled[PK_TABLE_COLUMNS]; /* a cell is not empty */
	bool varies[PK_TABLE_COLUMNS]; /* a cell is not its column's unless_all */
	bool shown[PK_TABLE_COLUMNS];
	/* of the next row's cells; 0: none. The caller sets them */
	enum pk_tone tones[PK_TABLE_COLUMNS];
	bool settled;
};

void pk_table_init(struct pk_table *table, struct pk_out *out, const struct pk_column *columns,
		   int nr);
/** Measure a row before the first one is printed. Cells are any bytes; the last may have any
 *  length. */
void pk_table_measure(struct pk_table *table, const char *const *cells);
void pk_table_heading(struct pk_table *table);
void pk_table_row(struct pk_table *table, const char *const *cells);

#define PK_OUT_SCOPE_(begun, kind, out, word)                                                      \
	struct pk_out *PK_OUT_NAME_(__COUNTER__)                                                   \
		__attribute__((cleanup(pk_out_##kind##_close_), unused)) =                         \
			pk_out_##begun##_open_(out, word)
#define PK_OUT_NAME_(number) PK_OUT_JOIN_(pk_scope_, number)
#define PK_OUT_JOIN_(a, b) a##b

static inline struct pk_out *pk_out_object_open_(struct pk_out *out, const char *key)
{
	pk_out_object_begin(out, key);
	return out;
}

static inline struct pk_out *pk_out_record_open_(struct pk_out *out, const char *what)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, what);
	return out;
}

static inline struct pk_out *pk_out_array_open_(struct pk_out *out, const char *key)
{
	pk_out_array_begin(out, key);
	return out;
}

static inline void pk_out_object_close_(struct pk_out **out)
{
	pk_out_object_end(*out);
}

static inline void pk_out_array_close_(struct pk_out **out)
{
	pk_out_array_end(*out);
}

#endif
