/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_GDB_H
#define PK_TARGET_CRASH_GDB_H

#include <stdbool.h>

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

#endif
