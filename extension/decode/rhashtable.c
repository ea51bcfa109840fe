// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/rhashtable.h"

#define MAX_BUCKETS (1u << 20)
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

static void buckets_walk(struct pk_chains *chains, uint64_t base, uint64_t nr, uint64_t lock)
{
	for (uint64_t i = 0; i < nr && !chains->stopped; i++) {
		uint64_t first;

		if (pk_read_ptr(chains->ctx, base + i * chains->ctx->target->facts.word_size,
				&first) != PK_OK)
			chains->unreadable++;
		else
			pk_chain_walk(chains, first & ~lock);
	}
}

void pk_buckets_walk(struct pk_chains *chains, uint64_t base, uint64_t nr)
{
	buckets_walk(chains, base, nr, 0);
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
	buckets_walk(chains, *table + buckets, size, 1);
	*table = next;
	return PK_OK;
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
		pk_warn(chains->ctx, "%s: %lu buckets are not in the dump", chains->what,
			chains->unreadable);
	pk_address_set_deinit(&chains->seen);
}
