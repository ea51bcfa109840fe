// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Sockets by the tables of their families:
 *
 *	unix_socket_table[512]			up to 5.19; a table of each namespace from 6.0 on
 *	nl_table[32].hash			netlink: an rhashtable for each of its families
 *	net.packet.sklist			a list
 *	raw_v4_hashinfo.ht[], raw_v6_...	by IP's protocol
 *
 * Chains end with NULL, or with an odd value. Bit 0 of an rhashtable's bucket is its lock (5.3 and later).
 */
#include "decode/net/sock/sock.h"

#include <stdio.h>
#include <string.h>

#include "decode/figure.h"
#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"
#include "decode/tables.h"
#include "protocol/sockets.h"

#define MAX_SOCKS (1u << 24)
#define UNIX_BUCKETS 512 /* 2 * 256, since the kernel has had that table */
#define NETLINK_FAMILIES 32 /* MAX_LINKS */
#define STATE_LISTEN 10

struct walk {
	enum pk_local_family family;
	uint64_t node; /* offset of the chain's link in the socket */
	struct pk_chains chains;
	uint16_t protocol; /* netlink's family */
	pk_local_sock_fn fn;
	void *arg;
};

/* 0 for what this kernel lacks. */
static uint64_t optional(struct pk_reader *r, uint64_t base, enum pk_row_id id)
{
	return pk_member_or(r, base, id, 0);
}

/* As unix_seq_show() prints it. */
static void read_path(struct pk_ctx *ctx, uint64_t address, struct pk_local_sock *sock)
{
	const uint64_t family = 2;
	uint64_t len = family, offset;

	sock->path_known = true;
	if (!address)
		return;
	sock->path_known =
		pk_member_uint(ctx, address, PK_R_unix_address_len, &len) == PK_OK &&
		len >= family && len - family <= PK_UNIX_PATH_MAX &&
		pk_row_offset(ctx, PK_R_unix_address_name, &offset) == PK_OK &&
		pk_read(ctx, address + offset + family, sock->path, len - family) == PK_OK;
	if (!sock->path_known || len == family) {
		sock->path[0] = '\0';
		return;
	}
	len -= family;
	if (sock->path[0])
		len--; /* the NUL behind it is counted */
	for (uint64_t i = 0; i < len; i++)
		if (!sock->path[i])
			sock->path[i] = '@';
	sock->path[len] = '\0';
}

struct bytes {
	struct pk_ctx *ctx;
	const struct pk_local_sock *sock;
	uint32_t sum, nr;
};

static bool add_len(uint64_t skb, void *arg)
{
	struct bytes *bytes = arg;

	bytes->sum += (uint32_t)pk_unix_skb_len(bytes->ctx, bytes->sock, skb).value;
	bytes->nr++;
	return true;
}

/* What its own count does not agree with is not known: a writer was in it, or it is damaged. */
static void read_unix_queue(struct pk_ctx *ctx, struct pk_local_sock *sock)
{
	struct bytes bytes = {ctx, sock, 0, 0};
	uint64_t queue, qlen;

	sock->rx_queue = 0;
	sock->rx_known =
		pk_row_offset(ctx, PK_R_sk_receive_queue, &queue) == PK_OK &&
		pk_member_uint(ctx, sock->addr + queue, PK_R_skb_queue_qlen, &qlen) == PK_OK;
	if (!sock->rx_known)
		return;
	if (sock->state != STATE_LISTEN)
		pk_skb_head_walk(ctx, "receive queue", sock->addr + queue, add_len, &bytes);
	sock->rx_known = sock->state == STATE_LISTEN || bytes.nr == qlen;
	sock->rx_queue = sock->state == STATE_LISTEN ? (uint32_t)qlen : bytes.sum;
}

static void read_unix(struct pk_reader *r, struct pk_local_sock *sock)
{
	uint64_t address;

	sock->peer = optional(r, sock->addr, PK_R_unix_peer);
	address = optional(r, sock->addr, PK_R_unix_addr);
	if (!pk_ok(r))
		return;
	read_path(r->ctx, address, sock);
	read_unix_queue(r->ctx, sock);
	sock->peer_inode = pk_sock_inode(r->ctx, sock->peer);
}

