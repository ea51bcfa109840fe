// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/dump.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/bytes.h"
#include "core/kit.h"
#include "target/kdumpfile/own_note.h"

/*
 * makedumpfile's file: struct disk_dump_header in the first block, the kernel's own header, two
 * bitmaps, a struct page_desc { u64 offset; u32 size; u32 flags; u64 } for each page in the file,
 * then the pages.
 */
#define VERSION_AT 8
#define MAX_VERSION 255 /* it was 6 in 2024: a larger one is in the other byte order */
/* in a 64-bit struct disk_dump_header: three ints, block_size, sub_hdr_size, bitmap_blocks */
#define BLOCK_SIZE_AT 428
#define SPLIT_AT 12 /* in struct kdump_sub_header, after phys_base and dump_level */
#define START_AT 16 /* u64 start_pfn, end_pfn */
#define START_64_AT 80 /* the same, since version 6 */
#define MAX_AT 440 /* in the header: u32 max_mapnr */
#define MAX_64_AT 96 /* the same, behind the other two, since version 6 */
#define DESC_SIZE 24
#define DESCS 4096 /* read at a time */
/* the last may be pages of zeros, which share one at the beginning of the data */
#define LAST_PAGES 2048
#define MAX_NOTES (64u << 20) /* bytes: a machine with 8192 CPUs has 4 MiB */
#define CHUNK (1u << 16) /* bits of the page map read at a time */

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

/* The format's older name has the same headers. */
static bool is_diskdump(int fd)
{
	return is_kdump(fd) || begins(fd, "DISKDUMP", 8);
}

