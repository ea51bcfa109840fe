/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_NOTES_H
#define PK_TARGET_KDUMPFILE_NOTES_H

#include <libkdumpfile/kdumpfile.h>

#include "core/target.h"

#define PK_NO_NOTE (-1)

/**
 * Which of the dump's NT_PRSTATUS notes is each CPU's. They are numbered one after another, so that every CPU behind one
 * that left none (it hung, or was offline) would have another's registers. The kernel's own copy lies in the per-CPU
 * `crash_notes`: a CPU has the note that equals it. Where the kernel has left no notes at all (QEMU wrote the dump from
 * outside), the numbers are those of the CPUs.
 *
 * *RET_NOTES has TARGET's nr_cpu_ids numbers, PK_NO_NOTE where a CPU has none; the caller frees it.
 */
enum pk_status pk_notes_of_cpus(struct pk_target *target, kdump_ctx_t *ctx, int **ret_notes);

#endif
