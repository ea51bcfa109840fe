// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"
#include "target/kdumpfile/kdumpfile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libkdumpfile/kdumpfile.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "core/printable.h"
#include "kernel/kernel.h"
#include "kernel/page_cache.h"
#include "kernel/registers.h"
#include "target/kdumpfile/cut.h"
#include "target/kdumpfile/debuginfod.h"
#include "target/kdumpfile/flattened.h"
#include "target/kdumpfile/kcore.h"
#include "target/kdumpfile/made_note.h"
#include "target/kdumpfile/mapped.h"
#include "target/kdumpfile/module_file.h"
#include "target/kdumpfile/own_note.h"
#include "target/kdumpfile/vmlinux.h"

/*
 * Whatever the file's format, libkdumpfile gives its pages by kernel address, and its headers'
 * contents as attributes. A context belongs to one thread. The one that reads ahead has its own
 * instead of a clone, whose locks a fault in the other context could leave held.
 */

#define MAX_KEY 64
#define MAX_FAULTS 2000 /* each page that is at fault has two */
#define MAX_PHYS (1ull << 46) /* bytes of memory, at most */
#define MAX_CPUS 4096 /* whose registers are looked at */

struct pk_kdumpfile {
	struct pk_provider provider; /* first: the ops get this pointer */
	struct pk_target *target; /* made of it; owned */
	kdump_ctx_t *ctx, *ahead; /* AHEAD: the second thread's */
	struct pk_page_cache *pages;
	unsigned faults; /* caught in the library */
	bool mapped; /* the library maps the files */
	_Atomic size_t nr_pages; /* read by both contexts */
	/* Held to read; to give back, alone: the library may take a mapping down, and then other memory may have
	 * its place. */
	pthread_rwlock_t maps_lock;
	bool cut; /* the file is cut short */
	bool has_phys_base;
	/* physical address of the kernel's image; start of the direct map, or 0 */
	uint64_t phys_base, direct_base;
	/* physical address of the kernel's page tables if they are walked here, or 0 */
	uint64_t tables;
	int fds[PK_KDUMPFILE_PARTS];
	unsigned nr_fds;
	struct pk_vmlinux *vmlinux; /* NULL: none given */
	struct pk_module_file *modules; /* owned; that were given */
	unsigned nr_modules;
	bool debuginfod; /* those that are missing are fetched */
	struct pk_kcore *kcore; /* NULL: not live */
	struct pk_own_notes own; /* VMCOREINFO in memory, of a dump that has no other */
	const struct pk_own_note *note; /* the one that is used, or tried; NULL: the file's own */
	/* byte order of the file without it; and its registers are in the other one than the kernel */
	bool file_big_endian, swapped;
	bool made; /* there was none: what a vmlinux proves */
};

static struct pk_kdumpfile *kdumpfile_of(struct pk_provider *provider)
{
	return (struct pk_kdumpfile *)provider;
}

/* --- what is asked of it ------------------------------------------------------------------------------ */

/* The physical address of ADDR if it is in a linear map. */
static bool linear(const struct pk_kdumpfile *dump, uint64_t addr, uint64_t *ret_phys)
{
	const struct pk_arch *arch = pk_arch_of_machine(dump->provider.facts.machine);

	if (!arch)
		return false;
	if (dump->has_phys_base && addr >= arch->text_map &&
	    addr - arch->text_map < arch->text_map_size)
		*ret_phys = addr - arch->text_map + dump->phys_base;
	else if (dump->direct_base && addr >= dump->direct_base &&
		 addr - dump->direct_base < MAX_PHYS)
		*ret_phys = addr - dump->direct_base;
	else
		return false;
	return true;
}

/* libkdumpfile 0.5.1 faults on pages of which a cut file holds a part. Such a page is unreadable:
 * the context that the fault interrupted is replaced by a new one. It also faults on good pages, where
 * its cache hands out a place without memory: the new context, whose cache is empty, is asked once more. */
static _Thread_local sigjmp_buf *reading;

static void on_fault(int sig)
{
	if (reading)
		siglongjmp(*reading, sig);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void catch_faults(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE};
	struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};

	for (size_t i = 0; i < PK_ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &action, NULL);
}

#define CACHED_BY_LIBRARY 32 /* pages, and pages of page tables, that one read holds at a time */

#define PAGES_KEPT 256 /* read: then what they touched of mapped files may be given back */

static kdump_ctx_t *open_context(const struct pk_kdumpfile *dump, const char **ret_why);

