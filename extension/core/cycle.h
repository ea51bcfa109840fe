/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_CYCLE_H
#define PK_CORE_CYCLE_H

#include <stdbool.h>
#include <stdint.h>

/** Detects in constant space that a walk over target memory has come back: Brent's tortoise, which
 *  jumps to the walk's position after 1, 2, 4, 8, ... steps. Start from {0}. */
struct pk_cycle {
	uint64_t mark, steps, limit;
};

/** AT is the walk's next address. True: it was visited before (noticed within three rounds). */
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
