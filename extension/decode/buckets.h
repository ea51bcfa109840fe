/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_BUCKETS_H
#define PK_DECODE_BUCKETS_H

#include "core/context.h"

/** A hash table: NR buckets of SIZE bytes at BASE, each with the first node at HEAD. Nothing is checked. */
struct pk_buckets {
	uint64_t base, nr, size, head;
};

/** A bucket's index and its first node, as it is in memory. False stops. */
typedef bool (*pk_bucket_fn)(uint64_t index, uint64_t first, void *arg);

/**
 * Visit the buckets in their order. A page that is missing costs its own buckets only; *RET_UNREADABLE counts
 * those. PK_CORRUPT: no table is like this. PK_NOMEM.
 */
enum pk_status pk_buckets_walk(struct pk_ctx *ctx, const struct pk_buckets *buckets,
			       pk_bucket_fn fn, void *arg, uint64_t *ret_unreadable);

#endif
