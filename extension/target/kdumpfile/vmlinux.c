// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/vmlinux.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/kit.h"
#include "kernel/kernel.h"

#define MAX_SYMBOLS (4u << 20)

struct entry {
	uint64_t addr; /* as in the file */
	const char *name; /* borrowed from the ELF file */
	char type; /* nm letter */
};

struct pk_vmlinux {
	int fd;
	Elf *elf;
	Dwarf *dwarf; /* NULL: it has none */
	struct entry *by_addr, **by_name; /* owned */
	size_t nr;
	uint64_t begin, end; /* of the image, as linked: addresses in it are relocated */
	uint64_t moved; /* distance in bytes, modulo 2^64 */
	char id[72];
};

/* --- symbols ------------------------------------------------------------------------------------ */

static char letter(Elf *elf, const GElf_Sym *symbol)
{
	Elf_Scn *section = elf_getscn(elf, symbol->st_shndx);
	bool local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL;
	GElf_Shdr head;
	char type = 'a';

	if (symbol->st_shndx < SHN_LORESERVE && section && gelf_getshdr(section, &head)) {
		if (head.sh_flags & SHF_EXECINSTR)
			type = 't';
		else if (head.sh_type == SHT_NOBITS)
			type = 'b';
		else
			type = head.sh_flags & SHF_WRITE ? 'd' : 'r';
	}
	return local ? type : (char)(type - 'a' + 'A');
}

static int by_addr(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;

	if (left->addr != right->addr)
		return left->addr < right->addr ? -1 : 1;
	return strcmp(left->name, right->name);
}

static int by_name(const void *a, const void *b)
{
	const struct entry *left = *(struct entry *const *)a, *right = *(struct entry *const *)b;
	int order = strcmp(left->name, right->name);

	return order ? order : by_addr(left, right);
}

/* A symbol that kallsyms would list: no files, sections, local labels, mapping symbols ("$x"). */
static bool is_listed(const GElf_Sym *symbol, const char *name)
{
	int type = GELF_ST_TYPE(symbol->st_info);

	return name && *name && *name != '$' && strncmp(name, ".L", 2) != 0 &&
	       symbol->st_shndx != SHN_UNDEF &&
	       (type == STT_NOTYPE || type == STT_OBJECT || type == STT_FUNC ||
		type == STT_GNU_IFUNC);
}

static enum pk_status read_table(struct pk_vmlinux *vmlinux, Elf_Scn *section,
				 const GElf_Shdr *head)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t nr = data && head->sh_entsize ? data->d_size / head->sh_entsize : 0;

	if (!nr)
		return PK_OK;
	if (nr > MAX_SYMBOLS)
		return PK_LIMIT;
	vmlinux->by_addr = calloc(nr, sizeof(*vmlinux->by_addr));
	vmlinux->by_name = calloc(nr, sizeof(*vmlinux->by_name));
	if (!vmlinux->by_addr || !vmlinux->by_name)
		return PK_NOMEM;
	for (size_t i = 0; i < nr; i++) {
		GElf_Sym symbol;
		const char *name = gelf_getsym(data, (int)i, &symbol)
					   ? elf_strptr(vmlinux->elf, head->sh_link, symbol.st_name)
					   : NULL;

		if (name && is_listed(&symbol, name))
			vmlinux->by_addr[vmlinux->nr++] = (struct entry){
				symbol.st_value, name, letter(vmlinux->elf, &symbol)};
	}
	return PK_OK;
}

static enum pk_status read_symbols(struct pk_vmlinux *vmlinux)
{
	enum pk_status status = PK_OK;
	Elf_Scn *section = NULL;
	GElf_Shdr head;

	while (!vmlinux->by_addr && status == PK_OK &&
	       (section = elf_nextscn(vmlinux->elf, section)))
		if (gelf_getshdr(section, &head) && head.sh_type == SHT_SYMTAB)
			status = read_table(vmlinux, section, &head);
	if (vmlinux->nr)
		qsort(vmlinux->by_addr, vmlinux->nr, sizeof(*vmlinux->by_addr), by_addr);
	for (size_t i = 0; i < vmlinux->nr; i++)
		vmlinux->by_name[i] = &vmlinux->by_addr[i];
	if (vmlinux->nr)
		qsort(vmlinux->by_name, vmlinux->nr, sizeof(*vmlinux->by_name), by_name); // NOLINT
	return status;
}

static const struct entry *find_name(const struct pk_vmlinux *vmlinux, const char *name)
{
	size_t low = pk_first(vmlinux->nr, at, strcmp(vmlinux->by_name[at]->name, name) < 0);

	return low < vmlinux->nr && !strcmp(vmlinux->by_name[low]->name, name)
		       ? vmlinux->by_name[low]
		       : NULL;
}

