/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MAIN_MAIN_H
#define PK_MAIN_MAIN_H

#include "core/context.h"

/** CODE, unless what was printed to standard output could not be written: that is said, and 1. */
int pk_ended(int code);
/** How a command's process ended: its exit status, or 128 and its signal, which is said where it is the program's
 *  fault. STATUS is waitpid()'s. */
int pk_child_code(int status);

/**
 * A prompt on an open dump: many questions for one opening. A line is a subcommand with its options, as after
 * "pkttrace VMCORE"; "| COMMAND" and "> FILE" take its output elsewhere. Each command runs in a child process: Ctrl-C
 * ends it, not the prompt, and what a parent has read (symbols, types, pages) the next command finds.
 * Ends at "quit" or the end of the input. Returns the last command's status.
 */
int pk_shell_run(struct pk_ctx *ctx);

#endif
