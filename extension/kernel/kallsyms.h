/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_KALLSYMS_H
#define PK_KERNEL_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/**
 * The kernel's own symbol table, decoded from the memory of the dump.
 *
 * A debugger's symbols are not the kernel's: compiler suffixes are stripped, another alias is
 * chosen, modules need their debug files. What the kernel would have printed with %pS lies in
 * kallsyms_* (vmlinux) and in every module's mod_kallsyms, and both survive in a dump.
 */
struct pk_kallsyms;

/** Where the compressed table of vmlinux lies. Addresses are of the dumped kernel (with KASLR). */
struct pk_kallsyms_source {
	/** Read target memory, all or nothing, as pk_target_ops.read does. */
	enum pk_status (*read)(void *arg, uint64_t addr, void *buf, size_t len);
	/** LEN bytes at ADDR may be read soon. */
	void (*read_ahead)(void *arg, uint64_t addr, size_t len);
	void *arg; /* of both */
	bool big_endian;
	uint32_t word_size;
	uint64_t num_syms, names, token_table,
		token_index; /* kallsyms_num_syms and kin, all needed */
	uint64_t offsets, relative_base; /* CONFIG_KALLSYMS_BASE_RELATIVE (4.6); 0 where absent */
	uint64_t addresses; /* before that; 0 where absent */
	/** A symbol whose address is known from elsewhere: it decides how to read the offsets (and
	 *  proves the decoding). "" if there is none. */
	const char *known_name;
	uint64_t known_addr;
};

#define PK_KALLSYMS_MODULE_RANGES 8 /* enum mod_mem_type has 7 (6.4) */

/** What the kernel keeps of a module's symbol table (struct mod_kallsyms). */
struct pk_kallsyms_module {
	char name[PK_MODULE_NAME_MAX];
	uint64_t symtab, strtab, typetab; /* typetab: 0 before 5.2, types are in st_info then */
	uint64_t num_symtab;
	unsigned nr_ranges; /* memory of the module; the first one holds its text */
	struct {
		uint64_t base, size;
	} ranges[PK_KALLSYMS_MODULE_RANGES];
	uint64_t text_end; /* end of its text: where the last function ends */
};

/**
 * Decode the table of vmlinux. The caller owns *RET_KALLSYMS (pk_kallsyms_destroy()).
 * PK_UNREADABLE: a page of it is not in the dump. PK_CORRUPT: it contradicts itself, or does not
 * hold the known symbol where it must be.
 */
enum pk_status pk_kallsyms_create(const struct pk_kallsyms_source *source,
				  struct pk_kallsyms **ret_kallsyms);
/** Look for the tables in memory [LOW, HIGH), in which text is followed by read-only data: for kernels that do not say
 *  where they are. Fills SOURCE's addresses. PK_ABSENT: not found. */
enum pk_status pk_kallsyms_scan(struct pk_kallsyms_source *source, uint64_t low, uint64_t high);
/** pk_kallsyms_create() of tables that were found so: which of the two forms the addresses have is tried. */
enum pk_status pk_kallsyms_scanned(struct pk_kallsyms_source *source,
				   struct pk_kallsyms **ret_kallsyms);
/** NULL is fine. */
void pk_kallsyms_destroy(struct pk_kallsyms *kallsyms);

/**
 * Add a module's symbols; the order of calls is the order of /proc/kallsyms.
 * A module whose tables cannot be read is known by its ranges only, and its status returned; the
 * rest is not affected. Symbols whose name is not in the dump are skipped.
 */
enum pk_status pk_kallsyms_add_module(struct pk_kallsyms *kallsyms,
				      const struct pk_kallsyms_source *source,
				      const struct pk_kallsyms_module *module);

/** Add text that is in no table: BPF programs ("bpf"), trampolines ("__builtin__ftrace"). TYPE: as nm's. */
enum pk_status pk_kallsyms_add_range(struct pk_kallsyms *kallsyms, const char *module,
				     const char *name, char type, uint64_t addr, uint64_t size);

/** Find the modules of the dumped kernel from MODULES, the list head, with TARGET's types and
 *  memory, and add each. *RET_FAILED counts those without symbols. Damage to the list ends it:
 *  PK_CORRUPT or PK_UNREADABLE, with what came before kept. */
enum pk_status pk_kallsyms_add_modules(struct pk_kallsyms *kallsyms,
				       const struct pk_kallsyms_source *source,
				       struct pk_target *target, uint64_t modules,
				       unsigned *ret_failed);

/** Add the text that the kernel made at run time and names in /proc/kallsyms: ftrace trampolines, BPF
 *  programs and trampolines, kprobe instruction slots. Questions about it need vmlinux's symbols,
 *  so this comes last. Damage ends one list, not the others. */
void pk_kallsyms_add_runtime(struct pk_kallsyms *kallsyms, const struct pk_kallsyms_source *source,
			     struct pk_target *target);

/* Questions, as in pk_target_ops. */
enum pk_status pk_kallsyms_symbol(struct pk_kallsyms *kallsyms, const char *name,
				  uint64_t *ret_addr);
enum pk_status pk_kallsyms_named(struct pk_kallsyms *kallsyms, const char *name, pk_symbol_fn fn,
				 void *arg);
/** As the kernel's kallsyms_lookup(): the first of aliases, the size up to the next other address. */
enum pk_status pk_kallsyms_at(struct pk_kallsyms *kallsyms, uint64_t addr,
			      struct pk_symbol *ret_symbol);

/** All of them in the order of /proc/kallsyms. FN returning false stops. Sizes are not filled in. */
void pk_kallsyms_each(struct pk_kallsyms *kallsyms, pk_symbol_fn fn, void *arg);
/** How many symbols there are, modules included. */
size_t pk_kallsyms_count(const struct pk_kallsyms *kallsyms);

#endif
