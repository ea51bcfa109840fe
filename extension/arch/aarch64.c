// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "arch/private.h"
#include "core/kit.h"

/*
 * One instruction, little-endian also on big-endian kernels:
 *
 *   d503201f         nop
 *   94xxxxxx..97..   bl imm26
 *   14xxxxxx..17..   b imm26
 *   d4200080         brk #4, the kprobe's
 */
static uint64_t imm26_target(uint64_t addr, uint32_t insn)
{
	int64_t words = (int64_t)((uint64_t)insn << 38) >> 38;

	return addr + (uint64_t)(words * 4);
}

static uint32_t insn_of(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static struct pk_site site(uint64_t addr, const uint8_t *bytes)
{
	uint32_t insn = insn_of(bytes);

	if (insn == 0xd503201f)
		return (struct pk_site){.kind = PK_SITE_NOP};
	if (insn == 0xd4200080)
		return (struct pk_site){.kind = PK_SITE_BREAKPOINT};
	if ((insn & 0xfc000000) == 0x94000000)
		return (struct pk_site){PK_SITE_CALL, imm26_target(addr, insn)};
	if ((insn & 0xfc000000) == 0x14000000)
		return (struct pk_site){PK_SITE_JUMP, imm26_target(addr, insn)};
	return (struct pk_site){.kind = PK_SITE_OTHER};
}

/*
 *   aa1e03e9   mov x9, x30	before the patch site, from the kernel's start on
 *   d503201f   nop		what stood there when it was linked: of a function that is never patched
 */
static bool entry(const uint8_t *bytes, size_t len)
{
	uint32_t insn = insn_of(bytes);

	return len == 4 && (insn == 0xaa1e03e9 || insn == 0xd503201f);
}

/* ftrace_call_adjust(): two no-ops before the function, aligned; it may start with bti c. */
static uint64_t ops_literal(uint64_t ip, const struct pk_site *site)
{
	(void)site;
	return (ip - 12) & ~7ull;
}

/* The address that adrp at ADDR and the add after it put in register *RET_REG; 0 if it is other
 * code. */
static uint64_t adrp_add(uint64_t addr, const uint8_t *bytes, unsigned *ret_reg)
{
	uint32_t insn = insn_of(bytes), next = insn_of(bytes + 4);
	int64_t pages;

	*ret_reg = insn & 31;
	if ((insn & 0x9f000000) != 0x90000000 || (next & 0xffc00000) != 0x91000000 ||
	    (next >> 5 & 31) != *ret_reg)
		return 0;
	pages = (int64_t)((uint64_t)((insn >> 5 & 0x7ffff) << 2 | (insn >> 29 & 3)) << 43) >> 43;
	return (addr & ~0xfffull) + ((uint64_t)pages << 12) + (next >> 10 & 0xfff);
}

/* A veneer, which modules call if the kernel may be out of bl's range: adrp x16; add x16, x16; br
 * x16. */
static uint64_t veneer(struct pk_ctx *ctx, uint64_t addr)
{
	uint8_t bytes[12];
	unsigned reg;
	uint64_t target;

	if (pk_read_quietly(ctx, addr, bytes, sizeof(bytes)) != PK_OK)
		return 0;
	target = adrp_add(addr, bytes, &reg);
	return reg == 16 && insn_of(bytes + 8) == 0xd61f0200 ? target : 0;
}

/* b, bl, or adrp with the add that completes the address. */
static unsigned references(uint64_t addr, const uint8_t *bytes, uint64_t *targets)
{
	uint32_t insn = insn_of(bytes);
	unsigned reg;

	if (addr % 4)
		return 0;
	if ((insn & 0x7c000000) == 0x14000000) {
		*targets = imm26_target(addr, insn);
		return 1;
	}
	*targets = adrp_add(addr, bytes, &reg);
	return *targets != 0;
}

#define VMCOREINFO 4096 /* bytes; one page, whatever the kernel's page size */
#define SIGNATURE "NUMBER(KERNELPACMASK)="
#define ADDRESS_BITS 36 /* the fewest that a kernel has */

/* Bits of a return address that pointer authentication uses, as the kernel tells debuggers; 0 if
 * unused or unknown. */
static uint64_t signature(struct pk_ctx *ctx)
{
	char text[VMCOREINFO + 1];
	const char *line;
	uint64_t data, mask;

	if (!pk_has(ctx, PK_R_vmcoreinfo_data) ||
	    pk_row_value(ctx, PK_R_vmcoreinfo_data, &data) != PK_OK ||
	    pk_read_ptr(ctx, data, &data) != PK_OK || !data ||
	    pk_read_quietly(ctx, data, text, VMCOREINFO) != PK_OK)
		return 0;
	text[VMCOREINFO] = '\0';
	line = strstr(text, SIGNATURE);
	mask = line ? strtoull(line + strlen(SIGNATURE), NULL, 16) : 0;
	return mask << (64 - ADDRESS_BITS) ? 0 : mask;
}

static bool stack_word(struct pk_ctx *ctx, uint64_t word)
{
	uint64_t func;

	return pk_aarch64_in_kernel(word) ||
	       (word >> 55 & 1 && pk_stack_function_at(ctx, word | signature(ctx), true, &func));
}

/* Each is as large as a task's stack, except the overflow stack, which is per-CPU memory itself. */
static void regions(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	static const struct {
		enum pk_row_id row;
		const char *kind;
		uint64_t size; /* 0: of a task's; else per-CPU memory */
	} stacks[] = {{PK_R_irq_stack_ptr, "irq", 0},
		      {PK_R_overflow_stack, "overflow", 4096},
		      {PK_R_sdei_stack_normal, "sdei", 0},
		      {PK_R_sdei_stack_critical, "sdei critical", 0}};
	uint64_t percpu, base;

	image->signature = signature(ctx);
	if (pk_percpu_offset(ctx, image->cpu, &percpu) != PK_OK)
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(stacks); i++) {
		uint64_t size = stacks[i].size ? stacks[i].size : image->task.stack_size;

		if (!pk_has(ctx, stacks[i].row) || pk_row_value(ctx, stacks[i].row, &base) != PK_OK)
			continue;
		base += percpu;
		if (!stacks[i].size && (pk_read_ptr(ctx, base, &base) != PK_OK || !base))
			continue;
		pk_stack_region_add(image, base, base + size, stacks[i].kind);
	}
}

