/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_KIT_H
#define PK_CORE_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PK_ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* A pointer into an array that is held while the array grows is seldom wrong: most growth moves nothing. Under
 * AddressSanitizer, a short array moves each time. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define PK_GROW_MOVES 64
#endif
#endif
#if !defined(PK_GROW_MOVES) && defined(__SANITIZE_ADDRESS__)
#define PK_GROW_MOVES 64
#elif !defined(PK_GROW_MOVES)
#define PK_GROW_MOVES 0 /* elements */
#endif

/** The head of a loop over what KIND##_next() gives, one ITEM (a struct KIND) after the other. BEGIN makes the loop's struct
 *  KIND##_iter. The loop may be left in any way: KIND##_end() is called. */
#define PK_LOOP(kind, item, begin)                                                                 \
	PK_LOOP_ONCE_(kind, item, begin)                                                           \
	for (struct kind item; kind##_next(&item##_iter, &item);)
/** The same of addresses; KIND##_next() returns one, and 0 after the last. */
#define PK_ADDRESS_LOOP(kind, item, begin)                                                         \
	PK_LOOP_ONCE_(kind, item, begin)                                                           \
	for (uint64_t item; (item = kind##_next(&item##_iter));)
#define PK_LOOP_ONCE_(kind, item, begin)                                                           \
	for (struct kind##_iter item##_iter __attribute__((cleanup(kind##_end))) = begin,          \
					    *item##_once = &item##_iter;                           \
	     item##_once; item##_once = NULL)

/** Whether WANTED, an expression of the index I, is true of any (all) of 0 to NR - 1; they are looked at in order, none behind
 *  the first that decides. */
#define pk_any(nr, i, wanted) (!pk_all(nr, i, !(wanted)))
#define pk_all(nr, i, wanted)                                                                      \
	({                                                                                         \
		bool all_ = true;                                                                  \
                                                                                                   \
		for (size_t i = 0, nr_ = (size_t)(nr); all_ && i < nr_; i++)                       \
			all_ = (wanted);                                                           \
		all_;                                                                              \
	})

/** The first of the NR elements of ARRAY of which WANTED, an expression of the pointer IT, is true; NULL: none. */
#define pk_find(array, nr, wanted)                                                                 \
	({                                                                                         \
		__typeof__((array)[0]) *it = (array), *end_ = (nr) ? it + (nr) : it;               \
                                                                                                   \
		while (it != end_ && !(wanted))                                                    \
			it++;                                                                      \
		it != end_ ? it : NULL;                                                            \
	})

/** Of NR sorted elements the first of which BEFORE, an expression of its index AT, is false; NR: it is true of all. */
#define pk_first(nr, at, before)                                                                   \
	({                                                                                         \
		size_t low_ = 0, high_ = (nr);                                                     \
                                                                                                   \
		while (low_ < high_) {                                                             \
			const size_t at = low_ + (high_ - low_) / 2;                               \
                                                                                                   \
			if (before)                                                                \
				low_ = at + 1;                                                     \
			else                                                                       \
				high_ = at;                                                        \
		}                                                                                  \
		low_;                                                                              \
	})

/** For qsort() and bsearch(): uint64_t, the smallest first. */
int pk_by_number(const void *a, const void *b);

/** Reallocate ARRAY (elements of SIZE bytes) to hold more than NR elements; *ROOM becomes the new
 *  capacity. NULL: no memory, or more than about 2^31 elements; nothing has changed. */
void *pk_grown(void *array, size_t nr, size_t *room, size_t size);

/** Make room in ARRAY (owned, initially NULL) for one element beyond NR; ARRAY may move. ROOM is an
 *  lvalue holding the capacity in elements. False: no memory, and nothing has changed. */
#define pk_grow(array, nr, room)                                                                   \
	({                                                                                         \
		size_t room_ = (room);                                                             \
		void *grown_ = (array);                                                            \
                                                                                                   \
		if ((size_t)(nr) >= room_ || (size_t)(nr) + 1 <= PK_GROW_MOVES)                    \
			grown_ = pk_grown(grown_, (nr), &room_, sizeof(*(array)));                 \
		if (grown_) {                                                                      \
			(array) = grown_;                                                          \
			(room) = (__typeof__(room))room_;                                          \
		}                                                                                  \
		grown_ != NULL;                                                                    \
	})

/** Detects in constant space that a walk over target memory has come back: Brent's tortoise, which
 *  jumps to the walk's position after 1, 2, 4, 8, ... steps. Start from {0}. */
struct pk_cycle {
	uint64_t mark, steps, limit;
};

/** AT is the walk's next address. True: it was visited before (noticed within three rounds). */
static inline bool pk_cycle_closed(struct pk_cycle *cycle, uint64_t at)
{
	if (cycle->steps && at == cycle->mark)
		return true;
	if (cycle->steps++ == cycle->limit) {
		cycle->mark = at;
		cycle->limit = 2 * cycle->limit + 1;
	}
	return false;
}

#endif
