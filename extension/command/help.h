/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_HELP_H
#define PK_COMMAND_HELP_H

#include <stdio.h>

#include "command/command.h"

/**
 * Help has one source: command/help/TOPIC.txt, plain text as the reader sees it, turned into C
 * strings when building. `help pkttrace` in crash shows all of it, `pkttrace help TOPIC` one
 * subcommand's, `pkttrace --help` a page that leads there, and pkttrace.8 is made from the same texts.
 */

/** One page on FP: USAGE (whole lines), the subcommands, and where to read on. */
void pk_help_page(const struct pk_commands *commands, const char *usage, FILE *fp);
/** Help on TOPIC (a subcommand, or "overview"; NULL: the page) on FP. Returns 0, or 2 if there is no such topic. */
int pk_help_print(const struct pk_commands *commands, const char *topic, FILE *fp);
/** The whole manual page in troff's man macros. */
void pk_help_man(const struct pk_commands *commands, FILE *fp);

#endif
