/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_STACK_H
#define PK_DECODE_STACK_H

#include "arch/stack.h"

/** struct pt_regs of kernel mode somewhere among words [FROM, TO), whose program counter lies in
 *  [LOW, HIGH): what an ftrace handler (a kprobe, say) saved at the function's first instruction. */
bool pk_stack_regs_within(struct pk_ctx *ctx, struct pk_stack_image *image, size_t from, size_t to,
			  uint64_t low, uint64_t high, struct pk_saved_regs *ret_saved);

/** Read the stacks of CPU and find their frames. PK_ABSENT: it was in user space. */
enum pk_status pk_stack_image_init(struct pk_ctx *ctx, int cpu, struct pk_stack_image *ret_image);
/** The same of TASK, which is on no CPU: its own stack, by what it saved when it left one. Only frames that were unwound.
 *  PK_ABSENT: it is on one, or this architecture's are not known. */
enum pk_status pk_stack_image_of_sleeper(struct pk_ctx *ctx, const struct pk_task *task,
					 struct pk_stack_image *ret_image);
void pk_stack_image_deinit(struct pk_stack_image *image);

/** Index in words[] of the first word at or behind SLOT on its stack; nr_words if none. */
size_t pk_stack_word_index(const struct pk_stack_image *image, uint64_t slot);

#endif
