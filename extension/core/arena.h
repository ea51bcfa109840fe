/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_ARENA_H
#define PK_CORE_ARENA_H

#include <stddef.h>

#include "core/hash.h"

/** Small allocations that are freed all at once. Zero-initialize it. */
struct pk_arena {
	struct pk_arena_block *blocks; /* owned, newest first */
	size_t left; /* bytes left in the newest block */
};

/** SIZE zeroed bytes (at most 4096), aligned for a pointer, which never move. NULL: no memory. */
void *pk_arena_alloc(struct pk_arena *arena, size_t size);
void pk_arena_deinit(struct pk_arena *arena);

/** Strings that many records share, each stored once. Zero-initialize it. */
struct pk_texts {
	struct pk_hash texts; /* hash -> owned list of the strings that have it */
};

/** A copy of TEXT, owned by TEXTS and valid until its deinit. NULL: out of memory. */
const char *pk_texts_keep(struct pk_texts *texts, const char *text);
void pk_texts_deinit(struct pk_texts *texts);

#endif
