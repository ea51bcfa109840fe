/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_HASH_H
#define PK_CORE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PK_HASH_BEGIN 0xcbf29ce484222325ull

/** FNV-1a of LEN bytes, continuing from HASH: PK_HASH_BEGIN, or the hash of what came before. */
static inline uint64_t pk_hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
	for (const uint8_t *byte = (const uint8_t *)bytes; len--; byte++)
		hash = (hash ^ *byte) * 0x100000001b3ull;
	return hash;
}

/** Where to begin instead, for names that an input chose: whoever made it does not know which of them share a bucket. The same
 *  for as long as the process lives. */
uint64_t pk_hash_secret(void);

/** 32-bit FNV-1a of NAME. */
static inline uint32_t pk_hash_name(const char *name)
{
	uint32_t hash = 2166136261u;

	while (*name)
		hash = (hash ^ (uint8_t)*name++) * 16777619u;
	return hash;
}

/** Open-addressing map from a 64-bit key to a pointer. Keys cannot be removed. The table doubles as
 *  it fills; if that fails, it stays as it was. */
struct pk_hash {
	struct pk_hash_slot *slots; /* owned */
	size_t nr, room; /* room is a power of two */
};

struct pk_hash_slot {
	uint64_t key;
	void *value; /* NULL: empty */
};

void *pk_hash_get(const struct pk_hash *hash, uint64_t key); /* NULL: none */
/** False if memory ran out. VALUE, not NULL, replaces any old value without freeing it. */
bool pk_hash_put(struct pk_hash *hash, uint64_t key, void *value);
/** Free the map and, if FREE_VALUE is not NULL, each value with it. */
void pk_hash_deinit(struct pk_hash *hash, void (*free_value)(void *));
/** Iterate: start with *AT = 0; NULL at the end. */
void *pk_hash_next(const struct pk_hash *hash, size_t *at);

#endif
