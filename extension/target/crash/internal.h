/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_INTERNAL_H
#define PK_TARGET_CRASH_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "kernel/page_cache.h"
#include "kernel/provider.h"

/* Shared by the files of target/crash. It needs no defs.h; each of them includes that itself. */

struct pk_gdb_types;

struct pk_crash {
	struct pk_provider provider; /* first: the ops get this pointer */
	struct pk_target *target; /* made of it; owned */
	struct pk_page_cache *pages;
	struct pk_gdb_types *gdb; /* only if the BTF of the kernel or of a module is missing */
	/* nr_regs of them, read at the first question; .nr_gpr is 0 if the dump has none */
	struct pk_regs *regs;
	unsigned nr_regs;
};

static inline struct pk_crash *pk_crash_of(struct pk_provider *provider)
{
	return (struct pk_crash *)provider;
}

/* memory.c */

/** Call FN(ARG), silently. False: crash jumped out of it (error(FATAL), FAULT_ON_ERROR). One thread
 *  at a time. Whatever may read the dump or ask gdb goes through here, but not from within FN. */
bool pk_crash_guard(void (*fn)(void *arg), void *arg);
enum pk_status pk_crash_read(struct pk_provider *provider, uint64_t addr, void *buf, size_t len);
void pk_crash_read_ahead(struct pk_provider *provider, uint64_t addr, size_t len);
/** pk_read_fn by crash's readmem(). */
bool pk_crash_read_dump(void *arg, uint64_t addr, void *buf, size_t len, bool ahead);

/* symbols.c */
bool pk_crash_symbol(struct pk_provider *provider, const char *name, uint64_t *ret_addr);
bool pk_crash_symbol_named(struct pk_provider *provider, const char *name,
			   struct pk_symbol *ret_symbol);
bool pk_crash_symbol_at(struct pk_provider *provider, uint64_t addr, struct pk_symbol *ret_symbol);

/* source.c */
enum pk_status pk_crash_functions_of_file(struct pk_provider *provider, const char *file,
					  pk_symbol_fn fn, void *arg);

/* types.c */
void pk_crash_no_btf(struct pk_provider *provider, enum pk_status why);
enum pk_provider_module pk_crash_module(struct pk_provider *provider, const char *name);
enum pk_status pk_crash_type_size(struct pk_provider *provider, const char *type,
				  uint64_t *ret_size);
enum pk_status pk_crash_member(struct pk_provider *provider, const char *type, const char *path,
			       struct pk_member *ret_member);
enum pk_status pk_crash_enumerator(struct pk_provider *provider, const char *name,
				   int64_t *ret_value);
enum pk_status pk_crash_enum_name(struct pk_provider *provider, const char *tag, int64_t value,
				  char *buf, size_t size);
enum pk_status pk_crash_module_debuginfo(struct pk_provider *provider, pk_provider_debuginfo_fn fn,
					 void *arg);

/* machine.c */
void pk_crash_facts(struct pk_facts *facts);
bool pk_crash_number(struct pk_provider *provider, const char *name, uint64_t *ret_value);
enum pk_status pk_crash_regs(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs);
enum pk_status pk_crash_virt_to_page(struct pk_provider *provider, uint64_t addr,
				     uint64_t *ret_page);

/* dump_notes.c */

/** Fill CRASH->regs from the NT_PRSTATUS notes in the dump's file (ELF, or makedumpfile's format), the nth
 *  to CPU n. What is not there, or cannot be read, leaves them as they are. */
void pk_crash_take_dump_notes(struct pk_crash *crash);

/* provider.c */

/** NULL if memory ran out. */
struct pk_crash *pk_crash_create(void);
void pk_crash_destroy(struct pk_crash *crash);

/* say.c */

/** A line to the user, once per session. If the output is JSON, it goes to stderr. */
void pk_crash_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** True in a command's child process. */
extern bool pk_crash_in_child;

/* reap.c */

/** Wait in another thread for the child PID, which is about to end. */
void pk_crash_reap(pid_t pid);
/** Join all such threads, before the library is unloaded. */
void pk_crash_reap_all(void);

/* child.c */

struct pk_crash_command;

/** Run COMMAND with crash's current arguments. Returns, or jumps to crash's main loop, as crash's
 *  own commands do. */
void pk_crash_run_command(const struct pk_crash_command *command, struct pk_crash *crash);

/**
 * crash splits a line at blanks, and knows double quotes only at the beginning of a word: this puts
 * quoted words together as a shell does. ARGV, with room for ARGC words, gets the new words, which
 * are never freed. Returns their number; -1: an open quote, or no memory (*RET_WHY says which).
 */
int pk_crash_words(int argc, char **argv, const char **ret_why);

#endif
