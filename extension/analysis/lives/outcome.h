/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_OUTCOME_H
#define PK_ANALYSIS_OUTCOME_H

/* Shared by the files of pk_outcomes_settle(): outcome.c goes through the packets, the others
 * judge. */

#include "analysis/events/engine.h"
#include "analysis/lives/queued_packets.h"
#include "analysis/lives/same_packet.h"

#define PK_NESTED_TUNNELS 8 /* the kernel's limit of devices that send through one another */

void pk_say(struct pk_packet *packet, enum pk_outcome outcome, const char *detail);
/** Whether the skb that memory holds at SKB, on a queue of SOCK (NULL: none), is PACKET's: its life
 *  has not ended in the trace and same_packet.h agrees, or has nothing to compare and no event of
 *  its end can be missing. */
bool pk_holds(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb,
	      const struct pk_sock *sock);
/** The same of one that memory holds as allocated and in use: RET_SKB. */
bool pk_live_skb(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb,
		 struct pk_skb *ret_skb);
/** The function's stage that the text address PLACE lies in. NULL: it has none. */
const struct pk_stage *pk_stage_at(struct pk_engine *engine, uint64_t place);
/** The function at which PACKET was dropped has MARK. */
bool pk_is_freed_by(struct pk_engine *engine, const struct pk_packet *packet,
		    enum pk_stage_mark mark);
/** kfree_skb had a reason that says more than that it was called. */
bool pk_has_drop_reason(const struct pk_packet *packet);
/** By the driver that says it took it: a tunnel's. What came in again may be dropped there. */
bool pk_is_refused_by_device(struct pk_engine *engine, const struct pk_packet *packet);
/** Was it sent inside another packet, which was dropped? Before packets that are not shown are removed. */
void pk_settle_lost_inside(struct pk_engine *engine, struct pk_packet *packet);
/** Settle one packet's end; packets from memory or in flight keep theirs. */
void pk_settle_end(struct pk_engine *engine, struct pk_packet *packet);

/** Forwards in time: who acknowledged, answered or absorbed whom. Before ends are settled. */
void pk_walk_flows(struct pk_engine *engine);
/** Backwards: what was read unseen, and what was not read. After ends are settled. */
void pk_walk_flows_back(struct pk_engine *engine);
/** Coalesced packets end like the skb that holds them. Last of all. */
void pk_settle_coalesced(struct pk_packet *packet);

/** Add devices on packets' ways that no event names. Before live skbs are asked for their last
 *  device. */
void pk_settle_devices(struct pk_engine *engine);

/** Make fragments frames of their datagram. First of all. */
void pk_join_fragments(struct pk_engine *engine);

/** Make packets of the frames that wait in a device's queue and carry what was given to a device
 *  above. Before frames are joined. */
void pk_settle_macsec_below(struct pk_engine *engine);

/** Join received packets that were clones of sent ones, where that is certain. */
void pk_join_clones(struct pk_engine *engine);
/** Join the writes of one datagram. */
void pk_join_writes(struct pk_engine *engine);
/** Give the calls that handled a packet's copies to the packet. Before pieces are sorted. */
void pk_take_paths(struct pk_engine *engine);
/** Remove copies from the set; their ends belong to their packet. After ends are settled. */
void pk_fold_copies(struct pk_engine *engine);

/** Join ICMP errors to their packets. Before packets that are not shown are removed. */
void pk_join_errors(struct pk_engine *engine);

/** Remove packets that are not shown; edges to those lose their packet, not their pointer. */
void pk_sift(struct pk_engine *engine);

/** Settle packets in frames that were open when the trace ended. */
void pk_settle_flights(struct pk_engine *engine);

#endif
