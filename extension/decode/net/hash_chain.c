// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Chains of hash tables, as lookups walk them: bucket -> node -> node -> ... -> NULL, or an odd "nulls" value. What
 * writes to freed memory, or links an object twice, makes a chain come back to itself; then a lookup that does not
 * find what it looks for never ends. A port's object has a list of the sockets that are bound to it, which is a chain, too.
 */
#include "decode/net/hash_chain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "decode/cycle.h"
#include "decode/figure.h"
#include "decode/net/sock_table.h"
#include "protocol/protocol.h"

#define MAX_TABLE (1u << 28) /* bytes */
#define MAX_NODES (1u << 24) /* of all chains together */
#define CHUNK 65536

struct search {
	struct pk_ctx *ctx;
	const uint64_t *values;
	size_t nr;
	uint64_t node; /* where an object of the table has its node */
	const char *protocol;
	const struct pk_sock_chains *chains; /* that are searched; NULL: conntrack's */
	uint64_t inner_head, inner_node; /* where CHAINS->inner are */
	struct pk_hash_place place;
	uint64_t first; /* of the chain that was found */
	enum pk_sock_kept keeps; /* who walks that: so it is among VALUES */
	unsigned found; /* chains */
	uint64_t nodes; /* that were visited */
	enum pk_status status;
};

static bool either_at_hand(const struct search *search, uint64_t one, uint64_t other)
{
	for (size_t i = 0; i < search->nr; i++)
		if (search->values[i] == one || search->values[i] == other)
			return true;
	return false;
}

static bool is_end(uint64_t node)
{
	return !node || node & 1;
}

static bool is_too_many(struct search *search)
{
	if (search->nodes++ == MAX_NODES)
		search->status = pk_fail(search->ctx, PK_LIMIT, "more than %u nodes", MAX_NODES);
	return search->status != PK_OK;
}

/* The first node at hand of the chain from NODE on, whose objects have it at OFFSET; 0: none, as far as it can be read. */
static uint64_t chain_search(struct search *search, uint64_t node, uint64_t offset)
{
	struct pk_cycle cycle = {0};

	while (!is_end(node) && !pk_cycle_closed(&cycle, node)) {
		if (either_at_hand(search, node, node - offset))
			return node;
		if (is_too_many(search) || pk_read_ptr(search->ctx, node, &node) != PK_OK)
			return 0;
	}
	return 0;
}

/* The chain from FIRST on of a bucket. A circle leads to the same list again and again. */
static void chain_look(struct search *search, uint64_t first, uint64_t offset, uint64_t addr,
		       uint64_t bucket)
{
	uint64_t node = chain_search(search, first, offset);

	if (!node || (search->found && first == search->first && addr == search->place.addr))
		return;
	search->found++;
	search->first = first;
	search->keeps = search->chains ? search->chains->keeps : PK_KEEPS_BUCKET;
	search->place.object = node - offset;
	search->place.bucket = bucket;
	search->place.addr = addr;
}

/* The lists of the objects in the chain from NODE on. */
static void inner_look(struct search *search, uint64_t node, uint64_t addr, uint64_t bucket)
{
	struct pk_cycle cycle = {0};
	uint64_t first;

	while (!is_end(node) && !pk_cycle_closed(&cycle, node) && !is_too_many(search)) {
		if (pk_read_ptr(search->ctx, node - search->node + search->inner_head, &first) ==
		    PK_OK)
			chain_look(search, first, search->inner_node, addr, bucket);
		if (pk_read_ptr(search->ctx, node, &node) != PK_OK)
			return;
	}
}

/* Buckets of SIZE bytes in BYTES: they are those from AT on. */
static void buckets_search(struct search *search, const struct pk_sock_buckets *buckets,
			   const uint8_t *bytes, uint64_t at, uint64_t nr)
{
	const uint32_t word = search->ctx->target->facts.word_size;

	for (uint64_t i = 0; i < nr && search->status == PK_OK; i++) {
		uint64_t first =
			pk_uint(search->ctx, bytes + i * buckets->size + buckets->head, word);
		uint64_t addr = buckets->base + (at + i) * buckets->size;

		if (search->chains && search->chains->inner)
			inner_look(search, first, addr, at + i);
		else
			chain_look(search, first, search->node, addr, at + i);
	}
}

