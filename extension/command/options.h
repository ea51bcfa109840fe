/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_OPTIONS_H
#define PK_COMMAND_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

#include "command/words.h"

/** An option: a switch, or one with a value. */
struct pk_option {
	char letter; /* 0: the end of the table; less than ' ': only NAME */
	const char *name; /* NULL: only the letter */
	bool *set; /* of a switch; NULL */
	const char **value; /* the last one given; NULL */
	struct pk_filter_request *filter; /* that takes the value; NULL */
};

/**
 * Every subcommand's options, by its table: getopt_long without its habits. It starts afresh for each command (crash
 * runs many in one process), complains on FP, and never exits. 0, or 2 after a complaint; the first word that is no
 * option is argv[optind].
 */
int pk_options_read(int argc, char **argv, const struct pk_option *options, FILE *fp);

#endif
