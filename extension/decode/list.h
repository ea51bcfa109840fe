/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LIST_H
#define PK_DECODE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/kit.h"
#include "core/reader.h"

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

#define PK_LIST_MAX (1u << 20) /* nodes; far above what any list of attachments holds */
#define PK_LIST_FEW 16 /* most lists are no longer: they need no memory */

/** A walk over a list in memory: see the loops below. */
struct pk_list_iter {
	struct pk_reader *r;
	uint64_t head, node; /* NODE: the next one to be looked at */
	bool circular; /* a list_head, not an hlist */
	/* nodes that were met, so that none is delivered twice and a circle ends */
	uint64_t few[PK_LIST_FEW];
	uint32_t nr;
	struct pk_address_set more;
	/* once the list is broken: why, and the nodes from its end that are still to be delivered */
	struct pk_error broken;
	uint64_t *behind; /* owned */
	uint32_t nr_behind;
};

struct pk_list_iter pk_list_begin(struct pk_reader *r, uint64_t head, bool circular);
struct pk_list_iter pk_hlist_begin(struct pk_reader *r, uint64_t first);
/** The next node; 0: no more, or READER has failed. */
uint64_t pk_list_next(struct pk_list_iter *iter);
void pk_list_end(struct pk_list_iter *iter);

/**
 * A loop over the nodes of the circular list at HEAD, without HEAD itself; `next` is the first word of a list_head.
 * It ends when reader R fails. R fails with PK_CORRUPT if the list loops elsewhere than at HEAD or has more than
 * PK_LIST_MAX nodes; the error names the node. Nodes before the damage are visited, then those after it as far as
 * `prev` leads; only then R fails. No node is visited twice. The node may be freed memory once the loop goes on:
 * its `next` was read before.
 */
#define pk_list_for_each(node, r, head)                                                            \
	PK_ADDRESS_LOOP (pk_list, node, pk_list_begin(r, head, true))
/** The same for the NULL-terminated list whose hlist_head is at HEAD. */
#define pk_hlist_for_each(node, r, head)                                                           \
	PK_ADDRESS_LOOP (pk_list, node, pk_list_begin(r, head, false))
/** The same, from a first node that was read already (0: an empty list). */
#define pk_hlist_for_each_from(node, r, first)                                                     \
	PK_ADDRESS_LOOP (pk_list, node, pk_hlist_begin(r, first))

#endif
