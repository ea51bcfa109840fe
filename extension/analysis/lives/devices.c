// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The devices that a packet passed and no event names.
 *
 * netif_receive_skb tells of the card; what a VLAN, a bond or a team above it takes over goes through the same call
 * once more without a word, and a bridge hands frames from port to port. The functions that do so are in the
 * trace, and in which order; whose they are say the devices as they stand in memory. A step counts where the
 * packet went on behind it: a bond drops what its idle slave receives, in the same function. A bridge that gives the frame to
 * another port counts if that port is the same bridge's.
 *
 * A probe on a protocol's door that fetches skb->dev names the last device by its address. It is the event's word: a way by
 * the functions that ends elsewhere is of devices that were stacked otherwise then.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/lives/namespaces.h"
#include "analysis/lives/outcome.h"
#include "analysis/lives/queued_packets.h"

/* Where a packet stands: a device by its name, which several namespaces may have, or one that is known. */
struct stand {
	const char *name;
	const struct pk_net_device *device; /* NULL: by its name */
};

struct climb {
	struct pk_engine *engine;
	char way[PK_WAY_MAX];
	struct stand at;
	bool lost; /* what comes next is not known */
};

static enum pk_status above(struct pk_ctx *ctx, const struct pk_net_device *device, enum pk_up up,
			    uint32_t vlan, uint64_t *ret_addr)
{
	return up == PK_UP_VLAN ? pk_net_device_vlan(ctx, device->addr, vlan, ret_addr)
				: pk_net_device_master(ctx, device->addr, ret_addr);
}

/* The device above the one at STAND; of several of that name, the only one that has such. PK_ABSENT: there is none. */
static enum pk_status step_from(struct pk_engine *engine, const struct stand *stand, enum pk_up up,
				uint32_t vlan, const struct pk_net_device **ret_device)
{
	const struct pk_queued_packets *memory = engine->memory;
	const struct pk_net_device *found = NULL;

	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];
		uint64_t addr;
		enum pk_status status;

		if (stand->device ? device != stand->device
				  : strcmp(device->name, stand->name) != 0)
			continue;
		status = above(engine->ctx, device, up, vlan, &addr);
		if (status == PK_ABSENT && !stand->device)
			continue;
		if (status != PK_OK)
			return status;
		device = pk_queued_device_at(memory, addr);
		if (!device || !device->name[0] || found)
			return pk_none(engine->ctx, PK_CORRUPT);
		found = device;
	}
	*ret_device = found;
	return found ? PK_OK : pk_none(engine->ctx, PK_ABSENT);
}

static bool append(char way[PK_WAY_MAX], const char *name, size_t len)
{
	size_t at = strlen(way);

	if (at + len + 2 > PK_WAY_MAX)
		return false;
	snprintf(way + at, PK_WAY_MAX - at, "%s%.*s", at ? " " : "", (int)len, name);
	return true;
}

static bool is_word(const char *way, const char *name, size_t len)
{
	for (const char *word = way; *word; word += strcspn(word, " "), word += *word == ' ')
		if (strcspn(word, " ") == len && !memcmp(word, name, len))
			return true;
	return false;
}

static void climb(struct climb *climb, enum pk_up up, bool *vlan_known, uint32_t vlan)
{
	const struct pk_net_device *next = NULL;
	enum pk_status status =
		step_from(climb->engine, &climb->at, up,
			  up == PK_UP_VLAN && *vlan_known ? vlan : PK_ANY_VLAN, &next);

	/* A VLAN that the device does not have is somebody else's above. */
	if (status == PK_ABSENT && up == PK_UP_VLAN &&
	    pk_has(climb->engine->ctx, PK_R_netdev_vlan_info))
		return;
	climb->lost = status != PK_OK;
	if (climb->lost)
		return;
	if (up == PK_UP_VLAN)
		*vlan_known = false; /* another tag is not the card's */
	climb->at = (struct stand){.name = next->name, .device = next};
	if (!is_word(climb->way, next->name, strlen(next->name)))
		climb->lost = !append(climb->way, next->name, strlen(next->name));
}

static enum pk_up up_of(const struct pk_packet *packet, unsigned i)
{
	return packet->work->rx.ups >> (i * PK_UP_BITS) & ((1u << PK_UP_BITS) - 1);
}