/* Per-CPU offsets and absolute values are not relocated. */
static uint64_t running(const struct pk_vmlinux *vmlinux, uint64_t addr)
{
	return addr >= vmlinux->begin && addr <= vmlinux->end ? addr + vmlinux->moved : addr;
}

static void describe(const struct pk_vmlinux *vmlinux, const struct entry *entry,
		     struct pk_symbol *symbol)
{
	const struct entry *last = vmlinux->by_addr + vmlinux->nr, *next = entry + 1;

	memset(symbol, 0, sizeof(*symbol));
	while (next < last && next->addr == entry->addr)
		next++;
	symbol->addr = running(vmlinux, entry->addr);
	symbol->size = next < last ? next->addr - entry->addr : 0;
	symbol->type = entry->type;
	snprintf(symbol->name, sizeof(symbol->name), "%s", entry->name);
}

bool pk_vmlinux_symbol(const struct pk_vmlinux *vmlinux, const char *name,
		       struct pk_symbol *ret_symbol)
{
	const struct entry *entry = find_name(vmlinux, name);

	if (entry)
		describe(vmlinux, entry, ret_symbol);
	return entry;
}

bool pk_vmlinux_symbol_at(const struct pk_vmlinux *vmlinux, uint64_t addr,
			  struct pk_symbol *ret_symbol)
{
	uint64_t linked = addr - vmlinux->moved;
	size_t low;

	if (linked < vmlinux->begin || linked >= vmlinux->end)
		return false;
	low = pk_first(vmlinux->nr, at, vmlinux->by_addr[at].addr <= linked); /* after it */
	while (low > 1 && vmlinux->by_addr[low - 2].addr == vmlinux->by_addr[low - 1].addr)
		low--; /* the first of several at one address, as in kallsyms */
	if (!low)
		return false;
	describe(vmlinux, &vmlinux->by_addr[low - 1], ret_symbol);
	return true;
}

bool pk_vmlinux_place(struct pk_vmlinux *vmlinux, uint64_t stext)
{
	const struct entry *linked = find_name(vmlinux, "_stext");
	const struct entry *begin = find_name(vmlinux, "_text"), *end = find_name(vmlinux, "_end");

	if (!linked || !end)
		return false;
	vmlinux->begin = begin ? begin->addr : linked->addr;
	vmlinux->end = end->addr;
	vmlinux->moved = stext - linked->addr;
	return true;
}

/* --- sections ----------------------------------------------------------------------------------- */

static Elf_Data *section_named(struct pk_vmlinux *vmlinux, const char *name)
{
	Elf_Scn *section = NULL;
	size_t names;
	GElf_Shdr head;

	if (elf_getshdrstrndx(vmlinux->elf, &names) != 0)
		return NULL;
	while ((section = elf_nextscn(vmlinux->elf, section))) {
		const char *found = gelf_getshdr(section, &head)
					    ? elf_strptr(vmlinux->elf, names, head.sh_name)
					    : NULL;

		if (found && !strcmp(found, name) && head.sh_type == SHT_PROGBITS)
			return elf_rawdata(section, NULL);
	}
	return NULL;
}

bool pk_vmlinux_bytes(struct pk_vmlinux *vmlinux, uint64_t addr, void *buf, size_t len)
{
	uint64_t linked = addr - vmlinux->moved;
	Elf_Scn *section = NULL;
	Elf_Data *data;
	GElf_Shdr head;

	while ((section = elf_nextscn(vmlinux->elf, section))) {
		if (!gelf_getshdr(section, &head) || head.sh_type != SHT_PROGBITS ||
		    !(head.sh_flags & SHF_ALLOC) || linked < head.sh_addr ||
		    linked - head.sh_addr >= head.sh_size)
			continue;
		data = elf_rawdata(section, NULL);
		if (!data || !data->d_buf || data->d_size < linked - head.sh_addr ||
		    data->d_size - (linked - head.sh_addr) < len)
			return false;
		memcpy(buf, (char *)data->d_buf + (linked - head.sh_addr), len);
		return true;
	}
	return false;
}

enum pk_status pk_vmlinux_btf(struct pk_vmlinux *vmlinux, void **ret_data, size_t *ret_len)
{
	Elf_Data *data = section_named(vmlinux, ".BTF");
	bool dwarf = vmlinux->dwarf && pk_kernel_wants_debuginfo();

	if (!dwarf && data && data->d_buf && data->d_size) {
		*ret_data = malloc(data->d_size);
		if (!*ret_data)
			return PK_NOMEM;
		memcpy(*ret_data, data->d_buf, data->d_size);
		*ret_len = data->d_size;
		return PK_OK;
	}
	return vmlinux->dwarf ? pk_dwarf_to_btf(vmlinux->dwarf, ret_data, ret_len) : PK_ABSENT;
}

/* --- functions of a source file ------------------------------------------------------------------ */

