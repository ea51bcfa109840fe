// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Clients of Sun RPC, and what they wait for:
 *
 *	net.gen->ptr[sunrpc_net_id]: struct sunrpc_net
 *	all_clients -> rpc_clnt: cl_xpi.xpi_xpswitch -> rpc_xprt_switch: xps_xprt_list -> rpc_xprt, of several clients
 *	                         cl_tasks -> rpc_task: tk_rqstp -> rpc_rqst: rq_xprt, the transport that it goes by
 *
 * An rpc_xprt whose operations are those of the socket's file (xs_*_ops) begins a struct sock_xprt, which has the
 * socket. Who waits for a task sleeps on a bit of its tk_runstate.
 */
#include "decode/consumer/consumer_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/net/sock/sock.h"
#include "decode/task/locks.h"

/* RPC_CALL_MAJORSEEN: the kernel has said that the server does not respond */
#define CALL_MAJORSEEN 0x20

struct client {
	uint64_t id, version;
	char program[32];
};

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	struct pk_reader *r; /* ALL's */
	struct pk_consumers *consumers;
	/* offsets */
	uint64_t clients, client_link, tasks, task_link, runstate, xprts, xprt_link, xprt_addr;
	struct pk_bit_waiters bits;
	uint64_t net;
	uint32_t netns;
	struct client client; /* whose lists are walked */
};

/* --- transports ----------------------------------------------------------------------------------------- */

static const struct pk_protocol *protocol_of(struct pk_ctx *ctx, uint64_t ops)
{
	struct pk_symbol symbol;
	char name[32];

	if (pk_symbol_at(ctx, ops, &symbol) != PK_OK || symbol.addr != ops)
		return NULL;
	for (unsigned i = 0; pk_protocols[i]; i++) {
		snprintf(name, sizeof(name), "xs_%s_ops", pk_protocols[i]->name);
		if (!strcmp(symbol.name, name))
			return pk_protocols[i];
	}
	return NULL;
}

static void read_socket(struct walk *walk, struct pk_consumer *consumer)
{
	struct pk_reader *r = walk->r;
	const struct pk_protocol *protocol;
	uint64_t ops = pk_member(r, consumer->addr, PK_R_rpc_xprt_ops), sk;

	if (!pk_ok(r))
		return;
	consumer->sock_status = PK_ABSENT;
	protocol = protocol_of(walk->ctx, ops);
	if (!protocol)
		return;
	consumer->protocol = protocol->name;
	sk = pk_member(r, consumer->addr - pk_offset(r, PK_R_sock_xprt_xprt), PK_R_sock_xprt_sk);
	consumer->sk = sk;
	if (sk)
		pk_try(r, consumer->sock_status =
				  pk_sock_read(walk->ctx, protocol, sk, &consumer->sock));
}

/* False: nothing more can be listed. */
static bool read_xprt(struct walk *walk, uint64_t addr)
{
	struct pk_consumer *consumer;

	if (pk_consumer_at(walk->consumers, addr))
		return true;
	consumer = pk_consumer_add(walk->all, addr);
	if (!consumer)
		return false;
	consumer->kind = "rpc";
	consumer->net = walk->net;
	consumer->netns = walk->netns;
	consumer->state = pk_figure_member(walk->ctx, addr, PK_R_rpc_xprt_state);
	consumer->new_bits = pk_has(walk->ctx, PK_R_rpc_xprt_class);
	pk_try(walk->r, pk_consumer_read_server(walk->ctx, addr + walk->xprt_addr, consumer));
	read_socket(walk, consumer);
	return walk->r->status != PK_NOMEM && walk->r->status != PK_LIMIT;
}

/* --- calls ---------------------------------------------------------------------------------------------- */

/* time_before(jiffies, rq_majortimeo) is what rpc_check_timeout() tests; each time it fails, the limit is set anew. */
static struct pk_figure is_late(const struct walk *walk, uint32_t flags, uint64_t major)
{
	struct pk_figure late = walk->all->now_jiffies;
	unsigned shift = 64 - 8 * walk->ctx->target->facts.word_size;

	if (flags & CALL_MAJORSEEN)
		return (struct pk_figure){.status = PK_OK, .value = 1};
	if (late.status == PK_OK)
		late.value = (int64_t)((late.value - major) << shift) > 0;
	return late;
}

static void read_request(struct walk *walk, uint64_t rqst, struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t task = pk_member(r, rqst, PK_R_rpc_rqst_task);
	uint64_t xprt = pk_member(r, rqst, PK_R_rpc_rqst_xprt),
		 xid = pk_member(r, rqst, PK_R_rpc_rqst_xid);
	uint64_t sends = pk_member(r, rqst, PK_R_rpc_rqst_sends);
	uint64_t sent = pk_member(r, rqst, PK_R_rpc_rqst_sent);
	uint64_t major = pk_member(r, rqst, PK_R_rpc_rqst_major);

	if (task != call->addr)
		pk_try(r, pk_fail(walk->ctx, PK_CORRUPT, "its request is of task %llx",
				  (unsigned long long)task));
	if (!pk_ok(r))
		return;
	call->transport = xprt;
	call->xid = walk->ctx->target->facts.big_endian ? (uint32_t)xid
							: __builtin_bswap32((uint32_t)xid);
	call->sends = (struct pk_figure){.status = PK_OK, .value = sends};
	if (sends)
		call->sent_ms = pk_consumer_since(walk->all, sent);
	call->late = is_late(walk, call->flags, major);
}

