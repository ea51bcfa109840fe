// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/filter.h"

#include "analysis/events/engine.h"

void pk_watch_begin(struct pk_packet_watch *watch)
{
	for (size_t i = 0; watch && i < watch->nr; i++)
		watch->list[i].packet = watch->list[i].handled = NULL;
}

static bool is_at(const struct pk_watched *watched, const struct pk_event *event)
{
	const struct pk_event_pos *one = &watched->pos, *other = &event->pos;

	return one->page_ts == other->page_ts && one->offset == other->offset &&
	       one->cpu == other->cpu;
}

/* The first of LIST at TS or later. */
static size_t first_at(const struct pk_packet_watch *watch, uint64_t ts)
{
	return pk_first(watch->nr, at, watch->list[at].ts < ts);
}

/* Of the skb that the event names first; where it is a socket's, of the skb that it names besides. */
static const struct pk_packet *packet_of(struct pk_engine *engine,
					 const struct pk_event_facts *facts)
{
	const struct pk_object *object = pk_object_get(engine, facts->skb, false);

	return !object ? NULL : object->rx ? object->rx : object->tx;
}

void pk_watch_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_packet_watch *watch = engine->watch;
	const struct pk_event *event = &engine->event;

	for (size_t i = first_at(watch, event->ts); i < watch->nr && watch->list[i].ts == event->ts;
	     i++) {
		struct pk_watched *watched = &watch->list[i];

		if (!is_at(watched, event))
			continue;
		watched->packet = facts ? packet_of(engine, facts) : NULL;
		watched->handled = pk_current_packet(engine);
	}
}
