// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Unwinding arm64 stacks by frame records, as arch/arm64/kernel/stacktrace.c does. x29 points to
 * the innermost:
 *
 *	{ fp, lr }	fp: the caller's record; lr: where this function returns to, perhaps signed
 *
 * A record is at the low end of its function's frame; registers that the function saved for its
 * caller follow it. Where an exception enters the kernel, the record is struct pt_regs.stackframe:
 *
 *			of the kernel's own	of user space, and the outermost
 *	up to 6.12	{ x29, pc }		{ 0, 0 }
 *	6.13 on		{ 0, 0 }, type 2	{ 0, 0 }, type 1
 *
 * (6.13: "arm64: stacktrace: unwind exception boundaries".) A function that was interrupted where
 * it has no record returns to x30, which the kernel's own unwinder leaves out.
 */
#include "arch/private.h"

#include "arch/arch.h"
#include "core/reader.h"

#define MAX_STEPS 1024
#define LR 30 /* of pt_regs.regs[] */
#define FP 29
#define META_REGS 2 /* FRAME_META_TYPE_PT_REGS */
#define MODE 0x1f /* of pstate: AArch32, exception level and stack pointer */
#define EL1H 5
#define EL2H 9 /* a kernel with VHE */

struct state {
	uint64_t pc, fp;
	unsigned nth; /* frames of return_to_handler replaced so far */
};

static uint64_t word_size(const struct pk_ctx *ctx)
{
	return ctx->target->facts.word_size;
}

/* Bit 55 tells kernel addresses from user addresses, and is never part of a signature. */
static uint64_t unsigned_address(const struct pk_stack_image *image, uint64_t addr)
{
	return addr >> 55 & 1 ? addr | image->signature : addr;
}

static bool reg(struct pk_ctx *ctx, uint64_t regs, unsigned nr, uint64_t *ret_value)
{
	uint64_t at;

	return pk_has(ctx, PK_R_pt_regs_regs) &&
	       pk_row_offset(ctx, PK_R_pt_regs_regs, &at) == PK_OK &&
	       pk_read_ptr(ctx, regs + at + nr * word_size(ctx), ret_value) == PK_OK;
}

bool pk_aarch64_in_kernel(uint64_t pstate)
{
	return !(pstate >> 32) && ((pstate & MODE) == EL1H || (pstate & MODE) == EL2H);
}

struct record {
	uint64_t fp, lr;
	uint64_t regs; /* registers of the interrupted function that owns this record; 0: none */
	bool by_ftrace; /* interrupted at its entry, by the call that ftrace patched in */
	bool last;
};

/* The saved registers that contain RECORD at ADDR, up to 6.12: the record repeats some of them.
 * ftrace saves no pstate, and puts the record of the traced function's caller after the
 * registers. */
static void find_regs(struct pk_ctx *ctx, uint64_t addr, struct record *record)
{
	uint64_t at, size, pc, sp, pstate, fp, regs;

	if (!pk_has(ctx, PK_R_pt_regs_stackframe) || !pk_has(ctx, PK_R_pt_regs_ip) ||
	    !pk_has(ctx, PK_R_pt_regs_pstate) ||
	    pk_row_offset(ctx, PK_R_pt_regs_stackframe, &at) != PK_OK ||
	    pk_row_value(ctx, PK_R_pt_regs_size, &size) != PK_OK || addr < at)
		return;
	regs = addr - at;
	if (pk_member_uint(ctx, regs, PK_R_pt_regs_ip, &pc) != PK_OK || pc != record->lr ||
	    pk_member_uint(ctx, regs, PK_R_pt_regs_sp, &sp) != PK_OK ||
	    pk_member_uint(ctx, regs, PK_R_pt_regs_pstate, &pstate) != PK_OK ||
	    !reg(ctx, regs, FP, &fp))
		return;
	record->by_ftrace = record->fp == regs + size && sp == record->fp + 2 * word_size(ctx);
	if (record->by_ftrace || (fp == record->fp && pk_aarch64_in_kernel(pstate)))
		record->regs = regs;
}

