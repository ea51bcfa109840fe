/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_PRIVATE_H
#define PK_DECODE_DEVICE_PRIVATE_H

#include "core/context.h"
#include "model/device.h"

/* Between device.c (list and properties of devices), and what is below it. */

/** Read the transmit queues, qdiscs and NAPI contexts of DEVICE, whose address and name are set. */
void pk_device_queues_read(struct pk_ctx *ctx, struct pk_device *device);
/** Read the counters of the qdisc at QDISC->addr. */
void pk_qdisc_counts_read(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc);

/** 1: the hrtimer at TIMER will call its function, or a CPU is calling it; 0: it is idle. */
struct pk_figure pk_hrtimer_armed(struct pk_ctx *ctx, uint64_t timer);

#endif
