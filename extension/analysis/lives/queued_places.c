// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Packets that stand in the dead machine's memory: on sockets' queues, with a CPU (softnet_data, GRO), in a
 * qdisc, or waiting for a neighbour's address. A dump where nobody had armed tracing has these.
 */
#include "analysis/lives/queued_packets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lives/packet_work.h"
#include "core/kit.h"
#include "decode/net/device/device.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/route/route.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"

#define MAX_LISTENERS 65536

struct load {
	struct pk_ctx *ctx;
	struct pk_queued_packets *memory;
	const struct pk_sock *sock; /* whose queues are being walked */
};

uint64_t pk_tuple_key(const struct pk_protocol *protocol, const struct pk_tuple *tuple)
{
	size_t len = tuple->family == 4 ? 4 : 16;
	uint64_t key = pk_hash_bytes(PK_HASH_BEGIN, tuple->saddr, len);

	key = pk_hash_bytes(key, tuple->daddr, len);
	key = pk_hash_bytes(key, &tuple->sport, sizeof(tuple->sport));
	key = pk_hash_bytes(key, &tuple->dport, sizeof(tuple->dport));
	return pk_hash_bytes(key, &protocol->number, sizeof(protocol->number));
}

/* The same in one namespace alone. */
static uint64_t key_in(uint64_t key, uint32_t netns)
{
	return pk_hash_bytes(key, &netns, sizeof(netns));
}

static bool list_add(struct pk_queued_packets *memory, struct pk_place *place)
{
	if (!pk_grow(memory->list, memory->nr, memory->room))
		return false;
	memory->list[memory->nr++] = place;
	return true;
}

/* A new place of SKB, to be filled in; NULL: it has one, or there is no room. Damaged queues lead into each
 * other: the first that has it keeps it. */
static struct pk_place *place_add(struct pk_queued_packets *memory, uint64_t skb,
				  const char *holder)
{
	struct pk_place *place;

	if (!skb || pk_hash_get(&memory->places, skb))
		return NULL;
	place = memory->nr < PK_MAX_PACKETS ? calloc(1, sizeof(*place)) : NULL;
	if (!place || !pk_hash_put(&memory->places, skb, place)) {
		free(place);
		memory->truncated = true;
		return NULL;
	}
	place->skb = skb;
	place->holder = holder;
	if (!list_add(memory, place))
		memory->truncated = true;
	return place;
}

/* A socket's queues. */

static bool take_queued(uint64_t skb, enum pk_sock_queue queue, void *arg)
{
	struct load *load = arg;
	const struct pk_sock_queue_rows *rows =
		&pk_protocol_of_sock(load->sock)->sockets->queues[queue];
	struct pk_place *place;

	if (!rows->text)
		return true;
	place = place_add(load->memory, skb, NULL);
	if (!place)
		return !load->memory->truncated;
	place->outcome = rows->outcome;
	place->dir = rows->dir;
	place->sock = load->sock;
	place->queue = queue;
	snprintf(place->text, sizeof(place->text), "%s", rows->text);
	return true;
}

static bool take_listener(struct load *load, const struct pk_sock *sock)
{
	struct pk_queued_packets *memory = load->memory;

	if (memory->nr_listeners < MAX_LISTENERS &&
	    pk_grow(memory->listeners, memory->nr_listeners, memory->room_listeners))
		memory->listeners[memory->nr_listeners++] = *sock;
	else
		pk_warn(load->ctx, "more listeners than the %zu that were read",
			memory->nr_listeners);
	return true;
}

