// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/flags.h"

/* enum trace_flag_type. Those that every kernel has are the same in all of them; 0x02 changed its meaning
 * with "tracing: Record task flag NEED_RESCHED_LAZY" (6.13), 0x80 came with 6.1. */
#define IRQS_OFF 0x01
#define NEED_RESCHED 0x04
#define HARDIRQ 0x08
#define SOFTIRQ 0x10
#define PREEMPT_RESCHED 0x20
#define NMI 0x40

static uint8_t flag(struct pk_ctx *ctx, enum pk_row_id row)
{
	return pk_has(ctx, row) ? (uint8_t)pk_layout_get(ctx, row)->value : 0;
}

static char irqs_letter(unsigned flags, uint8_t bh_off, uint8_t nosupport)
{
	if (flags & IRQS_OFF)
		return flags & bh_off ? 'D' : 'd';
	if (flags & bh_off)
		return 'b';
	return flags & nosupport ? 'X' : '.';
}

static char resched_letter(unsigned flags, uint8_t lazy)
{
	bool need = flags & NEED_RESCHED, preempt = flags & PREEMPT_RESCHED;

	if (flags & lazy)
		return need ? (preempt ? 'B' : 'b') : preempt ? 'L' : 'l';
	return need ? (preempt ? 'N' : 'n') : preempt ? 'p' : '.';
}

static char context_letter(unsigned flags)
{
	if (flags & NMI)
		return flags & HARDIRQ ? 'Z' : 'z';
	if (flags & HARDIRQ)
		return flags & SOFTIRQ ? 'H' : 'h';
	return flags & SOFTIRQ ? 's' : '.';
}

void pk_flag_letters_init(struct pk_flag_letters *letters, struct pk_ctx *ctx)
{
	uint8_t bh_off = flag(ctx, PK_R_TRACE_FLAG_BH_OFF);
	uint8_t lazy = flag(ctx, PK_R_trace_flag_need_resched_lazy);
	uint8_t nosupport = lazy ? 0 : flag(ctx, PK_R_trace_flag_irqs_nosupport);

	for (unsigned flags = 0; flags < 256; flags++) {
		letters->irqs[flags] = irqs_letter(flags, bh_off, nosupport);
		letters->resched[flags] = resched_letter(flags, lazy);
		letters->context[flags] = context_letter(flags);
	}
	letters->migrate = pk_has(ctx, PK_R_trace_migration_disabled);
	letters->bh_off = bh_off != 0;
}

unsigned pk_flag_letters_put(const struct pk_flag_letters *letters, uint8_t flags,
			     uint8_t preempt_count, char buf[PK_FLAG_LETTERS_MAX])
{
	static const char digits[] = ".123456789abcdef";
	unsigned at = 0;

	buf[at++] = letters->irqs[flags];
	buf[at++] = letters->resched[flags];
	buf[at++] = letters->context[flags];
	if (!letters->migrate && preempt_count > 15) /* a whole byte, in hex */
		buf[at++] = digits[preempt_count >> 4];
	if (!letters->migrate && preempt_count > 15 && !(preempt_count & 15))
		buf[at++] = '0';
	else
		buf[at++] = digits[preempt_count & 15];
	if (letters->migrate)
		buf[at++] = digits[preempt_count >> 4];
	buf[at] = '\0';
	return at;
}
