// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/buckets.h"

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

enum pk_status pk_buckets_walk(struct pk_ctx *ctx, const struct pk_buckets *buckets,
			       pk_bucket_fn fn, void *arg, uint64_t *ret_unreadable)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t some, skip = 0;
	bool stopped = false;
	uint8_t *bytes;

	*ret_unreadable = 0;
	if (!is_table(ctx, buckets))
		return pk_fail(ctx, PK_CORRUPT, "hash table at %llx: %llu buckets of %llu bytes",
			       (unsigned long long)buckets->base, (unsigned long long)buckets->nr,
			       (unsigned long long)buckets->size);
	bytes = malloc(CHUNK + MAX_BUCKET);
	if (!bytes)
		return pk_fail(ctx, PK_NOMEM, "hash table: out of memory");
	for (uint64_t at = 0; at < buckets->nr && !stopped; at += some ? some : skip) {
		some = some_read(ctx, buckets, at, bytes, &skip);
		if (!some)
			*ret_unreadable += skip;
		for (uint64_t i = 0; i < some && !stopped; i++)
			stopped = !fn(at + i,
				      pk_uint(ctx, bytes + i * buckets->size + buckets->head, word),
				      arg);
	}
	free(bytes);
	return PK_OK;
}
