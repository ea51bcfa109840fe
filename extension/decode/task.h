/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TASK_H
#define PK_DECODE_TASK_H

#include "core/context.h"
#include "model/task.h"

typedef bool (*pk_task_fn)(const struct pk_task *task, void *arg);
/** Every task and thread from init_task's lists (crash's own table is not trusted), idle tasks included. */
enum pk_status pk_tasks_walk(struct pk_ctx *ctx, pk_task_fn fn, void *arg);
enum pk_status pk_task_read(struct pk_ctx *ctx, uint64_t addr, struct pk_task *ret_task);
/** What CPU was running (current_task, pcpu_hot or the run queue). */
enum pk_status pk_cpu_task(struct pk_ctx *ctx, int cpu, struct pk_task *ret_task);

typedef bool (*pk_open_frame_fn)(const struct pk_open_frame *frame, void *arg);
/** Open frames of the task's shadow stack, innermost first. PK_ABSENT: it has none. */
enum pk_status pk_shadow_stack_walk(struct pk_ctx *ctx, const struct pk_task *task,
				    pk_open_frame_fn fn, void *arg);
/** Return addresses on the plain stacks that CPU was using (task stack, hard and soft interrupt
 *  stack, exception stacks), innermost first, by scanning words that are text addresses; the true
 *  caller is put in place of return_to_handler and of kretprobe trampolines when known. */
enum pk_status pk_cpu_stack_walk(struct pk_ctx *ctx, int cpu, pk_open_frame_fn fn, void *arg);

typedef bool (*pk_stack_word_fn)(uint64_t slot, uint64_t word, void *arg);
/** Every word of those stacks from the crash's stack pointer upwards, and every register of the CPU
 *  (slot 0): material to look for packet pointers in. */
enum pk_status pk_cpu_stack_words(struct pk_ctx *ctx, int cpu, pk_stack_word_fn fn, void *arg);

#endif
