/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TASK_H
#define PK_DECODE_TASK_H

#include "core/context.h"
#include "model/task.h"

typedef bool (*pk_task_fn)(const struct pk_task *task, void *arg);
/** Visit every task and thread, idle tasks included, from init_task's lists; crash's table is not
 *  trusted. */
enum pk_status pk_tasks_walk(struct pk_ctx *ctx, pk_task_fn fn, void *arg);
enum pk_status pk_task_read(struct pk_ctx *ctx, uint64_t addr, struct pk_task *ret_task);
/** The task that CPU was running (current_task, pcpu_hot or the run queue). */
enum pk_status pk_cpu_task(struct pk_ctx *ctx, int cpu, struct pk_task *ret_task);

typedef bool (*pk_open_frame_fn)(const struct pk_open_frame *frame, void *arg);
/** Visit the open frames of the task's shadow stack, innermost first. PK_ABSENT: it has none. */
enum pk_status pk_shadow_stack_walk(struct pk_ctx *ctx, const struct pk_task *task,
				    pk_open_frame_fn fn, void *arg);

#endif
