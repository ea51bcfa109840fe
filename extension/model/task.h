/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_TASK_H
#define PK_MODEL_TASK_H

#include <stdbool.h>
#include <stdint.h>

struct pk_task {
	uint64_t addr;
	int32_t pid, tgid;
	char comm[16];
	int cpu;		   /* last or current CPU */
	bool on_cpu;		   /* it was running */
	uint64_t stack;		   /* lowest address of its kernel stack */
	uint64_t stack_size;	   /* bytes */
	uint64_t sp;		   /* saved stack pointer (thread.sp); stale while on_cpu */
};

/** A frame of a task's shadow stack, or a return address found on a plain stack. */
struct pk_open_frame {
	uint64_t func;	    /* the function (address as recorded) */
	uint64_t ret;	    /* where it returns to; 0 if unknown */
	uint64_t calltime;  /* local clock, ns; 0 if this kernel does not keep it */
	uint64_t slot;	    /* stack address; 0 if unknown */
	bool from_shadow;   /* from ret_stack (certain), else scanned from the stack (may be stale) */
};

#endif
