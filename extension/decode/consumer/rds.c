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
	struct pk_reader *r; /* ALL's */
	/* offsets */
	uint64_t link, queue, sent, message_link, header, sk, sk_wait;
	uint64_t handshake; /* 0: this kernel has no such wait */
	uint64_t path; /* whose messages are walked: struct rds_tcp_connection */
};

/* --- messages -------------------------------------------------------------------------------------------- */

/* Numbers in the header are written as their bytes follow one another. */
static uint64_t read_number(struct walk *walk, uint64_t header, enum pk_row_id id, unsigned size)
{
	uint8_t bytes[8];

	return pk_load(walk->r, pk_member_at(walk->r, header, id), bytes, size)
		       ? pk_bytes_uint(bytes, size, true)
		       : 0;
}

static void read_message(struct walk *walk, struct pk_consumer_call *call)
{
	struct pk_reader *r = walk->r;
	uint64_t header = call->addr + walk->header, source, target, queue;
	size_t kept = 0;

	call->message = read_number(walk, header, PK_R_rds_header_sequence, 8);
	call->bytes = read_number(walk, header, PK_R_rds_header_length, 4);
	source = read_number(walk, header, PK_R_rds_header_source, 2);
	target = read_number(walk, header, PK_R_rds_header_target, 2);
	call->request = pk_member(r, call->addr, PK_R_rds_message_sock);
	if (!pk_ok(r))
		return;
	call->sport = (uint16_t)source;
	call->dport = (uint16_t)target;
	call->waiters_status = PK_ABSENT;
	if (!call->request) /* a ping */
		return;
	queue = pk_member(r, call->request + walk->sk, PK_R_sk_wq);
	if (queue)
		pk_try(r, pk_consumer_queue_waiters(walk->all, call, queue + walk->sk_wait));
	call->waiters_status = r->status;
	/* Only who sends waits for what was sent; the queue has those too who receive. */
	for (size_t i = 0; i < call->nr_waiters; i++)
		if (!strcmp(call->waiters[i].call, "rds_sendmsg"))
			call->waiters[kept++] = call->waiters[i];
	call->nr_waiters = kept;
}

static void walk_messages(struct walk *walk, uint64_t list, const char *state)
{
	struct pk_consumer_call *call;

	pk_list_for_each (node, walk->r, list) {
		call = pk_consumer_call_add(walk->all, node - walk->message_link);
		if (call) {
			call->transport = walk->path;
			call->state = state;
			call->age_ms = pk_figure_none(PK_ABSENT);
			read_message(walk, call);
		}
		pk_consumer_check(walk->all, "RDS message",
				  call ? node - walk->message_link : node);
		if (!call)
			break;
	}
	pk_consumer_check(walk->all, "messages of RDS path", list);
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
static void read_addresses(struct walk *walk, struct pk_consumer *path)
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
	uint8_t bytes[2][ADDRESS_BYTES];
	uint64_t local = pk_offset(walk->r, PK_R_rds_connection_local);
	uint64_t peer = pk_offset(walk->r, PK_R_rds_connection_peer);
	unsigned skip;

	pk_load(walk->r, path->rds.connection + local, bytes[0], ADDRESS_BYTES);
	if (!pk_load(walk->r, path->rds.connection + peer, bytes[1], ADDRESS_BYTES))
		return;
	path->family = memcmp(bytes[1], mapped, sizeof(mapped)) ? 6 : 4;
	skip = path->family == 4 ? sizeof(mapped) : 0;
	memcpy(path->rds.local, bytes[0] + skip, ADDRESS_BYTES - skip);
	memcpy(path->server, bytes[1] + skip, ADDRESS_BYTES - skip);
}

