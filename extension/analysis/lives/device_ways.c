// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Whether a packet passed devices that its way lacks.
 *
 * __netif_receive_skb_core() tells of a frame once (netif_receive_skb). Then a VLAN, or the receive handler of a device above
 * (bond, team, bridge, macvlan, ipvlan, MACsec), may take it over, and the loop begins again without an event. All of them
 * are in the lower device's list of neighbours above. A program at tc's ingress may give it to another device, too
 * (bpf_redirect_peer()). So a device hands nothing on if it has neither. skb->dev at a protocol's door is the last one.
 *
 * A frame comes in, and is sent, by a device at the edge of the stack: hardware, the loopback, one end of a veth. Where a way
 * ends in another, the device below was in another skb, or its events are missing. What is sent reaches the queue of each of
 * its devices, which has an event (net_dev_queue); but a VRF may have it without.
 */
#include "analysis/lives/namespaces.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/queued_packets.h"
#include "core/kit.h"

/* What a hash holds of an answer: the address of one of these. */
static char answers[PK_NR_ANSWERS];

/* Of two steps: what one may lack, the whole may. */
static enum pk_answer both(enum pk_answer a, enum pk_answer b)
{
	if (a == PK_ANSWER_NO || b == PK_ANSWER_NO)
		return PK_ANSWER_NO;
	return a == PK_ANSWER_YES ? b : a;
}

static enum pk_answer answer(bool yes)
{
	return yes ? PK_ANSWER_YES : PK_ANSWER_NO;
}

void pk_ways_init(struct pk_ways *ways, struct pk_engine *engine)
{
	size_t nr = engine->memory->nr_devices + 1;

	*ways = (struct pk_ways){
		.engine = engine,
		.ends = calloc(nr, sizeof(*ways->ends)),
		.keeps = calloc(nr, sizeof(*ways->keeps)),
	};
	engine->out_of_memory |= !ways->ends || !ways->keeps;
}

void pk_ways_deinit(struct pk_ways *ways)
{
	pk_hash_deinit(&ways->complete, NULL);
	pk_hash_deinit(&ways->lead, NULL);
	free(ways->ends);
	free(ways->keeps);
}

/* --- devices above one ------------------------------------------------------------------------------------ */

#define ABOVE_MAX 256

struct above {
	const struct pk_queued_packets *memory;
	uint64_t list[ABOVE_MAX];
	unsigned nr;
	bool whole; /* false: some could not be read, or there are too many */
};

static bool add_above(uint64_t upper, void *arg)
{
	struct above *above = arg;

	for (unsigned i = 0; i < above->nr; i++)
		if (above->list[i] == upper)
			return true;
	above->whole &= above->nr < ABOVE_MAX;
	if (above->nr < ABOVE_MAX)
		above->list[above->nr++] = upper;
	return above->whole;
}

/* The devices directly above the one at ADDR. */
static void next_above(struct pk_engine *engine, uint64_t addr, struct above *above)
{
	above->whole &=
		pk_net_device_uppers(engine->ctx, addr, add_above, above) == PK_OK && above->whole;
}

/* All that stand on those in ABOVE. */
static void climb_above(struct pk_engine *engine, struct above *above)
{
	for (unsigned i = 0; i < above->nr && above->whole; i++)
		next_above(engine, above->list[i], above);
}

static bool has_named(const struct above *above, const char *name)
{
	for (unsigned i = 0; i < above->nr; i++) {
		const struct pk_net_device *device =
			pk_queued_device_at(above->memory, above->list[i]);

		if (!device || !strcmp(device->name, name))
			return true;
	}
	return false;
}

static enum pk_answer leads(struct pk_ways *ways, const char *name, uint64_t addr)
{
	const struct pk_queued_packets *memory = ways->engine->memory;
	bool whole = true;

	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];
		struct above above = {.memory = memory, .whole = true};

		if (strcmp(device->name, name) != 0)
			continue;
		if (pk_device_diverts(ways->engine->ctx, device) == PK_ANSWER_YES)
			return PK_ANSWER_YES;
		next_above(ways->engine, device->addr, &above);
		climb_above(ways->engine, &above);
		for (unsigned k = 0; k < above.nr; k++)
			if (above.list[k] == addr)
				return PK_ANSWER_YES;
		whole &= above.whole;
	}
	return whole ? PK_ANSWER_NO : PK_ANSWER_UNKNOWN;
}

enum pk_answer pk_ways_lead(struct pk_ways *ways, const char *name, uint64_t addr)
{
	uint64_t key = pk_hash_bytes(pk_hash_bytes(PK_HASH_BEGIN, &addr, sizeof(addr)), name,
				     strlen(name));
	const char *known = pk_hash_get(&ways->lead, key);
	enum pk_answer lead;

	if (known)
		return (enum pk_answer)(known - answers);
	lead = leads(ways, name, addr);
	if (!pk_hash_put(&ways->lead, key, &answers[lead]))
		ways->engine->out_of_memory = true;
	return lead;
}

