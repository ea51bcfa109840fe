/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_FLATTENED_H
#define PK_TARGET_KDUMPFILE_FLATTENED_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/**
 * What `makedumpfile -F` writes to a pipe: pieces of a dump, each with its place. libkdumpfile reads them since 0.5.3
 * and not in every format, so they are put in their places in a file of our own, which nobody sees and which is gone
 * with its descriptor.
 */

/** FD begins as such a stream does; its position is kept. */
bool pk_flattened_is(int fd);
/** Put the pieces of FD in order. *RET_FD is the caller's to close. PK_CORRUPT: the stream ends too early, or a piece
 *  lies where none can. PK_IO: there is no room in TMPDIR. On failure ERROR (SIZE bytes) says why. */
enum pk_status pk_flattened_rearrange(int fd, int *ret_fd, char *error, size_t size);

#endif