static bool take_sock(const struct pk_sock *sock, void *arg)
{
	struct load *load = arg;
	struct pk_queued_packets *memory = load->memory;
	uint64_t key = pk_tuple_key(pk_protocol_of_sock(sock), &sock->tuple);
	struct pk_sock *copy;

	if (sock->kind == PK_SOCK_LISTEN)
		return take_listener(load, sock);
	copy = malloc(sizeof(*copy));
	if (!copy || !pk_hash_put(&memory->socks, sock->addr, copy)) {
		free(copy);
		memory->truncated = true;
		return false;
	}
	*copy = *sock;
	if (!pk_hash_get(&memory->tuples, key))
		pk_hash_put(&memory->tuples, key, copy);
	key = key_in(key, sock->netns);
	if (!pk_hash_get(&memory->tuples, key))
		pk_hash_put(&memory->tuples, key, copy);
	load->sock = copy;
	for (int queue = 0; sock->kind == PK_SOCK_FULL && queue < PK_NR_SOCK_QUEUES; queue++)
		if (sock->qlen[queue])
			pk_sock_queue_walk(load->ctx, sock, queue, take_queued, load);
	return true;
}

/* With a CPU. */

static bool take_softnet(uint64_t skb, int cpu, enum pk_softnet_queue queue, void *arg)
{
	static const struct {
		enum pk_outcome outcome;
		enum pk_direction dir;
		const char *text, *holder;
	} of_queue[PK_NR_SOFTNET_QUEUES] = {
		[PK_SOFTNET_INPUT] = {PK_OUT_QUEUED, PK_RX,
				      "not looked at yet, stands in input_pkt_queue",
				      "backlogs of CPUs"},
		[PK_SOFTNET_PROCESS] = {PK_OUT_QUEUED, PK_RX,
					"not looked at yet, stands in process_queue",
					"backlogs of CPUs"},
		[PK_SOFTNET_GRO] = {PK_OUT_QUEUED, PK_RX, "held by GRO", "GRO"},
		[PK_SOFTNET_GRO_PASS] = {PK_OUT_QUEUED, PK_RX, "through GRO and not passed up yet",
					 "GRO"},
		[PK_SOFTNET_COMPLETION] = {PK_OUT_SENT, PK_TX,
					   "the driver is done with it, free pending",
					   "CPUs: to be freed"},
		[PK_SOFTNET_DEFER] = {PK_OUT_DELIVERED, PK_RX, "free pending", "CPUs: to be freed"},
		[PK_SOFTNET_XFRM] = {PK_OUT_QDISC_QUEUED, PK_TX, "stands in xfrm_backlog",
				     "xfrm_backlog of CPUs"},
		[PK_SOFTNET_CELL] = {PK_OUT_QUEUED, PK_RX, "out of a tunnel and not looked at yet",
				     "tunnels' queues (gro_cells)"},
	};
	struct load *load = arg;
	struct pk_place *place = place_add(load->memory, skb, of_queue[queue].holder);

	if (!place)
		return !load->memory->truncated;
	place->outcome = of_queue[queue].outcome;
	place->dir = of_queue[queue].dir;
	snprintf(place->text, sizeof(place->text), cpu < 0 ? "%s" : "%s on CPU %d",
		 of_queue[queue].text, cpu);
	return true;
}

/* Behind IP's headers, before the protocol. */

struct reassembly {
	struct load *load;
	const struct pk_frag_queue *queue;
};

static void explain_wait(const struct pk_frag_queue *queue, struct pk_place *place)
{
	int64_t left_ms = (int64_t)queue->left_ns.value / 1000000;
	char holes[72], when[40] = "";

	if (queue->left_ns.status == PK_OK && left_ms > 0)
		snprintf(when, sizeof(when), ", given up in %lld.%03lld s",
			 (long long)left_ms / 1000, (long long)left_ms % 1000);
	snprintf(place->text, sizeof(place->text), "waits for %s%s",
		 pk_holes_text(queue, holes, sizeof(holes)), when);
}

