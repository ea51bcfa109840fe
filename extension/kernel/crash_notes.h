/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_CRASH_NOTES_H
#define PK_KERNEL_CRASH_NOTES_H

#include "core/target.h"

/**
 * Registers of CPU as the dying kernel saved them for kdump (crash_notes, per CPU: crash_save_cpu()).
 * The notes of a dump are these, numbered as the CPUs that saved any; which CPU that was, only the
 * memory tells. arm64 takes CPUs offline as it stops them, and crash numbers those that are online.
 * PK_ABSENT: this CPU saved none. PK_UNSUPPORTED: no CPU did, and the dump's own registers are those
 * to ask for.
 */
enum pk_status pk_crash_notes_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs);

#endif
