// SPDX-License-Identifier: GPL-3.0-or-later
/* The files by libkdumpfile: contexts, reads that survive its faults, and what headers say. */
#include "target/kdumpfile/dump.h"

#include <ctype.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "kernel/kernel.h"

#define MAX_FAULTS 2000 /* each page that is at fault has two */
#define CACHED_BY_LIBRARY 32 /* pages, and pages of page tables, that one read holds at a time */
#define PAGES_KEPT 256 /* read: then what they touched of mapped files may be given back */

enum pk_status pk_kdump_fail(char *error, size_t size, enum pk_status status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(error, size, fmt, args);
	va_end(args);
	return status;
}

const char *pk_kdump_text(kdump_ctx_t *ctx, const char *key)
{
	const char *text;

	return kdump_get_string_attr(ctx, key, &text) == KDUMP_OK && text ? text : "";
}

uint32_t pk_kdump_number(kdump_ctx_t *ctx, const char *key)
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

void pk_kdump_facts(struct pk_kdumpfile *dump, const char *path)
{
	struct pk_facts *facts = &dump->provider.facts;
	const char *arch = pk_kdump_text(dump->ctx, KDUMP_ATTR_ARCH_NAME);

	snprintf(facts->release, sizeof(facts->release), "%.79s",
		 pk_kdump_text(dump->ctx, "linux.uts.release"));
	facts->is_live = dump->kcore;
	if (!facts->is_live)
		snprintf(facts->dump_file, sizeof(facts->dump_file), "%.255s", path);
	facts->big_endian = pk_kdump_number(dump->ctx, KDUMP_ATTR_BYTE_ORDER) == KDUMP_BIG_ENDIAN;
	/* The name that uname -m gives. */
	snprintf(facts->machine, sizeof(facts->machine), "%.13s%s", arch,
		 !facts->big_endian && !strcmp(arch, KDUMP_ARCH_PPC64) ? "le" : "");
	facts->word_size = pk_kdump_number(dump->ctx, KDUMP_ATTR_PTR_SIZE);
	facts->page_size = pk_kdump_number(dump->ctx, KDUMP_ATTR_PAGE_SIZE);
	find_build_id(dump->ctx, facts->build_id, sizeof(facts->build_id));
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
 * Up to 0.5.1 kdump_free() reads what it has just freed ("Run attribute cleanup hooks before deallocating attributes", 0.5.2), and
 * frees what was not set up when a file was refused. Either may crash, when all has been said.
 */
void pk_kdump_give_up(kdump_ctx_t *ctx)
{
	static kdump_ctx_t
		*volatile kept[2 * PK_OWN_NOTES]; /* in sight of whoever looks for leaks */
	static unsigned nr;

	kept[nr++ % PK_ARRAY_SIZE(kept)] = ctx;
	(void)kept[0];
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

/* The library wants three numbers of a kernel's release, and translates no address without. "7.3-cloud-amd64", as Debian names the
 * candidates of one, has two. */
static void complete_version(kdump_ctx_t *ctx)
{
	unsigned major, minor;
	int end = 0;

	if (sscanf(pk_kdump_text(ctx, "linux.uts.release"), "%3u.%3u%n", &major, &minor, &end) !=
		    2 ||
	    isdigit((unsigned char)pk_kdump_text(ctx, "linux.uts.release")[end]) ||
	    pk_kdump_text(ctx, "linux.uts.release")[end] == '.')
		return;
	kdump_set_number_attr(ctx, KDUMP_ATTR_LINUX_VERSION_CODE, major << 16 | minor << 8);
}

static bool is_of_linux(kdump_ctx_t *ctx)
{
	complete_version(ctx);
	return kdump_set_string_attr(ctx, KDUMP_ATTR_OSTYPE, "linux") == KDUMP_OK;
}

kdump_ctx_t *pk_kdump_context(const struct pk_kdumpfile *dump, const char **ret_why)
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
	     ((dump->note && !take_note(dump->note, ctx)) || !is_of_linux(ctx))))
		snprintf(why, sizeof(why), "it cannot be opened: %s", kdump_get_err(ctx));
	else if (!why[0])
		return ctx;
	pk_kdump_give_up(ctx);
	return NULL;
}

/* --- reads ---------------------------------------------------------------------------------------------- */

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
		 addr - dump->direct_base < PK_KDUMP_MAX_PHYS)
		*ret_phys = addr - dump->direct_base;
	else
		return false;
	return true;
}

