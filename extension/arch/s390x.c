// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * s390x: big-endian. The kernel's addresses begin near 0, and user space has the same ones: none is
 * told by its size.
 *
 * struct stack_frame (arch/s390/include/asm/stacktrace.h) stands at the stack pointer, and its
 * members have moved; its owner has the bytes behind the next one:
 *
 *	r15 ->	back_chain	the caller's frame
 *		gprs[10]	r6 to r15, which what this function calls saved for it;
 *				gprs[8] is r14, where that returns to
 *
 * Interrupts and exceptions put a frame whose back chain is 0 on the stack that they interrupted,
 * and struct pt_regs behind it; such is also the begin of a stack. A function that calls on another
 * stack (call_on_stack()) makes a frame there, whose back chain leads to its caller's, or to its
 * own.
 *
 * A function's frame is made in steps, of which unwind_bc.c knows none:
 *
 *	stmg %r13,%r15,128(%r15)	saved
 *	la   %r14,0(%r15)
 *	aghi %r15,-24			made
 *	stg  %r14,152(%r15)		chained
 */
#include <string.h>

#include "arch/arch.h"
#include "arch/private.h"
#include "core/kit.h"

#define MAX_STEPS 1024
#define MAX_CODE 4096 /* bytes */
#define R14 14
#define R15 15
#define SAVED_R14 8 /* of stack_frame.gprs[] */
#define PSW_PSTATE (1ull << 48) /* user space */
#define PSW_64BIT (3ull << 31)

/* --- text --------------------------------------------------------------------------------------- */

#define KPROBE 0x0002

