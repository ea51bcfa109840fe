// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Chains of hash tables, as lookups walk them: bucket -> node -> node -> ... -> NULL, or an odd "nulls" value. What
 * writes to freed memory, or links an object twice, makes a chain come back to itself; then a lookup that does not
 * find what it looks for never ends.
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
	uint64_t node; /* where an object has its node */
	const char *protocol;
	const struct pk_sock_array *array; /* that is searched; NULL: conntrack's */
	bool keeps_bucket; /* so its address or index is among VALUES */
	struct pk_hash_place place;
	uint64_t first; /* of the chain that was found */
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

/* The first node at hand of the chain from NODE on; 0: none, as far as it can be read. */
static uint64_t chain_search(struct search *search, uint64_t node)
{
	struct pk_cycle cycle = {0};

	while (!is_end(node) && !pk_cycle_closed(&cycle, node)) {
		if (either_at_hand(search, node, node - search->node))
			return node;
		if (search->nodes++ == MAX_NODES) {
			search->status =
				pk_fail(search->ctx, PK_LIMIT, "more than %u nodes", MAX_NODES);
			return 0;
		}
		if (pk_read_ptr(search->ctx, node, &node) != PK_OK)
			return 0;
	}
	return 0;
}

/* Buckets of SIZE bytes in BYTES: they are those from AT on. */
static void buckets_search(struct search *search, const struct pk_sock_buckets *buckets,
			   const uint8_t *bytes, uint64_t at, uint64_t nr)
{
	const uint32_t word = search->ctx->target->facts.word_size;

	for (uint64_t i = 0; i < nr && search->status == PK_OK; i++) {
		uint64_t first =
			pk_uint(search->ctx, bytes + i * buckets->size + buckets->head, word);
		uint64_t node = chain_search(search, first);

		if (!node)
			continue;
		search->found++;
		search->first = first;
		search->place.object = node - search->node;
		search->place.bucket = at + i;
		search->place.addr = buckets->base + (at + i) * buckets->size;
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

static const struct pk_sock_chains *chains_of(const struct pk_protocol *protocol,
					      const char *function)
{
	for (unsigned i = 0; protocol->sockets && i < protocol->sockets->nr_chains; i++)
		if (pk_arch_names(protocol->sockets->chains[i].lookups, function))
			return &protocol->sockets->chains[i];
	return NULL;
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
		if (chains_of(pk_protocols[i], function))
			return true;
	return walks_conntrack(function);
}

static void name_table(struct search *search, unsigned before)
{
	if (search->found != before && search->array)
		snprintf(search->place.table, sizeof(search->place.table), "%s %s",
			 search->protocol, search->array->what);
	else if (search->found != before)
		snprintf(search->place.table, sizeof(search->place.table), "conntrack entries");
}

static bool visit_sock_table(struct pk_ctx *ctx, uint64_t table, void *arg)
{
	struct search *search = arg;
	struct pk_sock_buckets buckets;
	unsigned before = search->found;

	search->status = pk_sock_array_locate(ctx, table, search->array, &buckets);
	if (search->status == PK_OK)
		search->status = array_search(search, &buckets);
	name_table(search, before);
	return search->status == PK_OK;
}

static enum pk_status sock_tables_search(struct search *search, const struct pk_protocol *protocol,
					 const struct pk_sock_chains *chains)
{
	enum pk_status status;

	if (!pk_sock_array_is_of_kernel(search->ctx, &chains->array))
		return PK_OK;
	search->array = &chains->array;
	search->keeps_bucket = chains->keeps_bucket;
	search->protocol = protocol->title;
	status = pk_row_offset(search->ctx, chains->node, &search->node);
	if (status == PK_OK)
		status = pk_sock_tables_walk(search->ctx, protocol->sockets, visit_sock_table,
					     search);
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
	search->keeps_bucket = true;
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
	for (int i = 0; pk_protocols[i] && status == PK_OK; i++) {
		const struct pk_sock_chains *chains = chains_of(pk_protocols[i], function);

		if (chains)
			status = sock_tables_search(search, pk_protocols[i], chains);
	}
	return status;
}

/* --- the chain ----------------------------------------------------------------------------------------- */

/* NODE is moved on by NR. */
static enum pk_status move_on(struct pk_ctx *ctx, uint64_t nr, uint64_t *node)
{
	enum pk_status status = PK_OK;

	while (nr-- && status == PK_OK)
		status = is_end(*node) ? pk_fail(ctx, PK_CORRUPT, "a chain has changed")
				       : pk_read_ptr(ctx, *node, node);
	return status;
}

/* Nodes before the circle that contains IN, and of it. */
static enum pk_status circle_measure(struct pk_ctx *ctx, uint64_t first, uint64_t in, uint64_t most,
				     struct pk_chain *ret_chain)
{
	uint64_t length = 0, lead = 0, node = in, ahead = first;
	enum pk_status status;

	do {
		status = move_on(ctx, 1, &node);
		length++;
	} while (status == PK_OK && node != in && length < most);
	if (status == PK_OK)
		status = move_on(ctx, length, &ahead);
	for (node = first; status == PK_OK && node != ahead && lead < most; lead++) {
		status = move_on(ctx, 1, &node);
		if (status == PK_OK)
			status = move_on(ctx, 1, &ahead);
	}
	if (status == PK_OK)
		*ret_chain = (struct pk_chain){.nr = lead + length, .circular = true};
	return status;
}

enum pk_status pk_chain_measure(struct pk_ctx *ctx, uint64_t first, uint64_t most,
				struct pk_chain *ret_chain)
{
	struct pk_cycle cycle = {0};
	uint64_t node = first, nr = 0;
	enum pk_status status = PK_OK;

	while (status == PK_OK && !is_end(node)) {
		if (pk_cycle_closed(&cycle, node))
			return circle_measure(ctx, first, node, most, ret_chain);
		status = nr++ < most ? pk_read_ptr(ctx, node, &node)
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
	if (status == PK_OK && search.keeps_bucket &&
	    !either_at_hand(&search, search.place.addr, search.place.bucket))
		status = pk_fail(ctx, PK_ABSENT, "%s: bucket %llu is not at hand", function,
				 (unsigned long long)search.place.bucket);
	if (status == PK_OK)
		status = pk_chain_measure(ctx, search.first, MAX_NODES, &search.place.chain);
	if (status == PK_OK)
		*ret_place = search.place;
	return status;
}
