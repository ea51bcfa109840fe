/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PCAPNG_H
#define PK_RENDER_PCAPNG_H

#include <stdint.h>
#include <stdio.h>

#include "core/hash.h"
#include "render/packet_writer.h"

/** What was written, and what was not. */
struct pk_pcapng_totals {
	uint32_t packets, interfaces;
	uint32_t looped; /* receiving halves of packets whose sending half is written */
	uint32_t nameless; /* without a tuple: no header to write */
};

/**
 * Packets as pcapng (draft-ietf-opsawg-pcapng): each once, as the IP and TCP header that are known of it behind a "cooked"
 * link header (all of one link type, as tcpdump wants it), without payload (whose length the headers tell). What is not
 * known is 0, and named in the packet's comment, which also has its end and its call path. epb_packetid is its position in
 * `last` of the same packets, epb_verdict TC_ACT_SHOT for a dropped one.
 */
struct pk_pcapng {
	struct pk_packet_writer base;
	int64_t wall_offset;
	struct pk_pcapng_totals totals;
	char (*interfaces)[16]; /* owned */
	struct pk_hash
		looped; /* owned: sending halves that are in the file, by their addresses in this program */
	/* the block that is being made */
	uint8_t *block; /* owned */
	uint32_t len, room;
};

/** Writes the file's head. FACTS: of the dead kernel. WALL_OFFSET: ns to add to the trace's clock for the wall clock's time. */
void pk_pcapng_init(struct pk_pcapng *w, const struct pk_packet_style *style,
		    const struct pk_facts *facts, int64_t wall_offset, FILE *fp);
/** PACKET will be handed over: to be said of all before the first is. The receiving half of a looped one is then left out. */
void pk_pcapng_expect(struct pk_pcapng *w, const struct pk_packet *packet);
void pk_pcapng_deinit(struct pk_pcapng *w);

#endif
