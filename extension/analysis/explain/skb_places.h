/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_PLACES_H
#define PK_ANALYSIS_SKB_PLACES_H

#include "analysis/lives/queued_packets.h"
#include "model/skb_state.h"

/** An skb that is queued or being handled, with its state. */
struct pk_placed_skb {
	uint64_t addr;
	char where[256]; /* "stands in the receive queue of ..." */
	bool handled; /* by CPU, according to its stack */
	int cpu;
	bool changing; /* may be inconsistent: a CPU handles it, or a task owns its socket */
	enum pk_status status; /* not PK_OK: STATE is invalid */
	struct pk_skb_state state;
};

/** False stops. */
typedef bool (*pk_placed_skb_fn)(const struct pk_placed_skb *skb, void *arg);

/** Every queued skb. */
void pk_queued_skbs_walk(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			 pk_placed_skb_fn fn, void *arg);
/** Every skb that a CPU's stack certainly holds. Returns the number of CPUs whose stacks could not
 *  be searched. */
uint32_t pk_held_skbs_walk(struct pk_ctx *ctx, pk_placed_skb_fn fn, void *arg);
/** The addresses of all these; the caller frees *RET_ADDRS. PK_NOMEM. */
enum pk_status pk_placed_skbs(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			      uint64_t **ret_addrs, size_t *ret_nr);
/** The skb at ADDR, with its place in MEMORY, if it has one. */
void pk_placed_skb_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory, uint64_t addr,
			struct pk_placed_skb *ret_skb);

#endif
