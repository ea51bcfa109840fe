// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A rule about ports that connect() chooses itself: __inet_hash_connect() tries those of ip_local_port_range that are not
 * reserved. It skips a port that a socket has bound, and one that another connection uses with the same addresses and the same
 * port of the peer. Sockets that are bound and do not listen are not found here, so there may be fewer free ports than counted.
 */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "core/context.h"
#include "core/kit.h"
#include "core/reader.h"
#include "protocol/protocol.h"

#define NR_PORTS 65536
#define REUSE_NEVER 0
#define REUSE_LOOPBACK 2

/* Ports of a namespace that connect() may take for a protocol. */
struct choice {
	uint64_t net;
	uint8_t protocol;
	enum pk_status status;
	unsigned low, high;
	unsigned nr; /* how many */
	bool taken[NR_PORTS]; /* reserved, or a listener's */
	struct pk_figure reuse; /* tcp_tw_reuse */
};

/* Sockets that may connect or have connected, those with the same ends together. */
struct ends {
	const struct pk_sock **list; /* owned */
	size_t nr, room;
	struct choice choice; /* of the one that was looked at last */
	struct pk_sock_owners owners; /* only if a destination has no port left */
	bool owners_loaded;
};

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* By all but the local port. */
static int compare_ends(const struct pk_sock *a, const struct pk_sock *b)
{
	int order = compare_numbers(a->net, b->net);

	order = order ? order : compare_numbers(a->protocol, b->protocol);
	order = order ? order : compare_numbers(a->bound_dev_if, b->bound_dev_if);
	order = order ? order : compare_numbers(a->tuple.family, b->tuple.family);
	order = order ? order : memcmp(a->tuple.saddr, b->tuple.saddr, sizeof(a->tuple.saddr));
	order = order ? order : memcmp(a->tuple.daddr, b->tuple.daddr, sizeof(a->tuple.daddr));
	return order ? order : compare_numbers(a->tuple.dport, b->tuple.dport);
}

static int compare_socks(const void *a, const void *b)
{
	const struct pk_sock *x = *(const struct pk_sock *const *)a;
	const struct pk_sock *y = *(const struct pk_sock *const *)b;
	int order = compare_ends(x, y);

	order = order ? order : compare_numbers(x->tuple.sport, y->tuple.sport);
	return order ? order
		     : compare_numbers(x->kind == PK_SOCK_TIMEWAIT, y->kind == PK_SOCK_TIMEWAIT);
}

static bool ends_find(const struct pk_queued_packets *memory, struct ends *ends)
{
	const struct pk_sock *sock;
	size_t at = 0;

	while ((sock = pk_hash_next(&memory->socks, &at))) {
		if (pk_protocol_of_sock(sock)->datagrams || !sock->tuple.family ||
		    !sock->tuple.dport || !sock->net)
			continue;
		if (!pk_grow(ends->list, ends->nr, ends->room))
			return false;
		ends->list[ends->nr++] = sock;
	}
	if (ends->nr)
		qsort(ends->list, ends->nr, sizeof(*ends->list), compare_socks);
	return true;
}

static void range_read(struct pk_reader *r, struct choice *choice)
{
	const struct pk_row_value *row = pk_layout_get(r->ctx, PK_R_net_local_ports);
	uint64_t range = pk_member_at(r, choice->net, PK_R_net_local_ports), both;

	if (row->member.is_array) {
		choice->low = (unsigned)pk_number(r, range, 4);
		choice->high = (unsigned)pk_number(r, range + 4, 4);
	} else {
		both = pk_number(r, range, 4);
		choice->low = both & 0xffff;
		choice->high = (unsigned)(both >> 16);
	}
	if (pk_ok(r) && (choice->low > choice->high || choice->high >= NR_PORTS))
		r->status = pk_fail(r->ctx, PK_CORRUPT, "ports from %u to %u", choice->low,
				    choice->high);
}

