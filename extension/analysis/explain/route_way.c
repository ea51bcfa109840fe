// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The way of a packet: the rules of its namespace one after the other (fib_rules_lookup()), each a table's lookup
 * (route_lookup.c). A rule with a selector that nobody gave makes two ways: it matches, and it does not.
 */
#include "analysis/explain/socks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"

enum match { NO, MAYBE, YES };

/* --- rules -------------------------------------------------------------------------------------------------- */

/* fib_rule_match() compares a device's index with that of its VRF, too, since flows have one (5.19); since 6.14 only that of
 * a rule that names a VRF. */
static bool device_differs(const struct pk_route_look *look, int32_t index, uint32_t given)
{
	struct pk_ctx *ctx = look->ctx;
	const bool master = look->vrf.index && (uint32_t)index == look->vrf.index;

	if (!index || (uint32_t)index == given)
		return false;
	return !master || !pk_has(ctx, PK_R_flow_l3mdev);
}

static bool selects_unknown(const struct pk_fib_rule *rule)
{
	return rule->tunnel || rule->uid || rule->uid_end != UINT32_MAX || rule->ip_proto ||
	       rule->sport_end || rule->dport_end || rule->flow_label_mask;
}

static enum match rule_match(const struct pk_route_look *look, const struct pk_fib_rule *rule)
{
	const struct pk_route_flow *flow = look->flow;
	enum match match = YES;

	if (rule->status != PK_OK)
		return MAYBE;
	if (selects_unknown(rule) || (rule->l3mdev && look->vrf.index && look->vrf_status != PK_OK))
		match = MAYBE;
	if (device_differs(look, rule->iifindex, look->rule_iif) ||
	    device_differs(look, rule->oifindex, look->rule_oif) ||
	    ((rule->mark ^ flow->mark) & rule->mask) || (rule->l3mdev && !look->vrf.index) ||
	    (rule->dst.family && !pk_prefix_covers(&rule->dst, flow->dst.bytes)) ||
	    (rule->src.family &&
	     (!flow->src.family || !pk_prefix_covers(&rule->src, flow->src.bytes))) ||
	    ((rule->tos ^ flow->tos) & rule->tos_mask))
		match = NO;
	return rule->inverted ? YES - match : match;
}

static bool is_suppressed(struct pk_route_look *look, const struct pk_fib_rule *rule,
			  struct pk_route_way *way)
{
	uint64_t group = 0;

	if (way->status != PK_OK || way->error || !way->has_route)
		return false;
	if (way->route.dst.length <= rule->suppress_length)
		return true;
	if (rule->suppress_group == -1 || !way->hop.dev)
		return false;
	if (pk_member_uint(look->ctx, way->hop.dev, PK_R_netdev_group, &group) != PK_OK)
		pk_route_unknown(way, PK_UNREADABLE, "the group of its device cannot be read");
	return (int32_t)group == rule->suppress_group;
}

static void refuse(struct pk_route_way *way, uint8_t type, const char *error)
{
	way->type = type;
	way->error = error;
}

static void refuse_all(struct pk_route_way *way)
{
	refuse(way, PK_RTN_UNREACHABLE, "ENETUNREACH");
	snprintf(way->why, sizeof(way->why), "no route");
}

/* False: the next rule is asked. */
static bool rule_apply(struct pk_route_look *look, uint32_t place, struct pk_route_way *way)
{
	const struct pk_fib_rule *rule = &look->ways->rules.list[place];
	bool decided = true;

	way->by_rule = true;
	way->rule = place;
	if (rule->status != PK_OK)
		pk_route_unknown(way, rule->status, "the rule cannot be read");
	else if (rule->action == PK_RULE_TABLE && rule->l3mdev && look->vrf_status != PK_OK)
		pk_route_unknown(way, look->vrf_status, "the table of the VRF is not known");
	else if (rule->action == PK_RULE_TABLE)
		decided = pk_route_lookup(look, rule->l3mdev ? look->vrf_table : rule->table, way);
	else if (rule->action == PK_RULE_UNREACHABLE)
		refuse(way, PK_RTN_UNREACHABLE, "ENETUNREACH");
	else if (rule->action == PK_RULE_PROHIBIT)
		refuse(way, PK_RTN_PROHIBIT, "EACCES");
	else
		refuse(way, PK_RTN_BLACKHOLE, "EINVAL");
	if (decided && is_suppressed(look, rule, way))
		decided = false;
	return decided;
}

