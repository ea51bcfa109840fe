/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_GSO_H
#define PK_DECODE_SKB_GSO_H

#include "core/context.h"
#include "model/skb_state.h"

/** Why STATE, which is on its way to a device, cannot be cut into segments, as bits of faults. Its other fields must have been
 *  read, and its lengths must agree. */
uint32_t pk_skb_gso_faults(struct pk_ctx *ctx, struct pk_skb_state *state);

/** Whether FIGURE could be read; if not, STATE is not fully judged. */
static inline bool pk_skb_knows(struct pk_skb_state *state, const struct pk_figure *figure)
{
	if (state->unjudged == PK_OK)
		state->unjudged = figure->status;
	return figure->status == PK_OK;
}

#endif
