// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Routes of IPv6 in memory (net/ipv6/ip6_fib.c):
 *
 *	net.ipv6.fib_table_hash[] -> fib6_table.tb6_root
 *	fib6_node {left, right, subtree, leaf, fn_bit, fn_flags}	by the bits of a prefix, fn_bit grows;
 *									subtree: the same by source, once
 *	leaf, if fn_flags has RTN_RTINFO: fib6_info -> fib6_next -> ...	routes of one prefix, by metric; else it
 *									is a route of some node below
 *	fib6_info.fib6_siblings		a ring of those of one metric, among which a flow's hash chooses
 *	fib6_info.fib6_nh[0].rt6i_exception_bucket[1024] -> rt6_exception -> ...	MTUs and redirects
 *	fib6_info.nh -> nexthop {nh_info -> nh_info.fib6_nh}, or nh_grp -> nh_group {nh_entries[].nh -> nexthop}	the same,
 *									if it has a nexthop object
 */
#include "decode/net/route/route.h"

#include <stdlib.h>

#include "arch/arch.h"
#include "core/cycle.h"
#include "decode/at_hand.h"
#include "decode/list.h"
#include "decode/net/device/netns.h"

#define KEY_BITS 128
#define RTN_RTINFO 4
#define TABLE_HEADS 256 /* FIB6_TABLE_HASHSZ, with CONFIG_IPV6_MULTIPLE_TABLES */
#define EXCEPTION_BUCKETS 1024 /* FIB6_EXCEPTION_BUCKET_SIZE */
#define MAX_GROUP (1u << 16) /* nexthops of a group: num_nh has 16 bits */
#define MAX_VISITS (1u << 24) /* of nodes, routes and exceptions of all tables together */

struct search {
	struct pk_ctx *ctx;
	enum pk_route_walk walk;
	const uint64_t *values;
	size_t nr;
	uint64_t hash, link, root, next, siblings;
	uint64_t nothing; /* the route of who has none: in many registers, and in no prefix */
	uint64_t buckets, bucket_size, head; /* of exceptions */
	uint64_t own_hop; /* fib6_nh of a route */
	uint64_t table; /* that is walked */
	uint64_t visited;
	unsigned found; /* prefixes with a route at hand */
	uint64_t route; /* at hand */
	struct pk_route_place place;
	enum pk_status status;
};

/* False: FUNCTION walks nothing of these. */
static bool walk_of(const char *function, enum pk_route_walk *ret_walk)
{
	static const char *const routes[] = {
		"fib6_table_lookup", "__find_rr_leaf",	 "find_rr_leaf",
		"rt6_select",	     "rt6_device_match", "ip6_pol_route_lookup",
		"fib6_add_rt2node",  "fib6_add",	 NULL};
	static const char *const siblings[] = {"fib6_select_path", "rt6_multipath_select",
					       "rt6_multipath_rebalance", NULL};
	static const char *const exceptions[] = {"__rt6_find_exception_rcu",
						 "__rt6_find_exception_spinlock",
						 "rt6_find_cached_rt", NULL};

	if (pk_arch_names(routes, function))
		*ret_walk = PK_ROUTE_ROUTES;
	else if (pk_arch_names(siblings, function))
		*ret_walk = PK_ROUTE_SIBLINGS;
	else if (pk_arch_names(exceptions, function))
		*ret_walk = PK_ROUTE_EXCEPTIONS;
	else
		return false;
	return true;
}

bool pk_route6_walks(const char *function)
{
	enum pk_route_walk walk;

	return walk_of(function, &walk);
}

static bool at_hand(const struct search *search, uint64_t value)
{
	return pk_at_hand(search->values, search->nr, value);
}

static enum pk_status visit(struct search *search, uint64_t nr)
{
	search->visited += nr;
	return search->visited <= MAX_VISITS
		       ? PK_OK
		       : pk_fail(search->ctx, PK_LIMIT, "more than %u nodes of routes", MAX_VISITS);
}

/* --- what the place is ------------------------------------------------------------------------------------ */

