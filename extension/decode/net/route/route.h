/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_ROUTE_H
#define PK_DECODE_ROUTE_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/net/sock/hash_chain.h"

/** What a lookup walks at a prefix. */
enum pk_route_walk {
	PK_ROUTE_ALIASES, /* routes of one leaf that differ in length, TOS, priority or table */
	PK_ROUTE_ROUTES, /* IPv6: all of the prefix */
	PK_ROUTE_SIBLINGS, /* IPv6: those of one metric, a next hop each */
	PK_ROUTE_EXCEPTIONS, /* IPv6: a route's, in one bucket of theirs */
	PK_ROUTE_HOPS, /* its next hops: an array (nexthop.h) */
};

/** A prefix in a table of routes, and what is walked there. */
struct pk_route_place {
	uint64_t addr; /* struct key_vector, a leaf; IPv6: struct fib6_node */
	uint32_t table; /* 254 is main */
	unsigned family; /* 4 or 6 */
	uint32_t prefix; /* IPv4, in host order */
	uint8_t prefix6[16]; /* IPv6 */
	unsigned length; /* of the prefix, in bits */
	enum pk_route_walk walk;
	struct pk_chain chain;
};

/** FUNCTION looks routes up in a trie: fib_table_lookup(). */
bool pk_route_walks(const char *function);

/** Which prefix fib_table_lookup() looks at, judging by the NR words VALUES of the interrupted registers
 *  and of its frame: the table, a leaf of its trie and an alias of that leaf are among them, the leaf as
 *  found from the trie's root on. PK_ABSENT: none, or several. PK_CORRUPT, PK_LIMIT: the trie is damaged. */
enum pk_status pk_route_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			       struct pk_route_place *ret_place);

#endif
