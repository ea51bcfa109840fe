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

#define PSW_PSTATE (1ull << 48)

/* r14 and r15 are plain registers of x86-64, and r1 is ppc64's stack pointer: these names are s390x's alone. */
static void take_s390x(struct pk_regs *regs, const char *name, size_t len, uint64_t value)
{
	static const char *const masks[] = {"PSWM", NULL}, *const ips[] = {"PSWA", NULL};
	static const char *const sps[] = {"R15", NULL}, *const lrs[] = {"R14", NULL};

	if (is_name(name, len, masks))
		regs->in_user = value & PSW_PSTATE;
	else if (is_name(name, len, ips))
		regs->ip = value;
	if (*name != 'r' && *name != 'R')
		return;
	if (is_name(name, len, sps))
		regs->sp = value;
	if (is_name(name, len, lrs))
		regs->lr = value;
	if (regs->nr_gpr < PK_ARRAY_SIZE(regs->gpr))
		regs->gpr[regs->nr_gpr++] = value;
}

void pk_regs_take(struct pk_regs *regs, const char *machine, const char *name, size_t len,
		  uint64_t value)
{
	static const char *const ips[] = {"RIP", "EIP", "PC", "NIP", NULL};
	static const char *const sps[] = {"RSP", "ESP", "SP", "GPR1", "R1", NULL};
	static const char *const fps[] = {"RBP", "EBP", "X29", "FP", NULL};
	static const char *const lrs[] = {"X30", "LR", NULL};
	static const char *const others[] = {
		"RFLAGS", "EFLAGS", "CS",	"SS",	 "DS",	"ES",  "FS",  "GS",
		"PSTATE", "CPU",    "ORIG_RAX", "MSR",	 "OR3", "CTR", "XER", "CCR",
		"SOFTE",  "TRAP",   "DAR",	"DSISR", "RES", NULL};

	if (!strcmp(machine, "s390x")) {
		take_s390x(regs, name, len, value);
		return;
	}
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
