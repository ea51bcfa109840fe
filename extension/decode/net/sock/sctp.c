// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sctp_globals	.transport_hashtable	an rhltable of struct sctp_transport, a path of an association each: those of one
 *					key hang on the first of them, by rhlist_head.next
 *		.ep_hashtable[]		endpoints that listen
 *
 * An association is told of at its primary path, as the kernel's own listing does.
 */
#include "decode/net/sock/sock.h"

#include <stddef.h>
#include <string.h>

#include "core/kit.h"
#include "decode/tables.h"

#define MAX_PATHS (1u << 24)
#define MAX_BUCKETS (1u << 20)
#define MAX_ADDRESSES 4096
#define ADDRESS_SIZE 28 /* struct sockaddr_in6, the longest of union sctp_addr */

struct walk {
	struct pk_chains chains;
	uint64_t node, same_key; /* offsets in a path, an endpoint */
	pk_sctp_fn fn;
	void *arg;
};

/* A union sctp_addr without its port. */
struct address {
	uint8_t family; /* 0: none that is known */
	uint8_t bytes[16];
};

static enum pk_status read_address(struct pk_ctx *ctx, uint64_t at, struct address *ret_address)
{
	uint8_t bytes[ADDRESS_SIZE];
	enum pk_status status = pk_read(ctx, at, bytes, sizeof(bytes));
	uint16_t port;

	memset(ret_address, 0, sizeof(*ret_address));
	if (status == PK_OK)
		ret_address->family = pk_sockaddr_parts(pk_uint(ctx, bytes, 2), bytes,
							sizeof(bytes), ret_address->bytes, &port);
	return status;
}

/* The address ROW behind BASE. */
static enum pk_status address_at(struct pk_ctx *ctx, uint64_t base, enum pk_row_id row,
				 struct address *ret_address)
{
	uint64_t offset;
	enum pk_status status = pk_row_offset(ctx, row, &offset);

	return status == PK_OK ? read_address(ctx, base + offset, ret_address) : status;
}

/* Addresses of one end, in a list of structs that have them. */
struct end {
	struct pk_ctx *ctx;
	enum pk_row_id list, address, valid; /* VALID: PK_NR_ROWS, all are */
	struct address primary; /* family 0: none is */
	struct pk_sctp_end *end;
};

static void add_address(struct end *end, uint64_t node)
{
	struct pk_sctp_end *into = end->end;
	struct address address;
	uint64_t link;

	if (pk_row_offset(end->ctx, end->list, &link) != PK_OK ||
	    address_at(end->ctx, node - link, end->address, &address) != PK_OK) {
		pk_warn(end->ctx, "SCTP address at %llx: %s", (unsigned long long)node,
			pk_error(end->ctx));
		return;
	}
	if (end->valid != PK_NR_ROWS && !pk_member_or_zero(end->ctx, node - link, end->valid))
		return;
	into->nr_all++;
	if (into->nr == PK_SCTP_ADDRESSES)
		return;
	into->addresses[into->nr].family = address.family;
	memcpy(into->addresses[into->nr].bytes, address.bytes, sizeof(address.bytes));
	into->addresses[into->nr++].primary = address.family &&
					      address.family == end->primary.family &&
					      !memcmp(address.bytes, end->primary.bytes, 16);
}

/* HEAD: of the list, in the struct at BASE. */
static void read_end(struct pk_ctx *ctx, uint64_t base, enum pk_row_id head, struct end *end)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t list = pk_member_at(&r, base, head);

	pk_list_for_each (node, &r, list) {
		add_address(end, node);
		if (end->end->nr_all == MAX_ADDRESSES)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "SCTP addresses of %llx: %s", (unsigned long long)base, pk_error(ctx));
}

static enum pk_status read_base(struct pk_ctx *ctx, uint64_t addr, struct pk_sctp *sctp)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t sk = pk_member(&r, addr, PK_R_sctp_base_sk);
	uint64_t port = pk_member(&r, addr, PK_R_sctp_base_port);
	uint64_t state = pk_member(&r, sk, PK_R_skc_state);

	if (!pk_ok(&r))
		return r.status;
	sctp->addr = addr;
	sctp->sk = sk;
	sctp->sk_state = (uint8_t)state;
	sctp->style = (uint8_t)pk_member_or_zero(ctx, sk, PK_R_sctp_sock_type);
	sctp->netns = (uint32_t)pk_member_or_zero(ctx, pk_member_or_zero(ctx, sk, PK_R_skc_net),
						  PK_R_net_inum);
	sctp->inode = pk_sock_inode(ctx, sk);
	sctp->local.port = (uint16_t)port;
	return PK_OK;
}

/* A number of 32 bits or fewer. */
struct number {
	enum pk_row_id row;
	size_t to; /* offsetof(struct pk_sctp, ...) */
};

