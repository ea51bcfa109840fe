/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_HASH_CHAIN_H
#define PK_DECODE_HASH_CHAIN_H

#include <stdbool.h>

#include "core/context.h"

struct pk_chain {
	uint64_t nr; /* nodes */
	bool circular; /* it comes back to a node of it, and has no end */
};

/** A chain of a hash table that lookups walk. */
struct pk_hash_place {
	char table[40]; /* "TCP connections", "UDP sockets by address", "conntrack entries" */
	uint64_t addr; /* of the bucket */
	uint64_t bucket; /* its index */
	/* the node's object that is at hand: struct sock, nf_conntrack_tuple_hash */
	uint64_t object;
	struct pk_chain chain;
};

/** Measure the chain from node FIRST on, whose nodes have the next one's address at LINK, up to NULL or an odd
 *  value. PK_LIMIT: more than MOST nodes. */
enum pk_status pk_chain_measure(struct pk_ctx *ctx, uint64_t first, uint64_t link, uint64_t most,
				struct pk_chain *ret_chain);

/** FUNCTION walks the chains of a hash table of sockets or ports, or of connection tracking. */
bool pk_hash_walks(const char *function);

/** Which chain FUNCTION walks, judging by the NR words VALUES of the interrupted registers and of its
 *  frame: the only chain of that function's tables that has an object or node at one of VALUES, as
 *  found from the bucket on. All buckets are looked at. Where the function keeps the bucket, that must be
 *  among VALUES as well. Of several that belong together (lists of one object; an object's list and the
 *  chain that the object is in) it is the only circular one, or the inner list of lists. PK_ABSENT: no
 *  chain, or several. PK_LIMIT: too many nodes. A chain that cannot be read to its end is an error, if an
 *  object of it is at hand. */
enum pk_status pk_hash_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			      size_t nr, struct pk_hash_place *ret_place);

#endif
