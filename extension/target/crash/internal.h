/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_INTERNAL_H
#define PK_TARGET_CRASH_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/btf.h"
#include "core/btf_modules.h"
#include "core/kallsyms.h"
#include "core/target.h"

/* Shared by the files of target/crash; needs no defs.h, which each of them includes for itself. */

enum pk_crash_state { PK_CRASH_UNTRIED, PK_CRASH_READY, PK_CRASH_FAILED };

struct pk_crash_pages;
struct pk_gdb_types;
struct pk_read_ahead;

struct pk_crash_target {
	struct pk_target target; /* first: the ops get this pointer */
	struct pk_crash_pages *pages;
	struct pk_read_ahead *ahead; /* owned; a command's process has one once it asked for pages; else NULL */
	bool ahead_tried;
	enum pk_crash_state symbols_state;
	enum pk_status symbols_status; /* why, when failed */
	struct pk_kallsyms *kallsyms;
	bool all_symbols; /* kallsyms has data too (CONFIG_KALLSYMS_ALL) */
	enum pk_crash_state btf_state;
	enum pk_status btf_status;
	struct pk_btf *btf;
	struct pk_btf_modules *btf_modules; /* made at the first question about a module's type */
	struct pk_gdb_types *gdb; /* only where there is no BTF of the kernel or of a module */
	enum pk_crash_state regs_state;
	struct pk_regs *regs; /* nr_regs of them; .nr_gpr is 0 where the dump has none */
	unsigned nr_regs;
	/* the direct map of x86-64, where struct page follows from the address */
	enum pk_crash_state direct_state;
	uint64_t direct_base, direct_end, vmemmap, page_struct;
};

/* memory.c */

/** Call FN(ARG); false if crash jumped out of it (error(FATAL), FAULT_ON_ERROR). Silent. One thread at a time: whatever
 *  may read the dump or ask gdb goes through here, and not from within FN. */
bool pk_crash_guard(void (*fn)(void *arg), void *arg);
enum pk_status pk_crash_read(struct pk_target *target, uint64_t addr, void *buf, size_t len);
void pk_crash_read_ahead(struct pk_target *target, uint64_t addr, size_t len);
struct pk_crash_pages *pk_crash_pages_create(void);
void pk_crash_pages_destroy(struct pk_crash_pages *pages);
/** Forget every page: after a child died in the middle of writing here. */
void pk_crash_pages_reset(struct pk_crash_pages *pages);

/* symbols.c */

/** Address of a symbol by crash's own table, for what is needed before kallsyms can be read. */
bool pk_crash_symbol_search(const char *name, uint64_t *ret_addr);
/** Decode kallsyms, once. */
bool pk_crash_symbols_load(struct pk_crash_target *crash);
enum pk_status pk_crash_symbol(struct pk_target *target, const char *name, uint64_t *ret_addr);
enum pk_status pk_crash_symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
				      void *arg);
enum pk_status pk_crash_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg);
/* build_id.c */

/** Fill FACTS' build-ids, of the dump and of vmlinux; left empty where one is not known. */
void pk_crash_build_ids(struct pk_facts *facts);
/** The build-id in the ELF file PATH, or in the ELF notes of LEN bytes, as hexadecimal text; left alone
 *  where there is none. */
void pk_crash_elf_id(const char *path, char *text, size_t size);
bool pk_crash_note_id(const uint8_t *notes, uint64_t len, char *text, size_t size);
void pk_crash_put_hex(char *text, size_t size, const uint8_t *id, size_t len);

/* module_id.c */
enum pk_status pk_crash_module_debuginfo(struct pk_target *target, pk_debuginfo_fn fn, void *arg);

/* source.c */
enum pk_status pk_crash_functions_of_file(struct pk_target *target, const char *file, pk_symbol_fn fn,
					  void *arg);
enum pk_status pk_crash_symbol_at(struct pk_target *target, uint64_t addr,
				  struct pk_symbol *ret_symbol);

/* types.c */

/** Read the kernel's BTF, once. */
bool pk_crash_btf_load(struct pk_crash_target *crash);
enum pk_status pk_crash_type_size(struct pk_target *target, const char *type, uint64_t *ret_size);
enum pk_status pk_crash_member(struct pk_target *target, const char *type, const char *path,
			       struct pk_member *ret_member);
enum pk_status pk_crash_enumerator(struct pk_target *target, const char *name, int64_t *ret_value);
enum pk_status pk_crash_enum_name(struct pk_target *target, const char *tag, int64_t value,
				  char *buf, size_t size);

/* machine.c */

void pk_crash_facts(struct pk_crash_target *crash);
enum pk_status pk_crash_percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset);
enum pk_status pk_crash_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				struct pk_cpumask *ret_mask);
enum pk_status pk_crash_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs);
enum pk_status pk_crash_panic_cpu(struct pk_target *target, int *ret_cpu);
enum pk_status pk_crash_virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page);

/* target.c */

/** NULL if memory ran out. */
struct pk_crash_target *pk_crash_target_create(void);
void pk_crash_target_destroy(struct pk_crash_target *crash);

/* child.c */

struct pk_crash_command;

/** A line to the user, once a session's fact; output that is JSON stays clean: it goes to stderr. */
void pk_crash_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** True in the process that runs a command. */
extern bool pk_crash_in_child;
/* reap.c */

/** Wait for the child PID, which is about to end, in another thread. */
void pk_crash_reap(pid_t pid);
/** No such thread is left: before the library goes. */
void pk_crash_reap_all(void);
/** Run COMMAND with crash's current arguments. Returns, or jumps to crash's main loop as crash does. */
void pk_crash_run_command(const struct pk_crash_command *command, struct pk_crash_target *crash);

#endif
