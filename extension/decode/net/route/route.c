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

static struct pk_reader rows_read(struct search *search)
{
	struct pk_reader r = {.ctx = search->ctx};

	search->root = pk_offset(&r, PK_R_fib_trie_root);
	search->leaf = pk_offset(&r, PK_R_fib_node_leaf);
	search->children = pk_offset(&r, PK_R_fib_node_children);
	search->alias = pk_offset(&r, PK_R_fib_alias_link);
	return r;
}

static struct pk_reader find_table(struct search *search)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_reader r = rows_read(search);

	pk_netns_for_each (net, &r)
		pk_try(&r, pk_route_tables_walk(ctx, net.addr, look_at_table, search));
	if (search->tables != 1)
		pk_try(&r, pk_fail(ctx, PK_ABSENT,
				   "registers and frame point to %u tables of routes, not to one",
				   search->tables));
	return r;
}

/* --- the leaf ------------------------------------------------------------------------------------------ */

/* Keys of other leaves are not read: they are private (command/redact_places.c). */
static void alias_read(struct search *search, struct pk_reader *r, uint64_t alias, uint64_t leaf)
{
	struct pk_route_place *place = &search->place, old = *place;
	uint64_t slen = pk_member(r, alias, PK_R_fib_alias_slen);
	uint64_t table = pk_member(r, alias, PK_R_fib_alias_table);
	uint64_t key = pk_member(r, leaf, PK_R_fib_node_key);

	if (slen > KEY_BITS)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "alias %llx: %llu bits of suffix",
				  (unsigned long long)alias, (unsigned long long)slen));
	if (!pk_ok(r))
		return;
	place->walk = PK_ROUTE_ALIASES;
	place->family = 4;
	place->table = (uint32_t)table;
	place->prefix = (uint32_t)(key >> slen << slen);
	place->length = KEY_BITS - (unsigned)slen;
	if (search->found++ && (place->table != old.table || place->prefix != old.prefix ||
				place->length != old.length))
		search->differ = true;
}

static void aliases_deliver(struct search *search, struct pk_reader *r, uint64_t leaf,
			    uint64_t node, const struct pk_chain *chain)
{
	for (uint64_t i = 0; pk_ok(r) && i < chain->nr; i++) {
		pk_try(r, search->fn(leaf, node - search->alias, search->arg));
		node = pk_pointer(r, node);
	}
	if (chain->circular)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "leaf %llx: its routes are circular",
				  (unsigned long long)leaf));
}

static void leaf_look(struct search *search, struct pk_reader *r, uint64_t leaf)
{
	/* A damaged trie may lead to one leaf again and again. */
	uint64_t most = search->visited < MAX_VISITS ? MAX_VISITS - search->visited : 0;
	uint64_t first = pk_pointer(r, leaf + search->leaf);
	struct pk_cycle cycle = {0};
	struct pk_chain chain;
	unsigned before = search->found;

	if (!pk_try(r, pk_chain_measure(r->ctx, first, 0, most, &chain)))
		return;
	search->visited += chain.nr;
	if (search->fn) {
		aliases_deliver(search, r, leaf, first, &chain);
		return;
	}
	for (uint64_t node = first; node && !pk_cycle_closed(&cycle, node);
	     node = pk_pointer(r, node))
		if (at_hand(search, node - search->alias))
			alias_read(search, r, node - search->alias, leaf);
	if (!pk_ok(r) || search->found == before)
		return;
	if (search->place.addr && search->place.addr != leaf)
		search->differ = true;
	search->place.addr = leaf;
	search->place.chain = chain;
}

/* NODE's keys differ in bits below ABOVE only: so deep can it be, and no deeper. */
static void node_walk(struct search *search, struct pk_reader *r, uint64_t node, uint64_t above)
{
	const uint32_t word = r->ctx->target->facts.word_size;
	uint64_t pos = pk_member(r, node, PK_R_fib_node_pos);
	uint64_t bits = pk_member(r, node, PK_R_fib_node_bits);

	if (pk_ok(r) && !bits && (search->fn || at_hand(search, node)))
		leaf_look(search, r, node);
	if (!bits)
		return;
	if (bits > MAX_BITS || pos + bits > above)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "node %llx: %llu bits from %llu on, of %llu",
				  (unsigned long long)node, (unsigned long long)bits,
				  (unsigned long long)pos, (unsigned long long)above));
	for (uint64_t i = 0; pk_ok(r) && i < 1ull << bits; i++) {
		uint64_t child;

		if (search->visited++ >= MAX_VISITS)
			pk_try(r, pk_fail(r->ctx, PK_LIMIT, "more than %u nodes of routes",
					  MAX_VISITS));
		child = pk_pointer(r, node + search->children + i * word);
		if (child)
			node_walk(search, r, child, pos);
	}
}

static void trie_walk(struct search *search, struct pk_reader *r)
{
	uint64_t trie = pk_member(r, search->table, PK_R_fib_table_data);
	uint64_t first = pk_pointer(r, trie + search->root + search->children);

	if (first)
		node_walk(search, r, first, KEY_BITS);
}

enum pk_status pk_route_aliases_walk(struct pk_ctx *ctx, uint64_t table, pk_route_alias_fn fn,
				     void *arg)
{
	struct search search = {.ctx = ctx, .table = table, .fn = fn, .arg = arg};
	struct pk_reader r = rows_read(&search);

	trie_walk(&search, &r);
	return r.status;
}

enum pk_status pk_route_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			       struct pk_route_place *ret_place)
{
	struct search search = {.ctx = ctx, .values = values, .nr = nr};
	struct pk_reader r = find_table(&search);

	trie_walk(&search, &r);
	if (!search.found || search.differ)
		pk_try(&r, pk_fail(ctx, PK_ABSENT, "registers and frame point to %s",
				   search.found ? "routes of several prefixes" : "no route"));
	if (pk_ok(&r))
		*ret_place = search.place;
	return r.status;
}