/* A bitmap of longs. */
static void reserved_read(struct pk_reader *r, struct choice *choice)
{
	uint64_t bitmap = pk_member(r, choice->net, PK_R_net_reserved_ports);
	const uint32_t word = r->ctx->target->facts.word_size, bits = 8 * word;
	uint8_t bytes[NR_PORTS / 8];

	if (!bitmap || !pk_load(r, bitmap, bytes, sizeof(bytes)))
		return;
	for (unsigned port = 0; port < NR_PORTS; port++)
		choice->taken[port] = pk_facts_uint(&r->ctx->target->facts,
						    bytes + (size_t)port / bits * word, word) >>
					      port % bits &
				      1;
}

static void choice_read(const struct pk_scene *scene, const struct pk_sock *sock,
			struct choice *choice)
{
	const struct pk_queued_packets *memory = scene->memory;
	struct pk_reader r = {.ctx = scene->ctx};

	*choice = (struct choice){.net = sock->net, .protocol = sock->protocol};
	range_read(&r, choice);
	reserved_read(&r, choice);
	choice->status = r.status;
	if (!pk_ok(&r))
		return;
	for (size_t i = 0; i < memory->nr_listeners; i++)
		if (memory->listeners[i].net == sock->net &&
		    memory->listeners[i].protocol == sock->protocol)
			choice->taken[memory->listeners[i].tuple.sport] = true;
	for (unsigned port = choice->low; port <= choice->high; port++)
		choice->nr += !choice->taken[port];
	choice->reuse.status =
		pk_member_uint(scene->ctx, sock->net, PK_R_net_tw_reuse, &choice->reuse.value);
}

static bool is_loopback(uint8_t family, const uint8_t *addr)
{
	static const uint8_t one[16] = {[15] = 1};

	return family == 4 ? addr[0] == 127 : !memcmp(addr, one, sizeof(one));
}

/* tcp_twsk_unique(): a new connection may take the place of one in TIME_WAIT. */
static bool is_reusable(const struct choice *choice, const struct pk_sock *sock)
{
	if (choice->reuse.value == REUSE_LOOPBACK)
		return is_loopback(sock->tuple.family, sock->tuple.saddr) ||
		       is_loopback(sock->tuple.family, sock->tuple.daddr);
	return choice->reuse.value != REUSE_NEVER;
}

struct use {
	unsigned nr, time_wait; /* ports, and those of them that only TIME_WAIT uses */
	bool unknown; /* whether those in TIME_WAIT may be used again */
};

/* NR sockets with the same ends, in the order of their ports. */
static struct use use_of(const struct choice *choice, const struct pk_sock *const *list, size_t nr)
{
	struct use use = {0};

	for (size_t i = 0; i < nr; i++) {
		const struct pk_sock *sock = list[i];
		const uint16_t port = sock->tuple.sport;
		bool waits = sock->kind == PK_SOCK_TIMEWAIT;

		if (port < choice->low || port > choice->high || choice->taken[port] ||
		    (i && list[i - 1]->tuple.sport == port))
			continue;
		use.unknown |= waits && choice->reuse.status != PK_OK;
		if (waits && is_reusable(choice, sock))
			continue;
		use.nr++;
		use.time_wait += waits;
	}
	return use;
}

/* --- who has them --------------------------------------------------------------------------------------- */

