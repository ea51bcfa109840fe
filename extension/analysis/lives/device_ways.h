/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_DEVICE_WAYS_H
#define PK_ANALYSIS_DEVICE_WAYS_H

#include "analysis/events/engine.h"
#include "core/hash.h"

/** What is asked of devices, as they stand in memory: each answer once. */
struct pk_ways {
	struct pk_engine *engine;
	uint8_t *ends, *keeps; /* owned: of each device an answer + 1; 0: not asked */
	struct pk_hash complete, lead; /* owned: by what was asked */
};

/** WAYS borrows ENGINE. Without memory for it nothing is complete. */
void pk_ways_init(struct pk_ways *ways, struct pk_engine *engine);
void pk_ways_deinit(struct pk_ways *ways);

/** Whether the device at ADDR may have got without an event what a device named NAME received: it stands above one, or one's
 *  ingress program may have given it away. */
enum pk_answer pk_ways_lead(struct pk_ways *ways, const char *name, uint64_t addr);

/**
 * Whether PACKET passed no device that its way lacks. BY_EVENTS: those that events named; DOOR: where a received one
 * ended, its skb->dev at the protocol's door or the bridge that took it, 0: not known; IN: what PACKET, sent on, was received
 * as, or NULL. It rests on devices as they stand in memory. No: a device may be missing. Unknown: some could not be
 * looked at.
 */
enum pk_answer pk_ways_complete(struct pk_ways *ways, const struct pk_packet *packet,
				const char *by_events, uint64_t door, const struct pk_packet *in);

#endif
