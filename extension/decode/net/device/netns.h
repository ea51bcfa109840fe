/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NETNS_H
#define PK_DECODE_NETNS_H

#include "core/context.h"
#include "model/figure.h"

typedef bool (*pk_netns_fn)(uint64_t net, uint32_t inum, void *arg); /* false stops */

/** Visit every network namespace in the kernel's order, the initial one first. INUM 0: unknown.
 *  PK_ABSENT: no such list. Damage is an error; namespaces before it were visited. */
enum pk_status pk_netns_walk(struct pk_ctx *ctx, pk_netns_fn fn, void *arg);

/** Address of a module's data for NET: net.gen->ptr[*ID], where row ID is the id in its
 *  pernet_operations. */
struct pk_figure pk_netns_own(struct pk_ctx *ctx, uint64_t net, enum pk_row_id id);

#endif
