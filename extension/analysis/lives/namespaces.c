// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * In which network namespace a packet was sent or taken. Containers use the same addresses and ports, and names of devices
 * too: "lo" and "eth0" are everywhere.
 *
 * A device is in one namespace. Probes on a protocol's door fetch skb->dev, the last device, by its address; other events
 * have its name, which says it if no other device has that name. A socket never changes its namespace: what one packet of
 * its life proves holds for the others. What a veth was given, its peer received: one half knows the other's.
 */
#include "analysis/lives/namespaces.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/queued_packets.h"
#include "core/kit.h"

/* A device that stands in memory. */
struct known {
	const struct pk_net_device *device;
	bool stays_asked, stays, peer_asked;
	const struct known *peer; /* of a veth; NULL: none */
};

/* The devices of one name. */
struct named {
	struct known *only; /* NULL: several, or one that is gone had it too */
};

struct places {
	struct pk_engine *engine;
	struct known *known; /* owned: one for each device of memory */
	struct pk_hash by_addr; /* struct known of KNOWN */
	struct pk_hash by_place; /* the same, by namespace and name */
	struct pk_hash by_name; /* struct named, owned */
	bool failed;
};

static uint64_t name_key(const char *name, size_t len)
{
	return pk_hash_bytes(PK_HASH_BEGIN, name, len);
}

static uint64_t place_key(uint32_t netns, const char *name, size_t len)
{
	return pk_hash_bytes(pk_hash_bytes(PK_HASH_BEGIN, &netns, sizeof(netns)), name, len);
}

static bool has_name(const struct known *known, const char *name, size_t len)
{
	return strlen(known->device->name) == len && !memcmp(known->device->name, name, len);
}

static struct named *named_at(struct places *places, const char *name, size_t len)
{
	struct named *named = pk_hash_obtain(&places->by_name, name_key(name, len), sizeof(*named));

	places->failed |= !named;
	return named;
}

static void take_device(struct places *places, struct known *known)
{
	const char *name = known->device->name;
	size_t len = strlen(name);
	bool first = !pk_hash_get(&places->by_name, name_key(name, len));
	struct named *named = named_at(places, name, len);

	if (named)
		named->only = first ? known : NULL;
	if (!pk_hash_put(&places->by_addr, known->device->addr, known) ||
	    (known->device->netns &&
	     !pk_hash_put(&places->by_place, place_key(known->device->netns, name, len), known)))
		places->failed = true;
}

/* A packet came by a device that stands in memory no more: of its name there was another. */
static void note_gone(struct places *places)
{
	const struct pk_packet_set *set = places->engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		struct named *named;

		if (packet->dir != PK_RX || !packet->work->rx.netdev || !packet->dev[0] ||
		    pk_hash_get(&places->by_addr, packet->work->rx.netdev))
			continue;
		named = named_at(places, packet->dev, strlen(packet->dev));
		if (named)
			named->only = NULL;
	}
}

static void places_init(struct places *places, struct pk_engine *engine)
{
	const struct pk_queued_packets *memory = engine->memory;

	*places = (struct places){.engine = engine};
	places->known = calloc(memory->nr_devices + 1, sizeof(*places->known));
	places->failed = !places->known;
	for (size_t i = 0; places->known && i < memory->nr_devices; i++) {
		places->known[i].device = &memory->devices[i];
		take_device(places, &places->known[i]);
	}
	note_gone(places);
}

static void places_deinit(struct places *places)
{
	pk_hash_deinit(&places->by_addr, NULL);
	pk_hash_deinit(&places->by_place, NULL);
	pk_hash_deinit(&places->by_name, free);
	free(places->known);
}

enum pk_answer pk_device_diverts(struct pk_ctx *ctx, const struct pk_net_device *device)
{
	static const enum pk_row_id programs[] = {PK_R_netdev_tcx_ingress,
						  PK_R_netdev_miniq_ingress};

