// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/stored.h"

#include <lzo/lzo1x.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "core/bytes.h"
#include "target/kdumpfile/cut.h"

/*
 * A page's descriptor has the place in the table that its bit has among those that are set:
 *
 *	bitmap   [ 4096 bits ][ 4096 bits ][ 4096 bits ] ...      in the file
 *	ranks      0            set before   set before           in memory
 *
 * Of the bitmap and of the table the piece that was read last is kept: pages that are near each other are asked for
 * together.
 */
#define PAGE 4096
#define BLOCK 512 /* bytes of the bitmap */
#define WINDOW (64 * PK_KDUMP_DESC)

/* struct page_desc.flags: one, or none where the page is stored as it is. */
enum { STORED_ZLIB = 0x1, STORED_LZO = 0x2, STORED_ZSTD = 0x20 };

/* A piece of the file. */
struct window {
	uint64_t at;
	size_t len; /* 0: nothing was read yet */
	uint8_t bytes[WINDOW];
};

struct reader {
	struct window map, descs;
	uint64_t counted,
		rank; /* a frame, and the bits that are set before it: the next is seldom far behind */
	ZSTD_DCtx *zstd; /* NULL: no page asked for it yet */
	uint8_t packed[PAGE], page[PAGE]; /* PAGE: for who wants a part of one */
};

struct pk_stored {
	int fd;
	bool big_endian;
	uint64_t map, table; /* where they begin in the file */
	uint64_t nr_blocks;
	uint64_t *ranks; /* of each block: bits that are set before it */
	struct reader readers[2];
};

/* LEN bytes at AT, out of a window that begins at a multiple of SIZE from BASE on. NULL: the file has no such piece. */
static const uint8_t *look(const struct pk_stored *stored, struct window *window, uint64_t base,
			   uint64_t at, size_t len, size_t size)
{
	uint64_t begin = at - (at - base) % size;

	if (!window->len || window->at != begin) {
		ssize_t got = begin <= INT64_MAX
				      ? pread(stored->fd, window->bytes, size, (off_t)begin)
				      : -1;

		window->at = begin;
		window->len = got > 0 ? (size_t)got : 0;
	}
	return at - begin + len <= window->len ? window->bytes + (at - begin) : NULL;
}

static unsigned count_bits(const uint8_t *bytes, size_t bits)
{
	unsigned count = 0;
	uint64_t word;

	for (; bits >= 64; bits -= 64, bytes += 8) {
		memcpy(&word, bytes, sizeof(word));
		count += (unsigned)__builtin_popcountll(word);
	}
	for (; bits >= 8; bits -= 8)
		count += (unsigned)__builtin_popcount(*bytes++);
	return bits ? count + (unsigned)__builtin_popcount(*bytes & ((1u << bits) - 1)) : count;
}

/* How many pages the file has before FRAME, of whose block BITS are. */
static uint64_t rank_of(const struct pk_stored *stored, struct reader *reader, uint64_t frame,
			const uint8_t *bits)
{
	uint64_t in_block = (uint64_t)BLOCK * 8, first = frame - frame % in_block, from = first;
	uint64_t rank = stored->ranks[first / in_block];

	if (reader->counted > first && reader->counted <= frame) {
		from = reader->counted;
		rank = reader->rank;
	}
	reader->rank = rank + count_bits(bits + (from - first) / 8, frame - frame % 8 - from);
	reader->counted = frame - frame % 8;
	return reader->rank + count_bits(bits + (reader->counted - first) / 8, frame % 8);
}

/* The descriptor of the page FRAME; NULL: it is not in the file. */
static const uint8_t *descriptor(struct pk_stored *stored, struct reader *reader, uint64_t frame)
{
	uint64_t block = frame / 8 / BLOCK, bit = frame % ((uint64_t)BLOCK * 8), rank;
	const uint8_t *bits;

	if (block >= stored->nr_blocks)
		return NULL;
	bits = look(stored, &reader->map, stored->map, stored->map + block * BLOCK, BLOCK, BLOCK);
	if (!bits || !(bits[bit / 8] >> bit % 8 & 1))
		return NULL;
	rank = rank_of(stored, reader, frame, bits);
	return look(stored, &reader->descs, stored->table, stored->table + rank * PK_KDUMP_DESC,
		    PK_KDUMP_DESC, WINDOW);
}

