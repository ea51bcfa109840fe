/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PACKET_STYLE_H
#define PK_COMMAND_PACKET_STYLE_H

#include "render/packet.h"

/** The style for packets of SET: with the probes on their paths, if known; ABSOLUTE (-A): times of the trace clock; WALL (-W): of
 *  the wall clock, with a warning if they are unknown. */
void pk_packet_style_init(struct pk_packet_style *style, struct pk_ctx *ctx,
			  const struct pk_packet_set *set, bool absolute, bool wall);

#endif
