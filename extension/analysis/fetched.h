/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FETCHED_H
#define PK_ANALYSIS_FETCHED_H

#include "analysis/facts.h"

/**
 * What a probe's arguments say of packets by what they fetch, whatever they are called.
 *
 * Sets the words of PLAN, its header's pieces and what has no meaning that is known. False: the programs of PROBE are
 * not known, and PLAN is as it was.
 */
bool pk_plan_by_fetches(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			struct pk_plan *plan);
/** The header that EVENT carries in pieces of the packet's bytes, as far as they prove what they are; all zeros if it
 *  is none of a protocol that is told of. RET_QUOTED: what that header quotes behind itself; all zeros if nothing. */
void pk_header_by_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event, struct pk_header *ret_header,
			 struct pk_header *ret_quoted);

#endif
