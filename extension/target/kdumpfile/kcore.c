// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/dump.h"

#include <gelf.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

struct segment {
	uint64_t begin, len, offset; /* kernel address, bytes, offset in the file */
};

struct pk_kcore {
	int fd;
	size_t nr;
	struct segment segments[];
};

bool pk_kcore_is(int fd, const char *path)
{
	const char *name = strrchr(path, '/');
	struct statfs fs;

	return !strcmp(name ? name + 1 : path, "kcore") && fstatfs(fd, &fs) == 0 &&
	       fs.f_type == PROC_SUPER_MAGIC;
}

struct pk_kcore *pk_kcore_create(int fd)
{
	struct pk_kcore *kcore = NULL;
	size_t nr;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_getphdrnum(elf, &nr) == 0)
		kcore = calloc(1, sizeof(*kcore) + nr * sizeof(kcore->segments[0]));
	if (kcore)
		kcore->fd = fd;
	for (size_t i = 0; kcore && i < nr; i++) {
		GElf_Phdr head;

		if (gelf_getphdr(elf, (int)i, &head) && head.p_type == PT_LOAD)
			kcore->segments[kcore->nr++] =
				(struct segment){head.p_vaddr, head.p_filesz, head.p_offset};
	}
	elf_end(elf);
	return kcore;
}

void pk_kcore_destroy(struct pk_kcore *kcore)
{
	free(kcore);
}

/* How many of the LEN bytes at ADDR one segment has, and their offset. */
static size_t find(const struct pk_kcore *kcore, uint64_t addr, size_t len, uint64_t *ret_offset)
{
	for (size_t i = 0; i < kcore->nr; i++) {
		const struct segment *segment = &kcore->segments[i];
		uint64_t at = addr - segment->begin;

		if (addr < segment->begin || at >= segment->len)
			continue;
		*ret_offset = segment->offset + at;
		return segment->len - at < len ? segment->len - at : len;
	}
	return 0;
}

bool pk_kcore_read(const struct pk_kcore *kcore, uint64_t addr, void *buf, size_t len)
{
	uint8_t *to = buf;

	while (len) {
		uint64_t offset;
		size_t some = find(kcore, addr, len, &offset);
		ssize_t got = some ? pread(kcore->fd, to, some, (off_t)offset) : 0;

		if (got <= 0)
			return false;
		addr += (size_t)got;
		to += got;
		len -= (size_t)got;
	}
	return true;
}
