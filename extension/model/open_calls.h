/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_OPEN_CALLS_H
#define PK_MODEL_OPEN_CALLS_H

#include <stddef.h>

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

void pk_open_calls_deinit(struct pk_open_calls *calls);

/** What an open call was there for. */
enum pk_call_role {
	PK_ROLE_WORK,
	PK_ROLE_PROBE, /* ftrace's and the probes' own, up to their handler */
	PK_ROLE_STOP, /* the interrupt by which the panicking CPU stops another one, and all below */
	PK_ROLE_PANIC, /* the exception, the oops or panic(), and all below */
};

const char *pk_call_context_name(enum pk_call_context context); /* "process", "softirq", ... */
const char *pk_call_source_name(enum pk_call_source source); /* "shadow stack", ... */

const char *pk_call_role_name(enum pk_call_role role); /* "work", "probe", "stop", "panic" */

#endif
