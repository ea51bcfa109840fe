// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a namespace's tables of routes have, whole. Where routes are found: route.c and route6.c.
 *
 *	fib_alias {fa_dscp, fa_type, tb_id, fa_slen} -> fib_info {metric, ..., fib_nh[] or nh}		IPv4
 *	fib6_info {..., fib6_nh[0] or nh}, and its siblings						IPv6
 */
#include "decode/net/route/route.h"

#include <string.h>

#include "decode/figure.h"

#define MAX_HOPS (1u << 16)
#define MAX_SIBLINGS (1u << 16)
#define RTF_EXPIRES 0x00400000

struct listing {
	struct pk_ctx *ctx;
	const struct pk_routes_request *request;
	uint64_t table; /* IPv4 */
	uint64_t number; /* of TABLE */
	enum pk_status status;
	bool stopped;
	/* IPv6: so many siblings of a route follow it, with the same prefix, and are left out */
	uint64_t past;
	struct pk_prefix last;
};

static void put_u32(uint8_t *bytes, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void whole_address(struct pk_reader *r, uint64_t addr, uint8_t family, struct pk_prefix *ret)
{
	static const uint8_t zeros[16];
	const unsigned size = family == 6 ? 16 : 4;

	if (pk_load(r, addr, ret->bytes, size) && memcmp(ret->bytes, zeros, size) != 0) {
		ret->family = family;
		ret->length = (uint8_t)(8 * size);
	}
}

/* --- IPv4 --------------------------------------------------------------------------------------------------- */

static void own_hops_read(struct pk_reader *r, struct pk_route *route)
{
	const uint64_t nr = pk_member(r, route->info, PK_R_fib_info_hops);
	const uint64_t size = pk_value(r, PK_R_fib_nh_size);
	uint64_t at = pk_member_at(r, route->info, PK_R_fib_info_own_hops);

	if (pk_reader_has(r, PK_R_fib_nh_common))
		at += pk_offset(r, PK_R_fib_nh_common);
	if (nr > MAX_HOPS)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "route %llx: %llu next hops",
				  (unsigned long long)route->addr, (unsigned long long)nr));
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++) {
		struct pk_route_hop *hop = pk_route_hop_add(r, route);

		if (hop)
			pk_route_hop_read(r, at + i * size, hop);
	}
}

static void info_read(struct listing *listing, struct pk_route *route)
{
	struct pk_reader r = {.ctx = listing->ctx};
	uint64_t nexthop = 0;

	route->tos = (uint8_t)pk_member(&r, route->addr, PK_R_fib_alias_tos);
	route->type = (uint8_t)pk_member(&r, route->addr, PK_R_fib_alias_type);
	route->info = pk_member(&r, route->addr, PK_R_fib_alias_info);
	route->dead = pk_member(&r, route->info, PK_R_fib_info_dead);
	route->flags = (uint32_t)pk_member(&r, route->info, PK_R_fib_info_flags);
	route->protocol = (uint8_t)pk_member(&r, route->info, PK_R_fib_info_protocol);
	route->scope = (uint8_t)pk_member(&r, route->info, PK_R_fib_info_scope);
	route->metric = (uint32_t)pk_member(&r, route->info, PK_R_fib_info_priority);
	whole_address(&r, pk_member_at(&r, route->info, PK_R_fib_info_prefsrc), 4, &route->prefsrc);
	pk_route_metrics_read(&r, pk_member(&r, route->info, PK_R_fib_info_metrics), route);
	if (pk_reader_has(&r, PK_R_fib_info_nexthop))
		nexthop = pk_member(&r, route->info, PK_R_fib_info_nexthop);
	if (nexthop)
		pk_route_nexthop_take(&r, listing->request->nexthops, nexthop, route);
	else
		own_hops_read(&r, route);
	route->status = r.status;
}

static enum pk_status deliver(struct listing *listing, struct pk_route *route)
{
	listing->stopped = !listing->request->fn(route, listing->request->arg);
	pk_route_deinit(route);
	return listing->stopped ? PK_LIMIT : PK_OK;
}

