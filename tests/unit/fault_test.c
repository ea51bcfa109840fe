// SPDX-License-Identifier: GPL-3.0-or-later
/* The bad pointer of an oops, from the lines that kernels print about it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/printk.h"
#include "fake_log.h"
#include "render/views.h"

struct story {
	const char *what, *machine;
	const char *lines[8];
	bool known;
	enum pk_bad_pointer kind;
	uint64_t addr;
	const char *reg;
	uint64_t value;
	int64_t offset;
	const char *says; /* the verdict of it */
};

#define X86 "x86_64"
#define ARM "aarch64"
#define AT(addr) "BUG: unable to handle page fault for address: " addr
#define GPF(addr)                                                                                  \
	"general protection fault, probably for non-canonical address 0x" addr ": 0000 [#1]"
#define ARM_AT(addr) "Unable to handle kernel paging request at virtual address " addr

static const struct story stories[] = {
	{"a member of an object at NULL, as 6.1 printed it",
	 X86,
	 {"BUG: kernel NULL pointer dereference, address: 0000000000000884",
	  "RIP: 0010:tcp_data_queue+0x29/0xef0",
	  "Code: 44 24 28 31 c0 <80> bf 84 08 00 00 00 c6 44 24 26 00 0f",
	  "RSP: 0018:ffffd157c00bb9a8 EFLAGS: 00000246",
	  "RDX: 0000000000000000 RSI: ffff8a4b8394ea00 RDI: 0000000000000000",
	  "CR2: 0000000000000884 CR3: 000000001fe64000 CR4: 00000000000006a0"},
	 true,
	 PK_BAD_NULL,
	 0x884,
	 "RDI",
	 0,
	 0x884,
	 "   FAULT: RDI was NULL (access to RDI + 0x884)\n"},
	{"two bytes of opcode; the registers of another oops are not asked",
	 X86,
	 {"BUG: kernel NULL pointer dereference, address: 00000000000006b4",
	  "Code: 85 c8 00 00 00 <0f> b6 bd b4 06 00 00 8b 95 88 05",
	  "RBP: 0000000000000000 R08: 0000000000000004 R09: 0000000000000000",
	  "---[ end trace 5c0f6d91e99b5e2b ]---", "RBP: 0000000000000666"},
	 true,
	 PK_BAD_NULL,
	 0x6b4,
	 "RBP",
	 0,
	 0x6b4,
	 "   FAULT: RBP was NULL (access to RBP + 0x6b4)\n"},
	{"a register that does not add up to the address is not named",
	 X86,
	 {"BUG: kernel NULL pointer dereference, address: 0000000000000884",
	  "Code: 31 c0 <80> bf 84 08 00 00 00 c6", "RDI: 0000000000000008"},
	 true,
	 PK_BAD_NULL,
	 0x884,
	 "",
	 0x884,
	 0,
	 "   FAULT: the address was 0x884 past NULL\n"},
	{"nor one of two that do together",
	 X86,
	 {AT("ffff888000000018"), "Code: <48> 8b 44 c8 08", /* mov 0x8(%rax,%rcx,8),%rax */
	  "RAX: ffff888000000000 RBX: 0000000000000000 RCX: 0000000000000002"},
	 true,
	 PK_BAD_UNJUDGED,
	 0xffff888000000018,
	 "",
	 0xffff888000000018,
	 0,
	 ""},
	{"an index of none, r12 as base, a small offset below",
	 X86,
	 {AT("0000000000001ff8"), "Code: <49> 8b 44 24 f8", "R12: 0000000000002000"},
	 true,
	 PK_BAD_USER,
	 0x1ff8,
	 "R12",
	 0x2000,
	 -8,
	 "   FAULT: R12 was an address of user space (2000) (access to R12 - 0x8)\n"},
	{"code that could not be read",
	 X86,
	 {"BUG: kernel NULL pointer dereference, address: 0000000000000000",
	  "Code: Unable to access opcode bytes at RIP 0xffffffffffffffd6.",
	  "RAX: 0000000000000000"},
	 true,
	 PK_BAD_NULL,
	 0,
	 "",
	 0,
	 0,
	 "   FAULT: the address was NULL\n"},
	{"code that ends in the middle",
	 X86,
	 {AT("0000000000000884"), "Code: 31 c0 <80> bf 84 08", "RDI: 0000000000000000"},
	 true,
	 PK_BAD_NULL,
	 0x884,
	 "",
	 0x884,
	 0,
	 "   FAULT: the address was 0x884 past NULL\n"},
	{"a deleted list entry: next->prev = prev",
	 X86,
	 {GPF("dead000000000108"), "Code: <48> 89 50 08",
	  "RAX: dead000000000100 RBX: 0000000000000000"},
	 true,
	 PK_BAD_LIST_POISON,
	 0xdead000000000108,
	 "RAX",
	 0xdead000000000100,
	 8,
	 "   FAULT: RAX was poison of deleted list entries (dead000000000100) (access to RAX + "
	 "0x8)\n"},
	{"freed, with a member's offset",
	 X86,
	 {GPF("6b6b6b6b6b6b6b93"), "Code: <48> 8b 43 28",
	  "RAX: 0000000000000001 RBX: 6b6b6b6b6b6b6b6b"},
	 true,
	 PK_BAD_FREE_POISON,
	 0x6b6b6b6b6b6b6b93,
	 "RBX",
	 0x6b6b6b6b6b6b6b6b,
	 0x28,
	 "   FAULT: RBX was poison of freed slab objects (6b6b6b6b6b6b6b6b) (access to RBX + "
	 "0x28)\n"},
	{"up to 5.10 the address lacks the offset",
	 X86,
	 {GPF("6b6b6b6b6b6b6b6b"), "Code: 48 8b 47 28 <8b> 40 10", "RAX: 6b6b6b6b6b6b6b6b"},
	 true,
	 PK_BAD_FREE_POISON,
	 0x6b6b6b6b6b6b6b6b,
	 "RAX",
	 0x6b6b6b6b6b6b6b6b,
	 0x10,
	 "   FAULT: RAX was poison of freed slab objects (6b6b6b6b6b6b6b6b) (access to RAX + "
	 "0x10)\n"},
	{"of a page fault it never does",
	 X86,
	 {AT("0000000000002000"), "Code: <8b> 40 10", "RAX: 0000000000002000"},
	 true,
	 PK_BAD_USER,
	 0x2000,
	 "",
	 0x2000,
	 0,
	 "   FAULT: the address was an address of user space (2000)\n"},
	{"no poison, and no address",
	 X86,
	 {GPF("726f6d2061736177"), "Code: <48> 8b 03", "RBX: 726f6d2061736177"},
	 true,
	 PK_BAD_NON_CANONICAL,
	 0x726f6d2061736177,
	 "RBX",
	 0x726f6d2061736177,
	 0,
	 "   FAULT: RBX was no address (726f6d2061736177)\n"},
	{"a guess of the kernel's is none of ours",
	 X86,
	 {"general protection fault, maybe for address 0xffff88810000: 0000 [#1]"},
	 false,
	 PK_BAD_UNJUDGED,
	 0,
	 "",
	 0,
	 0,
	 ""},
	{"an error number",
	 X86,
	 {AT("fffffffffffffffa"), "Code: <48> 8b 40 10", "RAX: ffffffffffffffea"},
	 true,
	 PK_BAD_ERROR,
	 0xfffffffffffffffa,
	 "RAX",
	 0xffffffffffffffea,
	 0x10,
	 "   FAULT: RAX was an error number (-22) (access to RAX + 0x10)\n"},
	{"arm64: str x0, [x2, #8]",
	 ARM,
	 {ARM_AT("dead000000000108"),
	  "x2 : dead000000000100 x1 : ffff000005c07e00 x0 : 0000000000000000",
	  "Code: f9400021 aa0003e2 (f9000440)"},
	 true,
	 PK_BAD_LIST_POISON,
	 0xdead000000000108,
	 "x2",
	 0xdead000000000100,
	 8,
	 "   FAULT: x2 was poison of deleted list entries (dead000000000100) (access to x2 + "
	 "0x8)\n"},
	{"arm64: ldr w4, [x4, #16]; the kernel leaves out what would be a tag",
	 ARM,
	 {ARM_AT("006b6b6b6b6b6b7b"), "x4 : 6b6b6b6b6b6b6b6b x3 : 0000000000000000",
	  "Code: f9401404 (b9401084)"},
	 true,
	 PK_BAD_FREE_POISON,
	 0x6b6b6b6b6b6b7b,
	 "x4",
	 0x6b6b6b6b6b6b6b6b,
	 0x10,
	 "   FAULT: x4 was poison of freed slab objects (6b6b6b6b6b6b6b6b) (access to x4 + "
	 "0x10)\n"},
	{"arm64: ldr w1, [x19, #2180]",
	 ARM,
	 {"Unable to handle kernel NULL pointer dereference at virtual address 0000000000000884",
	  "x20: ffff000005c07e00 x19: 0000000000000000 x18: 0000000000000000",
	  "Code: aa0003e2 (b9488661)"},
	 true,
	 PK_BAD_NULL,
	 0x884,
	 "x19",
	 0,
	 0x884,
	 "   FAULT: x19 was NULL (access to x19 + 0x884)\n"},
	{"arm64: ldp x0, x1, [x3, #-16]; ldr x0, [x3], #8 and a branch",
	 ARM,
	 {ARM_AT("00000000deadbef0"), "x3 : 00000000deadbf00", "Code: aa0003e2 (a97f0460)"},
	 true,
	 PK_BAD_USER,
	 0xdeadbef0,
	 "x3",
	 0xdeadbf00,
	 -16,
	 "   FAULT: x3 was an address of user space (deadbf00) (access to x3 - 0x10)\n"},
	{"",
	 ARM,
	 {ARM_AT("00000000deadbf00"), "x3 : 00000000deadbf00", "Code: aa0003e2 (f8408460)"},
	 true,
	 PK_BAD_USER,
	 0xdeadbf00,
	 "x3",
	 0xdeadbf00,
	 0,
	 "   FAULT: x3 was an address of user space (deadbf00)\n"},
	{"",
	 ARM,
	 {ARM_AT("00000000deadbf00"), "x3 : 00000000deadbf00", "Code: aa0003e2 (94000001)"},
	 true,
	 PK_BAD_USER,
	 0xdeadbf00,
	 "",
	 0xdeadbf00,
	 0,
	 "   FAULT: the address was an address of user space (deadbf00)\n"},
	{"ppc64le tells the address",
	 "ppc64le",
	 {"BUG: Kernel NULL pointer dereference on read at 0x00000884"},
	 true,
	 PK_BAD_NULL,
	 0x884,
	 "",
	 0x884,
	 0,
	 "   FAULT: the address was 0x884 past NULL\n"},
	{"an instruction that nobody knows here",
	 "s390x",
	 {"BUG: unable to handle page fault for address: 0000000000000884",
	  "RDI: 0000000000000000"},
	 true,
	 PK_BAD_NULL,
	 0x884,
	 "",
	 0x884,
	 0,
	 "   FAULT: the address was 0x884 past NULL\n"},
	{"a panic that is no oops",
	 X86,
	 {"Kernel panic - not syncing: bad address: 0000000000000010", "RDI: 0000000000000000"},
	 false,
	 PK_BAD_UNJUDGED,
	 0,
	 "",
	 0,
	 0,
	 ""},
};

