/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_WRAP_H
#define PK_COMMAND_WRAP_H

#include <stdio.h>

#include "core/printable.h"

/** A stream before FP, which fclose() leaves open, for a terminal: a line that is longer than SCREEN's goes on, further
 *  in, in the next one, between two words; tones become colours. NULL: out of memory. */
FILE *pk_wrapped_stream(FILE *fp, struct pk_screen screen);

#endif
