/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_MAPLE_H
#define PK_DECODE_MAPLE_H

#include "core/context.h"

typedef enum pk_status (*pk_maple_fn)(uint64_t entry, void *arg); /* not PK_OK: stops */

/** Visit every pointer in the maple tree with ma_root ROOT (0: empty) by rising index. */
enum pk_status pk_maple_walk(struct pk_ctx *ctx, uint64_t root, pk_maple_fn fn, void *arg);

#endif
