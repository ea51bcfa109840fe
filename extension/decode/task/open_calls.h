/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_OPEN_CALLS_H
#define PK_DECODE_OPEN_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/context.h"
#include "model/task.h"

/** What a CPU was doing, by the entry functions on its stacks. */
enum pk_call_context {
	PK_CALL_PROCESS,
	PK_CALL_SOFTIRQ,
	PK_CALL_HARDIRQ,
	PK_CALL_IDLE, /* the idle task, and nothing had interrupted it */
	PK_CALL_USER, /* no kernel frame */
};

enum pk_call_source {
	PK_CALLS_NONE, /* no stack could be read */
	PK_CALLS_SHADOW, /* the function-graph tracer's stack alone: only the functions it follows */
	PK_CALLS_UNWOUND, /* the plain stack by unwind tables, with the shadow stack's times */
	PK_CALLS_SCANNED, /* words of the plain stack that look like return addresses: some may be stale */
};

/** The open calls of a CPU or task. */
struct pk_open_calls {
	struct pk_task task;
	int cpu; /* -1: the task was on no CPU */
	enum pk_call_context context;
	enum pk_call_source source;
	struct pk_open_frame *frames; /* owned; outermost first. func is where the symbol starts */
	size_t nr, room;
};

/** Open calls of the task that CPU was running. Where plain and shadow stack are both known they are
 *  merged: the former has every function, the latter when each was called. */
enum pk_status pk_open_calls_of_cpu(struct pk_ctx *ctx, int cpu, struct pk_open_calls *ret_calls);
/** Open calls of a task that is on no CPU: its shadow stack. PK_ABSENT: it has none, or it is empty. */
enum pk_status pk_open_calls_of_task(struct pk_ctx *ctx, const struct pk_task *task,
				     struct pk_open_calls *ret_calls);
void pk_open_calls_deinit(struct pk_open_calls *calls);

const char *pk_call_context_name(enum pk_call_context context); /* "process", "softirq", ... */
const char *pk_call_source_name(enum pk_call_source source); /* "shadow stack", ... */

#endif
