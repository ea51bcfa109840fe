/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLEEPING_H
#define PK_DECODE_SLEEPING_H

#include "core/context.h"
#include "model/task.h"

/** Where TASK, which is on no CPU, sleeps: the innermost function that is not the scheduler's, and the system call without
 *  its prefix, each in a buffer of SIZE bytes; "": its stack does not say. By the kernel's unwind tables or frame records
 *  alone: nothing is guessed. */
void pk_sleeping_calls(struct pk_ctx *ctx, const struct pk_task *task, char *call,
		       char *system_call, size_t size);

#endif
