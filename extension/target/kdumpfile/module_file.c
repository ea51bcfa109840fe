// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A module is a relocatable object, and so is the file with its debuginfo: libdwfl applies the relocations of
 * .debug_info, of which libdw alone knows nothing.
 */
#include "target/kdumpfile/vmlinux.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernel/kernel.h"

bool pk_module_file_is(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	GElf_Ehdr head;
	Elf *elf;
	bool is;

	if (fd < 0)
		return false;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	is = elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &head) && head.e_type == ET_REL;
	elf_end(elf);
	close(fd);
	return is;
}

/* "/lib/modules/5.10/nf-tables.ko.debug" is of nf_tables. */
void pk_module_file_read(const char *path, struct pk_module_file *ret_file)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	memset(ret_file, 0, sizeof(*ret_file));
	ret_file->path = path;
	snprintf(ret_file->name, sizeof(ret_file->name), "%.*s", (int)strcspn(name, "."), name);
	for (char *at = ret_file->name; *at; at++)
		if (*at == '-')
			*at = '_';
	pk_build_id_of_file(path, ret_file->id, sizeof(ret_file->id));
}

/* Nothing is looked for elsewhere: this file was given, and no other. */
static int find_nothing(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			const char *file, const char *link, GElf_Word crc, char **ret_path)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)file;
	(void)link;
	(void)crc;
	(void)ret_path;
	return -1;
}

enum pk_status pk_module_file_btf(const char *path, void **ret_data, size_t *ret_len)
{
	static const Dwfl_Callbacks callbacks = {
		.find_debuginfo = find_nothing,
		.section_address = dwfl_offline_section_address,
	};
	Dwfl *dwfl = dwfl_begin(&callbacks);
	enum pk_status status = PK_ABSENT;
	Dwfl_Module *module;
	Dwarf_Addr bias;
	Dwarf *dwarf;

	if (!dwfl)
		return PK_NOMEM;
	dwfl_report_begin(dwfl);
	module = dwfl_report_offline(dwfl, "module", path, -1);
	dwfl_report_end(dwfl, NULL, NULL);
	dwarf = module ? dwfl_module_getdwarf(module, &bias) : NULL;
	if (dwarf)
		status = pk_dwarf_to_btf(dwarf, ret_data, ret_len);
	dwfl_end(dwfl);
	return status;
}