static int compare_pids(const void *a, const void *b)
{
	const struct pk_sock_owner *x = *(const struct pk_sock_owner *const *)a;
	const struct pk_sock_owner *y = *(const struct pk_sock_owner *const *)b;

	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

/* The process with most of NR sockets, and how many it has; NULL: no process is known. */
static const struct pk_sock_owner *holder_of(const struct pk_scene *scene, struct ends *ends,
					     const struct pk_sock *const *list, size_t nr,
					     unsigned *ret_most)
{
	const struct pk_sock_owner **owners = calloc(nr, sizeof(*owners)), *most = NULL;
	size_t known = 0;

	*ret_most = 0;
	if (!ends->owners_loaded)
		pk_sock_owners_load(scene->ctx, &ends->owners);
	ends->owners_loaded = true;
	for (size_t i = 0; owners && i < nr; i++) {
		owners[known] = pk_sock_owners_of(&ends->owners, list[i]->addr);
		known += owners[known] != NULL;
	}
	if (known)
		qsort(owners, known, sizeof(*owners), compare_pids);
	for (size_t i = 0, first = 0; i < known; i++) {
		if (owners[i]->pid != owners[first]->pid)
			first = i;
		if (i - first + 1 > *ret_most) {
			*ret_most = (unsigned)(i - first + 1);
			most = owners[i];
		}
	}
	free(owners);
	return most;
}

static void tell(struct pk_judge *judge, struct ends *ends, const struct pk_sock *const *list,
		 size_t nr, const struct use *use)
{
	const struct choice *choice = &ends->choice;
	const struct pk_sock *sock = list[0];
	const struct pk_sock_owner *owner;
	struct pk_words words = {.len = 0};
	struct pk_finding *finding;
	char from[64], to[64], more[64];
	unsigned most;

	owner = pk_judge_is_full(judge) ? NULL : holder_of(judge->scene, ends, list, nr, &most);
	if (use->time_wait)
		pk_words_add(&words, ", %u of them in TIME_WAIT", use->time_wait);
	if (owner)
		pk_words_add(&words, "; %u of them by %.15s[%d]", most, owner->comm, owner->pid);
	snprintf(more, sizeof(more), sock->netns ? "flows -M --netns %u" : "flows -M", sock->netns);
	finding = pk_judge_found(
		judge, more,
		"no local port is left for connections from %s to %s: %u of %u in use%s",
		pk_address_text(sock->tuple.family, sock->tuple.saddr, from, sizeof(from)),
		pk_endpoint_text(sock->tuple.family, sock->tuple.daddr, sock->tuple.dport, to,
				 sizeof(to)),
		use->nr, choice->nr, words.text);
	pk_finding_shows_uint(finding, "in use", use->nr);
	pk_finding_shows(finding, "ip_local_port_range", "%u %u", choice->low, choice->high);
	pk_finding_shows_uint(finding, "reserved or bound",
			      choice->high - choice->low + 1 - choice->nr);
	pk_finding_shows_uint(finding, "TIME_WAIT", use->time_wait);
	if (owner)
		pk_finding_shows_uint(finding, "pid", (uint64_t)owner->pid);
	if (owner && owner->cgroup)
		pk_finding_shows(finding, "cgroup", "%.47s", owner->cgroup->path);
	if (sock->netns)
		pk_finding_shows_uint(finding, "netns", sock->netns);
}

/* NR sockets from LIST on have the same ends. Who accepts has the listener's port, and chose none. */
static void judge_ends(struct pk_judge *judge, struct ends *ends, const struct pk_sock *const *list,
		       size_t nr)
{
	struct choice *choice = &ends->choice;
	struct use use;
	bool chose = false;

	if (choice->net != list[0]->net || choice->protocol != list[0]->protocol)
		choice_read(judge->scene, list[0], choice);
	if (choice->status != PK_OK) {
		pk_judge_unknown(judge, "ip_local_port_range", choice->status);
		return;
	}
	for (size_t i = 0; i < nr && !chose; i++)
		chose = list[i]->tuple.sport >= choice->low &&
			list[i]->tuple.sport <= choice->high &&
			!choice->taken[list[i]->tuple.sport];
	if (!chose)
		return;
	use = use_of(choice, list, nr);
	if (use.nr >= choice->nr)
		tell(judge, ends, list, nr, &use);
	else if (use.unknown && nr >= choice->nr)
		pk_judge_unknown(judge, "tcp_tw_reuse", choice->reuse.status);
	else
		pk_judge_clear(judge);
}

void pk_judge_ports(struct pk_judge *judge)
{
	struct ends *ends = calloc(1, sizeof(*ends)); /* with 64 KiB of ports */

	if (judge->scene->memory->socks_missing)
		pk_judge_unknown(judge, "some sockets, as the warnings say", PK_OK);
	if (!ends || !ends_find(judge->scene->memory, ends))
		pk_judge_unknown(judge, "sockets", PK_NOMEM);
	for (size_t i = 0, nr; ends && i < ends->nr; i += nr) {
		for (nr = 1; i + nr < ends->nr && !compare_ends(ends->list[i], ends->list[i + nr]);)
			nr++;
		judge_ends(judge, ends, ends->list + i, nr);
	}
	if (!ends)
		return;
	if (ends->owners_loaded)
		pk_sock_owners_deinit(&ends->owners);
	free(ends->list);
	free(ends);
}