static uint16_t halfword(const uint8_t *bytes)
{
	return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

/* Relative to the instruction, in halfwords. */
static uint64_t relative(uint64_t addr, const uint8_t *bytes)
{
	return addr + 2 * (uint64_t)(int64_t)(int32_t)pk_bytes_uint(bytes + 2, 4, true);
}

/*
 * Six bytes at a function's entry:
 *
 *   c004 ........   brcl 0,x		off; x: nothing, or its trampoline (5.15)
 *   c0f4 ........   jg x		on: to its trampoline; off: over what gcc's -pg made
 *   c005 ........   brasl %r0,x	on, up to 5.14 and where the trampolines are not needed (6.14)
 *   e310 0ddd 0004  lg %r1,d		on, up to 3.18: from the lowcore, a basr %r14,%r1 follows
 *   0002 ........	a kprobe's, up to 5.5 also in place of the above
 */
#define LOWCORE 4096 /* bytes that a displacement without a base register reaches */

/* 24 bytes from a function's entry, or the last 18 of them (up to 3.18). */
static bool is_over_mcount(uint64_t addr, uint64_t target)
{
	return target == addr + 24 || target == addr + 18;
}

static struct pk_site site(uint64_t addr, const uint8_t *bytes)
{
	switch (halfword(bytes)) {
	case 0xc004:
		return (struct pk_site){.kind = PK_SITE_NOP};
	case 0xc0f4:
		if (is_over_mcount(addr, relative(addr, bytes)))
			return (struct pk_site){.kind = PK_SITE_NOP};
		return (struct pk_site){PK_SITE_JUMP, relative(addr, bytes)};
	case 0xe310:
		if (bytes[2] >> 4 || halfword(bytes + 4) != 0x0004)
			break;
		return (struct pk_site){PK_SITE_CALL, halfword(bytes + 2)};
	case KPROBE:
		return (struct pk_site){.kind = PK_SITE_BREAKPOINT};
	}
	if (bytes[0] == 0xc0 && (bytes[1] & 15) == 5)
		return (struct pk_site){PK_SITE_CALL, relative(addr, bytes)};
	return (struct pk_site){.kind = PK_SITE_OTHER};
}

/*
 * struct ftrace_hotpatch_trampoline { brasl %r1,x; u16; u64 rest_of_intercepted_function,
 * interceptor }: x is shared, and goes where the last word says.
 */
#define TRAMPOLINE 24
#define INTERCEPTOR 16

/* All CPUs' have the same there. */
static uint64_t in_lowcore(struct pk_ctx *ctx, uint64_t addr)
{
	uint64_t lowcore, func;

	if (!pk_has(ctx, PK_R_lowcore_ptr) ||
	    pk_row_value(ctx, PK_R_lowcore_ptr, &lowcore) != PK_OK ||
	    pk_read_ptr(ctx, lowcore, &lowcore) != PK_OK ||
	    pk_read_ptr(ctx, lowcore + addr, &func) != PK_OK)
		return 0;
	return func;
}

static uint64_t veneer(struct pk_ctx *ctx, uint64_t addr)
{
	uint8_t bytes[TRAMPOLINE];

	if (addr < LOWCORE)
		return in_lowcore(ctx, addr);
	return pk_read_quietly(ctx, addr, bytes, sizeof(bytes)) == PK_OK &&
			       halfword(bytes) == 0xc015
		       ? pk_bytes_uint(bytes + INTERCEPTOR, 8, true)
		       : 0;
}

/* brasl, brcl, larl. */
static unsigned references(uint64_t addr, const uint8_t *bytes, uint64_t *targets)
{
	unsigned kind = bytes[1] & 15;

	if (addr % 2 || bytes[0] != 0xc0 || (kind != 5 && kind != 4 && kind))
		return 0;
	*targets = relative(addr, bytes);
	return 1;
}

/* brasl; bras; basr. */
static bool after_call(struct pk_ctx *ctx, uint64_t pc)
{
	uint8_t bytes[6];

	if (pc % 2 || pk_read(ctx, pc - sizeof(bytes), bytes, sizeof(bytes)) != PK_OK)
		return !(pc % 2);
	return (bytes[0] == 0xc0 && (bytes[1] & 15) == 5) ||
	       (bytes[2] == 0xa7 && (bytes[3] & 15) == 5) || bytes[4] == 0x0d;
}

/* --- how far a function's frame is made --------------------------------------------------------- */

enum stage { FRESH, SAVED, MADE, CHAINED };

struct frame_code {
	enum stage stage, most; /* at the address, and at any before it */
	uint64_t size; /* bytes, once it is made */
};

static size_t insn_len(uint8_t first)
{
	return first < 0x40 ? 2 : first < 0xc0 ? 4 : 6;
}

/* Bytes by which the instruction changes r15; 0: it neither makes nor gives back a frame. */
static int64_t moves_stack(const uint8_t *insn)
{
	if (halfword(insn) == 0xa7fb) /* aghi */
		return (int16_t)halfword(insn + 2);
	if (halfword(insn) == 0xc2f8) /* agfi */
		return (int32_t)pk_bytes_uint(insn + 2, 4, true);
	if (halfword(insn) == 0x41f0 && insn[2] >> 4 == R15) /* la */
		return halfword(insn + 2) & 0xfff;
	if (halfword(insn) == 0xe3f0 && insn[2] >> 4 == R15 && insn[5] == 0x71) /* lay */
		return (int64_t)(int8_t)insn[4] * 4096 + (halfword(insn + 2) & 0xfff);
	return 0;
}

/* For stmg and lmg: r14 is among the registers, and they are stored at r15. */
static bool has_r14(const uint8_t *insn)
{
	return insn[0] == 0xeb && insn[2] >> 4 == R15 && insn[1] >> 4 <= R14 &&
	       (insn[1] & 15) >= R14;
}

static bool is_store_of(const uint8_t *insn, uint64_t at)
{
	return insn[0] == 0xe3 && insn[2] >> 4 == R15 && insn[5] == 0x24 && !insn[4] &&
	       (uint64_t)(halfword(insn + 2) & 0xfff) == at;
}

/* br, j, jg */
static bool is_jump(const uint8_t *insn)
{
	return ((halfword(insn) & 0xfff0) == 0x07f0 && insn[1] & 15) || halfword(insn) == 0xa7f4 ||
	       halfword(insn) == 0xc0f4;
}

static void take_insn(struct frame_code *code, const uint8_t *insn, uint64_t chain, uint64_t saved)
{
	int64_t moved = moves_stack(insn);

	if (moved < 0 && code->stage < MADE) {
		code->stage = MADE;
		code->size = (uint64_t)-moved;
	} else if (moved > 0 && (uint64_t)moved == code->size) {
		code->stage = SAVED;
	} else if (code->stage == FRESH && ((has_r14(insn) && insn[5] == 0x24) ||
					    (insn[1] >> 4 == R14 && is_store_of(insn, saved)))) {
		code->stage = SAVED;
	} else if (code->stage == MADE && is_store_of(insn, chain)) {
		code->stage = CHAINED;
	} else if (has_r14(insn) && insn[5] == 0x04 && (insn[1] & 15) == R15) {
		code->stage = FRESH;
	} else if (is_jump(insn)) {
		/* code after a return was jumped to with the frame in place */
		code->stage = code->most;
	}
	if (code->stage > code->most)
		code->most = code->stage;
}

static bool offset_of(struct pk_ctx *ctx, enum pk_row_id row, uint64_t *ret_offset)
{
	return pk_has(ctx, row) && pk_row_offset(ctx, row, ret_offset) == PK_OK;
}

/* Where R14 is saved, for functions that this one calls. */
static bool saved_r14_at(struct pk_ctx *ctx, uint64_t *ret_offset)
{
	if (!offset_of(ctx, PK_R_stack_frame_gprs, ret_offset))
		return false;
	*ret_offset += SAVED_R14 * ctx->target->facts.word_size;
	return true;
}

/* How much of its frame the function at FUNC has made by PC, reading in order of addresses. */
static struct frame_code frame_code(struct pk_ctx *ctx, uint64_t func, uint64_t pc)
{
	struct frame_code code = {FRESH, FRESH, 0}, chained = {.stage = CHAINED};
	uint8_t text[MAX_CODE + 6] = {0};
	uint64_t len = pc - func, chain, saved;

	if (len > MAX_CODE || !offset_of(ctx, PK_R_stack_frame_chain, &chain) ||
	    !saved_r14_at(ctx, &saved) || pk_read_quietly(ctx, func, text, len) != PK_OK)
		return chained;
	for (uint64_t at = 0; at + insn_len(text[at]) <= len; at += insn_len(text[at]))
		take_insn(&code, text + at, chain, saved);
	return code;
}

/* --- stacks ------------------------------------------------------------------------------------- */

/* The CPU's lowcore points to the first frame on each stack, or to its end; stacks are aligned to
 * their size. */
static void regions(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	static const struct {
		enum pk_row_id row;
		const char *kind;
	} stacks[] = {{PK_R_lowcore_async_stack, "irq"},
		      {PK_R_lowcore_nodat_stack, "nodat"},
		      {PK_R_lowcore_mcck_stack, "machine check"},
		      {PK_R_lowcore_restart_stack, "restart"}};
	uint64_t size = image->task.stack_size, lowcore, at;

	if (!size || (size & (size - 1)) || !pk_has(ctx, PK_R_lowcore_ptr) ||
	    pk_row_value(ctx, PK_R_lowcore_ptr, &at) != PK_OK ||
	    pk_read_ptr(ctx, at + (uint64_t)image->cpu * ctx->target->facts.word_size, &lowcore) !=
		    PK_OK)
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(stacks); i++)
		if (pk_has(ctx, stacks[i].row) &&
		    pk_member_uint(ctx, lowcore, stacks[i].row, &at) == PK_OK && at--)
			pk_stack_region_add(image, at & -size, (at & -size) + size, stacks[i].kind);
}

