// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Chains of hash tables, as lookups walk them: bucket -> node -> node -> ... -> NULL, or an odd "nulls" value. What
 * writes to freed memory, or links an object twice, makes a chain come back to itself; then a lookup that does not
 * find what it looks for never ends. A port's object has a list of the sockets that are bound to it, which is a chain, too.
 */
#include "decode/net/sock/sock.h"

#include <stdio.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/net/netfilter/netfilter.h"
#include "protocol/protocol.h"

#define MAX_NODES (1u << 24) /* of all chains together */
#define MAX_FOUND 4

/* A chain that has an object at hand. */
struct found {
	struct pk_hash_place place;
	uint64_t first; /* node */
	uint64_t holder; /* object whose list it is; 0: it is a bucket's */
	enum pk_sock_kept keeps; /* who walks that: so it is among the values */
};

struct search {
	struct pk_ctx *ctx;
	const uint64_t *values;
	size_t nr;
	uint64_t node; /* where an object of the table has its node */
	const char *protocol;
	const struct pk_sock_chains *chains; /* that are searched; NULL: conntrack's */
	uint64_t inner_head, inner_node; /* where CHAINS->inner are */
	struct found found[MAX_FOUND];
	unsigned nr_found; /* those above MAX_FOUND too */
	uint64_t nodes; /* that were visited */
	enum pk_status status;
};

