// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/kdumpfile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libkdumpfile/kdumpfile.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "kernel/page_cache.h"
#include "kernel/registers.h"
#include "target/kdumpfile/flattened.h"

/*
 * Whatever the format of the file, libkdumpfile gives its pages by kernel address, and what its headers say as
 * attributes. A context is used by one thread: the one that reads ahead has a clone.
 */

#define MAX_KEY 64

struct pk_kdumpfile {
	struct pk_provider provider; /* first: the ops get this pointer */
	struct pk_target *target;    /* made of it; owned */
	kdump_ctx_t *ctx, *ahead;    /* AHEAD: the second thread's clone, NULL where there is none */
	struct pk_page_cache *pages;
	int fds[PK_KDUMPFILE_PARTS];
	unsigned nr_fds;
};

static struct pk_kdumpfile *kdumpfile_of(struct pk_provider *provider)
{
	return (struct pk_kdumpfile *)provider;
}

/* --- what is asked of it ------------------------------------------------------------------------------ */

static bool read_dump(void *arg, uint64_t addr, void *buf, size_t len, bool ahead)
{
	struct pk_kdumpfile *dump = arg;
	size_t got = len;

	if (ahead && !dump->ahead)
		return false;
	return kdump_read(ahead ? dump->ahead : dump->ctx, KDUMP_KVADDR, addr, buf, &got) == KDUMP_OK && got == len;
}

static enum pk_status read_memory(struct pk_provider *provider, uint64_t addr, void *buf, size_t len)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	if (!provider->facts.is_live)
		return pk_page_cache_read(dump->pages, addr, buf, len);
	return read_dump(dump, addr, buf, len, false) ? PK_OK : PK_UNREADABLE;
}

static void read_ahead(struct pk_provider *provider, uint64_t addr, size_t len)
{
	struct pk_kdumpfile *dump = kdumpfile_of(provider);

	if (dump->ahead)
		pk_page_cache_read_ahead(dump->pages, addr, len);
}

static bool symbol(struct pk_provider *provider, const char *name, uint64_t *ret_addr)
{
	kdump_addr_t addr;

	if (kdump_vmcoreinfo_symbol(kdumpfile_of(provider)->ctx, name, &addr) != KDUMP_OK)
		return false;
	*ret_addr = addr;
	return true;
}

static enum pk_status regs(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs)
{
	kdump_ctx_t *ctx = kdumpfile_of(provider)->ctx;
	struct pk_regs found = {0};
	kdump_attr_iter_t iter;
	char key[MAX_KEY];

	snprintf(key, sizeof(key), "cpu.%d.reg", cpu);
	if (kdump_attr_iter_start(ctx, key, &iter) != KDUMP_OK)
		return PK_ABSENT;
	while (iter.key) {
		kdump_attr_t value;

		if (kdump_attr_ref_get(ctx, &iter.pos, &value) == KDUMP_OK && value.type == KDUMP_NUMBER)
			pk_regs_take(&found, iter.key, strlen(iter.key), value.val.number);
		if (kdump_attr_iter_next(ctx, &iter) != KDUMP_OK)
			break;
	}
	kdump_attr_iter_end(ctx, &iter);
	if (!found.nr_gpr)
		return PK_ABSENT;
	*ret_regs = found;
	return PK_OK;
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

bool pk_kdumpfile_is(const char *path)
{
	static const struct {
		const char *bytes;
		size_t len;
	} magics[] = {{"KDUMP   ", 8}, {"DISKDUMP", 8}, {"\x7f" "ELF", 4}, {"makedumpfile", 12}};
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat stat;
	char bytes[12];
	bool is = false;

	/* A FIFO has no beginning to look at, and nobody to write it. */
	if (fd >= 0 && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && read(fd, bytes, sizeof(bytes)) == sizeof(bytes))
		for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
			is |= !memcmp(bytes, magics[i].bytes, magics[i].len);
	if (fd >= 0)
		close(fd);
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

	return kdump_get_number_attr(ctx, key, &number) == KDUMP_OK && number <= UINT32_MAX ? (uint32_t)number : 0;
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

	snprintf(facts->release, sizeof(facts->release), "%.79s", text_of(dump->ctx, "linux.uts.release"));
	snprintf(facts->machine, sizeof(facts->machine), "%.15s", text_of(dump->ctx, KDUMP_ATTR_ARCH_NAME));
	snprintf(facts->dump_file, sizeof(facts->dump_file), "%.255s", path);
	facts->big_endian = number_of(dump->ctx, KDUMP_ATTR_BYTE_ORDER) == KDUMP_BIG_ENDIAN;
	facts->word_size = number_of(dump->ctx, KDUMP_ATTR_PTR_SIZE);
	facts->page_size = number_of(dump->ctx, KDUMP_ATTR_PAGE_SIZE);
	find_build_id(dump->ctx, facts->build_id, sizeof(facts->build_id));
}

static enum pk_status open_file(struct pk_kdumpfile *dump, const char *path, char *error, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), flattened = fd;
	enum pk_status status;

