// SPDX-License-Identifier: GPL-3.0-or-later
/* What a task gives to a driver, and what the driver answers. */
#include "analysis/lives/tx.h"

#include <string.h>

/* net_dev_xmit's rc: the driver is busy and will be asked again; it dropped the skb (dev_xmit_complete()). */
#define NETDEV_TX_BUSY 0x10
#define NET_XMIT_DROP 1

void pk_tx_not_given(struct pk_packet *packet, struct pk_wire_frame *wire)
{
	struct pk_trail *trail = &packet->trail;

	packet->work->driven = false;
	if (wire)
		memmove(wire, wire + 1,
			(size_t)(trail->frames + --trail->nr_frames - wire) * sizeof(*wire));
}

struct pk_wire_frame *pk_tx_last_wire_frame(struct pk_packet *packet, uint64_t skb)
{
	struct pk_trail *trail = &packet->trail;

	for (uint32_t i = trail->nr_frames; i-- > 0;)
		if (trail->frames[i].skb == skb)
			return &trail->frames[i];
	return NULL;
}

struct pk_wire_frame *pk_tx_open_wire_frame(struct pk_packet *packet, uint64_t skb)
{
	struct pk_wire_frame *wire = pk_tx_last_wire_frame(packet, skb);

	return wire && !wire->sent ? wire : NULL;
}

void pk_tx_sending_begin(struct pk_engine *engine, const struct pk_event_facts *facts,
			 struct pk_packet *packet, bool driven)
{
	struct pk_thread *thread = engine->thread;
	struct pk_sending *top =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;

	if (packet)
		packet->work->driven |= driven;
	if (top && top->skb == facts->skb && top->packet == packet &&
	    (!top->driven || top->plan != facts->plan)) {
		if (!top->driven)
			top->plan = facts->plan;
		top->driven |= driven;
		return;
	}
	if (thread->nr_sending == PK_SENDING_ROOM)
		memmove(thread->sending, thread->sending + 1,
			--thread->nr_sending * sizeof(thread->sending[0]));
	thread->sending[thread->nr_sending++] =
		(struct pk_sending){facts->skb, packet, facts->plan, driven};
}

struct pk_sending *pk_tx_sending_of(struct pk_thread *thread, uint64_t skb)
{
	for (uint32_t i = thread->nr_sending; i-- > 0;)
		if (thread->sending[i].skb == skb && thread->sending[i].driven)
			return &thread->sending[i];
	return NULL;
}

/* A task is giving PACKET's skb to a driver now. */
static bool is_being_sent(struct pk_engine *engine, uint64_t skb, const struct pk_packet *packet)
{
	size_t at = 0;
	struct pk_thread *thread;

	while ((thread = pk_hash_next(&engine->threads, &at))) {
		const struct pk_sending *sending = pk_tx_sending_of(thread, skb);

		if (sending && sending->packet == packet)
			return true;
	}
	return false;
}

/* An answer comes as soon as the driver returns: to the task that gave it the skb, before the task turns to another one. Of
 * two that it sent at one address, one inside the other, the inner is answered first. */
static bool may_be_answered_late(const struct pk_engine *engine, const struct pk_object *object)
{
	return !object->answered && object->sender == engine->thread->key &&
	       engine->thread->named == object->addr;
}

/* Whose the skb was that a driver has answered for, where nothing told that this task gave it to one: that of the life at
 * the address if this task sent it; else that of the life before, if this task sent that and no answer may be lost; not one
 * that another task is giving to a driver. */
static struct pk_packet *answered_by_address(struct pk_engine *engine,
					     const struct pk_object *object)
{
	static const struct pk_header unknown = {0};
	int64_t task = engine->thread->key;

	if (!object)
		return NULL;
	if (object->before && (object->sender != task || object->answered))
		return object->before_sure && pk_nothing_lost(engine, object) &&
				       object->before_sender == task && object->sender != task
			       ? object->before
			       : NULL;
	if (!object->alive && !may_be_answered_late(engine, object))
		return NULL;
	if (!pk_object_goes_on(engine, object, &unknown))
		return NULL;
	return object->is_original || is_being_sent(engine, object->addr, object->tx) ? NULL
										      : object->tx;
}

/* A device's queue may give what this task gave it to another task, which has had the answer then. */
static bool waits_for_answer(const struct pk_sending *sending, uint64_t skb)
{
	return sending->skb == skb && (sending->driven || !sending->packet->work->xmit_ok);
}

/* Whose skb a driver has answered for: what this task gave it, which is no more at its address perhaps. */
static struct pk_packet *answered(struct pk_engine *engine, uint64_t skb)
{
	struct pk_thread *thread = engine->thread;
	struct pk_object *object = pk_object_get(engine, skb, false);
	struct pk_packet *packet = NULL;
	uint32_t at = thread->nr_sending;

	while (at-- > 0 && !waits_for_answer(&thread->sending[at], skb))
		;
	if (at != UINT32_MAX) {
		packet = thread->sending[at].packet;
		thread->nr_sending = at;
	} else {
		packet = answered_by_address(engine, object);
	}
	if (object && object->tx == packet)
		object->answered = true;
	else if (object && object->before == packet)
		object->before = NULL;
	return packet;
}

/* It is a stacked device that has answered, and the packet came to one below since: into its queue, for no event says that
 * its driver was given it. */
static bool waits_below(const struct pk_packet *packet, const struct pk_wire_frame *wire,
			const struct pk_event_facts *facts)
{
	return wire && facts->dev[0] && packet->dev[0] && strcmp(packet->dev, facts->dev) != 0;
}

/* If what waits there turns out to be another packet, this one was given to the device. */
static void note_answer_above(struct pk_packet *packet, const struct pk_wire_frame *wire)
{
	struct pk_below *below = packet->work->tx.below;

	if (!below || below->inner != packet)
		return;
	below->answered = true;
	below->frame = *wire;
}

void pk_tx_done(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_packet *packet = answered(engine, facts->skb);
	uint32_t rc = (uint32_t)pk_facts_word(engine->ctx, facts->plan, &engine->event, PK_W_RC, 0);
	struct pk_wire_frame *wire;

	pk_see(engine, &engine->seen.tx_done);
	if (!packet)
		return;
	wire = pk_tx_open_wire_frame(packet, facts->skb);
	pk_packet_touch(engine, packet, facts);
	pk_piece_point(engine, packet);
	if (rc == NETDEV_TX_BUSY) {
		pk_tx_not_given(packet, wire);
	} else if (rc == NET_XMIT_DROP || (int32_t)rc < 0) {
		packet->work->driver_dropped = true;
	} else if (waits_below(packet, wire, facts)) {
		note_answer_above(packet, wire);
		pk_tx_not_given(packet, wire);
	} else {
		packet->work->xmit_ok = true;
		if (wire)
			wire->sent = true;
	}
}

bool pk_tx_completed(struct pk_engine *engine, const struct pk_object *object,
		     struct pk_packet *packet)
{
	struct pk_wire_frame *wire = pk_tx_open_wire_frame(packet, object->addr);
	bool given = wire || (packet->work->driven && packet->skb == object->addr &&
			      !packet->trail.nr_frames);

	if (!given || packet->work->looped || packet->work->dropped ||
	    pk_tx_sending_of(engine->thread, object->addr))
		return false;
	if (wire)
		wire->sent = true;
	packet->work->completed = true;
	return true;
}
