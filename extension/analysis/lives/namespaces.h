/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_NAMESPACES_H
#define PK_ANALYSIS_NAMESPACES_H

#include "analysis/events/engine.h"
#include "analysis/lives/packets.h"
#include "analysis/lives/queued_packets.h"
#include "core/hash.h"
#include "decode/net/device/net_device.h"

/** Every device called NAME is a tunnel's: it receives only what came out of one, and sends what it is given inside another packet. By
 *  their kinds, as `ip -d link` has them (rtnl_link_ops.kind). False: one is none, or its kind cannot be read. */
bool pk_is_tunnel(struct pk_engine *engine, const char *name);
/** Every device called NAME unwraps what came in on another one, and queues it for the CPU that it does so on (gro_cells). */
bool pk_has_cells(struct pk_engine *engine, const char *name);

/** Whether a program at tc's ingress may give what DEVICE receives to another device without a word. */
enum pk_answer pk_device_diverts(struct pk_ctx *ctx, const struct pk_net_device *device);

/** What DEVICE receives stays in its namespace: nothing above it is elsewhere, and no program of tc's may give it to
 *  another's device without a word. */
bool pk_device_keeps(struct pk_ctx *ctx, const struct pk_net_device *device);

/** Give packets the namespace of the end that sent or takes them, where it is proven: by the address of the last device; by
 *  a device's name that no other has; by the live socket, and by other packets of the same life of a socket; by the other
 *  half, through the pair of veths that it passed. After names by sockets. */
void pk_settle_namespaces(struct pk_engine *engine);

/**
 * Tell connections with equal addresses and ports apart (pk_packet.connection): two containers may have such. A packet whose
 * namespace is unknown, and that is joined with no known one, belongs to an unknown connection.
 *
 * Needs namespaces; may be done again when packets were added to SET. False: out of memory.
 */
bool pk_settle_connections(const struct pk_queued_packets *memory, struct pk_packet_set *set);

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
