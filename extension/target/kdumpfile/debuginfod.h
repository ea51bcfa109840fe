/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_KDUMPFILE_DEBUGINFOD_H
#define PK_TARGET_KDUMPFILE_DEBUGINFOD_H

#include <stddef.h>

#include "core/status.h"

/**
 * Fetch the vmlinux with the build-id ID (hexadecimal) from the servers in $DEBUGINFOD_URLS, or
 * take it from libdebuginfod's cache. *RET_PATH is owned by the caller. On failure ERROR (SIZE
 * bytes) says why: PK_UNSUPPORTED (no library), PK_ABSENT (no server named, or none has it), PK_IO.
 * Progress goes to stderr if that is a terminal.
 */
enum pk_status pk_debuginfod_find(const char *id, char **ret_path, char *error, size_t size);

#endif
