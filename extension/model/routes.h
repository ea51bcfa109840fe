/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_ROUTES_H
#define PK_MODEL_ROUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/** An address or prefix, in network order: IPv4 in the first four bytes. */
struct pk_prefix {
	uint8_t family; /* 4 or 6; 0: none */
	uint8_t bytes[16];
	uint8_t length; /* in bits */
};
bool pk_prefix_covers(const struct pk_prefix *prefix, const uint8_t *addr);

/* RTN_*, RTNH_F_*, RT_SCOPE_*, RT_TABLE_*: numbers of the interface to user space, which never change. */
enum {
	PK_RTN_UNICAST = 1,
	PK_RTN_LOCAL = 2,
	PK_RTN_BROADCAST = 3,
	PK_RTN_MULTICAST = 5,
	PK_RTN_BLACKHOLE = 6,
	PK_RTN_UNREACHABLE = 7,
	PK_RTN_PROHIBIT = 8,
	PK_RTN_THROW = 9,
	PK_HOP_DEAD = 1,
	PK_HOP_LINKDOWN = 16,
	PK_SCOPE_LINK = 253,
	PK_SCOPE_HOST = 254,
	PK_TABLE_DEFAULT = 253,
	PK_TABLE_MAIN = 254,
	PK_TABLE_LOCAL = 255,
};

/** A next hop. */
struct pk_route_hop {
	uint64_t dev; /* struct net_device; 0: none */
	char name[16]; /* its; "" if unreadable or none */
	uint32_t oif;
	struct pk_prefix gateway; /* family 0: the destination is on the link */
	uint32_t weight; /* of several */
	uint32_t id; /* of the nexthop object that it is; 0: of none */
	uint8_t scope, flags;
	bool out; /* a lookup passes it over */
	bool tunneled;
	uint16_t tunnel; /* LWTUNNEL_ENCAP_*, if TUNNELED */
};

/** A nexthop object (ip nexthop). */
struct pk_nexthop {
	uint64_t addr;
	enum pk_status status; /* of what is below ID */
	uint32_t id;
	uint8_t protocol;
	bool group, resilient, blackhole;
	struct pk_route_hop hop; /* unless GROUP */
	/* owned, of a group; ADDR is the nexthop's */
	struct pk_nexthop_member {
		uint64_t addr;
		uint32_t id, weight;
	} * members;
	uint32_t nr;
};

struct pk_nexthops {
	struct pk_nexthop *list; /* owned; by ID */
	size_t nr, room;
	enum pk_status status;
};
void pk_nexthops_deinit(struct pk_nexthops *nexthops);
/** The one at ADDR, whose number is ID; NULL: none of these. */
const struct pk_nexthop *pk_nexthop_at(const struct pk_nexthops *nexthops, uint32_t id,
				       uint64_t addr);

#define PK_ROUTE_METRICS 17 /* RTAX_MAX: 1 to 17 */

struct pk_route {
	uint64_t addr; /* struct fib_alias, fib6_info */
	uint64_t info; /* IPv4: struct fib_info */
	enum pk_status
		status; /* of all but the prefix and the table; hops that were read before are there */
	uint32_t table;
	struct pk_prefix dst, src, prefsrc; /* SRC: of IPv6 with a source prefix */
	uint8_t type, protocol, scope, tos;
	uint32_t flags; /* RTNH_F_* of the route; IPv6: none */
	uint32_t flags6; /* RTF_* */
	uint32_t metric;
	uint32_t nexthop; /* ID of its nexthop object; 0: it has none */
	bool dead;
	bool expires;
	int64_t expires_s; /* from the last tick on */
	uint32_t metrics[PK_ROUTE_METRICS + 1]; /* by RTAX_*; 0: not set */
	struct pk_route_hop *hops; /* owned */
	uint32_t nr_hops;
};
void pk_route_deinit(struct pk_route *route);

