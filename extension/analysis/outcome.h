/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_OUTCOME_H
#define PK_ANALYSIS_OUTCOME_H

/* Between the files of pk_outcomes_settle(): outcome.c goes through the packets, the others judge. */

#include "analysis/engine.h"
#include "analysis/memory.h"
#include "analysis/same_packet.h"

void pk_say(struct pk_packet *packet, enum pk_outcome outcome, const char *detail);
/** What memory holds at SKB, on a queue of SOCK (NULL: on none), is PACKET's: that life has not ended by the trace, and
 *  same_packet.h agrees; or it has nothing to compare, and no event of that end can be missing. */
bool pk_holds(struct pk_engine *engine, const struct pk_packet *packet, uint64_t skb,
	      const struct pk_sock *sock);
/** The end of one packet; a packet of memory's or still in flight keeps what it has. */
void pk_settle_rx(struct pk_engine *engine, struct pk_packet *packet);
void pk_settle_tx(struct pk_engine *engine, struct pk_packet *packet);
/** Segments that stand in a device's queue become frames of the packet that they were cut from. */
void pk_join_segments(struct pk_engine *engine);

/** Packets without a header, by their socket's other packets and the live socket. */
void pk_name_by_sockets(struct pk_engine *engine);
/** Forwards in time: who acknowledged, answered or took in whom. Before the ends are settled. */
void pk_walk_flows(struct pk_engine *engine);
/** Backwards: what was read though nobody saw it, and what was not. After the ends are settled. */
void pk_walk_flows_back(struct pk_engine *engine);
/** What was coalesced ends as the skb that holds it. Last of all. */
void pk_settle_coalesced(struct pk_packet *packet);

/** Devices that packets passed and that no event names. Before live skbs are asked for their last. */
void pk_settle_devices(struct pk_engine *engine);

/** Fragments become frames of their datagram. First of all. */
void pk_join_fragments(struct pk_engine *engine);

/** What came in and was a clone of what is sent: joins that hold. */
void pk_join_clones(struct pk_engine *engine);
/** What several calls wrote into one datagram. */
void pk_join_writes(struct pk_engine *engine);
/** Calls that handled a packet's copies become its own. Before the pieces are put in order. */
void pk_take_paths(struct pk_engine *engine);
/** Copies leave the set: their ends are those of the packet that they are of. After the ends are settled. */
void pk_fold_copies(struct pk_engine *engine);

/** ICMP's errors, with the packets that they are about. Before those that are not told of are sifted out. */
void pk_join_errors(struct pk_engine *engine);

/** Packets of frames that were open when the trace ended. */
void pk_settle_flights(struct pk_engine *engine);

#endif
