/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_KRETPROBE_RETURN_H
#define PK_DECODE_KRETPROBE_RETURN_H

#include "core/context.h"
#include "model/task.h"

/**
 * Replace *PC, found in SLOT of TASK's stack, by the original return address. A return probe puts
 * its trampoline on the stack and keeps the original in an instance that the task holds until it
 * returns.
 *
 * False, with *PC unchanged: it is no trampoline, or no instance was found.
 */
bool pk_kretprobe_return(struct pk_ctx *ctx, const struct pk_task *task, uint64_t slot,
			 uint64_t *pc);

#endif
