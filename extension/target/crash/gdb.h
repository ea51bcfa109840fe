/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_GDB_H
#define PK_TARGET_CRASH_GDB_H

#include <stdbool.h>

#include "core/target.h"

/** gdb's output for REQUEST; the caller frees it. NULL: gdb refused, which it does without a
 *  message. Nothing is printed, and crash's error handling is contained. In crash itself, it does
 *  not return after Ctrl-C but jumps to crash's main loop (pk_crash_run_command()): hold nothing
 *  half-made. */
char *pk_gdb_ask(const char *request);
/** Ask nothing more after SECONDS in total; 0: no limit. If a dump's BTF is broken, gdb may know as
 *  little about that kernel. */
void pk_gdb_give_up_after(unsigned seconds);
/** Erase the progress message. */
void pk_gdb_end_of_line(void);
/** gdb has type data and was not given up: if it refuses, there is no such type. */
bool pk_gdb_works(void);
/** Resolve names as seen from FUNCTION's file; NULL: from no particular place. */
void pk_gdb_scope(const char *function);

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