/* Other prefixes are not read: they are private (command/redact_places.c). */
static enum pk_status prefix_read(struct search *search, uint64_t node, uint64_t route)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_route_place *place = &search->place;
	uint64_t offset, length, table;
	enum pk_status status = pk_row_offset(ctx, PK_R_fib6_dst, &offset);

	if (status == PK_OK)
		status = pk_read(ctx, route + offset, place->prefix6, sizeof(place->prefix6));
	if (status == PK_OK)
		status = pk_member_uint(ctx, route, PK_R_fib6_dst_len, &length);
	if (status == PK_OK)
		status = pk_member_uint(ctx, search->table, PK_R_fib6_table_id, &table);
	if (status == PK_OK && length > KEY_BITS)
		status = pk_fail(ctx, PK_CORRUPT, "route %llx: a prefix of %llu bits",
				 (unsigned long long)route, (unsigned long long)length);
	if (status != PK_OK)
		return status;
	place->addr = node;
	place->family = 6;
	place->table = (uint32_t)table;
	place->length = (unsigned)length;
	return PK_OK;
}

/* A route that has a nexthop object has no next hop of its own: nothing is behind it, and in its siblings' place is the list
 * of those that have that nexthop. 0: none. */
static enum pk_status nexthop_of(struct search *search, uint64_t route, uint64_t *ret_nexthop)
{
	*ret_nexthop = 0;
	return pk_has(search->ctx, PK_R_fib6_nexthop)
		       ? pk_member_uint(search->ctx, route, PK_R_fib6_nexthop, ret_nexthop)
		       : PK_OK;
}

/* Siblings are a ring without a head. It is circular in our sense if it does not come back to who begins. */
static enum pk_status siblings_measure(struct search *search, uint64_t route,
				       struct pk_chain *ret_chain)
{
	const uint64_t first = route + search->siblings;
	uint64_t node = first;
	enum pk_status status =
		pk_chain_measure(search->ctx, first, 0, MAX_VISITS - search->visited, ret_chain);

	for (uint64_t i = 0; status == PK_OK && i < ret_chain->nr; i++)
		status = pk_read_ptr(search->ctx, node, &node);
	ret_chain->circular = node != first;
	return status == PK_OK ? visit(search, ret_chain->nr) : status;
}

/* Of several siblings at hand one may be where the ring is left for good. */
static enum pk_status siblings_look(struct search *search, uint64_t route)
{
	struct pk_chain chain;
	uint64_t nexthop;
	enum pk_status status = nexthop_of(search, route, &nexthop);

	if (status != PK_OK || nexthop)
		return status;
	search->route = route;
	status = siblings_measure(search, route, &chain);
	if (status == PK_OK && (!search->place.chain.nr || chain.circular))
		search->place.chain = chain;
	return status;
}

/* --- exceptions ------------------------------------------------------------------------------------------- */

static enum pk_status exceptions_search(struct search *search, uint64_t node, uint64_t route,
					const uint8_t *bytes)
{
	struct pk_ctx *ctx = search->ctx;
	enum pk_status status = PK_OK;

	for (unsigned i = 0; i < EXCEPTION_BUCKETS && status == PK_OK; i++) {
		const uint64_t first = pk_uint(ctx, bytes + i * search->bucket_size + search->head,
					       ctx->target->facts.word_size);
		struct pk_cycle cycle = {0};

		for (uint64_t at = first; status == PK_OK && at && !pk_cycle_closed(&cycle, at);) {
			if (at_hand(search, at)) {
				search->found++;
				status = prefix_read(search, node, route);
				if (status == PK_OK)
					status = pk_chain_measure(ctx, first, 0, MAX_VISITS,
								  &search->place.chain);
				break;
			}
			status = visit(search, 1);
			if (status == PK_OK)
				status = pk_read_ptr(ctx, at, &at);
		}
	}
	return status;
}

/* Those of the struct fib6_nh at HOP, by which ROUTE goes. */
static enum pk_status hop_look(struct search *search, uint64_t node, uint64_t route, uint64_t hop)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t buckets = 0;
	uint8_t *bytes;
	enum pk_status status = pk_read_ptr(ctx, hop + search->buckets, &buckets);

	buckets &= ~(uint64_t)1; /* FIB6_EXCEPTION_BUCKET_FLUSHED */
	if (status == PK_OK && buckets)
		status = visit(search, EXCEPTION_BUCKETS);
	if (status != PK_OK || !buckets)
		return status;
	bytes = malloc(EXCEPTION_BUCKETS * search->bucket_size);
	if (!bytes)
		return pk_fail(ctx, PK_NOMEM, "exceptions of a route: out of memory");
	status = pk_read(ctx, buckets, bytes, EXCEPTION_BUCKETS * search->bucket_size);
	if (status == PK_OK)
		status = exceptions_search(search, node, route, bytes);
	free(bytes);
	return status;
}