/* libkdumpfile 0.5.1 faults on a page that a truncated file holds only partly. Such a page is unreadable:
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

void pk_kdump_catch_faults(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE};
	struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};

	for (size_t i = 0; i < PK_ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &action, NULL);
}

void pk_kdump_map(const struct pk_kdumpfile *dump, kdump_ctx_t *ctx)
{
	if (ctx && dump->mapped)
		kdump_set_number_attr(ctx, KDUMP_ATTR_FILE_MMAP_POLICY, KDUMP_MMAP_TRY);
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
		*ctx = dump->faults++ < MAX_FAULTS ? pk_kdump_context(dump, &why) : NULL;
		pk_kdump_map(dump, *ctx);
		*ret_faulted = true;
		return KDUMP_ERR_CORRUPT;
	}
	pthread_rwlock_rdlock(&dump->maps_lock);
	reading = &jump;
	status = kdump_read(*ctx, space, addr, buf, &got);
	reading = NULL;
	pthread_rwlock_unlock(&dump->maps_lock);
	if (dump->mapped) {
		size_t nr = (len + PK_CACHED_PAGE - 1) / PK_CACHED_PAGE;
		size_t before = atomic_fetch_add(&dump->nr_pages, nr);

		if (before / PAGES_KEPT != (before + nr) / PAGES_KEPT) {
			pthread_rwlock_wrlock(&dump->maps_lock);
			pk_mapped_give_back();
			pthread_rwlock_unlock(&dump->maps_lock);
		}
	}
	return status == KDUMP_OK && got != len ? KDUMP_ERR_EOF : status;
}

kdump_status pk_kdump_read(struct pk_kdumpfile *dump, kdump_ctx_t **ctx, kdump_addrspace_t space,
			   uint64_t addr, void *buf, size_t len)
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

	return pk_kdump_read(reader->dump, reader->ctx, KDUMP_MACHPHYSADDR, phys, buf, len) ==
	       KDUMP_OK;
}

/* By page tables that the library cannot walk. */
bool pk_kdump_walk(struct pk_kdumpfile *dump, kdump_ctx_t **ctx, uint64_t tables, uint64_t addr,
		   uint64_t *ret_phys)
{
	const struct pk_arch *arch = pk_arch_of_machine(dump->provider.facts.machine);
	struct reader reader = {dump, ctx};
	struct pk_phys phys = {tables, dump->provider.facts.page_size, read_phys, &reader};

	return tables && arch && arch->translate && arch->translate(&phys, addr, ret_phys);
}

bool pk_kdump_read_page(void *arg, uint64_t addr, void *buf, size_t len, bool ahead)
{
	struct pk_kdumpfile *dump = arg;
	kdump_ctx_t **ctx = ahead ? &dump->ahead : &dump->ctx;
	kdump_status status = pk_kdump_read(dump, ctx, KDUMP_KVADDR, addr, buf, len);
	uint64_t phys;

	/* A page table is missing from the dump, which may be cut. */
	if (status != KDUMP_OK && status != KDUMP_ERR_NODATA &&
	    (linear(dump, addr, &phys) || pk_kdump_walk(dump, ctx, dump->tables, addr, &phys)))
		status = pk_kdump_read(dump, ctx, KDUMP_MACHPHYSADDR, phys, buf, len);
	/* Past the end of a cut file, where libkdumpfile reads zeros. Genuine pages of zeros are
	 * rare in a dump, and tell nothing. */
	return status == KDUMP_OK && !(dump->cut && len >= PK_CACHED_PAGE && pk_is_zero(buf, len));
}

enum pk_status pk_kdump_regs(struct pk_kdumpfile *dump, unsigned cpu, struct pk_regs *ret_regs)
{
	kdump_ctx_t *ctx = dump->ctx;
	struct pk_regs found = {0};
	kdump_attr_iter_t iter;
	char key[PK_KDUMP_KEY], reg[2 * PK_KDUMP_KEY];

	snprintf(key, sizeof(key), "cpu.%u.reg", cpu);
	if (kdump_attr_iter_start(ctx, key, &iter) != KDUMP_OK)
		return PK_ABSENT;
	while (iter.key) {
		kdump_num_t value;

		/* By its path, not by the iterator: what kdump_attr_ref_get() gives must be discarded, by a call that
		 * libkdumpfile has since 0.5.5. */
		snprintf(reg, sizeof(reg), "%s.%.*s", key, PK_KDUMP_KEY - 1, iter.key);
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
