// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arena.h"

#include <stdlib.h>
#include <string.h>

struct text {
	struct text *next; /* another of the same hash */
	char text[];
};

const char *pk_texts_keep(struct pk_texts *texts, const char *text)
{
	size_t size = strlen(text) + 1;
	uint64_t hash = pk_hash_bytes(PK_HASH_BEGIN, text, size - 1), key = hash ^ hash >> 32;
	struct text *first = pk_hash_get(&texts->texts, key), *kept;

	for (kept = first; kept; kept = kept->next)
		if (!strcmp(kept->text, text))
			return kept->text;
	kept = malloc(sizeof(*kept) + size);
	if (!kept)
		return NULL;
	kept->next = first;
	memcpy(kept->text, text, size);
	if (!pk_hash_put(&texts->texts, key, kept)) {
		free(kept);
		return NULL;
	}
	return kept->text;
}

static void list_free(void *list)
{
	struct text *text = list, *next;

	for (; text; text = next) {
		next = text->next;
		free(text);
	}
}

void pk_texts_deinit(struct pk_texts *texts)
{
	pk_hash_deinit(&texts->texts, list_free);
}
