/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_ROUTES_H
#define PK_DECODE_ROUTES_H

#include "core/reader.h"
#include "model/routes.h"

/** The nexthop objects of the namespace NET. */
void pk_nexthops_read(struct pk_ctx *ctx, uint64_t net, struct pk_nexthops *ret_nexthops);

/** ROUTE is valid until the call returns; the callee may take its hops. False stops. */
typedef bool (*pk_route_fn)(struct pk_route *route, void *arg);
/** What of a namespace's routes of IPv4 or IPv6 is asked for. */
struct pk_routes_request {
	uint64_t net;
	uint8_t family; /* 4 or 6 */
	const struct pk_nexthops *nexthops;
	const uint8_t *covers; /* only prefixes that cover this address; NULL: all */
	/* IPv4: only those of the table or of its trie, that is what a lookup in it meets; 0: of all tables */
	uint64_t table;
	pk_route_fn fn;
	void *arg;
};
/** Visit them, table by table, as `ip route show table all` does. */
enum pk_status pk_routes_list(struct pk_ctx *ctx, const struct pk_routes_request *request);
/** The struct fib_table of the table of IPv4 numbered ID. PK_ABSENT: there is none. */
enum pk_status pk_route_table_find(struct pk_ctx *ctx, uint64_t net, uint32_t id,
				   uint64_t *ret_table);

/** The rules of the namespace NET, in their order. */
void pk_rules_read(struct pk_ctx *ctx, uint64_t net, uint8_t family, struct pk_rules *ret_rules);

/* --- of nexthops.c, for routes.c ----------------------------------------------------------- */

/** The struct fib_nh_common (before 5.2: fib_nh) at ADDR. */
void pk_route_hop_read(struct pk_reader *r, uint64_t addr, struct pk_route_hop *ret_hop);
/** The struct dst_metrics at ADDR. */
void pk_route_metrics_read(struct pk_reader *r, uint64_t addr, struct pk_route *route);
/** A hop more. NULL: out of memory, or more than a route has; R has failed. */
struct pk_route_hop *pk_route_hop_add(struct pk_reader *r, struct pk_route *route);
/** The hops of the nexthop object at ADDR, which ROUTE has. */
void pk_route_nexthop_take(struct pk_reader *r, const struct pk_nexthops *nexthops, uint64_t addr,
			   struct pk_route *route);
#endif
