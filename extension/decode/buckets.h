/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_BUCKETS_H
#define PK_DECODE_BUCKETS_H

#include "core/kit.h"
#include "core/reader.h"

/** A hash table: NR buckets of SIZE bytes at BASE, each with the first node at HEAD. Nothing is checked. */
struct pk_buckets {
	uint64_t base, nr, size, head;
};

/** FIRST: the bucket's first node, as it is in memory. */
struct pk_bucket {
	uint64_t index, first;
};

struct pk_bucket_iter {
	struct pk_reader *r;
	const struct pk_buckets *buckets;
	uint64_t at, some, i; /* SOME buckets from AT on were read; I of them were delivered */
	uint64_t *unreadable;
	uint8_t *bytes; /* owned */
};

struct pk_bucket_iter pk_bucket_begin(struct pk_reader *r, const struct pk_buckets *buckets,
				      uint64_t *ret_unreadable);
bool pk_bucket_next(struct pk_bucket_iter *iter, struct pk_bucket *ret_bucket);
void pk_bucket_end(struct pk_bucket_iter *iter);

/** A loop over the buckets in their order. A page that is missing costs its own buckets only; *RET_UNREADABLE counts
 *  those. R fails with PK_CORRUPT if no table is like this, or with PK_NOMEM. */
#define pk_bucket_for_each(bucket, r, buckets, ret_unreadable)                                     \
	PK_LOOP(pk_bucket, bucket, pk_bucket_begin(r, buckets, ret_unreadable))

#endif
