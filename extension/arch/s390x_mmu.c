// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's page tables of s390x (arch/s390/include/asm/pgtable.h). libkdumpfile 0.5 looks for swapper_pg_dir at its own
 * number, which is its physical address up to 6.9 alone.
 *
 *	| region 1: 11 | region 2: 11 | region 3: 11 | segment: 11 | page: 8 | 12 |
 *
 * The kernel's tree has three or four tables. Each entry of all but the last says which one it stands in, a valid one or not.
 */
#include "arch/private.h"

#define INDEX_BITS 11
#define SEGMENT 20 /* bits in a segment; 31 in a region of the third kind */
#define INVALID 0x20ull
#define LARGE 0x400ull /* no table: of a segment, and of a region of the third kind */
#define PAGE_TABLE 0x7ffull /* bits of no address in a segment's entry */
#define PAGE_INVALID 0x400ull
#define PAGE 0xfffull

/* 3: region 1, .. 0: segment */
static unsigned level_of(uint64_t entry)
{
	return entry >> 2 & 3;
}

bool pk_s390x_translate(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_phys)
{
	uint64_t table = phys->root, entry;
	unsigned level, shift;

	if (!pk_phys_entry(phys, table, &entry))
		return false;
	level = level_of(entry);
	shift = SEGMENT + INDEX_BITS * level;
	if (level < 3 && addr >> (shift + INDEX_BITS))
		return false;
	for (;; level--, shift -= INDEX_BITS) {
		if (!pk_phys_entry(phys, table + (addr >> shift & ((1u << INDEX_BITS) - 1)) * 8,
				   &entry) ||
		    entry & INVALID || level_of(entry) != level)
			return false;
		if (level <= 1 && entry & LARGE) {
			uint64_t inside = (1ull << shift) - 1;

			*ret_phys = (entry & ~inside) | (addr & inside);
			return true;
		}
		if (!level)
			break;
		table = entry & ~PAGE;
	}
	if (!pk_phys_entry(phys, (entry & ~PAGE_TABLE) + (addr >> 12 & 0xff) * 8, &entry) ||
	    entry & PAGE_INVALID)
		return false;
	*ret_phys = (entry & ~PAGE) | (addr & PAGE);
	return true;
}
