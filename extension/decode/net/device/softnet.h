/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOFTNET_H
#define PK_DECODE_SOFTNET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"

/** Where a CPU keeps packets between the driver and the protocols, and after them. */
enum pk_softnet_queue {
	PK_SOFTNET_INPUT, /* input_pkt_queue: accepted by netif_rx or RPS, not processed yet */
	PK_SOFTNET_PROCESS, /* process_queue: the part being processed */
	PK_SOFTNET_GRO, /* held by GRO, waiting for more segments */
	PK_SOFTNET_GRO_PASS, /* napi_struct.rx_list: finished by GRO, not passed up yet */
	PK_SOFTNET_COMPLETION, /* completion_queue: sent, to be freed */
	PK_SOFTNET_DEFER, /* delivered elsewhere, to be freed by this CPU (5.19) */
	PK_SOFTNET_XFRM, /* xfrm_backlog: on the way out, encrypted or to be encrypted (4.17) */
	PK_SOFTNET_CELL, /* gro_cell.napi_skbs: came out of a tunnel, before GRO */
	PK_NR_SOFTNET_QUEUES
};

typedef bool (*pk_softnet_fn)(uint64_t skb, int cpu, enum pk_softnet_queue queue, void *arg);

/** Visit every skb on every possible CPU's queues in queue order. GRO comes from the NAPI contexts
 *  being polled there, then, with CPU -1, from all others of every device. Damage ends that queue
 *  with a warning. PK_ABSENT: no softnet_data. */
enum pk_status pk_softnet_walk(struct pk_ctx *ctx, pk_softnet_fn fn, void *arg);

const char *pk_softnet_queue_name(enum pk_softnet_queue queue); /* "input_pkt_queue", ... */

#endif
