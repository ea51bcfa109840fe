/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_PRINTABLE_H
#define PK_CORE_PRINTABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Every text that people read goes through here. Names come from the dump (tasks, symbols, events, devices,
 * files), and a terminal obeys what is in them. C0 and C1 control characters (C1 also as UTF-8), DEL and bytes that are no UTF-8
 * are written as \xNN, a byte each. Two nets: what a format's %s brings has no newline and no tab of its own either, and
 * the stream that a command prints to lets through only those.
 */

/** TEXT without such bytes; KEEP_CONTROLS: bytes that are no UTF-8 alone are replaced. NULL: out of memory. Caller
 *  frees. */
char *pk_printable(const char *text, bool keep_controls);

/** printf() whose %s and %c are printable; returns less than 0 on failure. FMT is ours, not of the dump. */
int pk_print(FILE *fp, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int pk_vprint(FILE *fp, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));

/**
 * What a text says beside its words: one byte before it, where struct pk_screen has tones, and PK_TONE_PLAIN behind it. The
 * terminal's stream (command/wrap.h) makes colours of them.
 */
enum pk_tone {
	PK_TONE_PLAIN = 1,
	PK_TONE_BAD, /* lost, broken */
	PK_TONE_OPEN, /* not over: it waits, or was under way */
	PK_TONE_MARK, /* somebody's probe */
	PK_TONE_HEAD, /* begins a part */
	PK_NR_TONES,
};

/** Of the terminal that a command prints to. */
struct pk_screen {
	int columns; /* 0: there is none, or lines may be as long as they are */
	bool tones; /* it shows enum pk_tone */
};

/** A stream before FP, which fclose() leaves open: what is printed there arrives printable, lines and tabs, and with
 *  TONES these, as they are. NULL: out of memory. */
FILE *pk_printable_stream(FILE *fp, bool tones);

#endif
