// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ppc64le, which has the second ELF ABI. (ppc64, big-endian, has the first: function descriptors,
 * dots before names.)
 *
 * Every frame begins with a back chain, and whom a function returns to stands in the frame of its
 * caller:
 *
 *	r1 ->	 0	back chain: the caller's frame; 0 in the last one
 *		 8	condition register
 *		16	where what this function calls returns to: into itself
 *		..	its own; what it saved for the caller (r14 to r31) lies at its end
 *
 * Other stacks are entered by a frame whose back chain leads to the one before. Interrupts and
 * exceptions save struct pt_regs in their frame, and mark it (arch/powerpc/include/asm/ptrace.h):
 *
 *			mark		at	registers at
 *	up to 6.0	"regshere"	96	112
 *	6.1		"REGS"		96	112
 *	6.2 on		"REGS"		32	48
 *
 * ftrace's call comes before the function has a frame. Its trampoline makes two, of which the outer
 * holds the address in the function, and puts the true return address in the caller's frame: the
 * back chain tells both.
 */
#include <string.h>

#include "arch/arch.h"
#include "arch/private.h"
#include "core/kit.h"

#define MAX_STEPS 1024
#define LR_SAVE 16
#define REGSHERE 0x7265677368657265 /* reads the same in either byte order */
#define REGS 0x53474552 /* readable in memory */
#define MSR_SF (1ull << 63) /* 64 bits */
#define MSR_PR (1ull << 14) /* user space */
#define R1 1

/* --- text --------------------------------------------------------------------------------------- */

#define NOP 0x60000000
#define BL_SELF 0x48000001 /* a call to no symbol, as recordmcount leaves it */
#define TRAP 0x7fe00008 /* kprobe's breakpoint */
#define MFLR_R0 0x7c0802a6
#define MTLR_R0 0x7c0803a6
#define MTCTR_R12 0x7d8903a6
#define BCTR 0x4e800420

