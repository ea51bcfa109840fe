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
#include "decode/net/device/netns.h"
#include "decode/net/sock/sock.h"
#include "decode/task/bit_waiters.h"

/* RPC_CALL_MAJORSEEN: the kernel has said that the server does not respond */
#define CALL_MAJORSEEN 0x20

struct client {
	uint64_t id, version;
	char program[32];
};

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
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

static enum pk_status read_socket(struct walk *walk, struct pk_consumer *consumer)
{
	struct pk_ctx *ctx = walk->ctx;
	const struct pk_protocol *protocol;
	uint64_t ops, offset;
	enum pk_status status = pk_member_uint(ctx, consumer->addr, PK_R_rpc_xprt_ops, &ops);

	if (status != PK_OK)
		return status;
	consumer->sock_status = PK_ABSENT;
	protocol = protocol_of(ctx, ops);
	if (!protocol)
		return PK_OK;
	consumer->protocol = protocol->name;
	status = pk_row_offset(ctx, PK_R_sock_xprt_xprt, &offset);
	if (status == PK_OK)
		status = pk_member_uint(ctx, consumer->addr - offset, PK_R_sock_xprt_sk,
					&consumer->sk);
	if (status == PK_OK && consumer->sk)
		status = consumer->sock_status =
			pk_sock_read(ctx, protocol, consumer->sk, &consumer->sock);
	return status;
}

static enum pk_status read_xprt(struct walk *walk, uint64_t addr)
{
	struct pk_consumer *consumer;
	enum pk_status status;

	if (pk_consumer_at(walk->consumers, addr))
		return PK_OK;
	consumer = pk_consumer_add(walk->all, addr);
	if (!consumer)
		return walk->ctx->error.status;
	consumer->kind = "rpc";
	consumer->net = walk->net;
	consumer->netns = walk->netns;
	consumer->state = pk_figure_member(walk->ctx, addr, PK_R_rpc_xprt_state);
	consumer->new_bits = pk_has(walk->ctx, PK_R_rpc_xprt_class);
	status = pk_consumer_read_server(walk->ctx, addr + walk->xprt_addr, consumer);
	return status == PK_OK ? read_socket(walk, consumer) : status;
}

static bool visit_xprt(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t addr = node - walk->xprt_link;
	enum pk_status status = read_xprt(walk, addr);

	if (status != PK_OK)
		pk_consumer_note(walk->all, status, "RPC transport", addr);
	return status != PK_NOMEM && status != PK_LIMIT;
}

/* --- calls ---------------------------------------------------------------------------------------------- */

static void read_waiters(struct walk *walk, struct pk_consumer_call *call)
{
	size_t nr;
	const struct pk_bit_waiter *bits =
		pk_bit_waiters_of(&walk->bits, call->addr + walk->runstate, &nr);

	call->waiters_status = walk->bits.status;
	for (size_t i = 0; i < nr && call->waiters_status == PK_OK; i++)
		call->waiters_status = pk_consumer_waiter_add(walk->all, call, bits[i].task);
}

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

static enum pk_status read_request(struct walk *walk, uint64_t rqst, struct pk_consumer_call *call)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t task, xid, sends, sent, major;
	enum pk_status status = pk_member_uints(
		ctx, rqst,
		PK_WANTED({PK_R_rpc_rqst_task, &task}, {PK_R_rpc_rqst_xprt, &call->transport},
			  {PK_R_rpc_rqst_xid, &xid}, {PK_R_rpc_rqst_sends, &sends},
			  {PK_R_rpc_rqst_sent, &sent}, {PK_R_rpc_rqst_major, &major}));

	if (status == PK_OK && task != call->addr)
		status = pk_fail(ctx, PK_CORRUPT, "its request is of task %llx",
				 (unsigned long long)task);
	if (status != PK_OK) {
		call->transport = 0;
		return status;
	}
	call->xid =
		ctx->target->facts.big_endian ? (uint32_t)xid : __builtin_bswap32((uint32_t)xid);
	call->sends = (struct pk_figure){.status = PK_OK, .value = sends};
	if (sends)
		call->sent_ms = pk_consumer_since(walk->all, sent);
	call->late = is_late(walk, call->flags, major);
	return PK_OK;
}

static enum pk_status read_call(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t id, flags, task_status, owner, start, proc, rqst, at;
	enum pk_status status = pk_member_uints(
		ctx, call->addr,
		PK_WANTED({PK_R_rpc_task_id, &id}, {PK_R_rpc_task_flags, &flags},
			  {PK_R_rpc_task_status, &task_status}, {PK_R_rpc_task_owner, &owner},
			  {PK_R_rpc_task_start, &start}, {PK_R_rpc_task_proc, &proc},
			  {PK_R_rpc_task_rqst, &rqst}));

	if (status != PK_OK)
		return status;
	call->id = (uint32_t)id;
	call->flags = (uint32_t)flags;
	call->status = (int32_t)task_status;
	call->owner = (int32_t)owner;
	call->age_ms = pk_consumer_since(walk->all, start);
	read_waiters(walk, call);
	if (proc)
		status = pk_consumer_read_name(ctx, proc, PK_R_rpc_proc_name, call->procedure,
					       sizeof(call->procedure), &at);
	return status == PK_OK && rqst ? read_request(walk, rqst, call) : status;
}

