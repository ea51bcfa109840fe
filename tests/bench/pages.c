// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * pages VMCORE: what a page costs, in CPU microseconds: unpacked alone, out of the mapped file; read through pkttrace's
 * target; by libkdumpfile. And in microseconds of wall time where pages are read ahead. Of makedumpfile's files of x86-64, spread over the
 * memory's direct map; each page once. A line: its name, and the number.
 */
#include <fcntl.h>
#include <libkdumpfile/kdumpfile.h>
#include <lzo/lzo1x.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>
#include <zstd.h>

#include "core/bytes.h"
#include "target/kdumpfile/kdumpfile.h"

#define PAGE 4096
/* struct disk_dump_header of 64 bits, little endian: the block size, then how many blocks its sub-header and both bitmaps
 * take. Behind these is a descriptor of 24 bytes for each page. */
#define BLOCK_SIZE_AT 428
#define DESC 24
#define MAX_PAGES 3000 /* of each kind: fewer than the page cache holds */
#define KINDS 4
#define AHEAD 64

struct page {
	uint64_t frame;
	const uint8_t *data;
	size_t len;
	uint32_t flags;
};

static struct page pages[KINDS * MAX_PAGES];
static size_t nr_pages;
static uint8_t buf[PAGE];

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void __attribute__((noreturn)) fail(const char *why)
{
	fprintf(stderr, "pages: %s\n", why);
	exit(1);
}

/* Each so-manieth page of the file. */
static void choose(const uint8_t *file, size_t size)
{
	uint64_t nr = 0, set = 0, compressed = 0, block, half, table, step;
	const uint8_t *bits;

	if (size < PAGE || memcmp(file, "KDUMP   ", 8) != 0)
		fail("not a file of makedumpfile's");
	block = pk_bytes_uint(file + BLOCK_SIZE_AT, 4, false);
	half = block * pk_bytes_uint(file + BLOCK_SIZE_AT + 8, 4, false) / 2;
	table = block * (1 + pk_bytes_uint(file + BLOCK_SIZE_AT + 4, 4, false)) + 2 * half;
	if (table > size)
		fail("it is cut");
	bits = file + table - half;
	for (uint64_t i = 0; i < half * 8; i++)
		nr += bits[i / 8] >> i % 8 & 1;
	step = nr / (KINDS * MAX_PAGES) + 1;
	for (uint64_t i = 0; i < half * 8 && nr_pages < KINDS * MAX_PAGES; i++) {
		const uint8_t *desc = file + table + set * DESC;

		if (!(bits[i / 8] >> i % 8 & 1) || set++ % step)
			continue;
		pages[nr_pages++] = (struct page){i, file + pk_bytes_uint(desc, 8, false),
						  pk_bytes_uint(desc + 8, 4, false),
						  (uint32_t)pk_bytes_uint(desc + 12, 4, false)};
		compressed += pages[nr_pages - 1].flags != 0;
	}
	if (compressed < nr_pages / 2)
		fail("its pages are not compressed");
}

static void unpack(const struct page *page, ZSTD_DCtx *zstd)
{
	lzo_uint lzo_size = PAGE;
	uLongf zlib_size = PAGE;

	if (page->flags & 1)
		uncompress(buf, &zlib_size, page->data, page->len);
	else if (page->flags & 2)
		lzo1x_decompress_safe(page->data, page->len, buf, &lzo_size, NULL);
	else if (page->flags & 0x20)
		ZSTD_decompressDCtx(zstd, buf, PAGE, page->data, page->len);
	else
		memcpy(buf, page->data, PAGE);
}

static void by_library(kdump_ctx_t *ctx, uint64_t addr)
{
	size_t len = PAGE;

	if (kdump_read(ctx, KDUMP_KVADDR, addr, buf, &len) != KDUMP_OK)
		fail("libkdumpfile does not read a page");
}

static void read_ahead(struct pk_target *target, uint64_t base, size_t i)
{
	if (i < nr_pages)
		target->ops->read_ahead(target, base + pages[i].frame * PAGE, PAGE);
}

static void measure(struct pk_target *target, kdump_ctx_t *ctx, uint64_t base)
{
	static const char *const names[KINDS] = {"bare", "pkttrace", "libkdumpfile", "ahead"};
	ZSTD_DCtx *zstd = ZSTD_createDCtx();

	for (size_t kind = 0; kind < KINDS; kind++) {
		clockid_t clock = kind == 3 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
		double begin = now(clock);
		size_t nr = 0;

		for (size_t i = kind; i < AHEAD * KINDS && kind == 3; i += KINDS)
			read_ahead(target, base, i);
		for (size_t i = kind; i < nr_pages; i += KINDS, nr++) {
			uint64_t addr = base + pages[i].frame * PAGE;

			if (kind == 3)
				read_ahead(target, base, i + AHEAD * KINDS);
			if (kind == 0)
				unpack(&pages[i], zstd);
			else if (kind == 2)
				by_library(ctx, addr);
			else if (target->ops->read(target, addr, buf, PAGE) != PK_OK)
				fail("a page cannot be read");
		}
		printf("%s %.2f\n", names[kind], (now(clock) - begin) / (double)nr);
	}
	ZSTD_freeDCtx(zstd);
}

static kdump_ctx_t *open_library(int fd)
{
	kdump_ctx_t *ctx = kdump_new();

	kdump_set_number_attr(ctx, KDUMP_ATTR_FILE_MMAP_POLICY, KDUMP_MMAP_NEVER);
	kdump_set_number_attr(ctx, "cache.size", 32);
	if (kdump_open_fd(ctx, fd) != KDUMP_OK ||
	    kdump_set_string_attr(ctx, KDUMP_ATTR_OSTYPE, "linux") != KDUMP_OK)
		fail(kdump_get_err(ctx));
	return ctx;
}

int main(int argc, char **argv)
{
	struct pk_kdumpfile_options options = {.children = false};
	struct pk_target *target;
	char error[256];
	uint64_t addr, base = 0;
	struct stat stat;
	kdump_ctx_t *ctx;
	uint8_t *file;
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;

	if (fd < 0 || fstat(fd, &stat))
		fail("usage: pages VMCORE");
	file = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	if (file == MAP_FAILED)
		fail("it cannot be mapped");
	choose(file, (size_t)stat.st_size);
	if (pk_kdumpfile_open(argv + 1, 1, &options, &target, error, sizeof(error)) != PK_OK)
		fail(error);
	if (target->ops->symbol(target, "page_offset_base", &addr) != PK_OK ||
	    target->ops->read(target, addr, &base, sizeof(base)) != PK_OK)
		fail("not known where all memory is mapped");
	ctx = open_library(fd);
	measure(target, ctx, base);
	kdump_free(ctx);
	pk_kdumpfile_close(target);
	return 0;
}
