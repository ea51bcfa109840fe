// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kit.h"

#include <stdint.h>
#include <stdlib.h>

#define FIRST_ROOM 16
#define MAX_ROOM (UINT32_MAX / 2) /* users count in 32 bits */

void *pk_grown(void *array, size_t nr, size_t *room, size_t size)
{
	size_t more = nr < FIRST_ROOM / 2 ? FIRST_ROOM : 2 * nr;
	void *grown;

	if (more < *room)
		more = *room;
	grown = more < MAX_ROOM ? reallocarray(array, more, size) : NULL;

	if (grown)
		*room = more;
	return grown;
}

int pk_by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}
