/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_MODULE_FILE_H
#define PK_TARGET_KDUMPFILE_MODULE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/target.h"

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