	if (fd < 0)
		return bad(error, size, PK_IO, "%s: %s", path, strerror(errno));
	if (pk_flattened_is(flattened)) {
		status = pk_flattened_rearrange(flattened, &fd, error, size);
		close(flattened);
		if (status != PK_OK)
			return status;
	}
	dump->fds[dump->nr_fds++] = fd;
	return PK_OK;
}

static enum pk_status open_files(struct pk_kdumpfile *dump, char *const *paths, unsigned nr, char *error, size_t size)
{
	if (nr > PK_KDUMPFILE_PARTS)
		return bad(error, size, PK_LIMIT, "more than %d files of one dump", PK_KDUMPFILE_PARTS);
	for (unsigned i = 0; i < nr; i++) {
		enum pk_status status = open_file(dump, paths[i], error, size);

		if (status != PK_OK)
			return status;
	}
	dump->ctx = kdump_new();
	if (!dump->ctx)
		return bad(error, size, PK_NOMEM, "out of memory");
	/* A file that shrinks meanwhile is an error to read(), and the end of the process to mmap(). */
	kdump_set_number_attr(dump->ctx, KDUMP_ATTR_FILE_MMAP_POLICY, KDUMP_MMAP_NEVER);
	if (kdump_open_fdset(dump->ctx, nr, dump->fds) != KDUMP_OK)
		return bad(error, size, PK_CORRUPT, "%s: %s", paths[0], kdump_get_err(dump->ctx));
	if (kdump_set_string_attr(dump->ctx, KDUMP_ATTR_OSTYPE, "linux") != KDUMP_OK)
		return bad(error, size, PK_CORRUPT, "%s: its kernel's page tables cannot be followed: %s", paths[0],
			   kdump_get_err(dump->ctx));
	return PK_OK;
}

static enum pk_status open_dump(struct pk_kdumpfile *dump, char *const *paths, unsigned nr, char *error, size_t size)
{
	const struct pk_facts *facts = &dump->provider.facts;
	enum pk_status status = open_files(dump, paths, nr, error, size);

	if (status != PK_OK)
		return status;
	find_facts(dump, paths[0]);
	if ((facts->word_size != 4 && facts->word_size != 8) || !facts->page_size)
		return bad(error, size, PK_UNSUPPORTED, "%s: not known what machine it is of", paths[0]);
	dump->ahead = kdump_clone(dump->ctx, 0);
	dump->pages = pk_page_cache_create(read_dump, dump);
	dump->target = dump->pages ? pk_kernel_create(&dump->provider) : NULL;
	return dump->target ? PK_OK : bad(error, size, PK_NOMEM, "out of memory");
}

static void destroy(struct pk_kdumpfile *dump)
{
	pk_kernel_destroy(dump->target);
	pk_page_cache_destroy(dump->pages);
	if (dump->ahead)
		kdump_free(dump->ahead);
	if (dump->ctx)
		kdump_free(dump->ctx);
	while (dump->nr_fds)
		close(dump->fds[--dump->nr_fds]);
	free(dump);
}

enum pk_status pk_kdumpfile_open(char *const *paths, unsigned nr, struct pk_target **ret_target, char *error,
				 size_t size)
{
	static const struct pk_provider_ops ops = {
		.name = "VMCOREINFO",
		.read = read_memory,
		.read_ahead = read_ahead,
		.symbol = symbol,
		.regs = regs,
	};
	struct pk_kdumpfile *dump = calloc(1, sizeof(*dump));
	enum pk_status status;

	if (!dump)
		return bad(error, size, PK_NOMEM, "out of memory");
	dump->provider.ops = &ops;
	status = open_dump(dump, paths, nr, error, size);
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