/* A way without what a table said of it before. */
static void way_reset(struct pk_route_way *way)
{
	struct pk_route_way fresh = {.nr_matched = way->nr_matched, .nr_passed = way->nr_passed};

	memcpy(fresh.matched, way->matched, sizeof(fresh.matched));
	memcpy(fresh.passed, way->passed, sizeof(fresh.passed));
	pk_route_deinit(&way->route);
	*way = fresh;
}

/* What all ways end in. */
static void way_end(struct pk_route_look *look, struct pk_route_way *way)
{
	struct pk_route_ways *ways = look->ways;
	const bool v4 = look->flow->dst.family == 4;

	/* ip_route_output_key_hash_rcu(): "Apparently, routing tables are wrong." */
	if (v4 && way->error && way->status == PK_OK && look->oif.addr && !look->vrf.index)
		pk_route_on_link(look, way, PK_RTN_UNICAST);
	if (look->iif.addr)
		pk_route_input(look, way);
	if (ways->nr == PK_WAYS) {
		ways->more = true;
		pk_route_deinit(&way->route);
		return;
	}
	ways->list[ways->nr++] = *way;
}

/* Behind PLACE, as a goto leads forward only; RULES->nr: it is not there. */
static uint32_t place_of(const struct pk_rules *rules, uint32_t place, uint64_t addr)
{
	uint32_t i = place + 1;

	while (i < rules->nr && rules->list[i].addr != addr)
		i++;
	return i;
}

static void rules_walk(struct pk_route_look *look, uint32_t place, struct pk_route_way way);

/* RULE may match: the way if it does is told beside the one that WAY goes on as. */
static void rule_fork(struct pk_route_look *look, uint32_t place, struct pk_route_way *way)
{
	const struct pk_rules *rules = &look->ways->rules;
	const struct pk_fib_rule *rule = &rules->list[place];
	struct pk_route_way other = *way;
	uint32_t target;

	if (way->nr_matched == PK_WAY_RULES || way->nr_passed == PK_WAY_RULES) {
		look->ways->more = true;
		return;
	}
	other.matched[other.nr_matched++] = place;
	if (rule->status == PK_OK && rule->action == PK_RULE_GOTO) {
		target = place_of(rules, place, rule->target_addr);
		if (target == rules->nr)
			return;
		rules_walk(look, target, other);
	} else if (rule_apply(look, place, &other)) {
		way_end(look, &other);
	} else {
		pk_route_deinit(&other.route);
		return;
	}
	way->passed[way->nr_passed++] = place;
}

/* From the rule at PLACE on. */
static void rules_walk(struct pk_route_look *look, uint32_t place, struct pk_route_way way)
{
	const struct pk_rules *rules = &look->ways->rules;

	while (place < rules->nr && !look->ways->more) {
		const struct pk_fib_rule *rule = &rules->list[place];
		const enum match match = rule_match(look, rule);

		if (match == MAYBE && rule->action != PK_RULE_NOP) {
			rule_fork(look, place, &way);
		} else if (match == YES && rule->action == PK_RULE_GOTO && rule->target_addr) {
			place = place_of(rules, place, rule->target_addr);
			if (place < rules->nr)
				continue;
			pk_route_unknown(&way, PK_CORRUPT, "a goto leads to no rule behind it");
			break;
		} else if (match == YES && rule->action != PK_RULE_GOTO &&
			   rule->action != PK_RULE_NOP) {
			if (rule_apply(look, place, &way)) {
				way_end(look, &way);
				return;
			}
			way_reset(&way);
		}
		place++;
	}
	if (look->ways->more)
		pk_route_unknown(&way, PK_LIMIT, "too many rules cannot be evaluated");
	if (way.status == PK_OK && rules->status != PK_OK)
		pk_route_unknown(&way, rules->status, "the list of rules ends in damage");
	else if (way.status == PK_OK)
		refuse_all(&way);
	way_end(look, &way);
}

