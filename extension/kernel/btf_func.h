/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_FUNC_H
#define PK_KERNEL_BTF_FUNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/**
 * Parameters of functions by the kernel's BTF: that of vmlinux, and those of modules, which continue its
 * types and strings ("split BTF").
 */
struct pk_btf_funcs;

struct pk_btf_funcs *pk_btf_funcs_create(uint32_t word_size); /* NULL: no memory */
void pk_btf_funcs_destroy(struct pk_btf_funcs *funcs); /* NULL is fine */

/**
 * Add LEN bytes of BTF at DATA, which come from malloc() and belong to FUNCS from now on, failure or not.
 * The first one is that of vmlinux. Of a module: the number of its first type, and the offset of its first
 * string behind those of vmlinux (btf.start_id, btf.start_str_off); else 1 and 0.
 * PK_CORRUPT, PK_UNSUPPORTED: as pk_btf_create().
 */
enum pk_status pk_btf_funcs_add(struct pk_btf_funcs *funcs, void *data, size_t len,
				uint32_t start_id, uint32_t start_str);

/** How print_function_args() shows a parameter. */
enum pk_param_kind {
	PK_PARAM_UNKNOWN,
	PK_PARAM_POINTER,
	PK_PARAM_SIGNED,
	PK_PARAM_UNSIGNED,
	PK_PARAM_ENUM,
	PK_PARAM_OTHER
};

struct pk_btf_param {
	const char *name; /* "" if it has none; borrowed */
	enum pk_param_kind kind;
	const char *kind_name; /* of PK_PARAM_OTHER: "STRUCT", .. */
	uint32_t size; /* of PK_PARAM_OTHER: bytes */
	uint32_t layer, type; /* for pk_btf_param_enumerator() */
};

struct pk_btf_func {
	uint32_t layer, proto, nr_params;
};

/** The first function NAME, vmlinux before modules. False: there is none, or it is damaged. */
bool pk_btf_func_find(const struct pk_btf_funcs *funcs, const char *name,
		      struct pk_btf_func *ret_func);
/** Its parameter INDEX, which is below nr_params. */
void pk_btf_func_param(const struct pk_btf_funcs *funcs, const struct pk_btf_func *func,
		       uint32_t index, struct pk_btf_param *ret_param);
/** Name of VALUE (a register's word) in the enum of PARAM; NULL if it has none. Borrowed. */
const char *pk_btf_param_enumerator(const struct pk_btf_funcs *funcs,
				    const struct pk_btf_param *param, uint64_t value);

#endif
