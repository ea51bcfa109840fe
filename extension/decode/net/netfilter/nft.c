// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Rules of nft in memory:
 *
 *	nftables_pernet.tables -> nft_table.chains -> nft_chain {blob_gen_0, blob_gen_1} -> nft_rule_blob
 *	nft_rule_blob {size; data: nft_rule_dp {dlen, handle, data[dlen]}, the next one, ...}
 *
 * Of the two a chain has one alone, or the same twice, unless its rules are just being changed.
 */
#include "decode/net/netfilter/netfilter.h"

#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "model/netfilter.h"

#define BLOB_MAX (64u << 20)
#define RULES_MAX 1000000

struct walk {
	struct pk_ctx *ctx;
	const uint64_t *values;
	size_t nr;
	uint64_t table_link, chains, chain_link, tables, data, rule_data;
	uint64_t table; /* that is walked */
	uint64_t found_table, found_chain, found_data, found_size;
	unsigned found; /* chains that some value points into */
	enum pk_status status; /* of what was walked */
};

static bool points_into(const struct walk *walk, uint64_t from, uint64_t size)
{
	return pk_any(walk->nr, i, walk->values[i] >= from && walk->values[i] - from < size);
}

static enum pk_status look_at_blob(struct walk *walk, uint64_t chain, uint64_t blob)
{
	uint64_t size, data = blob + walk->data;
	enum pk_status status = pk_member_uint(walk->ctx, blob, PK_R_nft_blob_size, &size);

	if (status == PK_OK && size > BLOB_MAX)
		status = pk_fail(walk->ctx, PK_LIMIT, "rules of %llu bytes",
				 (unsigned long long)size);
	if (status != PK_OK || !points_into(walk, data, size))
		return status;
	walk->found++;
	walk->found_table = walk->table;
	walk->found_chain = chain;
	walk->found_data = data;
	walk->found_size = size;
	return PK_OK;
}

static void tables_look(struct walk *walk, struct pk_reader *r, uint64_t tables)
{
	pk_list_for_each (table, r, tables) {
		walk->table = table - walk->table_link;
		pk_list_for_each (node, r, walk->table + walk->chains) {
			uint64_t chain = node - walk->chain_link;
			uint64_t first = pk_member(r, chain, PK_R_nft_chain_blob_0);
			uint64_t second = pk_member(r, chain, PK_R_nft_chain_blob_1);

			if (first)
				pk_try(r, look_at_blob(walk, chain, first));
			if (second && second != first)
				pk_try(r, look_at_blob(walk, chain, second));
		}
	}
}

/* nft_do_chain() has the rule, and the expression of it that is next: one behind its first word. */
static enum pk_status find_rule(struct walk *walk, struct pk_nft_place *place)
{
	uint64_t at = walk->found_data, end = at + walk->found_size, len, handle;
	unsigned found = 0;
	enum pk_status status;

	while (at < end && place->nr_rules < RULES_MAX) {
		status = pk_member_uints(
			walk->ctx, at,
			PK_WANTED({PK_R_nft_rule_len, &len}, {PK_R_nft_rule_handle, &handle}));
		if (status != PK_OK)
			return status;
		len += walk->rule_data;
		place->nr_rules++;
		if (points_into(walk, at, 1) && points_into(walk, at + 1, len - 1)) {
			found++;
			place->rule = place->nr_rules;
			place->handle = handle;
		}
		at += len;
	}
	if (at != end)
		return pk_fail(walk->ctx, PK_CORRUPT, "rules of nft chain %llx end elsewhere",
			       (unsigned long long)walk->found_chain);
	if (found != 1)
		place->rule = 0;
	return PK_OK;
}

static enum pk_status read_name(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id, char *buf,
				size_t size)
{
	uint64_t addr;
	enum pk_status status = pk_member_uint(ctx, base, id, &addr);

	return status == PK_OK ? pk_read_string(ctx, addr, buf, size) : status;
}

static enum pk_status read_place(struct walk *walk, struct pk_nft_place *place)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t family = pk_member(&r, walk->found_table, PK_R_nft_table_family);

	pk_try(&r, read_name(ctx, walk->found_table, PK_R_nft_table_name, place->table,
			     sizeof(place->table)));
	pk_try(&r, read_name(ctx, walk->found_chain, PK_R_nft_chain_name, place->chain,
			     sizeof(place->chain)));
	if (!pk_ok(&r))
		return r.status;
	place->addr = walk->found_chain;
	place->family = pk_nft_family_name(family);
	if (!place->family)
		return pk_fail(ctx, PK_UNSUPPORTED, "nft family %llu", (unsigned long long)family);
	return find_rule(walk, place);
}

enum pk_status pk_nft_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			     struct pk_nft_place *ret_place)
{
	struct walk walk = {.ctx = ctx, .values = values, .nr = nr};
	struct pk_nft_place place = {0};
	struct pk_reader r = {.ctx = ctx};

	pk_try(&r, pk_row_offsets(ctx, PK_WANTED({PK_R_nft_net_tables, &walk.tables},
						 {PK_R_nft_table_link, &walk.table_link},
						 {PK_R_nft_table_chains, &walk.chains},
						 {PK_R_nft_chain_link, &walk.chain_link},
						 {PK_R_nft_blob_data, &walk.data},
						 {PK_R_nft_rule_data, &walk.rule_data})));
	pk_netns_for_each (net, &r) {
		struct pk_figure own = pk_netns_own(ctx, net.addr, PK_R_nf_tables_net_id);

		if (pk_try(&r, own.status) && own.value)
			tables_look(&walk, &r, own.value + walk.tables);
	}
	if (walk.found != 1)
		pk_try(&r, pk_fail(ctx, PK_ABSENT, "registers point into %u chains of nft",
				   walk.found));
	if (pk_try(&r, read_place(&walk, &place)))
		*ret_place = place;
	return r.status;
}
