/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_KALLSYMS_INTERNAL_H
#define PK_KERNEL_KALLSYMS_INTERNAL_H

#include "kernel/kallsyms.h"

/* The table itself, shared by kallsyms.c (vmlinux, lookups) and kallsyms_modules.c (modules). */

#define PK_KS_NONE UINT32_MAX

struct pk_ks_sym {
	uint64_t addr;
	uint32_t name; /* offset into text; 0: the dump lacks it */
	uint16_t module; /* index into modules, plus one; 0: vmlinux */
	char type;
};

struct pk_ks_module {
	char name[PK_MODULE_NAME_MAX];
	size_t first, count; /* range in syms[] */
	unsigned nr_ranges;
	struct {
		uint64_t base, size;
	} ranges[PK_KALLSYMS_MODULE_RANGES];
	uint64_t text_end;
	bool has_holes; /* the dump lacks some of its symbols: what lies nearest need not be what is there */
};

struct pk_kallsyms {
	char *text;
	size_t text_len, text_cap;
	struct pk_ks_sym *syms; /* vmlinux first, then each module */
	size_t nr_syms, cap_syms, nr_core;
	uint32_t *sorted; /* vmlinux's nr_core symbols by address; NULL: syms[] is in that order */
	uint64_t begin, end; /* address range of vmlinux */
	struct pk_ks_module *modules;
	size_t nr_modules, cap_modules;
	/* Hash by name, built on the first lookup by name: first and last symbol of a bucket,
	 * next[] of each symbol. */
	struct pk_ks_bucket {
		uint32_t first, last;
	} * hash;
	uint32_t *next, hash_mask;
	uint64_t secret; /* pk_hash_secret() */
	size_t nr_hashed, cap_next;
};

/** Integer of SIZE bytes at BYTES in the dump's byte order. */
uint64_t pk_ks_load(const struct pk_kallsyms_source *source, const void *bytes, size_t size);
/** Store LEN characters of TEXT; false if memory ran out. */
bool pk_ks_text(struct pk_kallsyms *ks, const char *text, size_t len, uint32_t *ret_offset);
/** Make room for MORE symbols in syms[]; false if memory ran out. */
bool pk_ks_reserve(struct pk_kallsyms *ks, size_t more);

#endif
