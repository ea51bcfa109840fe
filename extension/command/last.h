/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_LAST_H
#define PK_COMMAND_LAST_H

#include <stdio.h>

#include "command/choice.h"

/** Print what `last -j` prints for CHOICE, with paths folded to LINES. On failure the error text
 *  says why. */
enum pk_status pk_last_print(struct pk_ctx *ctx, const struct pk_choice *choice, uint32_t lines,
			     FILE *fp);

#endif
