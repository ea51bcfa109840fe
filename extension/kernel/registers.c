// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/registers.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/kit.h"

/* A machine's register names in dumps; NULL ends a list. */
struct naming {
	const char *ip[5], *sp[6], *fp[5], *lr[3];
	const char *state[2]; /* state register, whose USER bits say that it was in user space */
	uint64_t user;
	const char *special[24]; /* hold no pointers */
	char general; /* letter of general registers; 0: all but the special ones are general */
};

#define PSW_PSTATE (1ull << 48)

/* r14 and r15 are plain registers of x86-64, and r1 is ppc64's stack pointer: these names are
 * s390x's alone. */
static const struct naming s390x = {
	.ip = {"PSWA"},
	.sp = {"R15"},
	.lr = {"R14"},
	.state = {"PSWM"},
	.user = PSW_PSTATE,
	.general = 'R',
};

static const struct naming others = {
	.ip = {"RIP", "EIP", "PC", "NIP"},
	.sp = {"RSP", "ESP", "SP", "GPR1", "R1"},
	.fp = {"RBP", "EBP", "X29", "FP"},
	.lr = {"X30", "LR"},
	.special = {"RFLAGS", "EFLAGS", "CS",	 "SS",	     "DS",  "ES",    "FS",
		    "GS",     "PSTATE", "CPU",	 "ORIG_RAX", "MSR", "OR3",   "CTR",
		    "XER",    "CCR",	"SOFTE", "TRAP",     "DAR", "DSISR", "RES"},
};

static bool is_name(const char *name, size_t len, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == len && !strncasecmp(name, *names, len))
			return true;
	return false;
}

static bool is_general(const struct naming *names, const char *name)
{
	return !names->general || toupper((unsigned char)*name) == names->general;
}

void pk_regs_take(struct pk_regs *regs, const char *machine, const char *name, size_t len,
		  uint64_t value)
{
	const struct naming *names = strcmp(machine, "s390x") ? &others : &s390x;

	if (is_name(name, len, names->special) || (len == 3 && !strncasecmp(name, "CR", 2)))
		return;
	if (is_name(name, len, names->state))
		regs->in_user = value & names->user;
	if (is_name(name, len, names->ip))
		regs->ip = value;
	if (is_name(name, len, names->sp))
		regs->sp = value;
	if (is_name(name, len, names->fp))
		regs->fp = value;
	if (is_name(name, len, names->lr))
		regs->lr = value;
	if (is_general(names, name) && regs->nr_gpr < PK_ARRAY_SIZE(regs->gpr))
		regs->gpr[regs->nr_gpr++] = value;
}
