/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_LOST_H
#define PK_ANALYSIS_SKB_LOST_H

#include "analysis/lives/queued_packets.h"
#include "decode/address_set.h"
#include "model/skb_memory.h"

/** Read every slab of the skbs' caches of HELD that nobody shares, and group what is in use there and
 *  not in FOUND (objects). MEMORY: for devices. */
void pk_skb_lost_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		      struct pk_address_set *found, struct pk_skb_memory *held);

#endif
