/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_X86_64_ORC_H
#define PK_ARCH_X86_64_ORC_H

#include "arch/x86_64_step.h"

/** Whether the dump has the kernel's ORC tables (CONFIG_UNWINDER_ORC). */
bool pk_x86_64_has_orc(struct pk_ctx *ctx);
/** Whether its registers have the numbers of 7.x (struct pk_x86_64_state). */
bool pk_x86_64_orc_anew(struct pk_ctx *ctx);
/** A step by these tables, as pk_x86_64_step_fn. */
enum pk_status pk_x86_64_orc_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				  struct pk_x86_64_state *state, struct pk_open_frame *frame,
				  bool *ret_end);

#endif
