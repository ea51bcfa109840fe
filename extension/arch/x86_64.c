// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "arch/arch.h"
#include "arch/x86_64.h"
#include "core/kit.h"
#include "core/reader.h"

#define KERNEL_CS 0x10

/*
 * Five bytes, after endbr64 where the kernel has IBT:
 *
 *   0f 1f 44 00 00   nop, since 5.12 the only one; before, the CPU's ideal one of three
 *   e8 rel32         call
 *   e9 rel32         jump
 *   cc ..            breakpoint
 */
static uint64_t rel32_target(uint64_t addr, const uint8_t *bytes)
{
	uint32_t rel = bytes[1] | bytes[2] << 8 | bytes[3] << 16 | (uint32_t)bytes[4] << 24;

	return addr + 5 + (uint64_t)(int64_t)(int32_t)rel;
}

static struct pk_site site(uint64_t addr, const uint8_t *bytes)
{
	static const uint8_t nops[][5] = {
		{0x0f, 0x1f, 0x44, 0x00, 0x00}, /* P6 nop5 */
		{0x66, 0x66, 0x66, 0x66, 0x90}, /* K8 */
		{0x66, 0x66, 0x66, 0x90, 0x90}, /* K8, atomic form */
		{0x3e, 0x8d, 0x74, 0x26, 0x00}, /* generic lea */
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(nops); i++)
		if (!memcmp(bytes, nops[i], sizeof(nops[i])))
			return (struct pk_site){.kind = PK_SITE_NOP};
	switch (bytes[0]) {
	case 0xe8:
		return (struct pk_site){PK_SITE_CALL, rel32_target(addr, bytes)};
	case 0xe9:
		return (struct pk_site){PK_SITE_JUMP, rel32_target(addr, bytes)};
	case 0xcc:
		return (struct pk_site){.kind = PK_SITE_BREAKPOINT};
	}
	return (struct pk_site){.kind = PK_SITE_OTHER};
}

/*
 *   f3 0f 1e fa   endbr64
 *   66 0f 1f 00   sealed at boot, for nothing jumps there (6.12)
 *   0f 1f 40 d6   the same (7.2)
 */
static bool entry(const uint8_t *bytes, size_t len)
{
	static const uint8_t forms[][4] = {
		{0xf3, 0x0f, 0x1e, 0xfa}, {0x66, 0x0f, 0x1f, 0x00}, {0x0f, 0x1f, 0x40, 0xd6}};

	return pk_any(PK_ARRAY_SIZE(forms), i,
		      len == sizeof(forms[i]) && !memcmp(bytes, forms[i], len));
}

static void irq_region(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t percpu)
{
	uint64_t base, top, size;

	if (pk_has(ctx, PK_R_pcpu_hot) && pk_has(ctx, PK_R_pcpu_hot_irq_stack)) {
		if (pk_row_value(ctx, PK_R_pcpu_hot, &base) != PK_OK ||
		    pk_member_uint(ctx, base + percpu, PK_R_pcpu_hot_irq_stack, &top) != PK_OK)
			return;
	} else if (!pk_has(ctx, PK_R_irq_stack_ptr) ||
		   pk_row_value(ctx, PK_R_irq_stack_ptr, &base) != PK_OK ||
		   pk_read_ptr(ctx, base + percpu, &top) != PK_OK) {
		return;
	}
	if (!top || !pk_has(ctx, PK_R_irq_stack_size) ||
	    pk_row_value(ctx, PK_R_irq_stack_size, &size) != PK_OK || size > top)
		return;
	/* The pointer is the top, or a word or a cache line below it. */
	top = (top + 4095) & ~4095ull;
	pk_stack_region_add(image, top - size, top, "irq");
}

static void exception_regions(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t percpu)
{
	static const struct {
		enum pk_row_id row;
		const char *kind;
	} stacks[] = {{PK_R_exception_stack_nmi, "nmi"},
		      {PK_R_exception_stack_db, "debug"},
		      {PK_R_exception_stack_df, "double fault"},
		      {PK_R_exception_stack_mce, "machine check"}};
	uint64_t base;

	if (!pk_has(ctx, PK_R_cea_exception_stacks) ||
	    pk_row_value(ctx, PK_R_cea_exception_stacks, &base) != PK_OK ||
	    pk_read_ptr(ctx, base + percpu, &base) != PK_OK || !base)
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(stacks); i++) {
		const struct pk_row_value *row = pk_layout_get(ctx, stacks[i].row);
		uint64_t low = base + row->member.offset;

		if (row->state == PK_ROW_FOUND)
			pk_stack_region_add(image, low, low + row->member.size, stacks[i].kind);
	}
}

static void regions(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	uint64_t percpu;

	if (pk_percpu_offset(ctx, image->cpu, &percpu) != PK_OK)
		return;
	irq_region(ctx, image, percpu);
	exception_regions(ctx, image, percpu);
}

/*
 * call rel32		e8 d d d d
 * call *reg		ff d0..d7, 41 ff d0..d7
 * call *disp8(reg)	[41] ff 50..57 d	(54: a SIB byte follows)
 * call *disp32(reg)	[41] ff 90..97 d d d d
 * call *(rip), *mem	ff 15 d d d d, ff 14 sib [d d d d]
 */
