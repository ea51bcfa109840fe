// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "defs.h"
#include "target/crash/internal.h"

/*
 * Does the vmlinux belong to the dump? crash compares the banners ("Linux version ..."), which two
 * builds of one version may share; the build-id is of one link only. vmlinux has it in an ELF note,
 * the dump in vmcoreinfo since 5.9 (0935288c6e00, "kdump: append kernel build-id string to
 * VMCOREINFO"). What is not known stays empty, and nothing follows from it.
 */

#define MAX_SECTIONS 65536
#define MAX_NOTES (64u << 10) /* bytes of one section of notes; a vmlinux has some hundred */
#define MAX_ID 32	      /* bytes; a SHA-1 has 20 */

static bool read_at(int fd, uint64_t offset, void *buf, size_t len)
{
	return offset <= INT64_MAX && pread(fd, buf, len, (off_t)offset) == (ssize_t)len;
}

void pk_crash_put_hex(char *text, size_t size, const uint8_t *id, size_t len)
{
	for (size_t i = 0; i < len && 2 * i + 2 < size; i++)
		snprintf(text + 2 * i, 3, "%02x", id[i]);
}

/* Notes are a header, a name and a value, both padded to four bytes (also in 64-bit files). */
bool pk_crash_note_id(const uint8_t *notes, uint64_t len, char *text, size_t size)
{
	uint64_t at = 0;

	while (len - at >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr note;
		uint64_t name, value;

		memcpy(&note, notes + at, sizeof(note));
		name = at + sizeof(note);
		value = name + (((uint64_t)note.n_namesz + 3) & ~3ull);
		if (value + note.n_descsz > len)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(notes + name, "GNU", 4) && note.n_descsz && note.n_descsz <= MAX_ID) {
			pk_crash_put_hex(text, size, notes + value, note.n_descsz);
			return true;
		}
		at = value + (((uint64_t)note.n_descsz + 3) & ~3ull);
		if (at > len)
			return false;
	}
	return false;
}

static bool section_has_id(int fd, const Elf64_Shdr *section, char *text, size_t size)
{
	uint64_t len = section->sh_size;
	uint8_t *notes;
	bool found;

	if (section->sh_type != SHT_NOTE || !len || len > MAX_NOTES)
		return false;
	notes = malloc(len);
	found = notes && read_at(fd, section->sh_offset, notes, len) &&
		pk_crash_note_id(notes, len, text, size);
	free(notes);
	return found;
}

/* crash opens ELF files of its own byte order only; those of 32 bits are none of ours. */
static void read_elf(int fd, char *text, size_t size)
{
	Elf64_Ehdr head;
	Elf64_Shdr section;
	uint64_t count;

	if (!read_at(fd, 0, &head, sizeof(head)) || memcmp(head.e_ident, ELFMAG, SELFMAG) ||
	    head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_shentsize != sizeof(section) ||
	    !read_at(fd, head.e_shoff, &section, sizeof(section)))
		return;
	count = head.e_shnum ? head.e_shnum : section.sh_size; /* of many, the first tells */
	if (count > MAX_SECTIONS)
		count = MAX_SECTIONS;
	for (uint64_t i = 1; i < count; i++)
		if (head.e_shoff > INT64_MAX / 2 ||
		    !read_at(fd, head.e_shoff + i * sizeof(section), &section, sizeof(section)) ||
		    section_has_id(fd, &section, text, size))
			return;
}

/* crash's reader of vmcoreinfo returns a string of its malloc, or NULL. */
static void ask_vmcoreinfo(void *arg)
{
	*(char **)arg = pc->read_vmcoreinfo ? pc->read_vmcoreinfo("BUILD-ID") : NULL;
}

static void read_dump(char *text, size_t size)
{
	char *volatile value = NULL;
	char *id;
	size_t len = 0;

	pk_crash_guard(ask_vmcoreinfo, (void *)&value);
	id = value;
	while (id && isxdigit((unsigned char)id[len]))
		len++;
	if (len && len < size && !id[len])
		for (size_t i = 0; i <= len; i++)
			text[i] = (char)tolower((unsigned char)id[i]);
	free(id);
}

void pk_crash_elf_id(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	read_elf(fd, text, size);
	close(fd);
}

void pk_crash_build_ids(struct pk_facts *facts)
{
	if (ACTIVE() || !pc->namelist)
		return;
	pk_crash_elf_id(pc->namelist, facts->vmlinux_id, sizeof(facts->vmlinux_id));
	read_dump(facts->build_id, sizeof(facts->build_id));
}