/* Once opened: what is read while opening is not guarded against faults. */
static void map_files(const struct pk_kdumpfile *dump, kdump_ctx_t *ctx)
{
	if (ctx && dump->mapped)
		kdump_set_number_attr(ctx, KDUMP_ATTR_FILE_MMAP_POLICY, KDUMP_MMAP_TRY);
}

static void note_read(struct pk_kdumpfile *dump, size_t len)
{
	size_t nr = (len + PK_CACHED_PAGE - 1) / PK_CACHED_PAGE;
	size_t before = atomic_fetch_add(&dump->nr_pages, nr);

	if (before / PAGES_KEPT == (before + nr) / PAGES_KEPT)
		return;
	pthread_rwlock_wrlock(&dump->maps_lock);
	pk_mapped_give_back();
	pthread_rwlock_unlock(&dump->maps_lock);
}

/* RET_FAULTED: it faulted, and *CTX is a new one; NULL: there is none. */
static kdump_status read_once(struct pk_kdumpfile *dump, kdump_ctx_t **ctx, kdump_addrspace_t space,
			      uint64_t addr, void *buf, size_t len, bool *ret_faulted)
{
	kdump_status status;
	sigjmp_buf jump;
	size_t got = len;
	const char *why;

	*ret_faulted = false;
	if (!*ctx)
		return KDUMP_ERR_CORRUPT;
	/* The handler blocks no signal: saving the mask would only cost a system call. */
	if (sigsetjmp(jump, 0)) {
		reading = NULL;
		pthread_rwlock_unlock(&dump->maps_lock);
		*ctx = dump->faults++ < MAX_FAULTS ? open_context(dump, &why) : NULL;
		map_files(dump, *ctx);
		*ret_faulted = true;
		return KDUMP_ERR_CORRUPT;
	}
	pthread_rwlock_rdlock(&dump->maps_lock);
	reading = &jump;
	status = kdump_read(*ctx, space, addr, buf, &got);
	reading = NULL;
	pthread_rwlock_unlock(&dump->maps_lock);
	if (dump->mapped)
		note_read(dump, len);
	return status == KDUMP_OK && got != len ? KDUMP_ERR_EOF : status;
}

static kdump_status read_guarded(struct pk_kdumpfile *dump, kdump_ctx_t **ctx,
				 kdump_addrspace_t space, uint64_t addr, void *buf, size_t len)
{
	bool faulted;
	kdump_status status = read_once(dump, ctx, space, addr, buf, len, &faulted);

	return faulted ? read_once(dump, ctx, space, addr, buf, len, &faulted) : status;
}

struct reader {
	struct pk_kdumpfile *dump;
	kdump_ctx_t **ctx;
};

static bool read_phys(uint64_t phys, void *buf, size_t len, void *arg)
{
	const struct reader *reader = arg;

	return read_guarded(reader->dump, reader->ctx, KDUMP_MACHPHYSADDR, phys, buf, len) ==
	       KDUMP_OK;
}

/* By page tables that the library cannot walk. */
static bool walked(struct pk_kdumpfile *dump, kdump_ctx_t **ctx, uint64_t tables, uint64_t addr,
		   uint64_t *ret_phys)
{
	const struct pk_arch *arch = pk_arch_of_machine(dump->provider.facts.machine);
	struct reader reader = {dump, ctx};
	struct pk_phys phys = {tables, dump->provider.facts.page_size, read_phys, &reader};

	return tables && arch && arch->translate && arch->translate(&phys, addr, ret_phys);
}

static bool read_dump(void *arg, uint64_t addr, void *buf, size_t len, bool ahead)
{
	struct pk_kdumpfile *dump = arg;
	kdump_ctx_t **ctx = ahead ? &dump->ahead : &dump->ctx;
	kdump_status status = read_guarded(dump, ctx, KDUMP_KVADDR, addr, buf, len);
	uint64_t phys;

	/* A page table is missing from the dump, which may be cut. */
	if (status != KDUMP_OK && status != KDUMP_ERR_NODATA &&
	    (linear(dump, addr, &phys) || walked(dump, ctx, dump->tables, addr, &phys)))
		status = read_guarded(dump, ctx, KDUMP_MACHPHYSADDR, phys, buf, len);
	/* Past the end of a cut file, where libkdumpfile reads zeros. Genuine pages of zeros are
	 * rare in a dump, and tell nothing. */
	return status == KDUMP_OK && !(dump->cut && len >= PK_CACHED_PAGE && pk_is_zero(buf, len));
}

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
	char key[MAX_KEY], *line, *end;
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

