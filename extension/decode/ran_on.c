// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/ran_on.h"

#include "decode/figure.h"

#define INITIAL_SECONDS 300 /* INITIAL_JIFFIES: it wraps 5 minutes after boot, in 32 bits */
#define MSEC_PER_SEC 1000
#define NSEC_PER_MSEC 1000000

struct pk_figure pk_ran_on_ms(struct pk_ctx *ctx, const struct pk_panic *panic)
{
	uint64_t hz, panic_ms = panic->ts_nsec / NSEC_PER_MSEC;
	struct pk_figure ran = pk_jiffies_read(ctx, &hz);

	if (!panic->found)
		return pk_figure_none(PK_ABSENT);
	if (ran.status != PK_OK)
		return ran;
	ran.value -= (uint32_t)(-INITIAL_SECONDS * (int64_t)hz);
	if (ctx->target->facts.word_size == sizeof(uint32_t))
		ran.value = (uint32_t)ran.value;
	ran.value = ran.value * MSEC_PER_SEC / hz;
	ran.value = ran.value > panic_ms ? ran.value - panic_ms : 0;
	return ran;
}
