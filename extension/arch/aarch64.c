// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/arch.h"

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

/* bl; adrp with the add behind it that makes an address of the page. */
static unsigned references(uint64_t addr, const uint8_t *bytes, uint64_t *targets)
{
	uint32_t insn = insn_of(bytes), next = insn_of(bytes + 4);
	int64_t pages;

	if (addr % 4)
		return 0;
	if ((insn & 0xfc000000) == 0x94000000) {
		*targets = imm26_target(addr, insn);
		return 1;
	}
	if ((insn & 0x9f000000) != 0x90000000 || (next & 0xffc00000) != 0x91000000 ||
	    (next >> 5 & 31) != (insn & 31))
		return 0;
	pages = (int64_t)((uint64_t)((insn >> 5 & 0x7ffff) << 2 | (insn >> 29 & 3)) << 43) >> 43;
	*targets = (addr & ~0xfffull) + ((uint64_t)pages << 12) + (next >> 10 & 0xfff);
	return 1;
}

static const enum pk_row_id arg_rows[] = {PK_R_pt_regs_regs};

static const char *const task_entries[] = {"el0_svc_common", "invoke_syscall",
					   "el0t_64_sync_handler", NULL};
static const char *const interrupts[] = {"el1_irq*", "el1h_64_irq*", "el0_irq*", "gic_handle_irq*",
					 NULL};
static const char *const breakpoints[] = {"brk_handler", "el1_dbg", NULL};
static const char *const stops[] = {"ipi_cpu_stop", "ipi_cpu_crash_stop", "local_cpu_stop",
				    "cpu_crash_stop", NULL};
static const char *const exceptions[] = {
	"el1h_64_sync*",	"el1_sync",	     "el1_abort",   "el1_da", "do_mem_abort",
	"do_translation_fault", "__do_kernel_fault", "do_bad_area", NULL,
};

/* Its stacks are not understood yet: no regions. */
const struct pk_arch pk_arch_aarch64 = {
	.machine = "aarch64",
	.site_size = 4,
	.site = site,
	.opcode_size = 4,
	.references = references,
	.arg_rows = arg_rows,
	.nr_arg_rows = 1,
	.args_in_array = true,
	.callee_saved = 10,
	.user_end = 1ull << 52,
	.kernel_begin = 1ull << 63,
	.task_entries = task_entries,
	.interrupts = interrupts,
	.breakpoints = breakpoints,
	.stops = stops,
	.exceptions = exceptions,
};
