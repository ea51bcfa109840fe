/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_STACK_H
#define FAKE_STACK_H

#include "core/context.h"
#include "fake_net.h"

/**
 * A CPU that died, for the tests of an architecture's unwinding: one task ("victim", PID 42) on its 16 KiB stack, and
 * functions of 256 bytes each, in this order. The architecture draws frames and what else it has.
 */
enum func { PANIC, LEAF, DATA_QUEUE, IP_RCV, NET_RX, IDLE, VECTOR, HANDLER, TRAMPOLINE, NR_FUNCS };

#define FAKE_STACK_SIZE 0x4000
#define FAKE_TASK (FAKE_GLOBALS + 0xd000)
#define FAKE_CURRENT                                                                               \
	(FAKE_GLOBALS + 0xc000) /* current_task; words behind it are the architecture's */
#define FAKE_RET_STACK (FAKE_GLOBALS + 0xf000)

struct fake_stack_kind {
	const char *machine; /* as uname -m has it */
	bool big_endian;
	uint64_t text, stack; /* addresses */
	const char *const *names; /* of the functions */
	const struct fake_member
		*members; /* besides struct task_struct's and struct ftrace_ret_stack's */
	size_t nr_members;
	size_t regs_size; /* of struct pt_regs */
};

struct fake_stack {
	struct fake_target fake;
	struct pk_ctx ctx;
	const struct fake_stack_kind *kind; /* borrowed */
};

void fake_stack_init(struct fake_stack *machine, const struct fake_stack_kind *kind);
void fake_stack_deinit(struct fake_stack *machine);

/** The CPU's registers; FP is the stack pointer too, where there is one. */
void fake_stack_regs(struct fake_target *fake, uint64_t ip, uint64_t sp);
/** It unwinds to these functions, innermost first. */
void fake_stack_expect(struct fake_stack *machine, const enum func *funcs, size_t nr);
/** It cannot be unwound; a scan finds these. */
void fake_stack_expect_scanned(struct fake_stack *machine, const enum func *funcs, size_t nr);
/** "tcp_...", "ip_rcv" */
bool fake_stack_is_path(const struct pk_ctx *ctx, const char *func);

#endif
