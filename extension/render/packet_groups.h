/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_GROUPS_H
#define PK_RENDER_PACKET_GROUPS_H

#include "analysis/explain/packet_groups.h"
#include "render/packet.h"

/** All groups: a table, or a line of JSON each, of kind WHAT. */
void pk_render_groups(struct pk_out *out, const struct pk_packet_style *style,
		      const struct pk_groups *groups, const char *what);

#endif
