/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RHASHTABLE_H
#define PK_DECODE_RHASHTABLE_H

#include "core/context.h"
#include "decode/address_set.h"
#include "decode/list.h"

/**
 * Chains of a hash table, or of several: a chain ends with NULL, or with an odd value. Each node is visited once; a chain that
 * loops or breaks off is a warning, and the others go on. Starts as zeros but for CTX, WHAT, MOST, FN and ARG.
 */
struct pk_chains {
	struct pk_ctx *ctx;
	const char *what; /* for warnings: "unix sockets"; borrowed */
	uint32_t most; /* nodes */
	pk_list_fn fn; /* of a node; false stops */
	void *arg;
	bool stopped;
	unsigned long unreadable; /* buckets */
	struct pk_address_set seen;
};

void pk_chain_walk(struct pk_chains *chains, uint64_t first);
/** NR pointers to chains at BASE. */
void pk_buckets_walk(struct pk_chains *chains, uint64_t base, uint64_t nr);
/** The buckets of the struct bucket_table at TABLE (0: none), and of its successor while it grows, which has what has moved
 *  already. Bit 0 of a bucket is its lock (5.3 and later). An error where a table cannot be walked; what came before it
 *  stands. */
enum pk_status pk_rhashtable_walk(struct pk_chains *chains, uint64_t table);
/** Tells of buckets that are not in the dump. */
void pk_chains_deinit(struct pk_chains *chains);

#endif
