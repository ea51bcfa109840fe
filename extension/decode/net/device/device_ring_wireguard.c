// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A packet in WireGuard stands in queues of its peer, in the order in which it will leave:
 *
 *	wg_peer.staged_packet_queue	until the peer agrees on a key
 *	wg_peer.tx_queue		encrypted or not (PACKET_CB()->state): chains of what was staged together
 *	wg_peer.rx_queue		decrypted or not, still behind the headers in which it came
 *
 * One that no worker has taken yet stands in a ring of the device too (wg_device.encrypt_queue, decrypt_queue). One that is
 * in its peer's queue alone and not done is in a worker's hands. Handshakes wait in a queue of the device.
 *
 * A peer's queue was a ring up to 5.11, and is now a list (struct prev_queue) that leads from its oldest entry, TAIL, through
 * sk_buff.prev to its newest, HEAD. An entry of no packet, EMPTY, is anywhere in it. PEEKED was taken from it, and is looked at.
 */
#include "core/hash.h"
#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/device/device_private.h"
#include "decode/net/skb/skb.h"

#define MAX_QUEUED 65536 /* MAX_QUEUED_PACKETS is 1024 */

enum step { UNTAKEN, TAKEN, DONE, FAILED, NR_STEPS };

/* One way through the workers. */
struct way {
	enum pk_row_id device_queue, peer_queue;
	enum pk_ring_wait waits[NR_STEPS];
	bool chains; /* an entry is the first of a chain */
};

static const struct way ways[] = {
	{PK_R_wg_encrypt_queue,
	 PK_R_wg_peer_tx,
	 {PK_RING_TO_ENCRYPT, PK_RING_ENCRYPTING, PK_RING_ENCRYPTED, PK_RING_NOT_ENCRYPTED},
	 .chains = true},
	{PK_R_wg_decrypt_queue,
	 PK_R_wg_peer_rx,
	 {PK_RING_TO_DECRYPT, PK_RING_DECRYPTING, PK_RING_DECRYPTED, PK_RING_NOT_DECRYPTED},
	 .chains = false},
};

struct wireguard {
	struct pk_ring_walk *walk;
	const struct way *way;
	struct pk_hash untaken; /* skbs in the device's ring of WAY */
};

/* --- one entry of a peer's queue --------------------------------------------------------------- */

static enum pk_status read_step(const struct wireguard *wg, uint64_t skb, enum step *ret_step)
{
	struct pk_ctx *ctx = wg->walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t cb = pk_offset(&r, PK_R_skb_cb);
	uint64_t state = pk_member(&r, skb + cb, PK_R_wg_cb_state);
	uint64_t crypted = pk_value(&r, PK_R_wg_crypted);
	uint64_t dead = pk_value(&r, PK_R_wg_dead);

	if (!pk_ok(&r))
		return r.status;
	*ret_step = state == crypted		     ? DONE
		    : state == dead		     ? FAILED
		    : pk_hash_get(&wg->untaken, skb) ? UNTAKEN
						     : TAKEN;
	return PK_OK;
}

static bool visit_entry(uint64_t skb, void *arg)
{
	struct wireguard *wg = arg;
	struct pk_ring_walk *walk = wg->walk;
	enum step step;
	uint64_t link;

	if (read_step(wg, skb, &step) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_skb_next, &link) != PK_OK) {
		pk_ring_warn(walk);
		return false;
	}
	walk->ring.wait = wg->way->waits[step];
	if (wg->way->chains)
		pk_skb_list_walk(walk->ctx, walk->what, skb + link, 0, pk_ring_skb, walk);
	else
		pk_ring_skb(skb, walk);
	return !walk->stopped;
}

/* --- a peer's queues ----------------------------------------------------------------------------- */

struct prev_queue {
	uint64_t tail, head, peeked, empty, prev; /* addresses, and the offset of sk_buff.prev */
};

static enum pk_status prev_queue_read(struct pk_ctx *ctx, uint64_t addr,
				      struct prev_queue *ret_queue)
{
	struct pk_reader r = {.ctx = ctx};
	struct prev_queue queue;

	queue.tail = pk_member(&r, addr, PK_R_prev_queue_tail);
	queue.head = pk_member(&r, addr, PK_R_prev_queue_head);
	queue.peeked = pk_member(&r, addr, PK_R_prev_queue_peeked);
	queue.empty = pk_offset(&r, PK_R_prev_queue_empty);
	queue.prev = pk_offset(&r, PK_R_skb_prev);
	if (!pk_ok(&r))
		return r.status;
	queue.empty += addr;
	*ret_queue = queue;
	return PK_OK;
}

/* RET_LAST: the last entry that was reached. */
static enum pk_status follow(struct wireguard *wg, const struct prev_queue *queue,
			     uint64_t *ret_last)
{
	struct pk_ctx *ctx = wg->walk->ctx;
	struct pk_address_set seen = {0};
	enum pk_status status = PK_OK;
	uint64_t entry = queue->tail;

	while (entry && status == PK_OK && !wg->walk->stopped) {
		*ret_last = entry;
		if (!pk_address_set_add(&seen, entry, MAX_QUEUED))
			status = pk_fail(ctx, PK_CORRUPT, "loops at %llx after %zu entries",
					 (unsigned long long)entry, seen.nr);
		else if (entry != queue->empty && !visit_entry(entry, wg))
			break;
		else
			status = pk_read_ptr(ctx, entry + queue->prev, &entry);
	}
	pk_address_set_deinit(&seen);
	return status;
}

