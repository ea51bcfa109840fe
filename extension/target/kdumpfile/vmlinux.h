/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_VMLINUX_H
#define PK_TARGET_KDUMPFILE_VMLINUX_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "core/target.h"

/**
 * A vmlinux with debuginfo, in addition to a dump: for kernels whose memory lacks their types (no
 * BTF) or some symbols (no kallsyms, no KALLSYMS_ALL), and for the functions of a source file.
 */
struct pk_vmlinux;

/** Open PATH. On failure ERROR (SIZE bytes) says why: PK_IO, PK_CORRUPT, PK_NOMEM. */
enum pk_status pk_vmlinux_open(const char *path, struct pk_vmlinux **ret_vmlinux, char *error,
			       size_t size);
/** NULL is fine. */
void pk_vmlinux_close(struct pk_vmlinux *vmlinux);

/** The build-id in hexadecimal; "" if there is none. */
const char *pk_vmlinux_id(const struct pk_vmlinux *vmlinux);
/** Relocate to a running kernel (KASLR) whose _stext is at STEXT. False: the file has no _stext or
 *  no _end. */
bool pk_vmlinux_place(struct pk_vmlinux *vmlinux, uint64_t stext);
/** LEN bytes of the file's own data at ADDR of the running kernel. False: there are none. */
bool pk_vmlinux_bytes(struct pk_vmlinux *vmlinux, uint64_t addr, void *buf, size_t len);

/** The first symbol by address with that name, and the symbol at an address; addresses are of the
 *  running kernel. */
bool pk_vmlinux_symbol(const struct pk_vmlinux *vmlinux, const char *name,
		       struct pk_symbol *ret_symbol);
bool pk_vmlinux_symbol_at(const struct pk_vmlinux *vmlinux, uint64_t addr,
			  struct pk_symbol *ret_symbol);

/** The types as BTF: the file's own, otherwise converted from its DWARF. *RET_DATA comes from
 *  malloc(). PK_ABSENT: it has neither. */
enum pk_status pk_vmlinux_btf(struct pk_vmlinux *vmlinux, void **ret_data, size_t *ret_len);
/** As in struct pk_target_ops. */
enum pk_status pk_vmlinux_functions_of_file(struct pk_vmlinux *vmlinux, const char *file,
					    pk_symbol_fn fn, void *arg);

/**
 * The types in DWARF, as BTF in the byte order of the machine: all structs, unions, enums and typedefs with a name, each
 * once for its name and size, and what they are made of. Functions are left out. *RET_DATA (*RET_LEN bytes) comes
 * from malloc(). PK_ABSENT: there are no types. PK_LIMIT: more than a kernel has. PK_NOMEM.
 */
enum pk_status pk_dwarf_to_btf(Dwarf *dwarf, void **ret_data, size_t *ret_len);

/**
 * Fetch the vmlinux with the build-id ID (hexadecimal) from the servers in $DEBUGINFOD_URLS, or
 * take it from libdebuginfod's cache. *RET_PATH is owned by the caller. On failure ERROR (SIZE
 * bytes) says why: PK_UNSUPPORTED (no library), PK_ABSENT (no server named, or none has it), PK_IO.
 * Progress goes to stderr if that is a terminal.
 */
enum pk_status pk_debuginfod_find(const char *id, char **ret_path, char *error, size_t size);

/** A module's debuginfo, in addition to a dump: for kernels that keep no BTF of their modules. */
struct pk_module_file {
	const char *path; /* borrowed */
	char name[PK_MODULE_NAME_MAX]; /* as in /proc/modules */
	char id[72]; /* build ID in hexadecimal; "" if there is none */
};

/** PATH is an object that is not linked yet, as modules are. */
bool pk_module_file_is(const char *path);
/** Name and build ID of the module in PATH. */
void pk_module_file_read(const char *path, struct pk_module_file *ret_file);
/** The types in the DWARF of the module in PATH, as BTF of its own. *RET_DATA (*RET_LEN bytes) comes from
 *  malloc(). PK_ABSENT: there are none. PK_LIMIT, PK_NOMEM: as pk_dwarf_to_btf(). */
enum pk_status pk_module_file_btf(const char *path, void **ret_data, size_t *ret_len);

#endif
