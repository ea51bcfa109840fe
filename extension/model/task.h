/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_TASK_H
#define PK_MODEL_TASK_H

#include <stdbool.h>
#include <stdint.h>

struct pk_task {
	uint64_t addr;
	int32_t pid, tgid;
	char comm[16];
	int cpu; /* last or current CPU */
	bool on_cpu; /* it was running */
	uint64_t stack; /* lowest address of its kernel stack */
	uint64_t stack_size; /* bytes */
	uint64_t sp; /* saved stack pointer (thread.sp); stale while on_cpu */
};

/** How a frame was found. */
enum pk_frame_source {
	PK_FRAME_SCANNED, /* a word of the stack that is a return address: may be stale */
	PK_FRAME_UNWOUND, /* by the kernel's own unwind tables from the registers on */
	PK_FRAME_SHADOW, /* from ret_stack */
};

/** A frame of a task's shadow stack, or of a plain stack. */
struct pk_open_frame {
	uint64_t func; /* the function: as recorded (shadow), or where its symbol starts (plain) */
	uint64_t
		pc; /* plain stack: the address inside it, a return address or an interrupted one; else 0 */
	uint64_t ret; /* where it returns to; 0 if unknown */
	uint64_t calltime; /* local clock, ns; 0 if this kernel does not keep it */
	uint64_t
		slot; /* stack address of the return address (shadow: of its own, plain: of PC); 0 if unknown */
	bool from_shadow; /* source is PK_FRAME_SHADOW */
	bool interrupted; /* an exception, interrupt or ftrace handler saved registers here, PC among them */
	enum pk_frame_source source;
};

#endif
