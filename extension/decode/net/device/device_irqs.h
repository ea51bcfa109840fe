/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_IRQS_H
#define PK_DECODE_DEVICE_IRQS_H

#include "core/context.h"
#include "model/device.h"

/** Read the underlying hardware of each of DEVICES, and the interrupts proven to belong to it;
 *  names of interrupts prove nothing. */
void pk_device_irqs_read(struct pk_ctx *ctx, struct pk_devices *devices);

#endif
