/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_LIST_H
#define PK_DECODE_SKB_LIST_H

#include "core/context.h"

/** False stops the walk. */
typedef bool (*pk_skb_list_fn)(uint64_t skb, void *arg);

/** The skbs from NODE on by their first words, until END (the head of a circular list) or NULL. WHAT names
 *  the list in the warning that a cycle, a break or more than 2^20 skbs cost; what came before stands. */
void pk_skb_list_walk(struct pk_ctx *ctx, const char *what, uint64_t node, uint64_t end, pk_skb_list_fn fn,
		      void *arg);
/** The same of the list whose head lies at HEAD: a sk_buff_head, or a pointer to the first skb. */
void pk_skb_head_walk(struct pk_ctx *ctx, const char *what, uint64_t head, pk_skb_list_fn fn, void *arg);

#endif