static const enum pk_row_id arg_rows[] = {PK_R_pt_regs_regs};

static const char *const task_entries[] = {"el0_svc_common", "invoke_syscall",
					   "el0t_64_sync_handler", NULL};
static const char *const interrupts[] = {"el1_irq*", "el1h_64_irq*", "el0_irq*", "gic_handle_irq*",
					 NULL};
static const char *const breakpoints[] = {
	"el1_dbg",
	"el1_brk64",
	"do_el1_brk64",
	"do_debug_exception",
	"brk_handler",
	"call_break_hook",
	"kprobe_breakpoint_handler",
	"single_step_handler",
	"kprobe_breakpoint_ss_handler",
	NULL,
};
static const char *const stops[] = {"ipi_cpu_stop", "ipi_cpu_crash_stop", "local_cpu_stop",
				    "cpu_crash_stop", NULL};
static const char *const exceptions[] = {
	"el1h_64_sync*",	"el1_sync",	     "el1_abort",   "el1_da", "do_mem_abort",
	"do_translation_fault", "__do_kernel_fault", "do_bad_area", NULL,
};

/* cpu_switch_to() */
static enum pk_status sleeping(struct pk_ctx *ctx, const struct pk_task *task,
			       struct pk_regs *ret_regs)
{
	struct pk_regs regs = {.sp = task->sp};
	enum pk_status status = pk_member_uint(ctx, task->addr, PK_R_task_fp, &regs.fp);

	if (status == PK_OK)
		status = pk_member_uint(ctx, task->addr, PK_R_task_pc, &regs.ip);
	if (status == PK_OK)
		*ret_regs = regs;
	return status;
}