/* Those of a nexthop that is no group. */
static enum pk_status nexthop_look(struct search *search, uint64_t node, uint64_t route,
				   uint64_t nexthop)
{
	uint64_t info, hop;
	enum pk_status status = pk_row_offset(search->ctx, PK_R_nexthop_info_fib6, &hop);

	if (status == PK_OK)
		status = pk_member_uint(search->ctx, nexthop, PK_R_nexthop_info, &info);
	if (status == PK_OK)
		status = visit(search, 1);
	return status == PK_OK ? hop_look(search, node, route, info + hop) : status;
}

static enum pk_status group_look(struct search *search, uint64_t node, uint64_t route,
				 uint64_t group)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t nr, entries, size, nexthop;
	enum pk_status status = pk_row_offset(ctx, PK_R_nh_group_entries, &entries);

	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_nh_entry_size, &size);
	if (status == PK_OK)
		status = pk_member_uint(ctx, group, PK_R_nh_group_nr, &nr);
	if (status == PK_OK && nr > MAX_GROUP)
		status = pk_fail(ctx, PK_CORRUPT, "a group of %llu nexthops",
				 (unsigned long long)nr);
	for (uint64_t i = 0; status == PK_OK && i < nr; i++) {
		status = pk_member_uint(ctx, group + entries + i * size, PK_R_nh_entry_nexthop,
					&nexthop);
		if (status == PK_OK)
			status = nexthop_look(search, node, route, nexthop);
	}
	return status;
}

/* Behind a nexthop object are those of all routes that have it: found as often, they are no route's alone. */
static enum pk_status exceptions_look(struct search *search, uint64_t node, uint64_t route)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t nexthop, is_group, group;
	enum pk_status status = nexthop_of(search, route, &nexthop);

	if (status == PK_OK && !nexthop)
		return hop_look(search, node, route, route + search->own_hop);
	if (status == PK_OK)
		status = pk_member_uints(ctx, nexthop,
					 PK_WANTED({PK_R_nexthop_is_group, &is_group},
						   {PK_R_nexthop_group, &group}));
	if (status != PK_OK)
		return status;
	return is_group ? group_look(search, node, route, group)
			: nexthop_look(search, node, route, nexthop);
}

/* --- the tree --------------------------------------------------------------------------------------------- */

static enum pk_status route_look(struct search *search, uint64_t node, uint64_t route)
{
	if (search->walk == PK_ROUTE_EXCEPTIONS)
		return exceptions_look(search, node, route);
	if (!at_hand(search, route) &&
	    (search->walk != PK_ROUTE_SIBLINGS || !at_hand(search, route + search->siblings)))
		return PK_OK;
	if (search->walk == PK_ROUTE_SIBLINGS)
		return siblings_look(search, route);
	search->route = route;
	return PK_OK;
}

static enum pk_status leaf_look(struct search *search, uint64_t node, uint64_t first)
{
	struct pk_cycle cycle = {0};
	enum pk_status status = PK_OK;

	search->route = 0;
	for (uint64_t route = first; status == PK_OK && route && route != search->nothing &&
				     !pk_cycle_closed(&cycle, route);) {
		status = visit(search, 1);
		if (status == PK_OK)
			status = route_look(search, node, route);
		if (status == PK_OK)
			status = pk_read_ptr(search->ctx, route + search->next, &route);
	}
	if (status != PK_OK || !search->route)
		return status;
	search->found++;
	status = prefix_read(search, node, search->route);
	if (status == PK_OK && search->walk == PK_ROUTE_ROUTES)
		status = pk_chain_measure(search->ctx, first, search->next,
					  MAX_VISITS - search->visited, &search->place.chain);
	return status;
}

static enum pk_status node_walk(struct search *search, uint64_t node, unsigned from,
				bool by_source);

/* CHILD of a node is of more bits than FROM - 1; 0: there is none. */
static enum pk_status child_walk(struct search *search, uint64_t node, enum pk_row_id child,
				 unsigned from, bool by_source)
{
	uint64_t addr;
	enum pk_status status = pk_member_uint(search->ctx, node, child, &addr);

	return status == PK_OK && addr ? node_walk(search, addr, from, by_source) : status;
}

static enum pk_status node_walk(struct search *search, uint64_t node, unsigned from, bool by_source)
{
	struct pk_ctx *ctx = search->ctx;
	uint64_t bit, flags, leaf;
	enum pk_status status = visit(search, 1);

