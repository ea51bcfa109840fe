/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RBTREE_H
#define PK_DECODE_RBTREE_H

#include <stdbool.h>

#include "core/kit.h"
#include "core/reader.h"
#include "decode/address_set.h"

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
