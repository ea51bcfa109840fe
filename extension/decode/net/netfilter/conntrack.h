/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CONNTRACK_H
#define PK_DECODE_CONNTRACK_H

#include "core/context.h"
#include "decode/buckets.h"
#include "model/conntrack.h"
#include "model/sock.h"

/** A node of the tracker's table: one direction of an entry, which is in it twice. */
struct pk_conntrack_node {
	uint64_t addr; /* struct nf_conntrack_tuple_hash */
	uint8_t protocol, dir;
	struct pk_tuple tuple;
};

typedef bool (*pk_conntrack_fn)(const struct pk_conntrack_node *node, void *arg);

/** The buckets of the table that all namespaces share, whose base is 0 until it is made; *RET_LINK: offset of a node's link
 *  to the next. PK_ABSENT: no tracker is loaded. */
enum pk_status pk_conntrack_locate(struct pk_ctx *ctx, struct pk_buckets *ret_buckets,
				   uint64_t *ret_link);
/** Visit the TCP, UDP and other nodes with IP addresses of all namespaces' entries. What a damaged bucket still holds is left
 *  out, and makes the result an error, as does a circle. PK_ABSENT: no tracker is loaded. */
enum pk_status pk_conntracks_walk(struct pk_ctx *ctx, pk_conntrack_fn fn, void *arg);

/** The same for the entries of namespace NET that its lists have, and the table no more or not yet: unconfirmed, dying. */
enum pk_status pk_conntracks_listed_walk(struct pk_ctx *ctx, uint64_t net, pk_conntrack_fn fn,
					 void *arg);
/** Find the entries of the namespaces of CENSUS, whose NET is filled in, in the table, in lists, by what NR SKBS lead to, and
 *  as masters of these. PK_ABSENT: no tracker is loaded. Otherwise an error says what is missing. */
enum pk_status pk_conntracks_count(struct pk_ctx *ctx, const uint64_t *skbs, size_t nr,
				   struct pk_conntrack_census *census, size_t nr_nets);

/** The nodes by their tuple, read once when the first is asked for. Start from {0}. */
struct pk_conntrack_table {
	bool loaded;
	enum pk_status status; /* PK_OK: the table was read whole */
	struct pk_conntrack_key *keys; /* owned; sorted */
	size_t nr, room;
};

void pk_conntrack_table_deinit(struct pk_conntrack_table *table);

/** The entry whose address and state an skb has (pk_skb.nfct). PK_ABSENT: it has none. PK_CORRUPT: what it points to
 *  is none. */
enum pk_status pk_conntrack_of_skb(struct pk_ctx *ctx, uint64_t nfct,
				   struct pk_tracked *ret_tracked);

/** The entries of SOCK's flow: of its namespace, with the tuple that it sends as one of their directions. */
void pk_conntracks_of(struct pk_ctx *ctx, struct pk_conntrack_table *table,
		      const struct pk_sock *sock, struct pk_conntracks *ret_conntracks);

#endif
