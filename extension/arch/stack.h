/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_STACK_H
#define PK_ARCH_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "model/task.h"

/* A CPU's stacks as an architecture fills them in: decode/task/stack.h reads them. */

#define PK_STACK_REGIONS 8

/** One stack that a CPU may run on. */
struct pk_stack_region {
	uint64_t low, high; /* addresses [low, high) */
	const char *kind; /* "task", "irq", "nmi", "debug", "double fault", "machine check" */
	bool in_use; /* the CPU's frames lie on it */
};

struct pk_stack_word {
	uint64_t slot, word;
};

/** Registers that an entry (exception, interrupt, ftrace with registers) saved on the stack. */
struct pk_saved_regs {
	uint64_t addr; /* struct pt_regs */
	uint64_t ip, sp; /* as saved */
	size_t frame; /* index in frames[] of the interrupted function */
};

/**
 * The stacks that a CPU was using when it stopped, as one run of words from the innermost slot
 * outwards, and the frames on them.
 *
 * It begins at the stack pointer that the dump recorded; without one at the lowest word of the
 * task's stack (then everything below the true pointer is stale, and nothing can tell).
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
	bool unwound; /* frames were unwound to the end of the stack */
	uint64_t
		signature; /* bits that are set in kernel addresses, and sign return addresses on the stack */
	/** The true return address in place of a tracer's PC, by what that notes (pk_arch_return_key()); PC itself if it
	 *  is another. */
	uint64_t (*true_return)(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t key,
				uint64_t pc, unsigned *nth);
};

/** The region that ADDR lies in; NULL. */
struct pk_stack_region *pk_stack_region_of(struct pk_stack_image *image, uint64_t addr);
bool pk_stack_region_add(struct pk_stack_image *image, uint64_t low, uint64_t high,
			 const char *kind);
bool pk_stack_frame_add(struct pk_stack_image *image, const struct pk_open_frame *frame);
/** A frame at FROM is followed by one at TO: the stack is left outwards, upwards on one stack, or to one in use. *SWITCHES
 *  counts these, for no circle to be endless. */
bool pk_stack_advances(struct pk_stack_image *image, uint64_t from, uint64_t to,
		       unsigned *switches);
/** Note struct pt_regs at REGS; the next frame added is the interrupted function. */
void pk_stack_saved_add(struct pk_stack_image *image, uint64_t regs, uint64_t ip, uint64_t sp);
/** Function that contains PC, by symbol; false if PC is no text. AT_RETURN: PC may be just behind
 *  the function's end (a call of a function that does not return). */
bool pk_stack_function_at(struct pk_ctx *ctx, uint64_t pc, bool at_return, uint64_t *ret_func);

#endif
