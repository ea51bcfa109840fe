/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_STORED_H
#define PK_TARGET_KDUMPFILE_STORED_H

#include <libkdumpfile/kdumpfile.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Pages of a file of makedumpfile's, found and unpacked without libkdumpfile, which takes three times as long for one as
 * its unpacking alone. Two threads may read at a time. Memory: half a byte a MiB of the dead machine's.
 */
struct pk_stored;

/** FD is whole, and opened as CTX. NULL: it is of a kind that is not read here (several files, pages that are not of 4096
 *  bytes, another map of pages than the library's), or out of memory. */
struct pk_stored *pk_stored_open(kdump_ctx_t *ctx, int fd);
void pk_stored_close(struct pk_stored *stored); /* NULL is fine */
/** LEN bytes at the physical address PHYS, of one page. SECOND: it is the other thread that asks. False: they are not in
 *  the file, or damaged, or compressed in a way that is not known here: the library may tell which. */
bool pk_stored_read(struct pk_stored *stored, bool second, uint64_t phys, void *buf, size_t len);

#endif