	for (size_t i = 0; i < PK_ARRAY_SIZE(programs); i++) {
		uint64_t program;

		if (pk_layout_get(ctx, programs[i])->state == PK_ROW_ABSENT)
			continue;
		if (pk_member_uint(ctx, device->addr, programs[i], &program) != PK_OK)
			return PK_ANSWER_UNKNOWN;
		if (program)
			return PK_ANSWER_YES;
	}
	return PK_ANSWER_NO;
}

/* What a device gives on came in on another, unwrapped: as a packet of its own, or by way of gro_cells. */
enum { IS_TUNNEL = 1, HAS_CELLS = 2 };

static unsigned unwraps_how(struct pk_ctx *ctx, const struct pk_net_device *device)
{
	static const struct {
		const char *kind;
		unsigned how;
	} kinds[] = {
		{"bareudp", IS_TUNNEL | HAS_CELLS},
		{"erspan", IS_TUNNEL | HAS_CELLS},
		{"geneve", IS_TUNNEL | HAS_CELLS},
		{"gre", IS_TUNNEL | HAS_CELLS},
		{"gretap", IS_TUNNEL | HAS_CELLS},
		{"gtp", IS_TUNNEL},
		{"ip6erspan", IS_TUNNEL | HAS_CELLS},
		{"ip6gre", IS_TUNNEL | HAS_CELLS},
		{"ip6gretap", IS_TUNNEL | HAS_CELLS},
		{"ip6tnl", IS_TUNNEL | HAS_CELLS},
		{"ipip", IS_TUNNEL | HAS_CELLS},
		{"l2tpeth", IS_TUNNEL},
		{"macsec", HAS_CELLS},
		{"sit", IS_TUNNEL},
		{"vti", IS_TUNNEL},
		{"vti6", IS_TUNNEL},
		{"vxlan", IS_TUNNEL | HAS_CELLS},
		{"wireguard", IS_TUNNEL},
		{"xfrm", IS_TUNNEL},
	};
	char kind[16];

	(void)!pk_net_device_kind(ctx, device->addr, kind, sizeof(kind));
	for (size_t i = 0; i < PK_ARRAY_SIZE(kinds); i++)
		if (!strcmp(kind, kinds[i].kind))
			return kinds[i].how;
	return 0;
}

/* What is true of every device called NAME. */
static unsigned all_unwrap(struct pk_engine *engine, const char *name)
{
	const struct pk_queued_packets *memory = engine->memory;
	uint64_t key = pk_hash_bytes(PK_HASH_BEGIN, name, strlen(name));
	uintptr_t known = (uintptr_t)pk_hash_get(&engine->unwrapping, key);
	unsigned how = IS_TUNNEL | HAS_CELLS;
	bool found = false;

	if (known)
		return (unsigned)known - 1;
	for (size_t i = 0; how && i < memory->nr_devices; i++) {
		if (strcmp(memory->devices[i].name, name) != 0)
			continue;
		how &= unwraps_how(engine->ctx, &memory->devices[i]);
		found = true;
	}
	how = found ? how : 0;
	if (!pk_hash_put(&engine->unwrapping, key, (void *)(uintptr_t)(how + 1)))
		engine->out_of_memory = true;
	return how;
}

bool pk_is_tunnel(struct pk_engine *engine, const char *name)
{
	return all_unwrap(engine, name) & IS_TUNNEL;
}

bool pk_has_cells(struct pk_engine *engine, const char *name)
{
	return all_unwrap(engine, name) & HAS_CELLS;
}

bool pk_device_keeps(struct pk_ctx *ctx, const struct pk_net_device *device)
{
	return pk_device_diverts(ctx, device) == PK_ANSWER_NO &&
	       pk_net_device_above(ctx, device->addr, device->net) == PK_OK;
}

static bool stays(struct places *places, struct known *known)
{
	if (!known->stays_asked)
		known->stays = pk_device_keeps(places->engine->ctx, known->device);
	known->stays_asked = true;
	return known->stays;
}

static const struct known *peer_of(struct places *places, struct known *known)
{
	uint64_t peer;

	if (!known->peer_asked &&
	    pk_net_device_peer(places->engine->ctx, known->device->addr, &peer) == PK_OK)
		known->peer = pk_hash_get(&places->by_addr, peer);
	known->peer_asked = true;
	return known->peer;
}

