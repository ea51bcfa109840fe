/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_REGISTERS_H
#define PK_KERNEL_REGISTERS_H

#include "core/target.h"

/** Store VALUE of MACHINE's register NAME (LEN bytes, any case: "RIP", "x29") in REGS. Segment,
 *  flag and control registers hold no pointers and are skipped. */
void pk_regs_take(struct pk_regs *regs, const char *machine, const char *name, size_t len,
		  uint64_t value);
#define PK_STATUS_NAME "CORE" /* of the notes that are a CPU's status */
/** The note at BYTES, a struct Elf64_Nhdr and behind it as much of a name as that says, is a CPU's
 *  status: NT_PRSTATUS. */
bool pk_note_is_status(const struct pk_facts *facts, const uint8_t *bytes);
/** Take the registers out of BYTES, a struct elf_prstatus of the dead kernel. PK_UNSUPPORTED: their
 *  order on this machine is not known here. */
enum pk_status pk_regs_from_note(const struct pk_facts *facts, const uint8_t *bytes, size_t len,
				 struct pk_regs *ret_regs);

#endif
