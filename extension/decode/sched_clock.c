// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/sched_clock.h"

#include <string.h>

static bool read_symbol(struct pk_ctx *ctx, enum pk_row_id id, size_t size, uint64_t *ret_value)
{
	uint64_t addr;

	return pk_has(ctx, id) && pk_row_value(ctx, id, &addr) == PK_OK &&
	       pk_read_uint(ctx, addr, size, ret_value) == PK_OK;
}

/* A static key (its count comes first), or a plain int up to 3.13. */
static bool is_unstable(struct pk_ctx *ctx)
{
	uint64_t enabled;

	return read_symbol(ctx, PK_R_sched_clock_stable, 4, &enabled) && !(uint32_t)enabled;
}

/* Both clocks of one CPU at its last tick. */
static bool read_tick(struct pk_ctx *ctx, int cpu, uint64_t *ret_raw, uint64_t *ret_gtod)
{
	uint64_t data, percpu;

	return pk_has(ctx, PK_R_sched_clock_data) && pk_has(ctx, PK_R_scd_tick_raw) &&
	       pk_has(ctx, PK_R_scd_tick_gtod) &&
	       pk_row_value(ctx, PK_R_sched_clock_data, &data) == PK_OK &&
	       ctx->target->ops->percpu_offset(ctx->target, cpu, &percpu) == PK_OK &&
	       pk_member_uint(ctx, data + percpu, PK_R_scd_tick_raw, ret_raw) == PK_OK &&
	       pk_member_uint(ctx, data + percpu, PK_R_scd_tick_gtod, ret_gtod) == PK_OK &&
	       *ret_raw;
}

static bool last_tick(struct pk_ctx *ctx, uint64_t *ret_raw, uint64_t *ret_gtod)
{
	uint64_t raw, gtod;
	bool any = false;

	for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++)
		if (read_tick(ctx, cpu, &raw, &gtod) && (!any || raw > *ret_raw)) {
			*ret_raw = raw;
			*ret_gtod = gtod;
			any = true;
		}
	return any;
}

enum pk_status pk_local_clock_offset(struct pk_ctx *ctx, int cpu, int64_t *ret_ns)
{
	uint64_t raw, gtod, offset = 0;

	if (is_unstable(ctx) &&
	    (cpu >= 0 ? read_tick(ctx, cpu, &raw, &gtod) : last_tick(ctx, &raw, &gtod))) {
		read_symbol(ctx, PK_R_gtod_offset, 8, &offset);
		*ret_ns = (int64_t)(gtod + offset - raw);
		return PK_OK;
	}
	if (pk_has(ctx, PK_R_sched_clock_offset) &&
	    !read_symbol(ctx, PK_R_sched_clock_offset, 8, &offset))
		return pk_wrap(ctx, PK_UNREADABLE, "__sched_clock_offset");
	*ret_ns = (int64_t)offset;
	return PK_OK;
}
