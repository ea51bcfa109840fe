// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/packets.h"
#include "decode/trace/clock.h"

enum pk_status pk_packet_set_wall(struct pk_ctx *ctx, const struct pk_packet_set *set,
				  int64_t *ret_offset)
{
	enum pk_status status;
	uint64_t wall;

	/* Where there is no trace, nothing is on its clock. */
	if (!set->panic_known && set->events)
		return pk_fail(ctx, PK_ABSENT, "the panic's time on it is not known");
	status = pk_wall_clock(ctx, &wall);
	if (status == PK_OK)
		*ret_offset = (int64_t)(wall - pk_packet_set_end(set));
	return status;
}