static enum pk_status read_meta(struct pk_ctx *ctx, uint64_t addr, struct record *record)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t type = 0, back;

	if (pk_has(ctx, PK_R_frame_meta_type))
		type = pk_member(&r, addr, PK_R_frame_meta_type);
	record->last = type != META_REGS;
	if (!pk_ok(&r) || record->last)
		return r.status;
	back = pk_offset(&r, PK_R_pt_regs_stackframe);
	if (!pk_ok(&r))
		return r.status;
	record->regs = addr - back;
	record->lr = pk_member(&r, record->regs, PK_R_pt_regs_ip);
	if (pk_ok(&r) && !reg(ctx, record->regs, FP, &record->fp))
		pk_try(&r, pk_none(ctx, PK_UNREADABLE));
	return r.status;
}

static enum pk_status record_read(struct pk_ctx *ctx, uint64_t addr, struct record *ret_record)
{
	struct record record = {0};
	enum pk_status status = pk_read_ptr(ctx, addr, &record.fp);

	if (status == PK_OK)
		status = pk_read_ptr(ctx, addr + word_size(ctx), &record.lr);
	if (status != PK_OK)
		return status;
	if (!record.fp && !record.lr)
		status = read_meta(ctx, addr, &record);
	else
		find_regs(ctx, addr, &record);
	*ret_record = record;
	return status;
}

uint64_t pk_aarch64_outer_sp(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	uint64_t fp = image->has_regs ? image->regs.fp : 0;

	for (int steps = 0; steps < MAX_STEPS; steps++) {
		struct pk_stack_region *region = pk_stack_region_of(image, fp);
		struct record record;

		if (!region)
			return 0;
		if (!region->in_use)
			return fp;
		if (record_read(ctx, fp, &record) != PK_OK || record.last)
			return 0;
		fp = record.fp;
	}
	return 0;
}

/* The caller of a function without a record: LR, which SLOT saved (0: still in the register).
 * Before the first call, LR is also in the record of a function that has one; later it points into
 * the function itself. A tracer's handler may be in both. It noted the caller's x29, which is still
 * x29 if there is no record. */
static void add_caller_in_lr(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			     uint64_t lr, uint64_t slot)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND, .slot = slot};
	uint64_t func, of_lr, saved;

	if (!lr || !pk_stack_function_at(ctx, state->pc, false, &func) ||
	    pk_read_ptr(ctx, state->fp + word_size(ctx), &saved) != PK_OK)
		return;
	lr = unsigned_address(image, lr);
	frame.pc = lr;
	if (lr != unsigned_address(image, saved) || pk_has(ctx, PK_R_ret_stack_retp))
		frame.pc = image->true_return(ctx, image, state->fp, lr, &state->nth);
	if (frame.pc == unsigned_address(image, saved))
		return;
	if (!pk_stack_function_at(ctx, lr, true, &of_lr) || of_lr == func ||
	    !pk_stack_function_at(ctx, frame.pc, true, &frame.func) ||
	    !pk_aarch64_after_call(ctx, frame.pc))
		return;
	state->pc = frame.pc;
	pk_stack_frame_add(image, &frame);
}

/* regs[29] and regs[30] are what the record would hold. */
static void add_caller_of_interrupted(struct pk_ctx *ctx, struct pk_stack_image *image,
				      struct state *state, uint64_t regs)
{
	uint64_t lr, at;

	if (reg(ctx, regs, LR, &lr) && pk_row_offset(ctx, PK_R_pt_regs_regs, &at) == PK_OK)
		add_caller_in_lr(ctx, image, state, lr, regs + at + LR * word_size(ctx));
}

