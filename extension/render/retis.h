/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_RETIS_H
#define PK_RENDER_RETIS_H

#include <stdint.h>
#include <stdio.h>

#include "render/packet_writer.h"

struct pk_retis_totals {
	uint32_t packets, without_events;
	uint64_t events;
};

/**
 * Packets as events of retis (retis-events/src), one JSON object per line, packet after packet: a
 * "startup" event, then one event for each call and tracepoint that handled a packet, in order of
 * time, and one for its drop. Sections: "common" (ns of the trace's clock), "kernel",
 * "skb-tracking", "packet", "netns", "skb-drop". retis names a packet by the time it was first seen
 * and its buffer's address then, which a trace lacks: "orig_head" is the packet's number in the
 * file. Tasks are left out, because the format wants their thread group, which a trace lacks, too.
 */
struct pk_retis {
	struct pk_packet_writer base;
	struct pk_retis_totals totals;
	struct pk_retis_event *events; /* owned: of the packet that is being written */
	uint32_t nr, room;
};

/** Write the startup event: the machine of FACTS, and what was redacted. WALL_OFFSET: ns to add to
 *  the trace's clock to get the wall clock. */
void pk_retis_init(struct pk_retis *w, const struct pk_packet_style *style,
		   const struct pk_facts *facts, int64_t wall_offset, FILE *fp);
void pk_retis_deinit(struct pk_retis *w);

#endif
