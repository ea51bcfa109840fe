/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_KDUMPFILE_H
#define PK_TARGET_KDUMPFILE_KDUMPFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/target.h"

#define PK_KDUMPFILE_PARTS 64 /* files of one split dump, at most */

/** PATH begins as a kernel dump does, by its magic: makedumpfile's, diskdump's, ELF. */
bool pk_kdumpfile_is(const char *path);

/**
 * Open the dump in the NR files at PATHS (more than one where makedumpfile split it) as a target, without crash and
 * without a vmlinux: libkdumpfile finds the pages, VMCOREINFO in the dump says where the kernel's own symbols are.
 * A dump that is cut short is refused, unless PARTIAL: where pages are missing, an answer may be wrong.
 * On failure ERROR (SIZE bytes) says why: PK_IO, PK_CORRUPT, PK_UNSUPPORTED, PK_NOMEM. Close with pk_kdumpfile_close().
 */
enum pk_status pk_kdumpfile_open(char *const *paths, unsigned nr, bool partial,
				 struct pk_target **ret_target, char *error, size_t size);
void pk_kdumpfile_close(struct pk_target *target);

#endif
