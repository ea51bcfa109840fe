// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <arpa/inet.h>
#include <string.h>

#include "core/status.h"
#include "model/figure.h"

#define PREFIX 64 /* bytes of text */
#define RTAX_LOCK 1
#define RTAX_RTT 4
#define RTAX_RTTVAR 5
#define RTAX_FEATURES 12
#define RTAX_RTO_MIN 13

static const char *address_text(const struct pk_prefix *prefix, char *text)
{
	return prefix->family ? pk_address_text(prefix->family, prefix->bytes, text, PREFIX) : NULL;
}

/* "10.0.0.0/8"; an address alone without its length; NULL: none. */
static const char *prefix_text(const struct pk_prefix *prefix, char *text)
{
	size_t len;

	if (!address_text(prefix, text))
		return NULL;
	len = strlen(text);
	if (prefix->length != (prefix->family == 6 ? 128 : 32))
		snprintf(text + len, PREFIX - len, "/%u", prefix->length);
	return text;
}

/* --- next hops ---------------------------------------------------------------------------------------------- */

struct flag {
	unsigned bit;
	const char *name, *text;
};

static const struct flag hop_flags[] = {{1, "dead", " dead"},
					{4, "onlink", " onlink"},
					{2, "pervasive", " pervasive"},
					{8, "offload", " offload"},
					{64, "trap", " trap"},
					{16, "linkdown", " linkdown"},
					{32, "unresolved", " unresolved"}};
#define NR_FLAGS (sizeof(hop_flags) / sizeof(*hop_flags))

static void render_flags(struct pk_out *out, unsigned flags)
{
	PK_OUT_ARRAY(out, "hop_flags");
	for (unsigned i = 0; i < NR_FLAGS; i++)
		if (flags & hop_flags[i].bit) {
			pk_out_str(out, NULL, NULL, hop_flags[i].name);
			pk_out_text(out, "%s", hop_flags[i].text);
		}
}

/* Where a route of FAMILY goes by HOP. */
static void render_hop(struct pk_out *out, uint8_t family, const struct pk_route_hop *hop)
{
	char text[PREFIX], name[16];
	const bool other = family == 4 && hop->gateway.family == 6;

	pk_out_str(out, "encap", " encap %s",
		   hop->tunneled ? pk_route_tunnel_name(hop->tunnel, name) : NULL);
	pk_out_str(out, "gateway", other ? " via inet6 %s" : " via %s",
		   address_text(&hop->gateway, text));
	pk_out_word(out, "dev", " dev %s", hop->name);
	pk_out_uint_if(out, "ifindex", NULL, hop->oif, hop->oif);
	pk_out_addr(out, "net_device", NULL, hop->dev);
}