static bool after_call(struct pk_ctx *ctx, uint64_t pc)
{
	uint8_t bytes[8];
	const uint8_t *end = bytes + sizeof(bytes);

	if (pk_read(ctx, pc - sizeof(bytes), bytes, sizeof(bytes)) != PK_OK)
		return true;
	if (end[-5] == 0xe8)
		return true;
	for (int len = 2; len <= 7; len++) {
		const uint8_t *at = end - len;
		uint8_t mod = at[1] >> 6, rm = at[1] & 7;
		int size = 2 + (mod != 3 && rm == 4) + (mod == 1 ? 1 : 0) +
			   (mod == 2 || (mod == 0 && rm == 5) ? 4 : 0);

		if (at[0] != 0xff || (at[1] >> 3 & 7) != 2)
			continue;
		if (mod == 0 && rm == 4 && (at[2] & 7) == 5)
			size += 4;
		if (size == len)
			return true;
	}
	return false;
}

/* ip, cs, flags, sp, ss end struct pt_regs: cs is the kernel's, and sp is on one of our stacks. */
static bool saved_regs(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
		       uint64_t *ret_regs)
{
	const struct pk_stack_word *words = image->words + index;
	uint64_t ip;

	if (index + 4 >= image->nr_words || words[4].slot != words[0].slot + 32 ||
	    words[1].word != KERNEL_CS || !(words[2].word & 2) || words[2].word >> 22 ||
	    words[4].word > 0xffff || !pk_stack_region_of(image, words[3].word - 8) ||
	    !pk_has(ctx, PK_R_pt_regs_ip) || pk_row_offset(ctx, PK_R_pt_regs_ip, &ip) != PK_OK)
		return false;
	*ret_regs = words[0].slot - ip;
	return true;
}

static const enum pk_row_id arg_rows[] = {PK_R_pt_regs_di, PK_R_pt_regs_si, PK_R_pt_regs_dx,
					  PK_R_pt_regs_cx, PK_R_pt_regs_r8, PK_R_pt_regs_r9};

static const char *const task_entries[] = {
	"do_syscall_64",
	"do_int80_syscall_32",
	"do_int80_emulation",
	"do_fast_syscall_32",
	"__do_fast_syscall_32",
	"syscall_exit_to_user_mode",
	"irqentry_exit_to_user_mode",
	"entry_SYSCALL*",
	"entry_INT80*",
	NULL,
};
static const char *const interrupts[] = {
	"asm_common_interrupt*",
	"common_interrupt*",
	"asm_sysvec_*",
	"do_IRQ*",
	"smp_apic_timer_interrupt*",
	NULL,
};
static const char *const breakpoints[] = {"asm_exc_int3", "exc_int3", "do_int3", "int3", NULL};
static const char *const stops[] = {
	"asm_sysvec_reboot*",
	"sysvec_reboot",
	"__sysvec_reboot",
	"reboot_interrupt",
	"smp_reboot_interrupt",
	"stop_this_cpu",
	NULL,
};
static const char *const exceptions[] = {
	"asm_exc_*",
	"exc_*",
	"end_repeat_nmi",
	"nmi",
	"nmi_handle",
	"do_nmi",
	"default_do_nmi",
	"do_user_addr_fault",
	"do_kern_addr_fault",
	"bad_area*",
	"__bad_area*",
	"kernelmode_fixup_or_oops",
	"do_error_trap",
	"do_trap",
	"do_trap_no_signal",
	"handle_bug",
	"page_fault",
	"async_page_fault",
	"do_page_fault",
	"__do_page_fault",
	"do_async_page_fault",
	"general_protection",
	"do_general_protection",
	"invalid_op",
	"do_invalid_op",
	"error_entry",
	NULL,
};

/* Calls and jumps are 32-bit distances from their own end; image addresses are 32 bits,
 * sign-extended. */
static unsigned references(uint64_t addr, const uint8_t *bytes, uint64_t *targets)
{
	uint64_t value = (uint64_t)(int32_t)(bytes[0] | bytes[1] << 8 | bytes[2] << 16 |
					     (uint32_t)bytes[3] << 24);

	targets[0] = addr + 4 + value;
	targets[1] = value;
	return 2;
}

/* __switch_to_asm() leaves a struct inactive_task_frame (4.9); __unwind_start() begins after it. */
static enum pk_status sleeping(struct pk_ctx *ctx, const struct pk_task *task,
			       struct pk_regs *ret_regs)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_regs regs = {0};
	uint64_t size = pk_value(&r, PK_R_inactive_frame_size);

	regs.fp = pk_member(&r, task->sp, PK_R_inactive_frame_bp);
	regs.ip = pk_member(&r, task->sp, PK_R_inactive_frame_ret);
	regs.sp = task->sp + size;
	if (pk_ok(&r))
		*ret_regs = regs;
	return r.status;
}

