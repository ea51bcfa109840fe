// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/loser_tree.h"

#include <stdlib.h>

#define ENDED ((unsigned __int128)-1) /* after every key of every id */

static inline unsigned __int128 rank_of(uint64_t key, uint32_t tie, uint32_t id)
{
	return (unsigned __int128)key << 64 | (uint64_t)tie << 32 | id;
}

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
}

void pk_loser_tree_deinit(struct pk_loser_tree *tree)
{
	free(tree->losers);
	tree->losers = NULL;
}

void pk_loser_tree_enter(struct pk_loser_tree *tree, uint32_t id, uint64_t key)
{
	tree->losers[tree->leaves + id] = rank_of(key, 0, id);
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
}

static inline void replay(struct pk_loser_tree *tree, unsigned __int128 rank)
{
	uint32_t id = (uint32_t)tree->losers[0];

	for (uint32_t node = (tree->leaves + id) / 2; node; node /= 2) {
		unsigned __int128 other = tree->losers[node], winner = other < rank ? other : rank;

		tree->losers[node] = other ^ rank ^ winner;
		rank = winner;
	}
	tree->losers[0] = rank;
}

void pk_loser_tree_rekey(struct pk_loser_tree *tree, uint64_t key)
{
	replay(tree, rank_of(key, 0, (uint32_t)tree->losers[0]));
}

void pk_loser_tree_rekey_tied(struct pk_loser_tree *tree, uint64_t key, uint32_t tie)
{
	replay(tree, rank_of(key, tie, (uint32_t)tree->losers[0]));
}

void pk_loser_tree_end(struct pk_loser_tree *tree)
{
	replay(tree, ENDED);
}
