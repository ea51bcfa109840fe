// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * RDS by TCP (rds_tcp.ko), and what waits in its connections:
 *
 *	rds_tcp_conn_list -> rds_tcp_connection {t_sock, t_cpath}, of all network namespaces
 *	                     rds_conn_path {cp_state, cp_conn -> rds_connection: c_laddr, c_faddr}
 *	                     cp_send_queue, cp_retrans -> rds_message {m_inc.i_hdr: header; m_rs -> rds_sock}
 *
 * A connection has eight paths, of which those without a socket, a message and a state but "down" are left out: only path
 * 0 is always shown, as rds-info shows it. Messages carry no time. A task that sleeps in rds_sendmsg() on its socket's
 * wait queue waits until the socket's messages leave room; on c_hs_waitq, until the number of paths is known.
 */
#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"
#include "decode/list.h"

#define ADDRESS_BYTES 16

struct walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	/* offsets */
	uint64_t link, queue, sent, message_link, header, sk, sk_wait;
	uint64_t handshake; /* 0: this kernel has no such wait */
	uint64_t path; /* whose messages are walked: struct rds_tcp_connection */
	const char *state; /* of these messages */
};

static void note(struct walk *walk, enum pk_status status, const char *what, uint64_t addr)
{
	pk_consumer_note(walk->all, status, what, addr);
}

/* --- messages -------------------------------------------------------------------------------------------- */

/* Only who sends waits for what was sent; the queue has those too who receive. */
static void keep_senders(struct pk_consumer_call *call)
{
	size_t kept = 0;

	for (size_t i = 0; i < call->nr_waiters; i++)
		if (!strcmp(call->waiters[i].call, "rds_sendmsg"))
			call->waiters[kept++] = call->waiters[i];
	call->nr_waiters = kept;
}

static enum pk_status read_waiters(struct walk *walk, struct pk_consumer_call *call)
{
	uint64_t queue;
	enum pk_status status;

	if (!call->request) { /* a ping */
		call->waiters_status = PK_ABSENT;
		return PK_OK;
	}
	status = pk_member_uint(walk->ctx, call->request + walk->sk, PK_R_sk_wq, &queue);
	if (status == PK_OK && queue)
		status = pk_consumer_queue_waiters(walk->all, call, queue + walk->sk_wait);
	call->waiters_status = status;
	keep_senders(call);
	return status;
}

/* Numbers in the header are written as their bytes follow one another. */
static enum pk_status read_number(struct walk *walk, uint64_t header, enum pk_row_id id,
				  unsigned size, uint64_t *ret_value)
{
	uint8_t bytes[8];
	uint64_t offset;
	enum pk_status status = pk_row_offset(walk->ctx, id, &offset);

	if (status == PK_OK)
		status = pk_read(walk->ctx, header + offset, bytes, size);
	if (status != PK_OK)
		return status;
	*ret_value = pk_bytes_uint(bytes, size, true);
	return PK_OK;
}

static enum pk_status read_message(struct walk *walk, struct pk_consumer_call *call)
{
	uint64_t header = call->addr + walk->header, source, target;
	enum pk_status status =
		read_number(walk, header, PK_R_rds_header_sequence, 8, &call->message);

	if (status == PK_OK)
		status = read_number(walk, header, PK_R_rds_header_length, 4, &call->bytes);
	if (status == PK_OK)
		status = read_number(walk, header, PK_R_rds_header_source, 2, &source);
	if (status == PK_OK)
		status = read_number(walk, header, PK_R_rds_header_target, 2, &target);
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, call->addr, PK_R_rds_message_sock,
					&call->request);
	if (status != PK_OK)
		return status;
	call->sport = (uint16_t)source;
	call->dport = (uint16_t)target;
	return read_waiters(walk, call);
}

