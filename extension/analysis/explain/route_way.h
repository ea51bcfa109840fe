/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_ROUTE_WAY_H
#define PK_ANALYSIS_ROUTE_WAY_H

#include "core/context.h"
#include "model/routes.h"

/** Which way a packet of FLOW would go from the namespace NET on: as ip_route_output_key() and ip6_route_output() choose,
 *  or with an `iif` ip_route_input(). PK_USAGE: there is no such device. What could not be read is in the ways. */
enum pk_status pk_route_ways_find(struct pk_ctx *ctx, uint64_t net,
				  const struct pk_route_flow *flow, struct pk_route_ways *ret_ways);

/** Read what any flow from NET on may ask for besides routes and rules, so that a capsule has it. */
void pk_route_ways_record(struct pk_ctx *ctx, uint64_t net);

/* --- of route_way.c and route_lookup.c ----------------------------------------------------------------------- */

struct pk_route_device {
	uint64_t addr; /* 0: none */
	uint32_t index;
};

struct pk_route_look {
	struct pk_ctx *ctx;
	uint64_t net;
	const struct pk_route_flow *flow;
	struct pk_nexthops nexthops;
	struct pk_route_ways *ways;
	struct pk_route_device oif, iif, lo;
	bool src_is_local; /* FLOW's source is an address of the namespace */
	/* the VRF that OIF or IIF is, or belongs to; STATUS: of reading its table */
	struct pk_route_device vrf;
	enum pk_status vrf_status;
	uint32_t vrf_table;
	bool oif_is_vrf;
	/* what rules and next hops compare; 0: nothing */
	uint32_t rule_oif, rule_iif, hop_oif;
};

/** Looks table TABLE up. True: it decided WAY, or cannot be read; false: the next rule is asked. */
bool pk_route_lookup(struct pk_route_look *look, uint32_t table, struct pk_route_way *way);
/** WAY does not go any further: WHY. */
void pk_route_unknown(struct pk_route_way *way, enum pk_status status, const char *why);
/** No route fits, but the device was given. */
void pk_route_on_link(struct pk_route_look *look, struct pk_route_way *way, uint8_t type);
/** Read all that may be asked of the device OIF. */
void pk_route_device_record(struct pk_route_look *look);
/** How a packet that came in goes on by WAY. */
void pk_route_input(struct pk_route_look *look, struct pk_route_way *way);

#endif