	if (status == PK_OK)
		status = pk_member_uints(ctx, node,
					 PK_WANTED({PK_R_fib6_node_bit, &bit},
						   {PK_R_fib6_node_flags, &flags},
						   {PK_R_fib6_node_leaf, &leaf}));
	if (status == PK_OK && (bit < from || bit > KEY_BITS))
		status = pk_fail(ctx, PK_CORRUPT, "node %llx: bit %llu below one of %u",
				 (unsigned long long)node, (unsigned long long)bit, from);
	if (status == PK_OK && flags & RTN_RTINFO)
		status = leaf_look(search, node, leaf);
	if (status == PK_OK)
		status =
			child_walk(search, node, PK_R_fib6_node_left, (unsigned)bit + 1, by_source);
	if (status == PK_OK)
		status = child_walk(search, node, PK_R_fib6_node_right, (unsigned)bit + 1,
				    by_source);
	if (status == PK_OK && !by_source && pk_has(ctx, PK_R_fib6_node_subtree))
		status = child_walk(search, node, PK_R_fib6_node_subtree, 0, true);
	return status;
}

/* --- the tables ------------------------------------------------------------------------------------------- */

static bool visit_table(uint64_t node, void *arg)
{
	struct search *search = arg;

	search->table = node - search->link;
	search->status = node_walk(search, search->table + search->root, 0, false);
	return search->status == PK_OK;
}

static bool visit_net(uint64_t net, uint32_t inum, void *arg)
{
	struct search *search = arg;
	struct pk_ctx *ctx = search->ctx;
	const uint32_t word = ctx->target->facts.word_size;
	const unsigned nr = pk_has(ctx, PK_R_net_fib6_local) ? TABLE_HEADS : 1;
	enum pk_status status = pk_member_uint(ctx, net, PK_R_net_fib6_nothing, &search->nothing);
	uint64_t hash;

	(void)inum;
	if (status == PK_OK)
		status = pk_read_ptr(ctx, net + search->hash, &hash);
	for (unsigned i = 0; i < nr && status == PK_OK && hash; i++) {
		status = pk_hlist_walk(ctx, hash + (uint64_t)i * word, visit_table, search);
		if (search->status != PK_OK)
			status = search->status;
	}
	search->status = status;
	return status == PK_OK;
}

static enum pk_status exception_rows(struct search *search)
{
	struct pk_ctx *ctx = search->ctx;
	enum pk_status status = pk_row_value(ctx, PK_R_rt6_bucket_size, &search->bucket_size);

	if (status == PK_OK)
		status = pk_row_offsets(ctx, PK_WANTED({PK_R_rt6_bucket_chain, &search->head},
						       {PK_R_fib6_nh, &search->own_hop},
						       {PK_R_fib6_nh_buckets, &search->buckets}));
	if (status == PK_OK &&
	    (search->bucket_size > 256 || search->head + 8 > search->bucket_size))
		status = pk_fail(ctx, PK_CORRUPT, "buckets of %llu bytes",
				 (unsigned long long)search->bucket_size);
	return status;
}

static enum pk_status rows_read(struct search *search)
{
	enum pk_status status =
		pk_row_offsets(search->ctx, PK_WANTED({PK_R_net_fib6_hash, &search->hash},
						      {PK_R_fib6_table_link, &search->link},
						      {PK_R_fib6_table_root, &search->root},
						      {PK_R_fib6_next, &search->next}));

	if (status == PK_OK && search->walk == PK_ROUTE_SIBLINGS)
		status = pk_row_offset(search->ctx, PK_R_fib6_siblings, &search->siblings);
	if (status == PK_OK && search->walk == PK_ROUTE_EXCEPTIONS)
		status = exception_rows(search);
	return status;
}

enum pk_status pk_route6_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
				size_t nr, struct pk_route_place *ret_place)
{
	struct search search = {.ctx = ctx, .values = values, .nr = nr};
	enum pk_status status;

	if (!walk_of(function, &search.walk) || !nr)
		return pk_fail(ctx, PK_ABSENT, "%s walks no routes", function);
	status = rows_read(&search);
	if (status == PK_OK)
		status = pk_netns_walk(ctx, visit_net, &search);
	if (status == PK_OK)
		status = search.status;
	if (status == PK_OK && search.found != 1)
		status = pk_fail(ctx, PK_ABSENT, "routes of %u prefixes at hand", search.found);
	if (status != PK_OK)
		return status;
	search.place.walk = search.walk;
	*ret_place = search.place;
	return PK_OK;
}
