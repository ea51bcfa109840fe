/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_LATENCY_H
#define PK_RENDER_LATENCY_H

#include "render/packet_groups.h"

struct pk_latency_view {
	const struct pk_groups *groups;
	uint32_t packets; /* that were looked at */
	uint32_t incomplete; /* none of their stages has both ends in the trace */
	uint32_t lossy; /* left out: events of theirs may be lost */
	uint64_t still, back; /* stages left out: the clock stood still, went back */
	const struct pk_sample *list; /* stages one by one, the longest first */
	size_t nr;
	size_t nr_shown; /* of these, as text */
};

void pk_render_latency(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_latency_view *view);

#endif
