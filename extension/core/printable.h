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

/** A stream before FP, which fclose() leaves open: what is printed there arrives printable, lines and tabs as they are. NULL: out of memory. */
FILE *pk_printable_stream(FILE *fp);

#endif