static void read_call(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t id = pk_member(r, call->addr, PK_R_rpc_task_id);
	uint64_t flags = pk_member(r, call->addr, PK_R_rpc_task_flags);
	uint64_t task_status = pk_member(r, call->addr, PK_R_rpc_task_status);
	uint64_t owner = pk_member(r, call->addr, PK_R_rpc_task_owner);
	uint64_t start = pk_member(r, call->addr, PK_R_rpc_task_start);
	uint64_t proc = pk_member(r, call->addr, PK_R_rpc_task_proc);
	uint64_t rqst = pk_member(r, call->addr, PK_R_rpc_task_rqst), at;
	size_t nr;
	const struct pk_bit_waiter *bits;

	if (!pk_ok(r))
		return;
	call->id = (uint32_t)id;
	call->flags = (uint32_t)flags;
	call->status = (int32_t)task_status;
	call->owner = (int32_t)owner;
	call->age_ms = pk_consumer_since(walk->all, start);
	bits = pk_bit_waiters_of(&walk->bits, call->addr + walk->runstate, &nr);
	call->waiters_status = walk->bits.status;
	for (size_t i = 0; i < nr && call->waiters_status == PK_OK; i++)
		call->waiters_status = pk_consumer_waiter_add(walk->all, call, bits[i].task);
	if (proc)
		pk_try(r, pk_consumer_read_name(walk->ctx, proc, PK_R_rpc_proc_name,
						call->procedure, sizeof(call->procedure), &at));
	if (pk_ok(r) && rqst)
		read_request(walk, rqst, call);
}

/* --- clients and namespaces ------------------------------------------------------------------------------ */

static void walk_xprts(struct walk *walk, uint64_t clnt)
{
	struct pk_reader *r = walk->r;
	bool more = true;
	uint64_t addr;

	if (!pk_has(walk->ctx, PK_R_rpc_clnt_switch)) {
		addr = pk_member(r, clnt, PK_R_rpc_clnt_xprt);
		if (addr)
			read_xprt(walk, addr);
		return;
	}
	addr = pk_member(r, clnt, PK_R_rpc_clnt_switch);
	if (addr)
		pk_list_for_each (node, r, addr + walk->xprts) {
			more = read_xprt(walk, node - walk->xprt_link);
			pk_consumer_check(walk->all, "RPC transport", node - walk->xprt_link);
			if (!more)
				break;
		}
}

static void walk_client(struct walk *walk, uint64_t clnt)
{
	struct client *client = &walk->client;
	struct pk_reader *r = walk->r;
	struct pk_consumer_call *call;
	uint64_t program, at;

	walk_xprts(walk, clnt);
	memset(client, 0, sizeof(*client));
	client->id = pk_member(r, clnt, PK_R_rpc_clnt_id);
	client->version = pk_member(r, clnt, PK_R_rpc_clnt_version);
	program = pk_member(r, clnt, PK_R_rpc_clnt_program);
	if (program)
		pk_try(r, pk_consumer_read_name(walk->ctx, program, PK_R_rpc_program_name,
						client->program, sizeof(client->program), &at));
	pk_consumer_check(walk->all, "RPC client", clnt);
	pk_list_for_each (node, r, clnt + walk->tasks) {
		call = pk_consumer_call_add(walk->all, node - walk->task_link);
		if (call) {
			call->client = (uint32_t)client->id;
			call->version = (uint32_t)client->version;
			memcpy(call->program, client->program, sizeof(call->program));
			read_call(walk, call);
		}
		pk_consumer_check(walk->all, "RPC call", call ? node - walk->task_link : node);
		if (!call)
			break;
	}
	pk_consumer_check(walk->all, "RPC client", clnt);
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_rpc(struct pk_consumer_walk *all)
{
	struct pk_reader *r = &all->r;
	struct pk_reader nets = {.ctx = all->ctx};
	struct walk walk = {.all = all, .ctx = all->ctx, .r = r, .consumers = all->consumers};

	pk_value(r, PK_R_sunrpc_net_id);
	pk_try(r, pk_row_offsets(all->ctx, PK_WANTED({PK_R_sunrpc_clients, &walk.clients},
						     {PK_R_rpc_clnt_link, &walk.client_link},
						     {PK_R_rpc_clnt_tasks, &walk.tasks},
						     {PK_R_rpc_task_link, &walk.task_link},
						     {PK_R_rpc_task_runstate, &walk.runstate},
						     {PK_R_rpc_xprt_addr, &walk.xprt_addr})));
	if (pk_reader_has(r, PK_R_rpc_clnt_switch)) {
		walk.xprts = pk_offset(r, PK_R_rpc_switch_xprts);
		walk.xprt_link = pk_offset(r, PK_R_rpc_xprt_link);
	}
	if (!pk_ok(r))
		return r->status;
	pk_consumer_clocks(all);
	pk_bit_waiters_read(all->ctx, &walk.bits);
	pk_netns_for_each (net, &nets) {
		struct pk_figure own = pk_netns_own(all->ctx, net.addr, PK_R_sunrpc_net_id);

		walk.net = net.addr;
		walk.netns = net.inum;
		r->status = own.status;
		if (pk_ok(r) && own.value)
			pk_list_for_each (node, r, own.value + walk.clients)
				walk_client(&walk, node - walk.client_link);
		pk_consumer_check(all, "RPC clients of the network namespace", net.addr);
	}
	pk_try(r, nets.status);
	pk_consumer_check(all, "network namespaces", 0);
	pk_bit_waiters_deinit(&walk.bits);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_rpc = {"Sun RPC", read_rpc};
