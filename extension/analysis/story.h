/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_STORY_H
#define PK_ANALYSIS_STORY_H

#include "analysis/packets.h"
#include "protocol/protocol.h"

/** One of the two ends of a connection. */
struct pk_story_end {
	bool base_known; /* its packets are numbered, and one of its numbers is known */
	bool base_is_setup; /* BASE is that of what began the connection; else the lowest in the trace */
	uint32_t base; /* what its numbers are told relative to; where it began twice, the newest */
	uint32_t packets;
};

/** A packet of the connection. */
struct pk_story_row {
	const struct pk_packet *packet; /* borrowed */
	unsigned from; /* the end that sent it: 0, 1 */
	bool seq_known, ack_known;
	uint32_t seq, end, ack; /* relative to the bases of its end and of the other one */
};

/** What passed between two ends, oldest first; then what memory alone knows of, without a time. */
struct pk_story {
	const struct pk_protocol *protocol;
	struct pk_tuple tuple; /* its source is end 0: this machine, as far as that is known */
	struct pk_story_end ends[2];
	struct pk_story_row *rows; /* owned */
	uint32_t nr;
	uint32_t
		nameless; /* packets of the trace that may belong to it: their addresses are not known */
};

/** The story of the connection that PACKET of SET belongs to. PK_ABSENT: its addresses are not known. */
enum pk_status pk_story_make(struct pk_ctx *ctx, const struct pk_packet_set *set,
			     const struct pk_packet *packet, struct pk_story *ret_story);
void pk_story_deinit(struct pk_story *story);

#endif
