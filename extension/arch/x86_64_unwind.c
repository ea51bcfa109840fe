// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Unwinding x86-64 stacks: by ORC tables where the kernel has them, else by frame pointers. A kernel with
 * neither is not unwound. Both ways meet the graph tracer's return_to_handler(), and both end in user space
 * or where a thread began.
 */
#include "arch/x86_64.h"

#define MAX_STEPS 1024
#define MAX_RETURNING 64 /* bytes of return_to_handler() up to its call */

/* Bytes that the text [FUNC, IP) takes from the stack by subtraction. */
static bool subtracted(struct pk_ctx *ctx, uint64_t func, uint64_t ip, uint64_t *ret_size)
{
	uint8_t text[MAX_RETURNING + 8] = {0};
	size_t len = ip - func;

	if (len > MAX_RETURNING || pk_read(ctx, func, text, len) != PK_OK)
		return false;
	*ret_size = 0;
	for (size_t i = 0; i + 4 <= len; i++) {
		if (text[i] != 0x48 || text[i + 2] != 0xec)
			continue;
		if (text[i + 1] == 0x83)
			*ret_size += text[i + 3];
		else if (text[i + 1] == 0x81)
			*ret_size += pk_uint(ctx, text + i + 3, 4);
	}
	return true;
}

/* In return_to_handler(), which the tables know nothing of: the function that returned through it had its return address
 * right above what this took from the stack, and the shadow stack has the true one until it is reported. */
static bool is_returning(struct pk_ctx *ctx, const struct pk_x86_64_state *state,
			 uint64_t *ret_handler)
{
	uint64_t func;

	return pk_has(ctx, PK_R_return_to_handler) &&
	       pk_row_value(ctx, PK_R_return_to_handler, ret_handler) == PK_OK &&
	       pk_stack_function_at(ctx, state->ip, !state->exact_ip, &func) &&
	       func == *ret_handler;
}

static enum pk_status leave_handler(struct pk_ctx *ctx, struct pk_stack_image *image,
				    struct pk_x86_64_state *state, uint64_t handler,
				    struct pk_open_frame *frame)
{
	uint64_t size, pc;

	if (!subtracted(ctx, handler, state->ip, &size))
		return pk_fail(ctx, PK_ABSENT, "return_to_handler()'s frame is not understood");
	frame->slot = state->sp + size - 8;
	pc = image->true_return(ctx, image, frame->slot, handler, &state->nth);
	if (pc == handler)
		return pk_fail(ctx, PK_ABSENT,
			       "who called what returns through return_to_handler() is not known");
	state->ip = pc;
	state->sp = frame->slot + 8;
	state->exact_ip = false;
	state->regs = 0;
	return PK_OK;
}

/* Leave the stack outwards only: up on the same stack, or to one not visited before. */
static bool advances(struct pk_stack_image *image, uint64_t from, uint64_t to, unsigned *switches)
{
	struct pk_stack_region *old = pk_stack_region_of(image, from);
	struct pk_stack_region *new = pk_stack_region_of(image, to - 8);

	if (!new || !new->in_use)
		return false;
	return new == old ? to > from : ++*switches <= PK_STACK_REGIONS;
}

static pk_x86_64_step_fn way_of(struct pk_ctx *ctx)
{
	if (!pk_has(ctx, PK_R_pt_regs_ip))
		return NULL;
	if (pk_x86_64_has_orc(ctx))
		return pk_x86_64_orc_step;
	return pk_x86_64_keeps_frames(ctx) ? pk_x86_64_frames_step : NULL;
}

enum pk_status pk_x86_64_unwind(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp)
{
	struct pk_x86_64_state state = {
		.ip = image->regs.ip, .sp = image->regs.sp, .bp = image->regs.fp, .exact_ip = true};
	pk_x86_64_step_fn way = way_of(ctx);
	unsigned switches = 0;

	*ret_sp = state.sp;
	if (!way)
		return pk_fail(ctx, PK_ABSENT,
			       "this kernel has neither ORC tables nor frame pointers");
	state.anew = way == pk_x86_64_orc_step && pk_x86_64_orc_anew(ctx);
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND};
		uint64_t from = state.sp, handler;
		bool end = false;
		enum pk_status status = is_returning(ctx, &state, &handler)
						? leave_handler(ctx, image, &state, handler, &frame)
						: way(ctx, image, &state, &frame, &end);

		if (status != PK_OK || end)
			return status;
		frame.pc = state.ip;
		if (state.sp < PK_X86_64_USER_END && frame.interrupted)
			return PK_OK; /* it came from user space */
		if (!advances(image, from, state.sp, &switches))
			return pk_fail(ctx, PK_CORRUPT,
				       "CPU %d: unwinding leaves the stack at %llx", image->cpu,
				       (unsigned long long)state.sp);
		if (!pk_stack_function_at(ctx, frame.pc, !state.exact_ip, &frame.func))
			frame.func = frame.pc; /* a trampoline or a BPF program */
		pk_stack_frame_add(image, &frame);
		*ret_sp = state.sp;
	}
	return pk_none(ctx, PK_LIMIT);
}
