/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_SKB_MEMORY_H
#define PK_RENDER_SKB_MEMORY_H

#include "model/page_pool.h"
#include "model/skb_memory.h"
#include "render/out.h"

/** Who holds the skbs in use, and the slab caches: with VERBOSE empty ones, too. Keys of the object
 *  that OUT is in. */
void pk_render_skb_memory(struct pk_out *out, const struct pk_skb_memory *held, bool verbose);
void pk_render_page_pools(struct pk_out *out, const struct pk_page_pools *pools);

#endif
