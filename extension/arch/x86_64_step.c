// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/x86_64.h"

#include <string.h>

#include "core/reader.h"

#define MAX_BRIDGE 2048 /* bytes of stack of a function without entries */

enum pk_status pk_x86_64_return(struct pk_ctx *ctx, struct pk_stack_image *image,
				struct pk_x86_64_state *state, uint64_t slot,
				struct pk_open_frame *frame)
{
	uint64_t ip;
	enum pk_status status = pk_read_ptr(ctx, slot, &ip);

	if (status != PK_OK)
		return status;
	frame->slot = slot;
	state->ip = image->true_return(ctx, image, slot, ip, &state->nth);
	state->sp = slot + 8;
	state->regs = 0;
	state->exact_ip = false;
	return PK_OK;
}

enum pk_status pk_x86_64_leave_entry(struct pk_ctx *ctx, struct pk_stack_image *image,
				     struct pk_x86_64_state *state, uint64_t regs,
				     struct pk_open_frame *frame)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t ip_at = pk_offset(&r, PK_R_pt_regs_ip);

	state->ip = pk_member(&r, regs, PK_R_pt_regs_ip);
	state->sp = pk_member(&r, regs, PK_R_pt_regs_sp);
	if (!pk_ok(&r))
		return r.status;
	pk_stack_saved_add(image, regs, state->ip, state->sp);
	frame->slot = regs + ip_at;
	frame->interrupted = true;
	state->exact_ip = true;
	return PK_OK;
}

/* Whether the function at FUNC starts by saving the frame pointer (after endbr and ftrace's
 * call). */
static bool saves_bp_first(struct pk_ctx *ctx, uint64_t func)
{
	static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
	uint8_t text[10];

	if (pk_read(ctx, func, text, sizeof(text)) != PK_OK)
		return false;
	return text[memcmp(text, endbr, sizeof(endbr)) ? 5 : 9] == 0x55;
}

/* Whether the call just before PC is a direct one, of FUNC or a place in it up to IP. */
static bool calls(struct pk_ctx *ctx, uint64_t pc, uint64_t func, uint64_t ip)
{
	uint8_t text[5];
	uint64_t called;

	if (pk_read(ctx, pc - sizeof(text), text, sizeof(text)) != PK_OK || text[0] != 0xe8)
		return false;
	called = pc + (int64_t)(int32_t)pk_uint(ctx, text + 1, 4);
	return called >= func && called <= ip;
}

bool pk_x86_64_called_from(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t from,
			   uint64_t to, uint64_t func, uint64_t ip, uint64_t *ret_slot)
{
	for (uint64_t slot = from; slot < to && to - slot >= 8; slot += 8) {
		uint64_t pc, caller;
		unsigned nth = 0; /* only asked: the shadow stack's order is not used up */

		if (pk_read_ptr(ctx, slot, &pc) != PK_OK)
			return false;
		pc = image->true_return(ctx, image, slot, pc, &nth);
		if (pk_stack_function_at(ctx, pc, true, &caller) && caller != func &&
		    calls(ctx, pc, func, ip)) {
			*ret_slot = slot;
			return true;
		}
	}
	return false;
}

/*
 * A function without entries (STACK_FRAME_NON_STANDARD), such as __crash_kexec(), in which every
 * kdump records its registers; or one whose entries say that the stack ends there, as they do of
 * __x86_indirect_thunk_array's thunks; or one in which the frame pointer is used for something else.
 */
enum pk_status pk_x86_64_bridge(struct pk_ctx *ctx, struct pk_stack_image *image,
				struct pk_x86_64_state *state, struct pk_open_frame *frame)
{
	struct pk_stack_region *region = pk_stack_region_of(image, state->sp);
	uint64_t func, end, slot, bp;

	if (!region || !pk_stack_function_at(ctx, state->ip, !state->exact_ip, &func))
		return pk_fail(ctx, PK_ABSENT, "no unwind entry for %llx",
			       (unsigned long long)state->ip);
	end = region->high - state->sp > MAX_BRIDGE ? state->sp + MAX_BRIDGE : region->high;
	if (!pk_x86_64_called_from(ctx, image, state->sp, end, func, state->ip, &slot))
		return pk_fail(ctx, PK_ABSENT,
			       "no unwind entry for %llx, and no call of its function",
			       (unsigned long long)state->ip);
	if (saves_bp_first(ctx, func) && pk_read_ptr(ctx, slot - 8, &bp) == PK_OK)
		state->bp = bp;
	return pk_x86_64_return(ctx, image, state, slot, frame);
}
