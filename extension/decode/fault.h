/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FAULT_H
#define PK_DECODE_FAULT_H

#include "decode/printk.h"
#include "model/fault.h"

#define PK_MAX_LOG_REGISTERS 40

/** Registers as a report or an oops in the log has them. */
struct pk_log_registers {
	struct {
		char name[8];
		uint64_t value;
	} list[PK_MAX_LOG_REGISTERS];
	size_t nr;
	/* the first function of the backtrace behind them, as there; in a report of a count, who changed it */
	char caller[128];
};

/** Those between the line SAID and the end of what it begins; none: it has none. */
void pk_log_registers_read(struct pk_ctx *ctx, const struct pk_log_said *said,
			   struct pk_log_registers *ret_registers);

/** The fault of PANIC's oops. Asks the dump for slabs only if the address is poison, or no address at all. */
void pk_fault_find(struct pk_ctx *ctx, const struct pk_panic *panic, struct pk_fault *ret_fault);

#endif
