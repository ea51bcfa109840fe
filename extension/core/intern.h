/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_INTERN_H
#define PK_CORE_INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "core/hash.h"

/**
 * What many records have in common, kept once.
 *
 * A table of things of one size, each told by a number that takes few bytes where it is noted; and a table of
 * texts, each told by where it lies. Neither forgets before its end.
 */
struct pk_intern {
	size_t size; /* bytes of a thing; set by its user, nothing else needs to be */
	uint8_t *things; /* owned */
	uint32_t nr, room;
	uint32_t *slots; /* owned: numbers by their thing's hash; 0: empty */
	uint32_t nr_slots;
};

/** The number of THING, from 1 on; 0 when memory ran out. Bytes are compared, padding too. */
uint32_t pk_intern(struct pk_intern *intern, const void *thing);
/** Thing NUMBER; NULL if there is none. Valid until the next pk_intern(). */
const void *pk_interned(const struct pk_intern *intern, uint32_t number);
void pk_intern_deinit(struct pk_intern *intern);

struct pk_texts {
	struct pk_hash texts; /* hash of the text -> owned list of those that have it */
};

/** The copy of TEXT that lasts as long as TEXTS; NULL when memory ran out. */
const char *pk_texts_keep(struct pk_texts *texts, const char *text);
void pk_texts_deinit(struct pk_texts *texts);

#endif
