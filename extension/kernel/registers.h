/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_REGISTERS_H
#define PK_KERNEL_REGISTERS_H

#include "core/target.h"

/** Take the register NAME (LEN bytes, in any case: "RIP", "x29") of a MACHINE into REGS. Segments, flags and control registers are
 *  no pointers to look at: they are left out. */
void pk_regs_take(struct pk_regs *regs, const char *machine, const char *name, size_t len,
		  uint64_t value);

#endif
