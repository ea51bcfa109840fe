/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NEIGH_H
#define PK_DECODE_NEIGH_H

#include "core/context.h"
#include "model/net_lists.h"

typedef bool (*pk_neigh_fn)(const struct pk_neigh *neigh, void *arg);
/** Visit every neighbour with all that `ip neigh` prints, in its order: those of IPv4 first, proxies behind the others.
 *  PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighs_list(struct pk_ctx *ctx, pk_neigh_fn fn, void *arg);

#endif
