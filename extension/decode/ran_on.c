// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/ran_on.h"

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
