/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_HISTORY_H
#define PK_RENDER_HISTORY_H

#include "model/history.h"
#include "render/packet.h"

/** The history of an address; STYLE prints its times. */
void pk_render_history(struct pk_out *out, const struct pk_packet_style *style,
		       const struct pk_history *history);

#endif
