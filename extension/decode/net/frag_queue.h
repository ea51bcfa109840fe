/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FRAG_QUEUE_H
#define PK_DECODE_FRAG_QUEUE_H

#include "core/context.h"
#include "decode/net/skb_list.h"
#include "model/frag_queue.h"

typedef bool (*pk_frag_queue_fn)(const struct pk_frag_queue *queue, void *arg); /* false stops */

/** Datagrams that wait for fragments, of IPv4 and IPv6, in every network namespace. (What the connection tracker puts
 *  together of IPv6 has queues of its own, which are not walked.) Damage costs a warning. PK_ABSENT: this kernel keeps
 *  them in another way (before 5.3). */
enum pk_status pk_frag_queues_walk(struct pk_ctx *ctx, pk_frag_queue_fn fn, void *arg);
/** The fragments of QUEUE, in the order of their bytes. Their words for a list and a device are a tree's. */
void pk_frag_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_frag_queue *queue,
			     pk_skb_list_fn fn, void *arg);

#endif
