/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LIST_H
#define PK_DECODE_LIST_H

#include <stdbool.h>

#include "core/context.h"

#define PK_LIST_MAX (1u << 20) /* nodes; far above what any list of attachments holds */

typedef bool (*pk_list_fn)(uint64_t node,
			   void *arg); /* address of the list_head or hlist_node; false stops */

/** Visit the nodes of the circular list at HEAD, without HEAD itself; `next` is the first word of a
 *  list_head. PK_CORRUPT: it loops elsewhere than at HEAD, or has more than PK_LIST_MAX nodes; the
 *  error names the node. Nodes before the damage were visited, and those after it as far as `prev`
 *  leads. No node is visited twice. */
enum pk_status pk_list_walk(struct pk_ctx *ctx, uint64_t head, pk_list_fn fn, void *arg);

/** Visit the NULL-terminated list whose hlist_head is at HEAD; errors as above. */
enum pk_status pk_hlist_walk(struct pk_ctx *ctx, uint64_t head, pk_list_fn fn, void *arg);

/** The same, starting from a first node that the caller has read (0: an empty list). */
enum pk_status pk_hlist_walk_from(struct pk_ctx *ctx, uint64_t first, pk_list_fn fn, void *arg);

#endif