static enum pk_status regs_of_file(struct pk_kdumpfile *dump, unsigned cpu,
				   struct pk_regs *ret_regs)
{
	kdump_ctx_t *ctx = dump->ctx;
	struct pk_regs found = {0};
	kdump_attr_iter_t iter;
	char key[MAX_KEY], reg[2 * MAX_KEY];

	snprintf(key, sizeof(key), "cpu.%u.reg", cpu);
	if (kdump_attr_iter_start(ctx, key, &iter) != KDUMP_OK)
		return PK_ABSENT;
	while (iter.key) {
		kdump_num_t value;

		/* By its path, not by the iterator: what kdump_attr_ref_get() gives must be discarded, by a call that
		 * libkdumpfile has since 0.5.5. */
		snprintf(reg, sizeof(reg), "%s.%.*s", key, MAX_KEY - 1, iter.key);
		if (kdump_get_number_attr(ctx, reg, &value) == KDUMP_OK)
			pk_regs_take(&found, dump->provider.facts.machine, iter.key,
				     strlen(iter.key),
				     dump->swapped ? __builtin_bswap64(value) : value);
		if (kdump_attr_iter_next(ctx, &iter) != KDUMP_OK)
			break;
	}
	kdump_attr_iter_end(ctx, &iter);
	if (!found.nr_gpr)
		return PK_ABSENT;
	*ret_regs = found;
	return PK_OK;
}

static enum pk_status regs(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	return cpu >= 0 && (uint32_t)cpu < dump->target->facts.nr_cpu_ids
		       ? regs_of_file(dump, (unsigned)cpu, ret_regs)
		       : PK_ABSENT;
}

/* --- opening ---------------------------------------------------------------------------------------- */

static enum pk_status __attribute__((format(printf, 4, 5)))
bad(char *error, size_t size, enum pk_status status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(error, size, fmt, args);
	va_end(args);
	return status;
}

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

static const char *text_of(kdump_ctx_t *ctx, const char *key)
{
	const char *text;

	return kdump_get_string_attr(ctx, key, &text) == KDUMP_OK && text ? text : "";
}

static uint32_t number_of(kdump_ctx_t *ctx, const char *key)
{
	kdump_num_t number;

	return kdump_get_number_attr(ctx, key, &number) == KDUMP_OK && number <= UINT32_MAX
		       ? (uint32_t)number
		       : 0;
}

/* Since 5.9 (0935288c6e00, "kdump: append kernel build-id string to VMCOREINFO"). */
static void find_build_id(kdump_ctx_t *ctx, char *id, size_t size)
{
	char *line;

	if (kdump_vmcoreinfo_line(ctx, "BUILD-ID", &line) != KDUMP_OK)
		return;
	for (size_t i = 0; line[i] && isxdigit((unsigned char)line[i]) && i + 1 < size; i++)
		id[i] = (char)tolower((unsigned char)line[i]);
	free(line);
}

static void find_facts(struct pk_kdumpfile *dump, const char *path)
{
	struct pk_facts *facts = &dump->provider.facts;
	const char *arch = text_of(dump->ctx, KDUMP_ATTR_ARCH_NAME);

	snprintf(facts->release, sizeof(facts->release), "%.79s",
		 text_of(dump->ctx, "linux.uts.release"));
	facts->is_live = dump->kcore;
	if (!facts->is_live)
		snprintf(facts->dump_file, sizeof(facts->dump_file), "%.255s", path);
	facts->big_endian = number_of(dump->ctx, KDUMP_ATTR_BYTE_ORDER) == KDUMP_BIG_ENDIAN;
	/* The name that uname -m gives. */
	snprintf(facts->machine, sizeof(facts->machine), "%.13s%s", arch,
		 !facts->big_endian && !strcmp(arch, KDUMP_ARCH_PPC64) ? "le" : "");
	facts->word_size = number_of(dump->ctx, KDUMP_ATTR_PTR_SIZE);
	facts->page_size = number_of(dump->ctx, KDUMP_ATTR_PAGE_SIZE);
	find_build_id(dump->ctx, facts->build_id, sizeof(facts->build_id));
}