/* The device by which PACKET left the end that sent it, or came to the one that takes it. */
static const char *own_name(const struct pk_packet *packet, size_t *ret_len)
{
	const char *name = packet->dir == PK_TX ? packet->way : packet->dev;

	*ret_len = strcspn(name, " ");
	return name;
}

static struct known *device_of(struct places *places, const struct pk_packet *packet)
{
	size_t len;
	const char *name = own_name(packet, &len);
	const struct named *named;
	struct known *known;

	if (packet->dir == PK_RX && packet->work->rx.netdev)
		return pk_hash_get(&places->by_addr, packet->work->rx.netdev);
	if (!len)
		return NULL;
	if (packet->netns) {
		known = pk_hash_get(&places->by_place, place_key(packet->netns, name, len));
		return known && has_name(known, name, len) ? known : NULL;
	}
	named = pk_hash_get(&places->by_name, name_key(name, len));
	known = named ? named->only : NULL;
	if (!known || !has_name(known, name, len) ||
	    (packet->dir == PK_RX && !stays(places, known)))
		return NULL;
	return known;
}

static void by_device(struct places *places)
{
	const struct pk_packet_set *set = places->engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		const struct known *known = packet->netns ? NULL : device_of(places, packet);

		if (known)
			packet->netns = known->device->netns;
	}
}

/* --- by the socket -------------------------------------------------------------------------------------- */

/* What is known of a socket's life, going through its packets in one direction. */
struct owner {
	struct pk_tuple local;
	uint8_t protocol;
	uint32_t netns; /* 0: nothing is known */
	const struct pk_sock *living; /* it stands in memory; NULL */
};

/* The kernel sends resets, and answers for sockets that are gone, through one socket for all. */
static bool has_owner(const struct pk_packet *packet)
{
	return packet->sk && packet->header.tuple_known &&
	       !(packet->dir == PK_TX && packet->work->control);
}

/* A SYN that its socket sends begins a life. */
static bool begins_life(const struct pk_packet *packet)
{
	return packet->dir == PK_TX && pk_begins_connection(&packet->header);
}

/* What OWNER says of PACKET; 0: nothing. */
static uint32_t owner_says(const struct owner *owner, const struct pk_packet *packet)
{
	struct pk_tuple local = pk_packet_local(packet);

	return owner->netns && owner->protocol == pk_protocol_of(&packet->header)->number &&
			       pk_tuple_equal(&owner->local, &local)
		       ? owner->netns
		       : 0;
}

/* Where a datagram socket's life begins, nothing says. */
static void owner_learns(struct owner *owner, const struct pk_packet *packet)
{
	if (packet->netns && !pk_protocol_of(&packet->header)->datagrams)
		*owner = (struct owner){pk_packet_local(packet),
					pk_protocol_of(&packet->header)->number, packet->netns,
					owner->netns == packet->netns ? owner->living : NULL};
}

/* Numbers begin anywhere: PACKET's, which the life that stands in memory has not used, is of one before. */
static bool is_of_before(const struct owner *owner, const struct pk_packet *packet)
{
	return owner->living && owner->living->kind == PK_SOCK_FULL && packet->dir == PK_TX &&
	       packet->header.seq_known && !pk_may_have_sent(owner->living, &packet->header);
}

/* What packets before each one say; 0: nothing. */
static bool look_before(const struct pk_packet_set *set, uint32_t *before)
{
	struct pk_hash owners = {0};
	bool done = true;

	for (uint32_t i = 0; done && i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		struct owner *owner = has_owner(packet)
					      ? pk_hash_obtain(&owners, packet->sk, sizeof(*owner))
					      : NULL;

		done = owner || !has_owner(packet);
		if (!owner)
			continue;
		if (begins_life(packet))
			owner->netns = 0;
		before[i] = owner_says(owner, packet);
		owner_learns(owner, packet);
	}
	pk_hash_deinit(&owners, free);
	return done;
}

/* The life that stands in memory is the last one. */
static void begin_with_living(const struct pk_queued_packets *memory, uint64_t sk,
			      struct owner *owner)
{
	const struct pk_sock *sock = pk_hash_get(&memory->socks, sk);