static uint32_t insn_of(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* b, bl: 24 bits of words, relative (AA is 0). */
static bool is_branch(uint32_t insn, bool link)
{
	return (insn & 0xfc000003) == (0x48000000 | link);
}

static uint64_t branch_target(uint64_t addr, uint32_t insn)
{
	return addr + (uint64_t)((int64_t)((uint64_t)(insn & 0x03fffffc) << 38) >> 38);
}

static struct pk_site site(uint64_t addr, const uint8_t *bytes)
{
	uint32_t insn = insn_of(bytes);

	if (insn == NOP || insn == BL_SELF)
		return (struct pk_site){.kind = PK_SITE_NOP};
	if (insn == TRAP)
		return (struct pk_site){.kind = PK_SITE_BREAKPOINT};
	if (is_branch(insn, true))
		return (struct pk_site){PK_SITE_CALL, branch_target(addr, insn)};
	if (is_branch(insn, false))
		return (struct pk_site){PK_SITE_JUMP, branch_target(addr, insn)};
	return (struct pk_site){.kind = PK_SITE_OTHER};
}

/*
 *   3c4cxxxx   addis r2, r12, x	where other modules enter: the TOC
 *   3842xxxx   addi  r2, r2, x
 *   7c0802a6   mflr  r0		where its own module enters; the stub has it where calls are out of line
 */
static bool entry(const uint8_t *bytes, size_t len)
{
	return insn_of(bytes) >> 16 == 0x3c4c && insn_of(bytes + 4) >> 16 == 0x3842 &&
	       (len == 8 || insn_of(bytes + 8) == MFLR_R0);
}

static bool paca_of(struct pk_ctx *ctx, int cpu, uint64_t *ret_paca)
{
	uint64_t array;

	return pk_has(ctx, PK_R_paca_ptrs) && pk_row_value(ctx, PK_R_paca_ptrs, &array) == PK_OK &&
	       pk_read_ptr(ctx, array, &array) == PK_OK &&
	       pk_read_ptr(ctx, array + (uint64_t)cpu * ctx->target->facts.word_size, ret_paca) ==
		       PK_OK &&
	       *ret_paca;
}

/* The sum of the displacements of addis at BYTES and the addi after it. */
static uint64_t added(const uint8_t *bytes)
{
	return (uint64_t)(int64_t)(int32_t)(insn_of(bytes) << 16) +
	       (uint64_t)(int64_t)(int16_t)insn_of(bytes + 4);
}

/* The stub for calls from modules and over long distances in the kernel: ld r12, kernel_toc(r13);
 * addis r12, r12, x; addi r12, r12, x; mtctr r12; bctr. r13 is the paca. */
static uint64_t far_target(struct pk_ctx *ctx, const uint8_t *bytes)
{
	uint64_t at, paca, toc;

	if (insn_of(bytes + 4) >> 16 != 0x3d8c || insn_of(bytes + 8) >> 16 != 0x398c ||
	    insn_of(bytes + 12) != MTCTR_R12 || insn_of(bytes + 16) != BCTR ||
	    !pk_has(ctx, PK_R_paca_kernel_toc) ||
	    pk_row_offset(ctx, PK_R_paca_kernel_toc, &at) != PK_OK ||
	    insn_of(bytes) != (0xe98d0000 | at) || !paca_of(ctx, 0, &paca) ||
	    pk_read_ptr(ctx, paca + at, &toc) != PK_OK)
		return 0;
	return toc + added(bytes + 4);
}

/* mflr r0; bl x; mtlr r0; b behind the patch site: CONFIG_PPC_FTRACE_OUT_OF_LINE, 6.13. */
static uint64_t out_of_line_target(uint64_t addr, const uint8_t *bytes)
{
	uint32_t call = insn_of(bytes + 4);

	return insn_of(bytes) == MFLR_R0 && is_branch(call, true) &&
			       insn_of(bytes + 8) == MTLR_R0 &&
			       is_branch(insn_of(bytes + 12), false)
		       ? branch_target(addr + 4, call)
		       : 0;
}

/* struct ftrace_ool_stub { struct ftrace_ops *ftrace_op; u32 insn[4]; }: sites that call jump to
 * the instructions. */
static uint64_t ops_literal(uint64_t ip, const struct pk_site *site)
{
	(void)ip;
	return site->kind == PK_SITE_JUMP ? site->target - 8 : 0;
}

static uint64_t veneer(struct pk_ctx *ctx, uint64_t addr)
{
	uint8_t bytes[20];
	uint64_t target, end;

	if (pk_read_quietly(ctx, addr, bytes, sizeof(bytes)) != PK_OK)
		return 0;
	target = out_of_line_target(addr, bytes);
	if (!target)
		return far_target(ctx, bytes);
	end = pk_read_quietly(ctx, target, bytes, sizeof(bytes)) == PK_OK ? far_target(ctx, bytes)
									  : 0;
	return end ? end : target;
}

/* Calls and jumps only: addresses are computed from the TOC, which is not in the code. */
static unsigned references(uint64_t addr, const uint8_t *bytes, uint64_t *targets)
{
	uint32_t insn = insn_of(bytes);

	if (addr % 4 || (!is_branch(insn, true) && !is_branch(insn, false)))
		return 0;
	*targets = branch_target(addr, insn);
	return 1;
}

/* bl; bcl; bctrl, blrl and so on. */
static bool after_call(struct pk_ctx *ctx, uint64_t pc)
{
	uint8_t bytes[4];
	uint32_t insn;

	if (pc % 4 || pk_read(ctx, pc - sizeof(bytes), bytes, sizeof(bytes)) != PK_OK)
		return !(pc % 4);
	insn = insn_of(bytes);
	return is_branch(insn, true) || (insn & 0xfc000003) == 0x40000001 ||
	       (insn & 0xfc0007ff) == 0x4c000421 || (insn & 0xfc0007ff) == 0x4c000021;
}

/* --- stacks ------------------------------------------------------------------------------------- */

/* Per CPU, arrays of pointers to the lowest word; the paca holds the end. */
static void regions(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	static const struct {
		enum pk_row_id row;
		const char *kind;
	} bases[] = {{PK_R_hardirq_ctx, "irq"}, {PK_R_softirq_ctx, "softirq"}},
	  ends[] = {{PK_R_paca_emergency_sp, "emergency"},
		    {PK_R_paca_nmi_emergency_sp, "nmi emergency"},
		    {PK_R_paca_mc_emergency_sp, "machine check"}};
	uint64_t size = image->task.stack_size, at, paca;

	for (size_t i = 0; i < PK_ARRAY_SIZE(bases); i++)
		if (pk_has(ctx, bases[i].row) && pk_row_value(ctx, bases[i].row, &at) == PK_OK &&
		    pk_read_ptr(ctx, at + (uint64_t)image->cpu * ctx->target->facts.word_size,
				&at) == PK_OK &&
		    at)
			pk_stack_region_add(image, at, at + size, bases[i].kind);
	if (!paca_of(ctx, image->cpu, &paca))
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(ends); i++)
		if (pk_has(ctx, ends[i].row) &&
		    pk_member_uint(ctx, paca, ends[i].row, &at) == PK_OK && at > size)
			pk_stack_region_add(image, at - size, at, ends[i].kind);
}

