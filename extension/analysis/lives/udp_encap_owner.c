// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/queued_packets.h"

#include <stdlib.h>
#include <string.h>

#include "decode/net/device/net_device.h"
#include "protocol/protocol.h"

#define MAX_SOCKS 4096 /* of a port: of more it is not said which gets a packet */

static const uint8_t any[16];

static int compare_places(const struct pk_sock *x, uint64_t net, uint16_t port)
{
	if (x->net != net)
		return x->net < net ? -1 : 1;
	return x->tuple.sport < port ? -1 : x->tuple.sport > port;
}

static int compare_socks(const void *a, const void *b)
{
	const struct pk_sock *const *x = a, *const *y = b;

	return compare_places(*x, (*y)->net, (*y)->tuple.sport);
}

static void load(const struct pk_queued_packets *memory, struct pk_udp_encap_owners *takers)
{
	const struct pk_sock *sock;
	size_t at = 0;

	takers->loaded = true;
	takers->list = calloc(memory->socks.nr + 1, sizeof(*takers->list));
	while (takers->list && (sock = pk_hash_next(&memory->socks, &at)))
		if (pk_protocol_of_sock(sock)->sockets->takes_carried && sock->kind == PK_SOCK_FULL)
			takers->list[takers->nr++] = sock;
	if (takers->nr)
		qsort(takers->list, takers->nr, sizeof(*takers->list), compare_socks);
}

void pk_udp_encap_owners_deinit(struct pk_udp_encap_owners *takers)
{
	free(takers->list);
	*takers = (struct pk_udp_encap_owners){0};
}

static size_t first_of(const struct pk_udp_encap_owners *takers, uint64_t net, uint16_t port)
{
	return pk_first(takers->nr, at, compare_places(takers->list[at], net, port) < 0);
}

/* A lookup may end at SOCK. One of IPv6 that is bound to no address may take IPv4 too. */
static bool may_get(const struct pk_sock *sock, const struct pk_tuple *tuple)
{
	const struct pk_tuple *local = &sock->tuple;
	struct pk_tuple reversed = pk_tuple_reversed(tuple);
	bool is_any = !memcmp(local->saddr, any, sizeof(any));

	if (local->family != tuple->family && !(is_any && sock->socket_family == 6))
		return false;
	if (local->dport)
		return pk_tuple_equal(local, &reversed);
	return is_any || !memcmp(local->saddr, tuple->daddr, sizeof(any));
}

static bool takes(struct pk_ctx *ctx, const struct pk_sock *sock)
{
	const struct pk_sock_mark *mark = pk_protocol_of_sock(sock)->sockets->takes_carried;
	uint64_t value;

	return pk_has(ctx, mark->row) &&
	       pk_member_uint(ctx, sock->addr, mark->row, &value) == PK_OK && value == mark->value;
}

struct locality {
	const struct pk_tuple *tuple;
	bool found;
};

static bool compare_address(uint8_t family, const uint8_t *address, void *arg)
{
	struct locality *locality = arg;
	const struct pk_tuple *tuple = locality->tuple;

	locality->found =
		family == tuple->family && !memcmp(address, tuple->daddr, family == 4 ? 4 : 16);
	return !locality->found;
}

/* Most packets are for the address of the one before. */
static bool is_local(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		     struct pk_udp_encap_owners *takers, uint64_t net, const struct pk_tuple *tuple)
{
	struct locality locality = {.tuple = tuple};

	if (takers->last_net == net && takers->last_family == tuple->family &&
	    !memcmp(takers->last_address, tuple->daddr, sizeof(tuple->daddr)))
		return takers->last_is_local;
	for (size_t i = 0; i < memory->nr_devices && !locality.found; i++)
		if (memory->devices[i].net == net)
			pk_net_addresses_walk(ctx, memory->devices[i].addr, compare_address,
					      &locality);
	takers->last_net = net;
	takers->last_family = tuple->family;
	memcpy(takers->last_address, tuple->daddr, sizeof(tuple->daddr));
	takers->last_is_local = locality.found;
	return locality.found;
}

void pk_udp_encap_unveil(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			 struct pk_udp_encap_owners *takers, const struct pk_skb *skb,
			 struct pk_header *header)
{
	const struct pk_net_device *dev =
		header->spi_may_be ? pk_queued_device_at(memory, skb->dev) : NULL;
	uint64_t net = dev ? dev->net : 0;
	bool taken = false;
	size_t first;

	if (!net || !header->tuple_known || header->fragment || memory->socks_missing)
		return;
	if (!takers->loaded)
		load(memory, takers);
	first = first_of(takers, net, header->tuple.dport);
	for (size_t i = first;
	     i < takers->nr && !compare_places(takers->list[i], net, header->tuple.dport); i++) {
		const struct pk_sock *sock = takers->list[i];

		if (i - first == MAX_SOCKS)
			return;
		if (pk_protocol_of_sock(sock) != pk_protocol_of(header) ||
		    !may_get(sock, &header->tuple))
			continue;
		if (!takes(ctx, sock))
			return;
		taken |= sock->socket_family == header->tuple.family && !sock->bound_dev_if;
	}
	if (taken && is_local(ctx, memory, takers, net, &header->tuple))
		pk_header_wrap(header);
}
