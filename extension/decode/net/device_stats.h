/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_STATS_H
#define PK_DECODE_DEVICE_STATS_H

#include "core/context.h"
#include "model/device.h"

/** The statistics of the device at ADDR as the kernel would have summed them up (dev_get_stats()). */
void pk_device_stats_read(struct pk_ctx *ctx, uint64_t addr, struct pk_link_stats *ret_stats);

#endif