/* Without rules of one's own: fib_lookup(), fib6_rule_lookup(). */
static void tables_walk(struct pk_route_look *look)
{
	static const uint32_t tables[][3] = {{PK_TABLE_MAIN, PK_TABLE_DEFAULT, 0},
					     {PK_TABLE_LOCAL, PK_TABLE_MAIN, 0}};
	const uint32_t *table = tables[look->flow->dst.family == 6];
	struct pk_route_way way = {0};

	for (; *table; table++) {
		if (pk_route_lookup(look, *table, &way)) {
			way_end(look, &way);
			return;
		}
		way_reset(&way);
	}
	refuse_all(&way);
	way_end(look, &way);
}

/* --- devices ------------------------------------------------------------------------------------------------- */

static bool is_source(uint8_t family, const uint8_t *address, void *arg)
{
	struct pk_route_look *look = arg;
	const struct pk_prefix *src = &look->flow->src;

	if (src->family == family && !memcmp(address, src->bytes, family == 4 ? 4 : 16))
		look->src_is_local = true;
	return !look->src_is_local;
}

static void look_at_device(struct pk_route_look *look, const struct pk_net_device *device)
{
	const struct pk_route_device found = {device->addr, device->ifindex};

	if (!strcmp(device->name, "lo"))
		look->lo = found;
	if (look->flow->oif[0] && !strcmp(device->name, look->flow->oif))
		look->oif = found;
	if (look->flow->iif[0] && !strcmp(device->name, look->flow->iif))
		look->iif = found;
	if (look->flow->src.family && !look->src_is_local)
		pk_net_addresses_walk(look->ctx, device->addr, is_source, look);
}

static bool is_vrf(struct pk_ctx *ctx, uint64_t addr)
{
	char kind[8];

	pk_net_device_kind(ctx, addr, kind, sizeof(kind));
	return !strcmp(kind, "vrf");
}

static void vrf_find(struct pk_route_look *look)
{
	struct pk_ctx *ctx = look->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t addr = look->oif.addr ? look->oif.addr : look->iif.addr, priv;

	if (!addr)
		return;
	if (!is_vrf(ctx, addr) &&
	    (pk_net_device_master(ctx, addr, &addr) != PK_OK || !is_vrf(ctx, addr)))
		return;
	look->oif_is_vrf = addr == look->oif.addr;
	look->vrf.addr = addr;
	look->vrf.index = (uint32_t)pk_member(&r, addr, PK_R_netdev_ifindex);
	if (pk_try(&r, pk_net_device_private(ctx, addr, &priv)))
		look->vrf_table = (uint32_t)pk_member(&r, priv, PK_R_vrf_table);
	look->vrf_status = r.status;
}

/* l3mdev_update_flow(). Before flows had a VRF of their own, its index took the place of the device's. */
static void indexes_set(struct pk_route_look *look)
{
	const bool own = pk_has(look->ctx, PK_R_flow_l3mdev);

	look->rule_oif = look->hop_oif = look->oif.index;
	look->rule_iif = look->iif.addr ? look->iif.index : look->lo.index;
	if (!look->vrf.addr || !look->oif.addr) {
		if (look->vrf.addr && !own)
			look->rule_iif = look->vrf.index;
		return;
	}
	if (!own)
		look->rule_oif = look->vrf.index;
	if (!own || look->oif_is_vrf)
		look->hop_oif = 0;
	if (own && look->oif_is_vrf)
		look->rule_oif = 0;
}

