/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOSER_TREE_H
#define PK_DECODE_LOSER_TREE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Merges streams: finds the one with the smallest key or, if keys are equal, the smallest id.
 *
 * A tournament: each stream is a leaf, each inner node holds the loser of its match, and losers[0]
 * holds the overall winner.
 *
 *	losers[0]                3
 *	losers[1]                8            3 beat the 8 here,
 *	losers[2], [3]      10        9       and the 10 there, as 8 beat the 9
 *	leaves            10    3    8    9   (of ids 0, 1, 2, 3)
 *
 * When the winner gets another key, only the matches from its leaf to the root are replayed. They
 * are known in advance and have no branches, because among hundreds of CPUs nobody can predict the
 * next winner.
 */
struct pk_loser_tree {
	/* owned; key and id of each loser in one number, so that one comparison decides */
	unsigned __int128 *losers;
	uint32_t leaves; /* a power of two */
	uint64_t second; /* with a smaller key the winner stays the winner; 0: not known */
};

/** For streams with ids below NR (at most 2^31), all of them ended. False: out of memory. */
bool pk_loser_tree_init(struct pk_loser_tree *tree, uint32_t nr);
/** Afterwards it has no streams, like a zeroed one. */
void pk_loser_tree_deinit(struct pk_loser_tree *tree);
/** Back to the state after pk_loser_tree_init(). */
void pk_loser_tree_reset(struct pk_loser_tree *tree);
/** Set the first key of stream ID. After all are set, pk_loser_tree_play() finds the winner. */
void pk_loser_tree_enter(struct pk_loser_tree *tree, uint32_t id, uint64_t key);
void pk_loser_tree_play(struct pk_loser_tree *tree);
/** Replay the winner's matches with another rank: its key in the upper half, then tie and id. */
static inline void pk_loser_tree_replay(struct pk_loser_tree *tree, unsigned __int128 rank)
{
	uint32_t id = (uint32_t)tree->losers[0];
	uint64_t second = UINT64_MAX;

	for (uint32_t node = (tree->leaves + id) / 2; node; node /= 2) {
		unsigned __int128 other = tree->losers[node], winner = other < rank ? other : rank;

		second = (uint64_t)(other >> 64) < second ? (uint64_t)(other >> 64) : second;
		tree->losers[node] = other ^ rank ^ winner;
		rank = winner;
	}
	tree->losers[0] = rank;
	tree->second = (uint32_t)rank == id ? second : 0; /* else others were met on its way */
}

/** Give the winner another key, smaller or larger. Among equal keys the smaller TIE wins (0 for all others), then the smaller
 *  id. */
static inline void pk_loser_tree_rekey_tied(struct pk_loser_tree *tree, uint64_t key, uint32_t tie)
{
	unsigned __int128 rank =
		(unsigned __int128)key << 64 | (uint64_t)tie << 32 | (uint32_t)tree->losers[0];

	if (key < tree->second) /* most events follow one of the same CPU */
		tree->losers[0] = rank;
	else
		pk_loser_tree_replay(tree, rank);
}

static inline void pk_loser_tree_rekey(struct pk_loser_tree *tree, uint64_t key)
{
	pk_loser_tree_rekey_tied(tree, key, 0);
}

void pk_loser_tree_end(struct pk_loser_tree *tree);

/** The current winner. False: all streams have ended. */
static inline bool pk_loser_tree_first(const struct pk_loser_tree *tree, uint64_t *ret_key,
				       uint32_t *ret_id)
{
	if (!tree->losers || tree->losers[0] == (unsigned __int128)-1)
		return false;
	*ret_key = (uint64_t)(tree->losers[0] >> 64);
	*ret_id = (uint32_t)tree->losers[0];
	return true;
}

#endif
