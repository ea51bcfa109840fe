/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NFT_RULESET_H
#define PK_DECODE_NFT_RULESET_H

#include "core/context.h"
#include "model/nft.h"

/** What nft has in the namespace NET. Damage costs a warning and what it hides; its first status is the ruleset's, which the
 *  caller frees in any case. */
void pk_nft_ruleset_read(struct pk_ctx *ctx, uint64_t net, struct pk_nft_ruleset *ret_ruleset);

#endif
