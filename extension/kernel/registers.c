// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel.h"

#include <ctype.h>
#include <elf.h>
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

bool pk_note_is_status(const struct pk_facts *facts, const uint8_t *bytes)
{
	return pk_facts_uint(facts, bytes, 4) == sizeof(PK_STATUS_NAME) &&
	       pk_facts_uint(facts, bytes + 8, 4) == NT_PRSTATUS &&
	       !memcmp(bytes + sizeof(Elf64_Nhdr), PK_STATUS_NAME, sizeof(PK_STATUS_NAME));
}

#define PR_REG 112 /* offset of struct elf_prstatus' registers where a word has 8 bytes */

/* struct user_regs_struct of each machine: its words, in their order. */
static const struct {
	const char *machine, *names;
} orders[] = {
	{"x86_64", "R15 R14 R13 R12 RBP RBX R11 R10 R9 R8 RAX RCX RDX RSI RDI ORIG_RAX RIP CS "
		   "EFLAGS RSP SS "},
	{"aarch64",
	 "X0 X1 X2 X3 X4 X5 X6 X7 X8 X9 X10 X11 X12 X13 X14 X15 X16 X17 X18 X19 X20 X21 X22 X23 "
	 "X24 X25 X26 X27 X28 X29 X30 SP PC PSTATE "},
	{"ppc64le",
	 "R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20 R21 R22 R23 "
	 "R24 R25 R26 R27 R28 R29 R30 R31 NIP MSR OR3 CTR LR "},
};

enum pk_status pk_regs_from_note(const struct pk_facts *facts, const uint8_t *bytes, size_t len,
				 struct pk_regs *ret_regs)
{
	struct pk_regs regs = {0};
	const char *name = NULL;
	size_t at = PR_REG;

	for (size_t i = 0; i < PK_ARRAY_SIZE(orders); i++)
		if (!strcmp(orders[i].machine, facts->machine))
			name = orders[i].names;
	if (!name)
		return PK_UNSUPPORTED;
	for (; *name && at + 8 <= len; name += strcspn(name, " ") + 1, at += 8)
		pk_regs_take(&regs, facts->machine, name, strcspn(name, " "),
			     pk_facts_uint(facts, bytes + at, 8));
	if (*name)
		return PK_ABSENT;
	*ret_regs = regs;
	return PK_OK;
}
