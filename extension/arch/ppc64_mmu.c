// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's page tables of ppc64 (arch/powerpc/include/asm/book3s/64/radix.h). libkdumpfile 0.5 knows the linear map
 * alone. A radix tree takes the low 52 bits of an address. (The other kind, hash, keeps vmalloc memory in a tree of its
 * own, and the linear map in none.)
 *
 *	pages of 64K	| 13 | 9 | 9 | 5 | 16 |
 *	pages of 4K	| 13 | 9 | 9 | 9 | 12 |
 *
 * Entries are big-endian in a little-endian kernel, too. Bit 63: valid; bit 62: a page, at any level.
 */
#include "arch/private.h"

#define VALID (1ull << 63)
#define LEAF (1ull << 62)
#define TABLE 0x0fffffffffffff00 /* physical address of the next table */
#define PAGE 0x01fffffffffff000 /* ... of a page */
#define TREE_BITS 52
#define SMALL_PAGE 12 /* bits */

bool pk_ppc64_translate(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_phys)
{
	const unsigned bits[] = {13, 9, 9, phys->page_size == 1u << SMALL_PAGE ? 9 : 5};
	uint64_t table = phys->root, entry;
	unsigned shift = TREE_BITS;

	for (unsigned level = 0; level < 4; level++) {
		shift -= bits[level];
		if (!pk_phys_entry(phys, table + (addr >> shift & ((1u << bits[level]) - 1)) * 8,
				   &entry) ||
		    !(entry & VALID))
			return false;
		if (entry & LEAF) {
			uint64_t inside = (1ull << shift) - 1;

			*ret_phys = (entry & PAGE & ~inside) | (addr & inside);
			return true;
		}
		table = entry & TABLE;
	}
	return false;
}
