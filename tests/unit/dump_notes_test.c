// SPDX-License-Identifier: GPL-3.0-or-later
/* The registers of CPUs in the notes of a dump's file, for a crash that forgets them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/kit.h"
#include "target/crash/internal.h"

#define CPUS 3
#define REGS 34 /* of arm64: x0 to x30, sp, pc, pstate */
#define STATUS (112 + REGS * 8)
#define NAME 8 /* "CORE", padded */
#define NOTE (sizeof(Elf64_Nhdr) + NAME + STATUS)
#define BLOCK 4096
#define KDUMP_NOTES (3 * BLOCK)
#define KEPT 0x5a5a /* what no note has */

struct dump {
	uint8_t bytes[6 * BLOCK];
	size_t len, notes; /* of the file; where they begin */
	struct pk_target target;
	struct pk_regs regs[CPUS];
	struct pk_crash crash;
};

static void put(struct dump *dump, size_t at, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		dump->bytes[at + (dump->target.facts.big_endian ? size - 1 - i : i)] =
			(uint8_t)(value >> 8 * i);
}

static size_t note_of(const struct dump *dump, unsigned cpu)
{
	return dump->notes + cpu * NOTE;
}

/* Register NR of CPU is 0x1000 times the CPU, and NR. */
static void put_note(struct dump *dump, unsigned cpu)
{
	size_t at = note_of(dump, cpu), regs = at + sizeof(Elf64_Nhdr) + NAME + 112;

	put(dump, at, sizeof("CORE"), 4);
	put(dump, at + 4, STATUS, 4);
	put(dump, at + 8, NT_PRSTATUS, 4);
	memcpy(dump->bytes + at + sizeof(Elf64_Nhdr), "CORE", sizeof("CORE"));
	for (unsigned nr = 0; nr < REGS; nr++)
		put(dump, regs + nr * 8, (uint64_t)cpu << 12 | nr, 8);
}

static void begin(struct dump *dump, bool big_endian)
{
	memset(dump, 0, sizeof(*dump));
	strcpy(dump->target.facts.machine, "aarch64");
	dump->target.facts.big_endian = big_endian;
	dump->crash =
		(struct pk_crash){.target = &dump->target, .regs = dump->regs, .nr_regs = CPUS};
	for (unsigned cpu = 0; cpu < CPUS; cpu++)
		dump->regs[cpu].ip = KEPT;
}

/* As makedumpfile writes it. */
static void begin_kdump(struct dump *dump)
{
	begin(dump, false);
	dump->notes = KDUMP_NOTES;
	memcpy(dump->bytes, "KDUMP   ", 8);
	put(dump, 8, 6, 4);
	put(dump, 428, BLOCK, 4);
	put(dump, BLOCK + 48, KDUMP_NOTES, 8);
	put(dump, BLOCK + 56, CPUS * NOTE, 8);
	for (unsigned cpu = 0; cpu < CPUS; cpu++)
		put_note(dump, cpu);
	dump->len = KDUMP_NOTES + CPUS * NOTE;
}

/* As QEMU does, but for a first segment of memory. */
static void begin_elf(struct dump *dump, bool big_endian)
{
	size_t segment = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);

	begin(dump, big_endian);
	dump->notes = BLOCK;
	memcpy(dump->bytes, ELFMAG, SELFMAG);
	dump->bytes[EI_CLASS] = ELFCLASS64;
	dump->bytes[EI_DATA] = big_endian ? ELFDATA2MSB : ELFDATA2LSB;
	dump->bytes[EI_VERSION] = EV_CURRENT;
	put(dump, offsetof(Elf64_Ehdr, e_type), ET_CORE, 2);
	put(dump, offsetof(Elf64_Ehdr, e_machine), EM_AARCH64, 2);
	put(dump, offsetof(Elf64_Ehdr, e_version), EV_CURRENT, 4);
	put(dump, offsetof(Elf64_Ehdr, e_phoff), sizeof(Elf64_Ehdr), 8);
	put(dump, offsetof(Elf64_Ehdr, e_ehsize), sizeof(Elf64_Ehdr), 2);
	put(dump, offsetof(Elf64_Ehdr, e_phentsize), sizeof(Elf64_Phdr), 2);
	put(dump, offsetof(Elf64_Ehdr, e_phnum), 2, 2);
	put(dump, sizeof(Elf64_Ehdr), PT_LOAD, 4);
	put(dump, segment, PT_NOTE, 4);
	put(dump, segment + offsetof(Elf64_Phdr, p_offset), BLOCK, 8);
	put(dump, segment + offsetof(Elf64_Phdr, p_filesz), CPUS * NOTE, 8);
	for (unsigned cpu = 0; cpu < CPUS; cpu++)
		put_note(dump, cpu);
	dump->len = BLOCK + CPUS * NOTE;
}

