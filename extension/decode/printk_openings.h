/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PRINTK_OPENINGS_H
#define PK_DECODE_PRINTK_OPENINGS_H

#include <stdbool.h>

#include "model/log_line.h"

/** What a line of the log begins, or ends. */
enum pk_opens {
	PK_OPENS_NOTHING,
	PK_OPENS_WISH, /* sysrq-c: what a user asked for, not the reason */
	PK_OPENS_PANIC, /* panic() says this once, and never returns */
	PK_OPENS_OOPS, /* an exception or BUG(): the machine dies of it, or a task */
	PK_OPENS_LOCKUP, /* a CPU that is stuck */
	/* Is printed just before BUG() or WARN(), and has the values that those lack. */
	PK_OPENS_LEAD,
	PK_OPENS_REPORT, /* the kernel goes on, unless it is told to panic */
	PK_OPENS_CUT, /* "cut here": the next line of the same caller is the first of a report */
	PK_OPENS_END, /* "end trace": an oops or a warning is over */
	PK_OPENS_PLACE, /* the instruction pointer */
	PK_OPENS_FRAME, /* of a backtrace: the function that had made a report was still called */
};

/** A row of the table of openings. */
struct pk_opening {
	const char *text; /* begins the line, after the prefix that the kernel prints (pr_fmt) */
	enum pk_opens opens;
	/* words of the line that panic() prints when this made it panic; NULL: those of its kind */
	const char *panic;
	const char *then; /* the line has these, too; NULL: nothing */
	bool anywhere; /* TEXT may be behind names of a driver and a device */
	/* who reports this says so each time, and then calls what may die of the same: its row's text; NULL: else */
	const char *frame;
};

/** The row of LINE; NULL: it is none of them, or a program wrote it. */
const struct pk_opening *pk_opening_of(const struct pk_log_line *line);
/** Whether panic()'s line PANIC says that what ROW opens was why. */
bool pk_opening_led_to(const struct pk_opening *row, const char *panic);

#endif
