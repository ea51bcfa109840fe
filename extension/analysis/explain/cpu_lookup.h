/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CPU_LOOKUP_H
#define PK_ANALYSIS_CPU_LOOKUP_H

#include "arch/stack.h"
#include "core/context.h"
#include "decode/net/netfilter/nft.h"
#include "decode/net/netfilter/xtables.h"
#include "decode/net/route/route.h"
#include "decode/net/sock/hash_chain.h"
#include "model/open_calls.h"

/** How far out from the interrupted function a function may be whose registers are still at hand. */
#define PK_LOOK_NEAR 3
#define PK_LOOK_REGISTERS 128 /* words of saved registers that are looked at */

struct pk_cpu_work;

/** What a CPU's stack has: its open calls, and the words around them. */
struct pk_cpu_look {
	struct pk_ctx *ctx;
	const struct pk_open_calls *calls;
	struct pk_stack_image image; /* of the same stack: its words */
	size_t nr; /* calls of the work itself */
	struct pk_cpu_work *work; /* that is filled in */
};

/** What a packet is looked up in. ADDR 0: not there, or uncertain. */
struct pk_cpu_lookup {
	struct pk_nft_place nft;
	struct pk_xt_place xt;
	struct pk_hash_place hash;
	struct pk_route_place route;
	struct pk_nexthop_place nexthop;
};

/** FUNC is a function of NAMES, which ends with NULL. */
bool pk_cpu_look_is(struct pk_ctx *ctx, uint64_t func, const char *const *names);
/** The registers where the work was interrupted, or where the dump stopped it: their number, at most ROOM. */
size_t pk_cpu_look_registers(struct pk_cpu_look *look, uint64_t *values, size_t room);

/** Find the innermost function of each kind that looks a packet up, and in what, by the interrupted
 *  registers and the words of its frame and of those that it called. Only what is proven is filled in,
 *  and nothing of a function that is open twice. */
void pk_cpu_lookup_read(struct pk_cpu_look *look, struct pk_cpu_lookup *ret_lookup);

#endif