static void prev_queue_walk(struct wireguard *wg, uint64_t addr)
{
	struct pk_ring_walk *walk = wg->walk;
	struct prev_queue queue;
	uint64_t last = 0;
	enum pk_status status = prev_queue_read(walk->ctx, addr, &queue);

	if (status == PK_OK && queue.peeked)
		visit_entry(queue.peeked, wg);
	if (status == PK_OK && !walk->stopped)
		status = follow(wg, &queue, &last);
	if (status != PK_OK)
		pk_ring_warn(walk);
	else if (!walk->stopped && last != queue.head)
		pk_warn(walk->ctx, "%s breaks off at %llx: entries behind it were not read",
			walk->what, (unsigned long long)last);
}

static void entries_walk(struct wireguard *wg, uint64_t queue)
{
	struct pk_ring_walk *walk = wg->walk;
	uint64_t ring;

	if (pk_has(walk->ctx, PK_R_prev_queue_tail))
		prev_queue_walk(wg, queue);
	else if (pk_row_offset(walk->ctx, PK_R_crypt_queue_ring, &ring) == PK_OK)
		pk_ptr_ring_walk(walk->ctx, walk->what, queue + ring, visit_entry, wg);
}

static enum pk_status staged_walk(struct pk_ring_walk *walk, uint64_t peer)
{
	uint64_t staged;
	enum pk_status status = pk_row_offset(walk->ctx, PK_R_wg_peer_staged, &staged);

	if (status != PK_OK)
		return status;
	walk->ring.wait = PK_RING_TO_SHAKE_HANDS;
	pk_skb_head_walk(walk->ctx, walk->what, peer + staged, pk_ring_skb, walk);
	return PK_OK;
}

/* WAY: NULL for what is staged. */
static void visit_peer(struct wireguard *wg, uint64_t node)
{
	struct pk_ring_walk *walk = wg->walk;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t peer = node - pk_offset(&r, PK_R_wg_peer_link);
	uint64_t id = pk_member(&r, peer, PK_R_wg_peer_id);
	uint64_t queue = wg->way ? pk_offset(&r, wg->way->peer_queue) : 0;

	if (pk_ok(&r))
		walk->ring.queue = (unsigned)id;
	if (pk_ok(&r) && wg->way)
		entries_walk(wg, peer + queue);
	else
		pk_try(&r, staged_walk(walk, peer));
	if (!pk_ok(&r))
		pk_warn(walk->ctx, "a peer of %s: %s", walk->ring.device.name, pk_error(walk->ctx));
}

static void peers_walk(struct wireguard *wg, uint64_t priv)
{
	struct pk_ring_walk *walk = wg->walk;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t peers;

	if (pk_row_offset(walk->ctx, PK_R_wg_peers, &peers) != PK_OK)
		return;
	pk_list_for_each (node, &r, priv + peers) {
		visit_peer(wg, node);
		if (walk->stopped)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(walk->ctx, "peers of %s: %s", walk->ring.device.name, pk_error(walk->ctx));
}

/* --- a device's rings ---------------------------------------------------------------------------- */

static bool note_untaken(uint64_t skb, void *arg)
{
	static char yes;

	return pk_hash_put(arg, skb, &yes);
}

/* If the ring cannot be read, a warning has said so, and what workers have is not told from what waits for them. */
static void way_walk(struct wireguard *wg, uint64_t priv)
{
	struct pk_ctx *ctx = wg->walk->ctx;
	unsigned long warned = ctx->nr_warned;
	uint64_t queue, ring;

	if (!pk_has(ctx, PK_R_wg_cb_state) ||
	    pk_row_offsets(ctx, PK_WANTED({wg->way->device_queue, &queue},
					  {PK_R_crypt_queue_ring, &ring})) != PK_OK)
		return;
	pk_ptr_ring_walk(ctx, wg->walk->what, priv + queue + ring, note_untaken, &wg->untaken);
	if (ctx->nr_warned == warned)
		peers_walk(wg, priv);
	pk_hash_deinit(&wg->untaken, NULL);
}

void pk_ring_wireguard_walk(struct pk_ring_walk *walk, uint64_t priv)
{
	struct wireguard wg = {.walk = walk};

	if (!pk_has(walk->ctx, PK_R_wg_peer_staged) ||
	    pk_ring_optional(walk, priv, PK_R_wg_dev) != walk->ring.device.addr)
		return;
	peers_walk(&wg, priv);
	for (size_t i = 0; i < PK_ARRAY_SIZE(ways) && !walk->stopped; i++) {
		wg.way = &ways[i];
		way_walk(&wg, priv);
	}
	if (!walk->stopped) {
		struct pk_ctx *ctx = walk->ctx;
		uint64_t queue, ring;

		/* The device's, and no peer's: those are numbered from 1 on. A list up to 5.16. */
		walk->ring.queue = 0;
		walk->ring.wait = PK_RING_HANDSHAKE;
		if (pk_has(ctx, PK_R_wg_handshakes) && pk_has(ctx, PK_R_crypt_queue_ring) &&
		    pk_row_offsets(ctx, PK_WANTED({PK_R_wg_handshakes, &queue},
						  {PK_R_crypt_queue_ring, &ring})) == PK_OK)
			pk_ptr_ring_walk(ctx, walk->what, priv + queue + ring, pk_ring_skb, walk);
		else if (pk_has(ctx, PK_R_wg_handshake_list) &&
			 pk_row_offset(ctx, PK_R_wg_handshake_list, &queue) == PK_OK)
			pk_skb_head_walk(ctx, walk->what, priv + queue, pk_ring_skb, walk);
	}
}
