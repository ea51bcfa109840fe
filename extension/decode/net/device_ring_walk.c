// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device_ring_private.h"
#include "decode/net/skb.h"
#include "decode/slab.h"

#define MARKS 3ull /* drivers' marks in the lower bits of a pointer: an orphan, an XDP frame */

static bool is_skb(struct pk_ctx *ctx, uint64_t value)
{
	struct pk_slab_object object;

	return pk_slab_lookup(ctx, value, &object) == PK_OK && pk_skb_begins(ctx, &object);
}

bool pk_ring_skb(uint64_t skb, void *arg)
{
	struct pk_ring_walk *walk = arg;

	walk->stopped = !walk->fn(skb, &walk->ring, walk->arg);
	return !walk->stopped;
}

bool pk_ring_pointer(struct pk_ring_walk *walk, uint64_t value)
{
	value &= ~MARKS;
	if (!value || walk->stopped || !is_skb(walk->ctx, value))
		return !walk->stopped;
	return pk_ring_skb(value, walk);
}

uint64_t pk_ring_optional(struct pk_ring_walk *walk, uint64_t base, enum pk_row_id id)
{
	uint64_t value;

	return pk_has(walk->ctx, id) && pk_member_uint(walk->ctx, base, id, &value) == PK_OK ? value
											     : 0;
}
