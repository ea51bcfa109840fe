/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FETCHED_H
#define PK_ANALYSIS_FETCHED_H

#include "analysis/events/facts.h"

/**
 * Understand a probe's arguments by what they fetch, whatever their names.
 *
 * Sets PLAN's words, pieces of its header and arguments of unknown meaning. False: PROBE's fetch
 * programs are unknown, and PLAN is unchanged.
 */
bool pk_plan_by_fetches(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			struct pk_plan *plan);
/** Header that EVENT carries in pieces of the packet's bytes, as far as they prove what they are;
 *  zeroed if it is of no protocol being shown. RET_QUOTED: the header quoted after it; zeroed if
 *  none. */
void pk_header_by_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event, struct pk_header *ret_header,
			 struct pk_header *ret_quoted);
/** Where the packet's payload begins in EVENT, counted in bytes from where PLAN's pieces are counted
 *  from. RET_HEADER: what stands before. False: nothing proves that it is a header. */
bool pk_pieces_payload(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       struct pk_header *ret_header, int *ret_begin);

#endif
