/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NEIGHBOUR_H
#define PK_DECODE_NEIGHBOUR_H

#include "core/context.h"
#include "model/counters.h"

typedef bool (*pk_neighbour_skb_fn)(uint64_t skb, uint64_t neighbour, const char *dev, void *arg);

/** Visit every skb that waits for the answer to an ARP or ND request (neighbour.arp_queue), with
 *  its device. PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighbours_walk(struct pk_ctx *ctx, pk_neighbour_skb_fn fn, void *arg);

typedef bool (*pk_neighbour_fn)(const struct pk_neighbour *neighbour, void *arg);
/** Visit every neighbour of IPv4 and IPv6. PK_ABSENT: this kernel has neither table. */
enum pk_status pk_neighbours_list(struct pk_ctx *ctx, pk_neighbour_fn fn, void *arg);
/** Totals of the table of FAMILY, which all namespaces share. */
struct pk_neighbour_table pk_neighbour_table_read(struct pk_ctx *ctx,
						  enum pk_neighbour_family family);

#endif