static enum pk_status visit_alias(uint64_t leaf, uint64_t alias, void *arg)
{
	struct listing *listing = arg;
	const struct pk_routes_request *request = listing->request;
	struct pk_reader r = {.ctx = listing->ctx};
	struct pk_route route = {.addr = alias, .dst.family = 4};
	uint64_t slen = pk_member(&r, alias, PK_R_fib_alias_slen), key;

	route.table = (uint32_t)pk_member(&r, alias, PK_R_fib_alias_table);
	if (pk_ok(&r) && !request->table && route.table != listing->number)
		return PK_OK; /* of a table that shares the trie, and is listed by itself */
	key = pk_member(&r, leaf, PK_R_fib_node_key);
	if (slen > 32)
		pk_try(&r, pk_fail(listing->ctx, PK_CORRUPT, "alias %llx: %llu bits of suffix",
				   (unsigned long long)alias, (unsigned long long)slen));
	if (!pk_ok(&r))
		return r.status;
	put_u32(route.dst.bytes, (uint32_t)(key >> slen << slen));
	route.dst.length = (uint8_t)(32 - slen);
	if (request->covers && !pk_prefix_covers(&route.dst, request->covers))
		return PK_OK;
	info_read(listing, &route);
	return deliver(listing, &route);
}

static bool visit_table(uint64_t table, void *arg)
{
	struct listing *listing = arg;
	struct pk_reader r = {.ctx = listing->ctx};

	listing->table = table;
	listing->number = pk_member(&r, table, PK_R_fib_table_id);
	pk_try(&r, pk_route_aliases_walk(listing->ctx, table, visit_alias, listing));
	if (listing->stopped)
		return false;
	if (listing->status == PK_OK)
		listing->status = r.status;
	return true;
}

struct table_search {
	struct pk_ctx *ctx;
	uint32_t id;
	uint64_t found;
};

static bool is_table(uint64_t table, void *arg)
{
	struct table_search *search = arg;
	uint64_t id;

	if (pk_member_uint(search->ctx, table, PK_R_fib_table_id, &id) == PK_OK && id == search->id)
		search->found = table;
	return !search->found;
}

enum pk_status pk_route_table_find(struct pk_ctx *ctx, uint64_t net, uint32_t id,
				   uint64_t *ret_table)
{
	struct table_search search = {.ctx = ctx, .id = id};
	enum pk_status status = pk_route_tables_walk(ctx, net, is_table, &search);

	if (status == PK_OK && !search.found)
		status = pk_fail(ctx, PK_ABSENT, "no table %u", id);
	if (status == PK_OK)
		*ret_table = search.found;
	return status;
}

/* --- IPv6 --------------------------------------------------------------------------------------------------- */

static void hop6_add(struct pk_reader *r, uint64_t addr, struct pk_route *route)
{
	struct pk_route_hop *hop;
	const uint64_t at = pk_member_at(r, addr, PK_R_fib6_nh) + pk_offset(r, PK_R_fib6_nh_common);

	hop = pk_route_hop_add(r, route);
	if (hop)
		pk_route_hop_read(r, at, hop);
}

static void siblings_add(struct pk_reader *r, struct pk_route *route)
{
	const uint64_t link = pk_offset(r, PK_R_fib6_siblings);
	const uint64_t nr = pk_member(r, route->addr, PK_R_fib6_nsiblings);
	uint64_t node = route->addr + link;

	if (nr > MAX_SIBLINGS)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "route %llx: %llu siblings",
				  (unsigned long long)route->addr, (unsigned long long)nr));
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++) {
		node = pk_pointer(r, node);
		hop6_add(r, node - link, route);
	}
}

static void expiry_read(struct pk_reader *r, struct pk_route *route)
{
	struct pk_figure now;
	uint64_t hz, at;

	if (!(route->flags6 & RTF_EXPIRES) || !pk_ok(r))
		return;
	now = pk_jiffies_read(r->ctx, &hz);
	at = pk_member(r, route->addr, PK_R_fib6_expires);
	route->expires = pk_ok(r) && now.status == PK_OK && hz;
	if (route->expires)
		route->expires_s = (int64_t)(at - now.value) / (int64_t)hz;
}

