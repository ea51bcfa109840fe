// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/rhashtable.h"

#define MAX_BUCKETS (1u << 20)
#define MAX_TABLES 4

static enum pk_status table_walk(struct pk_ctx *ctx, uint64_t *table, pk_rhashtable_fn fn,
				 void *arg)
{
	uint64_t size, nest = 0, next = 0, buckets;
	enum pk_status status = pk_row_offset(ctx, PK_R_bucket_table_buckets, &buckets);

	if (status == PK_OK)
		status = pk_member_uint(ctx, *table, PK_R_bucket_table_size, &size);
	if (status == PK_OK && pk_has(ctx, PK_R_bucket_table_nest))
		status = pk_member_uint(ctx, *table, PK_R_bucket_table_nest, &nest);
	if (status == PK_OK && pk_has(ctx, PK_R_bucket_table_future))
		status = pk_member_uint(ctx, *table, PK_R_bucket_table_future, &next);
	if (status == PK_OK && (size > MAX_BUCKETS || nest))
		status = pk_fail(ctx, nest ? PK_LIMIT : PK_CORRUPT, "%llu buckets%s",
				 (unsigned long long)size, nest ? " in several parts" : "");
	if (status != PK_OK)
		return pk_wrap(ctx, status, "hash table %llx", (unsigned long long)*table);
	fn(ctx, *table + buckets, size, arg);
	*table = next;
	return PK_OK;
}

enum pk_status pk_rhashtable_walk(struct pk_ctx *ctx, uint64_t table, pk_rhashtable_fn fn,
				  void *arg)
{
	enum pk_status status = PK_OK;

	for (int i = 0; status == PK_OK && table && i < MAX_TABLES; i++)
		status = table_walk(ctx, &table, fn, arg);
	return status;
}
