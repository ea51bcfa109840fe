// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What a table of routes says of a packet: fib_table_lookup() and fib_select_path(), fib6_table_lookup() and find_rr_leaf().
 * The longest prefix first; of one prefix by TOS and metric, as they stand; routes whose next hops are dead are passed over.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "core/kit.h"
#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"

#define MAX_FOUND 4096 /* routes that cover an address */
#define IFF_UP 1
#define IFA_F_SECONDARY 1
#define TOS_MASK 0x1c
#define RTF_LOCAL 0x80000000u
#define RTF_ANYCAST 0x00100000u

/* Routes of a table that cover the destination. */
struct found {
	struct pk_route *list; /* owned, with their hops */
	size_t nr, room;
	uint32_t number; /* IPv6: of the table */
	enum pk_status status;
};

void pk_route_unknown(struct pk_route_way *way, enum pk_status status, const char *why)
{
	way->status = status;
	snprintf(way->why, sizeof(way->why), "%s", why);
}

static bool keep(struct pk_route *route, void *arg)
{
	struct found *found = arg;

	if (found->number && route->table != found->number)
		return true;
	if (found->nr == MAX_FOUND || !pk_grow(found->list, found->nr, found->room)) {
		found->status = found->nr == MAX_FOUND ? PK_LIMIT : PK_NOMEM;
		return false;
	}
	found->list[found->nr++] = *route;
	route->hops = NULL; /* taken */
	route->nr_hops = 0;
	return true;
}

static void found_deinit(struct found *found)
{
	for (size_t i = 0; i < found->nr; i++)
		pk_route_deinit(&found->list[i]);
	free(found->list);
}

/* False: there is no such table. */
static bool find_routes(struct pk_route_look *look, uint32_t table, struct found *found)
{
	const uint8_t family = look->flow->dst.family;
	struct pk_routes_request request = {.net = look->net,
					    .family = family,
					    .nexthops = &look->nexthops,
					    .covers = look->flow->dst.bytes,
					    .fn = keep,
					    .arg = found};
	enum pk_status status = PK_OK;

	if (family == 6)
		found->number = table;
	else
		status = pk_route_table_find(look->ctx, look->net, table, &request.table);
	if (status == PK_ABSENT)
		return false;
	if (status == PK_OK)
		status = pk_routes_list(look->ctx, &request);
	if (found->status == PK_OK)
		found->status = status;
	return true;
}

/* --- next hops ------------------------------------------------------------------------------------------------ */

/* IN_DEV_IGNORE_ROUTES_WITH_LINKDOWN(): of all devices, or of this one. Numbers begin with 1. */
static enum pk_status ignores_linkdown(struct pk_route_look *look, uint64_t dev, bool *ret_ignores)
{
	struct pk_reader r = {.ctx = look->ctx};
	uint64_t number, own, all;

	*ret_ignores = false;
	if (look->flow->dst.family == 6)
		return pk_fail(look->ctx, PK_UNSUPPORTED,
			       "ignore_routes_with_linkdown of IPv6 is not looked at");
	if (!pk_reader_has(&r, PK_R_conf_linkdown))
		return r.status;
	number = pk_value(&r, PK_R_conf_linkdown) - 1;
	all = pk_member_at(&r, pk_member(&r, look->net, PK_R_net_devconf_all),
			   PK_R_ipv4_devconf_data);
	own = pk_member_at(&r, pk_member(&r, dev, PK_R_netdev_ip), PK_R_in_device_conf);
	*ret_ignores = pk_number(&r, all + 4 * number, 4) || pk_number(&r, own + 4 * number, 4);
	return r.status;
}

/* Marks those that a lookup passes over; how many are left. */
static uint32_t hops_judge(struct pk_route_look *look, struct pk_route *route, uint32_t *ret_first,
			   struct pk_route_way *way)
{
	uint32_t left = 0;