/** RTF_PREF of IPv6: "medium", "low", "high". */
const char *pk_route_preference(uint32_t flags6);

struct pk_fib_rule {
	uint64_t addr;
	enum pk_status status;
	uint32_t priority;
	struct pk_prefix src, dst;
	uint8_t action; /* FR_ACT_* */
	bool inverted, l3mdev, to_unresolved;
	char iif[16], oif[16]; /* "": any */
	int32_t iifindex, oifindex; /* -1: no such device; 0: any */
	bool iif_is_master;
	uint32_t mark, mask; /* MASK 0: any */
	uint8_t tos, tos_mask; /* 0: any */
	bool dscp; /* TOS was given as a DSCP */
	uint32_t flow_label, flow_label_mask;
	uint32_t uid, uid_end;
	uint8_t ip_proto; /* 0: any */
	uint16_t sport, sport_end, dport, dport_end; /* 0: any */
	uint64_t tunnel; /* 0: any */
	uint32_t table, target; /* TARGET: priority that a goto leads to */
	uint64_t target_addr; /* its rule */
	int32_t suppress_length, suppress_group; /* -1: none */
	uint8_t protocol;
};
enum {
	PK_RULE_TABLE = 1,
	PK_RULE_GOTO,
	PK_RULE_NOP,
	PK_RULE_BLACKHOLE = 6,
	PK_RULE_UNREACHABLE,
	PK_RULE_PROHIBIT
};

struct pk_rules {
	enum pk_status status; /* PK_ABSENT: this kernel has none */
	struct pk_fib_rule *list; /* owned */
	size_t nr, room;
};

/* As `ip` prints them; a number where iproute2 itself has no name. BUF of at least 16 bytes. */
const char *pk_route_type_name(unsigned type, char *buf);
const char *pk_route_scope_name(unsigned scope, char *buf);
const char *pk_route_protocol_name(unsigned protocol, char *buf);
const char *pk_route_table_name(uint32_t table, char *buf);
const char *pk_route_tunnel_name(unsigned type, char *buf);
const char *pk_route_metric_name(unsigned metric); /* "mtu" */
const char *pk_route_ip_protocol_name(unsigned protocol, char *buf); /* "tcp" */

/* --- which way a packet would go (analysis/explain/socks.h) -------------------------------------------- */

struct pk_route_flow {
	struct pk_prefix dst, src; /* src.family 0: not given */
	uint32_t mark;
	uint8_t tos;
	char iif[16], oif[16]; /* "": none */
};

#define PK_WAY_RULES 8 /* of which it is not known whether they match */

/** One way. Several are told where a rule cannot be evaluated. */
struct pk_route_way {
	/* places in the list of rules of those that were taken to match, and not to, of those that cannot be evaluated */
	uint32_t matched[PK_WAY_RULES], passed[PK_WAY_RULES], nr_matched, nr_passed;
	bool by_rule; /* RULE, a place in the list, is the one that decided */
	uint32_t rule;
	/* PK_OK: what follows is how it ends. Otherwise it is not known, and WHY says why */
	enum pk_status status;
	char why[128];
	uint8_t type; /* PK_RTN_*: how it is sent or refused */
	const char *error; /* of a refusal, "EHOSTUNREACH"; NULL: none */
	bool on_link; /* no route fits, but the device was given: the destination is taken to be there */
	bool has_route;
	struct pk_route route; /* owned */
	bool hop_known; /* HOP is it; otherwise one of ROUTE's that are not OUT, by a hash of the packet */
	struct pk_route_hop hop;
	struct pk_prefix src; /* family 0: not known */
};

#define PK_WAYS 16
struct pk_route_ways {
	struct pk_rules rules; /* owned */
	bool by_rules; /* this kernel, and this namespace, has some besides its own */
	struct pk_route_way list[PK_WAYS];
	uint32_t nr;
	bool more; /* than PK_WAYS */
};
void pk_route_ways_deinit(struct pk_route_ways *ways);

#endif
