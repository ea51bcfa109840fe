/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SAME_PACKET_H
#define PK_ANALYSIS_SAME_PACKET_H

#include "analysis/bpf.h"
#include "analysis/packets.h"
#include "core/context.h"
#include "model/packet.h"
#include "model/sock.h"

/**
 * Is SKB, as memory holds it now, what PACKET of the trace was? Addresses are used again, and the free that ended a life may
 * be what the trace lacks: overwritten, skipped, behind its end. So whoever ties a packet to a place in memory asks here, and
 * connection and sequence numbers decide. SOCK: on whose queue it stands; NULL: on none, then its own header is asked.
 * PK_MATCH_MAY: one of the two has nothing that can be compared.
 */
enum pk_match pk_same_packet(struct pk_ctx *ctx, const struct pk_packet *packet, uint64_t skb,
			     const struct pk_sock *sock);

/**
 * The same of a place that an event or a pointer alone ties PACKET to: PK_MATCH_MAY is enough where no event of that life's
 * end can be missing.
 */
bool pk_still_is(struct pk_ctx *ctx, const struct pk_packet_set *set,
		 const struct pk_packet *packet, uint64_t skb, const struct pk_sock *sock);

/** What handles a packet at the panic began with it no earlier: further back no window is read for it. */
#define PK_STACK_REACH_NS (5ull * 1000 * 1000 * 1000)

/** The newest packet of SET that SKB, as a stack of the dead machine names it, is now; NULL: none that can be told. */
struct pk_packet *pk_packet_at(struct pk_ctx *ctx, const struct pk_packet_set *set, uint64_t skb);

#endif
