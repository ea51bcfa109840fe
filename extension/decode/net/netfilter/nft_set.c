// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How many elements a set of nft has. The kernel always counts those since "netfilter: nf_tables: always increment set element
 * count" (6.8), and before only what is added to a set with a limit, though all that is removed; and such a set may have got its
 * limit when it had elements, from a rule that adds to it. So they are counted in the set, of which no element is read:
 *
 *	nft_rhash.ht.nelems
 *	nft_hash.table[buckets], nft_bitmap.list, nft_rbtree.root
 *	nft_pipapo.match.f[last].mt[rules] -> element; one may have several rules, which follow each other
 */
#include "decode/net/netfilter/netfilter.h"

#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/tables.h"

#define MAX_BUCKETS (1u << 22)
#define MAX_RULES (1u << 22)
#define MAX_FIELDS 16
#define CHUNK 512 /* rules */

static bool add_one(uint64_t node, void *arg)
{
	uint64_t *nr = arg;

	(void)node;
	++*nr;
	return true;
}

static enum pk_status count_rhash(struct pk_ctx *ctx, uint64_t data, uint64_t *ret_nr)
{
	return pk_member_uint(ctx, data, PK_R_nft_rhash_elements, ret_nr);
}

static enum pk_status count_hash(struct pk_ctx *ctx, uint64_t data, uint64_t *ret_nr)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_chains chains = {
		.ctx = ctx, .what = "nft set", .most = PK_LIST_MAX, .fn = add_one, .arg = ret_nr};
	const unsigned long warned = ctx->nr_warned;
	uint64_t table = pk_offset(&r, PK_R_nft_hash_table);
	uint64_t buckets = pk_member(&r, data, PK_R_nft_hash_buckets);

	if (buckets > MAX_BUCKETS)
		pk_try(&r, pk_fail(ctx, PK_LIMIT, "%llu buckets", (unsigned long long)buckets));
	if (!pk_ok(&r))
		return r.status;
	pk_chains_walk(&chains, data + table, buckets);
	pk_chains_deinit(&chains);
	return ctx->nr_warned == warned ? PK_OK : pk_fail(ctx, PK_CORRUPT, "a damaged chain");
}

static enum pk_status count_bitmap(struct pk_ctx *ctx, uint64_t data, uint64_t *ret_nr)
{
	struct pk_reader r = {.ctx = ctx};

	pk_list_for_each (node, &r, pk_member_at(&r, data, PK_R_nft_bitmap_list))
		++*ret_nr;
	return r.status;
}

static enum pk_status count_rbtree(struct pk_ctx *ctx, uint64_t data, uint64_t *ret_nr)
{
	struct pk_reader r = {.ctx = ctx};

	pk_rbtree_for_each (node, &r, pk_member_at(&r, data, PK_R_nft_rbtree_root))
		++*ret_nr;
	return r.status;
}

/* Elements of NR rules at TABLE: one for each change of the pointer. */
static enum pk_status count_rules(struct pk_ctx *ctx, uint64_t table, uint64_t nr, uint64_t *ret_nr)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint8_t bytes[CHUNK * 8];
	uint64_t last = 0;

	for (uint64_t at = 0; at < nr; at += CHUNK) {
		const uint64_t some = nr - at < CHUNK ? nr - at : CHUNK;
		enum pk_status status = pk_read(ctx, table + at * word, bytes, some * word);

		if (status != PK_OK)
			return status;
		for (uint64_t i = 0; i < some; i++) {
			const uint64_t element = pk_uint(ctx, bytes + i * word, word);

			*ret_nr += element != last;
			last = element;
		}
	}
	return PK_OK;
}

static enum pk_status count_pipapo(struct pk_ctx *ctx, uint64_t data, uint64_t *ret_nr)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t rules, table;
	uint64_t match = pk_member(&r, data, PK_R_nft_pipapo_match);
	uint64_t fields = pk_member(&r, match, PK_R_nft_pipapo_fields);
	uint64_t size = pk_value(&r, PK_R_nft_pipapo_field_size);
	uint64_t bucket = pk_value(&r, PK_R_nft_pipapo_bucket_size);
	uint64_t first = pk_offset(&r, PK_R_nft_pipapo_field);

	if (!fields || fields > MAX_FIELDS)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "%llu fields", (unsigned long long)fields));
	rules = pk_member(&r, match + first + (fields - 1) * size, PK_R_nft_pipapo_rules);
	table = pk_member(&r, match + first + (fields - 1) * size, PK_R_nft_pipapo_rules_table);
	if (pk_ok(&r) && (rules > MAX_RULES || bucket != ctx->target->facts.word_size))
		pk_try(&r, pk_fail(ctx, PK_LIMIT, "%llu rules", (unsigned long long)rules));
	pk_try(&r, count_rules(ctx, table, rules, ret_nr));
	return r.status;
}

static struct pk_figure count(struct pk_ctx *ctx, const struct pk_nft_set *set)
{
	static const struct {
		const char *backend;
		enum pk_status (*count)(struct pk_ctx *ctx, uint64_t data, uint64_t *ret_nr);
	} backends[] = {{"rhash", count_rhash},	      {"hash", count_hash},
			{"hash_fast", count_hash},    {"bitmap", count_bitmap},
			{"rbtree", count_rbtree},     {"pipapo", count_pipapo},
			{"pipapo_avx2", count_pipapo}};
	struct pk_figure figure = {0};
	uint64_t data;
	size_t i = 0;

	figure.status = pk_row_offset(ctx, PK_R_nft_set_private, &data);
	if (figure.status != PK_OK)
		return figure;
	while (set->backend && i < PK_ARRAY_SIZE(backends) &&
	       strcmp(set->backend, backends[i].backend) != 0)
		i++;
	if (set->backend && i < PK_ARRAY_SIZE(backends))
		figure.status = backends[i].count(ctx, set->item.addr + data, &figure.value);
	else
		figure.status = pk_fail(ctx, PK_UNSUPPORTED, "elements of an unknown backend");
	return figure;
}

struct pk_figure pk_nft_set_elements(struct pk_ctx *ctx, const struct pk_nft_set *set,
				     struct pk_figure counted)
{
	const bool is_sure = set->limit.status == PK_OK || (int32_t)counted.value > 0;

	/* Rules add to no other backend. */
	if (counted.status != PK_OK ||
	    (is_sure && set->backend && strcmp(set->backend, "rhash") != 0))
		return counted;
	return count(ctx, set);
}
