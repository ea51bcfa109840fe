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
#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/task/stack.h"

#define KEY_BITS 128
#define RTN_RTINFO 4
#define TABLE_HEADS 256 /* FIB6_TABLE_HASHSZ, with CONFIG_IPV6_MULTIPLE_TABLES */
#define EXCEPTION_BUCKETS 1024 /* FIB6_EXCEPTION_BUCKET_SIZE */
#define MAX_GROUP (1u << 16) /* nexthops of a group: num_nh has 16 bits */
#define MAX_VISITS (1u << 24) /* of nodes, routes and exceptions of all tables together */

struct search {
	struct pk_ctx *ctx;
	struct pk_reader *r;
	enum pk_route_walk walk;
	const uint64_t *values;
	size_t nr;
	uint64_t hash, link, root, next, siblings;
	uint64_t nothing; /* the route of who has none: in many registers, and in no prefix */
	uint64_t buckets, bucket_size, head; /* of exceptions */
	uint64_t own_hop; /* fib6_nh of a route */
	uint64_t table; /* that is walked */
	uint64_t visited;
	unsigned found; /* prefixes with a route among VALUES */
	uint64_t route; /* the last of these */
	struct pk_route_place place;
	/* both NULL: one route is searched for */
	pk_route6_hop_fn hop;
	pk_route6_fn each;
	void *arg;
	uint32_t number; /* of TABLE, for EACH */
	bool stopped;
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

/* NR more nodes are looked at: the reader fails if they are too many. */
static void visit(struct search *search, uint64_t nr)
{
	search->visited += nr;
	if (search->visited > MAX_VISITS)
		pk_try(search->r,
		       pk_fail(search->ctx, PK_LIMIT, "more than %u nodes of routes", MAX_VISITS));
}

/* --- what the place is ------------------------------------------------------------------------------------ */

/* Other prefixes are not read: they are private (command/redact_places.c). */
static void prefix_read(struct search *search, uint64_t node, uint64_t route)
{
	struct pk_reader *r = search->r;
	struct pk_route_place *place = &search->place;
	uint64_t length, table;

	pk_load(r, pk_member_at(r, route, PK_R_fib6_dst), place->prefix6, sizeof(place->prefix6));
	length = pk_member(r, route, PK_R_fib6_dst_len);
	table = pk_member(r, search->table, PK_R_fib6_table_id);
	if (length > KEY_BITS)
		pk_try(r, pk_fail(search->ctx, PK_CORRUPT, "route %llx: a prefix of %llu bits",
				  (unsigned long long)route, (unsigned long long)length));
	if (!pk_ok(r))
		return;
	place->addr = node;
	place->family = 6;
	place->table = (uint32_t)table;
	place->length = (unsigned)length;
}

/* A route that has a nexthop object has no next hop of its own: nothing is behind it, and in its siblings' place is the list
 * of those that have that nexthop. 0: none. */
static uint64_t nexthop_of(struct search *search, uint64_t route)
{
	return pk_reader_has(search->r, PK_R_fib6_nexthop)
		       ? pk_member(search->r, route, PK_R_fib6_nexthop)
		       : 0;
}

/* Siblings are a ring without a head. It is circular in our sense if it does not come back to who begins. Of several siblings
 * among VALUES one may be where the ring is left for good. */
static void siblings_look(struct search *search, uint64_t route)
{
	struct pk_reader *r = search->r;
	const uint64_t first = route + search->siblings;
	uint64_t nexthop = nexthop_of(search, route), node = first;
	struct pk_chain chain = {0};

	if (!pk_ok(r) || nexthop)
		return;
	search->route = route;
	pk_try(r, pk_chain_measure(search->ctx, first, 0, MAX_VISITS - search->visited, &chain));
	for (uint64_t i = 0; pk_ok(r) && i < chain.nr; i++)
		node = pk_pointer(r, node);
	chain.circular = node != first;
	if (pk_ok(r))
		visit(search, chain.nr);
	if (pk_ok(r) && (!search->place.chain.nr || chain.circular))
		search->place.chain = chain;
}

/* --- exceptions ------------------------------------------------------------------------------------------- */

static void exceptions_search(struct search *search, uint64_t node, uint64_t route,
			      const uint8_t *bytes)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_reader *r = search->r;

	for (unsigned i = 0; i < EXCEPTION_BUCKETS && pk_ok(r); i++) {
		const uint64_t first = pk_uint(ctx, bytes + i * search->bucket_size + search->head,
					       ctx->target->facts.word_size);
		struct pk_cycle cycle = {0};

		for (uint64_t at = first; at && !pk_cycle_closed(&cycle, at);) {
			if (at_hand(search, at)) {
				search->found++;
				prefix_read(search, node, route);
				pk_try(r, pk_chain_measure(ctx, first, 0, MAX_VISITS,
							   &search->place.chain));
				break;
			}
			visit(search, 1);
			at = pk_pointer(r, at);
		}
	}
}

