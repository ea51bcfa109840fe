/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOSER_TREE_H
#define PK_DECODE_LOSER_TREE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * A merge of streams: which of them has the smallest key, the one of the smallest id where keys are equal.
 *
 * A tournament. Each stream is a leaf, each inner node holds who lost there, and losers[0] who won all.
 *
 *	losers[0]                3
 *	losers[1]                8            3 beat the 8 here,
 *	losers[2], [3]      10        8       and 5 the 10 there
 *	leaves            10    3    8    9   (of ids 0, 1, 2, 3)
 *
 * When the winner has got another key only the matches on the way from its leaf up are played again. Which ones those
 * are is known beforehand, and a match has no branch: of hundreds of CPUs nobody can predict which one comes next.
 */
struct pk_loser_tree {
	unsigned __int128 *
		losers; /* owned; each a key and its id, one number, so that one comparison decides */
	uint32_t leaves; /* a power of two */
};

/** For streams of ids below NR, at most 2^31; all have ended. False: no memory. */
bool pk_loser_tree_init(struct pk_loser_tree *tree, uint32_t nr);
/** Then it has no streams, as one that was zeroed. */
void pk_loser_tree_deinit(struct pk_loser_tree *tree);
/** As pk_loser_tree_init() left it. */
void pk_loser_tree_reset(struct pk_loser_tree *tree);
/** To begin with, stream ID has KEY. Once all are told, pk_loser_tree_play() finds the first. */
void pk_loser_tree_enter(struct pk_loser_tree *tree, uint32_t id, uint64_t key);
void pk_loser_tree_play(struct pk_loser_tree *tree);
/** The winner has another key now, be it smaller or larger; or it has ended. */
void pk_loser_tree_rekey(struct pk_loser_tree *tree, uint64_t key);
/** Among equal keys, the smaller TIE first (of all others it is 0), then the smaller id. */
void pk_loser_tree_rekey_tied(struct pk_loser_tree *tree, uint64_t key, uint32_t tie);
void pk_loser_tree_end(struct pk_loser_tree *tree);

/** The winner, until it is given another key. False: all have ended. */
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