/* The way of PACKET, received, with what lies between the devices that events name, by its first LAST steps. */
static void climb_all(struct pk_engine *engine, struct pk_packet *packet, unsigned last)
{
	struct climb at = {.engine = engine};
	bool vlan_known = packet->work->rx.vlan_known;
	char name[PK_WAY_MAX];
	const char *rest = pk_way_next(packet->way, name);

	append(at.way, name, strlen(name));
	at.at.name = name;
	for (unsigned i = 0; i < last; i++) {
		enum pk_up up = up_of(packet, i);

		if (up != PK_UP_DEVICE) {
			/* What a bridge did with it, the next event tells, or the packet that was sent on. */
			if (!at.lost && up != PK_UP_BRIDGE)
				climb(&at, up, &vlan_known, packet->work->rx.vlan);
			continue;
		}
		rest = pk_way_next(rest, name);
		at.at = (struct stand){.name = name};
		at.lost = false;
		if (!is_word(at.way, name, strlen(name)) && !append(at.way, name, strlen(name)))
			return;
	}
	if (strcmp(at.way, packet->way) != 0)
		pk_packet_set_dev(packet, at.way);
}

/* Most packets came the way of one before. */
struct known_way {
	const char *from, *to; /* the pool's */
	uint32_t ups, last, vlan;
};

#define KNOWN_WAYS 16

static void settle_last(struct pk_engine *engine, struct pk_packet *packet, const char *by_events)
{
	const struct pk_net_device *last =
		pk_queued_device_at(engine->memory, packet->work->rx.netdev);
	size_t len = last ? strlen(last->name) : 0;

	/* No device of the dump is known to be the last one; so today's stack of devices says nothing about the way either. */
	if (packet->work->rx.netdev && !last)
		pk_packet_set_dev(packet, by_events);
	if (!len)
		return;
	if (packet->way != by_events && strcmp(packet->dev, last->name) != 0)
		pk_packet_set_dev(packet, by_events);
	if (!is_word(packet->way, last->name, len))
		pk_packet_pass_dev(packet, last->name, false);
}

static void climb_known(struct pk_engine *engine, struct pk_packet *packet,
			struct known_way known[KNOWN_WAYS])
{
	bool went_on = packet->work->taken || packet->work->copied;
	uint32_t vlan = packet->work->rx.vlan_known ? packet->work->rx.vlan : PK_ANY_VLAN;
	unsigned last = packet->work->rx.nr_ups;
	struct known_way *way;

	if (last > PK_UPS_MAX || !packet->way[0])
		return;
	while (!went_on && last && up_of(packet, last - 1) != PK_UP_DEVICE)
		last--;
	if (!last)
		return;
	way = &known[(packet->work->rx.ups + vlan) % KNOWN_WAYS];
	if (way->from != packet->way || way->ups != packet->work->rx.ups || way->last != last ||
	    way->vlan != vlan) {
		*way = (struct known_way){packet->way, NULL, packet->work->rx.ups, last, vlan};
		climb_all(engine, packet, last);
		way->to = packet->way;
	}
	if (packet->way != way->to)
		pk_packet_set_dev(packet, way->to);
}

static struct pk_packet *came_in_as(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	if (!pk_has_edge(packet, PK_EDGE_LOOPBACK))
		return NULL;
	for (uint32_t i = 0; i < trail->nr_edges; i++)
		if (trail->edges[i].kind == PK_EDGE_LOOPBACK && trail->edges[i].to &&
		    trail->edges[i].to->dir == PK_RX && trail->edges[i].to->work->copied &&
		    trail->edges[i].to->work->serial < packet->work->serial)
			return trail->edges[i].to;
	return NULL;
}

/* The bridge that gave what came in by IN's last device to the port OUT. */
static const struct pk_net_device *bridge_between(struct pk_engine *engine,
						  const struct pk_packet *in, const char *out)
{
	const struct pk_net_device *bridge, *other;
	unsigned nr = in->work->rx.nr_ups;

	if (!nr || nr > PK_UPS_MAX || up_of(in, nr - 1) != PK_UP_BRIDGE)
		return NULL;
	if (step_from(engine, &(struct stand){.name = in->dev}, PK_UP_BRIDGE, 0, &bridge) !=
		    PK_OK ||
	    step_from(engine, &(struct stand){.name = out}, PK_UP_BRIDGE, 0, &other) != PK_OK)
		return NULL;
	return bridge == other ? bridge : NULL;
}

