/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_PRIVATE_H
#define PK_DECODE_DEVICE_PRIVATE_H

#include "core/context.h"
#include "model/device.h"

/* Of device.c (which devices there are, and what they are), device_classes.c and device_queues.c below them. */

/** The transmit queues, qdiscs and NAPI contexts of DEVICE, whose address and name are known. */
void pk_device_queues_read(struct pk_ctx *ctx, struct pk_device *device);
/** What the qdisc at QDISC->addr has counted. */
void pk_qdisc_counts_read(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc);

#endif
