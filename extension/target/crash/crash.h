/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_CRASH_H
#define PK_TARGET_CRASH_CRASH_H

#include <stdio.h>

#include "core/target.h"

/*
 * What the rest of the extension sees of crash(8). Only files in target/crash include crash's
 * defs.h: its names (fp, args, pc, PAGESIZE, error) would be everywhere.
 */

/** A command that crash calls by name. Static: crash keeps pointers into it. */
struct pk_crash_command {
	const char *name;
	char **help; /* crash's help_data: name, summary, usage, body lines, NULL */
	/** Fill caches for the command and later ones. Runs in crash itself, with SIGINT held back:
	 *  bounded work only, no output. */
	void (*warm)(struct pk_target *target, int argc, char **argv);
	/** Run the command, in a child process (docs/decisions/0001-child-per-command.md): what it
	 *  keeps in memory is gone afterwards; a crash, a limit or Ctrl-C ends it without harm to
	 *  the session. PAGER: FP is a pipe to crash's pager, which shows it on a terminal. */
	int (*run)(struct pk_target *target, int argc, char **argv, FILE *fp, bool pager);
};

/** Register COMMAND with crash. For the constructor: does nothing that can fail. */
void pk_crash_register(const struct pk_crash_command *command);
/** Free what the target holds (caches, tables). For the destructor; the target is invalid then. */
void pk_crash_unregister(void);

#endif
