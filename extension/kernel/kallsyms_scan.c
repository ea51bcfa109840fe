// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Where kallsyms lie in a kernel that does not say it: VMCOREINFO has their addresses since 6.0
 * (f09bddbd8661, "vmcoreinfo: add kallsyms_num_syms symbol" and the commits before it). Up to then
 * they stand in .rodata as
 *
 *	offsets[] (u32), relative_base | addresses[]	each aligned to 8
 *	num_syms (u32)
 *	names		length, codes; length, codes; ...
 *	markers[]	u32 (unsigned long up to 4.19): where in names every 256th begins
 *	token_table	256 strings, by code; those of '0' to '9' are these digits
 *	token_index[]	u16: where in the table each begins
 *
 * The digits are looked for, downwards from where data begins; the index proves the table, the
 * markers prove the names, and pk_kallsyms_create() proves the addresses by a symbol that is known.
 *
 * Between them and data lie the types (BTF), which are larger than all of this. So a page here and there is read first: one
 * of offsets is numbers that never go back, and the digits are looked for upwards from there.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/kallsyms_internal.h"

#define PAGE 4096u
#define WINDOW (64 * PAGE) /* so long a read is shared by two threads, and kept by no cache */
#define MAX_SCAN (512ull << 20) /* bytes from text to data */
#define MAX_TABLES (16ull << 20) /* bytes from the offsets to the digits, at most */
#define TOKENS 256
#define MAX_TOKENS_SIZE 4096 /* bytes of all of them; some 900 in real kernels */
#define MAX_MARKERS 16384 /* of 256 symbols each */
#define MAX_NAMES (64u << 20)

static const char digits[20] = "0\0"
			       "1\0"
			       "2\0"
			       "3\0"
			       "4\0"
			       "5\0"
			       "6\0"
			       "7\0"
			       "8\0"
			       "9";

struct scan {
	struct pk_kallsyms_source *source;
	uint32_t marker_size;
	uint64_t markers; /* address */
	uint32_t nr_markers;
	uint64_t offsets[MAX_MARKERS]; /* contents */
	uint8_t window[WINDOW +
		       sizeof(digits)]; /* its last bytes: what the one above begins with */
};

static bool get(const struct scan *scan, uint64_t addr, void *buf, size_t len)
{
	return scan->source->read(scan->source->arg, addr, buf, len) == PK_OK;
}

static bool get_uint(const struct scan *scan, uint64_t addr, size_t size, uint64_t *ret_value)
{
	uint8_t bytes[8];

	if (!get(scan, addr, bytes, size))
		return false;
	*ret_value = pk_ks_load(scan->source, bytes, size);
	return true;
}

/* The token table around the ten digits at DIGITS: 48 strings come before them. */
static bool find_table(struct scan *scan, uint64_t at_digits)
{
	uint8_t table[MAX_TOKENS_SIZE], index[2 * TOKENS];
	uint64_t start = at_digits, low = at_digits - MAX_TOKENS_SIZE / 2;
	size_t at = 0;

	if (!get(scan, low, table, MAX_TOKENS_SIZE / 2))
		return false;
	for (unsigned ends = 0; start > low; start--)
		if (!table[start - 1 - low] && ++ends == '0' + 1)
			break;
	if (start == low || start % 4 || !get(scan, start, table, sizeof(table)))
		return false;
	scan->source->token_table = start;
	for (unsigned token = 0; token < TOKENS; token++) {
		const uint8_t *end = memchr(table + at, 0, sizeof(table) - at);

		if (!end)
			return false;
		at = (size_t)(end - table) + 1;
	}
	scan->source->token_index = (start + at + 7) & ~7ull;
	if (!get(scan, scan->source->token_index, index, sizeof(index)))
		return false;
	at = 0;
	for (unsigned token = 0; token < TOKENS; token++) {
		if (pk_ks_load(scan->source, index + 2 * token, 2) != at)
			return false;
		at += strlen((const char *)table + at) + 1;
	}
	return true;
}

/* Markers descend from the token table on down to the 0 of the first one. */
static bool find_markers(struct scan *scan, uint32_t size)
{
	uint64_t addr = scan->source->token_table - size, value, above = UINT64_MAX;
	uint32_t nr = 0;

	scan->marker_size = size;
	if (size == 4 && get_uint(scan, addr, size, &value) && !value)
		addr -= size; /* aligned to 8 */
	for (; nr < MAX_MARKERS && get_uint(scan, addr, size, &value) && value < above &&
	       value < MAX_NAMES;
	     addr -= size) {
		scan->offsets[nr++] = above = value;
		if (!value)
			break;
	}
	if (nr < 2 || scan->offsets[nr - 1])
		return false;
	for (uint32_t i = 0; i < nr / 2; i++) {
		uint64_t swap = scan->offsets[i];

		scan->offsets[i] = scan->offsets[nr - 1 - i];
		scan->offsets[nr - 1 - i] = swap;
	}
	scan->markers = addr;
	scan->nr_markers = nr;
	return true;
}

/* Check that the NR names from NAMES, of which BYTES holds LEN bytes, are where the markers say. */
static bool names_fit(const struct scan *scan, const uint8_t *bytes, size_t len, uint64_t nr)
{
	size_t at = 0;

	for (uint64_t i = 0; i < nr; i++) {
		if (i % 256 == 0 && scan->offsets[i / 256] != at)
			return false;
		if (at + 1 >= len || !bytes[at])
			return false;
		at += bytes[at] & 0x80
			      ? 2 + ((size_t)(bytes[at] & 0x7f) | (size_t)bytes[at + 1] << 7)
			      : 1 + (size_t)bytes[at];
	}
	return at <= len && len - at < 8;
}

