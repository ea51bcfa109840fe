/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_FLATTENED_H
#define PK_TARGET_KDUMPFILE_FLATTENED_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/**
 * What `makedumpfile -F` writes to a pipe: pieces of a dump, each with its offset. libkdumpfile
 * reads this format since 0.5.3, and not for every kind of dump. So the pieces are written to a
 * file of our own, which has no name and disappears with its descriptor.
 */

/** FD starts like such a stream; its position is kept. */
bool pk_flattened_is(int fd);
/** Put the pieces of FD in order. *RET_FD is the caller's to close. PK_CORRUPT: the stream ends too
 *  early, or an offset is impossible. PK_IO: no space in TMPDIR. On failure ERROR (SIZE bytes) says
 *  why. */
enum pk_status pk_flattened_rearrange(int fd, int *ret_fd, char *error, size_t size);

#endif
