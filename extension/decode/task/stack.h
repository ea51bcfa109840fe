/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_STACK_H
#define PK_DECODE_STACK_H

#include "arch/stack.h"

/** Find among words [FROM, TO) a kernel-mode struct pt_regs whose program counter is in [LOW,
 *  HIGH), such as an ftrace handler (of a kprobe, say) saves at the function's first
 *  instruction. */
bool pk_stack_regs_within(struct pk_ctx *ctx, struct pk_stack_image *image, size_t from, size_t to,
			  uint64_t low, uint64_t high, struct pk_saved_regs *ret_saved);

/** Read the stacks of CPU and find their frames. PK_ABSENT: it was in user space. */
enum pk_status pk_stack_image_init(struct pk_ctx *ctx, int cpu, struct pk_stack_image *ret_image);
/** The same for TASK, which is not running: its own stack, from the registers saved when it was
 *  switched out, and only frames that were unwound. PK_ABSENT: it is running, or this
 *  architecture's registers are unknown. */
enum pk_status pk_stack_image_of_sleeper(struct pk_ctx *ctx, const struct pk_task *task,
					 struct pk_stack_image *ret_image);
void pk_stack_image_deinit(struct pk_stack_image *image);

/** Index in words[] of the first word at or after SLOT on its stack; nr_words if none. */
size_t pk_stack_word_index(const struct pk_stack_image *image, uint64_t slot);

#endif