static const struct number numbers_of_association[] = {
	{PK_R_sctp_asoc_state, offsetof(struct pk_sctp, state)},
	{PK_R_sctp_asoc_id, offsetof(struct pk_sctp, id)},
	{PK_R_sctp_asoc_sndbuf_used, offsetof(struct pk_sctp, tx_queue)},
	{PK_R_sctp_asoc_rmem_alloc, offsetof(struct pk_sctp, rx_queue)},
	{PK_R_sctp_asoc_in_streams, offsetof(struct pk_sctp, in_streams)},
	{PK_R_sctp_asoc_out_streams, offsetof(struct pk_sctp, out_streams)},
	{PK_R_sctp_asoc_max_retrans, offsetof(struct pk_sctp, max_retrans)},
	{PK_R_sctp_asoc_init_retries, offsetof(struct pk_sctp, init_retries)},
	{PK_R_sctp_asoc_shutdown_retries, offsetof(struct pk_sctp, shutdown_retries)},
	{PK_R_sctp_asoc_rtx_chunks, offsetof(struct pk_sctp, rtx_chunks)},
	{PK_R_sctp_asoc_peer_rwnd, offsetof(struct pk_sctp, peer_rwnd)},
	{PK_R_sctp_asoc_rwnd, offsetof(struct pk_sctp, rwnd)},
	{PK_R_sctp_asoc_unsent, offsetof(struct pk_sctp, unsent)},
	{PK_R_sctp_asoc_unacked, offsetof(struct pk_sctp, unacked)},
	{PK_R_sctp_asoc_my_tag, offsetof(struct pk_sctp, my_tag)},
	{PK_R_sctp_asoc_peer_tag, offsetof(struct pk_sctp, peer_tag)},
};

static const struct number numbers_of_path[] = {
	{PK_R_sctp_path_cwnd, offsetof(struct pk_sctp, cwnd)},
	{PK_R_sctp_path_flight, offsetof(struct pk_sctp, flight)},
};

static const struct number numbers_of_sock[] = {
	{PK_R_sk_wmem_alloc, offsetof(struct pk_sctp, wmem_alloc)},
	{PK_R_sk_wmem_queued, offsetof(struct pk_sctp, wmem_queued)},
	{PK_R_sk_sndbuf, offsetof(struct pk_sctp, sndbuf)},
	{PK_R_sk_rcvbuf, offsetof(struct pk_sctp, rcvbuf)},
};

static enum pk_status read_numbers(struct pk_ctx *ctx, uint64_t base, const struct number *numbers,
				   size_t nr, struct pk_sctp *sctp)
{
	for (size_t i = 0; i < nr; i++) {
		uint64_t value;
		enum pk_status status = pk_member_uint(ctx, base, numbers[i].row, &value);

		if (status != PK_OK)
			return status;
		*(uint32_t *)((char *)sctp + numbers[i].to) = (uint32_t)value;
	}
	return PK_OK;
}

/* PATH: its primary one. */
static enum pk_status read_all_numbers(struct pk_ctx *ctx, uint64_t path, struct pk_sctp *sctp)
{
	enum pk_status status = read_numbers(ctx, sctp->addr, numbers_of_association,
					     PK_ARRAY_SIZE(numbers_of_association), sctp);

	if (status == PK_OK)
		status = read_numbers(ctx, path, numbers_of_path, PK_ARRAY_SIZE(numbers_of_path),
				      sctp);
	if (status == PK_OK)
		status = read_numbers(ctx, sctp->sk, numbers_of_sock,
				      PK_ARRAY_SIZE(numbers_of_sock), sctp);
	return status;
}

static enum pk_status read_association(struct pk_ctx *ctx, uint64_t addr, struct pk_sctp *sctp)
{
	struct end local = {ctx, PK_R_sctp_laddr_list, PK_R_sctp_laddr_a, PK_R_sctp_laddr_valid,
			    {0}, &sctp->local};
	struct end peer = {ctx, PK_R_sctp_path_list, PK_R_sctp_path_peer, PK_NR_ROWS,
			   {0}, &sctp->peer};
	struct pk_reader r = {.ctx = ctx, .status = read_base(ctx, addr, sctp)};
	uint64_t primary = pk_member(&r, addr, PK_R_sctp_asoc_primary);
	uint64_t port = pk_member(&r, addr, PK_R_sctp_asoc_peer_port);

	sctp->is_association = true;
	sctp->heartbeat = pk_member(&r, addr, PK_R_sctp_asoc_heartbeat);
	pk_try(&r, read_all_numbers(ctx, primary, sctp));
	pk_try(&r, address_at(ctx, primary, PK_R_sctp_path_local, &local.primary));
	pk_try(&r, address_at(ctx, addr, PK_R_sctp_asoc_primary_address, &peer.primary));
	if (!pk_ok(&r))
		return r.status;
	sctp->peer.port = (uint16_t)port;
	read_end(ctx, addr, PK_R_sctp_base_addresses, &local);
	read_end(ctx, addr, PK_R_sctp_asoc_paths, &peer);
	return PK_OK;
}

