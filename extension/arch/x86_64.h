/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_X86_64_H
#define PK_ARCH_X86_64_H

#include "arch/stack.h"

/* What unwinding an x86-64 stack needs, whether by ORC or by frame pointers. */

#define PK_X86_64_USER_END (1ull << 47)

/** Where unwinding is: the function that ip is in, and its registers. */
struct pk_x86_64_state {
	uint64_t ip, sp, bp;
	uint64_t regs; /* full struct pt_regs in effect; 0: none */
	bool exact_ip; /* ip is where execution stopped, not a return address */
	bool anew; /* ORC's registers have the numbers of 7.x */
	unsigned nth; /* frames of return_to_handler replaced so far */
};

/** One step from STATE outwards. FRAME gets its slot. PK_OK with *ret_end: STATE was the outermost
 *  frame, and FRAME has nothing. PK_ABSENT: this frame cannot be left. */
typedef enum pk_status (*pk_x86_64_step_fn)(struct pk_ctx *ctx, struct pk_stack_image *image,
					    struct pk_x86_64_state *state,
					    struct pk_open_frame *frame, bool *ret_end);

/** Step to the caller whose return address lies at SLOT. bp is the caller's to set. */
enum pk_status pk_x86_64_return(struct pk_ctx *ctx, struct pk_stack_image *image,
				struct pk_x86_64_state *state, uint64_t slot,
				struct pk_open_frame *frame);
/** Step to what an entry interrupted: ip and sp from the struct pt_regs at REGS, or from the part of
 *  it that the processor itself pushes. */
enum pk_status pk_x86_64_leave_entry(struct pk_ctx *ctx, struct pk_stack_image *image,
				     struct pk_x86_64_state *state, uint64_t regs,
				     struct pk_open_frame *frame);
/** Step to the caller of a function whose frame is not known: the nearest return address on its stack
 *  that follows a direct call of it. */
enum pk_status pk_x86_64_bridge(struct pk_ctx *ctx, struct pk_stack_image *image,
				struct pk_x86_64_state *state, struct pk_open_frame *frame);
/** The nearest slot in [FROM, TO) whose return address follows a direct call of FUNC, or of a place in
 *  it up to IP. */
bool pk_x86_64_called_from(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t from,
			   uint64_t to, uint64_t func, uint64_t ip, uint64_t *ret_slot);

/** Whether the dump has the kernel's ORC tables (CONFIG_UNWINDER_ORC). */
bool pk_x86_64_has_orc(struct pk_ctx *ctx);
/** Whether its registers have the numbers of 7.x (struct pk_x86_64_state). */
bool pk_x86_64_orc_anew(struct pk_ctx *ctx);
/** A step by these tables, as pk_x86_64_step_fn. */
enum pk_status pk_x86_64_orc_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				  struct pk_x86_64_state *state, struct pk_open_frame *frame,
				  bool *ret_end);

/** Unwind IMAGE from its registers by the kernel's ORC tables in the dump, or by frame pointers,
 *  appending frames. PK_OK: to the end of the stack; otherwise *ret_sp is where it stopped. PK_ABSENT:
 *  among others, if this kernel has neither. */
enum pk_status pk_x86_64_unwind(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp);

/** Whether this kernel's functions keep frame pointers (CONFIG_UNWINDER_FRAME_POINTER): by the text of
 *  well-known ones. */
bool pk_x86_64_keeps_frames(struct pk_ctx *ctx);
/** A step by the frame pointer, as pk_x86_64_step_fn. */
enum pk_status pk_x86_64_frames_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				     struct pk_x86_64_state *state, struct pk_open_frame *frame,
				     bool *ret_end);

#endif
