/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_STACK_H
#define PK_DECODE_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "model/task.h"

#define PK_STACK_REGIONS 8

/** One stack that a CPU may run on. */
struct pk_stack_region {
	uint64_t low, high; /* addresses [low, high) */
	const char *kind;   /* "task", "irq", "nmi", "debug", "double fault", "machine check" */
	bool in_use;	    /* the CPU's frames lie on it */
};

struct pk_stack_word {
	uint64_t slot, word;
};

/** Registers that an entry (exception, interrupt, ftrace with registers) saved on the stack. */
struct pk_saved_regs {
	uint64_t addr;	 /* struct pt_regs */
	uint64_t ip, sp; /* as saved */
	size_t frame;	 /* index in frames[] of the interrupted function */
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
	bool unwound; /* frames come from unwind tables to the end of the stack */
};

/** struct pt_regs of kernel mode somewhere among words [FROM, TO), whose program counter lies in
 *  [LOW, HIGH): what an ftrace handler (a kprobe, say) saved at the function's first instruction. */
bool pk_stack_regs_within(struct pk_ctx *ctx, struct pk_stack_image *image, size_t from, size_t to,
			  uint64_t low, uint64_t high, struct pk_saved_regs *ret_saved);

/** Read the stacks of CPU and find their frames. PK_ABSENT: it was in user space. */
enum pk_status pk_stack_image_init(struct pk_ctx *ctx, int cpu, struct pk_stack_image *ret_image);
void pk_stack_image_deinit(struct pk_stack_image *image);

/** The region that ADDR lies in; NULL. */
struct pk_stack_region *pk_stack_region_of(struct pk_stack_image *image, uint64_t addr);
/** Index in words[] of the first word at or behind SLOT on its stack; nr_words if none. */
size_t pk_stack_word_index(const struct pk_stack_image *image, uint64_t slot);

/** What a stack looks like on one architecture; everything else of this room is the same for all. */
struct pk_stack_arch {
	const char *machine;
	/** Add the stacks of IMAGE's CPU besides the task's. */
	void (*regions)(struct pk_ctx *ctx, struct pk_stack_image *image);
	/** The instruction before PC is a call (or its text cannot be read). */
	bool (*after_call)(struct pk_ctx *ctx, uint64_t pc);
	/** words[INDEX] is the saved program counter of a struct pt_regs in kernel mode: its address. */
	bool (*saved_regs)(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
			   uint64_t *ret_regs);
	/** Frames by unwind tables, appended to IMAGE. PK_OK: to the end; else from where they stopped
	 *  (*ret_sp) a scan goes on. NULL: this architecture has none. */
	enum pk_status (*unwind)(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp);
};

extern const struct pk_stack_arch pk_stack_x86_64;

/* For the architectures' files. */
bool pk_stack_region_add(struct pk_stack_image *image, uint64_t low, uint64_t high, const char *kind);
bool pk_stack_frame_add(struct pk_stack_image *image, const struct pk_open_frame *frame);
/** Note struct pt_regs at REGS; the next frame added is the interrupted function. */
void pk_stack_saved_add(struct pk_stack_image *image, uint64_t regs, uint64_t ip, uint64_t sp);
/** Function that contains PC, by symbol; false if PC is no text. AT_RETURN: PC may be just behind
 *  the function's end (a call of a function that does not return). */
bool pk_stack_function_at(struct pk_ctx *ctx, uint64_t pc, bool at_return, uint64_t *ret_func);
/** The true return address in place of return_to_handler at SLOT; PC itself if it is another. */
uint64_t pk_stack_true_return(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t slot,
			      uint64_t pc, unsigned *nth);

#endif