static bool gpr(struct pk_ctx *ctx, uint64_t regs, unsigned nr, uint64_t *ret_value)
{
	uint64_t at;

	return pk_has(ctx, PK_R_pt_regs_regs) &&
	       pk_row_offset(ctx, PK_R_pt_regs_regs, &at) == PK_OK &&
	       pk_read_ptr(ctx, regs + at + nr * ctx->target->facts.word_size, ret_value) == PK_OK;
}

static bool member(struct pk_ctx *ctx, uint64_t regs, enum pk_row_id row, uint64_t *ret_value)
{
	return pk_has(ctx, row) && pk_member_uint(ctx, regs, row, ret_value) == PK_OK;
}

/* The registers that an interrupt or exception saved in its frame at SP; 0: another kind of
 * frame. */
static uint64_t marked_regs(struct pk_ctx *ctx, uint64_t sp)
{
	static const struct {
		uint64_t mark, regs;
	} forms[] = {{96, 112}, {32, 48}};
	uint64_t word, back, r1;

	for (size_t i = 0; i < PK_ARRAY_SIZE(forms); i++)
		if (pk_read_ptr(ctx, sp + forms[i].mark, &word) == PK_OK &&
		    (word == REGSHERE || word == REGS) && pk_read_ptr(ctx, sp, &back) == PK_OK &&
		    gpr(ctx, sp + forms[i].regs, R1, &r1) && r1 == back)
			return sp + forms[i].regs;
	return 0;
}

struct state {
	uint64_t pc, sp;
	unsigned nth; /* frames of return_to_handler replaced so far */
};

#define STDU_R1 0xf8210001 /* stdu r1, -x(r1): the frame is made */
#define ADDI_R1 0x38210000 /* addi r1, r1, x: it is given back */
#define BLR 0x4e800020
#define MAX_CODE 4096 /* bytes */

/* Whether the function at FUNC has its frame of SIZE at PC. Code is read in order of addresses;
 * what follows a return was jumped to with the frame still in place. */
static bool has_frame(struct pk_ctx *ctx, uint64_t func, uint64_t pc, uint64_t size)
{
	uint8_t code[MAX_CODE];
	bool made = false, has = false;
	uint64_t len = pc - func < sizeof(code) ? pc - func : sizeof(code);

	if (!size || size > INT16_MAX || pk_read_quietly(ctx, func, code, len) != PK_OK)
		return false;
	for (uint64_t at = 0; at + 4 <= len; at += 4) {
		uint32_t insn = insn_of(code + at);

		if (insn == (STDU_R1 | (-size & 0xfffc)))
			made = has = true;
		else if (insn == (ADDI_R1 | size))
			has = false;
		else if (insn == BLR)
			has = made;
	}
	return has;
}

/* The caller of the function at state->pc, if the caller's frame does not name it because the
 * function has no frame, or has not saved LR yet. LR, which SLOT saved (0: still in the register),
 * points to the caller until the function makes a call, and then into the function itself, which
 * has saved it. */