/* Where buckets cannot be read, it is not known whether one of theirs is another that fits. */
static enum pk_status array_search(struct search *search, const struct pk_sock_buckets *buckets)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t per_chunk;
	uint8_t *bytes;
	enum pk_status status = PK_OK;

	if (!buckets->size || buckets->size > 4096 || buckets->nr > MAX_TABLE / buckets->size ||
	    buckets->head + ctx->target->facts.word_size > buckets->size)
		return pk_fail(ctx, PK_CORRUPT, "hash table at %llx: %llu buckets of %llu bytes",
			       (unsigned long long)buckets->base, (unsigned long long)buckets->nr,
			       (unsigned long long)buckets->size);
	bytes = malloc(CHUNK);
	if (!bytes)
		return pk_fail(ctx, PK_NOMEM, "hash table: out of memory");
	per_chunk = CHUNK / buckets->size;
	for (uint64_t at = 0; at < buckets->nr && status == PK_OK; at += per_chunk) {
		uint64_t some = buckets->nr - at < per_chunk ? buckets->nr - at : per_chunk;

		status = pk_read(ctx, buckets->base + at * buckets->size, bytes,
				 some * buckets->size);
		if (status == PK_OK)
			buckets_search(search, buckets, bytes, at, some);
	}
	free(bytes);
	return status == PK_OK ? search->status : status;
}

/* --- which tables -------------------------------------------------------------------------------------- */

/* FUNCTION walks chains of PROTOCOL's table NR. */
static bool walks(const struct pk_protocol *protocol, unsigned nr, const char *function)
{
	return pk_arch_names(protocol->sockets->chains[nr].lookups, function);
}

static unsigned nr_chains(const struct pk_protocol *protocol)
{
	return protocol->sockets ? protocol->sockets->nr_chains : 0;
}

static bool walks_conntrack(const char *function)
{
	static const char *const lookups[] = {"____nf_conntrack_find", "__nf_conntrack_find_get",
					      "nf_conntrack_find_get", "nf_conntrack_tuple_taken",
					      NULL};

	return pk_arch_names(lookups, function);
}

bool pk_hash_walks(const char *function)
{
	for (int i = 0; pk_protocols[i]; i++)
		for (unsigned nr = 0; nr < nr_chains(pk_protocols[i]); nr++)
			if (walks(pk_protocols[i], nr, function))
				return true;
	return walks_conntrack(function);
}

static void name_table(struct search *search, unsigned before)
{
	if (search->found != before && search->chains)
		snprintf(search->place.table, sizeof(search->place.table), "%s %s",
			 search->protocol, search->chains->array.what);
	else if (search->found != before)
		snprintf(search->place.table, sizeof(search->place.table), "conntrack entries");
}

static bool visit_sock_table(struct pk_ctx *ctx, uint64_t table, void *arg)
{
	struct search *search = arg;
	struct pk_sock_buckets buckets;
	unsigned before = search->found;

	search->status = pk_sock_array_locate(ctx, table, &search->chains->array, &buckets);
	if (search->status == PK_OK && buckets.base)
		search->status = array_search(search, &buckets);
	name_table(search, before);
	return search->status == PK_OK;
}

static enum pk_status sock_tables_search(struct search *search, const struct pk_protocol *protocol,
					 const struct pk_sock_chains *chains)
{
	struct pk_ctx *ctx = search->ctx;
	enum pk_status status;

	if (!pk_sock_array_is_of_kernel(ctx, &chains->array))
		return PK_OK;
	search->chains = chains;
	search->protocol = protocol->title;
	status = pk_row_offset(ctx, chains->node, &search->node);
	if (status == PK_OK && chains->inner)
		status = pk_row_offsets(ctx, PK_WANTED({chains->inner->head, &search->inner_head},
						       {chains->inner->node, &search->inner_node}));
	if (status == PK_OK)
		status = pk_sock_tables_walk(ctx, protocol->sockets, visit_sock_table, search);
	return status == PK_OK ? search->status : status;
}

/* hlist_nulls_head nf_conntrack_hash[nf_conntrack_htable_size]; both directions of a connection are in it. */
static enum pk_status conntrack_search(struct search *search)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_figure nr = pk_figure_symbol(ctx, PK_R_nf_conntrack_htable_size, 4);
	struct pk_sock_buckets buckets = {.nr = nr.value};
	uint64_t symbol;
	enum pk_status status =
		pk_row_values(ctx, PK_WANTED({PK_R_nf_conntrack_hash, &symbol},
					     {PK_R_nulls_head_size, &buckets.size}));

	if (status == PK_OK)
		status = pk_row_offsets(ctx, PK_WANTED({PK_R_nulls_head_first, &buckets.head},
						       {PK_R_ct_tuple_node, &search->node}));
	if (status == PK_OK)
		status = pk_read_ptr(ctx, symbol, &buckets.base);
	if (status == PK_OK && nr.status != PK_OK)
		status = pk_fail(ctx, nr.status, "nf_conntrack_htable_size is unknown");
	if (status == PK_OK)
		status = array_search(search, &buckets);
	name_table(search, 0);
	return status;
}

