// SPDX-License-Identifier: GPL-3.0-or-later
/* The registers that CPUs saved for kdump, in per-CPU memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "kernel/internal.h"
#include "kernel/kernel.h"

#define CRASH_NOTES 0x1000 /* the variable */
#define NOTES 0x1100 /* where CPU 0's note is */
#define PER_CPU 0x400
#define REGS (NOTES + sizeof(Elf64_Nhdr) + 8 + 112)
#define CPUS 3

struct machine {
	struct pk_kernel kernel; /* first */
	uint8_t bytes[0x2000];
	bool has_notes;
};

static enum pk_status symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	*ret_addr = CRASH_NOTES;
	return ((struct machine *)target)->has_notes && !strcmp(name, "crash_notes") ? PK_OK
										     : PK_ABSENT;
}

static enum pk_status read_bytes(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct machine *machine = (struct machine *)target;

	if (addr > sizeof(machine->bytes) || len > sizeof(machine->bytes) - addr)
		return PK_UNREADABLE;
	memcpy(buf, machine->bytes + addr, len);
	return PK_OK;
}

static enum pk_status percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	(void)target;
	*ret_offset = (uint64_t)cpu * PER_CPU;
	return PK_OK;
}

/* Little-endian on any host, as its facts say. */
static void put_bytes(struct machine *machine, uint64_t addr, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		machine->bytes[addr + i] = (uint8_t)(value >> 8 * i);
}

static void put(struct machine *machine, uint64_t addr, uint64_t value)
{
	put_bytes(machine, addr, value, 8);
}

/* Register NR of CPU is 0x1000 times the CPU, and NR. */
static void save(struct machine *machine, int cpu, unsigned nr_regs)
{
	uint64_t note = NOTES + (uint64_t)cpu * PER_CPU;

	put_bytes(machine, note, 5, 4);
	put_bytes(machine, note + 4, 112 + nr_regs * 8, 4);
	put_bytes(machine, note + 8, NT_PRSTATUS, 4);
	memcpy(machine->bytes + note + sizeof(Elf64_Nhdr), "CORE", 5);
	for (unsigned nr = 0; nr < nr_regs; nr++)
		put(machine, REGS + (uint64_t)cpu * PER_CPU + nr * 8, (uint64_t)cpu << 12 | nr);
}

static void init(struct machine *machine, const char *name)
{
	static const struct pk_target_ops ops = {
		.read = read_bytes, .symbol = symbol, .percpu_offset = percpu_offset};
	struct pk_facts *facts = &machine->kernel.target.facts;

	memset(machine, 0, sizeof(*machine));
	machine->kernel.target.ops = &ops;
	machine->has_notes = true;
	snprintf(facts->machine, sizeof(facts->machine), "%s", name);
	facts->word_size = 8;
	facts->nr_cpu_ids = CPUS;
	put(machine, CRASH_NOTES, NOTES);
}

static enum pk_status ask(struct machine *machine, int cpu, struct pk_regs *regs)
{
	return pk_crash_notes_regs(&machine->kernel.target, cpu, regs);
}

/* CPU 0 was offline, and left none: the first note of the dump is CPU 1's. */
static void test_cpu_of_a_note(void **state)
{
	struct machine machine;
	struct pk_regs regs;

	(void)state;
	init(&machine, "aarch64");
	save(&machine, 1, 34);
	save(&machine, 2, 34);
	assert_int_equal(ask(&machine, 0, &regs), PK_ABSENT);
	assert_int_equal(ask(&machine, 1, &regs), PK_OK);
	assert_int_equal(regs.lr, 0x1000 + 30);
	assert_int_equal(regs.fp, 0x1000 + 29);
	assert_int_equal(regs.sp, 0x1000 + 31);
	assert_int_equal(regs.ip, 0x1000 + 32);
	assert_int_equal(regs.gpr[7], 0x1000 + 7);
	assert_int_equal(ask(&machine, 2, &regs), PK_OK);
	assert_int_equal(regs.ip, 0x2000 + 32);
	assert_int_equal(ask(&machine, CPUS, &regs), PK_ABSENT);
	assert_int_equal(ask(&machine, -1, &regs), PK_ABSENT);
}

static void test_order_of_machines(void **state)
{
	struct machine machine;
	struct pk_regs regs;

	(void)state;
	init(&machine, "x86_64");
	save(&machine, 0, 27);
	assert_int_equal(ask(&machine, 0, &regs), PK_OK);
	assert_int_equal(regs.fp, 4);
	assert_int_equal(regs.ip, 16);
	assert_int_equal(regs.sp, 19);
	assert_int_equal(regs.nr_gpr,
			 17); /* without the flags and segments, and what system call it was */
	init(&machine, "ppc64le");
	save(&machine, 0, 48);
	assert_int_equal(ask(&machine, 0, &regs), PK_OK);
	assert_int_equal(regs.sp, 1);
	assert_int_equal(regs.ip, 32);
	assert_int_equal(regs.lr, 36);
}

/* Then the dump's own registers are asked for. */
static void test_nobody_saved_any(void **state)
{
	struct machine machine;
	struct pk_regs regs;

	(void)state;
	init(&machine, "aarch64");
	assert_int_equal(ask(&machine, 0, &regs), PK_UNSUPPORTED);
	init(&machine, "aarch64");
	save(&machine, 0, 34);
	machine.has_notes = false;
	assert_int_equal(ask(&machine, 0, &regs), PK_UNSUPPORTED);
	init(&machine, "s390x"); /* its capture kernel makes the notes */
	save(&machine, 0, 34);
	assert_int_equal(ask(&machine, 0, &regs), PK_UNSUPPORTED);
}

static void test_damaged(void **state)
{
	struct machine machine;
	struct pk_regs regs;

	(void)state;
	init(&machine, "aarch64");
	save(&machine, 0, 34);
	save(&machine, 1, 20); /* too short for its registers */
	save(&machine, 2, 34);
	put(&machine, NOTES + 2 * PER_CPU, 5 | 0xffffffffull << 32);
	assert_int_equal(ask(&machine, 0, &regs), PK_OK);
	assert_int_equal(ask(&machine, 1, &regs), PK_ABSENT);
	assert_int_equal(ask(&machine, 2, &regs), PK_ABSENT);
	put(&machine, CRASH_NOTES, ~0ull - 16);
	assert_int_equal(ask(&machine, 0, &regs), PK_UNREADABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpu_of_a_note),
		cmocka_unit_test(test_order_of_machines),
		cmocka_unit_test(test_nobody_saved_any),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
