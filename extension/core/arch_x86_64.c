// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "core/arch.h"

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

	for (size_t i = 0; i < sizeof(nops) / sizeof(nops[0]); i++)
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
static bool entry(const uint8_t *bytes)
{
	static const uint8_t forms[][4] = {
		{0xf3, 0x0f, 0x1e, 0xfa}, {0x66, 0x0f, 0x1f, 0x00}, {0x0f, 0x1f, 0x40, 0xd6}};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (!memcmp(bytes, forms[i], sizeof(forms[i])))
			return true;
	return false;
}

static const enum pk_row_id arg_rows[] = {PK_R_pt_regs_di, PK_R_pt_regs_si, PK_R_pt_regs_dx,
					  PK_R_pt_regs_cx, PK_R_pt_regs_r8, PK_R_pt_regs_r9};

const struct pk_arch pk_arch_x86_64 = {
	.machine = "x86_64",
	.site_size = 5,
	.site = site,
	.entry_size = 4,
	.entry = entry,
	.trampoline_ops = 8,
	.arg_rows = arg_rows,
	.nr_arg_rows = sizeof(arg_rows) / sizeof(arg_rows[0]),
};
