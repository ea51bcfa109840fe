/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_ROUTES_H
#define PK_RENDER_ROUTES_H

#include "model/routes.h"
#include "render/out.h"

/** Each is a line, as `ip route show table all`, `ip rule` and `ip nexthop` print it. INUM: of the namespace, 0 if unknown. */
void pk_render_route(struct pk_out *out, uint32_t inum, const struct pk_route *route);
void pk_render_rule(struct pk_out *out, uint32_t inum, uint8_t family, const struct pk_rule *rule);
void pk_render_nexthop(struct pk_out *out, uint32_t inum, const struct pk_nexthop *nexthop);

/** Which way FLOW would go in the namespace: one of WAYS. */
void pk_render_way(struct pk_out *out, uint32_t inum, const struct pk_route_flow *flow,
		   const struct pk_route_ways *ways, const struct pk_route_way *way);

#endif
