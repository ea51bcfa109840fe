/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_KERNEL_H
#define PK_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/target.h"
#include "kernel/provider.h"

/**
 * A target on top of a provider, for what any Linux dump tells through reads alone. Symbols come
 * from kallsyms and types from BTF, both read from the dump on first use; the provider is the
 * fallback.
 *
 * PROVIDER is borrowed and must outlive the target. NULL: out of memory.
 */
struct pk_target *pk_kernel_create(struct pk_provider *provider);
void pk_kernel_destroy(struct pk_target *target); /* NULL is fine */
/** PKTTRACE_TYPES=debuginfo, to compare: types are not to come from BTF, neither the dump's nor a file's. */
bool pk_kernel_wants_debuginfo(void);
/** The provider given to pk_kernel_create(); borrowed. */
struct pk_provider *pk_kernel_provider(struct pk_target *target);

/** Put the build ID of ELF file PATH, or of LEN bytes of ELF notes, into TEXT as hexadecimal. TEXT
 *  is unchanged if there is none. */
void pk_build_id_of_file(const char *path, char *text, size_t size);
bool pk_build_id_of_notes(const uint8_t *notes, uint64_t len, char *text, size_t size);
void pk_build_id_put(char *text, size_t size, const uint8_t *id, size_t len);

/**
 * Registers of CPU as the dying kernel saved them for kdump (crash_notes, per CPU: crash_save_cpu()).
 * The notes of a dump are these, numbered as the CPUs that saved any; which CPU that was, only the
 * memory tells. arm64 takes CPUs offline as it stops them, and crash numbers those that are online.
 * PK_ABSENT: this CPU saved none. PK_UNSUPPORTED: no CPU did, and the dump's own registers are those
 * to ask for.
 */
enum pk_status pk_crash_notes_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs);

/** Store VALUE of MACHINE's register NAME (LEN bytes, any case: "RIP", "x29") in REGS. Segment,
 *  flag and control registers hold no pointers and are skipped. */
void pk_regs_take(struct pk_regs *regs, const char *machine, const char *name, size_t len,
		  uint64_t value);
#define PK_STATUS_NAME "CORE" /* of the notes that are a CPU's status */
/** The note at BYTES, a struct Elf64_Nhdr and behind it as much of a name as that says, is a CPU's
 *  status: NT_PRSTATUS. */
bool pk_note_is_status(const struct pk_facts *facts, const uint8_t *bytes);
/** Take the registers out of BYTES, a struct elf_prstatus of the dead kernel. PK_UNSUPPORTED: their
 *  order on this machine is not known here. */
enum pk_status pk_regs_from_note(const struct pk_facts *facts, const uint8_t *bytes, size_t len,
				 struct pk_regs *ret_regs);

#endif
