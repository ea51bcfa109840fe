/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_NOTES_H
#define PK_TARGET_KDUMPFILE_NOTES_H

#include <libkdumpfile/kdumpfile.h>

#include "core/target.h"

#define PK_NO_NOTE (-1)

/**
 * Which of the dump's NT_PRSTATUS notes belongs to which CPU. They are numbered consecutively:
 * after a CPU that left none (it hung, or was offline), every CPU would get another's registers.
 * The kernel's own copies are in the per-CPU `crash_notes`: a CPU's note is the one that equals its
 * copy. If the kernel has left no notes at all (QEMU wrote the dump from outside), the numbers are
 * those of the CPUs.
 *
 * *RET_NOTES has TARGET's nr_cpu_ids numbers, PK_NO_NOTE for a CPU without one; the caller frees
 * it.
 */
enum pk_status pk_notes_of_cpus(struct pk_target *target, kdump_ctx_t *ctx, int **ret_notes);

#endif
