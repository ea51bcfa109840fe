/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_WARNINGS_H
#define PK_COMMAND_WARNINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "core/context.h"

/** The context's warnings as lines "pkttrace: warning: ...", of many only some of each kind, unless EACH. To be printed after
 *  the output, on stderr if that is for a program (a command whose schema has "warnings" puts them there itself). */
void pk_print_warnings(const struct pk_ctx *ctx, FILE *fp, bool each);

#endif
