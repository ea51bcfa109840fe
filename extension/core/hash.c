// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

uint64_t pk_hash_secret(void)
{
	const void *random =
		(const void *)getauxval(AT_RANDOM); // NOLINT(performance-no-int-to-ptr)
	uint64_t secret = 0;

	if (random)
		memcpy(&secret, random, sizeof(secret));
	return PK_HASH_BEGIN ^ secret;
}

static bool grow(struct pk_hash *hash)
{
	struct pk_hash bigger = {.room = hash->room ? hash->room * 2 : 64, .nr = hash->nr};

	bigger.slots = calloc(bigger.room, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	for (size_t i = 0; i < hash->room; i++)
		if (hash->slots[i].value)
			*pk_hash_find(&bigger, hash->slots[i].key) = hash->slots[i];
	free(hash->slots);
	*hash = bigger;
	return true;
}

bool pk_hash_put(struct pk_hash *hash, uint64_t key, void *value)
{
	struct pk_hash_slot *slot;

	if (hash->nr * 4 >= hash->room * 3 && !grow(hash) && hash->nr + 1 >= hash->room)
		return false;
	slot = pk_hash_find(hash, key);
	if (!slot->value)
		hash->nr++;
	*slot = (struct pk_hash_slot){key, value};
	return true;
}

void *pk_hash_obtain(struct pk_hash *hash, uint64_t key, size_t size)
{
	void *value = pk_hash_get(hash, key);

	if (value)
		return value;
	value = calloc(1, size);
	if (value && pk_hash_put(hash, key, value))
		return value;
	free(value);
	return NULL;
}

void pk_hash_deinit(struct pk_hash *hash, void (*free_value)(void *))
{
	size_t at = 0;
	void *value;

	if (free_value)
		while ((value = pk_hash_next(hash, &at)))
			free_value(value);
	free(hash->slots);
	memset(hash, 0, sizeof(*hash));
}

void *pk_hash_next(const struct pk_hash *hash, size_t *at)
{
	while (*at < hash->room) {
		void *value = hash->slots[(*at)++].value;

		if (value)
			return value;
	}
	return NULL;
}
