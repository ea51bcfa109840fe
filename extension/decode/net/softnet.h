/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOFTNET_H
#define PK_DECODE_SOFTNET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"

/** Where a CPU keeps packets between the driver and the protocols, and after them. */
enum pk_softnet_queue {
	PK_SOFTNET_INPUT, /* input_pkt_queue: taken in by netif_rx or RPS, not looked at yet */
	PK_SOFTNET_PROCESS, /* process_queue: the part of it that is being worked off */
	PK_SOFTNET_GRO, /* held by GRO, waiting for more segments */
	PK_SOFTNET_GRO_PASS, /* napi_struct.rx_list: through with GRO, not passed up yet */
	PK_SOFTNET_COMPLETION, /* completion_queue: sent, to be freed */
	PK_SOFTNET_DEFER, /* delivered elsewhere, to be freed by this CPU (5.19 and later) */
	PK_SOFTNET_XFRM, /* xfrm_backlog: on the way out, encrypted or to be (4.17 and later) */
	PK_SOFTNET_CELL, /* gro_cell.napi_skbs: came out of a tunnel, not looked at by GRO yet */
	PK_NR_SOFTNET_QUEUES
};

typedef bool (*pk_softnet_fn)(uint64_t skb, int cpu, enum pk_softnet_queue queue, void *arg);

/** Every skb on every possible CPU's queues, in queue order; GRO of the NAPI contexts that were being
 *  polled there, then (CPU -1) that of all others of every device. Damage ends that queue with a warning. PK_ABSENT: no softnet_data. */
enum pk_status pk_softnet_walk(struct pk_ctx *ctx, pk_softnet_fn fn, void *arg);

const char *pk_softnet_queue_name(enum pk_softnet_queue queue); /* "input_pkt_queue", ... */

#endif