static void take(struct dump *dump)
{
	int fd = memfd_create("dump", 0);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, dump->bytes, dump->len), dump->len);
	snprintf(dump->target.facts.dump_file, sizeof(dump->target.facts.dump_file),
		 "/proc/self/fd/%d", fd);
	pk_crash_take_dump_notes(&dump->crash);
	close(fd);
}

/* The first NR have their registers, and the others what they had before. */
static void assert_taken(const struct dump *dump, unsigned nr)
{
	for (unsigned cpu = 0; cpu < CPUS; cpu++) {
		const struct pk_regs *regs = &dump->regs[cpu];

		if (cpu >= nr) {
			assert_int_equal(regs->ip, KEPT);
			assert_int_equal(regs->nr_gpr, 0);
			continue;
		}
		assert_int_equal(regs->ip, (cpu << 12) + 32);
		assert_int_equal(regs->sp, (cpu << 12) + 31);
		assert_int_equal(regs->lr, (cpu << 12) + 30);
		assert_int_equal(regs->gpr[7], (cpu << 12) + 7);
	}
}

static void test_both_files(void **state)
{
	struct dump dump;

	(void)state;
	begin_kdump(&dump);
	take(&dump);
	assert_taken(&dump, CPUS);
	begin_elf(&dump, false);
	take(&dump);
	assert_taken(&dump, CPUS);
	begin_elf(&dump, true);
	take(&dump);
	assert_taken(&dump, CPUS);
}

/* VMCOREINFO stands among them, and a name of other length is padded. */
static void test_other_notes(void **state)
{
	struct dump dump;

	(void)state;
	begin_kdump(&dump);
	put(&dump, note_of(&dump, 1) + 8, NT_PRFPREG, 4);
	take(&dump);
	assert_int_equal(dump.regs[0].ip, 32);
	assert_int_equal(dump.regs[1].ip, 0x2000 + 32);
	assert_int_equal(dump.regs[2].ip, KEPT);
	begin_kdump(&dump);
	put(&dump, note_of(&dump, 0), 7, 4);
	take(&dump);
	assert_int_equal(dump.regs[0].ip, 0x1000 + 32);
	assert_int_equal(dump.regs[1].ip, 0x2000 + 32);
}

static void test_more_than_cpus(void **state)
{
	struct dump dump;

	(void)state;
	begin_kdump(&dump);
	dump.crash.nr_regs = 1;
	take(&dump);
	assert_taken(&dump, 1);
}

/* Whatever its size says: registers are taken whole, or not at all. */
static void test_sizes_of_notes(void **state)
{
	static const struct {
		uint32_t name, size;
		unsigned taken;
	} rows[] = {
		{5, STATUS - 8, 1},
		{5, 111, 1},
		{5, 0, 1},
		{5, UINT32_MAX, 1},
		{5, CPUS * NOTE, 1},
		{UINT32_MAX, STATUS, 1},
		{0, STATUS, 1},
		{UINT32_MAX - 2, 0, 1},
		{5, 2 * NOTE - 20, 2},
	};
	struct dump dump;

	(void)state;
	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++) {
		begin_kdump(&dump);
		put(&dump, note_of(&dump, 1), rows[i].name, 4);
		put(&dump, note_of(&dump, 1) + 4, rows[i].size, 4);
		take(&dump);
		assert_int_equal(dump.regs[0].ip, 32);
		assert_int_equal(dump.regs[1].ip, rows[i].taken > 1 ? 0x1000 + 32 : KEPT);
		assert_int_equal(dump.regs[1].nr_gpr != 0, rows[i].taken > 1);
	}
}

