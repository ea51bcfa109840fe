/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_AT_HAND_H
#define PK_DECODE_AT_HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** VALUE is among the NR words that a function has at hand: its registers and its frame. */
static inline bool pk_at_hand(const uint64_t *values, size_t nr, uint64_t value)
{
	for (size_t i = 0; i < nr; i++)
		if (values[i] == value)
			return true;
	return false;
}

#endif
