/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_DROPS_H
#define PK_RENDER_DROPS_H

#include "model/drop_counter.h"
#include "render/packet_groups.h"

/** What the trace tells of drops. */
struct pk_drops_view {
	const struct pk_groups *groups; /* NULL: the trace was not read, or there is none */
	uint32_t packets; /* that were looked at */
	uint32_t unknown; /* of these, such whose end is not known */
	const struct pk_drop_counters *counters; /* NULL: they were not asked for */
	bool filtered; /* that is why there are none */
};

/** Drops of the trace by group, then memory's counters, then what was not judged. */
void pk_render_drops(struct pk_out *out, const struct pk_packet_style *style,
		     const struct pk_drops_view *view);

#endif
