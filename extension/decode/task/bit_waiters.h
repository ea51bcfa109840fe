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
	enum pk_status status; /* of the kernel's table: else these are not all */
	struct pk_bit_waiter *list; /* owned; by word */
	size_t nr, room;
};

/** All of them. The kernel keeps one table for all words. PK_ABSENT: it has another. */
void pk_bit_waiters_read(struct pk_ctx *ctx, struct pk_bit_waiters *ret_waiters);
void pk_bit_waiters_deinit(struct pk_bit_waiters *waiters);
/** Those of the word at WORD, *RET_NR of them. */
const struct pk_bit_waiter *pk_bit_waiters_of(const struct pk_bit_waiters *waiters, uint64_t word,
					      size_t *ret_nr);

#endif
