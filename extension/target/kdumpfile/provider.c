// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/dump.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "target/kdumpfile/vmlinux.h"

static struct pk_kdumpfile *kdumpfile_of(struct pk_provider *provider)
{
	return (struct pk_kdumpfile *)provider;
}

/* --- what is asked of it ------------------------------------------------------------------------------ */

static enum pk_status read_memory(struct pk_provider *provider, uint64_t addr, void *buf,
				  size_t len)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	if (!dump->kcore)
		return pk_page_cache_read(dump->pages, addr, buf, len);
	return pk_kcore_read(dump->kcore, addr, buf, len) ? PK_OK : PK_UNREADABLE;
}

static void read_ahead(struct pk_provider *provider, uint64_t addr, size_t len)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	if (dump->ahead && !dump->kcore)
		pk_page_cache_read_ahead(dump->pages, addr, len);
}

static bool divide(struct pk_provider *provider, bool in_child)
{
	return pk_page_cache_divide(kdumpfile_of(provider)->pages, in_child);
}

static bool symbol_named(struct pk_provider *provider, const char *name,
			 struct pk_symbol *ret_symbol)
{
	const struct pk_kdumpfile *dump = kdumpfile_of(provider);

	return dump->vmlinux && pk_vmlinux_symbol(dump->vmlinux, name, ret_symbol);
}

static bool symbol_at(struct pk_provider *provider, uint64_t addr, struct pk_symbol *ret_symbol)
{
	const struct pk_kdumpfile *dump = kdumpfile_of(provider);

	return dump->vmlinux && pk_vmlinux_symbol_at(dump->vmlinux, addr, ret_symbol);
}

static bool symbol(struct pk_provider *provider, const char *name, uint64_t *ret_addr)
{
	struct pk_symbol symbol;
	kdump_addr_t addr;

	if (kdump_vmcoreinfo_symbol(kdumpfile_of(provider)->ctx, name, &addr) == KDUMP_OK)
		*ret_addr = addr;
	else if (symbol_named(provider, name, &symbol))
		*ret_addr = symbol.addr;
	else
		return false;
	return true;
}

static bool number(struct pk_provider *provider, const char *name, uint64_t *ret_value)
{
	char key[PK_KDUMP_KEY], *line, *end;
	uint64_t value;
	bool any;

	snprintf(key, sizeof(key), "NUMBER(%s)", name);
	if (kdump_vmcoreinfo_line(kdumpfile_of(provider)->ctx, key, &line) != KDUMP_OK)
		return false;
	value = strtoull(line, &end, 0);
	any = end != line;
	free(line);
	if (any)
		*ret_value = value;
	return any;
}

static enum pk_status btf(struct pk_provider *provider, void **ret_data, size_t *ret_len)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	return dump->vmlinux ? pk_vmlinux_btf(dump->vmlinux, ret_data, ret_len) : PK_ABSENT;
}

/* A module of another build would give wrong answers. */
static enum pk_status given_module(struct pk_kdumpfile *dump, const char *name, const char *id,
				   void **ret_data, size_t *ret_len)
{
	for (unsigned i = 0; i < dump->nr_modules; i++) {
		const struct pk_module_file *file = &dump->modules[i];

		if (strcmp(file->name, name) != 0)
			continue;
		if (*id && !strcmp(file->id, id))
			return pk_module_file_btf(file->path, ret_data, ret_len);
		fprintf(stderr,
			"pkttrace: warning: %s is not used: its build-id is %s, and the one of the "
			"module in the dump is %s\n",
			file->path, *file->id ? file->id : "unknown", *id ? id : "unknown");
	}
	return PK_ABSENT;
}

static enum pk_status fetched_module(const char *id, void **ret_data, size_t *ret_len)
{
	char error[256], *path;
	enum pk_status status = pk_debuginfod_find(id, &path, error, sizeof(error));

	if (status != PK_OK)
		return status;
	status = pk_module_file_btf(path, ret_data, ret_len);
	free(path);
	return status;
}

static enum pk_status module_btf(struct pk_provider *provider, const char *name, const char *id,
				 void **ret_data, size_t *ret_len)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);
	enum pk_status status = given_module(dump, name, id, ret_data, ret_len);

	return status == PK_ABSENT && dump->debuginfod && *id
		       ? fetched_module(id, ret_data, ret_len)
		       : status;
}

static enum pk_status functions_of_file(struct pk_provider *provider, const char *file,
					pk_symbol_fn fn, void *arg)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	return dump->vmlinux ? pk_vmlinux_functions_of_file(dump->vmlinux, file, fn, arg)
			     : PK_UNSUPPORTED;
}

