// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/heap.h"

#include <stdbool.h>

/* Without branches: which of two CPUs comes first nobody can predict. */
static inline bool before(const struct pk_heap_item *a, const struct pk_heap_item *b)
{
	return (a->key < b->key) | ((a->key == b->key) & (a->id < b->id));
}

void pk_heap_push(struct pk_heap *heap, uint64_t key, uint32_t id)
{
	struct pk_heap_item item = {key, id};
	uint32_t at = heap->nr++;

	while (at && before(&item, &heap->items[(at - 1) / 2])) {
		heap->items[at] = heap->items[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap->items[at] = item;
}

void pk_heap_rekey_top(struct pk_heap *heap, uint64_t key)
{
	struct pk_heap_item item = {key, heap->items[0].id};
	uint32_t at = 0;

	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child + 1 < heap->nr)
			child += before(&heap->items[child + 1], &heap->items[child]);
		else if (child >= heap->nr)
			break;
		if (!before(&heap->items[child], &item))
			break;
		heap->items[at] = heap->items[child];
		at = child;
	}
	heap->items[at] = item;
}

void pk_heap_pop(struct pk_heap *heap)
{
	struct pk_heap_item last = heap->items[--heap->nr];

	if (!heap->nr)
		return;
	heap->items[0].id = last.id;
	pk_heap_rekey_top(heap, last.key);
}
