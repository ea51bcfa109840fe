/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_WRAP_H
#define PK_COMMAND_WRAP_H

#include <stdio.h>

/** A stream before FP, which fclose() leaves open, for a terminal of COLUMNS: a longer line goes on, further in, in the
 *  next one, between two words. NULL: out of memory. */
FILE *pk_wrapped_stream(FILE *fp, int columns);

#endif