/* "net/socket.c" ends "/build/linux-6.1/net/socket.c", in whole path components. */
static bool ends_in(const char *path, const char *file)
{
	size_t len = path ? strlen(path) : 0, tail = strlen(file);

	return tail && len >= tail && !strcmp(path + len - tail, file) &&
	       (len == tail || path[len - tail - 1] == '/');
}

/* Inlined and abstract functions have no code of their own. A function with a cold part has ranges,
 * and its entry may be given only by the start of the first. */
static bool take_function(const struct pk_vmlinux *vmlinux, Dwarf_Die *die,
			  struct pk_symbol *symbol)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attr));
	Dwarf_Addr entry, base, begin, end;
	bool said = dwarf_entrypc(die, &entry) == 0;
	ptrdiff_t at = 0;

	if (dwarf_tag(die) != DW_TAG_subprogram || !name)
		return false;
	memset(symbol, 0, sizeof(*symbol));
	while (!symbol->size && (at = dwarf_ranges(die, at, &base, &begin, &end)) > 0) {
		if (!said)
			entry = begin;
		if (entry >= begin && entry < end)
			symbol->size = end - entry;
	}
	if (!symbol->size)
		return false;
	symbol->addr = running(vmlinux, entry);
	symbol->type = 't';
	snprintf(symbol->name, sizeof(symbol->name), "%s", name);
	return true;
}

/* False: FN wants no more. */
static bool each_function(const struct pk_vmlinux *vmlinux, Dwarf_Die *unit, pk_symbol_fn fn,
			  void *arg)
{
	struct pk_symbol symbol;
	Dwarf_Die die;

	for (int more = dwarf_child(unit, &die); more == 0; more = dwarf_siblingof(&die, &die))
		if (take_function(vmlinux, &die, &symbol) && !fn(&symbol, arg))
			return false;
	return true;
}

enum pk_status pk_vmlinux_functions_of_file(struct pk_vmlinux *vmlinux, const char *file,
					    pk_symbol_fn fn, void *arg)
{
	Dwarf_CU *cu = NULL;
	bool found = false;
	Dwarf_Die unit;

	if (!vmlinux->dwarf)
		return PK_UNSUPPORTED;
	while (dwarf_get_units(vmlinux->dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0) {
		if (!ends_in(dwarf_diename(&unit), file))
			continue;
		found = true;
		if (!each_function(vmlinux, &unit, fn, arg))
			break;
	}
	return found ? PK_OK : PK_ABSENT;
}

/* --- opening ------------------------------------------------------------------------------------ */

const char *pk_vmlinux_id(const struct pk_vmlinux *vmlinux)
{
	return vmlinux->id;
}

static enum pk_status open_elf(struct pk_vmlinux *vmlinux, const char *path, char *error,
			       size_t size)
{
	enum pk_status status;

	vmlinux->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (vmlinux->fd < 0) {
		snprintf(error, size, "%s: %s", path, strerror(errno));
		return PK_IO;
	}
	elf_version(EV_CURRENT);
	vmlinux->elf = elf_begin(vmlinux->fd, ELF_C_READ_MMAP_PRIVATE, NULL);
	if (!vmlinux->elf || elf_kind(vmlinux->elf) != ELF_K_ELF) {
		snprintf(error, size, "%s: not a vmlinux: not an ELF file", path);
		return PK_CORRUPT;
	}
	pk_build_id_of_file(path, vmlinux->id, sizeof(vmlinux->id));
	status = read_symbols(vmlinux);
	if (status == PK_OK && !vmlinux->nr)
		status = PK_ABSENT;
	if (status != PK_OK) {
		snprintf(error, size, "%s: its symbols are %s: is it a vmlinux with debuginfo?",
			 path, pk_status_name(status));
		return status;
	}
	vmlinux->dwarf = dwarf_begin_elf(vmlinux->elf, DWARF_C_READ, NULL);
	return PK_OK;
}

enum pk_status pk_vmlinux_open(const char *path, struct pk_vmlinux **ret_vmlinux, char *error,
			       size_t size)
{
	struct pk_vmlinux *vmlinux = calloc(1, sizeof(*vmlinux));
	enum pk_status status;

	if (!vmlinux) {
		snprintf(error, size, "out of memory");
		return PK_NOMEM;
	}
	status = open_elf(vmlinux, path, error, size);
	if (status == PK_OK)
		*ret_vmlinux = vmlinux;
	else
		pk_vmlinux_close(vmlinux);
	return status;
}

void pk_vmlinux_close(struct pk_vmlinux *vmlinux)
{
	if (!vmlinux)
		return;
	if (vmlinux->dwarf)
		dwarf_end(vmlinux->dwarf);
	elf_end(vmlinux->elf);
	if (vmlinux->fd >= 0)
		close(vmlinux->fd);
	free(vmlinux->by_addr);
	free(vmlinux->by_name);
	free(vmlinux);
}