static bool take_fragment(uint64_t skb, void *arg)
{
	struct reassembly *reassembly = arg;
	struct pk_queued_packets *memory = reassembly->load->memory;
	struct pk_place *place = place_add(memory, skb, "datagrams in fragments");
	uint64_t iif;

	if (!place)
		return !memory->truncated;
	place->outcome = PK_OUT_QUEUED;
	place->dir = PK_RX;
	place->in_tree = true;
	if (pk_has(reassembly->load->ctx, PK_R_skb_iif) &&
	    pk_member_uint(reassembly->load->ctx, skb, PK_R_skb_iif, &iif) == PK_OK) {
		/* the connection tracker also puts together what a raw socket sends in fragments */
		place->dir = iif ? PK_RX : PK_TX;
		snprintf(place->dev, sizeof(place->dev), "%.15s",
			 pk_queued_device(memory, reassembly->queue->net, (uint32_t)iif));
	}
	explain_wait(reassembly->queue, place);
	return true;
}

static bool take_frag_queue(const struct pk_frag_queue *queue, void *arg)
{
	struct load *load = arg;
	struct reassembly reassembly = {load, queue};

	pk_frag_queue_skbs_walk(load->ctx, queue, take_fragment, &reassembly);
	return !load->memory->truncated;
}

/* Between two hooks, in either direction. */

struct user_queue {
	struct load *load;
	const struct pk_user_queue *queue;
};

static bool take_user_queued(uint64_t skb, enum pk_direction dir, void *arg)
{
	const struct user_queue *user = arg;
	struct pk_queued_packets *memory = user->load->memory;
	struct pk_place *place = place_add(memory, skb, "queues to user space");

	if (!place)
		return !memory->truncated;
	place->outcome = PK_OUT_QUEUED;
	place->dir = dir;
	snprintf(place->text, sizeof(place->text),
		 "waits in queue %u to user space for the program at netlink port %u",
		 user->queue->number, user->queue->port);
	return true;
}

static bool take_user_queue(const struct pk_user_queue *queue, void *arg)
{
	struct load *load = arg;
	struct user_queue user = {load, queue};

	pk_user_queue_skbs_walk(load->ctx, queue, take_user_queued, &user);
	return !load->memory->truncated;
}

/* On the way out. */

static bool take_qdisc(uint64_t skb, const struct pk_qdisc *qdisc, void *arg)
{
	struct load *load = arg;
	struct pk_place *place = place_add(load->memory, skb, "qdiscs");

	if (!place)
		return !load->memory->truncated;
	place->outcome = PK_OUT_QDISC_QUEUED;
	place->dir = PK_TX;
	memcpy(place->dev, qdisc->device.name, sizeof(place->dev));
	snprintf(place->text, sizeof(place->text), "stands in qdisc %.15s at %llx", qdisc->id,
		 (unsigned long long)qdisc->addr);
	return true;
}

static bool take_xfrm_queued(uint64_t skb, const struct pk_xfrm_policy *policy, void *arg)
{
	struct load *load = arg;
	struct pk_place *place = place_add(load->memory, skb, "IPsec policies");
	char from[64], to[64];

	if (!place)
		return !load->memory->truncated;
	place->outcome = PK_OUT_QUEUED;
	place->dir = pk_skb_came_in(load->ctx, skb) ? PK_RX : PK_TX;
	snprintf(place->text, sizeof(place->text), "waits for an IPsec state: policy %s/%u > %s/%u",
		 pk_address_text(policy->family, policy->saddr, from, sizeof(from)),
		 policy->saddr_len, pk_address_text(policy->family, policy->daddr, to, sizeof(to)),
		 policy->daddr_len);
	return true;
}

static bool take_neighbour(uint64_t skb, uint64_t neighbour, const char *dev, void *arg)
{
	struct load *load = arg;
	struct pk_place *place = place_add(load->memory, skb, "neighbours");

	if (!place)
		return !load->memory->truncated;
	place->outcome = PK_OUT_NEIGH_QUEUED;
	place->dir = PK_TX;
	snprintf(place->dev, sizeof(place->dev), "%.15s", dev);
	snprintf(place->text, sizeof(place->text), "waits for the address of neighbour %llx",
		 (unsigned long long)neighbour);
	return true;
}