static bool either_at_hand(const struct search *search, uint64_t one, uint64_t other)
{
	return pk_any(search->nr, i, search->values[i] == one || search->values[i] == other);
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

static void name_table(const struct search *search, struct pk_hash_place *place)
{
	if (search->chains)
		snprintf(place->table, sizeof(place->table), "%s %s", search->protocol,
			 search->chains->array.what);
	else
		snprintf(place->table, sizeof(place->table), "conntrack entries");
}

/* A circle leads to the same list again and again. */
static bool is_known(const struct search *search, uint64_t first, uint64_t addr)
{
	for (unsigned i = 0; i < search->nr_found && i < MAX_FOUND; i++)
		if (search->found[i].first == first && search->found[i].place.addr == addr)
			return true;
	return false;
}

/* The chain from FIRST on of bucket PLACE, or of HOLDER there. */
static void chain_look(struct search *search, uint64_t first, uint64_t offset,
		       const struct pk_hash_place *place, uint64_t holder)
{
	uint64_t node = chain_search(search, first, offset);
	struct found *found;

	if (!node || is_known(search, first, place->addr) || search->nr_found++ >= MAX_FOUND)
		return;
	found = &search->found[search->nr_found - 1];
	*found = (struct found){.place = *place,
				.first = first,
				.holder = holder,
				.keeps = search->chains ? search->chains->keeps : PK_KEEPS_BUCKET};
	found->place.object = node - offset;
	name_table(search, &found->place);
}

/* The lists of the objects in the chain from NODE on. */
static void inner_look(struct search *search, uint64_t node, const struct pk_hash_place *place)
{
	struct pk_cycle cycle = {0};
	uint64_t holder, first;

	while (!is_end(node) && !pk_cycle_closed(&cycle, node) && !is_too_many(search)) {
		holder = node - search->node;
		if (pk_read_ptr(search->ctx, holder + search->inner_head, &first) == PK_OK)
			chain_look(search, first, search->inner_node, place, holder);
		if (pk_read_ptr(search->ctx, node, &node) != PK_OK)
			return;
	}
}

/* Where buckets cannot be read, it is not known whether one of theirs is another that fits. */
static enum pk_status array_search(struct search *search, const struct pk_buckets *buckets)
{
	struct pk_reader r = {.ctx = search->ctx};
	uint64_t unreadable;

	pk_bucket_for_each (bucket, &r, buckets, &unreadable) {
		const struct pk_hash_place place = {.addr = buckets->base +
							    bucket.index * buckets->size,
						    .bucket = bucket.index};

		if (search->chains && search->chains->inner)
			inner_look(search, bucket.first, &place);
		else
			chain_look(search, bucket.first, search->node, &place, 0);
		if (search->status != PK_OK)
			break;
	}
	if (unreadable)
		pk_try(&r, pk_fail(search->ctx, PK_UNREADABLE, "%llu buckets are not in the dump",
				   (unsigned long long)unreadable));
	return pk_ok(&r) ? search->status : r.status;
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

static bool visit_sock_table(struct pk_ctx *ctx, uint64_t table, void *arg)
{
	struct search *search = arg;
	struct pk_buckets buckets;

	search->status = pk_sock_array_locate(ctx, table, &search->chains->array, &buckets);
	if (search->status == PK_OK && buckets.base)
		search->status = array_search(search, &buckets);
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

/* Both directions of a connection are in it. */
static enum pk_status conntrack_search(struct search *search)
{
	struct pk_buckets buckets;
	enum pk_status status = pk_conntrack_locate(search->ctx, &buckets, &search->node);

	return status == PK_OK ? array_search(search, &buckets) : status;
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

/* --- which chain --------------------------------------------------------------------------------------- */

/* What its walker keeps of the bucket is at hand. */
static bool bucket_at_hand(const struct search *search, const struct found *found)
{
	const struct pk_hash_place *place = &found->place;
	const bool or_index = found->keeps == PK_KEEPS_BUCKET;

	return found->keeps == PK_KEEPS_NOTHING ||
	       either_at_hand(search, place->addr, or_index ? place->bucket : place->addr);
}

static bool is_list_of(const struct found *list, const struct found *chain)
{
	return list->holder && list->holder == chain->place.object;
}

/* Two lists of one object, or one chain and the list of an object there. */
static bool are_related(const struct found *one, const struct found *other)
{
	return one->place.object == other->place.object || is_list_of(one, other) ||
	       is_list_of(other, one);
}

/* Of chains that an object at hand is in, or leads to, a CPU that does not come out is in the only one that is circular. */
static const struct found *choose_circular(const struct search *search)
{
	const struct found *chosen = NULL;

	for (unsigned i = 0; i < search->nr_found; i++) {
		if (!search->found[i].place.chain.circular)
			continue;
		if (chosen)
			return NULL;
		chosen = &search->found[i];
	}
	for (unsigned i = 0; chosen && i < search->nr_found; i++)
		if (!are_related(chosen, &search->found[i]))
			return NULL;
	return chosen;
}

/* A walk over lists of lists is in the inner one. A bucket's chain is walked for itself, too. */
static const struct found *choose_inner(const struct search *search)
{
	const struct found *one = &search->found[0], *other = &search->found[1];

	if (search->nr_found != 2 || one->place.chain.circular || other->place.chain.circular)
		return NULL;
	if (is_list_of(one, other) && other->holder)
		return one;
	return is_list_of(other, one) && one->holder ? other : NULL;
}

static const struct found *choose(const struct search *search)
{
	const struct found *chosen;

	if (search->nr_found < 2 || search->nr_found > MAX_FOUND)
		return search->nr_found == 1 ? search->found : NULL;
	chosen = choose_circular(search);
	return chosen ? chosen : choose_inner(search);
}

static enum pk_status found_measure(struct search *search)
{
	enum pk_status status = PK_OK;

	for (unsigned i = 0; i < search->nr_found && i < MAX_FOUND && status == PK_OK; i++)
		status = pk_chain_measure(search->ctx, search->found[i].first, 0, MAX_NODES,
					  &search->found[i].place.chain);
	return status;
}

enum pk_status pk_hash_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			      size_t nr, struct pk_hash_place *ret_place)
{
	struct search search = {.ctx = ctx, .values = values, .nr = nr};
	const struct found *chosen;
	enum pk_status status;

	if (!nr)
		return pk_fail(ctx, PK_ABSENT, "no registers of %s", function);
	status = tables_search(&search, function);
	if (status == PK_OK)
		status = found_measure(&search);
	if (status != PK_OK)
		return status;
	chosen = choose(&search);
	if (!chosen)
		return pk_fail(ctx, PK_ABSENT, "%s: objects of %u chains at hand", function,
			       search.nr_found);
	if (!bucket_at_hand(&search, chosen))
		return pk_fail(ctx, PK_ABSENT, "%s: bucket %llu is not at hand", function,
			       (unsigned long long)chosen->place.bucket);
	*ret_place = chosen->place;
	return PK_OK;
}
