/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FRAG_QUEUE_H
#define PK_DECODE_FRAG_QUEUE_H

#include "core/context.h"
#include "decode/net/skb/skb_list.h"
#include "model/frag_queue.h"

typedef bool (*pk_frag_queue_fn)(const struct pk_frag_queue *queue, void *arg); /* false stops */

/** Visit datagrams waiting for fragments, IPv4 and IPv6, in every network namespace, and IPv6's in
 *  the connection tracker's own queues. Damage costs a warning. PK_ABSENT: this kernel keeps them
 *  differently (before 5.3). */
enum pk_status pk_frag_queues_walk(struct pk_ctx *ctx, pk_frag_queue_fn fn, void *arg);
/** Visit the fragments of QUEUE in byte order. Their list and device words belong to the rbtree. */
void pk_frag_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_frag_queue *queue,
			     pk_skb_list_fn fn, void *arg);

#endif
