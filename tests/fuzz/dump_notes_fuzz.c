// SPDX-License-Identifier: GPL-3.0-or-later
/* The notes of a dump's file: makedumpfile's format or ELF by the first byte, with right headers for the fuzzer to
 * damage. What is taken must be whole. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target/crash/internal.h"

#define CPUS 3
#define MAX_FILE 8192
#define NOTES 1024 /* where both say that they are */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void kdump_headers(uint8_t *bytes)
{
	const uint32_t version = 6, block = 512;
	const uint64_t notes[] = {NOTES, MAX_FILE - NOTES};

	memcpy(bytes, "KDUMP   ", 8);
	memcpy(bytes + 8, &version, 4);
	memcpy(bytes + 428, &block, 4);
	memcpy(bytes + block + 48, notes, sizeof(notes));
}

static void elf_headers(uint8_t *bytes)
{
	const Elf64_Ehdr head = {
		.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
		.e_type = ET_CORE,
		.e_version = EV_CURRENT,
		.e_phoff = sizeof(head),
		.e_ehsize = sizeof(head),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 1,
	};
	const Elf64_Phdr segment = {
		.p_type = PT_NOTE, .p_offset = NOTES, .p_filesz = MAX_FILE - NOTES};

	memcpy(bytes, &head, sizeof(head));
	memcpy(bytes + sizeof(head), &segment, sizeof(segment));
}

static void status(uint8_t *bytes)
{
	const uint32_t head[] = {sizeof("CORE"), 112 + 34 * 8, NT_PRSTATUS};

	memcpy(bytes, head, sizeof(head));
	memcpy(bytes + sizeof(head), "CORE", sizeof("CORE"));
}

/* Runs of the input are { where, 16 bits; how many, 8 bits; these bytes }. */
static void damage(uint8_t *bytes, const uint8_t *data, size_t size)
{
	while (size > 3) {
		size_t at = (data[0] << 8 | data[1]) % MAX_FILE, len = data[2];

		data += 3;
		size -= 3;
		len = len < size ? len : size;
		len = len < MAX_FILE - at ? len : MAX_FILE - at;
		memcpy(bytes + at, data, len);
		data += len;
		size -= len;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const machines[] = {"aarch64", "x86_64", "ppc64le", "s390x"};
	static uint8_t bytes[MAX_FILE];
	struct pk_target target = {.facts.big_endian = size && data[0] & 2};
	struct pk_regs regs[CPUS] = {{.nr_gpr = 0}};
	struct pk_crash crash = {.target = &target, .regs = regs, .nr_regs = CPUS};
	int fd;

	if (size < 4)
		return 0;
	memset(bytes, 0, sizeof(bytes));
	(data[0] & 1 ? kdump_headers : elf_headers)(bytes);
	for (unsigned cpu = 0; cpu < CPUS; cpu++)
		status(bytes + NOTES + cpu * (20 + 112 + 34 * 8));
	damage(bytes, data + 4, size - 4);
	fd = memfd_create("dump", 0);
	if (fd < 0 || write(fd, bytes, (data[2] << 8 | data[3]) % (MAX_FILE + 1)) < 0)
		abort();
	strcpy(target.facts.machine, machines[data[1] % 4]);
	snprintf(target.facts.dump_file, sizeof(target.facts.dump_file), "/proc/self/fd/%d", fd);
	pk_crash_take_dump_notes(&crash);
	close(fd);
	for (unsigned cpu = 0; cpu < CPUS; cpu++)
		if (regs[cpu].nr_gpr && regs[cpu].nr_gpr < 17)
			abort();
	return 0;
}
