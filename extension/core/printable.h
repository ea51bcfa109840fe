/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_PRINTABLE_H
#define PK_CORE_PRINTABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * All text for people goes through here. Names come from the dump (tasks, symbols, events, devices,
 * files), and a terminal would obey control sequences in them. C0 and C1 controls (C1 as UTF-8,
 * too), DEL, characters that are not seen or change the order of others (bidirectional overrides,
 * zero-width ones) and bytes that are not UTF-8 become \xNN, byte by byte. There are two safety nets: the
 * argument of a %s keeps not even newlines and tabs, and the stream that a command prints to lets
 * only those through.
 */

/** Copy of TEXT with such bytes escaped; with KEEP_CONTROLS only bytes that are not UTF-8. The
 *  caller frees it. NULL: out of memory. */
char *pk_printable(const char *text, bool keep_controls);

/** Length of the control character, or other character that is not seen, that TEXT begins with, of
 *  LEN bytes of UTF-8; 0: it begins with none. */
int pk_control_len(const char *text, size_t len, uint32_t *ret_code);

/** FMT with each "(s)" and "(-s)" resolved ("%u packet(s) wait(-s)"): of a noun an "s" unless the integer before it is 1,
 *  of its verb only then. In BUF where there is any; a FMT that does not fit stays as it is. */
const char *pk_plurals(const char *fmt, va_list args, char *buf, size_t size);
#define PK_PLURALS_MAX 512 /* bytes for BUF */
/** vsnprintf() with pk_plurals(). */
int pk_vsnprint(char *buf, size_t size, const char *fmt, va_list args)
	__attribute__((format(printf, 3, 0)));

/** printf() with pk_plurals() and printable %s and %c; negative on failure. FMT must be ours, not the dump's. FP may be NULL: nobody reads
 *  it, and no text is made. */
int pk_print(FILE *fp, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int pk_vprint(FILE *fp, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));

/**
 * The tone of a text: one byte before it, if struct pk_screen has tones, and PK_TONE_PLAIN after
 * it. The terminal's stream (command/command.h) turns them into colours.
 */
enum pk_tone {
	PK_TONE_PLAIN = 1,
	PK_TONE_BAD, /* lost, broken */
	PK_TONE_OPEN, /* unfinished: waiting or under way */
	PK_TONE_MARK, /* somebody's probe */
	PK_TONE_HEAD, /* heading */
	PK_NR_TONES,
};

/** The terminal that a command prints to. */
struct pk_screen {
	int columns; /* 0: no terminal, or lines are not wrapped */
	bool tones; /* shows enum pk_tone */
	bool unseen; /* nobody reads it: views are built, and no text of them */
};

/** A stream that writes to FP, escaped except for newlines, tabs and, with TONES, tone bytes.
 *  fclose() flushes it and leaves FP open. NULL: out of memory. */
FILE *pk_printable_stream(FILE *fp, bool tones);

#endif
