/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_KIT_H
#define PK_CORE_KIT_H

#include <stdbool.h>
#include <stddef.h>

#define PK_ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

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
		if ((size_t)(nr) >= room_)                                                         \
			grown_ = pk_grown(grown_, (nr), &room_, sizeof(*(array)));                 \
		if (grown_) {                                                                      \
			(array) = grown_;                                                          \
			(room) = (__typeof__(room))room_;                                          \
		}                                                                                  \
		grown_ != NULL;                                                                    \
	})

#endif
