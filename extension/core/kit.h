/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_KIT_H
#define PK_CORE_KIT_H

#include <stdbool.h>
#include <stddef.h>

#define PK_ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/** A larger ARRAY than one of *ROOM elements of SIZE bytes, for more than NR of them; *ROOM is its own. NULL: no memory, and
 *  nothing has changed. */
void *pk_grown(void *array, size_t nr, size_t *room, size_t size);

/** There is room in ARRAY (owned, NULL at first) for one element more than NR; it may move. ROOM: an lvalue, elements that it
 *  has room for. False: no memory, and nothing has changed. */
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
