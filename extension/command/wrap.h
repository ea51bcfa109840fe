/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_WRAP_H
#define PK_COMMAND_WRAP_H

#include <stdio.h>

#include "core/printable.h"

/** A stream to a terminal on top of FP, which fclose() leaves open: lines longer than SCREEN's are
 *  wrapped between words and indented; tones become colours. NULL: out of memory. */
FILE *pk_wrapped_stream(FILE *fp, struct pk_screen screen);

#endif
