// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Every slab of a cache. Full ones are on no list; but where memory is mapped directly, its struct pages are one array
 * (vmemmap), and those of slabs lead to their cache.
 */
#include "decode/slab.h"

#define CHUNK 4096 /* bytes of struct pages: a part of the array is there, or not */
/* Bytes of struct pages, at least, of which none is there: no memory has these pages. */
#define HOLE (128 << 10)
#define MOST_PAGES (1ull << 40)

struct array {
	uint64_t first, nr; /* pages: address of the first, and how many */
	uint64_t structs; /* their struct pages */
	uint64_t size; /* of one */
};

static bool is_mapped(struct pk_ctx *ctx, uint64_t addr)
{
	uint64_t page;

	return pk_virt_to_page(ctx, addr, &page) == PK_OK;
}

/* How many pages from ADDR on, in either DIRECTION, are mapped without a gap. */
static uint64_t extent(struct pk_ctx *ctx, uint64_t addr, int direction)
{
	const uint64_t room = direction > 0 ? UINT64_MAX - addr : addr;
	const uint32_t page = ctx->target->facts.page_size;
	uint64_t low = 0, high = 1; /* LOW is mapped, HIGH not */

	while (high <= room / page && is_mapped(ctx, addr + (uint64_t)direction * high * page)) {
		low = high;
		high *= 2;
	}
	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (middle <= room / page &&
		    is_mapped(ctx, addr + (uint64_t)direction * middle * page))
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The array that has the page of ADDR. */
static enum pk_status find_array(struct pk_ctx *ctx, uint64_t addr, struct array *ret_array)
{
	const uint32_t page = ctx->target->facts.page_size;
	struct array array;
	uint64_t below, last;
	enum pk_status status = pk_row_value(ctx, PK_R_page_struct_size, &array.size);

	if (status == PK_OK && (array.size < 16 || array.size > CHUNK))
		status = pk_fail(ctx, PK_CORRUPT, "struct page of %llu bytes",
				 (unsigned long long)array.size);
	addr &= ~((uint64_t)page - 1);
	if (status == PK_OK && !is_mapped(ctx, addr))
		status = pk_fail(ctx, PK_UNSUPPORTED, "struct pages are not found by address");
	if (status != PK_OK)
		return status;
	below = extent(ctx, addr, -1);
	array.first = addr - below * page;
	array.nr = below + extent(ctx, addr, 1) + 1;
	if (array.nr > MOST_PAGES)
		return pk_fail(ctx, PK_LIMIT, "more than %llu pages of memory", MOST_PAGES);
	status = pk_virt_to_page(ctx, array.first, &array.structs);
	if (status == PK_OK)
		status = pk_virt_to_page(ctx, array.first + (array.nr - 1) * page, &last);
	if (status == PK_OK && last != array.structs + (array.nr - 1) * array.size)
		status = pk_fail(ctx, PK_UNSUPPORTED, "struct pages are not one array");
	if (status == PK_OK)
		*ret_array = array;
	return status;
}

static bool is_there(struct pk_ctx *ctx, const struct array *array, uint64_t at)
{
	uint8_t byte;

	return pk_read_quietly(ctx, array->structs + at * array->size, &byte, 1) == PK_OK;
}

/* AT is in a hole, which can be a million times as large as the memory around it. Where it ends: the longer it is, the
 * longer are the steps, for memory that lies far away is not small. The last page of all has memory. */
static uint64_t hole_end(struct pk_ctx *ctx, const struct array *array, uint64_t at)
{
	const uint64_t last = array->nr - 1, least = HOLE / array->size;
	uint64_t low = at, high = at; /* LOW is in the hole */

	do {
		uint64_t step = (high - at) / 65536;

		if (high == last)
			return array->nr;
		low = high;
		high += step > least ? step : least;
		if (high > last)
			high = last;
	} while (!is_there(ctx, array, high));
	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (is_there(ctx, array, middle))
			high = middle;
		else
			low = middle;
	}
	return high;
}

enum pk_status pk_slabs_walk(struct pk_ctx *ctx, uint64_t mapped, uint64_t cache, uint64_t most,
			     pk_slab_fn fn, void *arg)
{
	uint8_t bytes[CHUNK];
	uint64_t found = 0, missing = 0, of, step, nr;
	struct pk_kfence kfence; /* no cache counts these pages among its slabs */
	struct array array;
	enum pk_status status = find_array(ctx, mapped, &array);

	if (status != PK_OK)
		return status;
	for (uint64_t at = 0; at < array.nr && found < most; at += step) {
		step = (CHUNK - (array.structs + at * array.size) % CHUNK) / array.size;
		if (!step)
			step = 1;
		if (step > array.nr - at)
			step = array.nr - at;
		if (ctx->progress && at % 65536 < step)
			ctx->progress("struct pages read", at);
		if (pk_read_quietly(ctx, array.structs + at * array.size, bytes,
				    step * array.size) != PK_OK) {
			missing += step * array.size;
			if (missing >= HOLE)
				step = hole_end(ctx, &array, at) - at;
			continue;
		}
		missing = 0;
		for (uint64_t i = 0; i < step && found < most; i++) {
			const uint8_t *page = bytes + i * array.size;

			if (pk_slab_page_cache(ctx, page, array.size, &of) != PK_OK ||
			    of != cache ||
			    pk_kfence_find(ctx,
					   array.first + (at + i) * ctx->target->facts.page_size,
					   &kfence) != PK_ABSENT)
				continue;
			status = pk_struct_uint(ctx, page, array.size, PK_R_slab_objects, &nr);
			if (status != PK_OK)
				return status;
			found++;
			if (!fn(array.first + (at + i) * ctx->target->facts.page_size, nr, arg))
				return PK_OK;
		}
	}
	return found == most ? PK_OK
			     : pk_fail(ctx, PK_UNREADABLE, "%llu of %llu slabs were found",
				       (unsigned long long)found, (unsigned long long)most);
}
