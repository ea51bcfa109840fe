/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_H
#define PK_DECODE_SKB_H

#include "core/context.h"
#include "model/packet.h"
#include "model/skb.h"

/** The sk_buff at ADDR as memory holds it now; meaningful only if it is live (see
 *  pk_slab_lookup()). */
enum pk_status pk_skb_read(struct pk_ctx *ctx, uint64_t addr, struct pk_skb *ret_skb);
/** Whether an sk_buff of OBJECT begins exactly at the address by which OBJECT was found. */
bool pk_skb_begins(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** The sk_buff of OBJECT that contains that address; 0: none, or OBJECT does not hold skbs. */
uint64_t pk_skb_around(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** sizeof(struct sk_buff) in bytes, the distance from an original to its fclone companion. */
enum pk_status pk_skb_size(struct pk_ctx *ctx, uint64_t *ret_size);
/** The skb at ADDR came in through a device, as far as memory tells. On its way out again it is
 *  shown as received until a device has it. */
bool pk_skb_came_in(struct pk_ctx *ctx, uint64_t addr);
/** Number of segments on the wire that SKB stands for; 0 if unknown. */
uint32_t pk_skb_segs(const struct pk_skb *skb);
/** Name of drop reason REASON from the dump's own tables ("TCP_OFOMERGE"); PK_ABSENT: unknown
 *  number. */
enum pk_status pk_drop_reason_name(struct pk_ctx *ctx, uint32_t reason, char *buf, size_t size);

#endif
