/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_ADDRESS_SET_H
#define PK_DECODE_ADDRESS_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Addresses that a walk has visited, so that a damaged list ends and nothing is reported twice.
 *  Zero-initialize it. */
struct pk_address_set {
	uint64_t *slots; /* owned; 0 is empty */
	size_t nr, room; /* room is a power of two */
};

/** True if ADDR is new and was added; false if it is known, is 0, LIMIT addresses are held, or
 *  memory ran out. */
bool pk_address_set_add(struct pk_address_set *set, uint64_t addr, size_t limit);
void pk_address_set_deinit(struct pk_address_set *set);

#endif