/* The first LEN bytes of PACKED into TO, a whole page. */
static bool unpack(struct reader *reader, uint32_t flags, size_t len, uint8_t *to)
{
	uLongf zlib_size = PAGE;
	lzo_uint lzo_size = PAGE;

	switch (flags) {
	case 0:
		memcpy(to, reader->packed, PAGE);
		return len == PAGE;
	case STORED_ZLIB:
		return uncompress(to, &zlib_size, reader->packed, len) == Z_OK && zlib_size == PAGE;
	case STORED_LZO:
		return lzo1x_decompress_safe(reader->packed, len, to, &lzo_size, NULL) ==
			       LZO_E_OK &&
		       lzo_size == PAGE;
	case STORED_ZSTD:
		if (!reader->zstd)
			reader->zstd = ZSTD_createDCtx();
		return reader->zstd &&
		       ZSTD_decompressDCtx(reader->zstd, to, PAGE, reader->packed, len) == PAGE;
	default:
		return false;
	}
}

bool pk_stored_read(struct pk_stored *stored, bool second, uint64_t phys, void *buf, size_t len)
{
	struct reader *reader = &stored->readers[second];
	const uint8_t *desc = descriptor(stored, reader, phys / PAGE);
	uint8_t *to = len == PAGE ? buf : reader->page;
	uint64_t offset, size;

	if (!desc || phys % PAGE + len > PAGE)
		return false;
	offset = pk_bytes_uint(desc, 8, stored->big_endian);
	size = pk_bytes_uint(desc + 8, 4, stored->big_endian);
	if (size > PAGE || offset > INT64_MAX ||
	    pread(stored->fd, reader->packed, size, (off_t)offset) != (ssize_t)size ||
	    !unpack(reader, (uint32_t)pk_bytes_uint(desc + 12, 4, stored->big_endian), size, to))
		return false;
	if (to != buf)
		memcpy(buf, to + phys % PAGE, len);
	return true;
}

/* The bitmap's LEFT bytes from AT on are the library's map, of its frames from FRAME on. */
static bool same_map(kdump_bmp_t *map, uint64_t frame, const uint8_t *bits, size_t len)
{
	uint8_t theirs[BLOCK] = {0};

	return kdump_bmp_get_bits(map, frame, frame + len * 8 - 1, theirs) == KDUMP_OK &&
	       !memcmp(theirs, bits, len);
}

/* Whoever finds another page than the library does would read another machine's. */
static bool count_ranks(struct pk_stored *stored, kdump_bmp_t *map, uint64_t size)
{
	struct window *window = &stored->readers[0].map;
	uint64_t set = 0;

	for (uint64_t i = 0; i < stored->nr_blocks; i++) {
		uint64_t at = stored->map + i * BLOCK;
		size_t len = size - i * BLOCK < BLOCK ? (size_t)(size - i * BLOCK) : BLOCK;
		const uint8_t *bits = look(stored, window, stored->map, at, len, BLOCK);

		if (!bits || !same_map(map, i * BLOCK * 8, bits, len))
			return false;
		stored->ranks[i] = set;
		set += count_bits(bits, len * 8);
	}
	return true;
}

struct pk_stored *pk_stored_open(kdump_ctx_t *ctx, int fd)
{
	struct pk_kdump_parts parts = pk_kdump_parts(fd);
	struct pk_stored *stored;
	kdump_num_t page_size;
	kdump_attr_t map;
	uint64_t size;

	if (!pk_kdumpfile_is_makedumpfiles(fd) || pk_kdumpfile_is_part(fd) || !parts.table ||
	    kdump_get_number_attr(ctx, KDUMP_ATTR_PAGE_SIZE, &page_size) != KDUMP_OK ||
	    page_size != PAGE || kdump_get_attr(ctx, KDUMP_ATTR_FILE_PAGEMAP, &map) != KDUMP_OK ||
	    map.type != KDUMP_BITMAP || lzo_init() != LZO_E_OK)
		return NULL;
	size = pk_kdump_bitmap_size(&parts, ctx);
	stored = calloc(1, sizeof(*stored));
	if (!stored)
		return NULL;
	*stored = (struct pk_stored){.fd = fd,
				     .big_endian = parts.big_endian,
				     .map = parts.table - size,
				     .table = parts.table,
				     .nr_blocks = (size + BLOCK - 1) / BLOCK};
	stored->ranks = calloc(stored->nr_blocks, sizeof(*stored->ranks));
	if (stored->ranks && count_ranks(stored, map.val.bitmap, size))
		return stored;
	pk_stored_close(stored);
	return NULL;
}

void pk_stored_close(struct pk_stored *stored)
{
	if (!stored)
		return;
	for (int i = 0; i < 2; i++)
		ZSTD_freeDCtx(stored->readers[i].zstd);
	free(stored->ranks);
	free(stored);
}
