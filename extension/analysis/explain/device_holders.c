// SPDX-License-Identifier: GPL-3.0-or-later
/* Who holds a device: with what the device leads to itself (decode/net/device/device_refs.c), sockets and packets. */
#include "analysis/explain/skbs.h"

#include <stdlib.h>

#include "analysis/lives/queued_packets.h"
#include "decode/net/device/device.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/sock/sock.h"

#define DST_NOREF 1 /* in skb._skb_refdst: without a reference */

static void look_at_sock(struct pk_ref_search *search, uint64_t sk)
{
	static const enum pk_row_id rows[] = {PK_R_sk_dst_cache, PK_R_sk_rx_dst};

	for (size_t i = 0; i < 2; i++) {
		uint64_t dst;
		enum pk_status status = pk_member_uint(search->ctx, sk, rows[i], &dst);

		pk_refs_failed(search, PK_REF_DST_SOCKS, status);
		if (status == PK_OK)
			pk_ref_dst_found(search, dst, PK_REF_DST_SOCKS, sk);
	}
}

static bool look_at_raw(const struct pk_local_sock *sock, void *arg)
{
	look_at_sock(arg, sock->addr);
	return true;
}

static bool look_at_packet(const struct pk_local_sock *sock, void *arg)
{
	struct pk_ref_search *search = arg;
	uint64_t dev;
	enum pk_status status = pk_member_uint(search->ctx, sock->addr, PK_R_packet_sock_dev, &dev);

	pk_refs_failed(search, PK_REF_PACKET_SOCKS, status);
	if (status == PK_OK)
		pk_ref_found(search, dev, PK_REF_PACKET_SOCKS, sock->addr);
	return true;
}

static void search_socks(struct pk_ref_search *search, const struct pk_queued_packets *memory)
{
	struct pk_ctx *ctx = search->ctx;
	const struct pk_sock *sock;
	unsigned long warned = ctx->nr_warned;
	size_t at = 0;

	while ((sock = pk_hash_next(&memory->socks, &at)))
		if (sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN)
			look_at_sock(search, sock->addr);
	pk_refs_failed(search, PK_REF_DST_SOCKS,
		       pk_local_socks_walk(ctx, PK_LOCAL_RAW, look_at_raw, search));
	if (memory->socks_missing || ctx->nr_warned != warned)
		pk_refs_failed(search, PK_REF_DST_SOCKS, PK_UNREADABLE);
	warned = ctx->nr_warned;
	pk_refs_failed(search, PK_REF_PACKET_SOCKS,
		       pk_local_socks_walk(ctx, PK_LOCAL_PACKET, look_at_packet, search));
	if (ctx->nr_warned != warned)
		pk_refs_failed(search, PK_REF_PACKET_SOCKS, PK_UNREADABLE);
}

static void search_skbs(struct pk_ref_search *search, const struct pk_queued_packets *memory)
{
	uint64_t *skbs, refdst;
	size_t nr = 0;
	enum pk_status status = pk_placed_skbs(search->ctx, memory, &skbs, &nr);

	pk_refs_failed(search, PK_REF_DST_SKBS, status);
	if (status != PK_OK)
		return;
	for (size_t i = 0; i < nr; i++) {
		status = pk_member_uint(search->ctx, skbs[i], PK_R_skb_refdst, &refdst);
		pk_refs_failed(search, PK_REF_DST_SKBS, status);
		if (status == PK_OK && !(refdst & DST_NOREF))
			pk_ref_dst_found(search, refdst, PK_REF_DST_SKBS, skbs[i]);
	}
	free(skbs);
	if (memory->queues_missing || memory->truncated)
		pk_refs_failed(search, PK_REF_DST_SKBS, PK_UNREADABLE);
}

static void note_queued(uint64_t dev, uint64_t entry, void *arg)
{
	pk_ref_found(arg, dev, PK_REF_USER_QUEUES, entry);
}

static bool look_at_queue(const struct pk_user_queue *queue, void *arg)
{
	struct pk_ref_search *search = arg;

	pk_refs_failed(search, PK_REF_USER_QUEUES,
		       pk_user_queue_devices_walk(search->ctx, queue, note_queued, search));
	return true;
}

void pk_device_holders_search(struct pk_ctx *ctx, struct pk_ref_accounts *accounts)
{
	struct pk_ref_search search;
	struct pk_queued_packets memory;
	unsigned shown;

	pk_ref_search_init(&search, ctx, accounts);
	pk_refs_search(&search);
	shown = pk_protocols_show_all(ctx);
	pk_queued_load(ctx, &memory);
	search_socks(&search, &memory);
	search_skbs(&search, &memory);
	pk_queued_deinit(&memory);
	ctx->protocols = shown;
	pk_refs_failed(&search, PK_REF_USER_QUEUES,
		       pk_user_queues_walk(ctx, look_at_queue, &search));
	pk_ref_search_deinit(&search);
}
