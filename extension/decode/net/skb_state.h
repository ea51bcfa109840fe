/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_STATE_H
#define PK_DECODE_SKB_STATE_H

#include "core/context.h"
#include "model/skb_state.h"

/**
 * Everything of the sk_buff at ADDR, and how it contradicts itself. FREEING: where it waits it is being freed.
 * DEVICE_SENDS: it waits below IP on its way out. An error: its struct cannot be read. What else cannot be read is so by its
 * figure, and the state unjudged; no fault is concluded from it.
 */
enum pk_status pk_skb_state_read(struct pk_ctx *ctx, uint64_t addr, bool freeing, bool device_sends,
				 struct pk_skb_state *ret_state);

#endif
