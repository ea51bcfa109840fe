/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NEIGHBOUR_H
#define PK_DECODE_NEIGHBOUR_H

#include "core/context.h"
#include "model/counters.h"

typedef bool (*pk_neighbour_skb_fn)(uint64_t skb, uint64_t neighbour, const char *dev, void *arg);

/** Every skb that waits for an answer to an ARP or ND request (neighbour.arp_queue), with the device it waits
 *  on. PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighbours_walk(struct pk_ctx *ctx, pk_neighbour_skb_fn fn, void *arg);

typedef bool (*pk_neighbour_fn)(const struct pk_neighbour *neighbour, void *arg);
/** Every neighbour of IPv4 and IPv6. PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighbours_list(struct pk_ctx *ctx, pk_neighbour_fn fn, void *arg);
/** What the table of FAMILY says of itself, for all namespaces. */
struct pk_neighbour_table pk_neighbour_table_read(struct pk_ctx *ctx,
						  enum pk_neighbour_family family);

#endif
