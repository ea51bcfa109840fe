// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A frame of the layer below IP (MACsec's) that waits in a device's queue: the event of the queue does not say what it is,
 * only that of the driver does. Memory has its bytes. So what a device above sends on is remembered when it is queued; if
 * memory has such a frame there, the frame is a packet of its own, from that event on. link_frame() in tx_frame.c makes the same
 * of one that a driver was given.
 */
#include "analysis/lives/outcome.h"

#include <string.h>

#include "decode/net/skb/skb.h"
#include "decode/slab.h"

void pk_note_below(struct pk_engine *engine, struct pk_packet *packet, struct pk_packet *inner,
		   uint64_t skb)
{
	struct pk_below *below = packet->work->tx.below;

	if (!below)
		below = pk_packet_pool_alloc(packet->pool, sizeof(*below));
	if (!below)
		return;
	*below = (struct pk_below){.inner = inner,
				   .skb = skb,
				   .stage = engine->event_stage,
				   .piece = pk_piece_now(engine)};
	packet->work->tx.below = below;
}

void pk_was_given(struct pk_packet *inner, const char *below_dev)
{
	struct pk_below *below = inner->work->tx.below;
	struct pk_wire_frame *frame;

	pk_packet_leave_dev(inner, below_dev);
	inner->work->tx.queue_len = inner->work->tx.len_above;
	inner->work->tx.nr_queued = 1;
	if (!below || below->inner != inner || !below->answered)
		return;
	inner->work->driven = inner->work->xmit_ok = true;
	below->answered = false;
	frame = pk_trail_add_frame(inner);
	if (!frame)
		return;
	*frame = below->frame;
	frame->sent = true;
}

bool pk_live_skb(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb,
		 struct pk_skb *ret_skb)
{
	struct pk_slab_object slab;

	return skb && pk_holds(engine, packet, skb, NULL) &&
	       pk_slab_lookup(engine->ctx, skb, &slab) == PK_OK &&
	       (slab.kind == PK_OBJECT_SKB || slab.kind == PK_OBJECT_SKB_FCLONE) &&
	       slab.state == PK_SLAB_ALLOCATED && pk_skb_read(engine->ctx, skb, ret_skb) == PK_OK &&
	       ret_skb->users;
}

/* The packet that is below PACKET, in the same skb or one that took its place, from the event on that told of its last
 * device. NULL: no memory. */
static struct pk_packet *split(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_below *below = packet->work->tx.below;
	const struct pk_piece *piece = &below->piece;
	struct pk_object *object = pk_object_get(engine, below->skb, false);
	struct pk_packet *outer = pk_packet_new(engine, PK_TX);
	struct pk_piece *kept = outer ? pk_trail_add_piece(outer) : NULL;
	struct pk_step *step = kept && below->stage ? pk_trail_add_step(outer) : NULL;

	if (!kept)
		return NULL;
	*kept = *piece;
	if (step)
		*step = (struct pk_step){piece->start,	     piece->cpu,	  piece->pid,
					 below->stage->name, below->stage->stage, NULL};
	outer->pos = piece->pos;
	outer->first_ns = outer->last_ns = piece->start;
	outer->left_complete = packet->left_complete;
	outer->skb = below->skb;
	outer->pointer = PK_ID_EXACT;
	outer->work->birth_serial = (uint32_t)object->ends;
	outer->work->queue_seen = true;
	outer->work->tx.queue_len = packet->work->tx.queue_len;
	outer->work->tx.nr_queued = 1;
	pk_packet_set_dev(outer, packet->dev);
	pk_was_given(packet, packet->dev);
	object->tx = outer;
	return outer;
}

static void settle(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_below *below = packet->work->tx.below;
	struct pk_packet *inner = below->inner, *outer = packet;
	const struct pk_protocol *link;
	struct pk_skb skb;

	if (!pk_live_skb(engine, packet, below->skb, &skb) || !skb.header.sectag.known)
		return;
	link = pk_link_known_by_type(engine->ctx, skb.header.protocol);
	if (!link || inner->header.protocol == link->number ||
	    (inner != packet && packet->header.protocol && packet->header.protocol != link->number))
		return;
	if (inner == packet)
		outer = split(engine, packet);
	if (!outer)
		return;
	outer->header.protocol = link->number;
	outer->work->is_own = outer->work->wire_seen = true;
	outer->work->control = outer->work->carries = true;
	pk_carry(inner, outer, PK_ID_EXACT);
}

void pk_settle_macsec_below(struct pk_engine *engine)
{
	const struct pk_packet_set *set = engine->set;

	for (uint32_t i = 0, nr = set->nr; i < nr; i++)
		if (set->packets[i]->dir == PK_TX && set->packets[i]->work->tx.below)
			settle(engine, set->packets[i]);
}