/* --- a step of the way ------------------------------------------------------------------------------------- */

/* Nothing above the device, and no program, takes what it receives. */
static enum pk_answer keeps_all(struct pk_ways *ways, size_t i)
{
	const struct pk_net_device *device = &ways->engine->memory->devices[i];
	struct above above = {.whole = true};
	enum pk_answer diverts, keeps = PK_ANSWER_UNKNOWN;

	if (ways->keeps[i])
		return (enum pk_answer)(ways->keeps[i] - 1);
	next_above(ways->engine, device->addr, &above);
	diverts = pk_device_diverts(ways->engine->ctx, device);
	if (above.nr || diverts == PK_ANSWER_YES)
		keeps = PK_ANSWER_NO;
	else if (above.whole && diverts == PK_ANSWER_NO)
		keeps = PK_ANSWER_YES;
	ways->keeps[i] = (uint8_t)(keeps + 1);
	return keeps;
}

/* The device has one named NEXT right above it, and nothing else above it leads there. BY_EVENT: NEXT has an event of its own,
 * as a bridge has; but so has a tunnel, which anything above may lead to. */
static enum pk_answer hands_to(struct pk_ways *ways, const struct pk_net_device *device,
			       const char *next, bool by_event)
{
	struct pk_engine *engine = ways->engine;
	struct above direct = {.memory = engine->memory, .whole = true}, rest = direct;
	enum pk_answer diverts = pk_device_diverts(engine->ctx, device);
	bool found = false;
	uint64_t master;

	if (diverts != PK_ANSWER_NO)
		return diverts == PK_ANSWER_YES ? PK_ANSWER_NO : PK_ANSWER_UNKNOWN;
	next_above(engine, device->addr, &direct);
	for (unsigned i = 0; i < direct.nr && direct.whole; i++) {
		const struct pk_net_device *upper =
			pk_queued_device_at(engine->memory, direct.list[i]);

		if (!upper)
			return PK_ANSWER_UNKNOWN;
		if (strcmp(upper->name, next) != 0) {
			next_above(engine, upper->addr, &rest);
			continue;
		}
		if (by_event &&
		    (pk_net_device_master(engine->ctx, device->addr, &master) != PK_OK ||
		     master != upper->addr))
			return PK_ANSWER_NO;
		found = true;
	}
	climb_above(engine, &rest);
	if (!direct.whole || !rest.whole)
		return PK_ANSWER_UNKNOWN;
	return answer(found && !has_named(&rest, next));
}

/* Frames come in and go out there, not in another skb. */
static enum pk_answer is_edge(struct pk_ways *ways, size_t i)
{
	static const char *const functions[] = {"loopback_xmit", "veth_xmit"};
	struct pk_ctx *ctx = ways->engine->ctx;
	enum pk_answer found = PK_ANSWER_UNKNOWN;
	struct pk_symbol symbol;
	enum pk_status status;
	uint64_t xmit;

	if (ways->ends[i])
		return (enum pk_answer)(ways->ends[i] - 1);
	status = pk_net_device_software(ctx, ways->engine->memory->devices[i].addr, &xmit);
	if (status == PK_ABSENT && pk_has(ctx, PK_R_netdev_parent) &&
	    pk_has(ctx, PK_R_netdev_ops) && pk_has(ctx, PK_R_netdev_start_xmit))
		found = PK_ANSWER_YES;
	else if (status == PK_OK && pk_symbol_at(ctx, xmit, &symbol) == PK_OK) {
		pk_strip_suffixes(symbol.name);
		found = answer(!strcmp(symbol.name, functions[0]) ||
			       !strcmp(symbol.name, functions[1]));
	}
	ways->ends[i] = (uint8_t)(found + 1);
	return found;
}

/* --- a whole way --------------------------------------------------------------------------------------------- */

/* The next word of *WAY; false: there is none. */
static bool take_word(const char **way, char name[PK_WAY_MAX])
{
	size_t len = strcspn(*way, " ");

	snprintf(name, PK_WAY_MAX, "%.*s", (int)len, *way);
	*way += len;
	*way += **way == ' ';
	return len > 0;
}

static bool has_word(const char *way, const char *name)
{
	char word[PK_WAY_MAX];

	while (take_word(&way, word))
		if (!strcmp(word, name))
			return true;
	return false;
}

/* One device of the way: where it is the last, DOOR is skb->dev at the protocol's (0: unknown). */
struct step {
	const char *name, *next; /* NEXT: "" */
	bool first, by_event;
	uint64_t door;
};