static void add_caller_in_lr(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			     uint64_t lr, uint64_t slot)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND, .slot = slot};
	uint64_t func, of_lr, back, saved, key = state->sp;
	bool in_itself;

	if (!pk_stack_function_at(ctx, state->pc, false, &func) ||
	    pk_read_ptr(ctx, state->sp, &back) != PK_OK)
		return;
	in_itself = pk_stack_function_at(ctx, lr, true, &of_lr) && of_lr == func;
	if (back > key && has_frame(ctx, func, state->pc, back - key)) {
		if (in_itself || pk_read_ptr(ctx, back + LR_SAVE, &saved) != PK_OK || saved == lr)
			return;
		key = back;
	} else if (in_itself) { /* about to return */
		frame.slot = key + LR_SAVE;
		if (pk_read_ptr(ctx, frame.slot, &lr) != PK_OK)
			return;
	}
	frame.pc = image->true_return(ctx, image, key, lr, &state->nth);
	if (!pk_stack_function_at(ctx, frame.pc, true, &frame.func) || frame.func == func ||
	    !after_call(ctx, frame.pc))
		return;
	pk_stack_frame_add(image, &frame);
	state->pc = frame.pc;
	state->sp = key;
}

/* The function that REGS interrupted, and its caller if that is not on the stack. False: user
 * space. */
static bool add_interrupted(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			    uint64_t regs)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND, .interrupted = true};
	uint64_t msr, at, lr, r1;

	if (!member(ctx, regs, PK_R_pt_regs_msr, &msr) || (msr & MSR_PR) ||
	    !member(ctx, regs, PK_R_pt_regs_ip, &frame.pc) || !gpr(ctx, regs, R1, &r1) ||
	    pk_row_offset(ctx, PK_R_pt_regs_ip, &at) != PK_OK)
		return false;
	frame.slot = regs + at;
	if (!pk_stack_function_at(ctx, frame.pc, false, &frame.func))
		frame.func = frame.pc; /* a BPF program */
	pk_stack_saved_add(image, regs, frame.pc, r1);
	pk_stack_frame_add(image, &frame);
	state->pc = frame.pc;
	state->sp = r1;
	if (member(ctx, regs, PK_R_pt_regs_link, &lr) &&
	    pk_row_offset(ctx, PK_R_pt_regs_link, &at) == PK_OK)
		add_caller_in_lr(ctx, image, state, lr, regs + at);
	return true;
}

static enum pk_status add_frame(struct pk_ctx *ctx, struct pk_stack_image *image,
				struct state *state, uint64_t back)
{
	struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND, .slot = back + LR_SAVE};
	enum pk_status status = pk_read_ptr(ctx, frame.slot, &frame.pc);

	if (status != PK_OK)
		return status;
	frame.pc = image->true_return(ctx, image, back, frame.pc, &state->nth);
	if (!pk_stack_function_at(ctx, frame.pc, after_call(ctx, frame.pc), &frame.func))
		frame.func = frame.pc; /* a trampoline or a BPF program */
	pk_stack_frame_add(image, &frame);
	state->pc = frame.pc;
	state->sp = back;
	return PK_OK;
}

static enum pk_status unwind(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp)
{
	struct state state = {.pc = image->regs.ip, .sp = image->regs.sp};
	unsigned switches = 0;

	add_caller_in_lr(ctx, image, &state, image->regs.lr, 0);
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		uint64_t back, regs = marked_regs(ctx, state.sp), from = state.sp;
		enum pk_status status = pk_read_ptr(ctx, from, &back);

		*ret_sp = from;
		if (status != PK_OK)
			return status;
		if (!back) /* the start of a thread */
			return PK_OK;
		if (regs && !add_interrupted(ctx, image, &state, regs))
			return PK_OK;
		if (!pk_stack_advances(image, from, back, &switches))
			return pk_fail(ctx, PK_CORRUPT,
				       "CPU %d: unwinding leaves the stack at %llx", image->cpu,
				       (unsigned long long)back);
		if (!regs)
			status = add_frame(ctx, image, &state, back);
		if (status != PK_OK)
			return status;
	}
	return pk_none(ctx, PK_LIMIT);
}

