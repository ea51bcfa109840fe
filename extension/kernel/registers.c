// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/registers.h"

#include <string.h>
#include <strings.h>

#include "core/kit.h"

static bool is_name(const char *name, size_t len, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == len && !strncasecmp(name, *names, len))
			return true;
	return false;
}

void pk_regs_take(struct pk_regs *regs, const char *name, size_t len, uint64_t value)
{
	static const char *const ips[] = {"RIP", "EIP", "PC", "NIP", NULL};
	static const char *const sps[] = {"RSP", "ESP", "SP", "GPR1", "R1", NULL};
	static const char *const fps[] = {"RBP", "EBP", "X29", "FP", NULL};
	static const char *const lrs[] = {"X30", "LR", NULL};
	static const char *const others[] = {
		"RFLAGS", "EFLAGS", "CS",	"SS",	 "DS",	"ES",  "FS",  "GS",
		"PSTATE", "CPU",    "ORIG_RAX", "MSR",	 "OR3", "CTR", "XER", "CCR",
		"SOFTE",  "TRAP",   "DAR",	"DSISR", "RES", NULL};

	if (is_name(name, len, others) || (len == 3 && !strncasecmp(name, "CR", 2)))
		return;
	if (is_name(name, len, ips))
		regs->ip = value;
	if (is_name(name, len, sps))
		regs->sp = value;
	if (is_name(name, len, fps))
		regs->fp = value;
	if (is_name(name, len, lrs))
		regs->lr = value;
	if (regs->nr_gpr < PK_ARRAY_SIZE(regs->gpr))
		regs->gpr[regs->nr_gpr++] = value;
}
