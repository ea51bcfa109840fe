/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TABLES_H
#define PK_DECODE_TABLES_H

#include <stdbool.h>

#include "core/context.h"
#include "core/kit.h"
#include "core/reader.h"
#include "decode/list.h"

/** A hash table: NR buckets of SIZE bytes at BASE, each with the first node at HEAD. Nothing is checked. */
struct pk_buckets {
	uint64_t base, nr, size, head;
};

/** FIRST: the bucket's first node, as it is in memory. */
struct pk_bucket {
	uint64_t index, first;
};

struct pk_bucket_iter {
	struct pk_reader *r;
	const struct pk_buckets *buckets;
	uint64_t at, some, i; /* SOME buckets from AT on were read; I of them were delivered */
	uint64_t *unreadable;
	uint8_t *bytes; /* owned */
};

struct pk_bucket_iter pk_bucket_begin(struct pk_reader *r, const struct pk_buckets *buckets,
				      uint64_t *ret_unreadable);
bool pk_bucket_next(struct pk_bucket_iter *iter, struct pk_bucket *ret_bucket);
void pk_bucket_end(struct pk_bucket_iter *iter);

/** A loop over the buckets in their order. A page that is missing costs its own buckets only; *RET_UNREADABLE counts
 *  those. R fails with PK_CORRUPT if no table is like this, or with PK_NOMEM. */
#define pk_bucket_for_each(bucket, r, buckets, ret_unreadable)                                     \
	PK_LOOP(pk_bucket, bucket, pk_bucket_begin(r, buckets, ret_unreadable))

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

typedef bool (*pk_idr_fn)(uint64_t entry, void *arg); /* ENTRY: the stored pointer; false stops */

/** Visit every pointer in the struct idr at IDR by rising ID: an xarray since 4.20, a radix tree
 *  before. An unreadable node costs a warning and everything below it. */
enum pk_status pk_idr_walk(struct pk_ctx *ctx, uint64_t idr, pk_idr_fn fn, void *arg);
/** The same for a struct radix_tree_root, by rising index. */
enum pk_status pk_radix_walk(struct pk_ctx *ctx, uint64_t tree, pk_idr_fn fn, void *arg);

typedef enum pk_status (*pk_maple_fn)(uint64_t entry, void *arg); /* not PK_OK: stops */

/** Visit every pointer in the maple tree with ma_root ROOT (0: empty) by rising index. */
enum pk_status pk_maple_walk(struct pk_ctx *ctx, uint64_t root, pk_maple_fn fn, void *arg);

#define PK_RBTREE_MAX (1u << 20) /* nodes */
#define PK_RBTREE_DEPTH 64 /* a red-black tree of 2^22 nodes is at most 44 deep */

/** A walk over a tree: see the loop below. */
struct pk_rbtree_iter {
	struct pk_reader *r;
	uint64_t stack[PK_RBTREE_DEPTH], node; /* NODE: the top of what is to be walked next */
	unsigned depth;
	uint64_t at; /* the last node that was looked at, which a failure is about */
	bool delivered; /* AT was: its right child is next */
	struct pk_address_set own, *seen; /* SEEN NULL: it has its own */
	size_t most;
};

struct pk_rbtree_iter pk_rbtree_begin(struct pk_reader *r, uint64_t root);
/** The next node; 0: no more, or READER has failed. */
uint64_t pk_rbtree_next(struct pk_rbtree_iter *iter);
void pk_rbtree_end(struct pk_rbtree_iter *iter);

/** A loop over the nodes of the tree whose struct rb_root is at ROOT, in its order. It ends when reader R fails. R fails
 *  with PK_CORRUPT if the tree has a circle, is too deep, or has more than PK_RBTREE_MAX nodes. No node is visited twice. */
#define pk_rbtree_for_each(node, r, root)                                                          \
	PK_ADDRESS_LOOP (pk_rbtree, node, pk_rbtree_begin(r, root))

typedef bool (*pk_rbtree_fn)(uint64_t node, void *arg); /* false stops */

/** The same from NODE on (0: empty), of at most MOST nodes that are not in SEEN yet, where it keeps them. *RET_AT: the last
 *  node that was looked at, which an error is about. */
enum pk_status pk_rb_nodes_walk(struct pk_ctx *ctx, uint64_t node, struct pk_address_set *seen,
				size_t most, pk_rbtree_fn fn, void *arg, uint64_t *ret_at);

#endif
