/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_HISTORY_H
#define PK_ANALYSIS_HISTORY_H

#include "analysis/lives/packets.h"
#include "model/history.h"

/**
 * The history of an address: what memory holds there, and its lives in the trace. An event tells of the object if one of
 * its fields, an argument or a return value of a recorded call points into it.
 *
 * A life begins where the slab's allocation, a function that makes skbs, or a copy is told, and ends where it is freed; it
 * begins or ends unseen where the next event shows that it must have. That an object was freed twice, or used after it was
 * freed, is said only if every beginning would have been told: the slab's allocations are recorded, all of them, since before
 * that end; the kernel does not allocate such objects in bulk, which no event tells; and no event is missing in between.
 */

/** Read the history of ADDR: the newest MOST lives. Ends of the object at its address are those of today's slab. The trace
 *  is that of pk_packets_instance(). What cannot be read costs a warning; HISTORY is valid in any case. */
void pk_history_read(struct pk_ctx *ctx, uint64_t addr, uint32_t most,
		     struct pk_history *ret_history);
/** Name the packets of HISTORY's events, in one more pass of the trace; RET_SET is what their times count from. */
enum pk_status pk_history_name(struct pk_ctx *ctx, struct pk_history *history,
			       struct pk_packet_set *ret_set);

#endif
