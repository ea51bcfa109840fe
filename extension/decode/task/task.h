/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TASK_H
#define PK_DECODE_TASK_H

#include "core/kit.h"
#include "core/reader.h"
#include "decode/address_set.h"
#include "model/task.h"

struct pk_task_iter {
	struct pk_reader *r;
	struct pk_address_set seen;
	uint32_t cpu; /* whose idle task is next */
	enum { PK_TASKS_IDLE, PK_TASKS_INIT, PK_TASKS_LEADERS, PK_TASKS_BACK, PK_TASKS_ENDED } at;
	uint64_t init, head, link, node; /* the list of leaders; NODE: the last one that was met */
	size_t before; /* how many were seen when the list broke off */
	struct {
		uint64_t leader, head, link, node; /* LEADER 0: none are left */
		bool met_leader; /* it is on the list of its threads, and was visited before */
	} threads;
};

struct pk_task_iter pk_task_begin(struct pk_reader *r);
bool pk_task_next(struct pk_task_iter *iter, struct pk_task *ret_task);
void pk_task_end(struct pk_task_iter *iter);

/** A loop over every task and thread, idle tasks included, from init_task's lists; crash's table is not trusted. What is
 *  damaged costs a warning. R fails if there is no list. */
#define pk_task_for_each(task, r) PK_LOOP(pk_task, task, pk_task_begin(r))

enum pk_status pk_task_read(struct pk_ctx *ctx, uint64_t addr, struct pk_task *ret_task);
/** The task that CPU was running (current_task, pcpu_hot or the run queue). */
enum pk_status pk_cpu_task(struct pk_ctx *ctx, int cpu, struct pk_task *ret_task);

typedef bool (*pk_open_frame_fn)(const struct pk_open_frame *frame, void *arg);
/** Visit the open frames of the task's shadow stack, innermost first. PK_ABSENT: it has none. */
enum pk_status pk_shadow_stack_walk(struct pk_ctx *ctx, const struct pk_task *task,
				    pk_open_frame_fn fn, void *arg);

#endif