static enum pk_status regs(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	return cpu >= 0 && (uint32_t)cpu < dump->target->facts.nr_cpu_ids
		       ? pk_kdump_regs(dump, (unsigned)cpu, ret_regs)
		       : PK_ABSENT;
}

/* --- opening ---------------------------------------------------------------------------------------- */

/* The first LEN bytes of PATH. Not of a FIFO: it has no beginning to look at, and nobody writes to it. */
static bool read_head(const char *path, char *bytes, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat stat;
	bool done = fd >= 0 && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) &&
		    read(fd, bytes, len) == (ssize_t)len;

	if (fd >= 0)
		close(fd);
	return done;
}

bool pk_kdumpfile_is_debuginfo(const char *path)
{
	unsigned char head[EI_NIDENT + 2]; /* and e_type */
	unsigned type;

	if (!read_head(path, (char *)head, sizeof(head)) || memcmp(head, ELFMAG, SELFMAG))
		return false;
	type = head[EI_DATA] == ELFDATA2MSB ? head[EI_NIDENT] << 8 | head[EI_NIDENT + 1]
					    : head[EI_NIDENT + 1] << 8 | head[EI_NIDENT];
	return type == ET_EXEC || type == ET_DYN || type == ET_REL;
}

bool pk_kdumpfile_is(const char *path)
{
	static const struct {
		const char *bytes;
		size_t len;
	} magics[] = {{"KDUMP   ", 8},
		      {"DISKDUMP", 8},
		      {"\x7f"
		       "ELF",
		       4},
		      {"makedumpfile", 12},
		      /* LKCD's by either byte order, a stand-alone dump of s390, SADUMP's */
		      {"\xed\x23\x8f\x61\x73\x01\x19\xa8", 8},
		      {"\xa8\x19\x01\x73\x61\x8f\x23\xed", 8},
		      {"\xa8\x19\x01\x73\x61\x8f\x23\xfd", 8},
		      {"sadump\0\0", 8}};
	char bytes[12];
	bool is = false;

	if (read_head(path, bytes, sizeof(bytes)))
		for (size_t i = 0; i < PK_ARRAY_SIZE(magics); i++)
			is |= !memcmp(bytes, magics[i].bytes, magics[i].len);
	return is;
}

static enum pk_status open_file(struct pk_kdumpfile *dump, const char *path, char *error,
				size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), flattened = fd;
	enum pk_status status;

	if (fd < 0)
		return pk_kdump_fail(error, size, PK_IO, "%s: %s", path, strerror(errno));
	if (pk_kcore_is(fd, path)) {
		dump->kcore = pk_kcore_create(fd);
		if (!dump->kcore)
			return pk_kdump_fail(error, size, PK_CORRUPT, "%s: not an ELF file", path);
	} else if (pk_flattened_is(flattened)) {
		status = pk_flattened_rearrange(flattened, &fd, error, size);
		close(flattened);
		if (status != PK_OK)
			return status;
	}
	dump->fds[dump->nr_fds++] = fd;
	if (pk_kdumpfile_is_inflated(fd))
		return pk_kdump_fail(
			error, size, PK_CORRUPT,
			"%s: damaged: notes or lines of VMCOREINFO larger than any machine's",
			path);
	return PK_OK;
}

#define NOTE_HEADERS 16
#define NOTE_BYTES (1u << 20) /* the vector stands behind the first thread's registers */

/* A program's core has its auxiliary vector; a kernel has none. */
static bool is_of_program(int fd)
{
	Elf *elf;
	bool found = false;
	size_t nr = 0;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_getphdrnum(elf, &nr))
		nr = 0;
	for (size_t i = 0; i < nr && i < NOTE_HEADERS && !found; i++) {
		GElf_Phdr header;
		GElf_Nhdr note;
		size_t at = 0, name, desc;
		Elf_Data *data;

		if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_NOTE)
			continue;
		data = elf_getdata_rawchunk(
			elf, (int64_t)header.p_offset,
			header.p_filesz < NOTE_BYTES ? header.p_filesz : NOTE_BYTES, ELF_T_NHDR);
		while (data && !found && (at = gelf_getnote(data, at, &note, &name, &desc)))
			found = note.n_type == NT_AUXV && note.n_namesz == sizeof("CORE") &&
				!memcmp((const char *)data->d_buf + name, "CORE", sizeof("CORE"));
	}
	elf_end(elf);
	return found;
}

