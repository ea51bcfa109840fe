/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_HEAP_H
#define PK_DECODE_HEAP_H

#include <stdint.h>

/** A binary heap of (key, id), smallest key first, then smallest id. */
struct pk_heap_item {
	uint64_t key;
	uint32_t id;
};
struct pk_heap {
	struct pk_heap_item *items; /* owned by the user of the heap; room is his business too */
	uint32_t nr;
};
void pk_heap_push(struct pk_heap *heap, uint64_t key, uint32_t id);
/** Give the top item another key and let it sink; or remove it. */
void pk_heap_rekey_top(struct pk_heap *heap, uint64_t key);
void pk_heap_pop(struct pk_heap *heap);

#endif
