/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_OPTIONS_H
#define PK_COMMAND_OPTIONS_H

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "command/words.h"

/** An option: a switch, or one with a value. */
struct pk_option {
	char letter; /* 0: end of the table; less than ' ': only NAME */
	const char *name; /* NULL: only the letter */
	bool *set; /* for a switch; otherwise NULL */
	const char **value; /* gets the last value given; NULL */
	struct pk_filter_request *filter; /* takes the value; NULL */
};

#define PK_ANY_WORDS INT_MAX

/**
 * Parse a subcommand's options by its table, with getopt_long without its quirks: it starts afresh
 * for each command (crash runs many in one process), complains on FP, and never exits. Returns 0,
 * or 2 after a complaint. argv[optind] is the first word that is not an option; more than WORDS of them
 * are refused.
 */
int pk_options_read(int argc, char **argv, const struct pk_option *options, int words, FILE *fp);

#endif
