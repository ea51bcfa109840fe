/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_FLAGS_H
#define PK_TEXT_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"

#include "model/event.h"

/**
 * The letters of trace_print_lat_fmt() for a struct trace_entry's flags and counts. Which
 * flags exist depends on the kernel (enum trace_flag_type), so the table is built once per dump.
 */
struct pk_flag_letters {
	char irqs[256], resched[256], lazy[256], context[256]; /* by trace_entry.flags */
	bool migrate; /* a column counts migrate_disable(): 5.15, PREEMPT_RT's patches before */
	bool nibble; /* preempt_count's high nibble counts it: not where an entry has a byte for it */
	bool bh_off; /* TRACE_FLAG_BH_OFF: 6.1 */
	/* PREEMPT_RT's patches up to 6.1-rt, and RHEL's 5.14: need-resched-lazy and preempt-lazy-depth have columns */
	bool preempt_lazy;
};

void pk_flag_letters_init(struct pk_flag_letters *letters, struct pk_ctx *ctx);
/** The letters of EVENT into BUF. Returns their number. */
unsigned pk_flag_letters_put(const struct pk_flag_letters *letters, const struct pk_event *event,
			     char buf[PK_FLAG_LETTERS_MAX]);

#endif
