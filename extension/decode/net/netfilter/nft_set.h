/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NFT_SET_H
#define PK_DECODE_NFT_SET_H

#include "core/context.h"
#include "model/nft.h"

/** How many elements the nft_set of SET has, whose backend and limit are known, if the kernel has counted COUNTED of them. */
struct pk_figure pk_nft_set_elements(struct pk_ctx *ctx, const struct pk_nft_set *set,
				     struct pk_figure counted);

#endif
