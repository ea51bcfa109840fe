// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/clock.h"

#define SEQCOUNT_SIZE 4 /* bytes, where nothing tells */
#define TIMEKEEPER_ALIGN 8 /* it has 64-bit members */

/* In a tk_core without a type's name the timekeeper lies behind the seqcount. */
static uint64_t behind_seqcount(struct pk_ctx *ctx)
{
	uint64_t size;

	if (pk_row_value(ctx, PK_R_timekeeper_seqcount_size, &size) != PK_OK || size > 4096)
		size = SEQCOUNT_SIZE;
	return (size + TIMEKEEPER_ALIGN - 1) / TIMEKEEPER_ALIGN * TIMEKEEPER_ALIGN;
}

static enum pk_status timekeeper(struct pk_ctx *ctx, uint64_t *ret_addr)
{
	uint64_t core, offset;
	enum pk_status status = pk_row_value(ctx, PK_R_tk_core, &core);

	if (status == PK_ABSENT)
		return pk_row_value(ctx, PK_R_timekeeper_symbol, ret_addr);
	if (status != PK_OK)
		return status;
	if (!pk_has(ctx, PK_R_tk_data_timekeeper))
		offset = behind_seqcount(ctx);
	else if ((status = pk_row_offset(ctx, PK_R_tk_data_timekeeper, &offset)) != PK_OK)
		return status;
	*ret_addr = core + offset;
	return PK_OK;
}

enum pk_status pk_wall_clock(struct pk_ctx *ctx, uint64_t *ret_ns)
{
	uint64_t tk, sec, nsec, shift;
	enum pk_status status = timekeeper(ctx, &tk);

	if (status != PK_OK ||
	    (status = pk_member_uint(ctx, tk, PK_R_timekeeper_xtime_sec, &sec)) != PK_OK ||
	    (status = pk_member_uint(ctx, tk, PK_R_timekeeper_xtime_nsec, &nsec)) != PK_OK ||
	    (status = pk_member_uint(ctx, tk, PK_R_timekeeper_shift, &shift)) != PK_OK)
		return pk_wrap(ctx, status, "wall clock");
	/* of years 1970 to 2262, as far as 64 bits of nanoseconds reach */
	if (shift > 32 || sec > INT64_MAX / 1000000000 - 2)
		return pk_fail(ctx, PK_CORRUPT, "wall clock: %llu s, shift %llu",
			       (unsigned long long)sec, (unsigned long long)shift);
	*ret_ns = sec * 1000000000 + (nsec >> shift);
	return PK_OK;
}

enum pk_status pk_boot_offset(struct pk_ctx *ctx, uint64_t *ret_ns)
{
	uint64_t tk;
	enum pk_status status = timekeeper(ctx, &tk);

	return status == PK_OK ? pk_member_uint(ctx, tk, PK_R_timekeeper_offs_boot, ret_ns)
			       : status;
}

enum pk_status pk_ktime(struct pk_ctx *ctx, uint64_t *ret_ns)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t tk = 0, base, nsec, shift;

	pk_try(&r, timekeeper(ctx, &tk));
	base = pk_member(&r, tk, PK_R_timekeeper_mono_base);
	nsec = pk_member(&r, tk, PK_R_timekeeper_xtime_nsec);
	shift = pk_member(&r, tk, PK_R_timekeeper_shift);
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "monotonic clock");
	if (shift > 32 || (int64_t)base < 0)
		return pk_fail(ctx, PK_CORRUPT, "monotonic clock: %llu ns, shift %llu",
			       (unsigned long long)base, (unsigned long long)shift);
	*ret_ns = base + (nsec >> shift);
	return PK_OK;
}
