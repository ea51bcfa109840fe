/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_SKB_H
#define PK_RENDER_SKB_H

#include "analysis/explain/skb_hooks.h"
#include "model/skb_state.h"
#include "render/out.h"

struct pk_skb_view {
	const struct pk_skb_state *state;
	const char *where; /* "": location unknown */
	const struct pk_skb_hooks *hooks; /* NULL: not requested */
	bool whole; /* otherwise text shows only a line, and its faults */
};

void pk_render_skb(struct pk_out *out, const struct pk_skb_view *view);

/** Packets in memory at one place with one length, in which nothing is wrong. */
struct pk_skbs_alike {
	const char *where; /* as pk_skb_view.where */
	uint32_t len; /* bytes */
	uint64_t first, nr; /* address of the first, number of all */
};

/** A line of text for all of ALIKE. */
void pk_render_skbs_alike(struct pk_out *out, const struct pk_skbs_alike *alike);

#endif
