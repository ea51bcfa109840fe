// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who holds the skbs in use: how many objects of their slab caches are found on the queues that are known. What is found
 * on none is either on a queue that is not, or leaked.
 */
#include "analysis/explain/skbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "decode/slab.h"
#include "protocol/sockets.h"

#define MAX_FOUND (1u << 24)
#define MAX_FRAG_LIST 65536

struct search {
	struct pk_ctx *ctx;
	struct pk_skb_memory *held;
	struct pk_address_set found; /* objects */
	size_t holder; /* of what is being searched; index */
	size_t cache[PK_OBJECT_OTHER]; /* by kind: one more than its index; 0: none */
};

static bool add_count(const struct pk_slab_count *count, void *arg)
{
	struct search *search = arg;
	struct pk_skb_memory *held = search->held;

	if (!pk_grow(held->caches, held->nr_caches, held->room_caches))
		return false;
	held->caches[held->nr_caches++] = *count;
	if (count->kind != PK_OBJECT_OTHER)
		search->cache[count->kind] = held->nr_caches;
	return true;
}

static size_t holder_named(struct pk_skb_memory *held, const char *who)
{
	for (size_t i = 0; i < held->nr_holders; i++)
		if (!strcmp(held->holders[i].who, who))
			return i;
	if (!pk_grow(held->holders, held->nr_holders, held->room_holders))
		return held->nr_holders;
	held->holders[held->nr_holders] = (struct pk_skb_holder){0};
	snprintf(held->holders[held->nr_holders].who, sizeof(held->holders->who), "%s", who);
	return held->nr_holders++;
}

static void search_at(struct search *search, const char *who, const char *what)
{
	char name[sizeof(search->held->holders->who)];

	snprintf(name, sizeof(name), "%.40s%.32s", who, what);
	search->holder = holder_named(search->held, name);
}

/* Free objects on a queue are damage, which a finding tells of: nobody holds them. */
static bool take_one(struct search *search, uint64_t skb)
{
	struct pk_skb_memory *held = search->held;
	struct pk_slab_object object;

	if (pk_slab_lookup(search->ctx, skb, &object) != PK_OK ||
	    !pk_skb_begins(search->ctx, &object) || object.state == PK_SLAB_FREE ||
	    !pk_address_set_add(&search->found, object.start, MAX_FOUND))
		return false;
	held->found++;
	if (search->cache[object.kind])
		held->caches[search->cache[object.kind] - 1].found++;
	if (search->holder < held->nr_holders)
		held->holders[search->holder].skbs++;
	return true;
}

/* The skb, and those of its frag_list, which are its own. */
static bool take(uint64_t addr, void *arg)
{
	struct search *search = arg;
	struct pk_ctx *ctx = search->ctx;
	uint64_t head, end, next;

	if (!take_one(search, addr) ||
	    pk_member_uints(ctx, addr, PK_WANTED({PK_R_skb_head, &head}, {PK_R_skb_end, &end})) !=
		    PK_OK)
		return true;
	if (!pk_layout_get(ctx, PK_R_skb_end)->member.is_pointer)
		end += head;
	next = pk_member_or_zero(ctx, end, PK_R_shinfo_frag_list);
	for (uint32_t i = 0; next && i < MAX_FRAG_LIST && take_one(search, next); i++)
		next = pk_member_or_zero(ctx, next, PK_R_skb_next);
	return true;
}

static bool take_placed(const struct pk_placed_skb *skb, void *arg)
{
	return take(skb->addr, arg);
}

static bool take_queued(uint64_t skb, enum pk_sock_queue queue, void *arg)
{
	(void)queue;
	return take(skb, arg);
}

static void search_sock(struct search *search, const struct pk_sock *sock, enum pk_sock_queue queue)
{
	char what[32];

	snprintf(what, sizeof(what), " sockets: %s queue", pk_sock_queue_name(queue));
	search_at(search, pk_protocol_of_sock(sock)->title, what);
}

