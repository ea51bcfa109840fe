// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Connections with equal addresses and ports.
 *
 * Each has ends of its own: an end is one side of the tuple in one namespace, where packets or a socket of it are known. Which
 * two ends are one connection's is proven by an skb that was sent at one and received at the other; by a packet that has the
 * same numbers at both; or, without packets, by the numbers of their sockets. What is forwarded has no end of its own: it
 * belongs to what it is joined with.
 */
#include "analysis/lives/namespaces.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/packet_work.h"
#include "core/kit.h"

/* One side of a tuple in one namespace. */
struct end {
	unsigned side; /* of its group: 0, 1 */
	uint32_t netns;
	const struct pk_sock *sock; /* NULL: packets alone tell of it */
	uint32_t number; /* of its connection, from 1 */
};

/* Where a local tuple is known. */
struct sites {
	struct end *list; /* owned */
	size_t nr, room;
};

/* A packet, or an end, whose tuple several connections may have. */
struct member {
	uint64_t key; /* the same for both directions */
	unsigned side;
	uint32_t order; /* of time */
	struct pk_packet *packet;
};

struct sorting {
	const struct pk_queued_packets *memory;
	struct pk_packet_set *set;
	struct pk_hash sites; /* key of a local tuple -> struct sites, owned */
	struct member *members; /* owned */
	size_t nr, room;
	bool failed;
};

/* The members of one tuple. Nodes are its ends, then its packets: each has a parent, the root itself. */
struct group {
	struct end *ends; /* owned */
	size_t nr_ends, room_ends;
	struct member *members;
	size_t nr;
	uint32_t *parents; /* owned */
};

/* Received and sent on, at a moment within the set. */
static bool is_forwarded(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	if (packet->dir == PK_RX)
		return packet->work->copied;
	if (!pk_has_edge(packet, PK_EDGE_LOOPBACK))
		return false;
	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_packet *other = trail->edges[i].to;

		if (trail->edges[i].kind == PK_EDGE_LOOPBACK && other && other->dir == PK_RX &&
		    other->first_ns < packet->first_ns)
			return true;
	}
	return false;
}

/* --- tuples that several namespaces have ------------------------------------------------------------------ */

static struct sites *sites_at(struct sorting *sorting, uint64_t key)
{
	struct sites *sites = pk_hash_obtain(&sorting->sites, key, sizeof(*sites));

	sorting->failed |= !sites;
	return sites;
}

static void site_add(struct sorting *sorting, uint64_t key, uint32_t netns,
		     const struct pk_sock *sock)
{
	struct sites *sites = netns ? sites_at(sorting, key) : NULL;

	if (!sites)
		return;
	for (size_t i = 0; i < sites->nr; i++)
		if (sites->list[i].netns == netns) {
			if (sock && (!sites->list[i].sock || sock->kind == PK_SOCK_FULL))
				sites->list[i].sock = sock;
			return;
		}
	if (pk_grow(sites->list, sites->nr, sites->room))
		sites->list[sites->nr++] = (struct end){.netns = netns, .sock = sock};
	else
		sorting->failed = true;
}

/* Most machines have one namespace with connections: there is nothing to do. */
static bool has_several(const struct pk_queued_packets *memory, const struct pk_packet_set *set)
{
	const struct pk_sock *sock;
	uint32_t netns = 0;
	size_t at = 0;

	while ((sock = pk_hash_next(&memory->socks, &at))) {
		if (netns && sock->netns && sock->netns != netns)
			return true;
		netns = sock->netns ? sock->netns : netns;
	}
	for (uint32_t i = 0; i < set->nr; i++) {
		uint32_t of_packet = set->packets[i]->netns;

		if (netns && of_packet && of_packet != netns)
			return true;
		netns = of_packet ? of_packet : netns;
	}
	return false;
}

static void find_sites(struct sorting *sorting)
{
	const struct pk_packet_set *set = sorting->set;
	const struct pk_sock *sock;
	size_t at = 0;

	while ((sock = pk_hash_next(&sorting->memory->socks, &at)))
		site_add(sorting, pk_tuple_key(pk_protocol_of_sock(sock), &sock->tuple),
			 sock->netns, sock);
	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		struct pk_tuple local = pk_packet_local(packet);

		if (packet->header.tuple_known && packet->netns && !is_forwarded(packet))
			site_add(sorting, pk_tuple_key(pk_protocol_of(&packet->header), &local),
				 packet->netns, NULL);
	}
}

static bool is_several(const struct sorting *sorting, uint64_t key)
{
	const struct sites *sites = pk_hash_get(&sorting->sites, key);

	return sites && sites->nr > 1;
}

/* Which of both directions is side 0: the same whoever asks. */
static bool is_first(const struct pk_tuple *tuple)
{
	int order = memcmp(tuple->saddr, tuple->daddr, sizeof(tuple->saddr));

	return order ? order < 0 : tuple->sport <= tuple->dport;
}

