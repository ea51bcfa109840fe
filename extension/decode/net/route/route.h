/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_ROUTE_H
#define PK_DECODE_ROUTE_H

#include <stdbool.h>

#include "core/context.h"
#include "core/reader.h"
#include "decode/net/sock/sock.h"
#include "model/counters.h"
#include "model/net_lists.h"
#include "model/routes.h"

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

typedef bool (*pk_neigh_fn)(const struct pk_neigh *neigh, void *arg);
/** Visit every neighbour with all that `ip neigh` prints, in its order: those of IPv4 first, proxies behind the others.
 *  PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighs_list(struct pk_ctx *ctx, pk_neigh_fn fn, void *arg);

typedef bool (*pk_neighbour_skb_fn)(uint64_t skb, uint64_t neighbour, const char *dev, void *arg);

/** Visit every skb that waits for the answer to an ARP or ND request (neighbour.arp_queue), with
 *  its device. PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighbours_walk(struct pk_ctx *ctx, pk_neighbour_skb_fn fn, void *arg);

typedef bool (*pk_neighbour_fn)(const struct pk_neighbour *neighbour, void *arg);
/** Visit every neighbour of IPv4 and IPv6. PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighbours_list(struct pk_ctx *ctx, pk_neighbour_fn fn, void *arg);
/** Totals of the table of FAMILY, which all namespaces share. */
struct pk_neighbour_table pk_neighbour_table_read(struct pk_ctx *ctx,
						  enum pk_neighbour_family family);

#endif
