// SPDX-License-Identifier: GPL-3.0-or-later
/* What says that a packet was dropped: who let go of its skb, and why; a device, below which it went no further; what carried it. */
#include "analysis/lives/namespaces.h"
#include "analysis/lives/outcome.h"

#include <string.h>

const struct pk_stage *pk_stage_at(struct pk_engine *engine, uint64_t place)
{
	return place ? pk_plans_stage_at(engine->ctx, engine->plans, place) : NULL;
}

/* The function at which PACKET was dropped has MARK. */
bool pk_is_freed_by(struct pk_engine *engine, const struct pk_packet *packet,
		    enum pk_stage_mark mark)
{
	const struct pk_stage *stage =
		packet->drop ? pk_stage_at(engine, packet->drop->location) : NULL;

	return stage && stage->marks & mark;
}

/* kfree_skb had a reason that says more than that it was called. */
bool pk_has_drop_reason(const struct pk_packet *packet)
{
	const char *reason = packet->drop ? packet->drop->reason_name : "";

	return reason[0] && strcmp(reason, "NOT_SPECIFIED") && strcmp(reason, "QUEUE_PURGE") &&
	       strcmp(reason, "CONSUMED") && strcmp(reason, "NOT_DROPPED_YET");
}

/* The sending function of PACKET's last device, which no hardware stands behind, let go of it itself, or another there, for a
 * reason. (A card's driver may free what it has copied.) */
static bool is_freed_by_device(struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_queued_packets *memory = engine->memory;
	bool found = false;
	struct pk_symbol at;

	if (!packet->drop || !packet->drop->location ||
	    pk_symbol_at(engine->ctx, packet->drop->location, &at) != PK_OK)
		return false;
	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];
		uint64_t xmit;

		if (strcmp(device->name, packet->dev) != 0)
			continue;
		if (pk_net_device_software(engine->ctx, device->addr, &xmit) != PK_OK ||
		    (xmit != at.addr && !pk_has_drop_reason(packet)))
			return false;
		found = true;
	}
	return found;
}

static bool each_frame_dropped(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_frames; i++)
		if (!trail->frames[i].dropped)
			return false;
	return trail->nr_frames > 0;
}

/* A tunnel's device sends nothing that it has not wrapped, and lets go so of nothing that it sends. */
static bool is_left_in_tunnel(struct pk_engine *engine, const struct pk_packet *packet)
{
	return pk_is_tunnel(engine, packet->dev) && !pk_has_edge(packet, PK_EDGE_ENCAPSULATED_IN);
}

bool pk_is_refused_by_device(struct pk_engine *engine, const struct pk_packet *packet)
{
	return (packet->work->dropped || each_frame_dropped(packet)) &&
	       (is_left_in_tunnel(engine, packet) || pk_is_freed_by(engine, packet, PK_DISCARDS) ||
		is_freed_by_device(engine, packet));
}

/* The drop of PACKET, or of what carries it, all of it: *RET_DROP (NULL: not recorded). */
static bool is_lost(struct pk_engine *engine, const struct pk_packet *packet, unsigned depth,
		    struct pk_drop **ret_drop)
{
	const struct pk_packet_work *work = packet->work;
	const struct pk_trail *trail = &packet->trail;
	bool carried = false;

	*ret_drop = packet->drop;
	if ((work->dropped && !work->xmit_ok && !work->completed) ||
	    (!work->looped && pk_is_refused_by_device(engine, packet)))
		return true;
	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_packet *outer = trail->edges[i].to;

		if (trail->edges[i].kind != PK_EDGE_ENCAPSULATED_IN)
			continue;
		if (!outer || outer->dir != PK_TX || depth == PK_NESTED_TUNNELS ||
		    !is_lost(engine, outer, depth + 1, ret_drop))
			return false;
		carried = true;
	}
	return carried;
}

void pk_settle_lost_inside(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_drop *drop;

	if (packet->dir != PK_TX || !pk_has_edge(packet, PK_EDGE_ENCAPSULATED_IN) ||
	    !is_lost(engine, packet, 0, &drop) || packet->drop)
		return;
	packet->work->lost_inside = true;
	packet->drop = drop;
}