static void prefix6_read(struct pk_reader *r, uint64_t addr, enum pk_row_id bytes,
			 enum pk_row_id length, struct pk_prefix *ret_prefix)
{
	const uint64_t len = pk_member(r, addr, length);

	if (len > 128)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "route %llx: a prefix of %llu bits",
				  (unsigned long long)addr, (unsigned long long)len));
	pk_load(r, pk_member_at(r, addr, bytes), ret_prefix->bytes, 16);
	ret_prefix->family = pk_ok(r) ? 6 : 0;
	ret_prefix->length = (uint8_t)len;
}

static void info6_read(struct pk_ctx *ctx, const struct pk_nexthops *nexthops,
		       struct pk_route *route)
{
	struct pk_reader r = {.ctx = ctx};
	const uint64_t addr = route->addr;
	uint64_t nexthop = 0;

	route->type = (uint8_t)pk_member(&r, addr, PK_R_fib6_type);
	route->protocol = (uint8_t)pk_member(&r, addr, PK_R_fib6_protocol);
	route->metric = (uint32_t)pk_member(&r, addr, PK_R_fib6_metric);
	route->flags6 = (uint32_t)pk_member(&r, addr, PK_R_fib6_flags);
	if (pk_reader_has(&r, PK_R_fib6_src) && pk_member(&r, addr, PK_R_fib6_src_len))
		prefix6_read(&r, addr, PK_R_fib6_src, PK_R_fib6_src_len, &route->src);
	if (pk_member(&r, addr, PK_R_fib6_prefsrc_len))
		prefix6_read(&r, addr, PK_R_fib6_prefsrc, PK_R_fib6_prefsrc_len, &route->prefsrc);
	pk_route_metrics_read(&r, pk_member(&r, addr, PK_R_fib6_metrics), route);
	expiry_read(&r, route);
	if (pk_reader_has(&r, PK_R_fib6_nexthop))
		nexthop = pk_member(&r, addr, PK_R_fib6_nexthop);
	if (nexthop) {
		pk_route_nexthop_take(&r, nexthops, nexthop, route);
	} else {
		hop6_add(&r, addr, route);
		siblings_add(&r, route);
	}
	route->status = r.status;
}

/* A route's siblings are next hops of it, and stand behind it in the chain. */
static bool visit_route6(uint32_t table, uint64_t addr, void *arg)
{
	struct listing *listing = arg;
	const struct pk_routes_request *request = listing->request;
	struct pk_reader r = {.ctx = listing->ctx};
	struct pk_route route = {.addr = addr, .table = table};

	prefix6_read(&r, addr, PK_R_fib6_dst, PK_R_fib6_dst_len, &route.dst);
	if (listing->past && !memcmp(&listing->last, &route.dst, sizeof(route.dst))) {
		listing->past--;
		return true;
	}
	listing->past = 0;
	listing->last = route.dst;
	if (!pk_reader_has(&r, PK_R_fib6_nexthop) || !pk_member(&r, addr, PK_R_fib6_nexthop))
		listing->past = pk_member(&r, addr, PK_R_fib6_nsiblings);
	listing->status = r.status;
	if (!pk_ok(&r))
		return false;
	if (request->covers && !pk_prefix_covers(&route.dst, request->covers))
		return true;
	info6_read(listing->ctx, request->nexthops, &route);
	return deliver(listing, &route) == PK_OK;
}

enum pk_status pk_routes_list(struct pk_ctx *ctx, const struct pk_routes_request *request)
{
	struct listing listing = {.ctx = ctx, .request = request};
	enum pk_status status = PK_OK;

	if (request->family == 6)
		status = pk_routes6_walk(ctx, request->net, visit_route6, &listing);
	else if (request->table)
		visit_table(request->table, &listing);
	else
		status = pk_route_tables_walk(ctx, request->net, visit_table, &listing);
	if (listing.stopped)
		return PK_OK;
	return status == PK_OK ? listing.status : status;
}
