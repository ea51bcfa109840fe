// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/same_packet.h"

#include <string.h>

#include "analysis/lives/packet_work.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/skb/skb.h"
#include "model/packet.h"

#define ETH_P_ARP 0x0806

/* HEADER may be of what carries OTHER. */
static struct pk_header as_carried(const struct pk_header *header, const struct pk_header *other)
{
	struct pk_header carried = *header;

	if (other->below && other->below == header->protocol)
		pk_header_wrap(&carried);
	return carried;
}

/* A card may finish the checksum of what is sent: that it is another says nothing. */
static enum pk_match same_datagram(const struct pk_header *of_packet,
				   const struct pk_header *in_memory)
{
	const struct pk_header mine_carried = as_carried(of_packet, in_memory),
			       *mine = &mine_carried;
	const struct pk_header now_carried = as_carried(in_memory, of_packet), *now = &now_carried;

	if (pk_protocol_of(mine) != pk_protocol_of(now) || pk_headers_differ(mine, now) ||
	    (mine->len_known && now->len_known && mine->payload_len != now->payload_len))
		return PK_MATCH_NO;
	return mine->tuple_known && mine->checksum_known && now->checksum_known &&
			       mine->checksum == now->checksum
		       ? PK_MATCH_YES
		       : PK_MATCH_MAY;
}

/* What TCP keeps it may have cut, joined with its neighbours, or given out in segments: one byte in common is enough. A
 * pure ACK has none, and stands in no queue; but in the backlog it takes in the data behind it. */
static enum pk_match same_bytes(const struct pk_packet *packet, const struct pk_header *now)
{
	const struct pk_header *mine = &packet->header;
	uint32_t mine_len = pk_header_numbers(mine), len = pk_header_numbers(now);
	bool may_grow = packet->work->through_backlog || packet->work->delivered;

	if (pk_protocol_of(mine)->datagrams)
		return same_datagram(mine, now);
	if (!mine->seq_known || !now->seq_known)
		return PK_MATCH_MAY;
	if (mine->seq == now->seq && (may_grow || !mine->len_known || !mine->flags_known))
		return PK_MATCH_YES;
	if (mine->len_known && mine->flags_known && !mine_len != !len)
		return PK_MATCH_NO;
	return pk_protocol_of(mine)->overlap(mine->seq, mine_len, now->seq, len) ? PK_MATCH_YES
										 : PK_MATCH_NO;
}

/* What another packet or a socket lent it, NAT may have changed: then sequence numbers alone are compared. */
static enum pk_match same_tuple(const struct pk_packet *packet, const struct pk_tuple *tuple)
{
	bool own = packet->tuple_from == PK_TUPLE_EVENT || packet->tuple_from == PK_TUPLE_SKB;

	if (!packet->header.tuple_known)
		return PK_MATCH_MAY;
	if (pk_tuple_equal(&packet->header.tuple, tuple))
		return PK_MATCH_YES;
	return own ? PK_MATCH_NO : PK_MATCH_MAY;
}

/* A received packet may have come to a listener, of which the socket was made. */
static enum pk_match same_socket(const struct pk_packet *packet, const struct pk_sock *sock)
{
	struct pk_tuple tuple =
		packet->dir == PK_RX ? pk_tuple_reversed(&sock->tuple) : sock->tuple;

	if (packet->sk == sock->addr)
		return packet->work->sock_over ? PK_MATCH_NO : PK_MATCH_YES;
	if (packet->sk && packet->dir == PK_TX)
		return PK_MATCH_NO;
	return same_tuple(packet, &tuple);
}

/* What is known to be such a frame goes on as one; anything else may have become one. */
static enum pk_match same_tag(const struct pk_header *mine, const struct pk_header *now)
{
	const struct pk_sectag *a = &mine->sectag, *b = &now->sectag;

