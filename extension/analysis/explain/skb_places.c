// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/skbs.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/lives/queued_packets.h"
#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "protocol/protocol.h"

static const char *sock_text(const struct pk_sock *sock, char buf[144])
{
	char local[64], peer[64];

	if (!sock)
		return "";
	snprintf(buf, 144, " of %s > %s",
		 pk_endpoint_text(sock->tuple.family, sock->tuple.saddr, sock->tuple.sport, local,
				  sizeof(local)),
		 pk_endpoint_text(sock->tuple.family, sock->tuple.daddr, sock->tuple.dport, peer,
				  sizeof(peer)));
	return buf;
}

/* What a driver or the network stack is done with has no user left. A device makes the checksum of what waits on its way
 * out below IP: in a qdisc, for a neighbour, in a driver's ring. */
static void read_at_place(struct pk_ctx *ctx, const struct pk_place *place,
			  struct pk_placed_skb *skb)
{
	bool freeing = place->outcome == PK_OUT_SENT || place->outcome == PK_OUT_DELIVERED ||
		       place->outcome == PK_OUT_UNKNOWN;
	bool below_ip = place->dir == PK_TX && !place->sock && !freeing;
	char sock[144];

	snprintf(skb->where, sizeof(skb->where), "%.110s%s", place->text,
		 sock_text(place->sock, sock));
	skb->changing = place->changing || (place->sock && place->sock->owned);
	skb->status = pk_skb_state_read(ctx, skb->addr, freeing, below_ip, &skb->state);
}

void pk_queued_skbs_walk(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			 pk_placed_skb_fn fn, void *arg)
{
	for (size_t i = 0; i < memory->nr; i++) {
		struct pk_placed_skb skb = {.addr = memory->list[i]->skb};

		read_at_place(ctx, memory->list[i], &skb);
		if (!fn(&skb, arg))
			return;
	}
}

/* --- in flight ------------------------------------------------------------------------------------------ */

static bool is_cut_in(struct pk_ctx *ctx, const char *func)
{
	const struct pk_stage *stage = pk_stage_of_function(ctx, func);

	return stage && pk_stage_is(stage, "gso");
}

/* A function may be about to free what it handles: without users it is none of its faults. */
static bool visit_held(struct pk_ctx *ctx, uint64_t addr, uint64_t func, int cpu,
		       pk_placed_skb_fn fn, void *arg)
{
	struct pk_placed_skb skb = {.addr = addr, .handled = true, .cpu = cpu, .changing = true};
	struct pk_symbol symbol = {.name = "?"};

	pk_symbol_at(ctx, func, &symbol);
	snprintf(skb.where, sizeof(skb.where), "in %.60s on CPU %d", symbol.name, cpu);
	skb.status = pk_skb_state_read(ctx, addr, true, is_cut_in(ctx, symbol.name), &skb.state);
	return fn(&skb, arg);
}

uint32_t pk_held_skbs_walk(struct pk_ctx *ctx, pk_placed_skb_fn fn, void *arg)
{
	struct pk_stack_packets list;
	const struct pk_stack_packet *panicking = &list.panicking;
	uint64_t skb, func;
	uint32_t unread;
	int cpu, panic_cpu = -1;
	bool more = true;

	if (pk_panic_cpu(ctx, &panic_cpu) != PK_OK)
		panic_cpu = -1;
	pk_stack_packets_load(ctx, panic_cpu, &list);
	if (list.panicking_known && panicking->skb && panicking->unwound &&
	    (panicking->evidence < PK_STACK_FRAME || panicking->cut))
		more = visit_held(ctx, panicking->skb, panicking->func.addr, panic_cpu, fn, arg);
	for (uint32_t i = 0; more && i < list.nr; i++)
		if (pk_stack_packets_at(&list, i, &skb, &func, &cpu))
			more = visit_held(ctx, skb, func, cpu, fn, arg);
	unread = list.unread;
	pk_stack_packets_deinit(&list);
	return unread;
}

struct addrs {
	uint64_t *list; /* owned */
	size_t nr, room;
};

static bool add_addr(const struct pk_placed_skb *skb, void *arg)
{
	struct addrs *addrs = arg;

	if (!pk_grow(addrs->list, addrs->nr, addrs->room))
		return false;
	addrs->list[addrs->nr++] = skb->addr;
	return true;
}

enum pk_status pk_placed_skbs(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			      uint64_t **ret_addrs, size_t *ret_nr)
{
	struct addrs addrs = {0};
	bool added = true;

	for (size_t i = 0; i < memory->nr && added; i++)
		added = add_addr(&(struct pk_placed_skb){.addr = memory->list[i]->skb}, &addrs);
	if (added)
		pk_held_skbs_walk(ctx, add_addr, &addrs);
	if (!added) {
		free(addrs.list);
		return pk_fail(ctx, PK_NOMEM, "packets in memory: out of memory");
	}
	*ret_addrs = addrs.list;
	*ret_nr = addrs.nr;
	return PK_OK;
}

struct search {
	uint64_t addr;
	struct pk_placed_skb *found;
	bool is_found;
};

static bool compare(const struct pk_placed_skb *skb, void *arg)
{
	struct search *search = arg;

	if (skb->addr != search->addr)
		return true;
	*search->found = *skb;
	search->is_found = true;
	return false;
}

void pk_placed_skb_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory, uint64_t addr,
			struct pk_placed_skb *ret_skb)
{
	const struct pk_place *place = pk_queued_place(memory, addr);
	struct search search = {.addr = addr, .found = ret_skb};

	*ret_skb = (struct pk_placed_skb){.addr = addr};
	if (place) {
		read_at_place(ctx, place, ret_skb);
		return;
	}
	pk_held_skbs_walk(ctx, compare, &search);
	if (!search.is_found)
		ret_skb->status = pk_skb_state_read(ctx, addr, false, false, &ret_skb->state);
}