/* Of several; one is the route's own. */
static void render_nexthops(struct pk_out *out, const struct pk_route *route)
{
	PK_OUT_ARRAY(out, "nexthops");
	for (uint32_t i = 0; route->nr_hops > 1 && i < route->nr_hops; i++) {
		const struct pk_route_hop *hop = &route->hops[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_text(out, "\n\tnexthop");
		render_hop(out, route->dst.family, hop);
		pk_out_uint(out, "weight", " weight %llu", hop->weight);
		pk_out_uint_if(out, "nhid", NULL, hop->id, hop->id);
		render_flags(out, hop->flags);
	}
}

/* --- a route ------------------------------------------------------------------------------------------------ */

static void render_metrics(struct pk_out *out, const struct pk_route *route)
{
	PK_OUT_OBJECT(out, "metrics");
	for (unsigned nr = RTAX_LOCK + 1; nr <= PK_ROUTE_METRICS; nr++)
		if (route->metrics[nr]) {
			const uint32_t value = route->metrics[nr];
			const bool locked = route->metrics[RTAX_LOCK] >> nr & 1;
			const char *unit = "";
			uint32_t number = value;

			if (nr == RTAX_RTT || nr == RTAX_RTTVAR) {
				number = value / (nr == RTAX_RTT ? 8 : 4);
				unit = "ms";
			} else if (nr == RTAX_RTO_MIN) {
				unit = "ms";
			}
			pk_out_uint(out, pk_route_metric_name(nr), NULL, value);
			if (nr == RTAX_FEATURES)
				pk_out_text(out, " features %s%#x", value & 1 ? "ecn " : "",
					    value & ~1u);
			else
				pk_out_text(out, " %s %s%u%s", pk_route_metric_name(nr),
					    locked ? "lock " : "", number, unit);
		}
}

/* In the order of iproute2's print_route(). */
static void render_body(struct pk_out *out, const struct pk_route *route)
{
	static const struct pk_route_hop none;
	const bool v4 = route->dst.family == 4, one = route->nr_hops == 1;
	const struct pk_route_hop *hop = one ? &route->hops[0] : &none;
	char text[PREFIX], name[16];
	const unsigned of_hop = one ? hop->flags : 0;

	pk_out_str(out, "type", route->type == PK_RTN_UNICAST ? NULL : "%s ",
		   pk_route_type_name(route->type, name));
	pk_out_str(out, "dst", "%s",
		   route->dst.length ? prefix_text(&route->dst, text) : "default");
	pk_out_str(out, "from", " from %s", prefix_text(&route->src, text));
	pk_out_uint_if(out, "nhid", " nhid %llu", route->nexthop, route->nexthop);
	pk_out_uint(out, "tos", NULL, route->tos);
	if (route->tos)
		pk_out_text(out, " tos 0x%02x", route->tos);
	render_hop(out, route->dst.family, hop);
	pk_out_uint(out, "table", NULL, route->table);
	if (route->table != PK_TABLE_MAIN)
		pk_out_text(out, " table %s", pk_route_table_name(route->table, name));
	pk_out_str(out, "protocol", route->protocol == 3 ? NULL : " proto %s",
		   pk_route_protocol_name(route->protocol, name));
	pk_out_str(out, "scope", v4 && route->scope ? " scope %s" : NULL,
		   v4 ? pk_route_scope_name(route->scope, name) : NULL);
	pk_out_str(out, "prefsrc", " src %s", address_text(&route->prefsrc, text));
	pk_out_uint(out, "metric", v4 && !route->metric ? NULL : " metric %llu", route->metric);
	render_flags(out, route->flags | of_hop);
	pk_out_int_if(out, "expires_s", " expires %lldsec", route->expires, route->expires_s);
	render_metrics(out, route);
	pk_out_str(out, "pref", " pref %s", v4 ? NULL : pk_route_preference(route->flags6));
	render_nexthops(out, route);
}

static void render_status(struct pk_out *out, enum pk_status status)
{
	pk_out_str(out, "lacks", NULL, status == PK_OK ? NULL : pk_status_name(status));
	if (status != PK_OK)
		pk_out_text(out, " (not all of it could be read: %s)", pk_status_name(status));
}

static void begin(struct pk_out *out, const char *what, uint32_t inum, uint8_t family)
{
	pk_out_object_begin(out, NULL);
	pk_out_str(out, "what", NULL, what);
	pk_out_netns(out, "netns", NULL, inum);
	if (family)
		pk_out_uint(out, "family", NULL, family);
}

void pk_render_route(struct pk_out *out, uint32_t inum, const struct pk_route *route)
{
	begin(out, "route", inum, route->dst.family);
	render_body(out, route);
	render_status(out, route->status);
	pk_out_addr(out, "addr", NULL, route->addr);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

/* --- rules -------------------------------------------------------------------------------------------------- */

static void render_range(struct pk_out *out, const char *key, const char *key_end,
			 unsigned long from, unsigned long to, bool given)
{
	pk_out_uint_if(out, key, NULL, given, from);
	pk_out_uint_if(out, key_end, NULL, given, to);
	if (given && from == to && strcmp(key, "uid"))
		pk_out_text(out, " %s %lu", key, from);
	else if (given)
		pk_out_text(out, " %s %lu-%lu", strcmp(key, "uid") ? key : "uidrange", from, to);
}

static void render_device(struct pk_out *out, const char *key, const char *name, int32_t index)
{
	pk_out_word(out, key, !strcmp(key, "in_dev") ? " iif %s" : " oif %s", name);
	pk_out_text(out, "%s", name[0] && index == -1 ? " [detached]" : "");
}

static void render_action(struct pk_out *out, const struct pk_fib_rule *rule)
{
	const bool table = rule->action == PK_RULE_TABLE && rule->table;
	char name[16];

	pk_out_str(out, "action", NULL,
		   rule->action == PK_RULE_TABLE  ? "lookup"
		   : rule->action == PK_RULE_GOTO ? "goto"
		   : rule->action == PK_RULE_NOP  ? "nop"
						  : pk_route_type_name(rule->action, name));
	pk_out_uint_if(out, "table", NULL, table, rule->table);
	pk_out_str(out, "table_name", " lookup %s",
		   table ? pk_route_table_name(rule->table, name) : NULL);
	pk_out_int_if(out, "suppress_prefixlength", " suppress_prefixlength %lld",
		      rule->suppress_length != -1, rule->suppress_length);
	pk_out_int_if(out, "suppress_ifgroup", " suppress_ifgroup %lld", rule->suppress_group != -1,
		      rule->suppress_group);
	pk_out_uint_if(out, "goto", " goto %llu", rule->action == PK_RULE_GOTO, rule->target);
	pk_out_text(out, "%s", rule->to_unresolved ? " [unresolved]" : "");
	if (rule->action == PK_RULE_NOP)
		pk_out_text(out, " nop");
	else if (rule->action > PK_RULE_NOP)
		pk_out_text(out, " %s", pk_route_type_name(rule->action, name));
	/* 2 is the kernel itself */
	pk_out_str(out, "protocol", rule->protocol && rule->protocol != 2 ? " proto %s" : NULL,
		   pk_route_protocol_name(rule->protocol, name));
}

static void render_rule_body(struct pk_out *out, const struct pk_fib_rule *rule)
{
	char text[PREFIX], name[16];

	pk_out_uint(out, "priority", "%llu:\t", rule->priority);
	pk_out_bool(out, "not", rule->inverted);
	pk_out_text(out, "%s", rule->inverted ? "not " : "");
	pk_out_str(out, "src", "from %s", rule->src.family ? prefix_text(&rule->src, text) : "all");
	pk_out_str(out, "dst", " to %s", prefix_text(&rule->dst, text));
	pk_out_uint_if(out, "tos", NULL, rule->tos_mask, rule->tos);
	if (rule->tos_mask)
		pk_out_text(out, rule->dscp ? " dscp %u" : " tos 0x%02x",
			    rule->dscp ? rule->tos >> 2u : rule->tos);
	pk_out_uint(out, "mark", NULL, rule->mark);
	pk_out_uint(out, "mask", NULL, rule->mask);
	if (rule->mark || rule->mask) {
		pk_out_text(out, " fwmark %#x", rule->mark);
		if (rule->mask != UINT32_MAX)
			pk_out_text(out, "/%#x", rule->mask);
	}
	render_device(out, "in_dev", rule->iif, rule->iifindex);
	render_device(out, "out_dev", rule->oif, rule->oifindex);
	pk_out_bool(out, "l3mdev", rule->l3mdev);
	pk_out_text(out, "%s", rule->l3mdev ? " lookup [l3mdev-table]" : "");
	render_range(out, "uid", "uid_end", rule->uid, rule->uid_end,
		     rule->uid || rule->uid_end != UINT32_MAX);
	pk_out_str(out, "ipproto", " ipproto %s",
		   rule->ip_proto ? pk_route_ip_protocol_name(rule->ip_proto, name) : NULL);
	render_range(out, "sport", "sport_end", rule->sport, rule->sport_end, rule->sport_end);
	render_range(out, "dport", "dport_end", rule->dport, rule->dport_end, rule->dport_end);
	pk_out_uint_if(out, "tun_id", " tun_id %llu", rule->tunnel, rule->tunnel);
	pk_out_uint_if(out, "flowlabel", " flowlabel %llu", rule->flow_label_mask,
		       rule->flow_label);
	render_action(out, rule);
}

void pk_render_rule(struct pk_out *out, uint32_t inum, uint8_t family,
		    const struct pk_fib_rule *rule)
{
	begin(out, "routing_rule", inum, family);
	render_rule_body(out, rule);
	render_status(out, rule->status);
	pk_out_addr(out, "addr", NULL, rule->addr);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

/* --- nexthop objects ---------------------------------------------------------------------------------------- */

void pk_render_nexthop(struct pk_out *out, uint32_t inum, const struct pk_nexthop *nexthop)
{
	const struct pk_route_hop *hop = &nexthop->hop;
	char name[16];

	begin(out, "nexthop", inum, 0);
	pk_out_keys(out, "what netns nhid group resilient blackhole encap gateway dev ifindex "
			 "net_device scope protocol hop_flags lacks addr");
	pk_out_uint(out, "nhid", "id %llu", nexthop->id);
	pk_out_array_begin(out, "group");
	for (uint32_t i = 0; i < nexthop->nr; i++) {
		const struct pk_nexthop_member *member = &nexthop->members[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_text(out, i ? "/" : " group ");
		pk_out_uint(out, "id", "%llu", member->id);
		pk_out_uint(out, "weight", member->weight > 1 ? ",%llu" : NULL, member->weight);
	}
	pk_out_array_end(out);
	pk_out_bool(out, "resilient", nexthop->resilient);
	pk_out_text(out, "%s", nexthop->resilient ? " type resilient" : "");
	pk_out_bool(out, "blackhole", nexthop->blackhole);
	pk_out_text(out, "%s", nexthop->blackhole ? " blackhole" : "");
	if (!nexthop->group && !nexthop->blackhole)
		render_hop(out, 6, hop);
	pk_out_str(out, "scope", hop->scope && !nexthop->blackhole ? " scope %s" : NULL,
		   nexthop->group ? NULL : pk_route_scope_name(hop->scope, name));
	pk_out_str(out, "protocol", nexthop->protocol ? " proto %s" : NULL,
		   pk_route_protocol_name(nexthop->protocol, name));
	render_flags(out, hop->flags);
	render_status(out, nexthop->status);
	pk_out_addr(out, "addr", NULL, nexthop->addr);
	pk_out_text(out, "\n");
	pk_out_object_end(out);
}

/* --- ways ----------------------------------------------------------------------------------------------------- */

static void render_assumed(struct pk_out *out, const char *key, const char *text,
			   const struct pk_rules *rules, const uint32_t *places, uint32_t nr)
{
	pk_out_array_begin(out, key);
	for (uint32_t i = 0; i < nr; i++) {
		pk_out_text(out, "%s", i ? ", " : text);
		pk_out_uint(out, NULL, "%llu", rules->list[places[i]].priority);
	}
	pk_out_array_end(out);
	if (nr)
		pk_out_text(out, ":\n");
}

/* As `ip route get` prints it. */
static void render_end(struct pk_out *out, const struct pk_route_flow *flow,
		       const struct pk_route_way *way)
{
	static const struct pk_route_hop none;
	const bool known = way->status == PK_OK, sent = known && !way->error;
	const uint32_t table = way->has_route ? way->route.table : 0;
	char text[PREFIX], name[16];

	pk_out_str(out, "type", sent && way->type == PK_RTN_UNICAST ? NULL : "%s ",
		   known ? pk_route_type_name(way->type, name) : NULL);
	pk_out_text(out, "%s", address_text(&flow->dst, text));
	if (flow->src.family)
		pk_out_text(out, " from %s", address_text(&flow->src, text));
	pk_out_str(out, "error", ": %s", known ? way->error : NULL);
	render_hop(out, flow->dst.family, sent && way->hop_known ? &way->hop : &none);
	pk_out_uint_if(out, "table", NULL, known && table, table);
	if (sent && table && table != PK_TABLE_MAIN)
		pk_out_text(out, " table %s", pk_route_table_name(table, name));
	pk_out_str(out, "prefsrc", flow->src.family ? NULL : " src %s",
		   sent ? address_text(&way->src, text) : NULL);
	pk_out_bool(out, "on_link", known && way->on_link);
	pk_out_str(out, "lacks", ": not known (%s)", known ? NULL : pk_status_name(way->status));
	pk_out_word(out, "why", ", %s", way->why);
	if (sent && way->on_link)
		pk_out_text(out, ", taken to be on the link: no route fits");
	if (sent && !way->hop_known)
		pk_out_text(out, ": by one of its next hops, as a hash of the packet says");
	pk_out_text(out, "\n");
}

void pk_render_way(struct pk_out *out, uint32_t inum, const struct pk_route_flow *flow,
		   const struct pk_route_ways *ways, const struct pk_route_way *way)
{
	const struct pk_rules *rules = &ways->rules;
	char text[PREFIX];
	const bool any = way->status == PK_OK && !way->error && way->has_route && !way->hop_known;

	begin(out, "way", inum, flow->dst.family);
	pk_out_str(out, "dst", NULL, address_text(&flow->dst, text));
	pk_out_str(out, "from", NULL, address_text(&flow->src, text));
	pk_out_uint(out, "mark", NULL, flow->mark);
	pk_out_uint(out, "tos", NULL, flow->tos);
	pk_out_word(out, "in_dev", NULL, flow->iif);
	pk_out_word(out, "out_dev", NULL, flow->oif);
	render_assumed(out, "if_not", "if it is not for rule ", rules, way->passed, way->nr_passed);
	render_assumed(out, "if_matches", "if it is for rule ", rules, way->matched,
		       way->nr_matched);
	render_end(out, flow, way);
	/* Those that the hash may choose. */
	pk_out_array_begin(out, "candidates");
	for (uint32_t i = 0; any && i < way->route.nr_hops; i++) {
		const struct pk_route_hop *hop = &way->route.hops[i];

		if (hop->out)
			continue;
		PK_OUT_OBJECT(out, NULL);
		pk_out_text(out, "  perhaps");
		render_hop(out, flow->dst.family, hop);
		pk_out_uint(out, "weight", " weight %llu\n", hop->weight);
	}
	pk_out_array_end(out);
	if (way->by_rule) {
		pk_out_object_begin(out, "by_rule");
		pk_out_text(out, "  rule  ");
		render_rule_body(out, &rules->list[way->rule]);
		pk_out_text(out, "\n");
		pk_out_object_end(out);
	} else {
		pk_out_null(out, "by_rule");
		pk_out_text(out, ways->by_rules
					 ? ""
					 : "  no rule: there are none but the kernel's own\n");
	}
	if (way->has_route) {
		pk_out_object_begin(out, "by_route");
		pk_out_text(out, "  route ");
		render_body(out, &way->route);
		pk_out_text(out, "\n");
		pk_out_object_end(out);
	} else {
		pk_out_null(out, "by_route");
	}
	pk_out_object_end(out);
}
