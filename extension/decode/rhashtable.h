/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RHASHTABLE_H
#define PK_DECODE_RHASHTABLE_H

#include "core/context.h"

/** NR pointers to chains at BASE; bit 0 of one is its lock (5.3 and later). A chain ends with an odd value. */
typedef void (*pk_rhashtable_fn)(struct pk_ctx *ctx, uint64_t base, uint64_t nr, void *arg);

/** The buckets of the struct bucket_table at TABLE (0: none), and of its successor while it grows, which has what has moved
 *  already. An error where a table cannot be walked; what came before it stands. */
enum pk_status pk_rhashtable_walk(struct pk_ctx *ctx, uint64_t table, pk_rhashtable_fn fn,
				  void *arg);

#endif
