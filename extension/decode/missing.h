/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_MISSING_H
#define PK_DECODE_MISSING_H

#include "core/context.h"

/** Warns, in one sentence with the likely cause, if the pages that could not be read are of one class. */
void pk_missing_diagnose(struct pk_ctx *ctx);

#endif
