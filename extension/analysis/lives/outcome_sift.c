// SPDX-License-Identifier: GPL-3.0-or-later
/* Which packets are shown. What is left out gives its devices to what it carried. */
#include "analysis/lives/outcome.h"

#include <stdio.h>
#include <string.h>

/* Where several protocols are known, each packet of one has its number. */
static bool is_shown(const struct pk_engine *engine, const struct pk_packet *packet)
{
	return pk_header_is_shown(engine->ctx, &packet->header);
}

static bool belongs(const struct pk_engine *engine, const struct pk_packet *received)
{
	const struct pk_packet *packet = received->work->is_copy ? received->work->whole : received;

	if (!packet->work->is_own || packet->work->is_other || !is_shown(engine, packet))
		return false;
	if (packet->outcome == PK_OUT_IN_FLIGHT)
		return true;
	if (packet->dir == PK_RX)
		/* Below GRO only: merged where merges are not traced, or still held there. */
		return packet->work->queue_seen || !packet->work->has_frames ||
		       (engine->seen.merge && !packet->work->freed);
	/* A control function may decide to send nothing. */
	return packet->work->wire_seen || !packet->work->control ||
	       (packet->work->dropped && pk_protocol_of(&packet->header)->datagrams);
}

/* A whole packet of a protocol that is not shown. */
static bool is_of_others(const struct pk_engine *engine, const struct pk_packet *packet)
{
	const struct pk_packet_work *work = packet->work;

	if (work->absorbed || !(packet->dir == PK_RX ? work->queue_seen : work->wire_seen))
		return false;
	return work->is_other || (work->is_own && !is_shown(engine, packet));
}

/* The devices of OUTER behind those of PACKET, which it carried. Its own last one stays what it was given to as itself. */
static void pass_below(struct pk_packet *packet, const struct pk_packet *outer)
{
	const char *own = packet->dev;
	char dev[PK_WAY_MAX];

	for (const char *way = outer->way; *way;) {
		way = pk_way_next(way, dev);
		pk_packet_pass_dev(packet, dev, false);
	}
	packet->dev = own;
}

/* The devices of OUTER in front of those of PACKET, which came out of it, and how it moved between them. */
static void came_by(struct pk_packet *packet, const struct pk_packet *outer)
{
	unsigned before = outer->work->rx.nr_ups + 1u, nr = before + packet->work->rx.nr_ups;
	char way[PK_WAY_MAX];

	if (!packet->way[0] || !outer->way[0] ||
	    !strncmp(packet->way, outer->way, strcspn(outer->way, " ")) ||
	    (size_t)snprintf(way, sizeof(way), "%s %s", outer->way, packet->way) >= sizeof(way))
		return;
	pk_packet_set_dev(packet, way);
	packet->work->rx.nr_ups = nr > PK_UPS_MAX ? PK_UPS_MAX + 1 : nr;
	if (nr > PK_UPS_MAX)
		return;
	packet->work->rx.ups =
		(outer->work->rx.ups | packet->work->rx.ups << before * PK_UP_BITS) & 0x3fff;
	if (before > 1) {
		packet->work->rx.vlan_known = outer->work->rx.vlan_known;
		packet->work->rx.vlan = outer->work->rx.vlan;
	}
}

/* What carried PACKET is not shown: PACKET's devices are all that it passed, those in there too. Of several tunnels the
 * outer ones are still to be sifted when a packet is sent, and have been when it is received: then they gave theirs away. */
static void pass_carriers(const struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_packet *outer = packet;

	for (unsigned i = 0; i < PK_NESTED_TUNNELS && pk_has_edge(outer, PK_EDGE_ENCAPSULATED_IN);
	     i++) {
		const struct pk_edge *edge = pk_edge_of(outer, PK_EDGE_ENCAPSULATED_IN);

		if (!edge->to || edge->to == packet || edge->to->dir != packet->dir ||
		    edge->to->work->absorbed || belongs(engine, edge->to))
			return;
		outer = edge->to;
		if (packet->dir == PK_TX)
			pass_below(packet, outer);
		else
			came_by(packet, outer);
	}
}

static void sift_edges(const struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;

	pass_carriers(engine, packet);
	for (uint32_t i = 0; i < trail->nr_edges; i++)
		if (trail->edges[i].to && !belongs(engine, trail->edges[i].to))
			trail->edges[i].to = NULL;
}

void pk_sift(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < set->nr; i++)
		if (set->packets[i]->edge_kinds)
			sift_edges(engine, set->packets[i]);
	for (uint32_t i = 0; i < set->nr; i++) {
		set->of_others += is_of_others(engine, set->packets[i]);
		if (belongs(engine, set->packets[i]))
			set->packets[kept++] = set->packets[i];
		else
			pk_packet_free(set->packets[i]);
	}
	set->nr = kept;
	for (uint32_t i = 0; i < kept; i++)
		set->packets[i]->work->serial = i;
}
