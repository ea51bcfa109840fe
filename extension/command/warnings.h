/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_WARNINGS_H
#define PK_COMMAND_WARNINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "core/context.h"

/** Print the context's warnings as lines "pkttrace: warning: ...", only some of each kind unless
 *  EACH. Call it after the output, on stderr if that is for a program (commands with "warnings" in
 *  their schema print them there). */
void pk_print_warnings(const struct pk_ctx *ctx, FILE *fp, bool each);

#endif