/* Those of the struct fib6_nh at HOP, by which ROUTE goes. */
static void hop_look(struct search *search, uint64_t node, uint64_t route, uint64_t hop)
{
	struct pk_reader *r = search->r;
	/* without FIB6_EXCEPTION_BUCKET_FLUSHED */
	uint64_t buckets = pk_pointer(r, hop + search->buckets) & ~(uint64_t)1;
	uint8_t *bytes;

	if (buckets)
		visit(search, EXCEPTION_BUCKETS);
	if (!pk_ok(r) || !buckets)
		return;
	bytes = malloc(EXCEPTION_BUCKETS * search->bucket_size);
	if (!bytes)
		pk_try(r, pk_fail(search->ctx, PK_NOMEM, "exceptions of a route: out of memory"));
	else if (pk_load(r, buckets, bytes, EXCEPTION_BUCKETS * search->bucket_size))
		exceptions_search(search, node, route, bytes);
	free(bytes);
}

/* Behind a nexthop object are those of all routes that have it: found as often, they are no route's alone. */
static void exceptions_look(struct search *search, uint64_t node, uint64_t route)
{
	struct pk_reader *r = search->r;
	uint64_t nexthop = nexthop_of(search, route), is_group, group, entries = 0, size = 0,
		 nr = 1, hop;

	if (!nexthop) {
		hop_look(search, node, route, route + search->own_hop);
		return;
	}
	is_group = pk_member(r, nexthop, PK_R_nexthop_is_group);
	group = pk_member(r, nexthop, PK_R_nexthop_group);
	if (is_group) {
		entries = pk_member_at(r, group, PK_R_nh_group_entries);
		size = pk_value(r, PK_R_nh_entry_size);
		nr = pk_member(r, group, PK_R_nh_group_nr);
		if (nr > MAX_GROUP)
			pk_try(r, pk_fail(search->ctx, PK_CORRUPT, "a group of %llu nexthops",
					  (unsigned long long)nr));
	}
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++) {
		if (is_group)
			nexthop = pk_member(r, entries + i * size, PK_R_nh_entry_nexthop);
		hop = pk_offset(r, PK_R_nexthop_info_fib6);
		hop += pk_member(r, nexthop, PK_R_nexthop_info);
		visit(search, 1);
		hop_look(search, node, route, hop);
	}
}

/* --- the tree --------------------------------------------------------------------------------------------- */

/* Its own: behind a nexthop object are those of other routes, too. */
static void hop_deliver(struct search *search, uint64_t route)
{
	uint64_t nexthop = nexthop_of(search, route);

	if (pk_ok(search->r) && !nexthop)
		search->hop(route + search->own_hop, search->arg);
}

static void routes_deliver(struct search *search, uint64_t route)
{
	struct pk_reader *r = search->r;
	struct pk_chain chain = {0};

	pk_try(r, pk_chain_measure(search->ctx, route, search->next, MAX_VISITS - search->visited,
				   &chain));
	visit(search, chain.nr);
	for (uint64_t i = 0; pk_ok(r) && i < chain.nr && route != search->nothing; i++) {
		search->stopped = !search->each(search->number, route, search->arg);
		if (search->stopped)
			return;
		route = pk_pointer(r, route + search->next);
	}
	if (pk_ok(r) && chain.circular)
		pk_try(r, pk_fail(search->ctx, PK_CORRUPT, "routes at %llx are circular",
				  (unsigned long long)route));
}

static void leaf_look(struct search *search, uint64_t node, uint64_t first)
{
	struct pk_reader *r = search->r;
	struct pk_cycle cycle = {0};

	if (search->each) {
		routes_deliver(search, first);
		return;
	}
	search->route = 0;
	for (uint64_t route = first;
	     pk_ok(r) && route && route != search->nothing && !pk_cycle_closed(&cycle, route);) {
		visit(search, 1);
		if (!pk_ok(r))
			return;
		if (search->hop)
			hop_deliver(search, route);
		else if (search->walk == PK_ROUTE_EXCEPTIONS)
			exceptions_look(search, node, route);
		else if (search->walk == PK_ROUTE_SIBLINGS &&
			 (at_hand(search, route) || at_hand(search, route + search->siblings)))
			siblings_look(search, route);
		else if (at_hand(search, route))
			search->route = route;
		route = pk_pointer(r, route + search->next);
	}
	if (!pk_ok(r) || !search->route)
		return;
	search->found++;
	prefix_read(search, node, search->route);
	if (search->walk == PK_ROUTE_ROUTES)
		pk_try(r, pk_chain_measure(search->ctx, first, search->next,
					   MAX_VISITS - search->visited, &search->place.chain));
}