static void find_members(struct sorting *sorting)
{
	const struct pk_packet_set *set = sorting->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		const struct pk_protocol *protocol = pk_protocol_of(&packet->header);
		struct pk_tuple local = pk_packet_local(packet), remote = pk_tuple_reversed(&local);
		uint64_t own, others;

		packet->connection = 0;
		if (!packet->header.tuple_known)
			continue;
		own = pk_tuple_key(protocol, &local);
		others = pk_tuple_key(protocol, &remote);
		if (!is_several(sorting, own) && !is_several(sorting, others))
			continue;
		if (!pk_grow(sorting->members, sorting->nr, sorting->room)) {
			sorting->failed = true;
			return;
		}
		sorting->members[sorting->nr++] = (struct member){is_first(&local) ? own : others,
								  !is_first(&local), i, packet};
	}
}

/* Of one tuple, in their order. */
static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* --- which are one connection's ----------------------------------------------------------------------------- */

static uint32_t root_of(const struct group *group, uint32_t node)
{
	while (group->parents[node] != node) {
		group->parents[node] = group->parents[group->parents[node]];
		node = group->parents[node];
	}
	return node;
}

/* The root is the lowest node: an end, if there is one. */
static void join(struct group *group, uint32_t a, uint32_t b)
{
	a = root_of(group, a);
	b = root_of(group, b);
	group->parents[a > b ? a : b] = a < b ? a : b;
}

static uint32_t node_of(const struct group *group, size_t at)
{
	const struct member *member = &group->members[at];
	uint32_t netns = is_forwarded(member->packet) ? 0 : member->packet->netns;

	for (size_t i = 0; netns && i < group->nr_ends; i++)
		if (group->ends[i].side == member->side && group->ends[i].netns == netns)
			return (uint32_t)i;
	return (uint32_t)(group->nr_ends + at);
}

/* The halves of one skb, and what was sent again. While a group is at work, CONNECTION is its packets' place there, from 1. */
static void join_edges(struct group *group)
{
	for (size_t i = 0; i < group->nr; i++) {
		const struct pk_trail *trail = &group->members[i].packet->trail;

		for (uint32_t k = 0; k < trail->nr_edges; k++) {
			const struct pk_packet *to = trail->edges[k].to;
			size_t at = to ? to->connection : 0;

			if ((trail->edges[k].kind == PK_EDGE_LOOPBACK ||
			     trail->edges[k].kind == PK_EDGE_RETRANSMIT) &&
			    at && at <= group->nr && group->members[at - 1].packet == to)
				join(group, node_of(group, i), node_of(group, at - 1));
		}
	}
}

/* What tells a packet from all others of its tuple, wherever it is seen: its own number and that which it acknowledges. Those
 * of two connections begin at random; both are hardly ever equal. 0: it has none. */
static uint64_t numbers_of(const struct pk_packet *packet, unsigned sent_by)
{
	const struct pk_header *header = &packet->header;
	uint32_t words[] = {header->seq, header->ack, header->payload_len, header->flags, sent_by};

	if (!header->seq_known || !header->ack_known || !header->len_known ||
	    !header->flags_known || !pk_header_says(header, PK_SAYS_ACK))
		return 0;
	return pk_hash_bytes(PK_HASH_BEGIN, words, sizeof(words));
}

static bool join_numbers(struct group *group)
{
	struct pk_hash seen = {0};
	bool done = true;

	for (size_t i = 0; done && i < group->nr; i++) {
		struct pk_packet *packet = group->members[i].packet;
		unsigned sent_by = group->members[i].side ^ (packet->dir == PK_RX);
		uint64_t numbers = numbers_of(packet, sent_by);
		const struct pk_packet *other = numbers ? pk_hash_get(&seen, numbers) : NULL;

		/* Its way goes from end to end: what one sent, another received. */
		if (other && other->dir != packet->dir)
			join(group, node_of(group, i), node_of(group, other->connection - 1));
		if (numbers)
			done = pk_hash_put(&seen, numbers, packet);
	}
	pk_hash_deinit(&seen, NULL);
	return done;
}

static bool sockets_fit(const struct pk_sock *a, const struct pk_sock *b)
{
	const struct pk_protocol *protocol = pk_protocol_of_sock(a);

	return a->kind == PK_SOCK_FULL && b->kind == PK_SOCK_FULL && protocol->ends_fit &&
	       protocol->ends_fit(a, b);
}

/* The only one that fits END; NULL: none, or several. */
static const struct end *only_fit(const struct group *group, const struct end *end)
{
	const struct end *only = NULL;

	for (size_t i = 0; end->sock && i < group->nr_ends; i++) {
		const struct end *other = &group->ends[i];

		if (other->side == end->side || !other->sock ||
		    !sockets_fit(end->sock, other->sock))
			continue;
		if (only)
			return NULL;
		only = other;
	}
	return only;
}

static void join_sockets(struct group *group)
{
	for (size_t i = 0; i < group->nr_ends; i++) {
		const struct end *other = only_fit(group, &group->ends[i]);

		if (other && only_fit(group, other) == &group->ends[i])
			join(group, (uint32_t)i, (uint32_t)(other - group->ends));
	}
}

