/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_ROUTE_H
#define PK_DECODE_ROUTE_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/net/hash_chain.h"

/** A prefix in a table of routes, with its aliases: routes of one leaf that differ in length, TOS, priority or table. */
struct pk_route_place {
	uint64_t addr; /* the leaf, struct key_vector */
	uint32_t table; /* of the alias: 254 is main */
	uint32_t prefix; /* IPv4, in host order */
	unsigned length; /* of PREFIX, in bits */
	struct pk_chain chain; /* aliases of the leaf */
};

/** FUNCTION looks routes up in a trie: fib_table_lookup(). */
bool pk_route_walks(const char *function);

/** Which prefix fib_table_lookup() looks at, judging by the NR words VALUES of the interrupted registers
 *  and of its frame: the table, a leaf of its trie and an alias of that leaf are among them, the leaf as
 *  found from the trie's root on. PK_ABSENT: none, or several. PK_CORRUPT, PK_LIMIT: the trie is damaged. */
enum pk_status pk_route_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			       struct pk_route_place *ret_place);

#endif
