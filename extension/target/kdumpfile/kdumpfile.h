/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_KDUMPFILE_H
#define PK_TARGET_KDUMPFILE_KDUMPFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/target.h"

#define PK_KDUMPFILE_PARTS 64 /* files of one split dump, at most */
#define PK_KDUMPFILE_DEBUGINFO 64 /* files with debuginfo, at most */

/** PATH starts like a kernel dump, by its magic: makedumpfile's, diskdump's, ELF. */
bool pk_kdumpfile_is(const char *path);
/** PATH is an ELF file, but no core: a vmlinux, or a module. */
bool pk_kdumpfile_is_debuginfo(const char *path);

struct pk_kdumpfile_options {
	bool partial; /* open a dump that is cut short: answers that need missing pages may be wrong */
	/* a vmlinux and modules of the same build, for what the dump lacks */
	const char *debuginfo[PK_KDUMPFILE_DEBUGINFO];
	unsigned nr_debuginfo;
	bool debuginfod; /* fetch them by their build-ids */
	bool children; /* it is read by one child after another */
};

/**
 * Open the dump in the NR files at PATHS (more than one where makedumpfile split it) as a target,
 * without crash: libkdumpfile finds the pages, and the dump's VMCOREINFO tells where the kernel's
 * own symbols are. /proc/kcore is the running kernel. On failure ERROR (SIZE bytes) says why:
 * PK_IO, PK_CORRUPT, PK_UNSUPPORTED, PK_NOMEM. Close with pk_kdumpfile_close().
 */
enum pk_status pk_kdumpfile_open(char *const *paths, unsigned nr,
				 const struct pk_kdumpfile_options *options,
				 struct pk_target **ret_target, char *error, size_t size);
void pk_kdumpfile_close(struct pk_target *target);

#endif