/* Where the notes are, and how long, as the header says it. */
static void test_headers_of_kdump(void **state)
{
	static const struct {
		size_t at;
		uint64_t value;
		unsigned size;
	} rows[] = {
		{8, 3, 4}, /* older than the words that say where */
		{0, 0, 1}, /* no signature */
		{428, UINT32_MAX, 4}, /* blocks that end behind the file */
		{BLOCK + 48, UINT64_MAX, 8},
		{BLOCK + 48, (uint64_t)INT64_MAX, 8},
		{BLOCK + 48, KDUMP_NOTES + 1, 8}, /* one byte less than their size */
		{BLOCK + 56, UINT64_MAX, 8},
		{BLOCK + 56, (16u << 20) + 1, 8},
		{BLOCK + 56, CPUS * NOTE + 1, 8},
		{BLOCK + 56, 0, 8},
		{BLOCK + 56, 11, 8}, /* less than a note's header */
	};
	struct dump dump;

	(void)state;
	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++) {
		begin_kdump(&dump);
		put(&dump, rows[i].at, rows[i].value, rows[i].size);
		take(&dump);
		assert_taken(&dump, 0);
	}
}

static void test_headers_of_elf(void **state)
{
	size_t segment = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
	const struct {
		size_t at;
		uint64_t value;
		unsigned size;
	} rows[] = {
		{offsetof(Elf64_Ehdr, e_phoff), UINT64_MAX, 8},
		{offsetof(Elf64_Ehdr, e_phnum), 0, 2},
		{offsetof(Elf64_Ehdr, e_phnum), 1, 2}, /* the segment of notes is not counted */
		{offsetof(Elf64_Ehdr, e_phnum), PN_XNUM,
		 2}, /* and there is no section that says more */
		{segment, PT_LOAD, 4},
		{segment + offsetof(Elf64_Phdr, p_offset), UINT64_MAX, 8},
		{segment + offsetof(Elf64_Phdr, p_filesz), UINT64_MAX, 8},
		{segment + offsetof(Elf64_Phdr, p_filesz), CPUS * NOTE + 1, 8},
	};
	struct dump dump;

	(void)state;
	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++) {
		begin_elf(&dump, false);
		put(&dump, rows[i].at, rows[i].value, rows[i].size);
		take(&dump);
		assert_taken(&dump, 0);
	}
}

/* A file that ends early: nothing of notes that are not there whole. */
static void test_cut_files(void **state)
{
	static const size_t lengths[] = {0,
					 8,
					 431,
					 432,
					 BLOCK,
					 BLOCK + 63,
					 KDUMP_NOTES,
					 KDUMP_NOTES + NOTE,
					 15,
					 64,
					 BLOCK + CPUS * NOTE - 1};
	struct dump dump;

	(void)state;
	for (size_t i = 0; i < PK_ARRAY_SIZE(lengths); i++) {
		begin_kdump(&dump);
		dump.len = lengths[i];
		take(&dump);
		assert_taken(&dump, 0);
		begin_elf(&dump, false);
		dump.len = lengths[i] < BLOCK + NOTE ? lengths[i] : BLOCK + NOTE;
		take(&dump);
		assert_taken(&dump, 0);
	}
}

/* A live system has no file, and s390x's order of registers is not known. */
static void test_nothing_to_take(void **state)
{
	struct dump dump;

	(void)state;
	begin_kdump(&dump);
	pk_crash_take_dump_notes(&dump.crash);
	assert_taken(&dump, 0);
	strcpy(dump.target.facts.dump_file, "/nonexistent");
	pk_crash_take_dump_notes(&dump.crash);
	assert_taken(&dump, 0);
	strcpy(dump.target.facts.machine, "s390x");
	take(&dump);
	assert_taken(&dump, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_files),	 cmocka_unit_test(test_other_notes),
		cmocka_unit_test(test_more_than_cpus),	 cmocka_unit_test(test_sizes_of_notes),
		cmocka_unit_test(test_headers_of_kdump), cmocka_unit_test(test_headers_of_elf),
		cmocka_unit_test(test_cut_files),	 cmocka_unit_test(test_nothing_to_take),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
