/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_H
#define PK_DECODE_SKB_H

#include "core/context.h"
#include "model/packet.h"
#include "model/skb.h"

/** The sk_buff at ADDR as memory holds it now (valid only for a live one: see pk_slab_lookup). */
enum pk_status pk_skb_read(struct pk_ctx *ctx, uint64_t addr, struct pk_skb *ret_skb);
/** Whether OBJECT, in which an address was found, has an sk_buff beginning right there. */
bool pk_skb_begins(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** The sk_buff of OBJECT that the address found in it lies in; 0: in none of it, or it is no object of skbs. */
uint64_t pk_skb_around(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** sizeof(struct sk_buff): the fclone companion lies that much after the original. */
enum pk_status pk_skb_size(struct pk_ctx *ctx, uint64_t *ret_size);
/** Segments on the wire that SKB stands for; 0: not known. */
uint32_t pk_skb_segs(const struct pk_skb *skb);
/** Name of a drop reason by the dump's own tables ("TCP_OFOMERGE"); PK_ABSENT: unknown number. */
enum pk_status pk_drop_reason_name(struct pk_ctx *ctx, uint32_t reason, char *buf, size_t size);

#endif
