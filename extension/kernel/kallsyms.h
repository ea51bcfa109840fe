/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_KALLSYMS_H
#define PK_KERNEL_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/**
 * The kernel's own symbol table, decoded from the dump's memory.
 *
 * A debugger's symbols are not the kernel's: it strips compiler suffixes, prefers other aliases and
 * needs debug files for modules. What %pS would have printed lies in kallsyms_* (vmlinux) and in
 * each module's mod_kallsyms, and both survive in a dump.
 */
struct pk_kallsyms;

/** Where vmlinux's compressed table lies. Addresses are the dumped kernel's, KASLR included. */
struct pk_kallsyms_source {
	/** Read target memory, all or nothing, as pk_target_ops.read does. */
	enum pk_status (*read)(void *arg, uint64_t addr, void *buf, size_t len);
	/** Hint: LEN bytes at ADDR may be read soon. */
	void (*read_ahead)(void *arg, uint64_t addr, size_t len);
	void *arg; /* for both functions */
	bool big_endian;
	uint32_t word_size;
	uint64_t num_syms, names, token_table, token_index; /* kallsyms_*; all required */
	uint64_t offsets, relative_base; /* CONFIG_KALLSYMS_BASE_RELATIVE (4.6); 0 if absent */
	uint64_t addresses; /* older kernels; 0 if absent */
	/** A symbol whose address is known from elsewhere. It decides how to read the offsets and
	 *  verifies the decoding. "" if there is none. */
	const char *known_name;
	uint64_t known_addr;
};

#define PK_KALLSYMS_MODULE_RANGES 8 /* enum mod_mem_type has 7 (6.4) */

/** A module's symbol table, as in the kernel's struct mod_kallsyms. */
struct pk_kallsyms_module {
	char name[PK_MODULE_NAME_MAX];
	uint64_t symtab, strtab, typetab; /* typetab: 0 before 5.2, when st_info held the types */
	uint64_t num_symtab;
	unsigned nr_ranges; /* memory of the module; the first one holds its text */
	struct {
		uint64_t base, size;
	} ranges[PK_KALLSYMS_MODULE_RANGES];
	uint64_t text_end; /* end of text, which bounds the last function */
};

/**
 * Decode vmlinux's table. The caller owns *RET_KALLSYMS (pk_kallsyms_destroy()). PK_UNREADABLE: the
 * dump lacks part of it. PK_CORRUPT: it contradicts itself, or the known symbol is not at its
 * address.
 */
enum pk_status pk_kallsyms_create(const struct pk_kallsyms_source *source,
				  struct pk_kallsyms **ret_kallsyms);
/** Scan memory [LOW, HIGH), text followed by read-only data, for the tables of a kernel that does
 *  not say where they are, and fill in SOURCE's addresses. PK_ABSENT: not found. */
enum pk_status pk_kallsyms_scan(struct pk_kallsyms_source *source, uint64_t low, uint64_t high);
/** pk_kallsyms_create() for scanned tables: tries both forms of addresses. */
enum pk_status pk_kallsyms_scanned(struct pk_kallsyms_source *source,
				   struct pk_kallsyms **ret_kallsyms);
/** NULL is fine. */
void pk_kallsyms_destroy(struct pk_kallsyms *kallsyms);

/**
 * Add a module's symbols. The order of calls is the order of /proc/kallsyms. If its tables cannot
 * be read, the module is known by its ranges only and the status says why; other modules are
 * unaffected. Symbols whose name is not in the dump are skipped.
 */
enum pk_status pk_kallsyms_add_module(struct pk_kallsyms *kallsyms,
				      const struct pk_kallsyms_source *source,
				      const struct pk_kallsyms_module *module);

/** Add text without a symbol table: BPF programs ("bpf"), trampolines ("__builtin__ftrace"). TYPE
 *  is an nm letter. */
enum pk_status pk_kallsyms_add_range(struct pk_kallsyms *kallsyms, const char *module,
				     const char *name, char type, uint64_t addr, uint64_t size);

/** Walk the dumped kernel's list of modules from its head MODULES, using TARGET's types and memory,
 *  and add each. *RET_FAILED counts those without symbols. A damaged list ends the walk with
 *  PK_CORRUPT or PK_UNREADABLE; modules found before stay. */
enum pk_status pk_kallsyms_add_modules(struct pk_kallsyms *kallsyms,
				       const struct pk_kallsyms_source *source,
				       struct pk_target *target, uint64_t modules,
				       unsigned *ret_failed);

/** Add the text that the kernel generated at run time and names in /proc/kallsyms: ftrace
 *  trampolines, BPF programs and trampolines, kprobe instruction slots. It needs vmlinux's symbols,
 *  so call it last. A damaged list does not affect the others. */
void pk_kallsyms_add_runtime(struct pk_kallsyms *kallsyms, const struct pk_kallsyms_source *source,
			     struct pk_target *target);

/* As the operations of the same names in pk_target_ops. */
enum pk_status pk_kallsyms_symbol(struct pk_kallsyms *kallsyms, const char *name,
				  uint64_t *ret_addr);
enum pk_status pk_kallsyms_named(struct pk_kallsyms *kallsyms, const char *name, pk_symbol_fn fn,
				 void *arg);
/** As the kernel's kallsyms_lookup(): first alias; the size reaches to the next different
 *  address. */
enum pk_status pk_kallsyms_at(struct pk_kallsyms *kallsyms, uint64_t addr,
			      struct pk_symbol *ret_symbol);

/** Call FN for all symbols in /proc/kallsyms order until it returns false. Sizes are not filled
 *  in. */
void pk_kallsyms_each(struct pk_kallsyms *kallsyms, pk_symbol_fn fn, void *arg);
/** Number of symbols, modules included. */
size_t pk_kallsyms_count(const struct pk_kallsyms *kallsyms);

#endif