static enum pk_status tables_search(struct search *search, const char *function)
{
	enum pk_status status = PK_OK;

	if (walks_conntrack(function))
		return conntrack_search(search);
	for (int i = 0; pk_protocols[i]; i++)
		for (unsigned nr = 0; nr < nr_chains(pk_protocols[i]) && status == PK_OK; nr++)
			if (walks(pk_protocols[i], nr, function))
				status = sock_tables_search(search, pk_protocols[i],
							    &pk_protocols[i]->sockets->chains[nr]);
	return status;
}

/* What its walker keeps of the bucket is at hand. */
static bool bucket_at_hand(const struct search *search)
{
	const struct pk_hash_place *place = &search->place;
	const bool or_index = search->keeps == PK_KEEPS_BUCKET;

	return search->keeps == PK_KEEPS_NOTHING ||
	       either_at_hand(search, place->addr, or_index ? place->bucket : place->addr);
}

/* --- the chain ----------------------------------------------------------------------------------------- */

/* NODE is moved on by NR. */
static enum pk_status move_on(struct pk_ctx *ctx, uint64_t nr, uint64_t link, uint64_t *node)
{
	enum pk_status status = PK_OK;

	while (nr-- && status == PK_OK)
		status = is_end(*node) ? pk_fail(ctx, PK_CORRUPT, "a chain has changed")
				       : pk_read_ptr(ctx, *node + link, node);
	return status;
}

/* Nodes before the circle that contains IN, and of it. */
static enum pk_status circle_measure(struct pk_ctx *ctx, uint64_t first, uint64_t in, uint64_t link,
				     uint64_t most, struct pk_chain *ret_chain)
{
	uint64_t length = 0, lead = 0, node = in, ahead = first;
	enum pk_status status;

	do {
		status = move_on(ctx, 1, link, &node);
		length++;
	} while (status == PK_OK && node != in && length < most);
	if (status == PK_OK)
		status = move_on(ctx, length, link, &ahead);
	for (node = first; status == PK_OK && node != ahead && lead < most; lead++) {
		status = move_on(ctx, 1, link, &node);
		if (status == PK_OK)
			status = move_on(ctx, 1, link, &ahead);
	}
	if (status == PK_OK)
		*ret_chain = (struct pk_chain){.nr = lead + length, .circular = true};
	return status;
}

enum pk_status pk_chain_measure(struct pk_ctx *ctx, uint64_t first, uint64_t link, uint64_t most,
				struct pk_chain *ret_chain)
{
	struct pk_cycle cycle = {0};
	uint64_t node = first, nr = 0;
	enum pk_status status = PK_OK;

	while (status == PK_OK && !is_end(node)) {
		if (pk_cycle_closed(&cycle, node))
			return circle_measure(ctx, first, node, link, most, ret_chain);
		status = nr++ < most ? pk_read_ptr(ctx, node + link, &node)
				     : pk_fail(ctx, PK_LIMIT, "more than %llu nodes",
					       (unsigned long long)most);
	}
	if (status == PK_OK)
		*ret_chain = (struct pk_chain){.nr = nr};
	return status;
}

enum pk_status pk_hash_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			      size_t nr, struct pk_hash_place *ret_place)
{
	struct search search = {.ctx = ctx, .values = values, .nr = nr};
	enum pk_status status;

	if (!nr)
		return pk_fail(ctx, PK_ABSENT, "no registers of %s", function);
	status = tables_search(&search, function);
	if (status == PK_OK && search.found != 1)
		status = pk_fail(ctx, PK_ABSENT, "%s: objects of %u chains at hand", function,
				 search.found);
	if (status == PK_OK && !bucket_at_hand(&search))
		status = pk_fail(ctx, PK_ABSENT, "%s: bucket %llu is not at hand", function,
				 (unsigned long long)search.place.bucket);
	if (status == PK_OK)
		status = pk_chain_measure(ctx, search.first, 0, MAX_NODES, &search.place.chain);
	if (status == PK_OK)
		*ret_place = search.place;
	return status;
}
