/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_ARENA_H
#define PK_CORE_ARENA_H

#include <stddef.h>

/** Memory that is given out in small pieces, and goes all at once. Starts as zeros. */
struct pk_arena {
	struct pk_arena_block *blocks; /* owned, newest first */
	size_t left; /* bytes of the newest */
};

/** SIZE bytes, all zeros, aligned for a pointer; they stay where they are. At most 4096 bytes. NULL: no memory. */
void *pk_arena_alloc(struct pk_arena *arena, size_t size);
void pk_arena_deinit(struct pk_arena *arena);

#endif
