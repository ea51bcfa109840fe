/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_STACK_H
#define PK_ARCH_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "model/task.h"

/* A CPU's stacks, as an architecture fills them in for decode/task/stack.h. */

#define PK_STACK_REGIONS 8

/** One stack that a CPU may run on. */
struct pk_stack_region {
	uint64_t low, high; /* addresses [low, high) */
	const char *kind; /* "task", "irq", "nmi", "debug", "double fault", "machine check" */
	bool in_use; /* the CPU has frames on it */
};

struct pk_stack_word {
	uint64_t slot, word;
};

/** Registers that an entry (exception, interrupt, ftrace with registers) saved on the stack. */
struct pk_saved_regs {
	uint64_t addr; /* struct pt_regs */
	uint64_t ip, sp; /* the saved values */
	size_t frame; /* index in frames[] of the interrupted function */
};

/**
 * The stacks that a CPU was using when it stopped, as one run of words from the innermost slot
 * outwards, and the frames on them.
 *
 * The run begins at the recorded stack pointer. Without one it begins at the lowest word of the
 * task's stack; then everything below the true stack pointer is stale, and nothing tells it apart.
 */
struct pk_stack_image {
	int cpu;
	struct pk_task task; /* current */
	bool has_regs;
	struct pk_regs regs;
	struct pk_stack_region regions[PK_STACK_REGIONS];
	unsigned nr_regions;
	struct pk_stack_word *words; /* owned; innermost first */
	size_t nr_words, room_words;
	struct pk_open_frame *frames; /* owned; innermost first */
	size_t nr_frames, room_frames;
	struct pk_saved_regs saved[16]; /* innermost first */
	unsigned nr_saved;
	bool unwound; /* frames[] was unwound to the end of the stack */
	/* bits set in kernel addresses that sign return addresses on the stack */
	uint64_t signature;
	/** The original return address if PC is a tracer's, found by pk_arch_return_key(); else
	 *  PC. */
	uint64_t (*true_return)(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t key,
				uint64_t pc, unsigned *nth);
};

/** The region that contains ADDR; NULL if none. Points into IMAGE. */
struct pk_stack_region *pk_stack_region_of(struct pk_stack_image *image, uint64_t addr);
bool pk_stack_region_add(struct pk_stack_image *image, uint64_t low, uint64_t high,
			 const char *kind);
bool pk_stack_frame_add(struct pk_stack_image *image, const struct pk_open_frame *frame);
/** Whether a frame at TO may follow one at FROM: outwards means up on one stack, or to another in
 *  use. *SWITCHES counts changes of stack, so that no cycle is endless. */
bool pk_stack_advances(struct pk_stack_image *image, uint64_t from, uint64_t to,
		       unsigned *switches);
/** Record a struct pt_regs at REGS; the next frame added is the interrupted function. */
void pk_stack_saved_add(struct pk_stack_image *image, uint64_t regs, uint64_t ip, uint64_t sp);
/** Start of the function that contains PC, by symbol; false if PC is not text. AT_RETURN: PC may be
 *  just past the end, after a call that does not return. */
bool pk_stack_function_at(struct pk_ctx *ctx, uint64_t pc, bool at_return, uint64_t *ret_func);

#endif
