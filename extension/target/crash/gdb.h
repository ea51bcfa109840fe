/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CRASH_GDB_H
#define PK_TARGET_CRASH_GDB_H

#include <stdbool.h>

/** What gdb prints for REQUEST; the caller frees it. NULL if gdb refused, which it does without a
 *  word. Nothing is printed, and crash's error handling is contained. After a Ctrl-C it does not
 *  return, in crash itself, but jumps to where crash's main loop is (pk_crash_run_command()): hold
 *  nothing that must not be half made. */
char *pk_gdb_ask(const char *request);
/** Ask nothing more once SECONDS were spent; 0: as long as it takes. A dump whose BTF is broken has a kernel that gdb
 *  may know as little of. */
void pk_gdb_give_up_after(unsigned seconds);
/** Take away what was said of the progress. */
void pk_gdb_end_of_line(void);
/** gdb has type data at all, and was not given up: a refusal then means that there is no such type. */
bool pk_gdb_works(void);
/** Resolve names as seen from the file of FUNCTION; NULL: from nowhere in particular. */
void pk_gdb_scope(const char *function);

#endif