static enum pk_status open_files(struct pk_kdumpfile *dump, char *const *paths, unsigned nr,
				 char *error, size_t size)
{
	const char *why;
	char parts[256];

	if (nr > PK_KDUMPFILE_PARTS)
		return pk_kdump_fail(error, size, PK_LIMIT, "more than %d files of one dump",
				     PK_KDUMPFILE_PARTS);
	for (unsigned i = 0; i < nr; i++) {
		enum pk_status status = open_file(dump, paths[i], error, size);

		if (status != PK_OK)
			return status;
	}
	if (nr == 1 && is_of_program(dump->fds[0]))
		return pk_kdump_fail(error, size, PK_UNSUPPORTED,
				     "%s: a program's core, not a kernel's dump: gdb reads it",
				     paths[0]);
	if (nr == 1 && pk_kdumpfile_is_part(dump->fds[0]))
		return pk_kdump_fail(error, size, PK_CORRUPT,
				     "%s: one file of a split dump: name all files, then \"--\"",
				     paths[0]);
	if (nr > 1 && !pk_kdumpfile_are_parts(dump->fds, paths, nr, parts, sizeof(parts)))
		return pk_kdump_fail(error, size, PK_CORRUPT, "%s", parts);
	dump->ctx = pk_kdump_context(dump, &why);
	return dump->ctx ? PK_OK : pk_kdump_fail(error, size, PK_CORRUPT, "%s: %s", paths[0], why);
}

static void find_direct_map(struct pk_kdumpfile *dump)
{
	const struct pk_arch *arch = pk_arch_of_machine(dump->provider.facts.machine);
	struct pk_target *target = dump->target;
	uint8_t bytes[8];
	uint64_t addr;

	if (arch && arch->direct_map &&
	    target->ops->symbol(target, arch->direct_map, &addr) == PK_OK &&
	    read_memory(&dump->provider, addr, bytes, target->facts.word_size) == PK_OK)
		dump->direct_base = pk_facts_uint(&target->facts, bytes, target->facts.word_size);
}

/* A line of VMCOREINFO that is a hexadecimal number. */
static bool vmcoreinfo_hex(struct pk_kdumpfile *dump, const char *key, uint64_t *ret_value)
{
	char *line = NULL, *end = NULL;
	bool is_number = false;

	if (kdump_vmcoreinfo_line(dump->ctx, key, &line) == KDUMP_OK && line && *line) {
		*ret_value = strtoull(line, &end, 16);
		is_number = !*end;
	}
	free(line);
	return is_number;
}

/* Uses the tables only if they map their own address to where they are. From 6.10 on, s390x's image
 * is not where its addresses say, but where VMCOREINFO says. */
static void find_tables(struct pk_kdumpfile *dump)
{
	const struct pk_arch *arch = pk_arch_of_machine(dump->provider.facts.machine);
	uint64_t addr, root, phys, begin, begin_phys;

	if (!arch || !arch->translate || !symbol(&dump->provider, "swapper_pg_dir", &addr))
		return;
	root = addr - arch->linear_base;
	if (vmcoreinfo_hex(dump, "KERNELOFFPHYS", &begin_phys) &&
	    vmcoreinfo_hex(dump, "KERNELOFFSET", &begin))
		root = addr - begin + begin_phys;
	if (pk_kdump_walk(dump, &dump->ctx, root, addr, &phys) && phys == root)
		dump->tables = phys;
}

static bool stop(const struct pk_symbol *symbol, void *arg)
{
	(void)symbol;
	(void)arg;
	return false;
}

/* "Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) ... #1 SMP ...": two builds rarely
 * share it. */
static bool same_banner(struct pk_kdumpfile *dump)
{
	char of_dump[256], of_file[sizeof(of_dump)];
	struct pk_symbol banner;

	return pk_vmlinux_symbol(dump->vmlinux, "linux_banner", &banner) &&
	       pk_vmlinux_bytes(dump->vmlinux, banner.addr, of_file, sizeof(of_file)) &&
	       read_memory(&dump->provider, banner.addr, of_dump, sizeof(of_dump)) == PK_OK &&
	       !strncmp(of_dump, of_file, sizeof(of_dump));
}

/* Types and symbols of another build would give wrong answers. */
static enum pk_status check_vmlinux(struct pk_kdumpfile *dump, const char *path, char *error,
				    size_t size)
{
	const char *id = dump->provider.facts.build_id, *other = pk_vmlinux_id(dump->vmlinux);
	uint64_t stext;

	if (*id && *other && strcmp(id, other) != 0)
		return pk_kdump_fail(
			error, size, PK_CORRUPT,
			"%s is of another build: its build-id is %s, and the dump's is %s", path,
			other, id);
	if (!symbol(&dump->provider, "_stext", &stext) || !pk_vmlinux_place(dump->vmlinux, stext))
		return pk_kdump_fail(
			error, size, PK_CORRUPT,
			"%s: its _stext, or the dump's, is not known: it cannot be placed", path);
	if ((!*id || !*other) && !same_banner(dump))
		return pk_kdump_fail(error, size, PK_CORRUPT,
				     "%s is of another build: its linux_banner is not the dump's",
				     path);
	return PK_OK;
}

