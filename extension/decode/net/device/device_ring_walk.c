// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/figure.h"
#include "decode/net/device/device_private.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"

#define MARKS 3ull /* drivers' marks in the lower bits of a pointer: an orphan, an XDP frame */

static bool is_skb(struct pk_ring_walk *walk, uint64_t value)
{
	struct pk_slab_object object;
	enum pk_status status = pk_slab_lookup(walk->ctx, value, &object);

	if (status == PK_UNREADABLE && !walk->unread) {
		walk->unread = true;
		pk_warn(walk->ctx,
			"%s: whether %llx is an skb cannot be read: such are not counted",
			walk->what, (unsigned long long)value);
	}
	return status == PK_OK && pk_skb_begins(walk->ctx, &object);
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
	if (!value || walk->stopped || !is_skb(walk, value))
		return !walk->stopped;
	return pk_ring_skb(value, walk);
}

void pk_ring_warn(struct pk_ring_walk *walk)
{
	pk_warn(walk->ctx, "%s: %s", walk->what, pk_error(walk->ctx));
}

uint64_t pk_ring_optional(struct pk_ring_walk *walk, uint64_t base, enum pk_row_id id)
{
	enum pk_status status;
	uint64_t value;

	if (!base || !pk_has(walk->ctx, id))
		return 0;
	status = pk_member_uint(walk->ctx, base, id, &value);
	if (status == PK_OK)
		return value;
	if (status != PK_NOT_CAPTURED)
		pk_ring_warn(walk);
	return 0;
}

bool pk_ring_read_ptr(struct pk_ring_walk *walk, uint64_t addr, uint64_t *ret_value)
{
	if (pk_read_ptr(walk->ctx, addr, ret_value) == PK_OK)
		return true;
	pk_ring_warn(walk);
	return false;
}

void pk_ring_begin(struct pk_ring_walk *walk, const struct pk_ring *shape)
{
	if (walk->begin)
		walk->begin(&walk->ring, shape, walk->arg);
}

void pk_ring_begin_ptr(struct pk_ring_walk *walk, uint64_t ring)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_ring shape = {
		.size = pk_figure_member(ctx, ring, PK_R_ring_size),
		.free = pk_figure_none(PK_ABSENT),
		.done = pk_figure_none(PK_ABSENT),
		.indexes = {{"producer", pk_figure_member(ctx, ring, PK_R_ring_producer)},
			    {"consumer_head", pk_figure_member(ctx, ring, PK_R_ring_consumer)}},
		.nr_indexes = 2,
	};

	/* A veth without NAPI has none; where that cannot be read, it is not known whether it has. */
	if (shape.size.status == PK_OK && shape.size.value)
		pk_ring_begin(walk, &shape);
}