/*
 * Loads and stores: Rn in bits 9:5 is the base.
 *
 *   xx11 1x01 ..imm12.. Rn Rt	[Xn, #imm12 << size]
 *   xx11 1x00 0imm9  00 Rn Rt	[Xn, #imm9]; 01: [Xn], #imm9; 11: [Xn, #imm9]!
 *   xx11 1x00 1      00 Rn Rt	[Xn], LSE atomics
 *   xx10 1x0. ..imm7..  Rn Rt	pairs: [Xn, #imm7 << size]; 001: [Xn], #imm
 *   xx00 1000 ..        Rn Rt	[Xn], exclusive and ordered ones
 */
static bool operand(const uint8_t *code, size_t len, struct pk_operand *ret_operand)
{
	struct pk_operand found = {.base = ""};
	uint32_t insn = len == 4 ? insn_of(code) : 0;
	unsigned size = insn >> 30, mode = insn >> 10 & 3;
	bool vector = insn >> 26 & 1;

	if ((insn & 0x3b000000) == 0x39000000) {
		found.offset = (int64_t)(insn >> 10 & 0xfff)
			       << (vector && insn & 0x800000 ? size + 4 : size);
	} else if ((insn & 0x3b000000) == 0x38000000) {
		if (insn & 1 << 21 && mode)
			return false;
		if (!(insn & 1 << 21) && mode != 1)
			found.offset = (int32_t)(insn << 11) >> 23;
	} else if ((insn & 0x3a000000) == 0x28000000) {
		if ((insn >> 23 & 3) != 1)
			found.offset = (int64_t)((int32_t)(insn << 10) >> 25) *
				       (vector ? 4 << size : 4 << (size >> 1));
	} else if ((insn & 0x3f000000) != 0x08000000) {
		return false;
	}
	if ((insn >> 5 & 31) == 31)
		return false;
	snprintf(found.base, sizeof(found.base), "x%u", insn >> 5 & 31);
	*ret_operand = found;
	return true;
}

/* ldr Xt, [Xn, #imm12 << 3] */
static bool load(const uint8_t *code, size_t len, char reg[4], struct pk_operand *ret_from)
{
	uint32_t insn = len && !(len % 4) ? insn_of(code + len - 4) : 0;

	if ((insn & 0xffc00000) != 0xf9400000 || (insn & 31) == 31)
		return false;
	snprintf(reg, 4, "x%u", insn & 31);
	return operand(code + len - 4, 4, ret_from);
}

const struct pk_arch pk_arch_aarch64 = {
	.machine = "aarch64",
	.site_size = 4,
	.site = site,
	.veneer = veneer,
	.entry_size = 4,
	.entry_name = "mov x9, x30",
	.entry = entry,
	.ops_literal = ops_literal,
	.opcode_size = 4,
	.references = references,
	.operand = operand,
	.load = load,
	.arg_rows = arg_rows,
	.nr_arg_rows = 1,
	.array_args = 8,
	.callee_saved = 10,
	.tag_shift = 56,
	.user_end = 1ull << 52,
	.follows_user = true, /* newer kernels do not; which, no symbol tells */
	.kernel_begin = 1ull << 63,
	.kernel_top = 0xfff,
	.kasan_shadows = {0xdfff800000000000, 0xdfffc00000000000, 0xdffffe0000000000,
			  0xdfffffc000000000},
	.record_first = true,
	.regions = regions,
	.outer_sp = pk_aarch64_outer_sp,
	.after_call = pk_aarch64_after_call,
	.saved_regs = pk_aarch64_saved_regs,
	.unwind = pk_aarch64_unwind,
	.sleeping = sleeping,
	.stack_word = stack_word,
	.return_key = pk_aarch64_return_key,
	.task_entries = task_entries,
	.interrupts = interrupts,
	.breakpoints = breakpoints,
	.stops = stops,
	.exceptions = exceptions,
};