/* Where something waits in a driver: of a ring the queue is named, of WireGuard the peer or the device alone. */
enum whereabouts { IN_RING, WITH_PEER, WITH_DEVICE };

/* Of what came in, WireGuard still has the packet of the device below. */
static const struct ring_words {
	enum pk_outcome outcome;
	enum pk_direction dir;
	const char *before;
	enum whereabouts where;
	const char *after; /* NULL: nothing */
	bool is_outer, changing;
} of_wait[] = {
	[PK_RING_TO_SEND] = {PK_OUT_DRIVER_QUEUED, PK_TX, "stands in", .where = IN_RING,
			     .after = ": not taken by the device"},
	[PK_RING_SENT] = {PK_OUT_SENT, PK_TX, "the device is done with it, free pending in",
			  .where = IN_RING},
	[PK_RING_UNKNOWN] = {PK_OUT_UNKNOWN, PK_TX, "stands in", .where = IN_RING,
			     .after = ": sent or not is not known"},
	[PK_RING_TO_READ] = {PK_OUT_DRIVER_QUEUED, PK_TX, "stands in", .where = IN_RING,
			     .after = ": no program has read it"},
	[PK_RING_TO_POLL] = {PK_OUT_QUEUED, PK_RX, "not looked at yet, stands in",
			     .where = IN_RING},
	[PK_RING_REDIRECTED] = {PK_OUT_QDISC_QUEUED, PK_TX, "redirected, stands in",
				.where = IN_RING},
	[PK_RING_TO_SHAKE_HANDS] = {PK_OUT_DRIVER_QUEUED, PK_TX, "waits for a handshake with",
				    .where = WITH_PEER},
	[PK_RING_TO_ENCRYPT] = {PK_OUT_DRIVER_QUEUED, PK_TX, "waits for a worker to encrypt it for",
				.where = WITH_PEER},
	[PK_RING_ENCRYPTING] = {PK_OUT_DRIVER_QUEUED, PK_TX, "a worker encrypts it for",
				.where = WITH_PEER, .changing = true},
	[PK_RING_ENCRYPTED] = {PK_OUT_DRIVER_QUEUED, PK_TX,
			       "encrypted, waits for the worker that sends to", .where = WITH_PEER},
	[PK_RING_NOT_ENCRYPTED] = {PK_OUT_DRIVER_QUEUED, PK_TX,
				   "could not be encrypted, waits to be dropped for",
				   .where = WITH_PEER, .changing = true},
	[PK_RING_TO_DECRYPT] = {PK_OUT_QUEUED, PK_RX, "waits for a worker to decrypt it, from",
				.where = WITH_PEER, .is_outer = true},
	[PK_RING_DECRYPTING] = {PK_OUT_QUEUED, PK_RX, "a worker decrypts it, from",
				.where = WITH_PEER, .is_outer = true, .changing = true},
	[PK_RING_DECRYPTED] = {PK_OUT_QUEUED, PK_RX, "decrypted, waits to be taken in, from",
			       .where = WITH_PEER, .is_outer = true},
	[PK_RING_NOT_DECRYPTED] = {PK_OUT_QUEUED, PK_RX,
				   "could not be decrypted, waits to be dropped, from",
				   .where = WITH_PEER, .is_outer = true},
	[PK_RING_HANDSHAKE] = {PK_OUT_QUEUED, PK_RX, "waits for the worker of handshakes of",
			       .where = WITH_DEVICE, .is_outer = true},
};