static void damaged(struct pk_ctx *ctx, const char *what, uint64_t addr)
{
	pk_warn(ctx, "SCTP %s %llx: %s", what, (unsigned long long)addr, pk_error(ctx));
}

/* A path that is not its association's primary one is told of with that. */
static bool visit_path(struct walk *walk, uint64_t path)
{
	struct pk_ctx *ctx = walk->chains.ctx;
	struct pk_sctp sctp = {0};
	struct pk_reader r = {.ctx = ctx};
	uint64_t association = pk_member(&r, path, PK_R_sctp_path_asoc);
	uint64_t primary = pk_member(&r, association, PK_R_sctp_asoc_primary);

	if (!pk_ok(&r)) {
		damaged(ctx, "path", path);
		return true;
	}
	if (primary != path)
		return true;
	if (read_association(ctx, association, &sctp) == PK_OK)
		return walk->fn(&sctp, walk->arg);
	damaged(ctx, "association", association);
	return true;
}

/* Those of one key hang on the first. */
static bool visit_paths(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->chains.ctx;
	uint64_t path = node - walk->node, next;

	for (;;) {
		if (!visit_path(walk, path))
			return false;
		if (pk_read_ptr(ctx, path + walk->same_key, &next) != PK_OK) {
			damaged(ctx, "path", path);
			return true;
		}
		if (!next)
			return true;
		if (!pk_address_set_add(&walk->chains.seen, next, walk->chains.most)) {
			pk_warn(ctx, "SCTP paths loop at %llx", (unsigned long long)next);
			return true;
		}
		path = next - walk->node;
	}
}

static enum pk_status associations_walk(struct pk_ctx *ctx, uint64_t globals, struct walk *walk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t table;

	walk->node = pk_offset(&r, PK_R_sctp_path_node);
	walk->same_key = pk_offset(&r, PK_R_sctp_path_same_key);
	table = pk_member(&r, globals, PK_R_sctp_transports);
	walk->chains.fn = visit_paths;
	pk_try(&r, pk_rhashtable_walk(&walk->chains, table));
	return r.status;
}

static bool visit_endpoint(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->chains.ctx;
	struct pk_sctp sctp = {0};
	struct end local = {ctx, PK_R_sctp_laddr_list, PK_R_sctp_laddr_a, PK_R_sctp_laddr_valid,
			    {0}, &sctp.local};

	if (read_base(ctx, node - walk->node, &sctp) != PK_OK) {
		damaged(ctx, "endpoint", node - walk->node);
		return true;
	}
	read_end(ctx, sctp.addr, PK_R_sctp_base_addresses, &local);
	return walk->fn(&sctp, walk->arg);
}

static enum pk_status endpoints_walk(struct pk_ctx *ctx, uint64_t globals, struct walk *walk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t table = pk_member(&r, globals, PK_R_sctp_ep_table);
	uint64_t nr = pk_member(&r, globals, PK_R_sctp_ep_size), size, chain, first;

	walk->node = pk_offset(&r, PK_R_sctp_ep_node);
	chain = pk_offset(&r, PK_R_sctp_bucket_chain);
	size = pk_value(&r, PK_R_sctp_bucket_size);
	if (nr > MAX_BUCKETS)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "%llu buckets of SCTP endpoints",
				   (unsigned long long)nr));
	walk->chains.fn = visit_endpoint;
	for (uint64_t i = 0; pk_ok(&r) && i < nr && !walk->chains.stopped; i++) {
		if (pk_read_ptr(ctx, table + i * size + chain, &first) == PK_OK)
			pk_chain_walk(&walk->chains, first);
		else
			walk->chains.unreadable++;
	}
	return r.status;
}

enum pk_status pk_sctp_walk(struct pk_ctx *ctx, pk_sctp_fn fn, void *arg)
{
	struct walk walk = {.fn = fn, .arg = arg};
	uint64_t globals;
	enum pk_status status = pk_row_value(ctx, PK_R_sctp_globals, &globals);

	if (status != PK_OK)
		return status;
	walk.chains = (struct pk_chains){
		.ctx = ctx, .what = "SCTP associations", .most = MAX_PATHS, .arg = &walk};
	status = associations_walk(ctx, globals, &walk);
	pk_chains_deinit(&walk.chains);
	if (status != PK_OK || walk.chains.stopped)
		return status;
	walk.chains = (struct pk_chains){
		.ctx = ctx, .what = "SCTP endpoints", .most = MAX_PATHS, .arg = &walk};
	status = endpoints_walk(ctx, globals, &walk);
	pk_chains_deinit(&walk.chains);
	return status;
}