/* NODE (0: none) is of FROM bits or more. */
static void node_walk(struct search *search, uint64_t node, unsigned from, bool by_source)
{
	struct pk_reader *r = search->r;
	uint64_t bit, flags, leaf;

	if (!node || search->stopped)
		return;
	visit(search, 1);
	bit = pk_member(r, node, PK_R_fib6_node_bit);
	flags = pk_member(r, node, PK_R_fib6_node_flags);
	leaf = pk_member(r, node, PK_R_fib6_node_leaf);
	if (bit < from || bit > KEY_BITS)
		pk_try(r, pk_fail(search->ctx, PK_CORRUPT, "node %llx: bit %llu below one of %u",
				  (unsigned long long)node, (unsigned long long)bit, from));
	if (!pk_ok(r))
		return;
	from = (unsigned)bit + 1;
	/* in the order of fib6_walk_continue() */
	if (!by_source && pk_reader_has(r, PK_R_fib6_node_subtree))
		node_walk(search, pk_member(r, node, PK_R_fib6_node_subtree), 0, true);
	node_walk(search, pk_member(r, node, PK_R_fib6_node_left), from, by_source);
	node_walk(search, pk_member(r, node, PK_R_fib6_node_right), from, by_source);
	if (pk_ok(r) && !search->stopped && flags & RTN_RTINFO)
		leaf_look(search, node, leaf);
}

/* --- the tables ------------------------------------------------------------------------------------------- */

static void tables_walk(struct search *search, uint64_t net)
{
	struct pk_reader *r = search->r;
	const uint32_t word = search->ctx->target->facts.word_size;
	const unsigned nr = pk_has(search->ctx, PK_R_net_fib6_local) ? TABLE_HEADS : 1;
	uint64_t hash;

	search->nothing = pk_member(r, net, PK_R_net_fib6_nothing);
	hash = pk_pointer(r, net + search->hash);
	for (unsigned i = 0; i < nr && hash; i++)
		pk_hlist_for_each (node, r, hash + (uint64_t)i * word) {
			search->table = node - search->link;
			if (search->each)
				search->number =
					(uint32_t)pk_member(r, search->table, PK_R_fib6_table_id);
			node_walk(search, search->table + search->root, 0, false);
		}
}

static void all_tables_walk(struct search *search)
{
	struct pk_reader nets = {.ctx = search->ctx, .status = search->r->status};

	pk_netns_for_each (net, &nets) {
		tables_walk(search, net.addr);
		if (!pk_ok(search->r) || search->stopped)
			break;
	}
	pk_try(search->r, nets.status);
}

/* What any walk needs. */
static void rows_read(struct search *search)
{
	struct pk_reader *r = search->r;

	search->hash = pk_offset(r, PK_R_net_fib6_hash);
	search->link = pk_offset(r, PK_R_fib6_table_link);
	search->root = pk_offset(r, PK_R_fib6_table_root);
	search->next = pk_offset(r, PK_R_fib6_next);
}

enum pk_status pk_routes6_walk(struct pk_ctx *ctx, uint64_t net, pk_route6_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	struct search search = {.ctx = ctx, .r = &r, .each = fn, .arg = arg};

	rows_read(&search);
	if (pk_ok(&r))
		tables_walk(&search, net);
	return r.status;
}

enum pk_status pk_route6_hops_walk(struct pk_ctx *ctx, pk_route6_hop_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	struct search search = {.ctx = ctx, .r = &r, .hop = fn, .arg = arg};

	rows_read(&search);
	search.own_hop = pk_offset(&r, PK_R_fib6_nh);
	all_tables_walk(&search);
	return r.status;
}

enum pk_status pk_route6_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
				size_t nr, struct pk_route_place *ret_place)
{
	struct pk_reader r = {.ctx = ctx};
	struct search search = {.ctx = ctx, .r = &r, .values = values, .nr = nr};

	if (!walk_of(function, &search.walk) || !nr)
		return pk_fail(ctx, PK_ABSENT, "%s walks no routes", function);
	rows_read(&search);
	if (search.walk == PK_ROUTE_SIBLINGS)
		search.siblings = pk_offset(&r, PK_R_fib6_siblings);
	if (search.walk == PK_ROUTE_EXCEPTIONS) {
		search.bucket_size = pk_value(&r, PK_R_rt6_bucket_size);
		search.head = pk_offset(&r, PK_R_rt6_bucket_chain);
		search.own_hop = pk_offset(&r, PK_R_fib6_nh);
		search.buckets = pk_offset(&r, PK_R_fib6_nh_buckets);
		if (search.bucket_size > 256 || search.head + 8 > search.bucket_size)
			pk_try(&r, pk_fail(ctx, PK_CORRUPT, "buckets of %llu bytes",
					   (unsigned long long)search.bucket_size));
	}
	all_tables_walk(&search);
	if (search.found != 1)
		pk_try(&r, pk_fail(ctx, PK_ABSENT,
				   "registers and frame point to routes of %u prefixes, not of one",
				   search.found));
	if (!pk_ok(&r))
		return r.status;
	search.place.walk = search.walk;
	*ret_place = search.place;
	return PK_OK;
}
