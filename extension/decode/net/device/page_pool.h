/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PAGE_POOL_H
#define PK_DECODE_PAGE_POOL_H

#include "core/context.h"
#include "model/page_pool.h"

/** Read all page pools that can be found. A damaged one costs a warning. */
void pk_page_pools_read(struct pk_ctx *ctx, struct pk_page_pools *ret_pools);
void pk_page_pools_deinit(struct pk_page_pools *pools);

#endif
