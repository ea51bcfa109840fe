/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RBTREE_H
#define PK_DECODE_RBTREE_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/address_set.h"

#define PK_RBTREE_MAX (1u << 20) /* nodes */

typedef bool (*pk_rbtree_fn)(uint64_t node, void *arg); /* false stops */

/** Visit the nodes of the tree whose struct rb_root is at ROOT, in its order. PK_CORRUPT: it has a circle, is too deep, or
 *  has more than PK_RBTREE_MAX nodes. No node is visited twice. */
enum pk_status pk_rbtree_walk(struct pk_ctx *ctx, uint64_t root, pk_rbtree_fn fn, void *arg);
/** The same from NODE on (0: empty), of at most MOST nodes that are not in SEEN yet, where it keeps them. *RET_AT: the last
 *  node that was looked at, which an error is about. */
enum pk_status pk_rb_nodes_walk(struct pk_ctx *ctx, uint64_t node, struct pk_address_set *seen,
				size_t most, pk_rbtree_fn fn, void *arg, uint64_t *ret_at);

#endif