static enum pk_status open_file(struct pk_kdumpfile *dump, const char *path, char *error,
				size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), flattened = fd;
	enum pk_status status;

	if (fd < 0)
		return bad(error, size, PK_IO, "%s: %s", path, strerror(errno));
	if (pk_kcore_is(fd, path)) {
		dump->kcore = pk_kcore_create(fd);
		if (!dump->kcore)
			return bad(error, size, PK_CORRUPT, "%s: not an ELF file", path);
	} else if (pk_flattened_is(flattened)) {
		status = pk_flattened_rearrange(flattened, &fd, error, size);
		close(flattened);
		if (status != PK_OK)
			return status;
	}
	dump->fds[dump->nr_fds++] = fd;
	if (pk_kdumpfile_is_inflated(fd))
		return bad(error, size, PK_CORRUPT, "%s: damaged: notes larger than any machine's",
			   path);
	return PK_OK;
}

/* No page of the files, just opened as CTX, has a stored size larger than a page. Checked once,
 * before the first page is read. */
static bool pages_fit(const struct pk_kdumpfile *dump, kdump_ctx_t *ctx, char *why, size_t size)
{
	for (unsigned i = 0; i < dump->nr_fds && !dump->ctx && !why[0]; i++) {
		uint64_t at = pk_kdumpfile_large_page(ctx, dump->fds[i], dump->nr_fds == 1);

		if (pk_kdumpfile_has_two_readings(ctx, dump->fds[i]))
			snprintf(
				why, size,
				"damaged, or of a machine of 32 bits: its header has two readings");
		else if (at)
			snprintf(
				why, size,
				"damaged: page descriptor at %#llx: the stored size exceeds a page",
				(unsigned long long)at);
	}
	return !why[0];
}

/*
 * libkdumpfile 0.5.1 frees what it did not set up when a file was refused: kdump_free() crashes, and the reason would not be
 * told. So such a context is kept until the program ends.
 */
static void give_up(kdump_ctx_t *ctx)
{
	static kdump_ctx_t *volatile refused;

	refused = ctx;
	(void)refused;
}

/* The dump is given the note that it lacks, and with it the kernel's byte order: some of QEMU's files claim another. */
static bool take_note(const struct pk_own_note *note, kdump_ctx_t *ctx)
{
	kdump_attr_t raw = {.type = KDUMP_BLOB};
	kdump_num_t order = note->big_endian ? KDUMP_BIG_ENDIAN : KDUMP_LITTLE_ENDIAN,
		    files = order;
	bool taken = false;

	raw.val.blob = kdump_blob_new_dup(note->text, note->len);
	if (raw.val.blob && kdump_get_number_attr(ctx, KDUMP_ATTR_BYTE_ORDER, &files) == KDUMP_OK)
		taken = (files == order ||
			 kdump_set_number_attr(ctx, KDUMP_ATTR_BYTE_ORDER, order) == KDUMP_OK) &&
			kdump_set_attr(ctx, "linux.vmcoreinfo.raw", &raw) == KDUMP_OK;
	return taken;
}

/* NULL: *RET_WHY says why. */
static kdump_ctx_t *open_context(const struct pk_kdumpfile *dump, const char **ret_why)
{
	static char why[256];
	kdump_ctx_t *ctx = kdump_new();

	why[0] = '\0';
	*ret_why = "out of memory";
	if (!ctx)
		return NULL;
	/* If a file is cut, or shrinks meanwhile, reading fails, but a mapping faults. */
	kdump_set_number_attr(ctx, KDUMP_ATTR_FILE_MMAP_POLICY, KDUMP_MMAP_NEVER);
	/* The library searches its cache linearly. Our own cache serves repeated reads. */
	kdump_set_number_attr(ctx, "cache.size", CACHED_BY_LIBRARY);
	*ret_why = why;
	if (kdump_open_fdset(ctx, dump->nr_fds, dump->fds) != KDUMP_OK ||
	    (pages_fit(dump, ctx, why, sizeof(why)) &&
	     ((dump->note && !take_note(dump->note, ctx)) ||
	      kdump_set_string_attr(ctx, KDUMP_ATTR_OSTYPE, "linux") != KDUMP_OK)))
		snprintf(why, sizeof(why), "it cannot be opened: %s", kdump_get_err(ctx));
	else if (!why[0])
		return ctx;
	give_up(ctx);
	return NULL;
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
		return bad(error, size, PK_LIMIT, "more than %d files of one dump",
			   PK_KDUMPFILE_PARTS);
	for (unsigned i = 0; i < nr; i++) {
		enum pk_status status = open_file(dump, paths[i], error, size);

		if (status != PK_OK)
			return status;
	}
	if (nr == 1 && is_of_program(dump->fds[0]))
		return bad(error, size, PK_UNSUPPORTED,
			   "%s: a program's core, not a kernel's dump: gdb reads it", paths[0]);
	if (nr == 1 && pk_kdumpfile_is_part(dump->fds[0]))
		return bad(error, size, PK_CORRUPT,
			   "%s: one file of a split dump: name all files, then \"--\"", paths[0]);
	if (nr > 1 && !pk_kdumpfile_are_parts(dump->fds, paths, nr, parts, sizeof(parts)))
		return bad(error, size, PK_CORRUPT, "%s", parts);
	dump->ctx = open_context(dump, &why);
	return dump->ctx ? PK_OK : bad(error, size, PK_CORRUPT, "%s: %s", paths[0], why);
}