static bool visit_task(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_consumer_call *call = pk_consumer_call_add(walk->all, node - walk->task_link);
	enum pk_status status;

	if (!call) {
		pk_consumer_note(walk->all, walk->ctx->error.status, "RPC call", node);
		return false;
	}
	call->client = (uint32_t)walk->client.id;
	call->version = (uint32_t)walk->client.version;
	memcpy(call->program, walk->client.program, sizeof(call->program));
	status = read_call(walk, call);
	if (status != PK_OK)
		pk_consumer_note(walk->all, status, "RPC call", call->addr);
	return true;
}

/* --- clients and namespaces ------------------------------------------------------------------------------ */

static enum pk_status walk_xprts(struct walk *walk, uint64_t clnt)
{
	uint64_t addr;
	enum pk_status status;

	if (!pk_has(walk->ctx, PK_R_rpc_clnt_switch)) {
		status = pk_member_uint(walk->ctx, clnt, PK_R_rpc_clnt_xprt, &addr);
		return status == PK_OK && addr ? read_xprt(walk, addr) : status;
	}
	status = pk_member_uint(walk->ctx, clnt, PK_R_rpc_clnt_switch, &addr);
	if (status == PK_OK && addr)
		status = pk_list_walk(walk->ctx, addr + walk->xprts, visit_xprt, walk);
	return status;
}

static enum pk_status walk_client(struct walk *walk, uint64_t clnt)
{
	struct client *client = &walk->client;
	uint64_t program = 0, at;
	enum pk_status status = walk_xprts(walk, clnt);

	memset(client, 0, sizeof(*client));
	if (status == PK_OK)
		status = pk_member_uints(walk->ctx, clnt,
					 PK_WANTED({PK_R_rpc_clnt_id, &client->id},
						   {PK_R_rpc_clnt_version, &client->version},
						   {PK_R_rpc_clnt_program, &program}));
	if (status == PK_OK && program)
		status = pk_consumer_read_name(walk->ctx, program, PK_R_rpc_program_name,
					       client->program, sizeof(client->program), &at);
	if (status != PK_OK)
		pk_consumer_note(walk->all, status, "RPC client", clnt);
	return pk_list_walk(walk->ctx, clnt + walk->tasks, visit_task, walk);
}

static bool visit_client(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	enum pk_status status = walk_client(walk, node - walk->client_link);

	if (status != PK_OK)
		pk_consumer_note(walk->all, status, "RPC client", node - walk->client_link);
	return true;
}

static bool visit_net(uint64_t net, uint32_t inum, void *arg)
{
	struct walk *walk = arg;
	struct pk_figure own = pk_netns_own(walk->ctx, net, PK_R_sunrpc_net_id);
	enum pk_status status = own.status;

	walk->net = net;
	walk->netns = inum;
	if (status == PK_OK && own.value)
		status = pk_list_walk(walk->ctx, own.value + walk->clients, visit_client, walk);
	if (status != PK_OK)
		pk_consumer_note(walk->all, status, "RPC clients of the network namespace", net);
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_offsets(struct walk *walk)
{
	struct pk_ctx *ctx = walk->ctx;
	enum pk_status status =
		pk_row_offsets(ctx, PK_WANTED({PK_R_sunrpc_clients, &walk->clients},
					      {PK_R_rpc_clnt_link, &walk->client_link},
					      {PK_R_rpc_clnt_tasks, &walk->tasks},
					      {PK_R_rpc_task_link, &walk->task_link},
					      {PK_R_rpc_task_runstate, &walk->runstate},
					      {PK_R_rpc_xprt_addr, &walk->xprt_addr}));

	if (status == PK_OK && pk_has(ctx, PK_R_rpc_clnt_switch))
		status = pk_row_offsets(ctx, PK_WANTED({PK_R_rpc_switch_xprts, &walk->xprts},
						       {PK_R_rpc_xprt_link, &walk->xprt_link}));
	return status;
}

static enum pk_status read_rpc(struct pk_consumer_walk *all)
{
	struct walk walk = {.all = all, .ctx = all->ctx, .consumers = all->consumers};
	uint64_t id;
	enum pk_status status = pk_row_value(all->ctx, PK_R_sunrpc_net_id, &id);

	if (status == PK_OK)
		status = read_offsets(&walk);
	if (status != PK_OK)
		return status;
	pk_consumer_clocks(all);
	pk_bit_waiters_read(all->ctx, &walk.bits);
	status = pk_netns_walk(all->ctx, visit_net, &walk);
	if (status != PK_OK)
		pk_consumer_note(all, status, "network namespaces", 0);
	pk_bit_waiters_deinit(&walk.bits);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_rpc = {"Sun RPC", read_rpc};
