/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CYCLE_H
#define PK_DECODE_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

/** Notices that a walk over target memory came back to where it was, in constant space: Brent's
 *  tortoise, which jumps to where the walk is after 1, 2, 4, 8, .. steps. Start from {0}. */
struct pk_cycle {
	uint64_t mark, steps, limit;
};

/** AT is the next address of the walk. True: it was met before (within three rounds of the cycle). */
static inline bool pk_cycle_closed(struct pk_cycle *cycle, uint64_t at)
{
	if (cycle->steps && at == cycle->mark)
		return true;
	if (cycle->steps++ == cycle->limit) {
		cycle->mark = at;
		cycle->limit = 2 * cycle->limit + 1;
	}
	return false;
}

#endif
