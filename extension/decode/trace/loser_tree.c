// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_order.h"

#include <stdlib.h>

#define ENDED ((unsigned __int128)-1) /* after every key of every id */

bool pk_loser_tree_init(struct pk_loser_tree *tree, uint32_t nr)
{
	uint32_t leaves = 1;
	unsigned __int128 *losers;

	while (leaves < nr)
		leaves *= 2;
	losers = malloc(2 * (size_t)leaves *
			sizeof(*losers)); /* the leaves stand behind the losers */
	if (!losers)
		return false;
	*tree = (struct pk_loser_tree){.losers = losers, .leaves = leaves};
	pk_loser_tree_reset(tree);
	return true;
}

void pk_loser_tree_reset(struct pk_loser_tree *tree)
{
	for (size_t i = 0; i < 2 * (size_t)tree->leaves; i++)
		tree->losers[i] = ENDED;
	tree->second = 0;
}

void pk_loser_tree_deinit(struct pk_loser_tree *tree)
{
	free(tree->losers);
	tree->losers = NULL;
}

void pk_loser_tree_enter(struct pk_loser_tree *tree, uint32_t id, uint64_t key)
{
	tree->losers[tree->leaves + id] = (unsigned __int128)key << 64 | id;
}

/* Round by round; who won goes on to the next one, in the places of the leaves. */
void pk_loser_tree_play(struct pk_loser_tree *tree)
{
	unsigned __int128 *in = tree->losers + tree->leaves;

	for (uint32_t matches = tree->leaves / 2; matches; matches /= 2) {
		for (uint32_t i = 0; i < matches; i++) {
			unsigned __int128 left = in[2 * i], right = in[2 * i + 1];

			tree->losers[matches + i] = left < right ? right : left;
			in[i] = left < right ? left : right;
		}
	}
	tree->losers[0] = in[0];
	tree->second = 0;
}

void pk_loser_tree_end(struct pk_loser_tree *tree)
{
	pk_loser_tree_replay(tree, ENDED);
}
