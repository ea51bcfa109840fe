// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Routes of IPv4 in memory (net/ipv4/fib_trie.c):
 *
 *	net.ipv4.fib_table_hash[] -> fib_table.tb_data -> trie.kv[0].tnode[0] -> key_vector
 *	key_vector {key, pos, bits}	with bits: tnode[1 << bits], by the bits of a key from pos on
 *					without: a leaf, which is a chain of fib_alias
 *
 * Tables local and main share a trie while there are no rules; an alias has the number of its own table.
 */
#include "decode/net/route/route.h"

#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/task/stack.h"

#define KEY_BITS 32
#define MAX_BITS 24
#define MAX_VISITS (1u << 24) /* of children and aliases of all nodes together */

struct search {
	struct pk_ctx *ctx;
	const uint64_t *values;
	size_t nr;
	uint64_t root, leaf, children, alias;
	uint64_t table; /* among VALUES */
	unsigned tables, found; /* tables among VALUES; leaves with an alias among them */
	bool differ; /* aliases among VALUES have different prefixes */
	uint64_t visited; /* children and aliases */
	struct pk_route_place place;
	pk_route_alias_fn fn; /* NULL: one route is searched for */
	void *arg;
};

bool pk_route_walks(const char *function)
{
	return !strcmp(function, "fib_table_lookup");
}

static bool at_hand(const struct search *search, uint64_t value)
{
	return pk_at_hand(search->values, search->nr, value);
}

/* --- the table ----------------------------------------------------------------------------------------- */

enum pk_status pk_route_tables_walk(struct pk_ctx *ctx, uint64_t net, pk_route_table_fn fn,
				    void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t link = pk_offset(&r, PK_R_fib_table_link);
	uint64_t hash = pk_pointer(&r, net + pk_offset(&r, PK_R_net_fib_hash));
	unsigned nr = pk_reader_has(&r, PK_R_net_fib_main) ? 256 : 2;

	for (unsigned i = 0; i < nr && pk_ok(&r) && hash; i++)
		pk_hlist_for_each (node, &r, hash + (uint64_t)i * word)
			if (!fn(node - link, arg))
				return PK_OK;
	return r.status;
}

static bool look_at_table(uint64_t table, void *arg)
{
	struct search *search = arg;

	if (at_hand(search, table)) {
		search->table = table;
		search->tables++;
	}
	return true;
}

static enum pk_status rows_read(struct search *search)
{
	return pk_row_offsets(search->ctx, PK_WANTED({PK_R_fib_trie_root, &search->root},
						     {PK_R_fib_node_leaf, &search->leaf},
						     {PK_R_fib_node_children, &search->children},
						     {PK_R_fib_alias_link, &search->alias}));
}

static enum pk_status find_table(struct search *search)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_reader r = {.ctx = ctx, .status = rows_read(search)};

	pk_netns_for_each (net, &r)
		pk_try(&r, pk_route_tables_walk(ctx, net.addr, look_at_table, search));
	if (search->tables != 1)
		pk_try(&r, pk_fail(ctx, PK_ABSENT,
				   "registers and frame point to %u tables of routes, not to one",
				   search->tables));
	return r.status;
}

/* --- the leaf ------------------------------------------------------------------------------------------ */

/* Keys of other leaves are not read: they are private (command/redact_places.c). */
static enum pk_status alias_read(struct search *search, uint64_t alias, uint64_t leaf)
{
	struct pk_route_place *place = &search->place, old = *place;
	uint64_t slen, table, key;
	enum pk_status status = pk_member_uints(
		search->ctx, alias,
		PK_WANTED({PK_R_fib_alias_slen, &slen}, {PK_R_fib_alias_table, &table}));

	if (status == PK_OK)
		status = pk_member_uint(search->ctx, leaf, PK_R_fib_node_key, &key);
	if (status == PK_OK && slen > KEY_BITS)
		status = pk_fail(search->ctx, PK_CORRUPT, "alias %llx: %llu bits of suffix",
				 (unsigned long long)alias, (unsigned long long)slen);
	if (status != PK_OK)
		return status;
	place->walk = PK_ROUTE_ALIASES;
	place->family = 4;
	place->table = (uint32_t)table;
	place->prefix = (uint32_t)(key >> slen << slen);
	place->length = KEY_BITS - (unsigned)slen;
	if (search->found++ && (place->table != old.table || place->prefix != old.prefix ||
				place->length != old.length))
		search->differ = true;
	return PK_OK;
}

/* A damaged trie may lead to one leaf again and again. */
static enum pk_status aliases_measure(struct search *search, uint64_t first,
				      struct pk_chain *ret_chain)
{
	uint64_t most = search->visited < MAX_VISITS ? MAX_VISITS - search->visited : 0;
	enum pk_status status = pk_chain_measure(search->ctx, first, 0, most, ret_chain);

