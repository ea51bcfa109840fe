// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/tables.h"

#define MAX_BUCKETS (1u << 20) /* of one table */
#define MAX_TABLES 4

void pk_chain_walk(struct pk_chains *chains, uint64_t first)
{
	struct pk_ctx *ctx = chains->ctx;

	for (uint64_t node = first; node && !(node & 1) && !chains->stopped;) {
		if (!pk_address_set_add(&chains->seen, node, chains->most)) {
			pk_warn(ctx, "%s: a chain loops at %llx", chains->what,
				(unsigned long long)node);
			return;
		}
		chains->stopped = !chains->fn(node, chains->arg);
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "%s: a chain breaks off: %s", chains->what, pk_error(ctx));
			return;
		}
	}
}

/* LOCK: the bits of a bucket that are no address. */
static enum pk_status buckets_walk(struct pk_chains *chains, uint64_t base, uint64_t nr,
				   uint64_t lock)
{
	const struct pk_buckets buckets = {
		.base = base, .nr = nr, .size = chains->ctx->target->facts.word_size};
	struct pk_reader r = {.ctx = chains->ctx};
	uint64_t unreadable;

	if (chains->stopped)
		return PK_OK;
	pk_bucket_for_each (bucket, &r, &buckets, &unreadable) {
		pk_chain_walk(chains, bucket.first & ~lock);
		if (chains->stopped)
			break;
	}
	chains->unreadable += unreadable;
	return r.status;
}

void pk_chains_walk(struct pk_chains *chains, uint64_t base, uint64_t nr)
{
	if (buckets_walk(chains, base, nr, 0) != PK_OK)
		chains->unreadable += nr;
}

static enum pk_status table_walk(struct pk_chains *chains, uint64_t *table)
{
	struct pk_ctx *ctx = chains->ctx;
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
	status = buckets_walk(chains, *table + buckets, size, 1);
	*table = next;
	return status;
}

enum pk_status pk_rhashtable_walk(struct pk_chains *chains, uint64_t table)
{
	enum pk_status status = PK_OK;

	for (int i = 0; status == PK_OK && table && i < MAX_TABLES; i++)
		status = table_walk(chains, &table);
	return status;
}

void pk_chains_deinit(struct pk_chains *chains)
{
	if (chains->unreadable)
		pk_warn(chains->ctx, "%s: %llu buckets are not in the dump", chains->what,
			(unsigned long long)chains->unreadable);
	pk_address_set_deinit(&chains->seen);
}