static void add_frame(struct pk_ctx *ctx, struct pk_stack_image *image, const struct record *record,
		      struct state *state)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND,
				      .slot = state->fp + word_size(ctx)};
	bool interrupted = record->regs && !record->by_ftrace;
	uint64_t at, sp = 0;

	state->pc = frame.pc =
		interrupted ? record->lr
			    : image->true_return(ctx, image, record->fp,
						 unsigned_address(image, record->lr), &state->nth);
	if (interrupted && pk_row_offset(ctx, PK_R_pt_regs_ip, &at) == PK_OK) {
		frame.slot = record->regs + at;
		frame.interrupted = true;
	}
	if (record->regs && pk_member_uint(ctx, record->regs, PK_R_pt_regs_sp, &sp) == PK_OK)
		pk_stack_saved_add(image, record->regs, frame.pc, sp);
	if (!pk_stack_function_at(ctx, frame.pc,
				  !interrupted && pk_aarch64_after_call(ctx, frame.pc),
				  &frame.func))
		frame.func = frame.pc; /* a trampoline or a BPF program */
	pk_stack_frame_add(image, &frame);
}

enum pk_status pk_aarch64_unwind(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp)
{
	struct state state = {.pc = image->regs.ip, .fp = image->regs.fp};
	unsigned switches = 0;

	*ret_sp = image->regs.sp;
	if (!pk_stack_region_of(image, state.fp))
		return pk_fail(ctx, PK_CORRUPT,
			       "CPU %d: its frame pointer is on none of its stacks", image->cpu);
	add_caller_in_lr(ctx, image, &state, image->regs.lr, 0);
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		struct record record;
		enum pk_status status = record_read(ctx, state.fp, &record);

		if (status != PK_OK)
			return status;
		if (record.last)
			return PK_OK;
		add_frame(ctx, image, &record, &state);
		*ret_sp = state.fp + 2 * word_size(ctx);
		if (!record.fp) /* how threads of older kernels begin */
			return PK_OK;
		if (!pk_stack_advances(image, state.fp, record.fp, &switches))
			return pk_fail(ctx, PK_CORRUPT,
				       "CPU %d: unwinding leaves the stack at %llx", image->cpu,
				       (unsigned long long)record.fp);
		state.fp = record.fp;
		if (record.regs && !record.by_ftrace)
			add_caller_of_interrupted(ctx, image, &state, record.regs);
	}
	return pk_none(ctx, PK_LIMIT);
}

/* bl; blr, blraa and so on: bit 11 and bits 24 and 10 mark the authenticating ones. */
bool pk_aarch64_after_call(struct pk_ctx *ctx, uint64_t pc)
{
	uint8_t bytes[4];
	uint32_t insn;

	if (pc % 4 || pk_read(ctx, pc - sizeof(bytes), bytes, sizeof(bytes)) != PK_OK)
		return !(pc % 4);
	insn = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
	return (insn & 0xfc000000) == 0x94000000 || (insn & 0xfefff000) == 0xd63f0000;
}

/* regs[31], sp, pc, pstate: sp is on one of our stacks or at its end, and pstate is the
 * kernel's. */
bool pk_aarch64_saved_regs(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
			   uint64_t *ret_regs)
{
	const struct pk_stack_word *words = image->words + index;
	uint64_t at;

	if (!index || index + 1 >= image->nr_words ||
	    words[-1].slot + word_size(ctx) != words[0].slot ||
	    words[1].slot != words[0].slot + word_size(ctx) ||
	    !pk_aarch64_in_kernel(words[1].word) ||
	    !pk_stack_region_of(image, words[-1].word - 8) || !pk_has(ctx, PK_R_pt_regs_ip) ||
	    pk_row_offset(ctx, PK_R_pt_regs_ip, &at) != PK_OK)
		return false;
	*ret_regs = words[0].slot - at;
	return true;
}

uint64_t pk_aarch64_return_key(struct pk_ctx *ctx, uint64_t slot)
{
	uint64_t fp;

	return pk_read_ptr(ctx, slot - word_size(ctx), &fp) == PK_OK ? fp : slot;
}
