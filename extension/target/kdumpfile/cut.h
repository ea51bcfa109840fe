/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_CUT_H
#define PK_TARGET_KDUMPFILE_CUT_H

#include <libkdumpfile/kdumpfile.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The file FD, opened as CTX, ends before its last page does: a full disk, a broken transfer. libkdumpfile reads zeros
 * there where a page was stored as it is.
 */
bool pk_kdumpfile_is_cut(kdump_ctx_t *ctx, int fd);
/** FD says that its notes are larger than any machine's: libkdumpfile would take that much memory for them. */
bool pk_kdumpfile_is_inflated(int fd);
/**
 * Where FD, opened as CTX, ALONE or as one of several files, describes a page that is stored in more bytes than a page has; 0:
 * nowhere. makedumpfile stores such a page as it is. libkdumpfile up to 0.5.3 writes those bytes into a buffer of a page, and
 * over what lies behind it.
 */
uint64_t pk_kdumpfile_large_page(kdump_ctx_t *ctx, int fd, bool alone);
/** libkdumpfile reads FD's header in another way than we do: as one of 32 bits, or in the other byte order. */
bool pk_kdumpfile_has_two_readings(kdump_ctx_t *ctx, int fd);
/** FD is one of the files of a dump that makedumpfile split. */
bool pk_kdumpfile_is_part(int fd);
bool pk_is_zero(const void *buf, size_t len);

#endif