static void read_netlink(struct pk_reader *r, struct pk_local_sock *sock)
{
	struct pk_figure groups = pk_figure_member(r->ctx, sock->addr, PK_R_netlink_groups);
	uint64_t bits = 0;

	sock->portid = (uint32_t)optional(r, sock->addr, PK_R_netlink_portid);
	sock->groups_known = groups.status == PK_OK &&
			     (!groups.value || pk_read_ptr(r->ctx, groups.value, &bits) == PK_OK);
	sock->groups = (uint32_t)bits;
}

static void read_packet(struct pk_reader *r, struct pk_local_sock *sock)
{
	uint16_t type = (uint16_t)optional(r, sock->addr, PK_R_packet_num);

	sock->protocol = r->ctx->target->facts.big_endian ? type : __builtin_bswap16(type);
	sock->ifindex = (uint32_t)optional(r, sock->addr, PK_R_packet_ifindex);
}

static void read_address(struct pk_reader *r, uint64_t sk, enum pk_row_id id, uint8_t *bytes,
			 size_t size)
{
	if (pk_reader_has(r, id))
		pk_load(r, pk_member_at(r, sk, id), bytes, size);
}

static void read_raw(struct pk_reader *r, struct pk_local_sock *sock)
{
	bool six;

	sock->protocol = (uint16_t)optional(r, sock->addr, PK_R_skc_num);
	six = pk_family_of(optional(r, sock->addr, PK_R_skc_family)) == 6;
	sock->tuple.family = six ? 6 : 4;
	read_address(r, sock->addr, six ? PK_R_skc_v6_rcv_saddr : PK_R_skc_rcv_saddr,
		     sock->tuple.saddr, six ? 16 : 4);
	read_address(r, sock->addr, six ? PK_R_skc_v6_daddr : PK_R_skc_daddr, sock->tuple.daddr,
		     six ? 16 : 4);
}

/* What its kernel has and the dump lacks of a socket is nowhere 0: it is not listed then, and said. */
static enum pk_status read_sock(struct pk_ctx *ctx, const struct walk *walk, uint64_t addr,
				struct pk_local_sock *ret_sock)
{
	static void (*const families[])(struct pk_reader *, struct pk_local_sock *) = {
		[PK_LOCAL_UNIX] = read_unix,
		[PK_LOCAL_NETLINK] = read_netlink,
		[PK_LOCAL_PACKET] = read_packet,
		[PK_LOCAL_RAW] = read_raw,
	};
	struct pk_reader r = {.ctx = ctx};
	struct pk_local_sock sock = {
		.family = walk->family, .addr = addr, .protocol = walk->protocol, .rx_known = true};

	sock.state = (uint8_t)pk_member(&r, addr, PK_R_skc_state); /* its family asks for it */
	sock.refs = (uint32_t)optional(&r, addr, PK_R_skc_refcnt);
	sock.type = (uint16_t)optional(&r, addr, PK_R_sk_type);
	sock.rx_queue = (uint32_t)optional(&r, addr, PK_R_sk_rmem_alloc);
	sock.tx_queue = (uint32_t)optional(&r, addr, PK_R_sk_wmem_alloc);
	if (pk_ok(&r)) {
		struct pk_figure drops = pk_figure_or_zero(pk_sock_drops(ctx, addr));

		sock.drops = (uint32_t)drops.value;
		r.status = drops.status;
	}
	if (pk_ok(&r))
		families[walk->family](&r, &sock);
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "sock %llx", (unsigned long long)addr);
	sock.netns = (uint32_t)pk_member_or_zero(ctx, pk_member_or_zero(ctx, addr, PK_R_skc_net),
						 PK_R_net_inum);
	sock.inode = pk_sock_inode(ctx, addr);
	pk_sock_identity_read(ctx, addr, &sock.identity);
	sock.tx_queue -= sock.tx_queue > 0; /* a socket that lives holds one */
	*ret_sock = sock;
	return PK_OK;
}

