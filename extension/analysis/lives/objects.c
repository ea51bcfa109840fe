// SPDX-License-Identifier: GPL-3.0-or-later
/* Lives of skb addresses. */
#include "analysis/events/engine.h"
#include "core/kit.h"

#include <stdlib.h>
#include <string.h>

struct pk_object *pk_object_get(struct pk_engine *engine, uint64_t addr, bool create)
{
	struct pk_object *object;

	if (!addr)
		return NULL;
	object = pk_hash_get(&engine->objects, addr);
	if (object || !create)
		return object;
	object = pk_hash_obtain(&engine->objects, addr, sizeof(*object));
	if (!object) {
		engine->out_of_memory = true;
		return NULL;
	}
	object->addr = addr;
	object->alive = true;
	return object;
}

void pk_object_end(struct pk_object *object)
{
	if (!object || !object->alive)
		return;
	object->alive = false;
	object->ends++;
}

struct pk_object *pk_object_birth(struct pk_engine *engine, uint64_t addr)
{
	struct pk_object *object = pk_object_get(engine, addr, true);
	struct pk_packet *before;
	struct pk_object last;
	int64_t sender;
	bool sure;

	if (!object)
		return NULL;
	/* An end that no event told of: the address could not begin again otherwise. */
	if (object->alive && (object->rx || object->tx || object->birth_seen))
		pk_object_end(object);
	last = *object;
	sure = pk_nothing_lost(engine, object);
	before = object->tx;
	sender = object->sender;
	if (object->answered || object->is_original || !object->tx) {
		before = object->before;
		sender = object->before_sender;
		sure &= object->before_sure;
	}
	memset(object, 0, sizeof(*object));
	object->addr = addr;
	object->ends = last.ends;
	object->counted_since = last.counted_since;
	object->serial = last.serial;
	object->task = last.task;
	object->cpu = last.cpu;
	object->before = before;
	object->before_sure = sure;
	object->before_sender = sender;
	object->alive = true;
	object->birth_seen = true;
	return object;
}

static struct pk_object *begins_unseen(struct pk_engine *engine, struct pk_object *object)
{
	struct pk_packet *rx = object->rx, *tx = object->tx;
	bool lost = !engine->set->silent;

	if (rx)
		rx->events_lost |= lost;
	if (tx)
		tx->events_lost |= lost;
	object = pk_object_birth(engine, object->addr);
	if (!object)
		return NULL;
	object->birth_seen = false;
	object->counted_since = object->ends;
	object->maybe_rx = rx;
	object->maybe_tx = tx;
	return object;
}

struct pk_object *pk_object_next(struct pk_engine *engine, struct pk_object *object)
{
	return pk_nothing_lost(engine, object) ? pk_object_birth(engine, object->addr)
					       : begins_unseen(engine, object);
}

/* Where no end is recorded, what the event is of may go on from where it was last told of: it is no beginning, and no end, which
 * the next one at its address could have, too. */
static bool may_go_on(const struct pk_engine *engine, enum pk_stage_side side)
{
	const struct pk_plan *plan = engine->plans->by_type[engine->event.type];
	enum pk_stage_act act = plan && plan->stage ? plan->stage->act : PK_ACT_NONE;

	return !engine->set->silent ||
	       (plan && plan->stage && plan->stage->side == side && act != PK_ACT_EV_RX &&
		act != PK_ACT_EV_FRAME && act != PK_ACT_TX_OWN);
}

/* The pass that this CPU is in the middle of has it. */
static bool is_passing(const struct pk_engine *engine, uint64_t skb)
{
	const struct pk_pass *pass = &engine->passes[engine->event.cpu];

	return may_go_on(engine, PK_SIDE_RX) && pk_any(pass->nr, i, pass->skb[i] == skb);
}

/* Where no driver's answer is recorded either, that may be long ago. */
static bool is_being_given(const struct pk_engine *engine, uint64_t skb)
{
	const struct pk_thread *thread = engine->thread;
	bool is_over = engine->set->silent && !engine->seen.tx_done;

	return !is_over && pk_any(thread->nr_sending, i, thread->sending[i].skb == skb);
}

/* Others may have it since, on any CPU: a driver, a reader, or (if the task has turned to another skb since) a device's queue. */
static bool is_given_away(const struct pk_engine *engine, const struct pk_object *object)
{
	const struct pk_packet *tx = object->tx, *rx = object->rx;

	return (tx && (tx->work->driven ||
		       (tx->work->queue_seen && engine->thread->named != object->addr))) ||
	       (rx && rx->work->rx_queued);
}