	if (sock)
		*owner = (struct owner){sock->tuple, sock->protocol, sock->netns, sock};
}

/* By what came later, as that is in every window; a packet before it that says otherwise is of another life, which ended
 * somewhere between. */
static void by_socket(struct pk_engine *engine)
{
	const struct pk_packet_set *set = engine->set;
	uint32_t *before = calloc(set->nr + 1, sizeof(*before));
	struct pk_hash owners = {0};
	bool done = before && look_before(set, before);

	for (uint32_t i = set->nr; done && i-- > 0;) {
		struct pk_packet *packet = set->packets[i];
		bool first = has_owner(packet) && !pk_hash_get(&owners, packet->sk);
		struct owner *owner = has_owner(packet)
					      ? pk_hash_obtain(&owners, packet->sk, sizeof(*owner))
					      : NULL;
		uint32_t says;

		done = owner || !has_owner(packet);
		if (!owner)
			continue;
		if (first)
			begin_with_living(engine->memory, packet->sk, owner);
		if (is_of_before(owner, packet))
			*owner = (struct owner){0};
		says = owner_says(owner, packet);
		if (!packet->netns && (!before[i] || before[i] == says))
			packet->netns = says;
		owner_learns(owner, packet);
		if (begins_life(packet))
			owner->netns = 0;
	}
	engine->out_of_memory |= !done;
	pk_hash_deinit(&owners, free);
	free(before);
}

/* --- by the other half ----------------------------------------------------------------------------------- */

static bool passed_one(const struct pk_packet *packet)
{
	return packet->way[0] && !strchr(packet->way, ' ');
}

/* The device that DEVICE's packets come to, or come from. */
static const struct known *across(struct places *places, struct known *known)
{
	return !strcmp(known->device->name, "lo") ? known : peer_of(places, known);
}

/* PACKET left by the one device and OTHER, the same skb, came in by the other, or the reverse. */
static void by_half(struct places *places, struct pk_packet *packet, const struct pk_packet *other)
{
	struct known *known = passed_one(packet) && passed_one(other) && other->netns
				      ? device_of(places, other)
				      : NULL;
	const struct known *end = known ? across(places, known) : NULL;

	if (end && !strcmp(end->device->name, packet->way))
		packet->netns = end->device->netns;
}

/* PACKET was received as CAME and sent on: by a device of the same namespace, if that has one of its name. */
static void by_forwarding(struct places *places, struct pk_packet *packet,
			  const struct pk_packet *came)
{
	size_t len;
	const char *name = own_name(packet, &len);
	const struct known *known =
		came->netns && len
			? pk_hash_get(&places->by_place, place_key(came->netns, name, len))
			: NULL;

	if (known && has_name(known, name, len))
		packet->netns = came->netns;
}

static void by_edge(struct places *places, struct pk_packet *packet, const struct pk_packet *other)
{
	const struct pk_packet *sent = packet->dir == PK_TX ? packet : other;
	const struct pk_packet *received = packet->dir == PK_TX ? other : packet;

	if (sent->dir == received->dir)
		return;
	if (sent->first_ns <= received->first_ns)
		by_half(places, packet, other);
	else if (packet == sent)
		by_forwarding(places, packet, received);
}

static void by_halves(struct places *places)
{
	const struct pk_packet_set *set = places->engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		const struct pk_trail *trail = &packet->trail;

		if (!pk_has_edge(packet, PK_EDGE_LOOPBACK))
			continue;
		for (uint32_t k = 0; k < trail->nr_edges && !packet->netns; k++)
			if (trail->edges[k].kind == PK_EDGE_LOOPBACK && trail->edges[k].to)
				by_edge(places, packet, trail->edges[k].to);
	}
}

void pk_settle_namespaces(struct pk_engine *engine)
{
	struct places places;

	places_init(&places, engine);
	by_device(&places);
	by_halves(&places);
	by_socket(engine);
	by_halves(&places);
	by_socket(engine);
	engine->out_of_memory |= places.failed;
	places_deinit(&places);
}
