// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

bool pk_prefix_covers(const struct pk_prefix *prefix, const uint8_t *addr)
{
	const unsigned whole = prefix->length / 8, rest = prefix->length % 8;

	if (memcmp(prefix->bytes, addr, whole) != 0)
		return false;
	return !rest || !((prefix->bytes[whole] ^ addr[whole]) >> (8 - rest));
}

void pk_nexthops_deinit(struct pk_nexthops *nexthops)
{
	for (size_t i = 0; i < nexthops->nr; i++)
		free(nexthops->list[i].members);
	free(nexthops->list);
	*nexthops = (struct pk_nexthops){0};
}

const struct pk_nexthop *pk_nexthop_at(const struct pk_nexthops *nexthops, uint32_t id,
				       uint64_t addr)
{
	size_t i = pk_first(nexthops->nr, at, nexthops->list[at].id < id);

	return i < nexthops->nr && nexthops->list[i].addr == addr ? &nexthops->list[i] : NULL;
}

void pk_route_deinit(struct pk_route *route)
{
	free(route->hops);
	route->hops = NULL;
	route->nr_hops = 0;
}

void pk_route_ways_deinit(struct pk_route_ways *ways)
{
	for (uint32_t i = 0; i < ways->nr; i++)
		pk_route_deinit(&ways->list[i].route);
	free(ways->rules.list);
	*ways = (struct pk_route_ways){0};
}

const char *pk_route_preference(uint32_t flags6)
{
	static const char *const names[] = {"medium", "high", "invalid", "low"};

	return names[flags6 >> 27 & 3];
}

/* --- names, as iproute2 has them without files in /etc ------------------------------------------------------ */

struct name {
	uint32_t number;
	const char *name;
};

static const char *name_of(const struct name *names, size_t nr, uint32_t number, char *buf)
{
	for (size_t i = 0; i < nr; i++)
		if (names[i].number == number)
			return names[i].name;
	snprintf(buf, 16, "%u", number);
	return buf;
}
#define NAME_OF(names, number, buf) name_of(names, PK_ARRAY_SIZE(names), number, buf)

const char *pk_route_type_name(unsigned type, char *buf)
{
	static const struct name names[] = {{0, "none"},      {1, "unicast"},	  {2, "local"},
					    {3, "broadcast"}, {4, "anycast"},	  {5, "multicast"},
					    {6, "blackhole"}, {7, "unreachable"}, {8, "prohibit"},
					    {9, "throw"},     {10, "nat"},	  {11, "xresolve"}};

	return NAME_OF(names, type, buf);
}

const char *pk_route_scope_name(unsigned scope, char *buf)
{
	static const struct name names[] = {
		{0, "global"}, {200, "site"}, {253, "link"}, {254, "host"}, {255, "nowhere"}};

	return NAME_OF(names, scope, buf);
}

const char *pk_route_protocol_name(unsigned protocol, char *buf)
{
	static const struct name names[] = {
		{0, "unspec"},	  {1, "redirect"}, {2, "kernel"}, {3, "boot"},	 {4, "static"},
		{8, "gated"},	  {9, "ra"},	   {10, "mrt"},	  {11, "zebra"}, {12, "bird"},
		{13, "dnrouted"}, {14, "xorp"},	   {15, "ntk"},	  {16, "dhcp"},	 {18, "keepalived"},
		{42, "babel"},	  {186, "bgp"},	   {187, "isis"}, {188, "ospf"}, {189, "rip"},
		{192, "eigrp"}};

	return NAME_OF(names, protocol, buf);
}

const char *pk_route_table_name(uint32_t table, char *buf)
{
	static const struct name names[] = {
		{PK_TABLE_DEFAULT, "default"}, {PK_TABLE_MAIN, "main"}, {PK_TABLE_LOCAL, "local"}};

	return NAME_OF(names, table, buf);
}

const char *pk_route_tunnel_name(unsigned type, char *buf)
{
	static const struct name names[] = {{1, "mpls"},  {2, "ip"},   {3, "ila"},	 {4, "ip6"},
					    {5, "seg6"},  {6, "bpf"},  {7, "seg6local"}, {8, "rpl"},
					    {9, "ioam6"}, {10, "xfrm"}};

	return NAME_OF(names, type, buf);
}

const char *pk_route_metric_name(unsigned metric)
{
	static const char *const names[PK_ROUTE_METRICS + 1] = {
		NULL,	    "lock",    "mtu",	   "window",	 "rtt",	     "rttvar",
		"ssthresh", "cwnd",    "advmss",   "reordering", "hoplimit", "initcwnd",
		"features", "rto_min", "initrwnd", "quickack",	 "congctl",  "fastopen_no_cookie"};

	return metric <= PK_ROUTE_METRICS ? names[metric] : NULL;
}

const char *pk_route_ip_protocol_name(unsigned protocol, char *buf)
{
	static const struct name names[] = {
		{1, "icmp"}, {6, "tcp"},	{17, "udp"},  {33, "dccp"},  {47, "gre"},
		{50, "esp"}, {58, "ipv6-icmp"}, {89, "ospf"}, {132, "sctp"}, {136, "udplite"}};

	return NAME_OF(names, protocol, buf);
}
