/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_OPEN_CALLS_H
#define PK_DECODE_OPEN_CALLS_H

#include "core/context.h"
#include "model/open_calls.h"

/** Open calls of the task that CPU was running. If both its stack and its shadow stack are known
 *  they are merged: the former has every function, the latter the time of each call. Free with
 *  pk_open_calls_deinit(). */
enum pk_status pk_open_calls_of_cpu(struct pk_ctx *ctx, int cpu, struct pk_open_calls *ret_calls);
/** Open calls of a task that is not running, from its shadow stack. PK_ABSENT: it has none, or it
 *  is empty. */
enum pk_status pk_open_calls_of_task(struct pk_ctx *ctx, const struct pk_task *task,
				     struct pk_open_calls *ret_calls);

#endif
