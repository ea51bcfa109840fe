/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RHASHTABLE_H
#define PK_DECODE_RHASHTABLE_H

#include "core/context.h"
#include "decode/address_set.h"
#include "decode/list.h"

/**
 * The chains of one or more hash tables. A chain ends with NULL or an odd value. Each node is
 * visited once; a chain that loops or breaks costs a warning, and the others go on. Zero-initialize
 * it except for CTX, WHAT, MOST, FN and ARG.
 */
struct pk_chains {
	struct pk_ctx *ctx;
	const char *what; /* for warnings: "unix sockets"; borrowed */
	uint32_t most; /* largest number of nodes */
	bool (*fn)(uint64_t node, void *arg); /* false stops */
	void *arg;
	bool stopped;
	uint64_t unreadable; /* number of buckets */
	struct pk_address_set seen;
};

void pk_chain_walk(struct pk_chains *chains, uint64_t first);
/** Walk the NR chains to which the pointers at BASE lead. */
void pk_chains_walk(struct pk_chains *chains, uint64_t base, uint64_t nr);
/** Walk the struct bucket_table at TABLE (0: none) and, while it is being resized, its successor
 *  with the entries already moved. Bit 0 of a bucket is its lock (5.3). An error means that a table
 *  cannot be walked; what came before it is valid. */
enum pk_status pk_rhashtable_walk(struct pk_chains *chains, uint64_t table);
/** Warns about buckets missing from the dump. */
void pk_chains_deinit(struct pk_chains *chains);

#endif