	for (uint32_t i = route->nr_hops; i-- > 0;) {
		struct pk_route_hop *hop = &route->hops[i];
		bool ignores;

		hop->out = hop->flags & PK_HOP_DEAD;
		if (!hop->out && hop->flags & PK_HOP_LINKDOWN) {
			if (ignores_linkdown(look, hop->dev, &ignores) != PK_OK)
				pk_route_unknown(
					way, PK_UNSUPPORTED,
					"a next hop has no carrier, and whether the kernel "
					"ignores it is not known");
			hop->out = ignores;
		}
		if (look->flow->dst.family == 4 && look->hop_oif && look->hop_oif != hop->oif)
			hop->out = true;
		if (!hop->out) {
			left++;
			*ret_first = i;
		}
	}
	return left;
}

static void take(struct pk_route *route, struct pk_route_way *way)
{
	way->has_route = true;
	way->route = *route;
	way->type = route->type;
	route->hops = NULL;
	route->nr_hops = 0;
}

static void take_hop(struct pk_route_way *way, const struct pk_route_hop *hop)
{
	way->hop = *hop;
	way->hop_known = true;
}

/* False: it is not refused. */
static bool is_refusal(const struct pk_route *route, struct pk_route_way *way)
{
	way->error = route->type == PK_RTN_BLACKHOLE	 ? "EINVAL"
		     : route->type == PK_RTN_UNREACHABLE ? "EHOSTUNREACH"
		     : route->type == PK_RTN_PROHIBIT	 ? "EACCES"
							 : NULL;
	return way->error;
}

/* --- IPv4 ----------------------------------------------------------------------------------------------------- */

struct address {
	uint32_t local, mask, peer, flags, scope;
};