static bool visit_message(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_consumer_call *call = pk_consumer_call_add(walk->all, node - walk->message_link);
	enum pk_status status;

	if (!call) {
		note(walk, walk->ctx->error.status, "RDS message", node);
		return false;
	}
	call->transport = walk->path;
	call->state = walk->state;
	call->age_ms = pk_figure_none(PK_ABSENT);
	status = read_message(walk, call);
	if (status != PK_OK)
		note(walk, status, "RDS message", call->addr);
	return true;
}

static void walk_messages(struct walk *walk, uint64_t list, const char *state)
{
	enum pk_status status;

	walk->state = state;
	status = pk_list_walk(walk->ctx, list, visit_message, walk);
	if (status != PK_OK)
		note(walk, status, "messages of RDS path", list);
}

/* --- paths ----------------------------------------------------------------------------------------------- */

static const struct pk_consumer_word states[] = {
	{PK_R_rds_down, "down"},
	{PK_R_rds_connecting, "connecting"},
	{PK_R_rds_disconnecting, "disconnecting"},
	{PK_R_rds_up, "up"},
	{PK_R_rds_resetting, "resetting"},
	{PK_R_rds_error, "error"},
};

/* rds_queue_reconnect() sets the time to the next attempt, rds_connect_path_complete() forgets it. */
static void read_state(struct walk *walk, struct pk_consumer *path, uint64_t cpath)
{
	struct pk_figure backoff = pk_figure_member(walk->ctx, cpath, PK_R_rds_path_backoff);

	path->state = pk_figure_member(walk->ctx, cpath, PK_R_rds_path_state);
	path->state_word =
		pk_consumer_word_of(walk->ctx, states, PK_ARRAY_SIZE(states), &path->state);
	path->lost = backoff;
	if (path->state.status == PK_OK && !path->state_word)
		path->lost = pk_figure_none(PK_UNSUPPORTED);
	else if (path->state.status != PK_OK)
		path->lost = pk_figure_none(path->state.status);
	else if (backoff.status == PK_OK)
		path->lost.value = backoff.value && strcmp(path->state_word, "up") != 0;
}

/* Addresses of IPv4 are mapped into those of IPv6. */
static enum pk_status read_addresses(struct walk *walk, struct pk_consumer *path)
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
	uint8_t bytes[2][ADDRESS_BYTES];
	uint64_t local, peer;
	enum pk_status status =
		pk_row_offsets(walk->ctx, PK_WANTED({PK_R_rds_connection_local, &local},
						    {PK_R_rds_connection_peer, &peer}));

	if (status == PK_OK)
		status = pk_read(walk->ctx, path->rds.connection + local, bytes[0], ADDRESS_BYTES);
	if (status == PK_OK)
		status = pk_read(walk->ctx, path->rds.connection + peer, bytes[1], ADDRESS_BYTES);
	if (status != PK_OK)
		return status;
	path->family = memcmp(bytes[1], mapped, sizeof(mapped)) ? 6 : 4;
	memcpy(path->rds.local, bytes[0] + (path->family == 4 ? 12 : 0),
	       path->family == 4 ? 4 : 16);
	memcpy(path->server, bytes[1] + (path->family == 4 ? 12 : 0), path->family == 4 ? 4 : 16);
	return PK_OK;
}

static void read_netns(struct walk *walk, struct pk_consumer *path)
{
	uint64_t inum;

	if (pk_member_uint(walk->ctx, path->rds.connection, PK_R_rds_connection_net, &path->net) !=
		    PK_OK ||
	    !path->net || !pk_has(walk->ctx, PK_R_net_inum) ||
	    pk_member_uint(walk->ctx, path->net, PK_R_net_inum, &inum) != PK_OK)
		return;
	path->netns = (uint32_t)inum;
}

