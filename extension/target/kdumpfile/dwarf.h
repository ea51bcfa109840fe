/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_DWARF_H
#define PK_TARGET_KDUMPFILE_DWARF_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/**
 * The types in DWARF, as BTF in the byte order of the machine: all structs, unions, enums and typedefs with a name, each
 * once for its name and size, and what they are made of. Functions are left out. *RET_DATA (*RET_LEN bytes) comes
 * from malloc(). PK_ABSENT: there are no types. PK_LIMIT: more than a kernel has. PK_NOMEM.
 */
enum pk_status pk_dwarf_to_btf(Dwarf *dwarf, void **ret_data, size_t *ret_len);

#endif
