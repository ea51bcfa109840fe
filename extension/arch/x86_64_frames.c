// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Unwinding x86-64 stacks by frame pointers, as kernels without ORC tables do.
 *
 * A function saves its caller's frame pointer below its return address, and has rbp point there:
 *
 *	rbp + 8		return address
 *	rbp		the caller's rbp; 0 in the outermost frame
 *
 * The code that enters the kernel has no frame. It leaves in rbp the address of the struct pt_regs that
 * it saved, with bit 0 set (ENCODE_FRAME_POINTER, 4.10), and so it is found in the next frame. A thread
 * begins with such a pointer, too (copy_thread()): to the registers of user space, or, of a kernel
 * thread, to empty ones.
 *
 * Only code that was interrupted may have no frame: it had not come to its prologue, or was past its
 * epilogue, or is written in assembly. Then its return address is found by itself; the frame pointer is
 * its caller's. The kernel's own unwinder leaves that caller out.
 */
#include "arch/x86_64.h"

#include <string.h>

#include "core/kit.h"
#include "core/reader.h"

#define MAX_PROLOGUE 512 /* bytes of a function in which its prologue is looked for */
#define MAX_UNFRAMED 256 /* bytes of stack of a function without a frame */
#define MAX_ABOVE_IP 128 /* bytes of struct pt_regs from ip on, and of what is left free above it */
#define KERNEL_CS 0x10
#define KERNEL_BEGIN (1ull << 63)

/* push %rbp; mov %rsp,%rbp, in its two encodings */
static const uint8_t prologues[][4] = {{0x55, 0x48, 0x89, 0xe5}, {0x55, 0x48, 0x8b, 0xec}};

/* The offset of the first prologue in LEN bytes of TEXT; LEN: there is none. */
static size_t prologue_at(const uint8_t *text, size_t len)
{
	for (size_t i = 0; i + sizeof(prologues[0]) <= len; i++)
		for (size_t form = 0; form < PK_ARRAY_SIZE(prologues); form++)
			if (!memcmp(text + i, prologues[form], sizeof(prologues[form])))
				return i;
	return len;
}

bool pk_x86_64_keeps_frames(struct pk_ctx *ctx)
{
	/* Short functions that call others, so that they need a frame from their beginning on. */
	static const char *const known[] = {"schedule",	       "kthread", "do_idle",
					    "vfs_read",	       "do_exit", "mutex_lock",
					    "wake_up_process", "netif_rx"};
	unsigned read = 0, kept = 0;

	for (size_t i = 0; i < PK_ARRAY_SIZE(known); i++) {
		uint8_t text[64];
		uint64_t func;

		if (pk_symbol_find(ctx, known[i], &func) != PK_OK ||
		    pk_read(ctx, func, text, sizeof(text)) != PK_OK)
			continue;
		read++;
		kept += prologue_at(text, sizeof(text)) < sizeof(text);
	}
	return read && 2 * kept > read;
}

/* Whether CODE, which begins at most one byte before what is executed next, is a return whose function
 * has restored the frame pointer: pop %rbp or leave; then ret, or a jump to the return thunk. */
static bool is_epilogue(const uint8_t *before, const uint8_t *next)
{
	return (*before == 0x5d || *before == 0xc9) &&
	       (*next == 0xc3 || *next == 0xe9 || *next == 0xcc);
}

/*
 * Whether the function that stopped at STATE's exact ip has no frame there; *ret_slot is where its
 * return address lies.
 */