/* The task that had it then is the one that has it now, was nowhere else since, and has not given it away: nobody else can
 * have freed it. */
static bool is_still_handled(const struct pk_engine *engine, const struct pk_object *object)
{
	const struct pk_thread *thread = engine->thread;

	return object->task == thread->key && pk_nothing_lost_here(engine, object) &&
	       thread->stayed_since <= object->serial && !is_given_away(engine, object);
}

/* The task that handed it down has named nothing else since, and no driver was seen to get it. */
static bool is_handed_down(const struct pk_engine *engine, const struct pk_object *object)
{
	return engine->set->silent && may_go_on(engine, PK_SIDE_TX) && object->tx &&
	       !object->tx->work->driven && object->task == engine->thread->key &&
	       engine->thread->named == object->addr;
}

/* A tracepoint and the probes on it tell of one moment, one after the other. (Of drops the one that reads the header is taken.) */
static bool is_told_in_turn(const struct pk_engine *engine, const struct pk_object *object)
{
	const struct pk_breath *breath = &engine->thread->breaths[pk_context_now(engine)];
	const struct pk_plan *plan = engine->plans->by_type[engine->event.type];

	return plan && breath->life.addr == object->addr && breath->stage &&
	       breath->stage == plan->stage && plan->stage->act != PK_ACT_EV_DROP &&
	       breath->probe != plan->number &&
	       engine->event.ts - breath->ts < engine->gaps.quiet_ns;
}

/* As far as the events of its CPU tell, the task that had it then has been there alone: what a softirq gave to the backlog of
 * the socket that it holds, it takes from there. */
static bool is_alone_with(const struct pk_engine *engine, const struct pk_object *object)
{
	return object->task == engine->thread->key && pk_nothing_lost_here(engine, object) &&
	       engine->thread->alone_since <= object->serial;
}

/* Numbers of data tell two skbs of one address apart; ACKs without any may be alike. */
static bool is_told_by_numbers(const struct pk_engine *engine, const struct pk_object *object,
			       const struct pk_header *header)
{
	return pk_header_numbers(header) || is_alone_with(engine, object);
}

/* Of a control block. */
static bool numbers_say_so(const struct pk_packet *packet, const struct pk_header *header)
{
	return header->seq_known && packet->header.seq_known &&
	       header->protocol == packet->header.protocol && header->seq == packet->header.seq;
}

static bool says_so(const struct pk_engine *engine, const struct pk_object *object,
		    const struct pk_packet *packet, const struct pk_header *header)
{
	const struct pk_trail *trail;

	if (!packet || !is_told_by_numbers(engine, object, header))
		return false;
	if (!header->tuple_known)
		return numbers_say_so(packet, header);
	if (pk_headers_prove(engine, &packet->header, header))
		return true;
	trail = &packet->trail;
	return pk_any(trail->nr_frames, i,
		      trail->frames[i].skb == object->addr &&
			      pk_headers_prove(engine, &trail->frames[i].header, header));
}

bool pk_object_goes_on(struct pk_engine *engine, const struct pk_object *object,
		       const struct pk_header *header)
{
	const struct pk_packet *current;

	if (pk_nothing_lost(engine, object) || is_told_in_turn(engine, object) ||
	    is_passing(engine, object->addr) || is_being_given(engine, object->addr) ||
	    is_still_handled(engine, object) || is_handed_down(engine, object) ||
	    says_so(engine, object, object->tx, header) ||
	    says_so(engine, object, object->rx, header))
		return true;
	current = pk_current_packet(engine);
	return current && (current == object->tx || current == object->rx);
}

/* What the handlers of these do with an address that was met before, they judge themselves. */
static bool is_judged(const struct pk_event_facts *facts)
{
	static const enum pk_stage_act acts[] = {
		PK_ACT_TX_OWN,	    PK_ACT_EV_TX_QUEUE, PK_ACT_EV_TX_START, PK_ACT_EV_TX_DONE,
		PK_ACT_COPY_HEADER, PK_ACT_EV_FRAME,	PK_ACT_EV_RX,
	};

	return facts->stage && pk_any(PK_ARRAY_SIZE(acts), i, facts->stage->act == acts[i]);
}

