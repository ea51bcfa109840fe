/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_IDR_H
#define PK_DECODE_IDR_H

#include <stdbool.h>

#include "core/context.h"

typedef bool (*pk_idr_fn)(uint64_t entry, void *arg); /* ENTRY: the stored pointer; false stops */

/** Visit every pointer in the struct idr at IDR by rising ID: an xarray since 4.20, a radix tree
 *  before. An unreadable node costs a warning and everything below it. */
enum pk_status pk_idr_walk(struct pk_ctx *ctx, uint64_t idr, pk_idr_fn fn, void *arg);
/** The same for a struct radix_tree_root, by rising index. */
enum pk_status pk_radix_walk(struct pk_ctx *ctx, uint64_t tree, pk_idr_fn fn, void *arg);

#endif