/* Queues whose skbs are no packets of the socket: those of MEMORY leave them out. */
static void search_other_queues(struct search *search, const struct pk_queued_packets *memory)
{
	const struct pk_sock *sock;
	size_t at = 0;

	while ((sock = pk_hash_next(&memory->socks, &at)))
		for (int queue = 0; sock->kind == PK_SOCK_FULL && queue < PK_NR_SOCK_QUEUES;
		     queue++) {
			if (!sock->qlen[queue] ||
			    pk_protocol_of_sock(sock)->sockets->queues[queue].text)
				continue;
			search_sock(search, sock, queue);
			pk_sock_queue_walk(search->ctx, sock, queue, take_queued, search);
		}
}

static bool search_local(const struct pk_local_sock *sock, void *arg)
{
	static const struct {
		enum pk_row_id row;
		const char *what;
	} queues[] = {{PK_R_sk_receive_queue, " sockets: receive queue"},
		      {PK_R_sk_error_queue, " sockets: error queue"}};
	struct search *search = arg;
	uint64_t offset;

	for (size_t i = 0; i < PK_ARRAY_SIZE(queues); i++) {
		if (pk_row_offset(search->ctx, queues[i].row, &offset) != PK_OK)
			continue;
		search_at(search, pk_local_family_name(sock->family), queues[i].what);
		pk_skb_head_walk(search->ctx, "socket's queue", sock->addr + offset, take, search);
	}
	return true;
}

static int by_skbs(const void *a, const void *b)
{
	const struct pk_skb_holder *x = a, *y = b;

	return x->skbs != y->skbs ? (x->skbs < y->skbs ? 1 : -1) : strcmp(x->who, y->who);
}

static void search_all(struct search *search, const struct pk_queued_packets *memory)
{
	for (size_t i = 0; i < memory->nr; i++) {
		const struct pk_place *place = memory->list[i];
		char dev[24];

		snprintf(dev, sizeof(dev), "%s%.15s", place->dev[0] ? " of " : "", place->dev);
		if (place->sock)
			search_sock(search, place->sock, place->queue);
		else
			search_at(search, place->holder, dev);
		take(place->skb, search);
	}
	search_other_queues(search, memory);
	for (int family = 0; family < PK_NR_LOCAL; family++)
		pk_local_socks_walk(search->ctx, family, search_local, search);
	search_at(search, "functions that CPUs are in", "");
	if (pk_held_skbs_walk(search->ctx, take_placed, search))
		search->held->incomplete = true;
}

/* Of whatever protocol, not only of those that are shown. */
static void search_every_protocol(struct search *search, bool lost)
{
	struct pk_ctx *ctx = search->ctx;
	unsigned shown = ctx->protocols;
	struct pk_queued_packets memory;

	pk_protocols_parse("all", &ctx->protocols);
	pk_queued_load(ctx, &memory);
	search_all(search, &memory);
	search->held->incomplete |=
		memory.socks_missing || memory.queues_missing || memory.truncated;
	if (lost)
		pk_skb_lost_read(ctx, &memory, &search->found, search->held);
	pk_queued_deinit(&memory);
	ctx->protocols = shown;
}

void pk_skb_memory_read(struct pk_ctx *ctx, bool lost, struct pk_skb_memory *ret_held)
{
	struct search search = {.ctx = ctx, .held = ret_held};
	unsigned long warned;
	enum pk_status status;
	size_t nr = 0;

	*ret_held = (struct pk_skb_memory){.lost_status = PK_ABSENT};
	status = pk_slab_counts_walk(ctx, add_count, &search);
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "slab caches of sockets: %s", pk_error(ctx));
	warned = ctx->nr_warned;
	search_every_protocol(&search, lost);
	ret_held->incomplete |= ctx->nr_warned != warned || search.found.nr >= MAX_FOUND;
	for (size_t i = 0; i < ret_held->nr_holders; i++)
		if (ret_held->holders[i].skbs)
			ret_held->holders[nr++] = ret_held->holders[i];
	ret_held->nr_holders = nr;
	if (nr)
		qsort(ret_held->holders, nr, sizeof(*ret_held->holders), by_skbs);
	pk_address_set_deinit(&search.found);
}

void pk_skb_memory_deinit(struct pk_skb_memory *held)
{
	free(held->caches);
	free(held->holders);
	free(held->lost);
	*held = (struct pk_skb_memory){0};
}
