/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_NFT_H
#define PK_RENDER_NFT_H

#include "model/nft.h"
#include "render/out.h"

/** A namespace's tables of nft. In text a line for each base chain, named set, object and flowtable, and each counter that is
 *  not zero, up to a limit; with ALL everything. */
void pk_render_nft(struct pk_out *out, const struct pk_nft_ruleset *ruleset, bool all);

#endif
