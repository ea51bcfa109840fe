/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_STATE_H
#define PK_DECODE_SKB_STATE_H

#include <stddef.h>

#include "core/context.h"
#include "model/skb_state.h"

/**
 * Read everything about the sk_buff at ADDR, and how it contradicts itself. FREEING: where it is
 * queued it is being freed. DEVICE_SENDS: it is queued below IP on its way out. An error means that
 * the struct is unreadable; other unreadable parts are so by their figures, leave the state
 * unjudged, and are no faults.
 */
enum pk_status pk_skb_state_read(struct pk_ctx *ctx, uint64_t addr, bool freeing, bool device_sends,
				 struct pk_skb_state *ret_state);

/** Parse the IP header in LEN bytes, whatever protocol it carries, with the ports of protocols that
 *  begin with them. RET_HEADER->valid: it is one. Pure. */
void pk_ip_header_parse(const uint8_t *bytes, size_t len, struct pk_ip_header *ret_header);

#endif