static bool is_unframed(struct pk_ctx *ctx, struct pk_stack_image *image,
			const struct pk_x86_64_state *state, uint64_t *ret_slot)
{
	uint8_t text[MAX_PROLOGUE + 4] = {0};
	uint64_t func, end, word;
	size_t done, len, at;

	if (!pk_stack_function_at(ctx, state->ip, false, &func))
		return false; /* a BPF program, a trampoline: these have frames */
	done = state->ip - func;
	len = done < MAX_PROLOGUE ? done : MAX_PROLOGUE;
	/* one byte behind ip is read, too: what is executed next */
	if (pk_read(ctx, func, text, len + sizeof(prologues[0])) != PK_OK)
		return false;
	*ret_slot = state->sp;
	at = prologue_at(text, len + sizeof(prologues[0]));
	if (at < len + sizeof(prologues[0]) && at + sizeof(prologues[0]) <= done) {
		uint8_t code[2];

		return pk_read(ctx, state->ip - 1, code, sizeof(code)) == PK_OK &&
		       is_epilogue(code, code + 1);
	}
	if (at < len && at + 1 == done) { /* pushed, not yet pointed to */
		*ret_slot = state->sp + 8;
		return true;
	}
	/* In front of its prologue, or without one. It may have saved registers. */
	end = state->bp > state->sp && state->bp - state->sp < MAX_UNFRAMED
		      ? state->bp
		      : state->sp + MAX_UNFRAMED;
	if (pk_x86_64_called_from(ctx, image, state->sp, end, func, state->ip, ret_slot))
		return true;
	*ret_slot = state->sp;
	return pk_read_ptr(ctx, state->sp, &word) == PK_OK &&
	       pk_stack_function_at(ctx, word, true, &func);
}

/* Whether a frame may begin at BP, which STATE has: on a stack in use, and not below what was left. */
static bool is_frame(struct pk_stack_image *image, const struct pk_x86_64_state *state)
{
	struct pk_stack_region *region = pk_stack_region_of(image, state->bp);

	return !(state->bp & 7) && region && region->in_use &&
	       (region != pk_stack_region_of(image, state->sp) || state->bp >= state->sp);
}

/* The struct pt_regs that the entry code's frame pointer names: of what it interrupted; or the empty one at
 * the top of a kernel thread's stack. */
static enum pk_status entry_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				 struct pk_x86_64_state *state, struct pk_open_frame *frame,
				 bool *ret_end)
{
	uint64_t regs = state->bp & ~1ull, ip_at, ip, cs;
	struct pk_stack_region *region = pk_stack_region_of(image, regs);
	enum pk_status status = pk_row_offset(ctx, PK_R_pt_regs_ip, &ip_at);

	if (!region || !region->in_use || regs & 7)
		return pk_fail(ctx, PK_CORRUPT, "CPU %d: no registers lie at %llx", image->cpu,
			       (unsigned long long)regs);
	if (status == PK_OK)
		status = pk_read_ptr(ctx, regs + ip_at, &ip);
	if (status == PK_OK)
		status = pk_read_ptr(ctx, regs + ip_at + 8, &cs);
	if (status != PK_OK)
		return status;
	if (!ip && !cs && region->high - regs < ip_at + MAX_ABOVE_IP) {
		*ret_end = true;
		return PK_OK;
	}
	if ((uint16_t)cs != KERNEL_CS && (cs & 3) != 3)
		return pk_fail(ctx, PK_CORRUPT, "CPU %d: no registers lie at %llx", image->cpu,
			       (unsigned long long)regs);
	status = pk_x86_64_leave_entry(ctx, image, state, regs, frame);
	state->regs = regs;
	return status == PK_OK ? pk_member_uint(ctx, regs, PK_R_pt_regs_bp, &state->bp) : status;
}

enum pk_status pk_x86_64_frames_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				     struct pk_x86_64_state *state, struct pk_open_frame *frame,
				     bool *ret_end)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t slot, bp, pc;

	if (state->exact_ip && is_unframed(ctx, image, state, &slot))
		return pk_x86_64_return(ctx, image, state, slot, frame);
	if (!state->bp) {
		*ret_end = true;
		return PK_OK;
	}
	if (state->bp & 1)
		return entry_step(ctx, image, state, frame, ret_end);
	if (!is_frame(image, state))
		return pk_x86_64_bridge(ctx, image, state, frame);
	bp = pk_pointer(&r, state->bp);
	pc = pk_pointer(&r, state->bp + 8);
	if (!pk_ok(&r))
		return r.status;
	/* A register that is used for something else may point to the stack, too. */
	if (pc < KERNEL_BEGIN)
		return pk_x86_64_bridge(ctx, image, state, frame);
	slot = state->bp + 8;
	state->bp = bp;
	return pk_x86_64_return(ctx, image, state, slot, frame);
}
