/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_RETIS_H
#define PK_RENDER_RETIS_H

#include <stdint.h>
#include <stdio.h>

#include "render/packet_writer.h"

struct pk_retis_totals {
	uint32_t packets;
	uint64_t events;
};

/**
 * Packets as events of retis (retis-events/src), a JSON object a line, packet after packet: a "startup" event, then one for
 * each call and tracepoint that handled a packet, in order of time, and one for its drop. Sections: "common" (ns of the
 * trace's clock), "kernel", "skb-tracking", "packet", "netns", "skb-drop". Its name of a packet is the time
 * at which it was first seen and its buffer's address then, which a trace does not have: "orig_head" is the packet's number
 * in the file. Tasks are not in it: the format wants their thread group, which a trace does not have either.
 */
struct pk_retis {
	struct pk_packet_writer base;
	struct pk_retis_totals totals;
	struct pk_retis_event *events; /* owned: of the packet that is being written */
	uint32_t nr, room;
};

/** Writes the startup event, of the machine of FACTS, and what of it was redacted. WALL_OFFSET: ns to add to the trace's
 *  clock for the wall clock's time. */
void pk_retis_init(struct pk_retis *w, const struct pk_packet_style *style,
		   const struct pk_facts *facts, int64_t wall_offset, FILE *fp);
void pk_retis_deinit(struct pk_retis *w);

#endif
