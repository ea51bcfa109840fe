/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_FLAGS_H
#define PK_TEXT_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"

#define PK_FLAG_LETTERS_MAX 8 /* with the NUL */

/**
 * The letters of trace_print_lat_fmt() for a struct trace_entry's flags and preempt_count. Which
 * flags exist depends on the kernel (enum trace_flag_type), so the table is built once per dump.
 */
struct pk_flag_letters {
	char irqs[256], resched[256], context[256]; /* by trace_entry.flags */
	bool migrate; /* preempt_count's high nibble counts migrate_disable(): 5.15 */
	bool bh_off; /* TRACE_FLAG_BH_OFF: 6.1 */
};

void pk_flag_letters_init(struct pk_flag_letters *letters, struct pk_ctx *ctx);
/** The letters of one entry into BUF. Returns their number. */
unsigned pk_flag_letters_put(const struct pk_flag_letters *letters, uint8_t flags,
			     uint8_t preempt_count, char buf[PK_FLAG_LETTERS_MAX]);

#endif