/* --- VMCOREINFO out of memory ---------------------------------------------------------------------------- */

#define SMALLEST_PAGE 24 /* bytes of a file for one: a descriptor, of a page that it shares */
#define LONG_SEARCH 2 /* seconds: then it is said what takes so long */
#define UTS_LEN 65 /* bytes of each field of struct new_utsname: sysname, nodename, release */
#define UTS_BEFORE                                                                                 \
	64 /* bytes of struct uts_namespace in front of it, at most: a kref, before 5.11 */

struct search {
	struct pk_kdumpfile *dump;
	const char *path;
	time_t begin;
	uint64_t most; /* bytes */
	bool told;
};

static bool next_run(void *arg, uint64_t *from, uint64_t *end)
{
	const struct search *search = arg;
	kdump_ctx_t *ctx = search->dump->ctx;
	uint64_t page = number_of(ctx, KDUMP_ATTR_PAGE_SIZE);
	kdump_addr_t first = *from / page, last = number_of(ctx, "max_pfn");
	kdump_attr_t map;

	if (kdump_get_attr(ctx, KDUMP_ATTR_FILE_PAGEMAP, &map) == KDUMP_OK &&
	    map.type == KDUMP_BITMAP) {
		if (kdump_bmp_find_set(map.val.bitmap, &first) != KDUMP_OK)
			return false;
		last = first;
		if (kdump_bmp_find_clear(map.val.bitmap, &last) != KDUMP_OK)
			return false;
	}
	if (last <= first || last > MAX_PHYS / page)
		return false;
	*from = first * page;
	*end = last * page;
	return true;
}

static bool read_frame(void *arg, uint64_t phys, void *buf, size_t len)
{
	struct pk_kdumpfile *dump = ((struct search *)arg)->dump;

	return read_guarded(dump, &dump->ctx, KDUMP_MACHPHYSADDR, phys, buf, len) == KDUMP_OK;
}

static void tell_search(void *arg, uint64_t done)
{
	struct search *search = arg;

	if (search->told || time(NULL) - search->begin < LONG_SEARCH)
		return;
	search->told = true;
	pk_print(stderr,
		 "pkttrace: %s: no VMCOREINFO note: its memory is searched for the kernel's own "
		 "(%llu of %llu MiB so far)\n",
		 search->path, (unsigned long long)(done >> 20),
		 (unsigned long long)(search->most >> 20));
}

/* The kernel that wrote the note is the one at the addresses that the note gives: there it says its release. */
static bool has_its_kernel(struct pk_kdumpfile *dump)
{
	char bytes[UTS_BEFORE + 3 * UTS_LEN], *line = NULL;
	bool same = false;
	kdump_addr_t addr;

	if (kdump_vmcoreinfo_symbol(dump->ctx, "init_uts_ns", &addr) != KDUMP_OK ||
	    read_guarded(dump, &dump->ctx, KDUMP_KVADDR, addr, bytes, sizeof(bytes)) != KDUMP_OK ||
	    kdump_vmcoreinfo_line(dump->ctx, "OSRELEASE", &line) != KDUMP_OK)
		return false;
	for (size_t at = 0; at <= UTS_BEFORE && !same; at += 4)
		same = !strncmp(bytes + at, "Linux", sizeof("Linux")) &&
		       !strncmp(bytes + at + 2 * UTS_LEN, line, UTS_LEN);
	free(line);
	return same;
}

/* How many CPUs are in that kernel: both where they execute and their stacks are mapped by it. Where an earlier kernel was,
 * another follows at random addresses. */
