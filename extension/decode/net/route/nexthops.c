// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Next hops:
 *
 *	fib_nh.nh_common, fib6_nh.nh_common, nh_info.fib_nhc	one of a route, or of a nexthop object
 *	net.nexthop.rb_root -> nexthop				objects, by ID: nexthop.c says what is behind them
 */
#include <stdlib.h>

#include "core/kit.h"
#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"
#include "decode/tables.h"
#include "model/figure.h"

#define MAX_MEMBERS (1u << 16) /* nexthops of a group: num_nh has 16 bits */
#define MAX_HOPS 4096 /* of a route that are listed */

static void gateway_read(struct pk_reader *r, uint64_t addr, struct pk_prefix *gateway)
{
	uint64_t family = 4;

	if (pk_reader_has(r, PK_R_hop_gateway_family))
		family = pk_family_of(pk_member(r, addr, PK_R_hop_gateway_family));
	else if (!pk_number(r, pk_member_at(r, addr, PK_R_hop_gateway), 4))
		family = 0;
	if (!family || !pk_load(r, pk_member_at(r, addr, PK_R_hop_gateway), gateway->bytes,
				family == 6 ? 16 : 4))
		return;
	gateway->family = (uint8_t)family;
	gateway->length = family == 6 ? 128 : 32;
}

void pk_route_hop_read(struct pk_reader *r, uint64_t addr, struct pk_route_hop *ret_hop)
{
	struct pk_route_hop hop = {.dev = pk_member(r, addr, PK_R_hop_dev)};
	uint64_t tunnel;

	hop.oif = (uint32_t)pk_member(r, addr, PK_R_hop_oif);
	hop.scope = (uint8_t)pk_member(r, addr, PK_R_hop_scope);
	hop.flags = (uint8_t)pk_member(r, addr, PK_R_hop_flags);
	hop.weight = (uint32_t)pk_member(r, addr, PK_R_hop_weight);
	gateway_read(r, addr, &hop.gateway);
	if (pk_reader_has(r, PK_R_hop_tunnel)) {
		tunnel = pk_member(r, addr, PK_R_hop_tunnel);
		hop.tunneled = tunnel != 0;
		if (tunnel)
			hop.tunnel = (uint16_t)pk_member(r, tunnel, PK_R_lwtunnel_type);
	}
	if (pk_ok(r))
		pk_net_device_name(r->ctx, hop.dev, hop.name);
	*ret_hop = hop;
}

struct pk_route_hop *pk_route_hop_add(struct pk_reader *r, struct pk_route *route)
{
	struct pk_route_hop *hops;

	if (route->nr_hops == MAX_HOPS)
		pk_try(r, pk_fail(r->ctx, PK_LIMIT, "route %llx: more than %u next hops",
				  (unsigned long long)route->addr, MAX_HOPS));
	if (!pk_ok(r))
		return NULL;
	/* by powers of two */
	if (!(route->nr_hops & (route->nr_hops - 1))) {
		hops = realloc(route->hops,
			       sizeof(*hops) * (route->nr_hops ? 2 * route->nr_hops : 1));
		if (!hops) {
			pk_try(r, pk_fail(r->ctx, PK_NOMEM, "next hops"));
			return NULL;
		}
		route->hops = hops;
	}
	route->hops[route->nr_hops] = (struct pk_route_hop){0};
	return &route->hops[route->nr_hops++];
}

static void hop_take(struct pk_reader *r, const struct pk_nexthop *nexthop, uint32_t weight,
		     struct pk_route *route)
{
	struct pk_route_hop *hop;

	if (!nexthop || nexthop->status != PK_OK)
		pk_try(r,
		       nexthop ? nexthop->status
			       : pk_fail(r->ctx, PK_CORRUPT,
					 "route %llx: its nexthop object is none of its namespace",
					 (unsigned long long)route->addr));
	hop = pk_route_hop_add(r, route);
	if (!hop)
		return;
	*hop = nexthop->hop;
	hop->weight = weight;
	hop->id = nexthop->id;
	if (nexthop->blackhole)
		route->type = PK_RTN_BLACKHOLE;
}

void pk_route_nexthop_take(struct pk_reader *r, const struct pk_nexthops *nexthops, uint64_t addr,
			   struct pk_route *route)
{
	const struct pk_nexthop *nexthop;

