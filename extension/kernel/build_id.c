// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Does the vmlinux belong to the dump? crash compares the banners ("Linux version ..."), which two
 * builds of one version may share; the build-id is of one link only. vmlinux has it in an ELF note,
 * the dump in vmcoreinfo since 5.9 (0935288c6e00, "kdump: append kernel build-id string to
 * VMCOREINFO"). What is not known stays empty, and nothing follows from it.
 */

#define MAX_NOTES (64u << 10) /* bytes of one section of notes; a vmlinux has some hundred */
#define MAX_ID 32 /* bytes; a SHA-1 has 20 */

void pk_build_id_put(char *text, size_t size, const uint8_t *id, size_t len)
{
	for (size_t i = 0; i < len && 2 * i + 2 < size; i++)
		snprintf(text + 2 * i, 3, "%02x", id[i]);
}

/* Notes are a header, a name and a value, both padded to four bytes (also in 64-bit files). */
bool pk_build_id_of_notes(const uint8_t *notes, uint64_t len, char *text, size_t size)
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
			pk_build_id_put(text, size, notes + value, note.n_descsz);
			return true;
		}
		at = value + (((uint64_t)note.n_descsz + 3) & ~3ull);
		if (at > len)
			return false;
	}
	return false;
}

/* libelf gives a section of notes in this machine's byte order. */
static bool section_has_id(Elf_Scn *section, char *text, size_t size)
{
	GElf_Shdr head;
	Elf_Data *data;

	if (!gelf_getshdr(section, &head) || head.sh_type != SHT_NOTE || head.sh_size > MAX_NOTES)
		return false;
	data = elf_getdata(section, NULL);
	return data && data->d_buf && pk_build_id_of_notes(data->d_buf, data->d_size, text, size);
}

void pk_build_id_of_file(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf_Scn *section = NULL;
	Elf *elf;

	if (fd < 0)
		return;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	while (elf && (section = elf_nextscn(elf, section)))
		if (section_has_id(section, text, size))
			break;
	elf_end(elf);
	close(fd);
}
