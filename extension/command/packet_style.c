// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/packets.h"

#include <string.h>

#include "decode/probe/probe.h"
#include "protocol/protocol.h"

void pk_packet_style_init(struct pk_packet_style *style, struct pk_ctx *ctx,
			  const struct pk_packet_set *set, bool absolute, bool wall)
{
	memset(style, 0, sizeof(*style));
	style->set = set;
	style->several = pk_protocols_several(ctx);
	style->absolute = absolute;
	/* The probes are of this boot. */
	if (ctx->last_boot || pk_probes_load(ctx, &style->probes) != PK_OK)
		style->probes = NULL;
	if (wall) {
		style->wall = pk_packet_set_wall(ctx, style->set, &style->wall_offset) == PK_OK;
		if (!style->wall)
			pk_warn(ctx, "the wall clock is not known, times are as without -W: %s",
				pk_error(ctx));
	}
}
