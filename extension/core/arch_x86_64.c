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

const struct pk_arch pk_arch_x86_64 = {
	.machine = "x86_64",
	.site_size = 5,
	.site = site,
	.trampoline_ops = 8,
};