/* Modules are not linked, so they are told from the vmlinux, *RET_VMLINUX (NULL: none). */
static enum pk_status sort_debuginfo(struct pk_kdumpfile *dump,
				     const struct pk_kdumpfile_options *options,
				     const char **ret_vmlinux, char *error, size_t size)
{
	dump->debuginfod = options->debuginfod;
	dump->modules = calloc(options->nr_debuginfo + 1, sizeof(*dump->modules));
	if (!dump->modules)
		return pk_kdump_fail(error, size, PK_NOMEM, "out of memory");
	for (unsigned i = 0; i < options->nr_debuginfo; i++) {
		const char *path = options->debuginfo[i];

		if (pk_module_file_is(path))
			pk_module_file_read(path, &dump->modules[dump->nr_modules++]);
		else if (*ret_vmlinux)
			return pk_kdump_fail(
				error, size, PK_UNSUPPORTED,
				"%s: a vmlinux was given already, and this is no module", path);
		else
			*ret_vmlinux = path;
	}
	return PK_OK;
}

/* GIVEN: the one that is open already, or NULL. */
static enum pk_status check_debuginfo(struct pk_kdumpfile *dump, const char *given, char *error,
				      size_t size)
{
	const char *path = given;
	char *fetched = NULL;
	enum pk_status status = PK_OK;

	if (!path && !dump->debuginfod)
		return status;
	if (!path) {
		if (!dump->provider.facts.build_id[0])
			return pk_kdump_fail(
				error, size, PK_ABSENT,
				"debuginfod: the dump does not say its kernel's build-id");
		status = pk_debuginfod_find(dump->provider.facts.build_id, &fetched, error, size);
		path = fetched;
		if (status == PK_OK)
			status = pk_vmlinux_open(path, &dump->vmlinux, error, size);
	}
	if (status == PK_OK)
		status = check_vmlinux(dump, path, error, size);
	if (status == PK_OK)
		snprintf(dump->provider.facts.vmlinux_id, sizeof(dump->provider.facts.vmlinux_id),
			 "%s", pk_vmlinux_id(dump->vmlinux));
	free(fetched);
	return status;
}

/* Without symbols and types every answer would be "there is none". */
static enum pk_status check_kernel(struct pk_kdumpfile *dump, const char *path, char *error,
				   size_t size)
{
	struct pk_target *target = dump->target;
	enum pk_status status = target->ops->symbols_all(target, stop, NULL);
	uint64_t bytes;

	if (status != PK_OK && !dump->vmlinux)
		return pk_kdump_fail(
			error, size, status,
			"%s: the kernel's symbols (kallsyms) are %s in this dump: %s", path,
			pk_status_name(status),
			status == PK_ABSENT
				? "its vmlinux has them (-k VMLINUX, or --debuginfod)"
				: "it is cut or damaged, or pages of the kernel were left out");
	status = target->ops->type_size(target, "struct list_head", &bytes);
	if (status == PK_OK)
		return PK_OK;
	return pk_kdump_fail(
		error, size, status, "%s: %s%s", path,
		target->ops->symbol(target, "init_task", &bytes) == PK_OK
			? "this dump has no BTF of its kernel that can be read, so its types are "
			  "not known"
			: "this kernel's kallsyms name no variables (KALLSYMS_ALL is off), so "
			  "neither they "
			  "nor its types are found",
		dump->vmlinux
			? ", and the vmlinux has no debuginfo"
			: ": its vmlinux has them (-k VMLINUX, or --debuginfod). The log alone: "
			  "makedumpfile --dump-dmesg");
}

/* EM_NONE: not an ELF file. */
static unsigned elf_machine(int fd)
{
	GElf_Ehdr head = {0};
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && !gelf_getehdr(elf, &head))
		head.e_machine = EM_NONE;
	elf_end(elf);
	return head.e_machine;
}

static enum pk_status check_machine(struct pk_kdumpfile *dump, const char *path, char *error,
				    size_t size)
{
	const struct pk_facts *facts = &dump->provider.facts;

	if ((facts->word_size == 4 || facts->word_size == 8) && facts->page_size)
		return PK_OK;
	return pk_kdump_fail(
		error, size, PK_UNSUPPORTED,
		"%s: of an architecture that libkdumpfile does not know (ELF machine %u)", path,
		elf_machine(dump->fds[0]));
}

