/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_MISSING_H
#define PK_DECODE_MISSING_H

#include "core/context.h"

/** If all pages that were unreadable are of one class, warn once with the likely cause. */
void pk_missing_diagnose(struct pk_ctx *ctx);

#endif
