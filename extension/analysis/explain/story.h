/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_STORY_H
#define PK_ANALYSIS_STORY_H

#include "analysis/lives/packets.h"
#include "protocol/protocol.h"

/** One of the two ends of a connection. */
struct pk_story_end {
	bool base_known; /* its packets have sequence numbers, and one is known */
	/* BASE is from the connection's setup; otherwise the lowest in the trace */
	bool base_is_setup;
	uint32_t base; /* its numbers are shown relative to this; of two setups, the newer */
	uint32_t packets;
	/* its namespace, where packets say one; 0: none does, or they say several */
	uint32_t netns;
};

/** A packet of the connection. */
struct pk_story_row {
	const struct pk_packet *packet; /* borrowed */
	unsigned from; /* the end that sent it: 0, 1 */
	bool seq_known, ack_known;
	uint32_t seq, end, ack; /* relative to its own end's base; ACK to the other's */
};

/** Packets between two ends, oldest first, followed by those known from memory only, without
 *  times. */
struct pk_story {
	const struct pk_protocol *protocol;
	struct pk_tuple tuple; /* the source is end 0: this machine, as far as known */
	struct pk_story_end ends[2];
	struct pk_story_row *rows; /* owned */
	uint32_t nr;
	uint32_t nameless; /* packets of the trace with unknown addresses, which may belong to it */
	/* Other namespaces have connections with the same addresses and ports; the packet's number among them
	 * (pk_packet.connection); 0: none has. */
	uint32_t connection;
	uint32_t of_others; /* packets of those */
	uint32_t unattributed; /* packets of one of them, or of this: of which is unknown */
};

/** The story of PACKET's connection. PK_ABSENT: its addresses are unknown. SET is borrowed. */
enum pk_status pk_story_make(struct pk_ctx *ctx, const struct pk_packet_set *set,
			     const struct pk_packet *packet, struct pk_story *ret_story);
void pk_story_deinit(struct pk_story *story);

#endif
