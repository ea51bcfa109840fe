/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SAME_PACKET_H
#define PK_ANALYSIS_SAME_PACKET_H

#include "analysis/lives/bpf.h"
#include "analysis/lives/packets.h"
#include "core/context.h"
#include "model/packet.h"
#include "model/sock.h"

/**
 * Whether SKB, as memory holds it, is still PACKET of the trace. Addresses are reused, and the free
 * that ended a life may be missing from the trace (overwritten, skipped, or after its end). So all
 * code that ties a packet to a place in memory asks here, and connection and sequence numbers
 * decide. SOCK: whose queue the skb is on; NULL: none, then its own header is compared.
 * PK_MATCH_MAY: nothing can be compared.
 */
enum pk_match pk_same_packet(struct pk_ctx *ctx, const struct pk_packet *packet, uint64_t skb,
			     const struct pk_sock *sock);

/**
 * The same for a place that only an event or a pointer ties to PACKET: PK_MATCH_MAY is enough if no
 * event of the end of its life can be missing.
 */
bool pk_still_is(struct pk_ctx *ctx, const struct pk_packet_set *set,
		 const struct pk_packet *packet, uint64_t skb, const struct pk_sock *sock);

/** How far back a window is read for a packet that was being handled at the panic. */
#define PK_STACK_REACH_NS (5ull * 1000 * 1000 * 1000)

/** The newest packet of SET that SKB, found on a stack, still is; NULL: none, or uncertain. */
struct pk_packet *pk_packet_at(struct pk_ctx *ctx, const struct pk_packet_set *set, uint64_t skb);

/** PACKET was sent as a copy of one that went elsewhere, or to a protocol here: an answer is none to it. */
bool pk_is_mirrored(const struct pk_packet *packet);
/** PACKET's skb in memory is SKB: keep the connection tracker's entry that it points to, if it has one. An entry that is
 *  damaged, or of another family, costs a warning. */
void pk_packet_conntrack_read(struct pk_ctx *ctx, const struct pk_skb *skb,
			      struct pk_packet *packet);

#endif
