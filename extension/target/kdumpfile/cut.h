/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_CUT_H
#define PK_TARGET_KDUMPFILE_CUT_H

#include <libkdumpfile/kdumpfile.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The file FD, opened as CTX, ends before its last page does: a full disk, a broken transfer.
 * libkdumpfile reads zeros there for pages stored uncompressed.
 */
bool pk_kdumpfile_is_cut(kdump_ctx_t *ctx, int fd);
/** The size of FD's notes exceeds that of any machine: libkdumpfile would allocate that much
 *  memory. */
bool pk_kdumpfile_is_inflated(int fd);
/**
 * Offset of a descriptor in FD, opened as CTX, of a page whose stored size exceeds a page; 0: none.
 * ALONE: FD is not part of a split dump. makedumpfile writes none, because it stores a page that
 * does not compress as it is. libkdumpfile up to 0.5.3 writes those bytes into a buffer of one
 * page, and past its end.
 */
uint64_t pk_kdumpfile_large_page(kdump_ctx_t *ctx, int fd, bool alone);
/** libkdumpfile reads FD's header differently than we do: as a 32-bit one, or in the other byte
 *  order. */
bool pk_kdumpfile_has_two_readings(kdump_ctx_t *ctx, int fd);
/** FD is one file of a dump that makedumpfile split. */
bool pk_kdumpfile_is_part(int fd);
/** The NR files, of which PATHS are the names, are those that makedumpfile split one dump into: of one crash, all of
 *  them, and each once. They are put in order of their pages, for libkdumpfile finds
 *  none if the first file has none. False: WHY says of which file it is not so. */
bool pk_kdumpfile_are_parts(int *fds, char *const *paths, unsigned nr, char *why, size_t size);
bool pk_is_zero(const void *buf, size_t len);

#endif
