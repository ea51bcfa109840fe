/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_STACK_H
#define PK_DECODE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/stack.h"
#include "core/context.h"
#include "model/stack_packet.h"
#include "model/task.h"

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

/** Whether FUNC (a symbol without compiler suffixes) handles packets. */
typedef bool (*pk_is_path_fn)(const struct pk_ctx *ctx, const char *func);

/**
 * Find the packet that CPU was handling, and the function. Frames of panic, exceptions and probes
 * are inside that function. PK_ABSENT: no function on its stacks handles packets.
 */
enum pk_status pk_stack_packet_find(struct pk_ctx *ctx, int cpu, pk_is_path_fn is_path,
				    struct pk_stack_packet *ret_packet);

/**
 * Replace *PC, found in SLOT of TASK's stack, by the original return address. A return probe puts
 * its trampoline on the stack and keeps the original in an instance that the task holds until it
 * returns.
 *
 * False, with *PC unchanged: it is no trampoline, or no instance was found.
 */
bool pk_kretprobe_return(struct pk_ctx *ctx, const struct pk_task *task, uint64_t slot,
			 uint64_t *pc);

/** VALUE is among the NR words that a function has at hand: its registers and its frame. */
static inline bool pk_at_hand(const uint64_t *values, size_t nr, uint64_t value)
{
	for (size_t i = 0; i < nr; i++)
		if (values[i] == value)
			return true;
	return false;
}

#endif
