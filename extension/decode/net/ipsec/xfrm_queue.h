/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_XFRM_QUEUE_H
#define PK_DECODE_XFRM_QUEUE_H

#include <stdbool.h>

#include "core/context.h"
#include "model/xfrm.h"

/** False stops. */
typedef bool (*pk_xfrm_queued_fn)(uint64_t skb, const struct pk_xfrm_policy *policy, void *arg);

/** Visit the packets of all network namespaces that wait for an IPsec state, at the policy that
 *  wants one (xfrm_policy.polq, kernel 3.9). Damage and missing pages cost a warning. PK_ABSENT: no
 *  IPsec in this kernel. */
enum pk_status pk_xfrm_queues_walk(struct pk_ctx *ctx, pk_xfrm_queued_fn fn, void *arg);

#endif