static uint64_t outer_sp(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	uint64_t sp = image->has_regs ? image->regs.sp : 0;

	for (int steps = 0; steps < MAX_STEPS; steps++) {
		struct pk_stack_region *region = pk_stack_region_of(image, sp);

		if (!region)
			return 0;
		if (!region->in_use)
			return sp;
		if (pk_read_ptr(ctx, sp, &sp) != PK_OK)
			return 0;
	}
	return 0;
}

/* gpr[32], nip, msr: r1 is on one of our stacks or at its end, and msr is the kernel's. ftrace
 * leaves msr 0 unless somebody wants all registers. */
static bool saved_regs(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
		       uint64_t *ret_regs)
{
	const struct pk_stack_word *words = image->words + index;
	uint64_t at, r1, msr;

	if (index + 1 >= image->nr_words || !pk_has(ctx, PK_R_pt_regs_ip) ||
	    pk_row_offset(ctx, PK_R_pt_regs_ip, &at) != PK_OK ||
	    words[1].slot != words[0].slot + ctx->target->facts.word_size)
		return false;
	msr = words[1].word;
	if ((msr && !(msr & MSR_SF)) || (msr & MSR_PR) || !gpr(ctx, words[0].slot - at, R1, &r1) ||
	    !pk_stack_region_of(image, r1 - 8))
		return false;
	*ret_regs = words[0].slot - at;
	return true;
}

/* The upper half of the machine state is the same in the kernel and in user space. */
static bool stack_word(struct pk_ctx *ctx, uint64_t word)
{
	(void)ctx;
	return word == REGSHERE || word == REGS || word >> 32 == MSR_SF >> 32;
}

/* The caller's r1. */
static uint64_t return_key(struct pk_ctx *ctx, uint64_t slot)
{
	(void)ctx;
	return slot - LR_SAVE;
}

static const enum pk_row_id arg_rows[] = {PK_R_pt_regs_regs};

static const char *const task_entries[] = {"system_call_exception", "system_call_common*",
					   "system_call_vectored_common*", NULL};
static const char *const interrupts[] = {"hardware_interrupt_common*",
					 "h_virt_irq_common*",
					 "decrementer_common*",
					 "doorbell_super_common*",
					 "h_doorbell_common*",
					 "do_IRQ",
					 "__do_IRQ",
					 "timer_interrupt",
					 "doorbell_exception",
					 NULL};
static const char *const breakpoints[] = {"program_check_common*", "program_check_exception",
					  "do_program_check",	   "kprobe_handler",
					  "kprobe_post_handler",   NULL};
static const char *const stops[] = {"nmi_stop_this_cpu", "stop_this_cpu", "crash_ipi_callback",
				    "smp_handle_nmi_ipi", NULL};
static const char *const exceptions[] = {
	"program_check_*",	"do_program_check",    "data_access_*",
	"instruction_access_*", "do_page_fault",       "___do_page_fault",
	"__do_page_fault*",	"hash__do_page_fault", "bad_page_fault",
	"__bad_page_fault",	"system_reset_*",      "machine_check_*",
	"alignment_*",		"unrecoverable_*",     NULL,
};

const struct pk_arch pk_arch_ppc64le = {
	.machine = "ppc64le",
	.site_size = 4,
	.site = site,
	.veneer = veneer,
	.entry_size = 12,
	.entry_short = 8,
	.entry_name = "addis r2, addi r2, mflr r0",
	.entry = entry,
	.ops_literal = ops_literal,
	.opcode_size = 4,
	.references = references,
	.arg_rows = arg_rows,
	.nr_arg_rows = 1,
	.array_args = 8,
	.arg_first = 3,
	.callee_saved = 2 + 18, /* CR and the back chain lie between */
	.user_end = 1ull << 52,
	.kernel_begin = 0xc000000000000000,
	.kernel_top = 0xc00,
	.linear_base = 0xc000000000000000,
	.translate = pk_ppc64_translate,
	.regions = regions,
	.outer_sp = outer_sp,
	.after_call = after_call,
	.saved_regs = saved_regs,
	.unwind = unwind,
	.stack_word = stack_word,
	.return_key = return_key,
	.task_entries = task_entries,
	.interrupts = interrupts,
	.breakpoints = breakpoints,
	.stops = stops,
	.exceptions = exceptions,
};
