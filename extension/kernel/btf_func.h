/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_FUNC_H
#define PK_KERNEL_BTF_FUNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/**
 * Function parameters from BTF: vmlinux's, and that of modules, which continues it ("split BTF").
 */
struct pk_btf_funcs;

struct pk_btf_funcs *pk_btf_funcs_create(uint32_t word_size); /* NULL: no memory */
void pk_btf_funcs_destroy(struct pk_btf_funcs *funcs); /* NULL is fine */

/**
 * Add LEN bytes of BTF at DATA, which come from malloc() and belong to FUNCS from now on, even on
 * failure. vmlinux's comes first, with START_ID 1 and START_STR 0; for a module they are
 * btf.start_id and btf.start_str_off. PK_CORRUPT, PK_UNSUPPORTED: as pk_btf_create().
 */
enum pk_status pk_btf_funcs_add(struct pk_btf_funcs *funcs, void *data, size_t len,
				uint32_t start_id, uint32_t start_str);

/** How the kernel's print_function_args() prints a parameter. */
enum pk_param_kind {
	PK_PARAM_UNKNOWN,
	PK_PARAM_POINTER,
	PK_PARAM_SIGNED,
	PK_PARAM_UNSIGNED,
	PK_PARAM_ENUM,
	PK_PARAM_OTHER
};

struct pk_btf_param {
	const char *name; /* "" if unnamed; borrowed */
	enum pk_param_kind kind;
	const char *kind_name; /* PK_PARAM_OTHER only: "STRUCT", ... */
	uint32_t size; /* PK_PARAM_OTHER only: bytes */
	uint32_t layer, type; /* for pk_btf_param_enumerator() */
};

struct pk_btf_func {
	uint32_t layer, proto, nr_params;
	bool returns; /* a value */
};

/** The first function NAME, vmlinux before modules. False: none, or its BTF is damaged. */
bool pk_btf_func_find(const struct pk_btf_funcs *funcs, const char *name,
		      struct pk_btf_func *ret_func);
/** Parameter INDEX, which must be below nr_params. */
void pk_btf_func_param(const struct pk_btf_funcs *funcs, const struct pk_btf_func *func,
		       uint32_t index, struct pk_btf_param *ret_param);
/** Enumerator name of VALUE (a register's contents) in PARAM's enum; borrowed. NULL: none. */
const char *pk_btf_param_enumerator(const struct pk_btf_funcs *funcs,
				    const struct pk_btf_param *param, uint64_t value);

#endif
