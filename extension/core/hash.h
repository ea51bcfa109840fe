/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_HASH_H
#define PK_CORE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PK_HASH_BEGIN 0xcbf29ce484222325ull

/** Hash of LEN bytes, continuing from HASH: PK_HASH_BEGIN, or the hash of what came before. Eight bytes at a step, so it is
 *  of this host's byte order: not to be stored. Both halves of the product count, so that what a difference in the bytes
 *  becomes depends on where the hash began. */
static inline uint64_t pk_hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
	const uint8_t *at = (const uint8_t *)bytes;

	for (;; at += 8, len -= 8) {
		uint64_t word = 0;
		bool last = len < 8;
		unsigned __int128 product;

		memcpy(&word, at, last ? len : 8);
		product =
			(unsigned __int128)(hash ^ word) * (0x9e3779b97f4a7c15ull - 2 * last * len);
		hash = (uint64_t)product ^ (uint64_t)(product >> 64);
		if (last)
			return hash;
	}
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

/** The slot of KEY, or the empty one where it would be; there is one, and the map has room. Inline, as every event of a trace
 *  looks something up. */
static inline struct pk_hash_slot *pk_hash_find(const struct pk_hash *hash, uint64_t key)
{
	uint64_t mixed = (key ^ key >> 33) * 0xff51afd7ed558ccdull;

	for (size_t at = (size_t)(mixed ^ mixed >> 29);; at++) {
		struct pk_hash_slot *slot = &hash->slots[at & (hash->room - 1)];

		if (!slot->value || slot->key == key)
			return slot;
	}
}

/** NULL: none. */
static inline void *pk_hash_get(const struct pk_hash *hash, uint64_t key)
{
	return hash->room ? pk_hash_find(hash, key)->value : NULL;
}
/** False if memory ran out. VALUE, not NULL, replaces any old value without freeing it. */
bool pk_hash_put(struct pk_hash *hash, uint64_t key, void *value);
/** That of KEY, or where it has none, SIZE bytes of zeroes of the heap. NULL: no memory. */
void *pk_hash_obtain(struct pk_hash *hash, uint64_t key, size_t size);
/** Free the map and, if FREE_VALUE is not NULL, each value with it. */
void pk_hash_deinit(struct pk_hash *hash, void (*free_value)(void *));
/** Iterate: start with *AT = 0; NULL at the end. */
void *pk_hash_next(const struct pk_hash *hash, size_t *at);

#endif
