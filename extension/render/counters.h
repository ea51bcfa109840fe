/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_COUNTERS_H
#define PK_RENDER_COUNTERS_H

#include "model/counters.h"
#include "model/frag_queue.h"
#include "model/nft.h"
#include "model/page_pool.h"
#include "model/skb_memory.h"
#include "render/out.h"

struct pk_neighbours_view {
	const struct pk_neighbour *list; /* of all namespaces */
	size_t nr;
	struct pk_neighbour_table tables[PK_NR_NEIGHBOUR_FAMILIES];
};

struct pk_frag_queues_view {
	const struct pk_frag_queue *list; /* of all namespaces */
	size_t nr;
	enum pk_status status; /* not PK_OK: the list is incomplete or empty */
};

/** The whole machine's counters, and the memory of its packets. */
void pk_render_host_counters(struct pk_out *out, const struct pk_host_counters *host,
			     const struct pk_neighbours_view *neighbours,
			     const struct pk_skb_memory *held, const struct pk_page_pools *pools,
			     bool verbose);
/** Counters of a namespace: those that mean loss; with VERBOSE all that are not zero. */
void pk_render_net_counters(struct pk_out *out, const struct pk_net_counters *net,
			    const struct pk_neighbours_view *neighbours,
			    const struct pk_frag_queues_view *fragments,
			    const struct pk_nft_ruleset *nft, bool verbose);

#endif