/* The file's byte order, which is the dead machine's. */
static bool is_big_endian(int fd)
{
	uint32_t version;

	return pread(fd, &version, sizeof(version), VERSION_AT) == sizeof(version) &&
	       (version > MAX_VERSION) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* The SIZE bytes at OFFSET as a number in the file's byte order. */
static bool number_at(int fd, uint64_t offset, size_t size, uint64_t *ret_value)
{
	uint8_t bytes[8];

	if (offset > INT64_MAX || size > sizeof(bytes) ||
	    pread(fd, bytes, size, (off_t)offset) != (ssize_t)size)
		return false;
	*ret_value = pk_bytes_uint(bytes, size, is_big_endian(fd));
	return true;
}

/* How many pages the file has. (Of several files libkdumpfile 0.5.1 cannot be asked: it takes it that each has one.) */
static uint64_t count_pages(kdump_ctx_t *ctx)
{
	uint8_t *bits = malloc(CHUNK / 8);
	kdump_attr_t map;
	kdump_num_t max;
	uint64_t count = 0;

	if (bits && kdump_get_attr(ctx, KDUMP_ATTR_FILE_PAGEMAP, &map) == KDUMP_OK &&
	    map.type == KDUMP_BITMAP && kdump_get_number_attr(ctx, "max_pfn", &max) == KDUMP_OK)
		for (uint64_t at = 0; at < max; at += CHUNK) {
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

/* Offset of the descriptors, after so many bytes of bitmaps; 0: the header does not say. */
struct parts {
	uint64_t bitmaps_size, table;
};

static struct parts parts_of(int fd)
{
	struct parts parts = {0};
	uint64_t blocks[3];

	for (size_t i = 0; i < PK_ARRAY_SIZE(blocks); i++)
		if (!number_at(fd, BLOCK_SIZE_AT + 4 * i, 4, &blocks[i]) || blocks[i] > INT32_MAX)
			return parts;
	parts.bitmaps_size = blocks[0] * blocks[2];
	parts.table = blocks[0] * (1 + blocks[1]) + parts.bitmaps_size;
	if (parts.table > INT64_MAX / 2)
		parts.table = 0;
	return parts;
}

static uint64_t table_of(int fd)
{
	return parts_of(fd).table;
}

/* Number of pages in one file of a split dump: the bits of its own frames [FROM, END) in the second
 * of two bitmaps. */
static uint64_t count_own_pages(kdump_ctx_t *ctx, int fd, uint64_t from, uint64_t end)
{
	struct parts parts = parts_of(fd);
	uint64_t size = parts.bitmaps_size / 2, count = 0;
	uint8_t *bits = malloc(CHUNK / 8);
	kdump_num_t max;
	ssize_t got = 1;

	if (kdump_get_number_attr(ctx, "max_pfn", &max) == KDUMP_OK && max > size * 8)
		size = parts.bitmaps_size; /* there is only one bitmap */
	for (uint64_t at = from / 8; bits && at < size && at * 8 < end && got > 0;
	     at += (uint64_t)got) {
		uint64_t left = size - at < CHUNK / 8 ? size - at : CHUNK / 8;

		got = pread(fd, bits, left, (off_t)(parts.table - size + at));
		for (ssize_t i = 0; i < got * 8; i++) {
			uint64_t frame = at * 8 + (uint64_t)i;

			count += frame >= from && frame < end && bits[i / 8] >> i % 8 & 1;
		}
	}
	free(bits);
	return count;
}

/* What the descriptors [FIRST, FIRST + NR) at TABLE say. */
struct described {
	uint64_t end; /* of their pages' data; UINT64_MAX: some are beyond the end of the file */
	uint64_t large; /* offset of a descriptor whose stored page exceeds LIMIT bytes; 0: none */
};

static void descriptor_take(struct described *said, const uint8_t *desc, bool big_endian,
			    uint64_t at, uint64_t limit)
{
	uint64_t offset = pk_bytes_uint(desc, 8, big_endian);
	uint64_t len = pk_bytes_uint(desc + 8, 4, big_endian);

	if (len > limit && !said->large)
		said->large = at;
	if (offset > INT64_MAX)
		said->end = UINT64_MAX;
	else if (offset + len > said->end)
		said->end = offset + len;
}

static struct described descriptors_read(int fd, uint64_t table, uint64_t first, uint64_t nr,
					 uint64_t limit)
{
	uint8_t *bytes = malloc(DESCS * DESC_SIZE);
	bool big_endian = is_big_endian(fd), all_read = bytes;
	struct described said = {0};

	for (uint64_t i = 0; i < nr && all_read; i += DESCS) {
		uint64_t at = table + (first + i) * DESC_SIZE;
		size_t len = (nr - i < DESCS ? nr - i : DESCS) * DESC_SIZE;
		ssize_t got = pread(fd, bytes, len, (off_t)at);

		for (ssize_t d = 0; d + DESC_SIZE <= got; d += DESC_SIZE)
			descriptor_take(&said, bytes + d, big_endian, at + (uint64_t)d, limit);
		all_read = got == (ssize_t)len;
	}
	if (!all_read)
		said.end = UINT64_MAX;
	free(bytes);
	return said;
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

/* In the 64-bit struct kdump_sub_header: u64 offset, u64 size of VMCOREINFO (since version 3 of the
 * file's header), of the notes (4), and of what makedumpfile erased (5). */
enum { OF_VMCOREINFO, OF_NOTES, OF_ERASED };

static const struct {
	uint32_t since, at;
} described[] = {[OF_VMCOREINFO] = {3, 32}, [OF_NOTES] = {4, 48}, [OF_ERASED] = {5, 64}};

#define HEADER_LEN 464 /* bytes of a 64-bit struct disk_dump_header before its tasks */
#define MAX_SAME_NOTES (1u << 20) /* bytes that are compared */

/* LEN bytes at OFFSET are the same in both files. */
static bool same_bytes(int a, int b, uint64_t offset_a, uint64_t offset_b, uint64_t len)
{
	uint8_t bytes[2][4096];

	for (uint64_t at = 0; at < len; at += sizeof(bytes[0])) {
		size_t some = len - at < sizeof(bytes[0]) ? len - at : sizeof(bytes[0]);

		if (offset_a + at > INT64_MAX || offset_b + at > INT64_MAX ||
		    pread(a, bytes[0], some, (off_t)(offset_a + at)) != (ssize_t)some ||
		    pread(b, bytes[1], some, (off_t)(offset_b + at)) != (ssize_t)some ||
		    memcmp(bytes[0], bytes[1], some) != 0)
			return false;
	}
	return true;
}

/* VMCOREINFO or the notes, which the header of each file describes at AT. */
static bool same_described(int a, int b, uint64_t at)
{
	uint64_t offset[2], len[2];

	return number_at(a, at, 8, &offset[0]) && number_at(b, at, 8, &offset[1]) &&
	       number_at(a, at + 8, 8, &len[0]) && number_at(b, at + 8, 8, &len[1]) &&
	       len[0] == len[1] &&
	       same_bytes(a, b, offset[0], offset[1],
			  len[0] < MAX_SAME_NOTES ? len[0] : MAX_SAME_NOTES);
}

/* makedumpfile --reassemble asks that the headers are the same, with the time of the crash. The kernel's own header differs
 * in the range of frames alone. */
static bool same_dump(int a, int b)
{
	uint64_t block, version;

	return block_size_of(a, &block) && number_at(a, VERSION_AT, 4, &version) &&
	       same_bytes(a, b, 0, 0, HEADER_LEN) && same_bytes(a, b, block, block, START_AT) &&
	       (version < described[0].since || same_described(a, b, block + described[0].at)) &&
	       (version < described[1].since || same_described(a, b, block + described[1].at));
}

/* The frames [FROM, END) whose pages are in this file of a split dump, as libkdumpfile reads it;
 * all if the header does not say. */
static void frames_of(int fd, uint64_t *ret_from, uint64_t *ret_end)
{
	uint64_t version, block, at;

	*ret_from = 0;
	*ret_end = UINT64_MAX;
	if (!pk_kdumpfile_is_part(fd) || !number_at(fd, VERSION_AT, 4, &version) || version < 2 ||
	    !block_size_of(fd, &block))
		return;
	at = block + (version >= 6 ? START_64_AT : START_AT);
	if (!number_at(fd, at, 8, ret_from) || !number_at(fd, at + 8, 8, ret_end))
		*ret_end = UINT64_MAX;
}

struct range {
	uint64_t from, end;
	unsigned file;
	int fd;
};

static int by_from(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->from != y->from ? (x->from < y->from ? -1 : 1)
				  : (x->end > y->end) - (x->end < y->end);
}

/* One past the last frame of the machine; 0: the header does not say. */
static uint64_t frames_end(int fd)
{
	uint64_t version, block, max;

	if (!number_at(fd, VERSION_AT, 4, &version) || !block_size_of(fd, &block) ||
	    !(version >= 6 ? number_at(fd, block + MAX_64_AT, 8, &max)
			   : number_at(fd, MAX_AT, 4, &max)))
		return 0;
	return max;
}

static bool ranges_fit(const struct range *ranges, unsigned nr, uint64_t end, char *const *paths,
		       char *why, size_t size)
{
	for (unsigned i = 0; i < nr; i++) {
		uint64_t before = i ? ranges[i - 1].end : 0;
		const char *path = paths[ranges[i].file];

		if (ranges[i].from < before)
			snprintf(why, size, "%s: has the same pages as %s", path,
				 paths[ranges[i ? i - 1 : 0].file]);
		else if (ranges[i].from > before)
			snprintf(why, size,
				 "%s: the part of the dump before it is missing: name all files",
				 path);
		if (ranges[i].from != before)
			return false;
	}
	if (ranges[nr - 1].end < end)
		snprintf(why, size, "%s: the part of the dump behind it is missing: name all files",
			 paths[ranges[nr - 1].file]);
	return ranges[nr - 1].end >= end;
}

static bool same_file(int a, int b)
{
	struct stat one, other;

	return fstat(a, &one) == 0 && fstat(b, &other) == 0 && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

bool pk_kdumpfile_are_parts(int *fds, char *const *paths, unsigned nr, char *why, size_t size)
{
	struct range *ranges = calloc(nr, sizeof(*ranges));
	bool fit = ranges;

	if (!ranges)
		snprintf(why, size, "out of memory");
	for (unsigned i = 0; fit && i < nr; i++) {
		fit = pk_kdumpfile_is_part(fds[i]);
		if (!fit)
			snprintf(why, size, "%s: not one file of a split dump", paths[i]);
		else if (!(fit = same_dump(fds[0], fds[i])))
			snprintf(why, size, "%s: of another dump than %s", paths[i], paths[0]);
		for (unsigned j = 0; fit && j < i; j++)
			if (!(fit = !same_file(fds[i], fds[j])))
				snprintf(why, size, "%s: the same file as %s", paths[i], paths[j]);
		frames_of(fds[i], &ranges[i].from, &ranges[i].end);
		ranges[i].file = i;
		ranges[i].fd = fds[i];
	}
	if (fit) {
		qsort(ranges, nr, sizeof(*ranges), by_from);
		fit = ranges_fit(ranges, nr, frames_end(fds[0]), paths, why, size);
		for (unsigned i = 0; i < nr; i++)
			fds[i] = ranges[i].fd;
	}
	free(ranges);
	return fit;
}

bool pk_kdumpfile_has_two_readings(kdump_ctx_t *ctx, int fd)
{
	kdump_num_t word, order;

	return is_diskdump(fd) &&
	       (kdump_get_number_attr(ctx, KDUMP_ATTR_PTR_SIZE, &word) != KDUMP_OK || word != 8 ||
		kdump_get_number_attr(ctx, KDUMP_ATTR_BYTE_ORDER, &order) != KDUMP_OK ||
		(order == KDUMP_BIG_ENDIAN) != is_big_endian(fd));
}

uint64_t pk_kdumpfile_large_page(kdump_ctx_t *ctx, int fd, bool alone)
{
	uint64_t table, from, end;
	kdump_num_t page_size;

	if (!is_diskdump(fd) ||
	    kdump_get_number_attr(ctx, KDUMP_ATTR_PAGE_SIZE, &page_size) != KDUMP_OK)
		return 0;
	table = table_of(fd);
	if (!table)
		return 0;
	frames_of(fd, &from, &end);
	return descriptors_read(fd, table, 0,
				alone ? count_pages(ctx) : count_own_pages(ctx, fd, from, end),
				page_size)
		.large;
}

/* libkdumpfile makes a folder of each word of a key that ends in a dot: a line of 60 KB of them takes it a minute. */
static bool has_long_line(int fd, uint64_t at, uint64_t len)
{
	char bytes[4096];
	ssize_t got;

	for (uint64_t done = 0, line = 0; done < len && at + done <= INT64_MAX;
	     done += (uint64_t)got) {
		size_t some = len - done < sizeof(bytes) ? len - done : sizeof(bytes);

		got = pread(fd, bytes, some, (off_t)(at + done));
		if (got <= 0)
			return false;
		for (ssize_t i = 0; i < got; i++) {
			line = bytes[i] == '\n' ? 0 : line + 1;
			if (line > PK_VMCOREINFO_LINE)
				return true;
		}
	}
	return false;
}

/* ... of a VMCOREINFO among the notes. */
static bool notes_are_inflated(int fd, uint64_t at, uint64_t len, bool big_endian)
{
	uint8_t head[12 + sizeof("VMCOREINFO") - 1];
	uint64_t left = len;

	if (len > MAX_NOTES)
		return true;
	while (left >= sizeof(head) && at <= INT64_MAX &&
	       pread(fd, head, sizeof(head), (off_t)at) == (ssize_t)sizeof(head)) {
		uint64_t name = 12 + (pk_bytes_uint(head, 4, big_endian) + 3) / 4 * 4;
		uint64_t size = pk_bytes_uint(head + 4, 4, big_endian);
		uint64_t desc = (size + 3) / 4 * 4;

		if (name >= left)
			break;
		left -= name;
		if (!memcmp(head + 12, "VMCOREINFO", sizeof("VMCOREINFO") - 1) &&
		    has_long_line(fd, at + name, size < left ? size : left))
			return true;
		left -= desc < left ? desc : left;
		at += name + desc;
	}
	return false;
}

static bool kdump_is_inflated(int fd)
{
	uint64_t version, block_size, at, len;

	if (!number_at(fd, VERSION_AT, 4, &version) || !block_size_of(fd, &block_size))
		return false;
	for (size_t i = 0; i < PK_ARRAY_SIZE(described) && version >= described[i].since; i++)
		if (number_at(fd, block_size + described[i].at, 8, &at) &&
		    number_at(fd, block_size + described[i].at + 8, 8, &len) &&
		    (len > MAX_NOTES || (i == OF_VMCOREINFO && has_long_line(fd, at, len)) ||
		     (i == OF_NOTES && notes_are_inflated(fd, at, len, is_big_endian(fd)))))
			return true;
	return false;
}

/* IS accepts a segment of the ELF file FD, which has SIZE bytes. */
static bool any_segment(int fd, uint64_t size,
			bool (*is)(int fd, const GElf_Phdr *part, uint64_t size))
{
	bool found = false;
	size_t nr = 0;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && !elf_getphdrnum(elf, &nr))
		for (size_t i = 0; i < nr && !found; i++) {
			GElf_Phdr part;

			found = gelf_getphdr(elf, (int)i, &part) && is(fd, &part, size);
		}
	elf_end(elf);
	return found;
}

static bool has_inflated_notes(int fd, const GElf_Phdr *part, uint64_t size)
{
	uint8_t order = ELFDATANONE;

	(void)size;
	return part->p_type == PT_NOTE && pread(fd, &order, 1, EI_DATA) == 1 &&
	       notes_are_inflated(fd, part->p_offset, part->p_filesz, order == ELFDATA2MSB);
}

static bool ends_behind(int fd, const GElf_Phdr *part, uint64_t size)
{
	(void)fd;
	return part->p_offset > size || part->p_filesz > size - part->p_offset;
}

bool pk_kdumpfile_is_inflated(int fd)
{
	return is_kdump(fd) ? kdump_is_inflated(fd)
			    : begins(fd, ELFMAG, SELFMAG) && any_segment(fd, 0, has_inflated_notes);
}

bool pk_kdumpfile_is_cut(kdump_ctx_t *ctx, int fd)
{
	struct stat stat;

	if (fstat(fd, &stat) || !S_ISREG(stat.st_mode))
		return false;
	if (is_kdump(fd)) {
		uint64_t size = (uint64_t)stat.st_size;
		uint64_t pages = count_pages(ctx), table = table_of(fd);
		uint64_t nr = pages < LAST_PAGES ? pages : LAST_PAGES;

		return pages && table &&
		       descriptors_read(fd, table, pages - nr, nr, UINT64_MAX).end > size;
	}
	return begins(fd, ELFMAG, SELFMAG) && any_segment(fd, (uint64_t)stat.st_size, ends_behind);
}
