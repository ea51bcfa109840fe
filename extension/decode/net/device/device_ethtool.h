/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_ETHTOOL_H
#define PK_DECODE_DEVICE_ETHTOOL_H

#include "core/context.h"
#include "model/device.h"

/** Fill in the counters of DEVICE's own driver. What was read before an error stays. */
void pk_device_driver_stats_read(struct pk_ctx *ctx, struct pk_device *device);

#endif