/* All devices of the name are asked: an event has no namespace. */
static enum pk_answer step_known(struct pk_ways *ways, const struct step *step)
{
	const struct pk_queued_packets *memory = ways->engine->memory;
	bool met = false, met_door = false;
	enum pk_answer known = PK_ANSWER_YES;

	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];
		enum pk_answer keeps;

		if (strcmp(device->name, step->name) != 0)
			continue;
		met = true;
		if (step->first)
			known = both(known, is_edge(ways, i));
		if (device->addr == step->door) {
			met_door = true;
			continue;
		}
		keeps = keeps_all(ways, i);
		if (keeps != PK_ANSWER_YES && step->next[0])
			keeps = hands_to(ways, device, step->next, step->by_event);
		known = both(known, keeps);
	}
	return met && (!step->door || met_door) ? known : both(known, PK_ANSWER_UNKNOWN);
}

static enum pk_answer came_whole(struct pk_ways *ways, const struct pk_packet *packet,
				 const char *by_events, uint64_t door)
{
	char name[PK_WAY_MAX], next[PK_WAY_MAX];
	struct step step = {.name = name, .next = next, .first = true};
	enum pk_answer known = PK_ANSWER_YES;
	const char *rest = packet->way;

	take_word(&rest, name);
	do {
		step.door = take_word(&rest, next) ? 0 : door;
		step.by_event = has_word(by_events, next);
		known = both(known, step_known(ways, &step));
		step.first = false;
		memcpy(name, next, sizeof(name));
	} while (name[0]);
	return known;
}

/* A VRF may have had it without an event: nothing above DEVICE but what is on WAY. */
static enum pk_answer nothing_before(struct pk_ways *ways, const struct pk_net_device *device,
				     const char *way)
{
	struct pk_engine *engine = ways->engine;
	struct above above = {.whole = true};
	const struct pk_net_device *vrf;
	enum pk_status status;
	uint64_t master;

	next_above(engine, device->addr, &above);
	if (!above.whole || !above.nr)
		return above.whole ? PK_ANSWER_YES : PK_ANSWER_UNKNOWN;
	status = pk_net_device_master(engine->ctx, device->addr, &master);
	if (status != PK_OK)
		return status == PK_ABSENT && pk_has(engine->ctx, PK_R_adjacent_master)
			       ? PK_ANSWER_YES
			       : PK_ANSWER_UNKNOWN;
	vrf = pk_queued_device_at(engine->memory, master);
	return vrf ? answer(has_word(way, vrf->name)) : PK_ANSWER_UNKNOWN;
}

static enum pk_answer went_whole(struct pk_ways *ways, const struct pk_packet *packet,
				 const struct pk_packet *in)
{
	const struct pk_queued_packets *memory = ways->engine->memory;
	char first[PK_WAY_MAX] = "", last[PK_WAY_MAX] = "", name[PK_WAY_MAX];
	bool met_first = false, met_last = false;
	enum pk_answer known = PK_ANSWER_YES;

	for (const char *rest = packet->way; take_word(&rest, name);) {
		if (!first[0] && !(in && has_word(in->way, name)))
			memcpy(first, name, sizeof(first));
		memcpy(last, name, sizeof(last));
	}
	for (size_t i = 0; i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];

		if (!strcmp(device->name, first)) {
			met_first = true;
			known = both(known, nothing_before(ways, device, packet->way));
		}
		if (!strcmp(device->name, last)) {
			met_last = true;
			known = both(known, is_edge(ways, i));
		}
	}
	return met_first && met_last ? known : both(known, PK_ANSWER_UNKNOWN);
}

/* What does not rest on devices. */
static enum pk_answer is_followed(const struct pk_ways *ways, const struct pk_packet *packet,
				  const struct pk_packet *in)
{
	if (packet->dir == PK_RX)
		return PK_ANSWER_YES;
	if (!ways->engine->seen.tx_queue)
		return PK_ANSWER_UNKNOWN;
	if (in)
		return in->way_complete;
	/* Where nothing says that it began here, it was sent on, and came in by what is not known. */
	return packet->sk || packet->work->control ? PK_ANSWER_YES : PK_ANSWER_UNKNOWN;
}

enum pk_answer pk_ways_complete(struct pk_ways *ways, const struct pk_packet *packet,
				const char *by_events, uint64_t door, const struct pk_packet *in)
{
	const void *words[] = {packet->way, by_events, in ? in->way : NULL};
	enum pk_answer followed, known;
	const char *before;
	uint64_t key;

	if (packet->events_lost)
		return PK_ANSWER_NO;
	if (!packet->way[0] || !ways->ends || !ways->keeps)
		return PK_ANSWER_UNKNOWN;
	followed = is_followed(ways, packet, in);
	if (followed == PK_ANSWER_NO)
		return followed;
	key = pk_hash_bytes(pk_hash_bytes(PK_HASH_BEGIN, words, sizeof(words)), &door,
			    sizeof(door));
	before = pk_hash_get(&ways->complete, key);
	if (before)
		return both(followed, (enum pk_answer)(before - answers));
	known = packet->dir == PK_TX ? went_whole(ways, packet, in)
				     : came_whole(ways, packet, by_events, door);
	if (!pk_hash_put(&ways->complete, key, &answers[known]))
		ways->engine->out_of_memory = true;
	return both(followed, known);
}
