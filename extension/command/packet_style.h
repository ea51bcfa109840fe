/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PACKET_STYLE_H
#define PK_COMMAND_PACKET_STYLE_H

#include "render/packet.h"

/** How packets of SET are printed where nothing else is asked for: with the probes on their paths, if those are known. */
void pk_packet_style_init(struct pk_packet_style *style, struct pk_ctx *ctx,
			  const struct pk_packet_set *set);
/** -W: times of the wall clock; where that is not known, a warning says so. */
void pk_packet_style_wall(struct pk_packet_style *style, struct pk_ctx *ctx);

#endif
