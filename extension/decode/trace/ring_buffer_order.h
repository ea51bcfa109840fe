/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_RING_BUFFER_ORDER_H
#define PK_DECODE_RING_BUFFER_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "decode/trace/ring_buffer_pages.h"
#include "decode/trace/sub_buffer.h"

/* Private to the ring buffer's files: whether a sub-buffer is the one that was written in its
 * place. */

/** The committed contents of a page. */
struct pk_page_span {
	uint64_t from, to; /* time of the page, and of its last event */
	uint32_t nr_events, nr_bytes;
	bool whole; /* its records reach its end */
};

/** Read REF's page. Sets *RET_SUB to its first record, inside the returned bytes, which the caller
 *  frees. NULL: unreadable, or not a page. */
uint8_t *pk_page_read(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		      const struct pk_page_ref *ref, struct pk_sub_buffer *ret_sub);
/** Contents of SUB's page; does not move SUB. */
struct pk_page_span pk_page_span(const struct pk_sub_buffer *sub);
/** False: refs[INDEX], from which SPAN was read, has another number of bytes than its struct
 *  buffer_page says; the error tells. */
bool pk_page_is_described(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			  struct pk_cpu_pages *pages, uint32_t index,
			  const struct pk_page_span *span);
/** The same for a page that has not been read; warns. */
bool pk_page_is_good(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		     struct pk_cpu_pages *pages, uint32_t index);
/** Whether PAGE, which is not indexed, holds what it counts. False may just be this kernel's way of
 *  counting. */
bool pk_page_is_counted(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			struct pk_cpu_pages *pages, const struct pk_buffer_page *page);
/** Compare two neighbours with data, whose times are in refs[].ts. True: some of them, or of the
 *  pages around them, were in the wrong place and became PK_PAGE_BAD, with a warning. False:
 *  nothing wrong, or not proven. */
bool pk_pages_contradict(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
			 struct pk_cpu_pages *pages, uint32_t old, uint32_t new);

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

/* Private to the ring buffer's files: pages that appear in two CPUs' buffers. */

/** The most recently read pages of a trace, by their times. */
struct pk_page_copies {
	struct pk_page_seen *seen; /* owned; NULL: none read yet */
	uint32_t nr_found; /* pairs found */
};

/** A page's place in the buffers of one trace: its CPU, and the index of its ref. */
struct pk_page_place {
	struct pk_cpu_pages *pages; /* borrowed; valid while the trace is open */
	uint32_t index;
};

/**
 * Whether another CPU has the page at PLACE, from which SUB and SPAN were read, event for event.
 * Then at least one of the two is in the wrong place, and because nobody can tell which, both
 * become PK_PAGE_BAD; the error names them. Only recently read pages are compared, and readers of
 * all CPUs in time order meet both at once.
 */
bool pk_page_is_copied(struct pk_ctx *ctx, const struct pk_ring_layout *layout,
		       struct pk_page_copies *copies, const struct pk_page_place *place,
		       const struct pk_sub_buffer *sub, const struct pk_page_span *span);
void pk_page_copies_deinit(struct pk_page_copies *copies);

#endif