static bool visit_sock(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->chains.ctx;
	struct pk_local_sock sock;

	if (read_sock(ctx, walk, node - walk->node, &sock) == PK_OK)
		return walk->fn(&sock, walk->arg);
	pk_warn(ctx, "%s: %s", walk->chains.what, pk_error(ctx));
	return true;
}

static enum pk_status unix_walk(struct pk_ctx *ctx, struct walk *walk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t base, offset;
	enum pk_status status = pk_row_offset(ctx, PK_R_net_unix_buckets, &offset);

	if (status == PK_OK) {
		pk_netns_for_each (net, &r) {
			base = pk_member_or_zero(ctx, net.addr, PK_R_net_unix_buckets);
			if (base)
				pk_chains_walk(&walk->chains, base, UNIX_BUCKETS);
			if (walk->chains.stopped)
				break;
		}
		return r.status;
	}
	if (status != PK_ABSENT)
		return status;
	status = pk_row_value(ctx, PK_R_unix_table, &base);
	if (status == PK_OK)
		pk_chains_walk(&walk->chains, base, UNIX_BUCKETS);
	return status;
}

static enum pk_status packet_walk(struct pk_ctx *ctx, struct walk *walk)
{
	struct pk_reader r = {.ctx = ctx};

	pk_offset(&r, PK_R_net_packet_list);
	if (r.status == PK_ABSENT)
		return pk_fail(ctx, PK_ABSENT, "this kernel has no packet sockets");
	pk_netns_for_each (net, &r) {
		pk_chain_walk(&walk->chains,
			      pk_member_or_zero(ctx, net.addr, PK_R_net_packet_list));
		if (walk->chains.stopped)
			break;
	}
	return r.status;
}

static enum pk_status netlink_walk(struct pk_ctx *ctx, struct walk *walk)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t tables = pk_pointer(&r, pk_value(&r, PK_R_nl_table));
	uint64_t size = pk_value(&r, PK_R_netlink_table_size);

	walk->node = pk_offset(&r, PK_R_netlink_node);
	for (uint16_t i = 0; pk_ok(&r) && i < NETLINK_FAMILIES && !walk->chains.stopped; i++) {
		walk->protocol = i;
		if (pk_rhashtable_walk(&walk->chains, pk_member_or_zero(ctx, tables + i * size,
									PK_R_netlink_table_hash)) !=
		    PK_OK)
			pk_warn(ctx, "netlink sockets: %s", pk_error(ctx));
	}
	return r.status;
}

static enum pk_status raw_walk(struct pk_ctx *ctx, struct walk *walk)
{
	static const enum pk_row_id tables[] = {PK_R_raw_v4_hashinfo, PK_R_raw_v6_hashinfo};
	uint64_t offset, base;
	enum pk_status status = pk_row_offset(ctx, PK_R_raw_hash, &offset);

	for (unsigned i = 0; status == PK_OK && i < 2; i++)
		if (pk_has(ctx, tables[i]) && pk_row_value(ctx, tables[i], &base) == PK_OK)
			pk_chains_walk(&walk->chains, base + offset,
				       pk_layout_get(ctx, PK_R_raw_hash)->member.elements);
	return status;
}

enum pk_status pk_local_socks_walk(struct pk_ctx *ctx, enum pk_local_family family,
				   pk_local_sock_fn fn, void *arg)
{
	static enum pk_status (*const walks[])(struct pk_ctx *, struct walk *) = {
		[PK_LOCAL_UNIX] = unix_walk,
		[PK_LOCAL_NETLINK] = netlink_walk,
		[PK_LOCAL_PACKET] = packet_walk,
		[PK_LOCAL_RAW] = raw_walk,
	};
	struct walk walk = {.family = family, .fn = fn, .arg = arg};
	enum pk_status status = pk_row_offset(ctx, PK_R_skc_node, &walk.node);
	char what[32];

	snprintf(what, sizeof(what), "%s sockets", pk_local_family_name(family));
	walk.chains = (struct pk_chains){
		.ctx = ctx, .what = what, .most = MAX_SOCKS, .fn = visit_sock, .arg = &walk};
	if (status == PK_OK)
		status = walks[family](ctx, &walk);
	pk_chains_deinit(&walk.chains);
	return status;
}
