/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NFT_DROPS_H
#define PK_DECODE_NFT_DROPS_H

#include <stdbool.h>

#include "core/arena.h"
#include "core/context.h"

/** What a condition compares. */
enum pk_nft_part_of {
	PK_NFT_NFPROTO, /* PF_INET or PF_INET6 */
	PK_NFT_L4PROTO,
	PK_NFT_NETWORK, /* bytes from IP's header on */
	PK_NFT_TRANSPORT, /* bytes behind it */
};

#define PK_NFT_VALUE_MAX 16 /* bytes */

/** LEN bytes at OFFSET of OF are (NEGATED: are not) VALUE in the bits of MASK. */
struct pk_nft_condition {
	enum pk_nft_part_of of;
	uint32_t offset, len;
	uint8_t value[PK_NFT_VALUE_MAX], mask[PK_NFT_VALUE_MAX];
	bool negated;
};

#define PK_NFT_CONDITIONS_MAX 8

/** A rule that drops, or of which it is not known that it does not. */
struct pk_nft_drop {
	const char *chain; /* that it is in, which the base chain may have jumped to; any bytes */
	uint32_t rule; /* from 1 */
	uint64_t handle;
	bool unsure; /* what it does is not known: it may not drop, or lead to a chain whose rule does */
	/* Of its conditions and of those of the rules that jump to it: without them it drops nothing. There may be
	 * more. */
	struct pk_nft_condition conditions[PK_NFT_CONDITIONS_MAX];
	unsigned nr_conditions;
};

/** All that a base chain can drop by. */
struct pk_nft_drops {
	enum pk_status status; /* PK_OK: LIST and POLICY are all there is */
	const char *family; /* "inet"; static */
	const char *table, *chain; /* any bytes */
	bool policy; /* it is drop */
	struct pk_nft_drop *list; /* owned */
	size_t nr, room;
	struct pk_arena texts;
};

void pk_nft_drops_read(struct pk_ctx *ctx, uint64_t net, uint64_t chain,
		       struct pk_nft_drops *ret_drops);
void pk_nft_drops_deinit(struct pk_nft_drops *drops);

/** Whether no rule of the namespace NET can change a packet's header. False too where that is not known. */
bool pk_nft_leaves_headers(struct pk_ctx *ctx, uint64_t net);

/** A chain with rules that change packets. */
struct pk_nft_change {
	enum pk_status status; /* not PK_OK: what its rules do is not known completely */
	const char *family; /* static; NULL: unknown */
	const char *table, *chain; /* any bytes; valid during the call */
	bool bytes, addresses,
		options; /* it sets bytes; translates addresses; sets or takes options of TCP */
};

typedef void (*pk_nft_change_fn)(const struct pk_nft_change *change, void *arg);
/** Visit each chain of the namespace NET that may change a packet. PK_ABSENT: it has no rules of nft. */
enum pk_status pk_nft_changes_walk(struct pk_ctx *ctx, uint64_t net, pk_nft_change_fn fn,
				   void *arg);

#endif