/* To be freed. */
static char *sentence(const struct pk_fault *fault)
{
	struct pk_out out;
	char *text;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	pk_out_init(&out, fp, pk_out_form(false));
	pk_render_fault(&out, fault, NULL, NULL);
	pk_out_deinit(&out);
	fclose(fp);
	return text;
}

static void faults(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(stories); i++) {
		const struct story *story = &stories[i];
		struct pk_panic panic;
		struct pk_fault fault;
		struct fake_log log;
		char *text;

		print_message("%s\n", story->what);
		fake_log_slots_init(&log);
		snprintf(log.fake.target.facts.machine, sizeof(log.fake.target.facts.machine), "%s",
			 story->machine);
		for (unsigned l = 0; l < ARRAY_SIZE(story->lines) && story->lines[l]; l++)
			fake_log_slot(&log, l, 100 + l, 0, 7, story->lines[l]);
		assert_int_equal(pk_panic_find(&log.ctx, &panic), PK_OK);
		pk_fault_find(&log.ctx, &panic, NULL, &fault);
		assert_int_equal(fault.known, story->known);
		assert_int_equal(fault.kind, story->kind);
		assert_int_equal(fault.addr, story->addr);
		assert_string_equal(fault.reg, story->reg);
		assert_int_equal(fault.value, story->value);
		assert_int_equal(fault.offset, story->offset);
		text = sentence(&fault);
		assert_string_equal(text, story->says);
		free(text);
		fake_log_end(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(faults)};

	return cmocka_run_group_tests_name("fault", tests, NULL, NULL);
}
