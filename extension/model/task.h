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
	bool on_cpu; /* running when the machine stopped */
	uint64_t stack; /* lowest address of its kernel stack */
	uint64_t stack_size; /* bytes */
	uint64_t sp; /* saved stack pointer (thread.sp); stale while on_cpu */
};

/** How a frame was found. */
enum pk_frame_source {
	PK_FRAME_SCANNED, /* a word on the stack that looks like a return address: may be stale */
	PK_FRAME_UNWOUND, /* by the kernel's unwind tables or frame pointers, starting from registers */
	PK_FRAME_SHADOW, /* from the shadow stack, ret_stack */
};

/** A frame of a task's shadow stack, or of a plain stack. */
struct pk_open_frame {
	uint64_t func; /* shadow stack: as recorded; plain stack: start of the symbol */
	/* plain stack: a return address or an interrupted address inside FUNC; otherwise 0 */
	uint64_t pc;
	uint64_t ret; /* where it returns to; 0 if unknown */
	uint64_t calltime; /* local clock, ns; 0 if this kernel does not record it */
	/* stack address of a return address (shadow stack: FUNC's own; plain: PC); 0 if unknown */
	uint64_t slot;
	bool from_shadow; /* source is PK_FRAME_SHADOW */
	/* an exception, interrupt or ftrace handler saved registers here, including PC */
	bool interrupted;
	enum pk_frame_source source;
};

#endif
