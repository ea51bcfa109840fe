/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_X86_64_STEP_H
#define PK_ARCH_X86_64_STEP_H

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

#endif
