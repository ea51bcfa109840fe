/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_WATCH_H
#define PK_ANALYSIS_WATCH_H

#include <stddef.h>

#include "model/packet.h"

/** An event whose packet somebody wants to know. */
struct pk_watched {
	uint64_t ts; /* ring clock */
	struct pk_event_pos pos;
	/* Borrowed from the set that the packets are in, which may have dropped them since. NULL: none is known. */
	const struct pk_packet *packet; /* that the event's skb is */
	const struct pk_packet *handled; /* in whose calls the event was recorded */
};

/** Such events, in order of time. */
struct pk_packet_watch {
	struct pk_watched *list; /* borrowed */
	size_t nr;
};

struct pk_engine;
struct pk_event_facts;

/** Forget the answers: the trace is read once more. */
void pk_watch_begin(struct pk_packet_watch *watch);
/** Answer for the engine's current event, if it is watched. FACTS: what it says; NULL: nothing about packets. */
void pk_watch_event(struct pk_engine *engine, const struct pk_event_facts *facts);

#endif
