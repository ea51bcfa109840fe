// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arena.h"

#include <stdlib.h>

#define BLOCK_BYTES 65536

struct pk_arena_block {
	struct pk_arena_block *next;
	_Alignas(max_align_t) char bytes[BLOCK_BYTES];
};

void *pk_arena_alloc(struct pk_arena *arena, size_t size)
{
	struct pk_arena_block *block = arena->blocks;

	size = (size + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
	if (!block || arena->left < size) {
		block = calloc(1, sizeof(*block));
		if (!block)
			return NULL;
		block->next = arena->blocks;
		arena->blocks = block;
		arena->left = BLOCK_BYTES;
	}
	arena->left -= size;
	return block->bytes + arena->left;
}

void pk_arena_deinit(struct pk_arena *arena)
{
	while (arena->blocks) {
		struct pk_arena_block *block = arena->blocks;

		arena->blocks = block->next;
		free(block);
	}
	arena->left = 0;
}
