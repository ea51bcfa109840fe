// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/private.h"

#include "decode/trace/event_format.h"

/* enum trace_flag_type. Those that every kernel has are the same in all of them; 0x02 changed its meaning
 * with "tracing: Record task flag NEED_RESCHED_LAZY" (6.13), 0x80 came with 6.1. PREEMPT_RT's patches had
 * NEED_RESCHED_LAZY before: 0x80, in 6.1-rt 0x20. */
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

static char resched_letter(unsigned flags, uint8_t lazy, uint8_t preempted)
{
	bool need = flags & NEED_RESCHED, preempt = flags & preempted;

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
	uint8_t nosupport = flag(ctx, PK_R_trace_flag_irqs_nosupport) & ~lazy;
	/* "Run out of bits. Share the LAZY and PREEMPT_RESCHED": 6.1-rt with PREEMPT_LAZY */
	uint8_t preempt = PREEMPT_RESCHED & ~lazy;
	bool own = pk_entry_migrate_disable(ctx, UINT64_MAX) != 0;

	letters->preempt_lazy = pk_entry_preempt_lazy_count(ctx, UINT64_MAX) != 0;
	for (unsigned flags = 0; flags < 256; flags++) {
		letters->irqs[flags] = irqs_letter(flags, bh_off, nosupport);
		letters->resched[flags] =
			resched_letter(flags, letters->preempt_lazy ? 0 : lazy, preempt);
		letters->lazy[flags] = flags & lazy ? 'L' : '.';
		letters->context[flags] = context_letter(flags);
	}
	letters->nibble = !own && pk_has(ctx, PK_R_trace_migration_disabled);
	letters->migrate = own || letters->nibble;
	letters->bh_off = bh_off != 0;
}

/* "%x", but "." for none. */
static unsigned put_count(uint8_t count, char *buf)
{
	static const char digits[] = "0123456789abcdef";
	unsigned at = 0;

	if (count > 15)
		buf[at++] = digits[count >> 4];
	buf[at++] = count ? digits[count & 15] : '.';
	return at;
}

unsigned pk_flag_letters_put(const struct pk_flag_letters *letters, const struct pk_event *event,
			     char buf[PK_FLAG_LETTERS_MAX])
{
	uint8_t depth = event->preempt_count, migrate = event->migrate_disable;
	unsigned at = 0;

	if (letters->nibble) {
		migrate = depth >> 4;
		depth &= 15;
	}
	buf[at++] = letters->irqs[event->flags];
	buf[at++] = letters->resched[event->flags];
	if (letters->preempt_lazy)
		buf[at++] = letters->lazy[event->flags];
	buf[at++] = letters->context[event->flags];
	at += put_count(depth, buf + at);
	if (letters->preempt_lazy)
		at += put_count(event->preempt_lazy_count, buf + at);
	if (letters->migrate)
		at += put_count(migrate, buf + at);
	buf[at] = '\0';
	return at;
}
