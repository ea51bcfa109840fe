/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_REGISTERS_H
#define PK_KERNEL_REGISTERS_H

#include "core/target.h"

/** Store VALUE of MACHINE's register NAME (LEN bytes, any case: "RIP", "x29") in REGS. Segment,
 *  flag and control registers hold no pointers and are skipped. */
void pk_regs_take(struct pk_regs *regs, const char *machine, const char *name, size_t len,
		  uint64_t value);
/** Take the registers out of BYTES, a struct elf_prstatus of the dead kernel. PK_UNSUPPORTED: their
 *  order on this machine is not known here. */
enum pk_status pk_regs_from_note(const struct pk_facts *facts, const uint8_t *bytes, size_t len,
				 struct pk_regs *ret_regs);

#endif
