/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NFT_H
#define PK_DECODE_NFT_H

#include <stdbool.h>

#include "core/context.h"
#include "model/nft.h"

/** A chain of nftables, and one of its rules. */
struct pk_nft_place {
	const char *family; /* "inet", as nft prints it; static */
	char table[64], chain[64];
	uint64_t addr; /* struct nft_chain */
	uint32_t nr_rules;
	uint32_t rule; /* number of the rule, from 1; 0 if unknown */
	uint64_t handle; /* of RULE, as `nft -a` prints it */
};

/** Where nft_do_chain() is, judging by the NR register contents VALUES: the only chain that some of
 *  them point into, and the only rule with one pointing at it and another into it. PK_ABSENT: none,
 *  or several. */
enum pk_status pk_nft_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			     struct pk_nft_place *ret_place);

/** What nft has in the namespace NET. Damage costs a warning and what it hides; its first status is the ruleset's, which the
 *  caller frees in any case. */
void pk_nft_ruleset_read(struct pk_ctx *ctx, uint64_t net, struct pk_nft_ruleset *ret_ruleset);

/** How many elements the nft_set of SET has, whose backend and limit are known, if the kernel has counted COUNTED of them. */
struct pk_figure pk_nft_set_elements(struct pk_ctx *ctx, const struct pk_nft_set *set,
				     struct pk_figure counted);

#endif