/* The count precedes the names: as far before the markers as the last marker says, and a little
 * more. */
static bool find_names(struct scan *scan)
{
	const uint64_t last = scan->offsets[scan->nr_markers - 1], most = last + 256 * 256 + 16;
	uint64_t low = scan->markers - most, high = scan->markers - last;
	uint8_t *bytes = most < MAX_NAMES ? malloc(most) : NULL;
	bool found = false;

	if (bytes && get(scan, low, bytes, most))
		for (uint64_t at = high & ~7ull; at >= low + 8 && !found; at -= 8) {
			uint64_t nr = pk_ks_load(scan->source, bytes + (at - 8 - low), 4);

			found = (nr + 255) / 256 == scan->nr_markers &&
				names_fit(scan, bytes + (at - low), scan->markers - at, nr);
			if (found) {
				scan->source->num_syms = at - 8;
				scan->source->names = at;
				scan->source->relative_base = at - 16;
				scan->source->offsets = (at - 16 - 4 * nr) & ~7ull;
				scan->source->addresses = 0;
			}
		}
	free(bytes);
	return found;
}

static bool try_at(struct scan *scan, uint64_t at_digits)
{
	return find_table(scan, at_digits) && (find_markers(scan, 4) || find_markers(scan, 8)) &&
	       find_names(scan);
}

/* WINDOW bytes at ADDR; zeros for the pages of them that cannot be read. */
static void read_window(struct scan *scan, uint64_t addr)
{
	if (get(scan, addr, scan->window, WINDOW))
		return;
	for (uint32_t at = 0; at < WINDOW; at += PAGE)
		if (!get(scan, addr + at, scan->window + at, PAGE))
			memset(scan->window + at, 0, PAGE);
}

/* Look for the tables in the window at ADDR, whose last digits may stand in the one above. */
static bool scan_window(struct scan *scan, uint64_t addr)
{
	const uint8_t *at = scan->window, *end = at + sizeof(scan->window);
	bool found = false;

	read_window(scan, addr);
	while (!found && (at = memmem(at, (size_t)(end - at), digits, sizeof(digits)))) {
		found = try_at(scan, addr + (uint64_t)(at - scan->window));
		at++;
	}
	return found;
}

/* A page of numbers of SIZE bytes that all rise, or all fall: symbols are sorted by address, and offsets may be negative. */
static bool is_sorted(const struct scan *scan, const uint8_t *page, size_t size)
{
	uint64_t before = pk_ks_load(scan->source, page, size), value;
	unsigned rises = 0, falls = 0;

	for (size_t at = size; at < PAGE; at += size, before = value) {
		value = pk_ks_load(scan->source, page + at, size);
		rises += value > before;
		falls += value < before;
		if (rises && falls)
			return false;
	}
	return rises + falls > PAGE / size / 2;
}

/* Upwards from ADDR, which seems to be of the offsets, to HIGH; the names are behind them. */
static bool scan_upwards(struct scan *scan, uint64_t addr, uint64_t high)
{
	for (uint64_t end = addr + MAX_TABLES; addr < end && addr < high; addr += WINDOW) {
		if (!get(scan, addr + WINDOW, scan->window + WINDOW, sizeof(digits)))
			memset(scan->window + WINDOW, 0, sizeof(digits));
		if (scan_window(scan, addr))
			return true;
	}
	return false;
}

static bool scan_by_offsets(struct scan *scan, uint64_t low, uint64_t high)
{
	uint64_t scanned = high; /* from there on */
	uint8_t page[PAGE];

	for (uint64_t addr = high; addr > low && high - addr <= MAX_SCAN; addr -= WINDOW) {
		if (!get(scan, addr, page, PAGE) ||
		    !(is_sorted(scan, page, 4) || is_sorted(scan, page, 8)))
			continue;
		if (scan_upwards(scan, addr, scanned))
			return true;
		scanned = addr;
	}
	return false;
}

enum pk_status pk_kallsyms_scan(struct pk_kallsyms_source *source, uint64_t low, uint64_t high)
{
	struct scan *scan = high > low && high - low <= MAX_SCAN ? calloc(1, sizeof(*scan)) : NULL;
	uint64_t addr = (high & ~(uint64_t)(PAGE - 1)) + PAGE;
	bool found;

	if (!scan)
		return PK_ABSENT;
	scan->source = source;
	found = scan_by_offsets(scan, low, addr - PAGE);
	memset(scan->window, 0, sizeof(scan->window));
	for (uint64_t done = 0; done <= high - low && !found; done += WINDOW) {
		memcpy(scan->window + WINDOW, scan->window, sizeof(digits)); /* they may span two */
		found = scan_window(scan, addr -= WINDOW);
	}
	free(scan);
	return found ? PK_OK : PK_ABSENT;
}

enum pk_status pk_kallsyms_scanned(struct pk_kallsyms_source *source,
				   struct pk_kallsyms **ret_kallsyms)
{
	enum pk_status status = pk_kallsyms_create(source, ret_kallsyms);
	uint8_t bytes[4];

	if (status != PK_CORRUPT ||
	    source->read(source->arg, source->num_syms, bytes, sizeof(bytes)) != PK_OK)
		return status;
	source->addresses =
		source->num_syms - pk_ks_load(source, bytes, sizeof(bytes)) * source->word_size;
	source->offsets = source->relative_base = 0;
	return pk_kallsyms_create(source, ret_kallsyms);
}
