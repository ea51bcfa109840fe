/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PCAPNG_H
#define PK_RENDER_PCAPNG_H

#include <stdint.h>
#include <stdio.h>

#include "render/packet.h"

/** What was written, and what was not. */
struct pk_pcapng_totals {
	uint32_t packets, interfaces;
	uint32_t looped; /* receiving halves of packets whose sending half is written */
	uint32_t nameless; /* without a tuple: no header to write */
};

/**
 * Write the packets of STYLE->set as pcapng (draft-ietf-opsawg-pcapng): each packet once, as the IP and TCP
 * header that are known of it behind a "cooked" link header (all of one link type, as tcpdump wants it), without payload (whose length the headers tell); what is not known is 0, and
 * named in the packet's comment, which also has its end and its call path. epb_packetid is its position in
 * `last -n all`, epb_verdict TC_ACT_SHOT for a dropped one. WALL_OFFSET: ns to add to the trace's clock for
 * the wall clock's time.
 * PK_IO: FP could not be written to.
 */
enum pk_status pk_pcapng_write(struct pk_ctx *ctx, const struct pk_packet_style *style,
			       int64_t wall_offset, FILE *fp, struct pk_pcapng_totals *ret_totals);

#endif