	if (status == PK_OK)
		search->visited += ret_chain->nr;
	return status;
}

static enum pk_status aliases_deliver(struct search *search, uint64_t leaf, uint64_t node,
				      const struct pk_chain *chain)
{
	enum pk_status status = PK_OK;

	for (uint64_t i = 0; status == PK_OK && i < chain->nr; i++) {
		status = search->fn(leaf, node - search->alias, search->arg);
		if (status == PK_OK)
			status = pk_read_ptr(search->ctx, node, &node);
	}
	if (status == PK_OK && chain->circular)
		status = pk_fail(search->ctx, PK_CORRUPT, "leaf %llx: its routes are circular",
				 (unsigned long long)leaf);
	return status;
}

static enum pk_status leaf_look(struct search *search, uint64_t leaf)
{
	struct pk_cycle cycle = {0};
	struct pk_chain chain;
	uint64_t first, node;
	unsigned before = search->found;
	enum pk_status status = pk_read_ptr(search->ctx, leaf + search->leaf, &first);

	if (status == PK_OK)
		status = aliases_measure(search, first, &chain);
	if (search->fn)
		return status == PK_OK ? aliases_deliver(search, leaf, first, &chain) : status;
	for (node = first; status == PK_OK && node && !pk_cycle_closed(&cycle, node);) {
		if (at_hand(search, node - search->alias))
			status = alias_read(search, node - search->alias, leaf);
		if (status == PK_OK)
			status = pk_read_ptr(search->ctx, node, &node);
	}
	if (status != PK_OK || search->found == before)
		return status;
	if (search->place.addr && search->place.addr != leaf)
		search->differ = true;
	search->place.addr = leaf;
	search->place.chain = chain;
	return PK_OK;
}

/* NODE's keys differ in bits below ABOVE only: so deep can it be, and no deeper. */
static enum pk_status node_walk(struct search *search, uint64_t node, uint64_t above)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t pos, bits, child;
	enum pk_status status = pk_member_uints(
		ctx, node, PK_WANTED({PK_R_fib_node_pos, &pos}, {PK_R_fib_node_bits, &bits}));

	if (status == PK_OK && !bits)
		return search->fn || at_hand(search, node) ? leaf_look(search, node) : PK_OK;
	if (status == PK_OK && (bits > MAX_BITS || pos + bits > above))
		status = pk_fail(ctx, PK_CORRUPT, "node %llx: %llu bits from %llu on, of %llu",
				 (unsigned long long)node, (unsigned long long)bits,
				 (unsigned long long)pos, (unsigned long long)above);
	for (uint64_t i = 0; status == PK_OK && i < 1ull << bits; i++) {
		if (search->visited++ >= MAX_VISITS)
			return pk_fail(ctx, PK_LIMIT, "more than %u nodes of routes", MAX_VISITS);
		status = pk_read_ptr(
			ctx, node + search->children + i * ctx->target->facts.word_size, &child);
		if (status == PK_OK && child)
			status = node_walk(search, child, pos);
	}
	return status;
}

static enum pk_status trie_walk(struct search *search)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t trie, first;
	enum pk_status status = pk_member_uint(ctx, search->table, PK_R_fib_table_data, &trie);

	if (status == PK_OK)
		status = pk_read_ptr(ctx, trie + search->root + search->children, &first);
	if (status == PK_OK && first)
		status = node_walk(search, first, KEY_BITS);
	return status;
}

enum pk_status pk_route_aliases_walk(struct pk_ctx *ctx, uint64_t table, pk_route_alias_fn fn,
				     void *arg)
{
	struct search search = {.ctx = ctx, .table = table, .fn = fn, .arg = arg};
	enum pk_status status = rows_read(&search);

	return status == PK_OK ? trie_walk(&search) : status;
}

static enum pk_status find_leaf(struct search *search)
{
	struct pk_ctx *ctx = search->ctx;
	enum pk_status status = trie_walk(search);

	if (status == PK_OK && (!search->found || search->differ))
		status = pk_fail(ctx, PK_ABSENT, "registers and frame point to %s",
				 search->found ? "routes of several prefixes" : "no route");
	return status;
}

enum pk_status pk_route_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			       struct pk_route_place *ret_place)
{
	struct search search = {.ctx = ctx, .values = values, .nr = nr};
	enum pk_status status = find_table(&search);

	if (status == PK_OK)
		status = find_leaf(&search);
	if (status == PK_OK)
		*ret_place = search.place;
	return status;
}
