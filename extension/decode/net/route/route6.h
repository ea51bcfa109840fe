/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_ROUTE6_H
#define PK_DECODE_ROUTE6_H

#include <stdbool.h>

#include "decode/net/route/route.h"

/** FUNCTION walks the routes of a prefix of IPv6, the siblings of one (its next hops), or its exceptions. */
bool pk_route6_walks(const char *function);

/** Which prefix FUNCTION is at, judging by the NR words VALUES of the interrupted registers and of its
 *  frame: the only prefix of all tables that has a route among them (or an exception of a route), as found
 *  from the table's root on. PK_ABSENT: none, or several. PK_CORRUPT, PK_LIMIT: a tree is damaged. */
enum pk_status pk_route6_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
				size_t nr, struct pk_route_place *ret_place);

#endif
