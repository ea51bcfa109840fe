/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NETNS_H
#define PK_DECODE_NETNS_H

#include "core/context.h"

typedef bool (*pk_netns_fn)(uint64_t net, uint32_t inum, void *arg); /* false stops */

/** Every network namespace, as the kernel lists them: the initial one first. INUM 0: not known. PK_ABSENT: no such
 *  list. Damage is an error after what came before it. */
enum pk_status pk_netns_walk(struct pk_ctx *ctx, pk_netns_fn fn, void *arg);

#endif
