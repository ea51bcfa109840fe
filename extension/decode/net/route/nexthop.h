/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NEXTHOP_H
#define PK_DECODE_NEXTHOP_H

#include <stdbool.h>

#include "decode/net/route/route.h"

/** A group of nexthops, of which a packet gets one (ip nexthop). */
struct pk_nexthop_place {
	uint64_t addr; /* struct nexthop */
	uint32_t id;
	uint32_t nr; /* nexthops of the group */
};

/** FUNCTION chooses a nexthop of a group: nexthop_select_path(). */
bool pk_nexthop_walks(const char *function);
/** Of which group, judging by the NR words VALUES of the interrupted registers and of its frame: the only
 *  one of all namespaces that they point to or into. PK_ABSENT: none, or several. */
enum pk_status pk_nexthop_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
				 struct pk_nexthop_place *ret_place);

/** FUNCTION chooses one of an IPv4 route's own next hops: fib_select_multipath(). */
bool pk_hops_walks(const char *function);
/** Of which route: where a struct fib_result is among the NR_RESULTS addresses RESULTS, whose fib_info is among
 *  the NR words VALUES, and which is a route as found from its trie's root on (route.h). */
enum pk_status pk_hops_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			      const uint64_t *results, size_t nr_results,
			      struct pk_route_place *ret_place);

#endif