	if (!a->known || !b->known)
		return PK_MATCH_MAY;
	return a->pn == b->pn && a->tci_an == b->tci_an && a->sci_known == b->sci_known &&
			       a->sci == b->sci
		       ? PK_MATCH_YES
		       : PK_MATCH_NO;
}

static enum pk_match both(enum pk_match connection, enum pk_match bytes)
{
	return connection == PK_MATCH_NO ? PK_MATCH_NO : bytes;
}

enum pk_match pk_same_packet(struct pk_ctx *ctx, const struct pk_packet *packet, uint64_t skb,
			     const struct pk_sock *sock)
{
	struct pk_header shadow = {0};
	struct pk_skb now;

	if (pk_skb_read(ctx, skb, &now) != PK_OK)
		return sock ? both(same_socket(packet, sock), PK_MATCH_MAY) : PK_MATCH_MAY;
	/* Of a datagram the header stays behind the skb; its socket may be connected to nobody. */
	if (sock && pk_protocol_of_sock(sock)->datagrams)
		return now.header_valid ? both(same_tuple(packet, &now.header.tuple),
					       same_bytes(packet, &now.header))
					: PK_MATCH_MAY;
	if (sock && now.cb_valid)
		shadow = pk_cb_header(sock, &now.cb);
	if (sock)
		return both(same_socket(packet, sock), same_bytes(packet, &shadow));
	if (!now.header_valid)
		return now.protocol == ETH_P_ARP ? PK_MATCH_NO
						 : same_tag(&packet->header, &now.header);
	return both(same_tuple(packet, &now.header.tuple), same_bytes(packet, &now.header));
}

bool pk_still_is(struct pk_ctx *ctx, const struct pk_packet_set *set,
		 const struct pk_packet *packet, uint64_t skb, const struct pk_sock *sock)
{
	enum pk_match match = pk_same_packet(ctx, packet, skb, sock);

	return match == PK_MATCH_YES ||
	       (match == PK_MATCH_MAY && packet->last_ns >= set->complete_since && !set->silent);
}

struct pk_packet *pk_packet_at(struct pk_ctx *ctx, const struct pk_packet_set *set, uint64_t skb)
{
	for (uint32_t i = set->of_last_boot ? 0 : set->nr; skb && i-- > 0;) {
		struct pk_packet *packet = set->packets[i];

		if ((packet->skb == skb || packet->orig_skb == skb) && !packet->work->freed &&
		    (!packet->generation_known || packet->generation == 0) &&
		    (packet->timeless || !set->panic_known ||
		     packet->first_ns + PK_STACK_REACH_NS >= set->panic_ns) &&
		    (packet->from_memory || pk_still_is(ctx, set, packet, skb, NULL)))
			return packet;
	}
	return NULL;
}

bool pk_is_mirrored(const struct pk_packet *packet)
{
	const struct pk_packet *source = packet->dir == PK_TX ? packet->work->tx.source : NULL;

	if (!source || source->dir == PK_RX)
		return source && source->work->taken;
	return strcmp(packet->dev, source->dev) != 0; /* else a queue doubled it */
}

void pk_packet_conntrack_read(struct pk_ctx *ctx, const struct pk_skb *skb,
			      struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	struct pk_tracked tracked, *kept;
	enum pk_status status;

	if (packet->tracked || !skb->nfct)
		return;
	status = pk_conntrack_of_skb(ctx, skb->nfct, &tracked);
	if (status == PK_OK && header->tuple_known &&
	    header->tuple.family != tracked.entry.original.family)
		status = pk_fail(ctx, PK_CORRUPT, "nf_conn %llx is of another family",
				 (unsigned long long)tracked.entry.addr);
	if (status == PK_CORRUPT || status == PK_UNREADABLE)
		pk_warn(ctx, "skb %llx: connection tracking: %s", (unsigned long long)skb->addr,
			pk_error(ctx));
	kept = status == PK_OK ? pk_packet_pool_alloc(packet->pool, sizeof(*kept)) : NULL;
	if (!kept)
		return;
	*kept = tracked;
	packet->tracked = kept;
}
