/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NF_HOOKS_H
#define PK_DECODE_NF_HOOKS_H

#include "core/context.h"

#define PK_NF_HOOKS 5 /* prerouting, input, forward, output, postrouting */
#define PK_NF_HOOKS_MAX 64 /* functions of one hook that are read */

struct pk_nf_hook {
	uint64_t func; /* its entry */
	uint64_t priv; /* of nft's functions the chain (but for NAT's) */
};

/** What netfilter calls at HOOK for packets of FAMILY (4, 6) in the namespace NET, in order. PK_LIMIT: more than
 *  PK_NF_HOOKS_MAX. */
enum pk_status pk_nf_hooks_read(struct pk_ctx *ctx, uint64_t net, uint8_t family, unsigned hook,
				struct pk_nf_hook list[PK_NF_HOOKS_MAX], unsigned *ret_nr);

#endif
