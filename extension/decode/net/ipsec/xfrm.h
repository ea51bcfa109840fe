/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_XFRM_H
#define PK_DECODE_XFRM_H

#include <stdbool.h>

#include "core/context.h"
#include "model/header.h"
#include "model/xfrm.h"

typedef bool (*pk_xfrm_fn)(const struct pk_xfrm_state *state, void *arg); /* false stops */

/** Visit the IPsec states of all network namespaces, as `ip xfrm state` lists them. PK_ABSENT: no
 *  IPsec in this kernel. Damage and missing pages cost a warning; the rest is delivered. */
enum pk_status pk_xfrm_walk(struct pk_ctx *ctx, pk_xfrm_fn fn, void *arg);
/** The same, but only states of ESP in UDP, and only their addresses, SPI and encapsulation. */
enum pk_status pk_xfrm_walk_in_udp(struct pk_ctx *ctx, pk_xfrm_fn fn, void *arg);

/**
 * HEADER, of UDP and read from a packet, becomes that of the ESP behind it (pk_header_wrap()) if an IPsec state has its SPI,
 * destination and port, which is all that the kernel knows a received one by: the source may have moved (NAT). The
 * namespace is not compared, because packets pass through others. States are read once, when the first header may be of
 * ESP; what cannot be read costs a warning. Headers of the previous boot's packets stay as they are.
 */
void pk_xfrm_unveil(struct pk_ctx *ctx, struct pk_header *header);

/** False stops. */
typedef bool (*pk_xfrm_queued_fn)(uint64_t skb, const struct pk_xfrm_policy *policy, void *arg);

/** Visit the packets of all network namespaces that wait for an IPsec state, at the policy that
 *  wants one (xfrm_policy.polq, kernel 3.9). Damage and missing pages cost a warning. PK_ABSENT: no
 *  IPsec in this kernel. */
enum pk_status pk_xfrm_queues_walk(struct pk_ctx *ctx, pk_xfrm_queued_fn fn, void *arg);

#endif
