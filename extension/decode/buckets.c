// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/tables.h"

#include <stdlib.h>

#define MAX_TABLE (1u << 28) /* bytes */
#define MAX_BUCKET 4096 /* bytes */
#define CHUNK 65536 /* bytes read at a time; where some are missing, a page */
#define PAGE 4096

static bool is_table(const struct pk_ctx *ctx, const struct pk_buckets *buckets)
{
	const uint32_t word = ctx->target->facts.word_size;

	return buckets->size >= word && buckets->size <= MAX_BUCKET &&
	       buckets->head <= buckets->size - word && buckets->nr <= MAX_TABLE / buckets->size;
}

/* Number of buckets from AT on that begin within the next LEN bytes. */
static uint64_t nr_within(const struct pk_buckets *buckets, uint64_t at, uint64_t len)
{
	const uint64_t nr = (len + buckets->size - 1) / buckets->size, left = buckets->nr - at;

	return nr < left ? nr : left;
}

/* Read those from index AT on, as many as can be had at once. 0: *RET_SKIP of them are not in the dump. */
static uint64_t some_read(struct pk_ctx *ctx, const struct pk_buckets *buckets, uint64_t at,
			  uint8_t *bytes, uint64_t *ret_skip)
{
	const uint64_t addr = buckets->base + at * buckets->size;
	uint64_t some = nr_within(buckets, at, CHUNK);

	if (pk_read(ctx, addr, bytes, some * buckets->size) == PK_OK)
		return some;
	some = nr_within(buckets, at, PAGE - addr % PAGE);
	if (pk_read(ctx, addr, bytes, some * buckets->size) == PK_OK)
		return some;
	*ret_skip = some;
	return 0;
}

struct pk_bucket_iter pk_bucket_begin(struct pk_reader *r, const struct pk_buckets *buckets,
				      uint64_t *ret_unreadable)
{
	struct pk_bucket_iter iter = {.r = r, .buckets = buckets, .unreadable = ret_unreadable};

	*ret_unreadable = 0;
	if (pk_ok(r) && !is_table(r->ctx, buckets))
		pk_try(r,
		       pk_fail(r->ctx, PK_CORRUPT, "hash table at %llx: %llu buckets of %llu bytes",
			       (unsigned long long)buckets->base, (unsigned long long)buckets->nr,
			       (unsigned long long)buckets->size));
	if (pk_ok(r))
		iter.bytes = malloc(CHUNK + MAX_BUCKET);
	if (!iter.bytes)
		pk_try(r, pk_fail(r->ctx, PK_NOMEM, "hash table: out of memory"));
	return iter;
}

bool pk_bucket_next(struct pk_bucket_iter *iter, struct pk_bucket *ret_bucket)
{
	const struct pk_buckets *buckets = iter->buckets;
	struct pk_ctx *ctx = iter->r->ctx;
	uint64_t skip = 0;

	if (!pk_ok(iter->r))
		return false;
	while (iter->i == iter->some) {
		iter->at += iter->some;
		iter->i = 0;
		if (iter->at >= buckets->nr)
			return false;
		iter->some = some_read(ctx, buckets, iter->at, iter->bytes, &skip);
		if (!iter->some) {
			*iter->unreadable += skip;
			iter->at += skip;
		}
	}
	ret_bucket->index = iter->at + iter->i;
	ret_bucket->first = pk_uint(ctx, iter->bytes + iter->i * buckets->size + buckets->head,
				    ctx->target->facts.word_size);
	iter->i++;
	return true;
}

void pk_bucket_end(struct pk_bucket_iter *iter)
{
	free(iter->bytes);
}
