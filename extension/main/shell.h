/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MAIN_SHELL_H
#define PK_MAIN_SHELL_H

#include "core/context.h"

/**
 * A prompt on an open dump: many questions for one opening. A line is a subcommand with its options, as after
 * "pkttrace VMCORE"; "| COMMAND" and "> FILE" take its output elsewhere. Each command runs in a child process: Ctrl-C
 * ends it, not the prompt, and what a parent has read (symbols, types, pages) the next command finds.
 * Ends at "quit" or the end of the input. Returns the last command's status.
 */
int pk_shell_run(struct pk_ctx *ctx);

#endif
