/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PROGRESS_H
#define PK_COMMAND_PROGRESS_H

#include <stdio.h>

#include "core/context.h"

/**
 * From here on a command works: once a second a line on the terminal (stderr) says for how long, and what
 * ctx->progress was told last. A timer draws it, so that no phase of the work is silent.
 *
 * Returns the stream to print to, which stands before FP: what is printed takes the line away first. Where FP is
 * the terminal itself or a pipe (a pager, grep: they draw on the same terminal), the line does not come back after the
 * first output; where FP is a file, it does. FP itself, and nothing else, if stderr is no terminal or a command
 * within a command asks.
 */
FILE *pk_progress_begin(struct pk_ctx *ctx, FILE *fp);
/** The line goes, all of OUT (what pk_progress_begin() returned for FP) is in FP. Returns 0, or -1 if it could not be written. */
int pk_progress_end(struct pk_ctx *ctx, FILE *out, FILE *fp);

#endif
