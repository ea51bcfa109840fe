/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_KCORE_H
#define PK_TARGET_KDUMPFILE_KCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * /proc/kcore: the running kernel's memory by virtual address, as an ELF file whose segments give
 * the offset of each range. Reads bypass every cache, because memory changes.
 */
struct pk_kcore;

/** FD, opened as PATH, is /proc/kcore (and not /proc/vmcore, which is dead). */
bool pk_kcore_is(int fd, const char *path);
/** FD is borrowed. NULL: not such a file, or out of memory. */
struct pk_kcore *pk_kcore_create(int fd);
/** NULL is fine. */
void pk_kcore_destroy(struct pk_kcore *kcore);
/** LEN bytes at ADDR, all or nothing. */
bool pk_kcore_read(const struct pk_kcore *kcore, uint64_t addr, void *buf, size_t len);

#endif
