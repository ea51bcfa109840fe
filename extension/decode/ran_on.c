// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/printk.h"

#include "decode/figure.h"

#define INITIAL_SECONDS 300 /* INITIAL_JIFFIES: it wraps 5 minutes after boot, in 32 bits */
#define MSEC_PER_SEC 1000
#define NSEC_PER_MSEC 1000000

struct pk_figure pk_uptime_ms(struct pk_ctx *ctx)
{
	uint64_t hz;
	struct pk_figure up = pk_jiffies_read(ctx, &hz);

	if (up.status != PK_OK)
		return up;
	up.value -= (uint32_t)(-INITIAL_SECONDS * (int64_t)hz);
	if (ctx->target->facts.word_size == sizeof(uint32_t))
		up.value = (uint32_t)up.value;
	up.value = up.value * MSEC_PER_SEC / hz;
	return up;
}

struct pk_figure pk_ran_on_ms(struct pk_ctx *ctx, const struct pk_panic *panic)
{
	uint64_t panic_ms = panic->ts_nsec / NSEC_PER_MSEC;
	struct pk_figure ran = panic->found ? pk_uptime_ms(ctx) : pk_figure_none(PK_ABSENT);

	if (ran.status == PK_OK)
		ran.value = ran.value > panic_ms ? ran.value - panic_ms : 0;
	return ran;
}

struct pk_figure pk_jiffies_at_panic(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
				     uint64_t *ret_hz)
{
	struct pk_figure jiffies = pk_jiffies_read(ctx, ret_hz);

	if (jiffies.status != PK_OK || ran_on_ms->status == PK_ABSENT)
		return jiffies;
	if (ran_on_ms->status != PK_OK)
		return *ran_on_ms;
	jiffies.value -= ran_on_ms->value * *ret_hz / MSEC_PER_SEC;
	return jiffies;
}

uint64_t pk_jiffies_s(const struct pk_ctx *ctx, uint64_t now, uint64_t since, uint64_t hz)
{
	int64_t passed = ctx->target->facts.word_size == sizeof(uint32_t)
				 ? (int32_t)(uint32_t)(now - since)
				 : (int64_t)(now - since);

	return passed > 0 ? (uint64_t)passed / hz : 0;
}