static bool take_ring(uint64_t skb, const struct pk_device_ring *ring, void *arg)
{
	const struct ring_words *words = &of_wait[ring->wait];
	struct load *load = arg;
	struct pk_place *place = place_add(load->memory, skb, "rings and queues of drivers");
	const char *dev = ring->device.name;
	char where[80];

	if (!place)
		return !load->memory->truncated;
	place->outcome = words->outcome;
	place->dir = words->dir;
	place->changing = words->changing;
	if (!words->is_outer)
		snprintf(place->dev, sizeof(place->dev), "%.15s", ring->device.name);
	if (words->where == IN_RING)
		snprintf(where, sizeof(where), "the ring of %.15s (%s, queue %u)", dev,
			 ring->driver, ring->queue);
	else if (words->where == WITH_PEER)
		snprintf(where, sizeof(where), "peer %u of %.15s", ring->queue, dev);
	else
		snprintf(where, sizeof(where), "%.15s", dev);
	snprintf(place->text, 128, "%s %s%s", words->before, where,
		 words->after ? words->after : "");
	return true;
}

#define MAX_DEVICES 65536

/* Damage is said by who walks them for their queues. */
static void take_devices(struct load *load)
{
	struct pk_queued_packets *memory = load->memory;
	struct pk_reader r = {.ctx = load->ctx};

	pk_net_device_for_each (device, &r) {
		if (!device.ifindex || !device.name[0])
			continue;
		if (memory->nr_devices == MAX_DEVICES ||
		    !pk_grow(memory->devices, memory->nr_devices, memory->room_devices))
			break;
		memory->devices[memory->nr_devices++] = device;
	}
}

const char *pk_queued_device(const struct pk_queued_packets *memory, uint64_t net, uint32_t ifindex)
{
	const char *found = "";

	for (size_t i = 0; ifindex && i < memory->nr_devices; i++) {
		const struct pk_net_device *device = &memory->devices[i];

		if (device->ifindex != ifindex || (net && device->net != net))
			continue;
		if (found[0])
			return "";
		found = device->name;
	}
	return found;
}

static void note(struct pk_ctx *ctx, const char *what, enum pk_status status)
{
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "%s: %s", what, pk_error(ctx));
}

void pk_queued_load(struct pk_ctx *ctx, struct pk_queued_packets *ret_memory)
{
	struct load load = {.ctx = ctx, .memory = ret_memory};
	unsigned long warned = ctx->nr_warned;

	memset(ret_memory, 0, sizeof(*ret_memory));
	ret_memory->backlogs_known = pk_has(ctx, PK_R_sk_max_ack_backlog);
	if (pk_socks_walk(ctx, take_sock, &load) != PK_OK)
		pk_warn(ctx, "sockets: %s; outcomes lack what they say", pk_error(ctx));
	ret_memory->socks_missing = ctx->nr_warned != warned;
	take_devices(&load);
	warned = ctx->nr_warned;
	note(ctx, "qdiscs", pk_qdiscs_walk(ctx, take_qdisc, &load));
	note(ctx, "rings of devices", pk_device_rings_walk(ctx, take_ring, &load));
	note(ctx, "neighbours", pk_neighbours_walk(ctx, take_neighbour, &load));
	note(ctx, "queues of IPsec policies", pk_xfrm_queues_walk(ctx, take_xfrm_queued, &load));
	note(ctx, "packets of CPUs", pk_softnet_walk(ctx, take_softnet, &load));
	note(ctx, "queues to user space", pk_user_queues_walk(ctx, take_user_queue, &load));
	note(ctx, "datagrams in fragments", pk_frag_queues_walk(ctx, take_frag_queue, &load));
	ret_memory->queues_missing = ctx->nr_warned != warned;
	if (ret_memory->truncated)
		pk_warn(ctx, "more than %zu packets in memory: the rest was not read",
			ret_memory->nr);
}

void pk_queued_deinit(struct pk_queued_packets *memory)
{
	pk_hash_deinit(&memory->places, free);
	pk_hash_deinit(&memory->socks, free);
	pk_hash_deinit(&memory->tuples, NULL);
	free(memory->list);
	free(memory->listeners);
	free(memory->devices);
	memset(memory, 0, sizeof(*memory));
}

