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
	PK_ROUTE_HOPS, /* its next hops: an array (struct pk_nexthop_place has groups) */
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

typedef bool (*pk_route_table_fn)(uint64_t table,
				  void *arg); /* struct fib_table, fib6_table; false stops */
/** Visit the tables of IPv4 of the namespace NET, as `ip route show table all` does. */
enum pk_status pk_route_tables_walk(struct pk_ctx *ctx, uint64_t net, pk_route_table_fn fn,
				    void *arg);
/** An alias of the trie's leaf LEAF; what is not PK_OK ends the walk. */
typedef enum pk_status (*pk_route_alias_fn)(uint64_t leaf, uint64_t alias, void *arg);
/** Visit the routes of TABLE's trie by rising prefix: those of another table may be among them. */
enum pk_status pk_route_aliases_walk(struct pk_ctx *ctx, uint64_t table, pk_route_alias_fn fn,
				     void *arg);

/** FUNCTION walks the routes of a prefix of IPv6, the siblings of one (its next hops), or its exceptions. */
bool pk_route6_walks(const char *function);

/** Which prefix FUNCTION is at, judging by the NR words VALUES of the interrupted registers and of its
 *  frame: the only prefix of all tables that has a route among them (or an exception of a route), as found
 *  from the table's root on. PK_ABSENT: none, or several. PK_CORRUPT, PK_LIMIT: a tree is damaged. */
enum pk_status pk_route6_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
				size_t nr, struct pk_route_place *ret_place);

/** A route of the table numbered TABLE. False stops. */
typedef bool (*pk_route6_fn)(uint32_t table, uint64_t route, void *arg);
/** Visit the routes of IPv6 of the namespace NET, as `ip -6 route show table all` does; of siblings each. */
enum pk_status pk_routes6_walk(struct pk_ctx *ctx, uint64_t net, pk_route6_fn fn, void *arg);

typedef void (*pk_route6_hop_fn)(uint64_t hop, void *arg);
/** Visit the struct fib6_nh of every route of IPv6 in every namespace that has one of its own. Damage ends the walk. */
enum pk_status pk_route6_hops_walk(struct pk_ctx *ctx, pk_route6_hop_fn fn, void *arg);

/** A group of nexthops. Each packet takes one of them (ip nexthop). */
struct pk_nexthop_place {
	uint64_t addr; /* struct nexthop */
	uint32_t id;
	uint32_t nr; /* nexthops of the group */
};

/** FUNCTION chooses a nexthop of a group: nexthop_select_path(). */
bool pk_nexthop_walks(const char *function);
/** The group that the function chose from. Of all namespaces' groups it is the only one that the NR words VALUES, of the
 *  interrupted registers and its frame, point to or into. PK_ABSENT: they point to none, or to several. */
enum pk_status pk_nexthop_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
				 struct pk_nexthop_place *ret_place);

/** FUNCTION chooses one of an IPv4 route's own next hops: fib_select_multipath(). */
bool pk_hops_walks(const char *function);
/** Of which route: where a struct fib_result is among the NR_RESULTS addresses RESULTS, whose fib_info is among
 *  the NR words VALUES, and which is a route as found from its trie's root on. */
enum pk_status pk_hops_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			      const uint64_t *results, size_t nr_results,
			      struct pk_route_place *ret_place);

#endif