/* --- their numbers --------------------------------------------------------------------------------------------- */

static int compare_ends(const void *a, const void *b)
{
	const struct end *x = a, *y = b;

	if (x->side != y->side)
		return x->side < y->side ? -1 : 1;
	return x->netns < y->netns ? -1 : x->netns > y->netns;
}

/* How many connections its ends are. */
static uint32_t number_ends(struct group *group)
{
	uint32_t nr = 0;

	for (size_t i = 0; i < group->nr_ends; i++) {
		uint32_t root = root_of(group, (uint32_t)i);

		group->ends[i].number = root == i ? ++nr : group->ends[root].number;
	}
	return nr;
}

/* A connection has one end on either side; 0: it is not known, or there are several on the way. */
static uint32_t netns_of(const struct group *group, uint32_t number, unsigned side)
{
	uint32_t netns = 0;

	for (size_t i = 0; i < group->nr_ends; i++) {
		if (group->ends[i].number != number || group->ends[i].side != side)
			continue;
		if (netns)
			return 0;
		netns = group->ends[i].netns;
	}
	return netns;
}

static void tell_packets(struct group *group, uint32_t nr)
{
	for (size_t i = 0; i < group->nr; i++) {
		struct pk_packet *packet = group->members[i].packet;
		uint32_t root = root_of(group, node_of(group, i));

		if (root >= group->nr_ends) {
			packet->connection = nr > 1 ? PK_CONNECTION_UNKNOWN | (root + 1) : 0;
			continue;
		}
		packet->connection = nr > 1 ? group->ends[root].number : 0;
	}
	for (size_t i = 0; nr > 1 && i < group->nr; i++) {
		struct pk_packet *packet = group->members[i].packet;
		unsigned side = group->members[i].side;

		if (packet->connection & PK_CONNECTION_UNKNOWN)
			continue;
		for (unsigned end = 0; end < 2; end++)
			packet->ends_netns[end] = netns_of(group, packet->connection,
							   side ^ end ^ (packet->dir == PK_RX));
		if (!packet->netns && !is_forwarded(packet))
			packet->netns = netns_of(group, packet->connection, side);
	}
}

/* The ends of GROUP, which the packet at MEMBERS stands for. */
static bool take_ends(struct sorting *sorting, struct group *group)
{
	const struct pk_packet *packet = group->members[0].packet;
	struct pk_tuple tuple = pk_packet_local(packet);

	if (group->members[0].side)
		tuple = pk_tuple_reversed(&tuple);
	for (unsigned side = 0; side < 2; side++) {
		const struct sites *sites = pk_hash_get(
			&sorting->sites, pk_tuple_key(pk_protocol_of(&packet->header), &tuple));

		for (size_t i = 0; sites && i < sites->nr; i++) {
			if (!pk_grow(group->ends, group->nr_ends, group->room_ends))
				return false;
			group->ends[group->nr_ends] = sites->list[i];
			group->ends[group->nr_ends++].side = side;
		}
		tuple = pk_tuple_reversed(&tuple);
	}
	qsort(group->ends, group->nr_ends, sizeof(*group->ends), compare_ends);
	return true;
}

static bool sort_group(struct sorting *sorting, struct group *group)
{
	if (!take_ends(sorting, group))
		return false;
	group->parents = malloc((group->nr_ends + group->nr) * sizeof(*group->parents));
	if (!group->parents)
		return false;
	for (size_t i = 0; i < group->nr_ends + group->nr; i++)
		group->parents[i] = (uint32_t)i;
	for (size_t i = 0; i < group->nr; i++)
		group->members[i].packet->connection = (uint32_t)i + 1;
	join_edges(group);
	if (!join_numbers(group))
		return false;
	join_sockets(group);
	tell_packets(group, number_ends(group));
	return true;
}

static void sort_members(struct sorting *sorting)
{
	size_t at = 0;

	if (sorting->nr)
		qsort(sorting->members, sorting->nr, sizeof(*sorting->members), compare_members);
	while (!sorting->failed && at < sorting->nr) {
		struct group group = {.members = &sorting->members[at]};

		while (at < sorting->nr && sorting->members[at].key == group.members->key) {
			group.nr++;
			at++;
		}
		sorting->failed = !sort_group(sorting, &group);
		free(group.ends);
		free(group.parents);
	}
}

static void sites_free(void *sites)
{
	free(((struct sites *)sites)->list);
	free(sites);
}

bool pk_settle_connections(const struct pk_queued_packets *memory, struct pk_packet_set *set)
{
	struct sorting sorting = {.memory = memory, .set = set};

	if (!has_several(memory, set)) {
		for (uint32_t i = 0; i < set->nr; i++)
			set->packets[i]->connection = 0;
		return true;
	}
	find_sites(&sorting);
	find_members(&sorting);
	sort_members(&sorting);
	pk_hash_deinit(&sorting.sites, sites_free);
	free(sorting.members);
	return !sorting.failed;
}
