/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_HASH_H
#define PK_CORE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PK_HASH_BEGIN 0xcbf29ce484222325ull

/** FNV-1a of LEN bytes, going on from HASH: PK_HASH_BEGIN, or what came before them. */
static inline uint64_t pk_hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
	for (const uint8_t *byte = (const uint8_t *)bytes; len--; byte++)
		hash = (hash ^ *byte) * 0x100000001b3ull;
	return hash;
}

/** FNV-1a of NAME, in 32 bits. */
static inline uint32_t pk_hash_name(const char *name)
{
	uint32_t hash = 2166136261u;

	while (*name)
		hash = (hash ^ (uint8_t)*name++) * 16777619u;
	return hash;
}

/** Open-addressing map from a 64-bit key to one pointer. Keys are not removed: its users count
 *  lives, tasks and functions, which stay. Growth doubles; a failed growth leaves it as it was. */
struct pk_hash {
	struct pk_hash_slot *slots; /* owned */
	size_t nr, room; /* room is a power of two */
};

struct pk_hash_slot {
	uint64_t key;
	void *value; /* NULL: empty */
};

void *pk_hash_get(const struct pk_hash *hash, uint64_t key); /* NULL: none */
/** False when memory ran out. VALUE must not be NULL; an old value is replaced. */
bool pk_hash_put(struct pk_hash *hash, uint64_t key, void *value);
/** Frees the map, and with FREE_VALUE each value. */
void pk_hash_deinit(struct pk_hash *hash, void (*free_value)(void *));
/** Iterate: start with *AT = 0; NULL at the end. */
void *pk_hash_next(const struct pk_hash *hash, size_t *at);

#endif
