/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_LIST_H
#define PK_DECODE_SKB_LIST_H

#include "core/context.h"
#include "decode/rbtree.h"

/** False stops the walk. */
typedef bool (*pk_skb_list_fn)(uint64_t skb, void *arg);

/** Visit the skbs from NODE along their first words to END (the head of a circular list) or NULL. A
 *  cycle, a break or more than 2^20 skbs end the walk with a warning that names the list WHAT. */
void pk_skb_list_walk(struct pk_ctx *ctx, const char *what, uint64_t node, uint64_t end,
		      pk_skb_list_fn fn, void *arg);
/** The same for the list whose head is at HEAD: a sk_buff_head, or a pointer to the first skb. */
void pk_skb_head_walk(struct pk_ctx *ctx, const char *what, uint64_t head, pk_skb_list_fn fn,
		      void *arg);
/** The skb that was queued last on the list of the sk_buff_head at HEAD; 0: it is empty. PK_CORRUPT
 *  if it does not lead back to HEAD. */
enum pk_status pk_skb_head_last(struct pk_ctx *ctx, uint64_t head, uint64_t *ret_skb);
/** Visit the nodes of the red-black tree under NODE (0: empty), leftmost first; damage costs a
 *  warning. */
void pk_rb_walk(struct pk_ctx *ctx, const char *what, uint64_t node, pk_rbtree_fn fn, void *arg);
/** Visit the skbs of the tree whose rb_root is at ROOT, linked by sk_buff.rbnode. */
void pk_skb_tree_walk(struct pk_ctx *ctx, const char *what, uint64_t root, pk_skb_list_fn fn,
		      void *arg);
/** Visit the pointers in the struct ptr_ring at RING, unmodified (a driver may mark their low
 *  bits), from the consumer to the first empty slot. Slots before it were consumed, but may not be
 *  cleared yet. */
void pk_ptr_ring_walk(struct pk_ctx *ctx, const char *what, uint64_t ring,
		      bool (*fn)(uint64_t value, void *arg), void *arg);

#endif