	route->nexthop = (uint32_t)pk_member(r, addr, PK_R_nexthop_id);
	if (!pk_ok(r))
		return;
	nexthop = pk_nexthop_at(nexthops, route->nexthop, addr);
	if (!nexthop || !nexthop->group) {
		hop_take(r, nexthop, 1, route);
		return;
	}
	pk_try(r, nexthop->status);
	for (uint32_t i = 0; i < nexthop->nr && pk_ok(r); i++)
		hop_take(r,
			 pk_nexthop_at(nexthops, nexthop->members[i].id, nexthop->members[i].addr),
			 nexthop->members[i].weight, route);
}

void pk_route_metrics_read(struct pk_reader *r, uint64_t addr, struct pk_route *route)
{
	uint8_t bytes[4 * PK_ROUTE_METRICS];

	if (!addr || !pk_ok(r))
		return;
	if (pk_reader_has(r, PK_R_dst_metrics_list))
		addr += pk_offset(r, PK_R_dst_metrics_list);
	if (pk_load(r, addr, bytes, sizeof(bytes)))
		for (unsigned i = 0; i < PK_ROUTE_METRICS; i++)
			route->metrics[i + 1] = (uint32_t)pk_uint(r->ctx, bytes + 4 * i, 4);
}

/* --- objects ------------------------------------------------------------------------------------------------ */

static void members_read(struct pk_reader *r, uint64_t group, struct pk_nexthop *nexthop)
{
	uint64_t nr = pk_member(r, group, PK_R_nh_group_nr);
	uint64_t entry = pk_member_at(r, group, PK_R_nh_group_entries);
	const uint64_t size = pk_value(r, PK_R_nh_entry_size);

	if (pk_reader_has(r, PK_R_nh_group_resilient))
		nexthop->resilient = pk_member(r, group, PK_R_nh_group_resilient);
	if (!pk_ok(r))
		return;
	nexthop->members =
		calloc(nr < MAX_MEMBERS ? nr + 1 : MAX_MEMBERS, sizeof(*nexthop->members));
	if (!nexthop->members)
		pk_try(r, pk_fail(r->ctx, PK_NOMEM, "a group of nexthops"));
	for (; pk_ok(r) && nexthop->nr < nr && nexthop->nr < MAX_MEMBERS; entry += size) {
		struct pk_nexthop_member *member = &nexthop->members[nexthop->nr];

		member->addr = pk_member(r, entry, PK_R_nh_entry_nexthop);
		member->id = (uint32_t)pk_member(r, member->addr, PK_R_nexthop_id);
		member->weight = (uint32_t)pk_member(r, entry, PK_R_nh_entry_weight);
		nexthop->nr += pk_ok(r);
	}
}

static void nexthop_read(struct pk_ctx *ctx, uint64_t addr, struct pk_nexthop *ret_nexthop)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_nexthop nexthop = {.addr = addr};
	uint64_t info;

	nexthop.id = (uint32_t)pk_member(&r, addr, PK_R_nexthop_id);
	nexthop.protocol = (uint8_t)pk_member(&r, addr, PK_R_nexthop_protocol);
	nexthop.group = pk_member(&r, addr, PK_R_nexthop_is_group);
	info = pk_member(&r, addr, nexthop.group ? PK_R_nexthop_group : PK_R_nexthop_info);
	if (nexthop.group) {
		members_read(&r, info, &nexthop);
	} else {
		nexthop.blackhole = pk_member(&r, info, PK_R_nexthop_info_reject);
		pk_route_hop_read(&r, pk_member_at(&r, info, PK_R_nexthop_info_common),
				  &nexthop.hop);
	}
	nexthop.status = r.status;
	*ret_nexthop = nexthop;
}

void pk_nexthops_read(struct pk_ctx *ctx, uint64_t net, struct pk_nexthops *ret_nexthops)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_nexthops nexthops = {0};
	uint64_t tree = pk_offset(&r, PK_R_net_nexthops), link = pk_offset(&r, PK_R_nexthop_link);

	if (pk_ok(&r))
		pk_rbtree_for_each (node, &r, net + tree) {
			if (!pk_grow(nexthops.list, nexthops.nr, nexthops.room)) {
				pk_try(&r, pk_fail(ctx, PK_NOMEM, "nexthops"));
				break;
			}
			nexthop_read(ctx, node - link, &nexthops.list[nexthops.nr++]);
		}
	nexthops.status = r.status;
	*ret_nexthops = nexthops;
}
