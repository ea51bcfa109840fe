// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/clock.h"

#define MAX_AGE_NS 20000000000ull /* NTP slews by 500 ppm at most: 10 ms in this time */

/* PK_ABSENT: this kernel has no such variable. */
static enum pk_status read_symbol(struct pk_ctx *ctx, enum pk_row_id id, size_t size,
				  uint64_t *ret_value)
{
	uint64_t addr;
	enum pk_status status;

	if (!pk_has(ctx, id))
		return pk_none(ctx, PK_ABSENT);
	status = pk_row_value(ctx, id, &addr);
	return status == PK_OK ? pk_read_uint(ctx, addr, size, ret_value) : status;
}

/* Both clocks of one CPU at its last tick. PK_ABSENT: it keeps none, or has not ticked. */
static enum pk_status read_tick(struct pk_ctx *ctx, int cpu, uint64_t *ret_raw, uint64_t *ret_gtod)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t data, percpu;

	if (!pk_has(ctx, PK_R_sched_clock_data) || !pk_has(ctx, PK_R_scd_tick_raw) ||
	    !pk_has(ctx, PK_R_scd_tick_gtod))
		return pk_none(ctx, PK_ABSENT);
	data = pk_value(&r, PK_R_sched_clock_data);
	pk_try(&r, pk_percpu_offset(ctx, cpu, &percpu));
	pk_try(&r, pk_member_uint(ctx, data + percpu, PK_R_scd_tick_raw, ret_raw));
	pk_try(&r, pk_member_uint(ctx, data + percpu, PK_R_scd_tick_gtod, ret_gtod));
	return pk_ok(&r) && !*ret_raw ? pk_none(ctx, PK_ABSENT) : r.status;
}

/* Of the CPU that ticked last; one that cannot be read is passed over while another can. */
static enum pk_status last_tick(struct pk_ctx *ctx, uint64_t *ret_raw, uint64_t *ret_gtod)
{
	enum pk_status result = PK_ABSENT;
	uint64_t raw, gtod;

	for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++) {
		enum pk_status status = read_tick(ctx, cpu, &raw, &gtod);

		if (status == PK_OK && (result != PK_OK || raw > *ret_raw)) {
			*ret_raw = raw;
			*ret_gtod = gtod;
			result = PK_OK;
		} else if (status != PK_OK && status != PK_ABSENT && result == PK_ABSENT) {
			result = status;
		}
	}
	return result;
}

static enum pk_status by_tick(struct pk_ctx *ctx, uint64_t raw, uint64_t gtod, int64_t *ret_ns)
{
	uint64_t offset = 0;
	enum pk_status status = read_symbol(ctx, PK_R_gtod_offset, 8, &offset);

	if (status != PK_OK && status != PK_ABSENT)
		return pk_wrap(ctx, status, "__gtod_offset");
	*ret_ns = (int64_t)(gtod + offset - raw);
	return PK_OK;
}

enum pk_status pk_local_clock_offset(struct pk_ctx *ctx, int cpu, int64_t *ret_ns)
{
	uint64_t stable = 1, raw, gtod, offset = 0;
	/* A static key (its count comes first), or a plain int up to 3.13. */
	enum pk_status status = read_symbol(ctx, PK_R_sched_clock_stable, 4, &stable);

	if (status != PK_OK && status != PK_ABSENT)
		return pk_wrap(ctx, status, "whether sched_clock is stable");
	if (!(uint32_t)stable) {
		status = cpu >= 0 ? read_tick(ctx, cpu, &raw, &gtod) : last_tick(ctx, &raw, &gtod);
		if (status == PK_OK)
			return by_tick(ctx, raw, gtod, ret_ns);
		if (status != PK_ABSENT)
			return pk_wrap(ctx, status, "sched_clock_data");
	}
	status = read_symbol(ctx, PK_R_sched_clock_offset, 8, &offset);
	if (status != PK_OK && status != PK_ABSENT)
		return pk_wrap(ctx, status, "__sched_clock_offset");
	*ret_ns = (int64_t)offset;
	return PK_OK;
}

enum pk_status pk_monotonic_clock(struct pk_ctx *ctx, uint64_t local_ns, uint64_t *ret_ns)
{
	uint64_t stable = 1, offset, raw, gtod;
	enum pk_status status = read_symbol(ctx, PK_R_gtod_offset, 8, &offset);

	if (status == PK_OK)
		status = last_tick(ctx, &raw, &gtod);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "__gtod_offset");
	status = read_symbol(ctx, PK_R_sched_clock_stable, 4, &stable);
	if (status != PK_OK && status != PK_ABSENT)
		return pk_wrap(ctx, status, "whether sched_clock is stable");
	if ((uint32_t)stable && local_ns > gtod + offset && local_ns - (gtod + offset) > MAX_AGE_NS)
		return pk_none(ctx, PK_ABSENT);
	*ret_ns = local_ns - offset;
	return PK_OK;
}