static int cpus_in_kernel(struct pk_kdumpfile *dump)
{
	const struct pk_arch *arch = pk_arch_of_machine(dump->provider.facts.machine);
	uint32_t nr = number_of(dump->ctx, KDUMP_ATTR_NUM_CPUS);
	int count = 0;

	for (uint32_t cpu = 0; arch && cpu < nr && cpu < MAX_CPUS; cpu++) {
		struct pk_regs regs;
		uint32_t word;

		count += regs_of_file(dump, cpu, &regs) == PK_OK && !regs.in_user &&
			 regs.ip >= arch->kernel_begin && regs.sp >= arch->kernel_begin &&
			 read_guarded(dump, &dump->ctx, KDUMP_KVADDR, regs.ip & ~3ull, &word,
				      sizeof(word)) == KDUMP_OK &&
			 read_guarded(dump, &dump->ctx, KDUMP_KVADDR, regs.sp & ~3ull, &word,
				      sizeof(word)) == KDUMP_OK;
	}
	return count;
}

/* For contexts that are opened from now on. */
static void use_note(struct pk_kdumpfile *dump, const struct pk_own_note *note)
{
	dump->note = note;
	dump->swapped = note && note->big_endian != dump->file_big_endian;
}

/* The number of CPUs in the kernel of NOTE; -1: its kernel is not in this memory. */
static int weigh(struct pk_kdumpfile *dump, const struct pk_own_note *note, const char *path)
{
	kdump_ctx_t *without = dump->ctx;
	const char *why;
	int weight = -1;

	use_note(dump, note);
	dump->ctx = open_context(dump, &why);
	if (dump->ctx) {
		find_facts(dump, path);
		if (has_its_kernel(dump))
			weight = cpus_in_kernel(dump);
		if (dump->ctx)
			kdump_free(dump->ctx);
	}
	dump->ctx = without;
	use_note(dump, NULL);
	return weight;
}

/* No other can have more CPUs: the rest of memory need not be read. */
static bool note_found(void *arg, struct pk_own_note *note)
{
	const struct search *search = arg;
	uint32_t nr = number_of(search->dump->ctx, KDUMP_ATTR_NUM_CPUS);

	note->weight = weigh(search->dump, note, search->path);
	return nr && note->weight == (int)nr;
}

struct choice {
	const struct pk_own_note *best, *second; /* NULL: none whose kernel is there */
};

static struct choice choose_note(const struct pk_own_notes *own)
{
	struct choice choice = {0};

	for (unsigned i = 0; i < own->nr; i++) {
		const struct pk_own_note *note = own->notes[i];

		if (note->weight < 0)
			continue;
		if (!choice.best || note->weight > choice.best->weight) {
			choice.second = choice.best;
			choice.best = note;
		} else if (!choice.second || note->weight > choice.second->weight) {
			choice.second = note;
		}
	}
	return choice;
}

/* Bytes of memory that the files can hold, and say that they hold. */
static uint64_t bytes_stored(struct pk_kdumpfile *dump, struct search *search)
{
	uint64_t from = 0, end, said = 0, most = 0;
	struct stat stat;

	for (unsigned i = 0; i < dump->nr_fds; i++)
		if (!fstat(dump->fds[i], &stat))
			most += (uint64_t)stat.st_size / SMALLEST_PAGE *
				number_of(dump->ctx, KDUMP_ATTR_PAGE_SIZE);
	for (; said < most && next_run(search, &from, &end); from = end)
		said += end - from;
	return said < most ? said : most;
}

static bool is_x86_64(const struct pk_kdumpfile *dump)
{
	return !strcmp(text_of(dump->ctx, KDUMP_ATTR_ARCH_NAME), KDUMP_ARCH_X86_64);
}

/* At the begin of pages first: anywhere is slower, and only kernels before 4.13 have it there. */
static struct choice search_memory(struct pk_kdumpfile *dump, const char *path)
{
	struct search search = {.dump = dump, .path = path, .begin = time(NULL)};
	struct pk_frames frames = {next_run, read_frame, note_found, tell_search, 0, &search};
	struct choice choice = {0};

	frames.most = search.most = bytes_stored(dump, &search);
	for (int anywhere = 0; anywhere < 2 && !choice.best && !dump->own.more; anywhere++) {
		pk_own_notes_find(&frames, anywhere, &dump->own);
		choice = choose_note(&dump->own);
	}
	if (!choice.best && !dump->own.more && dump->vmlinux && is_x86_64(dump)) {
		pk_own_notes_deinit(&dump->own);
		dump->made = true;
		pk_made_notes_find(&frames, dump->vmlinux, &dump->own);
		choice = choose_note(&dump->own);
	}
	return choice;
}

