/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_OPEN_CALLS_H
#define PK_MODEL_OPEN_CALLS_H

#include <stddef.h>

#include "model/task.h"

/** What a CPU was doing, judged by the entry functions on its stacks. */
enum pk_call_context {
	PK_CALL_PROCESS,
	PK_CALL_SOFTIRQ,
	PK_CALL_HARDIRQ,
	PK_CALL_IDLE, /* the idle task, not interrupted */
	PK_CALL_USER, /* no kernel frame */
};

enum pk_call_source {
	PK_CALLS_NONE, /* no stack could be read */
	/* only the function-graph tracer's shadow stack: only functions it traces */
	PK_CALLS_SHADOW,
	PK_CALLS_UNWOUND, /* the stack, unwound, with times from the shadow stack */
	/* words of the stack that look like return addresses: some may be stale */
	PK_CALLS_SCANNED,
};

/** The open calls of a CPU or task. */
struct pk_open_calls {
	struct pk_task task;
	int cpu; /* -1: the task was not running */
	enum pk_call_context context;
	enum pk_call_source source;
	struct pk_open_frame *frames; /* owned; outermost first; func is the symbol's start */
	size_t nr, room;
};

void pk_open_calls_deinit(struct pk_open_calls *calls);

/** What an open call was doing. */
enum pk_call_role {
	PK_ROLE_WORK,
	PK_ROLE_PROBE, /* part of ftrace or a probe, up to the probe's handler */
	/* the interrupt by which the panicking CPU stops others, and all calls inside */
	PK_ROLE_STOP,
	PK_ROLE_PANIC, /* the exception, the oops or panic(), and all calls inside */
};

const char *pk_call_context_name(enum pk_call_context context); /* "process", "softirq", ... */
const char *pk_call_source_name(enum pk_call_source source); /* "shadow stack", ... */

const char *pk_call_role_name(enum pk_call_role role); /* "work", "probe", "stop", "panic" */

#endif