/* With PACKET's tuple, REVERSED or not, and protocol. */
static const struct pk_sock *sock_of(const struct pk_queued_packets *memory,
				     const struct pk_packet *packet, bool reversed)
{
	const struct pk_protocol *protocol = pk_protocol_of(&packet->header);
	struct pk_tuple local = packet->header.tuple;
	const struct pk_sock *sock;
	uint64_t key;

	if (!packet->header.tuple_known || (packet->connection && !packet->netns))
		return NULL;
	if (reversed)
		local = pk_tuple_reversed(&local);
	key = pk_tuple_key(protocol, &local);
	sock = pk_hash_get(&memory->tuples, packet->connection ? key_in(key, packet->netns) : key);
	return sock && pk_protocol_of_sock(sock) == protocol &&
			       pk_tuple_equal(&sock->tuple, &local) &&
			       !(packet->netns && sock->netns && packet->netns != sock->netns)
		       ? sock
		       : NULL;
}

const struct pk_sock *pk_queued_sock(const struct pk_queued_packets *memory,
				     const struct pk_packet *packet)
{
	const struct pk_sock *sock = sock_of(memory, packet, packet->dir == PK_RX);

	/* Its own has ended: this one is another life's, with the same addresses and ports. */
	return sock && sock->kind == PK_SOCK_FULL && !packet->work->sock_over ? sock : NULL;
}

/* sk_acceptq_is_full(). */
static bool is_full(const struct pk_queued_packets *memory, const struct pk_sock *listener)
{
	return memory->backlogs_known && listener->max_backlog.status == PK_OK &&
	       listener->rx_queue > listener->max_backlog.value;
}

/* A lookup of what PACKET, received, is for may end at LISTENER. An IPv6 socket that is bound to no address takes IPv4 too. */
static bool may_reach(const struct pk_sock *listener, const struct pk_packet *packet)
{
	static const uint8_t any[16];
	const struct pk_tuple *tuple = &packet->header.tuple, *local = &listener->tuple;
	bool is_any = !memcmp(local->saddr, any, sizeof(any));

	return !(packet->netns && listener->netns && packet->netns != listener->netns) &&
	       local->sport == tuple->dport &&
	       pk_protocol_of_sock(listener) == pk_protocol_of(&packet->header) &&
	       (is_any ? local->family == tuple->family || listener->socket_family == 6
		       : local->family == tuple->family &&
				 !memcmp(local->saddr, tuple->daddr, sizeof(any)));
}

/* Another namespace than OF's has one that is not full. */
static bool is_free_elsewhere(const struct pk_queued_packets *memory,
			      const struct pk_packet *packet, const struct pk_sock *of)
{
	return !packet->netns && pk_any(memory->nr_listeners, i,
					memory->listeners[i].netns != of->netns &&
						may_reach(&memory->listeners[i], packet) &&
						!is_full(memory, &memory->listeners[i]));
}

const struct pk_sock *pk_queued_full_listener(const struct pk_queued_packets *memory,
					      const struct pk_packet *packet)
{
	for (size_t i = 0; packet->header.tuple_known && i < memory->nr_listeners; i++) {
		const struct pk_sock *listener = &memory->listeners[i];

		if (is_full(memory, listener) && may_reach(listener, packet))
			return is_free_elsewhere(memory, packet, listener) ? NULL : listener;
	}
	return NULL;
}

bool pk_queued_is_request(const struct pk_queued_packets *memory, const struct pk_packet *packet)
{
	const struct pk_sock *sock = sock_of(memory, packet, true);

	return sock && sock->kind == PK_SOCK_REQUEST;
}

struct pk_place *pk_queued_place(const struct pk_queued_packets *memory, uint64_t skb)
{
	return skb ? pk_hash_get(&memory->places, skb) : NULL;
}