/* What was sent on has IN's way in front of its own. */
static void settle_forwarded(struct pk_ways *ways, struct pk_packet *packet, struct pk_packet *in)
{
	const struct pk_net_device *bridge;
	const char *own = packet->way, *dev = packet->dev;
	char way[PK_WAY_MAX] = "", out[PK_WAY_MAX];

	while (*own && is_word(in->way, own, strcspn(own, " "))) {
		own += strcspn(own, " ");
		own += *own == ' ';
	}
	if (!*own)
		return;
	snprintf(out, sizeof(out), "%.*s", (int)strcspn(own, " "), own);
	bridge = bridge_between(ways->engine, in, out);
	if (bridge) {
		pk_packet_pass_dev(in, bridge->name, false);
		in->way_complete = pk_ways_complete(ways, in, in->way, bridge->addr, NULL);
	}
	if (append(way, in->way, strlen(in->way)) && append(way, own, strlen(own)) &&
	    strcmp(way, packet->way) != 0) {
		pk_packet_set_dev(packet, way);
		packet->dev = dev; /* others may have carried it since */
	}
}

/* --- whose an address is -------------------------------------------------------------------------------------- */

struct addresses {
	struct pk_ways *ways;
	struct pk_hash named, others; /* struct pk_net_device of memory, by its address */
};

/* Its own socket, which never changes its namespace, is in another than the device has. */
static bool is_elsewhere(const struct pk_queued_packets *memory, const struct pk_packet *packet,
			 const struct pk_net_device *device)
{
	const struct pk_sock *sock = packet->sk ? pk_hash_get(&memory->socks, packet->sk) : NULL;
	struct pk_tuple local = pk_tuple_reversed(&packet->header.tuple);

	return sock && packet->header.tuple_known && pk_tuple_equal(&sock->tuple, &local) &&
	       sock->netns && device->netns && sock->netns != device->netns;
}

/* Whether DEVICE, which stands at PACKET's address of skb->dev, had it. What is looked at is of later events, which are in every
 * window. */
static bool is_proven(struct addresses *addresses, struct pk_packet *packet,
		      const struct pk_net_device *device)
{
	struct pk_engine *engine = addresses->ways->engine;
	struct pk_hash *told = NULL;
	enum pk_answer led = PK_ANSWER_UNKNOWN;

	if (!strcmp(packet->dev, device->name))
		led = PK_ANSWER_YES;
	else if (packet->dev[0])
		led = pk_ways_lead(addresses->ways, packet->dev, device->addr);
	if (is_elsewhere(engine->memory, packet, device))
		led = PK_ANSWER_NO;
	if (led == PK_ANSWER_NO && !packet->events_lost)
		told = &addresses->others;
	else if (led == PK_ANSWER_YES)
		told = &addresses->named;
	if (told && !pk_hash_put(told, device->addr, (void *)(uintptr_t)device))
		engine->out_of_memory = true;
	if (led == PK_ANSWER_UNKNOWN && !packet->dev[0] &&
	    pk_hash_get(&addresses->named, device->addr))
		led = PK_ANSWER_YES;
	return led == PK_ANSWER_YES && !pk_hash_get(&addresses->others, device->addr);
}

/* A device goes, and another gets its address. That the one which stands there had a packet is proven by a name that events
 * give the address, or by the device below in memory; and by nothing that came later. */
static void judge_addresses(struct pk_ways *ways)
{
	struct addresses addresses = {.ways = ways};
	struct pk_packet_set *set = ways->engine->set;

	for (uint32_t i = set->nr; i-- > 0;) {
		struct pk_packet *packet = set->packets[i];
		const struct pk_net_device *device = NULL;

		if (packet->dir == PK_RX && packet->work->rx.netdev)
			device = pk_queued_device_at(ways->engine->memory, packet->work->rx.netdev);
		if (device && !is_proven(&addresses, packet, device))
			packet->work->rx.netdev = PK_NETDEV_UNKNOWN;
	}
	pk_hash_deinit(&addresses.named, NULL);
	pk_hash_deinit(&addresses.others, NULL);
}

void pk_settle_devices(struct pk_engine *engine)
{
	struct known_way known[KNOWN_WAYS] = {0};
	struct pk_packet_set *set = engine->set;
	struct pk_ways ways;

	pk_ways_init(&ways, engine);
	judge_addresses(&ways);
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		const char *by_events = packet->way;

		if (packet->dir != PK_RX)
			continue;
		climb_known(engine, packet, known);
		settle_last(engine, packet, by_events);
		packet->way_complete =
			pk_ways_complete(&ways, packet, by_events, packet->work->rx.netdev, NULL);
	}
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i], *in;

		if (packet->dir != PK_TX)
			continue;
		in = came_in_as(packet);
		if (in)
			settle_forwarded(&ways, packet, in);
		packet->way_complete = pk_ways_complete(&ways, packet, packet->way, 0, in);
	}
	pk_ways_deinit(&ways);
}
