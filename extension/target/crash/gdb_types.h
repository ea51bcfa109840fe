/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_GDB_TYPES_H
#define PK_TARGET_CRASH_GDB_TYPES_H

#include "core/target.h"

/**
 * Types from gdb, for kernels without BTF. A question about a new struct takes gdb 20 ms to 2 s (it
 * looks up each nested type by name); answers are kept.
 */
struct pk_gdb_types;

/** NULL if memory ran out. */
struct pk_gdb_types *pk_gdb_types_create(void);
void pk_gdb_types_destroy(struct pk_gdb_types *types);

/* As in pk_target_ops. */
enum pk_status pk_gdb_type_size(struct pk_gdb_types *types, const char *type, uint64_t *ret_size);
enum pk_status pk_gdb_member(struct pk_gdb_types *types, const char *type, const char *path,
			     struct pk_member *ret_member);
enum pk_status pk_gdb_enumerator(struct pk_gdb_types *types, const char *name, int64_t *ret_value);
enum pk_status pk_gdb_enum_name(struct pk_gdb_types *types, const char *tag, int64_t value,
				char *buf, size_t size);

#endif