static void read_path(struct walk *walk, struct pk_consumer *path, uint64_t cpath)
{
	struct pk_reader *r = walk->r;
	uint64_t owner, sock, inum;

	pk_try(r,
	       pk_member_uints(walk->ctx, cpath,
			       PK_WANTED({PK_R_rds_path_connection, &path->rds.connection},
					 {PK_R_rds_path_transport, &owner},
					 {PK_R_rds_path_index, &path->rds.path},
					 {PK_R_rds_path_next_sent, &path->rds.next_sent},
					 {PK_R_rds_path_next_received, &path->rds.next_received})));
	if (pk_ok(r) && owner != path->addr)
		pk_try(r, pk_fail(walk->ctx, PK_CORRUPT, "its path is of %llx",
				  (unsigned long long)owner));
	if (pk_reader_has(r, PK_R_rds_connection_tos))
		path->rds.tos = pk_member(r, path->rds.connection, PK_R_rds_connection_tos);
	read_addresses(walk, path);
	if (!pk_ok(r))
		return;
	read_state(walk, path, cpath);

	if (pk_member_uint(walk->ctx, path->rds.connection, PK_R_rds_connection_net, &path->net) ==
		    PK_OK &&
	    path->net && pk_has(walk->ctx, PK_R_net_inum) &&
	    pk_member_uint(walk->ctx, path->net, PK_R_net_inum, &inum) == PK_OK) {
		path->netns = (uint32_t)inum;
	}

	sock = pk_member(r, path->addr, PK_R_rds_tcp_sock);
	pk_try(r, pk_consumer_read_socket(walk->ctx, sock, path));
	if (pk_ok(r) && path->sk)
		path->port = path->sock.tuple.dport;
}

static bool walk_path(struct walk *walk, uint64_t addr)
{
	struct pk_consumers *consumers = walk->all->consumers;
	size_t nr_calls = consumers->nr_calls;
	struct pk_consumer *path = pk_consumer_add(walk->all, addr);
	uint64_t cpath = pk_member(walk->r, addr, PK_R_rds_tcp_path);

	if (path) {
		path->kind = "rds";
		path->protocol = pk_consumer_tcp()->name;
		walk->path = addr;
		read_path(walk, path, cpath);
	}
	if (!pk_consumer_check(walk->all, "RDS path", addr))
		return path;
	walk_messages(walk, cpath + walk->sent, "sent, not acknowledged");
	walk_messages(walk, cpath + walk->queue, "to be sent");
	if (!path->rds.path && walk->handshake)
		pk_consumer_wait_read(walk->all, addr, path->rds.connection + walk->handshake,
				      "the first connection");
	/* It is not used. */
	if (path->rds.path && !path->sk && path->state_word && !strcmp(path->state_word, "down") &&
	    consumers->nr_calls == nr_calls)
		consumers->nr--;
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------- */

static enum pk_status read_rds(struct pk_consumer_walk *all)
{
	struct pk_reader *r = &all->r;
	struct walk walk = {.all = all, .ctx = all->ctx, .r = r};
	uint64_t list = pk_value(r, PK_R_rds_paths), entries = 0;

	pk_try(r, pk_row_offsets(all->ctx, PK_WANTED({PK_R_rds_tcp_link, &walk.link},
						     {PK_R_rds_path_queue, &walk.queue},
						     {PK_R_rds_path_sent, &walk.sent},
						     {PK_R_rds_message_link, &walk.message_link},
						     {PK_R_rds_message_header, &walk.header},
						     {PK_R_rds_sock_sk, &walk.sk},
						     {PK_R_socket_wq_wait, &walk.sk_wait},
						     {PK_R_wait_queue_head_list, &entries})));
	if (pk_reader_has(r, PK_R_rds_connection_handshake))
		walk.handshake = pk_offset(r, PK_R_rds_connection_handshake);
	if (!pk_ok(r))
		return r->status;
	walk.sk_wait -= entries; /* that row is of the list in the wait queue */
	pk_list_for_each (node, r, list)
		if (!walk_path(&walk, node - walk.link))
			break;
	pk_consumer_check(all, "RDS connections", list);
	return PK_OK;
}

const struct pk_consumer_source pk_consumer_rds = {"RDS by TCP", read_rds};
