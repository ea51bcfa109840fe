// SPDX-License-Identifier: GPL-3.0-or-later
/* VMCOREINFO out of the dump's memory, for a file without the note. */
#include "target/kdumpfile/dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "arch/arch.h"
#include "core/printable.h"
#include "target/kdumpfile/own_note.h"

#define MAX_CPUS 4096 /* whose registers are looked at */
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
	uint64_t page = pk_kdump_number(ctx, KDUMP_ATTR_PAGE_SIZE);
	kdump_addr_t first = *from / page, last = pk_kdump_number(ctx, "max_pfn");
	kdump_attr_t map;

	if (kdump_get_attr(ctx, KDUMP_ATTR_FILE_PAGEMAP, &map) == KDUMP_OK &&
	    map.type == KDUMP_BITMAP) {
		if (kdump_bmp_find_set(map.val.bitmap, &first) != KDUMP_OK)
			return false;
		last = first;
		if (kdump_bmp_find_clear(map.val.bitmap, &last) != KDUMP_OK)
			return false;
	}
	if (last <= first || last > PK_KDUMP_MAX_PHYS / page)
		return false;
	*from = first * page;
	*end = last * page;
	return true;
}

static bool read_frame(void *arg, uint64_t phys, void *buf, size_t len)
{
	struct pk_kdumpfile *dump = ((struct search *)arg)->dump;

	return pk_kdump_read(dump, &dump->ctx, KDUMP_MACHPHYSADDR, phys, buf, len) == KDUMP_OK;
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
	    pk_kdump_read(dump, &dump->ctx, KDUMP_KVADDR, addr, bytes, sizeof(bytes)) != KDUMP_OK ||
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
	uint32_t nr = pk_kdump_number(dump->ctx, KDUMP_ATTR_NUM_CPUS);
	int count = 0;

	for (uint32_t cpu = 0; arch && cpu < nr && cpu < MAX_CPUS; cpu++) {
		struct pk_regs regs;
		uint32_t word;

		count += pk_kdump_regs(dump, cpu, &regs) == PK_OK && !regs.in_user &&
			 regs.ip >= arch->kernel_begin && regs.sp >= arch->kernel_begin &&
			 pk_kdump_read(dump, &dump->ctx, KDUMP_KVADDR, regs.ip & ~3ull, &word,
				       sizeof(word)) == KDUMP_OK &&
			 pk_kdump_read(dump, &dump->ctx, KDUMP_KVADDR, regs.sp & ~3ull, &word,
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
	dump->ctx = pk_kdump_context(dump, &why);
	if (dump->ctx) {
		pk_kdump_facts(dump, path);
		if (has_its_kernel(dump))
			weight = cpus_in_kernel(dump);
		pk_kdump_give_up(dump->ctx);
	}
	dump->ctx = without;
	use_note(dump, NULL);
	return weight;
}

/* No other can have more CPUs: the rest of memory need not be read. */
static bool note_found(void *arg, struct pk_own_note *note)
{
	const struct search *search = arg;
	uint32_t nr = pk_kdump_number(search->dump->ctx, KDUMP_ATTR_NUM_CPUS);

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
				pk_kdump_number(dump->ctx, KDUMP_ATTR_PAGE_SIZE);
	for (; said < most && next_run(search, &from, &end); from = end)
		said += end - from;
	return said < most ? said : most;
}

static bool is_x86_64(const struct pk_kdumpfile *dump)
{
	return !strcmp(pk_kdump_text(dump->ctx, KDUMP_ATTR_ARCH_NAME), KDUMP_ARCH_X86_64);
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
		return pk_kdump_fail(
			error, size, PK_ABSENT,
			"%s: no VMCOREINFO note, none in its memory, and the kernel of the vmlinux "
			"is not there",
			path);
	if (dump->own.nr)
		return pk_kdump_fail(
			error, size, PK_ABSENT,
			"%s: no VMCOREINFO note, and the one in its memory (at %#llx) is of a "
			"kernel that is not there: an earlier one's, or memory is missing",
			path, (unsigned long long)dump->own.notes[0]->phys);
	return pk_kdump_fail(
		error, size, PK_ABSENT,
		"%s: no VMCOREINFO note, and none in its memory (no Linux kernel, or one without "
		"kdump, or memory is missing)%s",
		path, is_x86_64(dump) ? "; its vmlinux would do (-k VMLINUX)" : "");
}

enum pk_status pk_kdump_find_note(struct pk_kdumpfile *dump, const char *path, char *error,
				  size_t size)
{
	struct choice choice;
	const char *why;
	char *raw = NULL;
	bool has = kdump_vmcoreinfo_raw(dump->ctx, &raw) == KDUMP_OK && raw && *raw;

	free(raw);
	if (has)
		return PK_OK;
	/* VMCOREINFO says it, on some machines; until then, a page is what notes are searched
	 * by. */
	if (!pk_kdump_number(dump->ctx, KDUMP_ATTR_PAGE_SIZE))
		kdump_set_number_attr(dump->ctx, KDUMP_ATTR_PAGE_SIZE, PK_CACHED_PAGE);
	dump->file_big_endian =
		pk_kdump_number(dump->ctx, KDUMP_ATTR_BYTE_ORDER) == KDUMP_BIG_ENDIAN;
	pk_kdump_map(dump, dump->ctx);
	choice = search_memory(dump, path);
	if (dump->own.more)
		return pk_kdump_fail(error, size, PK_LIMIT,
				     "%s: no VMCOREINFO note, and more than %d of them in its "
				     "memory, which differ: which is the kernel's is not known",
				     path, PK_OWN_NOTES);
	if (choice.second && choice.second->weight == choice.best->weight)
		return pk_kdump_fail(error, size, PK_UNSUPPORTED,
				     "%s: no VMCOREINFO note, and two kernels' in its memory (at "
				     "%#llx and %#llx), with as many CPUs in the one as in the "
				     "other: which is meant is not known",
				     path, (unsigned long long)choice.best->phys,
				     (unsigned long long)choice.second->phys);
	if (!choice.best)
		return no_note(dump, path, error, size);
	use_note(dump, choice.best);
	pk_kdump_give_up(dump->ctx);
	dump->ctx = pk_kdump_context(dump, &why);
	if (!dump->ctx)
		return pk_kdump_fail(error, size, PK_CORRUPT, "%s: %s", path, why);
	tell_note(dump, &choice, path);
	return PK_OK;
}
