/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_OPEN_CALLS_H
#define PK_DECODE_OPEN_CALLS_H

#include "core/context.h"
#include "model/open_calls.h"

/** Open calls of the task that CPU was running. Where plain and shadow stack are both known they are
 *  merged: the former has every function, the latter when each was called. */
enum pk_status pk_open_calls_of_cpu(struct pk_ctx *ctx, int cpu, struct pk_open_calls *ret_calls);
/** Open calls of a task that is on no CPU: its shadow stack. PK_ABSENT: it has none, or it is empty. */
enum pk_status pk_open_calls_of_task(struct pk_ctx *ctx, const struct pk_task *task,
				     struct pk_open_calls *ret_calls);

#endif
