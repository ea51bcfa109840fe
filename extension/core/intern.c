// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/intern.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const void *bytes, size_t size)
{
	const uint8_t *at = bytes;
	uint64_t hash = 0xcbf29ce484222325ull, word;

	for (; size >= sizeof(word); size -= sizeof(word), at += sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
		hash ^= hash >> 32;
	}
	while (size--)
		hash = (hash ^ *at++) * 0x100000001b3ull;
	return hash ^ hash >> 32;
}

static uint32_t *slot_of(const struct pk_intern *intern, const void *thing)
{
	uint32_t mask = intern->nr_slots - 1, at = (uint32_t)hash_of(thing, intern->size) & mask;

	for (;; at = (at + 1) & mask) {
		const void *there = pk_interned(intern, intern->slots[at]);

		if (!there || !memcmp(there, thing, intern->size))
			return &intern->slots[at];
	}
}

/* At most three quarters of the slots are taken. */
static bool slots_grow(struct pk_intern *intern)
{
	uint32_t nr = intern->nr_slots ? intern->nr_slots * 2 : 64,
		 *slots = nr ? calloc(nr, sizeof(*slots)) : NULL;

	if (!slots)
		return false;
	free(intern->slots);
	intern->slots = slots;
	intern->nr_slots = nr;
	for (uint32_t number = 1; number <= intern->nr; number++)
		*slot_of(intern, pk_interned(intern, number)) = number;
	return true;
}

static bool things_grow(struct pk_intern *intern)
{
	uint32_t room = intern->room + intern->room / 2 + 16;
	uint8_t *things = room > intern->room ? realloc(intern->things, room * intern->size) : NULL;

	if (!things)
		return false;
	intern->things = things;
	intern->room = room;
	return true;
}

uint32_t pk_intern(struct pk_intern *intern, const void *thing)
{
	uint32_t *slot;

	if (intern->nr / 3 >= intern->nr_slots / 4 && !slots_grow(intern))
		return 0;
	slot = slot_of(intern, thing);
	if (*slot)
		return *slot;
	if (intern->nr == intern->room && !things_grow(intern))
		return 0;
	memcpy(intern->things + intern->nr * intern->size, thing, intern->size);
	*slot = ++intern->nr;
	return *slot;
}

const void *pk_interned(const struct pk_intern *intern, uint32_t number)
{
	return number && number <= intern->nr ? intern->things + (number - 1) * intern->size : NULL;
}

void pk_intern_deinit(struct pk_intern *intern)
{
	free(intern->things);
	free(intern->slots);
	*intern = (struct pk_intern){.size = intern->size};
}

struct text {
	struct text *next; /* another of the same hash */
	char text[];
};

const char *pk_texts_keep(struct pk_texts *texts, const char *text)
{
	size_t size = strlen(text) + 1;
	uint64_t key = hash_of(text, size);
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
