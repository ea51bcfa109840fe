/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_X86_64_FRAMES_H
#define PK_ARCH_X86_64_FRAMES_H

#include "arch/x86_64_step.h"

/** Whether this kernel's functions keep frame pointers (CONFIG_UNWINDER_FRAME_POINTER): by the text of
 *  well-known ones. */
bool pk_x86_64_keeps_frames(struct pk_ctx *ctx);
/** A step by the frame pointer, as pk_x86_64_step_fn. */
enum pk_status pk_x86_64_frames_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				     struct pk_x86_64_state *state, struct pk_open_frame *frame,
				     bool *ret_end);

#endif