/* What the event read of the skb that it names first (or SECOND). */
static struct pk_header header_read(const struct pk_event_facts *facts, bool second)
{
	struct pk_header nothing = {0};

	if (facts->header_of_second == second && facts->header.tuple_known)
		return facts->header;
	return !second && facts->cb_known && facts->plan && !facts->plan->is_return
		       ? pk_header_of_cb(facts)
		       : nothing;
}

/* The object at ADDR, if its life is not proven to go on: what the event tells of is another one, or may be. Else NULL. */
static struct pk_object *unproven(struct pk_engine *engine, uint64_t addr,
				  const struct pk_event_facts *facts, bool second)
{
	struct pk_object *object = pk_object_get(engine, addr, false);
	struct pk_header header;

	if (!object || !object->alive || (!object->rx && !object->tx) ||
	    pk_nothing_lost(engine, object))
		return NULL;
	header = header_read(facts, second);
	return pk_object_goes_on(engine, object, &header) ? NULL : object;
}

bool pk_drop_is_proven(const struct pk_packet *packet, const struct pk_event_facts *facts)
{
	const struct pk_header *mine = &packet->header, *its = &facts->header;
	bool same_id = mine->ip_id_known && its->ip_id_known && mine->ip_id == its->ip_id;

	if (!pk_header_proven(its))
		return false;
	if (pk_headers_equal(mine, its))
		return pk_header_numbers(its) || same_id;
	return same_id && its->ip_id && mine->checksum_known && its->checksum_known &&
	       mine->checksum == its->checksum && !pk_headers_differ(mine, its);
}

/* What is dropped is OBJECT's packet for sure. If it only may be, that is noted. */
static bool is_dropped(const struct pk_object *object, const struct pk_event_facts *facts)
{
	struct pk_packet *const packets[] = {object->rx, object->tx};
	bool sure = false;

	for (unsigned i = 0; i < PK_ARRAY_SIZE(packets) && !sure; i++) {
		if (!packets[i])
			continue;
		sure = pk_drop_is_proven(packets[i], facts);
		packets[i]->work->may_be_dropped |=
			!sure && !pk_headers_differ(&packets[i]->header, &facts->header);
	}
	return sure;
}

bool pk_objects_met(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct pk_object *object;

	if (!engine->gaps.newest && !engine->event.others_silent && !engine->set->silent)
		return true;
	object = unproven(engine, facts->skb2, facts, true);
	if (object)
		begins_unseen(engine, object);
	object = unproven(engine, facts->skb, facts, false);
	/* A driver answers for what was here before, maybe: that names nothing that is here now. */
	if (object && facts->stage && facts->stage->act == PK_ACT_EV_TX_DONE)
		return is_being_given(engine, facts->skb);
	if (!object || is_judged(facts))
		return true;
	if (engine->set->silent && facts->stage && facts->stage->act == PK_ACT_EV_DROP) {
		if (engine->seen.drop_headers && !facts->plan->has_header)
			return false; /* the probe on it says more */
		if (is_dropped(object, facts))
			return true;
	}
	if (facts->plan && facts->plan->is_return)
		return false; /* of what the function was given, which may be over */
	begins_unseen(engine, object);
	return true;
}

static bool is_on_its_way_down(const struct pk_stage *stage)
{
	switch (stage ? stage->act : PK_ACT_NONE) {
	case PK_ACT_COPY_HEADER:
	case PK_ACT_EV_TX_QUEUE:
	case PK_ACT_EV_TX_START:
	case PK_ACT_TX_IP:
	case PK_ACT_TX_OWN:
		return true;
	default:
		return stage && stage->act == PK_ACT_NONE && stage->side == PK_SIDE_TX;
	}
}

static void name_object(const struct pk_engine *engine, struct pk_object *object,
			const struct pk_stage *stage)
{
	if (!object)
		return;
	if (is_on_its_way_down(stage))
		object->sender = engine->thread->key;
	object->serial = engine->gaps.serial;
	object->task = engine->thread->key;
	object->cpu = engine->event.cpu;
	engine->thread->named = object->addr;
}

void pk_objects_named(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	name_object(engine, pk_object_get(engine, facts->skb, false), facts->stage);
	if (facts->skb2)
		name_object(engine, pk_object_get(engine, facts->skb2, false), NULL);
}