static bool has_custom_rules(struct pk_route_look *look)
{
	const enum pk_row_id row =
		look->flow->dst.family == 6 ? PK_R_net_fib6_custom : PK_R_net_fib_custom;
	uint64_t custom = 1;

	return look->ways->rules.status != PK_ABSENT &&
	       (!pk_has(look->ctx, row) ||
		pk_member_uint(look->ctx, look->net, row, &custom) != PK_OK || custom);
}

static enum pk_status devices_find(struct pk_route_look *look)
{
	const struct pk_route_flow *flow = look->flow;
	struct pk_reader r = {.ctx = look->ctx};

	pk_net_device_for_each (device, &r)
		if (device.net == look->net)
			look_at_device(look, &device);
	if ((flow->oif[0] && !look->oif.addr) || (flow->iif[0] && !look->iif.addr))
		pk_try(&r, pk_fail(look->ctx, PK_USAGE, "no device \"%s\" in this namespace",
				   flow->oif[0] && !look->oif.addr ? flow->oif : flow->iif));
	if (!pk_ok(&r))
		return r.status;
	vrf_find(look);
	indexes_set(look);
	return PK_OK;
}

static bool is_multicast(const struct pk_prefix *dst)
{
	static const uint8_t everybody[4] = {255, 255, 255, 255};

	return dst->family == 4 && (dst->bytes[0] >> 4 == 0xe || !memcmp(dst->bytes, everybody, 4));
}

enum pk_status pk_route_ways_find(struct pk_ctx *ctx, uint64_t net,
				  const struct pk_route_flow *flow, struct pk_route_ways *ret_ways)
{
	struct pk_route_look look = {.ctx = ctx, .net = net, .flow = flow, .ways = ret_ways};
	struct pk_route_way way = {0};
	enum pk_status status = devices_find(&look);

	*ret_ways = (struct pk_route_ways){0};
	if (status != PK_OK)
		return status;
	pk_nexthops_read(ctx, net, &look.nexthops);
	pk_rules_read(ctx, net, flow->dst.family, &ret_ways->rules);
	ret_ways->by_rules = has_custom_rules(&look);
	if (flow->dst.family == 4 && flow->src.family && !look.src_is_local && !look.iif.addr) {
		/* __ip_dev_find(): a packet of our own has an address of ours */
		refuse(&way, PK_RTN_UNREACHABLE, "EINVAL");
		snprintf(way.why, sizeof(way.why), "its source is no address of this namespace");
		ret_ways->list[ret_ways->nr++] = way;
	} else if (look.oif.addr && !look.iif.addr && is_multicast(&flow->dst)) {
		pk_route_on_link(&look, &way,
				 flow->dst.bytes[0] == 255 ? PK_RTN_BROADCAST : PK_RTN_MULTICAST);
		ret_ways->list[ret_ways->nr++] = way;
	} else if (ret_ways->by_rules) {
		rules_walk(&look, 0, way);
	} else {
		tables_walk(&look);
	}
	pk_nexthops_deinit(&look.nexthops);
	return PK_OK;
}

void pk_route_ways_record(struct pk_ctx *ctx, uint64_t net)
{
	struct pk_route_flow flow = {.dst.family = 4};
	struct pk_route_ways ways = {0};
	struct pk_route_way way = {0};
	struct pk_route_look look = {.ctx = ctx, .net = net, .flow = &flow, .ways = &ways};
	struct pk_reader r = {.ctx = ctx};

	pk_net_device_for_each (device, &r) {
		if (device.net != net)
			continue;
		look.oif = look.iif = (struct pk_route_device){device.addr, device.ifindex};
		vrf_find(&look);
		pk_net_addresses_walk(ctx, device.addr, is_source, &look);
		pk_route_device_record(&look);
	}
	has_custom_rules(&look);
	flow.dst.family = 6;
	has_custom_rules(&look);
	/* all devices' addresses are looked through once, and then each device's own */
	pk_net_device_for_each (device, &r) {
		if (device.net != net)
			continue;
		pk_route_source6(&look, device.addr, &way.src);
		flow.dst.bytes[0] = 0xff;
	}
}
