// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/cut.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/bytes.h"
#include "core/kit.h"

/*
 * makedumpfile's file: struct disk_dump_header in the first block, the kernel's own header, two bitmaps, a struct
 * page_desc { u64 offset; u32 size; u32 flags; u64 } for each page that is there, then the pages.
 */
#define VERSION_AT 8
#define MAX_VERSION 255 /* it was 6 in 2024: a larger one has another byte order than ours */
#define BLOCK_SIZE_AT                                                                              \
	428 /* in struct disk_dump_header of 64 bits: three ints, block_size, sub_hdr_size, bitmap_blocks */
#define SPLIT_AT 12 /* in struct kdump_sub_header, behind phys_base and dump_level */
#define DESC_SIZE 24
#define LAST_PAGES                                                                                 \
	2048 /* the last of them may be pages of zeros, which are one at the beginning of the data */
#define MAX_NOTES (64u << 20) /* bytes: a machine with 8192 CPUs has 4 MiB */
#define CHUNK (1u << 16) /* bits of the page map */

bool pk_is_zero(const void *buf, size_t len)
{
	const uint8_t *bytes = buf;

	return !len || (!bytes[0] && !memcmp(bytes, bytes + 1, len - 1));
}

static bool begins(int fd, const char *magic, size_t len)
{
	char bytes[8];

	return pread(fd, bytes, len, 0) == (ssize_t)len && !memcmp(bytes, magic, len);
}

static bool is_kdump(int fd)
{
	return begins(fd, "KDUMP   ", 8);
}

/* SIZE bytes at OFFSET as a number of the file's byte order, which is the dead machine's. */
static bool number_at(int fd, uint64_t offset, size_t size, uint64_t *ret_value)
{
	uint32_t version;
	uint8_t bytes[8];

	if (offset > INT64_MAX || size > sizeof(bytes) ||
	    pread(fd, &version, sizeof(version), VERSION_AT) != sizeof(version) ||
	    pread(fd, bytes, size, (off_t)offset) != (ssize_t)size)
		return false;
	*ret_value = pk_bytes_uint(
		bytes, size, (version > MAX_VERSION) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__));
	return true;
}

/* How many pages the file has. */
static uint64_t count_pages(kdump_ctx_t *ctx)
{
	uint8_t *bits = malloc(CHUNK / 8);
	kdump_attr_t map;
	kdump_num_t end;
	uint64_t count = 0;

	if (bits && kdump_get_attr(ctx, KDUMP_ATTR_FILE_PAGEMAP, &map) == KDUMP_OK &&
	    map.type == KDUMP_BITMAP && kdump_get_number_attr(ctx, "max_pfn", &end) == KDUMP_OK)
		for (uint64_t at = 0; at < end; at += CHUNK) {
			memset(bits, 0, CHUNK / 8);
			if (kdump_bmp_get_bits(map.val.bitmap, at, at + CHUNK - 1, bits) !=
			    KDUMP_OK)
				break;
			for (unsigned i = 0; i < CHUNK / 8; i++)
				count += (uint64_t)__builtin_popcount(bits[i]);
		}
	free(bits);
	return count;
}

/* Where the data ends by the descriptors [FIRST, FIRST + NR) at TABLE. UINT64_MAX: they are behind the end themselves. */
static uint64_t data_end(int fd, uint64_t table, uint64_t first, uint64_t nr)
{
	uint64_t end = 0;

	for (uint64_t i = first; i < first + nr; i++) {
		uint64_t offset, len;

		if (!number_at(fd, table + i * DESC_SIZE, 8, &offset) ||
		    !number_at(fd, table + i * DESC_SIZE + 8, 4, &len) || offset > INT64_MAX)
			return UINT64_MAX;
		if (offset + len > end)
			end = offset + len;
	}
	return end;
}

static bool kdump_is_cut(kdump_ctx_t *ctx, int fd, uint64_t size)
{
	uint64_t pages = count_pages(ctx), table, nr = pages < LAST_PAGES ? pages : LAST_PAGES;
	uint64_t blocks[3];

	if (!pages)
		return false;
	for (size_t i = 0; i < PK_ARRAY_SIZE(blocks); i++)
		if (!number_at(fd, BLOCK_SIZE_AT + 4 * i, 4, &blocks[i]) || blocks[i] > INT32_MAX)
			return false;
	table = blocks[0] * (1 + blocks[1] + blocks[2]);
	return blocks[0] && (table > INT64_MAX / 2 || data_end(fd, table, pages - nr, nr) > size);
}

static bool block_size_of(int fd, uint64_t *ret_size)
{
	return number_at(fd, BLOCK_SIZE_AT, 4, ret_size) && *ret_size && *ret_size <= INT32_MAX;
}

bool pk_kdumpfile_is_part(int fd)
{
	uint64_t block_size, split;

	return is_kdump(fd) && block_size_of(fd, &block_size) &&
	       number_at(fd, block_size + SPLIT_AT, 4, &split) && split == 1;
}

/* struct kdump_sub_header of 64 bits: u64 offset, u64 size of VMCOREINFO (since version 3 of the file's header), of the
 * notes (4) and of what makedumpfile erased (5). */
static const struct {
	uint32_t since, at;
} described[] = {{3, 32}, {4, 48}, {5, 64}};

static bool kdump_is_inflated(int fd)
{
	uint64_t version, block_size, len;

	if (!number_at(fd, VERSION_AT, 4, &version) || !block_size_of(fd, &block_size))
		return false;
	for (size_t i = 0; i < PK_ARRAY_SIZE(described); i++)
		if (version >= described[i].since &&
		    number_at(fd, block_size + described[i].at + 8, 8, &len) && len > MAX_NOTES)
			return true;
	return false;
}

/* A segment of the ELF file FD for which IS says so; SIZE is the file's. */
static bool any_segment(int fd, uint64_t size, bool (*is)(const GElf_Phdr *part, uint64_t size))
{
	bool found = false;
	size_t nr = 0;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && !elf_getphdrnum(elf, &nr))
		for (size_t i = 0; i < nr && !found; i++) {
			GElf_Phdr part;

			found = gelf_getphdr(elf, (int)i, &part) && is(&part, size);
		}
	elf_end(elf);
	return found;
}

static bool has_large_notes(const GElf_Phdr *part, uint64_t size)
{
	(void)size;
	return part->p_type == PT_NOTE && part->p_filesz > MAX_NOTES;
}

static bool ends_behind(const GElf_Phdr *part, uint64_t size)
{
	return part->p_offset > size || part->p_filesz > size - part->p_offset;
}

bool pk_kdumpfile_is_inflated(int fd)
{
	return is_kdump(fd) ? kdump_is_inflated(fd)
			    : begins(fd, ELFMAG, SELFMAG) && any_segment(fd, 0, has_large_notes);
}

bool pk_kdumpfile_is_cut(kdump_ctx_t *ctx, int fd)
{
	struct stat stat;

	if (fstat(fd, &stat) || !S_ISREG(stat.st_mode))
		return false;
	if (is_kdump(fd))
		return kdump_is_cut(ctx, fd, (uint64_t)stat.st_size);
	return begins(fd, ELFMAG, SELFMAG) && any_segment(fd, (uint64_t)stat.st_size, ends_behind);
}