static enum pk_status open_dump(struct pk_kdumpfile *dump, char *const *paths, unsigned nr,
				const struct pk_kdumpfile_options *options, char *error,
				size_t size)
{
	enum pk_status status = open_files(dump, paths, nr, error, size);
	const char *why, *vmlinux = NULL;
	kdump_num_t base = 0;

	if (status == PK_OK)
		status = sort_debuginfo(dump, options, &vmlinux, error, size);
	if (status == PK_OK && vmlinux)
		status = pk_vmlinux_open(vmlinux, &dump->vmlinux, error, size);
	if (status != PK_OK)
		return status;
	dump->cut = nr == 1 && !dump->kcore && pk_kdumpfile_is_cut(dump->ctx, dump->fds[0]);
	if (dump->cut && !options->partial)
		return pk_kdump_fail(error, size, PK_CORRUPT,
				     "%s: the dump is cut short: --partial opens it, but answers "
				     "that need the missing part may be wrong",
				     paths[0]);
	if (dump->cut)
		fprintf(stderr, "pkttrace: warning: the dump is cut short: answers that need the "
				"missing part may be wrong\n");
	dump->mapped = !dump->cut && !dump->kcore && pk_mapped_may(dump->fds, dump->nr_fds);
	status = dump->kcore ? PK_OK : pk_kdump_find_note(dump, paths[0], error, size);
	if (status != PK_OK)
		return status;
	pk_kdump_facts(dump, paths[0]);
	dump->has_phys_base =
		kdump_get_number_attr(dump->ctx, "linux.phys_base", &base) == KDUMP_OK ||
		kdump_get_address_attr(dump->ctx, "linux.phys_base", &base) == KDUMP_OK;
	dump->phys_base = base;
	status = check_machine(dump, paths[0], error, size);
	if (status != PK_OK)
		return status;
	dump->ahead = pk_kdump_context(dump, &why);
	pk_kdump_map(dump, dump->ctx);
	pk_kdump_map(dump, dump->ahead);
	dump->pages = pk_page_cache_create(pk_kdump_read_page, dump, options->children);
	if (!dump->pages)
		return pk_kdump_fail(error, size, PK_NOMEM, "out of memory");
	if (dump->ahead && !dump->kcore && !options->children)
		pk_page_cache_start_ahead(dump->pages);
	status = check_debuginfo(dump, vmlinux, error, size);
	if (status != PK_OK)
		return status;
	find_tables(dump);
	dump->target = pk_kernel_create(&dump->provider);
	if (!dump->target)
		return pk_kdump_fail(error, size, PK_NOMEM, "out of memory");
	find_direct_map(dump);
	return check_kernel(dump, paths[0], error, size);
}

static void destroy(struct pk_kdumpfile *dump)
{
	pk_kernel_destroy(dump->target);
	pk_page_cache_destroy(dump->pages);
	pk_vmlinux_close(dump->vmlinux);
	pk_kcore_destroy(dump->kcore);
	pk_own_notes_deinit(&dump->own);
	free(dump->modules);
	pk_kdump_give_up(dump->ahead);
	pk_kdump_give_up(dump->ctx);
	while (dump->nr_fds)
		close(dump->fds[--dump->nr_fds]);
	pthread_rwlock_destroy(&dump->maps_lock);
	free(dump);
}

enum pk_status pk_kdumpfile_open(char *const *paths, unsigned nr,
				 const struct pk_kdumpfile_options *options,
				 struct pk_target **ret_target, char *error, size_t size)
{
	static const struct pk_provider_ops ops = {
		.name = "VMCOREINFO",
		.read = read_memory,
		.read_ahead = read_ahead,
		.divide = divide,
		.symbol = symbol,
		.number = number,
		.symbol_named = symbol_named,
		.symbol_at = symbol_at,
		.btf = btf,
		.module_btf = module_btf,
		.functions_of_file = functions_of_file,
		.regs = regs,
	};
	struct pk_kdumpfile *dump = calloc(1, sizeof(*dump));
	enum pk_status status;

	if (!dump)
		return pk_kdump_fail(error, size, PK_NOMEM, "out of memory");
	dump->provider.ops = &ops;
	pthread_rwlock_init(&dump->maps_lock, NULL);
	pk_kdump_catch_faults();
	status = open_dump(dump, paths, nr, options, error, size);
	if (status == PK_OK)
		*ret_target = dump->target;
	else
		destroy(dump);
	return status;
}

void pk_kdumpfile_close(struct pk_target *target)
{
	destroy(kdumpfile_of(pk_kernel_provider(target)));
}
