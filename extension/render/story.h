/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_STORY_H
#define PK_RENDER_STORY_H

#include "analysis/explain/story.h"
#include "render/packet.h"

/** A connection's packets in both directions, in order of time. STYLE says how times are
 *  printed. */
void pk_render_story(struct pk_out *out, const struct pk_packet_style *style,
		     const struct pk_story *story);

#endif