static bool gpr(struct pk_ctx *ctx, uint64_t regs, unsigned nr, uint64_t *ret_value)
{
	uint64_t at;

	return offset_of(ctx, PK_R_pt_regs_regs, &at) &&
	       pk_read_ptr(ctx, regs + at + nr * ctx->target->facts.word_size, ret_value) == PK_OK;
}

struct state {
	uint64_t pc, sp;
	unsigned nth; /* frames of return_to_handler replaced so far */
	unsigned switches;
};

/* The function that returns to the contents of SLOT, or of a register; KEY was the stack pointer
 * when it was called. */
static bool add_frame(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
		      uint64_t key, uint64_t pc, uint64_t slot)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND, .slot = slot};

	frame.pc = image->true_return(ctx, image, key, pc, &state->nth);
	if (!pk_stack_function_at(ctx, frame.pc, after_call(ctx, frame.pc), &frame.func))
		frame.func = frame.pc; /* a trampoline or a BPF program */
	state->pc = frame.pc;
	state->sp = key;
	return pk_stack_frame_add(image, &frame);
}

/* The caller of the function at state->pc, while the back chain does not lead there yet. R14, which
 * SLOT saved (0: still in the register), points to it until the function saves it. */
static void add_caller_in_r14(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			      uint64_t r14, uint64_t slot)
{
	uint64_t func, caller, saved, key = state->sp;
	struct frame_code code;

	if (!pk_stack_function_at(ctx, state->pc, false, &func) || !saved_r14_at(ctx, &saved))
		return;
	code = frame_code(ctx, func, state->pc);
	if (code.stage == CHAINED)
		return;
	if (code.stage == MADE)
		key += code.size;
	if (code.stage != FRESH) {
		slot = key + saved;
		if (!pk_stack_region_of(image, key) || pk_read_ptr(ctx, slot, &r14) != PK_OK)
			return;
	}
	if (pk_stack_function_at(ctx, r14, true, &caller) && caller != func)
		add_frame(ctx, image, state, key, r14, slot);
}

