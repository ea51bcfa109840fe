/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_XFRM_H
#define PK_DECODE_XFRM_H

#include <stdbool.h>

#include "core/context.h"
#include "model/xfrm.h"

typedef bool (*pk_xfrm_fn)(const struct pk_xfrm_state *state, void *arg); /* false stops */

/** Visit the IPsec states of all network namespaces, as `ip xfrm state` lists them. PK_ABSENT: no
 *  IPsec in this kernel. Damage and missing pages cost a warning; the rest is delivered. */
enum pk_status pk_xfrm_walk(struct pk_ctx *ctx, pk_xfrm_fn fn, void *arg);
/** The same for those of ESP in UDP alone, of which only addresses, SPI and the encapsulation are
 *  read. */
enum pk_status pk_xfrm_walk_in_udp(struct pk_ctx *ctx, pk_xfrm_fn fn, void *arg);

#endif
