/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_KRETPROBE_RETURN_H
#define PK_DECODE_KRETPROBE_RETURN_H

#include "core/context.h"
#include "model/task.h"

/**
 * A return probe puts its trampoline in the place of the return address on the stack, and keeps the true one in
 * an instance that the task holds until it returns. The true one of *PC, which lies in SLOT of TASK's stack.
 *
 * False, and *PC unchanged: it is no trampoline, or no instance was found.
 */
bool pk_kretprobe_return(struct pk_ctx *ctx, const struct pk_task *task, uint64_t slot,
			 uint64_t *pc);

#endif
