/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_VMLINUX_H
#define PK_TARGET_KDUMPFILE_VMLINUX_H

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

#endif
