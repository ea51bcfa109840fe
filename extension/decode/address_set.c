// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/list.h"

#include <stdlib.h>
#include <string.h>

/* Open addressing; kernel objects differ in their middle bits. */
static size_t place(const uint64_t *slots, size_t room, uint64_t addr)
{
	size_t at = (addr * 0x9e3779b97f4a7c15ull >> 20) & (room - 1);

	while (slots[at] && slots[at] != addr)
		at = (at + 1) & (room - 1);
	return at;
}

static bool grow(struct pk_address_set *set)
{
	size_t room = set->room ? set->room * 2 : 256;
	uint64_t *slots = calloc(room, sizeof(*slots));

	if (!slots)
		return false;
	for (size_t i = 0; i < set->room; i++)
		if (set->slots[i])
			slots[place(slots, room, set->slots[i])] = set->slots[i];
	free(set->slots);
	set->slots = slots;
	set->room = room;
	return true;
}

bool pk_address_set_add(struct pk_address_set *set, uint64_t addr, size_t limit)
{
	size_t at;

	if (!addr || set->nr >= limit || (2 * set->nr >= set->room && !grow(set)))
		return false;
	at = place(set->slots, set->room, addr);
	if (set->slots[at])
		return false;
	set->slots[at] = addr;
	set->nr++;
	return true;
}

void pk_address_set_deinit(struct pk_address_set *set)
{
	free(set->slots);
	memset(set, 0, sizeof(*set));
}
