// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who waits for a bit: kernel/sched/wait_bit.c has a table of wait queues, in which a word's address chooses one.
 *
 *	bit_wait_table[256]: wait_queue_head -> wait_bit_queue_entry {key.flags: the word; wq_entry: private, func, entry}
 *
 * Only an entry whose function is wake_bit_function has that key and a task behind `private`.
 */
#include "decode/task/locks.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"

#define TABLE_SIZE 256 /* WAIT_TABLE_SIZE */

static int compare(const void *a, const void *b)
{
	const struct pk_bit_waiter *x = a, *y = b;

	if (x->word != y->word)
		return x->word < y->word ? -1 : 1;
	return x->task < y->task ? -1 : x->task > y->task;
}

void pk_bit_waiters_read(struct pk_ctx *ctx, struct pk_bit_waiters *ret_waiters)
{
	struct pk_bit_waiters *waiters = ret_waiters;
	struct pk_reader r = {.ctx = ctx};
	uint64_t table = pk_value(&r, PK_R_bit_wait_table);
	uint64_t stride = pk_value(&r, PK_R_wait_queue_head_size);
	uint64_t head = pk_offset(&r, PK_R_wait_queue_head_list);
	uint64_t link = pk_offset(&r, PK_R_wait_entry_link);
	uint64_t bit_entry = pk_offset(&r, PK_R_wait_bit_entry), wakes_bit = 0;
	struct pk_bit_waiter waiter;

	memset(waiters, 0, sizeof(*waiters));
	pk_try(&r, pk_symbol_find(ctx, "wake_bit_function", &wakes_bit));
	for (unsigned i = 0; pk_ok(&r) && i < TABLE_SIZE; i++)
		pk_list_for_each (node, &r, table + i * stride + head) {
			uint64_t entry = node - link;

			if (pk_member(&r, entry, PK_R_wait_entry_func) != wakes_bit)
				continue;
			waiter.task = pk_member(&r, entry, PK_R_wait_entry_private);
			waiter.word = pk_member(&r, entry - bit_entry, PK_R_wait_bit_word);
			if (!pk_ok(&r))
				break;
			if (pk_grow(waiters->list, waiters->nr, waiters->room))
				waiters->list[waiters->nr++] = waiter;
			else
				pk_try(&r, pk_fail(ctx, PK_NOMEM, "tasks that wait for a bit"));
		}
	waiters->status = r.status;
	if (waiters->nr)
		qsort(waiters->list, waiters->nr, sizeof(*waiters->list), compare);
}

const struct pk_bit_waiter *pk_bit_waiters_of(const struct pk_bit_waiters *waiters, uint64_t word,
					      size_t *ret_nr)
{
	size_t low = pk_first(waiters->nr, at, waiters->list[at].word < word), high = low;

	for (; high < waiters->nr && waiters->list[high].word == word;)
		high++;
	*ret_nr = high - low;
	return low ? waiters->list + low : waiters->list;
}

void pk_bit_waiters_deinit(struct pk_bit_waiters *waiters)
{
	free(waiters->list);
	memset(waiters, 0, sizeof(*waiters));
}