static uint32_t in_order(struct pk_reader *r, uint64_t addr, enum pk_row_id row)
{
	uint8_t bytes[4] = {0};

	pk_load(r, pk_member_at(r, addr, row), bytes, 4);
	return (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

/* inet_select_addr(): the first address of DEV that is wide enough, or the first of them that has the gateway in its net. */
static void source_select(struct pk_route_look *look, uint64_t dev, const struct pk_prefix *gateway,
			  unsigned scope, struct pk_prefix *ret_src)
{
	struct pk_reader r = {.ctx = look->ctx};
	const uint8_t *bytes = gateway->bytes;
	uint32_t to = gateway->family == 4
			      ? (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
			      : 0;
	uint64_t at = pk_member(&r, pk_member(&r, dev, PK_R_netdev_ip), PK_R_in_device_list);
	uint32_t first = 0;

	for (unsigned i = 0; at && pk_ok(&r) && i < 65536; i++) {
		const uint32_t local = in_order(&r, at, PK_R_ifaddr_local);
		const uint32_t differs = in_order(&r, at, PK_R_ifaddr_address) ^ to;

		if (!(pk_member(&r, at, PK_R_ifaddr_flags) & IFA_F_SECONDARY) &&
		    pk_member(&r, at, PK_R_ifaddr_scope) <= scope) {
			first = first ? first : local;
			if (!to || !(differs & in_order(&r, at, PK_R_ifaddr_mask))) {
				first = local;
				break;
			}
		}
		at = pk_member(&r, at, PK_R_ifaddr_next);
	}
	if (!pk_ok(&r) || !first)
		return; /* others' addresses are not looked through */
	*ret_src = (struct pk_prefix){.family = 4, .length = 32};
	for (unsigned i = 0; i < 4; i++)
		ret_src->bytes[i] = (uint8_t)(first >> (24 - 8 * i));
}

/* __mkroute_output(), fib_result_prefsrc(). */
static void finish4(struct pk_route_look *look, struct pk_route_way *way)
{
	static const struct pk_prefix none;
	const struct pk_route *route = &way->route;
	const struct pk_prefix *dst = &look->flow->dst;

	if (way->type == PK_RTN_LOCAL) {
		way->src = route->prefsrc.family ? route->prefsrc : *dst;
		way->hop = (struct pk_route_hop){.dev = look->vrf.addr ? look->vrf.addr
								       : look->lo.addr};
		way->hop.oif = look->vrf.addr ? look->vrf.index : look->lo.index;
		pk_net_device_name(look->ctx, way->hop.dev, way->hop.name);
		way->hop_known = true;
	} else if (route->prefsrc.family) {
		way->src = route->prefsrc;
	} else if (way->hop_known && way->hop.dev) {
		source_select(look, way->hop.dev, &way->hop.gateway,
			      way->hop.id ? way->hop.scope : route->scope, &way->src);
	}
	if (look->flow->src.family)
		way->src = look->flow->src;
	if (dst->bytes[0] >> 4 == 0xe && way->type != PK_RTN_LOCAL) {
		way->type = PK_RTN_MULTICAST;
		if (route->dst.length < 4)
			way->hop.gateway = none;
	}
}

/* fib_select_default() takes one whose gateway answers. */
static bool is_one_of_defaults(const struct found *found, size_t place)
{
	const struct pk_route *route = &found->list[place];

	for (size_t i = place + 1; !route->dst.length && i < found->nr; i++)
		if (!found->list[i].dst.length && found->list[i].tos == route->tos &&
		    found->list[i].metric == route->metric && found->list[i].type == PK_RTN_UNICAST)
			return true;
	return false;
}

/* fib_table_lookup() looks at it. */
static bool is_for4(const struct pk_route_look *look, const struct pk_route *route)
{
	return !route->dead && (!route->tos || route->tos == (look->flow->tos & TOS_MASK));
}

/* True: the table's answer is the route at PLACE. */
static bool try4(struct pk_route_look *look, struct found *found, size_t place,
		 struct pk_route_way *way)
{
	struct pk_route *route = &found->list[place];
	uint32_t first = 0, left;

	if (route->status != PK_OK) {
		pk_route_unknown(way, route->status, "a route that covers it cannot be read whole");
		return true;
	}
	if (!is_for4(look, route))
		return false;
	if (is_refusal(route, way)) {
		take(route, way);
		return true;
	}
	if (route->flags & PK_HOP_DEAD)
		return false;
	left = hops_judge(look, route, &first, way);
	if (!left)
		return false;
	if (!look->hop_oif && route->nr_hops == 1 && is_one_of_defaults(found, place))
		pk_route_unknown(
			way, PK_UNSUPPORTED,
			"of several default routes of one metric the kernel takes one whose "
			"gateway answers");
	take(route, way);
	if (left == 1 || look->hop_oif)
		take_hop(way, &way->route.hops[first]);
	finish4(look, way);
	return true;
}

/* --- IPv6 ----------------------------------------------------------------------------------------------------- */

struct gateway_search {
	uint64_t net;
	const struct pk_route_hop *hop;
	bool failed;
};

static bool is_gateway(const struct pk_neighbour *neighbour, void *arg)
{
	struct gateway_search *search = arg;

	if (neighbour->net == search->net && neighbour->key_len == 16 &&
	    !strcmp(neighbour->dev, search->hop->name) &&
	    !memcmp(neighbour->key, search->hop->gateway.bytes, 16))
		search->failed =
			neighbour->state.status == PK_OK && neighbour->state.value & PK_NUD_FAILED;
	return !search->failed;
}

/* rt6_need_strict(), and a device that was asked for without a source. */
static bool is_strict(const struct pk_route_look *look)
{
	const uint8_t *dst = look->flow->dst.bytes;

	return dst[0] == 0xff || (dst[0] == 0xfe && (dst[1] & 0xc0) == 0x80) ||
	       (look->hop_oif && !look->flow->src.family);
}

/* rt6_score_route(), without what neighbours answer: -1, it is passed over. */
static int score6(struct pk_route_look *look, struct pk_route *route, struct pk_route_way *way)
{
	static const int preferences[] = {0, 1, 0, -1};
	uint32_t first = 0;
	bool matches = !look->hop_oif;

	if (!is_refusal(route, way) && !hops_judge(look, route, &first, way))
		return -1;
	for (uint32_t i = 0; i < route->nr_hops; i++)
		matches |= look->hop_oif == route->hops[i].oif;
	if (!matches && is_strict(look))
		return -1;
	return (matches ? 2 : 0) + 4 * (1 + preferences[route->flags6 >> 27 & 3]);
}

static bool take6(struct pk_route_look *look, struct pk_route *route, struct pk_route_way *way)
{
	struct gateway_search search = {.net = look->net};
	const bool asked = !look->iif.addr && !route->prefsrc.family && !look->flow->src.family;
	uint32_t first = 0, left = hops_judge(look, route, &first, way);
	bool refused = is_refusal(route, way);

	if (route->type == PK_RTN_THROW)
		return false;
	take(route, way);
	if (refused)
		return true;
	for (uint32_t i = 0; look->hop_oif && i < way->route.nr_hops; i++)
		if (way->route.hops[i].oif == look->hop_oif && !way->hop_known)
			take_hop(way, &way->route.hops[i]);
	if (left == 1 && !way->hop_known)
		take_hop(way, &way->route.hops[first]);
	search.hop = &way->hop;
	if (way->hop_known && way->hop.gateway.family &&
	    pk_neighbours_list(look->ctx, is_gateway, &search) == PK_OK && search.failed)
		pk_route_unknown(
			way, PK_UNSUPPORTED,
			"its gateway does not answer (FAILED): the kernel may take another "
			"route, and tries this one again");
	if (asked && way->hop_known && way->hop.dev)
		pk_route_source6(look, way->hop.dev, &way->src);
	if (way->route.flags6 & (RTF_LOCAL | RTF_ANYCAST) || way->type == PK_RTN_LOCAL) {
		way->hop.oif = look->vrf.addr ? look->vrf.index : look->lo.index;
		way->hop.dev = look->vrf.addr ? look->vrf.addr : look->lo.addr;
		pk_net_device_name(look->ctx, way->hop.dev, way->hop.name);
	}
	if (way->route.prefsrc.family)
		way->src = way->route.prefsrc;
	if (look->flow->src.family)
		way->src = look->flow->src;
	return true;
}

/* Of the routes with LENGTH bits: by source, the longest; otherwise without. 0: none; the bits and one, of those for which
 * there is no source prefix, 1. */
static unsigned sources6(const struct pk_route_look *look, const struct found *found,
			 unsigned length, struct pk_route_way *way)
{
	unsigned longest = 0;
	bool any = false, plain = false;

	for (size_t i = 0; i < found->nr; i++) {
		const struct pk_route *route = &found->list[i];

		if (route->dst.length != length)
			continue;
		plain |= !route->src.family;
		any |= route->src.family != 0;
		if (route->src.family && look->flow->src.family && route->src.length >= longest &&
		    pk_prefix_covers(&route->src, look->flow->src.bytes))
			longest = route->src.length + 1u;
	}
	if (any && plain && !longest)
		pk_route_unknown(way, PK_UNSUPPORTED,
				 "routes of one prefix are for some sources, and others for all");
	return longest ? longest : plain && !any;
}

/* The best of the first metric, then of all others (find_rr_leaf()). */
static struct pk_route *best6(struct pk_route_look *look, struct found *found, unsigned length,
			      unsigned sources, struct pk_route_way *way)
{
	struct pk_route *best = NULL;
	uint32_t metric = 0;
	bool begun = false;
	int top = -1;

	for (int pass = 0; pass < 2 && !best; pass++)
		for (size_t i = 0; i < found->nr; i++) {
			struct pk_route *route = &found->list[i];
			int score;

			if (route->dst.length != length ||
			    (sources > 1 ? route->src.length + 1u : 1u) != sources)
				continue;
			if (route->status != PK_OK) {
				pk_route_unknown(way, route->status,
						 "a route that covers it cannot be read whole");
				return NULL;
			}
			metric = begun ? metric : route->metric;
			begun = true;
			if ((route->metric == metric) != !pass)
				continue;
			score = score6(look, route, way);
			if (score > top) {
				top = score;
				best = route;
			}
		}
	return best;
}

/* --- both ----------------------------------------------------------------------------------------------------- */

static bool decide4(struct pk_route_look *look, struct found *found, struct pk_route_way *way)
{
	for (int length = 32; length >= 0; length--)
		for (size_t i = 0; i < found->nr; i++) {
			if (found->list[i].dst.length != length)
				continue;
			if (found->list[i].type == PK_RTN_THROW && found->list[i].status == PK_OK &&
			    is_for4(look, &found->list[i]))
				return false;
			if (try4(look, found, i, way))
				return true;
		}
	return false;
}

static bool decide6(struct pk_route_look *look, struct found *found, struct pk_route_way *way)
{
	for (int length = 128; length >= 0; length--) {
		const unsigned sources = sources6(look, found, (unsigned)length, way);
		struct pk_route *best;

		if (way->status != PK_OK)
			return true;
		if (!sources)
			continue;
		best = best6(look, found, (unsigned)length, sources, way);
		if (way->status != PK_OK && !best)
			return true;
		if (best)
			return take6(look, best, way);
	}
	return false;
}

bool pk_route_lookup(struct pk_route_look *look, uint32_t table, struct pk_route_way *way)
{
	struct found found = {0};
	bool decided;

	if (!find_routes(look, table, &found))
		return false;
	if (found.status != PK_OK) {
		pk_route_unknown(way, found.status, "the table cannot be read whole");
		decided = true;
	} else {
		decided = look->flow->dst.family == 6 ? decide6(look, &found, way)
						      : decide4(look, &found, way);
	}
	found_deinit(&found);
	return decided;
}

void pk_route_on_link(struct pk_route_look *look, struct pk_route_way *way, uint8_t type)
{
	static const struct pk_prefix none;
	struct pk_reader r = {.ctx = look->ctx};
	const bool up = pk_member(&r, look->oif.addr, PK_R_netdev_flags) & IFF_UP;
	const bool has_ip = pk_member(&r, look->oif.addr, PK_R_netdev_ip);

	if (!pk_ok(&r)) {
		pk_route_unknown(way, r.status, "the device cannot be read");
		return;
	}
	if (!up || !has_ip) {
		way->type = PK_RTN_UNREACHABLE;
		way->error = "ENETUNREACH";
		snprintf(way->why, sizeof(way->why),
			 up ? "its device has no IPv4" : "its device is down");
		return;
	}
	way->error = NULL;
	way->why[0] = '\0';
	way->on_link = true;
	way->type = type;
	way->hop = (struct pk_route_hop){.dev = look->oif.addr, .oif = look->oif.index};
	pk_net_device_name(look->ctx, way->hop.dev, way->hop.name);
	way->hop_known = true;
	way->src = look->flow->src;
	if (!way->src.family)
		source_select(look, look->oif.addr, &none, PK_SCOPE_LINK, &way->src);
}

/* ip_route_input_slow(): what is not for this machine goes on only where forwarding is on. The first word of a device's
 * settings says so. */
void pk_route_input(struct pk_route_look *look, struct pk_route_way *way)
{
	struct pk_reader r = {.ctx = look->ctx};
	uint64_t own;

	way->src = look->flow->src;
	if (way->status != PK_OK || way->error || way->type == PK_RTN_LOCAL ||
	    way->type == PK_RTN_BROADCAST)
		return;
	if (look->flow->dst.family == 6) {
		pk_route_unknown(way, PK_UNSUPPORTED,
				 "whether the device forwards is not looked at for IPv6");
		return;
	}
	own = pk_member_at(&r, pk_member(&r, look->iif.addr, PK_R_netdev_ip), PK_R_in_device_conf);
	if (!pk_number(&r, own, 4) && pk_ok(&r)) {
		way->type = PK_RTN_UNREACHABLE;
		way->error = "EHOSTUNREACH";
		snprintf(way->why, sizeof(way->why), "its device does not forward");
	}
	if (!pk_ok(&r))
		pk_route_unknown(way, r.status, "whether the device forwards cannot be read");
}

void pk_route_device_record(struct pk_route_look *look)
{
	static const struct pk_prefix nobody = {.family = 4, .bytes = {255, 255, 255, 255}};
	struct pk_route_way way = {0};
	struct pk_prefix src;
	uint64_t group;
	bool ignores;

	pk_route_on_link(look, &way, PK_RTN_UNICAST);
	pk_route_input(look, &way);
	source_select(look, look->oif.addr, &nobody, UINT8_MAX, &src);
	(void)!ignores_linkdown(look, look->oif.addr, &ignores);
	(void)!pk_member_uint(look->ctx, look->oif.addr, PK_R_netdev_group, &group);
}
