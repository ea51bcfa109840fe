/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_BIT_WAITERS_H
#define PK_DECODE_BIT_WAITERS_H

#include "core/context.h"

/** A task that sleeps until a bit of a word is clear (wait_on_bit()). */
struct pk_bit_waiter {
	uint64_t word; /* address of the word */
	uint64_t task; /* struct task_struct */
};

struct pk_bit_waiters {
	enum pk_status status; /* not PK_OK: the list is incomplete */
	struct pk_bit_waiter *list; /* owned; sorted by word */
	size_t nr, room;
};

/** Read all of them from the kernel's one table for all words. PK_ABSENT in STATUS: the kernel has
 *  no such table. */
void pk_bit_waiters_read(struct pk_ctx *ctx, struct pk_bit_waiters *ret_waiters);
void pk_bit_waiters_deinit(struct pk_bit_waiters *waiters);
/** Waiters for the word at WORD; *RET_NR gets their number. Borrowed from WAITERS. */
const struct pk_bit_waiter *pk_bit_waiters_of(const struct pk_bit_waiters *waiters, uint64_t word,
					      size_t *ret_nr);

#endif
