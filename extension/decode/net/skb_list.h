/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_LIST_H
#define PK_DECODE_SKB_LIST_H

#include "core/context.h"

/** False stops the walk. */
typedef bool (*pk_skb_list_fn)(uint64_t skb, void *arg);

/** The skbs from NODE on by their first words, until END (the head of a circular list) or NULL. WHAT names
 *  the list in the warning that a cycle, a break or more than 2^20 skbs cost; what came before stands. */
void pk_skb_list_walk(struct pk_ctx *ctx, const char *what, uint64_t node, uint64_t end,
		      pk_skb_list_fn fn, void *arg);
/** The same of the list whose head lies at HEAD: a sk_buff_head, or a pointer to the first skb. */
void pk_skb_head_walk(struct pk_ctx *ctx, const char *what, uint64_t head, pk_skb_list_fn fn,
		      void *arg);
/** The nodes of the red-black tree under NODE (0: an empty one), leftmost first; damage costs a warning. */
void pk_rb_walk(struct pk_ctx *ctx, const char *what, uint64_t node,
		bool (*fn)(uint64_t node, void *arg), void *arg);
/** The skbs of the tree whose rb_root lies at ROOT, linked by sk_buff.rbnode. */
void pk_skb_tree_walk(struct pk_ctx *ctx, const char *what, uint64_t root, pk_skb_list_fn fn,
		      void *arg);
/** What a struct ptr_ring at RING holds: each pointer as it is (a driver may mark its lower bits), from the
 *  consumer on until an empty place. What lies before was consumed, and may not be cleared yet. */
void pk_ptr_ring_walk(struct pk_ctx *ctx, const char *what, uint64_t ring,
		      bool (*fn)(uint64_t value, void *arg), void *arg);

#endif
