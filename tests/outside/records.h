/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TESTS_OUTSIDE_RECORDS_H
#define PK_TESTS_OUTSIDE_RECORDS_H

#include <stdbool.h>

#include "decode/trace/event_format.h"
#include "fake_target.h"

/* Records of ../shared/foreign/print_fmts: columns divided by tabs, as its README.md says. */

#define OUTSIDE_MAX_FIELDS 512

/** An event's format, which owns its names, types and text. */
struct outside_format {
	struct pk_format format;
	struct pk_field fields[OUTSIDE_MAX_FIELDS];
};

/** The next column of *LINE, cut off where it ends; *LINE is NULL behind the last one. */
char *outside_column(char **line);
/** From the columns name, print_fmt and fields of LINE, which is cut. False: it has fewer. */
bool outside_format_read(struct outside_format *format, char *line);
void outside_format_deinit(struct outside_format *format);
/** What print_fmts ask of a kernel besides: struct trace_entry, a few variables and types. */
void outside_machine(struct fake_target *fake);

#endif