static bool has_vmcoreinfo(struct pk_kdumpfile *dump)
{
	char *raw = NULL;
	bool has = kdump_vmcoreinfo_raw(dump->ctx, &raw) == KDUMP_OK && raw && *raw;

	free(raw);
	return has;
}

static void tell_note(const struct pk_kdumpfile *dump, const struct choice *choice,
		      const char *path)
{
	if (dump->made)
		pk_print(stderr,
			 "pkttrace: warning: %s: no VMCOREINFO note, nor the kernel's own in its "
			 "memory: what the vmlinux and its kernel at %#llx say is used\n",
			 path, (unsigned long long)dump->note->phys);
	else
		pk_print(stderr,
			 "pkttrace: warning: %s: no VMCOREINFO note: the kernel's own is used, "
			 "found in its memory at %#llx\n",
			 path, (unsigned long long)dump->note->phys);
	if (choice->second)
		pk_print(stderr,
			 "pkttrace: warning: %s: another kernel's is there, too (at %#llx): "
			 "%d CPUs are in that one, %d in the one that is used\n",
			 path, (unsigned long long)choice->second->phys, choice->second->weight,
			 choice->best->weight);
}

static enum pk_status no_note(const struct pk_kdumpfile *dump, const char *path, char *error,
			      size_t size)
{
	if (dump->made)
		return bad(
			error, size, PK_ABSENT,
			"%s: no VMCOREINFO note, none in its memory, and the kernel of the vmlinux "
			"is not there",
			path);
	if (dump->own.nr)
		return bad(error, size, PK_ABSENT,
			   "%s: no VMCOREINFO note, and the one in its memory (at %#llx) is of a "
			   "kernel that is not there: an earlier one's, or memory is missing",
			   path, (unsigned long long)dump->own.notes[0]->phys);
	return bad(
		error, size, PK_ABSENT,
		"%s: no VMCOREINFO note, and none in its memory (no Linux kernel, or one without "
		"kdump, or memory is missing)%s",
		path, is_x86_64(dump) ? "; its vmlinux would do (-k VMLINUX)" : "");
}

/* For a dump without VMCOREINFO, the kernel's own in its memory. */
static enum pk_status find_own_note(struct pk_kdumpfile *dump, const char *path, char *error,
				    size_t size)
{
	struct choice choice;
	const char *why;

	if (has_vmcoreinfo(dump))
		return PK_OK;
	/* VMCOREINFO says it, on some machines; until then, a page is what notes are searched by. */
	if (!number_of(dump->ctx, KDUMP_ATTR_PAGE_SIZE))
		kdump_set_number_attr(dump->ctx, KDUMP_ATTR_PAGE_SIZE, PK_CACHED_PAGE);
	dump->file_big_endian = number_of(dump->ctx, KDUMP_ATTR_BYTE_ORDER) == KDUMP_BIG_ENDIAN;
	map_files(dump, dump->ctx);
	choice = search_memory(dump, path);
	if (dump->own.more)
		return bad(error, size, PK_LIMIT,
			   "%s: no VMCOREINFO note, and more than %d of them in its memory, which "
			   "differ: "
			   "which is the kernel's is not known",
			   path, PK_OWN_NOTES);
	if (choice.second && choice.second->weight == choice.best->weight)
		return bad(error, size, PK_UNSUPPORTED,
			   "%s: no VMCOREINFO note, and two kernels' in its memory (at %#llx and "
			   "%#llx), with "
			   "as many CPUs in the one as in the other: which is meant is not known",
			   path, (unsigned long long)choice.best->phys,
			   (unsigned long long)choice.second->phys);
	if (!choice.best)
		return no_note(dump, path, error, size);
	use_note(dump, choice.best);
	kdump_free(dump->ctx);
	dump->ctx = open_context(dump, &why);
	if (!dump->ctx)
		return bad(error, size, PK_CORRUPT, "%s: %s", path, why);
	tell_note(dump, &choice, path);
	return PK_OK;
}