/* Whether OPCODE, after 0f if TWO, is followed by a ModRM byte. */
static bool has_modrm(uint8_t opcode, bool two)
{
	if (two)
		return (opcode >= 0x10 && opcode < 0x30) || (opcode >= 0x40 && opcode < 0x77) ||
		       (opcode >= 0x90 && opcode < 0xa0) || (opcode & 0xf6) == 0xa4 ||
		       (opcode >= 0xab && opcode < 0xc8) || opcode >= 0xd0 || opcode == 0x0d;
	return (opcode < 0x40 && (opcode & 7) < 4) || opcode == 0x63 || opcode == 0x69 ||
	       opcode == 0x6b || (opcode >= 0x80 && opcode < 0x90) || (opcode & 0xfe) == 0xc0 ||
	       (opcode & 0xfe) == 0xc6 || (opcode >= 0xd0 && opcode < 0xd4) ||
	       (opcode & 0xf6) == 0xf6;
}

static int64_t displacement(const uint8_t *bytes, unsigned size)
{
	if (size == 1)
		return (int8_t)bytes[0];
	return size ? (int32_t)(bytes[0] | bytes[1] << 8 | bytes[2] << 16 |
				(uint32_t)bytes[3] << 24)
		    : 0;
}

static const char *const register_names[] = {"RAX", "RCX", "RDX", "RBX", "RSP", "RBP",
					     "RSI", "RDI", "R08", "R09", "R10", "R11",
					     "R12", "R13", "R14", "R15"};

/* Reads ModRM at CODE and what follows. REX has the fourth bits of the registers' numbers. Returns the first byte behind it; NULL:
 * another form. */
static const uint8_t *modrm(const uint8_t *code, const uint8_t *end, uint8_t rex,
			    struct pk_operand *ret_operand)
{
	struct pk_operand found = {.base = ""};
	unsigned mod, base, index = 4, size;

	if (code >= end)
		return NULL;
	mod = *code >> 6;
	base = *code++ & 7;
	if (mod == 3)
		return NULL;
	if (base == 4) {
		if (code >= end)
			return NULL;
		index = (*code >> 3 & 7) | (rex & 2) << 2;
		base = *code++ & 7;
	}
	if (mod == 0 && base == 5) /* behind the instruction, or no base */
		return NULL;
	size = mod == 1 ? 1 : mod == 2 ? 4 : 0;
	if (end - code < (int)size)
		return NULL;
	found.offset = displacement(code, size);
	memcpy(found.base, register_names[base | (rex & 1) << 3], sizeof(found.base));
	if (index != 4)
		memcpy(found.index, register_names[index], sizeof(found.index));
	*ret_operand = found;
	return code + size;
}

/* Prefixes, REX, the opcode, ModRM. Not: VEX, and what is relative to a segment or the instruction. */
static bool operand(const uint8_t *code, size_t len, struct pk_operand *ret_operand)
{
	static const uint8_t prefixes[] = {0x66, 0xf0, 0xf2, 0xf3, 0x2e, 0x36, 0x3e, 0x26};
	const uint8_t *end = code + len;
	uint8_t rex = 0;
	bool two;

	while (code < end && memchr(prefixes, *code, sizeof(prefixes)))
		code++;
	if (code < end && (*code & 0xf0) == 0x40)
		rex = *code++;
	two = code < end && *code == 0x0f;
	code += two;
	if (code >= end || !has_modrm(*code, two))
		return false;
	return modrm(code + 1, end, rex, ret_operand) != NULL;
}

/* mov 0x28(%rdi),%rax: REX.W, 8b, ModRM. */
static bool load(const uint8_t *code, size_t len, char reg[4], struct pk_operand *ret_from)
{
	const uint8_t *end = code + len;

	for (size_t size = 3; size <= 8 && size <= len; size++) {
		const uint8_t *at = end - size;

		if ((at[0] & 0xf8) != 0x48 || at[1] != 0x8b ||
		    modrm(at + 2, end, at[0], ret_from) != end)
			continue;
		memcpy(reg, register_names[(at[2] >> 3 & 7) | (at[0] & 4) << 1], 4);
		return true;
	}
	return false;
}

const struct pk_arch pk_arch_x86_64 = {
	.machine = "x86_64",
	.site_size = 5,
	.site = site,
	.entry_size = 4,
	.entry_name = "endbr64",
	.entry = entry,
	.opcode_size = 1,
	.references = references,
	.operand = operand,
	.load = load,
	.trampoline_ops = 8,
	.arg_rows = arg_rows,
	.nr_arg_rows = PK_ARRAY_SIZE(arg_rows),
	.callee_saved = 6,
	.user_end = PK_X86_64_USER_END,
	.kernel_begin = 1ull << 63,
	.kernel_top = 0xfff,
	.kasan_shadows = {0xdffffc0000000000},
	.text_map = 0xffffffff80000000,
	.text_map_size = 1ull << 30,
	.direct_map = "page_offset_base",
	.regions = regions,
	.after_call = after_call,
	.saved_regs = saved_regs,
	.unwind = pk_x86_64_unwind,
	.sleeping = sleeping,
	.task_entries = task_entries,
	.interrupts = interrupts,
	.breakpoints = breakpoints,
	.stops = stops,
	.exceptions = exceptions,
};
