/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RBTREE_H
#define PK_DECODE_RBTREE_H

#include <stdbool.h>

#include "core/context.h"

#define PK_RBTREE_MAX (1u << 20) /* nodes */

typedef bool (*pk_rbtree_fn)(uint64_t node, void *arg); /* false stops */

/** Visit the nodes of the tree whose struct rb_root is at ROOT, in its order. PK_CORRUPT: it has a circle, is too deep, or
 *  has more than PK_RBTREE_MAX nodes. No node is visited twice. */
enum pk_status pk_rbtree_walk(struct pk_ctx *ctx, uint64_t root, pk_rbtree_fn fn, void *arg);

#endif
