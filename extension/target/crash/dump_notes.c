// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/kit.h"
#include "kernel/kernel.h"
#include "target/crash/internal.h"

/*
 * The ELF notes of the dump's file. crash opens QEMU's dumps of arm64, but forgets the registers that they
 * hold: there "CPU N" has no line in `help -r`, and no function of crash knows them.
 */

#define MAX_NOTES (16u << 20) /* a CPU's takes some 400 bytes */

/* makedumpfile's format: struct disk_dump_header, then, a block further, struct kdump_sub_header. */
#define KDUMP_SIGNATURE "KDUMP   "
#define HEADER_VERSION 8
#define HEADER_BLOCK_SIZE 428
#define SUB_HEADER_OFFSET_NOTE 48 /* two words of 8 bytes: where, how long; since version 4 */

struct stretch {
	uint64_t offset, size;
};

static bool find_in_elf(int fd, struct stretch *ret_notes)
{
	size_t nr = 0;
	bool found = false;
	GElf_Phdr part;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && !elf_getphdrnum(elf, &nr))
		for (size_t i = 0; i < nr && !found; i++)
			found = gelf_getphdr(elf, (int)i, &part) && part.p_type == PT_NOTE;
	if (found)
		*ret_notes = (struct stretch){part.p_offset, part.p_filesz};
	elf_end(elf);
	return found;
}

static bool find_in_kdump(int fd, const struct pk_facts *facts, struct stretch *ret_notes)
{
	uint8_t head[HEADER_BLOCK_SIZE + 4], at[16];
	uint64_t block;

	if (pread(fd, head, sizeof(head), 0) != (ssize_t)sizeof(head) ||
	    memcmp(head, KDUMP_SIGNATURE, strlen(KDUMP_SIGNATURE)) ||
	    pk_facts_uint(facts, head + HEADER_VERSION, 4) < 4)
		return false;
	block = pk_facts_uint(facts, head + HEADER_BLOCK_SIZE, 4);
	if (pread(fd, at, sizeof(at), (off_t)(block + SUB_HEADER_OFFSET_NOTE)) !=
	    (ssize_t)sizeof(at))
		return false;
	*ret_notes = (struct stretch){pk_facts_uint(facts, at, 8), pk_facts_uint(facts, at + 8, 8)};
	return true;
}

/* The notes' bytes, to be freed; NULL: the file has none. */
static uint8_t *read_notes(const char *path, const struct pk_facts *facts, size_t *ret_len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stretch notes = {0};
	uint8_t *bytes = NULL;

	if (fd < 0)
		return NULL;
	if ((find_in_kdump(fd, facts, &notes) || find_in_elf(fd, &notes)) &&
	    notes.size <= MAX_NOTES)
		bytes = malloc(notes.size + !notes.size);
	if (bytes && pread(fd, bytes, notes.size, (off_t)notes.offset) != (ssize_t)notes.size) {
		free(bytes);
		bytes = NULL;
	}
	close(fd);
	*ret_len = notes.size;
	return bytes;
}

static uint64_t padded(uint64_t size)
{
	return (size + 3) & ~3ull;
}

/* QEMU writes one status for each CPU, in the order of their numbers. */
static void take_statuses(struct pk_crash *crash, const uint8_t *bytes, size_t len)
{
	const struct pk_facts *facts = &crash->target->facts;
	unsigned cpu = 0;

	for (size_t at = 0; at + sizeof(Elf64_Nhdr) <= len && cpu < crash->nr_regs;) {
		uint64_t name_len = pk_facts_uint(facts, bytes + at, 4);
		uint64_t size = pk_facts_uint(facts, bytes + at + 4, 4);
		uint64_t behind_name = at + sizeof(Elf64_Nhdr) + padded(name_len);

		if (behind_name + size > len)
			return;
		if (pk_note_is_status(facts, bytes + at) &&
		    pk_regs_from_note(facts, bytes + behind_name, size, &crash->regs[cpu++]))
			return;
		at = behind_name + padded(size);
	}
}

void pk_crash_take_dump_notes(struct pk_crash *crash)
{
	const char *path = crash->target->facts.dump_file;
	size_t len;
	uint8_t *bytes = *path ? read_notes(path, &crash->target->facts, &len) : NULL;

	if (bytes)
		take_statuses(crash, bytes, len);
	free(bytes);
}