static enum pk_status read_path(struct walk *walk, struct pk_consumer *path, uint64_t cpath)
{
	uint64_t owner, sock;
	enum pk_status status = pk_member_uints(
		walk->ctx, cpath,
		PK_WANTED({PK_R_rds_path_connection, &path->rds.connection},
			  {PK_R_rds_path_transport, &owner}, {PK_R_rds_path_index, &path->rds.path},
			  {PK_R_rds_path_next_sent, &path->rds.next_sent},
			  {PK_R_rds_path_next_received, &path->rds.next_received}));

	if (status == PK_OK && owner != path->addr)
		status = pk_fail(walk->ctx, PK_CORRUPT, "its path is of %llx",
				 (unsigned long long)owner);
	if (status == PK_OK && pk_has(walk->ctx, PK_R_rds_connection_tos))
		status = pk_member_uint(walk->ctx, path->rds.connection, PK_R_rds_connection_tos,
					&path->rds.tos);
	if (status == PK_OK)
		status = read_addresses(walk, path);
	if (status != PK_OK)
		return status;
	read_state(walk, path, cpath);
	read_netns(walk, path);
	status = pk_member_uint(walk->ctx, path->addr, PK_R_rds_tcp_sock, &sock);
	if (status == PK_OK)
		status = pk_consumer_read_socket(walk->ctx, sock, path);
	if (status == PK_OK && path->sk)
		path->port = path->sock.tuple.dport;
	return status;
}

static bool is_used(const struct pk_consumer *path)
{
	return !path->rds.path || path->sk || !path->state_word ||
	       strcmp(path->state_word, "down") != 0;
}

static bool visit_path(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_consumers *consumers = walk->all->consumers;
	size_t nr_calls = consumers->nr_calls;
	uint64_t addr = node - walk->link, cpath;
	struct pk_consumer *path = pk_consumer_add(walk->all, addr);
	enum pk_status status;

	if (!path) {
		note(walk, walk->ctx->error.status, "RDS path", addr);
		return false;
	}
	path->kind = "rds";
	path->protocol = pk_consumer_tcp()->name;
	walk->path = addr;
	status = pk_member_uint(walk->ctx, addr, PK_R_rds_tcp_path, &cpath);
	if (status == PK_OK)
		status = read_path(walk, path, cpath);
	if (status != PK_OK) {
		note(walk, status, "RDS path", addr);
		return true;
	}
	walk_messages(walk, cpath + walk->sent, "sent, not acknowledged");
	walk_messages(walk, cpath + walk->queue, "to be sent");
	if (!path->rds.path && walk->handshake)
		pk_consumer_wait_read(walk->all, addr, path->rds.connection + walk->handshake,
				      "the first connection");
	if (!is_used(path) && consumers->nr_calls == nr_calls)
		consumers->nr--;
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_rds(struct pk_consumer_walk *all)
{
	struct walk walk = {.all = all, .ctx = all->ctx};
	uint64_t list, entries;
	enum pk_status status = pk_row_value(all->ctx, PK_R_rds_paths, &list);

	if (status == PK_OK)
		status = pk_row_offsets(all->ctx,
					PK_WANTED({PK_R_rds_tcp_link, &walk.link},
						  {PK_R_rds_path_queue, &walk.queue},
						  {PK_R_rds_path_sent, &walk.sent},
						  {PK_R_rds_message_link, &walk.message_link},
						  {PK_R_rds_message_header, &walk.header},
						  {PK_R_rds_sock_sk, &walk.sk},
						  {PK_R_socket_wq_wait, &walk.sk_wait},
						  {PK_R_wait_queue_head_list, &entries}));
	if (status != PK_OK)
		return status;
	if (pk_has(all->ctx, PK_R_rds_connection_handshake))
		status = pk_row_offset(all->ctx, PK_R_rds_connection_handshake, &walk.handshake);
	if (status != PK_OK)
		return status;
	walk.sk_wait -= entries; /* that row is of the list in the wait queue */
	status = pk_list_walk(all->ctx, list, visit_path, &walk);
	if (status != PK_OK)
		note(&walk, status, "RDS connections", list);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_rds = {"RDS by TCP", read_rds};
