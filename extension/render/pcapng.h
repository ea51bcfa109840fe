/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PCAPNG_H
#define PK_RENDER_PCAPNG_H

#include <stdint.h>
#include <stdio.h>

#include "core/hash.h"
#include "render/packet_writer.h"

/** Counts of what was written and what was left out. */
struct pk_pcapng_totals {
	uint32_t packets, interfaces;
	uint32_t looped; /* receiving halves left out because the sending half is written */
	uint32_t nameless; /* without a tuple: no header to write */
};

/**
 * Packets as pcapng (draft-ietf-opsawg-pcapng), each once: its known IP and TCP headers after a
 * "cooked" link header (one link type for all, as tcpdump requires), without the payload (the
 * headers give its length). Unknown fields are 0, and named in the packet's comment, which also has
 * its end and its call path. epb_packetid is its position in `last` of the same packets,
 * epb_verdict is TC_ACT_SHOT if it was dropped.
 */
struct pk_pcapng {
	struct pk_packet_writer base;
	int64_t wall_offset;
	struct pk_pcapng_totals totals;
	char (*interfaces)[16]; /* owned */
	/* owned: sending halves in the file, by their address in this program */
	struct pk_hash looped;
	/* the block being built */
	uint8_t *block; /* owned */
	uint32_t len, room;
};

/** Write the file's head. FACTS: of the dead kernel. WALL_OFFSET: ns to add to the trace's clock to
 *  get the wall clock. */
void pk_pcapng_init(struct pk_pcapng *w, const struct pk_packet_style *style,
		    const struct pk_facts *facts, int64_t wall_offset, FILE *fp);
/** Announce PACKET. Announce all before the first one is written, so that the receiving half of a
 *  looped one is left out. */
void pk_pcapng_expect(struct pk_pcapng *w, const struct pk_packet *packet);
void pk_pcapng_deinit(struct pk_pcapng *w);

/** Its time in the file, on the trace's clock; of a packet of unknown time that of the panic. */
uint64_t pk_pcapng_time(const struct pk_packet_set *set, const struct pk_packet *packet);

#endif
