/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_STATS_H
#define PK_DECODE_DEVICE_STATS_H

#include "core/context.h"
#include "model/device.h"

/** Statistics of the device at ADDR, summed up as the kernel's dev_get_stats() does. */
void pk_device_stats_read(struct pk_ctx *ctx, uint64_t addr, struct pk_link_stats *ret_stats);

#endif