/* The struct pt_regs after the frame at SP, whose back chain is 0. False: no registers of the
 * kernel, because the stack begins here. */
static bool regs_behind(struct pk_ctx *ctx, const struct pk_stack_image *image, uint64_t sp,
			uint64_t *ret_regs)
{
	uint64_t frame, size, mask, end = image->task.stack + image->task.stack_size;

	if (!pk_has(ctx, PK_R_stack_frame_size) || !pk_has(ctx, PK_R_pt_regs_psw_mask) ||
	    pk_row_value(ctx, PK_R_stack_frame_size, &frame) != PK_OK ||
	    pk_row_value(ctx, PK_R_pt_regs_size, &size) != PK_OK ||
	    pk_member_uint(ctx, sp + frame, PK_R_pt_regs_psw_mask, &mask) != PK_OK)
		return false;
	*ret_regs = sp + frame;
	return (mask & PSW_64BIT) == PSW_64BIT && !(mask & PSW_PSTATE) && *ret_regs + size != end;
}

static bool add_interrupted(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			    uint64_t regs)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND, .interrupted = true};
	uint64_t at, r14, r15;

	if (!offset_of(ctx, PK_R_pt_regs_ip, &at) ||
	    pk_read_ptr(ctx, regs + at, &frame.pc) != PK_OK || !gpr(ctx, regs, R15, &r15))
		return false;
	frame.slot = regs + at;
	if (!pk_stack_function_at(ctx, frame.pc, false, &frame.func))
		frame.func = frame.pc; /* a BPF program */
	pk_stack_saved_add(image, regs, frame.pc, r15);
	pk_stack_frame_add(image, &frame);
	state->pc = frame.pc;
	if (!pk_stack_advances(image, state->sp, r15, &state->switches))
		return false;
	state->sp = r15;
	if (gpr(ctx, regs, R14, &r14) && offset_of(ctx, PK_R_pt_regs_regs, &at))
		add_caller_in_r14(ctx, image, state, r14,
				  regs + at + R14 * ctx->target->facts.word_size);
	return true;
}

static enum pk_status leaves(struct pk_ctx *ctx, const struct pk_stack_image *image, uint64_t to)
{
	return pk_fail(ctx, PK_CORRUPT, "CPU %d: unwinding leaves the stack at %llx", image->cpu,
		       (unsigned long long)to);
}

static bool same_function(struct pk_ctx *ctx, uint64_t pc, uint64_t other)
{
	uint64_t func, of_other;

	return pk_stack_function_at(ctx, pc, true, &func) &&
	       pk_stack_function_at(ctx, other, true, &of_other) && func == of_other;
}

static enum pk_status unwind(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp)
{
	struct state state = {.pc = image->regs.ip, .sp = image->regs.sp};
	uint64_t chain, saved, back, regs, pc;

	if (!offset_of(ctx, PK_R_stack_frame_chain, &chain) || !saved_r14_at(ctx, &saved))
		return pk_none(ctx, PK_ABSENT);
	add_caller_in_r14(ctx, image, &state, image->regs.lr, 0);
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		enum pk_status status = pk_read_ptr(ctx, state.sp + chain, &back);
		bool other = pk_stack_region_of(image, state.sp) != pk_stack_region_of(image, back);

		*ret_sp = state.sp;
		if (status != PK_OK)
			return status;
		if (!back) {
			if (!regs_behind(ctx, image, state.sp, &regs))
				return PK_OK;
			if (!add_interrupted(ctx, image, &state, regs))
				return leaves(ctx, image, regs);
			continue;
		}
		if (!pk_stack_advances(image, state.sp, back, &state.switches))
			return leaves(ctx, image, back);
		state.sp = back;
		status = pk_read_ptr(ctx, back + saved, &pc);
		if (status != PK_OK)
			return status;
		if (!other || !same_function(ctx, state.pc, pc))
			add_frame(ctx, image, &state, back, pc, back + saved);
	}
	return pk_none(ctx, PK_LIMIT);
}

