// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who waits for a bit: kernel/sched/wait_bit.c has a table of wait queues, in which a word's address chooses one.
 *
 *	bit_wait_table[256]: wait_queue_head -> wait_bit_queue_entry {key.flags: the word; wq_entry: private, func, entry}
 *
 * Only an entry whose function is wake_bit_function has that key and a task behind `private`.
 */
#include "decode/task/bit_waiters.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"

#define TABLE_SIZE 256 /* WAIT_TABLE_SIZE */

struct walk {
	struct pk_ctx *ctx;
	struct pk_bit_waiters *waiters;
	/* offsets of wait_queue_entry.entry, and of that in a wait_bit_queue_entry */
	uint64_t link, entry;
	uint64_t func; /* wake_bit_function */
};

static bool on_entry(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_bit_waiters *waiters = walk->waiters;
	struct pk_bit_waiter waiter;
	uint64_t entry = node - walk->link, func;

	waiters->status = pk_member_uint(walk->ctx, entry, PK_R_wait_entry_func, &func);
	if (waiters->status != PK_OK || func != walk->func)
		return waiters->status == PK_OK;
	waiters->status = pk_member_uint(walk->ctx, entry, PK_R_wait_entry_private, &waiter.task);
	if (waiters->status == PK_OK)
		waiters->status = pk_member_uint(walk->ctx, entry - walk->entry, PK_R_wait_bit_word,
						 &waiter.word);
	if (waiters->status != PK_OK)
		return false;
	if (!pk_grow(waiters->list, waiters->nr, waiters->room)) {
		waiters->status = pk_fail(walk->ctx, PK_NOMEM, "tasks that wait for a bit");
		return false;
	}
	waiters->list[waiters->nr++] = waiter;
	return true;
}

static int compare(const void *a, const void *b)
{
	const struct pk_bit_waiter *x = a, *y = b;

	if (x->word != y->word)
		return x->word < y->word ? -1 : 1;
	return x->task < y->task ? -1 : x->task > y->task;
}

void pk_bit_waiters_read(struct pk_ctx *ctx, struct pk_bit_waiters *ret_waiters)
{
	struct walk walk = {.ctx = ctx, .waiters = ret_waiters};
	uint64_t table, stride, head;
	enum pk_status status = pk_row_values(ctx, PK_WANTED({PK_R_bit_wait_table, &table},
							     {PK_R_wait_queue_head_size, &stride}));

	memset(ret_waiters, 0, sizeof(*ret_waiters));
	if (status == PK_OK)
		status = pk_row_offsets(ctx, PK_WANTED({PK_R_wait_queue_head_list, &head},
						       {PK_R_wait_entry_link, &walk.link},
						       {PK_R_wait_bit_entry, &walk.entry}));
	if (status == PK_OK)
		status = pk_symbol_find(ctx, "wake_bit_function", &walk.func);
	for (unsigned i = 0; status == PK_OK && i < TABLE_SIZE; i++) {
		status = pk_list_walk(ctx, table + i * stride + head, on_entry, &walk);
		if (status == PK_OK)
			status = ret_waiters->status;
	}
	ret_waiters->status = status;
	if (ret_waiters->nr)
		qsort(ret_waiters->list, ret_waiters->nr, sizeof(*ret_waiters->list), compare);
}

const struct pk_bit_waiter *pk_bit_waiters_of(const struct pk_bit_waiters *waiters, uint64_t word,
					      size_t *ret_nr)
{
	size_t low = 0, high = waiters->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (waiters->list[middle].word < word)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < waiters->nr && waiters->list[high].word == word;)
		high++;
	*ret_nr = high - low;
	return low ? waiters->list + low : waiters->list;
}

void pk_bit_waiters_deinit(struct pk_bit_waiters *waiters)
{
	free(waiters->list);
	memset(waiters, 0, sizeof(*waiters));
}
