/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_HOLDERS_H
#define PK_ANALYSIS_SKB_HOLDERS_H

#include "analysis/lives/queued_packets.h"
#include "core/context.h"
#include "decode/address_set.h"
#include "model/skb_memory.h"

/** Count the slab caches of skbs and sockets, and the skbs in use by who holds them: queues of
 *  every protocol's and family's sockets, qdiscs, drivers, CPUs (analysis/lives/queued_packets.h), and functions on
 *  CPUs' stacks. LOST: also read all slabs, to group what was found nowhere. */
void pk_skb_memory_read(struct pk_ctx *ctx, bool lost, struct pk_skb_memory *ret_held);
void pk_skb_memory_deinit(struct pk_skb_memory *held);

/** Read every slab of the skbs' caches of HELD that nobody shares, and group what is in use there and
 *  not in FOUND (objects). MEMORY: for devices. */
void pk_skb_lost_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		      struct pk_address_set *found, struct pk_skb_memory *held);

#endif