static uint64_t outer_sp(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	uint64_t sp = image->has_regs ? image->regs.sp : 0, chain, regs;

	if (!offset_of(ctx, PK_R_stack_frame_chain, &chain))
		return 0;
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		struct pk_stack_region *region = pk_stack_region_of(image, sp);
		uint64_t from = sp;

		if (!region)
			return 0;
		if (!region->in_use)
			return sp;
		if (pk_read_ptr(ctx, from + chain, &sp) != PK_OK ||
		    (!sp && (!regs_behind(ctx, image, from, &regs) || !gpr(ctx, regs, R15, &sp))))
			return 0;
	}
	return 0;
}

/* psw.mask, psw.addr, gprs[16]: r15 on one of our stacks, and a mask of the kernel. ftrace saves no
 * mask unless somebody wants all registers; then the frame of the traced function's caller
 * follows. */
static bool saved_regs(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
		       uint64_t *ret_regs)
{
	const struct pk_stack_word *words = image->words + index;
	uint64_t at, size, frame, r15, mask;

	if (!index || words[-1].slot + ctx->target->facts.word_size != words[0].slot ||
	    !offset_of(ctx, PK_R_pt_regs_ip, &at) || !pk_has(ctx, PK_R_stack_frame_size) ||
	    pk_row_value(ctx, PK_R_stack_frame_size, &frame) != PK_OK ||
	    pk_row_value(ctx, PK_R_pt_regs_size, &size) != PK_OK ||
	    !gpr(ctx, words[0].slot - at, R15, &r15) || !pk_stack_region_of(image, r15))
		return false;
	*ret_regs = words[0].slot - at;
	mask = words[-1].word;
	return ((mask & PSW_64BIT) == PSW_64BIT && !(mask & PSW_PSTATE)) ||
	       r15 - (*ret_regs + size) <= frame;
}

/* The caller's r15. */
static uint64_t return_key(struct pk_ctx *ctx, uint64_t slot)
{
	uint64_t saved;

	return saved_r14_at(ctx, &saved) ? slot - saved : slot;
}

static const enum pk_row_id arg_rows[] = {PK_R_pt_regs_regs};

static const char *const task_entries[] = {"system_call", "__do_syscall", "do_syscall", NULL};
static const char *const interrupts[] = {
	"io_int_handler", "ext_int_handler", "do_io_irq",	 "do_ext_irq",
	"do_IRQ",	  "do_irq_async",    "do_ext_interrupt", NULL};
static const char *const breakpoints[] = {"illegal_op",	    "kprobe_exceptions_notify",
					  "kprobe_handler", "post_kprobe_handler",
					  "do_per_trap",    NULL};
static const char *const stops[] = {"smp_stop_cpu", "ec_stop_cpu", NULL};
static const char *const exceptions[] = {
	"pgm_check_handler",	   "__do_pgm_check",	    "do_dat_exception",
	"do_protection_exception", "do_exception",	    "do_fault_error",
	"do_no_context",	   "do_report_trap",	    "do_trap",
	"default_trap_handler",	   "addressing_exception",  "specification_exception",
	"monitor_event_exception", "kernel_stack_overflow", NULL,
};

const struct pk_arch pk_arch_s390x = {
	.machine = "s390x",
	.site_size = 6,
	.site = site,
	.veneer = veneer,
	.opcode_size = 2,
	.references = references,
	.arg_rows = arg_rows,
	.nr_arg_rows = 1,
	.array_args = 5,
	.arg_first = 2,
	.callee_saved = 8, /* r6 to r13, in front of r14 */
	.kernel_begin = 1,
	.translate = pk_s390x_translate,
	.regions = regions,
	.outer_sp = outer_sp,
	.after_call = after_call,
	.saved_regs = saved_regs,
	.unwind = unwind,
	.return_key = return_key,
	.task_entries = task_entries,
	.interrupts = interrupts,
	.breakpoints = breakpoints,
	.stops = stops,
	.exceptions = exceptions,
};
