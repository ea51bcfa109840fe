/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_MAPPED_H
#define PK_TARGET_KDUMPFILE_MAPPED_H

#include <stdbool.h>

/**
 * libkdumpfile may map the NR files FDS. It reads a mapped file in about half the time: of a file
 * that it reads, it keeps a thousand buffers, which it searches linearly, several times a page.
 * False where address space is limited, because mappings would use it up.
 */
bool pk_mapped_may(const int *fds, unsigned nr);
/**
 * Takes what was touched of mapped files out of this process' memory, if that is much: for each page that is
 * touched the kernel maps sixteen, and counts them until the mapping ends. They stay in the page
 * cache, and threads may read them meanwhile, but not map or unmap files.
 */
void pk_mapped_give_back(void);

#endif
