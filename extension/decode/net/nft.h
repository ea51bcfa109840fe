/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NFT_H
#define PK_DECODE_NFT_H

#include <stdbool.h>

#include "core/context.h"

/** A chain of nft, and a rule of it. */
struct pk_nft_place {
	const char *family; /* "inet", as nft has it; static */
	char table[64], chain[64];
	uint64_t addr; /* struct nft_chain */
	uint32_t nr_rules;
	uint32_t rule; /* the how manieth, from 1 on; 0: not known */
	uint64_t handle; /* of RULE, as `nft -a` prints it */
};

/** Where nft_do_chain() is, by VALUES, the NR registers that it had: the only chain in whose rules some of them point, and
 *  the only rule that one of them points to, and another one into. PK_ABSENT: none, or several. */
enum pk_status pk_nft_locate(struct pk_ctx *ctx, const uint64_t *values, size_t nr,
			     struct pk_nft_place *ret_place);

#endif