static void find_phys_base(struct pk_kdumpfile *dump)
{
	kdump_num_t base = 0;

	dump->has_phys_base =
		kdump_get_number_attr(dump->ctx, "linux.phys_base", &base) == KDUMP_OK ||
		kdump_get_address_attr(dump->ctx, "linux.phys_base", &base) == KDUMP_OK;
	dump->phys_base = base;
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
	if (walked(dump, &dump->ctx, root, addr, &phys) && phys == root)
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
		return bad(error, size, PK_CORRUPT,
			   "%s is of another build: its build-id is %s, and the dump's is %s", path,
			   other, id);
	if (!symbol(&dump->provider, "_stext", &stext) || !pk_vmlinux_place(dump->vmlinux, stext))
		return bad(error, size, PK_CORRUPT,
			   "%s: its _stext, or the dump's, is not known: it cannot be placed",
			   path);
	if ((!*id || !*other) && !same_banner(dump))
		return bad(error, size, PK_CORRUPT,
			   "%s is of another build: its linux_banner is not the dump's", path);
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
		return bad(error, size, PK_NOMEM, "out of memory");
	for (unsigned i = 0; i < options->nr_debuginfo; i++) {
		const char *path = options->debuginfo[i];

		if (pk_module_file_is(path))
			pk_module_file_read(path, &dump->modules[dump->nr_modules++]);
		else if (*ret_vmlinux)
			return bad(error, size, PK_UNSUPPORTED,
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
			return bad(error, size, PK_ABSENT,
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
		return bad(error, size, status,
			   "%s: the kernel's symbols (kallsyms) are %s in this dump: %s", path,
			   pk_status_name(status),
			   status == PK_ABSENT
				   ? "its vmlinux has them (-k VMLINUX, or --debuginfod)"
				   : "it is cut or damaged, or pages of the kernel were left out");
	status = target->ops->type_size(target, "struct list_head", &bytes);
	if (status != PK_OK)
		return bad(error, size, status,
			   "%s: this dump has no BTF of its kernel that can be read, so its types "
			   "are not known%s",
			   path,
			   dump->vmlinux ? ", and the vmlinux has no debuginfo"
					 : ": its vmlinux has them (-k VMLINUX, or --debuginfod)");
	return PK_OK;
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
	return bad(error, size, PK_UNSUPPORTED,
		   "%s: of an architecture that libkdumpfile does not know (ELF machine %u)", path,
		   elf_machine(dump->fds[0]));
}

static enum pk_status open_dump(struct pk_kdumpfile *dump, char *const *paths, unsigned nr,
				const struct pk_kdumpfile_options *options, char *error,
				size_t size)
{
	enum pk_status status = open_files(dump, paths, nr, error, size);
	const char *why, *vmlinux = NULL;

	if (status == PK_OK)
		status = sort_debuginfo(dump, options, &vmlinux, error, size);
	if (status == PK_OK && vmlinux)
		status = pk_vmlinux_open(vmlinux, &dump->vmlinux, error, size);
	if (status != PK_OK)
		return status;
	dump->cut = nr == 1 && !dump->kcore && pk_kdumpfile_is_cut(dump->ctx, dump->fds[0]);
	if (dump->cut && !options->partial)
		return bad(error, size, PK_CORRUPT,
			   "%s: the dump is cut short: --partial opens it, but answers that need "
			   "the missing part may be wrong",
			   paths[0]);
	if (dump->cut)
		fprintf(stderr,
			"pkttrace: warning: the dump is cut short: answers that need the missing "
			"part may be wrong\n");
	dump->mapped = !dump->cut && !dump->kcore && pk_mapped_may(dump->fds, dump->nr_fds);
	status = dump->kcore ? PK_OK : find_own_note(dump, paths[0], error, size);
	if (status != PK_OK)
		return status;
	find_facts(dump, paths[0]);
	find_phys_base(dump);
	status = check_machine(dump, paths[0], error, size);
	if (status != PK_OK)
		return status;
	dump->ahead = open_context(dump, &why);
	map_files(dump, dump->ctx);
	map_files(dump, dump->ahead);
	dump->pages = pk_page_cache_create(read_dump, dump, options->children);
	if (!dump->pages)
		return bad(error, size, PK_NOMEM, "out of memory");
	if (dump->ahead && !dump->kcore && !options->children)
		pk_page_cache_start_ahead(dump->pages);
	status = check_debuginfo(dump, vmlinux, error, size);
	if (status != PK_OK)
		return status;
	find_tables(dump);
	dump->target = pk_kernel_create(&dump->provider);
	if (!dump->target)
		return bad(error, size, PK_NOMEM, "out of memory");
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
	if (dump->ahead)
		kdump_free(dump->ahead);
	if (dump->ctx)
		kdump_free(dump->ctx);
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
		return bad(error, size, PK_NOMEM, "out of memory");
	dump->provider.ops = &ops;
	pthread_rwlock_init(&dump->maps_lock, NULL);
	catch_faults();
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
